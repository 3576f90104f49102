"""What the articles on both sides decide of a mark: whether a letter behind its number is its own, where a line is two.

"Artículo 8° A. Informe" is article 8, whose words begin with a letter, where the law goes on from 7 and prints no
other 8; else it is one put in behind 8. "ARTICULO 2.3. 1.22." between 2.3.1.21 and 2.3.1.23 is one number, parted by a
blank. An emphasised mark amid a line begins an article between those beside it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from string import ascii_lowercase

from kb.grammar import Grammar, Mark
from kb.outline.marks import BANNER, CLOSING, HEAD, TITLE, Marked

# A letter that stands apart from the figures before it, with what closes it.
_APART = re.compile(r"(?<=[\d.º°ª])\s+[^\W\d_]\s*[.:;)–—-]*$")
# The figures behind a blank that go on with those of a mark, with what closes them.
_GOING_ON = re.compile(r"\s*(?P<figures>(?:\d{1,3}\.)*\d{1,3})(?![\d%])(?P<end>(?:\s?[.:;–—-]+)?)\s*")
# As many figures a number has that a blank may part.
_FEWEST_FIGURES = 4
# What closes the figures of a number where no emphasis shows it.
_SIGNS = ("º", "°", "ª", ".")
# An older wording in a compiler's box, and what is no running text, are never parted.
_WHOLE = frozenset({BANNER, CLOSING, TITLE})
# What closes the sentence before a mark, and the fewest words of one.
_STOPS = (".", ";", ":")
_FEWEST_WORDS = 4
# No mark takes more of a line.
_LONGEST_MARK = 120


def settled(found: Sequence[Marked], grammar: Grammar) -> list[Marked]:
    """The lines, marks of articles read as their neighbours say, one parted where an article begins in it."""
    numbers = [_number(marked) for marked in found]
    printed = {number for number in numbers if number}
    parted = list(_parted(found, numbers, printed, grammar))
    return _with_parted_numbers(_without_letters(parted, printed))


def _number(marked: Marked) -> str:
    """The number of the article that a line begins, "" where it begins none."""
    mark = marked.mark
    return (mark.number or "") if marked.role == HEAD and mark and mark.kind == "article" else ""


def _parted(found: Sequence[Marked], numbers: Sequence[str], printed: set[str], grammar: Grammar) -> Iterator[Marked]:
    heads = [at for at, number in enumerate(numbers) if number]
    for at, marked in enumerate(found):
        later = bisect_right(heads, at)
        mark = None
        if 0 < later < len(heads):
            wanted = _between(numbers[heads[later - 1]], numbers[heads[later]])
            mark = _amid(marked, wanted, grammar) if wanted and wanted not in printed else None
        if mark is None:
            yield marked
            continue
        line = marked.line
        yield replace(marked, line=line._replace(view=line.view.part(0, len(line.text[: mark.start].rstrip()))))
        rest = line.view.part(mark.start, len(line.text))
        yield Marked(line._replace(view=rest, apart=True, stressed=True), HEAD, mark.moved(-mark.start))


def _between(before: str, after: str) -> str:
    """The one number that is missing between two, "" where there is none."""
    number = int(before) + 1 if before.isdecimal() else 0
    return str(number) if number and after == str(number + 1) else ""


def _amid(marked: Marked, wanted: str, grammar: Grammar) -> Mark | None:
    """The emphasised mark behind a sentence of the line, of the article with the number `wanted`."""
    if marked.role in _WHOLE or marked.line.row or len(marked.line.view.runs) == 1:
        return None
    text = marked.line.text
    for seen, _ in marked.line.view.runs[1:]:
        said = text[max(seen - _LONGEST_MARK, marked.rest) : seen]
        if said.rstrip().endswith(_STOPS) and said[-1:].isspace() and len(said.split()) >= _FEWEST_WORDS:
            mark = grammar.division(text[seen : seen + _LONGEST_MARK])
            if mark is not None and mark.kind == "article" and mark.number == wanted:
                return mark.moved(seen)
    return None


def _without_letters(found: Sequence[Marked], printed: set[str]) -> list[Marked]:
    """The lines, a letter that is no part of an article's number given back to its words."""
    done: list[Marked] = []
    last = ""
    for marked in found:
        number = _number(marked)
        figures = number[:-1]
        follows = figures.isdecimal() and last.isdecimal() and int(figures) == int(last) + 1
        if follows and figures not in printed and marked.mark is not None:
            marked = _plain(marked, marked.mark)
        last = _number(marked).rstrip(ascii_lowercase) or last
        done.append(marked)
    return done


def _plain(marked: Marked, mark: Mark) -> Marked:
    """The line of an article with its mark up to the figures, where a letter stands apart behind them."""
    label = marked.line.text[mark.start : mark.end]
    letter = _APART.search(label)
    if letter is None or mark.number is None:
        return marked
    end = mark.start + letter.start()
    rest = end + len(letter[0]) - len(letter[0].lstrip())
    if marked.line.stressed:
        closed = any(end <= seen <= rest for seen, _ in marked.line.view.runs)
    else:
        closed = marked.line.text[:end].endswith(_SIGNS)
    return replace(marked, mark=mark._replace(number=mark.number[:-1], end=end, rest=rest)) if closed else marked


def _with_parted_numbers(found: Sequence[Marked]) -> list[Marked]:
    """The lines, the figures of a number put together that a blank parts, where its neighbours have as many."""
    heads = [at for at, marked in enumerate(found) if _number(marked)]
    done = list(found)
    for before, at, *after in zip(heads, heads[1:], heads[2:], [*heads[3:], *heads[-1:]], strict=False):
        figures = _number(done[before]).split(".")
        beside = [number for place in after if len(number := _number(found[place]).split(".")) == len(figures)]
        if beside and len(figures) >= _FEWEST_FIGURES:
            done[at] = _whole(found[at], len(figures), {figures[0], beside[0][0]})
    return done


def _whole(marked: Marked, figures: int, firsts: set[str]) -> Marked:
    """The line of an article with its whole number, where that has so many figures and begins like its neighbours'."""
    mark = marked.mark
    more = _GOING_ON.match(marked.line.text, mark.end) if mark else None
    if mark is None or more is None:
        return marked
    number = f"{mark.number}.{more['figures']}"
    if number.count(".") + 1 != figures or number.partition(".")[0] not in firsts:
        return marked
    return replace(marked, mark=mark._replace(number=number, end=more.end("end"), rest=more.end()))
