"""How far the structure that is read agrees with what is known of some files, file by file.

    python benchmarks/agreement.py FOLDER ANSWERS [--counts FILE]
    python benchmarks/agreement.py FOLDER

With FOLDER alone it holds `laws/` and `answers/` of its own, and one table tells by kind of fault how far article
lists, notes, the effects of clauses and grades agree with them, whether a character was lost, and the CPU seconds
(benchmarks/answers.py says how answers are written). Otherwise:

FOLDER holds laws of any kind that Articulado reads. ANSWERS holds what somebody knows of them: for a law `NAME.md` or
`NAME.html` a file `NAME.structure.csv` with the columns n, kind, label, one row for each entry of the law's own index.
Rows of the kind `article` with a number in their label ("Artículo [12]") are articles, those without one
("Artículo []") older wordings; other kinds are not compared. Where nothing but numbers of things are known, they stand
in a TOML file, by default `counts.toml` in ANSWERS:

    ["LEY-25-1923.md"]
    article = 36
    version = 16

Any kind of node may be counted so, `version` being older wordings. Articles of documents inside the law (an annex, a
statute that it approves) are counted apart, as `nested`; an only article ("Artículo único") is number 1. The exit code
is 0 when all agrees, 1 when anything differs, 2 when something cannot be read.
"""

from __future__ import annotations

import argparse
import csv
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
if str(ROOT) not in sys.path:
    # Run by its path, Python looks for the rooms beside this file and not above it.
    sys.path.insert(0, str(ROOT))

from benchmarks.answers import measure  # noqa: E402
from benchmarks.answers import table as kinds_of_fault  # noqa: E402
from benchmarks.reading import Tree, documents, tree  # noqa: E402
from kb.corpus import Document  # noqa: E402
from kb.grammar import Grammar  # noqa: E402
from kb.ids import OWN_NUMBERING, PREFIXES, natural  # noqa: E402
from kb.model import ArticuladoError, Node  # noqa: E402

COUNTS = "counts.toml"
COLUMNS = f"{'articles':>9}{'expected':>9}{'missing':>8}{'extra':>6}{'nested':>7}{'older':>7}{'expected':>9}  "
NUMBERS_SHOWN = 12
SOLE = "unico"
NESTED = tuple(f"{PREFIXES[kind]}_" for kind in OWN_NUMBERING)


@dataclass(frozen=True, slots=True)
class Expected:
    """What is known of a file: the numbers of its articles if they are known one by one, and how many of each kind."""

    articles: Counter[str] | None
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Row:
    """What was read of a file beside what is known of it; `found` and `expected` count by kind, None is not known."""

    file: str
    found: Mapping[str, int]
    expected: Mapping[str, int]
    missing: Sequence[str]
    extra: Sequence[str]

    @property
    def agrees(self) -> bool:
        """Whether nothing that is known differs."""
        return not self.missing and not self.extra and all(self.found[k] == n for k, n in self.expected.items())


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, print, and say by the exit code whether all agrees."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="laws")
    parser.add_argument("answers", type=Path, nargs="?", help="what is known of them, file by file")
    parser.add_argument("--counts", type=Path, help=f"numbers of things by file  [default: ANSWERS/{COUNTS}]")
    chosen = parser.parse_args(arguments)
    try:
        if chosen.answers is None:
            found, read = measure(chosen.folder)
            print(kinds_of_fault(found, read))
            return 0 if all(one.right == one.total for one in found) else 1
        rows = compare(chosen.folder, chosen.answers, chosen.counts or chosen.answers / COUNTS)
    except ArticuladoError as error:
        print(error, file=sys.stderr)
        return 2
    print(table(rows))
    return 0 if all(row.agrees for row in rows) else 1


def compare(folder: Path, answers: Path, counts: Path) -> list[Row]:
    """A row for each law of `folder`, in the order of their paths."""
    told = _told(counts)
    return [_row(document, _expected(document, answers, told)) for document in documents(folder)]


