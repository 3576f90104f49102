"""Marked lines -> drafts in reading order: containers nest by rank, articles hold their lists, phrases frame all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kb.grammar import Grammar
from kb.outline import headings, series
from kb.outline.drafts import Draft, Piece, below
from kb.outline.marks import FORMULA, FURNITURE, HEAD, Marked


@dataclass(frozen=True, slots=True)
class Unit:
    """A head or a framing phrase with the lines up to the next one; the first unit of a document may have no head."""

    head: Marked | None
    lines: tuple[Marked, ...]

    @property
    def rest(self) -> Piece:
        """The words after the mark of the head."""
        assert self.head is not None
        return Piece(self.head.line, self.head.rest, len(self.head.line.text))


@dataclass(slots=True)
class _Standing:
    """Which containers are open, and whether the articles are over."""

    grammar: Grammar
    headed: bool
    begun: bool
    roots: list[Draft] = field(default_factory=list)
    containers: list[Draft] = field(default_factory=list)
    closed: bool = False


def grow(lines: Sequence[Marked], grammar: Grammar) -> list[Draft]:
    """The drafts at the top of a document's tree, in reading order; every word but furniture is below them."""
    units = list(_units(lines))
    articles = [(unit.rest, unit.lines) for unit in units if _kind(unit) == "article"]
    standing = _Standing(grammar, headings.runs_in(articles), any(u.head and u.head.role == HEAD for u in units))
    for unit in units:
        _grow(unit, standing)
    return standing.roots


def walk(drafts: Sequence[Draft]) -> Iterator[Draft]:
    """The drafts and all below them, in reading order."""
    stack = list(reversed(drafts))
    while stack:
        draft = stack.pop()
        yield draft
        stack.extend(reversed(draft.children))


def _units(lines: Sequence[Marked]) -> Iterator[Unit]:
    starts = [at for at, marked in enumerate(lines) if marked.role in (HEAD, FORMULA)]
    if lines and (not starts or starts[0] > 0):
        yield Unit(None, tuple(lines[: starts[0] if starts else len(lines)]))
    for start, stop in zip(starts, [*starts[1:], len(lines)], strict=False):
        yield Unit(lines[start], tuple(lines[start + 1 : stop]))


def _kind(unit: Unit) -> str:
    return unit.head.mark.kind if unit.head and unit.head.mark else ""


def _grow(unit: Unit, standing: _Standing) -> None:
    if unit.head is None:
        _loose(unit.lines, standing)
    elif unit.head.role == FORMULA:
        _formula(unit, standing)
    elif _kind(unit) == "article":
        _article(unit, standing)
    else:
        _container(unit, standing)


def _loose(lines: Sequence[Marked], standing: _Standing) -> None:
    """Words under no head: what stands before the articles, after them, or in place of them."""
    if all(marked.role == FURNITURE for marked in lines):
        return
    kind = "conclusions" if standing.closed else "preface" if standing.begun else "body"
    draft = Draft(kind)
    standing.roots.append(draft)
    series.read(draft, None, lines, standing.grammar)


def _formula(unit: Unit, standing: _Standing) -> None:
    head = unit.head
    assert head is not None
    draft = Draft("formula")
    draft.text.append(Piece(head.line, 0, len(head.line.text)))
    closes = head.formula is not None and head.formula.closes
    if closes:
        standing.containers, standing.closed = [], True
    standing.roots.append(draft)
    _loose(unit.lines, standing)


def _article(unit: Unit, standing: _Standing) -> None:
    head = unit.head
    assert head is not None and head.mark is not None
    standing.closed = False
    draft = _placed(Draft("article", head.mark.number), standing)
    draft.label.append(Piece(head.line, head.mark.start, head.mark.end))
    heading, words = headings.article_heading(unit.rest, unit.lines) if standing.headed else ([], unit.rest)
    draft.heading.extend(heading)
    if head.mark.lead:
        start, end, number = head.mark.lead
        lead = below(draft, Draft("subparagraph", number))
        lead.label.append(Piece(head.line, start, end))
    series.read(draft, words, unit.lines, standing.grammar)


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
    if not standing.containers:
        standing.roots.append(draft)
        return draft
    return below(standing.containers[-1], draft)
