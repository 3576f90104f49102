"""What belongs to the sheet although no rule names it: running heads and bare page numbers, known by their habit.

A page number rises by one from page to page; a running head is the same short line near each of them. Where form feeds
part the pages, both are what stands at their edges. Where one of them parts a sentence or an amount, the sentence is
made whole again.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, pairwise

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
    paged = _at_edges(marked, text) if _PAGE in text else marked
    numbered = _page_numbers(paged)
    return _healed(_running_heads(numbered))


def _at_edges(marked: Sequence[Marked], text: str) -> list[Marked]:
    """The lines, the numbers and the heads at the edges of pages that form feeds part given to the sheet."""
    pages = _pages(marked, text)
    edges = [sorted({*page[:_EDGE], *page[-_EDGE:]}) for page in pages]
    bare = {(n, at): int(found[1]) for n, ats in enumerate(edges) for at in ats if (found := _bare(marked[at]))}
    shifts = Counter(number - n for (n, _), number in bare.items())
    numbers = {at for (n, at), number in bare.items() if shifts[number - n] > 1}
    says = [{at: _wordings(marked[at].line.text) for at in ats if _may_head(marked[at])} for ats in edges]
    times = Counter(words for page in says for words in set[str]().union(*page.values()))
    running = {words for words, count in times.items() if count >= min(_FEWEST, max(len(pages), 2))}
    # On the first page the same words are the title.
    heads = {at for page in says[1:] for at, words in page.items() if words & running}
    return [replace(m, role=FURNITURE, mark=None) if at in numbers | heads else m for at, m in enumerate(marked)]


def _pages(marked: Sequence[Marked], text: str) -> list[list[int]]:
    """The places of the lines on each page."""
    breaks = [found.start() for found in re.finditer(_PAGE, text)]
    page = (bisect_right(breaks, m.line.view.source(0)) for m in marked)
    return [[at for at, _ in group] for _, group in groupby(enumerate(page), key=lambda pair: pair[1])]


def _bare(marked: Marked) -> re.Match[str] | None:
    """The line as a bare number, if it is one."""
    return _NUMBER.fullmatch(marked.line.text) if marked.role in (WORDS, SERIES) else None


def _wordings(text: str) -> set[str]:
    """What the head of another page may print: the same, or the same with another number of the page."""
    return {text, _FOLIO.sub("", text)}


def _may_head(marked: Marked) -> bool:
    words = marked.line.text.split()
    return marked.role in (WORDS, TITLE) and 1 < len(words) <= _LONGEST_HEAD


def _page_numbers(marked: Sequence[Marked]) -> list[Marked]:
    bare = [(at, int(found[1])) for at, m in enumerate(marked) if (found := _bare(m))]
    rising = sum(1 for (_, one), (_, other) in pairwise(bare) if other == one + 1)
    if len(bare) < _FEWEST or rising < 0.6 * (len(bare) - 1):
        return list(marked)
    pages = {at for at, _ in bare}
    return [replace(m, role=FURNITURE, mark=None) if at in pages else m for at, m in enumerate(marked)]


def _running_heads(marked: Sequence[Marked]) -> list[Marked]:
    near = {at + step for at, m in enumerate(marked) if m.role == FURNITURE for step in (-1, 1)}
    heads = Counter(
        marked[at].line.text
        for at in near
        if 0 <= at < len(marked) and marked[at].role == WORDS and len(marked[at].line.text.split()) <= _LONGEST_HEAD
    )
    running = {text for text, times in heads.items() if times >= _FEWEST}
    return [replace(m, role=FURNITURE) if m.role == WORDS and m.line.text in running else m for m in marked]


def _healed(marked: Sequence[Marked]) -> list[Marked]:
    """The lines, one that goes on with a sentence after the sheet's lines standing close under its beginning."""
    done: list[Marked] = []
    said: Marked | None = None
    parted = False
    for m in marked:
        goes_on = parted and m.role == WORDS and said is not None and _goes_on(said, m)
        done.append(replace(m, line=m.line._replace(apart=False)) if goes_on else m)
        parted = m.role == FURNITURE and (parted or said is not None)
        said = m if m.role != FURNITURE else said
    return done


def _goes_on(said: Marked, after: Marked) -> bool:
    return said.line.text[-1:] not in _STOPS and not after.line.text[:1].isupper()
