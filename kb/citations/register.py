"""The instruments that can be meant, by number and by name, and the provisions of those in the corpus."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kb.citations import annexed
from kb.citations.provisions import Provisions
from kb.grammar.citing import Citing
from kb.grammar.naming import aliases, titled
from kb.grammar.numbers import fold
from kb.model import Alias, Inciso, Instrument, Node

_SUBJECT = re.compile(r"\s*(?:,|\s[-–—])\s*")
# A statute says in one of its first lines what it is called.
_TITLE_LINES = 12


@dataclass(frozen=True, slots=True)
class Asked:
    """What a text asked of a register: the laws whose provisions, the instruments, the (type, number) of statutes."""

    provisions: set[str] = field(default_factory=set)
    instruments: set[str] = field(default_factory=set)
    statutes: set[tuple[str, str]] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Register:
    """The instruments that can be meant, and what those of the corpus print; all that is asked of it is noted.

    `numbered` has the ids of texts by (type, number), `printed` the nodes and incisos of each law.
    """

    instruments: Mapping[str, Instrument]
    numbered: Mapping[tuple[str, str], Sequence[str]]
    printed: Mapping[str, tuple[Sequence[Node], Sequence[Inciso]]]
    asked: Asked = field(default_factory=Asked)
    _provisions: dict[str, Provisions] = field(default_factory=dict)

    @classmethod
    def of(cls, instruments: Iterable[Instrument], nodes: Iterable[Node], incisos: Iterable[Inciso] = ()) -> Register:
        """The register of a corpus."""
        by_law: dict[str, tuple[list[Node], list[Inciso]]] = defaultdict(lambda: ([], []))
        for node in nodes:
            by_law[node.instrument][0].append(node)
        for inciso in incisos:
            by_law[inciso.instrument][1].append(inciso)
        listed = {instrument.id: instrument for instrument in instruments}
        numbered: dict[tuple[str, str], list[str]] = defaultdict(list)
        for id, instrument in listed.items():
            if not instrument.witness_of:
                numbered[instrument.type, instrument.number or ""].append(id)
        return cls(listed, dict(numbered), dict(by_law))

    def listening(self) -> Register:
        """The same register, to be asked by one more text: what that asks is noted apart."""
        return replace(self, asked=Asked())

    def provisions(self, law: str) -> Provisions | None:
        """The provisions of a law; None when the corpus does not print it."""
        self.asked.provisions.add(law)
        if law not in self._provisions and law in self.printed:
            self._provisions[law] = Provisions.of(*self.printed[law])
        return self._provisions.get(law)

    def instrument(self, id: str) -> Instrument | None:
        """The instrument of this id in the corpus."""
        self.asked.instruments.add(id)
        return self.instruments.get(id)

    def annexes(self, law: str) -> list[Node]:
        """The annexes of a law with a heading, which may be documents."""
        self.asked.provisions.add(law)
        nodes, _ = self.printed.get(law, ((), ()))
        return [node for node in nodes if node.kind == "annex" and node.heading]

    def statutes(self, type_: str, number: str, year: int | None, jurisdiction: str) -> list[str]:
        """The ids of the known statutes of this type and number, of that year if one is given; its own come first."""
        self.asked.statutes.add((type_, number))
        every = self.numbered.get((type_, number), ())
        found = [id for id in every if year is None or self.instruments[id].year == year]
        return [id for id in found if id.startswith(f"{jurisdiction}/")] or found

    def names(self, citing: Citing) -> list[tuple[str, Alias]]:
        """(id, name) pairs of all by which instruments are called, with the days on which they are.

        One word alone is no name that running text could be searched for, but for the words of a tradition ("la
        Constitución"). What the tradition knows a name to mean, no text's own title takes.
        """
        texts = self._texts()
        known = [(text.id, alias) for text in texts for alias in text.aliases if " " in alias.name]
        taken = {fold(alias.name) for _, alias in (*known, *citing.aliases)}
        own = self.titles(citing, taken)
        by_subject = [(text.id, name) for text in texts for name in _by_subject(text, citing)]
        return list(dict.fromkeys((*known, *citing.aliases, *own, *by_subject, *self._documents(citing, taken))))

    def _texts(self) -> list[Instrument]:
        return [instrument for instrument in self.instruments.values() if not instrument.witness_of]

    def _documents(self, citing: Citing, taken: Container[str]) -> list[tuple[str, Alias]]:
        """What the documents are called that laws of the corpus print; what is `taken` names something else."""
        annexes = {text.id: self.annexes(text.id) for text in self._texts()}
        laws = {id: own for id, own in annexes.items() if own}
        titles = {id: [self.instruments[id].title, *self._preface(id)] for id in laws}
        found = annexed.named(laws, titles, citing.annexing)
        return [(address, alias) for address, alias in found if fold(alias.name) not in taken]

    def titles(self, citing: Citing, taken: Container[str]) -> list[tuple[str, Alias]]:
        """The names that instruments of the corpus have by their own titles, each until a later one takes it.

        What is `taken` names something else.
        """
        if not citing.entitling:
            return []
        entries = []
        for text in self._texts():
            lines = [text.title, *self._preface(text.id)] if text.year else []
            names = list(dict.fromkeys(titled(citing.entitling, lines)))
            if names:
                entries.append({"id": text.id, "names": names, "since": _first_day(text)})
        return [pair for pair in aliases(entries) if fold(pair[1].name) not in taken]

    def _preface(self, id: str) -> list[str]:
        """The first lines of a text before its first provision."""
        nodes, _ = self.printed.get(id, ((), ()))
        first = nodes[0] if nodes else None
        return first.text.split("\n")[:_TITLE_LINES] if first and first.kind == "preface" else []


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
