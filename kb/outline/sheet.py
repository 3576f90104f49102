"""What belongs to the sheet although no rule names it: running heads and bare page numbers, known by their habit.

A page number rises by one from page to page; a running head is the same short line near each of them. Where one of
them parts a sentence or an amount, the sentence is made whole again.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from kb.outline.marks import FURNITURE, SERIES, WORDS, Marked

_NUMBER = re.compile(r"[-–—|\s]*(\d{1,4})[-–—|\s]*")
_LONGEST_HEAD = 12
# Fewer pages than these prove no habit.
_FEWEST = 3
_STOPS = frozenset('.:;!?»”"')


def set_aside(marked: Sequence[Marked]) -> list[Marked]:
    """The lines, the sheet's among them marked as furniture and the sentences that they part joined again."""
    numbered = _page_numbers(marked)
    return _healed(_running_heads(numbered))


def _page_numbers(marked: Sequence[Marked]) -> list[Marked]:
    plain = ((at, m.line.text) for at, m in enumerate(marked) if m.role in (WORDS, SERIES))
    bare = [(at, int(found[1])) for at, text in plain if (found := _NUMBER.fullmatch(text))]
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
        done.append(replace(m, line=replace(m.line, apart=False)) if goes_on else m)
        parted = m.role == FURNITURE and (parted or said is not None)
        said = m if m.role != FURNITURE else said
    return done


def _goes_on(said: Marked, after: Marked) -> bool:
    return said.line.text[-1:] not in _STOPS and not after.line.text[:1].isupper()
