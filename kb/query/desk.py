"""Where a question is asked, rung by rung: exact provisions first, then phrases, all words, some words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from kb.analysis import keys
from kb.index import Clause, Engine, Question
from kb.query.answer import ALL_WORDS, FITS, MENTION, PHRASE, REFERENCE, SOME_WORDS, Wanted
from kb.query.asking import Asked, asked, laws_cited
from kb.query.naming import Reader
from kb.query.passages import Found, evidence, placed
from kb.query.pieces import names
from kb.query.provisions import Target, article_of, document, spoken
from kb.query.ranking import FEW, READ_CLOSELY, shared_out, weighed, worth
from kb.query.reference import Reference
from kb.query.typed import Typed

if TYPE_CHECKING:
    from kb.store import Store

# Of a list of articles, what mentions the first few is looked for.
_MOST_MENTIONED = 8
# A name that so many laws share is no citation of one.
_MOST_CITED = 100
# Kinds that texts cite by their number in figures.
_CITED = ("article", "transitional", "annex")
# A prefix stands for this many words of the texts, the commonest.
_MOST_WORDS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """Where a question is asked: the store, the open engine, what a place must have and not have, how many are wanted.

    `limit` is how many make a page, `depth` how many there are up to the end of the page that is wanted. `history` is
    whether older wordings may answer.
    """

    store: Store
    engine: Engine
    wanted: Wanted
    without: tuple[Clause, ...]
    limit: int
    depth: int
    history: bool = False

    def expand(self, prefix: str) -> Sequence[str]:
        """The words of the texts that begin with `prefix`; of very many the commonest."""
        found = self.store.beginning(prefix)
        return found if len(found) <= _MOST_WORDS else self.engine.commonest(found, _MOST_WORDS)

    def exact(self, reference: Reference, question: Asked, reason: str = REFERENCE) -> list[Found]:
        """The targets of a reference, those first that hold what the rest of the question asks for: all, then some.

        With history each is followed by the older wordings of its article.
        """
        places = {target: document(self.store, target) for target in reference.targets}
        among, clauses = frozenset(places.values()), question.clauses
        some, every = (
            {place.address: place.score for place in self.engine.search(asked_for, len(places))}
            for asked_for in (Question(clauses=clauses, every=every, among=among) for every in (False, True))
        )
        found = [Found(target, some.get(place, 0.0), reason, clauses) for target, place in places.items()]
        found.sort(key=lambda one: (places[one.target] not in every, -one.score))
        return self._allowed([one for first in found for one in (first, *self._older(first))])

    def _allowed(self, found: list[Found]) -> list[Found]:
        """Those that do not have what must not be there."""
        if not self.without or not found:
            return found
        at = {one.place: (document(self.store, one.target), one.wording) for one in found}
        among = frozenset(address for address, _ in at.values())
        asked_for = Question(clauses=self.without, every=False, among=among, history=self.history)
        met = {(place.address, place.wording) for place in self.engine.search(asked_for, 2 * len(found))}
        return [one for one in found if at[one.place] not in met]

    def _older(self, found: Found) -> list[Found]:
        """The older wordings of the article that a target is or is a part of, in the order of the source."""
        place = found.target
        node = self.store.node(place.instrument, place.eid) if self.history and place.eid else None
        article = article_of(self.store, node) if node else None
        versions = self.store.versions(article.instrument, article.eid) if article else []
        return [replace(found, target=Target(v.instrument, v.eid), wording=v.place) for v in versions]

    def fitting(self) -> list[Found]:
        """What the filters leave, in corpus order, up to the end of the page."""
        question = self._question((), listed=True)
        places = self.engine.search(question, self.depth)
        return [Found(Target.at(p.address), 0.0, FITS, (), p.wording, question) for p in places]

    def others(
        self,
        exact: Sequence[Found],
        reference: Reference,
        question: Asked,
        typed: Typed,
        beside: tuple[Sequence[str], Asked] = ((), Asked()),
    ) -> list[Found]:
        """What else answers, to the end of the page: places that mention the reference, or that match the words.

        `beside` are instruments that are named beside words, and these.
        """
        shown = {one.place if one.wording else (document(self.store, one.target), 0) for one in exact}
        more = (one for one in self._more(reference, question, typed, beside) if one.place not in shown)
        return list(islice(more, max(0, self.depth - len(exact))))

    def _more(
        self, reference: Reference, question: Asked, typed: Typed, beside: tuple[Sequence[str], Asked]
    ) -> list[Found]:
        """The first of these that finds anything: quoted phrases, what cites the reference, words."""
        named, text = reference.instruments, typed.plain
        if question.phrases:
            loosened = asked(self.store, typed.loosened(), self.expand)
            return self._phrases(question) or self._words(loosened)
        if reference.targets and not question.clauses:
            return self._asked(MENTION, _mentions(self.store, reference, text), within=named if reference.path else ())
        if reference.targets:
            return self._words(question, within=named)
        if reference and ((reference.lacks_law and reference.path) or not reference.rest):
            return self._absent(reference, text)
        found = self._words(question)
        return found if found and found[0].reason == ALL_WORDS else _joined(self._inside(*beside), found)

    def _inside(self, named: Sequence[str], question: Asked) -> list[Found]:
        """Places in these instruments with all the words: "Ley 45 de 1923 encaje" is the word in that law."""
        if not named or not question.clauses:
            return []
        every = self._question(question.clauses, within=named)
        found = [one for one in self._words(question, within=named) if one.reason == ALL_WORDS]
        return [replace(one, question=every) for one in found]

    def _absent(self, reference: Reference, text: str) -> list[Found]:
        """For a reference to what is not there: what cites it. What merely shares a word with it is not told."""
        if (number := keys(text)) == tuple(number for _, number in reference.path):
            return self._asked(ALL_WORDS, [Clause((number,))])
        called = tuple(filter(None, (keys(reference.missing), keys(reference.called))))
        law = laws_cited(keys(text)) or ((Clause(called),) if called else ())
        law = law or _outside(self.store, reference)
        clauses = (*law, *(_mentions(self.store, reference, text) if reference.path else ()))
        return self._asked(ALL_WORDS, clauses, within=() if law else reference.instruments)

    def _phrases(self, question: Asked) -> list[Found]:
        """Places with every quoted phrase, those first that have all the other words as well."""
        helping = _optional((*question.cited, *question.words))
        together = self._asked(PHRASE, question.clauses)
        alone = self._asked(PHRASE, (*question.phrases, *helping))
        return [replace(one, question=alone[0].question) for one in _joined(together, alone)] if alone else []

    def _words(self, question: Asked, within: Sequence[str] = ()) -> list[Found]:
        """Places with all words, and with some when those are few; those first that cite the law that was cited."""
        clauses = question.clauses
        found = self._in_every_language(clauses, within)
        some = self._some(clauses, within) if len(found) < max(FEW, self.depth) else []
        if len(found) < FEW and some:
            ranked = self._ranked(_joined([replace(one, question=some[0].question) for one in found], some), clauses)
        else:
            ranked = _joined(self._ranked(found, clauses), self._ranked(some, clauses))
        if not question.cited:
            return ranked
        cited, every = (
            (*question.cited, *_optional(question.words)),
            self._question(clauses, every=False, within=within),
        )
        its = [replace(one, question=every) for one in self._asked(SOME_WORDS, cited, within=within)]
        return _joined(self._ranked(_joined(found, its), clauses), ranked)

    def _in_every_language(self, clauses: Sequence[Clause], within: Sequence[str]) -> list[Found]:
        """Places with all words; when there are more than are read, also the best of a language that has none there."""
        every = self._question(clauses, within=within)
        found = self._found(ALL_WORDS, every)
        if len(found) < READ_CLOSELY:
            return found
        met = {self._language(one) for one in found[:READ_CLOSELY]}
        missing = [language for language in self._wanted if language not in met]
        others = (self._found(ALL_WORDS, _within(every, language))[:FEW] for language in missing)
        more = [replace(one, question=every) for its in others for one in its]
        return _joined([*found[: READ_CLOSELY - len(more)], *more], found)

    def _some(self, clauses: Sequence[Clause], within: Sequence[str]) -> list[Found]:
        """Places with some of the words, in any language.

        Each language is asked by itself: the texts of one say all in other words, and would come after any of the
        other's that have two or three of them as typed.
        """
        every = self._question(clauses, every=False, within=within)
        each = [self._found(SOME_WORDS, _within(every, one)) for one in self._wanted]
        best, rest = (
            [one for its in each for one in its[:READ_CLOSELY]],
            [i for its in each for i in its[READ_CLOSELY:]],
        )
        return [replace(one, question=every) for one in (*best, *rest)]

    def _language(self, found: Found) -> str:
        return self.store.known(found.target.instrument).language

    @property
    def _wanted(self) -> Sequence[str]:
        """The languages in which an answer may be."""
        return self.wanted.fields.get("language", self.store.languages())

    def _ranked(self, found: Sequence[Found], clauses: Sequence[Clause]) -> list[Found]:
        """What was found in the order of what it is worth, equals as the engine has them, and no language left out.

        As many as may be on the first pages are read; how they stand does not depend on how many are asked for.
        """
        most = READ_CLOSELY * (1 + len(self._wanted))
        weights = weighed(clauses, [self.engine.rarity(clause) for clause in clauses])
        reader = Reader.of(self.store, clauses)
        read = [replace(one, clauses=tuple(clauses), placed=placed(self.store, reader, one)) for one in found[:most]]
        made = [replace(one, score=round(worth(evidence(one.placed), weights), 6)) for one in read if one.placed]
        made.sort(key=lambda one: -one.score)
        order = shared_out([(one.score, self._language(one)) for one in made])
        return [*(made[place] for place in order), *(replace(one, score=0.0) for one in found[most:])]

    def _asked(
        self, reason: str, clauses: Sequence[Clause], *, every: bool = True, within: Sequence[str] = ()
    ) -> list[Found]:
        """What the engine finds, within these instruments when any are named."""
        return self._found(reason, self._question(clauses, every=every, within=within))

    def _question(
        self, clauses: Sequence[Clause], *, every: bool = True, within: Sequence[str] = (), listed: bool = False
    ) -> Question:
        own = self.wanted.fields.get("instrument", within)
        chosen = tuple(id for id in own if not within or id in within)
        named = {"instrument": chosen} if within or "instrument" in self.wanted.fields else {}
        return Question(
            clauses=tuple(clauses),
            every=every,
            fields={**self.wanted.fields, **named},
            barred=self.wanted.barred,
            without=self.without,
            history=self.history,
            listed=listed,
        )

    def _found(self, reason: str, question: Question) -> list[Found]:
        places = self.engine.search(question, max(2 * self.depth, READ_CLOSELY))
        return [Found(Target.at(p.address), p.score, reason, question.clauses, p.wording, question) for p in places]


def _within(question: Question, language: str) -> Question:
    return replace(question, fields={**question.fields, "language": (language,)})


def _optional(clauses: Iterable[Clause]) -> tuple[Clause, ...]:
    return tuple(replace(clause, optional=True) for clause in clauses)


def _joined(first: Sequence[Found], then: Iterable[Found]) -> list[Found]:
    """Both, in this order, each place once."""
    met = {one.place for one in first}
    return [*first, *(one for one in then if one.place not in met)]


def _outside(store: Store, reference: Reference) -> tuple[Clause, ...]:
    """The names of laws that are named and that the corpus has no text of: "the Civil Code"."""
    laws = [i for i in store.among(reference.instruments) if not i.in_corpus]
    called = tuple(filter(None, (keys(name) for law in laws for name in names(law))))
    return (Clause(called, slop=2),) if called else ()


def _mentions(store: Store, reference: Reference, text: str) -> tuple[Clause, ...]:
    """What a text prints that cites what was typed: "article 46" in any language; of a law alone, number or names."""
    if reference.path:
        words = store.reference_words().items()
        levels = [spoken(kind, number) for kind, number in reference.path if number]
        some = [level for level in levels if level[0] in _CITED][:_MOST_MENTIONED]
        said = tuple((*keys(w), number) for kind, number in some for w, its in words if ("kind", kind) in its)
        return (Clause(said),) if said else ()
    # Bylaws go by names that others go by too.
    laws = [i for i in store.among(reference.instruments[:_MOST_CITED]) if i.number]
    cited = [(str(law.number), str(law.year)) for law in laws if law.year]
    called = [keys(name) for law in laws for name in names(law)]
    return (Clause(tuple(dict.fromkeys(filter(None, (*cited, *called, keys(text))))), slop=2),)
