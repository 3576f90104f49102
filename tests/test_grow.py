"""A corpus that is made larger: copies have numbers, years and words of their own, and cite one another."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from benchmarks.grow import copied, grown, main, shifted

LAW = """---
identificador: "LEY-7-1920"
fecha: "1920-03-04"
---

# LEY 7 DE 1920

**Artículo 5º.** Los faros de la costa serán de piedra blanca, salvo donde haya ladrillos buenos y baratos para ellos.

**Artículo 1920.** Derógase el artículo 3 de la Ley 12 de 1919, y las Leyes 4, 5 y 6 del 1918.
"""


@pytest.mark.parametrize(
    ("text", "copy"),
    [
        ("Ley 7 de 1920", "Ley 40007 de 1918"),
        ("LEY-7-1920", "LEY-40007-1918"),
        ("L. 7/1920", "L. 40007/1918"),
        ("Leyes 4, 5 y 6 de 1918", "Leyes 40004, 40005 y 40006 de 1916"),
        ("Law 12 of 1919", "Law 40012 of 1917"),
        ("Ley 5a. de 1919", "Ley 40005a. de 1917"),
        ("el 4 de marzo de 1920", "el 4 de marzo de 1918"),
        ("1920-03-04", "1918-03-04"),
        ("artículo 1920 y 1500 metros", "artículo 1920 y 1500 metros"),
        ("artículo 12 de la Ley", "artículo 12 de la Ley"),
    ],
)
def test_numbers_and_years_of_norms_and_citations_are_shifted_alike(text: str, copy: str) -> None:
    assert shifted(text, 2) == copy


def test_every_second_copy_has_words_of_its_own() -> None:
    first, second = copied(LAW, 1).split(), copied(LAW, 2).split()
    assert [word for one, word in zip(second, first, strict=True) if one.isalpha() and one != word] == ["barbeatos"]
    assert "Leyes 40004, 40005 y 40006 del 1916." in copied(LAW, 2)


def test_a_corpus_is_as_large_as_asked_for_and_the_same_each_time(tmp_path: Path) -> None:
    for name in ("LEY-7-1920.md", "estatutos.md", "manifest.toml"):
        (tmp_path / name).write_text(LAW, "utf-8")
    main([str(tmp_path), str(tmp_path / "out" / "corpus"), "--norms", "4"])
    made = {path.name: path.read_text("utf-8") for path in (tmp_path / "out" / "corpus").iterdir()}
    assert sorted(made) == ["LEY-20007-1919.md", "LEY-7-1920.md", "estatutos-copy-1.md", "estatutos.md"]
    assert made["LEY-7-1920.md"] == LAW
    (tmp_path / "again").mkdir()
    (tmp_path / "again" / "LEY-7-1920.md").write_text(LAW, "utf-8")
    assert [text for _, text in islice(grown(tmp_path / "again"), 2)] == [LAW, made["LEY-20007-1919.md"]]
