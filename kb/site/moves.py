"""Moves of files into a folder that people read from meanwhile, and that can all be taken back.

At no moment a page is missing, and no link leads nowhere: a file that changes gets its new content at once, its old one
keeping a second name aside. Files that are new link to one another, whichever comes first, and so do files that go. So
the place of each is held by a page without links, before the first of them is filled, or after the last is emptied.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

JOURNAL = "journal"
# What stands for a page for a moment: it looks again each second, until the page is there.
_HELD = b'<!DOCTYPE html><meta charset="utf-8"><meta http-equiv="refresh" content="1"><title>\xe2\x80\xa6</title>\n'
# (file name aside, path in the folder, whether a file stood there), as the journal has it.
Noted = tuple[str, str, bool]


class Moves:
    """Moves into `folder` of what lies in `aside` on the same disk; `undo` takes back those that were done."""

    def __init__(self, folder: Path, aside: Path, undo: ExitStack) -> None:
        self._folder = folder
        self._aside = aside
        self._undo = undo

    def hold(self, path: str) -> None:
        """Take the place of a file that is new."""
        file = self._folder / path
        self._undo.callback(prune, self._folder, file.parent)
        file.parent.mkdir(parents=True, exist_ok=True)
        self._undo.callback(file.unlink, missing_ok=True)
        file.write_bytes(_holding(path))

    def fill(self, name: str, path: str) -> None:
        """Put what lies aside under `name` into a place that is held."""
        self._undo.callback(_hold, self._folder, self._aside, path)
        os.replace(self._aside / name, self._folder / path)

    def change(self, name: str, path: str) -> None:
        """Put what lies aside under `name` where another file stands."""
        kept = self._aside / f"old-{name}"
        _keep(self._folder / path, kept)
        self._undo.callback(os.replace, kept, self._folder / path)
        os.replace(self._aside / name, self._folder / path)

    def put(self, name: str, path: str) -> None:
        """Put what lies aside under `name` in its place, whether a file stands there or not."""
        if os.path.lexists(self._folder / path):
            self.change(name, path)
        else:
            self._undo.callback((self._folder / path).unlink, missing_ok=True)
            os.replace(self._aside / name, self._folder / path)

    def empty(self, path: str, name: str) -> None:
        """Take a file aside, where its name is `name`, and hold its place."""
        kept = self._aside / name
        _keep(self._folder / path, kept)
        self._undo.callback(os.replace, kept, self._folder / path)
        _hold(self._folder, self._aside, path)

    def remove(self, path: str) -> None:
        """Take away what holds the place of a file that is gone."""
        (self._folder / path).unlink()
        self._undo.callback(_hold, self._folder, self._aside, path)


def note(aside: Path, new: Sequence[Noted], gone: Sequence[tuple[str, str]]) -> None:
    """Write down what will be moved, before the first move: by this `recover` takes it back."""
    made = aside / f"{JOURNAL}-to-be"
    made.write_text(json.dumps({"new": new, "gone": gone}), "utf-8")
    os.replace(made, aside / JOURNAL)


def recover(folder: Path, aside: Path) -> None:
    """Take back the moves of a run that was cut short, those that come last first."""
    try:
        noted = json.loads((aside / JOURNAL).read_bytes())
    except (OSError, ValueError):
        return
    for name, path in noted["gone"]:
        if os.path.lexists(aside / name) and not os.path.lexists(folder / path):
            _hold(folder, aside, path)
    for name, path in noted["gone"]:
        _restore(aside / name, folder / path)
    for name, path, stood in noted["new"]:
        if stood:
            _restore(aside / f"old-{name}", folder / path)
    ours = [path for name, path, stood in noted["new"] if not stood and _is_ours(folder, aside, name, path)]
    for path in ours:
        _hold(folder, aside, path)
    for path in ours:
        (folder / path).unlink(missing_ok=True)
        prune(folder, (folder / path).parent)


def whole(aside: Path, names: Sequence[tuple[str, str]], folder: Path, last: Callable[[], None]) -> None:
    """Move files, (name aside, path), into the `folder` that is not there yet, at once, and do `last`."""
    laid = aside / "whole"
    for name, path in names:
        (laid / path).parent.mkdir(parents=True, exist_ok=True)
        os.replace(aside / name, laid / path)
    with ExitStack() as undo:
        os.replace(laid, folder)
        undo.callback(os.replace, folder, laid)
        last()
        undo.pop_all()


def prune(folder: Path, parent: Path) -> None:
    """Remove `parent` and the folders above it, as long as they are empty."""
    with suppress(OSError):  # what is not empty stays
        while parent != folder:
            parent.rmdir()
            parent = parent.parent


def _keep(file: Path, kept: Path) -> None:
    """Give a file a second name; where the disk knows no such thing, a copy."""
    try:
        os.link(file, kept)
    except OSError:
        copy = kept.with_name(f"{kept.name}-to-be")
        shutil.copy2(file, copy)
        os.replace(copy, kept)


def _restore(kept: Path, file: Path) -> None:
    if os.path.lexists(kept):
        file.parent.mkdir(parents=True, exist_ok=True)
        os.replace(kept, file)


def _is_ours(folder: Path, aside: Path, name: str, path: str) -> bool:
    """Whether what stands in the place of a new file was put there by the run that was cut short."""
    file = folder / path
    if not (aside / name).exists():
        return os.path.lexists(file)
    # A place that was held and not filled: perhaps not even the page that holds it was written whole.
    return file.is_file() and file.stat().st_size <= len(_HELD) and _holding(path).startswith(file.read_bytes())


def _hold(folder: Path, aside: Path, path: str) -> None:
    """Let a page without links stand in a place, whatever stands there."""
    held = aside / "held"
    held.write_bytes(_holding(path))
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    os.replace(held, folder / path)


def _holding(path: str) -> bytes:
    return _HELD if path.endswith(".html") else b""
