"""The site: what every page promises, whatever the store holds, and the traps of legal texts one by one."""

from __future__ import annotations

import re
import shutil
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from commands import contents
from hypothesis import given
from hypothesis import strategies as st

from kb.model import (
    AMENDED,
    EMPTY,
    REPEALED,
    SAID_IN_FORCE,
    STATUSES,
    Alias,
    ArticuladoError,
    DateFact,
    Instrument,
    Knowledge,
    Node,
    Source,
    Version,
)
from kb.resources import resource
from kb.site import SiteReport, write
from kb.site.folder import LIST, RECORD
from kb.site.paths import article_page, instrument_folder, safe
from kb.site.search import KEPT
from kb.site.words import Words, load
from kb.store import Store, StoredProblem
from kb.store import write as write_store

TEMPLATES = Path(__file__).parent.parent / "site_templates"
LANGUAGES = ("es", "en")
LAW, BYLAWS, DATED, CITED = "co/ley/1923/45", "co/estatutos/andino", "co/leyes/r1", "co/ley/1923/42"
TRAP = "x/Ley Ñ.../con"
REGISTER = (
    "register.html",
    "matrix.html",
    "timeline.html",
    "network.html",
    "register.csv",
    "register-data.js",
    "reading-data.js",
)
STATIC = {file.name for file in (TEMPLATES / "static").iterdir()}
# The data of search, for a store as small as this: one part of each, and what is kept of it.
SEARCHED = {KEPT, *(f"search/{name}.js" for name in ("core", "ideas", "tree", "w0", "t0"))}
# What is copied, the data of search; in each language the register's file and its lines, and the words for reading.
BESIDE = len(STATIC) + len(SEARCHED) + 3 * len(LANGUAGES)
NASTY = '<script>alert("1")</script> & "\'>'

# depth, eid, kind, label, number, heading, text; then what differs from a plain node.
Row = tuple[int, str, str, str, str | None, str, str] | tuple[int, str, str, str, str | None, str, str, dict[str, str]]
AMENDMENT = "Modificado por la Ley 1."
AMENDED_HERE = {"status": AMENDED, "note": AMENDMENT}
GONE = "Derogado por el Artículo 81 de la Ley 42 de 1923."

TREES: dict[str, tuple[Row, ...]] = {
    LAW: (
        (0, "formula_1", "formula", "", None, "", "DECRETA:"),
        (0, "chp_1", "chapter", "CAPITULO I.", "1", "Definiciones", ""),
        (1, "art_2", "article", "Artículo 2.", "2", "", "El banco comercial\nrecibe fondos.\n\nY presta."),
        (1, "art_5", "article", "Artículo 5.", "5", "", GONE, {"status": REPEALED, "note": GONE}),
        (1, "art_6", "article", "Artículo 6. Derogado", "6", "", "", {"status": REPEALED, "note": "Derogado"}),
        (1, "art_7", "article", "Articulo 7.", "7", "", "", {"status": EMPTY}),
        (1, "art_8", "article", "Artículo 8.", "8", "", f"{AMENDMENT} Y sigue.", AMENDED_HERE),
        (0, "chp_1~2", "chapter", "CAPITULO I.", "1", "Otra vez", "Palabras del capítulo."),
        (1, "art_9", "article", "Artículo 9.", "9", "", "Las funciones son:"),
        *((2, f"art_9__num_{n}", "item", f"{n}.", str(n), "", f"Función número {n}.") for n in range(1, 34)),
        (2, "art_9__wrapup_1", "wrapup", "", None, "", "Y las demás que la ley señale."),
        (1, "art_10", "article", "Artículo 10.", "10", "", "El artículo 4 quedará así:"),
        (2, "art_10__qstr_1", "quoted", "", None, "", ""),
        (3, "art_10__qstr_1__art_4", "article", "Artículo 4.", "4", "", "Texto de otra ley."),
        (1, "art_3", "article", "Artículo 3.", "3", "", ""),
        (2, "art_3__inc_1", "subparagraph", "(1)", "1", "", "El banco se denominará así."),
        (0, "conclusions_1", "conclusions", "", None, "", "Dada en Bogotá."),
    ),
    BYLAWS: (
        (0, "preface_1", "preface", "", None, "", "Exhibit 1.1"),
        (0, "art_8", "article", "Article 8.", "8", "Share Classes", "The shares may be:"),
        (1, "art_8__lit_a", "point", "a)", "a", "", "common", {"tail": ", "}),
        (1, "art_8__lit_b", "point", "b)", "b", "", "privileged", {"tail": ", and "}),
        (1, "art_8__lit_c", "point", "c)", "c", "", "with preferred dividend."),
        (1, "art_8__wrapup_1", "wrapup", "", None, "", "All shares are nominative."),
        (0, "art_75", "article", "ARTICLE 75.", "75", "Functions", "The auditor acts."),
        (1, "art_75__par_1", "paragraph", "PARAGRAPH:", "1", "Revelation of findings", "The auditor reports."),
        (0, "chp_2", "chapter", "CHAPTER II", "2", "LATER", ""),
        (1, "art_76", "article", "Article 76.", "76", "", "In a chapter."),
        (0, "art_80", "article", "Article 80.", "80", "", "After it."),
        (0, "annex_1", "annex", "", None, "", "In an annex without a name."),
        (1, "annex_1__art_1", "article", "Article 1.", "1", "", "Its own article."),
    ),
    DATED: ((0, "formula_1", "formula", "", None, "", "El Congreso de Colombia, dada en Bogotá."),),
    TRAP: (
        (0, "art_1", "article", NASTY, "1", NASTY, NASTY, {"note": NASTY}),
        (1, "art_1__num_1", "item", NASTY, "1", NASTY, NASTY),
        (0, "lost", "article", "Artículo 2.", "2", "", "Su capítulo no existe.", {"parent": "nobody"}),
    ),
}  # fmt: skip

