"""Articles that are printed in a law but belong to another: new words for it, or a document that the law approves.

The law's own series decides. A number that continues it is the law's own; another number is quoted where the words
before it announce an amendment ("quedará así:"), where it stands in quotes, or where it continues what is quoted.
After words that approve a document, a series that begins again at 1 is that document's, until the law's own series
goes on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kb.grammar import Grammar
from kb.outline.marks import HEAD
from kb.outline.units import ASIDE, Unit

# A law that leaves out as many numbers and goes on with a single one has hardly lost them.
_JUMP = 10


@dataclass(slots=True)
class _Series:
    """How far the law's own numbers have come, and what is open inside one of its articles.

    `latest` is the last place at which each number heads an article; `inside` the last number of an open annex.
    """

    grammar: Grammar
    found: Sequence[Unit]
    latest: Mapping[int, int]
    last: int = 0
    quoted: int | None = None
    amending: str = ""
    annex: bool = False
    inside: int = 0
    own: Unit | None = None

    def resumes(self, at: int) -> bool:
        """Whether the law's own series goes on somewhere after the unit number `at`."""
        return self.last > 0 and self.latest.get(self.last + 1, -1) > at


def place(found: Sequence[Unit], grammar: Grammar) -> list[Unit]:
    """The units, each with its layer; words after those that approve a document are units of that document."""
    split = [part for at, unit in enumerate(found) for part in _parted(unit, _next_number(found, at + 1), grammar)]
    numbers = {number: at for at, unit in enumerate(split) if (number := _figure(unit)) is not None}
    series = _Series(grammar, split, numbers)
    return [_placed(at, unit, series) for at, unit in enumerate(split)]


def _placed(at: int, unit: Unit, series: _Series) -> Unit:
    layer = _layer(at, unit, series)
    thin = _is_thin(at, unit, layer, series)
    _move_on(unit, layer, series)
    return replace(unit, layer=layer, thin=thin)


def _is_thin(at: int, unit: Unit, layer: str, series: _Series) -> bool:
    """Whether little tells an article of the law's own that jumps far from one that it quotes.

    A quoted one is sure where the law goes on afterwards, or the words before name its number; an own one where the
    next number follows it. A number that the next ones fall back behind is a slip, told as such.
    """
    number = _figure(unit)
    if number is None or series.own is None or series.resumes(at):
        return False
    quoted = unit.head is not None and unit.head.quoted
    if layer == "quoted":
        sure = series.amending and (quoted or re.search(rf"(?<!\d){number}(?!\d)", series.amending))
        return not sure and number != (series.quoted or 0) + 1
    far = layer == "own" and number > series.last + _JUMP
    following = _next_number(series.found, at + 1)
    goes_on = series.latest.get(number + 1, -1) > at or (following is not None and following < number)
    return far and not goes_on


def _parted(unit: Unit, following: int | None, grammar: Grammar) -> list[Unit]:
    """An article that approves a document parted from the first lines of that document, else the unit as it is."""
    number = _figure(unit)
    if number is None or following != 1 or not unit.lines:
        return [unit]
    said = unit.rest.words
    for at, marked in enumerate(unit.lines):
        if grammar.approves(said):
            return [replace(unit, lines=unit.lines[:at]), Unit(None, unit.lines[at:])]
        said += f" {marked.line.text}"
    return [unit]


def _layer(at: int, unit: Unit, series: _Series) -> str:
    if unit.kind != "article":
        return _of_frame(at, unit, series)
    number = _figure(unit)
    # Where both series could go on with this number, it is the inner one's if the number comes again.
    inner = series.annex and number == series.inside + 1 and series.latest.get(number, -1) > at
    if number == series.last + 1 and not inner and not _is_target(at, number, unit, series):
        return "own"
    if series.annex or _begins_annex(at, number, series):
        return "annex"
    return "quoted" if _is_quoted(at, unit, number, series) else "own"


def _of_frame(at: int, unit: Unit, series: _Series) -> str:
    """The layer of a container, a framing phrase, or words under no head."""
    if series.annex or _begins_annex(at, _next_number(series.found, at), series):
        return "annex" if series.resumes(at) else "own"
    heads = unit.head is not None and unit.head.role == HEAD
    return "quoted" if heads and series.amending and series.resumes(at) else "own"


def _is_target(at: int, number: int, unit: Unit, series: _Series) -> bool:
    """Whether the number, though it would continue the law's own series, is the one that the amending words name."""
    named = series.amending and re.search(rf"(?<!\d){number}(?!\d)", series.amending)
    quoted = unit.head is not None and unit.head.quoted
    return bool(named) and (quoted or series.latest.get(number, -1) > at)


def _is_quoted(at: int, unit: Unit, number: int | None, series: _Series) -> bool:
    if series.own is None:
        return False
    if series.amending or (unit.head is not None and unit.head.quoted):
        return True
    return series.quoted is not None and number == series.quoted + 1 and series.resumes(at)


def _begins_annex(at: int, number: int | None, series: _Series) -> bool:
    if number != 1 or series.own is None or not series.resumes(at):
        return False
    words = [series.own.rest.words, *(m.line.text for m in series.own.lines if m.role not in ASIDE)]
    return series.grammar.approves(" ".join(words))


def _move_on(unit: Unit, layer: str, series: _Series) -> None:
    number = _figure(unit)
    series.annex = layer == "annex"
    series.inside = (number or series.inside) if series.annex else 0
    if unit.kind == "article" and layer == "own":
        series.last = _whole(unit.last_number) or series.last
        series.own, series.quoted = unit, None
    elif layer == "quoted":
        series.quoted = number
    if unit.kind in ("annex", "transitional") and layer == "own":
        series.last, series.own, series.quoted = 0, None, None
    if layer == "quoted":
        series.amending = "" if _closes(unit) else series.amending
    elif unit.head is not None:
        series.amending = unit.last_words if series.grammar.amends(unit.last_words) else ""


def _closes(unit: Unit) -> bool:
    """Whether the quoted words end with this unit, by their closing mark."""
    return unit.last_words.rstrip(" .,;").endswith(("”", "»", '"', ">>"))


def _next_number(found: Sequence[Unit], start: int) -> int | None:
    """The number of the first article from the unit number `start` on."""
    return next((_figure(unit) for unit in found[start:] if unit.kind == "article"), None)


def _figure(unit: Unit) -> int | None:
    return _whole(unit.number) if unit.kind == "article" else None


def _whole(number: str | None) -> int | None:
    return int(number) if number and number.isdecimal() else None
