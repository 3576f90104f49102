"""Words that lines divide: kept as printed, found whole, and in both ways where they may be two."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st

from kb.build import build
from kb.divided import MAYBE, divided, judged, mended
from kb.query import search
from kb.store import Store

TEXT = """LEY 12 DE 1921
(marzo 3)
El Congreso de Colombia
DECRETA:
Artículo 1º. Los estableci-
mientos de crédito llevarán libros y presen-
tarán balance.
Artículo 2º. El tratado franco-
colombiano se aplicará a los pa-
raguas que lleguen.
Artículo 3º. Derógase el ar-
tículo 4º de la Ley 30 de 1910.
"""
WORDS = frozenset({"establecimientos", "franco", "colombiano", "sobretodo", "sobre", "todo"})


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Los estableci-\nmientos de", "Los establecimientos de"),
        ("LOS ESTABLECI-\nMIENTOS", "LOS ESTABLECIMIENTOS"),
        ("esta-\nbleci-\nmientos", "establecimientos"),
        ("el tratado franco-\ncolombiano", f"el tratado franco{MAYBE}colombiano"),
        ("un sobre-\ntodo gris", f"un sobre{MAYBE}todo gris"),
        ("de 1920-\n1921, franco-colombiano", "de 1920-\n1921, franco-colombiano"),
        ("franco-\n\ncolombiano", "franco-\n\ncolombiano"),
    ],
)
def test_a_divided_word_is_whole_where_that_is_sure(text: str, read: str) -> None:
    assert mended(text, judged(divided([text]), WORDS.__contains__)) == read


@given(st.text(alphabet="ab-¬\n \u00ad1", max_size=40))
def test_no_letter_is_lost(text: str) -> None:
    read = mended(text, judged(divided([text]), {"ab", "ba"}.__contains__))
    assert [c for c in read if c.isalnum()] == [c for c in text if c.isalnum()]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("divided")
    (folder / "corpus" / "co" / "caso").mkdir(parents=True)
    (folder / "corpus" / "co" / "caso" / "a.txt").write_text(TEXT, "utf-8")
    build(folder / "corpus", folder / "out", templates=ROOT / "site_templates")
    return folder / "out"


@pytest.mark.parametrize(
    ("asked", "eid"),
    [
        ("establecimientos", "art_1"),
        ("establecimiento", "art_1"),
        ('"establecimientos de crédito"', "art_1"),
        ("presentar balance", "art_1"),
        ("paraguas", "art_2"),
        ("franco colombiano", "art_2"),
        ('"tratado franco colombiano se"', "art_2"),
        ("francocolombiano", "art_2"),
        ('"tratado francocolombiano"', "art_2"),
    ],
)
def test_a_divided_word_is_found(made: Path, asked: str, eid: str) -> None:
    with Store.open(made / "kb.sqlite") as store:
        answer = search(store, made / "index" / store.meta()["index"], asked)
    assert [hit.node.eid for hit in answer.hits if hit.node] == [eid]
    assert answer.rung in ("all words", "phrase")


def test_the_text_stays_as_printed_and_its_pages_find_it_whole(made: Path) -> None:
    with Store.open(made / "kb.sqlite") as store:
        article = store.node("co/ley/1921/12", "art_1")
    assert article and article.text.startswith("Los estableci-\nmientos de")
    texts = (made / "site" / "search" / "t0.js").read_text("utf-8")
    assert "establecimientos" in texts and json.dumps(MAYBE)[1:-1] not in texts.replace(MAYBE, "")
