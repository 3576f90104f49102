"""Matrix, timeline and network: what they say, how they are made for all readers, and how large they may grow."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from test_site import TEMPLATES, Page
from test_site_ties import LAW, OTHER, STUB, effect, law, site

from kb.model import Citation, Effect, Instrument, Knowledge, Node, Source, Target
from kb.site import write
from kb.site.library import Library, gather
from kb.site.matrix import matrix
from kb.site.network import network
from kb.site.pairs import most_tied, short, told
from kb.site.timeline import day_of, timeline
from kb.site.words import load
from kb.store import Store
from kb.store import write as write_store

__all__ = ["site"]

PAGES = ("matrix.html", "timeline.html", "network.html")
DRAWN = ("timeline.html", "network.html")
FILE = "muchas.txt"
MANY = 320
LONG = "Ley " + "muy larga sobre los establecimientos y sus múltiples oficinas " * 4


def stored(folder: Path, instruments: Sequence[Instrument], effects: Sequence[Effect]) -> Store:
    source = Source(
        file=FILE, sha256="ab" * 32, encoding="utf-8", media_type="text/plain", language="es", layout="plain",
        tradition="es", characters=9,
    )  # fmt: skip
    nodes = tuple(
        Node(
            instrument=it.id, eid="art_1", kind="article", label="Artículo 1.", number="1", heading="", text="Rige.",
            parent=None, order=0, source=FILE, line=1, start=0, end=5,
        )
        for it in instruments
        if it.in_corpus
    )  # fmt: skip
    known = Knowledge((source,), tuple(instruments), nodes, (), (), effects=tuple(effects), citations=_cited(effects))
    write_store(folder / "kb.sqlite", known, problems=(), meta={"version": "9.8.7", "fingerprint": "f00d"})
    return Store.open(folder / "kb.sqlite")


def _cited(effects: Sequence[Effect]) -> tuple[Citation, ...]:
    return tuple(
        Citation(
            instrument=e.affecting.instrument, eid="art_1", source=FILE, line=1, start=0, end=4, quote="Rige",
            resolution="resolved", targets=(e.affected,),
        )
        for e in effects
        if e.affecting and e.affected
    )  # fmt: skip


def many() -> tuple[list[Instrument], list[Effect]]:
    """Hundreds of laws, each acting on several before it: more than any page has room for."""
    laws = [law(f"co/ley/{1900 + n // 5}/{n}", str(n), 1900 + n // 5) for n in range(MANY)]
    acts = [
        effect(Target(laws[(n * 7 + k * 13) % n].id, f"art_{k + 1}"), "enacted", Target(laws[n].id, "art_1"), "Rige",
               affecting=Target(laws[n].id, "art_1"), kind=("repeal", "insertion", "unheard-of")[k % 3])
        for n in range(1, MANY)
        for k in range(12)
    ]  # fmt: skip
    return laws, acts


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Library]]:
    folder = tmp_path_factory.mktemp("crowd")
    with stored(folder, *many()) as store:
        write(folder / "site", store, TEMPLATES)
        yield folder / "site", gather(store, load(TEMPLATES / "words"))


def read(site: Path, name: str) -> Page:
    return Page((site / name).read_text("utf-8"))


# What is said


@pytest.mark.parametrize(
    ("page", "says"),
    [
        ("es/matrix.html", "Ley 45 de 1923 2 derogaciones 200 derogaciones 1 derogación 203"),
        ("es/matrix.html", "Una norma que la nota no nombra 1 modificación 1"),
        ("en/matrix.html", "Ley 110 de 1912 200 repeals"),
        ("es/timeline.html", "Ley 24 de 1905 recibió: 2"),
        ("en/timeline.html", "200 repeals : Ley 110 de 1912"),
        ("es/network.html", "Ley 45 de 1923 → Ley 24 de 1905: 2 derogaciones; 1 cita"),
        ("en/network.html", "Ley 110 de 1912 Ley 45 de 1923 200"),
        (f"es/{STUB}/index.html", "2 efectos : 2 derogaciones (prueba: dispuesta 2). Verlo en el registro"),
    ],
)
def test_it_is_said(site: Path, page: str, says: str) -> None:
    assert says in read(site, page).text


@pytest.mark.parametrize("code", ["es", "en"])
def test_every_number_leads_to_what_it_counts(site: Path, code: str) -> None:
    links = read(site, f"{code}/matrix.html").every("href")
    assert links.count(f"register.html#?actor={LAW}&victim={OTHER}&kind=repeal") == 2
    assert {f"register.html#?actor={LAW}", f"register.html#?victim={STUB}", "register.html#?actor=-"} <= set(links)
    there = read(site, f"{code}/{LAW}/index.html").every("href")
    assert any(link.endswith(f"/register.html#?actor={LAW}") for link in there)


def test_the_matrix_read_the_other_way_says_the_same(crowd: tuple[Path, Library]) -> None:
    one, other = (matrix(crowd[1].ties, turned=turned) for turned in (False, True))
    assert one.total == other.total == 12 * (MANY - 1)
    assert one.row_totals == other.column_totals and one.column_totals == other.row_totals
    assert sum(one.row_totals.values()) == one.total
    assert {ends: cell.effects for ends, cell in one.cells.items()} == {
        (column, row): cell.effects for (row, column), cell in other.cells.items()
    }


# For all readers


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("code", ["es", "en"])
def test_a_table_has_headers_and_a_frame_that_the_keyboard_scrolls(site: Path, code: str, name: str) -> None:
    page = read(site, f"{code}/{name}")
    assert all(given.get("scope") in ("row", "col") for tag, given in page.tags if tag == "th")
    frames = [given for _, given in page.tags if given.get("class", "") in ("frame", "frame drawing")]
    assert len(frames) == 2
    for frame in frames:
        assert frame["tabindex"] == "0" and frame["role"] == "region" and frame["aria-labelledby"] in page.every("id")


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize("code", ["es", "en"])
def test_a_drawing_has_a_name_words_and_no_script(site: Path, code: str, name: str) -> None:
    page = read(site, f"{code}/{name}")
    images = [given for tag, given in page.tags if tag == "g" and given.get("role") == "img"]
    assert len(images) == 1
    named = (images[0]["aria-labelledby"] or "").split()
    assert [tag for tag, given in page.tags if given.get("id") in named] == ["title", "desc"]
    text = (site / code / name).read_text("utf-8")
    start = text.index("<svg width")
    drawing = text[start : text.index("</svg>", start)]
    image = drawing[drawing.index('<g role="img"') : drawing.rindex("</g>")]
    assert "<a " not in image, "what is an image to the eye of a screen reader holds no links"
    assert f"{LAW}/index.html" in drawing.replace(image, "")
    assert "<script" not in drawing and "<style" not in drawing and "style=" not in drawing
    colours = re.findall(r'(?:fill|stroke)="([^"]*)"', drawing)
    assert not colours, "colours are the style's, which knows the dark"


@pytest.mark.parametrize("name", DRAWN)
def test_the_table_names_all_that_is_drawn(site: Path, name: str) -> None:
    text = (site / "es" / name).read_text("utf-8")
    drawn, table = text[text.index("<svg width") : text.index("</svg>", text.index("<svg width"))], text.split("<table")
    assert len(table) == 2
    for link in re.findall(r'<a href="([^"]*)"', drawn):
        assert f'href="{link}"' in table[1]


# Where there is too much, or nothing


@pytest.mark.parametrize("code", ["es", "en"])
@pytest.mark.parametrize("name", PAGES)
def test_hundreds_of_instruments_fit_and_what_is_left_out_is_said(
    crowd: tuple[Path, Library], code: str, name: str
) -> None:
    folder, _ = crowd
    assert len((folder / code / name).read_bytes()) < 150_000
    assert re.search("No cabe todo|There is no room for all", read(folder, f"{code}/{name}").text)


def test_what_is_left_out_is_counted(crowd: tuple[Path, Library]) -> None:
    _, library = crowd
    days, graph, table = timeline(library), network(library), matrix(library.ties)
    assert len(days.stops) + days.left == len(library.works) == MANY
    assert len(graph.boxes) + graph.left == MANY
    assert table.rows_left == MANY - 1 - len(table.rows)
    shown = sum(cell.effects for (r, c), cell in table.cells.items() if r in table.rows and c in table.columns)
    assert shown + table.effects_left == table.total


def test_no_box_lies_on_another_and_all_is_within_the_drawing(crowd: tuple[Path, Library]) -> None:
    graph = network(crowd[1])
    places = [(box.x, box.y) for box in graph.boxes]
    assert len(set(places)) == len(places)
    assert all(x >= 0 and x + 184 <= graph.width and y >= 0 and y + 32 <= graph.height for x, y in places)
    spots = [edge.spot for edge in graph.edges if edge.spot]
    assert spots and len(set(spots)) == len(spots), "no number stands on another"
    heights = [stop.y for stop in timeline(crowd[1]).stops]
    assert all(below - above >= 40 for above, below in pairwise(heights))


@pytest.mark.parametrize("instruments", [(), (law(LAW, "45", 1923),)], ids=["none", "one"])
def test_an_empty_page_says_so(tmp_path: Path, instruments: tuple[Instrument, ...]) -> None:
    with stored(tmp_path, instruments, ()) as store:
        write(tmp_path / "site", store, TEMPLATES)
    assert "No text of this knowledge base repeals" in read(tmp_path / "site", "en/matrix.html").text
    assert "No instrument of this knowledge base cites another" in read(tmp_path / "site", "en/network.html").text
    days = read(tmp_path / "site", "en/timeline.html").text
    assert ("no instruments" in days.lower() or "holds no" in days) != bool(instruments)


def test_a_long_name_is_cut_and_kept(tmp_path: Path) -> None:
    named = Instrument(id="co/x/1", type="text", number=None, year=None, title=LONG.strip(), language="es")
    acts = [effect(Target("co/x/1", "art_1"), "enacted", Target(LAW, "art_1"), "Rige")]
    with stored(tmp_path, (named, law(LAW, "45", 1923)), acts) as store:
        write(tmp_path / "site", store, TEMPLATES)
    for name in DRAWN:
        text = (tmp_path / "site" / "es" / name).read_text("utf-8")
        assert f"<title>{LONG.strip()}</title>" in text and "…</text>" in text


# The pieces


@pytest.mark.parametrize(
    ("kind", "n", "es", "en"),
    [
        ("repeal", 1, "1 derogación", "1 repeal"),
        ("repeal", 12_000, "12.000 derogaciones", "12,000 repeals"),
        ("unheard-of", 2, "2 × unheard-of", "2 × unheard-of"),
    ],
)
def test_a_number_of_effects_has_words(kind: str, n: int, es: str, en: str) -> None:
    assert [told(words, kind, n).replace("\u00a0", ".") for words in load(TEMPLATES / "words")] == [es, en]


def test_the_most_tied_come_first_and_keep_their_order() -> None:
    joined = [("b", "a"), ("b", "c"), ("c", "b"), ("d", "d"), ("", "d"), ("c", "d")]
    assert most_tied(["d", "c", "b", "a"], joined, 2) == ("c", "b")


@pytest.mark.parametrize(("name", "cut"), [("Ley 45", "Ley 45"), ("Ley 45 de 1923", "Ley 45…")])
def test_a_name_is_cut(name: str, cut: str) -> None:
    assert short(name, 8) == cut


def test_an_instrument_stands_at_its_first_day(crowd: tuple[Path, Library]) -> None:
    works: Any = {work.instrument.id: work for work in crowd[1].works}
    assert day_of(works["co/ley/1900/1"]) == "1900"
