"""The export contract: files, keys and order that other programs build on."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

from kb.build import build
from kb.export import write_jsonl
from kb.ids import natural
from kb.model import STATUSES, ArticuladoError
from kb.store import Store

KEYS = {
    "instruments.jsonl": "id type number year title language in_corpus identified_by dates source",
    "nodes.jsonl": "instrument eid kind label number heading text parent order source line start end status note",
    "citations.jsonl": "instrument eid quote start end resolution targets",
    "effects.jsonl": "kind affecting affected scope grade date evidence",
    "problems.jsonl": "code severity instrument eid line message",
    "concepts.jsonl": "id es en",
}

OLDER = """Artículo 1. El banco será nacional.

LEGISLACIÓN ANTERIOR

Artículo 1. El banco será extranjero.

Vigente desde: 16/07/1923 y hasta el: 05/05/1931

Artículo 2. El banco durará veinte años.
"""


@pytest.fixture(scope="module")
def exported(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("export") / "not" / "there" / "yet"
    write_jsonl(store, folder)
    return folder


def rows(folder: Path, name: str) -> list[dict[str, Any]]:
    with (folder / name).open(encoding="utf-8", newline="\n") as file:
        return [json.loads(line) for line in file]


def test_there_are_these_files_and_no_others(exported: Path) -> None:
    assert {path.name for path in exported.iterdir()} == KEYS.keys()


@pytest.mark.parametrize("name", KEYS)
def test_every_row_has_the_keys_of_the_contract(exported: Path, name: str) -> None:
    for row in rows(exported, name):
        assert set(KEYS[name].split()) <= row.keys()


def test_the_counts_told_are_those_written(store: Store, tmp_path: Path) -> None:
    counts = write_jsonl(store, tmp_path)
    assert counts == {name: len(rows(tmp_path, name)) for name in KEYS}


def test_the_same_store_gives_the_same_bytes(store: Store, exported: Path, tmp_path: Path) -> None:
    write_jsonl(store, tmp_path)
    assert all((tmp_path / name).read_bytes() == (exported / name).read_bytes() for name in KEYS)


def test_rows_are_in_order(exported: Path) -> None:
    instruments = [row["id"] for row in rows(exported, "instruments.jsonl")]
    assert instruments == sorted(instruments, key=natural)
    nodes = [(natural(row["instrument"]), row["order"]) for row in rows(exported, "nodes.jsonl")]
    assert nodes == sorted(nodes)
    assert len(set(nodes)) == len(nodes)


def test_addresses_lead_somewhere(exported: Path) -> None:
    nodes = {(row["instrument"], row["eid"]): row for row in rows(exported, "nodes.jsonl")}
    instruments = {row["id"] for row in rows(exported, "instruments.jsonl")}
    assert {instrument for instrument, _ in nodes} <= instruments
    assert all(row["parent"] is None or (row["instrument"], row["parent"]) in nodes for row in nodes.values())
    for row in rows(exported, "problems.jsonl"):
        assert row["instrument"] in (None, *instruments)
        assert row["eid"] is None or (row["instrument"], row["eid"]) in nodes


def test_what_the_real_corpus_holds_is_exported(exported: Path) -> None:
    nodes = rows(exported, "nodes.jsonl")
    articles = [row for row in nodes if row["kind"] == "article"]
    assert len(articles) == 459
    assert {row["status"] for row in nodes} <= set(STATUSES)
    assert Counter(row["status"] for row in articles)["repealed"] == 227
    assert all(row["start"] < row["end"] and row["line"] >= 1 for row in nodes)


def test_an_older_wording_is_kept_beside_its_article(tmp_path: Path) -> None:
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "ley.es.txt").write_text(OLDER, encoding="utf-8")
    build(tmp_path / "corpus", tmp_path / "build", templates=ROOT / "site_templates")
    with Store.open(tmp_path / "build" / "kb.sqlite") as store:
        write_jsonl(store, tmp_path / "data")
    first, second = (row for row in rows(tmp_path / "data", "nodes.jsonl") if row["kind"] == "article")
    assert (first["text"], second["versions"]) == ("El banco será nacional.", [])
    [older] = first["versions"]
    assert (older["text"], older["until"]) == ("El banco será extranjero.", "1931-05-05")


def test_a_folder_that_cannot_be_is_one_sentence(store: Store, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ArticuladoError, match="name another folder"):
        write_jsonl(store, tmp_path / "file" / "data")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
