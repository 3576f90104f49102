"""Marked lines -> drafts in reading order: containers nest by rank, articles hold their lists, phrases frame all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from kb.grammar import Grammar
from kb.outline import headings, series
from kb.outline.drafts import Draft, Piece, below
from kb.outline.marks import FORMULA, HEAD, Marked
from kb.outline.quoting import place
from kb.outline.units import ASIDE, Unit, units
from kb.outline.versions import fold


@dataclass(slots=True)
class _Standing:
    """Which containers are open, whether the articles are over; `home` is the annex whose text this is, if any."""

    grammar: Grammar
    headed: bool
    begun: bool
    home: Draft | None = None
    roots: list[Draft] = field(default_factory=list)
    containers: list[Draft] = field(default_factory=list)
    article: Draft | None = None
    annex: _Standing | None = None
    closed: bool = False


def grow(lines: Sequence[Marked], grammar: Grammar) -> list[Draft]:
    """The drafts at the top of a document's tree, in reading order; every word but the sheet's is in or below them."""
    found = place(fold(units(lines)), grammar)
    articles = [(unit.rest, unit.lines) for unit in found if unit.kind == "article"]
    begun = any(unit.head and unit.head.role == HEAD for unit in found)
    standing = _Standing(grammar, headings.runs_in(articles), begun)
    for unit in found:
        _grow(unit, standing)
    return standing.roots


def walk(drafts: Sequence[Draft]) -> Iterator[Draft]:
    """The drafts and all below them, in reading order."""
    stack = list(reversed(drafts))
    while stack:
        draft = stack.pop()
        yield draft
        stack.extend(reversed(draft.children))


def _grow(unit: Unit, standing: _Standing) -> None:
    if unit.layer == "annex" and standing.article is not None:
        _grow(replace(unit, layer="own"), _annex(standing))
        return
    standing.annex = None
    if unit.layer == "quoted" and standing.article is not None:
        _quoted(unit, standing)
    elif unit.head is None:
        _loose(unit.lines, standing)
    elif unit.head.role == FORMULA:
        _formula(unit, standing)
    elif unit.kind == "article":
        _article(unit, standing)
    else:
        _container(unit, standing)


def _annex(standing: _Standing) -> _Standing:
    """The standing inside the document that the last article approves."""
    if standing.annex is None:
        home = below(standing.article, Draft("annex"))
        standing.annex = _Standing(standing.grammar, standing.headed, begun=True, home=home)
    return standing.annex


def _loose(lines: Sequence[Marked], standing: _Standing) -> None:
    """Words under no head: what stands before the articles, after them, or in place of them."""
    if all(marked.role in ASIDE for marked in lines):
        return
    kind = "conclusions" if standing.closed else "preface" if standing.begun else "body"
    draft = _top(Draft(kind), standing)
    series.read(draft, None, lines, standing.grammar)


def _formula(unit: Unit, standing: _Standing) -> None:
    head = unit.head
    assert head is not None
    draft = Draft("formula")
    draft.text.append(Piece(head.line, 0, len(head.line.text)))
    if head.formula is not None and head.formula.closes:
        standing.containers, standing.closed = [], True
    _top(draft, standing)
    _loose(unit.lines, standing)


def _article(unit: Unit, standing: _Standing) -> None:
    head = unit.head
    assert head is not None and head.mark is not None
    standing.closed = False
    draft = _placed(Draft("article", head.mark.number, older=unit.older), standing)
    standing.article = draft
    draft.label.append(Piece(head.line, head.mark.start, head.mark.end))
    heading, words = headings.article_heading(unit.rest, unit.lines) if standing.headed else ([], unit.rest)
    draft.heading.extend(heading)
    if head.mark.lead:
        start, end, number = head.mark.lead
        lead = below(draft, Draft("subparagraph", number))
        lead.label.append(Piece(head.line, start, end))
    series.read(draft, words, unit.lines, standing.grammar)


def _quoted(unit: Unit, standing: _Standing) -> None:
    """An article of another law, under the one that gives it new words; an opening quotation mark is its label's."""
    head = unit.head
    assert head is not None and head.mark is not None
    draft = below(standing.article, Draft("quoted", head.mark.number))
    draft.label.append(Piece(head.line, 0, head.mark.end))
    series.read(draft, unit.rest, unit.lines, standing.grammar)


def _container(unit: Unit, standing: _Standing) -> None:
    head = unit.head
    assert head is not None and head.mark is not None
    rank = standing.grammar.rank(head.mark.kind)
    standing.closed = False
    standing.containers = [c for c in standing.containers if standing.grammar.rank(c.kind) < rank]
    draft = _placed(Draft(head.mark.kind, head.mark.number), standing)
    draft.label.append(Piece(head.line, head.mark.start, head.mark.end))
    standing.containers.append(draft)
    heading, taken = headings.container_heading(unit.rest, unit.lines)
    draft.heading.extend(heading)
    words = None if heading or not unit.rest.words.strip() else unit.rest
    series.read(draft, words, unit.lines[taken:], standing.grammar)


def _placed(draft: Draft, standing: _Standing) -> Draft:
    return below(standing.containers[-1], draft) if standing.containers else _top(draft, standing)


def _top(draft: Draft, standing: _Standing) -> Draft:
    if standing.home is not None:
        return below(standing.home, draft)
    standing.roots.append(draft)
    return draft
