"""What tells whether anything about an instrument has changed, without reading it into records."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

from kb.model import Span
from kb.store.reader import Store

# The columns that tie tables, which shift when another instrument gains a row.
_TIES = frozenset({"position", "id", "citation", "effect"})
_OWN_ID = "instruments"
# What belongs to the row of another table: who cites, what was done, and what nodes are called.
_PARTS = frozenset({"citation_targets", "effect_evidence", "documents", "heading_words"})


def digests(store: Store) -> dict[str, str]:
    """Instrument -> a digest of its own row, its spans, and every row of a table that names it as its `instrument`."""
    found: dict[str, hashlib._Hash] = defaultdict(hashlib.sha256)
    for table, key, columns in _tables(store):
        names = ", ".join(f'"{name}"' for name in columns)
        rows = store.rows(f'SELECT "{key}", {names} FROM {table} WHERE "{key}" IS NOT NULL ORDER BY "{key}"')
        for instrument, some in groupby(rows, key=itemgetter(0)):
            found[instrument].update(_bytes(table, list(some)))
    for source in store.sources():
        for owner, spans in _by_owner(store.spans(source.file)).items():
            found[owner].update(_bytes("spans", spans))
    return {instrument: digest.hexdigest()[:32] for instrument, digest in found.items()}


def _by_owner(spans: Iterable[Span]) -> dict[str, list[tuple[Any, ...]]]:
    owned: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
    for span in spans:
        if span.instrument is not None:
            owned[span.instrument].append(tuple(span))
    return owned


def _bytes(table: str, rows: list[tuple[Any, ...]]) -> bytes:
    return f"{table} {rows!r}".encode("utf-8", "surrogatepass")


def _tables(store: Store) -> Iterator[tuple[str, str, list[str]]]:
    """(table, the column that names an instrument, the columns that tell of it)."""
    for (table,) in sorted(store.rows("SELECT name FROM sqlite_master WHERE type = 'table'")):
        columns = [row[1] for row in store.rows(f"PRAGMA table_info({table})")]
        key = "id" if table == _OWN_ID else "instrument"
        if key in columns and table not in _PARTS:
            yield table, key, [name for name in columns if name not in _TIES]
