"""The numbered sections of a text without article labels: 1.1, 1.1.1 are what its rules stand in.

A line that begins "4.3 The" is a section where its numbers rise through the text and no articles are counted there; the
line "4. MEETINGS" just above the first of them is the heading over them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kb.grammar import Grammar, Mark
from kb.outline.marks import HEAD, SERIES, WORDS, Marked

# Fewer sections prove no habit; as many in ten must stand in order.
_FEWEST = 3
_SHARE = 9
_LONGEST_NAME = 12


def numbered(marked: Sequence[Marked], grammar: Grammar) -> list[Marked]:
    """The lines, those that begin numbered sections made heads and the names above them headings."""
    done = list(marked)
    if not any(division.numbered for division in grammar.divisions) or _counts_articles(marked):
        return done
    marks = {at: mark for at, m in enumerate(marked) if (mark := _mark(m, grammar))}
    kept = _rising(marks)
    worded = sum(m.role == HEAD and m.mark is not None and m.mark.kind == "section" for m in marked)
    if not kept or len(kept) + worded < _FEWEST or len(kept) * 10 < _SHARE * len(marks):
        return done
    for at in kept:
        done[at] = replace(marked[at], role=HEAD, mark=marks[at])
    for at in kept:
        if at and _names(done[at - 1], marks[at]):
            done[at - 1] = _as_heading(done[at - 1])
    return done


def _as_heading(above: Marked) -> Marked:
    return replace(above, role=SERIES, line=above.line._replace(level=max(above.line.level, 1)))


def _counts_articles(marked: Sequence[Marked]) -> bool:
    """Whether the text counts articles in figures or words; Roman ones hold sections."""
    heads = (m.mark for m in marked if m.role == HEAD and m.mark is not None)
    return any(mark.kind == "article" and mark.style != "roman" for mark in heads)


def _mark(marked: Marked, grammar: Grammar) -> Mark | None:
    text = marked.line.text
    if marked.role not in (WORDS, SERIES) or not text[:1].isdecimal() or marked.line.row:
        return None
    marks = (division.mark(text) for division in grammar.divisions if division.numbered)
    return next(filter(None, marks), None)


def _rising(marks: dict[int, Mark]) -> list[int]:
    """The places of the marks whose numbers rise."""
    kept: list[int] = []
    last: tuple[int, ...] = ()
    for at, mark in marks.items():
        number = tuple(int(part) for part in (mark.number or "").split(".") if part.isdecimal())
        if number > last:
            kept.append(at)
            last = number
    return kept


def _names(above: Marked, mark: Mark) -> bool:
    """Whether a line with the first figure of a section is the name of the sections below it."""
    if above.role != SERIES or above.mark is None or above.mark.number != (mark.number or "").partition(".")[0]:
        return False
    words = above.line.text[above.rest :].split()
    return len(words) <= _LONGEST_NAME and words[-1][-1:] not in ";:,"
