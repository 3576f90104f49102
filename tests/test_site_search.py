"""The script of search against the Python that it mirrors, in a real browser: words, terms, ideas, places, ranks."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import small_corpus
from browsing import Reader
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kb import site as sites
from kb.analysis import fold, keys
from kb.analysis import words as words_of
from kb.concepts import BREAK, Form, finders, tokens
from kb.query import Reference, read_reference, search
from kb.query.typed import read
from kb.store import Store
from kb.store.lists import every_form, every_lemma, every_term

ROOT = Path(__file__).parent.parent
CASES = {
    name: tomllib.loads((ROOT / "tests" / "cases" / f"{name}.toml").read_text("utf-8"))
    for name in ("references", "queries")
}
# How many of the table of references, and of the first hits of the table of queries, must be the same in both.
REFERENCES, FIRST_HITS = 0.98, 0.9

pytestmark = pytest.mark.browser

ANALYSED = "texts => texts.map(text => [articulado.words(text).map(word => word[0]), articulado.keys(text)])"
TERMS = """async surfaces => {
  const library = await articulado.library();
  const found = [];
  for (const surface of surfaces) {
    const entry = await library.word(surface);
    found.push(entry && entry.terms.map((term) => term === undefined ? null : term));
  }
  return [library.languages, found];
}"""
IDEAS = """async rows => {
  const glossary = await (await articulado.library()).ideas();
  const finders = glossary.every();
  return rows.map(([text, language]) => {
    const finder = finders.get(language);
    const found = finder ? finder.find(glossary.tokens(text, language)) : [];
    return found.map((one) => [one.form.concept, one.start, one.end]);
  });
}"""
REFERS = """async texts => {
  const library = await articulado.library();
  const at = (target) => library.instruments[target.instrument].id + (target.eid ? "#" + target.eid : "");
  const told = [];
  for (const text of texts) {
    const found = await articulado.understood(library, text);
    told.push(found && [found.targets.map(at), found.rest, found.missing, found.unknown, found.called, found.lacksLaw,
      found.guesses.map(at), found.remarks.map((one) => [one.code, one.kind, one.number, one.printed])]);
  }
  return told;
}"""
SHOWS = """async text => {
  const library = await articulado.library();
  const answer = await articulado.answer(library, text);
  const shown = await articulado.shown(library, answer.hits[0]);
  return [shown.link, shown.passage.map((one) => one[0]).join("")];
}"""
READS = """async texts => {
  const library = await articulado.library();
  return texts.map((text) => articulado.typed.read(text, library.core.search).parts.map((part) =>
    [part.kind, part.text, part.excluded, part.either, part.field, part.values]));
}"""
ANSWERS = """async texts => {
  const library = await articulado.library();
  const found = [];
  for (const text of texts) {
    const answer = await articulado.answer(library, text);
    const places = [];
    for (const hit of answer.hits.slice(0, 10)) {
      const eid = hit.target ? hit.target.eid : (await library.text(hit.doc)).eid;
      places.push(library.instruments[hit.instrument].id + (eid ? "#" + eid : ""));
    }
    found.push([answer.rung, places]);
  }
  return found;
}"""


@pytest.fixture(scope="module")
def page(browser: Any, site: Path) -> Iterator[Any]:
    """The page of search of the real corpus."""
    reader = Reader(browser, site)
    yield reader.open("es/search.html")
    reader.window.close()
    assert not reader.complaints


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store.open(small_corpus.build(tmp_path_factory.mktemp("small"))) as opened:
        yield opened


@pytest.fixture(scope="module")
def small_page(browser: Any, small: Store, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The page of search of the small corpus, in which the table of references is written."""
    folder = tmp_path_factory.mktemp("small-site")
    sites.write(folder, small, ROOT / "site_templates")
    reader = Reader(browser, folder)
    yield reader.open("en/search.html")
    reader.window.close()


