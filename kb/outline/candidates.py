"""Marks that count only in their sequence: misspelled ones, ones that no stop closes, ones in the middle of a sentence.

"Artículo 3 esta ley regirá" is an article after article 2, and a citation anywhere else. So a candidate is held against
the numbers that are printed before it and, where it might be a citation, against those that are printed after it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from kb.grammar import Mark
from kb.ids import TRANSITORY
from kb.outline.marks import BANNER, CANDIDATE, CLOSING, HEAD, WORDS, Marked

_BASE = re.compile(r"\d+")
_STOPS = frozenset(".;:)]>|”»\"'")


@dataclass(slots=True)
class _Printed:
    """The numbers of the articles so far; `sure` are those of all marks that need no sequence.

    `last` is the number printed last, `stressed` the last that is emphasised; `boxed`: a compiler's box was opened
    since. `following` is the number of the next sure mark, `ahead` tells whether a box is opened before that.
    `under` is the kind of the last heading of a part that counts for itself, with the number reached there.
    """

    sure: frozenset[str]
    numbers: set[str] = field(default_factory=set)
    last: str = ""
    stressed: str = "?"
    following: str = ""
    ahead: bool = False
    boxed: bool = False
    under: str = ""
    reached: int = 0


def confirmed(marked: Sequence[Marked]) -> list[Marked]:
    """The lines, each candidate made a head where its number continues those before it, else words."""
    if not any(m.role == CANDIDATE for m in marked):
        return list(marked)
    heads = [at for at, m in enumerate(marked) if m.role == HEAD and m.mark and m.mark.kind == "article"]
    boxes = [at for at, m in enumerate(marked) if m.role == BANNER]
    printed = _Printed(frozenset(_number(marked[at]) for at in heads))
    done: list[Marked] = []
    for at, m in enumerate(marked):
        settled = m
        if m.role == CANDIDATE and m.mark:
            head = _next(heads, at)
            printed.following = _number(marked[head]) if head > at else ""
            printed.ahead = at < _next(boxes, at) < head
            settled = _settled(m, marked[at - 1] if at else None, printed)
        _count(settled, printed)
        done.append(settled)
    return done


def _next(places: Sequence[int], at: int) -> int:
    """The first of some places in order behind `at`, or `at` where there is none."""
    later = bisect_right(places, at)
    return places[later] if later < len(places) else at


def _number(marked: Marked) -> str:
    return (marked.mark.number or "") if marked.mark else ""


def _settled(marked: Marked, before: Marked | None, printed: _Printed) -> Marked:
    assert marked.mark is not None
    if marked.mark.kind != "article":
        # A heading that is misspelled stands alone on its line.
        fits = marked.line.apart and marked.rest == len(marked.line.text)
    elif marked.mark.under:
        fits = _is_next_under(marked.mark, printed)
    else:
        fits = _fits(marked, marked.mark, before, printed)
    return replace(marked, role=HEAD) if fits else replace(marked, role=WORDS, mark=None)


def _is_next_under(mark: Mark, printed: _Printed) -> bool:
    """Whether a number in words goes on with those under the heading of its part."""
    return printed.under == mark.under and mark.number == str(printed.reached + 1)


def _fits(marked: Marked, mark: Mark, before: Marked | None, printed: _Printed) -> bool:
    number = mark.number or ""
    if printed.boxed and number == printed.last:
        return True
    if number in printed.sure or number in printed.numbers:
        return _begins_again(marked, number, printed)
    follows = _is_next(number, printed.last)
    if marked.hung or mark.open:
        return follows and number.isdecimal() and str(int(number) + 1) in printed.sure
    apart = marked.line.apart
    if not apart and before is not None and before.line.text[-1:] not in _STOPS:
        return False
    if follows or (marked.line.stressed and _is_next(number, printed.stressed)):
        return True
    return apart and number.isdecimal() and str(int(number) - 1) in printed.numbers


def _begins_again(marked: Marked, number: str, printed: _Printed) -> bool:
    """Whether a mark that is printed like a heading counts, though its number comes again.

    It is the first of another document or stands between two of its articles; or it is that of today's wording, below
    which an older one stands with its label.
    """
    plain = marked.hung or not marked.line.apart or not marked.line.stressed
    if plain:
        return False
    continues = number.isdecimal() and _is_next(number, printed.last)
    if continues and printed.following == (number if printed.ahead else str(int(number) + 1)):
        return True
    return number == "1" and printed.following in ("1", "2")


def _is_next(number: str, last: str) -> bool:
    """Whether a number can stand right after `last`: 3 after 2 or 2 bis, 3a and 3 bis after 3, 2.4.2 after 2.4.1."""
    if not last:
        return number in ("1", "unico") or number.startswith(TRANSITORY)
    if number.startswith(TRANSITORY):
        return True
    head, _, tail = number.rpartition(".")
    last_head, _, last_tail = last.rpartition(".")
    if head or last_head:
        near = head == last_head and tail.isdecimal() and last_tail.isdecimal()
        return near and 0 < int(tail) - int(last_tail) <= 2
    own, other = _BASE.match(number), _BASE.match(last)
    if own is None or other is None:
        return False
    return int(own[0]) == int(other[0]) + number.isdecimal()


def _count(marked: Marked, printed: _Printed) -> None:
    if marked.role in (BANNER, CLOSING):
        printed.boxed = True
        return
    if marked.role != HEAD or marked.mark is None:
        return
    if marked.mark.kind == "article":
        numbers = [marked.mark.number or "", *marked.mark.more]
        printed.numbers.update(numbers)
        printed.last, printed.boxed = numbers[-1], False
        if marked.line.stressed:
            printed.stressed = numbers[-1]
        printed.reached += bool(printed.under)
    else:
        printed.under, printed.reached = marked.mark.kind, 0
