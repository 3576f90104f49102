"""Tables of contents: the same heads printed twice, once with page numbers or in a bare row, told apart from the text.

A line with leaders that names a head printed again later belongs to the sheet; so does a row of heads with nothing
under them whose numbers all come again. A line with leaders whose head does not come again (a budget line) is words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from kb.outline.marks import FURNITURE, HEAD, WORDS, Marked

_LEADERS = re.compile(r"(?:\.{4,}|…{2,}|(?:\s\.){3,}|_{4,}|\t|\s{4,})\s*\$?\s*\d[\d.,]*\s*$")
# As many heads in a row, with nothing between them, make a table of contents; fewer may be an empty chapter.
_FEWEST = 4

Key = tuple[str, str | None]


def set_aside(marked: Sequence[Marked]) -> list[Marked]:
    """The lines, those of tables of contents given to the sheet and other lines with leaders to the words."""
    left = Counter(_key(m) for m in marked if m.role == HEAD)
    done: list[Marked] = []
    row: list[Marked] = []
    for m in marked:
        if m.role == HEAD:
            left[_key(m)] -= 1
        if m.role == HEAD and _has_leaders(m.line.text):
            done.append(replace(m, role=FURNITURE if left[_key(m)] else WORDS))
        elif m.role == HEAD and left[_key(m)] and m.mark and not m.line.text[m.mark.rest :].rstrip().endswith("."):
            row.append(m)
        else:
            done.extend(_settled(row, len(row) >= _FEWEST and m.role == HEAD))
            row = []
            done.append(m)
    return [*done, *_settled(row, False)]


def _has_leaders(text: str) -> bool:
    # They lead to a page or an amount: a look at the end spares most lines the search.
    return text.rstrip(".,")[-1:].isdigit() and _LEADERS.search(text) is not None


def _settled(row: Sequence[Marked], contents: bool) -> list[Marked]:
    return [replace(m, role=FURNITURE) for m in row] if contents else list(row)


def _key(marked: Marked) -> Key:
    return (marked.mark.kind, marked.mark.number) if marked.mark else ("", None)
