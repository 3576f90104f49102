"""What is said of a reference that leads nowhere, or not quite where it was meant to lead: sentences for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kb.query.provisions import ANY_TRANSITORY, BEFORE_LAST, INCISO, LAST, LAST_FEW, Path, spoken
from kb.query.readings import (
    ALSO_ABSENT,
    ALSO_IN_ANNEX,
    COUNTED,
    IN_ANNEX,
    MISPRINT,
    NO_SECTIONS,
    NOT_PRINTED,
    NOT_TOLD_APART,
    ONE_PARAGRAPH,
    READ_AS_ITEM,
    Remark,
)

if TYPE_CHECKING:
    from kb.query.answer import Hint
    from kb.query.reference import Reference

NOT_HERE = "Not in this knowledge base"
GUESSES = "Provisions of that number in other laws, as guesses:"
# Of so many guesses no more are listed; of what was typed no more is said again.
MOST_GUESSES, _ECHOED = 8, 120


def echoed(text: str) -> str:
    """What was typed, to be said again: of a pasted page the beginning, and nothing that a terminal would obey."""
    shown = "".join(character if character.isprintable() else " " for character in text[:_ECHOED])
    return shown if len(text) <= _ECHOED else f"{shown[:-1]}…"


def path_text(path: Path) -> str:
    """A path as it is said: "item 3 of article 46"."""
    told = [spoken(kind, number) for kind, number in path]
    kinds = dict.fromkeys(kind for kind, _ in reversed(told))
    numbers = {kind: [_number(number) for own, number in told if own == kind] for kind in kinds}
    return " of ".join(f"{kind} {', '.join(numbers[kind])}".strip() for kind in kinds)


def _number(number: str) -> str:
    if number.startswith(LAST_FEW):
        return f"(the last {number.removeprefix(LAST_FEW)})"
    return {LAST: "(the last)", BEFORE_LAST: "(the last but one)", ANY_TRANSITORY: "(transitory)"}.get(number, number)


def absent_text(reference: Reference, titles: Mapping[str, str], begins: str = NOT_HERE) -> str:
    """That what a reference names is not here, or that nobody knows the statute; `titles` are those of instruments.

    `begins` is how the first of these is said: small inside a sentence.
    """
    path = path_text(reference.path)
    if reference.unknown:
        asked = f" (asked for: {path})" if path else ""
        return f"{reference.missing} is not known: no statute of this knowledge base has that name{asked}."
    law = reference.missing or " or ".join(titles[id] for id in reference.instruments)
    if reference.called and reference.called.casefold() != law.casefold():
        law = f"{reference.called} ({law})"
    return f"{begins}: {' of '.join(filter(None, [path, law])).rstrip('.')}."


def remark_text(remark: Remark) -> str:
    """What must be known of what a reference leads to."""
    part = f"{remark.kind} {_number(remark.number)}".strip()
    if remark.code == MISPRINT:
        return f"Printed {remark.printed}, probably {remark.number}."
    if remark.code == NO_SECTIONS:
        return f"There are no sections; article {remark.number}."
    if remark.code == READ_AS_ITEM:
        article, _, item = remark.number.partition("-")
        return f"There is no article {remark.number}; read as item {item} of article {article}."
    if remark.code == IN_ANNEX:
        return f"The law has no article {remark.number} of its own; a document that it prints has: {remark.printed}."
    if remark.code == ALSO_IN_ANNEX:
        return f"A document that the law prints has an article {remark.number}, too: {remark.printed}."
    if remark.code == ALSO_ABSENT:
        return f"{NOT_HERE}: {part} of {remark.printed.rstrip('.')}, which was asked for, too."
    if remark.code == COUNTED:
        asked = "No subparagraph is counted so; the paragraph that bears the word."
        return asked if remark.kind == INCISO else "No paragraph bears that word; counted as printed."
    if remark.code == ONE_PARAGRAPH:
        return f"One subparagraph in this print: {part} was asked for, and its subparagraphs are not told apart."
    if remark.code == NOT_TOLD_APART:
        return f"The subparagraphs are not told apart in this text: {part} was asked for."
    if remark.code == NOT_PRINTED:
        return f"{part[:1].upper()}{part[1:]} is not printed."
    return f"A transitory article follows it: {remark.printed}."


def remark_row(remark: Remark) -> dict[str, Any]:
    """A remark for JSON, with its sentence."""
    own = {"code": remark.code, "kind": remark.kind, "number": remark.number, "printed": remark.printed}
    return {**own, "text": remark_text(remark)}


def remarks_text(reference: Reference) -> str:
    """A line for each thing that must be known of what a reference leads to."""
    return "\n".join(map(remark_text, reference.remarks))


def missing_row(reference: Reference) -> dict[str, Any] | None:
    """For JSON, the law that was named and is not here: as it was typed, whether it is known, and its whole name."""
    if not reference.missing:
        return None
    return {"name": reference.missing, "known": not reference.unknown, "called": reference.called}


def hint_text(hint: Hint) -> str:
    """A sentence on what could not be done as typed."""
    from kb.query.answer import ABSENT, LAW_ABSENT, NO_KIND, UNKNOWN_VALUE, unknown

    if hint.code == UNKNOWN_VALUE:
        return f"Left out: {unknown(hint.field, echoed(hint.value), hint.known, hint.near)}"
    if hint.code == ABSENT:
        return f"{hint.field} {echoed(hint.value)}: not in this knowledge base."
    if hint.code == LAW_ABSENT:
        return echoed(hint.value)
    if hint.code == NO_KIND:
        return f"There is no {hint.value} in {' or '.join(hint.known).rstrip('.')}."
    return "What is only excluded finds nothing: add a word, a reference or a filter."
