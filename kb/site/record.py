"""What the last site was made from, kept beside it, so that the next one makes only the pages that differ."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from kb.site.folder import RECORD
from kb.site.links import Asked


@dataclass(frozen=True, slots=True)
class Made:
    """A group that was made: its digest, its files with their sizes, its pages, and what they ask for."""

    key: str
    digest: str
    files: tuple[tuple[str, int], ...]
    pages: int
    asked: Asked
    written: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Recorded:
    """The groups of the last site: those whose files stand as they were written, and the others. `made_of` is a digest
    of all that it was made from."""

    standing: Mapping[str, Made]
    lost: Mapping[str, Made]
    made_of: str = ""

    def is_of(self, made_of: str) -> bool:
        """Whether the site stands as it was made from just this."""
        return bool(made_of) and self.made_of == made_of and not self.lost


def recorded(folder: Path) -> Recorded:
    """The groups of the site in `folder`; none without a record.

    A file that is missing, of another size or newer than the record was touched by others.
    """
    file = folder / RECORD
    try:
        since, ((made_of,), *rows) = file.stat().st_mtime_ns, json.loads(file.read_bytes())
        every = {made.key: made for made in (_made(*row) for row in rows)}
    except (OSError, ValueError, TypeError):
        return Recorded({}, {})
    standing = {key: made for key, made in every.items() if _stand(folder, made, since)}
    return Recorded(standing, {key: made for key, made in every.items() if key not in standing}, str(made_of))


def record(every: Iterable[Made], made_of: str) -> bytes:
    """The record of a site: a line for what it was made from, and one for each group."""
    rows = ([m.key, m.digest, m.files, m.pages, m.asked.count, m.asked.links] for m in every)
    lines = (json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in ([made_of], *rows))
    return ("[" + ",\n".join(lines) + "]\n").encode("utf-8", "surrogatepass")


def _made(key: str, digest: str, files: list[list[object]], pages: int, count: int, links: list[list[str]]) -> Made:
    pairs = tuple((str(path), size) for path, size in files if isinstance(size, int))
    asked = Asked(count, tuple((page, path, id) for page, path, id in links), ())
    return Made(str(key), str(digest), pairs, pages, asked)


def _stand(folder: Path, made: Made, since: int) -> bool:
    return all(_stands(f"{folder}/{path}", size, since) for path, size in made.files)


def _stands(file: str, size: int, since: int) -> bool:
    try:
        found = os.stat(file)
    except OSError:
        return False
    return found.st_size == size and found.st_mtime_ns <= since
