"""Words around a citation -> effects, each side for itself: what the victim notes, what the law that acts enacts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from kb import ids
from kb.effects.clauses import ENACTED, Around, enacted
from kb.effects.notes import CLAIMED, PROVISIONS, SOURCE_ABSENT, read_notes
from kb.effects.quoted import in_quotation
from kb.effects.rulings import Ruling
from kb.effects.words import CitedText, stands_in
from kb.grammar import Grammar
from kb.model import Citation, Effect, Evidence, Inciso, Node, Passage

__all__ = ["CLAIMED", "ENACTED", "SOURCE_ABSENT", "once", "read_effects"]

_LISTED = frozenset({"item", "point", "subparagraph"})


def read_effects(
    passages: Iterable[Passage], citations: Iterable[Citation], grammar: Grammar, incisos: Iterable[Inciso] = ()
) -> tuple[list[Effect], list[Ruling]]:
    """The effects that the passages of one instrument print, in reading order, and the rulings that its notes name.

    `incisos` are its paragraphs without a number. Prefaces and signatures change nothing, and quoted words of another
    law only what they name with its law.
    """
    every = _with_citations(passages, citations, grammar)
    spoken = [words for words in every if not _is_quoted(words.node)]
    rules = [words for words in spoken if _rules(words.node)]
    around = _Around.of(every, rules)
    effects, rulings = read_notes(spoken, incisos)
    for words in rules:
        effects += enacted(words, around.at(words.node))
    for words in every:
        if _is_quoted(words.node) and _rules(words.node) and not _is_annexed(words.node):
            effects += in_quotation(words, Around((), around.held[words.node.eid]))
    return effects, rulings


def _with_citations(passages: Iterable[Passage], citations: Iterable[Citation], grammar: Grammar) -> list[CitedText]:
    of_node: dict[str, list[Citation]] = defaultdict(list)
    for citation in citations:
        of_node[citation.eid].append(citation)
    return [CitedText(passage, of_node[passage.node.eid], grammar) for passage in passages]


@dataclass(frozen=True, slots=True)
class _Around:
    """What stands just below each node: all that it holds, and the members of its list."""

    held: Mapping[str, Sequence[Node]]
    members: Mapping[str, Sequence[CitedText]]

    @classmethod
    def of(cls, every: Iterable[CitedText], rules: Iterable[CitedText]) -> _Around:
        held: dict[str, list[Node]] = defaultdict(list)
        for words in every:
            if words.node.parent:
                held[words.node.parent].append(words.node)
        members: dict[str, list[CitedText]] = defaultdict(list)
        for words in rules:
            if words.node.parent and words.node.kind in _LISTED:
                members[words.node.parent].append(words)
        return cls(held, members)

    def at(self, node: Node) -> Around:
        return Around(self.members[node.eid], self.held[node.eid])


def once(effects: Iterable[Effect]) -> list[Effect]:
    """The effects, each that is printed at several places once, with all of its evidence."""
    found: dict[Effect, list[Evidence]] = defaultdict(list)
    for effect in effects:
        found[replace(effect, evidence=())] += effect.evidence
    return [replace(effect, evidence=tuple(dict.fromkeys(proofs))) for effect, proofs in found.items()]


def _is_quoted(node: Node) -> bool:
    return stands_in(node, "qstr")


def _is_annexed(node: Node) -> bool:
    return stands_in(node, f"{ids.PREFIXES['annex']}_")


def _rules(node: Node) -> bool:
    return stands_in(node, PROVISIONS)
