"""Where every character of a source went, packed into one row: spans as JSON, which SQLite can read by itself."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter

from kb.model import Span

# The columns of the table `ledgers`.
Row = tuple[str, str, str]


def packed(spans: Iterable[Span]) -> Iterator[Row]:
    """One row for each source; the spans of a source stand together and in order."""
    for source, some in groupby(spans, key=attrgetter("source")):
        yield (source, *_packed(list(some)))


def _packed(spans: Sequence[Span]) -> tuple[str, str]:
    named = list(dict.fromkeys(span.instrument for span in spans if span.instrument is not None))
    place: dict[str | None, int | None] = {id: n for n, id in enumerate(named)}
    place[None] = None
    rows = [(span.start, span.end, span.role, place[span.instrument], span.eid) for span in spans]
    return _json(rows), _json(named)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def unpacked(row: Row) -> list[Span]:
    """The spans of one row, in order."""
    source, spans, instruments = row
    named = json.loads(instruments)
    return [
        Span(source=source, start=start, end=end, role=role, instrument=None if n is None else named[n], eid=eid)
        for start, end, role, n, eid in json.loads(spans)
    ]
