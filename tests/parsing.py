"""Helpers of the tests that read texts: one tradition loaded once, one text read as one instrument."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from kb import audit, grammar, status
from kb.grammar import Grammar
from kb.model import Node, Problem, Span, Version
from kb.outline import Addresses, ledger, outline, settle

HERE = Path(__file__).parent
CORPUS = HERE.parent / "corpus" / "co"


def cases(name: str) -> list[Any]:
    """The cases of tests/cases/<name>.toml as pytest parameters."""
    import pytest

    table = tomllib.loads((HERE / "cases" / f"{name}.toml").read_text("utf-8"))
    return [pytest.param(case, id=case["name"]) for case in table["case"]]


@cache
def tradition(tag: str) -> Grammar:
    """A tradition of the program's, or of the tests' own."""
    own = HERE / "traditions"
    return grammar.load(tag, own) if (own / tag).is_dir() else grammar.load(tag)


def parse(text: str, tag: str, layout: str = "", media: str = "text/plain") -> tuple[list[Node], list[Span]]:
    """The nodes of a text, all its parts as one instrument, and the ledger of its characters."""
    made = outline(text, "f", media, tradition(tag), layout)
    addresses = Addresses()
    nodes: list[Node] = []
    spans = list(made.aside)
    for part in made.parts:
        settled = settle(part.roots, "zz/t/f", "f", addresses, len(nodes))
        nodes.extend(status.printed(settled.nodes, tradition(tag)))
        spans.extend(settled.spans)
    return nodes, ledger(text, "f", spans)


def versions(text: str, tag: str, media: str = "text/plain") -> list[Version]:
    """The older wordings in a text."""
    made = outline(text, "f", media, tradition(tag), "plain")
    return [v for part in made.parts for v in settle(part.roots, "zz/t/f", "f", Addresses(), 0).versions]


def doubts(text: str, tag: str = "es-co") -> list[tuple[str, str, str]]:
    """What in a text could be read otherwise: (eId, code, the eId of the other reading)."""
    made = outline(text, "f", "text/plain", tradition(tag), "plain")
    return [d for part in made.parts for d in settle(part.roots, "zz/t/f", "f", Addresses(), 0).doubts]


def problems(text: str, tag: str = "es-co") -> list[Problem]:
    """The problems of a text of one part."""
    return list(audit.of_part(parse(text, tag)[0]))
