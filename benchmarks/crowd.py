"""What a question costs among very many laws, beside the same question among a few.

    python -m benchmarks.crowd [LAWS]

So many small laws (72,000, as a nation has, unless another number is named) and the first FEW of them are each put
straight into a store and indexed. A cold command is a process of its own; those on both take turns, and the median of
ROUNDS counts: CPU seconds as a ratio to the few, memory as it is. Warm questions are whole searches in one process, of
words that laws anywhere have, in CPU seconds. Prints tables and writes results/crowd.json.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.laws import crowd
from benchmarks.search import Results, in_turns, process
from kb import grammar
from kb.build import build, shelve
from kb.model import Instrument
from kb.query import search
from kb.resources import resource
from kb.store import Store

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "results" / "crowd.json"
FEW, LAWS = 15, 72_000
# How many questions of each kind, and how long a word is that is asked for.
ROUNDS, QUESTIONS, TELLING = 5, 40, 5
# The commands, each with what is asked: the last of the few laws, and some words of it.
COLD: Mapping[str, Sequence[str]] = {
    "search, number": ("search", "{law}"),
    "search, provision": ("search", "art. 1 {law}"),
    "search, words": ("search", "{words}"),
    "search, phrase": ("search", '"{words}"'),
    "search, nowhere": ("search", "art. 1 ley 999999 de 1850"),
    "show": ("show", "art. 1 {law}"),
    "status": ("status", "art. 1 {law}"),
    "repeals": ("repeals", "--of", "{law}"),
    "cites": ("cites", "{law}"),
    "define": ("define", "banco"),
}
# What is wanted at most.
TARGETS = {"x the few": 1.5, "MB": 120, "p95 ms": 50}


def main(arguments: Sequence[str]) -> None:
    """Measure, print, write."""
    many = int(arguments[0]) if arguments else LAWS
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder, "corpus")
        build(ROOT / "corpus", corpus, templates=resource("site_templates"), with_site=False)
        sizes = {size: make(corpus, Path(folder, str(size)), size) for size in (FEW, many)}
        results = {"laws": float(many), **cold(*sizes.values()), **warm(sizes[many])}
    print_table(results)
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    print(f"\nWritten to {RESULTS.relative_to(ROOT)}")


def make(corpus: Path, folder: Path, laws: int) -> Path:
    """The folder of a knowledge base of so many laws, made of the sentences of `corpus`."""
    folder.mkdir()
    with Store.open(corpus / "kb.sqlite") as found:
        knowledge = crowd(found, laws)
    shelve(folder / "kb.sqlite", folder / "index", knowledge, grammar.load_all())
    return folder


def cold(few: Path, many: Path) -> Results:
    """Each command in a process of its own."""
    with Store.open(few / "kb.sqlite") as store:
        law = store.instruments()[-1]
        words = " ".join(store.nodes(law.id)[0].text.split()[1:4])
    results: Results = {}
    for name, command in COLD.items():
        call = [sys.executable, "-m", "cli", *(part.format(law=called(law), words=words) for part in command), "--kb"]
        turns = [(process([*call, str(few)]), process([*call, str(many)])) for _ in range(ROUNDS)]
        results |= {
            f"cold {name}, x the few": statistics.median(theirs[0] / ours[0] for ours, theirs in turns),
            f"cold {name}, ms of CPU": 1000 * statistics.median(theirs[0] for _, theirs in turns),
            f"cold {name}, MB": statistics.median(theirs[1] for _, theirs in turns),
        }
    return results


def warm(folder: Path) -> Results:
    """Whole searches, with opening the index, passages and all; milliseconds of CPU, of each question the median."""
    results: Results = {}
    with Store.open(folder / "kb.sqlite") as store:
        index = folder / "index" / store.meta()["index"]
        for kind, asked in questions(store).items():
            calls = {text: lambda text=text: search(store, index, text) for text in asked}  # type: ignore[misc]
            turns = in_turns(calls, time.process_time)
            times = [1000 * statistics.median(turn[text] for turn in turns) for text in calls]
            results |= {f"warm {kind}, p50 ms": statistics.median(times), f"warm {kind}, p95 ms": p95(times)}
    return results


def questions(store: Store) -> dict[str, list[str]]:
    """By kind: questions, each of a law or of words that some law has."""
    chance = random.Random(1923)
    found: dict[str, list[str]] = {"number": [], "all words": [], "phrase": []}
    for law in chance.sample(store.instruments(), QUESTIONS):
        words = [word.strip(".,;:()") for word in store.nodes(law.id)[0].text.split()]
        at = chance.randrange(max(1, len(words) - 2))
        found["number"].append(f"art. 1 {called(law)}")
        telling = [word for word in words if len(word) >= TELLING] or words
        found["all words"].append(" ".join(chance.sample(telling, min(2, len(telling)))))
        found["phrase"].append(f'"{" ".join(words[at : at + 3])}"')
    return {kind: list(dict.fromkeys(asked)) for kind, asked in found.items()}


def p95(values: Sequence[float]) -> float:
    return sorted(values)[int(0.95 * len(values))]


def called(law: Instrument) -> str:
    """A law as it is cited."""
    return f"{law.type} {law.number} de {law.year}"


def print_table(results: Results) -> None:
    head = f"{results['laws']:,.0f} laws"
    print(f"{head:<42}{'':>12}{'target':>10}")
    for name, value in results.items():
        target = next((most for end, most in TARGETS.items() if name.endswith(end)), None)
        print(f"{name:<42}{value:>12.2f}{f'{target:>10.2f}' if target else ''}")


if __name__ == "__main__":
    main(sys.argv[1:])
