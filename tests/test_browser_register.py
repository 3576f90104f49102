"""The register of effects in a real browser, and the pages beside it: filters, their address, the file, keys."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from typing import Any

import pytest
from browsing import CODE, LAW, REPEALER, Reader

pytestmark = pytest.mark.browser


def rows(page: Any) -> int:
    return int(page.locator("#effects tbody tr:visible").count())


def test_the_register_filters_and_gives_out_what_it_shows(reader: Reader) -> None:
    page = reader.open("es/register.html")
    every, told = rows(page), page.get_by_role("status").inner_text
    whole = told()
    assert re.fullmatch(r"(\d+) de \1 efectos", whole)
    page.get_by_label("Norma que actúa", exact=True).select_option(REPEALER)
    assert 0 < rows(page) < every and told() != whole
    page.get_by_label("Palabras", exact=True).fill("CODIGO nada de eso")
    assert rows(page) == 0 and page.get_by_text("Ningún efecto cumple todos los filtros.").is_visible()
    page.get_by_label("Palabras", exact=True).fill("articulo 81")
    shown = int(told().split()[0])
    with page.expect_download() as awaited:
        page.get_by_role("button", name="Descargar lo que se ve").click()
    content = Path(awaited.value.path()).read_bytes()
    assert content.startswith(b"\xef\xbb\xbf") and awaited.value.suggested_filename == "derogaciones.csv"
    lines = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    assert len(lines) == shown + 1 and {line[6] for line in lines[1:]} == {"Ley 42 de 1923"}
    page.get_by_role("button", name="Quitar filtros").click()
    assert rows(page) == every and told() == whole
    with page.expect_download() as awaited:
        page.get_by_role("button", name="Descargar lo que se ve").click()
    assert Path(awaited.value.path()).read_bytes() == (reader.site / "es" / "register.csv").read_bytes()


@pytest.mark.parametrize("reader", [{"java_script_enabled": False}], indirect=True)
def test_without_javascript_the_register_is_whole_and_says_so(reader: Reader) -> None:
    page = reader.open("en/register.html")
    assert page.get_by_text("Filtering needs JavaScript.").is_visible()
    assert not page.get_by_role("button").count()
    page.locator("#effects summary", has_text="237").click()
    page.locator("#effects").get_by_role("link", name="art. 246", exact=True).click()
    assert reader.at() == f"en/{CODE}/art_246.html"
    page.locator(".state").get_by_role("link", name="art. 81, Ley 42 de 1923").click()
    assert reader.at() == f"en/{REPEALER}/index.html"


def told(page: Any) -> str:
    return str(page.get_by_role("status").inner_text())


def downloaded(page: Any, button: str) -> list[list[str]]:
    with page.expect_download() as awaited:
        page.get_by_role("button", name=button).click()
    text = Path(awaited.value.path()).read_bytes().decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline="")))[1:]


def test_a_compliance_officer_sees_what_one_law_repealed_with_what_is_odd_and_takes_it_away(reader: Reader) -> None:
    page = reader.open("es/register.html")
    page.get_by_label("Norma que actúa").select_option(label="Ley 42 de 1923")
    assert rows(page) == 1 and told(page) == "200 de 240 efectos"
    row = page.locator("#effects tbody tr:visible")
    assert "probablemente 247" in row.inner_text() and "Falta antes de «Artículo 365.»: 364" in row.inner_text()
    row.locator("summary").click()
    assert row.locator("th .places a").count() == 200
    assert "(a revisar)" in row.locator(".places li", has_text="2247").inner_text()
    lines = downloaded(page, "Descargar lo que se ve")
    assert len(lines) == 200 and {line[7] for line in lines} == {"art. 81"}
    assert all("Ley 42" in line[12] and line[13] for line in lines), "each with its evidence and where that stands"
    row.get_by_role("link", name="art. 2247").click()
    assert reader.at() == f"es/{CODE}/art_2247.html"
    page.go_back()
    assert told(page) == "200 de 240 efectos"


@pytest.mark.parametrize(
    ("words", "shown", "articles"),
    [
        ("250", 1, {"art. 250"}),
        ("art 437", 1, {"art. 437"}),
        ("25 codigo", 0, set()),
        ("2247 código fiscal", 1, {"art. 2247"}),
        ("247", 200, None),
        ("superintendente", 0, set()),
    ],
)
def test_a_number_shows_itself_alone_and_the_file_says_the_same(
    reader: Reader, words: str, shown: int, articles: set[str] | None
) -> None:
    page = reader.open(f"es/register.html#?actor={REPEALER}")
    page.get_by_label("Palabras", exact=True).fill(words)
    assert told(page) == f"{shown} de 240 efectos"
    if shown:
        lines = downloaded(page, "Descargar lo que se ve")
        assert len(lines) == shown
        assert articles is None or {line[1] for line in lines} == articles
    page.get_by_label("Palabras", exact=True).fill("")
    assert told(page) == "200 de 240 efectos" and not page.locator(".narrowed").count()


def test_a_view_has_an_address_that_can_be_sent_and_back_works(reader: Reader) -> None:
    page = reader.open("en/register.html")
    page.get_by_label("Evidence", exact=True).select_option(label="Enacted")
    page.get_by_label("Year").select_option("1923")
    page.get_by_role("button", name="Since").click()
    assert reader.at() == "en/register.html#?grade=enacted&year=1923&sort=date"
    seen = told(page)
    other = page.context.new_page()
    other.goto(page.url)
    assert told(other) == seen and other.get_by_label("Year").input_value() == "1923"
    assert other.locator("th[aria-sort=ascending]").inner_text().startswith("Since")
    other.close()
    page.go_back()
    page.go_back()
    assert reader.at() == "en/register.html#?grade=enacted" and page.get_by_label("Year").input_value() == ""
    page.go_back()
    assert told(page) == "240 of 240 effects"
    page.go_forward()
    assert page.get_by_label("Evidence", exact=True).input_value() == "enacted"
    page.get_by_role("link", name="Español").click()
    assert reader.at() == "es/register.html#?grade=enacted"
    assert page.get_by_label("Prueba", exact=True).input_value() == "enacted"
    page.get_by_role("link", name="Texto no oficial").click()
    assert page.get_by_label("Prueba", exact=True).input_value() == "enacted", "a place on the page is no view"


@pytest.mark.parametrize("width", [768, 820, 1100, 1440])
def test_what_kind_and_what_evidence_stand_in_whole_words(reader: Reader, width: int) -> None:
    page = reader.open("es/register.html")
    page.set_viewport_size({"width": width, "height": 900})
    lines = "cells => cells.map((cell) => [cell.textContent, cell.getClientRects().length])"
    told = page.locator("#effects :is(.grade, td:nth-of-type(1) > b)").evaluate_all(lines)
    assert told and not [text for text, rows in told if rows > len(text.split())]


@pytest.mark.parametrize("view", ["matrix", "network", "timeline"])
def test_on_paper_nothing_wide_is_cut(reader: Reader, view: str) -> None:
    page = reader.open(f"es/{view}.html")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 986 if view == "matrix" else 657, "height": 900})
    wide = "frames => frames.filter((it) => it.scrollWidth > it.parentNode.clientWidth + 1).length"
    assert page.locator(".frame").evaluate_all(wide) == 0


def test_what_is_not_known_can_be_asked_for(reader: Reader) -> None:
    page = reader.open("es/register.html#?year=-")
    assert told(page) == "3 de 240 efectos"
    assert page.get_by_label("Año").locator("option:checked").inner_text() == "Sin fecha conocida"
    reader.open("es/index.html")
    page = reader.open("es/register.html#?victim=no/such&kind=nonsense&sort=up&words=%00")
    assert told(page) == "0 de 240 efectos" and page.get_by_label("Norma afectada").input_value() == ""


def test_headings_sort_by_the_keyboard(reader: Reader) -> None:
    page = reader.open("es/register.html")
    heading = page.get_by_role("columnheader", name="Norma que actúa")
    heading.get_by_role("button").focus()
    page.keyboard.press("Enter")
    assert heading.get_attribute("aria-sort") == "ascending"
    actors = page.locator("#effects tbody tr").evaluate_all("rows => rows.map((row) => row.dataset.actor)")
    known = [actor for actor in actors if actor != "-"]
    assert actors == known + ["-"] * (len(actors) - len(known)), "what is not known comes last"
    assert [int(a.split("/")[-1]) for a in known] == sorted(int(a.split("/")[-1]) for a in known)
    page.keyboard.press("Space")
    assert heading.get_attribute("aria-sort") == "descending"
    turned = page.locator("#effects tbody tr").evaluate_all("rows => rows.map((row) => row.dataset.actor)")
    assert next(a for a in turned if a != "-") == known[-1] and turned[-1] == "-"
    dates = page.get_by_role("columnheader", name="Desde")
    dates.get_by_role("button").click()
    assert dates.get_attribute("aria-sort") == "ascending" and heading.get_attribute("aria-sort") == "none"
    assert page.locator("#effects tbody tr").last.get_attribute("data-date") == ""


@pytest.mark.parametrize("reader", [{"viewport": {"width": 390, "height": 844}}], indirect=True)
def test_on_a_phone_the_register_sorts_and_wide_tables_scroll_in_their_frame(reader: Reader) -> None:
    page = reader.open("en/register.html")
    page.get_by_role("button", name="By", exact=True).click()
    assert reader.at().endswith("#?sort=actor")
    page.get_by_role("link", name="Matrix").click()
    frame = page.get_by_role("region", name="By acting instrument")
    frame.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(200)
    assert frame.evaluate("it => it.scrollLeft") > 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize(
    "reader", [{}, {"java_script_enabled": False}], indirect=True, ids=["with JavaScript", "without"]
)
def test_the_ways_to_look_lead_to_each_other_and_to_the_rows_that_they_count(reader: Reader) -> None:
    page = reader.open("en/register.html")
    for name in ("Matrix", "Timeline", "Network"):
        page.get_by_role("navigation", name="Ways to look").get_by_role("link", name=name).click()
        assert reader.at() == f"en/{name.lower()}.html"
        assert page.locator("table").get_by_role("link", name="200 repeals").first.is_visible()
    page.locator("svg a", has_text="Ley 45 de 1923").click()
    assert reader.at() == f"en/{LAW}/index.html"
    page.go_back()
    page.locator("table").get_by_role("link", name="200 repeals").click()
    assert reader.at() == f"en/register.html#?actor={REPEALER}&victim={CODE}&kind=repeal"
