"""Mentions -> citations: what each mention means, from where it stands.

An instrument is looked for among those of the corpus and of the register, by number or by a dated name; one that is
only cited gets an address all the same, so that everything that cites it can be found. A provision that its
instrument does not print is `dangling`, never replaced by a neighbour; where two fit, both are said.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kb import ids
from kb.citations.mentions import Law, Mention, Part
from kb.grammar.changing import Changing
from kb.grammar.citing import Citing
from kb.model import Instrument, Node, Target

# The levels of a provision from the outside in, as addresses nest.
_DEPTH = {kind: depth for depth, kind in enumerate(ids.KINDS)}
_FLOATING = frozenset({"article", "section"})
# A verb that changes a provision follows its name within as many characters ("El artículo 23 quedará así").
_VERB_AFTER = 40


@dataclass(frozen=True, slots=True)
class Register:
    """The instruments that can be meant, and the nodes of those in the corpus."""

    instruments: Mapping[str, Instrument]
    nodes: Mapping[str, Mapping[str, Node]]
    numbered: Mapping[tuple[str, str, str], tuple[str, ...]]

    @classmethod
    def of(cls, instruments: Iterable[Instrument], nodes: Iterable[Node]) -> Register:
        """The register of a corpus."""
        places: dict[str, dict[str, Node]] = defaultdict(dict)
        numbered: dict[tuple[str, str, str], list[str]] = defaultdict(list)
        for node in nodes:
            places[node.instrument][node.eid] = node
            if node.number:
                numbered[node.instrument, node.kind, node.number].append(node.eid)
        return cls({i.id: i for i in instruments}, places, {key: tuple(eids) for key, eids in numbered.items()})

    def named(self, day: str | None, citing: Citing) -> dict[str, list[str]]:
        """Id -> the names by which each instrument is called on `day` (ISO; None for any day).

        One word alone is no name that running text could be searched for.
        """
        known = [(id, alias) for id, instrument in self.instruments.items() for alias in instrument.aliases]
        names: dict[str, list[str]] = defaultdict(list)
        for id, alias in [*known, *citing.aliases]:
            if " " in alias.name and _holds(alias.since, alias.until, day):
                names[id].append(alias.name)
        return dict(names)

    def statutes(self, type_: str, number: str, year: int | None) -> list[str]:
        """The ids of the known statutes of this type and number, of that year if one is given."""
        return [
            i.id
            for i in self.instruments.values()
            if i.type == type_ and i.number == number and (year is None or i.year == year)
        ]


@dataclass(frozen=True, slots=True)
class Resolved:
    """What a mention means: its resolution and targets, and instruments that are only cited, id -> title."""

    resolution: str
    targets: tuple[Target, ...]
    cited: tuple[Instrument, ...] = ()


@dataclass(slots=True)
class Resolver:
    """Resolves the mentions of one instrument in reading order; it remembers what was named last.

    `amended` are the laws that the title says this one changes.
    """

    register: Register
    own: Instrument
    jurisdiction: str
    citing: Citing
    changing: Changing
    amended: list[str] = field(default_factory=list)
    article: Target | None = None
    law: str | None = None
    named: dict[str, str] = field(default_factory=dict)
    cited: dict[str, Instrument] = field(default_factory=dict)

    def resolve(self, mention: Mention, node: Node, block: int) -> Resolved | None:
        """What `mention` in the `block`-th block of `node` means; None when it means nothing that can be named."""
        if mention.relative:
            return self._relative(mention, node, block)
        if mention.law is None or mention.law.sort == "own":
            laws = self._meant(mention, node)
            return self._provision(mention.parts, laws, node, bare=mention.law is None and laws == [self.own.id])
        named = self._laws(mention.law)
        if named is None:
            return Resolved("ambiguous", ())
        if node.kind == "preface" and named == [self.own.id] and not mention.parts:
            return None
        return self._of_law(mention, mention.law, named, node)

    def _of_law(self, mention: Mention, law: Law, laws: list[str], node: Node) -> Resolved | None:
        law_type = self._type(law)
        if law.sort == "type" and law.year is None and laws != [self.named.get(law.type)]:
            return Resolved(
                "ambiguous", tuple(Target(id, _made(p) or None) for id in laws for p in _paths(mention.parts))
            )
        self.law = laws[-1] if laws else self.law
        if laws and law_type and law.sort != "bare":
            self.named[law_type] = laws[-1]
        if node.kind == "preface" and any(p.search(node.text, 0, mention.start) for p in self.changing.titles):
            self.amended += [id for id in laws if id not in self.amended]
        if not mention.parts:
            return self._whole(laws)
        return self._provision(mention.parts, laws, node, bare=False)

    def _meant(self, mention: Mention, node: Node) -> list[str]:
        """The laws that a provision named without one is of.

        Words quoted for another law speak of that one. A law that its title says it changes need not name it again.
        """
        if any(level.startswith("qstr") for level in node.eid.split("__")):
            return [self.law or self.own.id]
        if mention.law is None and self.amended and self._changes(mention, node):
            self.law = self.amended[-1]
            return self.amended
        return [self.own.id]

    def _changes(self, mention: Mention, node: Node) -> bool:
        start = node.text.rfind("\n\n", 0, mention.start) + 1
        stop = mention.end + _VERB_AFTER
        return any(clause.pattern.search(node.text, start, stop) for clause in self.changing.clauses)

    def _laws(self, law: Law) -> list[str] | None:
        """The ids of the instruments meant; None where the year is lost and nothing decides."""
        if law.sort == "same":
            return [self.law] if self.law else None
        if law.sort == "bare":
            return self._bare(law.type)
        if law.sort == "name":
            return [self._known_by_name(law.id, law.words) if law.id else self._by_words(law.words)]
        if law.year is None:
            return self._undated(law)
        year = self._full(law.year)
        return [self._statute(law.type, number, year) for number in law.numbers]

    def _undated(self, law: Law) -> list[str] | None:
        """The statutes that a number without a year may mean: the one just named, or all that are known."""
        last = self.named.get(law.type, "")
        if len(law.numbers) == 1 and last.rpartition("/")[2] == law.numbers[0]:
            return [last]
        known = [id for n in law.numbers for id in self.register.statutes(law.type, n, None)]
        cited = [id for id, stub in self.cited.items() if stub.type == law.type and stub.number in law.numbers]
        return [*known, *cited] or None

    def _statute(self, type_: str, number: str, year: int) -> str:
        known = self.register.statutes(type_, number, year)
        if known:
            return known[0]
        id = ids.instrument_id(self.jurisdiction, type_, year, number)
        return self._stub(id, type_, number, year, self.citing.called(type_, number, year))

    def _known_by_name(self, id: str, words: str) -> str:
        _, type_, year, number = id.split("/") if id.count("/") == 3 else ("", "", "", "")
        if not year.isdecimal():
            return self._stub(id, type_, None, None, words)
        return self._stub(id, type_, number, int(year), self.citing.called(type_, number, int(year)))

    def _bare(self, type_: str) -> list[str] | None:
        """ "del Código", "de la Ley" without a number: the last of its type that was named, never the text itself."""
        return [self.named[type_]] if type_ in self.named else None

    def _type(self, law: Law) -> str:
        words = {word.lower() for word in law.words.split()}
        return law.type or next((t for t, forms in self.citing.types.items() if words & set(forms)), "")

    def _by_words(self, words: str) -> str:
        title = words.removeprefix("The ").removeprefix("the ")
        return self._stub(f"{self.jurisdiction}/nombre/{ids.slug(title) or 'x'}", "codigo", None, None, title)

    def _stub(self, id: str, type_: str, number: str | None, year: int | None, title: str) -> str:
        if id not in self.register.instruments:
            self.cited[id] = Instrument(
                id=id,
                type=type_,
                number=number,
                year=year,
                title=title,
                language=self.own.language,
                in_corpus=False,
                identified_by="text",
            )
        return id

    def _full(self, year: int) -> int:
        """A year in full: 23 in a law of the twentieth century is 1923."""
        if year >= 100:
            return year
        around = self.own.year or 1900
        return next(y for y in range(around - around % 100 + 100 + year, 0, -100) if y <= max(around + 60, 1999))

    def _whole(self, laws: Sequence[str]) -> Resolved:
        here = all(id in self.register.nodes for id in laws)
        return Resolved("resolved" if here else "external", tuple(Target(id) for id in laws))

    def _provision(self, parts: Sequence[Part], laws: Sequence[str], node: Node, *, bare: bool) -> Resolved | None:
        if len(laws) != 1:
            return Resolved("ambiguous", tuple(Target(id, _made(path)) for id in laws for path in _paths(parts)))
        inside = not any(part.kind in _FLOATING for part in parts)
        found: list[list[str]] = []
        for path in _paths(parts):
            eids = self._within(path, node) if bare and inside else self._eids(path, laws[0], node)
            if eids is None:
                return None
            found.append(eids)
        return self._named(laws[0], found, _paths(parts))

    def _named(self, law: str, found: list[list[str]], paths: list[tuple[tuple[str, str], ...]]) -> Resolved:
        here = self.register.nodes.get(law)
        targets = [Target(law, eid) for eids, path in zip(found, paths, strict=True) for eid in (eids or [_made(path)])]
        article = next((t for t in reversed(targets) if t.eid and t.eid.split("__")[0].startswith("art")), None)
        self.article = Target(law, article.eid.split("__")[0]) if article and article.eid else self.article
        if here is None:
            return Resolved("external", tuple(targets))
        if any(len(eids) > 1 for eids in found):
            return Resolved("ambiguous", tuple(targets))
        return Resolved("dangling" if any(not eids for eids in found) else "resolved", tuple(targets))

    def _within(self, path: tuple[tuple[str, str], ...], node: Node) -> list[str] | None:
        """A part named alone ("el numeral 3") is of the article it stands in; containers are of the instrument."""
        if path[0][0] not in ids.BELOW_ARTICLE:
            return self._eids(path, self.own.id, node) or None
        article = self._above(node, "article")
        return self._below(self.own.id, [article], path) or None if article else None

    def _eids(self, path: tuple[tuple[str, str], ...], law: str, node: Node) -> list[str]:
        """The nodes of `law` that a path of (kind, number) names, outermost first; the own document's before others."""
        if law not in self.register.nodes:
            return []
        start = next((at for at, (kind, _) in enumerate(path) if kind in _FLOATING), 0)
        heads = list(self.register.numbered.get((law, *path[start]), ()))
        document = _document(node.eid) if law == node.instrument else ""
        own = [eid for eid in heads if _document(eid) == document]
        return self._below(law, own or [e for e in heads if not _document(e)] or heads, path[start + 1 :])

    def _below(self, law: str, heads: Sequence[str], path: Sequence[tuple[str, str]]) -> list[str]:
        for kind, number in path:
            members = self.register.numbered.get((law, kind, number), ())
            heads = [eid for eid in members if any(eid.startswith(f"{head}__") for head in heads)]
        return list(heads)

    def _above(self, node: Node, kind: str) -> str | None:
        places = self.register.nodes[node.instrument]
        here: Node | None = node
        while here is not None and here.kind != kind:
            here = places.get(here.parent or "")
        return here.eid if here else None

    def _relative(self, mention: Mention, node: Node, block: int) -> Resolved | None:
        assert mention.relative is not None
        kind, means = mention.relative
        target = self._pointed(kind, means, node, block)
        if target is None:
            return None
        if mention.parts:
            eids = [self._below(target.instrument, [target.eid or ""], path) for path in _paths(mention.parts)]
            paths = [((*_split(target.eid or ""), *path)) for path in _paths(mention.parts)]
            named = self._named(target.instrument, eids, paths)
            return Resolved("relative" if named.resolution == "resolved" else named.resolution, named.targets)
        self.article = target if kind == "article" else self.article
        here = self.register.nodes.get(target.instrument)
        known = here is not None and target.eid in here
        return Resolved("relative" if known else "dangling" if here is not None else "external", (target,))

    def _pointed(self, kind: str, means: str, node: Node, block: int) -> Target | None:
        if means == "same":
            return self.article
        if means in ("this", "lead"):
            eid = self._above(node, kind)
            return Target(node.instrument, eid) if eid else None
        if kind in _FLOATING:
            return self._neighbour(kind, means, node)
        return self._block_before(kind, node, block)

    def _neighbour(self, kind: str, means: str, node: Node) -> Target | None:
        """ "el artículo anterior" is the number before, even when the text does not print it."""
        own = self.register.nodes[node.instrument].get(self._above(node, kind) or "")
        if own is None or own.number is None or not own.number.isdecimal():
            return None
        number = int(own.number) + (1 if means == "next" else -1)
        document = _document(own.eid)
        eid = ids.eid(kind, str(number), document or None)
        return Target(node.instrument, eid) if number > 0 else None

    def _block_before(self, kind: str, node: Node, block: int) -> Target | None:
        """What was said just before: an earlier block of the same node, the member before, or the provision itself."""
        if block > 0 and kind != "item":
            return Target(node.instrument, node.eid)
        places = self.register.nodes[node.instrument]
        before = [
            n for n in places.values() if n.parent == node.parent and n.kind == node.kind and n.order < node.order
        ]
        if node.kind in ("item", "point", "subparagraph", "paragraph") and before:
            return Target(node.instrument, max(before, key=lambda n: n.order).eid)
        return Target(node.instrument, node.eid) if node.kind in _FLOATING and kind != "item" else None


