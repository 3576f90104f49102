"""Where words in quotation marks end that begin with the head of an article or a chapter.

A line closes a quotation when it ends with the closing mark, of which it has one more than opening ones. A quotation
that another one follows before its end has lost its closing mark: nothing is known of its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kb.grammar import Grammar
from kb.outline.marks import Marked
from kb.outline.units import ASIDE, Unit

# As many lines after its first a quotation is looked for its end.
LONGEST_QUOTATION = 400


def closed(found: Sequence[Unit], grammar: Grammar) -> list[Unit]:
    """The units, those that a quotation holds marked so; what follows its closing mark is a unit of its own."""
    done: list[Unit] = []
    ends: tuple[int, int] | None = None
    for at, unit in enumerate(found):
        if ends is None and unit.quotes:
            ends = _end(found, at, grammar)
        if ends is None:
            done.append(unit)
        elif at < ends[0]:
            done.append(replace(unit, in_quotes=True))
        else:
            done.append(replace(unit, lines=unit.lines[: ends[1]], in_quotes=True))
            rest = unit.lines[ends[1] :]
            if rest:
                done.append(Unit(None, rest, document=unit.document, layer="resumed"))
            ends = None
    return done


def _end(found: Sequence[Unit], start: int, grammar: Grammar) -> tuple[int, int] | None:
    """(unit, how many of its lines) up to the mark that closes the quotation that the unit number `start` opens."""
    head = found[start].head
    assert head is not None
    opening = next(mark for mark in grammar.layers.quotes if head.line.text.startswith(mark))
    closing = grammar.layers.quotes[opening]
    read = 0
    for at in range(start, len(found)):
        unit = found[at]
        if at > start and unit.quotes and unit.head is not None and unit.head.line.text.startswith(opening):
            return None
        lines = [*([unit.head] if unit.head else []), *unit.lines]
        for n, marked in enumerate(lines):
            if closes(marked, opening, closing, grammar, first=at == start and n == 0):
                return at, n + 1 - (unit.head is not None)
        read += len(lines)
        if read > LONGEST_QUOTATION:
            return None
    return None


def closes(marked: Marked, opening: str, closing: str, grammar: Grammar, *, first: bool) -> bool:
    """Whether a line ends the quotation; the `first` has the mark that opens it."""
    text = marked.line.text
    if marked.role in ASIDE or not grammar.closes_quotation(text, closing):
        return False
    if opening == closing:
        return text.count(closing) % 2 == (0 if first else 1)
    return text.count(closing) - text.count(opening) == (0 if first else 1)
