"""How far a build is, in one line of a terminal that is gone at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO


@contextmanager
def progress(stream: TextIO) -> Iterator[Callable[[str, int, int | None], None]]:
    """What to tell how far a build is: (stage, done, of how many); it shows on a terminal only."""

    def tell(stage: str, done: int, total: int | None) -> None:
        if stream.isatty():
            stream.write(f"\r{stage + (f' {done}/{total}' if total else ''):<30}")
            stream.flush()

    try:
        yield tell
    finally:
        if stream.isatty():
            stream.write(f"\r{'':<30}\r")
            stream.flush()
