"""What a store holds, counted: how many characters went where, how many nodes of each kind an instrument has."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from kb.store.reader import Store


class Characters(NamedTuple):
    """How many characters of a source have a role, within articles or without."""

    source: str
    role: str
    within: bool
    number: int


def characters(store: Store) -> Iterator[Characters]:
    """Where the characters of every source went, by source and role."""
    # An article's address begins with `art_`, or holds it after that of the annex it stands in; GLOB knows no other _.
    within = "coalesce(eid GLOB 'art_*' OR eid GLOB '*__art_*', 0)"
    rows = store._db.execute(
        f'SELECT source, role, {within}, sum("end" - start) FROM v_spans GROUP BY 1, 2, 3 ORDER BY 1, 2, 3'
    )
    return (Characters(source, role, bool(inside), number) for source, role, inside, number in rows)


def kinds(store: Store) -> Mapping[str, Counter[str]]:
    """Instrument -> how many nodes of each kind it has."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for instrument, kind, number in store._db.execute("SELECT instrument, kind, count(*) FROM nodes GROUP BY 1, 2"):
        found[instrument][kind] = number
    return found
