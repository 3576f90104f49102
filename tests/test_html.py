"""Pages and the words they are kept as (cases/html.toml, html/)."""

from __future__ import annotations

import re
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from exhibits import exhibit
from hypothesis import given
from hypothesis import strategies as st
from parsing import CORPUS, HERE, cases, parse

from kb.corpus.html import RenderedPage, render
from kb.corpus.unreadable import UnreadableSource
from kb.model import ArticuladoError

PAGES = tomllib.loads((HERE / "cases" / "html.toml").read_text("utf-8"))["page"]


@pytest.mark.parametrize("case", cases("html"))
def test_a_page_is_read_as_its_words(case: dict[str, Any]) -> None:
    page = render(case["html"].encode(), "page.html")
    assert shown(page) == case["words"]
    assert page.portal == case.get("portal", "")
    told = dict(page.facts)
    assert {name: told.get(name) for name in case.get("facts", {})} == case.get("facts", {})


@pytest.mark.parametrize("case", PAGES, ids=lambda case: str(case["file"]))
def test_a_whole_page_of_a_portal(case: dict[str, Any]) -> None:
    page = render((HERE / "html" / f"{case['file']}.html").read_bytes(), "page.html")
    assert shown(page) == (HERE / "html" / f"{case['file']}.txt").read_text("utf-8").rstrip("\n")
    assert (page.portal, page.encoding) == (case["portal"], case["encoding"])
    assert dict(page.facts) == case["facts"]
    links = [[page.words[start:end], href] for start, end, href in page.links]
    assert [link for link in case["links"] if link not in links] == []
    assert [page.words[start:end] for start, end in page.struck] == case["struck"]


def test_an_exhibit_gives_the_tree_of_its_plain_text() -> None:
    plain = (CORPUS / "bancolombia" / "bancolombia-bylaws.en.txt").read_text("utf-8")
    page = render(exhibit(plain), "dex11.htm")
    assert page.portal == "edgar"
    assert dict(page.facts)["exhibit"] == "EX-1.1"
    assert tree(running(page), "en") == tree(plain, "en")


def test_a_law_of_a_portal_gives_the_tree_of_the_same_law_as_text() -> None:
    page = render((HERE / "html" / "suin-law.html").read_bytes(), "page.html")
    text = "\n\n".join(block for block in shown(page).split("\n\n") if not block.startswith(("[furniture:", "[note:")))
    assert tree(running(page), "es-co") == tree(text, "es-co")
    assert {node[3] for node in tree(running(page), "es-co") if node[1] == "article"} == {"1", "2", "3"}


def running(page: RenderedPage) -> str:
    """The words of a page with blanks for all that is hinted to be no running text."""
    words = list(page.words)
    for start, end, _ in page.hints:
        words[start:end] = [" " if character != "\n" else character for character in words[start:end]]
    return "".join(words)


def tree(text: str, tag: str) -> list[tuple[str, ...]]:
    """The nodes of a text, each with its words on one line."""
    return [
        (n.eid, n.kind, *(" ".join(value.split()) for value in (n.label, n.number or "", n.heading, n.text)))
        for n in parse(text, tag)[0]
    ]


def shown(page: RenderedPage) -> str:
    """The words of a page with its hints in square brackets."""
    pieces, at = [], 0
    for start, end, role in page.hints:
        pieces += [page.words[at:start], f"[{role}: {page.words[start:end]}]"]
        at = end
    return "".join([*pieces, page.words[at:]])


DECLARED = '<meta http-equiv="Content-Type" content="text/html; charset={}"><p>Artículo 1º. El “señor” – 5 €</p>'


@pytest.mark.parametrize(
    ("declared", "written", "found"),
    [
        ("utf-16", "utf-8", "utf-8"),
        ("iso-8859-1", "cp1252", "windows-1252"),
        ("utf-8", "cp1252", "windows-1252"),
        ("iso-8859-1", "utf-8", "utf-8"),
        ("iso-8859-1", "utf-8-sig", "utf-8"),
        ("utf-8", "utf-16", "utf-16-le"),
        ("utf-16", "utf-16-be", "utf-16-be"),
    ],
)
def test_the_bytes_say_the_encoding_not_the_page(declared: str, written: str, found: str) -> None:
    page = render(DECLARED.format(declared).encode(written), "page.html")
    assert (page.words, page.encoding) == ("Artículo 1º. El “señor” – 5 €", found)


