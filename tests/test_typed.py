"""The query language: what is typed, in either language, is read as a person would mean it, and never fails."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import small_corpus
from hypothesis import given
from hypothesis import strategies as st
from small_corpus import BYLAWS, LAW_45

from kb.analysis import keys
from kb.ids import address
from kb.index import WhooshEngine
from kb.model import ArticuladoError
from kb.query import Answer, Hit, search
from kb.query.filters import values_of
from kb.query.provisions import Target
from kb.query.typed import Part, read
from kb.store import Store

CASES = tomllib.loads((Path(__file__).parent / "cases" / "typed.toml").read_text("utf-8"))["case"]
PIECES = ["oro", "banco", "-oro", "art.", "46", "OR", "|", "O", '"', "“oro”", "*", "ba*", "-", "in:bylaws", "lang:es"]
PIECES += [
    "status:in force",
    "chapter:II",
    "date:1923",
    "date:x",
    "-kind:chapter",
    "in:",
    "tipo:ley",
    "“",
    "a-7",
    "5 -7",
]
typed = st.text(max_size=60) | st.lists(st.sampled_from(PIECES) | st.text(max_size=5), max_size=9).map(" ".join)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store.open(small_corpus.build(tmp_path_factory.mktemp("small"))) as store:
        yield store


def answer(store: Store, text: str, **options: Any) -> Answer:
    return search(store, store.path.parent / "index" / "first", text, **options)


def at(hit: Hit) -> str:
    return address(hit.instrument.id, hit.node.eid) if hit.node else hit.instrument.id


def written(part: Part) -> str:
    marks = "-" * part.excluded + "|" * part.either
    return f"{marks}{part.field}={','.join(part.values)}" if part.field else f"{marks}{part.kind} {part.text}"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"])
def test_what_is_typed_is_read_and_found(small: Store, case: dict[str, Any]) -> None:
    assert [written(part) for part in read(case["text"], small.search_words()).parts] == case["parts"]
    found = answer(small, case["text"], limit=50)
    if "hits" in case:
        assert sorted(at(hit) for hit in found.hits if hit.rung == found.rung) == sorted(case["hits"])
    if "first" in case:
        assert at(found.hits[0]) == case["first"]
    if "rung" in case:
        assert found.rung == case["rung"]
    assert [hint.code for hint in found.hints] == case.get("hints", [])


@given(text=typed)
def test_any_text_is_answered_the_same_each_time(small: Store, text: str) -> None:
    assert answer(small, text) == answer(small, text)


@pytest.mark.parametrize("text", ["*" * 10_000, '"' * 9_999, "a|" * 5_000, "-" * 10_000, "in:" * 3_000, "ba* " * 2_500])
def test_a_long_text_of_marks_is_answered(small: Store, text: str) -> None:
    assert len(answer(small, text).hits) <= 10


@given(text=typed)
def test_no_text_asks_for_all_there_is(small: Store, text: str) -> None:
    """Only a filter lists what nobody named: without one, nothing is found that has none of the words."""
    found = answer(small, text, limit=100)
    if found.rung != "filter":
        assert found.total < 45 or found.typed.groups


@given(
    words=st.lists(st.sampled_from(["oro", "banco", "ley", "encaje", "artículo 46", "shares"]), min_size=1, max_size=3)
)
def test_what_is_excluded_is_in_no_hit(small: Store, words: list[str]) -> None:
    for out in ("oro", "banco", "majorities", "encaje"):
        for hit in answer(small, f"{' '.join(words)} -{out}", limit=50).hits:
            assert hit.node and out not in {*keys(hit.node.heading), *keys(hit.node.text)}


@pytest.mark.parametrize(
    ("options", "column", "values"),
    [
        ({"in": ["Ley 45 de 1923"]}, "instrument", {LAW_45}),
        ({"in": ["bylaws", LAW_45]}, "instrument", {BYLAWS, LAW_45}),
        ({"lang": ["en"]}, "language", {"en"}),
        ({"kind": ["article"]}, "kind", {"article"}),
        ({"chapter": ["1"]}, "above", {f"{BYLAWS}#chp_1", f"{LAW_45}#chp_1"}),
        ({"status": ["in-force"]}, "status", {"in force as given"}),
    ],
)
@pytest.mark.parametrize("text", ["banco", "46", "oro OR shares", "ba*", "", '"the company"', "Ley 45 de 1923"])
def test_every_hit_is_what_the_filter_asks_for(
    small: Store, options: dict[str, list[str]], column: str, values: set[str], text: str
) -> None:
    found = answer(small, text, filters=options, limit=50)
    for hit in found.hits:
        own = values_of(small, Target(hit.instrument.id, hit.node.eid if hit.node else None))
        assert own[column].keys() & values
    inline = " ".join(f'{name}:"{value}"' for name, its in options.items() for value in its)
    assert [at(hit) for hit in answer(small, f"{text} {inline}", limit=50).hits] == [at(hit) for hit in found.hits]


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("status", "blue", "no such status; there are in force as given, repealed"),
        ("lang", "xx", "no text is written in it; there are en, es"),
        ("type", "poem", "no such type; there are decreto, estatutos, ley"),
        ("kind", "verse", "no such kind; there are book, part"),
        ("date", "soon", "not a date; write it like 1923"),
        ("chapter", "CMXC", "no such chapter; there are CHAPTER I"),
        ("in", "what is this", "no such instrument; there are co/decreto/1982/2920"),
    ],
)
def test_an_option_that_names_nothing_is_one_sentence(small: Store, name: str, value: str, told: str) -> None:
    with pytest.raises(ArticuladoError, match=f"^--{name} {value}: {told}"):
        answer(small, "banco", filters={name: [value]})


def test_pages_are_parts_of_one_list_and_say_of_how_many(small: Store) -> None:
    every = answer(small, "banco", limit=50)
    pages = [answer(small, "banco", limit=3, page=page) for page in range(1, 6)]
    hits = [at(hit) for page in pages for hit in page.hits]
    assert hits == [at(hit) for hit in every.hits][: len(hits)]
    assert {page.total for page in pages} == {every.total} and [page.first for page in pages] == [1, 4, 7, 10, 13]


def test_all_that_a_number_names_is_on_the_first_page(small: Store) -> None:
    first, second = (answer(small, "46", limit=1, page=page) for page in (1, 2))
    assert (len(first.hits), first.total, second.first) == (3, 3, 4)
    assert not {at(hit) for hit in first.hits} & {at(hit) for hit in second.hits}


def test_facets_count_all_and_not_only_the_page(small: Store) -> None:
    found = answer(small, "banco", limit=1, counted=True)
    every = answer(small, "banco", limit=50)
    counted = [hit for hit in every.hits if hit.rung == every.rung]
    assert found.facets["instrument"] == {
        id: sum(hit.instrument.id == id for hit in counted) for id in found.facets["instrument"]
    }
    assert sum(found.facets["language"].values()) == sum(found.facets["status"].values()) == found.total == len(counted)
    assert answer(small, "46", counted=True).facets["language"] == {"es": 2, "en": 1}


def test_the_part_that_answers_is_named(small: Store) -> None:
    [hit] = answer(small, "preferred shares", limit=1).hits
    assert (at(hit), hit.part) == (f"{BYLAWS}#art_46", "art_46__num_3")
    assert answer(small, "special majorities", limit=1).hits[0].part is None


def test_a_passage_has_the_length_that_is_asked_for(small: Store) -> None:
    short, long = (answer(small, "oro encaje", limit=1, context=size).hits[0].snippet.text for size in (30, 500))
    assert len(short) <= 32 < len(long)


def test_a_prefix_of_very_many_words_stands_for_the_commonest(small: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kb.query.desk._MOST_WORDS", 2)
    asked: list[int] = []
    commonest = WhooshEngine.commonest

    def counted(engine: WhooshEngine, words: list[str], limit: int) -> list[str]:
        asked.append(limit)
        return commonest(engine, words, limit)

    monkeypatch.setattr(WhooshEngine, "commonest", counted)
    assert answer(small, "ba*").hits and asked
