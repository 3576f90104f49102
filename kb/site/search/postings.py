"""The words of the corpus in shards by the alphabet: each with its terms, and the documents that have it.

A term's documents are not written: they are those of its words. Where words of one term lie in different shards, each
of these names the others. Of stop words only how many documents have them is told: a phrase that holds one is looked
up in the texts.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise
from typing import Generic, TypeVar

from kb.site.search.gathered import Gathered
from kb.site.search.glossary import DIGITS_36, Glossary
from kb.site.search.parts import joined

# Characters of a shard, about: what a word costs to be looked up.
SIZE = 20_000
_MOST_SAME = 35

First = TypeVar("First", str, int)


@dataclass(frozen=True, slots=True)
class Shard(Generic[First]):
    """A part of the data, and the first of its words or ideas."""

    first: First
    content: object


def shards(gathered: Gathered, glossary: Glossary) -> list[Shard[str]]:
    """Every word that the texts print and that is no stop word where it stands, and those of the glossary, in order.

    The forms that only questions use lie where their first lemma would be.
    """
    found = joined((begins, part.words) for begins, part in gathered.each())
    by_surface = _terms(gathered)
    known = found.keys() | {surface for surface, its in by_surface.items() if any(its.values())}
    written = {surface: found.get(surface, "") for surface in sorted(known)}
    runs = list(_cut(written))
    places = {surface: at for at, run in enumerate(runs) for surface in run}
    elsewhere = _elsewhere(by_surface, places)
    apart = _placed(glossary.forms, known, [run[0] for run in runs])
    tables = by_surface, _by_word(glossary.lemmas)
    return [
        Shard(run[0], [*_content(run, written, tables, gathered), *_forms(run, glossary, apart[at]), elsewhere[at]])
        for at, run in enumerate(runs)
    ]


def _placed(forms: Iterable[str], known: Set[str], firsts: Sequence[str]) -> Mapping[int, Sequence[str]]:
    """The lemmas that are no words themselves, by the shard where they are looked for."""
    found: defaultdict[int, list[str]] = defaultdict(list)
    for lemma in sorted(set(forms) - known):
        found[max(0, bisect_right(firsts, lemma) - 1)].append(lemma)
    return found


def _forms(run: Sequence[str], glossary: Glossary, apart: Sequence[str]) -> Iterator[str]:
    """The forms that begin with each word of a run, and with lemmas that are no words."""
    yield "\n".join(glossary.forms.get(surface, "") for surface in run)
    yield "\n".join(f"{lemma};{glossary.forms[lemma]}" for lemma in apart)


def stop_words(gathered: Gathered) -> dict[str, tuple[int, str]]:
    """Each word that is a stop word in some language: how many documents have it, and its terms, as in a shard."""
    stops = {surface for (surface, _), term in gathered.terms.items() if not term}
    counts: defaultdict[str, int] = defaultdict(int)
    for part in gathered.parts:
        for surface, times in part.stops.items():
            counts[surface] += times
    by_surface = _terms(gathered)
    return {one: (counts[one], _said(one, by_surface[one], gathered.languages)) for one in sorted(stops)}


def _terms(gathered: Gathered) -> Mapping[str, Mapping[str, str]]:
    return _by_word(gathered.terms)


def _by_word(told: Mapping[tuple[str, str], str]) -> Mapping[str, Mapping[str, str]]:
    by: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for (surface, language), what in told.items():
        by[surface][language] = what
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
) -> Mapping[int, Mapping[str, str]]:
    """Shard -> term -> the words of that term that lie in other shards."""
    by_term: defaultdict[str, set[str]] = defaultdict(set)
    for surface, its in by_surface.items():
        for term in its.values():
            if term and surface in places:
                by_term[term].add(surface)
    found: defaultdict[int, dict[str, str]] = defaultdict(dict)
    for term, surfaces in sorted(by_term.items()):
        for at in sorted({places[surface] for surface in surfaces}):
            others = sorted(surface for surface in surfaces if places[surface] != at)
            if others:
                found[at][term] = " ".join(others)
    return found


def _content(
    run: Sequence[str],
    written: Mapping[str, str],
    tables: Iterable[Mapping[str, Mapping[str, str]]],
    gathered: Gathered,
) -> Iterator[str]:
    """A line for each word of the run: itself, its documents, and what the tables say of it."""
    yield "\n".join(_told(run))
    yield "\n".join(written[surface] for surface in run)
    for table in tables:
        yield "\n".join(_said(surface, table.get(surface, {}), gathered.languages) for surface in run)


def _told(words: Sequence[str]) -> Iterator[str]:
    """Each word as how many of its first letters are those of the word before, in base 36, and the rest."""
    for before, word in pairwise(("", *words)):
        same = next(
            (at for at, (one, other) in enumerate(zip(before, word, strict=False)) if one != other), len(before)
        )
        same = min(same, _MOST_SAME) if word.isascii() else 0
        yield f"{DIGITS_36[same]}{word[same:]}"


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
