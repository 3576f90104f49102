"""The register of effects as a file for spreadsheets, and as the lines that the page's filter gives out."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from kb.ids import address, natural
from kb.model import Effect, Target
from kb.ranges import flags
from kb.sheet import Row, csv_bytes, records
from kb.site.force import spell
from kb.site.library import Library
from kb.site.places import Way, said
from kb.site.ties import Deed
from kb.site.words import Words

COLUMNS = (
    "affected_instrument", "affected", "affected_address", "kind", "scope", "words", "affecting_instrument",
    "affecting", "affecting_address", "grade", "date", "since", "evidence", "evidence_address", "look_at",
)  # fmt: skip


# What the filters call that which is not known.
NOBODY = "-"


def sheet(library: Library, words: Words) -> bytes:
    """The register, an effect a line, in the order of its page."""
    return csv_bytes(_headings(words), _rows(library, words))


def lines(library: Library, words: Words) -> bytes:
    """The lines of the same file as a script that a page can load without a server."""
    head, *rows = records(_headings(words), _rows(library, words))
    told = json.dumps({"head": head, "rows": rows}, ensure_ascii=False, separators=(",", ":"))
    return f"var articuladoRegister = {told};\n".encode()


def choices(library: Library) -> Mapping[str, Any]:
    """What each filter of the register offers, in the order of its numbers, and the `total` of the effects.

    NOBODY stands, last, for an actor, a victim or a year that is not known.
    """
    register = library.ties.register
    return {
        "actor": _offered(register, lambda deed: deed.actor),
        "victim": _offered(register, lambda deed: deed.victim),
        "year": _offered(register, lambda deed: deed.year),
        "kind": list(dict.fromkeys(deed.head.kind for deed in register)),
        "grade": list(dict.fromkeys(deed.head.grade for deed in register)),
        "total": sum(len(deed.group.effects) for deed in register),
    }


def view(**filters: str | None) -> str:
    """The fragment under which the register shows only what passes these filters; "" and None are left out.

    It begins with a question mark, which no address of a provision does.
    """
    return "#?" + urlencode({name: value for name, value in filters.items() if value}, safe="/")


# Days that are not of the law that acts, with the words for how they are known.
_SAID = {"in force": "in_force", "clause": "clause", "note": "note", "ruling": "ruling", "window": "window"}


def since(effect: Effect, words: Words) -> str:
    """Since when an effect holds, and of what that is the day: a bound is said to be one."""
    if effect.date is None:
        return words("since.unknown")
    if effect.date_origin == "year":
        return words("since.year", year=effect.date[:4])
    if effect.date_origin in _SAID:
        return words(f"since.{_SAID[effect.date_origin]}", date=words.date(effect.date))
    event, plus, term = effect.date_origin.partition(" + ")
    told = {"date": words.date(effect.date), "event": words.term("event", event).lower()}
    if plus:
        return words("since.bound_later" if effect.bound else "since.later", term=spell(term, words), **told)
    return words("since.bound" if effect.bound else "since.day", **told)


def _offered(register: Sequence[Deed], value: Callable[[Deed], str]) -> list[str]:
    found = dict.fromkeys(value(deed) for deed in register)
    return [*sorted(filter(None, found), key=natural), *([NOBODY] if "" in found else [])]


def _headings(words: Words) -> list[str]:
    return [words(f"csv.{name}") for name in COLUMNS]


def _rows(library: Library, words: Words) -> Iterator[Row]:
    way, headings = Way(library.places, words, ""), _headings(words)
    for deed in library.ties.register:
        for effect in deed.group.effects:
            yield dict(zip(headings, _cells(effect, deed, way), strict=True))


def _cells(effect: Effect, deed: Deed, way: Way) -> Sequence[str]:
    words = way.words
    proofs = effect.evidence
    return (
        *_end(effect.affected, way),
        words.term("effect", f"{effect.kind}.name"),
        words.term("scope", effect.scope),
        effect.words,
        *_end(effect.affecting, way),
        words.term("grade", f"{effect.grade}.name"),
        effect.date or "",
        since(effect, words),
        " | ".join(dict.fromkeys(proof.quote for proof in proofs)),
        " | ".join(dict.fromkeys(address(proof.instrument, proof.eid) for proof in proofs)),
        " | ".join(way.message(flag) for flag in flags(deed.flags, [effect])) if deed.flags else "",
    )


def _end(end: Target | None, way: Way) -> tuple[str, str, str]:
    if end is None:
        return "", "", ""
    whole = way.words("scope.everything")
    where = address(end.instrument, end.eid) if end.eid else end.instrument
    return way.named(Target(end.instrument)), said(way.words, end.eid) or whole, where
