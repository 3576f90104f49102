"""A site is swapped in while people read it: cut short at any move, every link leads somewhere."""

from __future__ import annotations

import os
import re
import shutil
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from kb.build import build, publish
from kb.resources import resource
from kb.site import Options, replacing
from kb.site.folder import ASIDE

TEMPLATES = resource("site_templates")
LINK = re.compile(r'(?:href|src)="([^"#?]+)')
FEW = ("LEY 7 DE 1923\n\nArtículo 1º. El encaje {word} será de oro, como dice la Ley 8 de 1923.\n", "ley7.txt")
OTHER = ("LEY 8 DE 1923\n\nArtículo 1º. Los bancos llevarán el registro {word} de la Ley 7 de 1923.\n", "ley8.txt")
THIRD = ("LEY 9 DE 1923\n\nArtículo 1º. Derógase el artículo 1º de la Ley 7 de 1923. {word}.\n", "ley9.txt")


def corpus(folder: Path, word: str, *laws: tuple[str, str]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for text, name in laws:
        (folder / name).write_text(text.format(word=word), "utf-8")
    return folder


def broken(site: Path) -> list[str]:
    """The links of the pages that lead to no file of this disk."""
    pages = [page for page in site.rglob("*.html") if ASIDE not in page.parts]
    found = []
    for page in pages:
        for link in LINK.findall(page.read_text("utf-8")):
            if ":" not in link and not (page.parent / link).exists():
                found.append(f"{page.relative_to(site)}: {link}")
    return found


@contextmanager
def watching(look: Callable[[], object]) -> Iterator[list[int]]:
    """Look before every move of a file, where a kill would leave things as they are; how many moves there were."""
    moves, real = [0], os.replace

    def looked_at(source: Any, target: Any, **how: Any) -> None:
        moves[0] += 1
        look()
        real(source, target, **how)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "replace", looked_at)
        yield moves
    look()


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build of two laws."""
    folder = tmp_path_factory.mktemp("first")
    build(corpus(folder / "corpus", "legal", FEW, OTHER), folder / "build", templates=TEMPLATES)
    return folder


def whole(site: Path) -> None:
    assert not broken(site)


def test_a_site_with_another_title_is_whole_at_every_move(first: Path) -> None:
    site = first / "build" / "site"
    with watching(lambda: whole(site)) as moves:
        publish(first / "build", templates=TEMPLATES, options=Options(title="Otra casa", workers=1))
    assert moves[0] > 20


def test_a_build_of_other_laws_is_whole_at_every_move(first: Path, tmp_path: Path) -> None:
    out = tmp_path / "build"
    build(corpus(tmp_path / "corpus", "legal", FEW, OTHER), out, templates=TEMPLATES)
    with watching(lambda: whole(out / "site")) as moves:
        build(corpus(tmp_path / "corpus", "mínimo", OTHER, THIRD), out, templates=TEMPLATES)
    assert moves[0] > 20
    assert (out / "site" / "es" / "zz" / "ley" / "1923" / "9").is_dir()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process that is cut short is made by forking")
@pytest.mark.parametrize("most", [0.2, 0.5, 0.8, 1.0])
def test_what_was_cut_short_is_whole_while_it_is_taken_back(tmp_path: Path, most: float) -> None:
    out = tmp_path / "build"
    build(corpus(tmp_path / "corpus", "legal", FEW, OTHER), out, templates=TEMPLATES)
    copy = shutil.copytree(out, tmp_path / "copy")
    corpus(tmp_path / "corpus", "mínimo", OTHER, THIRD)
    with watching(lambda: None) as moves:
        build(tmp_path / "corpus", copy, templates=TEMPLATES)
    child = os.fork()
    if not child:
        left = int(most * moves[0])
        try:
            with watching(lambda: None) as gone, pytest.MonkeyPatch.context() as patch:
                real = os.replace

                def replace_or_die(*arguments: Any, **how: Any) -> None:
                    if gone[0] + 1 >= left:
                        os.kill(os.getpid(), signal.SIGKILL)
                    real(*arguments, **how)

                patch.setattr(os, "replace", replace_or_die)
                build(tmp_path / "corpus", out, templates=TEMPLATES)
        finally:
            os._exit(3)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    whole(out / "site")
    with watching(lambda: whole(out / "site")), replacing(out / "site"):
        whole(out / "site")
    assert not (out / "site" / ASIDE).exists()


def test_a_site_in_a_new_folder_is_there_at_once(first: Path, tmp_path: Path) -> None:
    site = tmp_path / "new" / "site"
    with watching(lambda: whole(site)):
        publish(first / "build", site, templates=TEMPLATES)
    assert [path.name for path in site.parent.iterdir()] == ["site"]


def test_a_site_in_a_folder_of_other_files_is_whole_at_every_move(first: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "ours.txt").write_text("not yours")
    with watching(lambda: whole(site)) as moves:
        publish(first / "build", site, templates=TEMPLATES)
    assert moves[0] > 20
    assert (site / "ours.txt").read_text() == "not yours"


def test_a_reader_meets_no_page_that_is_missing(first: Path) -> None:
    site, over, missed, read = first / "build" / "site", threading.Event(), list[str](), [0]
    pages = [page for page in site.rglob("*.html") if page.is_file()]

    def reading() -> None:
        while not over.is_set():
            for page in pages:
                try:
                    read[0] += bool(page.read_bytes())
                except FileNotFoundError:
                    missed.append(str(page))

    reader = threading.Thread(target=reading)
    reader.start()
    for title in ("Una", "Otra", "Una", "Otra"):
        publish(first / "build", templates=TEMPLATES, options=Options(title=title, workers=1))
    over.set()
    reader.join()
    assert read[0] > len(pages) and not missed


def test_a_store_is_flushed_once_before_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = list[str]()
    flush, replace = os.fsync, os.replace

    def flushed(file: Any) -> None:
        done.append("flushed")
        flush(file)

    def named(source: Any, target: Any, **how: Any) -> None:
        if Path(target).name == "kb.sqlite":
            done.append("named")
        replace(source, target, **how)

    monkeypatch.setattr(os, "fsync", flushed)
    monkeypatch.setattr(os, "replace", named)
    build(corpus(tmp_path / "corpus", "legal", FEW), tmp_path / "build", templates=TEMPLATES)
    assert done == ["flushed", "named"]
