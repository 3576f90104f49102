"""How a typed text dates a law: its number, a day and month, and the year that follows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.query.pieces import Piece

_FULL_YEAR = re.compile(r"[12]\d{3}")
_SHORT_YEAR = re.compile(r"\d{2}")


def after(found: Sequence[Piece], at: int) -> int:
    """The first place from `at` on that is no joining word and no "number" ("ley número 45")."""
    while at < len(found) and (found[at].of("join") or ("kind", "item") in found[at].meanings):
        at += 1
    return at


def year_at(found: Sequence[Piece], at: int) -> tuple[str, int]:
    """The year that follows ("de 1923", "of 23", ", 1923", "de 19 de julio de 1923") and the place after it, or ""."""
    there = after(found, past_day(found, at))
    figure = found[there].figure if there < len(found) and not found[there].year else ""
    is_year = _FULL_YEAR.fullmatch(figure) or (there > at and _SHORT_YEAR.fullmatch(figure))
    return (figure, there + 1) if is_year else ("", at)


def past_day(found: Sequence[Piece], at: int) -> int:
    """The place after a day and month, or at the same place when none follows."""
    there = after(found, at)
    ahead = [place for place in range(there, min(there + 3, len(found))) if not found[place].of("join")][:2]
    months = [place for place in ahead if found[place].of("month")]
    days = [place for place in ahead if is_plain(found[place]) and len(found[place].figure) <= 2]
    return max(*months, *days) + 1 if len(months) == len(days) == 1 else at


def is_plain(piece: Piece) -> bool:
    """Whether a piece is a mere figure, not one with a year behind a bar."""
    return piece.figure.isdecimal() and not piece.year
