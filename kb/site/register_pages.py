"""The register of many effects in parts: pages that hold it all, and scripts that bring rows when they are needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kb.site.leaves import Leaf, bound
from kb.site.library import Library
from kb.site.register import NOBODY
from kb.site.ties import Deed

# Bytes that a row, a provision that it reaches and a letter of its evidence take on a page, about; what fits on one.
_ROW, _PROVISION, _LETTER, _PAGE = 1600, 220, 1.1, 200_000


def parts(library: Library) -> list[Leaf]:
    """The pages of the register, the first with its filters; none where one page holds it all."""
    cut = list(_cut(library.ties.register))
    return bound("register", cut) if len(cut) > 1 else []


def pages(library: Library) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """(path, template, what it is given) of the further pages and scripts of the register."""
    some = parts(library)
    for leaf in some[1:]:
        yield leaf.path, "register_part.html", {"leaf": leaf}
        yield f"register-rows-{leaf.number - 1}.js", "register_rows.html", {"leaf": leaf}
    if some:
        yield "register-index.js", "register_index.html", {}


def index(library: Library) -> Mapping[str, Any]:
    """What tells which parts a question needs: the values of each filter in each, and the names of instruments."""
    names = {id: entry.name.main for id, entry in library.places.works.items()}
    told = [_filters(leaf.rows) for leaf in parts(library)]
    asked = {id for one in told for side in ("actor", "victim") for id in one[side]}
    return {"parts": told, "names": {id: names[id] for id in sorted(asked & names.keys())}}


def _filters(deeds: Sequence[Deed]) -> Mapping[str, Any]:
    """The values of each filter among some rows, and how many these are."""
    return {
        "actor": sorted({deed.actor or NOBODY for deed in deeds}),
        "victim": sorted({deed.victim or NOBODY for deed in deeds}),
        "year": sorted({deed.year or NOBODY for deed in deeds}),
        "kind": sorted({deed.head.kind for deed in deeds}),
        "grade": sorted({deed.head.grade for deed in deeds}),
        "rows": len(deeds),
    }


def _cut(deeds: Sequence[Deed]) -> Iterator[list[Deed]]:
    """The rows in parts that fit on a page; one that is too large stands alone."""
    part, size = list[Deed](), 0.0
    for deed in deeds:
        weight = _weight(deed)
        if part and size + weight > _PAGE:
            yield part
            part, size = [], 0.0
        part.append(deed)
        size += weight
    if part:
        yield part


def _weight(deed: Deed) -> float:
    letters = sum(len(proof.quote) for proof in deed.proofs)
    return _ROW + _PROVISION * len(deed.group.effects) + _LETTER * letters
