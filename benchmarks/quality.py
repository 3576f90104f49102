"""How well search answers: nDCG@10, MRR, hit@1 and hit@5 by type of query and language, and what each part brings.

    python -m benchmarks.quality [FILE]

The queries are those of tests/cases/queries.toml, by set, and those of FILE, a JSON list of objects with `query`,
`lang`, `type` and `relevant`: there `doc` is the id of an instrument, a name of one, or `NAME:LINE`, the record on that
line of the source NAME (SOURCES); `article` is a printed number, or "*" for any but those in `except`; `grade` is 2 for
an answer, 1 for what helps. The rank of a query is that of its first answer of the best grade; an article with all that
hangs under it is one answer. Each ablation goes without one part: the concepts, the lemmas and stems, what words get
for being printed as typed, a rule of kb/query/ranking.py, or all of them (then places stand as the engine has them).
"""

from __future__ import annotations

import json
import math
import sys
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from kb.build import build
from kb.ids import address
from kb.model import Node
from kb.query import search
from kb.query.provisions import article_of
from kb.resources import resource
from kb.store import Store

ROOT = Path(__file__).parent.parent
QUERIES = ROOT / "tests" / "cases" / "queries.toml"
RESULTS = ROOT / "benchmarks" / "results" / "quality.json"
# What a judge calls the sources, and how their files are known.
SOURCES = {"bylaws": "bylaws", "laws1923": "leyes-1923"}
# Search is improved by the queries of the first set, and only measured by those of the second.
SETS = ("dev", "held")
DEPTH, BEST, HELPS = 10, 2, 1
MEASURES = ("nDCG@10", "MRR", "hit@1", "hit@5")
# What is asked of each type.
TARGETS: Mapping[str, Mapping[str, float]] = {
    "number": {"hit@1": 1.0},
    "phrase": {"hit@1": 1.0},
    "topic": {"hit@5": 0.95, "MRR": 0.88},
    "crosslingual": {"hit@5": 0.9, "MRR": 0.8},
}


def _by_engine(found: Any) -> float:
    return -found.score


Patch = Callable[[], AbstractContextManager[object]]
ABLATIONS: Mapping[str, Sequence[Patch]] = {
    "all": (),
    "no concepts": (partial(patch, "kb.grammar.load_glossary", lambda grammars: ()),),
    "no lemma": (
        partial(patch, "kb.analysis._lemma", lambda word, language: word),
        partial(patch, "kb.analysis._stem", lambda word, language: word),
    ),
    "no exact field": (
        partial(patch, "kb.index.engine._AS_TYPED", 0.0),
        partial(patch, "kb.index.engine._AS_PHRASE", 0.0),
        partial(patch, "kb.query.ranking._AS_TYPED", 0.0),
        partial(patch, "kb.query.naming.AS_INFLECTED", 1.0),
        partial(patch, "kb.query.naming.AS_AKIN", 1.0),
    ),
    "no law and chapter above": (partial(patch, "kb.query.ranking._UNDER", 0.0),),
    "no first words as heading": (partial(patch, "kb.query.ranking._AS_HEADING", 0.0),),
    "no ranking rules": (
        partial(patch, "kb.query.desk.Desk._ranked", lambda desk, found, clauses: sorted(found, key=_by_engine)),
    ),
}


@dataclass(frozen=True, slots=True)
class Judged:
    """A query with the grade of each article that answers; with `any_of` the first of them is all there is to find."""

    text: str
    language: str
    type: str
    grades: Mapping[str, int]
    any_of: bool = False


def main(arguments: Sequence[str]) -> int:
    """Measure, print, write."""
    results: dict[str, object] = {}
    for name, patches in ABLATIONS.items():
        with ExitStack() as stack, tempfile.TemporaryDirectory() as folder:
            for one in patches:
                stack.enter_context(one())
            out = Path(folder)
            with patch("kb.build.site.prepare"), patch("kb.build._report"):
                build(ROOT / "corpus", out, templates=resource("site_templates"))
            with Store.open(out / "kb.sqlite") as store:
                results[name] = {label: measured(store, out, q) for label, q in sets(store, arguments)}
        print_table(name, results[name])  # type: ignore[arg-type]
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"\nWritten to {RESULTS.relative_to(ROOT)}")
    return 0


def sets(store: Store, files: Iterable[str]) -> Iterator[tuple[str, list[Judged]]]:
    """The sets of queries by name."""
    for name in SETS:
        yield name, own_queries(QUERIES, name)
    for file in files:
        yield Path(file).name, outside_queries(store, Path(file))


def own_queries(path: Path, *names: str) -> list[Judged]:
    """The queries of the tests, of the sets of these names when any are given."""
    every = tomllib.loads(path.read_text("utf-8"))["query"]
    rows = [row for row in every if not names or row["set"] in names]
    grades = [dict.fromkeys(row.get("useful", ()), HELPS) | dict.fromkeys(row["answers"], BEST) for row in rows]
    return [Judged(row["text"], row["lang"], row["type"], its) for row, its in zip(rows, grades, strict=True)]


