"""A corpus of any size, made of the norms of a folder: what a nation would cost, without having one.

    python -m benchmarks.grow FOLDER OUT --norms N

The files of FOLDER are taken as they are, then again and again until OUT has N of them. In the copy of number k each
norm has a number and a year of its own, and whatever cites it has the same: numbers of norms grow by SHIFT times k,
years fall by k, in names of files, too. So copies cite one another as their originals do. In every second copy every
tenth word of five letters or more is renamed, the same word always alike: neither digests nor vocabulary come free. The
first words of a line, where labels stand, headings and what stands before the text stay as they are. One file is in
memory at a time, and the same folder gives the same corpus. Manifests are left out.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from itertools import count, islice
from pathlib import Path

# No law of a year has so great a number.
SHIFT = 20_000
# What is copied.
SUFFIXES = {".md", ".txt", ".html"}
YEAR = r"(?:1[89]|20)\d{2}"
# The numbers of a list before their year, a number and a year that a mark parts, and a year of a norm or a day.
NUMBERS = re.compile(
    rf"\b\d{{1,5}}(?:(?:, | y | e | and )\d{{1,5}})*(?=[aªº°]?\.? (?:de|del|of) {YEAR}\b)", re.IGNORECASE
)
MARKED = re.compile(rf"\b(\d{{1,5}})(?=[/-]{YEAR}\b)")
YEARS = re.compile(
    rf"(?<=\b(?:de|of) ){YEAR}\b|(?<=\bdel ){YEAR}\b|(?<=\d[/-]){YEAR}\b|\b{YEAR}(?=-\d\d-\d\d\b)", re.IGNORECASE
)
# How often a word is renamed, how many at the beginning of a line never are, of how many letters the others are.
EVERY, FIRST, SHORT = 10, 3, 5
WORD = re.compile(r"[^\W\d_]+")
SYLLABLES = [f"{consonant}{vowel}" for consonant in "bdfgklmnprstvz" for vowel in "aeiou"]
FRONT_MATTER = "---\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the corpus."""
    parser = argparse.ArgumentParser(prog="benchmarks.grow", description="A corpus of any size.")
    parser.add_argument("folder", type=Path, help="where the norms are")
    parser.add_argument("out", type=Path, help="where the corpus is written; it must not be there yet")
    parser.add_argument("--norms", type=int, required=True, help="how many norms it is to have")
    asked = parser.parse_args(arguments)
    asked.out.mkdir(parents=True)
    for path, text in islice(grown(asked.folder), asked.norms):
        there = asked.out / path
        there.parent.mkdir(parents=True, exist_ok=True)
        there.write_bytes(text.encode("utf-8", "surrogateescape"))


def grown(folder: Path) -> Iterator[tuple[Path, str]]:
    """The files of a folder without end, copy after copy: where each is to lie, and its text."""
    own = sorted(path.relative_to(folder) for path in folder.rglob("*") if path.suffix in SUFFIXES)
    for number in count() if own else ():
        for path in own:
            text = (folder / path).read_bytes().decode("utf-8", "surrogateescape")
            yield (path, text) if number == 0 else (moved(path, number), copied(text, number))


def moved(path: Path, number: int) -> Path:
    """Where the copy of a file lies: under its own number and year, or, where its name has none, that of the copy."""
    stem = shifted(path.stem, number)
    return path.with_name(f"{stem if stem != path.stem else f'{stem}-copy-{number}'}{path.suffix}")


def copied(text: str, number: int) -> str:
    """The text of a norm as the copy of this number has it."""
    own = shifted(text, number)
    return renamed(own, SYLLABLES[number % len(SYLLABLES)]) if number % 2 else own


def shifted(text: str, number: int) -> str:
    """A text whose norms and citations have the numbers and years of a copy."""
    text = NUMBERS.sub(lambda found: re.sub(r"\d+", lambda one: _later(one[0], number), found[0]), text)
    text = MARKED.sub(lambda found: _later(found[0], number), text)
    return YEARS.sub(lambda found: str(int(found[0]) - number), text)


def _later(figure: str, number: int) -> str:
    return str(int(figure) + SHIFT * number)


def renamed(text: str, syllable: str) -> str:
    """A text with every tenth word renamed by a syllable in its middle; what stands before the text stays."""
    ends = text.find(f"\n{FRONT_MATTER}") if text.startswith(FRONT_MATTER) else -1
    start, counted = ends + len(FRONT_MATTER) if ends > 0 else 0, count(1)
    lines = text[start:].splitlines(keepends=True)
    return "".join([text[:start], *(_line(line, syllable, counted) for line in lines)])


def _line(line: str, syllable: str, counted: Iterator[int]) -> str:
    if line.startswith("#"):
        return line
    last, pieces = 0, list[str]()
    for found in islice(WORD.finditer(line), FIRST, None):
        if len(found[0]) >= SHORT and next(counted) % EVERY == 0:
            middle = found.start() + len(found[0]) // 2
            pieces += [line[last:middle], syllable]
            last = middle
    return "".join([*pieces, line[last:]])


if __name__ == "__main__":
    main()
