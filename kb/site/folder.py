"""The folder a site is written into: only what differs is written, only what is ours is removed.

Everything is made aside first. A folder that is new is then moved to its place as a whole. Into one that is there files
are moved one by one, and if one move fails all are taken back. A run that is cut short while it moves leaves a journal,
by which the next run takes the moves back before it begins. New files come first and files that are gone go last, so
that in between no link leads nowhere.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from kb.model import ArticuladoError
from kb.site.moves import JOURNAL, Moves, note, prune, recover, whole

LIST = ".articulado-files"
RECORD = ".articulado-pages"
ASIDE = ".articulado-aside"


class Changes:
    """What a new site changes in `folder`, made ready where nobody looks; `paths` are its files, once claimed."""

    def __init__(self, folder: Path, aside: Path) -> None:
        self.folder = folder
        self._aside = aside
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
        """Move all that was made to its place and do `last`; if anything fails, the folder is as it was."""
        if self._aside.parent == self.folder:
            self._move_in(last)
        else:
            self._move_at_once(last)

    def _move_at_once(self, last: Callable[[], None]) -> None:
        """The folder is not there yet: it is made aside, whole."""
        (self._aside / "now").write_bytes(_lines(self._paths))
        names = [(self._made(path).name, path) for path in sorted(set(self._new) - {RECORD})]
        record = [(self._made(RECORD).name, RECORD)] if RECORD in self._new else []
        if record:
            os.utime(self._aside / record[0][0])
        whole(self._aside, [*names, ("now", LIST), *record], self.folder, last)

    def _move_in(self, last: Callable[[], None]) -> None:
        """Move file by file: new ones, then those that change, then out those that are gone.

        The list of our files holds the old and the new ones meanwhile, so that a build that is cut short leaves none
        that nobody owns.
        """
        gone, new = self.gone, sorted(set(self._new))
        fresh = [path for path in new if not os.path.lexists(self.folder / path)]
        changed = [path for path in new if path not in set(fresh)]
        with ExitStack() as undo:
            moves = Moves(self.folder, self._aside, undo)
            undo.callback((self._aside / JOURNAL).unlink, missing_ok=True)
            self._note(fresh, changed, gone)
            self._list("both", self._before | self._paths, moves)
            for path in fresh:
                moves.hold(path)
            for path in fresh:
                moves.fill(self._made(path).name, path)
            for path in changed:
                moves.change(self._made(path).name, path)
            for number, path in enumerate(gone):
                moves.empty(path, f"gone-{number}")
            for path in gone:
                moves.remove(path)
            self._list("now", self._paths, moves)
            last()
            undo.pop_all()
        with suppress(OSError):
            # What this run has seen is not newer than its record.
            (self._aside / JOURNAL).unlink()
            if self._seen:
                os.utime(self.folder / RECORD)
        for path in gone:
            prune(self.folder, (self.folder / path).parent)

    def _note(self, fresh: Sequence[str], changed: Sequence[str], gone: Sequence[str]) -> None:
        """Write down what will be moved; each step of the list is a file of its own, the first undone last."""
        stood = os.path.lexists(self.folder / LIST)
        new = [(self._made(path).name, path, False) for path in fresh]
        new += [(self._made(path).name, path, True) for path in changed]
        note(
            self._aside,
            [("now", LIST, stood), *new, ("both", LIST, stood)],
            [(f"gone-{number}", path) for number, path in enumerate(gone)],
        )

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

    def _list(self, name: str, paths: Iterable[str], moves: Moves) -> None:
        content, file = _lines(paths), self.folder / LIST
        if self._paths and not (file.is_file() and file.read_bytes() == content):
            (self._aside / name).write_bytes(content)
            moves.put(name, LIST)


@contextmanager
def replacing(folder: Path) -> Iterator[Changes]:
    """What is to be changed in `folder`; whatever was made for it and not moved in is gone at the end."""
    inside, beside = folder / ASIDE, Path(os.path.abspath(folder))
    beside = beside.with_name(f".{beside.name}{ASIDE}")
    recover(folder, inside)
    aside = inside if os.path.lexists(folder) else beside
    try:
        for left in (inside, beside):
            shutil.rmtree(left, ignore_errors=True)
        aside.mkdir(parents=True)
        yield Changes(folder, aside)
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _lines(paths: Iterable[str]) -> bytes:
    return "".join(f"{path}\n" for path in sorted(paths)).encode()


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
