"""Who answers a query of Whoosh's, and how well: term by term over whole arrays, with the scores that Whoosh gives.

Whoosh walks through the documents one by one, with a dozen calls for each. Here the postings of a term become a table
of document -> score at once, tables are joined as the query says, and only the best are sorted. The scores are those
of BM25F over the documents that are there: one that was replaced counts for nothing. Only of a DisjunctionMax Whoosh
gives others: it takes the greatest of the scores at which its parts stand, be they at another document.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from heapq import nlargest
from itertools import accumulate
from math import log
from pathlib import Path
from typing import Any

from kb.index.opened import Documents, Terms, segments_of
from kb.index.postings import Postings, among, in_order, living
from kb.index.schema import RANKS

Scores = dict[int, float]
# The parameters of BM25F: how much the length of a document matters, and how soon a word said often says no more.
_B, _K1 = 0.75, 1.2
# Scores this near are the same: the order of adding up makes a difference of 1e-15.
_DIGITS = 6
# How many documents a query of several finds, of how many each of them does.
_JOINS: Mapping[str, Callable[[list[int]], int]] = {"And": min, "Or": sum, "DisjunctionMax": sum}


@dataclass(frozen=True, slots=True)
class Hit:
    """A document that answers, by its number."""

    document: int
    score: float


@dataclass(frozen=True, slots=True)
class _Part:
    """A segment: its terms and documents, the number of its first, and those that are there no more."""

    terms: Terms
    documents: Documents
    first: int
    dead: frozenset[int]
    size: int


class Searcher:
    """An open index of one name, answering queries."""

    def __init__(self, folder: Path, name: str) -> None:
        segments = segments_of(folder, name)
        starts = accumulate((segment.size for segment in segments), initial=0)
        self._parts = [
            _Part(
                Terms(folder, one.id),
                Documents(folder, one),
                first,
                frozenset(one.gone),
                one.size,
            )
            for one, first in zip(segments, starts, strict=False)
        ]
        self._count = sum(segment.size - len(segment.gone) for segment in segments)
        self._fields = [segment.lengths for segment in segments]
        self._values: dict[str, list[str]] = {}
        self._known: dict[tuple[str, bytes], list[tuple[_Part, Postings]]] = {}
        self._lengths: dict[tuple[int, str], bytes] = {}
        self._norms: dict[str, list[float]] = {}
        self._worths: dict[tuple[str, int], list[float]] = {}
        self._ranks: Sequence[int] | None = _ranks(folder / RANKS.format(name))

    def close(self) -> None:
        """Let go of the files."""
        for part in self._parts:
            part.terms.close()
            part.documents.close()

    def doc_count(self) -> int:
        """How many documents there are."""
        return self._count

    def doc_frequency(self, field: str, term: str) -> int:
        """How many documents have the term."""
        return sum(len(found.documents) for _, found in self._found(field, term.encode("utf-8", "surrogatepass")))

    def name(self, document: int) -> tuple[str, int]:
        """The address of a document, and which wording it is."""
        part = next(part for part in reversed(self._parts) if part.first <= document)
        address, wording = part.documents.name(document - part.first)
        return address, wording

    def values(self, field: str) -> list[str]:
        """The value that each document has in a field of one value, by its number; "" for none."""
        if field not in self._values:
            found = [""] * sum(part.size for part in self._parts)
            for part in self._parts:
                for value, its in part.terms.beginning(field, b""):
                    for document in its.documents:
                        found[part.first + document] = value
            self._values[field] = found
        return self._values[field]

    def search(self, query: Any, limit: int, filter: Any = None, mask: Any = None) -> list[Hit]:
        """The best `limit` documents that `query` finds, of those that `filter` finds and `mask` does not."""
        wanted = None if filter is None else self.docs_for_query(filter)
        scores = self._scores(query, wanted)
        if wanted is not None:
            scores = {document: score for document, score in scores.items() if document in wanted}
        if mask is not None:
            barred = self.docs_for_query(mask)
            scores = {document: score for document, score in scores.items() if document not in barred}
        if len(scores) > limit:
            least = nlargest(limit, scores.values())[-1] - 10**-_DIGITS
            scores = {document: score for document, score in scores.items() if score >= least}
        hits = [Hit(document, round(score, _DIGITS)) for document, score in scores.items()]
        return sorted(hits, key=lambda hit: (-hit.score, self.rank(hit.document)))[:limit]

    def rank(self, document: int) -> int:
        """The place of a document in the order of the corpus."""
        return self._ranks[document] if self._ranks is not None else document

    def docs_for_query(self, query: Any) -> set[int]:
        """The numbers of all documents that `query` finds."""
        kind = type(query).__name__
        if kind == "And":
            return _common([self.docs_for_query(one) for one in query])
        if kind in ("Or", "DisjunctionMax"):
            return set().union(*(self.docs_for_query(one) for one in query))
        if kind == "AndMaybe":
            return self.docs_for_query(query.subqueries[0])
        if kind == "Term":
            found = self._found(query.fieldname, self._bytes(query))
            return {number for part, one in found for number in _numbers(part, one)}
        return set(self._scores(query))

    def _scores(self, query: Any, among: Collection[int] | None = None) -> Scores:
        """The documents that `query` finds with their scores, of those that may be found."""
        # By the name of its kind, so that a query of Whoosh's is answered like one of ours, and can be compared.
        join: Callable[[Any, Collection[int] | None], Scores] = getattr(self, f"_of_{type(query).__name__.lower()}")
        return join(query, among)

    def _of_every(self, query: Any, among: Collection[int] | None) -> Scores:
        return {part.first + n: 1.0 for part in self._parts for n in range(part.size) if n not in part.dead}

    def _of_and(self, query: Any, among: Collection[int] | None) -> Scores:
        """All of them, the rarest first: what the others are asked of is ever less."""
        tables: list[Scores] = []
        for one in sorted(query, key=self._size):
            tables.append(self._scores(one, among))
            among = tables[-1].keys() if among is None else tables[-1].keys() & among
        scores = dict.fromkeys(among or (), 0.0)
        for table in tables:
            for document in scores:
                scores[document] += table[document]
        return scores

    def _size(self, query: Any) -> int:
        """About how many documents a query finds."""
        kind = type(query).__name__
        if kind == "Term":
            return sum(len(one.documents) for _, one in self._found(query.fieldname, self._bytes(query)))
        sizes = [self._size(one) for one in query] if kind in _JOINS else []
        return _JOINS[kind](sizes) if sizes else self._count

    def _of_or(self, query: Any, among: Collection[int] | None) -> Scores:
        return reduce(_added, (self._scores(one, among) for one in query), {})

    def _of_disjunctionmax(self, query: Any, among: Collection[int] | None) -> Scores:
        return reduce(_greater, (self._scores(one, among) for one in query), {})

    def _of_andmaybe(self, query: Any, among: Collection[int] | None) -> Scores:
        scores = self._scores(query.subqueries[0], among)
        more = self._scores(query.subqueries[1], scores.keys())
        for document in scores.keys() & more.keys():
            scores[document] += more[document]
        return scores

    def _of_term(self, query: Any, among: Collection[int] | None) -> Scores:
        found = self._found(query.fieldname, self._bytes(query))
        return self._scored(query.fieldname, found, query.boost, among)

    def _of_phrase(self, query: Any, among: Collection[int] | None) -> Scores:
        from kb.index.query import Term

        terms = [Term(query.fieldname, word) for word in query.words]
        places = {place for part in self._parts for place in self._follow(part, query)}
        places = places if among is None else places.intersection(among)
        tables = [self._scores(term, places) for term in terms] if places else []
        return {n: query.boost * sum(table[n] for table in tables) for n in places}

    def _follow(self, part: _Part, query: Any) -> list[int]:
        """The documents of a segment in which the words of a phrase follow one another."""
        found = [part.terms.postings(query.fieldname, word.encode("utf-8", "surrogatepass")) for word in query.words]
        words = [one for one in found if one]
        whole = in_order(words, query.slop) if words and len(words) == len(found) else set()
        return [part.first + number for number in whole - part.dead]

    def _bytes(self, term: Any) -> bytes:
        text = term.text
        return text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")

    def _found(self, field: str, term: bytes) -> list[tuple[_Part, Postings]]:
        """The segments that have a term, with its postings in them, of the documents that are there."""
        if (field, term) not in self._known:
            found = [(part, part.terms.postings(field, term)) for part in self._parts]
            kept = [(part, living(one, part.dead)) for part, one in found if one is not None]
            self._known[field, term] = [(part, one) for part, one in kept if one.documents]
        return self._known[field, term]

    def _scored(
        self, field: str, found: Sequence[tuple[_Part, Postings]], boost: float, some: Collection[int] | None
    ) -> Scores:
        """The score of each document of a term; where `some` are few, of those that are among them."""
        if not any(field in lengths for lengths in self._fields):
            return {n: boost for part, one in found for n in _numbers(part, one)}
        held = sum(len(one.documents) for _, one in found)
        if not held:
            return {}
        idf = boost * (log(self._count / (held + 1)) + 1)
        scores = Scores()
        for part, all_of_them in found:
            one = among(all_of_them, self._within(part, some))
            lengths = self._lengths_of(part, field)
            weights = one.weights if one.weights is not None else (1,)
            rows = {weight: self._weighed(field, weight) for weight in set(weights)}
            if one.weights is None:
                values = [idf * worth for worth in map(rows[1].__getitem__, map(lengths.__getitem__, one.documents))]
            else:
                pairs = zip(one.documents, one.weights, strict=True)
                values = [idf * rows[weight][lengths[document]] for document, weight in pairs]
            scores.update(zip(_numbers(part, one), values, strict=True))
        return scores

    def _within(self, part: _Part, some: Collection[int] | None) -> Collection[int] | None:
        """Those of some documents that are in a segment, by their numbers in it."""
        if some is None or len(self._parts) == 1:
            return some
        return [number - part.first for number in some if 0 <= number - part.first < part.size]

    def _normed(self, field: str) -> list[float]:
        """What the length of a document, a byte, weighs against how often it says a word."""
        if field not in self._norms:
            from whoosh.util.numeric import byte_to_length

            average = sum(lengths.get(field, 0) for lengths in self._fields) / max(self._count, 1) or 1
            self._norms[field] = [_K1 * ((1 - _B) + _B * byte_to_length(byte) / average) for byte in range(256)]
        return self._norms[field]

    def _weighed(self, field: str, weight: int) -> list[float]:
        """What it is worth that a document says a word so often, by its length."""
        if (field, weight) not in self._worths:
            worths = [weight * (_K1 + 1) / (weight + norm) for norm in self._normed(field)]
            self._worths[field, weight] = worths
        return self._worths[field, weight]

    def _lengths_of(self, part: _Part, field: str) -> bytes:
        if (part.first, field) not in self._lengths:
            self._lengths[part.first, field] = part.documents.lengths(field)
        return self._lengths[part.first, field]


def _ranks(path: Path) -> Sequence[int] | None:
    if not path.is_file():
        return None
    return array("I", path.read_bytes())


def _numbers(part: _Part, found: Postings) -> Sequence[int]:
    return [part.first + number for number in found.documents] if part.first else found.documents


def _common(tables: Sequence[Iterable[int]]) -> set[int]:
    """What is in all of them."""
    return set.intersection(*map(set, sorted(tables, key=len))) if tables else set()  # type: ignore[arg-type]


def _added(first: Scores, then: Scores) -> Scores:
    """The sums of two tables, which are used up."""
    more, less = (first, then) if len(first) >= len(then) else (then, first)
    for document, score in less.items():
        more[document] = more.get(document, 0.0) + score
    return more


def _greater(first: Scores, then: Scores) -> Scores:
    """The greater score of each document of two tables, which are used up."""
    more, less = (first, then) if len(first) >= len(then) else (then, first)
    for document, score in less.items():
        if score > more.get(document, 0.0):
            more[document] = score
    return more
