"""Reading in a real browser, from file://: contents that follow, previews, citations to copy, paper."""

from __future__ import annotations

from typing import Any

import pytest
from browsing import BYLAWS, CODE, LAW, Reader

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
UNSCRIPTED = {"java_script_enabled": False}


def card(page: Any) -> Any:
    return page.get_by_role("tooltip")


# Contents


def test_the_contents_follow_the_reading_and_stay_in_view(reader: Reader) -> None:
    page = reader.open(f"es/{LAW}/index.html")
    assert not page.locator(".outline [aria-current]").count()
    for eid in ("art_17", "chp_3", "art_133", "art_2"):
        page.evaluate("eid => document.getElementById(eid).scrollIntoView()", eid)
        page.locator(f".outline [aria-current][href='#{eid}']").wait_for()
        entry = page.locator(".outline [aria-current]")
        assert entry.count() == 1
        box, frame = entry.bounding_box(), page.locator(".outline").bounding_box()
        assert frame["y"] <= box["y"] and box["y"] + box["height"] <= frame["y"] + frame["height"]


def test_a_link_in_the_contents_makes_its_article_the_current_one(reader: Reader) -> None:
    page = reader.open(f"es/{CODE}/index.html")
    page.get_by_role("navigation", name="Contenido").get_by_text("2247").click()
    page.locator(".outline [aria-current][href='#art_2247']").wait_for()


@pytest.mark.parametrize("reader", [UNSCRIPTED], indirect=True)
def test_without_javascript_the_contents_lead_and_citations_can_be_read(reader: Reader) -> None:
    page = reader.open(f"es/{LAW}/index.html")
    page.locator(".outline").get_by_role("link", name="17", exact=True).click()
    assert reader.at().endswith("#art_17") and page.locator("#art_17").bounding_box()["y"] < 100
    page = reader.open(f"es/{LAW}/art_17.html")
    cite = page.get_by_role("region", name="Citar")
    assert "Artículo 17, Ley 45 de 1923 (Colombia)" in cite.inner_text()
    assert "Article 17, Law 45 of 1923 (Colombia)" in cite.inner_text()
    assert f"{LAW}#art_17" in cite.inner_text()
    assert not page.get_by_role("button").count() and not page.get_by_text("Enlace", exact=True).is_visible()


# Previews


def test_a_citation_shows_what_it_leads_to(reader: Reader) -> None:
    page = reader.open(f"en/{BYLAWS}/art_50.html")
    link = page.locator(".words").get_by_role("link", name="No. 4 Article 46 of these Bylaws")
    link.hover()
    card(page).wait_for()
    assert card(page).inner_text().startswith("Article 46. 4.")
    assert link.get_attribute("aria-describedby") == card(page).get_attribute("id")
    assert card(page).locator("[lang=en]").count()
    # The pointer may rest on the card, and leaving it closes it.
    card(page).hover()
    page.wait_for_timeout(400)
    assert card(page).is_visible()
    page.mouse.move(5, 5)
    card(page).wait_for(state="hidden")
    assert link.get_attribute("aria-describedby") is None


def test_a_defined_term_shows_its_definition(reader: Reader) -> None:
    page = reader.open(f"es/{LAW}/art_19.html")
    term = page.locator(".words").get_by_role("link", name="bancos comerciales")
    assert term.count() == 1
    term.hover()
    card(page).wait_for()
    told = card(page).inner_text()
    assert "Artículo 2." in told and "Impreso sin nota" in told and "banco comercial significan" in told
    assert page.get_by_role("region", name="Palabras definidas").get_by_text("banco comercial").is_visible()
    term.click()
    assert reader.at() == f"es/{LAW}/art_2.html"
    assert page.get_by_role("region", name="Qué define").get_by_text("banco comercial").is_visible()


def test_a_card_says_why_a_citation_leads_nowhere(reader: Reader) -> None:
    page = reader.open(f"es/{LAW}/art_98.html")
    page.locator(".words a.dangling").hover()
    card(page).wait_for()
    assert "su fuente no imprime esta disposición" in card(page).inner_text()


