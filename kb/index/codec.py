"""How Whoosh keeps what it is given: its own files, but for postings, which are plain arrays, and what a document is.

Whoosh packs postings into blocks that it unpickles one by one, and copies a file into memory to read it. Here all
postings of a term are arrays one after another, read where they lie: a term costs one look-up and three slices.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from whoosh.codec.whoosh3 import W3Codec, W3PerDocReader, W3Segment, W3TermsReader
from whoosh.filedb.filestore import FileStorage
from whoosh.filedb.structfile import BufferFile
from whoosh.matching import ListMatcher

from kb.index.postings import Postings, places_of, unpacked

# What Whoosh keeps of a term: flags, weight, documents, shortest, longest, heaviest, first, last, place, size.
_INFO = struct.Struct("!BfIBBfIIqi")
# Of each document of a segment its name, its digest, and the exact lengths of its fields, one field after another.
NAMES, DIGESTS, LENGTHS = ".nms", ".dig", ".len"


class Mapped(BufferFile):  # type: ignore[misc]
    """A file read where it lies."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            self._buf = self.file = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._name, self.onclose, self.is_real, self.is_closed = path.name, None, False, False


class Storage(FileStorage):  # type: ignore[misc]
    """A folder of files that are read where they lie."""

    def open_file(self, name: str, **options: Any) -> Any:
        """The file of that name; one without a byte cannot be mapped."""
        path = Path(self.folder, name)
        return Mapped(path) if path.stat().st_size else super().open_file(name, **options)


class Codec(W3Codec):  # type: ignore[misc]
    """Whoosh's files with postings of this room's own."""

    def per_document_reader(self, storage: Any, segment: W3Segment) -> Any:
        """What is known of each document."""
        return Documents(storage, segment)

    def terms_reader(self, storage: Any, segment: W3Segment) -> Any:
        """Where each term is."""
        names = segment.make_filename(self.TERMS_EXT), segment.make_filename(self.POSTS_EXT)
        terms, postings = (storage.open_file(name) for name in names)
        return Terms(self, terms, storage.file_length(names[0]), postings)

    def postings_reader(self, dbfile: Any, terminfo: Any, format_: Any, term: Any = None, scorer: Any = None) -> Any:
        """The postings of a term as Whoosh walks through them."""
        return Matcher(unpacked(dbfile, terminfo.extent()[0]), format_, term, scorer, terminfo)


class Terms(W3TermsReader):  # type: ignore[misc]
    """Where each term of a segment is."""

    def postings(self, field: str, term: bytes) -> Postings | None:
        """The postings of a term, or None when no document has it."""
        found = self._tindex.get(self._keycoder(field, term))
        return None if found is None else unpacked(self._postfile, _INFO.unpack(found)[-2])

    def beginning(self, field: str, start: bytes) -> Iterator[Postings]:
        """The postings of every term that begins so."""
        first = self._keycoder(field, start)
        for key, found in self._tindex.items_from(first):
            if not key.startswith(first):
                return
            yield unpacked(self._postfile, _INFO.unpack(found)[-2])

    def every(self, field: str) -> Iterator[tuple[str, Postings]]:
        """Each term of a field with its postings."""
        first = self._keycoder(field, b"")
        for key, found in self._tindex.items_from(first):
            if not key.startswith(first):
                return
            term = key[len(first) :].decode("utf-8", "surrogatepass")
            yield term, unpacked(self._postfile, _INFO.unpack(found)[-2])


class Documents(W3PerDocReader):  # type: ignore[misc]
    """What is known of each document of a segment."""

    def __init__(self, storage: Any, segment: W3Segment) -> None:
        super().__init__(storage, segment)
        self._names = segment.open_file(storage, NAMES)

    def close(self) -> None:
        """Let go of the files."""
        super().close()
        self._names.close()

    def stored_fields(self, docnum: int) -> dict[str, Any]:
        """The address of a document, and which wording it is."""
        from kb.index.documents import ADDRESS, WORDING

        address, wording = self.name(docnum)
        return {ADDRESS: address, WORDING: wording}

    def name(self, document: int) -> tuple[str, int]:
        """The address of a document, and which wording it is."""
        start, end = struct.unpack("<II", self._names.get(4 * document, 8))
        address, wording = self._names.get(start, end - start - 1).decode().split("\n")
        return address, int(wording)

    def names(self) -> list[str]:
        """The name of every document, in the order of their numbers."""
        start, end = (struct.unpack("<I", self._names.get(place, 4))[0] for place in (0, 4 * self._doccount))
        return str(self._names.get(start, end - start), "utf-8").split("\0")[:-1]

    def lengths(self, field: str) -> bytes:
        """The lengths of a field, a byte a document, as Whoosh rounds them."""
        name = f"_{field}_len"
        if not self.has_column(name):
            return bytes(self._doccount)
        with self._storage.open_file(self._column(name)) as file:
            return bytes(file.get(0, self._doccount))

    def _column(self, name: str) -> str:
        return str(Codec.column_filename(self._segment, name))


class Matcher(ListMatcher):  # type: ignore[misc]
    """All postings of a term, for Whoosh."""

    def __init__(self, found: Postings, format_: Any, term: Any, scorer: Any, info: Any) -> None:
        weights = found.weights or (1,) * len(found.documents)
        super().__init__(found.documents, weights, None, format_, scorer=scorer, term=term, terminfo=info)
        self._places = found.places

    def value_as(self, kind: str) -> Any:
        """The places of the term in the document where the matcher stands, or how often it is there."""
        if kind != "positions":
            return self.weight()
        return places_of(Postings(self._ids, self._weights, self._places), self._i)


def told(found: Postings, weights: Sequence[int], lengths: bytes, place: int, size: int) -> bytes:
    """What Whoosh keeps of a term."""
    held = [lengths[document] for document in found.documents] if lengths else [0]
    ends = found.documents[0], found.documents[-1]
    return _INFO.pack(0, sum(weights), len(weights), min(held), max(held), max(weights), *ends, place, size)
