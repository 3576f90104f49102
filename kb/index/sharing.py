"""Work shared out among processes that begin as copies of this one."""

from __future__ import annotations

import gc
import os
import threading
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from kb.model import ArticuladoError

# A process takes its time to begin, and every question asks each segment: both pay only with so many documents each.
WORTH, _MOST = 2_000, 4
# How often, in seconds, a copy looks whether the process that began it is still there.
_LOOK = 0.05

_Made = TypeVar("_Made")
_One = TypeVar("_One")


def shares(every: Sequence[_One], weights: Sequence[int], workers: int) -> list[Sequence[_One]]:
    """The same in order, in one share or more of about the same weight, as is worth while with so many workers."""
    count = min(workers, _MOST, len(every) // WORTH)
    # Where a process cannot begin as a copy of this one, it would have to read everything again.
    if count < 2 or "fork" not in get_all_start_methods():
        return [every]
    sums = list(accumulate(weights))
    starts = [bisect_left(sums, sums[-1] * number / count) for number in range(count)]
    return [every[start:end] for start, end in zip(starts, [*starts[1:], len(every)], strict=True)]


def each(work: Callable[[_One], _Made], tasks: Sequence[_One]) -> list[_Made]:
    """What `work` makes of each task, the first in this process, every other in one of its own."""
    others = []
    try:
        for task in tasks[1:]:
            fork = get_context("fork")
            here, there = fork.Pipe(duplex=False)
            process = fork.Process(target=_serve, args=(work, task, there), daemon=True)
            process.start()
            there.close()
            others.append((process, here))
        return [*map(work, tasks[:1]), *(_received(end) for _, end in others)]
    finally:
        for process, end in others:
            end.close()
            process.terminate()
            process.join()


def _received(end: Connection) -> Any:
    try:
        found = end.recv()
    except EOFError as error:
        raise ArticuladoError("A process that indexes was stopped; run it again with --workers 1.") from error
    if isinstance(found, Exception):
        raise found
    return found


def _serve(work: Callable[[_One], _Made], task: _One, end: Connection) -> None:
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    try:
        end.send(work(task))
    except (ArticuladoError, OSError) as error:
        end.send(error)


def _end_with(parent: int) -> None:
    """End this process soon after the one that began it, whose lock it holds."""
    while os.getppid() == parent:
        time.sleep(_LOOK)
    os._exit(1)


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
