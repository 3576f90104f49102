"""The two sides of an effect held against each other: the note at the victim, and the clause that it names.

A note is confirmed when the article that it names says so; contradicted when that article is in the corpus and
changes something else, or another article of the same law does it; claimed when the corpus cannot say. A bare
"Derogado." is inferred from a clause that accounts for it, with every competing clause as proof. A clause that names
a range is checked member by member. A clause upon what holds several provisions is confirmed by the note of any.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kb.effects.read import CLAIMED, ENACTED, SOURCE_ABSENT
from kb.model import Effect, Evidence, Node, Problem, Target

CONFIRMED, CONTRADICTED, INFERRED = "confirmed", "contradicted", "inferred"
# As many articles in one clause are a range whose members are worth counting.
_SHORTEST_RANGE = 3


@dataclass(frozen=True, slots=True)
class Places:
    """The nodes of the corpus by instrument, and what stands above each.

    `meant` maps the place of a misprinted number to the place that it probably stands for.
    """

    nodes: Mapping[str, Mapping[str, Node]]
    meant: Mapping[Target, Target]

    def above(self, target: Target) -> Iterator[Target]:
        """The place itself, all that holds it, and its whole instrument."""
        here = self.nodes.get(target.instrument, {})
        eid = target.eid
        if target in self.meant:
            yield self.meant[target]
        while eid is not None:
            yield Target(target.instrument, eid)
            node = here.get(eid)
            eid = node.parent if node else None
        yield Target(target.instrument)


def verified(
    effects: Iterable[Effect], nodes: Iterable[Node], meant: Mapping[Target, Target]
) -> tuple[tuple[Effect, ...], tuple[Problem, ...]]:
    """The effects of a corpus with their grades, notes and clauses that agree made one; and what does not fit.

    `meant` maps the place of a misprinted number to the one that it probably stands for: a clause that names that one
    means this.
    """
    listed = list(effects)
    places: dict[str, dict[str, Node]] = defaultdict(dict)
    for node in nodes:
        places[node.instrument][node.eid] = node
    known = Places(places, meant)
    book = _Book.of(listed, known)
    graded = _named([book.grade(effect) for effect in listed if effect.grade != ENACTED])
    kept = [
        replace(effect, grade=CONFIRMED) if id(effect) in book.backed else effect
        for effect in listed
        if effect.grade == ENACTED and id(effect) not in book.used
    ]
    ordered = sorted([*graded, *kept], key=lambda e: (e.evidence[0].source, e.evidence[0].start))
    return tuple(ordered), (*_contradictions(graded), *_ranges(listed, known))


def _named(notes: Sequence[Effect]) -> list[Effect]:
    """The notes, a bare one joined to another beside the same place that says what it comes from."""
    bare: dict[tuple[Target | None, str], list[Evidence]] = defaultdict(list)
    sourced = {(n.affected, n.kind) for n in notes if n.grade not in (SOURCE_ABSENT, INFERRED)}
    for note in notes:
        if note.grade in (SOURCE_ABSENT, INFERRED) and (note.affected, note.kind) in sourced:
            bare[note.affected, note.kind] += note.evidence
    joined = (replace(n, evidence=_joined(bare[n.affected, n.kind], n)) for n in notes)
    return [n for n in joined if n.grade not in (SOURCE_ABSENT, INFERRED) or (n.affected, n.kind) not in sourced]


def _joined(bare: Iterable[Evidence], note: Effect) -> tuple[Evidence, ...]:
    return tuple(dict.fromkeys((*bare, *note.evidence)))


@dataclass(slots=True)
class _Book:
    """The clauses of the corpus by what they act upon and by who acts; those that a note has confirmed are used."""

    places: Places
    upon: Mapping[Target, Sequence[Effect]]
    acting: Mapping[Target, Sequence[Effect]]
    used: set[int]
    backed: set[int]

    @classmethod
    def of(cls, effects: Sequence[Effect], places: Places) -> _Book:
        upon, acting = defaultdict(list), defaultdict(list)
        for effect in effects:
            if effect.grade == ENACTED and effect.affected and effect.affecting:
                upon[effect.affected].append(effect)
                acting[_article(effect.affecting)].append(effect)
        return cls(places, upon, acting, set(), set())

    def grade(self, note: Effect) -> Effect:
        assert note.affected is not None
        clauses = [c for place in self.places.above(note.affected) for c in self.upon.get(place, ())]
        if note.affecting is None:
            return self._inferred(note, [c for c in clauses if c.kind == note.kind and c.scope == "whole"])
        if note.affecting.instrument not in self.places.nodes:
            return note
        own = [c for c in clauses if c.affecting and c.affecting.instrument == note.affecting.instrument]
        agreeing = [c for c in own if c.affecting and _article(c.affecting) == _article(note.affecting)]
        if agreeing or (own and note.affecting.eid is None):
            return self._confirmed(note, agreeing or own)
        elsewhere = own or list(self.acting.get(_article(note.affecting), ()))
        return replace(note, grade=CONTRADICTED, evidence=_proofs(note, elsewhere)) if elsewhere else note

    def _confirmed(self, note: Effect, clauses: Sequence[Effect]) -> Effect:
        # A clause that names the victim itself is the same effect; one that names what holds it goes on by itself.
        own = {note.affected, self.places.meant.get(note.affected or Target(""))}
        self.used.update(id(c) for c in clauses if c.affected in own)
        self.backed.update(id(c) for c in clauses if c.affected not in own and c.affected and c.affected.eid)
        limited = next((c for c in clauses if c.scope == "part"), None)
        words = note.words or (limited.words if limited else "")
        return replace(note, grade=CONFIRMED, words=words, evidence=_proofs(note, clauses))

    def _inferred(self, note: Effect, clauses: Sequence[Effect]) -> Effect:
        if not clauses:
            return note
        self.used.update(id(c) for c in clauses[:1] if c.affected == note.affected)
        return replace(note, grade=INFERRED, affecting=clauses[0].affecting, evidence=_proofs(note, clauses))


def _article(target: Target) -> Target:
    """The article that a target is or lies in."""
    levels = (target.eid or "").split("__")
    stop = next((at for at, level in enumerate(levels) if level.startswith(("art_", "sec_"))), None)
    return Target(target.instrument, "__".join(levels[: stop + 1])) if stop is not None else target


def _proofs(note: Effect, clauses: Sequence[Effect]) -> tuple[Evidence, ...]:
    return (*note.evidence, *dict.fromkeys(proof for c in clauses for proof in c.evidence))


def _contradictions(effects: Iterable[Effect]) -> Iterator[Problem]:
    for effect in effects:
        if effect.grade == CONTRADICTED and effect.affected and effect.affecting:
            named = f"{effect.affecting.instrument}#{effect.affecting.eid or ''}".rstrip("#")
            params = {"quote": effect.evidence[0].quote, "named": named}
            yield _at(effect.evidence[0], "contradicted-note", params)


def _ranges(effects: Sequence[Effect], places: Places) -> Iterator[Problem]:
    """Each clause over several articles of an instrument of the corpus, against the notes that name it."""
    groups: dict[tuple[Target, str, str], list[Effect]] = defaultdict(list)
    noted: dict[tuple[Target, str], set[str]] = defaultdict(set)
    for effect in effects:
        if effect.affected is None or effect.affecting is None or effect.affected.eid is None:
            continue
        if effect.grade == ENACTED:
            groups[_article(effect.affecting), effect.affected.instrument, effect.evidence[0].quote].append(effect)
        elif effect.grade == CLAIMED:
            noted[_article(effect.affecting), effect.affected.instrument].add(effect.affected.eid)
    for (actor, instrument, _), members in groups.items():
        here = places.nodes.get(instrument)
        if here is not None and len(members) >= _SHORTEST_RANGE:
            meant = {m.eid: t.eid for t, m in places.meant.items() if t.instrument == instrument and m.eid and t.eid}
            yield from _range(members, here, noted[actor, instrument], meant)


def _range(
    members: Sequence[Effect], here: Mapping[str, Node], noted: Collection[str], printed: Mapping[str, str]
) -> Iterator[Problem]:
    """The members of one range; `printed` maps a number to the misprint that stands for it."""
    named = [e.affected.eid for e in members if e.affected and e.affected.eid]
    slips = {eid: printed[eid] for eid in named if eid not in here and eid in printed}
    found = {
        "misprinted": list(slips.values()),
        "absent": [eid for eid in named if eid not in here and eid not in slips],
        "unnoted": [eid for eid in named if eid in here and eid not in noted],
        "extra": [eid for eid in sorted(noted) if eid not in named and eid not in slips.values()],
    }
    for sort, eids in found.items():
        if eids:
            numbers = ", ".join(eid.removeprefix("art_") for eid in eids)
            yield _at(
                members[0].evidence[0], "range-mismatch", {"sort": sort, "numbers": numbers, "count": str(len(eids))}
            )


def _at(proof: Evidence, code: str, params: Mapping[str, str]) -> Problem:
    return Problem(
        code=code,
        instrument=proof.instrument,
        eid=proof.eid,
        source=proof.source,
        params=tuple(sorted(params.items())),
    )


__all__ = ["CLAIMED", "CONFIRMED", "CONTRADICTED", "ENACTED", "INFERRED", "SOURCE_ABSENT", "verified"]
