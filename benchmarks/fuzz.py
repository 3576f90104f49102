"""Texts that nobody would print, read by every reader: none may raise, lose a character, or take too long.

    python -m benchmarks.fuzz [MINUTES] [FOLDER]

Files of FOLDER (the corpus, without one) are cut, repeated, shuffled, damaged and run together, and read as plain text,
as Markdown and as a page, and as bytes that may be no text at all. Ends with 1, and keeps what was wrong in
build/fuzz, if anything was.
"""

from __future__ import annotations

import random
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time

from kb import grammar
from kb.corpus import SourceFile, UnreadableSource
from kb.corpus.manifest import SourceEntry
from kb.grammar import Grammar
from kb.ledgers import unpacked
from kb.model import ArticuladoError
from kb.reading import read

ROOT = Path(__file__).parent.parent
KEPT = ROOT / "build" / "fuzz"
MINUTES = 10.0
NAMES = ("a.txt", "a.md", "a.html")
# Seconds of CPU that a text may take: so many for each MB, and as many for the smallest.
SECONDS_A_MB, SMALLEST = 10.0, 1.0
LONGEST = 60_000
ODD = (
    *("Artículo 1º. ", "ARTICULO TRANSITORIO. ", "§ ", "Parágrafo. ", "1) ", "a) ", "CAPITULO XIV\n", "DECRETA:\n"),
    *("LEY 7 DE 1923\n", "Derogado por ", "quedará así: ", "«", "»", "9" * 50, "ª", "İ", "ſ", "𝟙"),
    *("|", "| --- |\n", "<ol><li>", "</td>", "<p>", "```\n", "> ", "# ", "&nbsp;", "\u00ad\n", "-\n"),
    *("\x00", "\x1b[2J", "\ufeff", "\u202e", "\r", "\r\n", "\f"),
)


def main(arguments: Sequence[str]) -> int:
    """Read until the time is up, and say what was wrong."""
    minutes = float(arguments[0]) if arguments else MINUTES
    said = texts(Path(arguments[1]) if len(arguments) > 1 else ROOT / "corpus")
    grammars, seed = grammar.load_all(), random.randrange(10**6)
    chance, until, tried, faults = random.Random(seed), time.monotonic() + 60 * minutes, 0, 0
    while time.monotonic() < until:
        data, name = mutated(said, chance), chance.choice(NAMES)
        if fault := wrong(data, name, grammars):
            faults += 1
            KEPT.mkdir(parents=True, exist_ok=True)
            (KEPT / f"{seed}-{tried}-{name}").write_bytes(data)
            print(f"{seed}-{tried}-{name}: {fault}", file=sys.stderr)
        tried += 1
    print(f"{tried} texts in {minutes:g} minutes (seed {seed}): {faults} wrong.")
    return 1 if faults else 0


def texts(folder: Path) -> list[str]:
    """The words of the files of a folder."""
    files = (path for path in sorted(folder.rglob("*")) if path.suffix in (".txt", ".md", ".html"))
    return [path.read_bytes().decode("utf-8", "replace") for path in files]


def mutated(said: Sequence[str], chance: random.Random) -> bytes:
    """A text of the kind, made odd in a few ways."""
    text = chance.choice(said)
    start = chance.randrange(max(1, len(text) - LONGEST))
    text = text[start : start + chance.randrange(200, LONGEST)]
    for _ in range(chance.randrange(1, 6)):
        text = chance.choice(MUTATIONS)(text, chance)
    data = bytearray(text[: 4 * LONGEST].encode("utf-8", "replace"))
    for _ in range(chance.choice((0, 0, 0, 3))):
        data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data)


def _cut(text: str, chance: random.Random) -> str:
    start = chance.randrange(len(text))
    return text[:start] + text[start + chance.randrange(2000) :] or "x"


def _repeated(text: str, chance: random.Random) -> str:
    start = chance.randrange(len(text))
    piece = text[start : start + chance.randrange(1, 400)]
    return text[:start] + piece * chance.randrange(2, 100) + text[start:]


def _shuffled(text: str, chance: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    chance.shuffle(lines)
    return "".join(lines)


def _odd(text: str, chance: random.Random) -> str:
    for _ in range(chance.randrange(1, 40)):
        start = chance.randrange(len(text))
        text = text[:start] + chance.choice(ODD) * chance.choice((1, 1, 1, 50)) + text[start:]
    return text


def _run_together(text: str, chance: random.Random) -> str:
    return text.replace(chance.choice(("\n", " ", "\n\n", ". ")), chance.choice(("", " ", "\n")))


MUTATIONS: Sequence[Callable[[str, random.Random], str]] = (_cut, _repeated, _shuffled, _odd, _run_together)


def wrong(data: bytes, name: str, grammars: dict[str, Grammar]) -> str:
    """What is wrong with the reading of some bytes; nothing where all is well, or they are refused as no text."""
    file = SourceFile(
        path=Path(name), file=f"co/k/{name}", entry=SourceEntry(file=name), claims=(), provisional="co/k/a",
        jurisdiction="co", manifest=None,
    )  # fmt: skip
    start = process_time()
    try:
        found = read(file.document(data, grammars))
    except UnreadableSource:
        return ""
    except (ArticuladoError, ArithmeticError, LookupError, RecursionError, TypeError, ValueError, AssertionError):
        return traceback.format_exc(limit=-2)
    seconds = process_time() - start
    spans = unpacked(found.ledger) if found.ledger else []
    edges = [0, *(span.end for span in spans)]
    if [span.start for span in spans] != edges[:-1] or edges[-1] != len(found.words):
        return "characters are lost"
    allowed = max(SMALLEST, SECONDS_A_MB * len(data) / 1e6)
    return f"took {seconds:.1f} s for {len(data)} bytes" if seconds > allowed else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
