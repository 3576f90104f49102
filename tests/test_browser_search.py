"""The page of search as a reader has it: typed, walked through with keys, narrowed, followed, and come back to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import BYLAWS, CODE, LAW, REPEALER, Reader

pytestmark = pytest.mark.browser


@pytest.fixture
def reader(browser: Any, site: Path) -> Iterator[Reader]:
    reader = Reader(browser, site)
    yield reader
    reader.window.close()
    assert all(url.startswith(reader.base) for url in reader.asked), "a page asked for something that is not the site's"
    assert not reader.complaints


def answered(page: Any, text: str) -> None:
    page.wait_for_selector(f"#answer[data-answered='{text}']")


def titles(page: Any) -> list[str]:
    return [title.strip() for title in page.locator("#hits h3").all_inner_texts()]


def test_from_any_page_by_keys_alone(reader: Reader) -> None:
    page = reader.open(f"en/{LAW}/art_17.html")
    page.keyboard.press("/")
    page.keyboard.type("shareholder reserve")
    page.keyboard.press("Enter")
    answered(page, "shareholder reserve")
    assert reader.at().startswith("en/search.html?q=shareholder")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.closest('.hit') === document.querySelector('.hit')")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == "q"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector("main mark")
    assert "/art_" in reader.at() and "?q=" in reader.at()
    marked = {text.lower()[:7] for text in page.locator("main mark").all_inner_texts()}
    assert marked & {"reserve", "reserva"} and marked & {"shareho", "accioni"}
    page.go_back()
    answered(page, "shareholder reserve")
    assert len(titles(page)) == 10
    page.wait_for_function("document.activeElement.closest('.hit') === document.querySelector('.hit')")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    assert page.locator("#q").input_value() == "" and page.locator("#answer").is_hidden()


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("art. 46 num. 3 estatutos", f"es/{BYLAWS}/art_46.html?q=&#art_46__num_3"),
        ("ley 45 de 1923 art 17", f"es/{LAW}/art_17.html"),
        ("157 código fiscal", "es/co/ley/1912/110/art_157.html"),
        ("bylaws 46", f"es/{BYLAWS}/art_46.html"),
    ],
)
def test_a_reference_leads_to_its_provision(reader: Reader, text: str, first: str) -> None:
    page = reader.open("es/search.html")
    page.locator("#q").fill(text)
    answered(page, text)
    page.keyboard.press("Enter")
    page.wait_for_url("**/art_*")
    assert reader.at().replace("?q=", "") == first.replace("?q=&", "")
    page.go_back()
    answered(page, text)


def test_one_comes_back_to_the_result_that_was_opened_of_however_many(reader: Reader) -> None:
    page = reader.open("es/search.html?q=banco")
    answered(page, "banco")
    page.locator("#more").click()
    page.locator("#hits h3 a").nth(12).click()
    page.wait_for_selector("main mark")
    page.go_back()
    page.wait_for_function("document.activeElement === document.querySelectorAll('#hits h3 a')[12]")


def test_words_that_say_nothing_are_not_marked(reader: Reader) -> None:
    page = reader.open("es/search.html?q=fondo+de+reserva")
    answered(page, "fondo de reserva")
    page.locator("#hits h3 a").first.click()
    page.wait_for_selector("main mark")
    assert {text.lower() for text in page.locator("main mark").all_inner_texts()} == {"fondo", "reserva"}


def test_the_other_language_is_asked_the_same_at_the_same_place(reader: Reader) -> None:
    page = reader.open("es/search.html")
    page.locator("#q").fill("banco")
    answered(page, "banco")
    page.get_by_label("español").check()
    page.wait_for_url("**lang=es")
    page.get_by_role("link", name="English").click()
    answered(page, "banco")
    assert reader.at() == "en/search.html?q=banco&lang=es" and page.get_by_label("Spanish").is_checked()
    page = reader.open(f"es/{BYLAWS}/art_46.html?q=mayor%C3%ADa#art_46__num_3")
    page.get_by_role("link", name="English").click()
    assert reader.at() == f"en/{BYLAWS}/art_46.html?q=mayor%C3%ADa#art_46__num_3"


@pytest.mark.parametrize(
    ("text", "page_of", "first"),
    [
        ("good governance code", "co/nombre/good-governance-code", f"{BYLAWS}/art_21"),
        ("ley 42 de 1923", REPEALER, f"{CODE}/art_237"),
    ],
)
def test_a_law_without_text_is_answered_by_what_cites_it_and_by_its_page(
    reader: Reader, text: str, page_of: str, first: str
) -> None:
    page = reader.open("es/search.html")
    page.locator("#q").fill(text)
    page.keyboard.press("Enter")
    answered(page, text)
    assert first in str(page.locator("#hits h3 a").first.get_attribute("href"))
    page.locator("#hints a").click()
    assert reader.at() == f"es/{page_of}/index.html"


def test_results_come_as_one_types_and_say_why(reader: Reader) -> None:
    page = reader.open("en/search.html")
    page.locator("#q").press_sequentially("accionis")
    answered(page, "accionis")
    assert titles(page)
    page.locator("#q").press_sequentially("ta")
    answered(page, "accionista")
    assert "result" in page.locator("#told").inner_text()
    assert page.locator("#told").get_attribute("aria-live") == "polite"
    page.get_by_label("Bylaws of Bancolombia").check()
    page.wait_for_function(
        "document.querySelectorAll('#hits .why').length && !document.querySelector('#hits h3[lang=es]')"
    )
    assert "accionista = shareholder" in " ".join(page.locator("#hits .why").all_inner_texts()).lower()
    assert page.locator("#hits h3[lang=en]").count() == 10
    page.get_by_role("button", name="Show more").click()
    page.wait_for_function("document.querySelectorAll('#hits .hit').length > 10")


def test_facets_narrow_and_back_widens(reader: Reader) -> None:
    page = reader.open("es/search.html?q=reserva")
    answered(page, "reserva")
    every = page.locator("#told").inner_text()
    page.get_by_label("español").check()
    page.wait_for_function(f"document.getElementById('told').textContent !== {every!r}")
    assert not page.locator("#hits h3[lang=en]").count() and "lang=es" in reader.at()
    page.go_back()
    page.wait_for_function(f"document.getElementById('told').textContent === {every!r}")
    assert not page.get_by_label("español").is_checked()


def test_a_slip_is_mended_and_nothing_is_said_to_be_nothing(reader: Reader) -> None:
    page = reader.open("es/search.html?q=superintendante")
    answered(page, "superintendante")
    assert "superintendente" in page.locator("#hints").inner_text() and titles(page)
    page.locator("#hints a").first.click()
    answered(page, "superintendente")
    page.locator("#q").fill("xyzzyq")
    page.keyboard.press("Enter")
    answered(page, "xyzzyq")
    assert page.locator("#told").inner_text() == "No se halló nada." and not titles(page)


@pytest.mark.parametrize(
    "text", ['"', "*", "-", "|||", "<script>alert(1)</script>", "a" * 10_000, "__proto__", "constructor in:toString"]
)
def test_any_question_is_answered(reader: Reader, text: str) -> None:
    page = reader.open("en/search.html")
    page.locator("#q").fill(text)
    page.keyboard.press("Enter")
    page.wait_for_function("text => document.getElementById('answer').dataset.answered === text", arg=text)


def test_without_scripts_the_page_says_so(browser: Any, site: Path) -> None:
    reader = Reader(browser, site, java_script_enabled=False)
    page = reader.open(f"es/{LAW}/art_17.html")
    page.get_by_role("searchbox").fill("encaje")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search.html?q=encaje")
    page.locator("main").get_by_role("link", name="Normas").click()
    assert reader.at() == "es/index.html"
    reader.window.close()