INSTRUMENTS = (
    Instrument(
        id=LAW, type="ley", number="45", year=1923, language="es",
        title="Ley 45 de 1923, sobre establecimientos bancarios",
        identified_by="curator", evidence="Comparada con el texto oficial.", sources=("leyes.txt",), note="Una nota.",
        state="Vigente.", status=SAID_IN_FORCE,
        aliases=(Alias(name="Ley bancaria", since="1923-07-19", until="1931"),),
        dates=(DateFact(event="passed", date="1923-07-16", origin="text", quote="diez y seis de julio"),),
    ),
    Instrument(
        id=BYLAWS, type="estatutos", number=None, year=None, title="Bylaws of Andino", language="en",
        sources=("andino.txt",),
    ),
    Instrument(
        id=DATED, type="record", number=None, year=None, title="", language="es", sources=("leyes.txt",),
        dates=(DateFact(event="recorded", date="1923-11-29", origin="curator"),),
    ),
    Instrument(
        id=TRAP, type=NASTY, number=None, year=None, title=NASTY, language="es",
        authority=NASTY, evidence=NASTY, note=NASTY, identified_by="text", aliases=(Alias(name=NASTY),),
        dates=(DateFact(event=NASTY, date=NASTY, origin=NASTY, quote=NASTY),),
    ),
    Instrument(id=CITED, type="ley", number="42", year=1923, title="", language="es", in_corpus=False),
)  # fmt: skip


def nodes(instrument: str, rows: Sequence[Row]) -> Iterator[Node]:
    above: list[str] = []
    for order, (depth, eid, kind, label, number, heading, text, *rest) in enumerate(rows):
        del above[depth:]
        node = Node(
            instrument=instrument, eid=eid, kind=kind, label=label, number=number, heading=heading, text=text,
            parent=above[-1] if above else None, order=order, source="leyes.txt", line=13, start=0, end=0,
        )  # fmt: skip
        differing: Any = rest[0] if rest else {}
        yield replace(node, **differing)
        above.append(eid)


def problem(code: str, instrument: str | None, eid: str | None, **params: str) -> StoredProblem:
    return StoredProblem(
        code=code, severity="warning", instrument=instrument, eid=eid, source="leyes.txt", line=13,
        message=f"{code} in English", message_es=f"{code} en español", params=params,
    )  # fmt: skip


PROBLEMS = (
    problem("numbering-gap", LAW, "art_2", numbers="1"),
    problem("numbering-gap", LAW, "art_5", numbers="3, 4"),
    problem("numbering-gap", LAW, "art_9__num_33", numbers="7"),
    problem("duplicate-chapter", LAW, "chp_1~2"),
    problem("empty-source", None, None),
    problem(NASTY, TRAP, "art_1"),
    problem("gone", DATED, "art_99"),
)


