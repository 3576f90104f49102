"""Text -> the tree of its provisions, with nothing lost and nothing refused.

The stage reads one decoded file with the grammar of its tradition. The next stages may rely on this: nodes come in
reading order with unique addresses; the spans of a source are a partition of it; odd text became words of some node
or a problem, never an error.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby

from kb.grammar import Grammar
from kb.model import DateFact, Span
from kb.outline import candidates, contents, front, letters, lines, neighbours, sections, sheet
from kb.outline.drafts import Draft, LineSpan
from kb.outline.lines import layout_of
from kb.outline.marks import BANNER, FURNITURE, HEAD, Marked, mark_lines
from kb.outline.settle import Addresses, Settled, ledger, settle
from kb.outline.tree import grow
from kb.outline.views import View

Hint = tuple[int, int, str]
# The day stands within as many lines from the title on.
_BENEATH = 4

__all__ = ["Addresses", "Outline", "RecordTree", "Settled", "ledger", "outline", "settle"]


@dataclass(frozen=True, slots=True)
class RecordTree:
    """One record of a file, or the whole of a file that has no records: its tree and what its framing phrases say."""

    record: int | None
    line: int
    roots: tuple[Draft, ...]
    dates: tuple[DateFact, ...]
    authority: str


@dataclass(frozen=True, slots=True)
class Outline:
    """A file read into parts; `layout` is the one named or recognised, `aside` what is no text of it.

    `facts` is what the file says of itself before its text begins, under our names (title, state, published, number);
    `printed` how it says so.
    """

    layout: str
    parts: tuple[RecordTree, ...]
    aside: tuple[Span, ...]
    facts: Mapping[str, str]
    printed: Mapping[str, str]


def outline(
    text: str, source: str, media_type: str, grammar: Grammar, layout: str = "", hints: Sequence[Hint] = ()
) -> Outline:
    """The outline of `text`; `layout` is recognised when it is not named. Never raises, whatever the text.

    `hints` are stretches that a reader knows to be no running text: (start, end, `furniture` or `note`), in order.
    """
    if not layout:
        layout = layout_of(text, grammar) if media_type == "text/plain" else lines.PLAIN
    aside = lines.aside(text, media_type, grammar, hints)
    hidden = [(start, end) for start, end, _ in aside]
    marked = _marked(lines.split(text, layout, media_type, grammar, hidden), text, grammar)
    said = front.facts(text, media_type)
    title = _title(marked, said, grammar)
    aside += _furniture(front.front_matter(text, media_type), title, marked)
    records = groupby([*title, *marked], key=lambda m: m.line.record)
    return Outline(
        layout=layout,
        facts=_under_our_names({name: value for name, (value, _) in said.items()}, grammar),
        printed=_under_our_names(front.fact_lines(text, media_type), grammar),
        parts=tuple(_part(list(record), source, grammar) for _, record in records),
        aside=tuple(Span(source=source, start=start, end=end, role=role) for start, end, role in aside),
    )


def _furniture(end: int, title: Sequence[Marked], marked: Sequence[Marked]) -> list[Hint]:
    """The front matter up to `end`, without the title that stands in it as a mark, and the lines of the sheet."""
    before = lines.between(0, lines.ranges(m.line for m in title), end)
    sheet_lines = lines.ranges(m.line for m in marked if m.role in (FURNITURE, BANNER))
    return [(start, stop, "furniture") for start, stop in [*before, *sheet_lines]]


def _marked(seen: Sequence[lines.Line], text: str, grammar: Grammar) -> list[Marked]:
    """The lines with their roles, as those beside and around them decide."""
    marked = neighbours.settled(candidates.confirmed(list(mark_lines(seen, grammar, text))), grammar)
    marked = letters.articles(sections.numbered(marked, grammar))
    return contents.set_aside(sheet.set_aside(marked, text), grammar)


def _under_our_names(said: Mapping[str, str], grammar: Grammar) -> dict[str, str]:
    """What a file says of itself, without what has no name of ours or says nothing."""
    ours = ((grammar.layers.facts.get(name.lower()), value) for name, value in said.items())
    return {name: value for name, value in ours if name and value}


def _title(marked: Sequence[Marked], said: Mapping[str, tuple[str, int]], grammar: Grammar) -> list[Marked]:
    """The mark that a page of one article prints only in its front matter (`title: "Artículo 361"`)."""
    if any(m.mark and m.mark.kind == "article" for m in marked) or not marked:
        return []
    titles = (said[name] for name in said if grammar.layers.facts.get(name.lower()) == "title")
    for value, offset in titles:
        mark = grammar.division(value)
        if mark and mark.kind == "article" and mark.rest == len(value):
            line = lines.Line(1, marked[0].line.record, True, View(value, ((0, offset),)))
            return [Marked(line, HEAD, mark)]
    return []


def _part(marked: Sequence[Marked], source: str, grammar: Grammar) -> RecordTree:
    first = marked[0].line
    roots = tuple(grow(marked, grammar))
    # The phrases of a document inside this one are at its own places, not among the roots.
    framing = list(chain.from_iterable(draft.text for draft in roots if draft.kind == "formula"))
    return RecordTree(
        record=first.record,
        line=first.number,
        roots=roots,
        dates=tuple(_dates(roots, framing, source, grammar)),
        authority=next((m.line.text.rstrip(" ,") for m in marked if m.formula and m.formula.authority), ""),
    )


def _dates(roots: Sequence[Draft], framing: Sequence[LineSpan], source: str, grammar: Grammar) -> list[DateFact]:
    """The days that the text gives itself: beneath its title and in its framing phrases, a day of each event once."""
    framed = [date for piece in framing if (date := _date(piece, source, grammar))]
    beneath = _beneath(roots[0].text, source, grammar) if roots and roots[0].kind == "preface" else None
    if beneath is None or any(date.event == beneath.event for date in framed):
        return framed
    return [beneath, *framed]


def _beneath(preface: Sequence[LineSpan], source: str, grammar: Grammar) -> DateFact | None:
    """The day under the title that names a statute ("LEY 45 DE 1923 / (julio 19)")."""
    said = [piece.words.strip() for piece in preface]
    at = grammar.citing.title_at(said)
    named = grammar.citing.identified(said[at]) if at is not None else None
    if at is None or named is None:
        return None
    for piece in preface[at : at + _BENEATH]:
        if found := grammar.dates.under(piece.words, named[2]):
            return _fact(piece, found[0], found[1:], source)
    return None


def _date(piece: LineSpan, source: str, grammar: Grammar) -> DateFact | None:
    formula = grammar.formula(piece.words)
    if formula is None or not formula[0].event:
        return None
    found = grammar.dates.find(piece.words)
    return _fact(piece, formula[0].event, found, source) if found else None


def _fact(piece: LineSpan, event: str, found: tuple[str, int, int], source: str) -> DateFact:
    day, start, end = found
    spans = LineSpan(piece.line, piece.start + start, piece.start + end).spans
    return DateFact(
        event=event,
        date=day,
        origin="text",
        quote=piece.words[start:end],
        source=source,
        start=spans[0][0],
        end=spans[-1][1],
    )
