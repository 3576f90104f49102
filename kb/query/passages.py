"""Hits with their texts: the passage that answers, the words marked in it, the part of the provision it stands in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kb.ids import BELOW_ARTICLE
from kb.index import Clause, Question, gathered, pieces
from kb.model import Instrument, Node, Version
from kb.query.answer import IN_HEADING, Hit
from kb.query.naming import Reader
from kb.query.provisions import Target
from kb.query.snippets import LENGTH, Match, snippet

if TYPE_CHECKING:
    from kb.store import Store


@dataclass(frozen=True, slots=True)
class Found:
    """A hit before its text is fetched: its place, how it was found, and what is to be marked in it.

    `question` is what all of its rung answers; `wording` is the place of an older wording, 0 for today's.
    """

    target: Target
    score: float
    reason: str
    clauses: tuple[Clause, ...] = ()
    wording: int = 0
    question: Question | None = None

    @property
    def place(self) -> tuple[str, int]:
        """Where it is: no two hits of an answer are in one place."""
        return str(self.target), self.wording


@dataclass(frozen=True, slots=True)
class Said:
    """What stands at the place of a hit, and where in its text each node has its words; nothing for an instrument."""

    node: Node | None = None
    version: Version | None = None
    heading: str = ""
    text: str = ""
    nodes: tuple[tuple[int, Node], ...] = ()


def shown(store: Store, found: Sequence[Found], length: int = LENGTH, kinds: Sequence[str] = ()) -> tuple[Hit, ...]:
    """The hits with passages of about `length` characters; `kinds` are those that their parts must be of, if any."""
    instruments = {i.id: i for i in store.instruments()}
    all_said = [said(store, one) for one in found]
    reader = reader_of(store, all_said, {clause for one in found for clause in one.clauses})
    pairs = zip(found, all_said, strict=True)
    return tuple(_hit(reader, instruments[one.target.instrument], one, own, length, kinds) for one, own in pairs)


def reader_of(store: Store, places: Iterable[Said], clauses: Iterable[Clause]) -> Reader:
    """A reader of what stands at these places."""
    return Reader.of(store, (text for one in places for text in (one.heading, one.text)), clauses)


def _hit(reader: Reader, instrument: Instrument, found: Found, own: Said, length: int, kinds: Sequence[str]) -> Hit:
    """A hit, and why it is one: its rung, that its heading answers, and what names in other words what was typed."""
    heading, text = (reader.read(part, found.clauses, instrument.language) for part in (own.heading, own.text))
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


def said(store: Store, found: Found) -> Said:
    """What stands at the place of a hit."""
    instrument, eid = found.target.instrument, found.target.eid
    if eid is None:
        return Said()
    if found.wording:
        version = next(v for v in store.versions(instrument, eid) if v.place == found.wording)
        return Said(store.node(instrument, eid), version, "", " ".join(version.text.split()))
    own = gathered(store.subtree(instrument, eid))[eid]
    starts, lines = list[tuple[int, Node]](), list[str]()
    for node, line in pieces(own):
        starts.append((sum(map(len, lines)) + len(lines), node))
        lines.append(line)
    return Said(own[0], None, own[0].heading, " ".join(lines), tuple(starts))


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
