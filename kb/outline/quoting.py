"""Articles that are printed in a law but belong to another: new words that it gives them.

The law's own series decides. A number that continues it is the law's own; another number is quoted where the words
before it announce an amendment ("quedará así:"), where it stands in quotes, where it continues what is quoted, or
where it leads far away and the law's own series goes on afterwards. Chapters that the announcing words are followed by
at once are quoted, with what nests in them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from kb.grammar import Grammar
from kb.outline.marks import HEAD
from kb.outline.quotations import closed
from kb.outline.units import Unit

# A law that leaves out as many numbers and goes on with a single one has hardly lost them.
_JUMP = 10
_FIGURE = re.compile(r"\d+")
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(slots=True)
class _Series:
    """How far the law's own numbers have come, and what is open inside one of its articles.

    `latest` is the last place at which each number heads an article; `amending` the words that announce another law's,
    until those end. `dotted`: the last quoted number has dots. `container` is the kind of the chapter that is quoted,
    `containers` the last own number of each.
    """

    grammar: Grammar
    found: Sequence[Unit]
    latest: Mapping[int, int]
    last: int = 0
    quoted: int | None = None
    dotted: bool = False
    amending: str = ""
    own: Unit | None = None
    container: Unit | None = None
    containers: dict[str, str] = field(default_factory=dict)

    def resumes(self, at: int) -> bool:
        """Whether the law's own series goes on somewhere after the unit number `at`."""
        return self.last > 0 and self.latest.get(self.last + 1, -1) > at


def place(found: Sequence[Unit], grammar: Grammar) -> list[Unit]:
    """The units, each with its layer in the document that it belongs to."""
    documents: dict[int, list[int]] = defaultdict(list)
    for at, unit in enumerate(found):
        documents[unit.document.place if unit.document else 0].append(at)
    done: dict[int, list[Unit]] = {}
    for places in documents.values():
        layered = _layered([found[at] for at in places], grammar)
        done.update(zip(places, layered, strict=True))
    return list(chain.from_iterable(done[at] for at in range(len(found))))


def _layered(found: Sequence[Unit], grammar: Grammar) -> list[list[Unit]]:
    """The units of one document with their layers; a unit in which a quotation ends comes to two."""
    split = closed(found, grammar)
    numbers = {number: at for at, unit in enumerate(split) if (number := unit.figure) is not None}
    series = _Series(grammar, split, numbers)
    parts: list[list[Unit]] = []
    for at, unit in enumerate(split):
        if unit.layer == "resumed":
            parts[-1].append(_resumed(unit, series))
        else:
            parts.append([_placed(at, unit, series)])
    return parts


def _resumed(unit: Unit, series: _Series) -> Unit:
    """The words of the law after a quotation; they may announce the next."""
    series.amending = unit.last_words if series.grammar.amends(unit.last_words) else ""
    return unit


def _placed(at: int, unit: Unit, series: _Series) -> Unit:
    layer = _layer(at, unit, series)
    thin = _is_thin(at, unit, layer, series)
    _move_on(unit, layer, series)
    same = (layer, thin) == (unit.layer, unit.thin)
    return unit if same else replace(unit, layer=layer, thin=thin)


def _is_thin(at: int, unit: Unit, layer: str, series: _Series) -> bool:
    """Whether little tells an article of the law's own that jumps far from one that it quotes.

    A quoted one is sure where the law goes on afterwards, or the words before name its number; an own one where the
    next number follows it. A number that the next ones fall back behind is a slip, told as such.
    """
    number = unit.figure
    if number is None or series.own is None or series.resumes(at):
        return False
    if layer == "quoted":
        sure = series.amending and (unit.quotes or _is_named(number, series))
        return not sure and number != (series.quoted or 0) + 1
    far = layer == "own" and number > series.last + _JUMP
    following = _next_number(series.found, at + 1)
    goes_on = series.latest.get(number + 1, -1) > at or (following is not None and following < number)
    return far and not goes_on


def _layer(at: int, unit: Unit, series: _Series) -> str:
    if unit.kind != "article":
        return _of_frame(at, unit, series)
    number = unit.figure
    if number == series.last + 1 and not _is_target(at, number, unit, series):
        return "own"
    if _is_quoted(at, unit, number, series):
        return "quoted"
    return "stray" if _leads_away(at, unit, series) and not _is_noted(unit, series.grammar) else "own"


