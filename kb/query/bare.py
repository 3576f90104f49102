"""Numbers of articles whose word is left out: "46", "157 código fiscal", "art. 17 ley 45 y 20 del código fiscal"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Sequence

from kb.query.laws import Law
from kb.query.pieces import Piece
from kb.query.steps import Step, bracketed

# Thousands as Spanish parts them: "25.000" is an amount where no article is numbered so.
_THOUSANDS = re.compile(r"\d{1,3}(?:\.\d{3})+")


def bare_numbers(found: Sequence[Piece], free: frozenset[int], named: Sequence[Law]) -> list[Step]:
    """Numbers that name articles without the word: alone ("46"), or beside their law ("157 código fiscal")."""
    if len(found) == 1 and " " in found[0].text and (number := found[0].of("number")):
        return [Step(0, 1, "article", number)]  # "cuadragésimo sexto"
    figures = [at for at in sorted(free) if found[at].figure and not found[at].year]
    parts = {at + 1: part for at in figures if (part := bracketed(found, free, at + 1))}  # "46(3) bylaws"
    alone = all(at in figures or at in parts or found[at].of("join") for at in free)
    if alone and any(found[at].gap in {",", "."} for at in figures[1:]):
        return []  # "1,400,000" is an amount.
    own = [at for at in figures if at not in parts and not _is_amount(found[at])]
    meant = [at for at in own if alone or _is_beside(found, at, parts, named)]
    articles = [Step(at, at + 1, "article", (found[at].figure,)) for at in meant]
    return [*articles, *(part for at, part in parts.items() if at - 1 in meant)]


def elided(found: Sequence[Piece], free: frozenset[int], named: Sequence[Law]) -> list[Step]:
    """Articles behind another law, their word left out: "artículo 17 de la ley 45 de 1923 y 20 DEL código penal"."""
    places = [law.stop + 1 for law in named if law.stop in free and found[law.stop].of("and")]
    figures = [at for at in places if at in free and found[at].figure and not found[at].year]
    return [Step(at, at + 1, "article", (found[at].figure,)) for at in figures if _leads_to_law(found, at + 1, named)]


def _leads_to_law(found: Sequence[Piece], at: int, named: Sequence[Law]) -> bool:
    """Whether only words that tie stand between a place and a law: "DE LA ley 25"."""
    ties = [found[at : law.start] for law in named if law.start > at]
    return any(all(one.of("join") for one in tie) and any(one.of("of") for one in tie) for tie in ties)


def _is_amount(piece: Piece) -> bool:
    """Whether a bare number is a sum of money, or of thousands: "$ 100", "25.000"."""
    money = piece.gap.rstrip()[-1:]
    return bool(_THOUSANDS.fullmatch(piece.figure)) or (bool(money) and unicodedata.category(money) == "Sc")


def _is_beside(found: Sequence[Piece], at: int, parts: Container[int], named: Sequence[Law]) -> bool:
    """Whether only joining words, and its own part in brackets, stand between this piece and a law."""
    between = (range(law.stop, at) if law.stop <= at else range(at + 1, law.start) for law in named)
    return any(all(place in parts or found[place].of("join") for place in places) for places in between)
