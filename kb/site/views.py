"""An instrument as its pages show it.

The pages may rely on every node standing in exactly one place of its instrument's `parts`,
in reading order, and on every article having a page.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from kb.comparing import OtherFile
from kb.ids import BELOW_ARTICLE, is_rule, layer
from kb.model import EMPTY, Citation, ForcePeriod, Inciso, Instrument, Node, Source, Version
from kb.site.anchors import Anchors, Stretches, by_node, parted
from kb.site.blocks import Block, blocks
from kb.site.blocks import words as words_of
from kb.site.marks import Marks, Places, marks, with_terms
from kb.site.paths import article_page, fragment
from kb.site.siblings import Children, N, Placed, children_of
from kb.site.terms import Defined, Reading, Use, distinct
from kb.site.wordings import Older, compared
from kb.site.words import Words
from kb.store import StoredProblem
from kb.validity import period_of

if TYPE_CHECKING:
    from kb.site.entries import Entry

_GAP = "numbering-gap"
_NUMBER = re.compile(r"[0-9]+")
_STANDING = frozenset({"book", "part", "title", "chapter", "section", "division", "annex", "transitional", "article"})
LISTED = frozenset({"item", "point"})


@dataclass(frozen=True, slots=True)
class Provision:
    """A node as it is set: its blocks of text, what is printed below it, what closes it, and the words that cite.

    `anchors` tells which blocks begin an inciso.
    """

    node: Node
    blocks: tuple[Block, ...]
    runs: tuple[Run, ...]
    closing: str
    marks: Marks = field(default_factory=dict)
    anchors: Anchors = field(default_factory=dict)

    @property
    def tied(self) -> bool:
        """Whether words of it or of what is below it cite, and so are explained in the language of a page."""
        cites = any(isinstance(mark.tie, Citation) for some in self.marks.values() for mark in some)
        return cites or any(member.tied for run in self.runs for member in run.members)

    @property
    def uses(self) -> Iterable[Use]:
        """The terms, defined elsewhere, that it or what is below it uses."""
        yield from (mark.tie for some in self.marks.values() for mark in some if isinstance(mark.tie, Use))
        yield from (use for run in self.runs for member in run.members for use in member.uses)


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbours of one kind; `listed` when they are the items of one list."""

    kind: str
    members: tuple[Provision, ...]
    shape: str = "run"

    @property
    def listed(self) -> bool:
        return self.kind in LISTED


@dataclass(frozen=True, slots=True)
class Article:
    """An article with its place: the divisions around it, its page, its problems and older wordings."""

    provision: Provision
    page: str
    above: tuple[Node, ...]
    problems: tuple[StoredProblem, ...]
    versions: tuple[Older, ...]
    shape: str = "article"

    @property
    def node(self) -> Node:
        return self.provision.node

    @property
    def uses(self) -> tuple[Use, ...]:
        """The terms in it that other provisions define."""
        return distinct(self.provision.uses)

    @property
    def only_note(self) -> bool:
        """Whether the source prints nothing here but the state ("Derogado por …")."""
        note, text = self.node.note, self.node.text.strip()
        return note is not None and not self.provision.runs and text in ("", note.strip())

    @property
    def bare(self) -> bool:
        """Whether the source prints a number and no words."""
        return not self.only_note and (self.node.status == EMPTY or not (self.provision.blocks or self.provision.runs))


@dataclass(frozen=True, slots=True)
class Division:
    """A chapter or another container with its own words and what stands in it; `depth` is 0 for the outermost."""

    provision: Provision
    parts: tuple[Part, ...]
    depth: int
    shape: str = "division"

    @property
    def node(self) -> Node:
        return self.provision.node


Part = Division | Article | Run


@dataclass(frozen=True, slots=True)
class Name:
    """What an instrument is called: the designation that lawyers cite and, apart, what it is about."""

    main: str
    subject: str = ""


@dataclass(frozen=True, slots=True)
class Work:
    """An instrument with all that its pages show.

    `labels` names every node as printed, `layers` counts own, annexed and quoted articles, `missing` holds the article
    numbers that would stand before an article, `annexes` the titles of those that have one, `periods` tell from when
    its own articles hold (None: the whole), `lines` the lines of each source that hold its text; `single` when its
    articles have no pages of their own; `others` are other files of the same law.
    """

    instrument: Instrument
    name: Name
    folder: str
    parts: tuple[Part, ...]
    articles: tuple[Article, ...]
    labels: Mapping[str, str]
    missing: Mapping[str, tuple[int, ...]]
    layers: Mapping[str, int]
    statuses: tuple[tuple[str, int], ...]
    sources: tuple[Source, ...]
    lines: Mapping[str, tuple[int, ...]]
    problems: tuple[StoredProblem, ...]
    annexes: Mapping[str, str]
    periods: Mapping[str | None, ForcePeriod]
    single: bool = False
    others: tuple[OtherFile, ...] = ()

    @property
    def around(self) -> Iterable[tuple[Article | None, Article, Article | None]]:
        """Each article with the one before and the one after it."""
        row = (None, *self.articles, None)
        return ((before, article, after) for before, article, after in zip(row, self.articles, row[2:], strict=False))


