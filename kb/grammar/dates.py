"""Dates written in figures or in words, as the issuance lines of statutes print them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from kb.grammar.numbers import Numbers, fold
from kb.grammar.rules import compiled

_FIGURES = re.compile(r"(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})")
_PLACE = "tradition.toml, dates"
_GROUP_NAME = re.compile(r"\(\?P<\w+>")


@dataclass(frozen=True, slots=True)
class Dates:
    """How one tradition writes dates: names of months, patterns of a whole date, and all of them as one.

    `any` is that one as a fragment of other patterns, `whole` by itself.
    `beneath` are days printed under a title, whose year is the title's ("(julio 19)"), each with the event that it is.
    `currents` are days of the year in which they are said ("1º de junio del presente año"), `current` all of them as
    a fragment.
    """

    months: Mapping[str, int]
    patterns: tuple[re.Pattern[str], ...]
    beneath: tuple[tuple[str, re.Pattern[str]], ...]
    currents: tuple[re.Pattern[str], ...]
    any: str
    current: str
    whole: re.Pattern[str]
    numbers: Numbers
    order: str

    @classmethod
    def of(cls, table: Mapping[str, Any], numbers: Numbers, words: str) -> Dates:
        """The dates of a tradition.toml; `words` is the pattern of a number in words."""
        months = {fold(m): at for at, m in enumerate(table.get("months", ()), 1)}
        months |= {fold(m): at for m, at in table.get("also", {}).items()}
        pieces = {k: v.replace("{number_words}", words) for k, v in table.get("fragments", {}).items()}
        names = sorted({*table.get("months", ()), *table.get("also", {})}, key=lambda m: (-len(m), m))
        pieces["month"] = f"(?i:(?P<month>{'|'.join(names) or '(?!)'}))(?!\\w)"
        forms = [form["pattern"] for form in table.get("form", ())]
        shapes = [_expand(form, pieces) for form in forms]
        patterns = [compiled(shape, form, _PLACE) for shape, form in zip(shapes, forms, strict=True)]
        anyone = _any_of(shapes)
        currents = [_expand(form["pattern"], pieces) for form in table.get("current", ())]
        order = table.get("order", "dmy")
        days = tuple(
            (e["event"], compiled(_expand(e["pattern"], pieces), e["pattern"], _PLACE))
            for e in table.get("beneath", ())
        )
        return cls(
            months=months,
            patterns=tuple(patterns),
            beneath=days,
            currents=tuple(compiled(shape, shape, _PLACE) for shape in currents),
            any=anyone,
            current=_any_of(currents),
            whole=re.compile(anyone),
            numbers=numbers,
            order=order,
        )

    def under(self, text: str, year: int) -> tuple[str, str, int, int] | None:
        """(event, ISO date, start, end) of the day beneath the title of a statute of `year`, or None."""
        matches = ((event, found) for event, pattern in self.beneath for found in [pattern.search(text)] if found)
        dated = ((event, day, *found.span()) for event, found in matches if (day := self.read(found, year)))
        return next(dated, None)

    def read(self, found: re.Match[str], known: int | None = None) -> str | None:
        """The ISO date of a match of one of the patterns, of the year `known` where it prints none; None for no day."""
        groups = {key: value for key, value in found.groupdict().items() if value}
        day, year = self._number(groups.get("day")), self._number(groups.get("year")) or known
        month = self.months.get(fold(groups.get("month", "")))
        if not (day and month and year):
            return None
        try:
            return date(year, month, day).isoformat()
        except ValueError:
            return None

    def of_year(self, text: str, year: int) -> str | None:
        """The ISO date of a day of the year in which it is said, when that is `year`; None for any other words."""
        found = next((m for pattern in self.currents if (m := pattern.fullmatch(text))), None)
        return self.read(found, year) if found else None

    def find(self, text: str) -> tuple[str, int, int] | None:
        """The first date in `text`, as (ISO date, start, end), or None."""
        matches = (found for pattern in self.patterns for found in pattern.finditer(text))
        dated = [(found.start(), found.end(), day) for found in matches if (day := self.read(found))]
        if not dated:
            return None
        start, end, day = min(dated)
        return day, start, end

    def figures(self, text: str | None) -> str | None:
        """The ISO date of a day in figures ("22/06/1931"), in the order of the tradition; None when there is none."""
        found = _FIGURES.fullmatch(text or "")
        if found is None:
            return None
        parts = dict(zip(self.order, map(int, found.groups()), strict=True))
        try:
            return date(parts["y"], parts["m"], parts["d"]).isoformat()
        except ValueError:
            return None

    def _number(self, text: str | None) -> int | None:
        if text is None:
            return None
        plain = text.replace(".", "")
        return int(plain) if plain.isdecimal() else self.numbers.value(text)


def _any_of(shapes: Sequence[str]) -> str:
    """One pattern of all of them, without the names of their groups; one that never matches when there are none."""
    return f"(?:{_GROUP_NAME.sub('(?:', '|'.join(shapes)) or '(?!)'})"


def _expand(pattern: str, pieces: Mapping[str, str]) -> str:
    return re.sub(r"\{([a-z_]+)\}", lambda m: pieces.get(m[1], m[0]), pattern)
