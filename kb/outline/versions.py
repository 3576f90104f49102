"""Older wordings of an article, printed under the one that holds, folded into it.

A compiler prints today's words, then a banner ("LEGISLACIÓN ANTERIOR"), then the earlier wordings under the same
number, each closed by how long it held ("Vigente desde: … y hasta el: …"), or headed by it where its box begins with
that. They are versions of that article: never articles of their own, never in the way of the numbering. Which wording
holds is what the source says: one that says until when it held does not, wherever it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from kb.outline.marks import BANNER, CLOSING, Marked
from kb.outline.units import ASIDE, Older, Unit


@dataclass(slots=True)
class _Folding:
    """The units so far; whether the last of them has begun to print its older wordings.

    `ahead`: whether the days stand before the words in its box, None until one is seen. `days`: those of the wording to
    come, which are the last of the unit's lines until it comes.
    """

    units: list[Unit] = field(default_factory=list)
    open: bool = False
    ahead: bool | None = None
    days: Marked | None = None


@dataclass(slots=True)
class _Box:
    """The older wordings in some lines: those read, the one being read, and what belongs to none."""

    open: Older
    ahead: bool | None = None
    found: list[Older] = field(default_factory=list)
    loose: list[Marked] = field(default_factory=list)


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
        box = _read(Older(unit.head, (), closing=state.days), unit.lines, state.ahead)
        own = before.lines[:-1] if state.days else before.lines
        state.units[-1] = _with(replace(before, lines=own), box, state)
    elif before is not None and again and _ended(before):
        box = _read(Older(before.head, ()), before.lines, None)
        fresh = _added(_opened(unit, state), [*_notes(before.echo), *box.loose, *_rest(box.open)], state)
        state.units[-1] = replace(fresh, older=(*before.older, *box.found, *fresh.older))
    elif before is not None and again and not before.says:
        told = [before.echo, *(m for m in before.lines if m.role == CLOSING)]
        notes = [note for m in told for note in _notes(m)]
        fresh = _opened(unit, state)
        fresh = replace(fresh, echo=before.head, older=(*before.older, *fresh.older))
        state.units[-1] = _added(fresh, notes, state)
    else:
        state.units.append(_opened(unit, state))


def _opened(unit: Unit, state: _Folding) -> Unit:
    """The unit with what stands after its banner folded in; the state says whether it has such a banner."""
    at = next((n for n, m in enumerate(unit.lines) if m.role == BANNER and m.opens == "older"), None)
    state.open, state.ahead, state.days = at is not None and unit.kind == "article", None, None
    if not state.open:
        return unit
    return _with(replace(unit, lines=unit.lines[:at]), _read(Older(None, ()), unit.lines[at:], None), state)


def _with(unit: Unit, box: _Box, state: _Folding) -> Unit:
    """The unit with the wordings of a box, and with the lines after the last of them that belong to none."""
    last, says = box.open, _says(box.open)
    ended = not box.ahead and last.banner is None and any(older.closing for older in box.found)
    state.ahead, state.days = box.ahead, None if says else last.closing
    found = [*box.found, last] if says and not ended else box.found
    after = last.lines if says and ended else () if says else _rest(last)
    return replace(unit, lines=(*unit.lines, *box.loose, *after), older=(*unit.older, *found))


def _rest(older: Older) -> list[Marked]:
    """The lines of a wording without words, the one that says when it held as the last."""
    return [*_notes(older.head), *older.lines, *([older.closing] if older.closing else [])]


def _added(unit: Unit, notes: Sequence[Marked], state: _Folding) -> Unit:
    """The unit with notes below its lines, before the days that wait for their wording."""
    at = len(unit.lines) - bool(state.days)
    return replace(unit, lines=(*unit.lines[:at], *notes, *unit.lines[at:]))


def _read(first: Older, lines: Sequence[Marked], ahead: bool | None) -> _Box:
    """The older wordings in `lines`, the first of them begun.

    A wording ends with the line that says how long it held, or before the next banner, or, where those lines stand
    before their words, with the next of them.
    """
    box = _Box(first, ahead)
    for m in lines:
        if m.role == CLOSING:
            _date(m, box)
        elif m.role == BANNER and m.opens == "older":
            days = None if _says(box.open) else box.open.closing
            _end(box, box.open)
            box.ahead = box.ahead if days else None
            box.open = Older(None, (), closing=days, banner=m)
        else:
            box.open = replace(box.open, lines=(*box.open.lines, m))
    return box


def _date(days: Marked, box: _Box) -> None:
    """Give the days to the wording that is over, or to the one to come."""
    says = _says(box.open)
    box.ahead = not says if box.ahead is None else box.ahead
    if not box.ahead:
        _end(box, replace(box.open, closing=days))
        box.open = Older(None, ())
    elif says:
        _end(box, box.open)
        box.open = Older(None, (), closing=days)
    else:
        box.loose += _notes(box.open.closing)
        box.open = replace(box.open, closing=days)


def _end(box: _Box, older: Older) -> None:
    """Put a wording with the others; the mark of one without words, and its days if it is over, are notes."""
    if _says(older):
        box.found.append(older)
    else:
        box.loose += [*_notes(older.head), *([] if box.ahead else _notes(older.closing))]


def _notes(marked: Marked | None) -> list[Marked]:
    """The line as a compiler's note, which dates nothing."""
    return [replace(marked, role=CLOSING, mark=None, held=(None, None))] if marked else []


def _says(older: Older) -> bool:
    return any(piece.words.strip() for piece in older.words)


def _ended(unit: Unit) -> bool:
    """Whether the unit's own words are closed by a day until which they held."""
    closings = [m for m in unit.lines if m.role == CLOSING]
    later = [m for m in unit.lines if m.role not in ASIDE and closings and m.line.number > closings[-1].line.number]
    return bool(closings) and closings[-1].held[1] is not None and not later
