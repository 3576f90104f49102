"""Every link of every page leads to a page of this site, and every fragment to an id on it."""

from __future__ import annotations

import html
import posixpath
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from urllib.parse import unquote

from kb.model import ArticuladoError

# The pages are ours and every value in them is escaped, so a quoted attribute is always markup.
_ID, _LINK = "id=", ("href=", "src=")
_ENDS = (_ID, *_LINK)
_LONGEST = len(" href=")
_OUTSIDE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|/|\\")
# A fragment that says what a page is to show, not where (`#?kind=repeal`): an id is written with %3F.
_STATE = "?"
_SHOWN = 3

Ids = Callable[[str], Collection[str]]


@dataclass(frozen=True, slots=True)
class Asked:
    """What some pages ask for: how many links they have, and of each that leads to another page its page, the path it
    leads to and the id or ""; `broken` are those that lead nowhere."""

    count: int
    links: tuple[tuple[str, str, str], ...]
    broken: tuple[tuple[str, str], ...]


class Reader:
    """Reads the links of pages."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], str] = {}

    def read(self, pages: Iterable[tuple[str, str]]) -> tuple[Asked, dict[str, frozenset[str]]]:
        """What (path, text) pages ask for, and the ids that each offers."""
        ids, found, broken, count = (
            dict[str, frozenset[str]](),
            dict[tuple[str, str], str](),
            list[tuple[str, str]](),
            0,
        )
        for page, text in pages:
            values = list(_values(text))
            ids[page] = _ids(values)
            folder = posixpath.dirname(page)
            for link in dict.fromkeys(value for name, value in values if name != _ID):
                count += 1
                link = html.unescape(link) if "&" in link else link
                target, id = self._followed(page, folder, link)
                if not target:
                    broken.append((page, link))
                else:
                    found.setdefault((target, id), page)
        return Asked(count, tuple((page, *end) for end, page in found.items()), tuple(broken)), ids

    def _followed(self, page: str, folder: str, link: str) -> tuple[str, str]:
        """(the path that a link leads to, or "" for none; the id on it or "")."""
        path, _, id = link.partition("#")
        target = self._known.get((folder, path)) if path else page
        if target is None:
            outside = _OUTSIDE.match(path)
            target = "" if outside else posixpath.normpath(posixpath.join(folder, unquote(path)))
            self._known[folder, path] = target
        id = "" if id.startswith(_STATE) else id
        return target if link else "", unquote(id) if "%" in id else id


def ids_of(text: str) -> frozenset[str]:
    """The ids that a page offers."""
    return _ids(_values(text))


def _ids(values: Iterable[tuple[str, str]]) -> frozenset[str]:
    found = (value for name, value in values if value and name == _ID)
    return frozenset(html.unescape(id) if "&" in id else id for id in found)


def _values(text: str) -> Iterator[tuple[str, str]]:
    """(name, value) of the ids and links of a page, in order."""
    for before, value in pairwise(text.split('"')):
        # White space stands before a name: `data-id=` is another.
        if before.endswith(_ENDS) and (name := before[-_LONGEST:].split()[-1]) in _ENDS:
            yield name, value


def missing(asked: Asked, paths: Collection[str], ids: Ids) -> Iterator[tuple[str, str]]:
    """(page, link) of each of the links that leads nowhere, where `ids` gives what a page offers."""
    yield from asked.broken
    for page, target, id in asked.links:
        if target not in paths:
            yield page, posixpath.relpath(target, posixpath.dirname(page))
        elif id and id not in ids(target):
            yield page, f"{target}#{id}"


def refuse(broken: Iterable[tuple[str, str]]) -> None:
    """ArticuladoError naming a page and a link for the first links that lead nowhere or out of the site."""
    by_page: dict[str, list[str]] = defaultdict(list)
    for page, link in broken:
        by_page[page].append(link)
    named = [f"{page} links to {link or 'nothing'}" for page, links in by_page.items() for link in links]
    if named:
        more = f" (and {len(named) - _SHOWN} more)" if len(named) > _SHOWN else ""
        raise ArticuladoError(f"The site has broken links: {'; '.join(named[:_SHOWN])}{more}; correct the templates.")
