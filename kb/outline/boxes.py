"""The older wordings in the lines of one box of a compiler: each with its days, and what belongs to none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from kb.outline.marks import BANNER, CLOSING, Marked
from kb.outline.units import OlderWording


@dataclass(slots=True)
class OlderBox:
    """The older wordings in some lines: those read, the one being read, and what belongs to none."""

    open: OlderWording
    ahead: bool | None = None
    found: list[OlderWording] = field(default_factory=list)
    loose: list[Marked] = field(default_factory=list)


def read_box(first: OlderWording, lines: Sequence[Marked], ahead: bool | None) -> OlderBox:
    """The older wordings in `lines`, the first of them begun.

    A wording ends with the line that says how long it held, or before the next banner, or, where those lines stand
    before their words, with the next of them.
    """
    box = OlderBox(first, ahead)
    for m in lines:
        if m.role == CLOSING:
            _date(m, box)
        elif m.role == BANNER and m.opens == "older":
            days = None if says(box.open) else box.open.closing
            _end(box, box.open)
            box.ahead = box.ahead if days else None
            box.open = OlderWording(None, (), closing=days, banner=m)
        else:
            box.open = replace(box.open, lines=(*box.open.lines, m))
    return box


def _date(days: Marked, box: OlderBox) -> None:
    """Give the days to the wording that is over, or to the one to come."""
    spoken = says(box.open)
    box.ahead = not spoken if box.ahead is None else box.ahead
    if not box.ahead:
        _end(box, replace(box.open, closing=days))
        box.open = OlderWording(None, ())
    elif spoken:
        _end(box, box.open)
        box.open = OlderWording(None, (), closing=days)
    else:
        box.loose += as_notes(box.open.closing)
        box.open = replace(box.open, closing=days)


def _end(box: OlderBox, older: OlderWording) -> None:
    """Put a wording with the others; the mark of one without words, and its days if it is over, are notes."""
    if says(older):
        box.found.append(older)
    else:
        box.loose += [*as_notes(older.head), *([] if box.ahead else as_notes(older.closing))]


def as_notes(marked: Marked | None) -> list[Marked]:
    """The line as a compiler's note, which dates nothing."""
    return [replace(marked, role=CLOSING, mark=None, held=(None, None))] if marked else []


def says(older: OlderWording) -> bool:
    return any(piece.words.strip() for piece in older.words)
