"""A provision's story as a tree: what was done to it and then to what did that, and what it did and they did before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kb.model import Effect, Target
from kb.query.places import by, upon
from kb.ranges import CATCH_ALL, Group, grouped

if TYPE_CHECKING:
    from kb.store import Store

_DEEPEST = 40
_Ends = Callable[[Effect], Target | None]


@dataclass(frozen=True, slots=True)
class Branch:
    """Effects with one other end each way, and the branches that go on from there.

    `again` is true where the story comes back to a place that it has already told, or has gone on for very long: there
    it stops.
    """

    group: Group
    branches: tuple[Branch, ...]
    again: bool = False


@dataclass(frozen=True, slots=True)
class Trace:
    """What was done to a place (`suffered`) and what it does to others (`done`)."""

    target: Target
    suffered: tuple[Branch, ...]
    done: tuple[Branch, ...]


def trace(store: Store, target: Target) -> Trace:
    """The story of a place in both directions; it ends, whatever circles the laws run in."""

    def suffered(place: Target) -> list[Effect]:
        return upon(store, place)

    def done(place: Target) -> list[Effect]:
        return by(store, place)

    back = _grow([target], suffered, lambda e: e.affecting, {target}, 0)
    ahead = _grow([target], done, lambda e: e.affected, {target}, 0)
    return Trace(target, back, ahead)


def _grow(
    places: Sequence[Target], step: Callable[[Target], list[Effect]], end: _Ends, told: set[Target], depth: int
) -> tuple[Branch, ...]:
    effects = dict.fromkeys(e for place in places for e in step(place))
    return tuple(_branch(group, step, end, told, depth) for group in grouped(effects))


def _branch(group: Group, step: Callable[[Target], list[Effect]], end: _Ends, told: set[Target], depth: int) -> Branch:
    ends = dict.fromkeys(there for e in group.effects if e.scope != CATCH_ALL and (there := end(e)))
    new = [there for there in ends if there not in told]
    told.update(new)
    further = _grow(new, step, end, told, depth + 1) if new and depth < _DEEPEST else ()
    return Branch(group, further, again=bool(ends) and (not new or depth >= _DEEPEST))
