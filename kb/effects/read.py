"""Words around a citation -> effects, each side for itself: what the victim notes, what the law that acts enacts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from kb import ids
from kb.effects.clauses import ENACTED, Around, enacted
from kb.effects.notes import CLAIMED, PROVISIONS, SOURCE_ABSENT, read_notes
from kb.effects.quoted import in_quotation
from kb.effects.rulings import Ruling
from kb.effects.words import Passage, Words
from kb.grammar import Grammar
from kb.model import Citation, Effect, Evidence, Inciso, Node

__all__ = ["CLAIMED", "ENACTED", "SOURCE_ABSENT", "Passage", "once", "read_effects"]


def read_effects(
    passages: Iterable[Passage], citations: Iterable[Citation], grammar: Grammar, incisos: Iterable[Inciso] = ()
) -> tuple[list[Effect], list[Ruling]]:
    """The effects that the passages of one instrument print, in reading order, and the rulings that its notes name.

    `incisos` are its paragraphs without a number. Prefaces and signatures change nothing, and quoted words of another
    law only what they name with its law.
    """
    of_node: dict[str, list[Citation]] = defaultdict(list)
    for citation in citations:
        of_node[citation.eid].append(citation)
    listed = list(passages)
    held: dict[str, list[Node]] = defaultdict(list)
    for passage in listed:
        if passage.node.parent:
            held[passage.node.parent].append(passage.node)
    spoken = [Words(p, of_node[p.node.eid], grammar) for p in listed if not _is_quoted(p.node)]
    rules = [words for words in spoken if _rules(words.node)]
    below: dict[str, list[Words]] = defaultdict(list)
    for words in rules:
        if words.node.parent and words.node.kind in ids.BELOW_ARTICLE:
            below[words.node.parent].append(words)
    effects, rulings = read_notes(spoken, incisos)
    for words in rules:
        effects += enacted(words, Around(_list(below[words.node.eid]), held[words.node.eid]))
    for passage in listed:
        if _is_quoted(passage.node) and _rules(passage.node) and not _is_annexed(passage.node):
            words = Words(passage, of_node[passage.node.eid], grammar)
            effects += in_quotation(words, Around((), held[passage.node.eid]))
    return effects, rulings


def once(effects: Iterable[Effect]) -> list[Effect]:
    """The effects, each that is printed at several places once, with all of its evidence."""
    found: dict[Effect, list[Evidence]] = defaultdict(list)
    for effect in effects:
        found[replace(effect, evidence=())] += effect.evidence
    return [replace(effect, evidence=tuple(dict.fromkeys(proofs))) for effect, proofs in found.items()]


def _is_quoted(node: Node) -> bool:
    return any(level.startswith("qstr") for level in node.eid.split("__"))


def _is_annexed(node: Node) -> bool:
    return any(level.startswith(f"{ids.PREFIXES['annex']}_") for level in node.eid.split("__"))


def _rules(node: Node) -> bool:
    return any(level.startswith(PROVISIONS) for level in node.eid.split("__"))


def _list(below: Sequence[Words]) -> Sequence[Words]:
    """The members of a list among what stands below."""
    return [member for member in below if member.node.kind in ("item", "point", "subparagraph")]
