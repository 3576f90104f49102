"""A segment of an index, gathered in memory and written at once."""

from __future__ import annotations

import struct
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

from whoosh.codec.whoosh3 import W3Codec, W3Segment
from whoosh.filedb.filetables import OrderedHashWriter
from whoosh.formats import Existence
from whoosh.util.numeric import length_to_byte

from kb.index.codec import DIGESTS, LENGTHS, NAMES, Codec, told
from kb.index.documents import ADDRESS, WORDING, named
from kb.index.postings import Postings, packed
from kb.index.schema import scored

_Pair = tuple["array[int]", "array[int]"]


class Gathered:
    """Documents on their way into a segment of the fields of `schema`, in the order in which they are added."""

    def __init__(self, schema: Any) -> None:
        self._names: list[bytes] = []
        self._digests = bytearray()
        self._lengths: dict[str, array[int]] = {name: array("I") for name in scored(schema)}
        self._terms: dict[str, defaultdict[str, _Pair]] = {}
        self._add: list[tuple[str, Callable[[str, Any], None]]] = []
        for name, field in schema.items():
            if field.indexed:
                self._terms[name] = defaultdict(_pair)
                self._add.append((name, self._kept(field)))

    def __len__(self) -> int:
        return len(self._names)

    def _kept(self, field: Any) -> Callable[[str, Any], None]:
        if isinstance(field.format, Existence):
            return self._add_value
        return self._add_places if field.format.supports("positions") else self._add_words

    def add(self, fields: Mapping[str, Any], digest: bytes) -> None:
        """Take one more document."""
        self._digests += digest
        for name, add in self._add:
            add(name, fields.get(name, ()))
        self._names.append(f"{named(fields[ADDRESS], fields.get(WORDING, 0))}\0".encode())

    def _add_value(self, name: str, values: str | Sequence[str]) -> None:
        for value in (values,) if isinstance(values, str) else set(values):
            self._terms[name][value][0].append(len(self._names))

    def _add_words(self, name: str, values: Sequence[str]) -> None:
        terms, document = self._terms[name], len(self._names)
        self._lengths[name].append(len(values))
        for value in values:
            terms[value][0].append(document)

    def _add_places(self, name: str, values: Sequence[str]) -> None:
        terms, document = self._terms[name], len(self._names)
        self._lengths[name].append(len(values))
        for place, value in enumerate(values):
            documents, places = terms[value]
            documents.append(document)
            places.append(place)

    def write(self, storage: Any, name: str) -> W3Segment:
        """Write the segment into `storage` as one of the index `name`."""
        segment = W3Segment(Codec(), name, doccount=len(self))
        segment._fieldlengths = {field: sum(lengths) for field, lengths in self._lengths.items()}
        lengths = {field: bytes(map(length_to_byte, own)) for field, own in self._lengths.items()}
        for field, own in lengths.items():
            with storage.create_file(W3Codec.column_filename(segment, f"_{field}_len")) as file:
                file.write(own)
        exact = b"".join(lengths.tobytes() for lengths in self._lengths.values())
        for kind, content in ((NAMES, _bound(self._names)), (DIGESTS, self._digests), (LENGTHS, exact)):
            with segment.create_file(storage, kind) as file:
                file.write(content)
        self._write_terms(storage, segment, lengths)
        return segment

    def _write_terms(self, storage: Any, segment: W3Segment, lengths: Mapping[str, bytes]) -> None:
        index = OrderedHashWriter(segment.create_file(storage, W3Codec.TERMS_EXT))
        index.extras["fieldmap"] = {field: number for number, field in enumerate(sorted(self._terms))}
        place = 0
        with segment.create_file(storage, W3Codec.POSTS_EXT) as file:
            for key, found, weights, own in self._sorted(lengths):
                written = packed(found)
                file.write(written)
                index.add(key, told(found, weights, own, place, len(written)))
                place += len(written)
        index.close()

    def _sorted(self, lengths: Mapping[str, bytes]) -> Iterator[tuple[bytes, Postings, Sequence[int], bytes]]:
        """Every term with its postings, in the order of its bytes after its field."""
        for number, field in enumerate(sorted(self._terms)):
            before, own = struct.pack("!H", number), lengths.get(field, b"")
            for term, (documents, places) in sorted((term.encode(), pair) for term, pair in self._terms[field].items()):
                times = Counter(documents)
                weights = list(times.values())
                once = len(times) == len(documents)
                yield before + term, Postings(list(times), None if once else weights, places or None), weights, own


def _pair() -> _Pair:
    return array("I"), array("I")


def _bound(names: Sequence[bytes]) -> bytes:
    """Names one after another, after the place of each and that of their end."""
    places = accumulate(map(len, names), initial=4 * (len(names) + 1))
    return struct.pack(f"<{len(names) + 1}I", *places) + b"".join(names)
