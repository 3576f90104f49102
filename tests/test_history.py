"""What a law said before, shown and searched only when a user asks for it, and never taken for words of today."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from conftest import ROOT

import cli
from kb.build import build

# As compilers print it: today's words, then what the article said before, in no order of days; words of another law;
# documents inside the document with a series of their own.
LAW = """---
titulo: "Ley de faros"
estado: "Vigente"
---

Artículo 1. El faro será de piedra.

1. La piedra será blanca.

LEGISLACIÓN ANTERIOR []

Artículo 1. El faro será de madera.

Vigente desde: 01/01/1900 y hasta el: 10/07/1923

Artículo 1. El faro será de hierro.

Vigente desde: 11/07/1923 y hasta el: 22/06/1931

Artículo 2. El artículo 23 de la Ley 5 de 1900 quedará así:

"Artículo 23. La boya será roja."

Artículo 3. El guardián vivirá en el faro.

Texto original:

El guardián vivirá en la costa.

Artículo 4. Apruébase el siguiente reglamento, cuyo texto es:

Artículo 1. Los botes se guardarán.

Artículo 2. Los remos se contarán.

Artículo 5. Esta Ley regirá desde su sanción.

ANEXO A

Artículo 1. El muelle se pintará.
"""
FOUND, NOTHING = 0, 1


@pytest.fixture(scope="module")
def lighthouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build of the law above."""
    folder = tmp_path_factory.mktemp("lighthouse")
    (folder / "corpus").mkdir()
    (folder / "corpus" / "ley.es.md").write_text(LAW, encoding="utf-8")
    build(folder / "corpus", folder / "build", templates=ROOT / "site_templates")
    return folder / "build"


def articulado(kb: Path, *arguments: str) -> Result:
    return CliRunner().invoke(cli.main, [*arguments, "--kb", str(kb)], catch_exceptions=False)


def printed(kb: Path, *arguments: str) -> Any:
    return json.loads(articulado(kb, *arguments, "--json").stdout)


IRON, WOOD = "Older wording (1923-07-11 to 1931-06-22)", "Older wording (1900-01-01 to 1923-07-10)"
OF_1, OF_3 = "Older wording of Artículo 1 (1923-07-11 to 1931-06-22)", "Older wording of Artículo 3 (undated)"


@pytest.mark.parametrize(
    ("reference", "count", "headings"),
    [
        ("ley#art_1", "2 older wordings: --history", [IRON, WOOD]),
        ("ley#art_3", "1 older wording: --history", ["Older wording (undated)"]),
        ("ley#art_5", None, []),
        ("ley#art_1__num_1", "2 older wordings: --history", [OF_1, WOOD.replace("wording", "wording of Artículo 1")]),
        ("ley", "3 older wordings: --history", [OF_1, WOOD.replace("wording", "wording of Artículo 1"), OF_3]),
        ("ley#art_4__annex_1__art_1", None, []),
        ("ley#annex_a", None, []),
    ],
)
def test_older_wordings_are_counted_or_printed_newest_first(
    lighthouse: Path, reference: str, count: str | None, headings: list[str]
) -> None:
    address = f"zz/corpus/{reference}"
    plain = articulado(lighthouse, "show", address).stdout.splitlines()
    assert [line for line in plain if "older wording" in line.lower()] == ([count] if count else [])
    full = articulado(lighthouse, "show", address, "--history").stdout.splitlines()
    assert [line for line in full if "older wording" in line.lower()] == headings
    assert full[: len(plain) - bool(count)] == plain[: len(plain) - bool(count)], "today's words come first, unchanged"


def test_an_older_wording_is_printed_with_its_note_its_words_and_its_place(lighthouse: Path) -> None:
    said = articulado(lighthouse, "show", "zz/corpus/ley#art_1", "--history").stdout
    assert said.endswith(
        f"""
{WOOD}
   Vigente desde: 01/01/1900 y hasta el: 10/07/1923
   Artículo 1. El faro será de madera.
   ley.es.md, line 12, characters {LAW.index("Artículo 1. El faro será de m")}-{LAW.index("10/07/1923") + 10}
"""
    )


