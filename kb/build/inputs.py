"""What a build is made of, as one digest: the corpus, the program with its grammars, the libraries it reads with."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from pathlib import Path

import kb
from kb.corpus.folders import walk

# Another version of one of these may read the same text differently.
_LIBRARIES = ("beautifulsoup4", "lxml", "msgspec", "PyStemmer", "simplemma", "spacy", "whoosh-reloaded")
_PROGRAM = Path(kb.__file__).parent


def of_the_program() -> str:
    """A digest that differs whenever the program might read the same source differently."""
    known = hashlib.sha256(repr((sys.version_info[:2], [*map(version, _LIBRARIES)])).encode())
    known.update(_digest(_PROGRAM, _program()))
    return known.hexdigest()


def of_a_build(root: Path, program: str) -> str:
    """A digest that differs whenever a build of the corpus in `root` by that program might."""
    found = walk(root)
    known = hashlib.sha256(repr((program, found.skipped, found.problems)).encode("utf-8", "surrogatepass"))
    known.update(_digest(root, found.files))
    return known.hexdigest()


def _digest(folder: Path, files: Iterable[Path]) -> bytes:
    """A digest of the names and the contents of files."""
    known = hashlib.sha256()
    for path in files:
        known.update(f"{path.relative_to(folder).as_posix()} {_content(path)}\n".encode("utf-8", "surrogatepass"))
    return known.digest()


def _program() -> Iterator[Path]:
    return (path for path in sorted(_PROGRAM.rglob("*")) if path.is_file() and path.suffix != ".pyc")


def _content(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        return f"unreadable: {error.strerror}"
