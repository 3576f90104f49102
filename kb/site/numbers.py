"""The number of a provision beside its printed mark, where the mark does not show it: "PRIMERO", "XIV", a misprint."""

from __future__ import annotations

from collections.abc import Iterable

from kb.analysis import keys
from kb.model import Node
from kb.site.places import said
from kb.site.words import Words
from kb.store import StoredProblem

_TYPO = "suspected-typo"


def normal(node: Node, problems: Iterable[StoredProblem], words: Words) -> str:
    """How the provision is cited where its mark does not say it, and what a misprinted number probably is; or ""."""
    for problem in problems:
        if problem.code == _TYPO and problem.eid == node.eid and "proposal" in problem.params:
            levels, _, _ = node.eid.rpartition("_")
            return words("normal.probably", place=said(words, f"{levels}_{problem.params['proposal']}"))
    if not node.number or not node.label or _shows(node.label, node.number):
        return ""
    return said(words, node.eid)


def _shows(label: str, number: str) -> bool:
    """Whether a mark has the number in it, be it parted as in "12 A"."""
    printed = keys(label)
    return "".join(keys(number)) in {*printed, *("".join(printed[at : at + 2]) for at in range(len(printed)))}
