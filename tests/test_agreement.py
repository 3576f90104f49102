"""The benches tell the truth: what agrees and what differs, on laws that are the same each time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from conftest import ROOT
from parsing import tradition

from benchmarks.agreement import main
from benchmarks.laws import as_page, bodies, laws
from benchmarks.reading import tree
from benchmarks.run import measure_structure, page_tree

LAW = """Ley 7 de 1920

Artículo 1. El faro será de piedra.

LEGISLACIÓN ANTERIOR []

Artículo 1. El faro será de hierro.

Vigente desde: 11/07/1923 y hasta el: 22/06/1931

Artículo 2. El artículo 23 de la Ley 5 de 1900 quedará así:

"Artículo 23. La boya será roja."

Artículo 4. Apruébase el siguiente reglamento, cuyo texto es:

Artículo 1. Los botes se guardarán.

Artículo 2. Los remos se contarán.

Artículo 5. Esta Ley regirá desde su sanción.
"""
INDEX = """n,kind,label
1,container,CAPITULO I
2,article,Artículo [1]
3,article,Artículo []
4,article,Artículo [2]
5,article,Artículo [4]
6,article,Artículo [5]
"""
AGREES = "ley.md        4        4       -     -      2      1        1"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of laws and one of answers."""
    (tmp_path / "laws").mkdir()
    (tmp_path / "answers").mkdir()
    (tmp_path / "laws" / "LEY.md").write_text(LAW, encoding="utf-8")
    return tmp_path


def agreement(folder: Path, capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, list[str]]:
    """The exit code and the lines of the table."""
    code = main([str(folder / "laws"), str(folder / "answers"), *options])
    return code, capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    ("index", "counts", "code", "says"),
    [
        (INDEX, "", 0, [AGREES]),
        ("", "", 0, [AGREES.replace(" 4        4 ", " 4        - ").removesuffix("1") + "-"]),
        ("", '["LEY.md"]\narticle = 4\nversion = 1\nquoted = 1', 0, [f"{AGREES}  quoted 1 of 1"]),
        (INDEX, '["LEY.md"]\nquoted = 2', 1, [f"{AGREES}  quoted 1 of 2  differs"]),
        (INDEX.replace("[4]", "[3]"), "", 1, ["    missing: 3", "    extra: 4"]),
        (f"{INDEX}7,article,Artículo []\n", "", 1, [f"{AGREES[:-1]}2  differs"]),
        (f"{INDEX}7,article,Artículo [12-A]\n", "", 1, ["    missing: 12a"]),
        ("", '["LEY.md"]\narticle = 9', 1, ["0 of 1 files with answers agree"]),
    ],
    ids=["all", "no answers", "counts", "another count", "other number", "other older", "letter", "too few"],
)
def test_what_agrees_and_what_differs(
    folder: Path, capsys: pytest.CaptureFixture[str], index: str, counts: str, code: int, says: list[str]
) -> None:
    if index:
        (folder / "answers" / "ley.structure.csv").write_text(index, encoding="utf-8")
    if counts:
        (folder / "answers" / "counts.toml").write_text(counts, encoding="utf-8")
    found, lines = agreement(folder, capsys)
    assert found == code
    assert not [line for line in says if line not in [line.replace("LEY.md", "ley.md") for line in lines]], lines


def test_an_only_article_is_number_one(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "laws" / "LEY.md").write_text("Artículo único. Créase un faro.\n", encoding="utf-8")
    (folder / "answers" / "ley.structure.csv").write_text("n,kind,label\n1,article,Artículo [1]\n", encoding="utf-8")
    assert agreement(folder, capsys)[0] == 0


def test_what_cannot_be_read_is_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "counts.toml").write_text("[[", encoding="utf-8")
    assert agreement(folder, capsys, "--counts", str(folder / "counts.toml"))[0] == 2
    assert main([str(folder / "nowhere"), str(folder / "answers")]) == 2


