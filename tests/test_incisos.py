"""Paragraphs that are cited by their place (cases/incisos.toml), and that their stretches never lose a word."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from citing import counted, read
from hypothesis import given
from hypothesis import strategies as st
from parsing import cases

from kb.model import Effect, Inciso, Node, Target
from kb.status import Standing, settled_incisos
from kb.store import Store

LAW = "co/ley/1923/45"


def found(text: str, tag: str = "es-co", media: str = "text/plain") -> tuple[list[Node], list[Inciso]]:
    nodes, runs = read(text, tag, LAW, media)
    return nodes, counted(text, LAW, nodes, runs)


@pytest.mark.parametrize("case", cases("incisos"))
def test_paragraphs_are_counted_as_printed(case: dict[str, Any]) -> None:
    text = case["text"]
    _, incisos = found(text, case.get("tradition", "es-co"), case.get("media", "text/plain"))
    said = [(one, " ".join(text[one.start : one.end].split())) for one in incisos]
    lines = [f"{one.eid}{'' if one.node == one.parent else f' in {one.node}'} | {words}" for one, words in said]
    assert lines == case["incisos"]


BITS = [
    "Artículo 1. ",
    "Parágrafo. ",
    "a) uno",
    "b) dos",
    "(1) ",
    "Los bancos.",
    "pagan ",
    "\n",
    "\n\n",
    "| x | y |",
    "- ",
    ".",
]


@given(text=st.lists(st.sampled_from(BITS), max_size=25).map("".join))
def test_each_is_a_stretch_of_its_node_and_none_overlaps_another(text: str) -> None:
    nodes, incisos = found(text)
    by = {node.eid: node for node in nodes}
    assert len({one.eid for one in incisos}) == len(incisos)
    for one in incisos:
        words = by[one.node].text[one.first : one.last]
        assert words.strip() and one.start < one.end
        assert one.eid == one.node or text[one.start : one.end].split()[0] == words.split()[0]
    for parent in {one.parent for one in incisos}:
        its = [one for one in incisos if one.parent == parent]
        assert [one.n for one in its] == sorted(one.n for one in its)
        assert all(before.end <= after.start for before, after in pairwise(its))


def repeal(eid: str, scope: str = "whole") -> Effect:
    affected = Target(LAW, eid)
    return Effect(
        kind="repeal",
        affecting=None,
        affected=affected,
        scope=scope,
        words="",
        grade="enacted",
        date=None,
        date_origin="",
        bound=False,
        evidence=(),
    )


def test_what_is_done_to_a_paragraph_is_done_to_a_part_of_its_article() -> None:
    nodes, incisos = found("Artículo 1. Uno.\n\nDos.\n\nArtículo 2. Tres.\n\nCuatro.\n")
    effects = [repeal("art_1__inc_2"), repeal("art_2")]
    standing = Standing.of(LAW, nodes, effects)
    assert standing.at("art_1").status == "partly repealed"
    assert standing.at("art_1__inc_1").status == "in force as given"
    assert standing.at("art_1__inc_2").status == standing.at("art_2__inc_1").status == "repealed"
    states = [one.status for one in settled_incisos(incisos, nodes, effects)]
    assert states == ["in force as given", "repealed", "repealed", "repealed"]


def test_a_store_opens_the_address_of_a_paragraph(store: Store) -> None:
    bylaws = "co/estatutos/bancolombia"
    node = store.node(bylaws, "art_18__inc_2")
    assert node and node.text.startswith("The pledge shall be legalized") and node.parent == "art_18"
    assert [one.eid for one in store.subtree(bylaws, "art_18__inc_2")] == ["art_18__inc_2"]
    assert [one.n for one in store.incisos(bylaws, "art_18")] == [1, 2, 3]
    assert store.node(bylaws, "art_18__inc_4") is None
    numbered = store.node("co/ley/1923/25", "art_3__inc_1")
    assert numbered and numbered.label == "(1)"
    assert all(one.eid != "art_18__inc_2" for one in store.nodes(bylaws))