def test_the_keyboard_opens_and_escape_closes_a_card(reader: Reader) -> None:
    page = reader.open(f"en/{BYLAWS}/art_50.html")
    page.locator("#art_50__num_1 > p > a.mark").focus()
    page.keyboard.press("Tab")
    card(page).wait_for()
    here = page.evaluate_handle("document.activeElement").as_element()
    assert here.get_attribute("aria-describedby") == "card-over"
    page.keyboard.press("Escape")
    card(page).wait_for(state="hidden")
    assert page.evaluate_handle("document.activeElement").as_element().get_attribute("class") == "cite"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "mark", "the card holds nothing to reach"


def test_a_card_is_no_barrier(browser: Any, site: Any) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    reader = Reader(browser, site)
    page = reader.open(f"es/{LAW}/art_19.html")
    page.locator(".words a.term").first.hover()
    card(page).wait_for()
    assert not [found["id"] for found in axe.Axe().run(page).response["violations"]]
    reader.window.close()


@pytest.mark.parametrize("reader", [PHONE], indirect=True)
def test_a_finger_follows_the_link(reader: Reader) -> None:
    page = reader.open(f"es/{LAW}/art_19.html")
    page.locator(".words a.term").first.tap()
    page.wait_for_url("**/art_9.html")
    assert not card(page).is_visible()


@pytest.mark.parametrize("width", [320, 820, 1440])
def test_a_card_stays_inside_the_window(browser: Any, site: Any, width: int) -> None:
    reader = Reader(browser, site, viewport={"width": width, "height": 700})
    page = reader.open(f"es/{LAW}/index.html")
    for link in page.locator("a.term").all()[:12:3]:
        link.scroll_into_view_if_needed()
        link.hover()
        card(page).wait_for()
        box = card(page).bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
        page.keyboard.press("Escape")
    reader.window.close()


# Citations


def pasted(page: Any) -> str:
    """What a reader pastes: the clipboard itself is not to be read from a file."""
    page.evaluate("document.body.append(Object.assign(document.createElement('textarea'), {id: 'paste'}))")
    page.locator("#paste").focus()
    page.keyboard.press("Control+V")
    return str(page.locator("#paste").input_value())


@pytest.mark.parametrize(
    ("path", "row", "words"),
    [
        (f"es/{LAW}/art_17.html", "Cita en español", "Artículo 17, Ley 45 de 1923 (Colombia)"),
        (f"es/{LAW}/art_17.html", "Cita en inglés", "Article 17, Law 45 of 1923 (Colombia)"),
        (f"en/{BYLAWS}/art_46.html#art_46__num_3", "Citation in English",
         "Article 46, no. 3, Bylaws of Bancolombia S.A. (Colombia)"),
        (f"en/{BYLAWS}/art_46.html#art_46__num_3", "Address", f"{BYLAWS}#art_46__num_3"),
        (f"es/{BYLAWS}/art_8.html#art_8__lit_a", "Cita en español",
         "Artículo 8, literal a, Bylaws of Bancolombia S.A. (Colombia)"),
        (f"es/{BYLAWS}/art_75.html#art_75__par_1", "Cita en español",
         "Artículo 75, parágrafo, Bylaws of Bancolombia S.A. (Colombia)"),
        (f"es/{LAW}/art_17.html#uses", "Cita en español", "Artículo 17, Ley 45 de 1923 (Colombia)"),
    ],
)  # fmt: skip
def test_a_citation_is_copied_and_said_to_be(reader: Reader, path: str, row: str, words: str) -> None:
    page = reader.open(path)
    told = page.locator("#citing .told")
    page.locator("#citing div", has_text=row).get_by_role("button").click()
    page.locator("#citing .told:not(:empty)").wait_for()
    assert told.get_attribute("role") == "status" and words in told.inner_text()
    assert pasted(page) == words


