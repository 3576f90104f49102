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
from kb.ids import BELOW_ARTICLE, is_inciso
from kb.model import (
    AMENDED,
    AS_GIVEN,
    EMPTY,
    PARTLY_REPEALED,
    PARTLY_STRUCK_DOWN,
    REPEALED,
    STRUCK_DOWN,
    UNKNOWN,
    Effect,
    Inciso,
    Node,
)

# What leaves a provision with other words than it had.
_CHANGES = frozenset({"substitution", "insertion", "renumbering"})
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
    notes = {node.eid: [n for n in grammar.notes(node.text) if not n.apart] for node in listed if _may_note(node)}
    above: dict[str, list[tuple[Node, Note]]] = defaultdict(list)
    for eid, found in notes.items():
        for place in _article_line(eid, by_eid):
            above[place] += [(by_eid[eid], note) for note in found]
    states: dict[str, str] = {}
    for node in listed:
        states[node.eid] = _state(node, states, above[node.eid], has_children=node.eid in parents)
    return tuple(_noted(node, states[node.eid], above[node.eid]) for node in listed)


def _may_note(node: Node) -> bool:
    return node.kind in ("article", "section", *BELOW_ARTICLE) and "qstr" not in node.eid


def _article_line(eid: str, nodes: Mapping[str, Node]) -> Iterator[str]:
    """A provision and all that holds it, up to its article."""
    here = nodes.get(eid)
    while here is not None and _may_note(here):
        yield here.eid
        here = None if here.kind == "article" else nodes.get(here.parent or "")


def _state(node: Node, states: Mapping[str, str], notes: Sequence[tuple[Node, Note]], *, has_children: bool) -> str:
    given = states.get(node.parent or "", AS_GIVEN) if node.kind in BELOW_ARTICLE else AS_GIVEN
    bare = node.kind == "article" and not (node.text.strip() or node.heading or has_children)
    status = EMPTY if bare else given if given in _DEAD else AS_GIVEN
    for place, note in notes:
        if not note.deed.effect:
            status = note.deed.status or status
            continue
        status = _after(status, note.deed.effect, whole=_reaches(node, place, note))
    return status


def _reaches(node: Node, place: Node, note: Note) -> bool:
    """Whether a note that stands at `place` is about all of `node`."""
    return place.eid == node.eid and (not note.part or node.kind in BELOW_ARTICLE)


def _noted(node: Node, status: str, notes: Sequence[tuple[Node, Note]]) -> Node:
    if status == node.status and not notes:
        return node
    first = next((place.text[note.start : note.end].strip() for place, note in notes), None)
    return replace(node, status=status, note=first)


def has_source(node: Node, grammar: Grammar) -> bool:
    """Whether the notes of `node` name what they come from."""
    return any(note.told for note in grammar.notes(node.text))


@dataclass(frozen=True, slots=True)
class StatusAt:
    """The state of a provision on a day, the effects it follows from, and those whose day is not sure."""

    status: str
    because: tuple[Effect, ...]
    unsure: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """The nodes of one instrument and the effects upon it, to ask for the state of any of them on any day.

    `nodes` are by eId; a catch-all is not among what it reads, since it names no victim.
    """

    instrument: str
    nodes: Mapping[str, Node]
    upon: Mapping[str | None, Sequence[Effect]]

    @classmethod
    def of(cls, instrument: str, nodes: Iterable[Node], effects: Iterable[Effect]) -> Standing:
        """The standing of `instrument`."""
        upon: dict[str | None, list[Effect]] = defaultdict(list)
        for effect in effects:
            if effect.affected and effect.affected.instrument == instrument and effect.scope != "catch-all":
                upon[effect.affected.eid].append(effect)
        return cls(instrument, {node.eid: node for node in nodes}, upon)

    def at(self, eid: str | None, day: str | None = None) -> StatusAt:
        """The state of the node `eid` (None: the whole instrument) on `day` (ISO; None: after all effects).

        An effect whose day is unknown counts only where no day is asked for, and is told as unsure where one is.
        """
        reaching = [*self._whole(eid), *self._parts(eid)]
        unsure = [e for e, _ in reaching if day is not None and (e.date is None or e.bound)]
        counted = [(e, whole) for e, whole in reaching if day is None or (e.date is not None and e.date <= day)]
        status, because = self._given(eid), []
        for effect, whole in sorted(counted, key=lambda pair: pair[0].date or ""):
            after = _after(status, effect.kind, whole=whole)
            if after != status or effect.kind != "upholding":
                because.append(effect)
            status = after
        return StatusAt(status, tuple(because), tuple(unsure))

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
            reaching = (e for e in self.upon.get(place, ()) if own or e.kind not in _CHANGES)
            for effect in (e for e in reaching if own or not set(line) & set(e.spared)):
                parts = any(spared.startswith(f"{eid}__") for spared in effect.spared)
                # What is not among the excepted is reached as a whole.
                reached = bool(effect.spared) and not own and not parts
                found.append((effect, reached or (effect.scope == "whole" if place is None else _wholly(effect))))
        return found

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


def settled(nodes: Iterable[Node], effects: Iterable[Effect]) -> tuple[Node, ...]:
    """The nodes with the state that all effects together give them; what the print says without an effect stays."""
    listed = list(nodes)
    by_instrument: dict[str, list[Node]] = defaultdict(list)
    upon: dict[str, list[Effect]] = defaultdict(list)
    for node in listed:
        by_instrument[node.instrument].append(node)
    for effect in effects:
        if effect.affected:
            upon[effect.affected.instrument].append(effect)
    standings = {id: Standing.of(id, by_instrument[id], upon[id]) for id in upon if id in by_instrument}
    return tuple(_settled(node, standings.get(node.instrument)) for node in listed)


def _settled(node: Node, standing: Standing | None) -> Node:
    found = standing.at(node.eid) if standing else None
    if found is None or not found.because:
        return node
    return replace(node, status=found.status) if found.status != node.status else node


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
