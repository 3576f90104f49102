"""Where every character of a source went, packed into one record: spans as JSON, which SQLite can read by itself."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter

from kb.model import Ledger, Span


def packed(spans: Iterable[Span]) -> list[Ledger]:
    """A ledger for each source; the spans of a source stand together and in order."""
    return [_packed(source, list(own)) for source, own in groupby(spans, key=attrgetter("source"))]


def _packed(source: str, spans: list[Span]) -> Ledger:
    named = dict.fromkeys(span.instrument for span in spans if span.instrument is not None)
    place: dict[str | None, int | None] = {id: n for n, id in enumerate(named)}
    place[None] = None
    rows = [(span.start, span.end, span.role, place[span.instrument], span.eid) for span in spans]
    written = json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
    return Ledger(source=source, spans=written, instruments=tuple(named))


def unpacked(ledger: Ledger) -> list[Span]:
    """The spans of a ledger, in order."""
    named: dict[int | None, str | None] = {None: None, **dict(enumerate(ledger.instruments))}
    return [
        Span(source=ledger.source, start=start, end=end, role=role, instrument=named[n], eid=eid)
        for start, end, role, n, eid in json.loads(ledger.spans)
    ]
