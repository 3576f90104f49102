"""A register of many effects: pages that hold it all, a first one that filters all of it without a server."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from typing import Any

import pytest
from browsing import Reader
from test_site import TEMPLATES, Page
from test_site_ties import effect, law

from kb.model import Knowledge, Target
from kb.site import Options, write
from kb.store import Store
from kb.store import write as write_store

LAWS = range(1, 401)
# Laws of two years, each of which repeals the one before.
YEARS = (1923, 1931)


def id_of(number: int) -> str:
    return f"zz/ley/{YEARS[number > 200]}/{number}"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("repeals")
    laws = tuple(law(id_of(n), str(n), YEARS[n > 200]) for n in LAWS)
    effects = tuple(
        effect(
            Target(id_of(n - 1)), "enacted", Target(id_of(n), "art_1"), f"Derógase la Ley {n - 1}.",
            affecting=Target(id_of(n), "art_1"), date=f"{YEARS[n > 200]}-05-01",
        )
        for n in LAWS[1:]
    )  # fmt: skip
    known = Knowledge((), laws, (), (), (), effects=effects)
    write_store(folder / "kb.sqlite", known, problems=[], meta={"version": "9.8.7", "fingerprint": "f00d"})
    with Store.open(folder / "kb.sqlite") as store:
        write(folder / "site", store, TEMPLATES, Options(pages="instrument"))
    return folder / "site"


@pytest.fixture(scope="module")
def base(site: Path) -> str:
    return f"{site.as_uri()}/"


def told(page: Any, words: str) -> None:
    """Wait until the page says how many effects it shows."""
    page.wait_for_function("words => document.querySelector('[role=status]').textContent === words", arg=words)


def downloaded(page: Any) -> list[list[str]]:
    with page.expect_download() as awaited:
        page.get_by_role("button", name="Download what is shown").click()
    text = Path(awaited.value.path()).read_bytes().decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline="")))[1:]


@pytest.mark.parametrize("code", ["es", "en"])
def test_its_pages_hold_every_effect_once_and_none_is_large(site: Path, code: str) -> None:
    parts = [site / code / "register.html", *(site / code).glob("register-p*.html")]
    assert len(parts) > 2 and max(len(page.read_bytes()) for page in parts) < 300_000
    firsts = [n for page in parts for n in re.findall(r'data-first="(\d+)"', page.read_text("utf-8"))]
    assert sorted(map(int, firsts)) == list(range(len(LAWS) - 1))
    links = [link for page in parts for link in Page(page.read_text("utf-8")).every("href") if link]
    assert {page.name for page in parts} <= set(links)


@pytest.mark.browser
def test_what_stands_on_other_pages_is_found_and_taken_away(reader: Reader) -> None:
    page = reader.open("en/register.html")
    told(page, "399 of 399 effects")
    assert page.locator("#effects tbody tr:visible").count() == 100
    page.get_by_label("Acting instrument").select_option(label="Ley 390 de 1931")
    told(page, "1 of 399 effects")
    assert "Ley 389 de 1931" in page.locator("#effects tbody tr:visible").inner_text()
    assert [line[6] for line in downloaded(page)] == ["Ley 390 de 1931"]
    page.get_by_role("button", name="Clear filters").click()
    page.get_by_label("Words", exact=True).fill("derogase 388")
    told(page, "2 of 399 effects")
    page.get_by_label("Words", exact=True).fill("")
    page.get_by_label("Year").select_option("1931")
    told(page, "200 of 399 effects")
    assert len(downloaded(page)) == 200


@pytest.mark.browser
def test_the_whole_is_taken_away_before_it_is_all_shown(reader: Reader) -> None:
    page = reader.open("en/register.html")
    told(page, "399 of 399 effects")
    assert len(downloaded(page)) == 399
    for number in (100, 100, 99):
        page.get_by_role("button", name=f"Show {number} more rows").click()
    page.wait_for_function("() => document.querySelectorAll('#effects tbody tr:not([hidden])').length === 399")
    order = page.locator("#effects tbody tr").evaluate_all("rows => rows.map((row) => Number(row.dataset.first))")
    assert order == list(range(399))


@pytest.mark.browser
def test_a_view_of_what_stands_on_another_page_has_an_address_and_an_order(reader: Reader) -> None:
    page = reader.open(f"en/register.html#?victim={id_of(395)}")
    told(page, "1 of 399 effects")
    page.get_by_role("button", name="Clear filters").click()
    for _ in range(2):
        page.get_by_role("button", name="By", exact=True).click()
    page.wait_for_function("() => document.querySelector('#effects tbody tr').dataset.actor === 'zz/ley/1931/400'")


@pytest.mark.browser
@pytest.mark.parametrize("reader", [{"java_script_enabled": False}], indirect=True)
def test_without_a_script_its_pages_lead_to_one_another(reader: Reader) -> None:
    page = reader.open("en/register.html")
    assert page.get_by_text("these pages are the whole register").is_visible()
    page.get_by_role("link", name="Next").first.click()
    assert reader.at() == "en/register-p2.html"
    page.get_by_role("link", name="Previous").first.click()
    assert reader.at() == "en/register.html"


@pytest.mark.browser
@pytest.mark.parametrize("path", ["en/register.html", "es/register-p2.html"])
def test_axe_finds_no_barrier_in_it(browser: Any, site: Path, path: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    reader = Reader(browser, site)
    found = axe.Axe().run(reader.open(path)).response["violations"]
    reader.window.close()
    assert not [f"{one['id']}: {one['help']} ({one['nodes'][0]['html'][:120]})" for one in found]
