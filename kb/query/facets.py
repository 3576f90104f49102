"""How many of the places that answer each instrument, status, language and chapter has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from kb.index import Shelf
from kb.query.answer import FACETS
from kb.query.filters import values_of
from kb.query.provisions import Target

if TYPE_CHECKING:
    from kb.store import Store

Facets = Mapping[str, Mapping[str, int]]


def facets(shelves: Mapping[Shelf, int]) -> Facets:
    """The counts by facet, the largest first; a chapter by its address."""
    found: dict[str, Counter[str]] = {name: Counter() for name in FACETS}
    for shelf, count in shelves.items():
        for name in FACETS:
            if value := getattr(shelf, name):
                found[name][value] += count
    return {name: dict(sorted(counts.items(), key=lambda item: (-item[1], item[0]))) for name, counts in found.items()}


def shelves_of(store: Store, targets: Iterable[Target]) -> Mapping[Shelf, int]:
    """How many of these provisions, which a reference names, stand on each shelf."""
    counts: Counter[Shelf] = Counter()
    for target in targets:
        own = values_of(store, target)
        first = {name: next(iter(own[name]), "") for name in ("status", "language", "above")}
        counts[Shelf(target.instrument, first["above"], first["status"], first["language"])] += 1
    return counts
