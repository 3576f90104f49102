"""The rulings that notes name: instruments of their own, the same whatever stands before their number."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb import ids
from kb.grammar import Grammar

_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_DAY = re.compile(r"(?<![\d/.-])\d{1,2}[/.-]\d{1,2}[/.-]\d{4}(?![\d/.-])")
RULING = "sentencia"
_UNDATED = "s-f"
_LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Ruling:
    """A court's ruling that a note names, with its day where the note tells it."""

    id: str
    title: str
    year: int | None
    day: str | None
    names: tuple[str, ...] = ()


def ruling(text: str, instrument: str, grammar: Grammar) -> Ruling | None:
    """The ruling that `text`, a note at `instrument`, names; None when it names none."""
    begun = grammar.noting.ruling.search(text)
    if begun is None:
        return None
    said = text[begun.start() :].strip(" .,;:*()<>[]")
    found = next(filter(None, (pattern.search(said) for pattern in grammar.noting.rulings)), None)
    return _named(said, found, instrument, grammar) if found else None


def _named(said: str, found: re.Match[str], instrument: str, grammar: Grammar) -> Ruling:
    """The ruling of which the name was found in what is said."""
    groups = found.groupdict()
    day = _day(said, grammar)
    year = _year(groups.get("year"), said, day)
    name = ids.slug(groups["name"])[:_LONGEST_NAME]
    if not groups.get("number"):
        title = grammar.noting.article.sub("", said, count=1)
        return Ruling(_id(instrument, year, name + (day or "")[4:]), title, year, day)
    called = dict.fromkeys((found[0], f"{_type_word(grammar)} {found[0]}".strip()))
    return Ruling(_id(instrument, year, name), _title(said, found, grammar), year, day, tuple(called))


def _title(said: str, found: re.Match[str], grammar: Grammar) -> str:
    """What a ruling with a number is called: its number and year, and the court where `said` names it."""
    begun = found.start("name") - found.start()
    number = found[0][begun:]
    noun = _type_word(grammar).capitalize() or found[0][:begun].strip()
    numbered = f"{noun} {number[:1].upper()}{number[1:]}".strip()
    for pattern in grammar.noting.rulings:
        named = pattern.search(said) if "number" not in pattern.groupindex else None
        if named is not None:
            return f"{numbered} ({named['name']})" if named["name"] else numbered
    return numbered


def _type_word(grammar: Grammar) -> str:
    return grammar.citing.types.get(RULING, ("",))[0]


def unnamed(title: str, instrument: str) -> Ruling:
    """The ruling of which no more is known than that it is called `title`."""
    year = _year(None, title, None)
    return Ruling(_id(instrument, year, ids.slug(title)[:_LONGEST_NAME] or "x"), title, year, None)


def _id(instrument: str, year: int | None, name: str) -> str:
    return f"{instrument.split('/')[0]}/{RULING}/{year or _UNDATED}/{name}"


def _day(text: str, grammar: Grammar) -> str | None:
    if found := grammar.dates.find(text):
        return found[0]
    figures = _DAY.search(text)
    return grammar.dates.figures(figures[0]) if figures else None


def _year(printed: str | None, text: str, day: str | None) -> int | None:
    if printed and len(printed) == 4:
        return int(printed)
    if day:
        return int(day[:4])
    years = _YEAR.findall(text)
    return int(years[-1]) if years else None
