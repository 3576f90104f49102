"""Concepts: the glossary as data, what names one in a text, and search across languages by them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from benchmarks.quality import QUERIES, own_queries
from kb import grammar
from kb.analysis import Analyzer
from kb.concepts import Glossary, finders, tokens
from kb.grammar.glossary import load_concepts
from kb.model import ArticuladoError, Concept
from kb.query import search
from kb.query.asking import asked
from kb.query.typed import read
from kb.store import Store

STOP_WORDS = {"es": frozenset({"de", "la", "las", "los"}), "en": frozenset({"of", "the"})}
FORMS = {
    "share": (("es", ("acción",)), ("en", ("share", "stock"))),
    "shareholder": (("es", ("accionista",)), ("en", ("shareholder",))),
    "general-meeting": (("es", ("asamblea de accionistas",)), ("en", ("meeting of shareholders",))),
    "repeal": (("es", ("derogar", "derogatoria")), ("en", ("repeal",))),
}


@pytest.fixture(scope="module")
def glossary() -> Glossary:
    concepts = [Concept(id=id, forms=forms) for id, forms in FORMS.items()]
    texts = [("es", "Los accionistas y las acciones; deróganse, derogada, asambleas."), ("en", "Repealed shares.")]
    return Glossary.of(concepts, Analyzer.of(STOP_WORDS).learn(texts))


@pytest.fixture(scope="module")
def shipped() -> tuple[Concept, ...]:
    return grammar.load_glossary(grammar.load_all().values())


@pytest.mark.parametrize(
    ("language", "text", "named"),
    [
        ("es", "los accionistas", ["shareholder"]),
        ("es", "Las acciones de los accionistas", ["share", "shareholder"]),
        ("es", "la asamblea de los accionistas", ["general-meeting"]),
        ("es", "la asamblea. Accionistas", ["shareholder"]),
        ("es", "ley derogada, derogatoria", ["repeal", "repeal"]),
        ("en", "the meeting of the shareholders", ["general-meeting"]),
        ("en", "repealed shares", ["repeal", "share"]),
        ("en", "accionista", []),
    ],
)
def test_the_longest_form_wins_and_inflections_count(
    glossary: Glossary, language: str, text: str, named: list[str]
) -> None:
    said = tokens(text, lambda word: glossary.lemma(word, language))
    assert [found.form.concept for found in finders(glossary.forms)[language].find(said)] == named


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('a = { es = ["x"], fr = ["y"] }', "a has the unknown key 'fr'; there are es, en, note."),
        ('a = { es = ["x"] }\nb = { es = ["X"] }', "b has the form 'x', which is one of a already."),
        ('a = { es = ["x", " "] }', "a has an empty form; each language is a list of words in quotes."),
        ("a = { es = [] }", "a has an empty form; each language is a list of words in quotes."),
        ('a = { note = "n" }', "a has an empty form; each language is a list of words in quotes."),
        ('a = "x"', "a is no entry; write it as { es = […], en = […] }."),
        ('a = { es = ["x"], note = 1 }', "a has a note that is no text; write it in quotes."),
        ("a = ", "not a readable grammar file"),
    ],
)
def test_what_is_wrong_in_a_glossary_is_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "field.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(ArticuladoError) as wrong:
        load_concepts(tmp_path, ("es", "en"))
    assert str(path) in str(wrong.value) and sentence in str(wrong.value)


def test_an_entry_in_two_files_is_told(tmp_path: Path) -> None:
    for name, form in (("one", "x"), ("two", "y")):
        (tmp_path / f"{name}.toml").write_text(f'a = {{ es = ["{form}"] }}', "utf-8")
    with pytest.raises(ArticuladoError, match="a stands in two files"):
        load_concepts(tmp_path, ("es", "en"))


def test_the_glossary_is_large_and_says_everything_in_both_languages(shipped: tuple[Concept, ...]) -> None:
    assert len(shipped) >= 500
    assert all({language for language, _ in concept.forms} == {"es", "en"} for concept in shipped)


def test_no_two_concepts_are_called_the_same_once_analysed(built: Path) -> None:
    with Store.open(built / "kb.sqlite") as store:
        runs = Counter((language, lemmas) for _, language, lemmas in store.forms_of(c.id for c in store.concepts()))
    assert not [run for run, times in runs.items() if times > 1]


def test_a_hit_says_what_is_what(built: Path) -> None:
    with Store.open(built / "kb.sqlite") as store:
        index = built / "index" / store.meta()["index"]
        hits = search(store, index, "cuociente electoral").hits
        assert {hit.node.eid for hit in hits[:2] if hit.node} == {"art_47", "art_63"}
        assert hits[0].reasons[-1] == "cuociente electoral = electoral quotient"
        literal = search(store, index, "oro amonedado").hits
    assert literal and not [reason for reason in literal[0].reasons if "=" in reason]


def test_a_word_of_the_glossary_that_no_text_prints_is_still_told(built: Path) -> None:
    with Store.open(built / "kb.sqlite") as store:
        answer = search(store, built / "index" / store.meta()["index"], "cuociente electoral")
    assert answer.hits and "cuociente" in answer.unknown


def test_the_judged_queries_name_articles_that_are_there(built: Path) -> None:
    judged = own_queries(QUERIES)
    assert len(judged) >= 60
    with Store.open(built / "kb.sqlite") as store:
        there = {f"{i.id}#{n.eid}" for i in store.instruments() for n in store.nodes(i.id)}
    assert not [place for query in judged for place in query.grades if place not in there]


@pytest.mark.parametrize("word", ["requests", "solicitudes", "votaban"])
def test_an_inflection_that_nobody_prints_names_the_ideas_of_its_stem(built: Path, word: str) -> None:
    with Store.open(built / "kb.sqlite") as store:
        assert not store.analysis([word])
        assert any(clause.ideas for clause in asked(store, read(word, store.search_words()), lambda _: ()).words)


def test_ideas_that_no_text_can_name_are_left_out(built: Path, glossary: Glossary) -> None:
    some = glossary.within({("accionista", "es"), ("de", "es")})
    assert {form.concept for form in some.forms} < {form.concept for form in glossary.forms}
    assert "shareholder" in {form.concept for form in some.forms}
    assert {form.language for form in some.forms if form.concept == "shareholder"} == {"es", "en"}
