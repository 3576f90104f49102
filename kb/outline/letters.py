"""Letters that are Roman numerals too: "i)" after "h)" is a letter, or begins a list under it.

What comes after decides: "j)" goes on with the letters, "ii)" with the numerals. Where both come, nothing tells the
two readings apart. An article's capital is a letter where its like are letters.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from kb.grammar import Grammar, Mark
from kb.outline.marks import HEAD, PARAGRAPH, SERIES, Marked

_BY_LETTER = frozenset({"roman", "upper"})
LETTER, ROMAN, EITHER = "letter", "roman", "either"
# Numerals of one letter that lists come to.
_BOTH = frozenset({"i", "v", "x"})
_HEADED = re.compile(r"\b([A-Z])[.:]?(?:\s*\(\w+\)[.:]?)?$")


def articles(marked: Sequence[Marked]) -> list[Marked]:
    """The lines, the Roman numerals of articles that are letters ("Artículo C." after "Artículo B.") read so.

    One letter alone is a numeral where longer ones number articles too, or where none is numbered by a letter and it is
    the numeral of a small number.
    """
    done = list(marked)
    own = {at: m.mark for at, m in enumerate(marked) if m.role == HEAD and m.mark and _may_be_letter(m.mark)}
    single = {at: said[1].lower() for at in own if (said := _HEADED.search(_label(marked[at])))}
    numerals = [at for at, mark in own.items() if mark.style == "roman"]
    small = len(numerals) == len(own) and _BOTH.issuperset(single.values())
    if small or not single.keys() >= set(numerals):
        return done
    for at, letter in single.items():
        done[at] = replace(marked[at], mark=own[at]._replace(number=letter, style="upper"))
    return done


def _may_be_letter(mark: Mark) -> bool:
    return mark.kind == "article" and mark.style in _BY_LETTER


def _label(marked: Marked) -> str:
    return marked.line.text[marked.mark.start : marked.mark.end] if marked.mark else ""


def as_roman(marked: Marked, grammar: Grammar) -> Marked | None:
    """The line with its letter read as a Roman numeral, or None where it can be none."""
    if marked.mark is None or marked.mark.number not in _BOTH:
        return None
    marks = (division.mark(marked.line.text) for division in grammar.divisions if division.series)
    return next((replace(marked, mark=mark) for mark in marks if mark and mark.style == "roman"), None)


def outlook(lines: Sequence[Marked], at: int, roman: Marked, grammar: Grammar) -> str:
    """What the lines after the number `at` make of the numeral I there: a LETTER (or words), a ROMAN, EITHER.

    A numeral is one where the next numeral comes before the same mark or the next letter.
    """
    signs, second = _frame(roman), False
    for later in lines[at + 1 :]:
        if later.role == PARAGRAPH:
            break
        if later.role != SERIES or later.mark is None or _frame(later) != signs:
            continue
        printed = _printed(later)
        if printed == _printed(roman):
            break
        if second and printed != "ii" and grammar.numbers.follows(_printed(roman), printed):
            return EITHER
        if grammar.numbers.follows(_printed(roman), printed):
            return LETTER
        second = second or printed == "ii"
    return ROMAN if second else LETTER


def _printed(marked: Marked) -> str:
    """What stands between the signs of a mark, in lower case."""
    mark = marked.mark
    return marked.line.text[mark.start : mark.end].strip("(). ").lower() if mark else ""


def _frame(marked: Marked) -> tuple[str, str, bool]:
    """The signs around a mark and whether it is in capitals: members of one list share them."""
    mark = marked.mark
    text = marked.line.text[mark.start : mark.end] if mark else ""
    opening = "(" if text.startswith("(") else ""
    return opening, text[-1:], text.isupper()
