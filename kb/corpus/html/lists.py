"""The numbers of a list, which a browser makes and the page does not hold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_STYLE = re.compile(r"list-style(?:-type)?\s*:\s*([\w-]+)", re.IGNORECASE)
_FORMS = {
    "1": "1", "decimal": "1", "a": "a", "lower-alpha": "a", "lower-latin": "a", "A": "A", "upper-alpha": "A",
    "upper-latin": "A", "i": "i", "lower-roman": "i", "I": "I", "upper-roman": "I",
}  # fmt: skip
# Digits: a list of a million members is none.
_LONGEST = 6
_ROMAN = ((100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
# An item that prints its own mark has been given none by its page's style.
_OWN_MARK = re.compile(r"\s*[(\[]?(?:\d{1,3}|[A-Za-zñÑ]{1,2}|[ivxlIVXL]{1,6})\s?[.)\]º°]")


@dataclass(slots=True)
class Numbering:
    """The numbers of one `ol`: the form they have and the next of them."""

    form: str
    next: int = 1

    def take(self, attributes: Mapping[str, Any]) -> str:
        """The mark of the next item, empty where the list has none; `prints_its_own` tells whether it stands."""
        own = printed(attributes.get("value"))
        number = self.next if own is None else own
        self.next = number + 1
        return f"{_written(number, self.form)}. " if self.form else ""


def prints_its_own(words: str) -> bool:
    """Whether the first words of an item begin with a mark."""
    return _OWN_MARK.match(words) is not None


def numbering(attributes: Mapping[str, Any]) -> Numbering:
    """The numbering that an `ol` with these attributes begins."""
    styled = _STYLE.search(str(attributes.get("style", "")))
    form = _FORMS.get(styled[1].lower(), "") if styled else _FORMS.get(str(attributes.get("type", "1")), "1")
    start = printed(attributes.get("start"))
    return Numbering(form, 1 if start is None else start)


def printed(value: object) -> int | None:
    """The number that an attribute says, or None when it says none, or one that no list and no table comes to."""
    said = str(value or "").strip()
    return int(said) if said.isdecimal() and len(said) <= _LONGEST else None


def _written(number: int, form: str) -> str:
    written = str(number)
    if form in "aA" and 0 < number <= 26:
        written = chr(ord("a") + number - 1)
    elif form in "iI" and 0 < number < 200:
        written, left = "", number
        for value, sign in _ROMAN:
            written, left = written + sign * (left // value), left % value
    return written.upper() if form.isupper() else written
