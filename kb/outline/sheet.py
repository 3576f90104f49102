"""What belongs to the sheet although no rule names it: running heads and bare page numbers, known by their habit.

A page number rises by one from page to page; a running head is the same short line near each of them. Where form feeds
part the pages, both are what stands at their edges. Where one of them parts a sentence or an amount, the sentence is
made whole again.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from kb.outline.marks import FURNITURE, SERIES, TITLE, WORDS, Marked

_NUMBER = re.compile(r"[-–—|\s]*(\d{1,4})[-–—|\s]*")
_LONGEST_HEAD = 12
# Fewer pages than these prove no habit.
_FEWEST = 3
# As many lines at the top and the foot of a page can belong to the sheet.
_EDGE = 2
_PAGE = "\f"
# The number of the page in a running head.
_FOLIO = re.compile(r"^\d{1,4}\s+|\s+\d{1,4}$")
_STOPS = frozenset('.:;!?»”"')


def set_aside(marked: Sequence[Marked], text: str) -> list[Marked]:
    """The lines, the sheet's among them marked as furniture and the sentences that they part joined again."""
    paged = _at_edges(marked, text) if _PAGE in text else list(marked)
    return _healed(_running_heads(_page_numbers(paged)))


def _at_edges(marked: Sequence[Marked], text: str) -> list[Marked]:
    """The lines, the numbers and the heads at the edges of pages that form feeds part given to the sheet."""
    pages = _pages(marked, text)
    edges = [sorted({*page[:_EDGE], *page[-_EDGE:]}) for page in pages]
    return _as_furniture(marked, _numbers_at(edges, marked) | _heads_at(edges, marked))


def _numbers_at(edges: Sequence[Sequence[int]], marked: Sequence[Marked]) -> set[int]:
    """The bare numbers at the edges of pages that rise with the pages."""
    shifts: dict[int, int] = {}
    for page, places in enumerate(edges):
        for at in places:
            number = _bare(marked[at])
            if number is not None:
                shifts[at] = number - page
    times = Counter(shifts.values())
    return {at for at, shift in shifts.items() if times[shift] > 1}


def _heads_at(edges: Sequence[Sequence[int]], marked: Sequence[Marked]) -> set[int]:
    """The short lines that come again at the edges of pages; on the first page the same words are the title."""
    wordings: dict[int, set[str]] = {}
    times: Counter[str] = Counter()
    for places in edges:
        on_page = {at: _wordings(marked[at].line.text) for at in places if _may_head(marked[at])}
        wordings.update(on_page)
        times.update(set[str]().union(*on_page.values()))
    fewest = min(_FEWEST, max(len(edges), 2))
    running = {words for words, count in times.items() if count >= fewest}
    return {at for at, words in wordings.items() if words & running}.difference(*edges[:1])


def _as_furniture(marked: Sequence[Marked], places: Iterable[int]) -> list[Marked]:
    done = list(marked)
    for at in places:
        done[at] = replace(done[at], role=FURNITURE, mark=None)
    return done


def _pages(marked: Sequence[Marked], text: str) -> list[list[int]]:
    """The places of the lines on each page."""
    breaks = [found.start() for found in re.finditer(_PAGE, text)]
    pages: dict[int, list[int]] = defaultdict(list)
    for at, m in enumerate(marked):
        pages[bisect_right(breaks, m.line.view.source(0))].append(at)
    return list(pages.values())


def _bare(marked: Marked) -> int | None:
    """The number that is all of the line, if one is."""
    found = _NUMBER.fullmatch(marked.line.text) if marked.role in (WORDS, SERIES) else None
    return int(found[1]) if found else None


def _wordings(text: str) -> set[str]:
    """What the head of another page may print: the same, or the same with another number of the page."""
    return {text, _FOLIO.sub("", text)}


def _may_head(marked: Marked) -> bool:
    words = marked.line.text.split()
    return marked.role in (WORDS, TITLE) and 1 < len(words) <= _LONGEST_HEAD


def _page_numbers(marked: list[Marked]) -> list[Marked]:
    bare = {at: number for at, m in enumerate(marked) if (number := _bare(m)) is not None}
    rising = sum(other == one + 1 for one, other in pairwise(bare.values()))
    if len(bare) < _FEWEST or rising < 0.6 * (len(bare) - 1):
        return marked
    return _as_furniture(marked, bare)


def _running_heads(marked: list[Marked]) -> list[Marked]:
    furniture = [at for at, m in enumerate(marked) if m.role == FURNITURE]
    near = {at - 1 for at in furniture} | {at + 1 for at in furniture}
    words = {at: m.line.text for at, m in enumerate(marked) if m.role == WORDS}
    times = Counter(words[at] for at in near & words.keys() if len(words[at].split()) <= _LONGEST_HEAD)
    running = {text for text, count in times.items() if count >= _FEWEST}
    return _as_furniture(marked, [at for at, text in words.items() if text in running])


def _healed(marked: Sequence[Marked]) -> list[Marked]:
    """The lines, one that goes on with a sentence after the sheet's lines standing close under its beginning."""
    done: list[Marked] = []
    said: Marked | None = None
    parted = False
    for m in marked:
        if parted and m.role == WORDS and said is not None and _goes_on(said, m):
            done.append(replace(m, line=m.line._replace(apart=False)))
        else:
            done.append(m)
        if m.role == FURNITURE:
            parted = said is not None
        else:
            said, parted = m, False
    return done


def _goes_on(said: Marked, after: Marked) -> bool:
    return said.line.text[-1:] not in _STOPS and not after.line.text[:1].isupper()
