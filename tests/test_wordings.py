"""Tables and older wordings on the page of an article: what a reader sees, hears and prints."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_site import TEMPLATES, Page

from kb.build import build
from kb.model import Version
from kb.site.blocks import Table, blocks, words
from kb.site.changes import CAME, KEPT, LEFT, compare
from kb.site.wordings import compared
from kb.store import Store

LAW = """---
title: Ley 9 de 1920
---

**Artículo 1º.** Las cuotas siguientes:

| Numeral | Pesos |
| --- | --- |
| 95. Fósforos | 1 70 |
| Papel \\| tela | |

**Artículo 2.** El banco mantendrá en encaje el cincuenta por ciento de los billetes.

Y en oro.

LEGISLACIÓN ANTERIOR []

(1) Artículo 2.El banco mantendrá en encaje el sesenta por ciento de los billetes.

Vigente desde: 11/07/1923 y hasta el: 22/06/1931

Artículo 2. El banco mantendrá en encaje el sesenta por ciento de los depósitos.

Vigente desde: 23/06/1931 y hasta el: 30/06/1940

**Artículo 3. Derogado**

LEGISLACIÓN ANTERIOR []

Artículo 3. Las multas.

Vigente desde: 11/07/1923 y hasta el: 22/06/1931
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wordings")
    (folder / "corpus" / "co" / "leyes").mkdir(parents=True)
    (folder / "corpus" / "co" / "leyes" / "ley.md").write_text(LAW, "utf-8")
    build(folder / "corpus", folder / "out", templates=TEMPLATES)
    return folder / "out"


@pytest.fixture(scope="module")
def law(site: Path) -> str:
    with Store.open(site / "kb.sqlite") as store:
        return next(i.id for i in store.instruments() if i.in_corpus)


def page(site: Path, law: str, name: str, code: str = "es") -> str:
    return (site / "site" / code / law / f"{name}.html").read_text("utf-8")


# Tables


def test_a_table_of_the_law_is_a_table(site: Path, law: str) -> None:
    for text in (page(site, law, "art_1"), page(site, law, "index", "en")):
        frame = text[text.index('<div class="table"') : text.index("</table>")]
        assert 'tabindex="0" role="group" aria-label="Artículo 1º."' in frame
        assert re.findall(r'<th scope="col">([^<]*)', frame) == ["Numeral", "Pesos"]
        assert re.findall(r"<td[^>]*>([^<]*)", frame) == ["95. Fósforos", "1 70", "Papel | tela", ""]
        assert "---" not in frame


TABLES = [
    ("Uno.\n\nDos\nlíneas.", ("Uno.", "Dos\nlíneas.")),
    ("| a | b |\n| c | d |", (Table((), (("a", "b"), ("c", "d"))),)),
    ("Así:\n| a | b |\n|:--|--:|\n| c |\nFin", ("Así:", Table((("a", "b"),), (("c", ""),)), "Fin")),
    ("| | |\n| --- | --- |\n| a | b |", (Table((), (("a", "b"),)),)),
    ("a | b", ("a | b",)),
    ("| | |\n| --- |", ()),
]


@pytest.mark.parametrize(("text", "found"), TABLES, ids=[text[:12] for text, _ in TABLES])
def test_blocks(text: str, found: tuple[str | Table, ...]) -> None:
    assert blocks(text) == found


@given(st.text("ab|-\\ \n"))
def test_the_blocks_hold_every_letter(text: str) -> None:
    assert re.findall("[ab]", words(blocks(text))) == re.findall("[ab]", text)


# Older wordings


def test_a_wording_is_compared_with_the_one_that_came_after(site: Path, law: str) -> None:
    text = page(site, law, "art_2")
    first, second = text.split("<summary>Redacción ")[1:]
    assert "Qué cambió hasta la redacción 2" in first and "Qué cambió hasta el texto actual" in second
    went, came = re.findall(r"<(del|ins)><span[^>]*>[^<]*</span>([^<]*)", first)[-2:]
    assert (went, came) == (("del", "billetes"), ("ins", "depósitos"))
    assert ("ins", "Y en oro.") in re.findall(r"<(del|ins)><span[^>]*>[^<]*</span>([^<]*)", second)


