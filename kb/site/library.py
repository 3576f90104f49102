"""The knowledge base as the pages show it: lists and ties gathered once, the words of each instrument when needed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from kb.comparing import other_file
from kb.model import ArticuladoError, Citation, Effect, Instrument, Source, Span, Target
from kb.site.entries import Entry, entries
from kb.site.marks import offsets
from kb.site.options import INSTRUMENT, PLAIN, Options
from kb.site.places import Places
from kb.site.terms import Defined
from kb.site.ties import Ties
from kb.site.views import Parts, Work, work_of
from kb.site.words import Words
from kb.store import MADE_OF, REPORT, Store, StoredProblem

Spans = Mapping[str | None, Sequence[Span]]
# Facts of a build that change with every word of the corpus: shown on pages of the whole alone.
_EDITION = frozenset({"fingerprint", "index"})


@dataclass(frozen=True, slots=True)
class Library:
    """Everything the site shows. `works` are the instruments that have pages, without their words: see `work`.

    `pointed` tells for an instrument which places in it the words of some text lead to.
    """

    works: tuple[Entry, ...]
    sources: tuple[Source, ...]
    problems: tuple[StoredProblem, ...]
    meta: Mapping[str, str]
    places: Places
    effects: Sequence[Effect]
    ties: Ties
    shelf: Shelf
    terms: Defined
    pointed: Mapping[str, frozenset[Target]]
    languages: tuple[Words, ...]

    def work(self, entry: Entry) -> Work:
        """An instrument with all its words; that of the last one is kept at hand."""
        return self.shelf.work(entry)

    def beside(self) -> Beside:
        """What the pages of one instrument may show besides it."""
        meta = {name: fact for name, fact in self.meta.items() if name not in _EDITION}
        return Beside(meta, self.ties, self.terms, self.languages)


@dataclass(frozen=True, slots=True)
class Beside:
    """What the pages of one instrument may show besides it: what their digest counts, so that none is out of date.

    Of `ties` they ask those of their own instrument alone.
    """

    meta: Mapping[str, str]
    ties: Ties
    terms: Defined
    languages: tuple[Words, ...]


@dataclass(slots=True)
class Shelf:
    """Reads the words of one instrument after another."""

    store: Store
    citations: Mapping[str, Sequence[Citation]]
    problems: Mapping[str | None, Sequence[StoredProblem]]
    sources: Mapping[str, Source]
    terms: Defined
    single: bool
    _last: dict[str, Work] = field(default_factory=dict)
    _spans: dict[str, Mapping[str | None, Spans]] = field(default_factory=dict)

    def reopen(self) -> None:
        """Read through a connection of one's own, as another process must."""
        self.store = Store.open(self.store.path)

    def work(self, entry: Entry) -> Work:
        """All of an instrument."""
        id = entry.instrument.id
        if id not in self._last:
            self._last.clear()
            self._last[id] = self._read(entry)
        return self._last[id]

    def _read(self, entry: Entry) -> Work:
        id = entry.instrument.id
        cited = self.citations.get(id, ())
        spans: dict[str | None, list[Span]] = defaultdict(list)
        for source in dict.fromkeys(citation.source for citation in cited):
            for eid, some in self._of(source).get(id, {}).items():
                spans[eid] += some
        sources = tuple(self.sources[file] for file in entry.instrument.sources if file in self.sources)
        made = (self.store.nodes(id), self.store.versions(id), offsets(cited, spans), tuple(self.problems.get(id, ())))
        incisos = self.store.incisos(id)
        others = tuple(
            other_file(witness.sources[0], witness.id, made[0], self.store.nodes(witness.id))
            for witness in self.store.witnesses(id)
        )
        return work_of(entry, Parts(*made, incisos, sources, others, self.store.periods(id)), self.terms, self.single)

    def _of(self, source: str) -> Mapping[str | None, Spans]:
        """Instrument -> eid -> where the words of the node stand in a source; that of the last one is kept at hand."""
        if source not in self._spans:
            found: dict[str | None, dict[str | None, list[Span]]] = defaultdict(lambda: defaultdict(list))
            for span in self.store.spans(source):
                if span.role == "text":
                    found[span.instrument][span.eid].append(span)
            self._spans.clear()
            self._spans[source] = found
        return self._spans[source]


def gather(store: Store, languages: Sequence[Words], options: Options = PLAIN) -> Library:
    """Read the store into what the pages show, in corpus order; ArticuladoError for a chosen id that is not there."""
    instruments = store.instruments()
    shown = _chosen([it.id for it in instruments], options.only)
    problems = [problem for problem in store.problems() if not options.only or problem.instrument in shown]
    odd: dict[str | None, list[StoredProblem]] = defaultdict(list)
    for problem in problems:
        odd[problem.instrument].append(problem)
    every = {entry.instrument.id: entry for entry in entries(store, map(_bare, instruments), odd, languages)}
    works = tuple(entry for id, entry in every.items() if id in shown)
    files = {file for work in works for file in work.instrument.sources}
    sources = {s.file: s for s in store.sources() if not options.only or s.file in files}
    citations = [c for c in store.citations() if _touches(shown, c.instrument, *(t.instrument for t in c.targets))]
    effects = [_unplaced(effect) for effect in store.effects() if _touches(shown, *_ends(effect))]
    mine: dict[str, list[Citation]] = defaultdict(list)
    for citation in citations:
        mine[citation.instrument].append(citation)
    single, terms = options.pages == INSTRUMENT, Defined(store, shown)
    return Library(
        works=works,
        sources=tuple(sources.values()),
        problems=tuple(problems),
        meta={name: fact for name, fact in store.meta().items() if name not in (MADE_OF, REPORT)},
        places=Places(every, shown, single),
        effects=effects,
        ties=Ties(effects, citations, problems),
        shelf=Shelf(store, mine, odd, sources, terms, single),
        terms=terms,
        pointed=_pointed(citations, terms),
        languages=tuple(languages),
    )


def _pointed(citations: Iterable[Citation], terms: Defined) -> Mapping[str, frozenset[Target]]:
    found: dict[str, set[Target]] = defaultdict(set)
    for target in chain(terms.places, *(citation.targets for citation in citations)):
        found[target.instrument].add(target)
    return {id: frozenset(some) for id, some in found.items()}


def _bare(instrument: Instrument) -> Instrument:
    """An instrument without the places of its dates in the source, which shift and which no page shows."""
    return replace(instrument, dates=tuple(replace(fact, start=None, end=None) for fact in instrument.dates))


def _unplaced(effect: Effect) -> Effect:
    """An effect without the places of its evidence in the source."""
    return replace(effect, evidence=tuple(replace(proof, start=0, end=0) for proof in effect.evidence))


def _chosen(known: Iterable[str], only: Sequence[str]) -> frozenset[str]:
    every = frozenset(known)
    if lost := next((id for id in only if id not in every), None):
        raise ArticuladoError(f"--only {lost}: there is no such instrument in this knowledge base.")
    return frozenset(only) or every


def _touches(shown: frozenset[str], *ids: str) -> bool:
    return not shown.isdisjoint(ids)


def _ends(effect: Effect) -> Iterator[str]:
    yield from (end.instrument for end in (effect.affecting, effect.affected) if end)
    # What names nobody is told where its words stand.
    yield from (proof.instrument for proof in effect.evidence)
