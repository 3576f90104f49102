"""Effects, as a compliance officer asks for them: what does what to what, on whose word, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb import corpus, grammar
from kb.build.assemble import assemble
from kb.build.link import link
from kb.model import Effect, Knowledge, Target
from kb.status import Standing
from kb.store import Store
from tests.parsing import cases


def known(folder: Path, files: dict[str, str]) -> Knowledge:
    """What the chain up to the store knows of a corpus of `files`, all Colombian, in one collection."""
    for name, text in files.items():
        path = folder / "co" / "c" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    documents = corpus.load(folder, grammar.load_all()).documents
    texts, runs = assemble(documents, lambda _: None)
    return link(texts, documents, runs, lambda *_: None)


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