def _holds(since: str | None, until: str | None, day: str | None) -> bool:
    return day is None or ((since or "") <= day and (until is None or day < until))


def _paths(parts: Sequence[Part]) -> list[tuple[tuple[str, str], ...]]:
    """Every provision that the parts name, each as (kind, number) from the outside in."""
    ordered = sorted(parts, key=lambda part: _DEPTH[part.kind])
    paths: list[tuple[tuple[str, str], ...]] = [()]
    for part in ordered:
        paths = [(*path, (part.kind, number)) for path in paths for number in part.numbers]
    return paths


def _made(path: Sequence[tuple[str, str]]) -> str:
    """The eId that a provision would have; an article's does not carry what stands above it."""
    start = next((at for at, (kind, _) in enumerate(path) if kind in _FLOATING), 0)
    eid: str | None = None
    for kind, number in path[start:]:
        eid = ids.eid(kind, number, eid)
    return eid or ""


def _split(eid: str) -> Iterator[tuple[str, str]]:
    kinds = {prefix: kind for kind, prefix in ids.PREFIXES.items()}
    for level in eid.split("__"):
        prefix, _, number = level.partition("_")
        if prefix in kinds:
            yield kinds[prefix], number


def _document(eid: str) -> str:
    """The annex or transitory series that a node stands in, by its eId; empty for the instrument's own text."""
    levels = eid.split("__")
    inner = [at for at, level in enumerate(levels[:-1]) if level.split("_")[0] in ids.OWN_NUMBERING]
    return "__".join(levels[: inner[-1] + 1]) if inner else ""