def test_a_change_is_told_in_words_of_the_page_to_those_who_do_not_see_it(site: Path, law: str) -> None:
    heard = Page(page(site, law, "art_2", "en")).texts
    assert ("[went:", "en") in heard and ("[came:", "en") in heard
    assert ("sesenta", "es") in heard and ("cincuenta", "es") in heard
    style = (TEMPLATES / "static" / "articulado.css").read_text("utf-8")
    assert re.search(r"(?m)^del \{[^}]*line-through", style) and re.search(r"(?m)^ins \{[^}]*underline", style)


def test_there_is_no_comparison_with_words_that_are_not_printed(site: Path, law: str) -> None:
    text = page(site, law, "art_3")
    assert "Las multas." in text and "Qué cambió" not in text and "<del>" not in text


def version(place: int, since: str | None, text: str, label: str = "Artículo 1.") -> Version:
    return Version(
        instrument="x", eid="art_1", place=place, label=label, text=text, since=since, until=None, note="",
        source="f", line=1, start=0, end=0,
    )  # fmt: skip


def test_days_and_not_places_say_which_wording_came_after() -> None:
    made = compared([version(1, "1931-01-01", "b"), version(2, "1923-01-01", "a"), version(3, None, "c")], "d")
    assert [older.after for older in made] == [None, 1, None]


def test_the_same_words_and_other_words_are_told() -> None:
    same, other = compared([version(1, None, "uno dos"), version(2, None, "tres cuatro")], "uno  dos")
    assert same.unchanged and not same.rewritten
    assert other.rewritten and not other.unchanged


def told(older: str, later: str) -> str:
    signs = {KEPT: "{}", LEFT: "[-{}-]", CAME: "[+{}+]"}
    return " / ".join("".join(signs[c.kind].format(c.words) for c in paragraph) for paragraph in compare(older, later))


CHANGES = [
    ("el banco", "el banco", "el banco"),
    ("diez años.", "veinte años.", "[-diez-][+veinte+] años."),
    ("el sesenta (60) por", "el setenta (70) por", "el[- sesenta-][+ setenta+] ([-60-][+70+]) por"),
    ("uno\n\ndos", "uno\n\ndos tres", "uno / dos[+ tres+]"),
    ("$ 1.000 pesos", "$ 1.500 pesos", "$[- 1.000-][+ 1.500+] pesos"),
    ("x a b c de d e f y", "x g h i de j k l y", "x[- a b c de d e f-][+ g h i de j k l+] y"),
    ("", "todo", "[+todo+]"),
    ("todo", "", "[-todo-]"),
]


@pytest.mark.parametrize(("older", "later", "shown"), CHANGES)
def test_changes(older: str, later: str, shown: str) -> None:
    assert told(older, later) == shown


@given(st.lists(st.sampled_from(["a", "b", "c", "d", ",", "\n\n", "e\nf"])), st.lists(st.sampled_from("abcd,.")))
def test_each_wording_is_there_whole(older: list[str], later: list[str]) -> None:
    changes = [c for paragraph in compare(" ".join(older), " ".join(later)) for c in paragraph]
    for kinds, wording in (({KEPT, LEFT}, older), ({KEPT, CAME}, later)):
        said = "".join(c.words for c in changes if c.kind in kinds)
        assert "".join(said.split()) == "".join(" ".join(wording).split())


def long_text(words: int, every: int) -> Iterator[str]:
    for n in range(words):
        yield "de" if n % 3 else f"palabra{n % 997}" if n % every else f"otra{n}"


def test_long_articles_are_compared_in_little_more_than_their_length() -> None:
    pairs = [(" ".join(long_text(n, 50)), " ".join(long_text(n, 70))) for n in (5_000, 40_000)]
    times = []
    for older, later in pairs:
        start = process_time()
        compare(older, later)
        times.append(process_time() - start)
    assert times[1] < 24 * max(times[0], 0.02), times
