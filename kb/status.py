"""The state of each provision: as its source prints it, and as the effects upon it make it on a day.

Reads the words of articles with the notes of a tradition (effects.toml). What is below an article shares its state;
an article of which nothing but the number is printed is `empty`, and one printed without a note is `in force as
given`, which says only that the source prints it and is silent.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kb.grammar import Grammar, Note
from kb.ids import BELOW_ARTICLE, is_inciso, is_rule
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
    Inciso,
    Node,
    Version,
)
from kb.validity import WordingAt, Wordings, period_of

# What leaves a provision with other words than it had.
_CHANGES = frozenset({"substitution", "insertion", "renumbering"})
# Where notes are printed.
_NOTED = frozenset({"article", "section"}) | BELOW_ARTICLE
# The grade of what no note at the provision tells.
_ENACTED = "enacted"
# States of an article that are those of each of its paragraphs.
_OF_THE_WHOLE = frozenset({REPEALED, STRUCK_DOWN, UNKNOWN, EMPTY})
# What a court does to it, which is not repeal by a law.
_STRUCK = frozenset({"unconstitutionality", "annulment"})
# What is no longer law stays so, whatever else is said of it; only a re-enactment brings it back.
_DEAD = frozenset({REPEALED, STRUCK_DOWN})


def printed(nodes: Iterable[Node], grammar: Grammar) -> tuple[Node, ...]:
    """The nodes of one instrument, in reading order, with the status that the text prints and its note.

    A note in any part of an article is printed at that article: it has the first one as its note too.
    """
    listed = tuple(nodes)
    parents = {node.parent for node in listed}
    by_eid = {node.eid: node for node in listed}
    above: dict[str, list[tuple[Node, Note]]] = defaultdict(list)
    for node in filter(_may_note, listed):
        found = [(node, note) for note in grammar.notes_at(node.eid, node.text) if not note.apart]
        for place in _article_line(node.eid, by_eid) if found else ():
            above[place] += found
    states: dict[str, str] = {}
    for node in listed:
        states[node.eid] = _state(node, states, above.get(node.eid, ()), has_children=node.eid in parents)
    return tuple(_noted(node, states[node.eid], above.get(node.eid, ())) for node in listed)


def _may_note(node: Node) -> bool:
    return node.kind in _NOTED and "qstr" not in node.eid


def _article_line(eid: str, nodes: Mapping[str, Node]) -> Iterator[str]:
    """A provision and all that holds it, up to its article."""
    here = nodes.get(eid)
    while here is not None and _may_note(here):
        yield here.eid
        here = None if here.kind == "article" else nodes.get(here.parent or "")


def _state(node: Node, states: Mapping[str, str], notes: Sequence[tuple[Node, Note]], *, has_children: bool) -> str:
    given = states.get(node.parent or "", AS_GIVEN) if node.kind in BELOW_ARTICLE else AS_GIVEN
    bare = not (has_children or node.heading or node.text.strip()) and is_rule(node.kind, node.eid)
    status = EMPTY if bare else given if given in _DEAD else AS_GIVEN
    for place, note in notes:
        if not note.deed.effect:
            status = note.deed.status or status
            continue
        status = _after(status, note.deed.effect, whole=_reaches(node, place, note))
    return status


def _reaches(node: Node, place: Node, note: Note) -> bool:
    """Whether a note that stands at `place` is about all of `node`."""
    here = place.eid == node.eid or note.itself
    return here and (not note.part or node.kind in BELOW_ARTICLE)


def _noted(node: Node, status: str, notes: Sequence[tuple[Node, Note]]) -> Node:
    if status == node.status and not notes:
        return node
    first = next((place.text[note.start : note.end].strip() for place, note in notes), None)
    return replace(node, status=status, note=first)


def has_source(node: Node, grammar: Grammar) -> bool:
    """Whether the notes of `node` name what they come from."""
    return any(note.told for note in grammar.notes_at(node.eid, node.text))


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
        doubtful = period is not None and period.bound and day is not None and period.latest is None
        unseen = wording is not None and (wording.unseen or (wording.undated and day is not None))
        return StatusAt(status, because, unsure, period, wording, doubtful or unseen)

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
        older = wording is not None and wording.stretch is not None and wording.stretch.place > 0
        status = AS_GIVEN if older else self._given(eid)
        because: list[Effect] = []
        counted = [(e, whole) for e, whole in reaching if _counts(e, day, now=now)]
        for effect, whole in sorted(counted, key=lambda pair: pair[0].date or ""):
            after = _after(status, effect.kind, whole=whole)
            if after != status or effect.kind != "upholding":
                because.append(effect)
            status = after
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
        line = [*self._line(eid)]
        found: list[tuple[Effect, bool]] = []
        for place in (None, *line):
            own = place == eid
            upon = self.upon.get(place, ())
            reaching = (e for e in upon if own or not (e.kind in _CHANGES or self._is_of_a_part(e, place)))
            for effect in (e for e in reaching if own or not set(line) & set(e.spared)):
                parts = any(spared.startswith(f"{eid}__") for spared in effect.spared)
                # What is not among the excepted is reached as a whole.
                reached = bool(effect.spared) and not own and not parts
                found.append((effect, reached or (effect.scope == "whole" if place is None else _wholly(effect))))
        return found

    def _is_of_a_part(self, effect: Effect, place: str | None) -> bool:
        """Whether an effect is noted at an article, or at the law, of a part of it: of no other part is it told."""
        here = self.nodes.get(place or "")
        at_article = place is None or (here is not None and here.kind in _NOTED)
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
        if node is None or node.kind not in ("article", "section", *BELOW_ARTICLE):
            return []
        below = f"{node.eid}__"
        return [(e, False) for other in self.upon if other and other.startswith(below) for e in self.upon[other]]


def _wordings(nodes: Mapping[str, Node], versions: Iterable[Version]) -> Mapping[str, Wordings]:
    """The wordings of each article of which older ones are printed."""
    older: dict[str, list[Version]] = defaultdict(list)
    for version in versions:
        older[version.eid].append(version)
    printed: dict[str, list[str]] = defaultdict(list)
    for node in nodes.values() if older else ():
        here: Node | None = node
        while here is not None and here.eid not in older:
            here = nodes.get(here.parent or "")
        if here is not None:
            printed[here.eid] += _words(node, own=node.eid == here.eid)
    return {eid: Wordings.of(" ".join(printed[eid]), some) for eid, some in older.items()}


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


def _after(status: str, kind: str, *, whole: bool) -> str:
    """The status after an effect of `kind` upon the whole of a provision, or upon a part of it."""
    if kind == "re-enactment":
        return AS_GIVEN
    if status in _DEAD:
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


def settled(nodes: Iterable[Node], effects: Iterable[Effect], versions: Iterable[Version] = ()) -> tuple[Node, ...]:
    """The nodes with the state that all effects together give them; what the print says without an effect stays.

    An article of which older wordings are printed that say something else is amended.
    """
    listed = list(nodes)
    by_instrument: dict[str, list[Node]] = defaultdict(list)
    upon: dict[str, list[Effect]] = defaultdict(list)
    older: dict[str, list[Version]] = defaultdict(list)
    for node in listed:
        by_instrument[node.instrument].append(node)
    for effect in effects:
        if effect.affected:
            upon[effect.affected.instrument].append(effect)
    for version in versions:
        older[version.instrument].append(version)
    concerned = [id for id in by_instrument if id in upon or id in older]
    standings = {id: Standing.of(id, by_instrument[id], upon[id], (), older[id]) for id in concerned}
    return tuple(_settled(node, standings.get(node.instrument)) for node in listed)


def _settled(node: Node, standing: Standing | None) -> Node:
    found = standing.at(node.eid) if standing else None
    if found is None:
        return node
    reworded = found.status == AMENDED and node.status == AS_GIVEN
    if not (found.because or reworded) or found.status == node.status:
        return node
    return replace(node, status=found.status)


def settled_incisos(incisos: Iterable[Inciso], nodes: Iterable[Node], effects: Iterable[Effect]) -> tuple[Inciso, ...]:
    """The incisos with the state of the article or parágrafo that they are of, and what effects make of each.

    An article's state says of an inciso only what reaches the whole: of one that is partly repealed or amended, what
    reaches the inciso itself.
    """
    listed = list(incisos)
    states = {(node.instrument, node.eid): node for node in nodes}
    upon: dict[str, list[Effect]] = defaultdict(list)
    for effect in effects:
        if effect.affected:
            upon[effect.affected.instrument].append(effect)
    its: dict[str, list[Node]] = defaultdict(list)
    for node in states.values():
        if node.instrument in upon:
            its[node.instrument].append(node)
    standings = {id: Standing.of(id, its[id], upon[id]) for id in its}
    return tuple(replace(one, status=_of_inciso(one, states, standings.get(one.instrument))) for one in listed)


def _of_inciso(inciso: Inciso, nodes: Mapping[tuple[str, str], Node], standing: Standing | None) -> str:
    own = nodes.get((inciso.instrument, inciso.eid)) or nodes[inciso.instrument, inciso.parent]
    found = standing.at(inciso.eid) if standing else None
    if found is not None and found.because:
        return found.status
    return own.status if own.eid == inciso.eid or own.status in _OF_THE_WHOLE else AS_GIVEN
