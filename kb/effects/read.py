"""Words around a citation -> effects, each side for itself: what the victim notes, what the law that acts enacts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from kb import ids
from kb.effects.clauses import ENACTED, enacted
from kb.effects.words import Passage, Words
from kb.grammar import Grammar
from kb.model import Citation, Effect, Node, Target

CLAIMED, SOURCE_ABSENT = "claimed", "source-absent"
# Where provisions stand; what is said in prefaces and signatures changes nothing.
_RULES = ("art_", "sec_", "body_")

__all__ = ["CLAIMED", "ENACTED", "SOURCE_ABSENT", "Passage", "read_effects"]


def read_effects(passages: Iterable[Passage], citations: Iterable[Citation], grammar: Grammar) -> list[Effect]:
    """The effects that the passages of one instrument print, in reading order.

    Quoted words of another law, prefaces and signatures change nothing.
    """
    of_node: dict[str, list[Citation]] = defaultdict(list)
    for citation in citations:
        of_node[citation.eid].append(citation)
    spoken = [Words(p, of_node[p.node.eid], grammar) for p in passages if _rules(p.node)]
    below: dict[str, list[Words]] = defaultdict(list)
    for words in spoken:
        if words.node.parent and words.node.kind in ids.BELOW_ARTICLE:
            below[words.node.parent].append(words)
    return [
        effect for words in spoken for effect in (*_noted(words), *enacted(words, _list(words, below[words.node.eid])))
    ]


def _rules(node: Node) -> bool:
    levels = node.eid.split("__")
    return any(level.startswith(_RULES) for level in levels) and not any(level.startswith("qstr") for level in levels)


def _list(words: Words, below: Sequence[Words]) -> Sequence[Words]:
    """The members of the list that the words lead to."""
    return [member for member in below if member.node.kind in ("item", "point", "subparagraph")]


def _noted(words: Words) -> Iterator[Effect]:
    """The effects that the provision itself notes: in place of its words, before them, or among them."""
    printed = words.grammar.state(words.text) if words.node.kind in ("article", *ids.BELOW_ARTICLE) else None
    if printed and printed.rule.effect:
        yield from _from_note(words, printed.start, printed.end, printed.rule.effect, printed.part)
    taken = [(printed.start, printed.end)] if printed else []
    for note in words.grammar.changing.notes:
        for found in note.pattern.finditer(words.text):
            if any(found.start() < end and start < found.end() for start, end in taken):
                continue
            taken.append(found.span())
            scope = (found.groupdict().get("scope") or "").strip(" ,")
            yield from _from_note(words, found.start(), found.end(), note.effect, scope)


def _actors(words: Words, start: int, end: int) -> Iterator[Target]:
    """Who a note says did it: of "derogado por la Ley 1, y modificado por la Ley 2" the first; never the law itself."""
    at = start
    for cited in words.cited(start, end):
        gap = words.text[at : cited.start]
        if at > start and words.grammar.changing.objects.aside_end.search(gap):
            return
        yield from (t for t in cited.targets if t.instrument != words.node.instrument)
        at = cited.end


def _from_note(words: Words, start: int, end: int, kind: str, scope: str) -> Iterator[Effect]:
    # Words that close a list are the provision's own: a note among them is about that.
    closing = words.node.kind == "wrapup"
    own = Target(words.node.instrument, words.node.parent if closing else words.node.eid)
    proof = words.evidence(start, end)
    named = list(_actors(words, start, end))
    actors: list[Target | None] = [*named] or [None]
    for actor in actors:
        yield Effect(
            kind=kind,
            affecting=actor,
            affected=own,
            scope="part" if scope else "whole",
            words=scope,
            grade=CLAIMED if actor else SOURCE_ABSENT,
            date=None,
            date_origin="",
            bound=False,
            evidence=(proof,),
        )
