"""Sequences and what is odd in them (cases/problems.toml), and problems of other kinds."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from parsing import cases, problems

from kb import audit
from kb.model import Problem


def short(problem: Problem) -> str:
    params = dict(problem.params)
    return f"{problem.code} {problem.eid} {params.get('proposal') or params.get('numbers', '')}"


@pytest.mark.parametrize("case", cases("problems"))
def test_a_sequence_is_judged(case: dict[str, Any]) -> None:
    text = "\n\n".join(f"Artículo {number}. Los bancos pagarán." for number in case["articles"])
    assert [short(p) for p in problems(text)] == case["problems"]


def test_words_quoted_after_a_member_of_a_list_are_what_it_announces() -> None:
    text = (
        "Artículo 1º.- Introdúcense las siguientes modificaciones en la Ley 18 de 1981:\n"
        '1) Sustitúyese el artículo 3º por el siguiente:\n"Artículo 3º.- Los bancos pagarán.".\n'
        "2) Derógase el artículo 5º.\nArtículo 2º.- Derógase la Ley 19 de 1982.\n"
    )
    assert "lost-list" not in {p.code for p in problems(text)}


ODD = [
    ("Artículo 1. El banco podrá:", "lost-list art_1 "),
    ("Artículo 1. El banco podrá:\n\n1. Comprar.", None),
    ("Artículo 1.", "empty-article art_1 "),
    ("Artículo 1. Derogado.", None),
    ("Artículo 1. Dos:\n\n1. Uno.\n\n3. Tres.", "numbering-gap art_1__num_3 2"),
    ("CAPITULO I\n\nArtículo 1. Uno.\n\nCAPITULO I\n\nArtículo 2. Dos.", "duplicate-chapter chp_1~2 "),
    ("CAPITULO I\n\nArtículo 1. Uno.\n\nCAPITULO 11\n\nArtículo 2. Dos.", "suspected-typo chp_11 2"),
    ("Artículo 1. (Modificado según Art 4 ley 57 de 1931) El banco.", "unsure-wording art_1 "),
    ("DECRETA:", None),
]


@pytest.mark.parametrize(("text", "found"), ODD)
def test_odd_text_is_recorded(text: str, found: str | None) -> None:
    assert [short(p) for p in problems(text)] == ([found] if found else [])


SENTENCES = [
    (["1", "2", "9", "3", "4"], "«Artículo 9.» stands after 2 and before 3."),
    (["192", "193", "16", "17", "18", "4"], "«Artículo 4.» stands after 18, and nothing of the sequence follows it."),
    (["9", "1", "2", "3"], "«Artículo 9.» stands before 1, at the head of the sequence."),
    (["1", "2", "3", "3", "3", "4"], "«Artículo 3.» is printed more than once; this one is art_3~3."),
]


@pytest.mark.parametrize(("numbers", "said"), SENTENCES)
def test_a_neighbour_that_is_not_there_is_not_told(numbers: list[str], said: str) -> None:
    text = "\n\n".join(f"Artículo {number}. Los bancos pagarán." for number in numbers)
    assert said in [audit.sentence(problem, "en") for problem in problems(text)]


@pytest.mark.parametrize("code", ["ambiguous-citation", "out-of-order", "suspected-typo"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_sentence_without_details_leaves_no_hole(code: str, language: str) -> None:
    known = (("before", "1"), ("number", "11"), ("proposal", "2"))
    assert not re.search(r" [.,]", audit.sentence(Problem(code=code, params=known), language))


@given(st.lists(st.integers(1, 40), unique=True, max_size=30))
def test_gaps_are_what_is_absent_between_the_first_and_the_last(numbers: list[int]) -> None:
    numbers.sort()
    text = "\n\n".join(f"Artículo {number}. Los bancos pagarán." for number in numbers)
    missing = {int(n) for p in problems(text) for n in dict(p.params)["numbers"].split(", ")}
    inside = set(range(numbers[0], numbers[-1] + 1)) - set(numbers) if numbers else set()
    before = set(range(1, numbers[0])) if numbers and numbers[0] <= len(numbers) else set()
    assert missing == inside | before


@pytest.mark.parametrize("code", audit.codes())
def test_every_code_speaks_both_languages(code: str) -> None:
    entry = audit.codes()[code]
    assert entry["severity"] in ("error", "warning", "info")
    for language in ("en", "es"):
        assert entry[language] and audit.sentence(Problem(code=code), language)
