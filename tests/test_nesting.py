"""Sequences of marks and the depths that they stand for (cases/nesting.toml); what is told where two readings fit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from parsing import cases, doubts, parse

from kb.build import build
from kb.store import Store

TEMPLATES = Path(__file__).parent.parent / "site_templates"
ARTICLE = {"es-co": "Artículo 1.", "en": "Article 1."}


def written(marks: list[str], tag: str) -> str:
    return "\n\n".join([f"{ARTICLE[tag]} Son estos:", *(f"{mark} Palabras {n}." for n, mark in enumerate(marks))])


@pytest.mark.parametrize("case", cases("nesting"))
def test_a_sequence_of_marks_is_read_as_its_depths(case: dict[str, Any]) -> None:
    tag, marks = case.get("tradition", "es-co"), case["marks"].split(", ")
    text = written(marks, tag)
    nodes, _ = parse(text, tag)
    read = []
    for n, mark in enumerate(marks):
        node = next(node for node in nodes if f"Palabras {n}." in node.text)
        read.append(node.eid.removeprefix("art_1__") if node.label == mark else "-")
    assert read == case["read"].split(", ")
    both = [f"{eid} or {other}".replace("art_1__", "") for eid, _, other in doubts(text, tag)]
    assert both == case.get("readings", [])


JUMPS = [
    ("the series goes on from there", [18, 19, 52, 53], "", []),
    ("nothing follows the jump", [18, 19, 52], "", [("art_52", "art_19__qstr_52")]),
    ("a slip of the press is told as such", [245, 246, 2247, 248], "", []),
    ("a few numbers are left out", [1, 2, 4, 9], "", []),
    ("announced, and the law ends there", [1, 2], "Artículo 3. La ley quedará así:\n\nArtículo 23. Otra.", "art_3"),
    ("in quotes only, and the law ends there", [1, 2], '"Artículo 23. Otra."', "art_2"),
    ("announced by number", [1, 2], "Artículo 3. El artículo 23 quedará así:\n\nArtículo 23. Otra.", []),
    ("announced and in quotes", [1, 2], 'Artículo 3. La ley quedará así:\n\n"Artículo 23. Otra."', []),
    ("the law goes on", [1, 2], "Artículo 3. La ley quedará así:\n\nArtículo 23. Otra.\n\nArtículo 4. Rige.", []),
]


@pytest.mark.parametrize(("numbers", "rest", "told"), [row[1:] for row in JUMPS], ids=[row[0] for row in JUMPS])
def test_a_jump_upon_thin_evidence_tells_both_readings(numbers: list[int], rest: str, told: Any) -> None:
    text = "\n\n".join([*(f"Artículo {number}. Palabras." for number in numbers), *filter(None, [rest])])
    wanted = [(f"{told}__qstr_23", "art_23")] if isinstance(told, str) else told
    assert [(eid, other) for eid, code, other in doubts(text) if code == "thin-evidence"] == wanted


def test_both_readings_are_a_problem_of_the_knowledge_base(tmp_path: Any) -> None:
    folder = tmp_path / "corpus" / "co" / "leyes"
    folder.mkdir(parents=True)
    law = written([f"{letter})" for letter in (*"abcdefghi", "ii", "j")], "es-co")
    (folder / "ley.txt").write_text(f"{law}\n\nArtículo 2. Rige.\n\nArtículo 40. Palabras.", "utf-8")
    build(tmp_path / "corpus", tmp_path / "out", templates=TEMPLATES)
    with Store.open(tmp_path / "out" / "kb.sqlite") as store:
        told = {problem.code: problem.message for problem in store.problems()}
    assert told["ambiguous-mark"] == "«i)» is read as art_1__lit_i; it may be art_1__lit_h__num_1."
    assert told["thin-evidence"] == "«Artículo 40.» is read as art_40; it may be art_2__qstr_40."
