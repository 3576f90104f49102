"""What texts cite (cases/citations.toml), the examples of the grammars, and promises that hold for any text."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from citing import citations, tongue
from hypothesis import given, settings
from hypothesis import strategies as st
from parsing import CORPUS, cases, tradition

from kb.citations import mentions
from kb.grammar import GRAMMARS, tables
from kb.model import Citation

TAGS = tables.tags(GRAMMARS)
BYLAWS = (CORPUS / "bancolombia" / "bancolombia-bylaws.en.txt").read_bytes().decode()
LAWS = (CORPUS / "leyes-1923" / "colombia-leyes-1923.es.txt").read_bytes().decode()


def drawn(citation: Citation, own: str) -> str:
    """A citation as the cases write it; targets of the text itself are written without its address."""
    targets = (t.eid if t.eid and t.instrument == own else f"{t.instrument}#{t.eid or ''}" for t in citation.targets)
    said = " ".join(target.removesuffix("#") for target in targets)
    return f"{citation.eid} «{citation.quote}» {citation.resolution} {said}".rstrip()


@pytest.mark.parametrize("case", cases("citations"))
def test_a_text_cites_what_it_cites(case: dict[str, Any]) -> None:
    found = [drawn(c, case.get("instrument", "co/ley/1923/45")) for c in citations(case)]
    assert found == case["cites"]


def quotes(text: str, tag: str) -> list[str]:
    read = tongue(tag, ()).read(text)
    return [
        text[m.start : m.end]
        for reading in read
        for m in mentions(reading, tradition(tag))
        if m.parts or m.relative or (m.law and m.law.sort in ("name", "type"))
    ]


EXAMPLES = [(tag, e) for tag in TAGS for e in tables.read(GRAMMARS, tag)["citations"].get("example", ())]
NAMES = [(tag, e) for tag in TAGS for e in tables.read(GRAMMARS, tag)["citations"].get("name", ())]
PHRASES = [(tag, e) for tag in TAGS for e in tables.read(GRAMMARS, tag)["citations"].get("relative", ())]


@pytest.mark.parametrize(("tag", "example"), EXAMPLES, ids=[f"{tag} {e['text'][:40]}" for tag, e in EXAMPLES])
def test_the_examples_of_a_grammar_cite_what_they_say(tag: str, example: dict[str, Any]) -> None:
    assert quotes(example["text"], tag) == example["mentions"]


@pytest.mark.parametrize(("tag", "entry"), NAMES, ids=[f"{tag} {e['examples'][0]}" for tag, e in NAMES])
def test_every_pattern_of_a_name_matches_its_examples(tag: str, entry: dict[str, Any]) -> None:
    from spacy.matcher import Matcher

    made = tongue(tag, ())
    alone = Matcher(made.pipeline.vocab)
    alone.add("name", [entry["pattern"]], greedy="LONGEST")
    for name in entry["examples"]:
        doc = made.pipeline.make_doc(name)
        assert [(start, end) for _, start, end in alone(doc)] == [(0, len(doc))], name
        assert quotes(f"x {name} y", tag) == [name]


@pytest.mark.parametrize(("tag", "entry"), PHRASES, ids=[f"{tag} {e['forms'][0]}" for tag, e in PHRASES])
def test_every_pointing_phrase_is_found(tag: str, entry: dict[str, Any]) -> None:
    assert [quotes(f"x {form}, y", tag) for form in entry["forms"]] == [[form] for form in entry["forms"]]


# Bits that citations are made of, parted by bars, to be put together in any order.
BITS = {
    "es-co": (
        "artículo |artículos |Art. |numeral |literal |inciso |parágrafo |Título |Libro |5º|7|13|12-A|III|b)|"
        "primero|final|, |; | y | a | al | de | del | de la | el | en el |Ley 45 de 1923|Ley |"
        "leyes 30 y 117 de 1922|la 25 de 1923|L. 45/23|D.L. 2920/82|Código|Código Fiscal|esta Ley|la misma|"
        "dicha Ley|el artículo anterior|el mismo artículo|este capítulo|inclusive|transitorio|todos|(|)|.|"
        '1923|No. |julio|20 de julio de 1923|"|quedará así:|Derógase |(1) |a) |\n|\n\n|\n\nArtículo 1. |'
        "\n\nCAPÍTULO I\n\n|\n\nParágrafo. |\n\nAnexo 2\n\n"
    ),
    "en": (
        "article |articles |No. |number |section |Chapter |paragraph |5|7|VIII|5(2)(a)|b)|, | and | to | of |"
        " of the | in |these Bylaws|the Bylaws|Law 45 of 1923|Commerce Code|the Bank's |Code of Ethics|"
        "the foregoing article|this article|the previous rule|Second Book, |.|inclusive|a) |1. |\n|\n\n|"
        "\n\nArticle 1. |\n\nPARAGRAPH: "
    ),
}


def check(text: str, tag: str) -> None:
    found = citations({"text": text, "tradition": tag, "language": tag[:2]})
    assert all(text[c.start : c.end] == c.quote and c.quote.strip() == c.quote != "" for c in found)
    assert all(c.line == text.count("\n", 0, c.start) + 1 or c.line for c in found)
    places = sorted((c.start, c.end) for c in found)
    assert all(before[1] <= after[0] for before, after in pairwise(places))
    assert all(c.targets or c.resolution in ("ambiguous", "external") for c in found)
    assert all(len(set(c.targets)) == len(c.targets) for c in found)


@given(text=st.text(max_size=300), tag=st.sampled_from(["es-co", "en"]))
def test_any_text_is_read(text: str, tag: str) -> None:
    check(text, tag)


@settings(max_examples=300)
@given(data=st.data(), tag=st.sampled_from(["es-co", "en"]))
def test_any_jumble_of_citing_words_is_read(data: st.DataObject, tag: str) -> None:
    bits = st.one_of(st.sampled_from(BITS[tag].split("|")), st.text(max_size=3))
    check("".join(data.draw(st.lists(bits, max_size=30))), tag)


@settings(max_examples=60)
@given(data=st.data(), source=st.sampled_from([("es-co", LAWS), ("en", BYLAWS)]))
def test_any_mutation_of_the_sources_is_read(data: st.DataObject, source: tuple[str, str]) -> None:
    tag, text = source
    start = data.draw(st.integers(0, len(text)))
    text = text[start : start + 4000]
    for _ in range(data.draw(st.integers(0, 6))):
        at, cut = data.draw(st.integers(0, len(text))), data.draw(st.integers(0, 30))
        bit = data.draw(st.one_of(st.sampled_from(BITS[tag].split("|")), st.text(max_size=3)))
        text = text[:at] + bit + text[at + cut :]
    check(text, tag)
