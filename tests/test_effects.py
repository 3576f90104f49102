"""Effects, as a compliance officer asks for them: what does what to what, on whose word, and how sure that is."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from assembling import linked
from hypothesis import assume, given
from hypothesis import strategies as st

from kb.citations import Passage
from kb.effects import read_effects
from kb.model import Effect, Knowledge, Node, Target
from kb.store import Store
from tests.conftest import ROOT
from tests.parsing import HERE, cases, tradition


def known(folder: Path, files: dict[str, str]) -> Knowledge:
    """What the chain up to the store knows of a corpus of `files`, all Colombian, in one collection."""
    for name, text in files.items():
        path = folder / "co" / "c" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return linked(folder)


def told(effect: Effect) -> str:
    """An effect in a line: kind, grade, scope, who acts > who suffers, what limits it."""
    sides = f"{_place(effect.affecting)} > {_place(effect.affected)}"
    return f"{effect.kind} {effect.grade} {effect.scope}: {sides}" + (f" [{effect.words}]" if effect.words else "")


def _place(target: Target | None) -> str:
    if target is None:
        return "?"
    return target.instrument.removeprefix("co/") + (f"#{target.eid}" if target.eid else "")


@pytest.mark.parametrize("case", cases("effects"))
def test_effects_are_read_on_both_sides_and_graded(case: dict[str, Any], tmp_path: Path) -> None:
    found = known(tmp_path, case["files"])
    assert sorted(told(e) for e in found.effects) == sorted(case["effects"])
    nodes = {f"{_place(Target(n.instrument, n.eid))}": n.status for n in found.nodes}
    assert {place: nodes.get(place) for place in case.get("status", {})} == case.get("status", {})
    codes = {(p.code, *(value for name, value in p.params if name in ("sort", "numbers"))) for p in found.problems}
    wanted = {tuple(row.split(" | ")) for row in case.get("problems", [])}
    assert {row for row in codes if row[0] in ("contradicted-note", "range-mismatch")} == wanted


CLAUSES = tomllib.loads((HERE / "cases" / "clauses.toml").read_text("utf-8"))["case"]


@pytest.fixture(scope="module")
def spoken(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """What each clause does, read as the articles of one law; by the address of the article."""
    articles = "\n".join(f"Artículo {at}. {case['text']}" for at, case in enumerate(CLAUSES, 1))
    text = f"LEY 900 DE 1950\n(enero 2)\nsobre leyes\nEl Congreso de Colombia\nDECRETA:\n{articles}\n"
    effects: dict[str, set[str]] = defaultdict(set)
    for effect in known(tmp_path_factory.mktemp("clauses"), {"a.txt": text}).effects:
        assert effect.affecting
        words = f" [{effect.words}]" if effect.words else ""
        since = f" since {effect.date}" if effect.date_origin == "clause" else ""
        line = f"{effect.kind} {effect.scope}: {_place(effect.affected)}{words}{since}"
        effects[(effect.affecting.eid or "").split("__")[0]].add(line)
    return effects


@pytest.mark.parametrize(("at", "case"), list(enumerate(CLAUSES, 1)), ids=[case["name"] for case in CLAUSES])
def test_a_clause_does_what_it_says_and_no_more(at: int, case: dict[str, Any], spoken: dict[str, set[str]]) -> None:
    assert spoken.get(f"art_{at}", set()) == set(case.get("effects", ()))


def test_a_printed_law_has_its_repeals_at_the_victim_and_its_clauses_whole(store: Store) -> None:
    printed = [e for e in store.effects(of="co/ley/1912/110") if e.grade in ("claimed", "confirmed")]
    assert len([e for e in printed if e.kind == "repeal"]) == 224
    assert {e.evidence[0].instrument for e in printed} == {"co/ley/1912/110"}
    enacted = {told(e) for e in store.effects(by="co/ley/1923/25") if e.grade == "enacted"}
    assert {line for line in enacted if "catch-all" not in line} == {
        *(f"repeal enacted whole: ley/1923/25#art_30 > ley/1909/69#art_{n}" for n in (5, 6, 7, 13)),
        *(f"repeal enacted whole: ley/1923/25#art_30 > ley/1922/{n}" for n in (30, 117)),
    }
    assert len(enacted) == 7
    limited = [e for e in store.effects(by="co/ley/1923/45") if e.scope == "part"]
    assert {e.words for e in limited} == {"en cuanto se refieren a las Instituciones Bancarias"}


def test_evidence_is_the_source_word_for_word(store: Store) -> None:
    words = {s.file: (ROOT / "corpus" / s.file).read_text(s.encoding) for s in store.sources()}
    effects = store.effects()
    assert effects
    for proof in (p for e in effects for p in e.evidence):
        assert words[proof.source][proof.start : proof.end] == proof.quote


def test_what_affects_is_the_inverse_of_what_is_affected(store: Store) -> None:
    acting = {e for i in store.instruments() for e in store.effects(by=i.id)}
    suffering = {e for i in store.instruments() for e in store.effects(of=i.id)}
    assert {e for e in acting if e.affected} == {e for e in suffering if e.affecting}


@given(st.text(max_size=400))
def test_random_text_has_no_effect(text: str) -> None:
    node = Node(
        instrument="zz/t/f",
        eid="art_1",
        kind="article",
        label="",
        number="1",
        heading="",
        text=text,
        parent=None,
        order=0,
        source="f",
        line=1,
        start=0,
        end=len(text),
    )
    for tag in ("es-co", "en"):
        # "Amended" alone is a note that names nobody.
        assume(not tradition(tag).notes(text))
        assert read_effects([Passage(node, ((0, 0),))], [], tradition(tag)) == ([], [])