def test_where_nothing_may_be_copied_the_words_are_selected(reader: Reader) -> None:
    reader.page.add_init_script(
        "Object.defineProperty(navigator, 'clipboard', {value: undefined});"
        "Document.prototype.execCommand = () => { throw new Error('no'); };"
    )
    page = reader.open(f"en/{LAW}/art_17.html")
    page.locator("#citing div", has_text="Citation in Spanish").get_by_role("button").click()
    assert "copy them with the keyboard" in page.locator("#citing .told").inner_text()
    assert page.evaluate("getSelection().toString()") == "Artículo 17, Ley 45 de 1923 (Colombia)"


def test_the_mark_of_a_provision_is_its_permalink(reader: Reader) -> None:
    page = reader.open(f"en/{BYLAWS}/art_46.html")
    page.locator("#art_46__num_3").get_by_role("link", name="3.", exact=True).click()
    assert reader.at() == f"en/{BYLAWS}/art_46.html#art_46__num_3"
    cite = page.get_by_role("region", name="Cite", exact=True)
    assert "Article 46, no. 3, Bylaws" in cite.inner_text()
    assert page.locator("#citing [data-link]").inner_text().endswith("art_46.html#art_46__num_3")


@pytest.mark.parametrize("path", [f"es/{LAW}/art_17.html", f"en/{BYLAWS}/art_46.html", f"es/{CODE}/index.html"])
@pytest.mark.parametrize("reader", [{}, PHONE], indirect=True, ids=["desk", "phone"])
def test_nothing_moves_while_a_page_comes(reader: Reader, path: str) -> None:
    page = reader.open(path)
    page.wait_for_load_state("load")
    moved = page.evaluate(
        "() => new Promise(told => { let sum = 0;"
        " const seen = new PerformanceObserver(list => list.getEntries().forEach(it => { sum += it.value; }));"
        " seen.observe({type: 'layout-shift', buffered: true}); setTimeout(() => told(sum), 300); })"
    )
    assert moved < 0.01


# Former addresses


@pytest.mark.parametrize("reader", [{}, UNSCRIPTED], indirect=True, ids=["with JavaScript", "without"])
def test_a_former_address_sends_on(reader: Reader) -> None:
    page = reader.open("es/co/leyes-1923/r13/art_17.html")
    page.wait_for_url(f"**/es/{LAW}/art_17.html")
    assert "encaje legal" in page.locator("main").inner_text()


def test_a_former_address_sends_on_with_its_fragment(reader: Reader) -> None:
    page = reader.open("en/co/leyes-1923/r13/index.html#art_17")
    page.wait_for_url(f"**/en/{LAW}/index.html#art_17")


# Paper


@pytest.mark.parametrize(
    ("path", "head"),
    [
        (f"es/{LAW}/art_17.html", "Ley 45 de 1923, Artículo 17. · Texto no oficial"),
        (f"en/{BYLAWS}/index.html", "Bylaws of Bancolombia S.A. · Not an official text"),
    ],
)
def test_paper_has_a_running_head_and_nothing_to_press(reader: Reader, path: str, head: str) -> None:
    page = reader.open(path)
    assert not page.locator(".running").is_visible()
    page.emulate_media(media="print")
    assert " ".join(page.locator(".running").inner_text().split()) == head
    # The head of a table is what comes again on every sheet.
    assert page.locator(".running").evaluate("it => getComputedStyle(it).display") == "table-header-group"
    for unwanted in ("header.site", ".outline", ".steps", "button", ".card-over"):
        assert not page.locator(f"{unwanted}:visible").count(), unwanted
    lines = page.locator("a.term, a.cite").evaluate_all("all => all.map(it => getComputedStyle(it).textDecorationLine)")
    assert set(lines) == {"none"}


def test_a_short_article_is_not_broken_over_two_sheets(reader: Reader) -> None:
    page = reader.open(f"es/{LAW}/index.html")
    page.emulate_media(media="print")
    told = page.locator(".article").evaluate_all("every => every.map(it => getComputedStyle(it).breakInside)")
    assert set(told) == {"avoid"}
