"""Which instruments a typed text names: by a name, by type and number and year, or by its type alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.model import Instrument
from kb.query.pieces import NAME, Piece, run

_FULL_YEAR = re.compile(r"[12]\d{3}")
_SHORT_YEAR = re.compile(r"\d{2}")


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
        yield _numbered(found, at, stop, own) or _by_type(found, at, stop, own)
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


def _numbered(found: Sequence[Piece], start: int, at: int, own: Sequence[Instrument]) -> Law | None:
    """The law numbered by the figure at `at` ("Ley No. 45 de 1923", "L. 45/23"), if `own` are numbered at all."""
    at = _after(found, at) if start < at else at
    if at == len(found) or not found[at].figure or (own and not any(i.number for i in own)):
        return None
    number, year, stop = found[at].figure, found[at].year, at + 1
    if not year:
        year, stop = _year(found, stop)
    meant = tuple(i for i in own if i.number and i.number.lower() == number and _is_of(i, year))
    return Law(start, stop, meant, run(*found[start:stop]))


def _after(found: Sequence[Piece], at: int) -> int:
    """The first place from `at` on that is no joining word and no "number" ("ley número 45")."""
    while at < len(found) and (found[at].of("join") or ("kind", "item") in found[at].meanings):
        at += 1
    return at


def _year(found: Sequence[Piece], at: int) -> tuple[str, int]:
    """The year that follows ("de 1923", "of 23", ", 1923") and the place after it; "" when none does."""
    there = _after(found, at)
    figure = found[there].figure if there < len(found) and not found[there].year else ""
    is_year = _FULL_YEAR.fullmatch(figure) or (there > at and _SHORT_YEAR.fullmatch(figure))
    return (figure, there + 1) if is_year else ("", at)


def _is_of(instrument: Instrument, year: str) -> bool:
    """Whether the instrument's year ends as `year` is written: "23" is 1923 and would be 2023."""
    return not year or str(instrument.year or "").endswith(year)


def _by_type(found: Sequence[Piece], start: int, stop: int, own: Sequence[Instrument]) -> Law:
    if own:
        return Law(start, stop, tuple(own), run(*found[start:stop]), loose=any(i.number for i in own))
    # "Código de Comercio", which nobody knows: its name is the words that follow.
    while stop < len(found) and not found[stop].figure and all(role == "join" for role, _ in found[stop].meanings):
        stop += 1
    while found[stop - 1].of("join"):
        stop -= 1
    return Law(start, stop, (), run(*found[start:stop]))