VERSIONS = (
    Version(
        instrument=LAW, eid="art_10", place=1, label="Artículo 10.", text="El banco durará diez años.\n\nY no más.",
        since="1923-07-19", until="1931-12-31", note="Vigente desde: 19/07/1923 y hasta el: 31/12/1931",
        source="leyes.txt", line=14, start=0, end=0,
    ),
)  # fmt: skip


def sources() -> tuple[Source, ...]:
    return tuple(
        Source(
            file=file, sha256="ab" * 32, encoding="utf-8", media_type="text/plain", language="es", layout="records",
            tradition="es", characters=72_692, title=NASTY, rights="Ley 23 de 1982",
        )
        for file in ("andino.txt", "leyes.txt")
    )  # fmt: skip


def stored(
    path: Path,
    trees: dict[str, tuple[Row, ...]],
    instruments: Sequence[Instrument],
    problems: Sequence[StoredProblem],
) -> Store:
    every = tuple(node for id, rows in trees.items() for node in nodes(id, rows))
    older = tuple(version for version in VERSIONS if version.instrument in trees)
    known = Knowledge(sources(), tuple(instruments), every, (), (), versions=older)
    write_store(path, known, problems=problems, meta={"version": "9.8.7", "fingerprint": "f00d"})
    return Store.open(path)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with stored(tmp_path_factory.mktemp("small") / "kb.sqlite", TREES, INSTRUMENTS, PROBLEMS) as store:
        yield store