def outside_queries(store: Store, path: Path) -> list[Judged]:
    """The queries of a JSON file."""
    return [_outside(store, row) for row in json.loads(path.read_text("utf-8"))]


def _outside(store: Store, row: Mapping[str, object]) -> Judged:
    relevant: list[dict[str, object]] = row["relevant"]  # type: ignore[assignment]
    grades: dict[str, int] = {}
    for one in sorted(relevant, key=lambda one: one["article"] != "*"):
        grades |= dict.fromkeys(_articles(store, one), int(str(one["grade"])))
    any_of = any(one["article"] == "*" for one in relevant)
    return Judged(str(row["query"]), str(row["lang"]), str(row["type"]), grades, any_of)


def _articles(store: Store, judged: Mapping[str, object]) -> list[str]:
    number, left_out = str(judged["article"]), {str(n) for n in judged.get("except", ())}  # type: ignore[attr-defined]
    nodes = [n for n in _nodes(store, str(judged["doc"])) if n.kind == "article"]
    return [
        address(n.instrument, n.eid)
        for n in nodes
        if n.number == number or (number == "*" and n.number not in left_out)
    ]


def _nodes(store: Store, doc: str) -> list[Node]:
    """The nodes of an instrument, or of the record of a source that stands on one line."""
    name, _, line = doc.partition(":")
    known = [i for i in store.instruments() if i.in_corpus]
    by_name = [i.id for i in known if doc in (i.id, *(alias.name for alias in i.aliases))]
    by_file = [i.id for i in known if any(SOURCES.get(name, name) in file for file in i.sources)]
    nodes = [n for id in by_name or by_file for n in store.nodes(id) if not line or str(n.line) == line]
    if not nodes:
        raise SystemExit(f"{doc}: no such text in the corpus.")
    return nodes


def measured(store: Store, out: Path, queries: Iterable[Judged]) -> dict[str, dict[str, float]]:
    """ "type language" and "type" -> measure -> mean."""
    rows: defaultdict[str, list[dict[str, float]]] = defaultdict(list)
    for query in queries:
        found = graded(ranking(store, out, query.text), query)
        for name in (query.type, f"{query.type} {query.language}"):
            rows[name].append(scores(found, query))
    return {
        name: {m: sum(r[m] for r in its) / len(its) for m in its[0]} | {"queries": len(its)}
        for name, its in rows.items()
    }


def ranking(store: Store, out: Path, text: str) -> list[str]:
    """The addresses of the articles that are found, each once, best first."""
    hits = search(store, out / "index" / store.meta()["index"], text, limit=2 * DEPTH).hits
    nodes = [article_of(store, hit.node) or hit.node if hit.node else None for hit in hits]
    found = (f"{h.instrument.id}#{n.eid}" if n else h.instrument.id for h, n in zip(hits, nodes, strict=True))
    return list(dict.fromkeys(found))[:DEPTH]


def graded(found: Sequence[str], query: Judged) -> list[int]:
    """The grade at each rank; where anything will do, only the first counts."""
    grades = [query.grades.get(place, 0) for place in found]
    if not query.any_of or not any(grades):
        return grades
    first = next(at for at, grade in enumerate(grades) if grade)
    return [grade if at == first else 0 for at, grade in enumerate(grades)]


def scores(found: Sequence[int], query: Judged) -> dict[str, float]:
    """The measures of one query."""
    ideal = sorted(query.grades.values(), reverse=True)[: 1 if query.any_of else DEPTH]
    best = max(ideal)
    rank = next((at for at, grade in enumerate(found, 1) if grade == best), 0)
    return {
        "nDCG@10": _gain(found) / _gain(ideal),
        "MRR": 1 / rank if rank else 0.0,
        "hit@1": float(rank == 1),
        "hit@5": float(0 < rank <= 5),
    }


def _gain(grades: Iterable[int]) -> float:
    return sum((2**grade - 1) / math.log2(at + 1) for at, grade in enumerate(grades, 1))


def print_table(name: str, sets_of: Mapping[str, Mapping[str, Mapping[str, float]]]) -> None:
    """The table of one ablation; what misses its target is marked."""
    for label, rows in sets_of.items():
        print(f"\n{name}, {label + ' queries':<24}{'number':>8}" + "".join(f"{m:>10}" for m in MEASURES))
        for kind in sorted(rows):
            wanted = TARGETS.get(kind, {})
            cells = (f"{rows[kind][m]:>9.3f}{'!' if rows[kind][m] < wanted.get(m, 0) else ' '}" for m in MEASURES)
            print(f"{kind:<{26 + len(name)}}{rows[kind]['queries']:>8.0f}{''.join(cells)}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
