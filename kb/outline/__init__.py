"""Text -> the tree of its provisions, with nothing lost and nothing refused.

The stage reads one decoded file with the grammar of its tradition. The next stages may rely on this: nodes come in
reading order with unique addresses; the spans of a source are a partition of it; odd text became words of some node
or a problem, never an error.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from kb.grammar import Grammar
from kb.model import DateFact, Span
from kb.outline.contents import set_aside
from kb.outline.drafts import Draft
from kb.outline.lines import facts, front_matter, layout_of, ranges, split
from kb.outline.marks import BANNER, FURNITURE, Marked, mark_lines
from kb.outline.settle import Addresses, Settled, ledger, settle
from kb.outline.tree import grow

__all__ = ["Addresses", "Outline", "Part", "Settled", "ledger", "outline", "settle"]


@dataclass(frozen=True, slots=True)
class Part:
    """One record of a file, or the whole of a file that has no records: its tree and what its framing phrases say."""

    record: int | None
    line: int
    roots: tuple[Draft, ...]
    dates: tuple[DateFact, ...]
    authority: str


@dataclass(frozen=True, slots=True)
class Outline:
    """A file read into parts; `layout` is the one named or recognised, `furniture` what belongs to the sheet.

    `facts` is what the file says of itself before its text begins, under our names (title, state, published, number).
    """

    layout: str
    parts: tuple[Part, ...]
    furniture: tuple[Span, ...]
    facts: Mapping[str, str]


def outline(text: str, source: str, media_type: str, grammar: Grammar, layout: str = "") -> Outline:
    """The outline of `text`; `layout` is recognised when it is not named. Never raises, whatever the text."""
    found = layout or layout_of(text, grammar)
    lines = split(text, found, media_type, grammar)
    marked = set_aside(list(mark_lines(lines, grammar, text)))
    groups = [list(group) for _, group in groupby(marked, key=lambda m: m.line.record)]
    sheet = ranges(m.line for m in marked if m.role in (FURNITURE, BANNER))
    front = front_matter(text, media_type)
    spans = ([(0, front)] if front else []) + sheet
    named = ((grammar.layers.facts.get(name.lower()), value) for name, (value, _) in facts(text, media_type).items())
    return Outline(
        layout=found,
        facts={name: value for name, value in named if name and value},
        parts=tuple(_part(group, source, grammar) for group in groups),
        furniture=tuple(Span(source=source, start=a, end=b, role="furniture") for a, b in spans),
    )


def _part(marked: Sequence[Marked], source: str, grammar: Grammar) -> Part:
    first = marked[0].line
    return Part(
        record=first.record,
        line=first.number,
        roots=tuple(grow(marked, grammar)),
        dates=tuple(date for m in marked if (date := _date(m, source, grammar))),
        authority=next((m.line.text.rstrip(" ,") for m in marked if m.formula and m.formula.authority), ""),
    )


def _date(marked: Marked, source: str, grammar: Grammar) -> DateFact | None:
    if marked.formula is None or not marked.formula.event:
        return None
    found = grammar.dates.find(marked.line.text)
    if found is None:
        return None
    day, start, end = found
    spans = marked.line.view.spans(start, end)
    return DateFact(
        event=marked.formula.event,
        date=day,
        origin="text",
        quote=marked.line.text[start:end],
        source=source,
        start=spans[0][0],
        end=spans[-1][1],
    )
