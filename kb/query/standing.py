"""The state of a provision or of a whole instrument on a day, with the effects that it follows from.

Never more is said than is known: where an effect of unknown day may have come before, or where the law was not yet
made, the state is unknown, whatever the text prints.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

from kb.ids import PREFIXES, is_rule
from kb.model import (
    AMENDED,
    AS_GIVEN,
    NOT_YET,
    PARTLY_REPEALED,
    PARTLY_STRUCK_DOWN,
    REPEALED,
    STRUCK_DOWN,
    UNKNOWN,
    DateFact,
    Effect,
    ForcePeriod,
    Instrument,
    Node,
    Target,
    Version,
)
from kb.query.register import SURE, UNSURE, held
from kb.status import Standing, StatusAt
from kb.validity import WordingAt

if TYPE_CHECKING:
    from kb.store import Store

# What the state of some articles makes of the whole, the first that fits.
_SHOWN = (
    (PARTLY_REPEALED, {REPEALED, PARTLY_REPEALED}),
    (PARTLY_STRUCK_DOWN, {STRUCK_DOWN, PARTLY_STRUCK_DOWN}),
    (AMENDED, {AMENDED}),
    (UNKNOWN, {UNKNOWN}),
)
_KINDS = {prefix: kind for kind, prefix in PREFIXES.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """The state of `target` on `day` (None: after all that is known), and how it is known.

    `because` are the effects it follows from, `unsure` those that may or may not have held on that day. `printed` is
    what the source itself says, `articles` the states of what a container or an instrument holds, `born` the first
    date of the instrument when the day asked for is before it. `in_text` is false for what is only cited; `sure` when
    what is in doubt would not change the state. `period` is from when the law says that the place holds; `wording` is
    which of its wordings stood on that day, of the `versions` that are printed beside it; `dates` are those of the
    instrument. `law_in_text` is false where no text of the instrument is here; `coming` are the effects that are known
    today and hold only from a later day, where no day is asked for.
    """

    target: Target
    day: str | None
    status: str
    because: tuple[Effect, ...]
    unsure: tuple[Effect, ...]
    printed: str = ""
    articles: Mapping[str, int]
    born: DateFact | None = None
    in_text: bool = True
    sure: bool = True
    period: ForcePeriod | None = None
    wording: WordingAt | None = None
    versions: tuple[Version, ...] = ()
    dates: tuple[DateFact, ...] = ()
    law_in_text: bool = True
    coming: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class _Known:
    """What a store knows of one instrument, for reading states from it."""

    nodes: Mapping[str, Node]
    effects: Sequence[Effect]
    periods: Sequence[ForcePeriod]
    versions: Sequence[Version]


def status_of(store: Store, target: Target, day: str | None = None) -> Status:
    """The state of a place on a day."""
    instrument = store.instrument(target.instrument)
    known = _known(store, instrument, target)
    in_text = target.eid in known.nodes if target.eid else bool(known.nodes)
    today = date.today().isoformat()
    now = day is not None and day >= today
    later = [e for e in known.effects if day is None and (e.date or "") > today]
    to_come = _reading(target, known, day, now=now)[0].because if later else ()
    known = replace(known, effects=[e for e in known.effects if e not in later]) if later else known
    found, parts = _reading(target, known, day, now=now)
    sure = [e for e in known.effects if held(e, day) == SURE or (now and e.date is None)]
    surely, _ = _reading(target, replace(known, effects=sure), day, now=now)
    silent = found.status == AS_GIVEN and not in_text
    stated = found.status != UNKNOWN and found.status == surely.status
    return Status(
        target=target,
        day=day,
        status=UNKNOWN if silent else found.status,
        sure=stated and not silent and not found.doubtful,
        because=found.because,
        unsure=tuple(effect for effect in found.unsure if held(effect, day) == UNSURE),
        printed=_printed(instrument, known.nodes.get(target.eid or "")),
        articles=Counter(part.status for part in parts),
        born=_born(instrument, day),
        in_text=in_text,
        period=found.period,
        wording=found.wording,
        versions=tuple(known.versions),
        dates=instrument.dates if instrument else (),
        law_in_text=instrument is not None and instrument.in_corpus,
        coming=tuple(effect for effect in to_come if effect in later),
    )


def _known(store: Store, instrument: Instrument | None, target: Target) -> _Known:
    """What is known of the instrument of a place; one that is only cited holds from the day that names it."""
    periods = store.periods(target.instrument)
    if instrument is not None and not periods:
        # The rules of effects are loaded for the few laws that are only cited: `show` starts without them.
        from kb.effects import periods as periods_of

        periods = list(periods_of(instrument, ()))
    nodes = {node.eid: node for node in store.nodes(target.instrument)}
    if target.eid and target.eid not in nodes and (inciso := store.node(target.instrument, target.eid)):
        nodes[target.eid] = inciso
    return _Known(nodes, store.effects(of=target.instrument), periods, store.versions(target.instrument))


def _reading(target: Target, known: _Known, day: str | None, *, now: bool) -> tuple[StatusAt, list[StatusAt]]:
    """The state of a place as these effects give it, and the states of the articles that it holds.

    `now`: the day is that of asking or later, when all that is printed has come, whatever its day.
    """
    nodes = known.nodes
    places = [*nodes.values(), *_ghosts(target, nodes)]
    standing = Standing.of(target.instrument, places, known.effects, known.periods, known.versions)
    is_there = target.eid is None or target.eid in nodes

    def state(eid: str | None) -> StatusAt:
        return _open(standing.at(eid, day, now=now))

    parts = [state(node.eid) for node in (_held(target, nodes) if is_there else ())]
    return _joined(state(target.eid), parts), parts


def _open(found: StatusAt) -> StatusAt:
    """The state as it may be said: a repeal of unknown day leaves open whether it had come."""
    undated = any(e.date is None and e.scope == "whole" and e.kind != "upholding" for e in found.unsure)
    closed = found.status in (REPEALED, STRUCK_DOWN, NOT_YET)
    return replace(found, status=UNKNOWN) if undated and not closed else found


def _held(target: Target, nodes: Mapping[str, Node]) -> Sequence[Node]:
    """The articles of a container, or of the whole instrument; none of a provision."""
    if target.eid is None:
        return [node for node in nodes.values() if is_rule(node.kind, node.eid)]
    if any(is_rule(nodes[eid].kind, eid) for eid in _line(target.eid, nodes)):
        return []
    return [n for n in nodes.values() if is_rule(n.kind, n.eid) and target.eid in _line(n.eid, nodes)]


def _line(eid: str | None, nodes: Mapping[str, Node]) -> Iterator[str]:
    while eid is not None and eid in nodes:
        yield eid
        eid = nodes[eid].parent


def _joined(own: StatusAt, parts: Sequence[StatusAt]) -> StatusAt:
    """The state of a whole with that of its articles: what was done to some of them shows on it."""
    because = tuple(dict.fromkeys(e for found in (own, *parts) for e in found.because))
    unsure = tuple(dict.fromkeys(e for found in (own, *parts) for e in found.unsure))
    states = {part.status for part in parts}
    status = own.status
    if status == AS_GIVEN:
        status = next((whole for whole, some in _SHOWN if states & some), AS_GIVEN)
    doubtful = own.doubtful or any(part.doubtful for part in parts)
    return replace(own, status=status, because=because, unsure=unsure, doubtful=doubtful)


def _born(instrument: Instrument | None, day: str | None) -> DateFact | None:
    """The first date of the instrument, when `day` is before it."""
    if instrument is None or day is None:
        return None
    first = min(instrument.dates, key=lambda fact: fact.date, default=None)
    if first is None and instrument.year:
        first = DateFact(event="year", date=f"{instrument.year:04}-01-01", origin="text")
    return first if first and day < first.date else None


def _printed(instrument: Instrument | None, node: Node | None) -> str:
    if node is not None:
        return node.note or ""
    return instrument.state if instrument else ""


def _ghosts(target: Target, nodes: Mapping[str, Node]) -> Iterator[Node]:
    """Nodes for a place that is named and not printed, so that its state can be asked for like that of any other."""
    levels = target.eid.split("__") if target.eid else []
    eids = ["__".join(levels[: at + 1]) for at in range(len(levels))]
    for above, eid in zip([None, *eids], eids, strict=False):
        if eid not in nodes:
            yield _ghost(target.instrument, eid, above)


def _ghost(instrument: str, eid: str, parent: str | None) -> Node:
    prefix, _, number = eid.rpartition("__")[2].partition("_")
    return Node(
        instrument=instrument,
        eid=eid,
        kind=_KINDS.get(prefix, "article"),
        label="",
        number=number or None,
        heading="",
        text="",
        parent=parent,
        order=0,
        source="",
        line=0,
        start=0,
        end=0,
        status=UNKNOWN,
    )
