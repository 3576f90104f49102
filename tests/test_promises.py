"""The promises that hold for any input: nothing lost, nothing refused, addresses unique, reading order kept."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parsing import CORPUS, parse

from kb import audit
from kb.corpus.reader import read
from kb.model import ArticuladoError

BYLAWS = (CORPUS / "bancolombia" / "bancolombia-bylaws.en.txt").read_bytes().decode()
LAWS = (CORPUS / "leyes-1923" / "colombia-leyes-1923.es.txt").read_bytes().decode()
SOURCES = {"en": BYLAWS, "es-co": LAWS}

# Bits that a legal text is made of, to be put together in any order.
BITS = [
    "Artículo 1. ", "ARTICULO 2.- ", "Art. 3º. ", "Artículo 4º", "(1) Artículo 5.", "Artículo único. ",
    "Articulo a (transitorio). ", "Article 6. ", "ARTICLE ONE: ", "Section 2.1. ", "CAPITULO I. ", "CHAPTER XIII",
    "TITULO 3º. ", "LIBRO SEGUNDO", "Parágrafo. ", "PARAGRAPH 1: ", "1. ", "2. ", "7) ", "3º ", "a) ", "b) ", "ch) ",
    "(2) ", "Derogado por el Artículo 81 de la Ley 42 de 1923.", "**", "# ", "---", "\n", "\n\n", "\r\n", "\r", ", ",
    ". ", ":", ";", "DECRETA:", "El Congreso de Colombia",
    "Dada en Bogotá a diez y seis de julio de mil novecientos veintitrés.", "Página 2 | 31", "$ 6, 000",
    "de acuerdo con el", "Chapter VIII, of the Commerce Code", "comunes", "La ley. ", "\xa0", "\t", "º", "°", "<b>",
    "*", "|", "\x0c", "\u2028", "Ñ", "İ", "ß", "\u0301", "\u00ad", "\u200b", "\ufeff", "\x85", "\n\x0c", "14", "- 14 -",
    "LEY 22 DE 1950", "T Í T U L O  S E G U N D O", "C A P I T U L O V I", "ANEXO A", "Artículo I. ", "CONTENIDO",
    "LEGISLACIÓN ANTERIOR", "Texto original:", "Vigente desde: 11/07/1950 y hasta el: 22/06/1960", "Artículo 1.\n",
]  # fmt: skip


def check(text: str, tag: str, layout: str, media: str = "text/plain") -> None:
    nodes, spans = parse(text, tag, layout, media)
    assert all(problem.code in audit.codes() for problem in audit.of_part(nodes))
    assert "".join(text[s.start : s.end] for s in spans) == text
    assert all(s.start < s.end for s in spans)
    assert not [s for s in spans if s.role in ("separator", "markup") and re.search(r"\w", text[s.start : s.end])]
    eids = [n.eid for n in nodes]
    assert len(set(eids)) == len(eids)
    places = {n.eid: n for n in nodes}
    assert [n.order for n in nodes] == list(range(len(nodes)))
    assert all(n.parent is None or places[n.parent].order < n.order for n in nodes)
    for role in ("label", "heading", "text", "tail"):
        kept: dict[str, str] = {}
        for s in spans:
            if s.role == role and s.eid:
                kept[s.eid] = kept.get(s.eid, "") + text[s.start : s.end]
        assert {e: bare(w) for e, w in kept.items()} == {
            n.eid: bare(getattr(n, role)) for n in nodes if getattr(n, role)
        }


def bare(words: str) -> str:
    return "".join(words.split())


tags = st.sampled_from(["en", "es", "es-co"])
layouts = st.sampled_from(["", "plain", "records"])
jumbles = st.lists(st.one_of(st.sampled_from(BITS), st.text(max_size=5)), max_size=30)
medias = st.sampled_from(["text/plain", "text/markdown"])


@pytest.mark.parametrize("tag", sorted(SOURCES))
@pytest.mark.parametrize("layout", ["", "plain", "records"])
def test_every_character_of_the_sources_is_in_exactly_one_place(tag: str, layout: str) -> None:
    check(SOURCES[tag], tag, layout)


@given(text=st.text(max_size=400), tag=tags, layout=layouts, media=medias)
def test_any_text_is_kept_whole(text: str, tag: str, layout: str, media: str) -> None:
    check(text, tag, layout, media)


@settings(max_examples=300)
@given(
    bits=st.lists(st.one_of(st.sampled_from(BITS), st.text(max_size=5)), max_size=30),
    tag=tags,
    layout=layouts,
    media=medias,
)
def test_any_jumble_of_legal_words_is_kept_whole(bits: list[str], tag: str, layout: str, media: str) -> None:
    check("".join(bits), tag, layout, media)


@settings(max_examples=60)
@given(data=st.data(), tag=st.sampled_from(sorted(SOURCES)))
def test_any_mutation_of_the_sources_is_kept_whole(data: st.DataObject, tag: str) -> None:
    text = SOURCES[tag]
    start = data.draw(st.integers(0, len(text)))
    text = text[start : start + 6000]
    for _ in range(data.draw(st.integers(0, 6))):
        at, cut = data.draw(st.integers(0, len(text))), data.draw(st.integers(0, 30))
        text = text[:at] + data.draw(st.one_of(st.sampled_from(BITS), st.text(max_size=3))) + text[at + cut :]
    check(text, tag, "")


@settings(max_examples=25)
@given(order=st.permutations(LAWS.splitlines(keepends=True)))
def test_shuffled_records_are_the_same_records(order: list[str]) -> None:
    text = "".join(line if line.endswith("\n") else line + "\n" for line in order)
    nodes, _ = parse(text, "es-co", "")
    assert sum(n.kind == "article" for n in nodes) == 365
    check(text, "es-co", "")


@given(data=st.binary(max_size=300))
def test_any_bytes_are_read_or_refused_in_one_sentence(data: bytes) -> None:
    try:
        assert isinstance(read(data, "f.txt").words, str)
    except ArticuladoError as error:
        assert str(error).startswith("f.txt: ")


@given(text=st.text(alphabet=st.characters(exclude_categories=["Cs", "Cc"]), max_size=200))
def test_reading_utf_8_gives_back_what_was_written(text: str) -> None:
    plain = text.lstrip("\ufeff")
    assert read(plain.encode(), "f.txt").words == plain