def _told(counts: Path) -> Mapping[str, Mapping[str, int]]:
    try:
        return tomllib.loads(counts.read_text("utf-8")) if counts.is_file() else {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ArticuladoError(f"{counts}: not a readable table of counts: {error}.") from error


def _row(document: Document, expected: Expected) -> Row:
    read = _tree(document)
    own = Counter(_called(node.number) for node in read.nodes if node.kind == "article" and not _is_nested(node))
    found = Counter(node.kind for node in read.nodes)
    found["version"] = len(read.versions)
    found["nested"] = found["article"] - own.total()
    found["article"] = own.total()
    missing = _numbers(expected.articles - own) if expected.articles is not None else []
    extra = _numbers(own - expected.articles) if expected.articles is not None else []
    return Row(document.source.file, found, expected.counts, missing, extra)


def _tree(document: Document) -> Tree:
    source = document.source
    return tree(document.words, source.media_type, document.grammar, document.hints, source.layout)


def _is_nested(node: Node) -> bool:
    """Whether the node stands in a document inside the law, or in words of another law."""
    return any(level.startswith(NESTED) for level in node.eid.split("__")[:-1])


def _expected(document: Document, answers: Path, told: Mapping[str, Mapping[str, int]]) -> Expected:
    path = Path(document.source.file)
    names = (path.name, path.stem, path.name.split(".")[0])
    counts = next((told[name] for name in names if name in told), {})
    indexes = {file.name.removesuffix(".structure.csv").lower(): file for file in answers.glob("*.structure.csv")}
    index = next((indexes[name.lower()] for name in names if name.lower() in indexes), None)
    if index is None:
        return Expected(None, dict(counts))
    articles, older = _listed(index, document.grammar)
    return Expected(articles, {"article": articles.total(), "version": older, **counts})


def _listed(index: Path, spoken: Grammar) -> tuple[Counter[str], int]:
    """The numbers of the articles that an index lists, and how many rows it lists without one."""
    with index.open(encoding="utf-8", newline="") as file:
        labels = [row["label"] for row in csv.DictReader(file) if row["kind"] == "article"]
    marks = [spoken.division(f"{label.replace('[', '').replace(']', '').strip()}.") for label in labels]
    numbers = [_called(mark.number) for mark in marks if mark and mark.number]
    return Counter(numbers), len(labels) - len(numbers)


def _called(number: str | None) -> str:
    """A number as an index has it."""
    return "1" if number == SOLE else number or ""


def _numbers(counted: Counter[str]) -> list[str]:
    return sorted(counted.elements(), key=natural)


def table(rows: Sequence[Row]) -> str:
    """The rows as a table, the numbers that differ below each, and how many files agree."""
    width = max(len(row.file) for row in rows)
    lines = [f"{'file':<{width}}{COLUMNS}", *(line for row in rows for line in _lines(row, width))]
    known = [row for row in rows if row.expected]
    return "\n".join([*lines, "", f"{sum(row.agrees for row in known)} of {len(known)} files with answers agree"])


def _lines(row: Row, width: int) -> Iterable[str]:
    found, expected = row.found, row.expected
    others = (f"{k} {found[k]} of {n}" for k, n in expected.items() if k not in ("article", "version", "nested"))
    cells = [
        f"{found['article']:>9}{expected.get('article', '-'):>9}{len(row.missing) or '-':>8}{len(row.extra) or '-':>6}",
        f"{found['nested'] or '-':>7}{found['version']:>7}{expected.get('version', '-'):>9}  {', '.join(others)}",
    ]
    yield f"{row.file:<{width}}{''.join(cells)}".rstrip() + ("" if row.agrees else "  differs")
    for name, numbers in (("missing", row.missing), ("extra", row.extra)):
        if numbers:
            more = " …" if len(numbers) > NUMBERS_SHOWN else ""
            yield f"    {name}: {', '.join(number or 'without a number' for number in numbers[:NUMBERS_SHOWN])}{more}"


if __name__ == "__main__":
    sys.exit(main())
