"""Did you mean: what is suggested is there, is a whole question, and no text whatever makes it fail."""

from __future__ import annotations

import sqlite3
import tomllib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import small_corpus
from hypothesis import given
from hypothesis import strategies as st

from kb.analysis import keys
from kb.query import search
from kb.query.asking import asked
from kb.query.reference import read_reference
from kb.query.suggest import MOST, corrected, references_near
from kb.query.typed import read
from kb.store import Store

CASES = tomllib.loads((Path(__file__).parent / "cases" / "suggest.toml").read_text("utf-8"))["case"]
WORDS = sorted({word for case in CASES for word in case["typed"].split()})


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store.open(small_corpus.build(tmp_path_factory.mktemp("small"))) as store:
        yield store


def suggested(store: Store, text: str) -> list[str]:
    unknown = asked(store, read(text, {}), store.beginning).unknown
    return [*corrected(store, text, unknown), *references_near(store, text, read_reference(store, text))]


@pytest.mark.parametrize("case", [case for case in CASES if "small" in case], ids=lambda case: case["typed"])
def test_the_small_corpus_suggests(small: Store, case: dict[str, Any]) -> None:
    assert suggested(small, case["typed"]) == case["small"]


@pytest.mark.parametrize("case", [case for case in CASES if "real" in case], ids=lambda case: case["typed"])
def test_the_corpus_suggests(store: Store, case: dict[str, Any]) -> None:
    assert suggested(store, case["typed"]) == case["real"]


def test_hits_of_a_correction_are_shown_when_the_question_itself_finds_nothing_and_say_so(small: Store) -> None:
    answer = search(small, small.path.parent / "index" / "first", "encage")
    assert (answer.rung, answer.meant, answer.suggestions) == ("did you mean", "encaje", ("encaje",))
    assert {hit.reasons[:2] for hit in answer.hits} == {("did you mean", "all words")}
    assert {hit.node.number for hit in answer.hits if hit.node} == {"17", "32"}


@pytest.mark.parametrize(
    ("text", "rung", "suggestions"),
    [
        ("encage oro", "some words", ("encaje oro",)),
        ('"encage legal"', "some words", ('"encaje legal"',)),
        ("codigo fsical 157", "did you mean", ("codigo fiscal 157",)),
        ("art. 17 ley 45 de 1932", "nothing", ("art. 17 Ley 45 de 1923",)),
        ("art. 400 estatutos", "nothing", ("art. 40 estatutos", "art. 90 estatutos", "art. 50 estatutos")),
        ("encaje", "all words", ()),
    ],
)
def test_otherwise_a_correction_is_only_offered(small: Store, text: str, rung: str, suggestions: list[str]) -> None:
    answer = search(small, small.path.parent / "index" / "first", text)
    assert (answer.rung, answer.suggestions) == (rung, suggestions)


def test_what_would_find_nothing_is_not_suggested(small: Store) -> None:
    assert search(small, small.path.parent / "index" / "first", "encage", filters={"lang": ["en"]}).suggestions == ()


typed = st.text(max_size=40) | st.lists(st.sampled_from(WORDS) | st.text(max_size=8), max_size=6).map(" ".join)


@given(text=typed)
def test_any_text_gets_at_most_three_suggestions_of_words_that_are_there(small: Store, text: str) -> None:
    before, unknown = set(keys(text)), asked(small, read(text, {}), small.beginning).unknown
    found = corrected(small, text, unknown)
    assert len(found) <= MOST
    with closing(sqlite3.connect(small.path)) as db:
        known = {surface for (surface,) in db.execute("SELECT surface FROM spellings")}
    for suggestion in found:
        assert suggestion != text
        assert set(keys(suggestion)) - before <= known


@given(text=typed)
def test_any_reference_that_is_suggested_is_there(small: Store, text: str) -> None:
    found = references_near(small, text, read_reference(small, text))
    assert len(found) <= MOST
    for suggestion in found:
        assert not read_reference(small, suggestion).missing, suggestion


@given(word=st.sampled_from(["superintendente", "liquidation", "shareholders", "amonedado"]), data=st.data())
def test_one_slip_anywhere_in_a_long_word_is_mended(small: Store, word: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(word) - 2))
    slips = {
        "missing": word[:at] + word[at + 1 :],
        "doubled": word[:at] + word[at] + word[at:],
        "swapped": word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        "wrong": f"{word[:at]}ñ{word[at + 1 :]}",
    }
    slip = slips[data.draw(st.sampled_from(sorted(slips)))]
    assert word in corrected(small, slip, [slip]) or keys(slip) == keys(word)
