"""Rows of the tables as records of the model, and back: what the reader and the writer of a store agree upon."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import Any

from kb.model import Alias, DateFact, Instrument, Source, Target

SOURCE_FIELDS = tuple(f.name for f in fields(Source))
INSTRUMENT_FIELDS = tuple(f.name for f in fields(Instrument) if f.name not in ("sources", "dates", "aliases"))


def columns(record: type[Any]) -> Callable[[Any], tuple[Any, ...]]:
    """What makes a row of a record of this kind, whose table has a column for each of its fields."""
    return attrgetter(*(f.name for f in fields(record)))


def source_of(row: tuple[Any, ...]) -> Source:
    """A row of `sources`."""
    known = dict(zip(SOURCE_FIELDS, row, strict=True))
    return Source(**{**known, "notices": tuple(json.loads(known["notices"]).items())})


def source_row(source: Source) -> tuple[Any, ...]:
    """The row of a source."""
    notices = json.dumps(dict(source.notices), ensure_ascii=False)
    return (*(getattr(source, name) for name in SOURCE_FIELDS if name != "notices"), notices)


def instrument_of(
    row: tuple[Any, ...], dates: tuple[DateFact, ...], aliases: tuple[Alias, ...], sources: tuple[str, ...]
) -> Instrument:
    """A row of `instruments` with what other tables say of it."""
    known = dict(zip(INSTRUMENT_FIELDS, row, strict=True))
    known["in_corpus"], known["formerly"] = bool(known["in_corpus"]), tuple(known["formerly"].split())
    return Instrument(**known, dates=dates, aliases=aliases, sources=sources)


def instrument_row(position: int, instrument: Instrument) -> tuple[Any, ...]:
    """The row of an instrument, which is the `position`-th of the corpus."""
    told = {name: getattr(instrument, name) for name in INSTRUMENT_FIELDS}
    first, *others = {**told, "formerly": " ".join(instrument.formerly)}.values()
    return (first, position, *others)


def target_of(instrument: str | None, eid: str | None) -> Target | None:
    """The two columns of an end of an effect."""
    return Target(instrument, eid) if instrument else None
