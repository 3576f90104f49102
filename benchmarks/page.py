"""What search in the page costs: size of its data, time until it is ready, time of a question, beside MiniSearch.

    python -m benchmarks.page [ARTICLES ...]

Articles are made by recombining those of the corpus, in laws of 140. The same documents go into the data of the
site and, up to 10,000, into an index of MiniSearch over the same analysed terms, and both answer the same questions
in the same Chromium, from a folder. Sizes are kB (1,000 bytes) as gzip, and as they lie on a disk. Without a Chromium
or npm what needs them is left out. Results go to results/page.json.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

from kb.analysis import keys
from kb.build import build
from kb.model import Instrument, Node
from kb.site.search import KEPT, files
from kb.site.search.documents import Reader
from kb.store import Store
from kb.store.lists import every_term

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "results" / "page.json"
STATIC = ROOT / "site_templates" / "static"
SIZES = (1_000, 10_000, 50_000)
ARTICLES_A_LAW, ARTICLES_A_CHAPTER, LIST = 140, 12, 0.15
MOST_FOR_OTHERS = 10_000
MINISEARCH = "minisearch@7.2.0"
# kB of gzip in all and before the first result, seconds until ready, milliseconds at the 95th percentile.
TARGETS = {
    1_000: {"gzip kB": 200, "ready s": 1, "all words p95 ms": 20},
    10_000: {"gzip kB": 2_000, "ready s": 1, "all words p95 ms": 20, "typing p95 ms": 50},
    50_000: {"first result kB": 250, "all words p95 ms": 300},
}
SCRIPTS = ("analysis", "search-typed", "search-data", "search-ideas", "search-statutes", "search-readings",
           "search-reference", "search-engine", "search-ranking", "search-answer", "search-suggest",
           "search-passages")  # fmt: skip
OURS = """async ([questions, typed]) => {
  const began = performance.now();
  const library = await articulado.open("search/");
  const first = await articulado.answer(library, questions[0]);
  await Promise.all(first.hits.slice(0, 10).map((hit) => articulado.shown(library, hit)));
  const ready = performance.now() - began;
  const loaded = Array.from(articulado.loaded);
  async function times(texts, typing) {
    const ranked = [], all = [];
    for (const text of texts) {
      const start = performance.now();
      const answer = await articulado.answer(library, text, {typing});
      ranked.push(performance.now() - start);
      await Promise.all(answer.hits.slice(0, 10).map((hit) => articulado.shown(library, hit)));
      all.push(performance.now() - start);
    }
    return {ranked, all};
  }
  const cold = await times(questions.slice(1), false), warm = await times(questions, false);
  const going = await times(typed, true);
  return {ready, loaded, cold: cold.all, warm: warm.ranked, passages: warm.all, typing: going.all};
}"""
THEIRS = """async ([documents, questions]) => {
  const fields = ["terms", "heading", "ideas"];
  const options = {fields, tokenize: (text) => text.split(" "), processTerm: (term) => term};
  const made = new MiniSearch(options);
  made.addAll(documents);
  const text = JSON.stringify(made);
  const began = performance.now();
  const read = MiniSearch.loadJSON(text, options);
  const ready = performance.now() - began;
  const warm = [];
  for (let turn = 0; turn < 2; turn += 1) {
    warm.length = 0;
    for (const question of questions) {
      const start = performance.now();
      read.search(question, {combineWith: "AND", boost: {heading: 2}});
      warm.push(performance.now() - start);
    }
  }
  return {ready, warm, text};
}"""


@dataclass(frozen=True, slots=True)
class Many:
    """A store as the search data needs it, with as many articles as wanted; its words are those of the real one."""

    store: Store
    laws: Mapping[str, tuple[Instrument, Sequence[Node]]]

    @classmethod
    def of(cls, store: Store, articles: int) -> Many:
        """Laws of the sentences of the corpus."""
        chance, laws = Random(1923), dict[str, tuple[Instrument, Sequence[Node]]]()
        said = {language: list(_bodies(store, language)) for language in ("es", "en")}
        for number in range(1, -(-articles // ARTICLES_A_LAW) + 1):
            language = "es" if number % 3 else "en"
            id = f"co/ley/{1900 + number % 120}/{number}"
            title = f"Ley {number} de {1900 + number % 120}"
            count = min(ARTICLES_A_LAW, articles - (number - 1) * ARTICLES_A_LAW)
            law = replace(store.instruments()[0], id=id, type="ley", number=str(number), year=1900 + number % 120,
                          title=title, language=language, aliases=(), in_corpus=True)  # fmt: skip
            laws[id] = law, list(_nodes(id, count, said[language], chance))
        return cls(store, laws)

    def instruments(self) -> list[Instrument]:
        return [law for law, _ in self.laws.values()]

    def nodes(self, instrument: str) -> Sequence[Node]:
        return self.laws[instrument][1]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)


def _bodies(store: Store, language: str) -> Iterable[tuple[str, str]]:
    for instrument in store.instruments():
        if instrument.language == language:
            yield from ((n.heading, n.text) for n in store.nodes(instrument.id) if n.kind == "article" and not n.note)


def _nodes(id: str, count: int, said: Sequence[tuple[str, str]], chance: Random) -> Iterable[Node]:
    blank = Node(instrument=id, eid="", kind="article", label="", number=None, heading="", text="", parent=None,
                 order=0, source="", line=1, start=0, end=0)  # fmt: skip
    order, chapter = 0, ""
    for number in range(1, count + 1):
        if number % ARTICLES_A_CHAPTER == 1:
            order, chapter = order + 1, f"chp_{number // ARTICLES_A_CHAPTER + 1}"
            yield replace(blank, eid=chapter, kind="chapter", number=chapter[4:], label=f"CAPITULO {chapter[4:]}",
                          heading=chance.choice(said)[0], order=order)  # fmt: skip
        order, (heading, text), (_, other) = order + 1, chance.choice(said), chance.choice(said)
        half = text.find(". ", len(text) // 2) + 1 or len(text)
        yield replace(blank, eid=f"art_{number}", number=str(number), label=f"Artículo {number}.", heading=heading,
                      text=f"{text[:half]} {other[: len(other) // 2]}", parent=chapter, order=order)  # fmt: skip
        for item in range(1, chance.randrange(2, 6) if chance.random() < LIST else 1):
            order += 1
            yield replace(blank, eid=f"art_{number}__num_{item}", kind="item", number=str(item), label=f"{item}.",
                          text=chance.choice(said)[1][:120], parent=f"art_{number}", order=order)  # fmt: skip


def main(arguments: Sequence[str]) -> int:
    """Measure, print, write."""
    results: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        build(ROOT / "corpus", out / "build", templates=ROOT / "site_templates")
        library = _minisearch(out)
        with Store.open(out / "build" / "kb.sqlite") as store:
            for articles in map(int, arguments or map(str, SIZES)):
                results[str(articles)] = measured(store, articles, out / str(articles), library)
                print_table(articles, results[str(articles)])
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"\nWritten to {RESULTS.relative_to(ROOT)}")
    return 0


def measured(store: Store, articles: int, out: Path, library: Path | None) -> dict[str, dict[str, float]]:
    """What is measured of so many articles, for the site's own data and for MiniSearch."""
    many: Any = Many.of(store, articles)
    works = [SimpleNamespace(instrument=law) for law in many.instruments()]
    places = SimpleNamespace(works={}, single=False, link=lambda target: f"x/{target.eid}.html")
    out.mkdir()
    (out / "search").mkdir()
    sizes = {
        path: _written(out / path, content)
        for path, content in files(many, SimpleNamespace(places=places, works=works))
        if path != KEPT
    }  # type: ignore[arg-type]
    ranking = [size for path, size in sizes.items() if not path.startswith("search/t") or path == "search/tree.js"]
    told: dict[str, dict[str, float]] = {"own": {
        "gzip kB": sum(size[1] for size in ranking) / 1e3,
        "index alone, gzip kB": sum(s[1] for path, s in sizes.items() if path[7] in "wc" and path[8].isdecimal()) / 1e3,
        "raw kB": sum(size[0] for size in ranking) / 1e3,
        "passages, gzip kB": sum(size[1] for size in sizes.values()) / 1e3 - sum(size[1] for size in ranking) / 1e3,
        "files": len(sizes),
    }}  # fmt: skip
    questions = [row["text"] for row in _queries() if row["type"] in ("topic", "crosslingual")][:100]
    found = _in_browser(out, OURS, [questions, _typed(questions[:12])], SCRIPTS)
    if found:
        first = [f"search/{name}.js" for name in found["loaded"]]
        told["own"] |= {"first result kB": sum(sizes[path][1] for path in first) / 1e3} | _times(found)
        told["own"]["typing p95 ms"] = _percentile(found["typing"])
    if found and library and articles <= MOST_FOR_OTHERS:
        told["MiniSearch"] = _others(out, library, many, questions)
    return told


