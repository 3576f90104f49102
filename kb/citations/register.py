"""The instruments that can be meant, by number and by name, and where each of their provisions is."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kb import ids
from kb.citations import annexed
from kb.citations.series import PENULTIMATE
from kb.grammar.citing import Citing
from kb.grammar.naming import aliases, titled
from kb.grammar.numbers import fold
from kb.incisos import counts
from kb.model import Alias, Inciso, Instrument, Node, Target

# Levels of a provision from the outside in; what is numbered for itself stands outside.
_DEPTH = {kind: depth for depth, kind in enumerate(["annex", "transitional", *ids.KINDS])}
_SUBJECT = re.compile(r"\s*(?:,|\s[-–—])\s*")
_FIGURES = re.compile(r"\d+")
# A statute says in one of its first lines what it is called.
_TITLE_LINES = 12
Path = tuple[tuple[str, str], ...]


def depth(kind: str) -> int:
    """How deep provisions of `kind` nest, from the outside in."""
    return _DEPTH[kind]


@dataclass(frozen=True, slots=True)
class Register:
    """The instruments that can be meant, and the nodes of those in the corpus.

    `paragraphs` counts the incisos of each article and parágrafo, by instrument and eId; `told_apart` are the
    instruments whose print shows several of any, `stretches` the incisos of each node's text. `annexes` are those with
    a heading, which may be documents.
    """

    instruments: Mapping[str, Instrument]
    nodes: Mapping[str, Mapping[str, Node]]
    numbered: Mapping[tuple[str, str, str], tuple[str, ...]]
    children: Mapping[tuple[str, str | None], tuple[str, ...]]
    known: Mapping[tuple[str, str], tuple[str, ...]]
    paragraphs: Mapping[tuple[str, str], int]
    told_apart: frozenset[str]
    stretches: Mapping[tuple[str, str], Sequence[Inciso]]
    annexes: Mapping[str, tuple[Node, ...]]

    @classmethod
    def of(cls, instruments: Iterable[Instrument], nodes: Iterable[Node], incisos: Iterable[Inciso] = ()) -> Register:
        """The register of a corpus."""
        places: dict[str, dict[str, Node]] = defaultdict(dict)
        numbered: dict[tuple[str, str, str], list[str]] = defaultdict(list)
        children: dict[tuple[str, str | None], list[str]] = defaultdict(list)
        known: dict[tuple[str, str], list[str]] = defaultdict(list)
        annexes: dict[str, list[Node]] = defaultdict(list)
        for node in nodes:
            places[node.instrument][node.eid] = node
            children[node.instrument, node.parent].append(node.eid)
            if node.number:
                numbered[node.instrument, node.kind, node.number].append(node.eid)
            if node.kind == "annex" and node.heading:
                annexes[node.instrument].append(node)
        listed = {instrument.id: instrument for instrument in instruments}
        texts = {id: instrument for id, instrument in listed.items() if not instrument.witness_of}
        for id, instrument in texts.items():
            known[instrument.type, instrument.number or ""].append(id)
        listed_incisos = list(incisos)
        paragraphs = counts(listed_incisos)
        stretches: dict[tuple[str, str], list[Inciso]] = defaultdict(list)
        for inciso in listed_incisos:
            stretches[inciso.instrument, inciso.node].append(inciso)
        told_apart = frozenset(id for (id, _), count in paragraphs.items() if count > 1)
        return cls(
            instruments=listed,
            nodes=places,
            numbered=_frozen(numbered),
            children=_frozen(children),
            known=_frozen(known),
            paragraphs=paragraphs,
            told_apart=told_apart,
            stretches=stretches,
            annexes={law: tuple(its) for law, its in annexes.items()},
        )

    def names(self, citing: Citing) -> list[tuple[str, Alias]]:
        """(id, name) pairs of all by which instruments are called, with the days on which they are.

        One word alone is no name that running text could be searched for, but for the words of a tradition ("la
        Constitución"). What the tradition knows a name to mean, no text's own title takes.
        """
        texts = [instrument for instrument in self.instruments.values() if not instrument.witness_of]
        known = [(text.id, alias) for text in texts for alias in text.aliases]
        known = [(id, alias) for id, alias in known if " " in alias.name]
        taken = {fold(alias.name) for _, alias in (*known, *citing.aliases)}
        own = self.titles(citing, taken)
        by_subject = [(i.id, name) for i in texts for name in _by_subject(i, citing)]
        return list(dict.fromkeys((*known, *citing.aliases, *own, *by_subject, *self._documents(citing, taken))))

    def _documents(self, citing: Citing, taken: Container[str]) -> list[tuple[str, Alias]]:
        """What the documents are called that laws of the corpus print; what is `taken` names something else."""
        laws = {id: its for id, its in self.annexes.items() if not self.instruments[id].witness_of}
        titles = {id: [self.instruments[id].title, *self._preface(id)] for id in laws}
        found = annexed.named(laws, titles, citing.annexing)
        return [(address, alias) for address, alias in found if fold(alias.name) not in taken]

    def titles(self, citing: Citing, taken: Container[str]) -> list[tuple[str, Alias]]:
        """The names that instruments of the corpus have by their own titles, each until a later one takes it.

        What is `taken` names something else.
        """
        entries = []
        for id, instrument in self.instruments.items():
            lines = [instrument.title, *self._preface(id)] if citing.entitling else []
            if (
                instrument.year
                and not instrument.witness_of
                and (names := list(dict.fromkeys(titled(citing.entitling, lines))))
            ):
                entries.append({"id": id, "names": names, "since": _first_day(instrument)})
        return [pair for pair in aliases(entries) if fold(pair[1].name) not in taken]

    def _preface(self, id: str) -> list[str]:
        """The first lines of a text before its first provision."""
        first = next(iter(self.nodes.get(id, {}).values()), None)
        return first.text.split("\n")[:_TITLE_LINES] if first and first.kind == "preface" else []

    def statutes(self, type_: str, number: str, year: int | None, jurisdiction: str) -> list[str]:
        """The ids of the known statutes of this type and number, of that year if one is given; its own come first."""
        found = [id for id in self.known.get((type_, number), ()) if year is None or self.instruments[id].year == year]
        return [id for id in found if id.startswith(f"{jurisdiction}/")] or found

    def find(self, law: str, path: Path, inner: str) -> list[str]:
        """The nodes of `law` that a path names, outermost first; those of `inner` (an annex) before others.

        Articles are found whatever they stand in, since their numbers run through an instrument.
        """
        start = next((at for at, (kind, _) in enumerate(path) if kind == "article"), 0)
        heads = self._heads(law, *path[start])
        own = [eid for eid in heads if document(eid) == inner]
        heads = own or [eid for eid in heads if not document(eid)] or heads
        if len(heads) > 1 and start:
            heads = [eid for eid in heads if self._stands_in(law, eid, path[:start])] or heads
        found = self.below(law, heads, path[start + 1 :])
        return found or self._as_printed(law, path)

    def _as_printed(self, law: str, path: Path) -> list[str]:
        """ "Article I, Section 1.2": the section of that number, whatever its law prints above it."""
        at = next((at for at, (kind, number) in enumerate(path) if kind == "section" and "." in number), None)
        numbered = self.numbered.get((law, *path[at]), ()) if at is not None else ()
        return self.below(law, list(numbered), path[at + 1 :]) if at is not None and len(numbered) == 1 else []

    def has(self, law: str, kind: str) -> bool:
        """Whether a law prints anything of a kind."""
        return any(node.kind == kind for node in self.nodes.get(law, {}).values())

    def _heads(self, law: str, kind: str, number: str) -> list[str]:
        if kind == "article" and number == "final":
            return self._last_article(law)
        found = [eid for form in _forms(number) for eid in self.numbered.get((law, kind, form), ())]
        if kind in ids.BELOW_ARTICLE:
            return [eid for eid in found if "__" not in eid]
        if found or kind != "article" or not number.startswith(ids.TRANSITORY):
            return found
        plain = self.numbered.get((law, kind, number.removeprefix(ids.TRANSITORY)), ())
        own = [eid for eid in plain if document(eid).startswith("transitional")]
        return own or (self._transitory(law) if number == f"{ids.TRANSITORY}1" else []) or list(plain)

    def _last_article(self, law: str) -> list[str]:
        """The last article of a law itself, transitory ones left out."""
        every = [n for n in self.nodes.get(law, {}).values() if n.kind == "article" and not document(n.eid)]
        own = [n for n in every if not _is_transitory(n)] or every
        return [max(own, key=lambda n: n.order).eid] if own else []

    def _transitory(self, law: str) -> list[str]:
        """The transitory article that its law prints without a number, or with a letter, if there is but one."""
        own = [n.eid for n in self.nodes.get(law, {}).values() if n.kind == "article" and _is_transitory(n)]
        return own if len(own) == 1 else []

    def _stands_in(self, law: str, eid: str, levels: Path) -> bool:
        above = {(n.kind, n.number) for n in self.ancestors(law, eid)}
        return all(level in above for level in levels)

    def below(self, law: str, heads: Sequence[str], path: Path) -> list[str]:
        """The nodes under `heads` that the rest of a path names, one level for each step."""
        for kind, number in path:
            heads = [found for head in heads for found in self._step(law, head, kind, number)]
        return list(heads)

    def _step(self, law: str, head: str, kind: str, number: str) -> list[str]:
        members = [eid for form in _forms(number) for eid in self.numbered.get((law, kind, form), ())]
        inside = [eid for eid in members if eid.startswith(f"{head}__")]
        nearest = [eid for eid in inside if eid.count("__") == head.count("__") + 1] or inside
        return nearest or self._by_sight(law, head, kind, number)

    def _by_sight(self, law: str, head: str, kind: str, number: str) -> list[str]:
        """A part that bears no such number: an only one, the last one, a paragraph to be counted."""
        own = [eid for eid in self.children.get((law, head), ()) if self.nodes[law][eid].kind == kind]
        if kind == "paragraph" and number in ("unico", "1") and len(own) == 1:
            return own
        if number == "final" and own:
            return own[-1:]
        if number.startswith("transitori"):
            labels = {eid: fold(self.nodes[law][eid].label) for eid in own}
            figure = number.partition(" ")[2]
            return [
                eid
                for eid in own
                if "transitori" in labels[eid] and set(figure.split()) <= set(_FIGURES.findall(labels[eid]))
            ]
        if kind == "item" and not own:
            return self._step(law, head, "subparagraph", number) if self._has(law, head, "subparagraph") else []
        return self._counted(law, head, number) if kind == "subparagraph" and not own else []

    def _has(self, law: str, head: str, kind: str) -> bool:
        return any(self.nodes[law][eid].kind == kind for eid in self.children.get((law, head), ()))

    def _counted(self, law: str, head: str, number: str) -> list[str]:
        """The address of a paragraph that is printed without a number, if there are so many.

        Where a print never tells them apart, an article of one paragraph may have more: then it stands in that one.
        """
        count = self.paragraphs.get((law, head), 0) or self._blocks(law, head)
        if not count or number == "final":
            return [ids.eid("subparagraph", str(count), head)] if count else []
        number = str(count - 1) if number == PENULTIMATE and count > 1 else number
        blurred = count == 1 and law not in self.told_apart
        there = number.isdecimal() and int(number) > 0 and (blurred or int(number) <= count)
        return [ids.eid("subparagraph", number, head)] if there else []

    def inciso_before(self, node: Node, at: int) -> str | None:
        """The address of the paragraph before the one in which a place of a node's text lies; None where none is."""
        inside = (one for one in self.stretches.get((node.instrument, node.eid), ()) if one.first <= at < one.last)
        return next((ids.eid("subparagraph", str(one.n - 1), one.parent) for one in inside if one.n > 1), None)

    def prints(self, target: Target) -> bool:
        """Whether a text of the corpus prints a place, be it a paragraph without a number."""
        if target.eid in self.nodes.get(target.instrument, {}):
            return True
        parent, _, level = (target.eid or "").rpartition("__")
        number = level.rpartition("_")[2]
        counted = self.paragraphs.get((target.instrument, parent), 0)
        return ids.is_inciso(target.eid or "") and number.isdecimal() and 0 < int(number) <= counted

    def _blocks(self, law: str, head: str) -> int:
        """How many paragraphs a member of a list has: they are not listed, and cited all the same."""
        node = self.nodes[law].get(head)
        return len(node.text.split("\n\n")) if node and node.text and node.kind in ("item", "point") else 0

    def ancestors(self, law: str, eid: str | None) -> Iterator[Node]:
        """The node itself and all that holds it, from the inside out."""
        node = self.nodes[law].get(eid or "")
        while node is not None:
            yield node
            node = self.nodes[law].get(node.parent or "")


def _is_transitory(article: Node) -> bool:
    series = (article.number or "").removeprefix(ids.TRANSITORY)
    return (series != article.number and series.isdecimal()) or "transitori" in fold(article.label)


def made(path: Path) -> str:
    """The address that a provision would have; an article's does not carry what stands above it."""
    start = next((at for at, (kind, _) in enumerate(path) if kind == "article"), 0)
    eid: str | None = None
    for kind, number in path[start:]:
        eid = ids.eid(kind, "1" if (kind, number) == ("paragraph", "unico") else number, eid)
    return eid or ""


def levels(eid: str) -> Path:
    """The (kind, number) pairs that an address writes."""
    kinds = {prefix: kind for kind, prefix in ids.PREFIXES.items()}
    parts = (level.partition("_") for level in eid.split("__"))
    return tuple((kinds[prefix], number) for prefix, _, number in parts if prefix in kinds)


def document(eid: str) -> str:
    """The annex or transitory series that a node stands in, by its address; empty for the instrument's own text."""
    parts = eid.split("__")
    inner = [at for at, level in enumerate(parts[:-1]) if level.split("_")[0] in ids.OWN_NUMBERING]
    return "__".join(parts[: inner[-1] + 1]) if inner else ""


def _forms(number: str) -> tuple[str, ...]:
    """A number as prints write it: "1949" is also "1.949"."""
    return (number, f"{number[:-3]}.{number[-3:]}") if number.isdecimal() and len(number) > 3 else (number,)


def _first_day(instrument: Instrument) -> str:
    """The first day on which an instrument may have been spoken of; only its year where no day is known."""
    return min((fact.date for fact in instrument.dates), default=str(instrument.year or ""))


def _by_subject(instrument: Instrument, citing: Citing) -> Iterator[Alias]:
    """ "Ley sobre establecimientos bancarios", of a title "Ley 45 de 1923, sobre establecimientos bancarios"."""
    _, *subject = _SUBJECT.split(instrument.title, maxsplit=1)
    words = " ".join(subject).strip(" .").split()
    first = citing.subjects.get(fold(words[0]), ()) if len(words) > 1 else ()
    for type_ in citing.types.get(instrument.type, ())[:1]:
        for word in first:
            yield Alias(name=f"{type_} {word} {' '.join(words[1:])}", since=str(instrument.year or "") or None)


def _frozen(table: Mapping[Any, Sequence[str]]) -> dict[Any, tuple[str, ...]]:
    return {key: tuple(values) for key, values in table.items()}