def test_json_counts_older_wordings_and_carries_them_when_asked(lighthouse: Path) -> None:
    [plain] = printed(lighthouse, "show", "zz/corpus/ley#art_1")["found"]
    assert plain["older_wordings"] == 2 and "versions" not in plain
    [full] = printed(lighthouse, "show", "zz/corpus/ley#art_1", "--history")["found"]
    assert [(row["from"], row["to"], row["place"]) for row in full["versions"]] == [
        ("1923-07-11", "1931-06-22", 2),
        ("1900-01-01", "1923-07-10", 1),
    ]
    assert all({"text", "note", "start", "end", "label", "source", "line"} <= row.keys() for row in full["versions"])


@pytest.mark.parametrize(
    ("reference", "lines"),
    [
        ("ley#art_2", ['   Words of another law: "Artículo 23.', '   La boya será roja."']),
        ("ley#art_4", ["   Annex", "      Artículo 1.", "      Los botes se guardarán."]),
        ("ley#annex_a", ["ANEXO A", "   Artículo 1.", "   El muelle se pintará."]),
        ("ley#annex_a__art_1", ["Ley de faros · ANEXO A", "Artículo 1."]),
        ("ley#art_4__annex_1__art_2", ["Ley de faros · Annex", "Artículo 2."]),
        ("ley", ["state as its document prints it: Vigente (in force, says the source)"]),
        ("ley", ["Artículo 4.", "   Annex", "      Artículo 1.", "      Artículo 2.", "Artículo 5.", "ANEXO A"]),
    ],
)
def test_what_is_not_the_laws_own_is_printed_as_such(lighthouse: Path, reference: str, lines: list[str]) -> None:
    said = [line for line in articulado(lighthouse, "show", f"zz/corpus/{reference}").stdout.splitlines() if line]
    start = said.index(lines[0])
    assert said[start : start + len(lines)] == lines


def test_the_laws_own_article_comes_before_those_of_its_annexes(lighthouse: Path) -> None:
    found = printed(lighthouse, "show", "art. 1")["found"]
    assert [one["eid"] for one in found] == ["art_1", "art_4__annex_1__art_1", "annex_a__art_1"]


def test_a_search_leaves_older_wordings_out_and_says_so(lighthouse: Path) -> None:
    silent = articulado(lighthouse, "search", "hierro")
    assert silent.exit_code == NOTHING
    assert "1 older wording would answer: --history" in silent.stdout
    assert printed(lighthouse, "search", "hierro")["older_wordings"] == 1
    assert "older" not in articulado(lighthouse, "search", "faro").stdout


def test_a_search_in_history_shows_the_days_of_each_older_wording(lighthouse: Path) -> None:
    asked = articulado(lighthouse, "search", "hierro", "--history")
    assert asked.exit_code == FOUND
    assert asked.stdout.startswith(
        "1. Artículo 1.  older wording (1923-07-11 to 1931-06-22)\n   El faro será de hierro."
    )
    [hit] = printed(lighthouse, "search", "hierro", "--history")["hits"]
    assert (hit["address"], hit["version"]["to"]) == ("zz/corpus/ley#art_1", "1931-06-22")
    assert printed(lighthouse, "search", "piedra")["hits"][0]["version"] is None


def test_history_finds_today_as_well(lighthouse: Path) -> None:
    hits = printed(lighthouse, "search", "faro", "--history")["hits"]
    assert {(hit["address"].partition("#")[2], hit["version"] and hit["version"]["place"]) for hit in hits} == {
        ("art_1", None), ("art_1", 1), ("art_1", 2), ("art_3", None),
    }  # fmt: skip


def test_a_word_that_only_an_older_wording_has_is_known(lighthouse: Path) -> None:
    for options in ((), ("--history",)):
        assert "No text has" not in articulado(lighthouse, "search", "hierro", *options).stdout


def test_an_older_wording_that_changes_makes_another_index(lighthouse: Path, tmp_path: Path) -> None:
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "ley.es.md").write_text(LAW.replace("de hierro", "de bronce"), encoding="utf-8")
    build(tmp_path / "corpus", tmp_path / "build", templates=ROOT / "site_templates")
    assert {path.name for path in (tmp_path / "build" / "index").iterdir()}.isdisjoint(
        path.name for path in (lighthouse / "index").iterdir()
    )
    assert printed(tmp_path / "build", "search", "bronce", "--history")["hits"]
