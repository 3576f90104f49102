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
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Any

from whoosh.codec.whoosh3 import W3Segment
from whoosh.index import TOC, EmptyIndexError

from kb.index.codec import DIGESTS, LENGTHS, Codec, Storage
from kb.index.documents import DIGEST, WORDS
from kb.index.schema import schema, scored

# A question asks every segment, and reads the gone with the others: beyond this they are written anew.
_MOST_SEGMENTS = 8
_MOST_GONE = 0.25
WORDS_MADE = "words.json"


@dataclass(frozen=True, slots=True)
class Held:
    """Segments of an earlier index with the numbers of the documents in each, by name, and the digests of all."""

    segments: Sequence[tuple[W3Segment, Mapping[str, int]]] = ()
    digests: Mapping[str, bytes] = field(default_factory=dict)

    def worth(self, same: Set[str]) -> Held:
        """Those with few documents that are not the `same` any more; when they are many, those that are not small."""
        worth = [own for own in self.segments if len(same & own[1].keys()) >= (1 - _MOST_GONE) * own[0].doc_count_all()]
        if len(worth) >= _MOST_SEGMENTS:
            least = max(segment.doc_count_all() for segment, _ in worth) / 2
            worth = [own for own in worth if own[0].doc_count_all() >= least][: _MOST_SEGMENTS // 2]
        names = {name for _, numbers in worth for name in numbers}
        return self if len(worth) == len(self.segments) else Held(worth, {n: self.digests[n] for n in names})

    def numbered(self, same: Set[str]) -> dict[str, int]:
        """The numbers which the `same` documents have among those of all segments, one segment after another."""
        sizes = (segment.doc_count_all() for segment, _ in self.segments)
        found: dict[str, int] = {}
        for (_, numbers), first in zip(self.segments, accumulate(sizes, initial=0), strict=False):
            found.update({name: first + numbers[name] for name in same & numbers.keys()})
        return found


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

    def held(self, name: str) -> Held:
        """What there is of the index `name`, but for documents that hold a word which means something else by now."""
        storage = Storage(str(self.folder), readonly=True)
        try:
            segments = TOC.read(storage, name, schema=schema()).segments
        except EmptyIndexError:
            return Held()
        digests: dict[str, bytes] = {}
        numbers = [self._numbers(storage, segment, digests) for segment in segments]
        return Held(list(zip(segments, numbers, strict=True)), digests)

    def _numbers(self, storage: Storage, segment: W3Segment, digests: dict[str, bytes]) -> dict[str, int]:
        """The documents of a segment with their numbers; their digests are put with the others."""
        reader, terms = Codec().per_document_reader(storage, segment), Codec().terms_reader(storage, segment)
        found = (terms.postings(WORDS, key.encode("utf-8", "surrogatepass")) for key in self.changed)
        gone = set(segment.deleted_docs()).union(*(one.documents for one in found if one))
        numbers = {name: number for number, name in enumerate(reader.names()) if number not in gone}
        said = (self.folder / segment.make_filename(DIGESTS)).read_bytes()
        digests |= {name: said[DIGEST * number : DIGEST * (number + 1)] for name, number in numbers.items()}
        reader.close()
        terms.close()
        return numbers

    def bring(self, held: Held, same: Set[str], folder: Path) -> list[W3Segment]:
        """Put the segments into `folder`, the `same` documents only; they are the same files where that can be."""
        for segment, _ in held.segments:
            for path in self.folder.glob(f"{segment.segment_id()}.*"):
                try:
                    os.link(path, folder / path.name)
                except OSError:
                    shutil.copy2(path, folder / path.name)
        return [_without(folder, one, {numbers[n] for n in same & numbers.keys()}) for one, numbers in held.segments]


def _without(folder: Path, segment: W3Segment, living: Set[int]) -> W3Segment:
    """The segment with these documents only; what is gone no longer counts for the length of its fields."""
    size = segment.doc_count_all()
    gone = set(range(size)) - living
    made = W3Segment(Codec(), segment.indexname, size, segment.segid, gone or None)
    lengths: Any = array("I", (folder / segment.make_filename(LENGTHS)).read_bytes())
    columns = {name: lengths[size * at : size * (at + 1)] for at, name in enumerate(scored(schema()))}
    made._fieldlengths = {name: sum(own) - sum(own[number] for number in gone) for name, own in columns.items()}
    return made
