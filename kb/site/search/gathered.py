"""What the data of search is made of: the part of every instrument, those that have not changed as they were kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from kb.model import Instrument
from kb.site.library import Library
from kb.site.search.parts import Part, Parter
from kb.store import Store

# Beside the pages: the parts of the last site, one a line, each after what it follows from and what it must be.
KEPT = ".articulado-search"
_DIGEST = 32


@dataclass(frozen=True, slots=True)
class Gathered:
    """Everything that is searched: the instruments, where the documents of each begin, how many there are, and the
    term of every word of a language."""

    instruments: Sequence[Instrument]
    parts: Sequence[Part]
    begins: Sequence[int]
    documents: int
    languages: Sequence[str]
    terms: Mapping[tuple[str, str], str]

    def each(self) -> Iterator[tuple[int, Part]]:
        """Where the documents of an instrument begin, and its part."""
        return zip(self.begins, self.parts, strict=True)


@dataclass(frozen=True, slots=True)
class Kept:
    """What was kept in the folder of a site: of use to the `program` that made it, for instruments of equal digest."""

    folder: Path | None = None
    program: str = ""
    digests: Mapping[str, str] = field(default_factory=dict)

    def lines(self) -> Mapping[bytes, bytes]:
        """What each part follows from -> the part as a line; a line that is not as it was written is left out."""
        try:
            rows = (self.folder / KEPT).read_bytes().split(b"\n") if self.folder else []
        except OSError:
            return {}
        told = ((row[:_DIGEST], row[_DIGEST : 2 * _DIGEST], row[2 * _DIGEST :]) for row in rows)
        return {follows: line for follows, digest, line in told if digest == _digest(line)}


ANEW = Kept()


def gather(store: Store, library: Library, kept: Kept) -> tuple[Gathered, bytes]:
    """What the instruments of a site say, and what is to be kept of it; what is kept of the same is not read again."""
    instruments = [work.instrument for work in library.works]
    parter, old = Parter(store, library.places), kept.lines()
    basis = f"{kept.program} {_digest(repr(parter.basis).encode('utf-8', 'surrogatepass')).decode()}"
    parts, rows, begins, documents = list[Part](), list[bytes](), list[int](), 0
    for it in instruments:
        follows = _digest(f"{it.id} {kept.digests.get(it.id)} {basis}".encode("utf-8", "surrogatepass"))
        line = old.get(follows)
        part = parter.part(it) if line is None else Part.loaded(line)
        line = part.dumped() if line is None else line
        rows.append(b"".join((follows, _digest(line), line, b"\n")))
        parts.append(part)
        begins.append(documents)
        documents += len(part.kinds)
    languages = tuple(dict.fromkeys(it.language for it in instruments))
    return Gathered(instruments, parts, begins, documents, languages, parter.terms), b"".join(rows)


def _digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=_DIGEST // 2).hexdigest().encode()