@dataclass(frozen=True, slots=True)
class _Found:
    """What one instrument's tree is made of, while it is put together."""

    children: Children[Node]
    problems: Mapping[str | None, Sequence[StoredProblem]]
    versions: Mapping[str, Sequence[Version]]
    citations: Mapping[str, Places]
    incisos: Stretches
    page: Callable[[str], str]
    begin: Callable[[str], Reading | None]
    reading: Reading | None = None


def name_of(instrument: Instrument, languages: Sequence[Words]) -> Name:
    """The designation of an instrument in its own language, its title apart when that says more."""
    words = next((w for w in languages if w.code == instrument.language), languages[0])
    title = instrument.title.strip()
    if not (instrument.number and instrument.year):
        return Name(title or instrument.id)
    kind = instrument.type.replace("-", " ").capitalize()
    main = words("name.designation", type=kind, number=instrument.number, year=instrument.year)
    rest = title[len(main) :] if title.casefold().startswith(main.casefold()) else title
    return Name(main, rest.lstrip(" ,.;:–-"))


def stretches(parts: Iterable[Part]) -> tuple[tuple[str, tuple[Part, ...]], ...]:
    """Articles and divisions as a table of contents lists them: (shape, neighbours of that shape), in reading order."""
    listed = (part for part in parts if not isinstance(part, Run))
    return tuple((shape, tuple(some)) for shape, some in groupby(listed, key=lambda part: part.shape))


@dataclass(frozen=True, slots=True)
class Parts:
    """What an instrument is put together from; `citations` are those in its words, by node."""

    nodes: Sequence[Node]
    versions: Sequence[Version]
    citations: Mapping[str, Places]
    problems: tuple[StoredProblem, ...]
    incisos: Sequence[Inciso]
    sources: tuple[Source, ...]
    others: tuple[OtherFile, ...] = ()
    periods: Sequence[ForcePeriod] = ()


def work_of(entry: Entry, made: Parts, terms: Defined, single: bool) -> Work:
    """An instrument as its pages show it; `single` when its articles have no pages of their own."""
    page = fragment if single else article_page
    begin = partial(terms.reading, entry.instrument.id, entry.instrument.language)
    older, incisos = _by_article(made.versions), by_node(made.incisos)
    found = _Found(children_of(made.nodes), _by_place(made.problems), older, made.citations, incisos, page, begin)
    parts = _parts(None, found, ())
    articles = tuple(_articles(parts))
    return Work(
        instrument=entry.instrument,
        name=entry.name,
        folder=entry.folder,
        parts=parts,
        articles=articles,
        labels=entry.labels,
        missing=_missing(articles),
        layers=entry.layers,
        statuses=entry.statuses,
        sources=made.sources,
        lines=_lines(made.nodes),
        problems=made.problems,
        annexes=entry.annexes,
        periods=dict(_periods(articles, made)),
        single=single,
        others=made.others,
    )


def _by_place(problems: Iterable[StoredProblem]) -> Mapping[str | None, Sequence[StoredProblem]]:
    places: dict[str | None, list[StoredProblem]] = defaultdict(list)
    for problem in problems:
        places[problem.eid].append(problem)
    return places


def _by_article(versions: Iterable[Version]) -> Mapping[str, Sequence[Version]]:
    articles: dict[str, list[Version]] = defaultdict(list)
    for version in versions:
        articles[version.eid].append(version)
    return articles


def labels_of(nodes: Iterable[Placed]) -> Mapping[str, str]:
    """eid -> label as printed, below an article with the label of what it belongs to; parents come first."""
    printed: dict[str, str] = {}
    for node in nodes:
        own = node.label.strip() or node.heading.strip()
        above = printed.get(node.parent or "", "") if node.kind in BELOW_ARTICLE else ""
        printed[node.eid] = f"{above} {own}".strip()
    return {eid: label or eid for eid, label in printed.items()}


def _periods(articles: Iterable[Article], made: Parts) -> Iterator[tuple[str | None, ForcePeriod]]:
    """What each of its own articles, and a law as a whole, says of the days on which it holds; not of an annex."""
    known = {period.eid: period for period in made.periods}
    nodes = {node.eid: node for node in made.nodes}
    own = (article.node.eid for article in articles if layer(article.node.eid) == "own")
    for eid in (None, *own):
        if period := period_of(eid, known, nodes):
            yield eid, period


