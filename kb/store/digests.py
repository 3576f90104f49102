"""What tells whether anything about an instrument has changed, without reading it into records."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from kb.store.reader import Store

# The columns that tie tables, which shift when another instrument gains a row.
_TIES = frozenset({"position", "id", "citation", "effect"})
_OWN_ID = "instruments"
# What belongs to the row of another table: who cites, and what was done.
_PARTS = frozenset({"citation_targets", "effect_evidence"})


def digests(store: Store) -> dict[str, str]:
    """Instrument -> a digest of every row of every table that names it as its `instrument`, and of its own row."""
    found: dict[str, hashlib._Hash] = {}
    for table, key, columns in _tables(store):
        names = ", ".join(f'"{name}"' for name in columns)
        rows = store.rows(f'SELECT "{key}", {names} FROM {table} WHERE "{key}" IS NOT NULL ORDER BY "{key}"')
        for instrument, some in groupby(rows, key=itemgetter(0)):
            digest = found.setdefault(instrument, hashlib.sha256())
            digest.update(f"{table} {list(some)!r}".encode("utf-8", "surrogatepass"))
    return {instrument: digest.hexdigest()[:32] for instrument, digest in found.items()}


def _tables(store: Store) -> Iterator[tuple[str, str, list[str]]]:
    """(table, the column that names an instrument, the columns that tell of it)."""
    for (table,) in sorted(store.rows("SELECT name FROM sqlite_master WHERE type = 'table'")):
        columns = [row[1] for row in store.rows(f"PRAGMA table_info({table})")]
        key = "id" if table == _OWN_ID else "instrument"
        if key in columns and table not in _PARTS:
            yield table, key, [name for name in columns if name not in _TIES]
