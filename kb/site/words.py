"""The words of the interface: one TOML file a language, all with the same keys, or the build fails.

A file's tables nest freely; a word is asked for by its dotted key (`home.lead`). Two sets of words are open,
because the corpus may name more than a file can foresee: `type`, `event`, `language` and their like are read
with `term`, which falls back on what the corpus says.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kb.model import ArticuladoError

_ISO_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)")


class MissingWord(ArticuladoError):
    """A template asks for a word that a language lacks, or that is not whole."""


@dataclass(frozen=True, slots=True)
class Words:
    """One interface language: `code` as in HTML's lang, `file` for messages, `table` from dotted key to words."""

    code: str
    file: str
    table: Mapping[str, str]

    def __call__(self, key: str, **values: object) -> str:
        """The words for `key` with `values` set in; ArticuladoError when the file lacks the word or a value."""
        words = self.table.get(key)
        if words is None:
            raise MissingWord(f"{self.file} has no word {key!r}, which a template asks for: add it.")
        try:
            return words.format(**values)
        except (KeyError, IndexError, ValueError) as error:
            raise MissingWord(f"{self.file}: {key!r} has a hole that nothing fills ({error}): correct it.") from error

    def count(self, key: str, n: int) -> str:
        """The words for `n` things: `key.one` for one of them, `key.other` for any other number."""
        return self(f"{key}.{'one' if n == 1 else 'other'}", n=self.number(n))

    def term(self, group: str, value: str) -> str:
        """The word for a value of the corpus, or the value itself when the file has no word for it."""
        return self.table.get(f"{group}.{value}", value)

    def knows(self, group: str, value: str) -> bool:
        """Whether the file has a word for a value of the corpus."""
        return f"{group}.{value}" in self.table

    def number(self, n: int) -> str:
        """`n` with its thousands parted from 10,000 on."""
        return f"{n:,}".replace(",", self("number.thousands")) if n >= 10_000 else str(n)

    def date(self, iso: str) -> str:
        """An ISO date in words; a date of another shape (a year alone) as it is."""
        found = _ISO_DATE.fullmatch(iso)
        if not found:
            return iso
        year, month, day = map(int, found.groups())
        return self("date.format", day=day, month=self(f"month.{month}"), year=year)

    def join(self, items: Sequence[str]) -> str:
        """`a, b y c`."""
        *most, last = items
        return self("list.last", most=", ".join(most), last=last) if most else last

    def ranges(self, numbers: Iterable[int]) -> str:
        """Numbers in words, runs of three and more shortened: `1, 23 y 57–65`."""
        return self.join([piece for run in _runs(sorted(set(numbers))) for piece in _short(run)])


def load(*folders: Path, title: str = "") -> tuple[Words, ...]:
    """Every language in `folders`, by its `position`; a word of a later folder wins, and `title` names the site.

    ArticuladoError when one language lacks a word that another has.
    """
    files = [path for folder in folders for path in sorted(folder.glob("*.toml"))]
    if not files:
        raise ArticuladoError(
            f"{folders[0]}: there are no interface words here; name a folder of templates that has them."
        )
    tables: dict[str, dict[str, str]] = {}
    named: dict[str, str] = {}
    for path in files:
        tables.setdefault(path.stem, {}).update(_read(path))
        named.setdefault(path.stem, f"{path.parent.name}/{path.name}")
    if title:
        own = {"site.name": title.replace("{", "{{").replace("}", "}}")}
        tables = {code: {**table, **own} for code, table in tables.items()}
    languages = [Words(code, named[code], table) for code, table in tables.items()]
    for words in languages:
        _demand_all(words, languages)
    return tuple(sorted(languages, key=lambda words: (words("position"), words.code)))


def _read(path: Path) -> dict[str, str]:
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise ArticuladoError(f"{path}: cannot be read as TOML ({error}); correct it.") from error
    return dict(_flat(table, str(path)))


def _flat(table: Mapping[str, Any], file: str, above: str = "") -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(value, file, f"{above}{name}.")
        elif isinstance(value, str):
            yield above + name, value
        else:
            raise ArticuladoError(f"{file}: the word {above + name!r} must be text in quotes.")


def _demand_all(words: Words, languages: Iterable[Words]) -> None:
    for other in languages:
        missing = next((key for key in other.table if key not in words.table), None)
        if missing:
            raise ArticuladoError(f"{words.file} has no word {missing!r}, which {other.file} has: add it.")


def _runs(numbers: Sequence[int]) -> Iterator[list[int]]:
    run: list[int] = []
    for number in numbers:
        if run and number != run[-1] + 1:
            yield run
            run = []
        run.append(number)
    if run:
        yield run


def _short(run: Sequence[int]) -> list[str]:
    return [f"{run[0]}–{run[-1]}"] if len(run) > 2 else list(map(str, run))