@pytest.fixture(scope="module")
def site(small: Store, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the small knowledge base; never write into it."""
    folder = tmp_path_factory.mktemp("small") / "site"
    write(folder, small, TEMPLATES)
    return folder


class Page(HTMLParser):
    """A page taken apart by the standard library's parser: tags with their attributes, text with its language."""

    VOID = frozenset({"meta", "link", "br", "input", "path", "rect", "circle"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[tuple[str, str]] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(text)
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append((tag, given))
        if tag not in self.VOID:
            self.open.append((tag, given.get("lang") or (self.open[-1][1] if self.open else "")))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop()[0] == tag, f"</{tag}> closes something else"

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append((" ".join(data.split()), self.open[-1][1] if self.open else ""))

    @property
    def text(self) -> str:
        return " ".join(text for text, _ in self.texts)

    def every(self, attribute: str) -> list[str]:
        return [value for _, given in self.tags if (value := given.get(attribute)) is not None]


def pages(folder: Path) -> dict[str, Page]:
    paths = sorted(folder.rglob("*.html"))
    return {path.relative_to(folder).as_posix(): Page(path.read_text("utf-8")) for path in paths}


@pytest.fixture(scope="module")
def parsed(site: Path) -> dict[str, Page]:
    return pages(site)


# What holds for every page


def test_there_is_a_page_for_everything_in_each_language(parsed: dict[str, Page]) -> None:
    articles = {LAW: (2, 5, 6, 7, 8, 9, 10, 3), BYLAWS: (8, 75, 76, 80), DATED: (), TRAP: (1,), CITED: ()}
    names = ["index.html", "problems.html", "search.html", *REGISTER[:4], f"{instrument_folder(TRAP)}/lost.html"]
    names += [f"{instrument_folder(id)}/index.html" for id in articles]
    names += [f"{instrument_folder(BYLAWS)}/annex_1__art_1.html"]
    names += [f"{instrument_folder(id)}/art_{number}.html" for id, numbers in articles.items() for number in numbers]
    expected = {"index.html"} | {f"{code}/{name}" for code in LANGUAGES for name in names}
    assert parsed.keys() == expected


def test_every_link_leads_to_a_page_and_every_fragment_to_an_id(site: Path, parsed: dict[str, Page]) -> None:
    for name, page in parsed.items():
        for link in page.every("href") + page.every("src"):
            assert not re.match(r"[a-z]+:|/", link), f"{name} leads out of the site: {link}"
            path, _, fragment = link.partition("#")
            target = ((site / name).parent / path).resolve() if path else site / name
            assert target.is_file() and target.is_relative_to(site.resolve()), f"{name}: {link}"
            # One that begins with a question mark says what the register is to show.
            if fragment and not fragment.startswith("?"):
                there = parsed[target.relative_to(site.resolve()).as_posix()]
                assert fragment in there.every("id"), f"{name}: {link}"


def test_a_page_asks_for_nothing_and_runs_nothing(site: Path, parsed: dict[str, Page]) -> None:
    for name, page in parsed.items():
        assert not {tag for tag, _ in page.tags} & {"iframe", "object", "img", "base", "style"}, name
        forms = [given["action"].rpartition("/")[2] for tag, given in page.tags if tag == "form"]
        assert forms == ["search.html"] * (name != "index.html"), name
        scripts = [given.get("src", "") for tag, given in page.tags if tag == "script"]
        assert scripts and not [script for script in scripts if not (site / name).parent.joinpath(script).is_file()], (
            name
        )
        assert not [key for _, given in page.tags for key in given if key.startswith("on") or key == "style"], name
        policies = [given["content"] for _, given in page.tags if given.get("http-equiv") == "Content-Security-Policy"]
        assert len(policies) == 1 and policies[0] and policies[0].startswith("default-src 'none';"), name
        assert "unsafe" not in policies[0] and ("script-src" in policies[0]) == bool(scripts), name
    style = (site / "articulado.css").read_text("utf-8")
    assert "url(" not in style and "@import" not in style


def test_a_page_is_well_formed_for_those_who_do_not_see_it(parsed: dict[str, Page]) -> None:
    for name, page in parsed.items():
        assert max(Counter(page.every("id")).values()) == 1, f"{name}: an id stands twice"
        levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch(r"h[1-6]", tag)]
        assert levels.count(1) == 1, f"{name}: one h1"
        assert all(after - before <= 1 for before, after in pairwise(levels)), f"{name}: {levels}"
        tags = Counter(tag for tag, _ in page.tags)
        head = [tag for tag, _ in page.tags[: [tag for tag, _ in page.tags].index("body")]]
        assert tags["main"] == head.count("title") == 1 and tags["footer"] >= 1, name
        assert "#content" in page.every("href") and "content" in page.every("id"), f"{name}: no way past the navigation"
        assert page.tags[0] == ("html", {"lang": name[:2] if "/" in name else "es"}), name


def test_the_other_language_is_one_link_away_on_the_same_page(parsed: dict[str, Page]) -> None:
    for name, page in parsed.items():
        code, _, rest = name.partition("/")
        if rest:
            other = {"es": "en", "en": "es"}[code]
            twin = "../" * name.count("/") + f"{other}/{rest}"
            links = [given for tag, given in page.tags if tag == "a" and given.get("hreflang") == other]
            assert [given["href"] for given in links] == [twin], name


def test_no_value_becomes_markup(site: Path) -> None:
    for path in site.rglob("*.html"):
        text = path.read_text("utf-8")
        assert "<script>" not in text and "\"'>" not in text, path
    assert NASTY in Page((site / "es" / instrument_folder(TRAP) / "art_1.html").read_text("utf-8")).text


def test_the_footer_tells_which_text_and_which_edition_this_is(parsed: dict[str, Page]) -> None:
    for name, page in parsed.items():
        assert "9.8.7" in page.text, name
        assert re.search("No es un texto oficial|Not an official text", page.text), name
    assert all("f00d" in parsed[name].text for name in ("index.html", "es/index.html", "en/problems.html"))
    assert "ab" * 32 in parsed["es/co/ley/1923/45/art_2.html"].text


# The text


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("instrument", TREES)
def test_an_instrument_page_prints_every_word_in_order(parsed: dict[str, Page], instrument: str, code: str) -> None:
    page = parsed[f"{code}/{instrument_folder(instrument)}/index.html"].text
    at = page.index(load(TEMPLATES / "words")[LANGUAGES.index(code)]("instrument.text") + " ")
    for node in nodes(instrument, TREES[instrument]):
        for piece in (node.label, node.heading, *node.text.split("\n\n"), node.tail):
            words = " ".join(piece.split())
            assert words in page[at:], f"{node.eid}: {words!r} is missing or out of order"
            at = page.index(words, at) + len(words)


@pytest.mark.parametrize("instrument", (LAW, BYLAWS, TRAP))
def test_the_contents_follow_the_print(parsed: dict[str, Page], instrument: str) -> None:
    page = parsed[f"en/{instrument_folder(instrument)}/index.html"]
    tags = [
        given.get("href") or given.get("class") or tag for tag, given in page.tags if tag in ("a", "nav", "section")
    ]
    contents = tags[tags.index("outline") + 1 : tags.index("text")]
    kinds = ("chapter", "annex", "article")
    printed = [node for node in nodes(instrument, TREES[instrument]) if node.kind in kinds and "qstr" not in node.eid]
    assert contents == [f"#{node.eid}" for node in printed]


def test_the_text_keeps_its_own_language(parsed: dict[str, Page]) -> None:
    for name, words, language in (
        ("en/co/ley/1923/45/art_2.html", "El banco comercial recibe fondos.", "es"),
        ("en/co/ley/1923/45/index.html", "El banco comercial recibe fondos.", "es"),
        ("es/co/estatutos/andino/art_8.html", "The shares may be:", "en"),
        ("es/co/estatutos/andino/index.html", "The shares may be:", "en"),
        ("en/co/ley/1923/45/index.html", "The source prints the number and no text.", "en"),
    ):
        assert (words, language) in parsed[name].texts, name


SENTENCES = tomllib.loads((Path(__file__).parent / "cases" / "site.toml").read_text("utf-8"))["row"]


@pytest.mark.parametrize("row", SENTENCES, ids=lambda row: row["page"])
def test_it_is_said(parsed: dict[str, Page], row: dict[str, str]) -> None:
    assert row["says"] in parsed[row["page"]].text


def test_previous_and_next_follow_the_print(parsed: dict[str, Page]) -> None:
    order = ["art_2", "art_5", "art_6", "art_7", "art_8", "art_9", "art_10", "art_3"]
    for before, here, after in zip([None, *order], order, [*order[1:], None], strict=False):
        page = parsed[f"es/co/ley/1923/45/{here}.html"]
        steps = {given.get("rel"): given.get("href") for tag, given in page.tags if tag == "a" and "rel" in given}
        assert steps == {k: f"{v}.html" for k, v in (("prev", before), ("next", after)) if v}


def test_an_article_links_to_its_place_in_the_full_text(parsed: dict[str, Page]) -> None:
    assert "index.html#art_9" in parsed["es/co/ley/1923/45/art_9.html"].every("href")
    assert "index.html#chp_1~2" in parsed["es/co/ley/1923/45/art_9.html"].every("href")


def test_every_status_has_its_own_sign() -> None:
    text = (TEMPLATES / "parts.html").read_text("utf-8")
    signs = re.findall(r"<(?:path|circle)[^>]*>", text[text.index("macro sign") : text.index("macro status")])
    assert len(signs) == len(set(signs)) == len((*STATUSES, SAID_IN_FORCE))


# The folder


def test_the_same_store_gives_the_same_bytes_and_writes_nothing_twice(small: Store, site: Path, tmp_path: Path) -> None:
    first = write(tmp_path / "again", small, TEMPLATES)
    assert contents(tmp_path / "again") == contents(site)
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "again").rglob("*") if path.is_file()}
    second = write(tmp_path / "again", small, TEMPLATES)
    assert {path: path.stat().st_mtime_ns for path in before} == before
    assert first.written == first.pages + BESIDE and second.written == second.removed == 0
    kept = (LIST, RECORD, KEPT)
    assert second.bytes == sum(len(content) for name, content in contents(site).items() if name not in kept)


