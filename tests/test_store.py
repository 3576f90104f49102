"""The store: what goes in comes out, an analyst's queries answer, a broken write leaves the old one."""

from __future__ import annotations

import re
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from kb import store as stores
from kb.ledgers import packed
from kb.listings import status
from kb.model import ArticuladoError, Concept, Instrument, Knowledge
from kb.query import search
from kb.store import Store


def everything(store: Store) -> Knowledge:
    instruments = store.instruments()
    return Knowledge(
        sources=tuple(store.sources()),
        instruments=tuple(instruments),
        nodes=tuple(n for i in instruments for n in store.nodes(i.id)),
        ledgers=tuple(packed(s for source in store.sources() for s in store.spans(source.file))),
        problems=(),
        concepts=(Concept(id="quorum", forms=(("en", ("quorum",)), ("es", ("quórum",))), note="n"),),
    )


def test_a_knowledge_base_comes_back_as_it_was_stored(store: Store, tmp_path: Path) -> None:
    known = everything(store)
    stores.write(tmp_path / "kb.sqlite", known, problems=store.problems(), meta={"index": "x"})
    with Store.open(tmp_path / "kb.sqlite") as copy:
        again = replace(everything(copy), concepts=tuple(copy.concepts()))
        assert again == known
        assert copy.problems() == store.problems()


def test_every_character_of_every_source_has_one_place(store: Store) -> None:
    for source in store.sources():
        spans = store.spans(source.file)
        assert [s.start for s in spans] == [0, *(s.end for s in spans)][:-1]
        assert spans[-1].end == source.characters


def test_a_subtree_is_the_node_and_all_below_it(store: Store) -> None:
    assert len(store.subtree("co/estatutos/bancolombia", "art_61")) == 34
    assert [n.eid for n in store.subtree("co/ley/1923/45", "art_46")] == ["art_46"]
    assert store.subtree("co/ley/1923/45", "art_999") == []


def test_a_number_is_exact(store: Store) -> None:
    assert {n.eid for n in store.numbered("article", "4")} == {"art_4"}
    assert len(store.numbered("article", "46")) == 2


QUERIES = [
    ("SELECT count(*) FROM v_articles WHERE status = 'repealed'", 227),
    (
        "SELECT chapter_heading FROM v_articles WHERE instrument = 'co/ley/1923/45' AND number = '105'",
        "Secciones Fiduciarias",
    ),
    ("SELECT articles FROM v_status_counts WHERE instrument = 'co/ley/1923/45' AND status = 'empty'", 7),
    ("SELECT sum(characters) FROM v_characters WHERE source LIKE '%bylaws%'", 80685),
    ("SELECT count(*) FROM v_problems WHERE severity = 'error'", 1),
    # The whole words of an article, those of its items too, and only its own.
    ("SELECT eid FROM v_articles WHERE text LIKE '%donations%'", "art_61"),
    ("SELECT count(*) FROM v_articles WHERE lead LIKE '%donations%'", 0),
    ("SELECT count(*) FROM v_articles WHERE eid = 'art_6' AND text LIKE '%donations%'", 0),
    ("SELECT count(*) FROM v_articles WHERE eid = 'art_68' AND text LIKE '%PARAGRAPH 1:  Within%PARAGRAPH 2:%'", 1),
    ("SELECT count(*) FROM v_effects WHERE kind = 'repeal' AND eid IS NOT NULL", 233),
    ("SELECT count(*) FROM v_effects WHERE evidence IS NULL", 0),
]


@pytest.mark.parametrize(("query", "answer"), QUERIES)
def test_an_analyst_can_ask_the_file_itself(built: Path, query: str, answer: object) -> None:
    with closing(sqlite3.connect(built / "kb.sqlite")) as db:
        assert db.execute(query).fetchone()[0] == answer


def test_a_viewer_finds_the_file_whole(built: Path) -> None:
    with closing(sqlite3.connect(built / "kb.sqlite")) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []


