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
    "instruments.jsonl": "id type number year title language in_corpus identified_by dates source state status",
    "nodes.jsonl": "instrument eid kind label number heading text parent order source line start end status note",
    "versions.jsonl": "instrument eid text from to note start end place label source line",
    "incisos.jsonl": "instrument eid n start end parent node first last source line status",
    "citations.jsonl": "instrument eid quote start end resolution targets",
    "effects.jsonl": "kind affecting affected scope words grade date date_origin bound latest evidence",
    "periods.jsonl": "instrument eid since latest bound origin until stated_in quote source start end",
    "definitions.jsonl": "term language instrument eid source start end",
    "problems.jsonl": "code severity instrument eid line message",
    "concepts.jsonl": "id es en",
}

OLDER = """---
titulo: "Ley de prueba"
estado: "Parcialmente Derogada"
---

Artículo 1. El banco será nacional.

LEGISLACIÓN ANTERIOR

Artículo 1. El banco será extranjero.

Vigente desde: 16/07/1923 y hasta el: 05/05/1931

Artículo 2. El banco durará veinte años.

Texto original:

El banco durará diez años.

Artículo 3. El banco tendrá un gerente.
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


def source_text(name: str) -> str:
    return (ROOT / "corpus" / name).read_bytes().decode("utf-8-sig")


def test_citations_and_evidence_quote_their_source_exactly(exported: Path) -> None:
    citations, effects = rows(exported, "citations.jsonl"), rows(exported, "effects.jsonl")
    quotes = [*citations, *(proof for effect in effects for proof in effect["evidence"])]
    words = {name: source_text(name) for name in {quote["source"] for quote in quotes}}
    assert quotes
    assert all(words[q["source"]][q["start"] : q["end"]] == q["quote"] for q in quotes)


def test_targets_and_ends_are_in_the_register(exported: Path) -> None:
    instruments = {row["id"] for row in rows(exported, "instruments.jsonl")}
    effects = rows(exported, "effects.jsonl")
    ends = [effect[end] for effect in effects for end in ("affecting", "affected") if effect[end]]
    targets = [target for citation in rows(exported, "citations.jsonl") for target in citation["targets"]]
    assert all(set(end) == {"instrument", "eid"} and end["instrument"] in instruments for end in (*ends, *targets))
    assert all(effect["affected"] or effect["scope"] == "catch-all" for effect in effects)


def test_the_effects_of_the_real_corpus_are_exported(exported: Path) -> None:
    effects = rows(exported, "effects.jsonl")
    by_42 = [e for e in effects if e["affecting"] == {"instrument": "co/ley/1923/42", "eid": "art_81"}]
    assert len(by_42) == 200
    assert {(e["kind"], e["scope"], e["grade"], e["date"], e["bound"]) for e in by_42} == {
        ("repeal", "whole", "claimed", "1923-01-01", True)
    }
    assert effects == sorted(effects, key=lambda e: natural((e["affected"] or {"instrument": ""})["instrument"]))


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The export of a law that prints older wordings and its own state."""
    folder = tmp_path_factory.mktemp("older")
    (folder / "corpus").mkdir()
    (folder / "corpus" / "ley.es.md").write_text(OLDER, encoding="utf-8")
    build(folder / "corpus", folder / "build", templates=ROOT / "site_templates")
    with Store.open(folder / "build" / "kb.sqlite") as store:
        write_jsonl(store, folder / "data")
    return folder / "data"


def test_an_older_wording_is_a_row_of_its_own_and_of_no_node(older: Path) -> None:
    articles = [row for row in rows(older, "nodes.jsonl") if row["kind"] == "article"]
    assert [row["text"].split()[-1] for row in articles] == ["nacional.", "años.", "gerente."]
    assert all("versions" not in row for row in articles)
    assert [[row[key] for key in ("eid", "place", "text", "from", "to")] for row in rows(older, "versions.jsonl")] == [
        ["art_1", 1, "El banco será extranjero.", "1923-07-16", "1931-05-05"],
        ["art_2", 1, "El banco durará diez años.", None, None],
    ]


def test_an_older_wording_says_where_it_was_read_and_what_its_source_says_of_it(older: Path) -> None:
    first, second = rows(older, "versions.jsonl")
    assert OLDER[first["start"] : first["end"]].startswith("Artículo 1. El banco será extranjero.")
    assert OLDER.splitlines()[first["line"] - 1] == "Artículo 1. El banco será extranjero."
    assert (first["label"], second["label"]) == ("Artículo 1.", "")
    assert "Vigente desde: 16/07/1923 y hasta el: 05/05/1931" in first["note"]
    assert second["note"] == "Texto original:"


def test_older_wordings_are_in_order_and_lead_to_their_articles(older: Path) -> None:
    places = [(natural(row["instrument"]), row["source"], row["start"]) for row in rows(older, "versions.jsonl")]
    assert places == sorted(places)
    nodes = {(row["instrument"], row["eid"]) for row in rows(older, "nodes.jsonl")}
    assert {(row["instrument"], row["eid"]) for row in rows(older, "versions.jsonl")} <= nodes


def test_an_instrument_says_its_state_as_printed_and_what_that_comes_to(older: Path, exported: Path) -> None:
    [law] = rows(older, "instruments.jsonl")
    assert (law["state"], law["status"]) == ("Parcialmente Derogada", "partly repealed")
    silent = rows(exported, "instruments.jsonl")
    assert {(row["state"], row["status"]) for row in silent} == {("", "")}


def test_a_folder_that_cannot_be_is_one_sentence(store: Store, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ArticuladoError, match="name another folder"):
        write_jsonl(store, tmp_path / "file" / "data")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