def test_old_pages_go_and_foreign_files_stay(small: Store, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    write(folder, small, TEMPLATES)
    foreign = (folder / "es" / "co" / "ours.txt", folder / "robots.txt")
    for file in foreign:
        file.write_text("not yours")
    with stored(tmp_path / "fewer.sqlite", {DATED: TREES[DATED]}, INSTRUMENTS[2:3], ()) as fewer:
        report = write(folder, fewer, TEMPLATES)
    assert report.removed == 38 and not (folder / "es/co/ley").exists()
    assert all(file.read_text() == "not yours" for file in foreign)
    assert contents(folder).keys() == {
        LIST, RECORD, *STATIC, *SEARCHED, "index.html", "robots.txt", "es/co/ours.txt",
        *(f"{code}/{name}" for code in LANGUAGES for name in ("index.html", "problems.html", "search.html", *REGISTER)),
        *(f"{code}/co/leyes/r1/index.html" for code in LANGUAGES),
    }  # fmt: skip


def test_a_foreign_file_in_the_way_stops_the_site(small: Store, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("my own page")
    with pytest.raises(ArticuladoError, match=r"index\.html: this file is not part of a site"):
        write(tmp_path, small, TEMPLATES)
    assert contents(tmp_path) == {"index.html": b"my own page"}


def test_a_list_that_leads_outside_removes_nothing_there(small: Store, tmp_path: Path) -> None:
    (tmp_path / "precious.txt").write_text("keep")
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / LIST).write_text(f"../precious.txt\n{tmp_path / 'precious.txt'}\n")
    write(folder, small, TEMPLATES)
    assert (tmp_path / "precious.txt").read_text() == "keep"


def test_a_folder_that_cannot_be_one_is_told(small: Store, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ArticuladoError, match="the site was not finished"):
        write(tmp_path / "file", small, TEMPLATES)


def test_progress_and_report(small: Store, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    report = write(tmp_path, small, TEMPLATES, progress=lambda done, total: seen.append((done, total)))
    assert isinstance(report, SiteReport) and report.links > report.pages
    assert seen == sorted(set(seen)) and seen[-1] == (report.made, report.made)


def test_an_empty_store_has_a_home(tmp_path: Path) -> None:
    with stored(tmp_path / "kb.sqlite", {}, (), ()) as nothing:
        report = write(tmp_path / "site", nothing, TEMPLATES)
    assert report.pages == 15
    assert "Esta base no contiene ninguna norma." in pages(tmp_path / "site")["es/index.html"].text


# Templates and words


@pytest.fixture
def templates(tmp_path: Path) -> Path:
    return Path(shutil.copytree(TEMPLATES, tmp_path / "templates"))


def changed(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("words/en.toml", 'name = "Repealed"', "", r"en.toml has no word 'status.repealed.name', which words/es"),
        ("words/es.toml", "[home]", "[home]\nnew = 'x'", r"words/en.toml has no word 'home.new', which words/es"),
        ("words/es.toml", "{most} y {last}", "{most} y {least}", r"es.toml: 'list.last' has a hole that nothing fills"),
        ("words/es.toml", "position =", "position", r"es.toml: cannot be read as TOML"),
        ("words/es.toml", 'position = "1"', "position = 1", r"es.toml: the word 'position' must be text in quotes"),
        ("home.html", 'w("home.lead")', 'w("home.leed")', r"home.html, line \d+: .*has no word 'home.leed'"),
        ("home.html", "{% block main %}", "{% blok main %}", r"home.html, line \d+: the site's template is wrong"),
        ("home.html", "library.works|", "library.wroks|", r"home.html, line \d+: .* wrong .*'wroks'"),
        ("article.html", 'href="index.html"', 'href="indice.html"', r"art_2.html links to indice.html"),
        ("article.html", '"index.html" ~ fragment', '"index.html#x" ~ fragment', r"index.html#x#art_2"),
        ("base.html", "{{ root }}articulado.css", "https://example.org/x.css", r"links to https://example.org/x.css"),
        ("base.html", "{{ root }}icon.svg", "/icon.svg", r"links to /icon.svg"),
    ],
)  # fmt: skip
def test_a_wrong_template_fails_with_one_sentence(
    small: Store, templates: Path, tmp_path: Path, file: str, old: str, new: str, message: str
) -> None:
    changed(templates / file, old, new)
    with pytest.raises(ArticuladoError, match=message):
        write(tmp_path / "site", small, templates)


def test_templates_without_words_are_told(small: Store, templates: Path, tmp_path: Path) -> None:
    shutil.rmtree(templates / "words")
    with pytest.raises(ArticuladoError, match="no interface words"):
        write(tmp_path / "site", small, templates)


def test_a_third_language_is_a_file(small: Store, templates: Path, tmp_path: Path) -> None:
    text = (templates / "words" / "en.toml").read_text("utf-8").replace('position = "2"', 'position = "3"')
    (templates / "words" / "fr.toml").write_text(text.replace("Statutes and bylaws", "Lois et statuts"), "utf-8")
    write(tmp_path / "site", small, templates)
    assert "Lois et statuts" in pages(tmp_path / "site")["fr/index.html"].text


PLURAL = re.compile(r"[.](one|other)$")


def holes(words: str) -> list[str]:
    return sorted(re.findall(r"\{\w+\}", words))


def test_no_word_is_left_over() -> None:
    places = [*TEMPLATES.glob("*.html"), *(TEMPLATES.parent / "kb" / "site").glob("*.py")]
    used = "".join(path.read_text("utf-8") for path in places)
    spanish, english = load(TEMPLATES / "words")
    groups = (
        "status month type event origin severity language layout kind article instrument.identified instrument.gap"
        " level citation effect scope grade since csv register views matrix citing country audit resolution severities"
        " search figure"
    )
    left = [
        key
        for key in spanish.table
        if f'"{PLURAL.sub("", key)}"' not in used and not key.startswith(tuple(groups.split()))
    ]
    assert not left
    apart = [key for key, words in spanish.table.items() if holes(words) != holes(english.table[key])]
    assert not apart, "the same values are set into the words of each language"


@pytest.fixture(scope="module")
def spanish() -> Words:
    return load(TEMPLATES / "words")[0]


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (lambda w: w.date("1923-07-16"), "16 de julio de 1923"),
        (lambda w: w.date("1923"), "1923"),
        (lambda w: w.count("count.articles", 1), "1 artículo"),
        (lambda w: w.count("count.articles", 0), "0 artículos"),
        (lambda w: w.count("count.articles", 12_345), "12\xa0345 artículos"),
        (lambda w: w.number(9_999), "9999"),
        (lambda w: w.ranges([1]), "1"),
        (lambda w: w.ranges([24, 23]), "23 y 24"),
        (lambda w: w.ranges([1, 23, 24, 57, 58, 59, 60]), "1, 23, 24 y 57–60"),
        (lambda w: w.term("type", "ley"), "Ley"),
        (lambda w: w.term("type", "bando"), "bando"),  # a kind that has no word is told as it is
    ],
)  # fmt: skip
def test_words(spanish: Words, made: Callable[[Words], str], words: str) -> None:
    assert made(spanish) == words