def analysed(page: Any, texts: list[str]) -> None:
    told = page.evaluate(ANALYSED, texts)
    for text, (words, keyed) in zip(texts, told, strict=True):
        assert words == [word for word, _, _ in words_of(text)], text
        assert keyed == list(keys(text)), text


def test_every_word_of_the_corpus_has_the_same_key_and_terms(page: Any, store: Store) -> None:
    terms = every_term(store)
    surfaces = sorted({surface for surface, _ in terms})
    analysed(page, surfaces)
    languages, found = page.evaluate(TERMS, surfaces)
    mine = [[terms.get((surface, language)) for language in languages] for surface in surfaces]
    assert [pair for pair in zip(surfaces, mine, found, strict=True) if pair[1] != pair[2]] == []


ODD = st.text(st.characters(exclude_categories=("Cs", "Cn")), max_size=40)
MARKED = st.text(st.sampled_from("aeéñÑºª°1oO2٣५İßſﬁｱ.-_̧́ ²½Ⅳῼक़्"), max_size=30)


@given(texts=st.lists(ODD | MARKED, min_size=20, max_size=40))
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_has_the_same_words_and_keys(page: Any, texts: list[str]) -> None:
    analysed(page, texts)
    assert page.evaluate("texts => texts.map(articulado.fold)", texts) == [fold(text) for text in texts]


def test_every_text_names_the_same_ideas(page: Any, store: Store) -> None:
    lemmas, found = every_lemma(store), finders(Form(*form) for form in every_form(store))
    ids = sorted({concept for concept, _, _ in every_form(store)})
    languages = {i.id: i.language for i in store.instruments()}
    rows = [(f"{n.heading}.\n{n.text}", languages[id]) for id in languages for n in store.nodes(id)]

    def named(text: str, language: str) -> list[list[object]]:
        said = tokens(text, lambda word: lemmas.get((keys(word)[0], language), BREAK))
        return [[ids.index(one.form.concept), one.start, one.end] for one in found[language].find(said)]

    assert page.evaluate(IDEAS, rows) == [named(*row) for row in rows]


def _told(reference: Reference) -> list[object]:
    targets, guesses = ([str(target) for target in its] for its in (reference.targets, reference.guesses))
    remarks = [[one.code, one.kind, one.number, one.printed] for one in reference.remarks]
    law = [reference.missing, reference.unknown, reference.called, reference.lacks_law]
    return [targets, reference.rest, *law, guesses, remarks]


def test_references_are_read_alike(small_page: Any, small: Store) -> None:
    texts = [case["text"] for case in CASES["references"]["case"]]
    wrong = []
    for text, told in zip(texts, small_page.evaluate(REFERS, texts), strict=True):
        read_here = read_reference(small, text)
        mine = _told(read_here) if read_here else None
        wrong += [(text, mine, told)] if told != mine else []
    share = 1 - len(wrong) / len(texts)
    assert share >= REFERENCES, f"{share:.3f} {json.dumps(wrong, ensure_ascii=False, indent=1)}"


# Paragraphs without a number, which only the real corpus has, and how the same is asked for otherwise.
PARAGRAPHS = """
inciso segundo del artículo 18 de los estatutos
inciso 2 del artículo 18 estatutos
art. 34, inc. 2º, estatutos
tercer inciso del artículo 34 de los estatutos
inciso final del artículo 34 estatutos
penúltimo inciso artículo 34 estatutos
second paragraph of article 2 of the bylaws
the last paragraph of article 34 of the bylaws
paragraph 3 of article 34 of the bylaws
artículo 42, inciso 2, ley 45 de 1923
inciso 9 del artículo 18 estatutos
incisos 1 y 2 del artículo 34 estatutos
incisos 1º a 3º del artículo 34 estatutos
inciso final del parágrafo 2º del artículo 68 estatutos
numeral 3 del artículo 27 ley 45
inciso 2 del artículo 3 de la ley 25 de 1923
inciso segundo del parágrafo 1 del artículo 68 estatutos
co/estatutos/bancolombia#art_18__inc_2
co/estatutos/bancolombia#art_18__inc_9
paragraph 1 of article 68 of the bylaws
inciso 2 del artículo 18 de la Constitución
inciso 2º numeral 3 artículo 46 estatutos
último parágrafo del artículo 68 estatutos
""".strip().split("\n")


