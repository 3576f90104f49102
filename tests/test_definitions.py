"""What texts define (cases/definitions.toml), and what holds for any text."""

from __future__ import annotations

from typing import Any

import pytest
from citing import read
from hypothesis import given
from hypothesis import strategies as st
from parsing import CORPUS, cases, tradition

from kb.citations import Passage
from kb.definitions import define
from kb.grammar import GRAMMARS, tables
from kb.model import Definition

TAGS = tables.tags(GRAMMARS)
LAWS = (CORPUS / "leyes-1923" / "colombia-leyes-1923.es.txt").read_bytes().decode()


def defined(text: str, tag: str, layout: str = "plain") -> list[Definition]:
    nodes, runs = read(text, tag, "co/ley/1923/45", layout=layout)
    passages = [Passage(node, runs[node.instrument, node.eid]) for node in nodes if node.text]
    return list(define(passages, tradition(tag)))


@pytest.mark.parametrize("case", cases("definitions"))
def test_a_text_defines_its_terms(case: dict[str, Any]) -> None:
    found = defined(case["text"], case.get("tradition", "es-co"))
    assert [f"{d.eid}: {d.term}" for d in found] == case["terms"]
    assert all(" ".join(case["text"][d.start : d.end].split()) == d.term for d in found)


SCOPES = """
CAPÍTULO I

Artículo 1. Para los efectos de este capítulo, se entiende por depositante el que entrega mercancías.

Artículo 2. Por valor se entiende, en este caso, cualquier causa. Se entiende por libreta el cuaderno del depositante.

Artículo 3. Para todos los efectos legales se entiende por faro toda luz de la costa.

Artículo 4. En este capítulo se entiende por:

a) Molino: la máquina que muele.

b) Remo: el palo que mueve el barco.
"""


def test_a_definition_holds_for_what_it_says() -> None:
    nodes, runs = read(SCOPES, "es-co", "co/ley/1922/18")
    passages = [Passage(node, runs[node.instrument, node.eid]) for node in nodes if node.text]
    found = define(passages, tradition("es-co"), {node.eid: node for node in nodes})
    told = {d.term: (d.scope, d.within) for d in found}
    assert told == {
        "depositante": ("chapter", "chp_1"),
        "valor": ("case", "art_2"),
        "libreta": ("", ""),
        "faro": ("all", ""),
        "Molino": ("chapter", "chp_1"),
        "Remo": ("chapter", "chp_1"),
    }


@pytest.mark.parametrize("tag", TAGS)
def test_every_rule_has_examples_and_no_other_rule_finds_their_terms(tag: str) -> None:
    data, defining = tables.read(GRAMMARS, tag)["definitions"], tradition(tag).defining
    entries = [*data["definition"], *data["substitution"]]
    rules = [*defining.definitions, *defining.substitutions]
    for rule, entry in zip(rules, entries, strict=True):
        assert entry["examples"] and entry["counter_examples"], rule.name
        for example in entry["examples"]:
            own = set(rule.terms(example["text"]))
            others = [other.name for other in rules if other != rule and own & set(other.terms(example["text"]))]
            assert not others, example["text"]


def test_the_laws_of_1923_define_their_words() -> None:
    terms = [d.term for d in defined(LAWS, "es-co", "records")]
    assert len(terms) == 19
    assert {"banco hipotecario", "fondo de reserva", "encaje legal", "activo"} <= set(terms)


BITS = ["Las palabras ", "significan ", "se entiende por ", " o ", "“X” ", "shall mean ", ", ", ". ", "la ", "y por "]


@given(
    bits=st.lists(st.one_of(st.sampled_from(BITS), st.text(max_size=6)), max_size=25),
    tag=st.sampled_from(["es-co", "en"]),
)
def test_any_text_is_read(bits: list[str], tag: str) -> None:
    text = "".join(bits)
    found = defined(text, tag)
    assert all(" ".join(text[d.start : d.end].split()) == d.term != "" for d in found)
    assert len({(d.start, d.end) for d in found}) == len(found)
