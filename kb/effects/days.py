"""Since when an effect holds: the day of the law that acts, and what kind of day it is.

A law is named by the day of its sanction. One that says "regirá noventa días después de su promulgación" holds only
from then, and where the promulgation is not known the day is no more than the earliest it can be.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta

from kb.grammar import Grammar
from kb.model import Effect, Instrument, Node

_LONGEST_DATE = 60
# Of an instrument's days the one that it is named by comes first.
_ORDER = ("sanctioned", "passed", "promulgated", "recorded")


@dataclass(frozen=True, slots=True)
class Day:
    """A day with its origin; `bound` when it is only the earliest that it can be."""

    date: str | None
    origin: str
    bound: bool


@dataclass(frozen=True, slots=True)
class Force:
    """When a law says that it begins to hold: on a day, or so many days or months after its promulgation."""

    day: str | None = None
    days: int | None = None
    months: int | None = None


def force_of(nodes: Iterable[Node], grammar: Grammar) -> Force | None:
    """When a law says that it begins to hold; None when its nodes say nothing."""
    for node in nodes:
        for pattern in grammar.changing.forces:
            if (found := pattern.search(node.text)) and (force := _force(found, node.text, grammar)):
                return force
    return None


def _force(found: re.Match[str], text: str, grammar: Grammar) -> Force | None:
    said = found.groupdict()
    if not (said.get("days") or said.get("months")):
        named = grammar.dates.find(text[found.end() : found.end() + _LONGEST_DATE])
        return Force(day=named[0]) if named and named[1] <= 1 else None
    words = (said.get("days") or said.get("months") or "").strip()
    number = int(words) if words.isdecimal() else grammar.numbers.value(words)
    return Force(days=number) if said.get("days") else Force(months=number)


def day_of(instrument: Instrument, force: Force | None) -> Day:
    """Since when what `instrument` does holds."""
    days = {fact.event: fact for fact in reversed(instrument.dates)}
    if force is not None and force.day:
        return Day(force.day, "in force", False)
    if force is not None and force.days is not None and (promulgated := days.get("promulgated")):
        day = date.fromisoformat(promulgated.date) + timedelta(days=force.days)
        return Day(day.isoformat(), f"promulgated + {force.days}", False)
    known = next((days[event] for event in _ORDER if event in days), None)
    if known is not None:
        return Day(known.date, known.event, force is not None)
    return Day(f"{instrument.year}-01-01", "year", True) if instrument.year else Day(None, "", False)


def dated(effects: Iterable[Effect], days: Mapping[str, Day]) -> tuple[Effect, ...]:
    """The effects with the day of the instrument that acts; one that has a day of its own keeps it."""
    unknown = Day(None, "", False)
    found = ((e, days.get(e.affecting.instrument, unknown) if e.affecting else unknown) for e in effects)
    return tuple(
        e if e.date else replace(e, date=day.date, date_origin=day.origin, bound=day.bound) for e, day in found
    )
