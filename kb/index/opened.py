"""The files of a segment, read where they lie, with no more of Whoosh than its file of terms needs."""

from __future__ import annotations

import json
import mmap
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from whoosh.filedb.filetables import OrderedHashReader
from whoosh.filedb.structfile import BufferFile

from kb.index.postings import Postings, unpacked

# What Whoosh keeps of a term: flags, weight, documents, shortest, longest, heaviest, first, last, place, size.
INFO = struct.Struct("!BfIBBfIIqi")
# The terms of a segment, their postings, and of each document its name, its digest, and the exact lengths of its
# fields, one field after another; the lengths as Whoosh rounds them, a byte each, are files of their own.
TERMS, POSTINGS, NAMES, DIGESTS, LENGTHS, ROUNDED = ".trm", ".pst", ".nms", ".dig", ".len", "._{}_len.col"
_SEGMENTS = "{}.segments.json"


@dataclass(frozen=True, slots=True)
class Segment:
    """A segment: the name of its files, how many documents it has, which are gone, and the lengths of its fields."""

    id: str
    size: int
    gone: Sequence[int]
    lengths: Mapping[str, int]


def segments_of(folder: Path, name: str) -> list[Segment]:
    """The segments of the index `name`; none when there is no such index."""
    path = folder / _SEGMENTS.format(name)
    return [Segment(**one) for one in json.loads(path.read_text("utf-8"))] if path.is_file() else []


def write_segments(folder: Path, name: str, segments: Sequence[Segment]) -> None:
    """Say which the segments of the index `name` are."""
    (folder / _SEGMENTS.format(name)).write_text(json.dumps([asdict(one) for one in segments]), "utf-8")


class Mapped(BufferFile):  # type: ignore[misc]
    """A file read where it lies; it is not empty."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            self._buf = self.file = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._name, self.onclose, self.is_real, self.is_closed = path.name, None, False, False


class Terms:
    """Where each term of a segment is."""

    def __init__(self, folder: Path, id: str) -> None:
        file = Mapped(folder / f"{id}{TERMS}")
        self._index = OrderedHashReader(file, len(file.file))
        self._postings: Any = Mapped(folder / f"{id}{POSTINGS}")

    def close(self) -> None:
        """Let go of the files."""
        self._index.close()
        self._postings.close()

    def postings(self, field: str, term: bytes) -> Postings | None:
        """The postings of a term, or None when no document has it."""
        key = self._key(field, term)
        found = None if key is None else self._index.get(key)
        return None if found is None else unpacked(self._postings, INFO.unpack(found)[-2])

    def beginning(self, field: str, start: bytes) -> Iterator[tuple[str, Postings]]:
        """Every term that begins so, with its postings."""
        first = self._key(field, start)
        for key, found in self._index.items_from(first) if first is not None else ():
            if not key.startswith(first):
                return
            yield key[2:].decode("utf-8", "surrogatepass"), unpacked(self._postings, INFO.unpack(found)[-2])

    def _key(self, field: str, term: bytes) -> bytes | None:
        number = self._index.extras["fieldmap"].get(field)
        return None if number is None else struct.pack("!H", number) + term


class Documents:
    """What is known of each document of a segment."""

    def __init__(self, folder: Path, segment: Segment) -> None:
        self._size = segment.size
        self._names: Any = Mapped(folder / f"{segment.id}{NAMES}")
        # Opened now: the folder may be gone by the time that a question needs them.
        self._lengths: dict[str, Any] = {
            field: Mapped(folder / f"{segment.id}{ROUNDED.format(field)}") for field in segment.lengths
        }

    def close(self) -> None:
        """Let go of the files."""
        for file in (self._names, *self._lengths.values()):
            file.close()

    def name(self, document: int) -> tuple[str, int]:
        """The address of a document, and which wording it is."""
        start, end = struct.unpack("<II", self._names.get(4 * document, 8))
        address, wording = self._names.get(start, end - start - 1).decode("utf-8", "surrogatepass").split("\n")
        return address, int(wording)

    def names(self) -> list[str]:
        """The name of every document, in the order of their numbers."""
        start, end = (struct.unpack("<I", self._names.get(place, 4))[0] for place in (0, 4 * self._size))
        return str(self._names.get(start, end - start), "utf-8", "surrogatepass").split("\0")[:-1]

    def lengths(self, field: str) -> bytes:
        """The lengths of a field, a byte a document, as Whoosh rounds them."""
        return bytes(self._lengths[field].get(0, self._size))
