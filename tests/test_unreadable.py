"""Sources that cannot be read: each is named, the others are built and answer, and the command ends with 1."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from assembling import files, readings
from click.testing import CliRunner, Result

import cli
from kb import audit
from kb.model import ArticuladoError

LAW = "Artículo 1. El banco pagará las multas.\n\nArtículo 2. Esta ley rige desde hoy.\n"


def linked(link: Path, target: str | Path) -> None:
    try:
        link.symlink_to(target)
    except OSError:  # Windows asks for a privilege
        pytest.skip("no symbolic links here")


def ring(folder: Path) -> None:
    linked(folder / "x.txt", "y.txt")
    linked(folder / "y.txt", "x.txt")


def through_a_file(folder: Path) -> None:
    linked(folder / "x.txt", "a.txt/x.txt")


def pipe(folder: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("no pipes here")
    os.mkfifo(folder / "x.txt")


def nameless(folder: Path) -> None:
    try:
        Path(os.fsdecode(os.fsencode(folder) + b"/\xff.txt")).write_text(LAW, "utf-8")
    except OSError:
        pytest.skip("names are letters here")


def written(name: str, data: bytes) -> Callable[[Path], Any]:
    return lambda folder: (folder / name).write_bytes(data)


# What is put beside a.txt -> words of the sentence on each thing that cannot be read.
CASES: dict[str, tuple[Callable[[Path], Any], tuple[str, ...]]] = {
    "a link to itself": (lambda folder: linked(folder / "x.txt", "x.txt"), ("x.txt is a link that leads nowhere",)),
    "a ring of links": (ring, ("x.txt is a link that leads nowhere", "y.txt is a link that leads nowhere")),
    "a dangling link": (
        lambda folder: linked(folder / "x.txt", "nowhere.txt"),
        ("x.txt is a link that leads nowhere",),
    ),
    "a link through a file": (through_a_file, ("x.txt is a link that leads nowhere",)),
    "a dangling folder": (lambda folder: linked(folder / "x", "nowhere"), ("k/x is a link that leads nowhere",)),
    "a pipe": (pipe, ("x.txt is neither a file nor a folder",)),
    "a name of bytes": (nameless, ("?.txt: the name is not in UTF-8",)),
    "a PDF": (written("x.txt", b"%PDF-1.7\nplain so far\n"), ("x.txt holds no text, whatever its name says",)),
    "an archive": (written("x.md", b"PK\x03\x04word/document.xml"), ("x.md holds no text",)),
    "a PDF as a page": (written("x.html", b"%PDF-1.7\n\0\1"), ("x.html holds no text",)),
    "RTF": (written("x.txt", b"{\\rtf1\\ansi Art\\'edculo 1.}"), ("x.txt holds no text",)),
    "a mark that lies": (written("x.txt", b"\xef\xbb\xbf\xff"), ("its first bytes say utf-8, but byte 0 is not",)),
}


def beside(root: Path) -> Path:
    """A corpus of one law, co/k/a.txt; its folder."""
    folder = root / "corpus" / "co" / "k"
    folder.mkdir(parents=True)
    (folder / "a.txt").write_text(LAW, "utf-8")
    return folder


@pytest.mark.parametrize(("put", "told"), CASES.values(), ids=CASES)
def test_what_cannot_be_read_is_named_and_the_others_are_read(
    tmp_path: Path, put: Callable[[Path], Any], told: tuple[str, ...]
) -> None:
    folder = beside(tmp_path)
    put(folder)
    found = readings(tmp_path / "corpus")
    assert files(tmp_path / "corpus") == ["co/k/a.txt"]
    sentences = [audit.sentence(problem, "en") for problem in found.unreadable]
    assert len(sentences) == len(told)
    assert all(words in sentence for words, sentence in zip(told, sentences, strict=True)), sentences
    for problem in found.unreadable:
        assert problem.code == "unreadable-source"
        assert problem.source and audit.sentence(problem, "es") != audit.sentence(problem, "en")


def refusing(monkeypatch: pytest.MonkeyPatch, place: Path) -> None:
    """Let nobody open `place`, be it a file or a folder: whoever runs the tests may be allowed everything."""
    read_bytes, scandir = Path.read_bytes, os.scandir

    def closed(path: Path) -> bytes:
        if path == place:
            raise PermissionError(13, "Permission denied", str(path))
        return read_bytes(path)

    def shut(path: Any) -> Any:
        if Path(path) == place:
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(Path, "read_bytes", closed)
    monkeypatch.setattr(os, "scandir", shut)


def test_a_closed_file_and_a_closed_folder_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = beside(tmp_path)
    (folder / "s").mkdir()
    (folder / "s" / "x.txt").write_text(LAW, "utf-8")
    refusing(monkeypatch, folder / "s")
    found = readings(tmp_path / "corpus")
    told = "co/k/s is a folder that cannot be opened (Permission denied): allow reading it, or take it away."
    assert [audit.sentence(problem, "en") for problem in found.unreadable] == [told]
    monkeypatch.undo()
    refusing(monkeypatch, folder / "s" / "x.txt")
    found = readings(tmp_path / "corpus")
    told = "co/k/s/x.txt cannot be opened (Permission denied): allow reading it, or take it away."
    assert [audit.sentence(problem, "en") for problem in found.unreadable] == [told]


@pytest.mark.skipif(not {os.open, os.mkdir} <= os.supports_dir_fd, reason="makes folders one inside another")
def test_folders_are_read_however_deep_they_lie(tmp_path: Path) -> None:
    folder = beside(tmp_path)
    below(folder, 1500)
    found = readings(tmp_path / "corpus")
    flatten(folder)
    assert [reading.source.file.count("/") for reading in found.by_key.values()] == [2, 1502]
    assert found.unreadable == ()


def below(folder: Path, levels: int) -> None:
    """Put z.txt into a folder that lies so many levels below, where no path may name it at once."""
    here = os.open(folder, os.O_RDONLY)
    for _ in range(levels):
        os.mkdir("d", dir_fd=here)
        inner = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    file = os.open("z.txt", os.O_CREAT | os.O_WRONLY, dir_fd=here)
    os.write(file, LAW.encode())
    os.close(file)
    os.close(here)


def flatten(folder: Path) -> None:
    """Take away what `below` made, which is too deep for what clears the temporary folders away."""
    while (folder / "d").exists():
        for inner in list((folder / "d").iterdir()):
            inner.rename(folder / f"up-{inner.name}")
        (folder / "d").rmdir()
        if (folder / "up-d").exists():
            (folder / "up-d").rename(folder / "d")


def test_a_corpus_of_which_nothing_can_be_read_is_refused(tmp_path: Path) -> None:
    folder = beside(tmp_path)
    (folder / "a.txt").write_bytes(b"%PDF-1.7\n")
    with pytest.raises(ArticuladoError, match=r"corpus: nothing of 1 here can be read; allow reading"):
        readings(tmp_path / "corpus")


def built(corpus: Path, out: Path, *options: str) -> Result:
    arguments = ["build", "--corpus", str(corpus), "--out", str(out), "--pages", "instrument", *options]
    return CliRunner().invoke(cli.main, arguments, catch_exceptions=False)


def test_a_build_without_a_source_is_swapped_in_and_ends_with_1(tmp_path: Path) -> None:
    folder, out = beside(tmp_path), tmp_path / "build"
    assert built(tmp_path / "corpus", out).exit_code == 0
    (folder / "b.txt").write_bytes(b"%PDF-1.7\n\0")
    (folder / "c.txt").write_text(LAW.replace("multas", "rentas"), "utf-8")
    result = built(tmp_path / "corpus", out, "--json")
    assert (result.exit_code, result.stderr) == (1, "")
    report = json.loads(result.stdout)
    assert report["instruments"] == 2 and report["problems"]["unreadable-source"] == 1
    assert [line.split(" holds")[0] for line in report["unreadable"]] == ["co/k/b.txt"]
    shown = CliRunner().invoke(cli.main, ["show", "co/k/c#art_1", "--kb", str(out)])
    assert "rentas" in shown.stdout
    listed = CliRunner().invoke(cli.main, ["audit", "--csv", "--kb", str(out)])
    assert "error,unreadable-source,,,co/k/b.txt" in listed.stdout
    page = (out / "site" / "es" / "problems.html").read_text("utf-8")
    assert "co/k/b.txt no contiene texto, diga lo que diga su nombre" in page
    again = built(tmp_path / "corpus", out)
    assert again.exit_code == 1
    assert "\nnot read        co/k/b.txt holds no text" in again.stdout


def test_a_strict_build_is_refused_and_the_last_one_answers(tmp_path: Path) -> None:
    folder, out = beside(tmp_path), tmp_path / "build"
    assert built(tmp_path / "corpus", out, "--strict").exit_code == 0
    (folder / "b.txt").write_bytes(b"%PDF-1.7\n\0")
    (folder / "d.txt").write_bytes(b"%PDF-1.7\n\0")
    (folder / "a.txt").write_text(LAW.replace("multas", "rentas"), "utf-8")
    result = built(tmp_path / "corpus", out, "--strict")
    assert (result.exit_code, result.stdout, len(result.stderr.splitlines())) == (2, "", 1)
    assert "co/k/b.txt holds no text" in result.stderr and "(and 1 more that cannot be read)" in result.stderr
    assert "multas" in CliRunner().invoke(cli.main, ["show", "co/k/a#art_1", "--kb", str(out)]).stdout
