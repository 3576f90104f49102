"""The knowledge base as the pages show it: gathered once from the store, before the first page is written."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kb.model import Citation, Instrument, Source, Span
from kb.site.marks import offsets
from kb.site.places import Places
from kb.site.ties import Ties
from kb.site.views import Work, work_of
from kb.site.words import Words
from kb.store import Store, StoredProblem


@dataclass(frozen=True, slots=True)
class Library:
    """Everything the site shows."""

    works: tuple[Work, ...]
    sources: tuple[Source, ...]
    problems: tuple[StoredProblem, ...]
    meta: Mapping[str, str]
    places: Places
    ties: Ties


def gather(store: Store, languages: Sequence[Words]) -> Library:
    """Read the whole store into what the pages show, in corpus order."""
    instruments, problems = store.instruments(), tuple(store.problems())
    sources = {source.file: source for source in store.sources()}
    citations = {instrument.id: store.citations(instrument.id) for instrument in instruments}
    works = tuple(_works(store, instruments, problems, sources, citations, languages))
    every = (citation for some in citations.values() for citation in some)
    return Library(works, tuple(sources.values()), problems, store.meta(), Places(works), Ties(store, every, problems))


def _works(
    store: Store,
    instruments: Iterable[Instrument],
    problems: Iterable[StoredProblem],
    sources: Mapping[str, Source],
    citations: Mapping[str, Sequence[Citation]],
    languages: Sequence[Words],
) -> Iterable[Work]:
    odd = defaultdict(list)
    for problem in problems:
        odd[problem.instrument].append(problem)
    spans = _spans(store, {c.source for some in citations.values() for c in some})
    for it in instruments:
        cited = offsets(citations[it.id], spans[it.id])
        yield work_of(it, store, tuple(odd[it.id]), sources, cited, languages)


def _spans(store: Store, files: Iterable[str]) -> Mapping[str | None, Mapping[str | None, Sequence[Span]]]:
    """Instrument -> eid -> where the words of the node stand in the sources."""
    found: dict[str | None, dict[str | None, list[Span]]] = defaultdict(lambda: defaultdict(list))
    for file in sorted(files):
        for span in store.spans(file):
            if span.role == "text":
                found[span.instrument][span.eid].append(span)
    return found
