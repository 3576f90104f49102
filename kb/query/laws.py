"""Which instruments a typed text names: by a name, by type and number and year, or by its type alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.model import Instrument
from kb.query.pieces import NAME, Piece, run

_FULL_YEAR = re.compile(r"[12]\d{3}")
_SHORT_YEAR = re.compile(r"\d{2}")
_YEAR_LONG = 4
# What words between the others may be.
_JOINING = {"join", "and", "range"}


@dataclass(frozen=True, slots=True)
class Law:
    """One naming of an instrument: the pieces it takes, the instruments it may mean, and the words themselves.

    No instrument means that the corpus does not know it. `loose` is true when only the type was said
    ("the law"): it may mean any of its type, and is no reference without a provision beside it.
    """

    start: int
    stop: int
    instruments: tuple[Instrument, ...]
    text: str
    loose: bool = False


def laws(found: Sequence[Piece], instruments: Sequence[Instrument]) -> list[Law]:
    """Every naming of an instrument among the pieces, in order; none overlaps another."""
    named: list[Law] = []
    for at in range(len(found)):
        if not named or at >= named[-1].stop:
            named.extend(_here(found, at, instruments))
    return named


def _here(found: Sequence[Piece], at: int, instruments: Sequence[Instrument]) -> Iterator[Law]:
    ids = found[at].of(NAME)
    if ids:
        yield Law(at, at + 1, tuple(i for i in instruments if i.id in ids), found[at].text)
    elif types := _types(found, at):
        stop = at + len(types)
        own = [i for i in instruments if i.type in {type_ for some in types for type_ in some}]
        yield from _of_one_year(found, at, stop, own) or [
            _numbered(found, at, stop, own) or _by_type(found, at, stop, own)
        ]
    elif law := _untyped(found, at, instruments):
        yield law


def _types(found: Sequence[Piece], at: int) -> list[tuple[str, ...]]:
    """The types said here, one after another: "decreto ley", "D.L."; a letter is one only before a number."""
    run_of: list[tuple[str, ...]] = []
    while at < len(found) and found[at].of("type"):
        run_of.append(found[at].of("type"))
        at += 1
    letter = len(run_of) > 0 and len(found[at - 1].text) == 1
    return [] if letter and (at == len(found) or not found[at].figure) else run_of


def _untyped(found: Sequence[Piece], at: int, instruments: Sequence[Instrument]) -> Law | None:
    """A law without the word: "45/23" always is, "la 25 de 1923" and "No. 25 de 1923" are if there is such a law."""
    figure = at + (("kind", "item") in found[at].meanings)
    law = _numbered(found, at, figure, [i for i in instruments if i.number])
    if law is None or found[law.stop - 1].year:
        return law
    return law if law.instruments and law.stop > figure + 1 else None


def _of_one_year(found: Sequence[Piece], start: int, at: int, own: Sequence[Instrument]) -> list[Law]:
    """Laws of one year, which is said after the last of their numbers: "leyes 45 y 25 de 1923"; none if it is not."""
    first = _after(found, at)
    places = [first] if first < len(found) and _is_plain(found[first]) else []
    while places and (there := _next(found, places[-1] + 1)):
        places.append(there)
    year, stop = _year(found, places[-1] + 1) if len(places) > 1 else ("", 0)
    if not year:
        return []
    starts, stops = [start, *(place + 1 for place in places[:-1])], [*(place + 1 for place in places[:-1]), stop]
    return [
        Law(begin, end, _meant(own, found[place].figure, year), f"{run(*found[start:at])} {found[place].figure} {year}")
        for begin, end, place in zip(starts, stops, places, strict=True)
    ]


def _next(found: Sequence[Piece], at: int) -> int | None:
    """The place of the next number of a list, which a comma or a word such as "and" brings; None when it ends."""
    there = at + (at < len(found) and bool(found[at].of("and")))
    if there == len(found) or not _is_plain(found[there]) or len(found[there].figure) == _YEAR_LONG:
        return None
    return there if there > at or found[there].gap in {", ", "; "} else None


def _is_plain(piece: Piece) -> bool:
    return piece.figure.isdecimal() and not piece.year


def _meant(own: Sequence[Instrument], number: str, year: str) -> tuple[Instrument, ...]:
    return tuple(i for i in own if i.number and i.number.lower() == number and _is_of(i, year))


def _numbered(found: Sequence[Piece], start: int, at: int, own: Sequence[Instrument]) -> Law | None:
    """The law numbered by the figure at `at` ("Ley No. 45 de 1923", "L. 45/23"), if `own` are numbered at all."""
    at = _after(found, at) if start < at else at
    number = _number(found[at], worded=start < at) if at < len(found) else ""
    if not number or (own and not any(i.number for i in own)):
        return None
    year, stop = found[at].year, at + 1
    if not year:
        year, stop = _year(found, stop)
    if year and stop < len(found) and found[stop].gap.strip() == "(":
        stop = _day(found, stop)  # "Ley 45 de 1923 (julio 19)"
    if not found[at].figure and not year:
        return None  # "Ley primero", "law one"
    return Law(start, stop, _meant(own, number, year), run(*found[start:stop]))


def _number(piece: Piece, *, worded: bool) -> str:
    """The number of a law, which may be in words after its type: "ley cuarenta y cinco de 1923"."""
    return piece.figure or next((n for n in piece.of("number") if worded and n.isdecimal()), "")


def _after(found: Sequence[Piece], at: int) -> int:
    """The first place from `at` on that is no joining word and no "number" ("ley número 45")."""
    while at < len(found) and (found[at].of("join") or ("kind", "item") in found[at].meanings):
        at += 1
    return at


def _year(found: Sequence[Piece], at: int) -> tuple[str, int]:
    """The year that follows ("de 1923", "of 23", ", 1923", "de 19 de julio de 1923") and the place after it, or ""."""
    there = _after(found, _day(found, at))
    figure = found[there].figure if there < len(found) and not found[there].year else ""
    is_year = _FULL_YEAR.fullmatch(figure) or (there > at and _SHORT_YEAR.fullmatch(figure))
    return (figure, there + 1) if is_year else ("", at)


def _day(found: Sequence[Piece], at: int) -> int:
    """The place after a day and month, or at the same place when none follows."""
    there = _after(found, at)
    ahead = [place for place in range(there, min(there + 3, len(found))) if not found[place].of("join")][:2]
    months = [place for place in ahead if found[place].of("month")]
    days = [place for place in ahead if _is_plain(found[place]) and len(found[place].figure) <= 2]
    return max(*months, *days) + 1 if len(months) == len(days) == 1 else at


def _is_of(instrument: Instrument, year: str) -> bool:
    """Whether the instrument's year ends as `year` is written: "23" is 1923 and would be 2023."""
    return not year or str(instrument.year or "").endswith(year)


def _by_type(found: Sequence[Piece], start: int, stop: int, own: Sequence[Instrument]) -> Law:
    if own:
        return Law(start, stop, tuple(own), run(*found[start:stop]), loose=any(i.number for i in own))
    # "Código de Comercio", which nobody knows: its name is the words that follow.
    while stop < len(found) and not found[stop].figure and {role for role, _ in found[stop].meanings} <= _JOINING:
        stop += 1
    while found[stop - 1].of("join"):
        stop -= 1
    return Law(start, stop, (), run(*found[start:stop]))