def _others(out: Path, library: Path, store: Store, questions: Sequence[str]) -> dict[str, float]:
    shutil.copy(library, out / "minisearch.js")
    known, reader = every_term(store), Reader.of(store)
    every = [d for i in store.instruments() for d in reader.documents(store.nodes(i.id), i.language)]
    documents = [
        {
            "id": at,
            "terms": _terms(one.counts, one.language, known),
            "heading": _terms(one.headed, one.language, known),
            "ideas": " ".join(id for id, times in one.ideas.items() for _ in range(times)),
        }
        for at, one in enumerate(every)
    ]
    asked = [" ".join(_asked(question, known)) for question in questions]
    found = _in_browser(out, THEIRS, [documents, asked], ("../minisearch",))
    text = found["text"].encode()
    size = len(gzip.compress(text, 9)) / 1e3
    return {"gzip kB": size, "index alone, gzip kB": size, "raw kB": len(text) / 1e3,
            "first result kB": size, **_times(found)}  # fmt: skip


def _asked(question: str, known: Mapping[tuple[str, str], str]) -> Iterable[str]:
    """The terms of a question, in the language of most texts that has the word."""
    for surface in keys(question):
        yield from [
            next((t for language in ("es", "en") if (t := known.get((surface, language))) is not None), surface)
        ]


