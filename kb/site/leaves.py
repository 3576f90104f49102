"""Long lists as pages of bounded size: each leaf holds as many rows as fit, and leads to those beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Leaf:
    """The `number`th of `count` pages of one list: where it lies below the folder of a language, its rows, and what the
    first of these is called."""

    path: str
    number: int
    count: int
    rows: Sequence[Any]
    first: str = ""
    before: str = ""
    after: str = ""


def leaves(stem: str, rows: Sequence[Any], most: int, called: Callable[[Any], str] = lambda row: "") -> list[Leaf]:
    """The pages of a list with at most so many rows each."""
    return bound(stem, [rows[start : start + most] for start in range(0, len(rows), most)], called)


def bound(stem: str, parts: Sequence[Sequence[Any]], called: Callable[[Any], str] = lambda row: "") -> list[Leaf]:
    """The pages of a list that is cut already: `stem.html`, `stem-p2.html` and so on."""
    paths = [f"{stem}.html", *(f"{stem}-p{number}.html" for number in range(2, len(parts) + 1))]
    found = []
    for at, part in enumerate(parts):
        before = paths[at - 1] if at else ""
        after = paths[at + 1] if at + 1 < len(parts) else ""
        found.append(Leaf(paths[at], at + 1, len(parts), part, called(part[0]), before, after))
    return found
