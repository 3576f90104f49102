"""Since when an effect holds: the day of the law that acts, and what kind of day it is.

A law is named by the day of its sanction. One that says "regirá noventa días después de su promulgación" holds only
from then, and where the promulgation is not known the day is no more than the earliest it can be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta

from kb.grammar import Grammar
from kb.model import Effect, Instrument, Node

# Of an instrument's days the one that it is named by comes first.
_ORDER = ("sanctioned", "passed", "promulgated", "recorded")


@dataclass(frozen=True, slots=True)
class Day:
    """A day with its origin; `bound` when it is only the earliest that it can be."""

    date: str | None
    origin: str
    bound: bool


def force_of(nodes: Iterable[Node], grammar: Grammar) -> int | None:
    """After how many days from its promulgation a law says that it holds; None when its nodes say nothing."""
    for node in nodes:
        for pattern in grammar.changing.forces:
            if found := pattern.search(node.text):
                words = found["days"].strip()
                return int(words) if words.isdecimal() else grammar.numbers.value(words)
    return None


def day_of(instrument: Instrument, delay: int | None) -> Day:
    """Since when what `instrument` does holds."""
    days = {fact.event: fact for fact in reversed(instrument.dates)}
    if delay is not None and (promulgated := days.get("promulgated")):
        day = date.fromisoformat(promulgated.date) + timedelta(days=delay)
        return Day(day.isoformat(), f"promulgated + {delay}", False)
    known = next((days[event] for event in _ORDER if event in days), None)
    if known is not None:
        return Day(known.date, known.event, delay is not None)
    return Day(f"{instrument.year}-01-01", "year", True) if instrument.year else Day(None, "", False)


def dated(effects: Iterable[Effect], days: Mapping[str, Day]) -> tuple[Effect, ...]:
    """The effects with the day of the instrument that acts, where it is known."""
    unknown = Day(None, "", False)
    found = ((e, days.get(e.affecting.instrument, unknown) if e.affecting else unknown) for e in effects)
    return tuple(replace(e, date=day.date, date_origin=day.origin, bound=day.bound) for e, day in found)
