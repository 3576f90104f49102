"""Dates written in figures or in words, as the issuance lines of statutes print them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from kb.grammar.numbers import Numbers, fold
from kb.grammar.rules import compiled
from kb.model import ArticuladoError

_FIGURES = re.compile(r"(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})")
_PLACE = "tradition.toml, dates"
# How a day is told by the day on which it is said: one of its year, of its month, of the year after; the next one such.
HOW = ("year", "month", "next year", "coming")
_GROUP_NAME = re.compile(r"\(\?P<\w+>")


@dataclass(frozen=True, slots=True)
class Dates:
    """How one tradition writes dates: names of months, patterns of a whole date, and all of them as one.

    `any` is that one as a fragment of other patterns, `whole` by itself.
    `beneath` are days printed under a title, whose year is the title's ("(julio 19)"), each with the event that it is.
    `currents` are days that are told by the day on which they are said, each with how (HOW), `current` all of them as a
    fragment.
    """

    months: Mapping[str, int]
    patterns: tuple[re.Pattern[str], ...]
    beneath: tuple[tuple[str, re.Pattern[str]], ...]
    currents: tuple[tuple[str, re.Pattern[str]], ...]
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
        spoken = [(form.get("how", "year"), _expand(form["pattern"], pieces)) for form in table.get("current", ())]
        if unknown := {how for how, _ in spoken} - set(HOW):
            raise ArticuladoError(f"{_PLACE}: {', '.join(sorted(unknown))} is none of {', '.join(HOW)}.")
        order = table.get("order", "dmy")
        days = tuple(
            (e["event"], compiled(_expand(e["pattern"], pieces), e["pattern"], _PLACE))
            for e in table.get("beneath", ())
        )
        return cls(
            months=months,
            patterns=tuple(patterns),
            beneath=days,
            currents=tuple((how, compiled(shape, shape, _PLACE)) for how, shape in spoken),
            any=anyone,
            current=_any_of([shape for _, shape in spoken]),
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
        return _day(year, month, day)

    def beside(self, text: str, said: str) -> str | None:
        """The ISO date that `text` means on the day `said` (ISO): "el 16 de los corrientes"; None for other words."""
        here = date.fromisoformat(said)
        for how, pattern in self.currents:
            if found := pattern.fullmatch(text):
                return self._beside(how, found, here)
        return None

    def _beside(self, how: str, found: re.Match[str], here: date) -> str | None:
        if how == "month":
            day = self._number(found["day"])
            return _day(here.year, here.month, day) if day else None
        if how == "next year":
            return self.read(found, here.year + 1)
        day_ = self.read(found, here.year)
        if how == "coming" and day_ is not None and day_ <= here.isoformat():
            return self.read(found, here.year + 1)
        return day_

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
        return _day(parts["y"], parts["m"], parts["d"])

    def _number(self, text: str | None) -> int | None:
        if text is None:
            return None
        plain = text.replace(".", "")
        return int(plain) if plain.isdecimal() else self.numbers.value(text)


def _day(year: int, month: int, day: int) -> str | None:
    """An ISO date, or None for a day that no calendar has."""
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None


def _any_of(shapes: Sequence[str]) -> str:
    """One pattern of all of them, without the names of their groups; one that never matches when there are none."""
    return f"(?:{_GROUP_NAME.sub('(?:', '|'.join(shapes)) or '(?!)'})"


def _expand(pattern: str, pieces: Mapping[str, str]) -> str:
    return re.sub(r"\{([a-z_]+)\}", lambda m: pieces.get(m[1], m[0]), pattern)
