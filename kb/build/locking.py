"""One build at a time writes into a folder, and what the system refuses is told in a sentence."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from kb.model import ArticuladoError

# Seconds: the processes of a build that was killed let go of its lock as soon as they notice.
_SHORTLY = 1
_ANOTHER = "name another folder with --out"
_NO_ROOM = "make room on that disk, or name another folder with --out"
_REMEDIES = {
    **dict.fromkeys((errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)), _NO_ROOM),
    **dict.fromkeys((errno.EISDIR, errno.ENOTEMPTY), "move that folder away"),
}


@contextmanager
def alone(out: Path) -> Iterator[None]:
    """Nobody else builds into `out` meanwhile; ArticuladoError when somebody does."""
    with refused("cannot be written", out, _ANOTHER):
        out.mkdir(parents=True, exist_ok=True)
    with _locked(out, out / ".lock"):
        yield


@contextmanager
def alone_outside(folder: Path) -> Iterator[None]:
    """Nobody else writes a site into `folder`, which is no build's: the lock lies there, or beside it until it is."""
    beside = Path(os.path.abspath(folder))
    lock = folder / ".lock" if folder.is_dir() else beside.with_name(f".{beside.name}.lock")
    with refused("cannot be written", folder, _ANOTHER):
        lock.parent.mkdir(parents=True, exist_ok=True)
    with _locked(folder, lock):
        try:
            yield
        finally:
            with suppress(OSError):  # where a file that is open cannot be removed, it stays
                lock.unlink()


@contextmanager
def _locked(out: Path, lock: Path) -> Iterator[None]:
    try:
        with refused("cannot be written", out, _ANOTHER), FileLock(lock, timeout=_SHORTLY):
            yield
    except Timeout as error:
        raise ArticuladoError(f"{out}: another build is writing here; wait until it has ended.") from error


@contextmanager
def refused(what: str, place: Path, remedy: str) -> Iterator[None]:
    """Whatever the system refuses, told in one sentence; `place` where it does not say where."""
    try:
        yield
    except Timeout:
        raise
    except OSError as error:
        where = error.filename2 or error.filename or place
        told = _REMEDIES.get(error.errno or 0, remedy)
        raise ArticuladoError(f"{where}: {what} ({error.strerror or error}); {told}.") from error
