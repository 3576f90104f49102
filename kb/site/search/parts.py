"""What one instrument gives to the data of search, made once: the data of all is put together from such parts.

A part counts documents from its own first one, so that it stays the same wherever the instrument stands among others.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from kb.model import Instrument
from kb.site.anchors import by_node
from kb.site.places import Places
from kb.site.search.documents import Document, Reader
from kb.site.search.texts import Text, text_of
from kb.site.search.tree import tree
from kb.site.search.written import number
from kb.store import Store
from kb.store.lists import every_term

_HEADED_MOST = 3
_BETWEEN = "\t"
_APART = "<"

# Document, times, times in the heading.
Posting = tuple[int, int, int]


class Runs(NamedTuple):
    """The documents that have each of some words: what is written of the first before its times, the last, and all the
    rest, each ended by what is no digit."""

    names: Sequence[str]
    firsts: Sequence[int]
    lasts: Sequence[int]
    rests: str


class Part(NamedTuple):
    """An instrument: of each document its kind, its status, its lengths by field and its text; the documents of each
    word and of each idea; how many have each stop word; the pairs of lemmas that may follow one another; its tree."""

    kinds: Sequence[str]
    statuses: Sequence[str]
    lengths: Sequence[Sequence[int]]
    texts: Sequence[Text]
    words: Runs
    ideas: Runs
    stops: Mapping[str, int]
    beside: Sequence[str]
    tree: str

    def dumped(self) -> bytes:
        """The part as one line."""
        return json.dumps(self, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")

    @classmethod
    def loaded(cls, line: bytes) -> Part:
        """The part that was dumped as this line."""
        part = cls(*json.loads(line.decode("utf-8", "surrogatepass")))
        return part._replace(words=Runs(*part.words), ideas=Runs(*part.ideas))


class Parter:
    """Makes parts; `basis` is all that they follow from beside the instrument itself, `terms` that of every word of a
    language."""

    def __init__(self, store: Store, places: Places) -> None:
        self._store, self._places = store, places
        stops: defaultdict[str, set[str]] = defaultdict(set)
        self.terms = every_term(store)
        for (surface, language), term in self.terms.items():
            if not term:
                stops[language].add(surface)
        self._stops, self._any = stops, frozenset().union(*stops.values())
        words = store.reference_words().items()
        self._transitory = frozenset(word for word, its in words if ("kind", "transitional") in its)
        self._reader = Reader.of(store)
        told = sorted((language, sorted(some)) for language, some in stops.items())
        divided = sorted(store.rows("SELECT language, word, whole FROM divided"))
        self.basis = (told, sorted(self._transitory), self._reader.basis, places.single, divided)

    def part(self, instrument: Instrument) -> Part:
        """What an instrument gives."""
        nodes, incisos = self._store.nodes(instrument.id), self._store.incisos(instrument.id)
        stretches, paragraphs = by_node(incisos), Counter(inciso.parent for inciso in incisos)
        documents = list(self._reader.documents(self._store.as_read(nodes), instrument.language))
        stops = self._stops.get(instrument.language, frozenset[str]())
        return Part(
            kinds=[document.first.kind for document in documents],
            statuses=[document.first.status for document in documents],
            lengths=[_lengths(document, stops) for document in documents],
            texts=[text_of(document, self._places, stretches) for document in documents],
            words=_runs(_words(documents, stops)),
            ideas=_runs((at, (id, n, 0)) for at, d in enumerate(documents) for id, n in d.ideas.items()),
            stops=dict(Counter(one for d in documents for one in sorted(self._any & d.counts.keys()))),
            beside=sorted({_paired(pair) for d in documents for pair in d.beside}),
            tree=tree(nodes, self._transitory, {document.first.eid for document in documents}, paragraphs),
        )


def joined(runs: Iterable[tuple[int, Runs]]) -> Mapping[str, str]:
    """The documents of each word as characters, from the runs of instruments and where the documents of each begin."""
    pieces: defaultdict[str, list[str]] = defaultdict(list)
    ends: dict[str, int] = {}
    for begins, its in runs:
        for word, first, last, rest in zip(its.names, its.firsts, its.lasts, its.rests.split(_APART)[:-1], strict=True):
            pieces[word] += (number(first + 2 * (begins - ends.get(word, -1) - 1)), rest)
            ends[word] = begins + last
    return {word: "".join(its) for word, its in pieces.items()}


def parted(pair: str) -> tuple[str, str]:
    """The two lemmas of a pair."""
    one, _, other = pair.partition(_BETWEEN)
    return one, other


def _paired(pair: tuple[str, str]) -> str:
    return _BETWEEN.join(pair)


def _lengths(document: Document, stops: Collection[str]) -> tuple[int, ...]:
    """How long a document is in each field: words, terms, terms of the heading, ideas."""

    def told(counts: Mapping[str, int]) -> int:
        return sum(times for surface, times in counts.items() if surface not in stops)

    counts = document.counts
    return sum(counts.values()), told(counts), told(document.headed), sum(document.ideas.values())


def _words(documents: Iterable[Document], stops: Collection[str]) -> Iterator[tuple[int, tuple[str, int, int]]]:
    for at, document in enumerate(documents):
        for surface, times in document.counts.items():
            if surface not in stops:
                yield at, (surface, times, document.headed.get(surface, 0))


def _runs(found: Iterable[tuple[int, tuple[str, int, int]]]) -> Runs:
    by: defaultdict[str, list[Posting]] = defaultdict(list)
    for at, (word, times, headed) in found:
        by[word].append((at, times, headed))
    firsts, lasts, rests = zip(*map(_run, by.values()), strict=True) if by else ((), (), ())
    return Runs(list(by), firsts, lasts, "".join(f"{rest}{_APART}" for rest in rests))


def _run(postings: Sequence[Posting]) -> tuple[int, int, str]:
    """Postings as characters: the step to the next document, twice, and 1 more when the times follow because they are
    not one and none."""
    first, pieces, last = 0, list[str](), -1
    for at, times, headed in postings:
        plain = times == 1 and not headed
        step = (at - last - 1) * 2 + (not plain)
        if last < 0:
            first = step
        else:
            pieces.append(number(step))
        if not plain:
            pieces.append(number((times - 1) * (_HEADED_MOST + 1) + min(headed, _HEADED_MOST)))
        last = at
    return (first, last, "".join(pieces))
