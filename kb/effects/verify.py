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
from itertools import chain

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
class NodeTree:
    """The nodes of the corpus by instrument, and what stands above each.

    `meant` maps the place of a misprinted number to the place that it probably stands for.
    """

    nodes: Mapping[str, Mapping[str, Node]]
    meant: Mapping[Target, Target]
    paragraphs: Mapping[tuple[str, str], Collection[str]]

    @classmethod
    def of(cls, nodes: Iterable[Node], meant: Mapping[Target, Target], incisos: Iterable[Inciso]) -> NodeTree:
        """The places of a corpus; `incisos` are those that are no nodes."""
        places: dict[str, dict[str, Node]] = defaultdict(dict)
        for node in nodes:
            places[node.instrument][node.eid] = node
        paragraphs: dict[tuple[str, str], set[str]] = defaultdict(set)
        for inciso in incisos:
            paragraphs[inciso.instrument, inciso.parent].add(inciso.eid)
        return cls(places, meant, paragraphs)

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

    def slips(self, instrument: str) -> dict[str, str]:
        """The misprints of an instrument by the numbers that they stand for."""
        slips = [(to.eid, slip.eid) for slip, to in self.meant.items() if slip.instrument == instrument]
        return {eid: slip for eid, slip in slips if eid and slip}

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
    places = NodeTree.of(nodes, meant, incisos)
    book = _Book.of(listed, places, _named_by(listed, citations))
    graded = once(chain.from_iterable(book.grade(effect) for effect in listed if effect.grade != ENACTED))
    found = sorted([*_sourced(graded), *book.unnoted(listed)], key=_printed_at)
    return tuple(found), (*_contradictions(graded), *_ranges(listed, places))


def _printed_at(effect: Effect) -> tuple[str, int]:
    """Where the first proof of an effect stands."""
    return effect.evidence[0].source, effect.evidence[0].start


def _named_by(effects: Iterable[Effect], citations: Iterable[Citation]) -> Mapping[Target, Collection[str]]:
    """The articles that each acting article names, of whatever law: what a list says that was not read as a clause."""
    acting = {article_of(e.affecting) for e in effects if e.affecting and e.grade == ENACTED}
    named: dict[Target, set[str]] = defaultdict(set)
    for citation in citations:
        place = article_of(Target(citation.instrument, citation.eid))
        if place in acting:
            named[place].update(article_of(target).eid or "" for target in citation.targets)
    return named


def _sourced(notes: Sequence[Effect]) -> Iterator[Effect]:
    """The notes, a bare one joined to another beside the same place that says what it comes from."""
    sourced = {(n.affected, n.kind) for n in notes if not _is_bare(n)}
    bare: dict[tuple[Target | None, str], list[Evidence]] = defaultdict(list)
    for note in notes:
        if _is_bare(note):
            bare[note.affected, note.kind] += note.evidence
    for note in notes:
        if not _is_bare(note):
            proofs = (*bare[note.affected, note.kind], *note.evidence)
            yield replace(note, evidence=tuple(dict.fromkeys(proofs)))
        elif (note.affected, note.kind) not in sourced:
            yield note


def _is_bare(note: Effect) -> bool:
    return note.grade in (SOURCE_ABSENT, INFERRED)


