"""What a text defines: the terms whose meaning a provision says, and the words that are to be read for others.

The stage reads the words of nodes. The next stages may rely on this: a term is the source from its start to its end,
and no term is given twice for the same place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from kb.grammar import Grammar
from kb.grammar.defining import entry
from kb.grammar.numbers import fold
from kb.model import Definition, Node

# A longer stretch is no term but a sentence that a pattern has run through.
_LONGEST = 12
# The first words of a member of a list are a term when they are no more than these.
_LONGEST_LISTED = 8
_ABBREVIATED = 4
_MEMBERS = frozenset({"item", "point", "subparagraph"})
_STOPS = (". ", ".\n", "\n\n", ";")


class Passage(Protocol):
    """A node with where its words stand in the source."""

    @property
    def node(self) -> Node:
        """The node."""

    def source(self, at: int) -> int:
        """The source offset of the character text[at] of the node."""


def define(
    passages: Iterable[Passage], grammar: Grammar, nodes: Mapping[str, Node] | None = None
) -> tuple[Definition, ...]:
    """The definitions in the passages of one instrument, in reading order; `nodes` are all of its nodes by eId."""
    listed = list(passages)
    known = nodes or {passage.node.eid: passage.node for passage in listed}
    return tuple(definition for passage in listed for definition in _in_passage(passage, grammar, known))


def _in_passage(passage: Passage, grammar: Grammar, nodes: Mapping[str, Node]) -> Iterator[Definition]:
    node = passage.node
    rules = (*grammar.defining.definitions, *grammar.defining.substitutions)
    said = {span: _sentence(node.text, *span) for rule in rules for span in rule.terms(node.text)}
    found = {**_of_list(node, grammar, nodes), **said}
    for start, end in sorted(found):
        inside = any(_holds(other, (start, end)) for other in found)
        if inside or not _is_term(node.text[start:end], grammar):
            continue
        scope = grammar.defining.scope(found[start, end])
        yield Definition(
            term=" ".join(node.text[start:end].split()),
            language=grammar.language,
            instrument=node.instrument,
            eid=node.eid,
            source=node.source,
            start=passage.source(start),
            end=passage.source(end - 1) + 1,
            scope=scope,
            within=_within(node, scope, nodes),
        )


def _of_list(node: Node, grammar: Grammar, nodes: Mapping[str, Node]) -> dict[tuple[int, int], str]:
    """The terms with which the members of a list of definitions begin, each with the sentence that brings the list."""
    defining, over = grammar.defining, nodes.get(node.parent or "")
    terms: list[tuple[int, int] | None] = []
    lead = defining.listing(node.text)
    if lead:
        sentence = _sentence(node.text, *lead)
        terms = list(defining.entries(node.text, lead[1]))
    elif over and node.kind in _MEMBERS and (led := defining.listing(over.text)) and not over.text[led[1] :].strip():
        sentence = _sentence(over.text, *led)
        terms = [entry(node.text, 0) or _parted(node, over, nodes)]
    return {term: sentence for term in terms if term and _is_named(node.text[slice(*term)], grammar)}


def _parted(node: Node, over: Node, nodes: Mapping[str, Node]) -> tuple[int, int] | None:
    """The whole of a last member, whose meaning stands behind the list in the print that was read so."""
    behind = nodes.get(f"{over.eid}__wrapup_1")
    return (0, len(node.text.rstrip())) if behind and behind.order == node.order + 1 else None


def _is_named(words: str, grammar: Grammar) -> bool:
    """Whether the first words of a member are a term, which does not begin with what only leads on to another word.

    The stop of "Preámbulo y art. 5" is that of an abbreviation.
    """
    said = [fold(word) for word in words.split()]
    kinds = {fold(word) for words_of in grammar.citing.kinds.values() for word in words_of}
    if not 0 < len(said) <= _LONGEST_LISTED or (said[-1] in kinds and len(said[-1]) <= _ABBREVIATED):
        return False
    return said[0] not in {fold(word) for word in grammar.stop_words}


def _is_term(words: str, grammar: Grammar) -> bool:
    """Whether words say something: one has a content word, and does not break off at a word that only leads on."""
    said = [fold(word) for word in words.split()]
    empty = {fold(word) for word in grammar.stop_words} | grammar.defining.hollow
    if not said or len(said) > _LONGEST or said[-1] in {fold(word) for word in grammar.stop_words}:
        return False
    return said[0] not in grammar.defining.hollow and any(word not in empty and word[:1].isalnum() for word in said)


def _sentence(text: str, start: int, end: int) -> str:
    """The sentence that a term stands in."""
    first = max(text.rfind(stop, 0, start) for stop in _STOPS)
    last = min((at for stop in _STOPS if (at := text.find(stop, end)) >= 0), default=len(text))
    return text[first + 1 : last]


def _within(node: Node, scope: str, nodes: Mapping[str, Node]) -> str:
    """The provision of the kind that a definition is said to hold for, or the article in whose case it does."""
    kind = "article" if scope == "case" else scope
    here: Node | None = node
    while here is not None and here.kind != kind:
        here = nodes.get(here.parent or "")
    return here.eid if here is not None else ""


def _holds(other: tuple[int, int], span: tuple[int, int]) -> bool:
    """Whether one stretch lies inside another, longer one."""
    return other != span and other[0] <= span[0] and span[1] <= other[1]
