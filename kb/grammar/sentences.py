"""Where the sentences of a text end, for every language that has capitals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache

_OPENS = frozenset('¿¡“"«')
# A letter alone with its stop, as a name is abbreviated; and how much of a text it takes.
_INITIAL, _SHORT = re.compile(r"(?<![^\W_])[^\W\d_]\.$"), 3


def sentences(text: str, stops: str) -> Iterator[tuple[int, int]]:
    """(start, end) of each sentence: one of `stops` and white space end it before a capital, an empty line anywhere.

    Between two letters with their stops it goes on: "el C. de P. P.".
    """
    start = 0
    for gap in _gaps(stops).finditer(text):
        after = text[gap.end() : gap.end() + 1]
        initials = after.isupper() and _INITIAL.search(text, max(0, gap.start() - _SHORT), gap.start()) is not None
        if initials and text[gap.end() + 1 : gap.end() + 2] == "." and "\n\n" not in gap[0]:
            continue
        if "\n\n" in gap[0] or after.isupper() or after in _OPENS:
            yield start, gap.start()
            start = gap.end()
    yield start, len(text)


@lru_cache(maxsize=2)
def parted(text: str, stops: str) -> tuple[tuple[int, int], ...]:
    """All sentences of a text that is read clause by clause, found once."""
    return tuple(sentences(text, stops))


@cache
def _gaps(stops: str) -> re.Pattern[str]:
    return re.compile(rf"(?<=[{re.escape(stops)}])[\s”\"»]+(?=\S)|\n\n+")
