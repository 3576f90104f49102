"""From when a law holds, and since when what it does has held: days with what kind of day each is.

A statute is passed, sanctioned, promulgated and in force on four days, and is named by the day of its sanction. What it
says of its entry into force decides; "regirá noventa días después de su promulgación" is a day where the promulgation
is known, and where it is not only the earliest that the day can be.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date

from kb.effects.commencing import Commencement, Moment
from kb.model import Effect, ForcePeriod, Instrument, Node, Version
from kb.validity import days_after, period_of

# Of an instrument's days the one that it is named by comes first.
_ORDER = ("sanctioned", "passed", "promulgated", "recorded")
# What leaves other words, or none, in the place of those that stood.
_ENDS_WORDS = frozenset({"repeal", "substitution", "insertion", "unconstitutionality", "annulment"})


@dataclass(frozen=True, slots=True)
class Day:
    """A day with its origin; `bound` when it is only the earliest that it can be, then `latest` the last, if known."""

    date: str | None
    origin: str
    bound: bool
    latest: str | None = None


_UNKNOWN = Day(None, "", False)


def named_day(instrument: Instrument) -> Day:
    """The day by which an instrument is named; of one of which only the year is known, the first that it can be."""
    known = {fact.event: fact for fact in reversed(instrument.dates)}
    first = next((known[event] for event in _ORDER if event in known), None)
    if first is not None:
        return Day(first.date, first.event, False)
    if not instrument.year:
        return _UNKNOWN
    return Day(f"{instrument.year:04}-01-01", "year", True, f"{instrument.year:04}-12-31")


def periods(instrument: Instrument, said: Iterable[Commencement]) -> tuple[ForcePeriod, ...]:
    """From when an instrument and its provisions hold, one record for each that says so, the whole first.

    Of clauses that say it twice the last counts, and what ends a term is added to what begins it.
    """
    found: dict[str | None, ForcePeriod] = {None: _period(instrument, None, named_day(instrument))}
    ending: list[Commencement] = []
    for clause in said:
        if clause.moment is None:
            ending.append(clause)
            continue
        made = _period(instrument, clause.eid, _day(instrument, clause.moment))
        found[clause.eid] = _with_clause(made, clause)
    for clause in ending:
        begun = found.get(clause.eid, found[None])
        found[clause.eid] = _with_clause(replace(begun, eid=clause.eid), clause)
    return tuple(found.values())


def _ended(period: ForcePeriod, until: Moment | None) -> str | None:
    """The last day of a period; that of a term is known only where its first day is."""
    if until is None or until.day:
        return until.day if until else None
    return later(period.since, until) if period.since and not period.bound else None


def _period(instrument: Instrument, eid: str | None, day: Day) -> ForcePeriod:
    return ForcePeriod(
        instrument=instrument.id, eid=eid, since=day.date, latest=day.latest, bound=day.bound, origin=day.origin
    )


def _with_clause(period: ForcePeriod, clause: Commencement) -> ForcePeriod:
    proof = clause.proof
    return replace(
        period,
        until=_ended(period, clause.until),
        stated_in=proof.eid,
        quote=proof.quote,
        source=proof.source,
        start=proof.start,
        end=proof.end,
    )


def _day(instrument: Instrument, moment: Moment) -> Day:
    if moment.day:
        return Day(later(moment.day, moment) if moment.number else moment.day, "in force", False)
    base = named_day(instrument)
    if moment.event == "condition":
        return replace(base, bound=True, latest=None)
    if moment.event == "promulgated":
        promulgated = _promulgated(instrument, base)
        base = Day(promulgated, "promulgated", False) if promulgated else replace(base, bound=True)
    if base.date is None or not moment.number:
        return base
    plus = str(moment.number) if moment.unit == "days" else f"{moment.number} {moment.unit}"
    origin = base.origin if base.origin == "year" else f"{base.origin} + {plus}"
    last = later(base.latest, moment) if base.latest else None
    return Day(later(base.date, moment), origin, base.bound, last)


def _promulgated(instrument: Instrument, named: Day) -> str | None:
    """The day of promulgation; one that is recorded as before the day of the law itself is an error of its source."""
    days = [fact.date for fact in instrument.dates if fact.event == "promulgated"]
    return next((day for day in days if named.date is None or day >= named.date), None)


def later(day: str, moment: Moment) -> str:
    """The day so many days, months or years after `day`; a month that is too short gives its last day."""
    if moment.unit == "days":
        return days_after(day, moment.number)
    first = date.fromisoformat(day)
    months = first.month - 1 + moment.number * (12 if moment.unit == "years" else 1)
    year, month = first.year + months // 12, months % 12 + 1
    return date(year, month, min(first.day, monthrange(year, month)[1])).isoformat()


@dataclass(frozen=True, slots=True)
class Calendar:
    """The periods of every instrument by its provisions, and its nodes by their addresses."""

    periods: Mapping[str, Mapping[str | None, ForcePeriod]]
    nodes: Mapping[str, Mapping[str, Node]]

    def day(self, effect: Effect) -> Day:
        """The day from which what a provision does has held."""
        actor = effect.affecting
        known = self.periods.get(actor.instrument) if actor else None
        period = period_of(actor.eid, known, self.nodes.get(actor.instrument, {})) if actor and known else None
        return Day(period.since, period.origin, period.bound, period.latest) if period else _UNKNOWN


def dated(effects: Iterable[Effect], calendar: Calendar, versions: Iterable[Version] = ()) -> tuple[Effect, ...]:
    """The effects with the day of the provision that acts; one that has a day of its own keeps it.

    Where that is unknown or only a bound, and older words ended on one day that fits, they ended by this effect.
    """
    ended: dict[tuple[str, str], list[str]] = {}
    for version in versions:
        if version.until:
            ended.setdefault((version.instrument, version.eid), []).append(version.until)
    return tuple(_narrowed(_with_day(effect, calendar), ended) for effect in effects)


def _with_day(effect: Effect, calendar: Calendar) -> Effect:
    if effect.date:
        return effect
    day = calendar.day(effect)
    return replace(effect, date=day.date, date_origin=day.origin, bound=day.bound, latest=day.latest)


def _narrowed(effect: Effect, ended: Mapping[tuple[str, str], list[str]]) -> Effect:
    place = effect.affected
    if place is None or place.eid is None or effect.kind not in _ENDS_WORDS or (effect.date and not effect.bound):
        return effect
    days = sorted(days_after(day, 1) for day in ended.get((place.instrument, place.eid), ()))
    if effect.date is not None:
        days = [day for day in days if effect.date <= day <= (effect.latest or day)]
    elif effect.scope == "whole" and effect.kind not in ("substitution", "insertion"):
        # Words that are gone today went when the last of them ended.
        days = days[-1:]
    else:
        # What changed a part may be any change.
        return effect
    if len(days) != 1:
        return effect
    return replace(effect, date=days[0], date_origin="window", bound=False, latest=None)
