"""How fast search is: building an index, making it anew after changes, a cold command, and warm questions.

    python -m benchmarks.search [ARTICLES ...]

For each number of articles (1,000 and 10,000, unless others are named) a library is recombined from the corpus, put
straight into a store, without being printed and read, and indexed as a build does that. What is measured is measured
beside a yardstick in the same run, the two taking turns, and the median of ROUNDS counts: plain Whoosh with its
StandardAnalyzer for building, a bare script of Whoosh's for a cold command, SQLite's FTS5 over the same analysed text
for warm questions. Prints tables and writes results/search.json.
"""

from __future__ import annotations

import gc
import json
import os
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from unittest.mock import patch

from whoosh.analysis import StandardAnalyzer
from whoosh.fields import ID, TEXT, Schema
from whoosh.filedb.filestore import FileStorage

from benchmarks.laws import library
from kb import grammar
from kb.analysis import Analyzer
from kb.build import analyzer_of, build, ideas_of, shelve
from kb.build.words import Words
from kb.concepts import Glossary
from kb.index import Clause, Engine, Ideas, Place, Question, Stock, build_index, open_index
from kb.index.documents import Spoken, today
from kb.index.sharing import WORTH
from kb.model import Instrument, Knowledge, Node, Version
from kb.query import search
from kb.resources import resource
from kb.store import Store

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "results" / "search.json"
SIZES = (1_000, 10_000)
ROUNDS = 5
# How many questions of each type, and how many hits each wants.
QUESTIONS, LIMIT = 25, 10
# Plain Whoosh is measured on no more than so many articles: it takes its time.
YARDSTICK = 2_000
# What is wanted, at most (of docs/s at least), as ratios to the yardstick.
TARGETS: Mapping[str, float] = {
    "build, docs/s x plain Whoosh": 1.3,
    "build by two, docs/s x plain Whoosh": 2,
    "1 % changed, x a full index": 0.05,
    "cold search, x bare script": 1.3,
    "cold search, MB": 60,
    "cold search, x the library before": 3,
    "term, x FTS5": 4,
    "all words, x FTS5": 15,
    "phrase, x FTS5": 20,
    "prefix, x FTS5": 4,
    "topic with concepts, x without": 2,
}
BARE = """
import sys
from whoosh.filedb.filestore import FileStorage
from whoosh.query import And, Term
with FileStorage(sys.argv[1]).open_index().searcher() as searcher:
    for hit in searcher.search(And([Term("terms", word) for word in sys.argv[2:]]), limit=10):
        print(hit["address"], hit.score)
"""
# Between the two stands a small process: one that starts another counts its own memory as that one's. Exit code 1 is an
# answer, too: nothing is there.
USED = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
sys.exit(done.returncode > 1)
"""
Results = dict[str, float]


@dataclass(frozen=True, slots=True)
class Shelf:
    """A library in memory, as an index is built from it."""

    laws: Sequence[Instrument]
    by_law: Mapping[str, list[Node]]

    @classmethod
    def of(cls, store: Store) -> Shelf:
        """The library of a store."""
        laws = store.instruments()
        return cls(laws, {law.id: store.nodes(law.id) for law in laws})

    def instruments(self) -> list[Instrument]:
        return list(self.laws)

    def nodes(self, instrument: str) -> list[Node]:
        return self.by_law[instrument]

    def versions(self, instrument: str) -> list[Version]:
        return []

    def changed(self, articles: int) -> Shelf:
        """The same with a word more in so many articles, anywhere."""
        every = [node for nodes in self.by_law.values() for node in nodes if node.kind == "article"]
        chosen = {id(node) for node in random.Random(1923).sample(every, articles)}
        more = {law: [_longer(n) if id(n) in chosen else n for n in nodes] for law, nodes in self.by_law.items()}
        return replace(self, by_law=more)


def _longer(node: Node) -> Node:
    return replace(node, text=f"{node.text} Bolívar")


@dataclass(frozen=True, slots=True)
class Made:
    """A library that was put into a store and indexed."""

    folder: Path
    articles: int
    store: Store
    analyzer: Analyzer
    ideas: Ideas

    @property
    def index(self) -> Path:
        """The folder of the index."""
        return self.folder / "index" / self.store.meta()["index"]

    def engine(self) -> Engine:
        """The index, open."""
        return open_index(self.index)


def main(arguments: Sequence[str]) -> None:
    """Measure, print, write."""
    results: dict[str, Results] = {}
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder, "corpus")
        build(ROOT / "corpus", corpus, templates=resource("site_templates"))
        for articles in map(int, arguments or SIZES):
            made = make(corpus, Path(folder, str(articles)), articles)
            measured = measure(made)
            for smaller in list(results.values())[-1:]:
                ratio = measured["cold search, ms of CPU"] / smaller["cold search, ms of CPU"]
                measured["cold search, x the library before"] = ratio
            print_table(articles, measured)
            results[str(articles)] = measured
            made.store.close()
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    print(f"\nWritten to {RESULTS.relative_to(ROOT)}")


def make(corpus: Path, folder: Path, articles: int) -> Made:
    """A library of so many articles in `folder`."""
    folder.mkdir()
    grammars = grammar.load_all()
    with Store.open(corpus / "kb.sqlite") as found:
        knowledge: Knowledge = library(found, articles)
    shelve(folder / "kb.sqlite", folder / "index", knowledge, grammars)
    store = Store.open(folder / "kb.sqlite")
    analyzer = analyzer_of(grammars, Words.of(knowledge, knowledge, {}))
    return Made(folder, articles, store, analyzer, ideas_of(knowledge, Glossary.of(knowledge.concepts, analyzer)))


def measure(made: Made) -> Results:
    """Everything, in the order in which it is printed."""
    gc.collect()
    results = {**building(made), **changing(made), **cold(made)}
    with closing(made.engine()) as engine:
        return {**results, **warm(made, engine), **bilingual(made, engine), **whole(made)}


def building(made: Made) -> Results:
    """An index of a library beside plain Whoosh, which stores everything; CPU seconds of one process."""
    shelf = Shelf.of(made.store)
    few = replace(shelf, laws=shelf.laws[: max(1, YARDSTICK * len(shelf.laws) // made.articles)])
    texts = [text for law in few.laws for text in printed(few.by_law[law.id])]
    ours, theirs = made.folder / "ours", made.folder / "theirs"
    calls = {
        "ours": lambda: build_index(ours, few, made.analyzer, made.ideas),
        "theirs": lambda: plain_whoosh(theirs, texts),
    }
    turns = in_turns(calls, time.process_time)
    whole = in_turns({"all": lambda: build_index(ours, shelf, made.analyzer, made.ideas)}, time.process_time)
    characters = sum(len(node.text) + len(node.heading) for nodes in shelf.by_law.values() for node in nodes)
    return {
        "build, docs/s": made.articles / statistics.median(turn["all"] for turn in whole),
        "build, docs/s x plain Whoosh": statistics.median(turn["theirs"] / turn["ours"] for turn in turns),
        **by_two(made, shelf, texts),
        "index, bytes a character of text": size(ours) / characters,
        "plain Whoosh, bytes a character of text": size(theirs) / sum(len(text) for _, text in texts),
    }


def by_two(made: Made, shelf: Shelf, texts: Sequence[tuple[str, str]]) -> Results:
    """The same of two processes: CPU seconds of the busier, as if each had a core; a small library is left to one."""
    if made.articles < 2 * WORTH:
        return {}
    ratios = list[float]()
    for _ in range(ROUNDS):
        began = time.process_time(), others()
        build_index(made.folder / "wide", shelf, made.analyzer, made.ideas, workers=2)
        ours = max(time.process_time() - began[0], others() - began[1])
        start = time.process_time()
        plain_whoosh(made.folder / "theirs", texts)
        ratios.append((time.process_time() - start) / ours * made.articles / len(texts))
    return {"build by two, docs/s x plain Whoosh": statistics.median(ratios)}


def others() -> float:
    """CPU seconds of the processes that this one has begun and that have ended."""
    used = os.times()
    return used.children_user + used.children_system


def printed(nodes: Iterable[Node]) -> Iterator[tuple[str, str]]:
    """The articles of a law with their words."""
    said: dict[str, list[str]] = {}
    for node in nodes:
        said.setdefault(node.eid.split("__")[0], []).append(f"{node.heading} {node.text}")
    return ((eid, " ".join(parts)) for eid, parts in said.items())


def plain_whoosh(folder: Path, texts: Iterable[tuple[str, str]]) -> None:
    """An index as Whoosh's own manual makes it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    fields = Schema(id=ID(stored=True), text=TEXT(analyzer=StandardAnalyzer(), stored=True))
    writer = FileStorage(str(folder)).create_index(fields).writer()
    for eid, text in texts:
        writer.add_document(id=eid, text=text)
    writer.commit()


