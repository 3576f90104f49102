"""Takes the pictures of the README anew, from a finished build, with a Chromium that is there already.

    python docs/screenshots.py [BUILD]

The pages are those of BUILD/site (build), shown under an address of no machine's.
"""

from __future__ import annotations

import base64
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
NAMES = ("chromium", "chromium-browser", "google-chrome")
# Picture -> the page that it shows, and the words that are typed into its search.
PICTURES = {
    "article": ("en/co/ley/1923/45/art_17.html", ""),
    "register": ("en/register.html#?actor=co/ley/1923/42", ""),
    "search": ("en/search.html", "reserve"),
}
WIDE, HIGH, QUALITY = 1280, 800, 60
BASE = "https://articulado.example/"


def main(arguments: Sequence[str]) -> int:
    """Take every picture."""
    site = Path(arguments[0] if arguments else "build") / "site"
    program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if not (site / "index.html").is_file() or program is None:
        print(f"{site}: there must be a site here (`make build`), and a Chromium on the PATH.", file=sys.stderr)
        return 2
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDE, "height": HIGH}, color_scheme="light")
        page.route(f"{BASE}**", lambda route: route.fulfill(path=file_of(site, route.request.url)))
        for name, (path, typed) in PICTURES.items():
            page.goto(f"{BASE}{path}")
            if typed:
                page.get_by_role("searchbox").first.fill(typed)
                page.locator("main mark").first.wait_for()
            (HERE / f"{name}.webp").write_bytes(taken(page))
        browser.close()
    return 0


def file_of(site: Path, url: str) -> Path:
    """The file of the site that an address means."""
    return site / url.removeprefix(BASE).partition("?")[0]


def taken(page: Any) -> bytes:
    """What the window shows, as WebP."""
    session = page.context.new_cdp_session(page)
    answer = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    return base64.b64decode(answer["data"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
