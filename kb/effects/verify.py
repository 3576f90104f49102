"""The two sides of an effect held against each other: the note at the victim, and the clause that it names.

Like is held against like: the same two laws, the same kind of act, and the same provision or one above or below it.
A note is confirmed when the provision that it names does so; contradicted when a clause of that very provision does it
to another provision of the law, or does otherwise to this one, and nothing in its words names this one; claimed when
the corpus cannot say. A bare "Derogado." is inferred from a clause that accounts for it, with every competing clause
as proof, or else from the note of the chapter that holds it. What is printed at several places is one effect with
several pieces of evidence; a note at an article and a clause at its numeral are one effect upon the numeral. A clause
that names a range is checked member by member. A clause upon what holds several provisions is confirmed by the note
of any.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kb.effects.read import CLAIMED, ENACTED, SOURCE_ABSENT, once
from kb.ids import is_inciso
from kb.model import REPEALED, Citation, Effect, Evidence, Inciso, Node, Problem, Target

CONFIRMED, CONTRADICTED, INFERRED = "confirmed", "contradicted", "inferred"
# A note that names nobody has no more words than these ("Artículo derogado.").
_LONGEST_BARE = 3
# What leaves a provision with other words than it had.
_CHANGES = frozenset({"substitution", "insertion", "renumbering"})
# As many articles in one clause are a range whose members are worth counting.
_SHORTEST_RANGE = 3


@dataclass(frozen=True, slots=True)
class Places:
    """The nodes of the corpus by instrument, and what stands above each.

    `meant` maps the place of a misprinted number to the place that it probably stands for.
    """

    nodes: Mapping[str, Mapping[str, Node]]
    meant: Mapping[Target, Target]
    paragraphs: Mapping[tuple[str, str], Collection[str]]

    def is_absent(self, target: Target) -> bool:
        """Whether the text of an instrument does not print a place, be it a paragraph without a number.

        Where it tells no paragraphs of an article apart, any of them may be there.
        """
        eid, here = target.eid or "", self.nodes.get(target.instrument, {})
        if eid in here or not is_inciso(eid):
            return eid not in here
        over = eid.rpartition("__")[0]
        told = self.paragraphs.get((target.instrument, over), ())
        return over not in here or (len(told) > 1 and eid not in told)

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
    effects: Iterable[Effect],
    nodes: Iterable[Node],
    meant: Mapping[Target, Target],
    citations: Iterable[Citation] = (),
    incisos: Iterable[Inciso] = (),
) -> tuple[tuple[Effect, ...], tuple[Problem, ...]]:
    """The effects of a corpus with their grades, notes and clauses that agree made one; and what does not fit.

    `meant` maps the place of a misprinted number to the one that it probably stands for: a clause that names that one
    means this. `citations` are what the acting provisions name; `incisos` are places that are no nodes.
    """
    listed = list(effects)
    places: dict[str, dict[str, Node]] = defaultdict(dict)
    for node in nodes:
        places[node.instrument][node.eid] = node
    paragraphs: dict[tuple[str, str], set[str]] = defaultdict(set)
    for inciso in incisos:
        paragraphs[inciso.instrument, inciso.parent].add(inciso.eid)
    known = Places(places, meant, paragraphs)
    book = _Book.of(listed, known, _named_by(listed, citations))
    graded = once(found for effect in listed if effect.grade != ENACTED for found in book.grade(effect))
    kept = [
        replace(effect, grade=CONFIRMED) if id(effect) in book.backed else effect
        for effect in listed
        if effect.grade == ENACTED and id(effect) not in book.used
    ]
    ordered = sorted([*_sourced(graded), *kept], key=lambda e: (e.evidence[0].source, e.evidence[0].start))
    return tuple(ordered), (*_contradictions(graded), *_ranges(listed, known))


def _named_by(effects: Iterable[Effect], citations: Iterable[Citation]) -> Mapping[Target, Collection[str]]:
    """The articles that each acting article names, of whatever law: what a list says that was not read as a clause."""
    acting = {article_of(e.affecting) for e in effects if e.affecting and e.grade == ENACTED}
    named: dict[Target, set[str]] = defaultdict(set)
    for citation in citations:
        place = article_of(Target(citation.instrument, citation.eid))
        if place in acting:
            named[place].update(article_of(target).eid or "" for target in citation.targets)
    return named


def _sourced(notes: Sequence[Effect]) -> list[Effect]:
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
    """The clauses of the corpus by the article that they act upon and by who acts.

    Those that a note has taken up are `used`; those that it bears out and that go on by themselves are `backed`.
    """

    places: Places
    upon: Mapping[Target, Sequence[Effect]]
    noted: Mapping[Target, Sequence[Effect]]
    acting: Mapping[Target, Sequence[Effect]]
    named: Mapping[Target, Collection[str]]
    used: set[int]
    backed: set[int]

    @classmethod
    def of(cls, effects: Sequence[Effect], places: Places, named: Mapping[Target, Collection[str]]) -> _Book:
        upon, noted, acting = defaultdict(list), defaultdict(list), defaultdict(list)
        for effect in effects:
            if effect.grade == ENACTED and effect.affected and effect.affecting:
                upon[article_of(effect.affected)].append(effect)
                acting[article_of(effect.affecting)].append(effect)
            elif effect.affected and effect.affecting and effect.scope == "whole":
                noted[effect.affected].append(effect)
        return cls(places, upon, noted, acting, named, set(), set())

    def grade(self, note: Effect) -> list[Effect]:
        """The note with its grade; several where several clauses account for parts of what it stands beside."""
        assert note.affected is not None
        reaching = self._reaching(note.affected)
        if note.affecting is None:
            return [self._inferred(note, [c for c in reaching if c.kind == note.kind and c.scope == "whole"])]
        if note.affecting.instrument not in self.places.nodes:
            return [note]
        own = [c for c in reaching if c.affecting and c.affecting.instrument == note.affecting.instrument]
        named = [c for c in own if note.affecting.eid is None or _acts(c, note.affecting)]
        if agreeing := [c for c in named if c.kind == note.kind]:
            return self._confirmed(note, agreeing)
        against = [c for c in named if _is_otherwise(c, note)] or self._elsewhere(note, note.affecting, named)
        if against:
            return [replace(note, grade=CONTRADICTED, evidence=_proofs(note, [*against, *own]))]
        return [note]

    def _reaching(self, place: Target) -> list[Effect]:
        """The clauses upon a place, upon what holds it, and upon what it holds."""
        above = list(dict.fromkeys(self.places.above(place)))
        holding = [c for target in above for c in self.upon.get(article_of(target), ()) if c.affected == target]
        below = f"{place.eid}__" if place.eid else None
        held = [c for c in self.upon.get(article_of(place), ()) if below and _eid(c).startswith(below)]
        return [*holding, *held]

    def _elsewhere(self, note: Effect, named: Target, reaching: Sequence[Effect]) -> list[Effect]:
        """The clauses of the very provision that a note names, where all that they reach of the law is something else.

        A provision whose words name the note's article all the same may do what it says: not every clause is read.
        """
        assert note.affected is not None
        if named.eid is None or reaching or article_of(note.affected).eid in self.named.get(article_of(named), ()):
            return []
        acts = self.acting.get(article_of(named), ())
        found = [c for c in acts if c.affected and c.affected.eid and c.affected.instrument == note.affected.instrument]
        return [] if any(self._may_mean(c, note.affected) for c in found) else found

    def _may_mean(self, clause: Effect, place: Target) -> bool:
        """Whether a clause upon something else may be one upon `place` all the same.

        One upon an article of a chapter may be for all that the chapter holds; one upon a chapter of the same number
        may name the same chapter, whose title is lost or misprinted.
        """
        assert clause.affected is not None
        if place in self.places.above(article_of(clause.affected)):
            return True
        holds = "art_" not in (place.eid or "")
        return holds and _last_level(place) == _last_level(clause.affected)

    def _confirmed(self, note: Effect, clauses: Sequence[Effect]) -> list[Effect]:
        assert note.affected is not None
        # A clause that names the victim itself is the same effect; one that names what holds it goes on by itself.
        own = {note.affected, self.places.meant.get(note.affected, note.affected)}
        self.used.update(id(c) for c in clauses if c.affected in own)
        smaller = [c for c in clauses if _eid(c).startswith(f"{note.affected.eid}__")]
        self.backed.update(id(c) for c in clauses if c.affected not in own and c not in smaller and _eid(c))
        if smaller and len(smaller) == len(clauses) and not self._is_gone(note):
            self.used.update(id(c) for c in smaller)
            return [_merged(note, c) for c in smaller]
        self.backed.update(id(c) for c in smaller)
        limited = next((c for c in clauses if c.scope == "part"), None)
        words = note.words or (limited.words if limited else "")
        return [replace(note, grade=CONFIRMED, words=words, evidence=_proofs(note, clauses))]

    def _is_gone(self, note: Effect) -> bool:
        """Whether the print leaves nothing of the provision, so that a clause upon a part cannot be all."""
        place = note.affected or Target("")
        node = self.places.nodes.get(place.instrument, {}).get(place.eid or "")
        return note.kind == "repeal" and note.scope == "whole" and node is not None and node.status == REPEALED

    def _inferred(self, note: Effect, clauses: Sequence[Effect]) -> Effect:
        # A clause upon a part of what is gone does not account for the whole.
        clauses = [c for c in clauses if not _eid(c).startswith(f"{_eid(note)}__")]
        if not clauses:
            return self._from_above(note)
        self.used.update(id(c) for c in clauses[:1] if c.affected == note.affected)
        return replace(note, grade=INFERRED, affecting=clauses[0].affecting, evidence=_proofs(note, clauses))

    def _from_above(self, note: Effect) -> Effect:
        """A bare note at an article with what the note of the chapter or title that holds it says of who acted.

        A note that goes on ("Modificado por los decretos anuales") names somebody else, though nobody knows whom.
        """
        bare = all(len(proof.quote.split()) <= _LONGEST_BARE for proof in note.evidence)
        if note.affected is None or not bare or article_of(note.affected) != note.affected:
            return note
        holding = (above for above in self.places.above(note.affected) if above != note.affected)
        told = [n for above in holding for n in self.noted.get(above, ()) if n.kind == note.kind]
        if not told:
            return note
        return replace(note, grade=INFERRED, affecting=told[0].affecting, evidence=_proofs(note, told[:1]))


def _merged(note: Effect, clause: Effect) -> Effect:
    """A note and the clause upon a part of what it stands beside, as one effect upon the part."""
    return replace(
        note,
        affected=clause.affected,
        scope=clause.scope,
        words=clause.words or note.words,
        grade=CONFIRMED,
        evidence=_proofs(note, [clause]),
    )


def _eid(effect: Effect) -> str:
    return (effect.affected.eid if effect.affected else None) or ""


def _acts(clause: Effect, named: Target) -> bool:
    """Whether a clause is one of the provision that a note names."""
    return clause.affecting is not None and article_of(clause.affecting) == article_of(named)


def _is_otherwise(clause: Effect, note: Effect) -> bool:
    """Whether a clause upon a note's place says that something else is done to it: a repeal for a change, or back.

    A change of a part is no denial of a repeal in part, nor the repeal of a part of a change of the whole.
    """
    limited = clause.scope != "whole" or note.scope != "whole" or clause.affected != note.affected
    return (
        not limited and {clause.kind in _CHANGES, note.kind in _CHANGES} == {True, False} and _is_repeal(clause, note)
    )


def _is_repeal(*effects: Effect) -> bool:
    return any(effect.kind == "repeal" for effect in effects)


def _proofs(note: Effect, clauses: Sequence[Effect]) -> tuple[Evidence, ...]:
    return tuple(dict.fromkeys((*note.evidence, *(proof for c in clauses for proof in c.evidence))))


def article_of(target: Target) -> Target:
    """The article that a target is or lies in."""
    levels = (target.eid or "").split("__")
    stop = next((at for at, level in enumerate(levels) if level.startswith(("art_", "sec_"))), None)
    return Target(target.instrument, "__".join(levels[: stop + 1])) if stop is not None else target


def _last_level(target: Target) -> str:
    """The kind and the number of a place, without what holds it and without its count among others of that number."""
    return (target.eid or "").rpartition("__")[2].partition("~")[0]


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
            groups[article_of(effect.affecting), effect.affected.instrument, effect.evidence[0].quote].append(effect)
        elif effect.grade == CLAIMED:
            noted[article_of(effect.affecting), effect.affected.instrument].add(effect.affected.eid)
    for (actor, instrument, _), members in groups.items():
        here = places.nodes.get(instrument)
        if here is not None and len(members) >= _SHORTEST_RANGE:
            meant = {m.eid: t.eid for t, m in places.meant.items() if t.instrument == instrument and m.eid and t.eid}
            absent = {m.affected.eid for m in members if m.affected and m.affected.eid and places.is_absent(m.affected)}
            yield from _range(members, here, absent, noted[actor, instrument], meant)


def _range(
    members: Sequence[Effect],
    here: Mapping[str, Node],
    absent: Collection[str],
    noted: Collection[str],
    printed: Mapping[str, str],
) -> Iterator[Problem]:
    """The members of one range; `printed` maps a number to the misprint that stands for it."""
    named = [e.affected.eid for e in members if e.affected and e.affected.eid]
    slips = {eid: printed[eid] for eid in named if eid in absent and eid in printed}
    found = {
        "misprinted": list(slips.values()),
        "absent": [eid for eid in named if eid in absent and eid not in slips],
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
