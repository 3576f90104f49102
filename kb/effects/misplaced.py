"""Wordings that a compilation prints the wrong way round: today's under the banner of the older ones.

Two witnesses against the place: the window of the box, which has no end, and the clause that enacted its words.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kb.ids import address
from kb.model import Effect, Node, Problem, Target, Version
from kb.validity import letters

_ENACTED = ("enacted", "confirmed")
_REWORDS = ("substitution", "insertion")


def misplaced(effects: Iterable[Effect], nodes: Iterable[Node], versions: Iterable[Version]) -> Iterator[Problem]:
    """One problem for each article that has an open window beside it, the words of which a clause has enacted."""
    open_ = {Target(v.instrument, v.eid): v for v in versions if v.since and not v.until}
    if not open_:
        return
    texts: dict[str, list[Node]] = defaultdict(list)
    for node in nodes:
        texts[node.instrument].append(node)
    for effect in effects:
        version = open_.get(effect.affected) if effect.affected and _rewords(effect) else None
        actor = effect.affecting
        if version is not None and actor is not None and _is_enacted(version, actor, texts):
            yield _problem(version, texts, address(actor.instrument, actor.eid or ""))


def _is_enacted(version: Version, actor: Target, texts: Mapping[str, Sequence[Node]]) -> bool:
    """Whether a provision quotes the words of an older wording, and not those that are printed as today's."""
    quoted = _letters(node for node in texts.get(actor.instrument, ()) if _quotes(actor, node))
    here = _letters(node for node in texts[version.instrument] if _is_of(version.eid, node))
    return letters(version.text) in quoted and here not in quoted


def _rewords(effect: Effect) -> bool:
    """Whether a clause gave a provision its words."""
    return effect.kind in _REWORDS and effect.grade in _ENACTED


def _quotes(actor: Target, node: Node) -> bool:
    """Whether a node is of the words that a provision quotes."""
    return node.eid.startswith(f"{actor.eid}__qstr")


def _is_of(eid: str, node: Node) -> bool:
    return node.eid == eid or node.eid.startswith(f"{eid}__")


def _letters(nodes: Iterable[Node]) -> str:
    return "".join(letters(f"{node.heading}{node.text}") for node in nodes)


def _problem(version: Version, texts: Mapping[str, Sequence[Node]], named: str) -> Problem:
    node = next(node for node in texts[version.instrument] if node.eid == version.eid)
    params = {"label": node.label, "since": version.since or "", "named": named}
    return Problem(
        code="wordings-misplaced",
        instrument=version.instrument,
        eid=version.eid,
        source=version.source,
        line=version.line,
        params=tuple(sorted(params.items())),
    )
