"""A window on the finished site as a reader has it, and the pages that stand for all kinds of page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

LAW, CODE, BYLAWS, DATED = "co/ley/1923/45", "co/ley/1912/110", "co/estatutos/bancolombia", "co/leyes-1923/r1"
REPEALER = "co/ley/1923/42"
PAGES = (
    "index.html",
    "es/index.html",
    "en/problems.html",
    "es/register.html",
    "en/register.html",
    "es/search.html",
    "es/matrix.html",
    "en/timeline.html",
    "es/network.html",
    f"es/{REPEALER}/index.html",
    f"en/{LAW}/art_138.html",
    f"en/{LAW}/index.html",
    f"es/{CODE}/index.html",
    f"en/{BYLAWS}/index.html",
    f"es/{DATED}/index.html",
    f"es/{LAW}/art_113.html",
    f"en/{CODE}/art_2247.html",
    f"es/{BYLAWS}/art_61.html",
    f"en/{BYLAWS}/art_50.html",
)


class Reader:
    """One window that remembers what it asked for and what it complained about."""

    def __init__(self, browser: Any, site: Path, base: str = "", **settings: Any) -> None:
        self.site = site
        self.base = base or f"{site.as_uri()}/"
        self.window = browser.new_context(**{"viewport": {"width": 1440, "height": 900}, **settings})
        self.page = self.window.new_page()
        self.asked: list[str] = []
        self.complaints: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def open(self, path: str) -> Any:
        self.page.goto(self.base + path)
        return self.page

    def at(self) -> str:
        """Where the window is, from the site's folder."""
        return str(self.page.url).removeprefix(self.base)
