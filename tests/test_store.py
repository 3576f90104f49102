"""The store: what goes in comes out, an analyst's queries answer, a broken write leaves the old one."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from kb import store as stores
from kb.model import ArticuladoError, Concept, Knowledge
from kb.store import Store


def everything(store: Store) -> Knowledge:
    instruments = store.instruments()
    return Knowledge(
        sources=tuple(store.sources()),
        instruments=tuple(instruments),
        nodes=tuple(n for i in instruments for n in store.nodes(i.id)),
        spans=tuple(s for source in store.sources() for s in store.spans(source.file)),
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
]


@pytest.mark.parametrize(("query", "answer"), QUERIES)
def test_an_analyst_can_ask_the_file_itself(built: Path, query: str, answer: object) -> None:
    with closing(sqlite3.connect(built / "kb.sqlite")) as db:
        assert db.execute(query).fetchone()[0] == answer


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
