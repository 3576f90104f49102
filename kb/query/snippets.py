"""The passage of a text that answers best, with what was looked for marked in it."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.query.ranking import Match

# A passage is about two lines of a page, and shows a few words of what leads to the first mark.
LENGTH = 240
_LEAD = 60
_CUT = "…"
# Not the full stop of "No. 3" or "Art. 4".
_SENTENCE_END = re.compile(r"(?<=\w{4})[.;:] (?=\D)")


@dataclass(frozen=True, slots=True)
class Snippet:
    """A passage, and the (start, end) places in it, in order, of the words that were looked for."""

    text: str
    marks: tuple[tuple[int, int], ...] = ()


def snippet(text: str, found: Sequence[Match], length: int = LENGTH) -> Snippet:
    """The passage of `text`, of about `length` characters, that holds the most of what was looked for.

    Its beginning when it holds nothing.
    """
    lead = min(_LEAD, length // 4)
    start = _start(text, best(found, length - lead), lead) if found else 0
    stop = _stop(text, start, length)
    before, after = _CUT if start else "", _CUT if stop < len(text) else ""
    shift = len(before) - start
    marks = tuple((begin + shift, end + shift) for begin, end in _merged(found) if start <= begin and end <= stop)
    return Snippet(f"{before}{text[start:stop]}{after}", marks)


def best(found: Sequence[Match], length: int = LENGTH - _LEAD) -> int:
    """Where the stretch of `length` with the most clauses, then the most matches, begins; the first of equals."""
    starts = [match.start for match in found]

    def worth(first: int) -> tuple[int, int, int]:
        inside = found[first : bisect(starts, starts[first] + length)]
        return len({match.clause for match in inside}), len(inside), -first

    return starts[max(range(len(found)), key=worth)]


def _start(text: str, mark: int, most: int) -> int:
    """The beginning of the sentence of `mark`, or of a word not far before it."""
    lead = max(0, mark - most)
    sentences = [end.end() for end in _SENTENCE_END.finditer(text, lead, mark)]
    if sentences:
        return sentences[-1]
    word = text.find(" ", lead, mark)
    return 0 if lead == 0 else word + 1 if word >= 0 else mark


def _stop(text: str, start: int, length: int) -> int:
    """The end of the last whole word of a passage."""
    limit = start + length
    if limit >= len(text):
        return len(text)
    word = text.rfind(" ", start, limit + 1)
    return word if word > start else limit


def _merged(found: Sequence[Match]) -> Iterator[tuple[int, int]]:
    """The places without overlaps, in order."""
    begin = end = -1
    for match in found:
        if match.start >= end:
            if end > begin:
                yield begin, end
            begin, end = match.start, match.end
        end = max(end, match.end)
    if end > begin:
        yield begin, end
