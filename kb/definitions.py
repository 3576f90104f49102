"""What a text defines: the terms whose meaning a provision says, and the words that are to be read for others.

The stage reads the words of nodes. The next stages may rely on this: a term is the source from its start to its end,
and no term is given twice for the same place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from kb.grammar import Grammar
from kb.model import Definition, Node

# A longer stretch is no term but a sentence that a pattern has run through.
_LONGEST = 12


class Passage(Protocol):
    """A node with where its words stand in the source."""

    @property
    def node(self) -> Node:
        """The node."""

    def source(self, at: int) -> int:
        """The source offset of the character text[at] of the node."""


def define(passages: Iterable[Passage], grammar: Grammar) -> tuple[Definition, ...]:
    """The definitions in the passages of one instrument, in reading order."""
    return tuple(definition for passage in passages for definition in _in_passage(passage, grammar))


def _in_passage(passage: Passage, grammar: Grammar) -> Iterator[Definition]:
    node = passage.node
    rules = (*grammar.defining.definitions, *grammar.defining.substitutions)
    found = {span for rule in rules for span in rule.terms(node.text)}
    for start, end in sorted(found):
        words = node.text[start:end]
        if words and len(words.split()) <= _LONGEST and not any(_holds(other, (start, end)) for other in found):
            yield Definition(
                term=" ".join(words.split()),
                language=grammar.language,
                instrument=node.instrument,
                eid=node.eid,
                source=node.source,
                start=passage.source(start),
                end=passage.source(end - 1) + 1,
            )


def _holds(other: tuple[int, int], span: tuple[int, int]) -> bool:
    """Whether one stretch lies inside another, longer one."""
    return other != span and other[0] <= span[0] and span[1] <= other[1]
