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
from kb.query.reference import read_reference
from kb.query.standing import status_of
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
        assert one.start < one.end
        # One that bears its number is a node, with words or without.
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


BYLAWS, LAW_25 = "co/estatutos/bancolombia", "co/ley/1923/25"


@pytest.mark.parametrize(
    ("typed", "targets", "remarks"),
    [
        ("inciso segundo del artículo 18 de los estatutos", [f"{BYLAWS}#art_18__inc_2"], []),
        ("artículo 18, inciso 2, estatutos", [f"{BYLAWS}#art_18__inc_2"], []),
        ("tercer inciso del artículo 34 de los estatutos", [f"{BYLAWS}#art_34__inc_3"], []),
        ("inciso final del artículo 34 estatutos", [f"{BYLAWS}#art_34__inc_4"], []),
        ("último inciso del artículo 34 estatutos", [f"{BYLAWS}#art_34__inc_4"], []),
        ("penúltimo inciso del artículo 34 estatutos", [f"{BYLAWS}#art_34__inc_3"], []),
        ("incisos 1 y 3 del artículo 34 estatutos", [f"{BYLAWS}#art_34__inc_1", f"{BYLAWS}#art_34__inc_3"], []),
        ("inciso 2 del parágrafo 1 del artículo 39 estatutos", [f"{BYLAWS}#art_39__par_1__inc_2"], []),
        ("second paragraph of article 2 of the bylaws", [f"{BYLAWS}#art_2__inc_2"], []),
        ("the last paragraph of article 34 of the bylaws", [f"{BYLAWS}#art_34__inc_4"], []),
        ("paragraph 1 of article 45 of the bylaws", [f"{BYLAWS}#art_45__par_1"], []),
        ("paragraph 2 of article 18 of the bylaws", [f"{BYLAWS}#art_18__inc_2"], ["counted-paragraph"]),
        ("second paragraph of article 45 bylaws", [f"{BYLAWS}#art_45__par_2"], ["counted-paragraph"]),
        ("parágrafo 2 del artículo 18 estatutos", [f"{BYLAWS}#art_18"], ["part-not-printed"]),
        ("inciso 9 del artículo 18 estatutos", [f"{BYLAWS}#art_18"], ["part-not-printed"]),
        ("artículo 42, inciso 2, ley 45 de 1923", [f"{LAW}#art_42"], ["one-paragraph"]),
        ("inciso 1 artículo 3 ley 25 de 1923", [f"{LAW_25}#art_3__inc_1"], []),
        (f"{BYLAWS}#art_18__inc_2", [f"{BYLAWS}#art_18__inc_2"], []),
    ],
)
def test_a_typed_paragraph_is_opened(store: Store, typed: str, targets: list[str], remarks: list[str]) -> None:
    reference = read_reference(store, typed)
    assert [str(target) for target in reference.targets] == targets
    assert [remark.code for remark in reference.remarks] == remarks


def test_the_state_of_a_paragraph_is_known(store: Store) -> None:
    found = status_of(store, Target(BYLAWS, "art_18__inc_2"))
    assert found.in_text and found.status == "in force as given"
