"""Many instruments by type and year: pages that list them, and rows that the home filters without a server."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.ids import natural
from kb.site.entries import Entry
from kb.site.leaves import Leaf, leaves
from kb.site.library import Library
from kb.site.paths import safe

FOLDER = "laws"
# A home lists as many instruments itself; more are told by type and year.
FEW = 60
# As many rows are in one page, and in one script.
_LISTED, _FILTERED = 100, 1000
# The places of what is filtered by in a row.
_TYPE, _YEAR = 3, 4


@dataclass(frozen=True, slots=True)
class Listing:
    """The instruments of one type and year ("" for none) that are printed here, or only cited (not `here`)."""

    here: bool
    type: str
    year: str
    works: Sequence[Entry]

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.works)

    @property
    def leaves(self) -> list[Leaf]:
        """The pages that list them."""
        stem = "-".join(filter(None, ("laws" if self.here else "cited", safe(self.type), self.year)))
        return leaves(stem, self.works, _LISTED)


def listings(library: Library) -> list[Listing]:
    """Those printed before those only cited, of these the most frequent type first, the newest year first.

    None where there are so few instruments that the home lists all.
    """
    if len(library.works) <= FEW:
        return []
    found: dict[tuple[bool, str, str], list[Entry]] = defaultdict(list)
    for work in library.works:
        it = work.instrument
        found[it.in_corpus, it.type, str(it.year or "")].append(work)
    often = Counter((work.instrument.in_corpus, work.instrument.type) for work in library.works)
    keys = sorted(found, key=lambda key: (not key[0], -often[key[:2]], key[1], -int(key[2] or 0)))
    return [Listing(*key, sorted(found[key], key=_by_number)) for key in keys]


def pages(library: Library) -> Iterator[tuple[str, str, Mapping[str, object]]]:
    """(path, template, what it is given) of the pages that list the instruments."""
    for listing in listings(library):
        for leaf in listing.leaves:
            yield leaf.path, "laws.html", {"listing": listing, "leaf": leaf}


def parts(library: Library) -> list[list[object]]:
    """[types, years] of the rows of each script: what tells which ones a filter needs."""
    return [[_values(rows, _TYPE), _values(rows, _YEAR)] for rows in _rows(library)]


def scripts(library: Library) -> Mapping[str, bytes]:
    """Path -> script with the rows of as many instruments as one question may load at once."""
    found = {}
    for number, rows in enumerate(_rows(library)):
        told = json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
        found[f"{FOLDER}/{number}.js"] = f"articulado.laws({number},{told});\n".encode("utf-8", "replace")
    return found


def _rows(library: Library) -> Iterator[list[list[object]]]:
    """The rows of each script: folder, name, subject, type, year, number, language, articles, whether it is here,
    and what else it is called."""
    works = [work for listing in listings(library) for work in listing.works]
    for start in range(0, len(works), _FILTERED):
        yield [_row(work) for work in works[start : start + _FILTERED]]


def _row(work: Entry) -> list[object]:
    it, name = work.instrument, work.name
    also = " ".join([it.title, *(alias.name for alias in it.aliases)])
    known = [it.type, it.year or 0, it.number or "", it.language]
    return [work.folder, name.main, name.subject, *known, work.layers.get("own", 0), int(it.in_corpus), also]


def _values(rows: Sequence[Sequence[object]], column: int) -> list[object]:
    return sorted({row[column] for row in rows}, key=str)


def _by_number(work: Entry) -> tuple[object, ...]:
    return tuple(natural(f"{work.instrument.number or ''} {work.instrument.id}"))
