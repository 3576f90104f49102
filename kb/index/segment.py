"""A segment of an index, gathered in memory and written at once."""

from __future__ import annotations

import struct
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

from whoosh.formats import Existence
from whoosh.util import random_name
from whoosh.util.numeric import length_to_byte

from kb.index.codec import told
from kb.index.documents import ADDRESS, WORDING, named
from kb.index.opened import DIGESTS, LENGTHS, NAMES, POSTINGS, ROUNDED, TERMS, Segment
from kb.index.postings import Postings, packed
from kb.index.schema import scored
from kb.index.table import Table

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
        self._names.append(f"{named(fields[ADDRESS], fields.get(WORDING, 0))}\0".encode("utf-8", "surrogatepass"))

    def _add_value(self, name: str, values: str | Sequence[str]) -> None:
        for value in (values,) if isinstance(values, str) else set(values):
            self._terms[name][value][0].append(len(self._names))

    def _add_words(self, name: str, values: Sequence[str]) -> None:
        terms, document = self._terms[name], len(self._names)
        self._lengths[name].append(len(values))
        for value in values:
            terms[value][0].append(document)

    def _add_places(self, name: str, values: Sequence[str | tuple[str, ...]]) -> None:
        terms, document = self._terms[name], len(self._names)
        self._lengths[name].append(len(values))
        for place, value in enumerate(values):
            for one in (value,) if isinstance(value, str) else value:
                documents, places = terms[one]
                documents.append(document)
                places.append(place)

    def write(self, folder: Path, name: str) -> Segment:
        """Write the segment into `folder` as one of the index `name`."""
        id = f"{name}_{random_name(16)}"
        rounded = {field: bytes(map(length_to_byte, own)) for field, own in self._lengths.items()}
        exact = b"".join(lengths.tobytes() for lengths in self._lengths.values())
        files = {NAMES: _bound(self._names), DIGESTS: bytes(self._digests), LENGTHS: exact}
        for kind, content in (files | {ROUNDED.format(field): own for field, own in rounded.items()}).items():
            (folder / f"{id}{kind}").write_bytes(content)
        self._write_terms(folder, id, rounded)
        return Segment(id, len(self), (), {field: sum(lengths) for field, lengths in self._lengths.items()})

    def _write_terms(self, folder: Path, id: str, lengths: Mapping[str, bytes]) -> None:
        index = Table(folder / f"{id}{TERMS}")
        index.extras["fieldmap"] = {field: number for number, field in enumerate(sorted(self._terms))}
        place = 0
        with (folder / f"{id}{POSTINGS}").open("wb") as file:
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
            every = ((term.encode("utf-8", "surrogatepass"), pair) for term, pair in self._terms[field].items())
            for term, (documents, places) in sorted(every):
                found, weights = _counted(documents)
                once = len(found) == len(documents)
                yield before + term, Postings(found, None if once else weights, places or None), weights, own


def _counted(documents: Sequence[int]) -> tuple[Sequence[int], Sequence[int]]:
    """Ascending documents once each, and how often each is there."""
    if documents[0] == documents[-1]:
        return documents[:1], (len(documents),)
    times = Counter(documents)
    return list(times), list(times.values())


def _pair() -> _Pair:
    return array("I"), array("I")


def _bound(names: Sequence[bytes]) -> bytes:
    """Names one after another, after the place of each and that of their end."""
    places = accumulate(map(len, names), initial=4 * (len(names) + 1))
    return struct.pack(f"<{len(names) + 1}I", *places) + b"".join(names)
