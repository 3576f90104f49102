"""Every link of every page leads to a page of this site, and every fragment to an id on it."""

from __future__ import annotations

import html
import posixpath
import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from urllib.parse import unquote

from kb.model import ArticuladoError

# The pages are ours and every value in them is escaped, so a quoted attribute is always markup.
_ID = re.compile(r'\sid="([^"]+)"')
_LINK = re.compile(r'\s(?:href|src)="([^"]*)"')
_OUTSIDE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|/|\\")
# A fragment that says what a page is to show, not where (`#?kind=repeal`): an id is written with %3F.
_STATE = "?"
_SHOWN = 3


class Links:
    """Remembers what each page offers and asks for; `check` compares them when all pages were seen."""

    def __init__(self, paths: Collection[str]) -> None:
        self._ids: dict[str, frozenset[str]] = dict.fromkeys(paths, frozenset())
        self._asked: dict[tuple[str, str], str] = {}
        self._broken: dict[str, list[str]] = defaultdict(list)
        self.count = 0

    def see(self, page: str, text: str) -> None:
        """Take in one page."""
        self._ids[page] = frozenset(map(html.unescape, _ID.findall(text)))
        for link in dict.fromkeys(_LINK.findall(text)):
            self.count += 1
            self._follow(page, html.unescape(link))

    def check(self) -> None:
        """ArticuladoError naming a page and a link for the first links that lead nowhere or out of the site."""
        for (path, id), page in self._asked.items():
            if id not in self._ids[path]:
                self._broken[page].append(f"{path}#{id}")
        if self._broken:
            more = sum(map(len, self._broken.values())) - _SHOWN
            shown = "; ".join(list(self._named())[:_SHOWN]) + (f" (and {more} more)" if more > 0 else "")
            raise ArticuladoError(f"The site has broken links: {shown}; correct the templates.")

    def _follow(self, page: str, link: str) -> None:
        path, _, id = link.partition("#")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(path))) if path else page
        if not link or _OUTSIDE.match(link) or target not in self._ids:
            self._broken[page].append(link)
        elif id and not id.startswith(_STATE):
            self._asked.setdefault((target, unquote(id)), page)

    def _named(self) -> Iterator[str]:
        return (f"{page} links to {link}" for page, links in self._broken.items() for link in links)
