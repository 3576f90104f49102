"""The passage of a text that answers best, with what was looked for marked in it."""

from __future__ import annotations

import re
from bisect import bisect
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.analysis import key, words
from kb.index import Clause

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


@dataclass(frozen=True, slots=True)
class Match:
    """Where a text, from `start` to `end`, holds what the clause of number `clause` looks for."""

    start: int
    end: int
    clause: int


def matches(text: str, clauses: Sequence[Clause], terms: Mapping[str, set[str]]) -> list[Match]:
    """Every place of `text` that a clause looks for, in order; `terms` are those of its words, by key."""
    tokens = [(key(word), start, end) for word, start, end in words(text)]
    simple = ((number, one) for number, clause in enumerate(clauses) for one in clause.simple)
    found = (match for number, clause in simple for match in _matches(tokens, clause, number, terms))
    return sorted(found, key=lambda match: (match.start, -match.end))


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


Token = tuple[str, int, int]


def _matches(tokens: Sequence[Token], clause: Clause, number: int, terms: Mapping[str, set[str]]) -> Iterator[Match]:
    runs: defaultdict[str, list[tuple[str, ...]]] = defaultdict(list)
    for run in clause.spellings:
        runs[run[0]].append(run)
    for at, (spelled, start, end) in enumerate(tokens):
        ends = [_last(tokens, at, run, clause.slop) for run in runs.get(spelled, ())]
        yield from (Match(start, tokens[last][2], number) for last in ends if last is not None)
        if not any(last is not None for last in ends) and not terms.get(spelled, set()).isdisjoint(clause.terms):
            yield Match(start, end, number)


def _last(tokens: Sequence[Token], at: int, run: Sequence[str], slop: int) -> int | None:
    """The place of the last word of `run` when it begins at `at` and goes on with at most `slop` steps a word."""
    for wanted in run[1:]:
        there = (next_ for next_ in range(at + 1, min(at + 1 + slop, len(tokens))) if tokens[next_][0] == wanted)
        found = next(there, None)
        if found is None:
            return None
        at = found
    return at


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