def test_the_words_are_toml_that_a_translator_can_edit() -> None:
    for path in (TEMPLATES / "words").glob("*.toml"):
        assert tomllib.loads(path.read_text("utf-8"))["language"]["self"]


# Addresses as file names


@pytest.mark.parametrize(
    ("id", "folder"),
    [
        ("co/ley/1923/45", "co/ley/1923/45"),
        ("co/leyes-1923/r17", "co/leyes-1923/r17"),
        ("co/../..", "co/=2e=2e/=2e=2e"),
        ("co//x", "co/=/x"),
        ("Ley/LEY", "=4cey/=4c=45=59"),
        ("co/con/nul", "co/=63on/=6eul"),
        ("a b/ñ", "a=20b/=c3=b1"),
        ("co/index", "co/=69ndex"),
    ],
)
def test_an_instrument_has_a_folder(id: str, folder: str) -> None:
    assert instrument_folder(id) == folder


@pytest.mark.parametrize(
    ("eid", "page"), [("art_17", "art_17.html"), ("art_5~2", "art_5~2.html"), ("Art/1", "=41rt=2f1.html")]
)
def test_an_article_has_a_page(eid: str, page: str) -> None:
    assert article_page(eid) == page


@given(st.text(), st.text())
def test_different_names_stay_different_on_any_disk(one: str, other: str) -> None:
    assert re.fullmatch(r"[a-z0-9_~=-]{1,100}", safe(one))
    assert (safe(one) == safe(other)) == (one == other)


@pytest.mark.parametrize("name", ["corpus", "site_templates"])
def test_the_packaged_folders_are_found(name: str) -> None:
    assert resource(name) == TEMPLATES.parent / name


def test_a_folder_that_is_not_packaged_is_told() -> None:
    with pytest.raises(ArticuladoError, match="nothing: this installation does not carry the folder"):
        resource("nothing")
