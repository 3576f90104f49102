"""What is printed and written: nothing that a terminal obeys, a sentence where no more can be written."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from commands import contents
from terminals import on_a_terminal

import cli
from kb.build import build, publish
from kb.model import ArticuladoError
from kb.resources import resource
from kb.site import Options

ROOT = Path(__file__).parent.parent
TEMPLATES = resource("site_templates")
WHOLE = Options(pages="instrument", workers=1)
CODES = (
    "LEY 7 DE 1923 \x1b[2J\x1b]0;pwned\x07\n\nArtículo 1. \x1b]8;;http://evil\x1b\\La palabra \x9b31m\x7f"
    + " vale" * 500
)
LAW = "LEY 7 DE 1923\n\nArtículo 1. La {word} vale.\n"


def made(folder: Path, text: str) -> Path:
    """A build of one text."""
    (folder / "corpus").mkdir(exist_ok=True)
    (folder / "corpus" / "ley7.txt").write_text(text, "utf-8")
    build(folder / "corpus", folder / "build", templates=TEMPLATES, options=WHOLE)
    return folder / "build"


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build of a text that holds the codes of a terminal."""
    return made(tmp_path_factory.mktemp("odd"), CODES)


SAID = [
    ("search", "palabra"),
    ("show", "art. 1"),
    ("status", "art. 1"),
    ("audit", "--csv"),
    ("search", "palabra", "--json"),
]


@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are a thing of POSIX")
@pytest.mark.parametrize("arguments", SAID, ids=" ".join)
def test_a_terminal_is_given_nothing_to_obey(odd: Path, arguments: tuple[str, ...]) -> None:
    printed = on_a_terminal(*arguments, "--kb", str(odd), ended=(0, 1))
    assert "alabra" in printed or arguments[0] in ("status", "audit")
    left = printed.replace("\x1b[1m", "").replace("\x1b[0m", "")
    assert not [letter for letter in left if letter not in "\r\n\t" and not letter.isprintable() and letter < "\xa0"]


def test_what_programs_read_is_as_it_was(odd: Path) -> None:
    found = CliRunner().invoke(cli.main, ["show", "art. 1", "--json", "--kb", str(odd)]).stdout
    assert "\x1b" not in found and "\x9b" not in found
    assert "\x1b]8;;http://evil" in json.loads(found)["found"][0]["nodes"][0]["text"]


FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="needs a device that is full")
@pytest.mark.parametrize(
    "arguments",
    [
        ("search", "vale"),
        ("repeals", "--csv"),
        ("show", "art. 1", "--json"),
        ("--help",),
        ("show", "--help"),
        ("--version",),
    ],
    ids=" ".join,
)
def test_an_output_that_takes_no_more_is_one_sentence(odd: Path, arguments: tuple[str, ...]) -> None:
    call, env = [sys.executable, "-m", "cli", *arguments], {**os.environ, "ARTICULADO_KB": str(odd)}
    with FULL.open("wb") as full:
        done = subprocess.run(call, cwd=ROOT, env=env, stdout=full, stderr=subprocess.PIPE, text=True)
    told = "articulado: the output: No space left on device; nothing more was done.\n"
    assert (done.returncode, done.stderr) == (2, told)


@pytest.mark.skipif(os.name != "posix", reason="a pipe that is closed is told otherwise elsewhere")
def test_a_reader_that_has_seen_enough_is_no_mistake(odd: Path) -> None:
    call, env = [sys.executable, "-m", "cli", "show", "art. 1"], {**os.environ, "ARTICULADO_KB": str(odd)}
    with subprocess.Popen(
        call, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout and running.stderr
        running.stdout.close()
        assert running.stderr.read() == ""


def test_a_site_elsewhere_writes_nothing_into_the_build(odd: Path, tmp_path: Path) -> None:
    kept = Path(shutil.copytree(odd, tmp_path / "build"))
    (kept / ".lock").unlink(missing_ok=True)
    before = {path: path.stat().st_mtime_ns for path in (kept, *kept.rglob("*"))}
    publish(kept, tmp_path / "other", templates=TEMPLATES, options=WHOLE)
    publish(kept, tmp_path / "other", templates=TEMPLATES, options=Options(title="Otra", pages="instrument"))
    assert {path: path.stat().st_mtime_ns for path in (kept, *kept.rglob("*"))} == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["build", "other"]
    assert not (tmp_path / "other" / ".lock").exists()


def test_a_build_that_fails_for_lack_of_room_leaves_the_index_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = made(tmp_path, LAW.format(word="palabra"))
    made(tmp_path, LAW.format(word="cosa"))
    made(tmp_path, LAW.format(word="deuda"))
    before = answering(out)
    assert len(list((out / "index").iterdir())) == 2

    def full(*arguments: Any, **options: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    for stage in ("kb.build.build_index", "kb.build.site.prepare", "kb.site.folder.Changes.swap"):
        with monkeypatch.context() as broken:
            broken.setattr(stage, full)
            with pytest.raises(ArticuladoError, match="No space left on device"):
                made(tmp_path, LAW.format(word="renta"))
        assert answering(out) == before, stage
    with monkeypatch.context() as broken, pytest.raises(ArticuladoError, match="No space left on device"):
        broken.setattr("kb.build.site.prepare", full)
        build(tmp_path / "corpus", tmp_path / "first", templates=TEMPLATES, options=WHOLE)
    assert set(contents(tmp_path / "first")) <= {".lock"} and not (tmp_path / "first" / "index").exists()


def answering(out: Path) -> dict[str, bytes]:
    """All that a build has but what it keeps for those to come, which makes room where there is none."""
    return {name: data for name, data in contents(out).items() if name != "readings.sqlite"}


NINES = "9" * 4301
QUESTIONS = [
    ("show", f"artículos 1 a {NINES}"),
    ("show", f"artículo {NINES}"),
    ("show", f"numeral {NINES} del artículo 46 estatutos"),
    ("show", f"ley {NINES} de {NINES}"),
    ("show", f"ley 1.{NINES} de 1923"),
    ("show", f"co/ley/1923/45#art_{NINES}"),
    ("show", f"co/ley/1923/45#art_17__inc_{NINES}"),
    ("search", f"ley 1-{NINES} de 1923"),
    ("search", f"artículos {NINES} a {NINES}"),
    ("search", f"date:{NINES}..{NINES} encaje"),
    ("status", f"{NINES} código fiscal"),
    ("cites", f"Ley {NINES} de 1923"),
]


@pytest.mark.parametrize("arguments", QUESTIONS, ids=lambda arguments: " ".join(arguments).replace(NINES, "9…"))
def test_a_number_may_be_of_any_length(built: Path, arguments: tuple[str, ...]) -> None:
    result = CliRunner().invoke(cli.main, [*arguments, "--kb", str(built)], catch_exceptions=False)
    assert result.exit_code in (0, 1, 2)
    assert result.exit_code < 2 or len(result.stderr) < 400


def test_a_range_of_any_length_rises_by_its_figures(built: Path) -> None:
    result = CliRunner().invoke(cli.main, ["show", f"artículos 17 a {'0' * 5}18 ley 45 de 1923", "--kb", str(built)])
    assert (result.exit_code, "Artículo 18." in result.stdout) == (0, True)
