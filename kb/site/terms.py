"""Terms that provisions define: who defines what, and where an article uses a term first.

A use is a term in any of its inflections, as the index knows them ("bancos comerciales" for "banco comercial").
It is one only where the definition holds: in the law that has it, or the part of it that the definition is said for;
in a law that amends that one; and anywhere if it is said for all laws. A law's own definition comes before those of
others; where several provisions define a term, none is picked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise

from kb.analysis import key, spelled, words
from kb.model import Definition, Target
from kb.ranges import article_of
from kb.store import Store

Terms = tuple[str, ...]
# At most as many places are told for one term.
_MOST = 6


@dataclass(frozen=True, slots=True)
class Use:
    """A term in the words of an article that defines it not, with the provisions that do."""

    term: str
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class _Entry:
    """What some words mean: their index terms, and the definitions of them."""

    terms: Terms
    definitions: tuple[Definition, ...]

    def fits(self, printed: str) -> bool:
        """Whether words are printed as the term is: one that is defined with a capital is no other word."""
        return any(d.term[:1].islower() or printed[:1] == d.term[:1] for d in self.definitions)


class Defined:
    """The definitions of some instruments, found by the words of texts; `known` is all that a finding depends on."""

    def __init__(self, store: Store, shown: Collection[str]) -> None:
        every = [definition for definition in store.definitions() if definition.instrument in shown]
        keys = {key(word) for definition in every for word, _, _ in words(definition.term)}
        known = {pair: term for pair, term in store.analysis(keys).items() if term}
        forms = {**store.inflected(known.values()), **known}
        self._reach = _Reach.of(store, every)
        told = [(d.term, d.language, d.instrument, d.eid, d.scope, d.within) for d in every]
        self.known = (sorted(forms.items()), told, sorted(self._reach.amends))
        self._term = {language: _terms_of(language, forms) for language in {d.language for d in every}}
        self._by_article: dict[Target, list[Definition]] = defaultdict(list)
        meant: dict[tuple[str, Terms], list[Definition]] = defaultdict(list)
        for definition in every:
            self._by_article[Target(definition.instrument, article_of(definition.eid))].append(definition)
            meant[definition.language, self._terms(definition)].append(definition)
        self.places = frozenset(Target(d.instrument, d.eid) for d in every)
        self._entries: dict[str, dict[str, list[_Entry]]] = defaultdict(lambda: defaultdict(list))
        for (language, terms), some in sorted(meant.items(), key=lambda pair: -len(pair[0][1])):
            if terms:
                self._entries[language][terms[0]].append(_Entry(terms, tuple(some)))

    def by(self, instrument: str, article: str) -> Sequence[Definition]:
        """What an article defines, in the order of its words."""
        return self._by_article.get(Target(instrument, article), ())

    def reading(self, instrument: str, language: str, article: str) -> Reading | None:
        """A reading of one article from its beginning; None where no term is defined in its language."""
        entries = self._entries.get(language)
        if not entries:
            return None
        return Reading(Target(instrument, article), entries, self._term[language], self._reach)

    def _terms(self, definition: Definition) -> Terms:
        term = self._term[definition.language]
        return tuple(term(word) for word, _, _ in words(definition.term))


@dataclass(frozen=True, slots=True)
class _Reach:
    """Where definitions hold: the articles of each part that one is said for, and who amends a law that defines."""

    parts: Mapping[Target, frozenset[str]]
    amends: frozenset[tuple[str, str]]

    @classmethod
    def of(cls, store: Store, definitions: Sequence[Definition]) -> _Reach:
        """The reach of `definitions`."""
        places = {Target(d.instrument, d.within) for d in definitions if d.within}
        parts = {
            place: frozenset(article_of(node.eid) for node in store.subtree(place.instrument, place.eid or ""))
            for place in places
        }
        defining = {d.instrument for d in definitions}
        ends = ((e.affecting, e.affected) for e in store.effects())
        amends = {(a.instrument, b.instrument) for a, b in ends if a and b and b.instrument in defining}
        return cls(parts, frozenset(amends))

    def holds(self, definition: Definition, place: Target) -> bool:
        """Whether a definition holds in an article."""
        if definition.instrument == place.instrument:
            part = self.parts.get(Target(definition.instrument, definition.within))
            return part is None or place.eid in part
        amended = (place.instrument, definition.instrument) in self.amends
        return definition.scope == "all" or (amended and not definition.scope)


@dataclass(frozen=True, slots=True)
class Reading:
    """One article, read provision by provision: each term is found where it is used first."""

    place: Target
    entries: Mapping[str, Sequence[_Entry]]
    term: Callable[[str], str]
    reach: _Reach
    seen: set[Terms] = field(default_factory=set)

    def uses(self, text: str) -> Iterator[tuple[int, int, Use]]:
        """(start, end, use) of the first uses in `text`, the longest term at a place."""
        if self.entries.keys().isdisjoint(map(self.term, spelled(text))):
            return
        tokens = [(self.term(word), start, end) for word, start, end in words(text)]
        at = 0
        while at < len(tokens):
            entry = self._entry(text, tokens, at)
            if entry and entry.terms not in self.seen:
                self.seen.add(entry.terms)
                yield from self._use(entry, tokens[at][1], tokens[at + len(entry.terms) - 1][2])
            at += len(entry.terms) if entry else 1

    def _entry(self, text: str, tokens: Sequence[tuple[str, int, int]], at: int) -> _Entry | None:
        for entry in self.entries.get(tokens[at][0], ()):
            found = tokens[at : at + len(entry.terms)]
            if tuple(term for term, _, _ in found) != entry.terms:
                continue
            # A comma, or the end of a sentence, parts words that make no term together.
            parted = any(text[one[2] : other[1]].strip() for one, other in pairwise(found))
            if not parted and entry.fits(text[found[0][1] : found[-1][2]]):
                return entry
        return None

    def _use(self, entry: _Entry, start: int, end: int) -> Iterator[tuple[int, int, Use]]:
        holding = [d for d in entry.definitions if self.reach.holds(d, self.place)]
        own = [d for d in holding if d.instrument == self.place.instrument]
        meant = own or holding
        if meant and not any(Target(d.instrument, article_of(d.eid)) == self.place for d in meant):
            targets = dict.fromkeys(Target(d.instrument, d.eid) for d in meant)
            yield start, end, Use(meant[0].term, tuple(targets)[:_MOST])


def _terms_of(language: str, forms: Mapping[tuple[str, str], str]) -> Callable[[str], str]:
    """What tells the index term of a printed word, itself where the word is in no term."""

    @cache
    def term(word: str) -> str:
        spelled = key(word)
        return forms.get((spelled, language), spelled)

    return term


def distinct(uses: Iterable[Use]) -> tuple[Use, ...]:
    """The uses of one article in the order of the alphabet."""
    return tuple(sorted(dict.fromkeys(uses), key=lambda use: (key(use.term), use.term)))
