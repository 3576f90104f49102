"""Two files of one law: which is its text, and that the other is a witness of it.

The text is the file that a manifest names, else the one with most articles of its own, of several the first by path.
Another is an instrument beside it (`co/ley/1923/45~2`, `witness_of` the first): it is kept and compared, and counts for
nothing else. What is odd in it is told of the law that it is a witness of.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from kb.comparing import compare
from kb.model import Instrument, Problem
from kb.reading import Expression


def witness(known: Instrument, taken: Container[str]) -> Instrument:
    """`known` as another text of an instrument that has one, under the next free address."""
    number = 2
    while f"{known.id}~{number}" in taken:
        number += 1
    return replace(known, id=f"{known.id}~{number}", witness_of=known.id)


def exchanged(expressions: Mapping[str, Expression], claimed: Collection[str]) -> dict[str, str]:
    """The ids that a law and its best file exchange, each by the other; `claimed` ids stay."""
    exchange: dict[str, str] = {}
    for law, witnesses in _beside(expressions.values()).items():
        articles = {id: _articles(expressions[id]) for id in (law, *witnesses) if id in expressions}
        best = max(articles, key=lambda id: articles[id])
        if law not in claimed and best != law:
            exchange |= {best: law, law: best}
    return exchange


def _beside(expressions: Iterable[Expression]) -> dict[str, list[str]]:
    """The witnesses of each law that has any."""
    beside: dict[str, list[str]] = defaultdict(list)
    for expression in expressions:
        if expression.instrument.witness_of:
            beside[expression.instrument.witness_of].append(expression.instrument.id)
    return beside


def _articles(expression: Expression) -> int:
    """How many articles are the law's own, not of a document in it or of words that it quotes."""
    return sum(1 for node in expression.nodes if node.kind in ("article", "section") and "__" not in node.eid)


def compared(expressions: Sequence[Expression]) -> Iterator[Problem]:
    """A problem for each witness: both files, and how far they agree."""
    by_id = {expression.instrument.id: expression for expression in expressions}
    for law, witnesses in _beside(expressions).items():
        for witness_id in witnesses:
            yield _agreement(law, by_id.get(law), by_id[witness_id])


def _agreement(law: str, text: Expression | None, other: Expression) -> Problem:
    found = compare(text.nodes if text else (), other.nodes)
    params = {
        "differ": str(len(found.differing)),
        "file": text.instrument.sources[0] if text else "",
        "other": other.instrument.sources[0],
        "same": str(len(found.same)),
        "witness": other.instrument.id,
    }
    return Problem(
        code="duplicate-instrument",
        instrument=law,
        source=other.instrument.sources[0],
        line=1,
        params=tuple(sorted(params.items())),
    )
