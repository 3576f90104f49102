"""The site's citations and effects: words that lead somewhere, who cites whom, what was done, and the register."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_site import TEMPLATES, Page, pages

from kb.build import build
from kb.ledgers import packed
from kb.model import (
    REPEALED,
    Citation,
    Effect,
    Evidence,
    Instrument,
    Knowledge,
    Node,
    Source,
    Span,
    Target,
)
from kb.ranges import Group
from kb.site import write
from kb.site.marks import marks, offsets, pieces
from kb.site.places import said, said_range
from kb.site.register import since
from kb.site.words import load
from kb.store import Store, StoredProblem
from kb.store import write as write_store

LAW, OTHER, STUB = "co/ley/1923/45", "co/ley/1912/110", "co/ley/1905/24"
FILE = "leyes.txt"
EVIL = '=HYPERLINK("x") <script>alert(1)</script> & "\'>'
MANY = range(101, 301)
ABROAD = "artículos 16 y 17 de la Ley 24 de 1905"
CLAUSE = "Quedan derogados los artículos 16 y 17 de la Ley 24 de 1905."
NOTE = "Derogado por el Artículo 3 de la Ley 45 de 1923."

TEXTS: dict[tuple[str, str], str] = {
    (
        LAW,
        "art_1",
    ): "Como dice el artículo 2, y el artículo 2 otra vez, rige el artículo 99.\n\nTambién el artículo 9 de aquí.",
    (LAW, "art_2"): "| número | artículo 1 |\n|---|---|\n| uno | artículo 3 |",
    (LAW, "art_3"): CLAUSE,
    (LAW, "art_4"): "Este artículo nada dice. Véanse los artículos 1 a 4.",
    (LAW, "chp_1"): "Según el artículo 3.",
    **{(OTHER, f"art_{n}"): NOTE for n in MANY},
}


def cited(eid: str, quote: str, resolution: str, *targets: Target, nth: int = 1) -> Citation:
    text, at = TEXTS[LAW, eid], -1
    for _ in range(nth):
        at = text.index(quote, at + 1)
    at += STARTS[LAW, eid]
    return Citation(
        instrument=LAW, eid=eid, source=FILE, line=1, start=at, end=at + len(quote), quote=quote,
        resolution=resolution, targets=targets,
    )  # fmt: skip


def starts() -> dict[tuple[str, str], int]:
    found, at = {}, 10
    for place, text in TEXTS.items():
        found[place] = at
        at += len(text) + 5
    return found


STARTS = starts()
CITATIONS = (
    cited("art_1", "artículo 2", "resolved", Target(LAW, "art_2"), nth=2),
    cited("art_1", "artículo 99", "dangling", Target(LAW, "art_99")),
    cited("art_1", "artículo 9 de aquí", "ambiguous", Target(LAW, "art_4"), Target(OTHER, "art_101")),
    cited("art_2", "artículo 3", "resolved", Target(LAW, "art_3")),
    cited("art_3", ABROAD, "external", Target(STUB, "art_16"), Target(STUB, "art_17")),
    cited("art_4", "Este artículo", "relative", Target(LAW, "art_4")),
    cited("art_4", "artículos 1 a 4", "resolved", *(Target(LAW, f"art_{n}") for n in range(1, 5))),
    cited("chp_1", "artículo 3", "resolved", Target(LAW, "art_3")),
    *(
        Citation(
            instrument=OTHER, eid=f"art_{n}", source=FILE, line=1, start=STARTS[OTHER, f"art_{n}"] + 16,
            end=STARTS[OTHER, f"art_{n}"] + 47, quote="Artículo 3 de la Ley 45 de 1923", resolution="resolved",
            targets=(Target(LAW, "art_3"),),
        )
        for n in MANY
    ),
)  # fmt: skip


def effect(affected: Target | None, grade: str, proof: Target, quote: str, **differing: Any) -> Effect:
    evidence = Evidence(
        instrument=proof.instrument, eid=proof.eid or "", source=FILE, start=0, end=len(quote), quote=quote
    )
    given: dict[str, Any] = {
        "kind": "repeal", "affecting": Target(LAW, "art_3"), "affected": affected, "scope": "whole", "words": "",
        "grade": grade, "date": "1923-07-19", "date_origin": "sanctioned", "bound": False, "evidence": (evidence,),
    }  # fmt: skip
    return Effect(**{**given, **differing})


EFFECTS = (
    *(effect(Target(OTHER, f"art_{n}"), "claimed", Target(OTHER, f"art_{n}"), NOTE) for n in MANY),
    *(effect(Target(STUB, f"art_{n}"), "enacted", Target(LAW, "art_3"), CLAUSE, words=EVIL) for n in (16, 17)),
    effect(
        Target(LAW, "art_4"), "source-absent", Target(LAW, "art_4"), "Modificado.", kind="substitution",
        affecting=None, date=None, date_origin="",
    ),
    effect(None, "enacted", Target(LAW, "art_3"), "y las que sean contrarias", scope="catch-all"),
)  # fmt: skip
TYPO = StoredProblem(
    code="suspected-typo", severity="warning", instrument=OTHER, eid="art_150", source=FILE, line=1,
    message="Printed 150.", message_es="Impreso 150.", params={},
)  # fmt: skip


def node(order: int, place: tuple[str, str], text: str) -> Node:
    instrument, eid = place
    kind, number = ("chapter", "1") if eid == "chp_1" else ("article", eid.removeprefix("art_"))
    noted = text == NOTE
    return Node(
        instrument=instrument, eid=eid, kind=kind, label=f"Artículo {number}.", number=number, heading="", text=text,
        parent=None, order=order, source=FILE, line=1, start=STARTS[place], end=STARTS[place] + len(text),
        **({"status": REPEALED, "note": NOTE} if noted else {}),
    )  # fmt: skip


def law(id: str, number: str, year: int, *, here: bool = True) -> Instrument:
    title = f"Ley {number} de {year}"
    return Instrument(id=id, type="ley", number=number, year=year, title=title, language="es", in_corpus=here)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("ties")
    spans = tuple(
        Span(source=FILE, start=at, end=at + len(TEXTS[place]), role="text", instrument=place[0], eid=place[1])
        for place, at in STARTS.items()
    )
    source = Source(
        file=FILE, sha256="ab" * 32, encoding="utf-8", media_type="text/plain", language="es", layout="plain",
        tradition="es", characters=9,
    )  # fmt: skip
    known = Knowledge(
        sources=(source,),
        instruments=(law(LAW, "45", 1923), law(OTHER, "110", 1912), law(STUB, "24", 1905, here=False)),
        nodes=tuple(node(order, place, text) for order, (place, text) in enumerate(TEXTS.items())),
        ledgers=tuple(packed(spans)),
        problems=(),
        citations=CITATIONS,
        effects=EFFECTS,
    )
    write_store(folder / "kb.sqlite", known, problems=(TYPO,), meta={"version": "9.8.7", "fingerprint": "f00d"})
    with Store.open(folder / "kb.sqlite") as store:
        write(folder / "site", store, TEMPLATES)
    yield folder / "site"


@pytest.fixture(scope="module")
def parsed(site: Path) -> dict[str, Page]:
    return pages(site)


def words_that_cite(site: Path, page: str) -> list[tuple[str, str, str]]:
    """(words before, marks, link) of each citation in the running text of a page."""
    text = (site / page).read_text("utf-8")
    found = re.findall(r'([^<>]*)<a class="cite ?(\w*)" href="([^"]*)"[^>]*>([^<]*)</a>', text)
    return [(before.strip()[-12:], words + (f" [{mark}]" if mark else ""), href) for before, mark, href, words in found]


UP = "../../../../"


@pytest.mark.parametrize(
    ("page", "found"),
    [
        (
            "art_1",
            [
                ("2, y el", "artículo 2", f"{UP}{LAW}/art_2.html"),
                ("vez, rige el", "artículo 99 [dangling]", f"{UP}{LAW}/art_1.html#cites"),
                ("También el", "artículo 9 de aquí [ambiguous]", f"{UP}{LAW}/art_1.html#cites"),
            ],
        ),
        ("art_2", []),
        ("art_3", [("erogados los", "artículos 16 y 17 de la Ley 24 de 1905 [external]", f"{UP}{STUB}/index.html")]),
        ("art_4", [("Véanse los", "artículos 1 a 4", f"{UP}{LAW}/art_1.html")]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
@pytest.mark.parametrize("code", ["es", "en"])
def test_the_words_of_a_citation_are_the_link(
    site: Path, code: str, page: str, found: list[tuple[str, str, str]]
) -> None:
    told = words_that_cite(site, f"{code}/{LAW}/{page}.html")
    assert [(before[-len(near) :], *rest) for (before, *rest), (near, *_) in zip(told, found, strict=True)] == [
        tuple(each) for each in found
    ]


def test_an_instrument_page_has_the_same_links(site: Path) -> None:
    told = words_that_cite(site, f"en/{LAW}/index.html")
    assert [words for _, words, _ in told] == [
        "artículo 2", "artículo 99 [dangling]", "artículo 9 de aquí [ambiguous]",
        "artículos 16 y 17 de la Ley 24 de 1905 [external]", "artículos 1 a 4", "artículo 3",
    ]  # fmt: skip


SAYS = (
    (f"es/{LAW}/art_1.html", "«artículo 99»: art. 99 La norma está en el corpus y su fuente no imprime"),
    (f"en/{LAW}/art_1.html", "It may be any of these: the text does not say which."),
    (f"es/{LAW}/art_3.html", "Ley 110 de 1912 200 disposiciones art. 101 art. 102"),
    (f"es/{LAW}/art_3.html", "Qué dispone sobre otras normas"),
    (f"es/{LAW}/art_3.html", "Dispuesta . Lo dispone la norma que actúa"),
    (f"es/{LAW}/art_4.html", "Modificación por una norma que la nota no nombra Modificado. este artículo"),
    (f"es/{LAW}/art_4.html", "No se sabe desde cuándo."),
    (f"en/{OTHER}/art_150.html", "The source prints it as repealed. Repeal by art. 3, Ley 45 de 1923"),
    (f"en/{OTHER}/art_150.html", "Claimed . The note printed at the provision says so"),
    (f"en/{OTHER}/art_150.html", "Since 19 July 1923 (sanction of the acting instrument)."),
    (f"en/{STUB}/index.html", "See it in the register Repeal of art. 16, art. 17 by art. 3, Ley 45 de 1923"),
    (f"en/{STUB}/index.html", "Who cites it Ley 45 de 1923 art. 3"),
    (f"en/{LAW}/index.html", "Repeal of arts. 101–300, Ley 110 de 1912 by art. 3 All 200 provisions"),
    ("es/register.html", "Ley 110 de 1912 arts. 101–300 (200 disposiciones)"),
    ("es/register.html", "A revisar en estos números: Impreso 150."),
    ("es/register.html", "Ninguna en particular Derogación por fórmula general"),
)


@pytest.mark.parametrize(("page", "says"), SAYS)
def test_it_is_said(parsed: dict[str, Page], page: str, says: str) -> None:
    text = re.sub(r"\s+([,;:])", r"\1", parsed[page].text)
    assert says.replace("«", "").replace("»", "") in text


def test_a_note_that_is_evidence_is_quoted_once(site: Path) -> None:
    text = (site / f"es/{OTHER}/art_150.html").read_text("utf-8")
    assert text.count(NOTE) == 1


def test_many_citations_fold_away(site: Path) -> None:
    text = (site / f"es/{LAW}/art_3.html").read_text("utf-8")
    aside = text[text.index('id="cited-by"') :]
    assert aside.count("<details") == 1 and aside.index("<details") < aside.index("art_101.html")


def test_no_value_becomes_markup(site: Path) -> None:
    for path in site.rglob("*.html"):
        assert "<script>alert" not in path.read_text("utf-8"), path


@pytest.mark.parametrize("code", ["es", "en"])
def test_the_file_and_the_lines_are_the_same(site: Path, code: str) -> None:
    content = (site / code / "register.csv").read_bytes()
    assert content.startswith(b"\xef\xbb\xbf")
    told = (site / code / "register-data.js").read_text("utf-8").removeprefix("var articuladoRegister = ")
    data = json.loads(told.rstrip().removesuffix(";"))
    assert data["head"] + "".join(data["rows"]) == content.decode("utf-8-sig")
    head, *rows = csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""))
    assert len(rows) == len(EFFECTS) and all(len(row) == len(head) for row in rows)
    assert {row[5] for row in rows} == {"", f"'{EVIL}"}, "no cell is a formula"
    assert [row[-1] for row in rows if row[2] == f"{OTHER}#art_150"] == [
        "Impreso 150." if code == "es" else "Printed 150."
    ]


@pytest.mark.parametrize("code", ["es", "en"])
def test_the_rows_of_the_page_are_those_of_the_file(site: Path, parsed: dict[str, Page], code: str) -> None:
    rows = [given for tag, given in parsed[f"{code}/register.html"].tags if tag == "tr" and "data-first" in given]
    ends = [(int(given["data-first"] or 0), int(given["data-count"] or 0)) for given in rows]
    assert [first for first, _ in ends] == [sum(count for _, count in ends[:at]) for at in range(len(ends))]
    assert sum(count for _, count in ends) == len(EFFECTS)
    file = list(csv.reader(io.StringIO((site / code / "register.csv").read_text("utf-8-sig"), newline="")))[1:]
    for given, (first, count) in zip(rows, ends, strict=True):
        victims = {row[2].partition("#")[0] or "-" for row in file[first : first + count]}
        assert victims == {given["data-victim"]}


def test_without_a_script_the_whole_register_stands(parsed: dict[str, Page]) -> None:
    page = parsed["en/register.html"]
    hidden = [given.get("id") for _, given in page.tags if "hidden" in given]
    assert hidden == ["filter", "more", "none"]
    assert "register.csv" in page.every("href")
    assert "Filtering needs JavaScript." in page.text


# The pieces


@pytest.mark.parametrize(
    ("text", "at", "quote", "told"),
    [
        ("el artículo 2 y el artículo 2", 3, "artículo 2", "el [artículo 2] y el artículo 2"),
        ("el artículo 2 y el artículo 2", 18, "artículo 2", "el artículo 2 y el [artículo 2]"),
        ("el artículo\n2 y más", 0, "artículo  2", "el [artículo\n2] y más"),
        ("uno\n\nel artículo 2", 5, "artículo 2", "uno / el [artículo 2]"),
        ("fin de uno\n\nuno más", 7, "uno uno", "fin de uno / uno más"),
        ("nada", 0, "artículo 2", "nada"),
        ("nada", 0, "", "nada"),
        ("| artículo 2 |\n|---|\n| b |", 2, "artículo 2", "| artículo 2 |\n|---|\n| b |"),
        ("| a |\n|---|\n| b |\n\nel artículo 2", 22, "artículo 2", "| a |\n|---|\n| b | / el [artículo 2]"),
        ("el .* (a)", 3, ".* (a)", "el [.* (a)]"),
    ],
)
def test_words_are_found_where_they_stand(text: str, at: int, quote: str, told: str) -> None:
    citation = Citation(
        instrument=LAW, eid="art_1", source=FILE, line=1, start=0, end=0, quote=quote, resolution="resolved", targets=()
    )
    found = marks(text, [(at, citation)])
    blocks = text.split("\n\n")
    shown = (
        "".join(piece if isinstance(piece, str) else f"[{piece[0]}]" for piece in pieces(block, found.get(n, ())))
        for n, block in enumerate(blocks)
    )
    assert " / ".join(shown) == told


def test_two_citations_never_share_words() -> None:
    here = cited("art_1", "artículo 2", "resolved", Target(LAW, "art_2"))
    found = marks("artículo 2 o artículo 2", [(0, here), (0, here), (0, here)])
    assert [(mark.start, mark.end) for mark in found[0]] == [(0, 10), (13, 23)]


def test_a_place_is_counted_in_the_words_of_its_node() -> None:
    spans = [
        Span(source=FILE, start=10, end=20, role="text", instrument=LAW, eid="art_1"),
        Span(source=FILE, start=50, end=60, role="text", instrument=LAW, eid="art_1"),
    ]
    citation = Citation(
        instrument=LAW, eid="art_1", source=FILE, line=1, start=55, end=58, quote="x", resolution="resolved", targets=()
    )
    assert offsets([citation], {"art_1": spans}) == {"art_1": [(15, citation)]}


@pytest.mark.parametrize(
    ("eids", "told"),
    [
        (["art_16", "art_17"], "arts. 16 y 17"),
        (["art_1", "art_2", "art_3", "art_9"], "arts. 1–3 y 9"),
        (["art_1__par_1", "art_2__par_1"], "art. 1, par. 1; art. 2, par. 1"),
        ([f"art_{n}a" for n in range(1, 10)], "art. 1a; art. 2a; art. 3a; art. 4a; art. 5a; …; art. 9a"),
        ([None], ""),
    ],
)
def test_a_range_has_a_name(eids: list[str | None], told: str) -> None:
    some = tuple(effect(Target(OTHER, eid), "claimed", Target(OTHER, "art_1"), NOTE) for eid in eids)
    assert said_range(load(TEMPLATES / "words")[0], Group(some)) == told


@pytest.mark.parametrize(
    ("date", "origin", "bound", "told"),
    [
        (None, "", False, "Since a day that is not known."),
        ("1923-01-01", "year", True, "Not before 1923: of the acting instrument only the year is known."),
        ("1923-07-19", "passed", False, "Since 19 July 1923 (passage of the acting instrument)."),
        ("1923-07-19", "promulgated + 60", False, "Since 19 July 1923: 60 days after the promulgation of the acting"),
        ("1923-07-19", "sanctioned", True, "Not before 19 July 1923 (sanction of the acting instrument): from"),
    ],
)
def test_a_day_says_what_it_is_the_day_of(date: str | None, origin: str, bound: bool, told: str) -> None:
    known = effect(None, "enacted", Target(LAW, "art_3"), CLAUSE, date=date, date_origin=origin, bound=bound)
    assert since(known, load(TEMPLATES / "words")[1]).startswith(told)


@pytest.mark.parametrize(
    ("eid", "es", "en"),
    [
        ("art_46__num_3", "art. 46, num. 3", "art. 46, no. 3"),
        ("art_5~2", "art. 5 (2)", "art. 5 (2)"),
        ("chp_4", "cap. 4", "ch. 4"),
        ("annex_1__art_2__lit_a", "anexo 1, art. 2, lit. a)", "annex 1, art. 2, (a)"),
        ("odd_7", "odd 7", "odd 7"),
        (None, "", ""),
    ],
)
def test_a_provision_has_a_name(eid: str | None, es: str, en: str) -> None:
    spanish, english = load(TEMPLATES / "words")
    assert (said(spanish, eid), said(english, eid)) == (es, en)


LAW_WITHOUT_NUMBERED_INCISOS = """LEY 5 DE 1930
(marzo 3)
sobre faros
El Congreso de Colombia
DECRETA:
Artículo 1. El primer inciso de este artículo y el numeral 9 de este artículo rigen.
Artículo 2. Véanse el inciso segundo del artículo 1 y el artículo 7.
"""


def test_citations_of_what_has_no_number_or_no_place_of_its_own_are_no_dead_links(tmp_path: Path) -> None:
    source = tmp_path / "corpus" / "co" / "c" / "a.txt"
    source.parent.mkdir(parents=True)
    source.write_text(LAW_WITHOUT_NUMBERED_INCISOS, "utf-8")
    report = build(tmp_path / "corpus", tmp_path / "build", templates=TEMPLATES)
    assert report.pages
    page = (tmp_path / "build/site/es/co/ley/1930/5/art_2.html").read_text("utf-8")
    assert "art_1.html" in page
