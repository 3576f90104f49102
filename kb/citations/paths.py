"""The parts that a mention names -> the provisions that they lead to, from the outside in."""

from __future__ import annotations

from collections.abc import Sequence

from kb.citations.parts import Part
from kb.citations.provisions import Path, depth, document


def article_in(eid: str) -> str | None:
    """The address of the article that an address lies in, if it does."""
    parts = eid.split("__")
    inner = document(eid)
    first = len(inner.split("__")) if inner else 0
    at = next((at for at, level in enumerate(parts) if at >= first and level.startswith("art_")), None)
    return "__".join(parts[: at + 1]) if at is not None else None


def paths_of(parts: Sequence[Part]) -> list[Path]:
    """Every provision that the parts name, each from the outside in.

    What is printed after a list is of its last member: "artículos 24 y 25, inciso 2º"; before it, of each.
    """
    # "Section 4 of Article III" and "Article I, Section 1.2" lie in the article, "artículo 5 de la Sección 2ª" lies in
    # the section.
    kinds = [part.kind for part in parts]
    dotted = any("." in number for part in parts if part.kind == "section" for number in part.numbers)
    before = "article" in kinds and "section" in kinds and kinds.index("section") < kinds.index("article")
    sections = before or (dotted and "article" in kinds)
    inner = {"section": depth("article") + 0.5} if sections else {}
    ordered = sorted(enumerate(parts), key=lambda pair: inner.get(pair[1].kind, depth(pair[1].kind)))
    paths: list[Path] = [()]
    for at, (printed, part) in enumerate(ordered):
        outer = ordered[at - 1][0] if at else printed
        kept, deepened = (paths[:-1], paths[-1:]) if printed > outer else ([], paths)
        paths = [*kept, *((*path, (part.kind, number)) for path in deepened for number in part.numbers)]
    return paths