def test_text_put_into_utf_8_twice_is_read_once() -> None:
    twice = "<p>Artículo 1º. El “señor” – 5 €</p>".encode()
    once = "".join(bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in twice)
    assert render(once.encode(), "page.html").words == "Artículo 1º. El “señor” – 5 €"


def test_a_slip_in_utf_8_does_not_spoil_the_page() -> None:
    good = "<p>" + "El artículo único del código. " * 5 + "</p>"
    assert render(good.encode() + b"<p>N\xba 5</p>", "page.html").words.endswith("\n\nNº 5")


@pytest.mark.parametrize("data", [b"%PDF-1.4\x00\x01", bytes(range(1, 32)) * 20, b"PK\x03\x04\x00"])
def test_what_is_no_text_is_refused_in_a_sentence(data: bytes) -> None:
    with pytest.raises(UnreadableSource, match=r"law\.html: cannot be read \(not-text\)"):
        render(data, "law.html")


def test_another_portal_is_another_file(tmp_path: Path) -> None:
    own = Path(render.__code__.co_filename).parents[1] / "portals"
    (tmp_path / "general.toml").write_bytes((own / "general.toml").read_bytes())
    (tmp_path / "mine.toml").write_text(
        'name = "mine"\nrecognise = ["mine.example"]\nnote = [".effects"]\n'
        '[[fact]]\nwhere = "p.state"\nnames = { "" = "state" }\n',
        "utf-8",
    )
    html = b'<a href="http://mine.example/">x</a><p class="state">Repealed</p><div class="big effects">By Law 2</div>'
    page = render(html, "page.html", tmp_path)
    assert page.portal == "mine"
    assert dict(page.facts)["state"] == "Repealed"
    assert shown(page) == "x\n\nRepealed\n\n[note: By Law 2]"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("drop = [", "not a readable profile"),
        ('drop = ["p > a"]', "the selector 'p > a'"),
        ('begin = "("', "is wrong here"),
    ],
)
def test_a_wrong_profile_is_named(tmp_path: Path, written: str, said: str) -> None:
    own = Path(render.__code__.co_filename).parents[1] / "portals"
    (tmp_path / "general.toml").write_bytes((own / "general.toml").read_bytes())
    (tmp_path / "mine.toml").write_text(written, "utf-8")
    with pytest.raises(ArticuladoError, match=rf"mine\.toml: .*{re.escape(said)}"):
        render(b"<p>x</p>", "page.html", tmp_path)


MARKUP = """
<p> </p> <table> </table> <tr> <td> <td\tcolspan=9999999999> </td> <br> <hr> <page> <ol> <li> <li\tvalue=999999999999>
</li> </ol> <b> </b> <sup> </sup> <s> </s> <pre> </pre> <div\tstyle='display:none'> </div> <font\tclass=x> </font>
<a\thref=#x> <a\thref=http://y> </a> <script> </script> <title> </title> <select> <textarea> <body> </body> <html> < > "
& &nbsp; &#146; &#0; &#1; &#xD800; &bogus; <!-- --> <![CDATA[ ]]> <x\ty> <Nota:\tz> <ul\tclass=resumenvigencias> </ul>
12 Artículo 5. | \u2028 \u00a0 \u00ad \x85 \x1c"""
PIECES = st.sampled_from([" ", "\n", *re.split("[ \n]+", MARKUP)])


@given(st.one_of(st.binary(max_size=200), st.lists(PIECES, max_size=40).map(lambda pieces: "".join(pieces).encode())))
def test_any_bytes_give_a_rendering_whose_places_are_true(data: bytes) -> None:
    try:
        page = render(data, "page.html")
    except ArticuladoError:
        return
    assert page.words == page.words.strip()
    assert not re.search(r" \n|\n |  |\n{3}|[\t\r\v\f\0]", page.words)
    for places in (page.hints, page.links, page.struck):
        assert all(0 <= place[0] < place[1] <= len(page.words) for place in places)
        assert all(one[1] <= next_[0] for one, next_ in pairwise(places))
    assert {role for _, _, role in page.hints} <= {"furniture", "note"}
