"""The chain of effects as a tree, and the state of a provision on a day, as listings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from kb.ids import address
from kb.listings.asking import Question, asked, iso_day
from kb.listings.effects import group_text, reached
from kb.listings.listing import Listing
from kb.listings.rows import RANGE_COLUMNS, effect_value, group_value, range_rows
from kb.listings.times import time_notes
from kb.listings.words import Names, bold, done, doubt, graded, lines, said_range, when
from kb.model import AS_GIVEN, UNKNOWN, Effect, Target
from kb.query.standing import Status, status_of
from kb.query.trace import Branch
from kb.query.trace import trace as story_of
from kb.ranges import grouped

if TYPE_CHECKING:
    from kb.store import Store

TRACE_COLUMNS = ("direction", "level", "again", *RANGE_COLUMNS)
STATUS_COLUMNS = (
    "instrument", "title", "eid", "place", "as_of", "status", "sure", "printed", "because", "unsure", "articles",
)  # fmt: skip
_TEE, _LAST, _BAR, _GAP = "├─ ", "└─ ", "│  ", "   "


def trace(store: Store, text: str) -> Listing:
    """The story of what `text` names, in both directions."""
    question, names = asked(store, text), Names(store)
    stories = [story_of(store, target) for target in question.targets]
    ways = [(story.target, (("suffered", story.suffered), ("done", story.done))) for story in stories]
    rows = [row for _, both in ways for way, some in both for row in _rows(some, way, 1, names)]
    told = [{**asdict(target), **{way: _values(some, names) for way, some in both}} for target, both in ways]
    value = {"query": text, "found": told, **question.row}

    def tree(width: int) -> str:
        return question.said("\n\n".join(_tree(t, both[0][1], both[1][1], names) for t, both in ways))

    return Listing(tree, value, TRACE_COLUMNS, rows, bool(rows))


def _tree(target: Target, suffered: Sequence[Branch], done_: Sequence[Branch], names: Names) -> str:
    parts = [bold(names.of(target))]
    for title, some in (("was", suffered), ("did", done_)):
        parts += [f"{title}:", *_drawn(some, "", names)] if some else []
    return lines(parts if len(parts) > 1 else [*parts, "No effect upon it or by it is known."])


def _drawn(branches: Sequence[Branch], pad: str, names: Names) -> Iterator[str]:
    for at, branch in enumerate(branches, 1):
        last = at == len(branches)
        yield pad + (_LAST if last else _TEE) + _branch(branch, names)
        yield from _drawn(branch.branches, pad + (_GAP if last else _BAR), names)


def _branch(branch: Branch, names: Names) -> str:
    head, again = branch.group.head, "  (stops here: told before, or too far)" if branch.again else ""
    told = f"{reached(branch.group, names, whose=True)}: {done(head)} by {names.of(head.affecting)}"
    return f"{told} [{head.grade}], {when(head, names)}{again}"


def _rows(branches: Sequence[Branch], way: str, level: int, names: Names) -> Iterator[dict[str, Any]]:
    for branch in branches:
        own = {"direction": way, "level": level, "again": branch.again}
        yield from ({**own, **row} for row in range_rows(branch.group, names))
        yield from _rows(branch.branches, way, level + 1, names)


def _values(branches: Sequence[Branch], names: Names) -> list[dict[str, Any]]:
    return [
        {**group_value(branch.group, names), "again": branch.again, "branches": _values(branch.branches, names)}
        for branch in branches
    ]


def status(store: Store, text: str, day: str | None) -> Listing:
    """The state of what `text` names on a day, or after all that is known."""
    day = iso_day("--as-of", day)
    question, names = asked(store, text), Names(store)
    found = [status_of(store, target, day) for target in question.targets]
    value = {"query": text, "as_of": day, "found": [_value(one, names) for one in found], **question.row}
    rows = [_row(one, names) for one in found]
    return Listing(lambda width: _states(question, found, names, width), value, STATUS_COLUMNS, rows, bool(found))


def _states(question: Question, found: Sequence[Status], names: Names, width: int) -> str:
    return question.said("\n\n".join(_state(one, names, width) for one in found))


def _state(one: Status, names: Names, width: int) -> str:
    where = address(one.target.instrument, one.target.eid or "").rstrip("#")
    on = f" on {one.day}" if one.day else ""
    doubtful = "" if one.sure or one.status == UNKNOWN else ", but not for sure"
    told = [f"{bold(f'{names.of(one.target)}{on}: {one.status}{doubtful}')}  ({where})", *_notes(one, names)]
    others = [effect for effect in one.unsure if effect not in one.because]
    told_of = (
        ("It follows from:", one.because),
        ("It may have been done by then:", others),
        ("It does not hold yet today, and will:", one.coming),
    )
    for title, effects in told_of:
        groups = grouped(effects)
        told += [title] if groups else []
        told += [group_text(group, names, width, day=one.day) for group in groups]
    return lines(told)


def _notes(one: Status, names: Names) -> Iterator[str]:
    """What must be known to read the state aright."""
    if one.born:
        yield f"{names.short(one.target)} was not there yet: its first date is {one.born.date} ({one.born.event})."
    yield from time_notes(one)
    if not one.in_text and one.law_in_text and one.target.eid:
        law = names.short(one.target)
        yield f"The text of {law} in this corpus does not print it: what is said of it is only what other texts say."
    elif not one.in_text:
        yield "Its text is not in this corpus: what is said of it is only what other texts say."
    elif one.status == AS_GIVEN and not (one.because or one.unsure or one.coming):
        by_then = " by then" if one.day else ""
        yield f"Nothing in this corpus says that it was repealed or changed{by_then}; that is all that is known."
    if one.printed:
        yield f"The source prints: “{one.printed}”"
    if one.articles:
        yield f"Its articles: {_counts(one)}."


def _counts(one: Status) -> str:
    return ", ".join(f"{count} {state}" for state, count in sorted(one.articles.items(), key=lambda pair: -pair[1]))


def _value(one: Status, names: Names) -> dict[str, Any]:
    sides = {
        side: [effect_value(e, names, one.day) for e in getattr(one, side)] for side in ("because", "unsure", "coming")
    }
    known = {"status": one.status, "sure": one.sure, "printed": one.printed, "in_text": one.in_text}
    times = {"born": one.born, "period": one.period and asdict(one.period), "notes": [*time_notes(one)]}
    return {**asdict(one.target), **known, **sides, "articles": dict(one.articles), **times}


def _row(one: Status, names: Names) -> dict[str, Any]:
    return {
        "instrument": one.target.instrument,
        "title": names.title(one.target),
        "eid": one.target.eid,
        "place": names.of(one.target),
        "as_of": one.day,
        "status": one.status,
        "sure": one.sure,
        "printed": one.printed,
        "because": _sentences(one.because, names, one.day),
        "unsure": _sentences(one.unsure, names, one.day),
        "articles": _counts(one),
    }


def _sentences(effects: Sequence[Effect], names: Names, day: str | None) -> str:
    told = (
        f"{said_range(g)}: {done(g.head)} by {names.of(g.head.affecting)}, {when(g.head, names)}"
        f" ({graded(g.head)}){doubt(g.head, day)}"
        for g in grouped(effects)
    )
    return " | ".join(told)
