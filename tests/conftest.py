"""What several test files share: one finished build of the real corpus, and the rule that nothing is left out in CI."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import Reader
from hypothesis import settings

from kb.build import build
from kb.store import Store

ROOT = Path(__file__).parent.parent
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
NAMES = ("chromium", "chromium-browser", "google-chrome")

# A slow machine is no broken promise; and what continuous integration tries is the same each time.
settings.register_profile("house", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("house")


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished build of the repository's corpus; never write into it."""
    out = tmp_path_factory.mktemp("built") / "build"
    build(ROOT / "corpus", out, templates=ROOT / "site_templates")
    return out


@pytest.fixture(scope="session")
def store(built: Path) -> Iterator[Store]:
    """The store of that build."""
    with Store.open(built / "kb.sqlite") as opened:
        yield opened


@pytest.fixture(scope="session")
def program() -> str:
    """The path of a Chromium: the variable CHROMIUM or what is on the PATH.

    Without one the tests are left out; in continuous integration they fail.
    """
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if found:
        return found
    reason = "no Chromium found: install one or name it in the variable CHROMIUM"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def browser(program: str) -> Iterator[Any]:
    """A Chromium that asks for nothing of its own."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: pip install playwright")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site(built: Path) -> Path:
    """The pages of that build; never write into them."""
    return built / "site"


@pytest.fixture(scope="session", params=["opened", "served"])
def base(site: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """Where a browser finds the pages: in a folder, and at `articulado serve`."""
    if request.param == "opened":
        yield f"{site.as_uri()}/"
        return
    call = [sys.executable, "-m", "cli", "serve", "--port", "0", "--kb", str(site.parent)]
    with subprocess.Popen(call, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout
        yield server.stdout.readline().split()[0]
        server.terminate()


@pytest.fixture
def reader(browser: Any, site: Path, base: str, request: pytest.FixtureRequest) -> Iterator[Reader]:
    """A window on the site, made with the settings that a test gives; it must ask for nothing from outside."""
    reader = Reader(browser, site, base, **getattr(request, "param", {}))
    yield reader
    reader.window.close()
    outside = [url for url in reader.asked if not url.startswith((base, "blob:", "data:"))]
    assert not outside, "a page asked for something that is not the site's"
    assert not reader.complaints


def pytest_sessionfinish(session: pytest.Session) -> None:
    """In continuous integration a test that was left out is a failure: its promise was not checked."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
