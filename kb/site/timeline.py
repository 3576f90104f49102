"""Instruments in the order of their days, with an arc from each to what it affects: drawn when the site is made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.ids import natural
from kb.site.entries import Entry
from kb.site.library import Library
from kb.site.pairs import Ends, Pair, most_tied, pairs

# As many instruments and arcs are drawn; of more, those with the most ties and effects.
_MOST, _ARCS = 36, 80
# The line of days stands at AXIS; arcs bulge to its left, names stand on its right. All in CSS pixels.
AXIS, WIDTH = 116, 560
_HEAD, _STEP, _TOP = 34, 46, 6
_LATEST = "9999"


@dataclass(frozen=True, slots=True)
class Stop:
    """An instrument at its day (ISO, a year, or ""); `year` is set on the first of a year, its height `year_y`."""

    work: Entry
    day: str
    y: int
    year: str | None
    year_y: int
    did: tuple[Pair, ...]
    suffered: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class Arc:
    """What one instrument did to another, as a curve with its arrow's point at `y`."""

    pair: Pair
    curve: str
    y: int
    width: int


@dataclass(frozen=True, slots=True)
class Timeline:
    """What is drawn and its height; `left` instruments and `arcs_left` pairs found no room."""

    stops: tuple[Stop, ...]
    arcs: tuple[Arc, ...]
    height: int
    left: int
    arcs_left: int


def timeline(library: Library) -> Timeline:
    """The line of days of a library: undated instruments come last."""
    every = pairs(library.ties)
    dated = sorted(library.works, key=lambda work: (day_of(work) or _LATEST, natural(work.instrument.id)))
    joined = [*every, *library.ties.mentions]
    chosen = set(most_tied([work.instrument.id for work in dated], joined, _MOST))
    stops = tuple(_stops([work for work in dated if work.instrument.id in chosen], every))
    drawn = [p for p in every.values() if p.actor in chosen and p.victim in chosen and p.actor != p.victim]
    strongest = sorted(drawn, key=lambda p: -p.effects)[:_ARCS]
    heights = {stop.work.instrument.id: stop.y for stop in stops}
    arcs = tuple(_arc(pair, heights) for pair in strongest)
    bottom = stops[-1].y + _STEP if stops else 0
    return Timeline(stops, arcs, bottom, len(dated) - len(stops), len(drawn) - len(arcs))


def day_of(work: Entry) -> str:
    """The first day that is known of an instrument, or its year; "" when neither is."""
    days = sorted(fact.date for fact in work.instrument.dates if fact.date)
    return days[0] if days else str(work.instrument.year or "")


def _stops(works: Sequence[Entry], every: Mapping[Ends, Pair]) -> Iterator[Stop]:
    before, y = None, _TOP
    for work in works:
        day, id = day_of(work), work.instrument.id
        new = day[:4] if day[:4] != before else None
        top, y = y, y + (_HEAD if new is not None else 0)
        did = tuple(pair for pair in every.values() if pair.actor == id)
        yield Stop(work, day, y + 16, new, top + 22, did, tuple(p for p in every.values() if p.victim == id))
        before, y = day[:4], y + _STEP


def _arc(pair: Pair, heights: Mapping[str, int]) -> Arc:
    start, end = heights[pair.actor], heights[pair.victim]
    bulge = min(AXIS + 20, 30 + abs(start - end) // 5)
    x = AXIS - 6
    return Arc(pair, f"M{x} {start}C{x - bulge} {start} {x - bulge} {end} {x - 6} {end}", end, thickness(pair.effects))


def thickness(effects: int) -> int:
    """How broad a line for so many effects is: 1 for few, 4 for hundreds."""
    return 1 + min(3, (len(str(max(effects, 1))) - 1) * 3 // 2)
