"""The state of each provision as its source prints it.

Reads the words of articles with the notes of a tradition (effects.toml). What is below an article shares its state;
an article of which nothing but the number is printed is `empty`, and one printed without a note is `in force as
given`, which says only that the source prints it and is silent.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kb.grammar import Grammar
from kb.model import AS_GIVEN, EMPTY, Node


def printed(nodes: Iterable[Node], grammar: Grammar) -> tuple[Node, ...]:
    """The nodes of one instrument, in reading order, with the status that the text prints and its note."""
    listed = tuple(nodes)
    parents = {node.parent for node in listed}
    states: dict[str, tuple[str, str | None]] = {}
    for node in listed:
        states[node.eid] = _state(node, states, grammar, has_children=node.eid in parents)
    return tuple(
        node if states[node.eid] == (AS_GIVEN, None) else replace(node, status=status, note=note)
        for node in listed
        for status, note in (states[node.eid],)
    )


def _state(
    node: Node, states: dict[str, tuple[str, str | None]], grammar: Grammar, *, has_children: bool
) -> tuple[str, str | None]:
    if node.kind != "article":
        above = states.get(node.parent or "", (AS_GIVEN, None))
        return above[0], None
    found = grammar.state(node.text)
    if found:
        return found.rule.status, node.text[found.start : found.end].strip()
    bare = not (node.text.strip() or node.heading or has_children)
    return (EMPTY if bare else AS_GIVEN), None


def has_source(node: Node, grammar: Grammar) -> bool:
    """Whether the note of `node` names what it comes from."""
    found = grammar.state(node.text)
    return bool(found and found.by)