def _of_frame(at: int, unit: Unit, series: _Series) -> str:
    """The layer of a container, a framing phrase, or words under no head."""
    heads = unit.head is not None and unit.head.role == HEAD
    if not heads or series.own is None:
        return "own"
    if unit.in_quotes:
        return "quoted"
    if series.container is not None:
        return "quoted" if _nests(unit, series) or not _continues_own(at, unit, series) else "own"
    return "quoted" if series.amending and series.quoted is None and series.resumes(at) else "own"


def _nests(unit: Unit, series: _Series) -> bool:
    """Whether a container stands inside the quoted one."""
    outer = series.container
    return outer is not None and series.grammar.rank(unit.kind) > series.grammar.rank(outer.kind)


def _continues_own(at: int, unit: Unit, series: _Series) -> bool:
    """Whether the number of a container is the next of the law's own, whose articles go on at once below it."""
    before = series.containers.get(unit.kind, "")
    follows = series.grammar.numbers.follows(before, unit.number or "")
    return follows or _next_number(series.found, at) == series.last + 1


def _is_target(at: int, number: int, unit: Unit, series: _Series) -> bool:
    """Whether the number, though it would continue the law's own series, is the one that the amending words name."""
    if unit.in_quotes and series.own is not None and series.latest.get(number, -1) > at:
        return True
    if not (unit.quotes or series.latest.get(number, -1) > at):
        return False
    return _is_named(number, series)


def _is_named(number: int, series: _Series) -> bool:
    """Whether the amending words name the number, in figures or as an ordinal ("el artículo segundo del Decreto 5")."""
    if re.search(rf"(?<!\d){number}(?!\d)", series.amending):
        return True
    ordinals = map(series.grammar.numbers.ordinal, _WORD.findall(series.amending))
    return str(number) in ordinals


def _is_quoted(at: int, unit: Unit, number: int | None, series: _Series) -> bool:
    if series.own is None:
        return False
    if series.amending or unit.quotes or unit.in_quotes:
        return True
    if series.quoted is None or not series.resumes(at):
        return False
    # The numbers of a code ("3.1.1.6.4") go on with those that are quoted, never with a law's plain ones.
    return number == series.quoted + 1 or (series.dotted and _is_dotted(unit) and not _is_dotted(series.own))


def _is_dotted(unit: Unit) -> bool:
    return "." in (unit.number or "")


def _leads_away(at: int, unit: Unit, series: _Series) -> bool:
    """Whether the number of an article lies far before or behind the law's own, which go on afterwards."""
    figure = _FIGURE.match(unit.number or "")
    if series.own is not None and series.own.number in series.grammar.numbers.sole:
        return figure is not None and int(figure[0]) > _JUMP
    return series.resumes(at) and figure is not None and not series.last - 1 <= int(figure[0]) <= series.last + _JUMP


def _is_noted(unit: Unit, grammar: Grammar) -> bool:
    """Whether an article prints which law put it in here or changed it, as only a law's own articles do."""
    words = "\n".join([unit.rest.words, *(marked.line.text for marked in unit.lines)])
    return any(note.told for note in grammar.notes(words))


def _move_on(unit: Unit, layer: str, series: _Series) -> None:
    if layer == "own":
        _move_own(unit, series)
    elif layer == "quoted" and unit.kind == "article":
        series.quoted = unit.figure if unit.figure is not None else series.quoted or 0
        series.dotted = _is_dotted(unit)
    elif layer == "quoted" and not _nests(unit, series):
        series.container = unit
    if layer in ("quoted", "stray"):
        series.amending = "" if _closes(unit) else series.amending
    elif unit.head is not None:
        series.amending = unit.last_words if series.grammar.amends(unit.last_words) else ""


def _move_own(unit: Unit, series: _Series) -> None:
    """Go on with an article or a chapter of the law's own; annexes and transitory parts count for themselves."""
    if unit.kind == "article":
        series.last = unit.last_figure or series.last
        series.own, series.quoted, series.container, series.dotted = unit, None, None, False
    elif unit.kind not in ("", "division"):
        series.containers[unit.kind] = unit.number or ""
        series.container = None
    if unit.kind in ("annex", "transitional"):
        series.last, series.own, series.quoted = 0, None, None


def _closes(unit: Unit) -> bool:
    """Whether the quoted words end with this unit, by their closing mark."""
    return unit.last_words.rstrip(" .,;").endswith(("”", "»", '"', ">>"))


def _next_number(found: Sequence[Unit], start: int) -> int | None:
    """The number of the first article from the unit number `start` on."""
    return next((unit.figure for unit in found[start:] if unit.kind == "article"), None)
