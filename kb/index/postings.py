"""Postings as arrays: their bytes, what they are among some documents, and where words follow one another."""

from __future__ import annotations

import struct
from array import array
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate, chain, repeat
from operator import add
from typing import Any, NamedTuple

# How many documents hold the term, the type codes of the three arrays, and how many bytes they have.
_HEADER = struct.Struct("<IcccxIII")
_NONE = b"\0"
# A place in a document as one number: the document, and the place in as many bits.
_BITS = 32
# Some documents are looked up one by one, when they are so much fewer than those that have a word.
_FEW = 8


class Postings(NamedTuple):
    """Where a term is: the documents, ascending; how often in each (None is once); its places, one after another."""

    documents: Sequence[int]
    weights: Sequence[int] | None
    places: Sequence[int] | None


def packed(found: Postings) -> bytes:
    """Postings as bytes, each array in the narrowest type that holds it."""
    (one, documents), (two, weights), (three, places) = map(_narrow, found)
    sizes = len(documents), len(weights), len(places)
    return b"".join((_HEADER.pack(len(found.documents), one, two, three, *sizes), documents, weights, places))


def unpacked(file: Any, offset: int) -> Postings:
    """The postings that `packed` made, at this place of a file."""
    _, *codes, one, two, three = _HEADER.unpack(file.get(offset, _HEADER.size))
    made, start = [], offset + _HEADER.size
    for code, size in zip(codes, (one, two, three), strict=True):
        made.append(array(code.decode(), file.get(start, size)) if code != _NONE else None)
        start += size
    documents, weights, places = made
    return Postings(documents if documents is not None else (), weights, places)


def _narrow(numbers: Sequence[int] | None) -> tuple[bytes, bytes]:
    """The code of the narrowest type that holds the numbers, and the numbers in it."""
    if numbers is None:
        return _NONE, b""
    most = max(numbers, default=0)
    code = "B" if most <= 0xFF else "H" if most <= 0xFFFF else "I"
    return code.encode(), array(code, numbers).tobytes()


def places_of(found: Postings, at: int) -> Sequence[int]:
    """The places of a term in the `at`-th of its documents."""
    if found.places is None:
        return ()
    start = sum(found.weights[:at]) if found.weights else at
    return found.places[start : start + (found.weights[at] if found.weights else 1)]


def living(found: Postings, dead: frozenset[int]) -> Postings:
    """The postings, without their places, of documents that are still there."""
    if not dead or dead.isdisjoint(found.documents):
        return found
    kept = [at for at, number in enumerate(found.documents) if number not in dead]
    weights = found.weights and [found.weights[at] for at in kept]
    return Postings([found.documents[at] for at in kept], weights, None)


def among(found: Postings, some: Collection[int] | None) -> Postings:
    """The postings, without their places, of those of `some` documents that are few; else as they are."""
    if some is None or _FEW * len(some) > len(found.documents):
        return found
    kept = [at for _, at in _indexes(found, some)]
    weights = found.weights and [found.weights[at] for at in kept]
    return Postings([found.documents[at] for at in kept], weights, None)


def in_order(words: Sequence[Postings], slop: int) -> set[int]:
    """The documents in which the words follow one another, at most `slop` - 1 others between two."""
    common = set.intersection(*(set(word.documents) for word in sorted(words, key=lambda one: len(one.documents))))
    if not common:
        return set()
    if slop == 1:
        first, *others = sorted(enumerate(words), key=lambda one: len(one[1].places or ()))
        found = set(_keys(first[1], common, first[0]))
        for before, word in others:
            found = set(filter(found.__contains__, _keys(word, common, before)))
        return {key >> _BITS for key in found}
    ends = set(_keys(words[0], common))
    for word in words[1:]:
        near = {end + step for end in ends for step in range(1, slop + 1)}
        ends = set(filter(near.__contains__, _keys(word, common)))
    return {end >> _BITS for end in ends}


def _keys(word: Postings, common: Collection[int], before: int = 0) -> Iterable[int]:
    """The places of a word, each less what stands `before` it, in documents of which some are common to all words."""
    places, weights = word.places or (), word.weights
    if _FEW * len(common) > len(word.documents):
        bases: Iterable[int] = [(document << _BITS) - before for document in word.documents]
        return map(add, chain.from_iterable(map(repeat, bases, weights)) if weights else bases, places)
    starts = list(accumulate(weights, initial=0)) if weights else range(len(word.documents) + 1)
    return (
        (document << _BITS) + place - before
        for document, at in _indexes(word, common)
        for place in places[starts[at] : starts[at + 1]]
    )


def _indexes(found: Postings, some: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Those of `some` documents that have the term, ascending, each with its index among them."""
    documents, size = found.documents, len(found.documents)
    for document in sorted(some):
        at = bisect_left(documents, document)
        if at < size and documents[at] == document:
            yield document, at
