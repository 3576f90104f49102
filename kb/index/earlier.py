"""What may be kept of an earlier index: the segments as they are, with the documents that are the same.

Segments never change. A document that was changed or removed is marked as gone in the list of segments, and what is
new is written as one segment more; so a small change costs little. Nothing that is found may tell such an index from
one written at once: the gone count for nothing, and the order of the corpus is kept beside the segments.
"""

from __future__ import annotations

import json
import os
import shutil
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from whoosh.codec.whoosh3 import W3Segment
from whoosh.index import TOC, EmptyIndexError

from kb.index.codec import DIGESTS, LENGTHS, Codec, Storage
from kb.index.documents import DIGEST, WORDS
from kb.index.schema import schema, scored

Name = tuple[str, int]
# A question asks every segment, and reads the gone with the others: beyond this they are written anew.
_MOST_SEGMENTS = 8
_MOST_GONE = 0.25
WORDS_MADE = "words.json"


@dataclass(slots=True)
class Kept:
    """Segments that are kept, the number of each of their documents that is still there, and how many they hold."""

    segments: list[W3Segment] = field(default_factory=list)
    places: dict[Name, int] = field(default_factory=dict)
    size: int = 0


@dataclass(frozen=True, slots=True)
class Earlier:
    """An earlier index, and the keys that mean something else by now."""

    folder: Path
    changed: frozenset[str]

    @classmethod
    def of(cls, folder: Path, basis: str, words: Mapping[str, Mapping[str, str]]) -> Earlier | None:
        """The index in `folder`; None when nothing of it is of use."""
        try:
            made = json.loads((folder / WORDS_MADE).read_text("utf-8"))
        except (OSError, ValueError):
            return None
        if made["basis"] != basis:
            return None
        pairs = ((made["words"].get(language, {}), now) for language, now in words.items())
        return cls(folder, frozenset(key for was, now in pairs for key, _ in was.items() ^ now.items() if key in was))

    def kept(self, name: str, documents: Mapping[Name, bytes]) -> Kept:
        """What may be kept of the index `name`, when these are its documents now, each with its digest."""
        storage = Storage(str(self.folder), readonly=True)
        kept = Kept()
        try:
            segments = TOC.read(storage, name, schema=schema()).segments
        except EmptyIndexError:
            return kept
        same = [(segment, self._same(storage, segment, documents)) for segment in segments]
        for segment, living in _worth_keeping(same):
            kept.places.update({one: kept.size + number for one, number in living.items()})
            kept.segments.append(_without(storage, segment, set(living.values())))
            kept.size += segment.doc_count_all()
        return kept

    def _same(self, storage: Storage, segment: W3Segment, documents: Mapping[Name, bytes]) -> dict[Name, int]:
        """The documents of a segment that are still the same, with their numbers."""
        reader, terms = Codec().per_document_reader(storage, segment), Codec().terms_reader(storage, segment)
        found = (terms.postings(WORDS, key.encode("utf-8", "surrogatepass")) for key in self.changed)
        gone = set(segment.deleted_docs()).union(*(one.documents for one in found if one))
        digests = (self.folder / segment.make_filename(DIGESTS)).read_bytes()
        same = {
            name: number
            for number, name in enumerate(reader.names())
            if documents.get(name) == digests[DIGEST * number : DIGEST * (number + 1)] and number not in gone
        }
        reader.close()
        terms.close()
        return same

    def bring(self, segments: Iterable[W3Segment], folder: Path) -> None:
        """Put the files of these segments into `folder`; they are the same files where the disk can do that."""
        for segment in segments:
            for path in self.folder.glob(f"{segment.segment_id()}.*"):
                try:
                    os.link(path, folder / path.name)
                except OSError:
                    shutil.copy2(path, folder / path.name)


def _worth_keeping(same: Sequence[tuple[W3Segment, dict[Name, int]]]) -> list[tuple[W3Segment, dict[Name, int]]]:
    """Segments that have few documents that are gone; when they are many, those that are not small."""
    worth = [(one, living) for one, living in same if len(living) >= (1 - _MOST_GONE) * one.doc_count_all()]
    if len(worth) < _MOST_SEGMENTS:
        return worth
    largest = max(one.doc_count_all() for one, _ in worth)
    return [(one, living) for one, living in worth if 2 * one.doc_count_all() >= largest][: _MOST_SEGMENTS // 2]


def _without(storage: Storage, segment: W3Segment, living: set[int]) -> W3Segment:
    """The segment with these documents only; what is gone no longer counts for the length of its fields."""
    size = segment.doc_count_all()
    gone = set(range(size)) - living
    made = W3Segment(Codec(), segment.indexname, size, segment.segid, gone or None)
    lengths: Any = array("I", Path(storage.folder, segment.make_filename(LENGTHS)).read_bytes())
    columns = {name: lengths[size * at : size * (at + 1)] for at, name in enumerate(scored(schema()))}
    made._fieldlengths = {name: sum(own) - sum(own[number] for number in gone) for name, own in columns.items()}
    return made
