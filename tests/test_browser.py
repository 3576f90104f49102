"""The site of the real corpus in a real browser, from file://: what a reader does, without a network."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browsing import BYLAWS, CODE, LAW, PAGES, Reader

# The contrast of the dimmest text that a page shows, as WCAG 2 defines it.
CONTRAST = """() => {
  const pen = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const rgba = (css) => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = css;
    pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data];
  };
  const linear = (value) => value <= .03928 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4;
  const light = (css) => {
    const [r, g, b] = rgba(css).map((value) => linear(value / 255));
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const ground = (it) => rgba(getComputedStyle(it).backgroundColor)[3] ? it : ground(it.parentElement);
  const contrast = (it) => {
    const pair = [getComputedStyle(it).color, getComputedStyle(ground(it)).backgroundColor].map(light);
    return (Math.max(...pair) + .05) / (Math.min(...pair) + .05);
  };
  const says = (it) => [...it.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const texts = [...document.body.querySelectorAll("*")].filter((it) => says(it) && it.checkVisibility());
  return texts.map((it) => [contrast(it), it.outerHTML.slice(0, 80)]).sort((a, b) => a[0] - b[0])[0];
}"""

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    "reader", [{}, {"java_script_enabled": False}], indirect=True, ids=["with JavaScript", "without"]
)
def test_from_the_door_to_the_next_article(reader: Reader) -> None:
    page = reader.open("index.html")
    page.get_by_role("link", name="Entrar en español").click()
    page.get_by_role("link", name="Ley 45 de 1923").click()
    assert reader.at() == f"es/{LAW}/index.html"
    assert page.get_by_role("heading", level=1).inner_text().startswith("Ley 45 de 1923")
    page.get_by_role("link", name="Artículo 17.", exact=True).click()
    assert reader.at() == f"es/{LAW}/art_17.html"
    assert "encaje legal" in page.locator("main").inner_text()
    page.get_by_role("link", name="Siguiente").click()
    assert reader.at() == f"es/{LAW}/art_18.html"
    page.get_by_role("link", name="Ver en el texto completo").click()
    assert reader.at() == f"es/{LAW}/index.html#art_18"
    assert page.locator("#art_18").bounding_box()["y"] < 100


@pytest.mark.parametrize(
    ("path", "other"),
    [
        (f"es/{LAW}/art_17.html", f"en/{LAW}/art_17.html"),
        ("en/problems.html", "es/problems.html"),
        ("es/index.html", "en/index.html"),
    ],
)
def test_the_language_changes_and_the_page_stays(reader: Reader, path: str, other: str) -> None:
    page = reader.open(path)
    page.get_by_role("link", name="English" if path.startswith("es") else "Español").click()
    assert reader.at() == other
    assert page.locator("html").get_attribute("lang") == other[:2]


def test_the_contents_lead_to_the_articles(reader: Reader) -> None:
    page = reader.open(f"en/{BYLAWS}/index.html")
    page.get_by_role("navigation", name="Contents").get_by_text("Share Classes").click()
    assert reader.at().endswith("#art_8")
    page.get_by_role("navigation", name="Contents").get_by_text("BRANCH OFFICES").click()
    assert reader.at().endswith("#chp_13~2")
    assert page.locator("[id='chp_13~2']").bounding_box()["y"] < 100


@pytest.mark.parametrize("reader", [{"viewport": {"width": 390, "height": 844}}], indirect=True)
def test_on_a_phone_the_contents_open_at_a_touch(reader: Reader) -> None:
    page = reader.open(f"es/{CODE}/index.html")
    contents = page.get_by_role("navigation", name="Contenido")
    assert not contents.get_by_text("2247").is_visible()
    contents.get_by_text("Contenido", exact=True).last.click()
    contents.get_by_text("2247").click()
    assert reader.at().endswith("#art_2247")


@pytest.mark.parametrize("width", [320, 390, 820, 1440, 2560])
def test_nothing_is_wider_than_the_window(browser: Any, site: Path, width: int) -> None:
    reader = Reader(browser, site, viewport={"width": width, "height": 844})
    for path in PAGES:
        wide = reader.open(path).evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{path} is {wide} pixels wide"
    reader.window.close()


@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_stands_out_from_its_ground(browser: Any, site: Path, scheme: str, width: int) -> None:
    reader = Reader(browser, site, color_scheme=scheme, viewport={"width": width, "height": 844})
    for path in PAGES:
        ratio, element = reader.open(path).evaluate(CONTRAST)
        assert ratio >= 4.5, f"{path}: {element}"
    reader.window.close()


def test_the_first_tab_stop_skips_the_navigation(reader: Reader) -> None:
    page = reader.open(f"es/{LAW}/index.html")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Ir al contenido")
    assert skip.evaluate("it => it === document.activeElement && it.getBoundingClientRect().top >= 0")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"


def test_the_keyboard_reaches_the_contents_and_shows_where_it_is(reader: Reader) -> None:
    page = reader.open(f"es/{LAW}/index.html")
    page.locator(".outline").focus()
    page.keyboard.press("Tab")
    here = page.evaluate_handle("document.activeElement").as_element()
    assert here.get_attribute("href") == "#chp_1"
    assert here.evaluate("it => getComputedStyle(it).outlineStyle") == "solid"


def test_a_citation_leads_there_and_back(reader: Reader) -> None:
    page = reader.open(f"en/{BYLAWS}/art_50.html")
    page.locator(".words").get_by_role("link", name="No. 4 Article 46 of these Bylaws").click()
    assert reader.at() == f"en/{BYLAWS}/art_46.html#art_46__num_4"
    page.get_by_role("region", name="Cited by").get_by_role("link", name="art. 50, no. 1").click()
    assert reader.at() == f"en/{BYLAWS}/art_50.html#art_50__num_1"


def test_paper_shows_the_text_and_not_the_navigation(reader: Reader) -> None:
    page = reader.open(f"es/{LAW}/index.html")
    page.emulate_media(media="print")
    assert page.locator("#art_17").is_visible() and page.locator("footer").is_visible()
    assert not page.locator(".outline").is_visible() and not page.locator("header.site").is_visible()
    assert page.pdf()[:5] == b"%PDF-"
