"""A home of many laws: small at any size, filtered without a server, listed by type and year without a script."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from browsing import Reader
from commands import contents
from test_site import TEMPLATES, Page
from test_site_ties import law

from kb.model import Instrument, Knowledge
from kb.site import Options, write
from kb.site.catalogue import FEW
from kb.site.leaves import leaves
from kb.store import Store
from kb.store import write as write_store

MANY, CITED = 260, 30
LINK = re.compile(r'href="([^"#?]*)"')


def laws(number: int, cited: int = 0) -> list[Instrument]:
    """Laws of a few years, the first hundred and some of one of them; decrees that are only cited."""
    here = [law(f"zz/ley/{_year(n)}/{n}", str(n), _year(n)) for n in range(1, number + 1)]
    return here + [law(f"zz/ley/1950/{n}", str(n), 1950, here=False) for n in range(9001, 9001 + cited)]


def _year(number: int) -> int:
    return 1923 if number <= 130 else 1900 + number // 13


def made(folder: Path, instruments: list[Instrument]) -> Path:
    known = Knowledge((), tuple(instruments), (), (), ())
    write_store(folder / "kb.sqlite", known, problems=[], meta={"version": "9.8.7", "fingerprint": "f00d"})
    with Store.open(folder / "kb.sqlite") as store:
        write(folder / "site", store, TEMPLATES, Options(pages="instrument"))
    return folder / "site"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("many"), laws(MANY, CITED))


@pytest.fixture(scope="module")
def base(site: Path) -> str:
    return f"{site.as_uri()}/"


def test_a_home_of_few_laws_lists_them_itself(tmp_path: Path) -> None:
    few = contents(made(tmp_path, laws(FEW)))
    assert not [path for path in few if "laws-" in path or path.startswith("laws/")]
    assert few["es/index.html"].decode().count('<li class="row">') == FEW


@pytest.mark.parametrize("code", ["es", "en"])
def test_every_law_is_listed_once_by_type_and_year(site: Path, code: str) -> None:
    home = (site / code / "index.html").read_text("utf-8")
    begun = [link for link in LINK.findall(home) if link.startswith(("laws-", "cited-"))]
    assert begun[0] == "laws-ley-1923.html" and begun[-1] == "cited-ley-1950.html"
    listed = []
    for page in sorted((site / code).glob("*-ley-*.html")):
        parsed = Page(page.read_text("utf-8"))
        listed += [link for link in parsed.every("href") if link and link.startswith("zz/")]
    assert len(listed) == len(set(listed)) == MANY + CITED
    assert 'href="laws-ley-1923-p2.html" rel="next"' in (site / code / "laws-ley-1923.html").read_text("utf-8")


def test_no_page_is_large_and_the_rows_of_the_filter_are_all_laws(site: Path) -> None:
    rows = []
    for script in sorted((site / "laws").glob("*.js")):
        rows += json.loads(script.read_text("utf-8").partition(",")[2].rstrip(");\n"))
    assert {row[0] for row in rows} == {it.id for it in laws(MANY, CITED)}
    assert max(len(page.read_bytes()) for page in site.rglob("*.html")) < 300_000


def test_the_audit_tells_every_law_on_one_of_its_pages(site: Path) -> None:
    told = []
    for page in sorted((site / "es").glob("audit-instruments*.html")):
        text = page.read_text("utf-8")
        told += re.findall(r"zz/ley/\d+/\d+/index.html", text)
    assert len(told) == len(set(told)) == MANY
    assert "Ley 9001 de 1950" not in (site / "es" / "problems.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("rows", "most", "counts"), [(0, 3, []), (3, 3, [3]), (4, 3, [3, 1]), (7, 2, [2, 2, 2, 1])]
)  # fmt: skip
def test_a_long_list_is_pages_that_lead_to_one_another(rows: int, most: int, counts: list[int]) -> None:
    found = leaves("laws", range(rows), most)
    assert [len(leaf.rows) for leaf in found] == counts
    assert [leaf.after for leaf in found[:-1]] == [leaf.path for leaf in found[1:]]
    assert [leaf.before for leaf in found[1:]] == [leaf.path for leaf in found[:-1]]


@pytest.mark.browser
@pytest.mark.parametrize(
    ("asked", "told", "first"),
    [
        ({"Words": "ley 45"}, "1 instrument", "Ley 45 de 1923"),
        ({"Words": "le 1923", "Number": "7"}, "1 instrument", "Ley 7 de 1923"),
        ({"Year": "1923"}, "130 instruments", "Ley 1 de 1923"),
        ({"Year": "1950"}, "30 instruments", "Ley 9001 de 1950"),
        ({"Year": "1850"}, "0 instruments", ""),
        ({"Words": "código"}, "0 instruments", ""),
    ],
)
def test_the_home_filters_without_a_server(reader: Reader, asked: dict[str, str], told: str, first: str) -> None:
    page = reader.open("en/index.html")
    for label, words in asked.items():
        page.get_by_label(label, exact=label != "Words").fill(words)
    page.wait_for_function("told => document.querySelector('[role=status]').textContent === told", arg=told)
    shown = page.locator("#found h3")
    assert shown.count() == min(50, int(told.split()[0]))
    if first:
        assert shown.first.inner_text() == first
        shown.first.get_by_role("link").click()
        assert "/zz/ley/" in reader.at()
        page.go_back()
        assert page.locator("#found h3").first.inner_text() == first, "a view has an address"
    page.get_by_role("button", name="Clear filters").click()
    assert page.get_by_role("link", name="1923 130").is_visible()


@pytest.mark.browser
def test_more_rows_are_shown_when_asked_for(reader: Reader) -> None:
    page = reader.open("es/index.html#?year=1923")
    page.get_by_role("button", name="Mostrar 50 más").click()
    page.get_by_role("button", name="Mostrar 30 más").click()
    page.wait_for_function("() => document.querySelectorAll('#found li').length === 130")
    page.get_by_role("link", name="English").click()
    page.wait_for_function("() => document.querySelectorAll('#found li').length === 50")


@pytest.mark.browser
@pytest.mark.parametrize("reader", [{"java_script_enabled": False}], indirect=True)
def test_without_a_script_the_lists_lead_to_every_law(reader: Reader) -> None:
    page = reader.open("en/index.html")
    assert not page.locator("#filter").is_visible()
    page.get_by_role("link", name="1923 130").click()
    page.get_by_role("link", name="Next").first.click()
    assert reader.at() == "en/laws-ley-1923-p2.html"
    page.get_by_role("link", name="Ley 130 de 1923").click()
    assert reader.at() == "en/zz/ley/1923/130/index.html"


@pytest.mark.browser
@pytest.mark.parametrize(
    "path",
    [
        "es/index.html",
        "en/index.html#?year=1923",
        "en/laws-ley-1923.html",
        "en/problems.html",
        "es/audit-instruments-p2.html",
    ],
)
def test_axe_finds_no_barrier_in_it(browser: Any, site: Path, path: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    reader = Reader(browser, site)
    found = axe.Axe().run(reader.open(path)).response["violations"]
    reader.window.close()
    assert not [f"{one['id']}: {one['help']} ({one['nodes'][0]['html'][:120]})" for one in found]


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_of_it_is_wider_than_the_window(reader: Reader, width: int) -> None:
    for path in (
        "es/index.html",
        "en/index.html#?year=1923",
        "es/laws-ley-1923.html",
        "es/problems.html",
        "es/audit-instruments.html",
    ):
        page = reader.open(path)
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
