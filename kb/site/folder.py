"""The folder a site is written into: only what differs is written, only what is ours is removed.

Everything is made aside first. Then it is moved in, file by file, and if one move fails all are taken back. A run that
is cut short while it moves leaves a journal, by which the next run takes the moves back before it begins. New files
come first and files that are gone go last, so that in between no link leads nowhere.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from kb.model import ArticuladoError

LIST = ".articulado-files"
RECORD = ".articulado-pages"
ASIDE = ".articulado-aside"
_JOURNAL = "journal"


class Changes:
    """What a new site changes in `folder`, made ready where nobody looks; `paths` are its files, once claimed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._aside = folder / ASIDE
        self._before: frozenset[str] = frozenset()
        self._paths: frozenset[str] = frozenset()
        self._new: list[str] = []
        self._seen = False

    def claim(self, paths: Collection[str]) -> None:
        """Say which files the site has; ArticuladoError when something that is not ours stands in the way of one."""
        # What was claimed before, when less was known, was looked at then.
        more = [path for path in paths if path not in self._paths]
        self._before, self._paths = self._before if self._paths else _listed(self.folder), frozenset(paths)
        above = {folder for parent in {path.rpartition("/")[0] for path in more} for folder in _above(parent)}
        found = (*map(self._page_wrong, (LIST, *more)), *map(self._folder_wrong, sorted(above)))
        if wrong := next(filter(None, found), ""):
            raise ArticuladoError(f"{wrong}; move it or choose another folder.")

    def put(self, path: str, content: bytes) -> bool:
        """Make `content` ready for `path` unless it holds just that; whether it differed, and is to be taken in."""
        file = self.folder / path
        with suppress(FileNotFoundError, NotADirectoryError):
            if file.stat().st_size == len(content) and file.read_bytes() == content:
                return False
        self._made(path).write_bytes(content)
        return True

    def take(self, paths: Iterable[str]) -> None:
        """Take in what was made ready for these paths, perhaps by another process; all others were found to stand."""
        self._new += paths
        self._seen = True

    def read(self, path: str) -> bytes:
        """What a path will hold."""
        made = self._made(path)
        return (made if made.is_file() else self.folder / path).read_bytes()

    @property
    def gone(self) -> list[str]:
        """The files of the earlier site that are in this one no more."""
        return sorted(path for path in self._before - self._paths if (self.folder / path).is_file())

    def swap(self, last: Callable[[], None]) -> None:
        """Move all that was made to its place and do `last`; if anything fails, the folder is as it was.

        The list of our files holds the old and the new ones meanwhile, so that a build that is cut short leaves none
        that nobody owns.
        """
        gone, new = self.gone, sorted(set(self._new), key=lambda path: (os.path.lexists(self.folder / path), path))
        journal = self._aside / _JOURNAL
        with ExitStack() as undo:
            undo.callback(journal.unlink, missing_ok=True)
            self._note(journal, new, gone)
            if self._paths:
                self._list("both", self._before | self._paths, undo)
            for path in new:
                self._replace(self._made(path), self.folder / path, undo)
            for number, path in enumerate(gone):
                self._move(self.folder / path, self._aside / f"gone-{number}", undo)
            if self._paths:
                self._list("now", self._paths, undo)
            last()
            undo.pop_all()
        with suppress(OSError):
            # What this run has seen is not newer than its record.
            journal.unlink()
            if self._seen:
                os.utime(self.folder / RECORD)
        for path in gone:
            _prune(self.folder, (self.folder / path).parent)

    def recover(self) -> None:
        """Take back the moves of a run that was cut short."""
        try:
            noted = json.loads((self._aside / _JOURNAL).read_bytes())
        except (OSError, ValueError):
            return
        for number, path in noted["gone"]:
            self._restored(f"gone-{number}", path)
        for name, path, stood in noted["new"]:
            if not self._restored(f"old-{name}", path) and not stood and not (self._aside / name).exists():
                (self.folder / path).unlink(missing_ok=True)
                _prune(self.folder, (self.folder / path).parent)

    def _restored(self, kept: str, path: str) -> bool:
        if not os.path.lexists(self._aside / kept):
            return False
        (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
        os.replace(self._aside / kept, self.folder / path)
        return True

    def _note(self, journal: Path, new: Iterable[str], gone: Iterable[str]) -> None:
        """Write down what will be moved, before the first move."""
        files = [(self._made(path).name, path) for path in new]
        # Each step of the list is a file of its own; the first is undone last.
        moves = [(name, path, os.path.lexists(self.folder / path)) for name, path in [("now", LIST), *files]]
        noted = {"new": [*moves, ("both", LIST, moves[0][2])], "gone": list(enumerate(gone))}
        made = journal.with_name("journal-to-be")
        made.write_text(json.dumps(noted), "utf-8")
        os.replace(made, journal)

    def _page_wrong(self, path: str) -> str:
        """What is wrong with what stands where the page `path` goes, if anything is."""
        place = f"{self.folder}/{path}"
        if os.path.isdir(place):
            return f"{place}: this folder stands where a page of the site goes"
        if path in self._before or path == LIST or not os.path.lexists(place):
            return ""
        return f"{place}: this file is not part of a site of Articulado and would be overwritten"

    def _folder_wrong(self, path: str) -> str:
        """What is wrong with what stands where the folder `path` goes, if anything is."""
        place = self.folder / path
        if place.is_dir() or path in self._before or not os.path.lexists(place):
            return ""
        return f"{place}: this file stands where a folder of the site goes"

    def _made(self, path: str) -> Path:
        return self._aside / f"new-{hashlib.sha256(path.encode()).hexdigest()[:24]}"

    def _list(self, name: str, paths: Iterable[str], undo: ExitStack) -> None:
        content = "".join(f"{path}\n" for path in sorted(paths)).encode()
        file, made = self.folder / LIST, self._aside / name
        if not file.is_file() or file.read_bytes() != content:
            made.write_bytes(content)
            self._replace(made, file, undo)

    def _replace(self, made: Path, file: Path, undo: ExitStack) -> None:
        if os.path.lexists(file):
            self._move(file, made.with_name(f"old-{made.name}"), undo)
        else:
            undo.callback(_prune, self.folder, file.parent)
            file.parent.mkdir(parents=True, exist_ok=True)
        undo.callback(file.unlink, missing_ok=True)
        os.replace(made, file)

    def _move(self, file: Path, kept: Path, undo: ExitStack) -> None:
        os.replace(file, kept)
        undo.callback(os.replace, kept, file)


@contextmanager
def replacing(folder: Path) -> Iterator[Changes]:
    """What is to be changed in `folder`; whatever was made for it and not moved in is gone at the end."""
    aside, there = folder / ASIDE, folder.is_dir()
    try:
        changes = Changes(folder)
        changes.recover()
        shutil.rmtree(aside, ignore_errors=True)
        aside.mkdir(parents=True)
        yield changes
    finally:
        shutil.rmtree(aside, ignore_errors=True)
        if not there:
            with suppress(OSError):  # it holds the site
                folder.rmdir()


def _above(folder: str) -> Iterator[str]:
    """A folder and those above it, without the one of the site."""
    while folder:
        yield folder
        folder = folder.rpartition("/")[0]


def _listed(folder: Path) -> frozenset[str]:
    try:
        lines = (folder / LIST).read_text("utf-8", errors="replace").splitlines()
    except (FileNotFoundError, IsADirectoryError):
        return frozenset()
    return frozenset(line for line in lines if line and _inside(line))


def _inside(line: str) -> bool:
    """A list that was edited by hand must not lead out of the folder."""
    return not line.startswith("/") and ".." not in line.split("/") and ":" not in line and "\\" not in line


def _prune(folder: Path, parent: Path) -> None:
    """Remove `parent` and the folders above it, as long as they are empty."""
    with suppress(OSError):  # what is not empty stays
        while parent != folder:
            parent.rmdir()
            parent = parent.parent