@dataclass(slots=True)
class _Book:
    """The clauses of the corpus by the article that they act upon and by who acts.

    Those that a note has taken up are `used`; those that it bears out and that go on by themselves are `backed`.
    """

    places: NodeTree
    upon: Mapping[Target, Sequence[Effect]]
    noted: Mapping[Target, Sequence[Effect]]
    acting: Mapping[Target, Sequence[Effect]]
    named: Mapping[Target, Collection[str]]
    used: set[int]
    backed: set[int]

    @classmethod
    def of(cls, effects: Sequence[Effect], places: NodeTree, named: Mapping[Target, Collection[str]]) -> _Book:
        upon, noted, acting = defaultdict(list), defaultdict(list), defaultdict(list)
        for effect in effects:
            if effect.grade == ENACTED and effect.affected and effect.affecting:
                upon[article_of(effect.affected)].append(effect)
                acting[article_of(effect.affecting)].append(effect)
            elif effect.affected and effect.affecting and effect.scope == "whole":
                noted[effect.affected].append(effect)
        return cls(places, upon, noted, acting, named, set(), set())

    def unnoted(self, effects: Iterable[Effect]) -> Iterator[Effect]:
        """The clauses that no note has taken up, confirmed where one bears them out."""
        for effect in effects:
            if effect.grade == ENACTED and id(effect) not in self.used:
                yield replace(effect, grade=CONFIRMED) if id(effect) in self.backed else effect

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
        reaching: list[Effect] = []
        for target in dict.fromkeys(self.places.above(place)):
            reaching += [c for c in self.upon.get(article_of(target), ()) if c.affected == target]
        if place.eid:
            below = f"{place.eid}__"
            reaching += [c for c in self.upon.get(article_of(place), ()) if _eid(c).startswith(below)]
        return reaching

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
        own = {note.affected, self.places.meant.get(note.affected, note.affected)}
        smaller = [c for c in clauses if _eid(c).startswith(f"{note.affected.eid}__")]
        parts = len(smaller) == len(clauses) and not self._is_gone(note)
        for clause in clauses:
            # A clause that names the victim itself is the same effect; one that names what holds it goes on by itself.
            if clause.affected in own or parts:
                self.used.add(id(clause))
            elif _eid(clause):
                self.backed.add(id(clause))
        if parts:
            return [_merged(note, c) for c in smaller]
        limited = next((c.words for c in clauses if c.scope == "part"), "")
        words = note.words or limited
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
        for above in self.places.above(note.affected):
            told = next((n for n in self.noted.get(above, ()) if n.kind == note.kind), None)
            if told is not None and above != note.affected:
                return replace(note, grade=INFERRED, affecting=told.affecting, evidence=_proofs(note, [told]))
        return note


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
    if clause.scope != "whole" or note.scope != "whole" or clause.affected != note.affected:
        return False
    changes = clause.kind in _CHANGES, note.kind in _CHANGES
    return changes[0] != changes[1] and "repeal" in (clause.kind, note.kind)


def _proofs(note: Effect, clauses: Iterable[Effect]) -> tuple[Evidence, ...]:
    proofs = chain(note.evidence, *(clause.evidence for clause in clauses))
    return tuple(dict.fromkeys(proofs))


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


def _ranges(effects: Sequence[Effect], places: NodeTree) -> Iterator[Problem]:
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
        if instrument in places.nodes and len(members) >= _SHORTEST_RANGE:
            named = [target for member in members if (target := member.affected)]
            for sort, eids in _mismatches(named, places, noted[actor, instrument]):
                numbers = ", ".join(eid.removeprefix("art_") for eid in eids)
                params = {"sort": sort, "numbers": numbers, "count": str(len(eids))}
                yield _at(members[0].evidence[0], "range-mismatch", params)


def _mismatches(members: Sequence[Target], places: NodeTree, noted: Collection[str]) -> Iterator[tuple[str, list[str]]]:
    """(sort, eIds) of what does not fit in one range: misprinted numbers, absent ones, ones without a note, others."""
    instrument = members[0].instrument
    slips_of = places.slips(instrument)
    named = [member.eid or "" for member in members]
    absent = [member.eid or "" for member in members if places.is_absent(member)]
    slips = {eid: slips_of[eid] for eid in absent if eid in slips_of}
    found = (
        ("misprinted", list(slips.values())),
        ("absent", [eid for eid in absent if eid not in slips]),
        ("unnoted", [eid for eid in named if eid in places.nodes[instrument] and eid not in noted]),
        ("extra", sorted(set(noted).difference(named, slips.values()))),
    )
    yield from ((sort, eids) for sort, eids in found if eids)


def _at(proof: Evidence, code: str, params: Mapping[str, str]) -> Problem:
    return Problem(
        code=code,
        instrument=proof.instrument,
        eid=proof.eid,
        source=proof.source,
        params=tuple(sorted(params.items())),
    )


__all__ = ["CLAIMED", "CONFIRMED", "CONTRADICTED", "ENACTED", "INFERRED", "SOURCE_ABSENT", "verified"]
