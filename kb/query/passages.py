"""Hits with their texts: the passage that answers, the words marked in it, the part of the provision it stands in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kb.divided import MAYBE
from kb.ids import BELOW_ARTICLE
from kb.index import Clause, Question, gathered, pieces
from kb.model import Instrument, Node, Version
from kb.query.answer import IN_HEADING, Hit
from kb.query.naming import Reader, Reading
from kb.query.provisions import Target, ancestors
from kb.query.ranking import Evidence, Match
from kb.query.snippets import LENGTH, snippet

if TYPE_CHECKING:
    from kb.store import Store


@dataclass(frozen=True, slots=True)
class Found:
    """A hit before it is shown: its place, how it was found, what is to be marked in it, its text once it was read.

    `question` is what all of its rung answers; `wording` is the place of an older wording, 0 for today's.
    """

    target: Target
    score: float
    reason: str
    clauses: tuple[Clause, ...] = ()
    wording: int = 0
    question: Question | None = None
    placed: Placed | None = None

    @property
    def place(self) -> tuple[str, int]:
        """Where it is: no two hits of an answer are in one place."""
        return str(self.target), self.wording


@dataclass(frozen=True, slots=True)
class Said:
    """What stands at the place of a hit, and where in its text each node has its words; nothing for an instrument.

    `above` is what the chapters and the law that it stands in are called.
    """

    node: Node | None = None
    version: Version | None = None
    heading: str = ""
    text: str = ""
    nodes: tuple[tuple[int, Node], ...] = ()
    above: str = ""


@dataclass(frozen=True, slots=True)
class Placed:
    """What stands at the place of a hit, and where each part of it answers."""

    said: Said
    heading: Reading
    text: Reading
    above: Reading


def shown(store: Store, found: Sequence[Found], length: int = LENGTH, kinds: Sequence[str] = ()) -> tuple[Hit, ...]:
    """The hits with passages of about `length` characters; `kinds` are those that their parts must be of, if any."""
    readers = {clauses: Reader.of(store, clauses) for clauses in {one.clauses for one in found if not one.placed}}
    pairs = ((one, one.placed or placed(store, readers[one.clauses], one)) for one in found)
    return tuple(_hit(store.known(one.target.instrument), one, its, length, kinds) for one, its in pairs)


def placed(store: Store, reader: Reader, found: Found) -> Placed:
    """What the reader finds at a place."""
    own, law = _said(store, found), store.instrument(found.target.instrument)
    parts = (own.heading, own.text, own.above)
    return Placed(own, *(reader.read(part, law.language if law else "") for part in parts))


def evidence(its: Placed) -> Evidence:
    """What ranking weighs of a place."""
    node = its.said.node
    return Evidence(
        heading=its.heading.matches,
        text=its.text.matches,
        above=its.above.matches,
        headed=bool(its.said.heading),
        length=len(its.said.text),
        kind=node.kind if node else "",
        status=node.status if node and not its.said.version else "",
    )


def _hit(instrument: Instrument, found: Found, its: Placed, length: int, kinds: Sequence[str]) -> Hit:
    """A hit, and why it is one: its rung, that its heading answers, and what names in other words what was typed."""
    heading, text, own = its.heading, its.text, its.said
    marked = (IN_HEADING,) if heading.matches else ()
    return Hit(
        instrument=instrument,
        node=own.node,
        score=found.score,
        snippet=snippet(own.text, text.matches, length),
        reasons=(found.reason, *marked, *{**text.named, **heading.named}.values()),
        part=_part(own, text.matches, found.clauses, kinds),
        version=own.version,
    )


def _said(store: Store, found: Found) -> Said:
    """What stands at the place of a hit."""
    instrument, eid = found.target.instrument, found.target.eid
    if eid is None:
        return Said()
    if found.wording:
        version = next(v for v in store.versions(instrument, eid) if v.place == found.wording)
        return Said(
            store.node(instrument, eid), version, "", " ".join(store.as_read_text(instrument, version.text).split())
        )
    printed = gathered(store.subtree(instrument, eid))[eid]
    starts, lines = list[tuple[int, Node]](), list[str]()
    for node, line in pieces(store.as_read(printed)):
        starts.append((sum(map(len, lines)) + len(lines), node))
        # What may be two words is shown as they are printed.
        lines.append(line.replace(MAYBE, "-"))
    first = printed[0]
    return Said(first, None, first.heading, " ".join(lines), tuple(starts), _above(store, first))


def _above(store: Store, node: Node) -> str:
    """What the chapters and the law that a node stands in are called, a sentence each."""
    law = store.instrument(node.instrument)
    called = (law.title, *(alias.name for alias in law.aliases)) if law else ()
    return ". ".join((*called, *(one.heading for one in ancestors(store, node))))


def _part(own: Said, found: Sequence[Match], clauses: Sequence[Clause], kinds: Sequence[str]) -> str | None:
    """The eId of the part that has the most of what was looked for, if more than the provision's own words."""
    if own.node is None or (len(own.nodes) < 2 and not kinds):
        return None
    answered: dict[str, set[int]] = {node.eid: set() for _, node in own.nodes}
    for match in found:
        if not clauses[match.clause].optional:
            at = max(at for at, (start, _) in enumerate(own.nodes) if start <= match.start)
            answered[own.nodes[at][1].eid].add(match.clause)
    able = [node for _, node in own.nodes if (node.kind in kinds if kinds else node.kind in BELOW_ARTICLE)]
    best = max(able, key=lambda node: len(answered[node.eid]), default=None)
    if best is None or best.eid == own.node.eid:
        return None
    if kinds and own.node.kind not in kinds and not clauses:
        return best.eid
    return best.eid if len(answered[best.eid]) > len(answered.get(own.node.eid, ())) else None
