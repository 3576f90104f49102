"""What a command was asked, read and checked: what cannot be read is one sentence with what was understood."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from kb.ids import address
from kb.model import ArticuladoError, Target
from kb.query.places import nearest_instruments, places, read_place
from kb.query.provisions import spoken
from kb.query.reference import Reference, nearest_to

if TYPE_CHECKING:
    from kb.store import Store

_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")


class NotHere(ArticuladoError):
    """What was asked reads well, and is not in this knowledge base: an answer, not a mistake."""


@dataclass(frozen=True, slots=True)
class Question:
    """The places that a typed reference means; without any, `absent` says what is not there and what is nearest."""

    text: str
    targets: Sequence[Target]
    absent: str = ""


def asked(store: Store, text: str) -> Question:
    """The places that `text` names; ArticuladoError when it is no reference."""
    reference = read_place(store, text)
    if not reference:
        raise ArticuladoError(f"{text!r} does not read as a reference{_like(store, text)}.")
    targets = places(store, reference, text)
    return Question(text, targets, "" if targets else f"Not in this knowledge base: {_absent(store, reference)}.")


def place(store: Store, option: str, text: str | None) -> Target | None:
    """The one place that an option names; NotHere when there is none, ArticuladoError when several may be meant."""
    if text is None:
        return None
    reference = read_place(store, text)
    if not reference:
        raise ArticuladoError(f"{option} {text}: does not read as a law or a provision{_like(store, text)}.")
    targets = places(store, reference, text)
    if len(targets) > 1:
        named = ", ".join(address(t.instrument, t.eid) if t.eid else t.instrument for t in targets[:6])
        raise ArticuladoError(f"{option} {text}: may be any of {named}; name one of them.")
    if not targets:
        raise NotHere(f"{option} {text}: not in this knowledge base: {_absent(store, reference)}.")
    return targets[0]


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


def _absent(store: Store, reference: Reference) -> str:
    """What was understood of a reference that leads nowhere, and what is nearest to it."""
    titles = {i.id: i.title for i in store.instruments()}
    path = [" ".join(spoken(kind, number)).strip() for kind, number in reversed(reference.path)]
    law = reference.missing or " or ".join(titles[id] for id in reference.instruments)
    near = [address(t.instrument, t.eid) if t.eid else t.instrument for t in nearest_to(store, reference)]
    like = f"; nearest: {', '.join(near)}" if near else _like(store, reference.missing)
    return " of ".join(filter(None, [*path, law])) + like


def _like(store: Store, text: str) -> str:
    """The instruments whose names are like `text`, or how a reference is written."""
    near = nearest_instruments(store.instruments(), text) if text.strip() else []
    if near:
        return "; nearest: " + ", ".join(f"{i.title.partition(', ')[0]} ({i.id})" for i in near)
    return "; write it like 'art. 46 bylaws', 'Ley 45 de 1923' or co/ley/1923/45#art_17"
