"""Two files of one law: which is its text, and that the other is a witness of it.

The text is the file that a manifest names, else the one with most articles of its own, of several the first by path.
Another is an instrument beside it (`co/ley/1923/45~2`, `witness_of` the first): it is kept and compared, and counts for
nothing else. What is odd in it is told of the law that it is a witness of.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from kb.comparing import compare
from kb.model import Inciso, Instrument, Knowledge, Node, Problem, Span, Version

Runs = Mapping[tuple[str, str], tuple[tuple[int, int], ...]]
Placed = TypeVar("Placed", Node, Version, Inciso)


def witness(known: Instrument, taken: Container[str]) -> Instrument:
    """`known` as another text of an instrument that has one, under the next free address."""
    number = 2
    while f"{known.id}~{number}" in taken:
        number += 1
    return replace(known, id=f"{known.id}~{number}", witness_of=known.id)


def chosen(known: Knowledge, runs: Runs, claimed: Collection[str]) -> tuple[Knowledge, Runs]:
    """`known` with the best file of each law as its text, and a problem for each other; `claimed` ids stay."""
    beside: dict[str, list[str]] = defaultdict(list)
    for instrument in known.instruments:
        if instrument.witness_of:
            beside[instrument.witness_of].append(instrument.id)
    if not beside:
        return known, runs
    articles = Counter(n.instrument for n in known.nodes if n.kind in ("article", "section") and _is_own(n))
    renamed: dict[str, str] = {}
    for law, witnesses in beside.items():
        best = max((law, *witnesses), key=lambda id: articles[id])
        if law not in claimed and best != law:
            renamed |= {best: law, law: best}
    found = _renamed(known, renamed)
    own = {id: law for law, witnesses in beside.items() for id in witnesses}
    problems = (_of_law(problem, own) for problem in found.problems)
    found = replace(found, problems=(*problems, *_told(found, beside)))
    return found, {(renamed.get(id, id), eid): places for (id, eid), places in runs.items()}


def _of_law(problem: Problem, own: Mapping[str, str]) -> Problem:
    """A problem of a witness as one of its law, at no address, since the law's text may have another there."""
    law = own.get(problem.instrument or "")
    return replace(problem, instrument=law, eid=None) if law else problem


def _is_own(node: Node) -> bool:
    """Whether a node is an article of the law itself, not of a document in it or of words that it quotes."""
    return "__" not in node.eid


def _renamed(known: Knowledge, renamed: Mapping[str, str]) -> Knowledge:
    """`known` with the ids of some instruments exchanged."""
    if not renamed:
        return known

    def moved(records: Sequence[Placed]) -> tuple[Placed, ...]:
        ids = [renamed.get(record.instrument or "") for record in records]
        pairs = zip(records, ids, strict=True)
        return tuple(replace(record, instrument=id) if id else record for record, id in pairs)

    laws = {law for law in renamed if "~" not in law}
    instruments = (
        replace(i, id=renamed[i.id], witness_of="" if renamed[i.id] in laws else renamed[renamed[i.id]])
        if i.id in renamed
        else i
        for i in known.instruments
    )
    return replace(
        known,
        instruments=tuple(instruments),
        nodes=moved(known.nodes),
        versions=moved(known.versions),
        incisos=moved(known.incisos),
        spans=tuple(_of(span, renamed) for span in known.spans),
        problems=tuple(_again(problem, renamed) for problem in known.problems),
    )


def _of(span: Span, renamed: Mapping[str, str]) -> Span:
    law = renamed.get(span.instrument or "")
    return span._replace(instrument=law) if law else span


def _again(problem: Problem, renamed: Mapping[str, str]) -> Problem:
    law = renamed.get(problem.instrument or "")
    return replace(problem, instrument=law) if law else problem


def _told(known: Knowledge, beside: Mapping[str, Sequence[str]]) -> Iterator[Problem]:
    """A problem for each witness: both files, and how far they agree."""
    by = {instrument.id: instrument for instrument in known.instruments}
    nodes: dict[str, list[Node]] = defaultdict(list)
    for node in known.nodes:
        if node.instrument in by and (node.instrument in beside or by[node.instrument].witness_of):
            nodes[node.instrument].append(node)
    for law, witnesses in beside.items():
        for id in witnesses:
            found = compare(nodes[law], nodes[id])
            params = {
                "differ": str(len(found.differing)),
                "file": by[law].sources[0] if law in by else "",
                "other": by[id].sources[0],
                "same": str(len(found.same)),
                "witness": id,
            }
            yield Problem(
                code="duplicate-instrument",
                instrument=law,
                source=by[id].sources[0],
                line=1,
                params=tuple(sorted(params.items())),
            )
