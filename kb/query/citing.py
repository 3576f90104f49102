"""Who cites a place, and whom it cites."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kb.model import Citation, Target

if TYPE_CHECKING:
    from kb.store import Store


@dataclass(frozen=True, slots=True)
class Cited:
    """The citations that a place and its parts make, and those elsewhere that lead to it."""

    target: Target
    outgoing: tuple[Citation, ...]
    incoming: tuple[Citation, ...]


def citations_of(store: Store, target: Target) -> Cited:
    """The citations of a place in both directions; those from one of its parts to another stand in both."""
    eids = [n.eid for n in store.subtree(target.instrument, target.eid)] if target.eid else [None]
    outgoing = [c for eid in eids for c in store.citations(target.instrument, eid)]
    return Cited(target, tuple(outgoing), tuple(_incoming(store, target, eids)))


def _incoming(store: Store, target: Target, eids: list[str] | list[None]) -> list[Citation]:
    """What cites the place, or for a container any of what it holds, without telling one citation twice."""
    found = {c: None for eid in eids or [target.eid] for c in store.citations_to(target.instrument, eid)}
    return list(found)
