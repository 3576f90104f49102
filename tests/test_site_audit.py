"""The audit page: where every character went, what was made of each instrument, which text this is."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_site import TEMPLATES, Page
from test_site_ties import FILE, LAW, OTHER, TEXTS, law, site

from kb.ledgers import packed
from kb.model import Knowledge, Source, Span
from kb.site import write
from kb.site.audit import audit, percent
from kb.site.library import Library, gather
from kb.site.words import load
from kb.store import Store, StoredProblem
from kb.store import write as write_store

__all__ = ["site"]

ROLES = (
    ("label", "art_1", 12), ("text", "art_1__num_1", 30), ("text", "annex_1__art_2", 8), ("heading", "chp_1", 10),
    ("text", "part_1", 5), ("version", "art_1", 7), ("separator", None, 3), ("furniture", None, 4),
)  # fmt: skip
ALL = sum(number for *_, number in ROLES)


def problems(number: int) -> list[StoredProblem]:
    return [
        StoredProblem(
            code="lost-list", severity="warning", instrument=None, eid=None, source=FILE, line=n + 1,
            message=f"List {n}.", message_es=f"Lista {n}.", params={},
        )
        for n in range(number)
    ]  # fmt: skip


def stored(folder: Path, *, characters: int, odd: int = 0) -> Store:
    source = Source(
        file=FILE, sha256="cd" * 32, encoding="cp1252", media_type="text/plain", language="es", layout="records",
        tradition="es-co", characters=characters, rights="Libre.",
    )  # fmt: skip
    spans, at = [], 0
    for role, eid, number in ROLES:
        owner = LAW if eid else None
        spans.append(Span(source=FILE, start=at, end=at + number, role=role, instrument=owner, eid=eid))
        at += number
    known = Knowledge((source,), (law(LAW, "45", 1923),), (), tuple(packed(spans)), ())
    meta = {"version": "9.8.7", "fingerprint": "f00d"}
    write_store(folder / "kb.sqlite", known, problems=problems(odd), meta=meta)
    return Store.open(folder / "kb.sqlite")


def library(store: Store) -> Library:
    return gather(store, load(TEMPLATES / "words"))


@pytest.mark.parametrize("beyond", [0, 21])
def test_every_character_is_counted_once_and_what_has_no_place_is_said(tmp_path: Path, beyond: int) -> None:
    with stored(tmp_path, characters=ALL + beyond) as store:
        (it,) = audit(library(store)).coverage
        write(tmp_path / "site", store, TEMPLATES)
    assert it.places == {
        "articles": 50, "other": 15, "version": 7, "separator": 3, "markup": 0, "furniture": 4, "unread": beyond,
    }  # fmt: skip
    assert sum(it.places.values()) == it.source.characters
    page = Page((tmp_path / "site/en/problems.html").read_text("utf-8")).text
    assert f"In no place Total {FILE} 50" in page
    assert (f" {beyond} 21%" if beyond else " 0 0%") + f" {ALL + beyond}" in page


def test_it_says_which_text_this_is(tmp_path: Path) -> None:
    with stored(tmp_path, characters=ALL) as store:
        write(tmp_path / "site", store, TEMPLATES)
    page = Page((tmp_path / "site/es/problems.html").read_text("utf-8")).text
    for fact in ("Articulado 9.8.7", "f00d", "cd" * 32, "cp1252", "es-co", "un registro por línea", "Libre."):
        assert fact in page, fact


def test_of_very_many_places_some_are_told_and_all_have_pages(tmp_path: Path) -> None:
    with stored(tmp_path, characters=ALL, odd=1200) as store:
        write(tmp_path / "site", store, TEMPLATES)
    page = Page((tmp_path / "site/en/problems.html").read_text("utf-8"))
    assert "1200 problems" in page.text and "List 9." in page.text and "List 10." not in page.text
    assert "All 1200 places" in page.text and "problems-lost-list.html" in page.every("href")
    parts = ["", "-p2", "-p3", "-p4"]
    told = [(tmp_path / f"site/en/problems-lost-list{part}.html").read_text("utf-8") for part in parts]
    assert [n for n in range(1200) if f"List {n}." in Page(told[n // 300]).text] == list(range(1200))


def test_without_anything_it_says_so(tmp_path: Path) -> None:
    write_store(tmp_path / "kb.sqlite", Knowledge((), (), (), (), ()), problems=(), meta={})
    with Store.open(tmp_path / "kb.sqlite") as store:
        write(tmp_path / "site", store, TEMPLATES)
    page = Page((tmp_path / "site/en/problems.html").read_text("utf-8")).text
    assert "No problem is recorded." in page and "No source file is recorded." in page


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("es", "Ley 45 de 1923 4 0 1 4 impresos sin nota con destino : 4 relativas, con destino : 1"),
        ("es", "Ley 110 de 1912 200 0 0 200 derogados con destino : 200 Afirmada : 200 1"),
        ("en", "One more instrument is cited that is not in the corpus."),
        ("en", "1 problem : 1 warning."),
    ],
)
def test_what_was_made_of_each_instrument_is_counted(site: Path, code: str, says: str) -> None:
    page = Page((site / code / "problems.html").read_text("utf-8"))
    assert says.replace(" :", ":") in page.text.replace(" :", ":")
    assert f"register.html#?victim={OTHER}&grade=claimed" in page.every("href")
    assert len(TEXTS) == 205


@pytest.mark.parametrize(
    ("share", "es", "en"),
    [
        (0, "0 %", "0%"),
        (0.001, "0,1 %", "0.1%"),
        (99.99, "99,9 %", "99.9%"),
        (100, "100 %", "100%"),
        (50, "50 %", "50%"),
    ],
)
def test_a_share_never_says_more_than_it_is(share: float, es: str, en: str) -> None:
    assert [percent(words, share) for words in load(TEMPLATES / "words")] == [es, en]
