"""Words around a citation -> effects, each side for itself: what the victim notes, what the law that acts enacts."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kb import ids
from kb.effects.clauses import ENACTED, Around, enacted
from kb.effects.rulings import Ruling, ruling
from kb.effects.words import Passage, Words
from kb.grammar import Grammar, Note
from kb.model import Citation, Effect, Evidence, Node, Target

CLAIMED, SOURCE_ABSENT = "claimed", "source-absent"
# Where provisions stand; what is said in prefaces and signatures changes nothing.
_RULES = ("art_", "sec_", "body_")
_YEAR = re.compile(r"(?P<year>1[5-9]\d\d|20\d\d)(?![\d/.-]*\d)")

__all__ = ["CLAIMED", "ENACTED", "SOURCE_ABSENT", "Passage", "once", "read_effects"]


def read_effects(
    passages: Iterable[Passage], citations: Iterable[Citation], grammar: Grammar
) -> tuple[list[Effect], list[Ruling]]:
    """The effects that the passages of one instrument print, in reading order, and the rulings that its notes name.

    Quoted words of another law, prefaces and signatures change nothing.
    """
    of_node: dict[str, list[Citation]] = defaultdict(list)
    for citation in citations:
        of_node[citation.eid].append(citation)
    listed = list(passages)
    held: dict[str, list[Node]] = defaultdict(list)
    for passage in listed:
        if passage.node.parent:
            held[passage.node.parent].append(passage.node)
    spoken = [Words(p, of_node[p.node.eid], grammar) for p in listed if _rules(p.node)]
    below: dict[str, list[Words]] = defaultdict(list)
    last: dict[str, str] = {}
    for words in spoken:
        last[_article(words.node.eid)] = words.node.eid
        if words.node.parent and words.node.kind in ids.BELOW_ARTICLE:
            below[words.node.parent].append(words)
    effects: list[Effect] = []
    rulings: list[Ruling] = []
    for words in spoken:
        closes = last[_article(words.node.eid)] == words.node.eid
        for effect, named in _noted(words, closes=closes):
            effects.append(effect)
            rulings += [named] if named else []
        effects += enacted(words, Around(_list(below[words.node.eid]), held[words.node.eid]))
    return effects, rulings


def once(effects: Iterable[Effect]) -> list[Effect]:
    """The effects, each that is printed at several places once, with all of its evidence."""
    found: dict[Effect, list[Evidence]] = defaultdict(list)
    for effect in effects:
        found[replace(effect, evidence=())] += effect.evidence
    return [replace(effect, evidence=tuple(dict.fromkeys(proofs))) for effect, proofs in found.items()]


def _rules(node: Node) -> bool:
    levels = node.eid.split("__")
    return any(level.startswith(_RULES) for level in levels) and not any(level.startswith("qstr") for level in levels)


def _article(eid: str) -> str:
    """The eId of the article that a node is or lies in."""
    levels = eid.split("__")
    inner = max((at for at, level in enumerate(levels) if level.startswith(_RULES)), default=0)
    return "__".join(levels[: inner + 1])


def _list(below: Sequence[Words]) -> Sequence[Words]:
    """The members of a list among what stands below."""
    return [member for member in below if member.node.kind in ("item", "point", "subparagraph")]


def _noted(words: Words, *, closes: bool) -> Iterator[tuple[Effect, Ruling | None]]:
    """The effects that a provision itself notes; with `closes` it is the last of its article."""
    for note in words.grammar.notes(words.text):
        if note.deed.effect and not note.apart:
            yield from _from_note(words, note, _suffers(words.node, note, closes=closes))


def _suffers(node: Node, note: Note, *, closes: bool) -> str:
    """The eId of what a note is about: the provision where it stands, or the article that ends with it."""
    if node.kind == "wrapup":
        # Words that close a list are the provision's own: a note among them is about that.
        return node.parent or node.eid
    ending = closes and note.alone and not note.first and not note.part
    return _article(node.eid) if ending else node.eid


def _from_note(words: Words, note: Note, eid: str) -> Iterator[tuple[Effect, Ruling | None]]:
    own = Target(words.node.instrument, eid)
    proof = words.evidence(note.start, note.end)
    named = _ruled(words, note) if note.deed.court else None
    actors: list[Target | None] = [Target(named.id)] if named else [*_actors(words, note)]
    part = "" if _is_itself(words.node, note) else note.part
    day = (named.day if named else None) or _since(words, note)
    for actor in actors or [None]:
        yield (
            Effect(
                kind=note.deed.effect,
                affecting=actor,
                affected=own,
                scope="part" if part else "whole",
                words=" ".join(filter(None, (part, note.manner))),
                grade=CLAIMED if actor else SOURCE_ABSENT,
                date=day,
                date_origin=("ruling" if named and named.day else "note") if day else "",
                bound=False,
                evidence=(proof,),
            ),
            named,
        )


def _is_itself(node: Node, note: Note) -> bool:
    """Whether the part that a note names is the numbered provision in which it stands ("6. Numeral derogado.")."""
    return node.kind in ids.BELOW_ARTICLE and node.kind != "wrapup" and " " not in note.part


def _actors(words: Words, note: Note) -> Iterator[Target]:
    """Who a note says did it: never the law itself, nor what only tells of that one ("…, modificada por la Ley 2")."""
    at = note.source
    for cited in words.cited(note.source, note.end) if note.told else ():
        gap = words.text[at : cited.start]
        if at > note.source and words.grammar.changing.objects.aside_end.search(gap):
            return
        yield from (t for t in cited.targets if t.instrument != words.node.instrument)
        at = cited.end


def _ruled(words: Words, note: Note) -> Ruling | None:
    if not note.told:
        return None
    return ruling(words.text[note.start : note.end], words.node.instrument, words.grammar)


def _since(words: Words, note: Note) -> str | None:
    """The day from which a note says that it holds ("Derogado, a partir de 1930, por …")."""
    text = words.text[: note.end]
    for start in words.grammar.noting.since.finditer(text, note.start):
        found = words.grammar.dates.find(text[start.end() :])
        if found and found[1] <= 1:
            return found[0]
        if year := _YEAR.match(text, start.end()):
            return f"{year['year']}-01-01"
    return None
