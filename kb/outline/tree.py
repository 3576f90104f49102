"""Marked lines -> drafts in reading order: containers nest by rank, articles hold their lists, phrases frame all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kb.grammar import Grammar, Mark
from kb.outline import headings, inside, series
from kb.outline.documents import enclosed
from kb.outline.drafts import Doubt, Draft, LineSpan, below
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
    if document.place in law.inside:
        return law.inside[document.place]
    own = [unit for unit in placed if unit.document is not None and unit.document.place == document.place]
    standing = law.inside[document.place] = _standing(own, law.grammar)
    standing.home = home = Draft("annex")
    if document.name is not None:
        home.heading.append(LineSpan.whole(document.name.line).trimmed())
    if document.held and law.article is not None:
        below(law.article, home)
    else:
        law.roots.append(home)
        law.containers = []
    return standing


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
    series.read(_loose_draft(kind, standing), None, lines, standing.grammar)


def _loose_draft(kind: str, standing: _Standing) -> Draft:
    """The draft for words under no head: the one just before, if it is of the kind, or a new one; each annex is new."""
    if kind == "annex":
        return _closing_annex(standing)
    siblings = standing.home.children if standing.home else standing.roots
    same = bool(siblings) and siblings[-1].kind == kind
    return siblings[-1] if same else _top(Draft(kind), standing)


def _closing_annex(standing: _Standing) -> Draft:
    """An annex after the end, in which all that follows stands."""
    annex = _top(Draft("annex", depth=-1), standing)
    standing.containers = [annex]
    return annex


def _after(lines: Sequence[Marked], standing: _Standing) -> None:
    """A document after the end that is none of the law's, under the line that names it."""
    standing.closed = True
    draft = _closing_annex(standing)
    draft.heading.append(LineSpan.whole(lines[0].line).trimmed())
    series.read(draft, None, lines[1:], standing.grammar)


def _letter(lines: Sequence[Marked], grammar: Grammar) -> int:
    """Where, after the signatures, a transcribed letter or report begins: lines as long as those of running text.

    Three long lines in a row are prose, or one that is as long as three.
    """
    long = [len(m.line.text) * (not grammar.signs(m.line.text)) for m in lines]
    for at, length in enumerate(long):
        if length > 3 * _LONG_LINE or (at + 3 <= len(long) and min(long[at : at + 3]) > _LONG_LINE):
            return at
    return len(lines)


def _formula(unit: Unit, standing: _Standing) -> None:
    head = unit.head
    assert head is not None
    draft = Draft("formula")
    draft.text.append(LineSpan.whole(head.line))
    if head.formula is not None and head.formula.closes:
        standing.containers, standing.closed = [], True
    _top(draft, standing)
    _loose(unit.lines, standing)


def _rule(unit: Unit, standing: _Standing) -> None:
    """An article, or what stands in its place: the head whose words are the law."""
    head = unit.head
    assert head is not None and head.mark is not None
    mark = head.mark
    standing.closed = False
    _leave_transitory_part(mark.number or "", standing)
    draft = _placed(Draft(unit.kind, mark.number, older=unit.older), standing)
    standing.containers = [c for c in standing.containers if not c.single]
    if not any(c.kind == "transitional" for c in standing.containers):
        standing.own_number = unit.last_number or ""
    draft.doubt = _misspelled(unit, mark)
    if unit.thin:
        draft.doubt = Doubt("thin-evidence", "quoted", mark.number or "", standing.article)
    standing.article = draft
    draft.label.extend([*_echo(unit), LineSpan(head.line, mark.start, mark.end)])
    heading, words = _heading(unit, standing)
    draft.heading.extend(heading)
    if mark.lead:
        _with_lead(draft, head, mark.lead)
    series.read(draft, words, unit.lines, standing.grammar)
    for number in mark.more:
        _placed(_shared(draft, number), standing)


def _shared(draft: Draft, number: str) -> Draft:
    """One more article under the same mark, with the same words."""
    return Draft(draft.kind, number, label=draft.label, heading=draft.heading, text=draft.text, shared=True)


def _misspelled(unit: Unit, mark: Mark) -> Doubt | None:
    return Doubt("misspelled-label", unit.kind, mark.number or "", None) if mark.misspelled else None


def _heading(unit: Unit, standing: _Standing) -> tuple[list[LineSpan], LineSpan]:
    """The heading of an article, and its words behind that: an epigraph above it, what is emphasised, a first line."""
    if unit.epigraph is not None:
        return [LineSpan.whole(unit.epigraph.line).trimmed()], unit.rest
    heading, words = headings.emphasised_heading(unit.rest, standing.grammar)
    if standing.headed and not heading:
        return headings.article_heading(unit.rest, unit.lines, standing.grammar)
    return heading, words


def _with_lead(article: Draft, head: Marked, lead: tuple[int, int, str]) -> None:
    """Give an article the first subparagraph, whose number stands before its mark: "(1) Artículo 3."."""
    start, end, number = lead
    first = below(article, Draft("subparagraph", number))
    first.label.append(LineSpan(head.line, start, end))


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


def _echo(unit: Unit) -> list[LineSpan]:
    """The mark that was printed once before, with all that stands before its words."""
    if unit.echo is None or unit.echo.mark is None:
        return []
    mark = unit.echo.mark
    return [LineSpan(unit.echo.line, mark.lead[0] if mark.lead else mark.start, mark.end)]


def _quoted(unit: Unit, standing: _Standing) -> None:
    """An article of another law, under the one that gives it new words; an opening quotation mark is its label's."""
    head = unit.head
    assert head is not None and head.mark is not None
    draft = below(standing.article, Draft("quoted", head.mark.number))
    if unit.thin:
        draft.doubt = Doubt("thin-evidence", "article", head.mark.number or "", None)
    draft.label.append(LineSpan(head.line, 0, head.mark.end))
    series.read(draft, unit.rest, unit.lines, standing.grammar)


def _container(unit: Unit, standing: _Standing) -> None:
    head = unit.head
    assert head is not None and head.mark is not None
    standing.closed = False
    draft = _placed(Draft(unit.kind, head.mark.number, older=unit.older), standing)
    draft.label.extend([*_echo(unit), LineSpan(head.line, head.mark.start, head.mark.end)])
    draft.doubt = _misspelled(unit, head.mark)
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
    if head.mark is not None:
        draft.single = head.mark.single
        if number:
            draft.label.append(LineSpan(head.line, head.mark.start, head.mark.end))
    draft.heading.append(LineSpan(head.line, head.rest if number else 0, len(head.line.text)).trimmed())
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
