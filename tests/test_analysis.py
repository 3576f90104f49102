"""One word, one term: in a text, in a question, with or without its accents."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.analysis import Analyzer, fold, key, keys, language_of, words

FAMILIES = {
    "es": [
        "acción acciones",
        "accionista accionistas",
        "banco bancos",
        "crédito créditos",
        "derogar derogado derogada derogados deróganse derógase",
        "director directores",
        "elección elecciones",
        "juez jueces",
        "ley leyes",
        "modificar modificado modifícase",
        "pagar pagado pagará",
        "período periodo periodos",
        "quedar quedará quedan",
        "utilidad utilidades",
    ],
    "en": [
        "bylaw bylaws",
        "company companies",
        "elect elected elects",
        "majority majorities",
        "meeting meetings",
        "pay paid pays",
        "repeal repealed repeals",
        "share shares",
    ],
}


@pytest.fixture(scope="module")
def analyzer() -> Analyzer:
    return Analyzer.of({"es": frozenset({"el", "más"}), "en": frozenset({"the", "once"})})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Artículo 1º. El banco", ["Artículo", "1º", "El", "banco"]),
        ("Artículo 1° del", ["Artículo", "1", "del"]),
        ("Artículo 3.El banco", ["Artículo", "3", "El", "banco"]),
        ("12A, 12-A", ["12A", "12", "A"]),
        ("__ ** …", []),
        ("shareholder’s", ["shareholder", "s"]),
        ("arti\u0301culo", ["arti\u0301culo"]),
    ],
)
def test_words_are_cut_as_printed(text: str, expected: list[str]) -> None:
    assert [word for word, _, _ in words(text)] == expected


@given(st.text())
def test_words_are_where_they_say(text: str) -> None:
    assert all(text[start:end] == word for word, start, end in words(text))


@pytest.mark.parametrize(
    ("text", "plain"),
    [("PERÍODO", "periodo"), ("año", "ano"), ("ﬁn", "fin"), ("４٦", "46"), ("ⅩⅢ", "xiii"), ("İ", "i")],
)
def test_folding(text: str, plain: str) -> None:
    assert fold(text) == plain


@given(st.text())
def test_folding_is_done_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    ("word", "number"), [("1º", "1"), ("1o", "1"), ("1O", "1"), ("2ª", "2"), ("12A", "12a"), ("2a", "2a"), ("٤٦", "46")]
)
def test_numbers_lose_their_ordinal_mark_and_keep_their_letter(word: str, number: str) -> None:
    assert key(word) == number


@pytest.mark.parametrize(("language", "family"), [(tag, family) for tag, of in FAMILIES.items() for family in of])
def test_a_family_of_words_has_one_term(analyzer: Analyzer, language: str, family: str) -> None:
    assert len({analyzer.term(word, language) for word in family.split()}) == 1


def test_numbers_of_different_value_never_meet(analyzer: Analyzer) -> None:
    assert len({analyzer.term(number, "es") for number in ("4", "40", "823", "1823", "12", "12a")}) == 6


def test_stop_words_have_no_term_with_or_without_accents(analyzer: Analyzer) -> None:
    assert {analyzer.term(word, "es") for word in ("El", "más", "mas")} == {""}


def test_a_word_is_a_stop_word_only_in_its_language(analyzer: Analyzer) -> None:
    assert analyzer.term("once", "en") == "" and analyzer.term("once", "es") == "once"
    assert analyzer.terms("once") == {"", "once"}


def test_spellings_that_differ_by_accents_share_the_term_of_the_commonest(analyzer: Analyzer) -> None:
    known = analyzer.learn([("es", "término término terminó")]).known
    assert known["termino", "es"] == analyzer.term("término", "es")
    assert analyzer.learn([("es", "período")]).term("PERIODO", "es") == analyzer.term("período", "es")


def test_a_vocabulary_knows_every_word_of_its_texts_and_every_stop_word(analyzer: Analyzer) -> None:
    known = analyzer.learn([("es", "El oro de 1923."), ("en", "The gold")]).known
    assert known == {
        ("de", "es"): "de",
        ("el", "es"): "",
        ("gold", "en"): "gold",
        ("mas", "es"): "",
        ("once", "en"): "",
        ("oro", "es"): "oro",
        ("the", "en"): "",
    }
    assert list(known) == sorted(known)


def test_a_language_without_dictionary_or_stemmer_keeps_its_words() -> None:
    assert Analyzer.of({"xx": frozenset()}).term("Wörter", "xx") == "worter"


def test_known_words_and_numbers_load_no_dictionary() -> None:
    code = (
        "import sys; from kb.analysis import Analyzer;"
        "assert Analyzer(('es',), {('oro', 'es'): 'oro'}).terms('ORO') == {'oro'};"
        "assert Analyzer(('es',)).terms('12º') == {'12'};"
        "assert not {'simplemma', 'Stemmer'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parent.parent, check=True)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Derogado por el Artículo 81 de la Ley 42 de 1923.", "es"),
        ("The General Meeting of Shareholders elects the auditor.", "en"),
        ("Derogado.", "es"),
        ("", "es"),
        ("1923 … \x00 漢字", "es"),
    ],
)
def test_the_language_of_a_text(text: str, language: str) -> None:
    assert language_of(text, ["es", "en"]) == language


def test_a_language_nobody_has_a_dictionary_for_is_the_first_by_default() -> None:
    assert language_of("the meeting", ["xx"]) == "xx"
    assert language_of("the meeting", ["xx", "en"]) == "en"


@given(st.text())
def test_language_and_keys_are_found_for_any_text(text: str) -> None:
    assert language_of(text, ("es", "en")) in {"es", "en"}
    assert all(keys(text))
