"""An index as Whoosh knows it: its own files, but for postings and names, which are arrays (`kb.index.opened`).

What is written here any program that knows Whoosh can open, and search with Whoosh's own means.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from whoosh.codec.whoosh3 import W3Codec, W3PerDocReader, W3Segment
from whoosh.filedb.filestore import FileStorage
from whoosh.index import TOC
from whoosh.matching import ListMatcher

from kb.index.documents import ADDRESS, WORDING
from kb.index.opened import INFO, Documents, Segment
from kb.index.postings import Postings, places_of, unpacked
from kb.index.schema import schema


def write_contents(folder: Path, name: str, segments: Iterable[Segment]) -> None:
    """Say in Whoosh's own way which the segments of the index `name` are."""
    TOC(schema(), [_whooshed(one, name) for one in segments], 1).write(FileStorage(str(folder)), name)


def _whooshed(segment: Segment, name: str) -> W3Segment:
    gone = set(segment.gone) or None
    made = W3Segment(Codec(), name, segment.size, segment.id.removeprefix(f"{name}_"), gone)
    made._fieldlengths = dict(segment.lengths)
    return made


class Codec(W3Codec):  # type: ignore[misc]
    """Whoosh's files with postings and names of this room's own."""

    def per_document_reader(self, storage: Any, segment: W3Segment) -> Any:
        """What is known of each document."""
        return Stored(storage, segment)

    def postings_reader(self, dbfile: Any, terminfo: Any, format_: Any, term: Any = None, scorer: Any = None) -> Any:
        """The postings of a term as Whoosh walks through them."""
        return Matcher(unpacked(dbfile, terminfo.extent()[0]), format_, term, scorer, terminfo)


class Stored(W3PerDocReader):  # type: ignore[misc]
    """What is known of each document of a segment."""

    def stored_fields(self, docnum: int) -> dict[str, Any]:
        """The address of a document, and which wording it is."""
        segment = Segment(self._segment.segment_id(), self._doccount, (), {})
        documents = Documents(Path(self._storage.folder), segment)
        address, wording = documents.name(docnum)
        documents.close()
        return {ADDRESS: address, WORDING: wording}


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
    return INFO.pack(0, sum(weights), len(weights), min(held), max(held), max(weights), *ends, place, size)