def changing(made: Made) -> Results:
    """An index made from that of before, when few articles changed, beside one that is written whole."""
    shelf, folder = Shelf.of(made.store), made.folder / "changed"
    analyzer = made.analyzer.learn([("es", "Bolívar"), ("en", "Bolívar")])
    # A build names an index by the digests of its documents, whether or not there is one before.
    whole, some, one = map(Stock.of, (shelf, shelf.changed(max(1, made.articles // 100)), shelf.changed(1)))
    calls: dict[str, Callable[[], object]] = {
        "full": lambda: build_index(folder, whole, made.analyzer, made.ideas),
        "some": lambda: build_index(folder, some, analyzer, made.ideas, made.index),
        "one": lambda: build_index(folder, one, analyzer, made.ideas, made.index),
    }
    turns = in_turns(calls, time.process_time)
    return {
        "1 % changed, x a full index": statistics.median(turn["some"] / turn["full"] for turn in turns),
        "1 % changed, ms": 1000 * statistics.median(turn["some"] for turn in turns),
        "one article changed, ms": 1000 * statistics.median(turn["one"] for turn in turns),
    }


def cold(made: Made) -> Results:
    """A search in a process of its own, beside a script that imports Whoosh and asks the same index; CPU seconds."""
    bare = [sys.executable, "-c", BARE, str(made.index), "fond", "reserv"]
    ours = [sys.executable, "-m", "cli", "search", "fondo de reserva", "--kb", str(made.folder)]
    calls = {"bare": bare, "ours": ours}
    for call in calls.values():
        process(call)  # What is compiled once is not compiled again.
    turns = [{name: process(call) for name, call in calls.items()} for _ in range(ROUNDS)]
    return {
        "cold search, x bare script": statistics.median(turn["ours"][0] / turn["bare"][0] for turn in turns),
        "cold search, ms of CPU": 1000 * statistics.median(turn["ours"][0] for turn in turns),
        "cold search, MB": statistics.median(turn["ours"][1] for turn in turns),
    }


def process(call: Sequence[str]) -> tuple[float, float]:
    """CPU seconds and MB of memory of a process."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    told = subprocess.run(
        [sys.executable, "-c", USED, *call], cwd=ROOT, stdout=subprocess.PIPE, env=environment, check=True
    )
    seconds, kilobytes = map(float, told.stdout.split())
    return seconds, kilobytes / 1024


def warm(made: Made, engine: Engine) -> Results:
    """Questions to the open index, beside FTS5 over the same terms and words, parted by spaces."""
    with closing(sqlite3.connect(":memory:")) as db:
        documents = analysed(made)
        db.execute("CREATE VIRTUAL TABLE t USING fts5(terms, words, tokenize = 'unicode61 remove_diacritics 0')")
        db.executemany(
            "INSERT INTO t VALUES (?, ?)", ((" ".join(terms), " ".join(words)) for terms, words in documents)
        )
        results: Results = {}
        for kind, asked in questions(documents).items():
            pairs = [beside(engine, db, question, match) for question, match in asked]
            results |= {
                f"{kind}, x FTS5": statistics.median(ours / theirs for ours, theirs in pairs),
                f"{kind}, ms": statistics.median(ours for ours, _ in pairs),
                f"{kind}, p95 ms": p95(ours for ours, _ in pairs),
                f"{kind}, FTS5 p95 ms": p95(theirs for _, theirs in pairs),
            }
    return results


def beside(engine: Engine, db: sqlite3.Connection, question: Question, match: str) -> tuple[float, float]:
    """Milliseconds of a question, ours and FTS5's."""
    sql = f"SELECT rowid FROM t WHERE t MATCH ? ORDER BY rank LIMIT {LIMIT}"
    calls: dict[str, Callable[[], object]] = {
        "ours": lambda: engine.search(question, LIMIT),
        "theirs": lambda: db.execute(sql, (match,)).fetchall(),
    }
    turns = in_turns(calls, time.perf_counter)
    return tuple(1000 * statistics.median(turn[name] for turn in turns) for name in calls)  # type: ignore[return-value]


def analysed(made: Made) -> list[tuple[list[str], list[str]]]:
    """The terms and the words of every document that has some."""
    spoken = {language: Spoken.of(language, made.analyzer) for language in ("es", "en")}
    laws = made.store.instruments()
    fields = (one.fields(spoken[law.language], {}) for law in laws for one in today(made.store, law))
    return [(one["terms"], one["words"]) for one in fields if len(one["terms"]) > 8]


def questions(documents: Sequence[tuple[list[str], list[str]]]) -> dict[str, list[tuple[Question, str]]]:
    """By type: questions, and the same as FTS5 is asked them. Each word is taken from some document."""
    chance = random.Random(1923)
    found: dict[str, list[tuple[Question, str]]] = {"term": [], "all words": [], "phrase": [], "prefix": []}
    for terms, words in (chance.choice(documents) for _ in range(QUESTIONS)):
        term, some, at = chance.choice(terms), chance.sample(terms, 3), chance.randrange(len(words) - 2)
        run, start = words[at : at + 3], max(words[at : at + 6], key=len)[:4]
        begun = sorted({word for _, own in documents for word in own if word.startswith(start)})
        found["term"].append((asking(word(term)), f'terms : "{term}"'))
        found["all words"].append((asking(*map(word, some)), " AND ".join(f'terms : "{one}"' for one in some)))
        found["phrase"].append((asking(Clause((tuple(run),))), f'words : "{" ".join(run)}"'))
        found["prefix"].append((asking(Clause(tuple((one,) for one in begun))), f'words : "{start}" *'))
    return found


def word(term: str) -> Clause:
    return Clause(((term,),), (term,))


def asking(*clauses: Clause) -> Question:
    return Question(clauses=clauses, fields={})


class Recorder:
    """An open index that remembers what it is asked."""

    def __init__(self, engine: Engine) -> None:
        self._engine, self.asked = engine, list[tuple[Question, int]]()

    def __getattr__(self, name: str) -> object:
        return getattr(self._engine, name)

    def search(self, question: Question, limit: int) -> list[Place]:
        self.asked.append((question, limit))
        return self._engine.search(question, limit)

    def close(self) -> None:
        """The index stays open."""


def bilingual(made: Made, engine: Engine) -> Results:
    """What a search for an idea asks of the index, beside the same without what it is called in other words."""
    forms = [form for one in made.store.concepts() for _, own in one.forms for form in own if form.count(" ") in (1, 2)]
    rows = []
    for text in random.Random(1923).sample(forms, QUESTIONS):
        recorder = Recorder(engine)
        with patch("kb.query.search.open_index", lambda folder, recorder=recorder: recorder):
            search(made.store, made.index, text)
        plain = [(without_ideas(question), limit) for question, limit in recorder.asked]
        calls: dict[str, Callable[[], object]] = {
            "with": lambda asked=recorder.asked: [engine.search(*one) for one in asked],  # type: ignore[misc]
            "without": lambda asked=plain: [engine.search(*one) for one in asked],  # type: ignore[misc]
        }
        turns = in_turns(calls, time.perf_counter)
        rows.append([statistics.median(turn[name] for turn in turns) for name in calls])
    return {
        "topic with concepts, x without": statistics.median(ideas / plain for ideas, plain in rows),
        "topic with concepts, ms": 1000 * statistics.median(ideas for ideas, _ in rows),
        "topic with concepts, p95 ms": 1000 * p95(ideas for ideas, _ in rows),
    }


def without_ideas(question: Question) -> Question:
    return replace(question, clauses=tuple(replace(clause, ideas=()) for clause in question.clauses))


def whole(made: Made) -> Results:
    """Whole searches as the command makes them, with opening the index, passages and all, in milliseconds."""
    typed = {"words": "fondo de reserva", "phrase": '"fondo de reserva"', "number": "art. 46 ley 5 de 1900"}
    calls: dict[str, Callable[[], object]] = {
        name: lambda text=text: search(made.store, made.index, text)
        for name, text in typed.items()  # type: ignore[misc]
    }
    turns = in_turns(calls, time.perf_counter)
    return {f"search in all, {name}, ms": 1000 * statistics.median(turn[name] for turn in turns) for name in calls}


def in_turns(calls: Mapping[str, Callable[[], object]], clock: Callable[[], float]) -> list[Results]:
    """The seconds of each call in each of ROUNDS rounds."""

    def timed(call: Callable[[], object]) -> float:
        began = clock()
        call()
        return clock() - began

    return [{name: timed(call) for name, call in calls.items()} for _ in range(ROUNDS)]


def p95(values: Iterable[float]) -> float:
    return sorted(values)[int(0.95 * QUESTIONS)]


def size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir())


def print_table(articles: int, results: Results) -> None:
    print(f"\n{f'{articles:,} articles':<42}{'':>12}{'target':>10}")
    for name, value in results.items():
        target = f"{TARGETS[name]:>10.2f}" if name in TARGETS else ""
        print(f"{name:<42}{value:>12.3f}{target}")


if __name__ == "__main__":
    main(sys.argv[1:])
