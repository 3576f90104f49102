"""Documents shared out among processes, and the collector of garbage out of their way."""

from __future__ import annotations

import gc
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate
from typing import TypeVar

from kb.processes import worth_while

# A process takes its time to begin, and every question asks each segment: both pay only with so many documents each.
WORTH, _MOST = 2_000, 4

_One = TypeVar("_One")


def shares(every: Sequence[_One], weights: Sequence[int], workers: int) -> list[Sequence[_One]]:
    """The same in order, in one share or more of about the same weight, as is worth while with so many workers."""
    count = worth_while(min(workers, _MOST), len(every) // WORTH)
    if count < 2:
        return [every]
    sums = list(accumulate(weights))
    starts = [bisect_left(sums, sums[-1] * number / count) for number in range(count)]
    return [every[start:end] for start, end in zip(starts, [*starts[1:], len(every)], strict=True)]


@contextmanager
def undisturbed() -> Iterator[None]:
    """Without looking for cycles of objects, where none are made: each look goes through all that a build holds."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()
