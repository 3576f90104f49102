"""What a command was asked, read and checked: what cannot be read is one sentence with what was understood."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from kb.ids import address
from kb.model import ArticuladoError, Target
from kb.query.places import nearest_instruments, places, read_place
from kb.query.readings import Remark
from kb.query.reference import Reference, nearest_to
from kb.query.told import GUESSES, MOST_GUESSES, NOT_HERE, absent_text, remark_row, remark_text

if TYPE_CHECKING:
    from kb.store import Store

_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")


class NotHere(ArticuladoError):
    """What was asked reads well, and is not in this knowledge base: an answer, not a mistake."""


@dataclass(frozen=True, slots=True)
class Question:
    """The places that a typed reference means; without any, `absent` says what is not there and what is nearest.

    `remarks` is what must be known of the places, and `guesses` are provisions of that number in other laws, where the
    law that was named is not here.
    """

    text: str
    targets: Sequence[Target]
    absent: str = ""
    remarks: Sequence[Remark] = ()
    guesses: Sequence[Target] = ()

    @property
    def row(self) -> dict[str, Any]:
        """What is said beside the places, for JSON."""
        remarks = [remark_row(remark) for remark in self.remarks]
        return {"absent": self.absent, "remarks": remarks, "guesses": [_address(target) for target in self.guesses]}

    def said(self, text: str) -> str:
        """The answer `text` below what must be known of it; without an answer, what is not there."""
        if not text:
            return "\n\n".join(filter(None, [self.absent, self._guessed()]))
        remarks = "\n".join(map(remark_text, self.remarks))
        return "\n\n".join(filter(None, [remarks, text]))

    def _guessed(self) -> str:
        """A line for each guess."""
        lines = [f"   {_address(target)}" for target in self.guesses[:MOST_GUESSES]]
        more = len(self.guesses) - len(lines)
        return "\n".join([GUESSES, *lines, *([f"   … and {more} more"] if more else [])]) if lines else ""


def _address(target: Target) -> str:
    return address(target.instrument, target.eid) if target.eid else target.instrument


def asked(store: Store, text: str) -> Question:
    """The places that `text` names; ArticuladoError when it is no reference."""
    reference = read_place(store, text)
    if not reference:
        raise ArticuladoError(f"{text!r} does not read as a reference{_like(store, text)}.")
    targets = places(store, reference, text)
    remarks = reference.remarks if _is_of(reference, targets) else ()
    guesses = [Target(target.instrument, target.eid) for target in reference.guesses]
    return Question(text, targets, "" if targets else _absent(store, reference), remarks, guesses)


def _is_of(reference: Reference, targets: Sequence[Target]) -> bool:
    """Whether the places are those to which a reference leads, and not only named by other texts."""
    return [str(target) for target in reference.targets] == [_address(target) for target in targets]


def place(store: Store, option: str, text: str | None) -> Target | None:
    """The one place that an option names; NotHere when there is none, ArticuladoError when several may be meant."""
    if text is None:
        return None
    reference = read_place(store, text)
    if not reference:
        raise ArticuladoError(f"{option} {text}: does not read as a law or a provision{_like(store, text)}.")
    targets = places(store, reference, text)
    if len(targets) > 1:
        named = ", ".join(map(_address, targets[:6]))
        raise ArticuladoError(f"{option} {text}: may be any of {named}; name one of them.")
    if not targets:
        question = Question(text, (), _absent(store, reference, NOT_HERE.lower()), (), asked(store, text).guesses)
        raise NotHere(f"{option} {text}: {question.said('')}")
    return targets[0]


def remarks_on(store: Store, text: str | None) -> Sequence[Remark]:
    """What must be known of the place that an option names."""
    return asked(store, text).remarks if text else ()


def iso_day(option: str, text: str | None) -> str | None:
    """The ISO date that an option names; ArticuladoError when it is none, saying how it was read."""
    if text is None:
        return None
    written = _DAY.fullmatch(text.strip())
    how = "write it as year-month-day, like 1923-07-19"
    if written is None:
        raise ArticuladoError(f"{option} {text}: does not read as a date; {how}.")
    year, month, of_month = map(int, written.groups())
    try:
        return date(year, month, of_month).isoformat()
    except ValueError:
        read = f"read as year {year}, month {month}, day {of_month}"
        raise ArticuladoError(f"{option} {text}: there is no such day ({read}); {how}.") from None


def one_of(option: str, text: str, known: Sequence[str]) -> str:
    """The one of the `known` words that an option names; ArticuladoError when it is none."""
    if text not in known:
        raise ArticuladoError(f"{option} {text}: there is no such; there are {', '.join(known)}.")
    return text


def _absent(store: Store, reference: Reference, begins: str = NOT_HERE) -> str:
    """What was understood of a reference that leads nowhere, and what is nearest to it."""
    told = absent_text(reference, store.titles(reference.instruments), begins)
    near = [_address(Target(t.instrument, t.eid)) for t in nearest_to(store, reference)]
    if near:
        return f"{told.removesuffix('.')}; nearest: {', '.join(near)}."
    like = "" if reference.lacks_law else _like(store, reference.missing)
    return f"{told.removesuffix('.')}{like}."


def _like(store: Store, text: str) -> str:
    """The instruments whose names are like `text`, or how a reference is written."""
    near = nearest_instruments(store, text) if text.strip() else []
    if near:
        return "; nearest: " + ", ".join(f"{i.title.partition(', ')[0]} ({i.id})" for i in near)
    return "; write it like 'art. 46 bylaws', 'Ley 45 de 1923' or co/ley/1923/45#art_17"
