"""Effects drawn together in ranges of the provisions they reach, and what is odd about the numbers of a range."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from kb.ids import PREFIXES, natural
from kb.model import Effect, Target

if TYPE_CHECKING:
    from kb.store import StoredProblem

CATCH_ALL = "catch-all"
# What is odd in the numbers of a range.
_AT_THE_CLAUSE, _AT_THE_NUMBER = "range-mismatch", ("suspected-typo", "contradicted-note")
_AMONG_NUMBERS = ("numbering-gap", "repeal-without-source")


# The kinds of places that are no part of an article.
_WHOLES = frozenset(PREFIXES[kind] for kind in ("article", "section", "chapter", "title", "book", "part"))


def in_part(effect: Effect) -> bool:
    """Whether only a part of what an effect reaches is meant: all of a parágrafo is, and what is added is whole."""
    if effect.scope != "part" or effect.kind == "insertion":
        return False
    place = (effect.affected.eid if effect.affected else None) or ""
    return bool(effect.words) or place.rpartition("__")[2].partition("_")[0] in (*_WHOLES, "")


@dataclass(frozen=True, slots=True)
class Group:
    """Effects that differ only in the provision they reach, in the order of its numbers; never empty."""

    effects: tuple[Effect, ...]

    @property
    def head(self) -> Effect:
        """The first, which says what they all are."""
        return self.effects[0]

    @property
    def runs(self) -> tuple[tuple[Effect, ...], ...]:
        """The effects parted where a number is left out."""
        cuts = [at for at, (a, b) in enumerate(pairwise(self.effects), 1) if not _adjoin(a, b)]
        return tuple(self.effects[a:b] for a, b in pairwise([0, *cuts, len(self.effects)]))


def grouped(effects: Iterable[Effect]) -> list[Group]:
    """The effects drawn together where only the provision that they reach differs, victims in order."""
    groups: dict[object, list[Effect]] = {}
    for effect in sorted(effects, key=place):
        groups.setdefault(_sameness(effect), []).append(effect)
    return [Group(tuple(members)) for members in groups.values()]


def _sameness(effect: Effect) -> object:
    victim = effect.affected
    whole = victim is not None and victim.eid is None
    own = (victim.instrument if victim else "", whole, effect.affecting, effect.kind, effect.scope, effect.words)
    return (*own, effect.grade, effect.date, effect.date_origin, effect.bound)


def place(effect: Effect) -> tuple[object, ...]:
    """A sort key: victims in the order of their numbers; what acts breaks ties."""
    victim, actor = (t or Target("") for t in (effect.affected, effect.affecting))
    ends = (victim.instrument, victim.eid or "", actor.instrument, actor.eid or "")
    return (*map(natural, ends), effect.kind)


def number(effect: Effect) -> tuple[str, int] | None:
    """What stands before the victim's number in its address, and the number; None when it is not a plain one."""
    before, mark, figure = ((effect.affected or Target("")).eid or "").rpartition("_")
    return (before, int(figure)) if mark and figure.isdecimal() else None


def _adjoin(one: Effect, other: Effect) -> bool:
    a, b = number(one), number(other)
    return a is not None and b is not None and a[0] == b[0] and b[1] - a[1] == 1


def flags(
    problems: Iterable[StoredProblem], effects: Sequence[Effect], *, all_of_victim: bool = False
) -> Iterator[StoredProblem]:
    """Those of `problems` that are about the victims' numbers, or about the clauses that name them.

    A gap or a repeal without a source matters where it lies among the numbers reached, or where all of a victim is
    asked for.
    """
    reached, acting = _articles(e.affected for e in effects), _articles(e.affecting for e in effects)
    for problem in problems:
        near, place = reached.get(problem.instrument or "", frozenset()), article_of(problem.eid)
        if problem.code == _AT_THE_CLAUSE:
            told = place in acting.get(problem.instrument or "", frozenset())
        elif problem.code in _AMONG_NUMBERS:
            told = bool(near) and (all_of_victim or _among(problem, near))
        else:
            told = problem.code in _AT_THE_NUMBER and bool(near) and (all_of_victim or place in near)
        if told:
            yield problem


def _articles(ends: Iterable[Target | None]) -> dict[str, frozenset[str]]:
    """The articles that targets are or lie in, by instrument."""
    found: dict[str, set[str]] = defaultdict(set)
    for end in ends:
        if end:
            found[end.instrument].add(article_of(end.eid))
    return {instrument: frozenset(eids) for instrument, eids in found.items()}


def article_of(eid: str | None) -> str:
    """The article that an eId is or lies in; the eId itself where that is none."""
    levels = (eid or "").split("__")
    stop = next((at for at, level in enumerate(levels, 1) if level.startswith("art_")), len(levels))
    return "__".join(levels[:stop])


def _among(problem: StoredProblem, eids: Iterable[str]) -> bool:
    """Whether the numbers that a problem is about begin after the first number reached, and not past the last."""
    before, _, figure = (problem.eid or "").rpartition("_")
    alike = (eid.rpartition("_") for eid in eids)
    known = [int(number) for series, _, number in alike if series == before and number.isdecimal()]
    own = problem.params.get("numbers", "").split(", ")[0] or figure
    return own.isdecimal() and bool(known) and min(known) < int(own) <= max(known) + 1
