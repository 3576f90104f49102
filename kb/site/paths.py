"""Where each page lies: an address of the knowledge base becomes a file name that every system accepts.

All paths are relative to the site's folder and written with `/`. They hold only a-z, 0-9 and `_ ~ = -`
(and the dot of their ending), so that they need no escaping in a link and two never differ by case alone.
"""

from __future__ import annotations

import hashlib
import re
from urllib.parse import quote

HOME = "index.html"
PROBLEMS = "problems.html"
REGISTER = "register.html"
SEARCH = "search.html"
MATRIX = "matrix.html"
TIMELINE = "timeline.html"
NETWORK = "network.html"
SHEET = "register.csv"
LINES = "register-data.js"
READING = "reading-data.js"

_UNSAFE = re.compile(r"[^a-z0-9_~-]")
# Windows keeps these names for devices, whatever their ending; `index` is the name of an instrument's own page.
_KEPT = re.compile(r"index|con|prn|aux|nul|com\d|lpt\d")
_LONGEST = 100


def safe(segment: str) -> str:
    """One segment of a path for any text: plain slugs stay as they are, and different texts stay different."""
    name = _UNSAFE.sub(_hexadecimal, segment) or "="
    if _KEPT.fullmatch(name):
        name = f"={ord(name[0]):02x}{name[1:]}"
    if len(name) <= _LONGEST:
        return name
    return f"{name[:60]}={hashlib.sha256(segment.encode()).hexdigest()[:16]}"


def instrument_folder(instrument: str) -> str:
    """The folder of an instrument below its language: `co/ley/1923/45`."""
    return "/".join(map(safe, instrument.split("/")))


def article_page(eid: str) -> str:
    """The file of an article in its instrument's folder: `art_17.html`."""
    return f"{safe(eid)}.html"


def fragment(eid: str) -> str:
    """The link to a node in a page that shows it: `#art_46__num_3`."""
    return f"#{quote(eid, safe='~=')}"


def up(page: str) -> str:
    """The way from `page` to the site's folder: `../../` for `es/co/x.html`."""
    return "../" * page.count("/")


def _hexadecimal(found: re.Match[str]) -> str:
    return "".join(f"={byte:02x}" for byte in found[0].encode())
