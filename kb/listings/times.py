"""What must be known of days to read the state of a provision: from when it holds, and which of its wordings stood."""

from __future__ import annotations

from collections.abc import Iterator

from kb.listings.words import when_held
from kb.model import NOT_YET
from kb.query.standing import Status
from kb.validity import Stretch, days_after

# What is done to a law until it holds, in this order, and how it is said.
_STAGES = (("passed", "passed"), ("sanctioned", "sanctioned"), ("promulgated", "promulgated"))


def time_notes(one: Status) -> Iterator[str]:
    """The sentences on days: why a provision did not hold yet, what is only bounded, whose term is over."""
    yield from _before(one)
    yield from _term(one)
    yield from _wording(one)


def _before(one: Status) -> Iterator[str]:
    period = one.period
    if period is None or period.since is None or one.day is None:
        return
    bounded = period.bound and (period.latest is None or one.day <= period.latest)
    if one.status != NOT_YET and not bounded:
        return
    yield f"It holds {when_held(period)}."
    if one.status == NOT_YET:
        yield from _stage(one, one.day)


def _stage(one: Status, day: str) -> Iterator[str]:
    """How far the law had come by that day, by the days of it that are known."""
    known = {fact.event: fact.date for fact in reversed(one.dates)}
    done = [f"{said} ({known[event]})" for event, said in _STAGES if event in known and known[event] <= day]
    next_ = [f"{said} ({known[event]})" for event, said in _STAGES if event in known and known[event] > day]
    if done:
        yield f"By then it had been {' and '.join(done)}{f', not {next_[0]}' if next_ else ''}."


def _term(one: Status) -> Iterator[str]:
    until = one.period.until if one.period else None
    if until is None or one.status == NOT_YET:
        return
    over = one.day is not None and one.day > until
    yield f"Its own term {'ended on' if over else 'ends on'} {until}; that is not a repeal."


def _wording(one: Status) -> Iterator[str]:
    wording = one.wording
    if wording is None or one.status == NOT_YET:
        return
    stretch = wording.stretch
    if stretch is None:
        yield f"The source prints no wording for that day: {_beside(wording.before, wording.after)}."
        return
    if wording.unseen and stretch.since:
        yield (
            f"Something changed on {stretch.since} that this print does not show:"
            " the words until the day before are the same."
        )
    if stretch.place and stretch.until is None:
        yield f"The source prints the words that stand since {stretch.since} as older ones, and others in their place."
    elif stretch.place and one.day:
        yield f"Older words stood that day ({_span(stretch)}); the source prints them as wording {stretch.place}."
    elif wording.changed and stretch.since:
        yield f"The source prints older words, which stood until {days_after(stretch.since, -1)}."
    if wording.undated and one.day:
        yield "The source prints other words too, and not when they stood."


def _beside(before: Stretch | None, after: Stretch | None) -> str:
    ends = [f"one stood until {before.until}" if before else "", f"the next from {after.since}" if after else ""]
    return ", ".join(filter(None, ends))


def _span(stretch: Stretch) -> str:
    return " ".join(
        filter(
            None, [f"from {stretch.since}" if stretch.since else "", f"until {stretch.until}" if stretch.until else ""]
        )
    )
