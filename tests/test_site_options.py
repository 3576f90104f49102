"""What a house may choose about its site: name, languages, looks, which instruments, which pages, where."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import cli
from kb.model import ArticuladoError
from kb.resources import resource
from kb.site import Options, write
from kb.store import Store

TEMPLATES = resource("site_templates")
LAW, BYLAWS = "co/ley/1923/45", "co/estatutos/bancolombia"
LINK = re.compile(r'\s(?:href|src)="([^"]*)"')


def run(built: Path, *arguments: str) -> Result:
    return CliRunner().invoke(cli.main, ["site", "--kb", str(built), *arguments], catch_exceptions=False)


def pages(folder: Path) -> Iterator[tuple[str, str]]:
    """The pages of a site, without those that only send on from a former address."""
    every = ((p.relative_to(folder).as_posix(), p.read_text("utf-8")) for p in sorted(folder.rglob("*.html")))
    return ((path, page) for path, page in every if 'http-equiv="refresh"' not in page)


class Text(HTMLParser):
    """The words of a page, and its title."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.words: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--title", " "), "--title: it is empty"),
        (("--lang", ""), "--lang '': name languages with commas"),
        (("--lang", "es,,en"), "--lang 'es,,en': name languages with commas"),
        (("--lang", "es,xx"), "--lang xx: there are no interface words for it; there are es, en."),
        (("--theme", "nowhere"), "nowhere: there is no such folder"),
        (("--only", "nobody"), "--only nobody: no such instrument"),
        (("--only", "ley 999 de 1950"), "--only ley 999 de 1950: not in this knowledge base"),
        (("--pages", "chapter"), "'chapter' is not one of"),
        (("--workers", "0"), "0 is not in the range"),
        (("--workers", "many"), "'many' is not a valid integer"),
    ],
)
def test_a_choice_that_says_nothing_is_told_in_one_sentence(
    built: Path, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    result = run(built, "--out", str(tmp_path / "site"), *arguments)
    assert result.exit_code == 2
    assert said in result.output and "Traceback" not in result.output
    assert not (tmp_path / "site").exists()


def test_the_closing_line_and_the_report_say_what_was_made(built: Path, tmp_path: Path) -> None:
    told = run(built, "--out", str(tmp_path / "site"))
    assert re.search(r"\d+ pages, \d+ links, \d+\.\d MB, \d+ files written, 0 removed, \d+\.\d seconds", told.output)
    report = json.loads(run(built, "--out", str(tmp_path / "site"), "--json").output)
    assert report["site"]["pages"] > 900 and report["site"]["written"] == 0
    assert report["site"]["bytes"] < 10_000_000, "the shipped corpus's site"


@pytest.mark.parametrize(("kind", "tells_of_fewer"), [("article", True), ("instrument", False)])
def test_before_very_many_files_it_says_how_many(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, tells_of_fewer: bool
) -> None:
    assert "will have" not in run(built, "--out", str(tmp_path / "few"), "--pages", kind).stderr
    monkeypatch.setattr(sys.modules["kb.site.plan"], "MANY", 50)
    told = run(built, "--out", str(tmp_path / "many"), "--pages", kind)
    found = re.search(r"^The site will have about ([\d,]+) files(.*)\.$", told.stderr, re.MULTILINE)
    assert found and told.exit_code == 0 and "will have" not in told.stdout
    files = sum(1 for path in (tmp_path / "few").rglob("*") if path.is_file())
    assert int(found[1].replace(",", "")) == pytest.approx(files, abs=100)
    assert ("with --pages instrument it would" in found[2]) == tells_of_fewer


def test_without_a_folder_the_build_has_its_site_made_anew(store: Store, tmp_path: Path) -> None:
    (tmp_path / "kb.sqlite").write_bytes(store.path.read_bytes())
    assert run(tmp_path, "--pages", "instrument").exit_code == 0
    assert (tmp_path / "site" / "index.html").is_file()


@pytest.mark.parametrize("title", ['<script>alert("1")</script> & {x} {{ 7*7 }}', "Leyes de la casa"])
def test_the_title_stands_on_every_page_as_text(store: Store, tmp_path: Path, title: str) -> None:
    write(tmp_path, store, TEMPLATES, Options(title=title, only=(LAW,), pages="instrument"))
    found = dict(pages(tmp_path))
    plain = dict(pages(_plain(store, tmp_path / "plain")))
    for path, page in found.items():
        text = Text(page)
        assert title in "".join(text.words), path
        assert text.tags.count("script") == Text(plain[path]).tags.count("script")


def _plain(store: Store, folder: Path) -> Path:
    write(folder, store, TEMPLATES, Options(only=(LAW,), pages="instrument"))
    return folder


def test_one_language_has_no_switch_and_no_trace_of_the_other(store: Store, tmp_path: Path) -> None:
    write(tmp_path, store, TEMPLATES, Options(languages=("en",), pages="instrument"))
    assert not (tmp_path / "es").exists()
    assert not [path for path, page in pages(tmp_path) if 'class="tongues"' in page or 'rel="alternate"' in page]


def test_only_some_instruments_have_pages_and_no_link_leads_to_the_others(store: Store, tmp_path: Path) -> None:
    write(tmp_path, store, TEMPLATES, Options(only=(LAW,)))
    found = dict(pages(tmp_path))
    assert {path.split("/", 1)[1].rsplit("/", 1)[0] for path in found if path.count("/") > 1} == {LAW}
    links = {link for page in found.values() for link in LINK.findall(page)}
    assert "" not in links and not [link for link in links if "ley/1923/25" in link]
    marked = [page for page in found.values() if "not in this site" in page]
    assert marked, "what is cited is named, and that it is elsewhere"


def test_an_instrument_alone_has_its_articles_as_places(store: Store, tmp_path: Path) -> None:
    report = write(tmp_path, store, TEMPLATES, Options(pages="instrument"))
    page = (tmp_path / "en" / LAW / "index.html").read_text("utf-8")
    assert 'href="#art_17"' in page and 'id="art_17"' in page
    assert not [path for path, _ in pages(tmp_path) if "art_" in path]
    assert report.bytes < 3_500_000


@pytest.fixture
def theme(tmp_path: Path) -> Path:
    folder = tmp_path / "theme"
    for name, text in {
        "base.html": '{% extends "articulado/base.html" %}'
        '{% block house %}<link rel="stylesheet" href="{{ root }}house.css">{% endblock %}'
        '{% block header %}<p class="house">Andino &amp; Co.</p>{{ super() }}{% endblock %}',
        "static/house.css": ":root { --accent: #7a1f2b; }",
        "words/en.toml": '[home]\ntitle = "Laws of the house"\n',
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def test_a_house_has_its_own_header_colours_and_words(store: Store, tmp_path: Path, theme: Path) -> None:
    write(tmp_path / "site", store, TEMPLATES, Options(theme=theme, pages="instrument"))
    found = dict(pages(tmp_path / "site"))
    for path, page in found.items():
        assert "Andino &amp; Co." in page or path == "index.html", "the door has no header"
        assert re.search(r'href="[./]*house\.css"', page), path
        assert "site" in page and "<h1" in page, "the rest is ours"
    assert "Laws of the house" in found["en/index.html"] and "Laws of the house" not in found["es/index.html"]
    assert (tmp_path / "site" / "house.css").is_file() and (tmp_path / "site" / "articulado.css").is_file()


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("instrument.html", '{% extends "base.html" %}\n{{ 1 + }}', r"instrument.html, line 2: .* is wrong"),
        ("parts.html", "{% macro seal() %}", r"parts.html, line 1: .* is wrong"),
        ("home.html", '{{ w("home.house") }}', r"home.html, line 1: words/es.toml has no word 'home.house'"),
        ("home.html", "\n\n{{ w('home.' ~ here) }}", r"home.html, line 3: "),
        ("home.html", "{{ 1 / 0 }}", r"home.html, line 1: .* is wrong \(division by zero\)"),
        ("home.html", '{% include "nowhere.html" %}', r"home.html, line 1: .* is wrong \(.*nowhere.html"),
        ("instrument.html", "{{ library.works }}", r"instrument.html, line 1: .* is wrong \(.*works"),
        ("home.html", '<a href="nowhere.html">x</a>', r"es/index.html links to nowhere.html"),
        ("words/en.toml", "[home]\ntitle = 3", r"words/en.toml: the word 'home.title' must be text in quotes"),
        ("words/en.toml", "[home]\ntitle = x", r"words/en.toml: cannot be read as TOML .*line 2"),
        ("words/en.toml", '[home]\nhouse = "x"', r"words/es.toml has no word 'home.house', which words/en.toml has"),
        ("words/fr.toml", 'position = "3"', r"words/fr.toml has no word 'site.name'"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_theme_is_told_with_its_place(
    store: Store, tmp_path: Path, theme: Path, file: str, text: str, said: str
) -> None:
    (theme / file).write_text(text, "utf-8")
    with pytest.raises(ArticuladoError, match=said):
        write(tmp_path / "site", store, TEMPLATES, Options(theme=theme, pages="instrument", only=(LAW,)))
    assert not (tmp_path / "site").exists()


def test_a_folder_that_is_no_theme_is_told(store: Store, tmp_path: Path) -> None:
    with pytest.raises(ArticuladoError, match=r"a theme has templates \(\*\.html\), static/ or words/"):
        write(tmp_path / "site", store, TEMPLATES, Options(theme=tmp_path))
