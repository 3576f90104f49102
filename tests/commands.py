"""The command as tests use it: run in this process, on small corpora, and what it leaves behind."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from click.testing import CliRunner, Result

import cli

FOUND, NOTHING, WRONG = 0, 1, 2


def articulado(*arguments: str | Path, **environment: str) -> Result:
    """What the command does with these arguments, in this process."""
    return CliRunner().invoke(cli.main, [str(a) for a in arguments], env=environment, catch_exceptions=False)


def small(corpus: Path, words: str) -> Path:
    """A corpus of one short law that says `words`."""
    corpus.mkdir(exist_ok=True)
    (corpus / "law.txt").write_text(f"Artículo 1. {words}.\n\nArtículo 2. Esta ley rige desde hoy.\n", encoding="utf-8")
    return corpus


def contents(folder: Path) -> Mapping[str, bytes]:
    """Path within the folder -> bytes, of every file in it."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
