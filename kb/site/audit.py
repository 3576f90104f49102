"""Where every character of the sources went and what was made of it, counted for the page that a reader audits by."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from kb.ids import BELOW_ARTICLE
from kb.model import Source
from kb.site.audit_pages import counted
from kb.site.entries import Entry
from kb.site.library import Library
from kb.site.pairs import summed
from kb.site.words import Words
from kb.store import Characters, characters, kinds

# What the characters of a source may be, in the order of the page; `unread` are in no recorded place.
PLACES = ("articles", "other", "version", "separator", "markup", "furniture", "unread")
_NOBODYS = frozenset({"version", "separator", "markup", "furniture"})
_RESOLUTIONS = ("resolved", "relative", "external", "ambiguous", "dangling")
# Worst first.
_SEVERITIES = ("error", "warning", "info", "note")

Numbers = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Coverage:
    """One source, and how many of its characters are in each of PLACES."""

    source: Source
    places: Mapping[str, int]

    def share(self, place: str) -> float:
        """The part of the source, in percent."""
        return 100 * self.places[place] / self.source.characters if self.source.characters else 0.0


@dataclass(frozen=True, slots=True)
class Count:
    """What was made of one instrument: parts of articles and what stands outside of them, and what was found."""

    work: Entry
    parts: int
    around: int
    citations: Numbers
    did: Numbers
    suffered: Numbers


@dataclass(frozen=True, slots=True)
class Audit:
    """Everything counted; `cited` are the instruments that are named and not here, `severities` those of problems."""

    coverage: tuple[Coverage, ...]
    counts: tuple[Count, ...]
    cited: int
    severities: Numbers

    @property
    def all(self) -> Coverage:
        """All sources taken together."""
        characters = sum(each.source.characters for each in self.coverage)
        places = sum((Counter(each.places) for each in self.coverage), Counter[str]())
        return Coverage(replace(self.coverage[0].source, file="", characters=characters), places)


def audit(library: Library) -> Audit:
    """Count what a library holds."""
    store = library.shelf.store
    found = kinds(store)
    here = counted(library)
    severities = Counter(problem.severity for problem in library.problems)
    return Audit(
        coverage=tuple(_coverage(library.sources, characters(store))),
        counts=tuple(_count(work, found.get(work.instrument.id, Counter()), library) for work in here),
        cited=len(library.works) - len(here),
        severities=tuple(sorted(severities.items(), key=lambda pair: _rank(pair[0], _SEVERITIES))),
    )


def percent(words: Words, share: float) -> str:
    """ "99.7 %"; what is more than nothing never reads as nothing, nor what lacks something as all."""
    rounded = 0.0 if share == 0 else 100.0 if share == 100 else min(99.9, max(0.1, round(share, 1)))
    return words("number.percent", n=f"{rounded:.1f}".removesuffix(".0").replace(".", words("number.decimal")))


def _coverage(sources: Sequence[Source], found: Iterable[Characters]) -> Iterable[Coverage]:
    counted: dict[str, Counter[str]] = defaultdict(Counter)
    for file, role, within, number in found:
        counted[file][role if role in _NOBODYS else "articles" if within else "other"] += number
    for source in sources:
        known = counted[source.file]
        unread = max(0, source.characters - known.total())
        yield Coverage(source, {place: known[place] if place != "unread" else unread for place in PLACES})


def _count(work: Entry, found: Counter[str], library: Library) -> Count:
    parts = sum(number for kind, number in found.items() if kind in BELOW_ARTICLE)
    resolutions = library.ties.resolutions.get(work.instrument.id, Counter())
    return Count(
        work,
        parts,
        found.total() - parts - len(work.articles),
        tuple(sorted(resolutions.items(), key=lambda pair: _rank(pair[0], _RESOLUTIONS))),
        summed(library.ties.by_work(work), "grade"),
        summed(library.ties.upon_work(work), "grade"),
    )


def _rank(name: str, order: Sequence[str]) -> tuple[int, str]:
    return (order.index(name) if name in order else len(order), name)