def _terms(counts: Mapping[str, int], language: str, known: Mapping[tuple[str, str], str]) -> str:
    return " ".join(t for s, n in counts.items() if (t := known.get((s, language), s)) for _ in range(n))


def _times(found: Mapping[str, Any]) -> dict[str, float]:
    rows = {"cold": "cold p95 ms", "passages": "with passages p95 ms"}
    cold = {told: _percentile(found[name]) for name, told in rows.items() if name in found}
    return {"ready s": found["ready"] / 1e3, **cold, "all words p50 ms": _percentile(found["warm"], 0.5),
            "all words p95 ms": _percentile(found["warm"])}  # fmt: skip


def _percentile(times: Sequence[float], share: float = 0.95) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def _typed(questions: Iterable[str]) -> list[str]:
    return [question[:end] for question in questions for end in range(2, len(question) + 1)]


def _queries() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = tomllib.loads((ROOT / "tests" / "cases" / "queries.toml").read_text("utf-8"))["query"]
    return rows


def _written(path: Path, content: bytes) -> tuple[int, int]:
    path.write_bytes(content)
    return len(content), len(gzip.compress(content, 9, mtime=0))


def _minisearch(out: Path) -> Path | None:
    """The script of MiniSearch, by npm; None without it."""
    if not shutil.which("npm"):
        return None
    done = subprocess.run(
        ["npm", "pack", MINISEARCH, "--silent"], cwd=out, stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        return None
    shutil.unpack_archive(out / done.stdout.strip(), out / "npm")
    return out / "npm" / "package" / "dist" / "umd" / "index.js"


def _in_browser(folder: Path, script: str, given: Any, scripts: Iterable[str]) -> dict[str, Any]:
    """What a script says in a page of `folder`; nothing without a browser."""
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return {}
    if not program:
        return {}
    shutil.copytree(STATIC, folder / "static", dirs_exist_ok=True)
    tags = "".join(f'<script src="static/{name}.js"></script>' for name in scripts)
    (folder / "page.html").write_text(f"<!doctype html><meta charset=utf-8>{tags}", "utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto((folder / "page.html").as_uri())
        found: dict[str, Any] = page.evaluate(script, given)
        browser.close()
    return found


def print_table(articles: int, told: Mapping[str, Mapping[str, float]]) -> None:
    wanted = TARGETS.get(articles, {})
    print(f"\n{articles:,} articles".ljust(26) + "".join(f"{name:>14}" for name in told) + f"{'target':>12}")
    for measure in told["own"]:
        cells = "".join(f"{its[measure]:>14.2f}" if measure in its else " " * 14 for its in told.values())
        missed = "!" if told["own"][measure] > wanted.get(measure, float("inf")) else ""
        print(f"{measure:<25}{cells}{f'{wanted[measure]:.0f}{missed}' if measure in wanted else '':>12}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
