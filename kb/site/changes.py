"""What changed between two wordings of an article, word by word.

Stretches that both wordings hold once are found first, so that a long article costs little more than its length
("patience" comparison); what lies between two of them is compared word for word.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby

KEPT, LEFT, CAME = "kept", "left", "came"
# A word, a figure with its stops ("1.000"), a sign, or the end of a paragraph.
_TOKEN = re.compile(r"\n\n+|[^\S\n]*\n?[^\S\n]*(?:\d+(?:[.,]\d+)+|\w+|[^\w\s])")
_END = "\n\n"
# Stretches of as many words are taken for the same passage; shorter ones come again by chance.
_PASSAGE = 4
# Two stretches that share no passage and are longer than this (words times words) are told as wholly changed.
_MOST = 160_000
# As few kept words between two changes are read with them.
_CRUMB = 2

Runs = tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Change:
    """Some words: `kept`, or of the older wording only (`left`), or of the later one only (`came`)."""

    kind: str
    words: str


def compare(older: str, later: str) -> tuple[tuple[Change, ...], ...]:
    """The changes from one wording to the later one, paragraph by paragraph.

    Without what came they are the older wording, without what left the later one, white space apart.
    """
    one, other = _TOKEN.findall(older.strip()), _TOKEN.findall(later.strip())
    told = _told([token.strip() or _END for token in one], [token.strip() or _END for token in other])
    pairs = [(kind, (one if kind != CAME else other)[at]) for kind, at in told]
    return tuple(_paragraphs(pairs))


def _told(one: Sequence[str], other: Sequence[str]) -> Iterator[tuple[str, int]]:
    """(kind, place) of every token: the place is in `other` for what came, else in `one`."""
    a = b = 0
    for start, there, size in _merged(_same(one, other), len(one), len(other)):
        yield from ((LEFT, at) for at in range(a, start))
        yield from ((CAME, at) for at in range(b, there))
        yield from ((KEPT, at) for at in range(start, start + size))
        a, b = start + size, there + size


def _merged(runs: Iterator[tuple[int, int, int]], a: int, b: int) -> list[tuple[int, int, int]]:
    """The kept runs without crumbs that stand between two longer changes; the last one, empty, ends both wordings."""
    kept: list[tuple[int, int, int]] = []
    for run in [*runs, (a, b, 0)]:
        while len(kept) > 1 and kept[-1][2] <= _CRUMB and _apart(kept[-2], kept[-1]) and _apart(kept[-1], run):
            kept.pop()
        if kept and kept[-1][0] + kept[-1][2] == run[0] and kept[-1][1] + kept[-1][2] == run[1]:
            run = (*kept[-1][:2], kept.pop()[2] + run[2])
        kept.append(run)
    return kept


def _apart(before: tuple[int, int, int], after: tuple[int, int, int]) -> bool:
    gone, come = after[0] - before[0] - before[2], after[1] - before[1] - before[2]
    return gone + come > _CRUMB


def _same(one: Sequence[str], other: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """The kept runs, in order: (place in one, place in other, length)."""
    a = b = 0
    for start, there in [*_anchors(one, other), (len(one), len(other))]:
        yield from _between(one[a:start], other[b:there], a, b)
        if start < len(one) and there < len(other):
            yield start, there, 1
        a, b = start + 1, there + 1


def _between(one: Sequence[str], other: Sequence[str], a: int, b: int) -> Iterator[tuple[int, int, int]]:
    if one and other and len(one) * len(other) <= _MOST:
        for match in SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks():
            if match.size:
                yield a + match.a, b + match.b, match.size


def _anchors(one: Sequence[str], other: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of places that surely belong together: in passages that stand once in each, in a rising sequence."""
    here, there = _once(one), _once(other)
    pairs = [(at, there[passage]) for passage, at in here.items() if passage in there]
    starts = _rising(pairs)
    places = {(a + n, b + n) for a, b in starts for n in range(_PASSAGE)}
    return _rising(sorted(places))


def _once(tokens: Sequence[str]) -> dict[tuple[str, ...], int]:
    passages = [tuple(tokens[at : at + _PASSAGE]) for at in range(len(tokens) - _PASSAGE + 1)]
    count = Counter(passages)
    return {passage: at for at, passage in enumerate(passages) if count[passage] == 1}


def _rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """A longest run of the pairs, which rise in the first place, that rises strictly in both."""
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for at, (_, there) in enumerate(pairs):
        pile = bisect_left(tails, there)
        before.append(ends[pile - 1] if pile else -1)
        tails[pile : pile + 1], ends[pile : pile + 1] = [there], [at]
    run: list[tuple[int, int]] = []
    at = ends[-1] if ends else -1
    while at >= 0:
        if not run or pairs[at][0] < run[-1][0]:
            run.append(pairs[at])
        at = before[at]
    return run[::-1]


def _paragraphs(told: Sequence[tuple[str, str]]) -> Iterator[tuple[Change, ...]]:
    for ends, some in groupby(told, key=lambda pair: not pair[1].strip()):
        if not ends:
            changes = (Change(kind, "".join(token for _, token in run)) for kind, run in groupby(some, _kind))
            yield tuple(changes)


def _kind(pair: tuple[str, str]) -> str:
    return pair[0]
