"""Typed references go to their provisions, exactly; words go to the places that print them; nothing ever fails."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import small_corpus
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from small_corpus import BYLAWS, CODE, LAW_25, LAW_45, NESTED

from kb.model import ArticuladoError
from kb.query import Answer, Hit, Reference, nearest_to, read_reference, search
from kb.query.pieces import roman
from kb.store import Store

CASES = tomllib.loads((Path(__file__).parent / "cases" / "references.toml").read_text("utf-8"))["case"]
TYPED = [word for case in CASES for word in case["text"].split()]
RUNGS = {"reference", "phrase", "all words", "some words", "filter", "did you mean", "nothing"}
RUNGS |= {"misprint", "guess"}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store.open(small_corpus.build(tmp_path_factory.mktemp("small"))) as store:
        yield store


def answer(store: Store, text: str, **options: Any) -> Answer:
    return search(store, store.path.parent / "index" / "first", text, **options)


def at(hit: Hit) -> str:
    place = f"{hit.instrument.id}#{hit.node.eid}" if hit.node else hit.instrument.id
    return f"{place}@{hit.version.place}" if hit.version else place


def marked(hit: Hit) -> list[str]:
    return [hit.snippet.text[start:end] for start, end in hit.snippet.marks]


# --- references


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"] or "empty")
def test_a_typed_reference_leads_to_what_it_means(small: Store, case: dict[str, Any]) -> None:
    reference = read_reference(small, case["text"])
    assert bool(reference) is not case.get("not_a_reference", False)
    assert [str(target) for target in reference.targets] == case.get("targets", [])
    assert reference.rest == case.get("rest", "")
    assert reference.missing == case.get("missing", "")
    assert reference.unknown is case.get("unknown", False)
    if "guesses" in case:
        assert [str(target) for target in reference.guesses] == case["guesses"]
    if "remarks" in case:
        assert [f"{remark.code} {remark.kind} {remark.number}".strip() for remark in reference.remarks] == case[
            "remarks"
        ]
    if "path" in case:
        assert [list(step) for step in reference.path] == case["path"]
    if "nearest" in case:
        assert [str(target) for target in nearest_to(small, reference)] == case["nearest"]


def test_a_law_that_is_only_cited_is_known_and_has_no_provisions(small: Store) -> None:
    reference = read_reference(small, "ley 42 de 1923")
    assert (reference.instruments, reference.targets, reference.missing) == ((small_corpus.CITED,), (), "")


@pytest.mark.parametrize(
    ("numeral", "value"), [("xiii", 13), ("xiv", 14), ("iiii", 4), ("mcmxxiii", 1923), ("", None), ("iix", None)]
)
def test_roman_numerals(numeral: str, value: int | None) -> None:
    assert roman(numeral) == value


typed = st.one_of(
    st.text(max_size=80), st.lists(st.sampled_from(TYPED) | st.text(max_size=6), max_size=12).map(" ".join)
)
calm = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@calm
@given(text=typed)
def test_no_text_makes_a_reference_fail_and_no_target_is_invented(small: Store, text: str) -> None:
    reference = read_reference(small, text)
    assert reference or reference == Reference()
    for target in reference.targets:
        assert target.eid is None or small.node(target.instrument, target.eid)


@calm
@given(
    number=st.integers(min_value=0, max_value=3000),
    before=st.sampled_from(["", "art. ", "artículo ", "bylaws ", "No. "]),
)
def test_a_number_leads_to_that_number_only(small: Store, number: int, before: str) -> None:
    for target in read_reference(small, f"{before}{number}").targets:
        node = small.node(target.instrument, target.eid or "")
        assert node and node.number == str(number)


# --- words


def test_the_ladder_says_on_which_rung_it_stands(small: Store) -> None:
    rungs = {
        "artículo 17 ley 45 de 1923": "reference",
        '"under liquidation"': "phrase",
        "encaje oro": "all words",
        "encaje submarino": "some words",
        "submarino": "nothing",
    }
    assert {text: answer(small, text).rung for text in rungs} == rungs


def test_exact_targets_come_first_then_what_mentions_them(small: Store) -> None:
    found = answer(small, "artículo 46")
    assert [(at(hit), hit.reasons[0]) for hit in found.hits] == [
        (f"{BYLAWS}#art_46", "reference"),
        (f"{LAW_45}#art_46", "reference"),
        (f"{LAW_25}#art_46", "reference"),
        (f"{BYLAWS}#art_50", "mention"),
    ]
    assert marked(found.hits[3]) == ["Article 46"]


@pytest.mark.parametrize("text", ["ley 110 de 1912", "Código Fiscal"])
def test_a_law_is_followed_by_what_cites_it_by_number_or_by_name(small: Store, text: str) -> None:
    first, *others = [at(hit) for hit in answer(small, text).hits]
    assert (first, set(others)) == (CODE, {f"{BYLAWS}#art_91", f"{LAW_45}#art_46"})


@pytest.mark.parametrize(("text", "first"), [("good governance code", "art_21"), ("the Civil Code", "art_92")])
def test_a_law_that_is_known_by_name_alone_is_answered_by_what_names_it(store: Store, text: str, first: str) -> None:
    found = search(store, store.path.parent / "index" / store.meta()["index"], text)
    assert (found.rung, at(found.hits[0]).partition("__")[0]) == ("all words", f"co/estatutos/bancolombia#{first}")


def test_the_words_left_over_rank_the_targets(small: Store) -> None:
    hits = answer(small, "artículo 2º duración del banco").hits
    assert [at(hit) for hit in hits][:3] == [f"{LAW_25}#art_2", f"{LAW_45}#art_2", f"{BYLAWS}#art_2"]
    assert marked(hits[0]) == ["duración del Banco"]


def test_no_target_is_cut_off_by_the_limit(small: Store) -> None:
    assert len(answer(small, "46", limit=1).hits) == 3
    assert len(answer(small, "banco", limit=2).hits) == 2


def test_a_provision_below_an_article_is_shown_itself(small: Store) -> None:
    hit = answer(small, "No. 3, Article 46").hits[0]
    assert (at(hit), hit.snippet.text) == (f"{BYLAWS}#art_46__num_3", "Issuing preferred shares.")


def test_a_phrase_is_exact_but_for_case_and_accents(small: Store) -> None:
    found = answer(small, '"PERIODO de dividendo"')
    assert {at(hit) for hit in found.hits} == {f"{LAW_45}#art_12", f"{LAW_45}#art_13"}
    assert {mark for hit in found.hits for mark in marked(hit)} == {"período de dividendo", "periodo de dividendo"}


def test_a_phrase_runs_on_from_an_article_into_its_list(small: Store) -> None:
    assert at(answer(small, "«may be: a) common»").hits[0]) == f"{BYLAWS}#art_8"


def test_a_phrase_that_nothing_prints_falls_back_to_its_words(small: Store) -> None:
    found = answer(small, '"oro legal"')
    assert (found.rung, at(found.hits[0])) == ("all words", f"{LAW_45}#art_17")


def test_a_word_is_found_in_every_inflection(small: Store) -> None:
    assert at(answer(small, "derogados").hits[0]) in {f"{LAW_45}#art_25", f"{CODE}#art_157"}
    assert at(answer(small, "majority").hits[0]) == f"{BYLAWS}#art_46"


def test_the_heading_counts_more_than_the_text(small: Store) -> None:
    hits = answer(small, "majorities").hits
    assert [(at(hit), hit.reasons) for hit in hits] == [
        (f"{BYLAWS}#art_46", ("all words", "heading")),
        (f"{BYLAWS}#art_50", ("all words",)),
    ]


def test_a_law_cited_by_number_and_year_is_one_thing_in_both_languages(small: Store) -> None:
    hit = answer(small, "articles repealed by Law 42 of 1923").hits[0]
    assert (at(hit), marked(hit)) == (f"{LAW_45}#art_25", ["42 de 1923"])


def test_what_is_not_there_is_understood_and_its_neighbours_named(small: Store) -> None:
    found = answer(small, "art 24 ley 45 de 1923")
    assert (found.rung, found.hits, found.reference.path) == ("nothing", (), (("article", "24"),))
    assert [target.eid for target in found.nearest][:2] == ["art_23", "art_25"]


def test_a_law_that_is_not_there_is_answered_by_what_cites_it(small: Store) -> None:
    found = answer(small, "ley 97 de 1923")
    assert (found.reference.missing, [at(hit) for hit in found.hits]) == ("ley 97 de 1923", [f"{CODE}#art_157"])


def test_a_number_that_is_no_article_is_looked_for_in_the_texts(small: Store) -> None:
    assert {at(hit) for hit in answer(small, "1923").hits} == {f"{LAW_45}#art_25", f"{CODE}#art_157"}


def test_a_stop_word_of_one_language_is_not_looked_for_in_the_other(small: Store) -> None:
    """English bylaws print "Banco de Colombia"."""
    assert {mark for hit in answer(small, "barras de oro").hits for mark in marked(hit)} == {"barras de oro", "oro"}


def test_words_that_no_text_prints_are_named(small: Store) -> None:
    assert answer(small, "encaje submarino").unknown == ("submarino",)


@pytest.mark.parametrize("text", ["", "*", "**", '"', '""', "  ", "?!", "el la", "the of", "“", "\x00", "e" * 10_000])
def test_what_asks_for_nothing_finds_nothing(small: Store, text: str) -> None:
    found = answer(small, text)
    assert found == Answer(unknown=found.unknown, typed=found.typed)


def test_filters_restrict_references_and_words(small: Store) -> None:
    assert [at(hit) for hit in answer(small, "46", filters={"in": [LAW_45]}).hits] == [f"{LAW_45}#art_46"]
    assert {hit.instrument.id for hit in answer(small, "banco", filters={"lang": ["en"]}).hits} == {BYLAWS}
    assert [at(hit) for hit in answer(small, "liquidation", filters={"kind": ["chapter"]}).hits] == [f"{BYLAWS}#chp_13"]


def test_a_reference_to_what_the_filter_leaves_out_is_answered_by_what_cites_it(small: Store) -> None:
    found = answer(small, "artículo 46 estatutos", filters={"kind": ["chapter"]})
    assert (found.rung, found.hits) == ("nothing", ())
    assert found.reference.targets


def test_an_article_is_one_hit_however_often_it_matches(small: Store) -> None:
    places = [at(hit) for hit in answer(small, "elects elections auditor", limit=50).hits]
    assert places[0] == f"{BYLAWS}#art_45" and len(places) == len(set(places))


@pytest.mark.parametrize(
    ("text", "place"),
    [("balanza", "art_61__annex_1__art_62"), ("esclusas", "art_67__sec_3"), ("apruébase resolución", "art_61")],
)
def test_words_of_a_document_inside_a_law_are_found_where_they_stand(small: Store, text: str, place: str) -> None:
    assert [at(hit) for hit in answer(small, text).hits] == [f"{NESTED}#{place}"]


def test_a_place_inside_a_document_inside_a_law_is_one_hit(small: Store) -> None:
    for text in ("numeral 5 del artículo 62 del anexo 1", "article 67, section 3", "anexo A ley 60 de 1981"):
        places = [at(hit) for hit in answer(small, f"{text} balanza esclusas muelle", limit=50).hits]
        assert len(places) == len(set(places))
        assert not [one for one in places[1:] if places[0].startswith(f"{one}__num")]


# --- older wordings


def test_older_wordings_are_out_of_the_answer_unless_asked_for(small: Store) -> None:
    silent = answer(small, "amanuense")
    assert (silent.hits, silent.older) == ((), 1)
    [hit] = answer(small, "amanuense", history=True).hits
    assert (at(hit), marked(hit), hit.reasons) == (f"{LAW_25}#art_8@1", ["amanuense"], ("all words",))
    assert hit.version and (hit.version.since, hit.version.until) == ("1923-07-11", "1931-06-22")
    assert all(hit.version is None for hit in answer(small, "gerente banco oro").hits)


def test_an_article_that_is_named_is_followed_by_what_it_said(small: Store) -> None:
    text = "art 8 ley 25 de 1923"
    places = [at(hit) for hit in answer(small, text, history=True).hits]
    assert places == [f"{LAW_25}#art_8", *(f"{LAW_25}#art_8@{place}" for place in (1, 2, 3))]
    assert [at(hit) for hit in answer(small, text).hits] == places[:1]


def test_today_and_older_wordings_are_each_one_hit(small: Store) -> None:
    for text in ("elegirá Gerente", "art 8 gerente", '"Junta Directiva"', "oro amonedado banco"):
        places = [at(hit) for hit in answer(small, text, history=True, limit=50).hits]
        assert len(places) == len(set(places)) and any("@" in place for place in places)


def test_a_filter_holds_for_older_wordings_too(small: Store) -> None:
    assert answer(small, "amanuense", history=True, filters={"in": [LAW_45]}).hits == ()
    assert [at(hit) for hit in answer(small, "sorteo", history=True, filters={"lang": ["es"]}).hits] == [
        f"{LAW_25}#art_8@2"
    ]


def test_a_missing_index_is_said(small: Store, tmp_path: Path) -> None:
    with pytest.raises(ArticuladoError, match="articulado build"):
        search(small, tmp_path / "none", "banco")


@calm
@given(
    text=typed | st.lists(st.sampled_from(['"', "“", "*", "banco", "oro", "46", "of"]), max_size=9).map(" ".join),
    history=st.booleans(),
)
def test_every_text_is_answered_and_every_mark_is_in_its_passage(small: Store, text: str, history: bool) -> None:
    found = answer(small, text, history=history)
    assert found.rung in RUNGS and (found.rung == "nothing") is (not found.hits)
    assert found == answer(small, text, history=history)
    for hit in found.hits:
        ends = [end for mark in hit.snippet.marks for end in mark]
        assert ends == sorted(ends) and all(0 <= end <= len(hit.snippet.text) for end in ends)


def test_a_pasted_page_is_answered_in_time(small: Store) -> None:
    assert answer(small, "Las palabras banco comercial significan un establecimiento. " * 200).rung in RUNGS


@pytest.mark.parametrize("text", ["Ley 45 de 1923 oro", "oro ley 45", "Código Fiscal oro"])
def test_words_beside_the_name_of_a_law_are_looked_for_in_it_first(small: Store, text: str) -> None:
    found = answer(small, text)
    law = CODE if "Fiscal" in text else LAW_45
    inside = [hit.instrument.id == law for hit in found.hits if hit.rung == "all words"]
    assert found.rung == ("some words" if law == CODE else "all words") and found.hits and all(inside)


def test_only_a_word_in_no_ending_of_the_texts_is_asked_of_the_dictionaries(
    small: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_for: list[str] = []
    monkeypatch.setattr("kb.analysis._lemma", lambda word, language: asked_for.append(word) or word)
    assert at(answer(small, "amonedadas").hits[0]) == f"{LAW_45}#art_17" and not asked_for
    assert not answer(small, "xyzzyx").hits and set(asked_for) == {"xyzzyx"}
