"""A build of a corpus that was built before: what is done again, and what is not."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import FOUND, articulado, contents, small


def test_a_build_of_what_has_not_changed_looks_at_the_site_alone(tmp_path: Path) -> None:
    out, corpus = tmp_path / "build", small(tmp_path / "corpus", "El banco pagará las multas")
    first = json.loads(articulado("build", "--corpus", corpus, "--out", out, "--json").stdout)
    page = out / "site" / "es" / "index.html"
    written = page.read_bytes()
    page.unlink()
    second = json.loads(articulado("build", "--corpus", corpus, "--out", out, "--json").stdout)
    assert page.read_bytes() == written
    assert (first.pop("unchanged"), second.pop("unchanged")) == (False, True)
    assert second.pop("seconds").keys() == {"read", "site"}
    assert second == {name: value for name, value in first.items() if name != "seconds"}
    assert "Nothing has changed since the last build." in articulado("build", "--corpus", corpus, "--out", out).stdout


def renamed(corpus: Path) -> None:
    (corpus / "law.txt").rename(corpus / "ley.txt")


CHANGES: dict[str, Callable[[Path], object]] = {
    "a word": lambda corpus: small(corpus, "El banco cobrará las multas"),
    "another file": lambda corpus: (corpus / "other.txt").write_text("Artículo 1. Queda prohibido fumar.\n", "utf-8"),
    "a name": renamed,
    "a manifest": lambda corpus: (corpus / "manifest.toml").write_text("[collection]\ntitle = 'x'\n", "utf-8"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_build_sees_what_has_changed(tmp_path: Path, change: Callable[[Path], object]) -> None:
    out, corpus = tmp_path / "build", small(tmp_path / "corpus", "El banco pagará las multas")
    assert articulado("build", "--corpus", corpus, "--out", out).exit_code == FOUND
    change(corpus)
    assert "Nothing has changed" not in articulado("build", "--corpus", corpus, "--out", out).stdout


def test_a_build_may_make_no_site(tmp_path: Path) -> None:
    out, corpus = tmp_path / "build", small(tmp_path / "corpus", "El banco pagará las multas")
    made = articulado("build", "--corpus", corpus, "--out", out, "--no-site")
    assert made.exit_code == FOUND and "No site was made; articulado site makes one." in made.stdout
    assert not (out / "site").exists()
    assert "multas" in articulado("search", "multas", "--kb", out).stdout
    assert articulado("site", "--kb", out).exit_code == FOUND
    pages = contents(out / "site")
    small(corpus, "El banco cobrará las rentas")
    assert articulado("build", "--corpus", corpus, "--out", out, "--no-site").exit_code == FOUND
    assert contents(out / "site") == pages
    assert "rentas" in articulado("search", "rentas", "--kb", out).stdout
