"""The state of each provision: as its source prints it, and as the effects upon it make it on a day.

Reads the words of articles with the notes of a tradition (effects.toml). What is below an article shares its state;
an article of which nothing but the number is printed is `empty`, and one printed without a note is `in force as
given`, which says only that the source prints it and is silent.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from kb.grammar import Grammar, Note
from kb.ids import BELOW_ARTICLE, is_rule
from kb.model import AMENDED, AS_GIVEN, EMPTY, REPEALED, STRUCK_DOWN, UNKNOWN, Effect, Inciso, Node, Version
from kb.status.standing import DEAD, NOTED, Standing, StatusAt, after

__all__ = ["Standing", "StatusAt", "has_source", "printed", "settled", "settled_incisos"]

# States of an article that are those of each of its paragraphs.
_OF_THE_WHOLE = frozenset({REPEALED, STRUCK_DOWN, UNKNOWN, EMPTY})


def printed(nodes: Iterable[Node], grammar: Grammar) -> tuple[Node, ...]:
    """The nodes of one instrument, in reading order, with the status that the text prints and its note.

    A note in any part of an article is printed at that article: it has the first one as its note too.
    """
    listed = tuple(nodes)
    parents = {node.parent for node in listed}
    notes = _notes(listed, grammar)
    states: dict[str, str] = {}
    for node in listed:
        states[node.eid] = _state(node, states, notes.get(node.eid, ()), has_children=node.eid in parents)
    return tuple(_noted(node, states[node.eid], notes.get(node.eid, ())) for node in listed)


def _notes(nodes: Sequence[Node], grammar: Grammar) -> Mapping[str, Sequence[tuple[Node, Note]]]:
    """The notes at each provision and at the parts of it, each with where it stands."""
    by_eid = {node.eid: node for node in nodes}
    notes: dict[str, list[tuple[Node, Note]]] = defaultdict(list)
    for node in filter(_may_note, nodes):
        found = [(node, note) for note in grammar.notes_at(node.eid, node.text) if not note.apart]
        for place in _article_line(node.eid, by_eid) if found else ():
            notes[place] += found
    return notes


def _may_note(node: Node) -> bool:
    return node.kind in NOTED and "qstr" not in node.eid


def _article_line(eid: str, nodes: Mapping[str, Node]) -> Iterator[str]:
    """A provision and all that holds it, up to its article."""
    here = nodes.get(eid)
    while here is not None and _may_note(here):
        yield here.eid
        here = None if here.kind == "article" else nodes.get(here.parent or "")


def _state(node: Node, states: Mapping[str, str], notes: Sequence[tuple[Node, Note]], *, has_children: bool) -> str:
    status = AS_GIVEN
    if not (has_children or node.heading or node.text.strip()) and is_rule(node.kind, node.eid):
        status = EMPTY
    elif node.kind in BELOW_ARTICLE and states.get(node.parent or "") in DEAD:
        status = states[node.parent or ""]
    for place, note in notes:
        if note.deed.effect:
            status = after(status, note.deed.effect, whole=_reaches(node, place, note))
        else:
            status = note.deed.status or status
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


def _upon(effects: Iterable[Effect]) -> dict[str, list[Effect]]:
    """The effects by the instrument that they act upon."""
    upon: dict[str, list[Effect]] = defaultdict(list)
    for effect in effects:
        if effect.affected:
            upon[effect.affected.instrument].append(effect)
    return upon


def settled(nodes: Iterable[Node], effects: Iterable[Effect], versions: Iterable[Version] = ()) -> tuple[Node, ...]:
    """The nodes with the state that all effects together give them; what the print says without an effect stays.

    An article of which older wordings are printed that say something else is amended.
    """
    listed = list(nodes)
    upon = _upon(effects)
    older: dict[str, list[Version]] = defaultdict(list)
    for version in versions:
        older[version.instrument].append(version)
    concerned: dict[str, list[Node]] = defaultdict(list)
    for node in listed:
        if node.instrument in upon or node.instrument in older:
            concerned[node.instrument].append(node)
    standings = {id: Standing.of(id, own, upon.get(id, ()), (), older.get(id, ())) for id, own in concerned.items()}
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
    upon = _upon(effects)
    places = {(node.instrument, node.eid): node for node in nodes}
    concerned: dict[str, list[Node]] = defaultdict(list)
    for node in places.values():
        if node.instrument in upon:
            concerned[node.instrument].append(node)
    standings = {id: Standing.of(id, own, upon[id]) for id, own in concerned.items()}
    return tuple(_with_status(one, _of_inciso(one, places, standings.get(one.instrument))) for one in listed)


def _with_status(inciso: Inciso, status: str) -> Inciso:
    return inciso if status == inciso.status else replace(inciso, status=status)


def _of_inciso(inciso: Inciso, nodes: Mapping[tuple[str, str], Node], standing: Standing | None) -> str:
    own = nodes.get((inciso.instrument, inciso.eid)) or nodes[inciso.instrument, inciso.parent]
    found = standing.at(inciso.eid) if standing else None
    if found is not None and found.because:
        return found.status
    return own.status if own.eid == inciso.eid or own.status in _OF_THE_WHOLE else AS_GIVEN
