"""What several test files share: one finished build of the real corpus, and the rule that nothing is left out in CI."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from kb.build import build
from kb.store import Store

ROOT = Path(__file__).parent.parent

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


def pytest_sessionfinish(session: pytest.Session) -> None:
    """In continuous integration a test that was left out is a failure: its promise was not checked."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
