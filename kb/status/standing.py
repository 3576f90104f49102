"""The effects upon the nodes of one instrument, and the state of any of them on any day."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from kb.ids import BELOW_ARTICLE, is_inciso
from kb.model import (
    AMENDED,
    AS_GIVEN,
    EMPTY,
    NOT_YET,
    PARTLY_REPEALED,
    PARTLY_STRUCK_DOWN,
    REPEALED,
    STRUCK_DOWN,
    UNKNOWN,
    Effect,
    ForcePeriod,
    Node,
    Version,
)
from kb.validity import WordingAt, Wordings, period_of

# What leaves a provision with other words than it had.
_CHANGES = frozenset({"substitution", "insertion", "renumbering"})
# Where notes are printed.
NOTED = frozenset({"article", "section"}) | BELOW_ARTICLE
# The grade of what no note at the provision tells.
_ENACTED = "enacted"
# What a court does to it, which is not repeal by a law.
_STRUCK = frozenset({"unconstitutionality", "annulment"})
# What is no longer law stays so, whatever else is said of it; only a re-enactment brings it back.
DEAD = frozenset({REPEALED, STRUCK_DOWN})


@dataclass(frozen=True, slots=True)
class StatusAt:
    """The state of a provision on a day, the effects it follows from, and those whose day is not sure.

    `period` is what the law says of when the provision holds, `wording` which of its wordings stood, where older ones
    are printed. `doubtful` is True where something besides the days of effects leaves the state in doubt.
    """

    status: str
    because: tuple[Effect, ...]
    unsure: tuple[Effect, ...]
    period: ForcePeriod | None = None
    wording: WordingAt | None = None
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """The nodes of one instrument and the effects upon it, to ask for the state of any of them on any day.

    `nodes` are by eId; a catch-all is not among what it reads, since it names no victim. `periods` say from when
    provisions hold, `wordings` are those of each article of which older ones are printed.
    """

    instrument: str
    nodes: Mapping[str, Node]
    upon: Mapping[str | None, Sequence[Effect]]
    periods: Mapping[str | None, ForcePeriod]
    wordings: Mapping[str, Wordings]

    @classmethod
    def of(
        cls,
        instrument: str,
        nodes: Iterable[Node],
        effects: Iterable[Effect],
        periods: Iterable[ForcePeriod] = (),
        versions: Iterable[Version] = (),
    ) -> Standing:
        """The standing of `instrument`."""
        upon: dict[str | None, list[Effect]] = defaultdict(list)
        for effect in effects:
            if effect.affected and effect.affected.instrument == instrument and effect.scope != "catch-all":
                upon[effect.affected.eid].append(effect)
        by_eid = {node.eid: node for node in nodes}
        known = {period.eid: period for period in periods}
        return cls(instrument, by_eid, upon, known, _wordings(by_eid, versions))

    def at(self, eid: str | None, day: str | None = None, *, now: bool = False) -> StatusAt:
        """The state of the node `eid` (None: the whole instrument) on `day` (ISO; None: after all effects).

        An effect whose day is unknown counts only where no day is asked for, and is told as unsure where one is; `now`
        says that `day` is one on which what is printed has been printed already, so that it counts, too.
        """
        period = period_of(eid, self.periods, self.nodes)
        begun = _begun(period, day)
        if begun is not None:
            return StatusAt(begun, (), (), period)
        wordings = self.wordings.get(self._article(eid) or "") if self.wordings else None
        wording = wordings.on(day) if wordings else None
        reaching = self._reaching(eid, wording)
        unsure = tuple(e for e, _ in reaching if day is not None and _may_not_hold(e, day, now=now))
        if wording is not None and self._is_open(eid, wording):
            return StatusAt(UNKNOWN, (), unsure, period, wording)
        status, because = self._after_all(eid, reaching, day, wording, now=now)
        if status == AS_GIVEN and wording is not None and wording.changed and self._is_article(eid):
            status = AMENDED
        return StatusAt(status, because, unsure, period, wording, _is_doubtful(period, wording, day))

    def _after_all(
        self,
        eid: str | None,
        reaching: Iterable[tuple[Effect, bool]],
        day: str | None,
        wording: WordingAt | None,
        *,
        now: bool,
    ) -> tuple[str, tuple[Effect, ...]]:
        """The state that the effects leave on `day`, one after the other, and those of them that count."""
        status = AS_GIVEN if _is_older(wording) else self._given(eid)
        because: list[Effect] = []
        counted = [pair for pair in reaching if _counts(pair[0], day, now=now)]
        for effect, whole in sorted(counted, key=lambda pair: pair[0].date or ""):
            left = after(status, effect.kind, whole=whole)
            if left != status or effect.kind != "upholding":
                because.append(effect)
            status = left
        return status, tuple(because)

    def _reaching(self, eid: str | None, wording: WordingAt | None) -> list[tuple[Effect, bool]]:
        """The effects upon a node, each with whether it reaches all of it.

        While older words stood, what put an end to them had not come, whatever day it is thought to be of.
        """
        reaching = [*self._whole(eid), *self._parts(eid)]
        stretch = wording.stretch if wording else None
        if stretch is None or stretch.place == 0:
            return reaching
        since = stretch.since or ""
        return [(e, whole) for e, whole in reaching if not (_ends(e, whole) and since < (e.date or "9"))]

    def _article(self, eid: str | None) -> str | None:
        """The article or section that a node is or lies in."""
        return next((here for here in self._line(eid) if self.nodes[here].kind in ("article", "section")), None)

    def _is_article(self, eid: str | None) -> bool:
        return eid is not None and self._article(eid) == eid

    def _is_open(self, eid: str | None, wording: WordingAt) -> bool:
        """Whether it is not known what stood: between two wordings, or in which parts an older one stood."""
        if wording.stretch is None:
            return True
        return wording.stretch.place > 0 and not self._is_article(eid)

    def _given(self, eid: str | None) -> str:
        if eid is not None and eid not in self.nodes and is_inciso(eid):
            return self._given(eid.rpartition("__")[0])
        node = self.nodes.get(eid or "")
        if eid is not None and node is None:
            return UNKNOWN
        return EMPTY if node is not None and node.status == EMPTY else AS_GIVEN

    def _whole(self, eid: str | None) -> list[tuple[Effect, bool]]:
        """The effects upon the node itself and all that holds it; those with a limit reach only a part."""
        line = list(self._line(eid))
        found: list[tuple[Effect, bool]] = []
        for place in (None, *line):
            for effect in self.upon.get(place, ()):
                whole = effect.scope == "whole" if place is None else _wholly(effect)
                if place == eid:
                    found.append((effect, whole))
                elif self._reaches_below(effect, place, line):
                    parts = any(spared.startswith(f"{eid}__") for spared in effect.spared)
                    # What is not among the excepted is reached as a whole.
                    found.append((effect, whole or (bool(effect.spared) and not parts)))
        return found

    def _reaches_below(self, effect: Effect, place: str | None, line: Sequence[str]) -> bool:
        """Whether an effect upon what holds a node reaches it: it is no change, is not of a part, and spares none."""
        if effect.kind in _CHANGES or self._is_of_a_part(effect, place):
            return False
        return set(line).isdisjoint(effect.spared)

    def _is_of_a_part(self, effect: Effect, place: str | None) -> bool:
        """Whether an effect is noted at an article, or at the law, of a part of it: of no other part is it told."""
        here = self.nodes.get(place or "")
        at_article = place is None or (here is not None and here.kind in NOTED)
        noted = effect.grade != _ENACTED and effect.evidence[0].instrument == self.instrument
        return at_article and effect.scope == "part" and noted

    def _line(self, eid: str | None) -> Iterator[str]:
        """A node and all that holds it."""
        if eid is not None and eid not in self.nodes and is_inciso(eid):
            yield eid
            eid = eid.rpartition("__")[0]
        here = self.nodes.get(eid or "")
        while here is not None:
            yield here.eid
            here = self.nodes.get(here.parent or "")

    def _parts(self, eid: str | None) -> list[tuple[Effect, bool]]:
        """The effects upon what is below an article: they reach the article only in part."""
        node = self.nodes.get(eid or "")
        if node is None or node.kind not in NOTED:
            return []
        below = f"{node.eid}__"
        parts = [effects for place, effects in self.upon.items() if place and place.startswith(below)]
        return [(effect, False) for effect in chain.from_iterable(parts)]


def _wordings(nodes: Mapping[str, Node], versions: Iterable[Version]) -> Mapping[str, Wordings]:
    """The wordings of each article of which older ones are printed."""
    older: dict[str, list[Version]] = defaultdict(list)
    for version in versions:
        older[version.eid].append(version)
    printed: dict[str, list[str]] = defaultdict(list)
    for node in nodes.values() if older else ():
        article = _article_among(older, node, nodes)
        if article is not None:
            printed[article.eid] += _words(node, own=node is article)
    return {eid: Wordings.of(" ".join(printed[eid]), some) for eid, some in older.items()}


def _article_among(eids: Collection[str], node: Node, nodes: Mapping[str, Node]) -> Node | None:
    """Which of some provisions a node is or lies in."""
    here: Node | None = node
    while here is not None and here.eid not in eids:
        here = nodes.get(here.parent or "")
    return here


def _is_doubtful(period: ForcePeriod | None, wording: WordingAt | None, day: str | None) -> bool:
    """Whether the last day of a bound is unknown, or which wording stood."""
    bound = period is not None and period.bound and period.latest is None
    if day is not None and bound:
        return True
    return wording is not None and (wording.unseen or (wording.undated and day is not None))


def _is_older(wording: WordingAt | None) -> bool:
    """Whether an older wording stood."""
    return wording is not None and wording.stretch is not None and wording.stretch.place > 0


def _begun(period: ForcePeriod | None, day: str | None) -> str | None:
    """What there is to say of a day before the law holds; None where it may hold."""
    if period is None or period.since is None or day is None:
        return None
    if day < period.since:
        return NOT_YET
    return UNKNOWN if period.bound and period.latest and day <= period.latest else None


def _may_not_hold(effect: Effect, day: str, *, now: bool) -> bool:
    """Whether it is not sure that an effect had come by `day`."""
    if effect.date is None:
        return not now
    return effect.bound and (effect.latest is None or day <= effect.latest)


def _counts(effect: Effect, day: str | None, *, now: bool) -> bool:
    if day is None or (now and effect.date is None):
        return True
    return effect.date is not None and effect.date <= day


def _ends(effect: Effect, whole: bool) -> bool:
    """Whether an effect leaves none of the words that stood."""
    return whole and (effect.kind in ("repeal", "substitution") or effect.kind in _STRUCK)


def _words(node: Node, *, own: bool) -> tuple[str, ...]:
    """What is printed of a node; an article's own label is not of its wording."""
    return (*(() if own else (node.label,)), node.heading, node.text, node.tail)


def _wholly(effect: Effect) -> bool:
    """Whether all of the node that an effect names is meant: a parágrafo is a part, but all of that parágrafo is."""
    return effect.scope == "whole" or not effect.words


def after(status: str, kind: str, *, whole: bool) -> str:
    """The status after an effect of `kind` upon the whole of a provision, or upon a part of it."""
    if kind == "re-enactment":
        return AS_GIVEN
    if status in DEAD:
        return status
    if kind == "repeal":
        return REPEALED if whole else PARTLY_REPEALED
    if kind in _STRUCK:
        return STRUCK_DOWN if whole else PARTLY_STRUCK_DOWN
    if kind == "inapplication" and whole:
        return UNKNOWN
    if kind in _CHANGES and status in (AS_GIVEN, EMPTY):
        return AMENDED
    return status
