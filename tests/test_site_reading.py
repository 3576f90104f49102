"""Reading on the site: defined terms, numbers beside marks, citations, former addresses, notices of a collection."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from test_site import BYLAWS, INSTRUMENTS, LAW, TEMPLATES, TREES, Page, problem, stored

from kb.build import build
from kb.model import ForcePeriod, Node
from kb.query import read_reference
from kb.site import Options, citing, write
from kb.site.force import in_force
from kb.site.library import gather
from kb.site.numbers import normal
from kb.site.words import load
from kb.store import Store

NEW, OLD = "co/ley/1930/7", "co/leyes/ley"
TEXT = """LEY 7 DE 1930

Artículo 1. Las palabras banco comercial significan un establecimiento que recibe fondos.

Artículo 2. Los bancos comerciales llevan cuenta. El banco comercial que no la lleve pagará:

1. Una multa, si es banco comercial, como dice el artículo 1.

Artículo 4. Las palabras cuenta corriente significan un contrato.

Artículo 5. Los términos cuenta corriente significan otro contrato.

Artículo 6. Ni el banco, comercial o no, ni las cuentas corrientes se libran. Véanse
los artículos 3, 9 y 11 de esta ley.
"""
AMENDING = """LEY 9 DE 1930

Artículo 1. Modifícase el artículo 4 de la Ley 7 de 1930.