VICTIM = """LEY 5 DE 1900
(marzo 3)
El Congreso de Colombia
DECRETA:
Artículo 1. Los faros serán de piedra.
Artículo 2. Derogado por el artículo 1 de la Ley 7 de 1920.
"""
ACTOR = """LEY 7 DE 1920
(julio 9)
El Congreso de Colombia
DECRETA:
Artículo 1. Derógase el artículo 2 de la Ley 5 de 1900.
Artículo 2. El artículo 1 de la Ley 5 de 1900 quedará así:
"Artículo 1. Los faros serán de hierro."
"""
ANSWERS = {
    "articles.jsonl": [
        {"id": "co/ley/1900/5", "file": "laws/LEY-5-1900.txt", "articles": ["1", "2"], "clean": True, "why": ""},
        {
            "id": "co/ley/1920/7",
            "file": "laws/LEY-7-1920.txt",
            "articles": ["1", "2", "3"],
            "clean": True,
            "why": "hard",
        },
    ],
    "notes.jsonl": [
        {
            **{"file": "laws/LEY-5-1900.txt", "id": "co/ley/1900/5", "article": "2", "kind": "repeal", "shape": "stub"},
            **{"by": "co/ley/1920/7", "by_article": "1", "scope": "whole"},
        },
        {
            **{"file": "laws/LEY-5-1900.txt", "id": "co/ley/1900/5", "article": "2", "kind": "repeal", "shape": "stub"},
            **{"by": "co/ley/1921/8", "by_article": "1", "scope": "whole"},
        },
    ],
    "clauses.jsonl": [
        {
            **{"file": "laws/LEY-7-1920.txt", "article": "1", "line": 5, "catch_all": True},
            "quote": "Derógase el artículo 2 de la Ley 5 de 1900.",
            "effects": [{"kind": "repeal", "instrument": "co/ley/1900/5", "article": "2", "scope": "whole"}],
        },
    ],
}


def test_one_table_tells_every_kind_of_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "laws").mkdir()
    (tmp_path / "answers").mkdir()
    for name, text in (("LEY-5-1900.txt", VICTIM), ("LEY-7-1920.txt", ACTOR)):
        (tmp_path / "laws" / name).write_text(text, encoding="utf-8")
    for name, rows in ANSWERS.items():
        (tmp_path / "answers" / name).write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert main([str(tmp_path)]) == 1
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    wanted = [
        *("articles plain 1 1 100.0", "articles hard 0 1 0.0 missing 1"),
        "notes stub 1 2 50.0 repealer 1",
        *("clauses found 1 1 100.0", "clauses scope 1 1 100.0", "clauses precision 1 1 100.0"),
        *("clauses catch-alls 0 1 0.0 not read 1", "texts no character lost 2 2 100.0"),
    ]
    assert not [line for line in wanted if line not in lines], lines
    assert lines[-1].startswith("CPU seconds a million characters")
    (tmp_path / "laws" / "LEY-5-1900.txt").unlink()
    assert main([str(tmp_path)]) == 2


def test_anyone_can_run_it(folder: Path) -> None:
    call = [sys.executable, "benchmarks/agreement.py", folder / "laws", folder / "answers"]
    done = subprocess.run(call, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"LEY.md" in done.stdout


def test_the_laws_that_are_measured_are_the_same_each_time_and_have_the_habits_of_real_ones() -> None:
    said = bodies(ROOT / "corpus")
    made = laws(said, 200_000)
    assert made == laws(said, 200_000)
    assert 200_000 <= sum(map(len, made)) < 400_000
    read = tree(made[0], "text/markdown", tradition("es-co"))
    kinds = Counter(node.kind for node in read.nodes)
    assert kinds["article"] == 140 and kinds["chapter"] == 12
    assert all(kinds[kind] >= 3 for kind in ("item", "paragraph", "quoted")), kinds
    assert len(read.versions) >= 10 and all(version.until for version in read.versions)


def test_a_page_of_a_law_has_the_structure_of_the_law() -> None:
    law, spanish = laws(bodies(ROOT / "corpus"), 1)[0], tradition("es-co")
    page, text = page_tree(as_page(law), spanish), tree(law, "text/markdown", spanish)
    assert [(node.eid, node.kind, node.number) for node in page.nodes] == [
        (node.eid, node.kind, node.number) for node in text.nodes
    ]
    assert [version.since for version in page.versions] == [version.since for version in text.versions]


def test_the_speed_of_structure_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.run.ROUNDS", 1)
    speeds = measure_structure(["Artículo 1. El faro será de piedra.\n"])
    assert {"text", "HTML"} <= speeds.keys() and all(speed > 0 for speed in speeds.values())
