"""Texts and the trees they stand for (cases/outline.toml)."""

from __future__ import annotations

from typing import Any

import pytest
from parsing import cases, parse

from kb.model import Node


@pytest.mark.parametrize("case", cases("outline"))
def test_a_text_is_read_as_its_tree(case: dict[str, Any]) -> None:
    nodes, _ = parse(case["text"], case.get("tradition", "es-co"), media=case.get("media", "text/plain"))
    depths: dict[str | None, int] = {None: -1}
    lines = []
    for node in nodes:
        depths[node.eid] = depths[node.parent] + 1
        lines.append("  " * depths[node.eid] + drawn(node))
    assert lines == [line for line in case["tree"].split("\n") if line.strip()]


def drawn(node: Node) -> str:
    heading = f" «{node.heading}»" if node.heading else ""
    words = node.text.replace("\n\n", " // ").replace("\n", " / ")
    return f"{node.eid}{heading} | {words}".rstrip()