def test_a_viewer_shows_what_each_table_and_view_holds(built: Path) -> None:
    with closing(sqlite3.connect(built / "kb.sqlite")) as db:
        made = db.execute("SELECT name, sql FROM sqlite_master WHERE type IN ('table', 'view')").fetchall()
    assert [name for name, sql in made if not re.search(r"(?:\(|AS)\s+-- [A-Z].+\.$", sql, re.MULTILINE)] == []


def test_where_characters_went_can_be_asked_row_by_row(built: Path, store: Store) -> None:
    for source in store.sources():
        with closing(sqlite3.connect(built / "kb.sqlite")) as db:
            rows = db.execute("SELECT * FROM v_spans WHERE source = ?", (source.file,)).fetchall()
        assert rows == [tuple(span) for span in store.spans(source.file)]


def test_the_columns_of_a_key_come_first(built: Path) -> None:
    with closing(sqlite3.connect(built / "kb.sqlite")) as db:
        tables = db.execute("SELECT name FROM pragma_table_list WHERE type = 'table' AND wr").fetchall()
        assert len(tables) > 10
        for (table,) in tables:
            places = [row[5] for row in db.execute(f"PRAGMA table_info({table})")]
            keys = [place for place in places if place]
            assert places[: len(keys)] == list(range(1, len(keys) + 1)), table


def test_a_store_that_another_program_keeps_is_one_sentence(built: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(built / "kb.sqlite", tmp_path))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(ArticuladoError, match=r"kb\.sqlite: in use by another program; close it there"):
            Store.open(path)
    with Store.open(path) as store, closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as other:
        assert store.meta()["format"]
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("CREATE TABLE mine (a)")
        assert store.instruments()


def test_a_broken_write_leaves_the_old_store(store: Store, tmp_path: Path) -> None:
    path, known = tmp_path / "kb.sqlite", everything(store)
    stores.write(path, known, problems=(), meta={"n": "1"})
    with pytest.raises(sqlite3.IntegrityError):
        stores.write(path, replace(known, nodes=known.nodes * 2), problems=(), meta={"n": "2"})
    with Store.open(path) as kept:
        assert kept.meta()["n"] == "1"
    assert [p.name for p in tmp_path.iterdir()] == ["kb.sqlite"]


@pytest.mark.parametrize("content", [None, b"", b"not a database at all, but long enough to look like one" * 40])
def test_what_is_no_store_is_one_sentence(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "odd #%?.sqlite"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ArticuladoError, match="run `articulado build`"):
        Store.open(path)


@pytest.mark.parametrize(
    "typed",
    ["art. 17 ley 45 de 1923", "ley 45/23", "46 bylaws", "código fiscal 157", "encaje de la ley", "type:ley oro"],
)
def test_no_question_reads_all_instruments(built: Path, typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(self: Store) -> list[Instrument]:
        raise AssertionError("every instrument was read")

    monkeypatch.setattr(Store, "instruments", refused)
    with Store.open(built / "kb.sqlite") as store:
        assert search(store, built / "index" / store.meta()["index"], typed).hits
        assert status(store, "art. 17 ley 45 de 1923", None).found


def test_a_name_is_found_by_the_words_that_a_text_begins_with(tmp_path: Path) -> None:
    called = ("Ley 4 de 1901", "Ley 4", "Ley 4 de 1901, sobre molinos", "Ley 45 de 1901")
    law = Instrument(id="", type="ley", number="4", year=1901, title="", language="es")
    titled = tuple(replace(law, id=f"xx/ley/{at}", title=name) for at, name in enumerate(called))
    known = Knowledge((), titled, (), (), ())
    stores.write(tmp_path / "kb.sqlite", known, problems=(), meta={})
    with Store.open(tmp_path / "kb.sqlite") as store:
        said = ("ley", "4", "de", "1901", "sobre", "pesas")
        assert [(size, its) for size, _, its in store.names_within(said)] == [
            (4, ("name", "xx/ley/0")),
            (2, ("name", "xx/ley/1")),
        ]
