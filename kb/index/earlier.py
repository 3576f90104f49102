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

from kb.index.documents import DIGEST, WORDS
from kb.index.opened import DIGESTS, LENGTHS, Documents, Segment, Terms, segments_of

# A question asks every segment, and reads the gone with the others: beyond this they are written anew.
_MOST_SEGMENTS = 8
_MOST_GONE = 0.25
WORDS_MADE = "words.json"


@dataclass(frozen=True, slots=True)
class Held:
    """Segments of an earlier index with the numbers of the documents in each, by name, and the digests of all."""

    segments: Sequence[tuple[Segment, Mapping[str, int]]] = ()
    digests: Mapping[str, bytes] = field(default_factory=dict)

    def worth(self, same: Set[str]) -> Held:
        """Those with few documents that are not the `same` any more; when they are many, those that are not small."""
        worth = [own for own in self.segments if len(same & own[1].keys()) >= (1 - _MOST_GONE) * own[0].size]
        if len(worth) >= _MOST_SEGMENTS:
            least = max(segment.size for segment, _ in worth) / 2
            worth = [own for own in worth if own[0].size >= least][: _MOST_SEGMENTS // 2]
        names = {name for _, numbers in worth for name in numbers}
        return self if len(worth) == len(self.segments) else Held(worth, {n: self.digests[n] for n in names})

    def numbered(self, same: Set[str]) -> dict[str, int]:
        """The numbers which the `same` documents have among those of all segments, one segment after another."""
        sizes = (segment.size for segment, _ in self.segments)
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
        segments = segments_of(self.folder, name)
        digests: dict[str, bytes] = {}
        numbers = [self._numbers(segment, digests) for segment in segments]
        return Held(list(zip(segments, numbers, strict=True)), digests)

    def _numbers(self, segment: Segment, digests: dict[str, bytes]) -> dict[str, int]:
        """The documents of a segment with their numbers; their digests are put with the others."""
        documents, terms = Documents(self.folder, segment), Terms(self.folder, segment.id)
        found = (terms.postings(WORDS, key.encode("utf-8", "surrogatepass")) for key in self.changed)
        gone = set(segment.gone).union(*(one.documents for one in found if one))
        numbers = {name: number for number, name in enumerate(documents.names()) if number not in gone}
        said = (self.folder / f"{segment.id}{DIGESTS}").read_bytes()
        digests |= {name: said[DIGEST * number : DIGEST * (number + 1)] for name, number in numbers.items()}
        documents.close()
        terms.close()
        return numbers

    def bring(self, held: Held, same: Set[str], folder: Path) -> list[Segment]:
        """Put the segments into `folder`, the `same` documents only; they are the same files where that can be."""
        for segment, _ in held.segments:
            for path in self.folder.glob(f"{segment.id}.*"):
                try:
                    os.link(path, folder / path.name)
                except OSError:
                    shutil.copy2(path, folder / path.name)
        return [_without(folder, one, {numbers[n] for n in same & numbers.keys()}) for one, numbers in held.segments]


def _without(folder: Path, segment: Segment, living: Set[int]) -> Segment:
    """The segment with these documents only; what is gone no longer counts for the length of its fields."""
    gone = set(range(segment.size)) - living
    lengths: Any = array("I", (folder / f"{segment.id}{LENGTHS}").read_bytes())
    firsts = {name: segment.size * at for at, name in enumerate(segment.lengths)}
    fresh = gone.difference(segment.gone)
    left = {name: segment.lengths[name] - sum(lengths[first + n] for n in fresh) for name, first in firsts.items()}
    return Segment(segment.id, segment.size, sorted(gone), left)
