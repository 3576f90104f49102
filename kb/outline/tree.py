"""Marked lines -> drafts in reading order: containers nest by rank, articles hold their lists, phrases frame all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kb.grammar import Grammar
from kb.outline import headings, inside, series
from kb.outline.documents import enclosed
from kb.outline.drafts import Doubt, Draft, Piece, below
from kb.outline.marks import CLOSING, FORMULA, HEAD, SERIES, WORDS, Marked
from kb.outline.nesting import provision, ranks
from kb.outline.quoting import place
from kb.outline.units import ASIDE, Enclosed, Unit, units
from kb.outline.versions import fold

# A signature and an office are shorter than this; a line of a letter is not.
_LONG_LINE = 55


@dataclass(slots=True)
class _Standing:
    """Which containers are open, whether the articles are over; `home` is the annex whose text this is, if any.

    `own_number` is that of the last article outside a transitory part, `inside` are the standings of the documents that
    this one holds, by their places.
    """

    grammar: Grammar
    headed: bool
    begun: bool
    ranks: Mapping[str, int]
    rule: str
    home: Draft | None = None
    roots: list[Draft] = field(default_factory=list)
    containers: list[Draft] = field(default_factory=list)
    article: Draft | None = None
    own_number: str = ""
    inside: dict[int, _Standing] = field(default_factory=dict)
    closed: bool = False


def grow(lines: Sequence[Marked], grammar: Grammar) -> list[Draft]:
    """The drafts at the top of a document's tree, in reading order; every word but the sheet's is in or below them."""
    said = inside.with_one_heading(inside.with_own_headings(list(units(lines))), grammar)
    articles = inside.with_running_numbers(fold(said, grammar))
    documents = enclosed(headings.with_epigraphs(articles, grammar), grammar)
    placed = inside.with_end(inside.without_budgets(place(documents, grammar), grammar), grammar)
    standing = _standing([unit for unit in placed if unit.document is None], grammar)
    for unit in placed:
        _grow(unit, standing if unit.document is None else _enclosed(unit.document, placed, standing))
    return standing.roots


def _standing(found: Sequence[Unit], grammar: Grammar) -> _Standing:
    """The standing before the first of the units of one document."""
    depths = ranks(found, grammar)
    rule = provision(depths, found)
    headed = headings.runs_in([(unit.rest, unit.lines) for unit in found if unit.kind == rule], grammar)
    begun = any(unit.head and unit.head.role == HEAD for unit in found)
    return _Standing(grammar, headed, begun, depths, rule)


def _enclosed(document: Enclosed, placed: Sequence[Unit], law: _Standing) -> _Standing:
    """The standing inside a document that the law encloses; its annex is begun when it is met first."""
    if document.place not in law.inside:
        own = [unit for unit in placed if unit.document is not None and unit.document.place == document.place]
        inside = _standing(own, law.grammar)
        home = Draft("annex")
        if document.name is not None:
            home.heading.append(Piece.whole(document.name.line).trimmed())
        if document.held and law.article is not None:
            below(law.article, home)
        else:
            law.roots.append(home)
            law.containers = []
        inside.home = home
        law.inside[document.place] = inside
    return law.inside[document.place]


def walk(drafts: Sequence[Draft]) -> Iterator[Draft]:
    """The drafts and all below them, in reading order."""
    stack = list(reversed(drafts))
    while stack:
        draft = stack.pop()
        yield draft
        stack.extend(reversed(draft.children))


def _grow(unit: Unit, standing: _Standing) -> None:
    if unit.layer == "quoted" and standing.article is not None:
        _quoted(unit, standing)
    elif unit.layer == "resumed" and standing.article is not None:
        series.resume(standing.article, unit.lines, standing.grammar)
    elif unit.layer == "after":
        _after(unit.lines, standing)
    elif unit.head is None:
        standing.closed = standing.closed or unit.layer == "signed"
        _loose(unit.lines, standing)
    elif unit.head.role == FORMULA:
        _formula(unit, standing)
    elif unit.kind == "division":
        _division(unit, standing)
    elif unit.kind == standing.rule:
        _rule(unit, standing)
    else:
        _container(unit, standing)


def _loose(lines: Sequence[Marked], standing: _Standing) -> None:
    """Words under no head: what stands before the articles, after them, or in place of them."""
    if all(marked.role in ASIDE for marked in lines):
        # Days of no wording at all are words like others.
        days = [replace(marked, role=WORDS) for marked in lines if marked.role == CLOSING]
        if days:
            _loose(days, standing)
        return
    letter = _letter(lines, standing.grammar) if standing.closed else len(lines)
    if 0 < letter < len(lines):
        _loose(lines[:letter], standing)
        _loose(lines[letter:], standing)
        return
    kind = "preface" if standing.begun else "body"
    if standing.closed:
        kind = "conclusions" if letter or standing.home else "annex"
    siblings = standing.home.children if standing.home else standing.roots
    same = siblings and siblings[-1].kind == kind and kind != "annex"
    draft = siblings[-1] if same else _top(Draft(kind), standing)
    if kind == "annex":
        draft.depth = -1
        standing.containers = [draft]
    series.read(draft, None, lines, standing.grammar)


def _after(lines: Sequence[Marked], standing: _Standing) -> None:
    """A document after the end that is none of the law's, under the line that names it."""
    standing.closed = True
    draft = _top(Draft("annex", depth=-1), standing)
    standing.containers = [draft]
    draft.heading.append(Piece(lines[0].line, 0, len(lines[0].line.text)).trimmed())
    series.read(draft, None, lines[1:], standing.grammar)


