"""Tables of contents: the same heads printed twice, once with page numbers or in a bare row, told apart from the text.

A line with leaders that names a head printed again later belongs to the sheet; so does a row of heads with nothing
under them whose numbers all come again, and, under a title that says so, a series of short entries that begins again
below it. A line with leaders whose head does not come again (a budget line) is words.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from kb.grammar import Grammar
from kb.outline.marks import FURNITURE, HEAD, TITLE, WORDS, Marked

# Of a run of leaders its end is enough, so that no run is looked at from each of its signs.
_LEADERS = re.compile(
    r"(?:\.{4}(?!\.)|…{2}(?!…)|(?:\s\.){3}(?!\s\.)|_{4}(?!_)|\t[^\S\t]{0,3}(?!\s)|\s{4}(?!\s))"
    r"\s*(?:\$\s*)?\d[\d.,]*\s*$"
)
# As many heads in a row, with nothing between them, make a table of contents; fewer may be an empty chapter.
_FEWEST = 4
# Under a title two are enough; an entry says no more words than these.
_FEWEST_TITLED = 2
_LONGEST_ENTRY = 25

Key = tuple[str, str | None]


def set_aside(lines: Sequence[Marked], grammar: Grammar) -> list[Marked]:
    """The lines, those of tables of contents given to the sheet and other lines with leaders to the words."""
    marked = _titled(lines, grammar)
    left = Counter(_key(m) for m in marked if m.role == HEAD)
    done: list[Marked] = []
    # The heads in a row with nothing under them that all come again.
    row: list[Marked] = []
    for m in marked:
        head = m.role == HEAD
        if head:
            left[_key(m)] -= 1
        if head and _has_leaders(m.line.text):
            done.append(replace(m, role=FURNITURE if left[_key(m)] else WORDS))
        elif head and left[_key(m)] and m.mark and not m.line.text[m.mark.rest :].rstrip().endswith("."):
            row.append(m)
        else:
            done += _as_furniture(row) if head and len(row) >= _FEWEST else row
            row = []
            done.append(m)
    return [*done, *row]


def _titled(lines: Sequence[Marked], grammar: Grammar) -> list[Marked]:
    """The lines, the entries under the titles of tables of contents given to the sheet; a title without is words."""
    titles = [rule.pattern for rule in grammar.furniture if rule.contents]
    found = [at for at, m in enumerate(lines) if m.role == FURNITURE and _is_any(titles, m.line.text)]
    heads = [at for at, m in enumerate(lines) if m.role == HEAD] if found else []
    last = {_key(lines[at]): at for at in heads}
    done = list(lines)
    for at in found:
        stop = _end(lines, at, heads[bisect_right(heads, at) :], last)
        if stop is None:
            done[at] = replace(lines[at], role=TITLE if lines[at].line.level else WORDS)
        else:
            done[at:stop] = _as_furniture(lines[at:stop])
    return done


def _is_any(patterns: Sequence[re.Pattern[str]], text: str) -> bool:
    return any(pattern.fullmatch(text) for pattern in patterns)


def _end(lines: Sequence[Marked], title: int, heads: Sequence[int], last: Mapping[Key, int]) -> int | None:
    """Where the table of contents under the line `title` ends, given the heads after it; None when none is there.

    Its entries all come again in the text.
    """
    if not heads or heads[0] - title > _FEWEST:
        return None
    entries = _entries(lines, heads, last)
    if len(entries) < _FEWEST_TITLED:
        return None
    stop = entries[-1] + 1
    while lines[stop].role == WORDS and not lines[stop].line.apart:
        stop += 1
    short = all(len(m.line.text.split()) <= _LONGEST_ENTRY for m in lines[title:stop])
    return stop if short and all(last[_key(lines[at])] >= stop for at in entries) else None


def _entries(lines: Sequence[Marked], heads: Sequence[int], last: Mapping[Key, int]) -> list[int]:
    """The heads of a table of contents; the text begins where the first of its articles comes again.

    CONTENIDO
    Capítulo I … 3      the first entry
    Artículo 1 … 3      the first article
    Capítulo II … 9
    Capítulo I          the first entry again: the table is over
    Artículo 1. …       the first article again: the text
    """
    keys = {at: _key(lines[at]) for at in heads}
    first = next((at for at in heads if keys[at][0] == "article"), heads[0])
    if last[keys[first]] == first:
        return []
    again = next(at for at in heads if at > first and keys[at] == keys[first])
    entries = [at for at in heads if at < again]
    begins = [place for place, at in enumerate(entries) if at > first and keys[at] == keys[heads[0]]]
    return entries[: begins[-1]] if begins else entries


def _as_furniture(lines: Sequence[Marked]) -> list[Marked]:
    return [replace(m, role=FURNITURE) for m in lines]


def _has_leaders(text: str) -> bool:
    # They lead to a page or an amount: a look at the end spares most lines the search.
    return text.rstrip(".,")[-1:].isdigit() and _LEADERS.search(text) is not None


def _key(marked: Marked) -> Key:
    return (marked.mark.kind, marked.mark.number) if marked.mark else ("", None)