def _lines(nodes: Iterable[Node]) -> Mapping[str, tuple[int, ...]]:
    lines: dict[str, dict[int, None]] = defaultdict(dict)
    for node in nodes:
        lines[node.source][node.line] = None
    return {source: tuple(found) for source, found in lines.items()}


def _parts(parent: str | None, found: _Found, above: tuple[Node, ...]) -> tuple[Part, ...]:
    return tuple(
        part
        for kind, nodes in groupby(found.children.get(parent, ()), key=lambda node: _loose(node, found))
        for part in ((_run(kind, nodes, found),) if kind else (_placed(node, found, above) for node in nodes))
    )


def _loose(node: Node, found: _Found) -> str | None:
    """The kind of a node that is set together with its neighbours of that kind; None for what stands alone."""
    return None if alone(node, found.children) else node.kind


def alone(node: N, children: Children[N]) -> bool:
    """Whether a node stands by itself: an article, a division, or what holds any of them."""
    return node.kind in _STANDING or _holds_articles(node, children)


def _holds_articles(node: N, children: Children[N]) -> bool:
    return node.kind != "quoted" and any(child.kind in _STANDING for child in children.get(node.eid, ()))


def _placed(node: Node, found: _Found, above: tuple[Node, ...]) -> Part:
    if is_rule(node.kind, node.eid):
        return _article(node, found, above)
    return Division(_provision(node, replace(found, children={})), _parts(node.eid, found, (*above, node)), len(above))


def _article(node: Node, found: _Found, above: tuple[Node, ...]) -> Article:
    provision = _provision(node, replace(found, reading=found.begin(node.eid)))
    problems = tuple(problem for eid in within(provision) for problem in found.problems.get(eid, ()))
    older = found.versions.get(node.eid, ())
    wordings = compared(older, _today(provision)) if older else ()
    return Article(provision, found.page(node.eid), above, problems, wordings)


def _today(provision: Provision) -> str:
    """The present words of an article without its own mark; none where only its state is printed."""
    note = (provision.node.note or "").strip()
    return "\n\n".join(said(provision)).removeprefix(note).strip()


def said(provision: Provision) -> Iterable[str]:
    """The words of a provision without its own label, and of all below it, paragraph by paragraph."""
    yield words_of(provision.blocks)
    for run in provision.runs:
        for member in run.members:
            first, *rest = said(member)
            yield " ".join(filter(None, (member.node.label, member.node.heading, first)))
            yield from rest
    yield provision.closing


def walk(provision: Provision) -> Iterable[Provision]:
    """A provision and all that is set in it, in reading order."""
    yield provision
    for run in provision.runs:
        for member in run.members:
            yield from walk(member)


def within(provision: Provision) -> Iterable[str]:
    """The eIds of a provision and of all that is set in it."""
    return (each.node.eid for each in walk(provision))


def _provision(node: Node, found: _Found) -> Provision:
    words, anchors = parted(node.text, found.incisos.get(node.eid, ()))
    text, tail = blocks(words), node.tail.rstrip()
    cited = marks(words, found.citations[node.eid]) if node.eid in found.citations else {}
    # Before those of what is below it, so that the first use of a term is the first that is read.
    cited = with_terms(words, cited, found.reading)
    runs = tuple(_run(kind, nodes, found) for kind, nodes in groupby(found.children.get(node.eid, ()), _kind))
    *most, last = text or ("",)
    if runs or not tail or not isinstance(last, str):
        return Provision(node, text, runs, tail.strip(), cited, anchors)
    return Provision(node, (*most, last + tail), runs, "", cited, anchors)


def _kind(node: Node) -> str:
    return node.kind


def _run(kind: str, nodes: Iterable[Node], found: _Found) -> Run:
    return Run(kind, tuple(_provision(node, found) for node in nodes))


def _articles(parts: Iterable[Part]) -> Iterable[Article]:
    for part in parts:
        if isinstance(part, Article):
            yield part
        elif isinstance(part, Division):
            yield from _articles(part.parts)


def _missing(articles: Iterable[Article]) -> Mapping[str, tuple[int, ...]]:
    """eid of an article -> the numbers recorded as missing before it; a gap in a list is told among problems only."""
    return {
        problem.eid: tuple(map(int, _NUMBER.findall(problem.params.get("numbers", ""))))
        for article in articles
        for problem in article.problems
        if problem.code == _GAP and problem.eid == article.node.eid
    }
