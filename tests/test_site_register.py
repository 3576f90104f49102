"""The register of effects and what leads to it: what the filters offer, and links to a view of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_site import Page
from test_site_ties import LAW, OTHER, STUB, site

from kb.site.links import Reader, missing
from kb.site.register import NOBODY, view

__all__ = ["site"]


def offered(site: Path, code: str, name: str) -> list[str]:
    """The values of one select of the register, in order."""
    text = (site / code / "register.html").read_text("utf-8")
    start = text.index(f'<select id="by-{name}"')
    return [value for value in Page(text[start : text.index("</select>", start) + 9]).every("value") if value]


@pytest.mark.parametrize("code", ["es", "en"])
@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("actor", [LAW, NOBODY]),
        ("victim", [STUB, OTHER, LAW, NOBODY]),
        ("year", ["1923", NOBODY]),
        ("kind", ["repeal", "substitution"]),
        ("grade", ["enacted", "claimed", "source-absent"]),
    ],
)
def test_a_filter_offers_what_stands_in_the_register(site: Path, code: str, name: str, values: list[str]) -> None:
    assert offered(site, code, name) == values


def test_a_number_that_a_problem_is_about_says_so_where_it_stands(site: Path) -> None:
    text = (site / "en" / "register.html").read_text("utf-8")
    assert text.count('<span class="odd">') == 1
    assert "art. 150" in text[: text.index('<span class="odd">')].rsplit("<li>", 1)[1]


@pytest.mark.parametrize(
    ("filters", "fragment"),
    [
        ({"actor": LAW, "kind": "repeal"}, "#?actor=co/ley/1923/45&kind=repeal"),
        ({"actor": NOBODY, "victim": None, "year": ""}, "#?actor=-"),
        ({"victim": "x/Ley Ñ&=#"}, "#?victim=x/Ley+%C3%91%26%3D%23"),
    ],
)
def test_a_view_of_the_register_has_an_address(filters: dict[str, str], fragment: str) -> None:
    assert view(**filters) == fragment


def test_a_view_is_no_place_on_a_page() -> None:
    page = "es/register.html"
    asked, ids = Reader().read([(page, f'<a href="register.html{view(actor=LAW)}">')])
    assert asked.count == 1 and not list(missing(asked, {page}, ids.__getitem__))