def test_paragraphs_without_a_number_are_opened_alike(page: Any, store: Store) -> None:
    for text, told in zip(PARAGRAPHS, page.evaluate(REFERS, PARAGRAPHS), strict=True):
        assert told == _told(read_reference(store, text)), text


@pytest.mark.parametrize(
    ("text", "link", "words"),
    [
        (
            "inciso 2 del artículo 18 estatutos",
            "art_18.html#inc_2",
            "The pledge shall be legalized through registration",
        ),
        (
            "inciso final del parágrafo 2 artículo 68 estatutos",
            "art_68.html#par_2__inc_1",
            "The directors of BANCOLOMBIA",
        ),
        ("segundo inciso del artículo 34 estatutos", "art_34.html#inc_2", "Disputes arising between the shareholders"),
    ],
)
def test_a_paragraph_is_shown_and_linked_by_its_place(page: Any, text: str, link: str, words: str) -> None:
    told = page.evaluate(SHOWS, text)
    assert told[0] == link
    assert told[1].startswith(words)


SCRAPS = (
    *'"“”«»|O-*:,', "OR", "encaje", "legal", "art.", "46", "in:ley", "estado:derogado", "-status:", "x*", "ab*", 'a"b',
)  # fmt: skip


@given(
    texts=st.lists(
        st.lists(
            st.sampled_from(SCRAPS),
            max_size=9,
        ).map(" ".join)
        | ODD,
        min_size=20,
        max_size=30,
    )
)
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_question_is_taken_apart_alike(page: Any, store: Store, texts: list[str]) -> None:
    known = store.search_words()
    mine = [
        [[p.kind, p.text, p.excluded, p.either, p.field, list(p.values)] for p in read(text, known).parts]
        for text in texts
    ]
    assert page.evaluate(READS, texts) == mine


def test_numbers_and_phrases_answer_first_and_ranks_are_those_of_the_command(
    page: Any, built: Path, store: Store
) -> None:
    rows = CASES["queries"]["query"]
    told = page.evaluate(ANSWERS, [row["text"] for row in rows])
    index, same = built / "index" / store.meta()["index"], 0
    for row, (rung, places) in zip(rows, told, strict=True):
        if row["type"] in ("number", "phrase"):
            assert places[0].partition("__")[0] in row["answers"], row["text"]
        answer = search(store, index, row["text"])
        mine = [f"{hit.instrument.id}#{hit.node.eid}" if hit.node else hit.instrument.id for hit in answer.hits]
        same += places[:5] == mine[:5] and rung == answer.rung.replace(" ", "-")
    assert same / len(rows) >= FIRST_HITS


LANGUAGE = (
    "accionista OR director", "reserva -legal", "amortiz*", "estado:derogado", "in:ley 45 de 1923 encaje",
    "chapter:II acciones", '"fondo de reserva" OR "encaje legal"', "fecha:1923", "tipo:ley", "-in:bylaws reserve",
    "kind:paragraph dividend", "lang:en reserva",
    "Ley 45 de 1923 encaje", "código fiscal derogado", '"junta directiva" -presidente', "reserv* OR dividend*",
    "votaban", "solicitudes", "requests",
)  # fmt: skip


def test_the_query_language_finds_the_same(page: Any, built: Path, store: Store) -> None:
    index = built / "index" / store.meta()["index"]
    for text, (rung, places) in zip(LANGUAGE, page.evaluate(ANSWERS, list(LANGUAGE)), strict=True):
        answer = search(store, index, text)
        mine = [f"{hit.instrument.id}#{hit.node.eid}" if hit.node else hit.instrument.id for hit in answer.hits]
        assert rung == answer.rung.replace(" ", "-") and places[:3] == mine[:3], text
