"""All that an index is made of: documents with their digests, which tell what has to be written and name the whole."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple

from kb.index.documents import Document, Library, older, today


class Stocked(NamedTuple):
    """A document with its name and its digest."""

    name: str
    document: Document
    digest: bytes


@dataclass(frozen=True, slots=True)
class Stock:
    """The documents of a library by name, in the order of the corpus: today's, and older wordings."""

    languages: frozenset[str]
    today: Mapping[str, Stocked]
    older: Mapping[str, Stocked]

    @classmethod
    def of(cls, library: Library) -> Stock:
        """All documents of `library`."""
        laws = library.instruments()
        return cls(
            frozenset(law.language for law in laws),
            _stocked(document for law in laws for document in today(library, law)),
            _stocked(document for law in laws for document in older(library, law)),
        )

    @property
    def digest(self) -> str:
        """The same for the same documents in the same order."""
        every = (one for kind in (self.today, self.older) for one in kind.values())
        known = b"".join(part for one in every for part in (one.name.encode("utf-8", "surrogatepass"), one.digest))
        return blake2b(known).hexdigest()


def _stocked(documents: Iterable[Document]) -> dict[str, Stocked]:
    return {(name := document.name): Stocked(name, document, document.digest) for document in documents}
