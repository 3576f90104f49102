"""Texts and the trees they stand for (cases/outline.toml, cases/labels.toml)."""

from __future__ import annotations

from typing import Any

import pytest
from parsing import cases, parse, tradition, versions

from kb.model import Node
from kb.outline import Addresses, outline, settle


@pytest.mark.parametrize("case", [*cases("outline"), *cases("labels")])
def test_a_text_is_read_as_its_tree(case: dict[str, Any]) -> None:
    nodes, _ = parse(case["text"], case.get("tradition", "es-co"), media=case.get("media", "text/plain"))
    depths: dict[str | None, int] = {None: -1}
    lines = []
    for node in nodes:
        depths[node.eid] = depths[node.parent] + 1
        lines.append("  " * depths[node.eid] + drawn(node))
    assert lines == [line for line in case["tree"].split("\n") if line.strip()]


@pytest.mark.parametrize("case", [case for case in cases("outline") if "versions" in case.values[0]])
def test_older_wordings_are_versions(case: dict[str, Any]) -> None:
    found = versions(case["text"], case.get("tradition", "es-co"), case.get("media", "text/plain"))
    assert [f"{v.eid} {v.since or ''}..{v.until or ''} {v.label} | {flat(v.text)}" for v in found] == case["versions"]


def test_days_of_a_wording_that_is_not_printed_are_told() -> None:
    text = (
        "Artículo 1. Hoy.\n\nTEXTO CORRESPONDIENTE A []\n\nVigente desde: 26/10/2012 y hasta el: 18/12/2024\n\n"
        "Artículo 2. Hoy.\n\nLEGISLACIÓN ANTERIOR\n\nArtículo 2. Ayer.\n\nVigente desde: 1/1/2000 y hasta: 2/1/2000\n"
    )
    made = outline(text, "f", "text/plain", tradition("es-co"), "plain")
    found = settle(made.parts[0].roots, "zz/t/f", "f", Addresses(), 0).windows
    assert found == (("art_1", 5, "Vigente desde: 26/10/2012 y hasta el: 18/12/2024"),)


def drawn(node: Node) -> str:
    heading = f" «{node.heading}»" if node.heading else ""
    return f"{node.eid}{heading} | {flat(node.text)}".rstrip()


def flat(words: str) -> str:
    return words.replace("\n\n", " // ").replace("\n", " / ")
