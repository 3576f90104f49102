"""How fast it is: the stages of a build and the structure of law in M characters a second, what a cold command costs.

Times vary from machine to machine, so a cold command is given as a ratio to `python -c pass`, measured beside it:
the commands take turns, and the median of several rounds counts. Prints a table and writes results/bench.json.
"""

from __future__ import annotations

import json
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from benchmarks.laws import as_page, bodies, laws
from benchmarks.reading import Tree, tree
from kb import grammar
from kb.corpus.reader import read
from kb.grammar import Grammar
from kb.store import Store

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "results" / "bench.json"
ROUNDS = 5
EMPTY = "python -c pass"
# How much law the structure is measured on, and how fast it should be: million characters a second.
CHARACTERS = 2_000_000
TARGETS = {"text": 5.0, "HTML": 1.2}
COMMANDS: Mapping[str, Sequence[str]] = {
    "search, words": ("search", "reserve fund"),
    "search, number": ("search", "art. 46 bylaws"),
    "show": ("show", "ley 45 de 1923 art 17"),
    "--help": ("--help",),
}


def main() -> None:
    """Measure, print, write."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "build"
        stages = measure_build(out)
        commands = measure_commands(out)
    structure = measure_structure(laws(bodies(ROOT / "corpus"), CHARACTERS))
    machine = {"python": platform.python_version(), "machine": platform.machine()}
    results = {**machine, "build": stages, "structure": structure, "cold": commands}
    print_table(stages, commands)
    print_structure(structure)
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"\nWritten to {RESULTS.relative_to(ROOT)}")


def measure_build(out: Path) -> dict[str, dict[str, float]]:
    """Stage -> median seconds and million characters of source a second, over ROUNDS builds from nothing.

    Each build is a fresh process, as a user's is; `whole command` is all of it, from start-up to exit.
    """
    rounds = [timed_build(out if number == 0 else out.with_name(f"build{number}")) for number in range(ROUNDS)]
    with Store.open(out / "kb.sqlite") as store:
        characters = sum(source.characters for source in store.sources())
    medians = {stage: statistics.median(one[stage] for one in rounds) for stage in rounds[0]}
    return {stage: {"seconds": s, "M characters/s": characters / 1e6 / s} for stage, s in medians.items() if s}


def timed_build(out: Path) -> dict[str, float]:
    """Stage -> seconds of one build."""
    began = time.perf_counter()
    call = [sys.executable, "-m", "cli", "build", "--corpus", "corpus", "--out", str(out), "--json"]
    report = subprocess.run(call, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
    return {**json.loads(report)["seconds"], "whole command": time.perf_counter() - began}


def measure_structure(made: Sequence[str]) -> dict[str, float]:
    """What is structured -> million characters a second, up to nodes and a ledger of every character.

    A page is read first, and its characters are those of its HTML; `HTML, reading alone` is the share of the parser.
    """
    spanish = grammar.load("es-co")
    pages = [as_page(law) for law in made]
    return {
        "text": speed(made, lambda law: tree(law, "text/markdown", spanish)),
        "HTML": speed(pages, lambda page: page_tree(page, spanish)),
        "HTML, reading alone": speed(pages, lambda page: read(page.encode(), "law.html")),
    }


def page_tree(page: str, spoken: Grammar) -> Tree:
    """The tree of a saved page."""
    text = read(page.encode(), "law.html")
    return tree(text.words, text.media_type, spoken, text.hints)


def speed(texts: Sequence[str], work: Callable[[str], object]) -> float:
    """Million characters a second of `work`, the median of ROUNDS over all the texts."""
    times = [seconds(lambda: [work(text) for text in texts]) for _ in range(ROUNDS)]
    return sum(len(text) for text in texts) / 1e6 / statistics.median(times)


def measure_commands(out: Path) -> dict[str, dict[str, float]]:
    """Command -> median seconds of a fresh process and its ratio to an empty one, the two taking turns."""
    calls = {name: ["-m", "cli", *arguments] for name, arguments in COMMANDS.items()}
    calls = {name: [*call, "--kb", str(out)] if "--help" not in call else call for name, call in calls.items()}
    calls = {EMPTY: ["-c", "pass"], **calls}
    turns = [{name: seconds(partial(run, call)) for name, call in calls.items()} for _ in range(ROUNDS)]
    medians = {name: statistics.median(turn[name] for turn in turns) for name in calls}
    ratios = {name: statistics.median(turn[name] / turn[EMPTY] for turn in turns) for name in calls}
    return {name: {"seconds": medians[name], "ratio": ratios[name]} for name in calls}


def run(call: Sequence[str]) -> None:
    subprocess.run([sys.executable, *call], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def print_table(stages: Mapping[str, Mapping[str, float]], commands: Mapping[str, Mapping[str, float]]) -> None:
    print(f"{'stage':<20}{'seconds':>10}{'M characters/s':>18}")
    for name, row in stages.items():
        print(f"{name:<20}{row['seconds']:>10.3f}{row['M characters/s']:>18.2f}")
    print(f"\n{'cold command':<20}{'seconds':>10}{'x ' + EMPTY:>18}")
    for name, row in commands.items():
        print(f"{name:<20}{row['seconds']:>10.3f}{row['ratio']:>18.1f}")


def print_structure(structure: Mapping[str, float]) -> None:
    print(f"\n{'structure':<20}{'M characters/s':>28}{'target':>10}")
    for name, value in structure.items():
        target = f"{TARGETS[name]:>10.1f}" if name in TARGETS else ""
        print(f"{name:<20}{value:>28.2f}{target}")


if __name__ == "__main__":
    main()
