"""What is kept beside a store for the builds to come: readings, and what was found in single texts, by their keys.

A key is a digest of all that the kept thing was made of, so that whatever has changed is not found. The file can be
deleted at any time, and one that is damaged is begun anew: then more is made again, and nothing else differs.
"""

from __future__ import annotations

import errno
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import TypeVar

import msgspec

NAME = "readings.sqlite"
_NO_ROOM = frozenset({errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)})
# What was of use to this build or to the one before is kept.
_BUILDS = 2
# Of three files four are smaller by a half, and none takes long.
_FAST = 1
_TABLES = """
CREATE TABLE IF NOT EXISTS kept (
  key TEXT PRIMARY KEY,
  build INTEGER NOT NULL,  -- the last that had a use for it
  sum BLOB NOT NULL,  -- of the key and the content
  content BLOB NOT NULL
) WITHOUT ROWID;
"""
Content = TypeVar("Content")


def key_of(*parts: object) -> str:
    """A key for what is made of `parts`, which print all that they are."""
    return blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def encoded(content: object) -> bytes | None:
    """Records as they are kept; None where a text has characters that nothing can hold (a lone surrogate)."""
    try:
        return zlib.compress(msgspec.msgpack.encode(content), _FAST)
    except UnicodeEncodeError:
        return None


def decoded(content: bytes, kind: type[Content]) -> Content:
    """Records of a kind as they were encoded; ValueError where they are damaged."""
    try:
        return msgspec.msgpack.decode(zlib.decompress(content), type=kind)
    except (zlib.error, msgspec.DecodeError) as error:
        raise ValueError(f"damaged: {error}") from error


def _sum(key: str, content: bytes) -> bytes:
    return blake2b(content, digest_size=8, key=key.encode()).digest()


@dataclass(slots=True)
class Kept:
    """The file of what is kept, open for one build; without a file nothing is found, and nothing stays."""

    file: sqlite3.Connection | None
    path: Path = Path(NAME)
    build: int = 1
    used: set[str] = field(default_factory=set)

    def found(self, key: str, kind: type[Content]) -> Content | None:
        """The records of a kind that are kept under a key; None where there are none, or they are damaged."""
        if self.file is None:
            return None
        try:
            row = self.file.execute("SELECT sum, content FROM kept WHERE key = ?", (key,)).fetchone()
            found = decoded(row[1], kind) if row and row[0] == _sum(key, row[1]) else None
        except (sqlite3.Error, ValueError):
            return None
        self.used.add(key)
        return found

    def put(self, key: str, content: bytes | None) -> None:
        """Keep something under a key."""
        if self.file is None or content is None:
            return
        try:
            row = (key, self.build, _sum(key, content), content)
            self.file.execute("INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?)", row)
        except sqlite3.Error:
            self.give_up()

    def give_up(self) -> None:
        """Do without the file from here on: where there is no room, none is taken from the build."""
        if self.file is not None:
            self.file.close()
            self.path.unlink(missing_ok=True)
            self.file = None

    def tidy(self) -> None:
        """Forget what neither this build nor the one before had a use for."""
        if self.file is not None:
            with suppress(sqlite3.Error):
                rows = [(self.build, key) for key in self.used]
                self.file.executemany("UPDATE kept SET build = ? WHERE key = ?", rows)
                self.file.execute("DELETE FROM kept WHERE build <= ?", (self.build - _BUILDS,))


@contextmanager
def keeping(folder: Path) -> Iterator[Kept]:
    """What is kept in a folder; what is put there stays, even if the build fails after all, but for lack of room."""
    kept = _opened(folder / NAME)
    try:
        yield kept
    except OSError as error:
        if error.errno in _NO_ROOM:
            kept.give_up()
        raise
    finally:
        if kept.file is not None:
            with suppress(sqlite3.Error):
                kept.file.commit()
            kept.file.close()


def _opened(path: Path) -> Kept:
    for _ in range(2):
        try:
            return _open(path)
        except sqlite3.OperationalError:
            break
        except sqlite3.DatabaseError:
            path.unlink(missing_ok=True)
    return Kept(None)


def _open(path: Path) -> Kept:
    file = sqlite3.connect(path, timeout=0)
    try:
        file.executescript(f"PRAGMA synchronous = OFF; {_TABLES}")
        last = file.execute("SELECT max(build) FROM kept").fetchone()[0]
    except sqlite3.Error:
        file.close()
        raise
    return Kept(file, path, (last or 0) + 1)
