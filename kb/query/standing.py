"""The state of a provision or of a whole instrument on a day, with the effects that it follows from.

Never more is said than is known: where an effect of unknown day may have come before, or where the law was not yet
made, the state is unknown, whatever the text prints.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kb.ids import PREFIXES
from kb.model import (
    AMENDED,
    AS_GIVEN,
    PARTLY_REPEALED,
    REPEALED,
    UNKNOWN,
    DateFact,
    Effect,
    Instrument,
    Node,
    Target,
)
from kb.query.register import SURE, UNSURE, held
from kb.status import Standing, StatusAt

if TYPE_CHECKING:
    from kb.store import Store

_KINDS = {prefix: kind for kind, prefix in PREFIXES.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """The state of `target` on `day` (None: after all that is known), and how it is known.

    `because` are the effects it follows from, `unsure` those that may or may not have held on that day. `printed` is
    what the source itself says, `articles` the states of what a container or an instrument holds, `born` the first
    date of the instrument when the day asked for is before it. `in_text` is false for what is only cited; `sure` when
    what is in doubt would not change the state.
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


def status_of(store: Store, target: Target, day: str | None = None) -> Status:
    """The state of a place on a day."""
    instrument = store.instrument(target.instrument)
    nodes = {node.eid: node for node in store.nodes(target.instrument)}
    in_text = target.eid in nodes if target.eid else bool(nodes)
    effects = store.effects(of=target.instrument)
    found, parts = _reading(target, nodes, effects, day)
    known, _ = _reading(target, nodes, [e for e in effects if held(e, day) == SURE], day)
    born = _born(instrument, day)
    silent = found.status == AS_GIVEN and not in_text
    return Status(
        target=target,
        day=day,
        status=UNKNOWN if born or silent else found.status,
        sure=not (born or silent) and found.status == known.status != UNKNOWN,
        because=() if born else found.because,
        unsure=tuple(effect for effect in found.unsure if not born and held(effect, day) == UNSURE),
        printed=_printed(instrument, nodes.get(target.eid or "")),
        articles=Counter() if born else Counter(part.status for part in parts),
        born=born,
        in_text=in_text,
    )


def _reading(
    target: Target, nodes: Mapping[str, Node], effects: Iterable[Effect], day: str | None
) -> tuple[StatusAt, list[StatusAt]]:
    """The state of a place as these effects give it, and the states of the articles that it holds."""
    standing = Standing.of(target.instrument, [*nodes.values(), *_ghosts(target, nodes)], effects)
    is_there = target.eid is None or target.eid in nodes
    parts = [_open(standing.at(node.eid, day)) for node in (_held(target, nodes) if is_there else ())]
    return _joined(_open(standing.at(target.eid, day)), parts), parts


def _open(found: StatusAt) -> StatusAt:
    """The state as it may be said: a repeal of unknown day leaves open whether it had come."""
    undated = any(e.date is None and e.scope == "whole" and e.kind != "upholding" for e in found.unsure)
    return replace(found, status=UNKNOWN) if undated and found.status != REPEALED else found


def _held(target: Target, nodes: Mapping[str, Node]) -> Sequence[Node]:
    """The articles of a container, or of the whole instrument; none of a provision."""
    if target.eid is None:
        return [node for node in nodes.values() if node.kind == "article"]
    if "article" in {nodes[eid].kind for eid in _line(target.eid, nodes)}:
        return []
    return [n for n in nodes.values() if n.kind == "article" and target.eid in _line(n.eid, nodes)]


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
    if status == AS_GIVEN and states & {REPEALED, PARTLY_REPEALED}:
        status = PARTLY_REPEALED
    elif status == AS_GIVEN:
        status = next((state for state in (AMENDED, UNKNOWN) if state in states), AS_GIVEN)
    return StatusAt(status, because, unsure)


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
