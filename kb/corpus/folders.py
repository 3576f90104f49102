"""What lies in the folder of a corpus: the files to read, and all that is not read, each with why.

Folders are walked one after another, however deep they lie. A link is followed to a file of the corpus, never to a
folder and never out of the corpus: what is there, nobody has put into it. Hidden files and folders are passed over.
"""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass, field
from pathlib import Path

from kb.corpus.unreadable import UnreadableSource
from kb.model import Problem

_LEADS_OUT = "a link that leads out of the corpus; put the file itself there"
_READ_ELSEWHERE = "a link to a folder of the corpus, which is read where it lies"
# A link to nothing, a ring of links, a link through a file.
_LEADS_NOWHERE = frozenset({errno.ENOENT, errno.ELOOP, errno.ENOTDIR})


@dataclass(slots=True)
class Walk:
    """What was found below `root`: files, lines on what is left out, and problems with what cannot be read."""

    root: Path
    real: Path
    files: list[Path] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def into(self, folder: Path) -> list[Path]:
        """Take in what lies in one folder; the folders in it are returned."""
        inside: list[Path] = []
        for entry in self._entries(folder):
            path = folder / entry.name
            if not _is_utf_8(entry.name):
                self._refuse(path, "name")
            elif entry.is_symlink():
                self._follow(path)
            elif entry.is_dir(follow_symlinks=False):
                inside.append(path)
            elif entry.is_file(follow_symlinks=False):
                self.files.append(path)
            else:
                self._refuse(path, "no-file")
        return inside

    def _entries(self, folder: Path) -> list[os.DirEntry[str]]:
        """What lies in a folder and is not hidden; a folder that is closed is a problem."""
        try:
            with os.scandir(folder) as listed:
                return sorted((e for e in listed if not e.name.startswith(".")), key=lambda entry: entry.name)
        except OSError as error:
            self._refuse(folder, "closed-folder", system=error.strerror or str(error))
            return []

    def _follow(self, link: Path) -> None:
        """Take in the file of the corpus that a link leads to."""
        try:
            target = Path(os.path.realpath(link, strict=True))
        except OSError as error:
            if error.errno in _LEADS_NOWHERE:
                self._refuse(link, "gone")
            else:
                self._refuse(link, "closed", system=error.strerror or str(error))
            return
        if not target.is_relative_to(self.real):
            self.skipped.append(f"{self.named(link)}: {_LEADS_OUT}")
        elif target.is_dir():
            self.skipped.append(f"{self.named(link)}: {_READ_ELSEWHERE}")
        elif target.is_file():
            self.files.append(link)
        else:
            self._refuse(link, "no-file")

    def _refuse(self, path: Path, why: str, **details: str) -> None:
        self.problems.append(UnreadableSource(self.named(path), why, **details).problem)

    def named(self, path: Path) -> str:
        """The path from the root, as it is told; bytes of a name that are not UTF-8 are question marks."""
        inside = path.relative_to(self.root).as_posix()
        return inside.encode("utf-8", "replace").decode("utf-8")


def walk(root: Path) -> Walk:
    """All that lies in the folder `root` and in the folders below it."""
    found = Walk(root, Path(os.path.realpath(root)))
    left = [root]
    while left:
        left.extend(found.into(left.pop()))
    found.files.sort()
    found.skipped.sort()
    found.problems.sort(key=lambda problem: problem.source or "")
    return found


def _is_utf_8(name: str) -> bool:
    """Whether the system gave the name as letters; a byte that is none stands for a lone surrogate (PEP 383)."""
    return not any("\ud800" <= letter <= "\udfff" for letter in name)