def _letter(lines: Sequence[Marked], grammar: Grammar) -> int:
    """Where, after the signatures, a transcribed letter or report begins: lines as long as those of running text."""
    long = [len(m.line.text) if not grammar.signs(m.line.text) else 0 for m in lines]
    spells = (min(long[at : at + 3], default=0) if at + 3 <= len(long) else 0 for at in range(len(long)))
    prose = (at for at, spell in enumerate(spells) if spell > _LONG_LINE or long[at] > 3 * _LONG_LINE)
    return next(prose, len(lines))


def _formula(unit: Unit, standing: _Standing) -> None:
    head = unit.head
    assert head is not None
    draft = Draft("formula")
    draft.text.append(Piece.whole(head.line))
    if head.formula is not None and head.formula.closes:
        standing.containers, standing.closed = [], True
    _top(draft, standing)
    _loose(unit.lines, standing)


def _rule(unit: Unit, standing: _Standing) -> None:
    """An article, or what stands in its place: the head whose words are the law."""
    head = unit.head
    assert head is not None and head.mark is not None
    standing.closed = False
    _leave_transitory_part(head.mark.number or "", standing)
    draft = _placed(Draft(unit.kind, head.mark.number, older=unit.older), standing)
    standing.containers = [c for c in standing.containers if not c.single]
    if not any(c.kind == "transitional" for c in standing.containers):
        standing.own_number = unit.last_number or ""
    if unit.thin:
        draft.doubt = Doubt("thin-evidence", "quoted", head.mark.number or "", standing.article)
    elif head.mark.misspelled:
        draft.doubt = Doubt("misspelled-label", unit.kind, head.mark.number or "", None)
    standing.article = draft
    draft.label.extend([*_echo(unit), Piece(head.line, head.mark.start, head.mark.end)])
    heading, words = headings.emphasised_heading(unit.rest, standing.grammar)
    if standing.headed and not heading:
        heading, words = headings.article_heading(unit.rest, unit.lines, standing.grammar)
    if unit.epigraph is not None:
        heading, words = [Piece.whole(unit.epigraph.line).trimmed()], unit.rest
    draft.heading.extend(heading)
    if head.mark.lead:
        start, end, number = head.mark.lead
        lead = below(draft, Draft("subparagraph", number))
        lead.label.append(Piece(head.line, start, end))
    series.read(draft, words, unit.lines, standing.grammar)
    for number in head.mark.more:
        again = Draft(unit.kind, number, label=draft.label, heading=draft.heading, text=draft.text, shared=True)
        _placed(again, standing)


