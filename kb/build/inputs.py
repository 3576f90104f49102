"""What a build is made of, as one digest: the corpus, the program with its grammars, the libraries it reads with."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import kb
from kb.corpus.folders import walk

# Another version of one of these may read the same text differently.
_LIBRARIES = ("beautifulsoup4", "lxml", "PyStemmer", "simplemma", "spacy", "whoosh-reloaded")
_PROGRAM = Path(kb.__file__).parent


def digest(root: Path) -> str:
    """A digest that differs whenever a build of the corpus in `root` might."""
    known = hashlib.sha256(repr((sys.version_info[:2], [*map(version, _LIBRARIES)])).encode())
    found = walk(root)
    known.update(repr((found.skipped, found.problems)).encode("utf-8", "surrogatepass"))
    for folder, files in ((_PROGRAM, _program()), (root, found.files)):
        for path in files:
            known.update(f"{path.relative_to(folder).as_posix()} {_content(path)}\n".encode("utf-8", "surrogatepass"))
    return known.hexdigest()


def _program() -> Iterator[Path]:
    return (path for path in sorted(_PROGRAM.rglob("*")) if path.is_file() and path.suffix != ".pyc")


def _content(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        return f"unreadable: {error.strerror}"
