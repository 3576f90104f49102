"""What is seen of a stretch of source when its signs are taken away, and where in the source each bit of it stands."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple

_EMPHASIS = re.compile(r"\*{2,}")


class View(NamedTuple):
    """What is seen of a stretch of source: `text`, and for each run of it (where in text, where in source)."""

    text: str
    runs: tuple[tuple[int, int], ...]

    def spans(self, start: int, end: int) -> list[tuple[int, int]]:
        """The stretches of source that text[start:end] stands on, in order."""
        if start >= end:
            return []
        runs = self.runs
        if len(runs) == 1:
            shift = runs[0][1] - runs[0][0]
            return [(start + shift, end + shift)]
        found: list[tuple[int, int]] = []
        for n in range(self._run(start), len(runs)):
            seen, offset = runs[n]
            if seen >= end:
                break
            shift = offset - seen
            until = runs[n + 1][0] if n + 1 < len(runs) else end
            found.append((max(start, seen) + shift, min(end, until) + shift))
        return found

    def source(self, at: int) -> int:
        """The source offset of the character text[at]."""
        seen, offset = self.runs[self._run(at)]
        return offset + at - seen

    def _run(self, at: int) -> int:
        """The number of the run that holds text[at]."""
        if len(self.runs) == 1:
            return 0
        return bisect_right(self.runs, at, key=itemgetter(0)) - 1

    def part(self, start: int, end: int) -> View:
        """The view of text[start:end] alone."""
        inner = [(at - start, offset) for at, offset in self.runs if start < at < end]
        return View(self.text[start:end], ((0, self.source(start)), *inner))


def view(text: str, offset: int, hidden: Sequence[tuple[int, int]] = ()) -> View:
    """What is seen of `text`, which begins at `offset` in the source, when the stretches `hidden` of it are not."""
    signs = [*hidden, *(sign.span() for sign in _EMPHASIS.finditer(text))] if hidden or "**" in text else []
    if not signs:
        words = text.lstrip()
        return View(words.rstrip(), ((0, offset + len(text) - len(words)),)) if words else View("", ((0, offset),))
    return _without(text, offset, sorted(signs))


def _without(text: str, offset: int, signs: list[tuple[int, int]]) -> View:
    joined, runs, at = "", [], 0
    for start, end in [*signs, (len(text), len(text))]:
        if at < start:
            runs.append((len(joined), offset + at))
            joined += text[at:start]
        # What two signs share is neither's: the second goes on from the end of the first.
        at = max(at, end)
    words = joined.strip()
    if not words:
        return View("", ((0, offset),))
    seen = View(joined, tuple(runs))
    start = len(joined) - len(joined.lstrip())
    return seen if len(words) == len(joined) else seen.part(start, start + len(words))