def _leave_transitory_part(number: str, standing: _Standing) -> None:
    """Close the transitory part where an article goes on with the law's own numbers, and not with that part's.

    After articles 1 to 23 and the transitory ones 1 and 2 the next, 24, is the law's own.
    """
    kinds = [container.kind for container in standing.containers]
    if "transitional" not in kinds or standing.article is None or not standing.own_number:
        return
    follows = standing.grammar.numbers.follows
    if follows(standing.own_number, number) and not follows(standing.article.number or "", number):
        standing.containers = standing.containers[: kinds.index("transitional")]


def _echo(unit: Unit) -> list[Piece]:
    """The mark that was printed once before, with all that stands before its words."""
    mark = unit.echo.mark if unit.echo else None
    return [Piece(unit.echo.line, mark.lead[0] if mark.lead else mark.start, mark.end)] if unit.echo and mark else []


def _quoted(unit: Unit, standing: _Standing) -> None:
    """An article of another law, under the one that gives it new words; an opening quotation mark is its label's."""
    head = unit.head
    assert head is not None and head.mark is not None
    draft = below(standing.article, Draft("quoted", head.mark.number))
    if unit.thin:
        draft.doubt = Doubt("thin-evidence", "article", head.mark.number or "", None)
    draft.label.append(Piece(head.line, 0, head.mark.end))
    series.read(draft, unit.rest, unit.lines, standing.grammar)


def _container(unit: Unit, standing: _Standing) -> None:
    head = unit.head
    assert head is not None and head.mark is not None
    standing.closed = False
    draft = _placed(Draft(unit.kind, head.mark.number, older=unit.older), standing)
    draft.label.extend([*_echo(unit), Piece(head.line, head.mark.start, head.mark.end)])
    if head.mark.misspelled:
        draft.doubt = Doubt("misspelled-label", unit.kind, head.mark.number or "", None)
    heading, taken = headings.container_heading(unit.rest, unit.lines, standing.grammar)
    draft.heading.extend(heading)
    words = None if heading or not unit.rest.words.strip() else unit.rest
    series.read(draft, words, unit.lines[taken:], standing.grammar)


def _division(unit: Unit, standing: _Standing) -> None:
    """A heading without a number: it ends the article before it, and holds what follows; framing words stay such."""
    head = unit.head
    assert head is not None
    framing = standing.begun and standing.article is None and not standing.containers and not head.mark
    if standing.closed or framing:
        _loose([head, *unit.lines], standing)
        return
    # Where there are numbered rules it stands just above them; else headings nest by their own level.
    depth = standing.ranks.get(standing.rule, 0) - 0.5 if standing.begun else float(head.line.level)
    number = unit.number if head.role == SERIES else None
    draft = _placed(Draft("division", number, depth=depth), standing)
    draft.single = head.mark is not None and head.mark.single
    if head.mark and number:
        draft.label.append(Piece(head.line, head.mark.start, head.mark.end))
    draft.heading.append(Piece(head.line, head.rest if number else 0, len(head.line.text)).trimmed())
    series.read(draft, None, unit.lines, standing.grammar)


def _placed(draft: Draft, standing: _Standing) -> Draft:
    """`draft` under the nearest open head above its depth; it is open itself for what nests in it."""
    if draft.kind != "division":
        draft.depth = standing.ranks.get(draft.kind, len(standing.ranks))
    standing.containers = [c for c in standing.containers if c.depth < draft.depth]
    placed = below(standing.containers[-1], draft) if standing.containers else _top(draft, standing)
    standing.containers.append(draft)
    return placed


def _top(draft: Draft, standing: _Standing) -> Draft:
    if standing.home is not None:
        return below(standing.home, draft)
    standing.roots.append(draft)
    return draft
