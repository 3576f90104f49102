"""The table of terms as Whoosh reads it, gathered in memory and written at once, which takes a third of the time."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from hashlib import md5
from pathlib import Path

from whoosh.filedb.filetables import OrderedHashWriter
from whoosh.filedb.structfile import StructFile

# How long a key and its value are; the hash and the place of an entry.
_LENGTHS, _SLOT = struct.Struct("!ii"), struct.Struct("!Iq")


class Table(OrderedHashWriter):  # type: ignore[misc]
    """A new table in the file `path`. Keys come in order."""

    def __init__(self, path: Path) -> None:
        super().__init__(StructFile(path.open("wb")))
        self._place: int = self.dbfile.tell()
        self._parts: list[bytes] = []

    def add(self, key: bytes, value: bytes) -> None:
        """Put one more key, greater than all before, and its value."""
        hashed = int.from_bytes(md5(key, usedforsecurity=False).digest()[-4:], "big")
        self.index.append(self._place)
        self.buckets[hashed & 0xFF].append((hashed, self._place))
        self._parts += (_LENGTHS.pack(len(key), len(value)), key, value)
        self._place += _LENGTHS.size + len(key) + len(value)

    def _write_hashes(self) -> None:
        for bucket in self.buckets:
            self.directory.append((self._place, 2 * len(bucket)))
            self._parts += (slots := _slots(bucket))
            self._place += _SLOT.size * len(slots)
        self.dbfile.write(b"".join(self._parts))


def _slots(bucket: Sequence[tuple[int, int]]) -> list[bytes]:
    """The slots of a bucket, twice as many as it has entries, each entry in the first that is free from its own on."""
    count = 2 * len(bucket)
    slots: list[bytes] = [b""] * count
    for hashed, place in bucket:
        at = (hashed >> 8) % count
        while slots[at]:
            at = (at + 1) % count
        slots[at] = _SLOT.pack(hashed, place)
    return [slot or bytes(_SLOT.size) for slot in slots]
