"""The folder a site is written into: only what differs is written, only what is ours is removed."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path, PurePosixPath

from kb.model import ArticuladoError

LIST = ".articulado-files"


def claim(folder: Path, paths: Collection[str]) -> frozenset[str]:
    """Make `folder` ours for `paths` and return the files of the site that stood there before.

    The list of our files is written before any of them, so that a build that was cut short leaves none
    that nobody owns. ArticuladoError when a file that is not ours stands where a page would go.
    """
    folder.mkdir(parents=True, exist_ok=True)
    before = _listed(folder)
    foreign = next((path for path in paths if path not in before and (folder / path).exists()), None)
    if foreign:
        raise ArticuladoError(
            f"{folder / foreign}: this file is not part of a site of Articulado and would be overwritten;"
            " move it or choose another folder."
        )
    _list(folder, before.union(paths))
    return before


def put(file: Path, content: bytes) -> bool:
    """Write `content` unless the file holds just that; whether it was written."""
    try:
        if file.stat().st_size == len(content) and file.read_bytes() == content:
            return False
    except FileNotFoundError:
        file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    return True


def sweep(folder: Path, before: Iterable[str], paths: Collection[str]) -> int:
    """Remove the files of the earlier site that are in this one no more, and the folders they leave empty."""
    gone = [folder / path for path in sorted(set(before).difference(paths)) if (folder / path).is_file()]
    for file in gone:
        file.unlink()
        _prune(folder, file.parent)
    _list(folder, paths)
    return len(gone)


def _listed(folder: Path) -> frozenset[str]:
    try:
        lines = (folder / LIST).read_text("utf-8").splitlines()
    except FileNotFoundError:
        return frozenset()
    return frozenset(line for line in lines if line and _inside(line))


def _inside(line: str) -> bool:
    """A list that was edited by hand must not lead out of the folder."""
    path = PurePosixPath(line)
    return not path.is_absolute() and ".." not in path.parts and ":" not in line and "\\" not in line


def _list(folder: Path, paths: Iterable[str]) -> None:
    put(folder / LIST, "".join(f"{path}\n" for path in sorted(paths)).encode())


def _prune(folder: Path, parent: Path) -> None:
    while parent != folder and not any(parent.iterdir()):
        parent.rmdir()
        parent = parent.parent
