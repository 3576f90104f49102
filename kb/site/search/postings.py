"""The words of the corpus in shards by the alphabet: each with its terms, and the documents that have it.

A term's documents are not written: they are those of its words. Where words of one term lie in different shards, each
of these names the others. Of stop words only how many documents have them is told: a phrase that holds one is looked
up in the texts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.site.search.documents import Gathered
from kb.site.search.written import number
from kb.store import Store

# Characters of a shard, about: what a word costs to be looked up.
SIZE = 20_000
_HEADED_MOST = 3

Posting = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Shard:
    """A part of the data, and the first of its words."""

    first: str
    content: object


def shards(store: Store, gathered: Gathered) -> list[Shard]:
    """Every word that the texts print and that is no stop word where it stands, and those of the glossary, in order."""
    found = _postings(gathered)
    by_surface = _terms(gathered)
    known = found.keys() | {surface for surface, its in by_surface.items() if any(its.values())}
    written = {surface: encoded(found.get(surface, ())) for surface in sorted(known)}
    runs = list(_cut(written))
    places = {surface: at for at, run in enumerate(runs) for surface in run}
    elsewhere = _elsewhere(by_surface, places)
    return [Shard(run[0], _content(run, written, by_surface, elsewhere[at], gathered)) for at, run in enumerate(runs)]


def stop_words(store: Store, gathered: Gathered) -> dict[str, tuple[int, str]]:
    """Each word that is a stop word in some language: how many documents have it, and its terms, as in a shard."""
    stops = {surface for (surface, _), term in gathered.terms.items() if not term}
    counts: defaultdict[str, int] = defaultdict(int)
    for document in gathered.documents:
        for surface in stops & document.counts.keys():
            counts[surface] += 1
    by_surface = _terms(gathered)
    return {one: (counts[one], _said(one, by_surface[one], gathered.languages)) for one in sorted(stops)}


def encoded(postings: Iterable[Posting]) -> str:
    """(document, times, times in the heading) as characters: the step to the next document, twice, and 1 more when
    the times follow because they are not one and none."""
    pieces, last = list[str](), -1
    for at, times, headed in postings:
        plain = times == 1 and not headed
        pieces.append(number((at - last - 1) * 2 + (not plain)))
        if not plain:
            pieces.append(number((times - 1) * (_HEADED_MOST + 1) + min(headed, _HEADED_MOST)))
        last = at
    return "".join(pieces)


def _postings(gathered: Gathered) -> Mapping[str, Sequence[Posting]]:
    found: defaultdict[str, list[Posting]] = defaultdict(list)
    stops = {language: _stops(gathered, language) for language in gathered.languages}
    for at, document in enumerate(gathered.documents):
        headed, left_out = document.headed, stops[document.language]
        for surface, times in document.counts.items():
            if surface not in left_out:
                found[surface].append((at, times, headed.get(surface, 0)))
    return found


def _stops(gathered: Gathered, language: str) -> frozenset[str]:
    return frozenset(surface for (surface, its), term in gathered.terms.items() if its == language and not term)


def _terms(gathered: Gathered) -> Mapping[str, Mapping[str, str]]:
    by: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for (surface, language), term in gathered.terms.items():
        by[surface][language] = term
    return by


def _cut(written: Mapping[str, str]) -> Iterator[list[str]]:
    run, size = list[str](), 0
    for surface, postings in written.items():
        own = len(surface) + len(postings) + 4
        if run and size + own > SIZE:
            yield run
            run, size = [], 0
        run.append(surface)
        size += own
    if run:
        yield run


def _elsewhere(
    by_surface: Mapping[str, Mapping[str, str]], places: Mapping[str, int]
) -> Mapping[int, Mapping[str, Sequence[str]]]:
    """Shard -> term -> the words of that term that lie in other shards."""
    by_term: defaultdict[str, set[str]] = defaultdict(set)
    for surface, its in by_surface.items():
        for term in its.values():
            if term and surface in places:
                by_term[term].add(surface)
    found: defaultdict[int, dict[str, Sequence[str]]] = defaultdict(dict)
    for term, surfaces in sorted(by_term.items()):
        for at in sorted({places[surface] for surface in surfaces}):
            others = sorted(surface for surface in surfaces if places[surface] != at)
            if others:
                found[at][term] = others
    return found


def _content(
    run: Sequence[str],
    written: Mapping[str, str],
    by_surface: Mapping[str, Mapping[str, str]],
    elsewhere: Mapping[str, Sequence[str]],
    gathered: Gathered,
) -> object:
    terms = [_said(surface, by_surface.get(surface, {}), gathered.languages) for surface in run]
    others = {term: " ".join(its) for term, its in elsewhere.items()}
    return ["\n".join(run), "\n".join(terms), "\n".join(written[surface] for surface in run), others]


def _said(surface: str, terms: Mapping[str, str], languages: Sequence[str]) -> str:
    """A word's term in each language: how many letters are cut off and what is put there; "-" for a stop word."""
    return ",".join(_cut_off(surface, terms.get(language)) for language in languages).rstrip(",")


def _cut_off(surface: str, term: str | None) -> str:
    if term is None:
        return ""
    if not term:
        return "-"
    common = next((at for at, (one, other) in enumerate(zip(surface, term, strict=False)) if one != other), None)
    common = min(len(surface), len(term)) if common is None else common
    return f"{len(surface) - common}{':' if term[common : common + 1].isdecimal() else ''}{term[common:]}"
