"""In which order the kinds of one document nest: the grammar's usual order, mended by what the document shows.

A kind stands above another when many of the other follow each other between two of its own. A code with titles in its
chapters, or bylaws whose sections stand in their articles, is read so without being told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cmp_to_key
from itertools import pairwise, permutations

from kb.grammar import Grammar
from kb.outline.units import Unit


def ranks(found: Sequence[Unit], grammar: Grammar) -> Mapping[str, int]:
    """Kind -> depth (0 is outermost) of every kind of head in the document."""
    kinds = [unit.kind for unit in found if unit.kind not in ("", "division") and unit.layer == "own"]
    usual = sorted(set(kinds), key=grammar.rank)
    pairs = {(outer, inner): _above(outer, inner, kinds) for outer, inner in permutations(usual, 2)}

    def order(one: str, other: str) -> int:
        if pairs[one, other] != pairs[other, one]:
            return -1 if pairs[one, other] else 1
        return grammar.rank(one) - grammar.rank(other)

    nested = sorted(usual, key=cmp_to_key(order))
    return {kind: depth for depth, kind in enumerate(nested)}


def provision(depths: Mapping[str, int], found: Sequence[Unit]) -> str:
    """The kind that holds the rules: the article, or the section where sections stand in articles or no articles do."""
    article, section = depths.get("article", -1), depths.get("section", -1)
    numbered = any(unit.kind == "section" and "." in (unit.number or "") for unit in found)
    return "section" if 0 <= article < section or (article < 0 and numbered) else "article"


def _above(outer: str, inner: str, kinds: Sequence[str]) -> bool:
    """Whether `inner` plainly stands inside `outer`: its heads follow each other far more often than the other's.

    What is printed before the first of `outer` stands in none.
    """
    both = [kind for kind in kinds if kind in (outer, inner)]
    inside = both[both.index(outer) :] if outer in both else []
    steps = Counter(pairwise(inside))
    return steps[inner, inner] >= max(1, 2 * steps[outer, outer])
