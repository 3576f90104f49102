"""The register of effects: which provision did what to which, asked from either side."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kb.model import Effect, Target
from kb.query.places import by, upon
from kb.ranges import CATCH_ALL, flags, place

if TYPE_CHECKING:
    from kb.store import Store, StoredProblem

REPEAL = "repeal"
# What a court does to a provision that it strikes down.
STRIKES = ("unconstitutionality", "annulment")
SURE, UNSURE = "yes", "unsure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is asked of the register; None asks for all of it. `kind` is of the model; `as_of` an ISO date."""

    by: Target | None = None
    of: Target | None = None
    as_of: str | None = None
    grade: str | None = None
    kind: str | None = REPEAL


@dataclass(frozen=True, slots=True)
class Found:
    """The answer of the register: effects upon named victims, clauses that name none, and what is odd about them.

    `others` counts the effects of other kinds that the same question would find, `struck` the provisions that a court
    struck down, wholly or in part, among them.
    """

    effects: tuple[Effect, ...]
    catch_alls: tuple[Effect, ...]
    flags: tuple[StoredProblem, ...]
    others: int = 0
    struck: int = 0


def register(store: Store, asked: Asked) -> Found:
    """What the register says to `asked`; an effect whose day is not known is left in, since it may hold."""
    every = [e for e in _sides(store, asked) if asked.grade in (None, e.grade) and held(e, asked.as_of)]
    chosen = [e for e in every if asked.kind in (None, e.kind)]
    named = sorted((e for e in chosen if e.scope != CATCH_ALL), key=place)
    catch_alls = [e for e in chosen if e.scope == CATCH_ALL]
    if asked.of and not asked.by:
        catch_alls = []
    odd = flags(_problems(store, named), named, all_of_victim=asked.of is not None and asked.of.eid is None)
    left = [e for e in every if asked.kind not in (None, e.kind)]
    struck = {e.affected for e in left if e.kind in STRIKES and e.affected}
    return Found(tuple(named), tuple(catch_alls), tuple(odd), len(left), len(struck))


def _problems(store: Store, effects: Iterable[Effect]) -> list[StoredProblem]:
    """The problems of the instruments that effects join."""
    return store.problems_of({end.instrument for e in effects for end in (e.affected, e.affecting) if end})


def _sides(store: Store, asked: Asked) -> list[Effect]:
    if asked.by is None:
        return upon(store, asked.of) if asked.of else store.effects()
    acting = by(store, asked.by)
    if asked.of is None:
        return acting
    suffered = {*upon(store, asked.of)}
    return [e for e in acting if e in suffered]


def held(effect: Effect, day: str | None) -> str:
    """Whether an effect held on `day`: SURE, UNSURE (its day is unknown or only a bound), or "" when it did not yet."""
    if day is None:
        return SURE
    if effect.date is None:
        return UNSURE
    if effect.date > day:
        return ""
    return UNSURE if effect.bound and (effect.latest is None or day <= effect.latest) else SURE
