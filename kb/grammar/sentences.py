"""Where the sentences of a text end, for every language that has capitals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

_OPENS = frozenset('¿¡“"«')


def sentences(text: str, stops: str) -> Iterator[tuple[int, int]]:
    """(start, end) of each sentence: one of `stops` and white space end it before a capital, an empty line anywhere."""
    start = 0
    for gap in _gaps(stops).finditer(text):
        after = text[gap.end() : gap.end() + 1]
        if "\n\n" in gap[0] or after.isupper() or after in _OPENS:
            yield start, gap.start()
            start = gap.end()
    yield start, len(text)


@cache
def _gaps(stops: str) -> re.Pattern[str]:
    return re.compile(rf"(?<=[{re.escape(stops)}])[\s”\"»]+(?=\S)|\n\n+")
