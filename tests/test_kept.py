"""What is kept between builds changes nothing: a build after others knows what one that begins anew knows."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from assembling import GRAMMARS
from commands import FOUND, articulado, contents
from hypothesis import given, settings
from hypothesis import strategies as st

from kb import analysis, corpus
from kb.build.assemble import assemble
from kb.build.kept import NAME, Kept, keeping
from kb.build.link import link
from kb.build.readings import readings_of
from kb.model import Knowledge

# Each law of these cites, changes or names another, by its number or by its name, or is another text of one.
TEXTS = (
    "LEY 7 DE 1923\n\nArtículo 1º. El banco pagará.\n\nArtículo 2º. Véase el artículo 3º de la Ley 8 de 1924.\n",
    "LEY 7 DE 1923\n\nArtículo 1º. El banco pagará más.\n\nArtículo 3º. Rige desde hoy.\n\nArtículo 4º. Derogado.\n",
    "LEY 8 DE 1924\n\nArtículo 1º. Derógase el artículo 1º de la Ley 7 de 1923.\n\nArtículo 3º. Rige desde hoy.\n",
    "LEY 8 DE 1924\npor la cual se expide el Código de Aduanas\n\nArtículo 1º. Deróganse los artículos 2º y 4º de la"
    " Ley 7 de 1923.\n",
    "LEY 9 DE 1930\n\nArtículo 1º. El artículo 1º del Código de Aduanas quedará así: «Artículo 1º. Se pagará.»\n",
    "LEY 9 DE 1931\n\nArtículo 1º. Según la Ley 9 de 1930 y el Código de Adua-\nnas se pagará lo que dice la Ley 7.\n",
    "LEY 9 DE 1932\n\nArtículo 1º. Según el **C**ódigo de *A*duanas y la Ley 8 de 1924 se pagará.\n",
    "Article 1. The bank shall pay under Law 7 of 1923.\n",
    "Artículo 1. Nadie sabe qué ley es esta.\n",
)
FILES = ("a.txt", "b.txt", "c.txt", "c.md")
STATES = st.dictionaries(st.sampled_from(FILES), st.sampled_from(TEXTS), min_size=1)


def put(root: Path, texts: Mapping[str, str]) -> None:
    folder = root / "co" / "leyes"
    folder.mkdir(parents=True, exist_ok=True)
    for file in FILES:
        (folder / file).unlink(missing_ok=True)
        if file in texts:
            (folder / file).write_text(texts[file], "utf-8")


def known(root: Path, kept: Kept, workers: int = 1) -> Knowledge:
    found = readings_of(corpus.listed(root), GRAMMARS, "", kept, workers, lambda *_: None)
    return link(*assemble(found.by_key, found.claims), GRAMMARS, kept, workers, lambda *_: None)


@settings(max_examples=12, deadline=None)
@given(st.lists(STATES, min_size=2, max_size=4))
def test_a_corpus_that_changes_is_known_as_if_it_were_new(states: list[dict[str, str]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "corpus")
        for state in states:
            put(root, state)
            with keeping(Path(folder)) as kept:
                again = known(root, kept)
                kept.tidy()
            assert again == known(root, Kept(None))


# What another text prints, what it is called, which there are, as it was and as it is.
ONE = TEXTS[0]
OTHERS: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "an article is printed by now": ({"b.txt": TEXTS[3]}, {"b.txt": TEXTS[2]}),
    "an article is gone": ({"b.txt": TEXTS[2]}, {"b.txt": TEXTS[3]}),
    "a law comes": ({}, {"b.txt": TEXTS[2]}),
    "a law goes": ({"b.txt": TEXTS[2]}, {}),
    "a second text of the law": ({}, {"b.txt": TEXTS[1]}),
    "a name comes": ({"c.txt": TEXTS[4]}, {"c.txt": TEXTS[4], "b.txt": TEXTS[3]}),
    "a name comes to words that a line end divides": ({"c.txt": TEXTS[5]}, {"c.txt": TEXTS[5], "b.txt": TEXTS[3]}),
    "a name comes to words with emphasis inside": ({"c.md": TEXTS[6]}, {"c.md": TEXTS[6], "b.txt": TEXTS[3]}),
    "a name goes": ({"c.txt": TEXTS[5], "b.txt": TEXTS[3]}, {"c.txt": TEXTS[5], "b.txt": TEXTS[2]}),
    "another law of that number": ({"c.txt": TEXTS[5], "b.txt": TEXTS[4]}, {"c.txt": TEXTS[5]}),
}


@pytest.mark.parametrize(("before", "after"), OTHERS.values(), ids=OTHERS)
def test_what_others_print_is_seen(tmp_path: Path, before: dict[str, str], after: dict[str, str]) -> None:
    root = tmp_path / "corpus"
    for others in (before, after):
        put(root, {"a.txt": ONE, **others})
        with keeping(tmp_path) as kept:
            again = known(root, kept)
    assert again == known(root, Kept(None))


def damaged_file(path: Path) -> None:
    path.write_bytes(b"SQLite format 3\0" + b"x" * 5000)


def damaged_rows(path: Path) -> None:
    with sqlite3.connect(path) as file:
        file.execute("UPDATE kept SET content = substr(content, 1, 20)")


def other_records(path: Path) -> None:
    with sqlite3.connect(path) as file:
        content = file.execute("SELECT content FROM kept ORDER BY length(content)").fetchone()[0]
        file.execute("UPDATE kept SET content = ?", (content,))


@pytest.mark.parametrize("spoil", [damaged_file, damaged_rows, other_records, Path.unlink])
def test_what_is_damaged_is_read_anew(tmp_path: Path, spoil: object) -> None:
    root = tmp_path / "corpus"
    put(root, {"a.txt": TEXTS[0], "b.txt": TEXTS[2]})
    with keeping(tmp_path) as kept:
        first = known(root, kept)
    assert callable(spoil)
    spoil(tmp_path / NAME)
    with keeping(tmp_path) as kept:
        assert known(root, kept) == first


def test_only_the_readings_of_the_last_two_builds_are_kept(tmp_path: Path) -> None:
    root, counts = tmp_path / "corpus", []
    for text in (TEXTS[0], TEXTS[2], TEXTS[3], TEXTS[3], TEXTS[3]):
        put(root, {"a.txt": text})
        with keeping(tmp_path) as kept:
            known(root, kept)
            kept.tidy()
        with sqlite3.connect(tmp_path / NAME) as file:
            counts.append(file.execute("SELECT count(*) FROM kept").fetchone()[0])
    assert counts[1] == counts[2] > counts[-1]


def test_words_are_looked_up_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "corpus"
    put(root, {"a.txt": TEXTS[0]})
    assert articulado("build", "--corpus", root, "--out", tmp_path, "--no-site").exit_code == FOUND
    put(root, {"a.txt": TEXTS[0].replace("pagará", "pagará multas")})
    asked: list[str] = []
    monkeypatch.setattr(analysis, "_lemma", lambda word, language: asked.append(word) or word)
    assert articulado("build", "--corpus", root, "--out", tmp_path, "--no-site").exit_code == FOUND
    assert asked == ["multas"]


def test_a_build_after_another_exports_the_same_bytes(tmp_path: Path) -> None:
    root, exported = tmp_path / "corpus", []
    for out, texts in (("one", TEXTS[:1]), ("one", (TEXTS[1], *TEXTS[3:])), ("two", (TEXTS[1], *TEXTS[3:]))):
        put(root, dict(zip(FILES, texts, strict=False)))
        built = articulado("build", "--corpus", root, "--out", tmp_path / out, "--no-site", "--workers", "2")
        assert built.exit_code == FOUND
        articulado("export", "jsonl", tmp_path / f"{out}-export", "--kb", tmp_path / out)
        exported.append(contents(tmp_path / f"{out}-export"))
    assert exported[1] == exported[2] != exported[0]
