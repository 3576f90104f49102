"""What a note below the heading of a chapter reaches: all of it but the articles that the print shows to live on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from kb.ids import is_rule
from kb.model import EMPTY, REPEALED, STRUCK_DOWN, Effect, Node

# What leaves nothing of a chapter; the states of an article of which nothing is left.
_ENDS = frozenset({"repeal", "unconstitutionality", "annulment"})
_GONE = frozenset({REPEALED, STRUCK_DOWN, EMPTY})
_CONTAINERS = frozenset({"book", "part", "title", "chapter"})


def with_living(effects: Iterable[Effect], nodes: Sequence[Node]) -> list[Effect]:
    """The effects that one instrument prints, those noted at a heading without the articles that are printed in force.

    A compilation that prints "Derogado." in the place of each article of a title that was repealed, and the words of
    one, says so of that one: often it is the last, which tells from when the law holds.
    """
    listed = list(effects)
    headings = {node.eid for node in nodes if node.kind in _CONTAINERS}
    if not any(_ends_at(effect, headings) for effect in listed):
        return listed
    rules = [node for node in nodes if is_rule(node.kind, node.eid) and node.parent]
    return [_without_living(effect, rules, headings) for effect in listed]


def _ends_at(effect: Effect, headings: set[str]) -> bool:
    """Whether an effect is one that is noted at a heading, and leaves nothing of what stands below it."""
    place = effect.affected.eid if effect.affected else None
    return effect.kind in _ENDS and place in headings and effect.evidence[0].eid == place


def _without_living(effect: Effect, rules: Sequence[Node], headings: set[str]) -> Effect:
    if not _ends_at(effect, headings):
        return effect
    place = (effect.affected.eid if effect.affected else None) or ""
    held = [rule for rule in rules if rule.parent == place or (rule.parent or "").startswith(f"{place}__")]
    living = tuple(rule.eid for rule in held if rule.status not in _GONE)
    return replace(effect, spared=living) if len(held) > 2 * len(living) else effect
