"""Whoosh as it is today: an open index, and a question as a query of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import log
from pathlib import Path
from types import TracebackType
from typing import Any

from kb.index.documents import ADDRESS, CONCEPT, HEADING, SHELF, SHELF_PARTS, TERMS, WORDS
from kb.index.query import And, AndMaybe, DisjunctionMax, Every, Or, Phrase, Term
from kb.index.question import Clause, Engine, Place, Question, Shelf
from kb.index.schema import OLDER, TODAY
from kb.index.writer import is_whole
from kb.model import ArticuladoError

# How much more a word counts when it stands in the heading, and when it is printed as it was typed.
_IN_HEADING = 2.0
_AS_TYPED = 0.5
_AS_PHRASE = 2.0
# How much a concept counts beside a word: it is one idea said in other words.
_AS_CONCEPT = 0.9
WEIGHTS = {"heading": _IN_HEADING, "typed": _AS_TYPED, "phrase": _AS_PHRASE, "concept": _AS_CONCEPT}
"""The weights above, for another engine that must rank alike."""


def length_step(length: int) -> int:
    """The step of the scale on which the index keeps how long a field is."""
    from whoosh.util.numeric import length_to_byte

    return int(length_to_byte(length))


def length_steps() -> list[float]:
    """The length that each step stands for."""
    from whoosh.util.numeric import byte_to_length

    return [byte_to_length(step) for step in range(256)]


def open_index(folder: Path) -> Engine:
    """The engine over the index in `folder`; ArticuladoError when there is none that can be read."""
    return WhooshEngine.open(folder)


class WhooshEngine:
    """The Whoosh index of one folder, open for reading; use it as a context manager."""

    def __init__(self, folder: Path, searcher: Any) -> None:
        self._folder = folder
        self._searchers = [searcher]

    @classmethod
    def open(cls, folder: Path) -> WhooshEngine:
        """The engine over `folder`; ArticuladoError when there is no index or it is not whole."""
        if not is_whole(folder):
            raise ArticuladoError(f"{folder}: there is no whole search index here; run `articulado build` again.")
        return cls(folder, _searcher(folder, TODAY))

    def search(self, question: Question, limit: int) -> list[Place]:
        """The best `limit` documents, best first; none for a question without clauses that must hold."""
        query = _query(question)
        if limit < 1 or (query is None and not question.listed) or not all(question.fields.values()):
            return []
        if query is None:
            return [place for searcher in self._asked(question) for place in _listed(searcher, question, limit)][:limit]
        wanted, barred, asked = _filter(question), _barred(question), self._asked(question)
        found = [_place(s, hit) for s in asked for hit in s.search(query, limit=limit, filter=wanted, mask=barred)]
        return sorted(found, key=lambda place: -place.score)[:limit]

    def count(self, question: Question) -> int:
        """How many documents answer."""
        return sum(len(_documents(searcher, question)) for searcher in self._asked(question))

    def shelves(self, question: Question) -> Mapping[Shelf, int]:
        """How many documents answer on each shelf."""
        counts: Counter[str] = Counter()
        for searcher in self._asked(question):
            shelf = searcher.values(SHELF)
            counts.update(map(shelf.__getitem__, _documents(searcher, question)))
        return {Shelf(*value.split(SHELF_PARTS)): count for value, count in counts.items() if value}

    def commonest(self, words: Iterable[str], limit: int) -> list[str]:
        """The `limit` of these words that the most documents print, the commonest first."""
        often = self._searchers[0].doc_frequency
        return sorted(words, key=lambda word: (-often(WORDS, word), word))[:limit]

    def rarity(self, clause: Clause) -> float:
        """How telling the clause is: the logarithm of how many documents there are for each that answers it."""
        searcher, often = self._searchers[0], self._searchers[0].doc_frequency
        counted: list[int] = []
        for one in clause.simple:
            counted += [often(TERMS, term) for term in one.terms]
            counted += [often(CONCEPT, idea.concept) for idea in one.ideas if idea.weight >= 1]
            counted += [min(often(WORDS, word) for word in run) for run in one.spellings if not one.terms]
        return log(1 + searcher.doc_count() / (1 + max(counted, default=0)))

    def _asked(self, question: Question) -> list[Any]:
        if question.history and len(self._searchers) == 1 and _has(self._folder, OLDER):
            self._searchers.append(_searcher(self._folder, OLDER))
        return self._searchers if question.history else self._searchers[:1]

    def close(self) -> None:
        """Let go of the files."""
        for searcher in self._searchers:
            searcher.close()

    def __enter__(self) -> WhooshEngine:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None) -> None:
        self.close()


def _searcher(folder: Path, name: str) -> Any:
    from kb.index.searcher import Searcher

    return Searcher(folder, name)


def _has(folder: Path, name: str) -> bool:
    from kb.index.opened import segments_of

    return bool(segments_of(folder, name))


def _place(searcher: Any, hit: Any) -> Place:
    address, wording = searcher.name(hit.document)
    return Place(address, hit.score, wording)


def _documents(searcher: Any, question: Question) -> set[int]:
    """The numbers of the documents that answer."""

    needed = [_must(clause) for clause in question.clauses if not clause.optional]
    if not (needed or question.listed) or not all(question.fields.values()):
        return set()
    wanted, barred = _filter(question), _barred(question)
    tests = [query for query in ((And if question.every else Or)(needed) if needed else None, wanted) if query]
    found = set(searcher.docs_for_query(tests[0] if tests else Every()))
    for test in tests[1:]:
        found.intersection_update(searcher.docs_for_query(test))
    return found.difference(searcher.docs_for_query(barred)) if barred else found


def _listed(searcher: Any, question: Question, limit: int) -> list[Place]:
    """The first documents that fit, in corpus order."""
    numbers = sorted(_documents(searcher, question), key=searcher.rank)[:limit]
    return [Place(address, 0.0, wording) for address, wording in map(searcher.name, numbers)]


def _query(question: Question) -> Any:

    needed = [_must(clause) for clause in question.clauses if not clause.optional]
    if not needed:
        return None
    better = [query for clause in question.clauses for query in _may(clause)]
    main = And(needed) if question.every else Or(needed)
    return AndMaybe(main, Or(better)) if better else main


def _must(clause: Clause) -> Any:
    """What a document must have for the clause: any of its terms (its spellings when it has none) or ideas."""

    if clause.either:
        return Or([_must(one) for one in clause.either])
    words = [Term(TERMS, term) for term in clause.terms] or [_spelled(run, clause.slop) for run in clause.spellings]
    # Not the sum: what says a thing in the words of the question has its idea as well, and is not twice about it.
    return DisjunctionMax([*words, *_named(clause)]) if clause.ideas else Or(words)


def _named(clause: Clause) -> list[Any]:

    return [Term(CONCEPT, idea.concept, boost=_AS_CONCEPT * idea.weight) for idea in clause.ideas]


def _may(clause: Clause) -> list[Any]:
    """What makes a document rank higher: the word as typed, the word in the heading, an optional clause."""

    if clause.either:
        return [query for one in clause.either for query in _may(one)]
    typed = [_spelled(run, clause.slop, _AS_TYPED) for run in clause.spellings if clause.terms]
    headed = [Term(HEADING, term, boost=_IN_HEADING) for term in clause.terms]
    helping = [Term(TERMS, term) for term in clause.terms if clause.optional] + (clause.optional * _named(clause))
    phrase = clause.optional and not clause.terms
    phrases = [_spelled(run, clause.slop, _AS_PHRASE) for run in clause.spellings if phrase]
    return [*typed, *headed, *helping, *phrases]


def _spelled(run: Sequence[str], slop: int, boost: float = 1.0) -> Any:

    return Phrase(WORDS, list(run), slop=slop, boost=boost) if len(run) > 1 else Term(WORDS, run[0], boost=boost)


def _filter(question: Question) -> Any:

    wanted = [Or([Term(name, value) for value in values]) for name, values in question.fields.items()]
    if question.among is not None:
        wanted.append(Or([Term(ADDRESS, place) for place in sorted(question.among)]))
    return And(wanted) if wanted else None


def _barred(question: Question) -> Any:
    """What no document that answers may have."""

    fields = [Term(name, value) for name, values in question.barred.items() for value in values]
    barred = [*fields, *map(_must, question.without)]
    return Or(barred) if barred else None
