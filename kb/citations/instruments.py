"""Which instrument is meant: by number and year, by name, or as the one that was named last or is being amended."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from kb import ids
from kb.citations.laws import Law
from kb.citations.register import Register
from kb.grammar.citing import Citing
from kb.grammar.numbers import fold
from kb.model import Instrument


@dataclass(frozen=True, slots=True)
class Meant:
    """The ids of the instruments meant; not `sure` where several fit, or the print does not say which."""

    ids: tuple[str, ...]
    sure: bool = True


@dataclass(slots=True)
class Instruments:
    """What the instruments named in one text mean; reading on, it remembers what was named.

    `amended` and `topic` map a type to the instrument that the text's title, or a heading in it, names; `last` to the
    one named last; `years` a type and number to all that were named so. `cited` are those known only by being cited.
    """

    register: Register
    own: Instrument
    jurisdiction: str
    citing: Citing
    law: str | None = None
    amended: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    topic: dict[str, str] = field(default_factory=dict)
    last: dict[str, str] = field(default_factory=dict)
    years: dict[tuple[str, str], list[str]] = field(default_factory=lambda: defaultdict(list))
    cited: dict[str, Instrument] = field(default_factory=dict)

    def meant(self, law: Law, speaker: str | None) -> Meant:
        """What `law` means where `speaker` speaks, which is None where it is not known who does."""
        if law.sort == "own":
            return self._own(law, speaker)
        if law.sort == "again":
            return Meant((speaker,)) if speaker else Meant((), sure=False)
        if law.sort == "same":
            last = self.last.get(law.type) if law.type else self.law
            return Meant((last,)) if last else Meant((), sure=False)
        if law.sort == "bare":
            return self._document(law, speaker) or self._bare(law.type)
        if law.sort == "name":
            return self._called(law)
        return self._numbered(law) if law.sort == "type" else Meant(())

    def _own(self, law: Law, speaker: str | None) -> Meant:
        """ "este Convenio" is the document that speaks, or the one that the law prints; "esta Ley" is the law."""
        if speaker is None:
            return Meant((), sure=False)
        if _noun(law) not in self.citing.annexing.folded:
            return Meant((speaker.partition("#")[0],))
        if document := self._document(law, speaker):
            return document
        itself = fold(law.words) in map(fold, self.citing.marks.get("own", ()))
        return Meant((speaker,)) if itself else Meant(())

    def _document(self, law: Law, speaker: str | None) -> Meant | None:
        """The document that a law prints, by its noun alone: "del Convenio", in the law that approves it or inside.

        One treaty alone may be called by another noun of treaties.
        """
        words, noun = self.citing.annexing, _noun(law)
        if speaker is None or noun not in words.folded:
            return None
        home, _, inner = speaker.partition("#")
        nouns = {ids.address(home, node.eid): words.noun(node.heading) for node in self.register.annexes(home)}
        so_called = [address for address, own in nouns.items() if own == noun]
        if inner and nouns.get(speaker) == noun:
            return Meant((speaker,))
        if not so_called and noun in words.folded_treaties:
            treaties = [address for address, own in nouns.items() if own in words.folded_treaties]
            so_called = [speaker] if speaker in treaties else treaties if len(treaties) == 1 else []
        return Meant(tuple(so_called), sure=len(so_called) == 1) if so_called else None

    def remember(self, law: Law, found: Meant, *, title: bool = False, heading: bool = False) -> None:
        """Take note of an instrument that was named, in the title of the text or in a heading of it, or in passing."""
        if not found.ids or not found.sure:
            return
        if "#" in found.ids[-1]:
            # The annex of another law is no law that this text changes: only its noun may stand for it again.
            if law.sort == "name":
                self.last[self._type_of(law.words)] = found.ids[-1]
            return
        self.law = found.ids[-1]
        if law.sort not in ("name", "type"):
            return
        type_ = law.type or self._type_of(law.words)
        others = [id for id in found.ids if id != self.own.id]
        self.last[type_] = found.ids[-1]
        if title:
            self.amended[type_].update(others)
        if heading and others and law.sort == "name":
            self.topic[type_] = others[-1]
        for number, id in zip(law.numbers, found.ids, strict=False):
            self.years[law.type, number].append(id)

    def _bare(self, type_: str) -> Meant:
        """ "del Código", "de la Ley": the one amended or under whose heading it stands, else the last of its type.

        Where the text itself is such an instrument too, both are said.
        """
        amended = self.amended.get(type_, set())
        if type_ in self.topic or len(amended) == 1:
            return Meant((self.topic.get(type_) or next(iter(amended)),))
        candidates = {self.last[type_]} if type_ in self.last else set()
        if type_ in (self.own.type, *map(self._type_of, self._own_names())):
            candidates.add(self.own.id)
        return Meant(tuple(sorted(candidates)), sure=len(candidates) == 1 or not self.citing.is_law(type_))

    def _own_names(self) -> set[str]:
        """What the text itself is called, on whatever day."""
        aliases = [alias for id, alias in self.citing.aliases if id == self.own.id]
        return {fold(alias.name) for alias in (*self.own.aliases, *aliases)}

    def _type_of(self, words: str) -> str:
        """ "Código Civil" is a code: the type whose word a name holds."""
        said = {fold(word) for word in words.split()}
        types = (*self.citing.bare.items(), *self.citing.types.items())
        return next((type_ for type_, forms in types if said & {fold(form) for form in forms}), "")

    def _called(self, law: Law) -> Meant:
        if documents := tuple(id for id in law.ids if "#" in id):
            own = tuple(id for id in documents if id.startswith(f"{self.own.id}#"))
            return Meant(own or documents, sure=len(own or documents) == 1)
        known = [id for id in law.ids if law.year is None or self._year_of(id) == law.year]
        if not known and law.year is None and fold(law.words) in self._own_names():
            return Meant((self.own.id,))
        if known:
            return Meant(tuple(self._by_id(id, law.words) for id in known), sure=len(known) == 1)
        return Meant((self._by_words(law.words, law.year),))

    def forerunner(self, words: str) -> str:
        """The instrument that was called so before the text itself was."""
        return self._by_words(words, None)

    def _year_of(self, id: str) -> int | None:
        instrument = self.register.instrument(id)
        part = [*id.split("/"), "", ""][2]
        return instrument.year if instrument and instrument.year else int(part) if part.isdecimal() else None

    def _by_id(self, id: str, words: str) -> str:
        if title := self.citing.adopted.get(id):
            return self._stub(id, self._type_of(words) or "codigo", None, self._year_of(id), title)
        _, type_, year, number = id.split("/") if id.count("/") == 3 else ("", "", "", "")
        if year.isdecimal():
            return self._stub(id, type_, number, int(year), self.citing.called(type_, number, int(year)))
        title = next((alias.name for known, alias in self.citing.aliases if known == id), words)
        return self._stub(id, type_ or self._type_of(words), None, self._year_of(id), title)

    def _by_words(self, words: str, year: int | None) -> str:
        plain = words.removeprefix("The ").removeprefix("the ")
        title = self.citing.titles.get(fold(plain), plain) + (f" ({year})" if year else "")
        if treaty := self.citing.annexing.treaty(plain):
            return self._stub(f"{treaty}/{ids.slug(title)}", treaty, None, year, title)
        id = f"{self.jurisdiction}/nombre/{ids.slug(title) or 'x'}"
        return self._stub(id, self._type_of(words) or "codigo", None, year, title)

    def _numbered(self, law: Law) -> Meant:
        """A statute by number; without a year, only one that was named before in this text with it."""
        year = self.own.year if law.when == "this" else self._full(law) if law.year is not None else None
        if year is not None:
            return _all([self._statute(law.type, number, year) for number in law.numbers])
        if law.when == "short" and all(self.years.get((law.type, n)) for n in law.numbers):
            before = [tuple(dict.fromkeys(self.years[law.type, n])) for n in law.numbers]
            return _all([Meant(found, sure=len(found) == 1) for found in before])
        known = [self.register.statutes(law.type, n, None, self.jurisdiction) for n in law.numbers]
        return Meant(tuple(id for found in known for id in found), sure=False)

    def _statute(self, type_: str, number: str, year: int) -> Meant:
        known = self.register.statutes(type_, number, year, self.jurisdiction)
        if known:
            return Meant(tuple(known), sure=len(known) == 1)
        id = ids.instrument_id(self.jurisdiction, type_, year, number)
        return Meant((self._stub(id, type_, number, year, self.citing.called(type_, number, year)),))

    def _full(self, law: Law) -> int:
        """A year in full: the one that makes a known statute, else of the century that wrote years so."""
        year = law.year or 0
        if year >= 100:
            return year
        own = self.own.year or 0
        usual = 2000 + year if own >= 2000 and year <= own % 100 else 1900 + year
        known = [y for y in (1800 + year, 1900 + year, 2000 + year) if self._is_known(law, y)]
        return known[0] if len(known) == 1 else usual

    def _is_known(self, law: Law, year: int) -> bool:
        return any(self.register.statutes(law.type, n, year, self.jurisdiction) for n in law.numbers)

    def _stub(self, id: str, type_: str, number: str | None, year: int | None, title: str) -> str:
        if id not in self.cited and self.register.instrument(id) is None:
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


def _noun(law: Law) -> str:
    """The noun by which a text names itself or what it has named: the last of the words."""
    return fold(law.words.rpartition(" ")[2])


def _all(found: Sequence[Meant]) -> Meant:
    return Meant(tuple(dict.fromkeys(id for one in found for id in one.ids)), sure=all(one.sure for one in found))
