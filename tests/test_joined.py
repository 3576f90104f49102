"""Words that a print ran together, in small texts and in the two sources, of which every find is known."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from parsing import CORPUS, tradition

from kb.build.run_together import run_together
from kb.corpus import Document
from kb.joined import Lexicon, counted, joined
from kb.model import Source
from kb.reading import read

BYLAWS = (CORPUS / "bancolombia" / "bancolombia-bylaws.en.txt").read_bytes().decode()
LAWS = (CORPUS / "leyes-1923" / "colombia-leyes-1923.es.txt").read_bytes().decode()
# Words of which the small texts are made; each half of a joined word is one of them.
WORDS = (
    "el la un banco se denominará gerente voto favorable retiro de sucursal será manejada parte contra business person"
)


def proposals(text: str, tag: str, words: str) -> list[str]:
    grammar = tradition(tag)
    found = joined(text, Lexicon.of(counted([words, text]), grammar.stop_words, grammar.hanging))
    assert all(text[start:end] == "".join(proposal.split()) for start, end, proposal in found)
    return [proposal for _, _, proposal in found]


CASES = [
    ("El banco se denominaráBanco", ["denominará Banco"]),
    ("manejada por unGerente", ["un Gerente"]),
    ("con el votofavorable", ["voto favorable"]),
    ("para el retirode la sucursal", ["retiro de"]),
    ("Artículo 3.El banco", ["3. El"]),
    ("la sucursal;el banco,la parte", ["sucursal; el", "banco, la"]),
    # Names, abbreviations, addresses, compounds with small words, what is said often, capitals.
    ("McDonald, LaSalle, iPhone, S.A., D.C., el Sr.", []),
    ("www.Banco.com, el@Banco.com, https://banco.com/unGerente", []),
    ("la contraparte y el contrabanco", []),
    ("votofavorable y otra vez votofavorable", []),
    ("VOTOFAVORABLE", []),
    ("Non-Votofavorable", []),
    ("3.500 pesos, 1.El", ["1. El"]),
]


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[text for text, _ in CASES])
def test_joined_words_are_proposed_apart(text: str, expected: list[str]) -> None:
    assert proposals(text, "es-co", WORDS) == expected


def test_the_sources_have_few_and_all_are_known() -> None:
    assert proposals(LAWS, "es-co", "") == [
        "3. El", "denominará Banco", "voto favorable", "9. Toda", "un Gerente", "24. El", "retiro de",
    ]  # fmt: skip
    # Two words that English writes as one: what a proposal costs.
    assert proposals(BYLAWS, "en", "") == ["business person", "withdraw able"]


@given(text=st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    assert [p for p in proposals(text, "es-co", WORDS) if not p.strip()] == []


# Words that are known, pairs of them without the space, and marks between words.
PIECES = st.sampled_from(
    ["banco", "gerente", "bancogerente", "denominaráBanco", "pagará.El", "de", "retirode", " ", "\n"]
)


@given(st.lists(st.lists(PIECES, max_size=12).map(" ".join), min_size=1, max_size=5))
def test_a_corpus_is_searched_for_joined_words_only_where_they_may_be(said: list[str]) -> None:
    grammar = tradition("es-co")
    text = "LEY 7 DE 1923\n\n" + "\n\n".join(f"Artículo {n}. El banco paga. {words}" for n, words in enumerate(said, 1))
    source = Source(
        file="a.txt", sha256="", encoding="utf-8", media_type="text/plain", language="es", layout="plain",
        tradition=grammar.tag, characters=len(text),
    )  # fmt: skip
    document = Document(
        source=source, words=text, grammar=grammar, claims=(), provisional="co/x/a", jurisdiction="co", manifest=None
    )
    (expression,) = read(document).expressions
    texts = [text for node in expression.nodes for text in (node.heading, node.text)]
    lexicon = Lexicon.of(counted(texts), grammar.stop_words, grammar.hanging)
    every = [node.text[start:end] for node in expression.nodes for start, end, _ in joined(node.text, lexicon)]
    assert [dict(problem.params)["words"] for problem in run_together([(expression, grammar)])] == every
