"""Older wordings of an article, printed under the one that holds, folded into it.

A compiler prints today's words, then a banner ("LEGISLACIÓN ANTERIOR"), then the earlier wordings under the same
number, each closed by how long it held ("Vigente desde: … y hasta el: …"). They are versions of that article: never
articles of their own, never in the way of the numbering. Which wording holds is what the source says: one that says
until when it held does not, wherever it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from kb.outline.marks import BANNER, CLOSING, WORDS, Marked
from kb.outline.units import ASIDE, Older, Unit


@dataclass(slots=True)
class _Folding:
    """The units so far; whether the last of them has begun to print its older wordings."""

    units: list[Unit] = field(default_factory=list)
    open: bool = False


def fold(found: Iterable[Unit]) -> list[Unit]:
    """The units with every older wording inside the unit of its article."""
    state = _Folding()
    for unit in found:
        _fold(unit, state)
    return state.units


def _fold(unit: Unit, state: _Folding) -> None:
    before = state.units[-1] if state.units else None
    again = before is not None and unit.kind == before.kind == "article" and unit.number == before.number
    if before is not None and again and state.open:
        older, after = _wordings(unit.head, unit.lines)
        state.units[-1] = replace(before, lines=(*before.lines, *after), older=(*before.older, *older))
    elif before is not None and again and _ended(before):
        older, _ = _wordings(before.head, before.lines)
        fresh = _opened(unit)
        state.units[-1] = replace(fresh[0], older=(*before.older, *older, *fresh[0].older))
        state.open = fresh[1]
    else:
        own, state.open = _opened(unit)
        if before is not None and again and not before.says:
            state.units[-1] = replace(own, echo=before.head)
        else:
            state.units.append(own)


def _opened(unit: Unit) -> tuple[Unit, bool]:
    """The unit with what stands after its banner folded in, and whether it has such a banner."""
    at = next((n for n, m in enumerate(unit.lines) if m.role == BANNER and m.opens == "older"), None)
    if at is None or unit.kind != "article":
        return unit, False
    older, after = _wordings(None, unit.lines[at:])
    return replace(unit, lines=(*unit.lines[:at], *after), older=older), True


def _wordings(head: Marked | None, lines: Sequence[Marked]) -> tuple[tuple[Older, ...], tuple[Marked, ...]]:
    """The older wordings in `lines`, the first under `head`, and the lines after the last that belong to none.

    A wording ends with the line that says how long it held, or before the next banner.
    """
    found: list[Older] = []
    open_ = Older(head, ())
    for m in lines:
        if m.role == CLOSING:
            found.append(replace(open_, closing=m))
            open_ = Older(None, ())
        elif m.role == BANNER and m.opens == "older":
            found.append(open_)
            open_ = Older(None, (), banner=m)
        else:
            open_ = replace(open_, lines=(*open_.lines, m))
    ended = any(older.closing for older in found) and open_.banner is None
    kept = found if ended else [*found, open_]
    return tuple(o for o in kept if _says(o) or o.closing), open_.lines if ended else ()


def _says(older: Older) -> bool:
    return any(piece.words.strip() for piece in older.words)


def _ended(unit: Unit) -> bool:
    """Whether the unit's own words are closed by a day until which they held."""
    closings = [m for m in unit.lines if m.role == CLOSING]
    later = [m for m in unit.lines if m.role not in ASIDE and closings and m.line.number > closings[-1].line.number]
    return bool(closings) and closings[-1].held[1] is not None and not any(m.role == WORDS for m in later)