Artículo 2. El banco comercial paga.
"""
MANIFEST = f"""[collection]
notice = "De toda la colección."
[[source]]
file = "ley.txt"
language = "es"
notice = {{ es = "No es la <b>Gaceta</b>.", en = "This is not the gazette." }}
[[source]]
file = "otra.txt"
language = "es"
[[instrument]]
file = "ley.txt"
id = "{NEW}"
title = "Ley 7 de 1930"
formerly = ["{OLD}"]
[[instrument]]
file = "otra.txt"
id = "co/ley/1930/8"
title = "Ley 8 de 1930"
[[source]]
file = "tercera.txt"
language = "es"
[[instrument]]
file = "tercera.txt"
id = "co/ley/1930/9"
title = "Ley 9 de 1930"
"""


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("reading")
    folder = root / "corpus" / "co" / "leyes"
    folder.mkdir(parents=True)
    (folder / "ley.txt").write_text(TEXT, "utf-8")
    (folder / "otra.txt").write_text("LEY 8 DE 1930\n\nArtículo 1. El banco comercial paga.\n", "utf-8")
    (folder / "tercera.txt").write_text(AMENDING, "utf-8")
    (folder / "manifest.toml").write_text(MANIFEST, "utf-8")
    build(root / "corpus", root / "build", templates=TEMPLATES)
    return root / "build"


@pytest.fixture(scope="module")
def knowledge(out: Path) -> Iterator[Store]:
    with Store.open(out / "kb.sqlite") as store:
        yield store


def page(out: Path, path: str) -> Page:
    return Page((out / "site" / path).read_text("utf-8"))


def terms(read: Page) -> list[str]:
    """Where the defined terms in the words of a page lead."""
    return [given["href"] or "" for tag, given in read.tags if tag == "a" and given.get("class") == "term"]


# Defined terms


@pytest.mark.parametrize(
    ("article", "leads"),
    [
        ("art_1", []),  # it is the one that defines
        ("art_2", ["art_1.html"]),  # the plural, once, and not again in the list
        ("art_4", []),
        ("art_5", []),
        ("art_6", []),  # a comma parts the words; two articles define the other
    ],
)
def test_the_first_use_of_a_term_leads_to_its_definition(out: Path, article: str, leads: list[str]) -> None:
    for language in ("es", "en"):
        found = terms(page(out, f"{language}/{NEW}/{article}.html"))
        assert [link.rpartition("/")[2] for link in found] == leads


def test_a_term_that_two_articles_define_is_listed_with_both(out: Path) -> None:
    read = page(out, f"es/{NEW}/art_6.html")
    assert "cuenta corriente : art. 4 ; art. 5" in read.text


def test_a_term_of_the_law_that_is_amended_is_named_with_it(out: Path) -> None:
    read = page(out, "es/co/ley/1930/9/art_2.html")
    assert "banco comercial : art. 1, Ley 7 de 1930" in read.text and len(terms(read)) == 1


def test_a_term_of_another_law_is_not_marked(out: Path) -> None:
    assert not terms(page(out, "es/co/ley/1930/8/art_1.html"))


def test_an_article_says_what_it_defines(out: Path) -> None:
    assert "Qué define banco comercial" in page(out, f"es/{NEW}/art_1.html").text


def test_without_the_law_that_defines_nothing_is_marked(knowledge: Store, tmp_path: Path) -> None:
    write(tmp_path, knowledge, TEMPLATES, Options(only=("co/ley/1930/9",)))
    assert not terms(Page((tmp_path / "es/co/ley/1930/9/art_2.html").read_text("utf-8")))


# Previews


def test_previews_tell_what_words_lead_to_and_nothing_else(out: Path) -> None:
    text = (out / "site" / "previews" / f"{NEW}.js").read_text("utf-8")
    told = json.loads(text.removeprefix("Object.assign(articuladoPreviews,").removesuffix(");\n"))[NEW]
    assert told["lang"] == "es" and set(told["cards"]) == {"art_1.html", "art_4.html", "art_5.html"}
    assert told["cards"]["art_1.html"][:3] == ["Artículo 1.", "", "in force as given"]
    assert told["cards"]["art_1.html"][3].startswith("Las palabras banco comercial")
    assert not (out / "site" / "previews" / "co/ley/1930/8.js").exists()


# Numbers


def test_numbers_that_are_missing_stand_as_gaps_where_they_would_be(out: Path) -> None:
    text = page(out, f"es/{NEW}/index.html").text
    order = [
        "Artículo 2.",
        "No está en la fuente: artículo 3",
        "Artículo 4.",
        "se libran",
        "los citan: artículos 9 y 11",
    ]
    at = [text.index(words, text.index("Las palabras banco comercial")) for words in order]
    assert at == sorted(at)


@pytest.mark.parametrize(
    ("kind", "eid", "label", "number", "says"),
    [
        ("article", "art_17", "Artículo 17.", "17", ""),
        ("article", "art_1", "ARTÍCULO PRIMERO.", "1", "art. 1"),
        ("article", "art_1", "Artículo 1º", "1", ""),
        ("article", "art_12a", "Artículo 12 A.", "12a", ""),
        ("article", "art_12a", "Artículo 12-A.", "12a", ""),
        ("article", "art_2247", "Artículo 2247.", "2247", "probablemente art. 247"),
        ("chapter", "chp_13~2", "CHAPTER XIII", "13", "cap. 13 (2)"),
        ("article", "art_x", "", None, ""),
    ],
)
def test_a_number_is_told_where_the_mark_does_not_show_it(
    kind: str, eid: str, label: str, number: str | None, says: str
) -> None:
    node = Node(
        instrument=LAW, eid=eid, kind=kind, label=label, number=number, heading="", text="", parent=None, order=0,
        source="", line=1, start=0, end=0,
    )  # fmt: skip
    odd = [problem("suspected-typo", LAW, "art_2247", number="2247", proposal="247")]
    assert normal(node, odd, load(TEMPLATES / "words")[0]) == says


# Citations


@pytest.mark.parametrize(
    ("id", "eid", "spanish", "english"),
    [
        (LAW, "art_17", "Artículo 17, Ley 45 de 1923 (Colombia)", "Article 17, Law 45 of 1923 (Colombia)"),
        (LAW, "art_46__par_1__num_3", "Artículo 46, parágrafo 1, numeral 3, Ley 45 de 1923 (Colombia)",
         "Article 46, paragraph 1, no. 3, Law 45 of 1923 (Colombia)"),
        (LAW, "chp_1~2", "Capítulo 1, Ley 45 de 1923 (Colombia)", "Chapter 1, Law 45 of 1923 (Colombia)"),
        (LAW, "", "Ley 45 de 1923 (Colombia)", "Law 45 of 1923 (Colombia)"),
        (BYLAWS, "art_8__lit_a", "Artículo 8, literal a, Bylaws of Andino (Colombia)",
         "Article 8, letter a, Bylaws of Andino (Colombia)"),
        ("zz/x/y", "art_1", "Artículo 1, Otra", "Article 1, Otra"),
        (LAW, "art_t2", "Artículo 2 transitorio, Ley 45 de 1923 (Colombia)",
         "Transitional article 2, Law 45 of 1923 (Colombia)"),
        (LAW, "art_2__annex_1__art_4__num_1",
         "Artículo 4, numeral 1, CONVENIO SOBRE MOLINOS, Ley 45 de 1923 (Colombia)",
         "Article 4, no. 1, CONVENIO SOBRE MOLINOS, Law 45 of 1923 (Colombia)"),
        (LAW, "annex_2__art_4", "Anexo 2, artículo 4, Ley 45 de 1923 (Colombia)",
         "Annex 2, article 4, Law 45 of 1923 (Colombia)"),
    ],
)  # fmt: skip
def test_a_citation_in_each_style(tmp_path: Path, id: str, eid: str, spanish: str, english: str) -> None:
    other = replace(INSTRUMENTS[1], id="zz/x/y", title="Otra")
    with stored(tmp_path / "kb.sqlite", {LAW: TREES[LAW]}, (*INSTRUMENTS, other), ()) as store:
        library = gather(store, load(TEMPLATES / "words"))
    work = next(entry for entry in library.works if entry.instrument.id == id)
    work = replace(work, annexes={"art_2__annex_1": "CONVENIO SOBRE MOLINOS"})
    assert ("art_2__annex_1" in citing.titles(work, eid)) is (not eid or "annex_1" in eid)
    told = [citing.cited(work, eid, words) if eid else citing.whole(work, words) for words in library.languages]
    assert told == [spanish, english]


@pytest.mark.parametrize(
    ("origin", "bound", "spanish"),
    [
        ("sanctioned + 40", False, "En vigor desde el 19 de abril de 1944: 40 días después de su sanción."),
        ("promulgated + 2 months", True, "En vigor no antes del 19 de abril de 1944: no se conoce el día de su "
         "promulgación, 2 meses después de la cual rige."),
        ("sanctioned", False, "En vigor desde el 19 de abril de 1944, día de su sanción."),
        ("in force", False, "En vigor desde el 19 de abril de 1944."),
        ("year", True, "En vigor desde algún día de 1944, del que solo se conoce el año."),
    ],
)  # fmt: skip
def test_a_page_says_from_when_a_law_holds_by_its_own_words(origin: str, bound: bool, spanish: str) -> None:
    words = next(one for one in load(TEMPLATES / "words") if one.code == "es")
    held: dict[str, Any] = {
        "instrument": LAW,
        "eid": None,
        "since": "1944-04-19",
        "latest": None,
        "origin": origin,
        "bound": bound,
    }
    assert in_force(ForcePeriod(**held, quote="Esta Ley regirá"), words) == spanish
    assert in_force(ForcePeriod(**held), words) != spanish or origin == "in force"


# Former addresses


def test_a_former_address_leads_to_the_present_one(out: Path, knowledge: Store) -> None:
    for former, now in (("index.html", "index.html"), ("art_2.html", "art_2.html")):
        read = page(out, f"es/{OLD}/{former}")
        refresh = [given["content"] for _, given in read.tags if given.get("http-equiv") == "refresh"]
        assert refresh == [f"0; url=../../../{NEW}/{now}"] and f"../../../{NEW}/{now}" in read.every("href")
        assert ("meta", {"name": "robots", "content": "noindex"}) in read.tags
    for reference, eid in ((f"{OLD}#art_2", "art_2"), (OLD, None)):
        [target] = read_reference(knowledge, reference).targets
        assert (target.instrument, target.eid) == (NEW, eid)


def test_with_one_page_a_law_a_former_article_leads_into_it(knowledge: Store, tmp_path: Path) -> None:
    write(tmp_path, knowledge, TEMPLATES, Options(pages="instrument"))
    read = Page((tmp_path / "es" / OLD / "art_2.html").read_text("utf-8"))
    assert f"../../../{NEW}/index.html#art_2" in read.every("href")


# Notices


@pytest.mark.parametrize(
    ("path", "says", "language"),
    [
        (f"es/{NEW}/art_1.html", "No es la <b>Gaceta</b>.", "es"),
        (f"en/{NEW}/index.html", "This is not the gazette.", "en"),
        ("en/co/ley/1930/8/art_1.html", "De toda la colección.", "es"),
    ],
)
def test_the_notice_is_the_curators(out: Path, path: str, says: str, language: str) -> None:
    read = page(out, path)
    assert (says, language) in read.texts
    assert "Estas páginas reproducen" not in read.text and "These pages reproduce" not in read.text


def test_without_a_notice_the_usual_words_stand(out: Path) -> None:
    assert "Estas páginas reproducen" in page(out, "es/index.html").text
