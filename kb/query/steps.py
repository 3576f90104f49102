"""Which provisions of a law a typed text names: a kind and a number each, in any order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kb.ids import BELOW_ARTICLE, OWN_NUMBERING, TRANSITORY
from kb.query.pieces import Piece
from kb.query.provisions import ANY, ANY_TRANSITORY, BEFORE_LAST, LAST, LAST_FEW

# "No." and "num." are followed by figures only: "no one may vote" names no provision.
_LONGEST_ABBREVIATION = 3
# Between the ends of a range: the hyphen of a keyboard, those of typesetters, the dashes and the minus.
_DASHES = {*"-‐‑‒–—−"}
# Between the members of a list.
_COMMAS, _SIGNS = {",", ";", ", ", "; "}, {"&", "/"}
# "The first 30 paragraphs" asks for no few of them.
_MOST_FEW = 12
# A number of four figures may be a year.
_YEAR_LONG = 4


@dataclass(frozen=True, slots=True)
class Step:
    """One level of a path: the pieces it takes, its kind, and what its number may be, the likeliest first.

    `faint` is true for an article or more that is numbered by a mere letter ("article a"): it counts only
    when the text names a law, or says nothing else. `series` is what goes before the numbers of a transitory article.
    `otherwise` is the kind that is meant where there is none of the kind itself.
    """

    start: int
    stop: int
    kind: str
    numbers: tuple[str, ...]
    faint: bool = False
    series: str = ""
    otherwise: str = ""

    @property
    def is_open(self) -> bool:
        """Whether the text leaves the number open."""
        return self.numbers == (ANY,)


def steps(found: Sequence[Piece], free: frozenset[int]) -> list[Step]:
    """Every kind with its number among the free pieces, lists included; none overlaps another."""
    taken: list[Step] = []
    for at in sorted(free):
        if at in free and found[at].of("kind") and (step := _step(found, free, at)):
            claimed = [*_before(found, free, step), *_listed(found, free, step)]
            claimed += _its_article(found, free, claimed[-1])
            free -= {place for one in claimed for place in range(one.start, one.stop)}
            taken.extend(claimed)
    return taken


def _its_article(found: Sequence[Piece], free: frozenset[int], part: Step) -> list[Step]:
    """The article of a part that is tied to a mere number: "numeral 9 del 67"."""
    there = part.stop
    if part.kind not in BELOW_ARTICLE or part.is_open or there not in free or not found[there].of("of"):
        return []
    while there in free and found[there].of("join"):
        there += 1
    if there not in free or not found[there].figure or found[there].year or len(found[there].figure) >= _YEAR_LONG:
        return []
    counted = there + 1 in free and found[there + 1].is_plain and not found[there + 1].of("statute")
    return [] if counted else [Step(there, there + 1, "article", (found[there].figure,))]


def _step(found: Sequence[Piece], free: frozenset[int], at: int) -> Step | None:
    """The step whose kind is said at `at`; of the transitory series where that is said before the number or behind."""
    said = [found[there].of("kind") for there in (at, at + 1) if there in free]
    both = {kind for kinds in said for kind in kinds} == {"article", "transitional"}
    step = _said(found, free - {at}, at + 1) if both else _said(found, free, at)
    if both and (step is None or step.is_open):
        return Step(at, at + 2, "article", (ANY_TRANSITORY,), faint=True)
    if step is None or step.is_open or step.numbers == (LAST,) or step.kind not in {"article", "transitional"}:
        return step
    behind = step.stop in free and "transitional" in found[step.stop].of("kind")
    if step.kind == "article" and not both and not behind:
        return step
    numbers = tuple(f"{TRANSITORY}{number}" for number in step.numbers)
    start, stop = min(at, step.start), step.stop + behind
    return replace(step, start=start, stop=stop, kind="article", numbers=numbers, faint=False, series=TRANSITORY)


def _said(found: Sequence[Piece], free: frozenset[int], at: int) -> Step | None:
    """The step whose kind is said at `at`: its number follows, or goes before as a word, or is left open."""
    kind = found[at].of("kind")[0]
    # "The second paragraph" is counted, "paragraph 2" bears the word.
    counted = next(iter(found[at].of("counted")), "")
    if several := _several(found, free, at, counted or kind):
        return replace(several, otherwise=kind if counted else "")
    after = at + 1
    if kind not in BELOW_ARTICLE and after in free and "item" in found[after].of("kind"):
        after += 1  # "artículo número 3"
    if last := _last(found, free, at, counted or kind):
        return replace(last, otherwise=kind if counted else "")
    numbers = _numbers(found[after], kind, found[at].text) if after in free else ()
    ordinal = at - 1 in free and not found[at].gap.strip() and _is_ordinal(found[at - 1])
    # "Primer inciso y último artículo": the word behind joins, and is no letter.
    joins = ordinal and after in free and bool(found[after].of("and")) and not found[after].figure
    if numbers and not joins:
        faint = kind not in BELOW_ARTICLE and len(found[after].text) == 1 and found[after].text.isalpha()
        return Step(at, after + 1, kind, numbers, faint, otherwise=counted)
    if ordinal:
        numbers = _numbers(found[at - 1], kind, found[at].text)
        if numbers:
            return Step(at - 1, at + 1, counted or kind, numbers, otherwise=kind if counted else "")
    return Step(at, at + 1, kind, (ANY,)) if kind in BELOW_ARTICLE | OWN_NUMBERING else None


def _last(found: Sequence[Piece], free: frozenset[int], at: int, kind: str) -> Step | None:
    """The step to the last of its kind: "último parágrafo", "inciso final"; of articles only in a law that is named."""
    if kind not in BELOW_ARTICLE | {"article"}:
        return None
    faint = kind == "article"
    if at - 1 in free and kind in BELOW_ARTICLE and found[at - 1].of("before-last") and not found[at].gap.strip():
        return Step(at - 1, at + 1, kind, (BEFORE_LAST,))
    if at - 1 in free and found[at - 1].of("last") and not found[at].gap.strip():
        return Step(at - 1, at + 1, kind, (LAST,), faint)
    behind = at + 1 in free and found[at + 1].of("last") and not found[at + 1].gap.strip(" .")
    return Step(at, at + 2, kind, (LAST,), faint) if behind else None


def _several(found: Sequence[Piece], free: frozenset[int], at: int, kind: str) -> Step | None:
    """The step to the first or the last few of a kind: "first two paragraphs", "los tres últimos incisos"."""
    if not {at - 1, at - 2} <= free or found[at].gap.strip() or found[at - 1].gap.strip():
        return None
    one, other = found[at - 2], found[at - 1]
    for placed, count in ((one, other), (other, one)):
        few = next((n for n in (count.figure, *count.of("number")) if n.isdecimal() and 1 < int(n) <= _MOST_FEW), "")
        if few and placed.of("first"):
            return Step(at - 2, at + 1, kind, (f"1-{few}",))
        if few and placed.of("last") and kind in BELOW_ARTICLE:
            return Step(at - 2, at + 1, kind, (f"{LAST_FEW}{few}",))
    return None


def _before(found: Sequence[Piece], free: frozenset[int], step: Step) -> list[Step]:
    """The members of a list that go before the one at its kind: "PRIMERO y segundo incisos"."""
    if step.is_open or not _is_ordinal(found[step.start]) or found[step.start].of("kind"):
        return []
    there, earlier = step.start, list[Step]()
    while {there - 1, there - 2} <= free and found[there - 1].of("and") and _is_ordinal(found[there - 2]):
        numbers = _numbers(found[there - 2], step.kind, found[step.stop - 1].text)
        earlier.insert(0, replace(step, start=there - 2, stop=there, numbers=numbers))
        there -= 2
    return earlier


def _numbers(piece: Piece, kind: str, said: str) -> tuple[str, ...]:
    """What the piece may be as the number of `kind`, which was written `said`."""
    if piece.figure:
        return () if piece.year else (piece.figure,)
    if kind == "item" and len(said) <= _LONGEST_ABBREVIATION:
        return ()
    # "Literal c" is the letter, and old lists have a "ch" and a "ll"; "capítulo C" is the hundredth.
    letters = piece.letters if kind == "point" else piece.letters[::-1]
    double = kind == "point" and len(piece.text) == 2 and piece.text.isalpha() and not piece.of("join")
    return piece.of("number") or letters or ((piece.text.lower(),) if double else ())


def _is_ordinal(piece: Piece) -> bool:
    """Whether a number may stand before its kind: "tercer inciso", "2º parágrafo", but not "46 parágrafo"."""
    marked = piece.figure.isdecimal() and not piece.text.isdecimal()
    return bool(piece.of("number")) or (bool(piece.figure) and not piece.year and (marked or not piece.text.isascii()))


def _listed(found: Sequence[Piece], free: frozenset[int], first: Step) -> Iterator[Step]:
    """The step and those that go on from it: "artículos 5º, 6º y 13", "5 a 7"; and what an article has in brackets."""
    last = _ranged(found, free, first)
    yield last
    while not first.is_open and (there := _next_of_list(found, free, last.stop, first.kind)):
        number = _list_number(found[there], first.kind)
        numbers = (f"{first.series}{number}",)
        last = _ranged(found, free, replace(first, start=last.stop, stop=there + 1, numbers=numbers, faint=False))
        yield last
    if first.kind == "article" and not first.is_open and (part := bracketed(found, free, last.stop)):
        yield part


def _ranged(found: Sequence[Piece], free: frozenset[int], first: Step) -> Step:
    """The step with the other end of its range, if it has one: "237 a 246", "5 – 7" are "237-246", "5-7"."""
    said = first.stop in free and bool(found[first.stop].of("range"))
    there = _end_of_range(found, free, first) if said else first.stop
    if there not in free or not (said or found[there].gap.strip() in _DASHES) or first.series:
        return first
    one, other = first.numbers[0], _list_number(found[there], first.kind)
    if not _rises(one, other, first.kind):
        return first
    return replace(first, stop=there + 1, numbers=(f"{one}-{other}",))


def _rises(one: str, other: str, kind: str) -> bool:
    """Whether a range goes from one number to the other: figures, or letters of points."""
    if one.isdecimal() and other.isdecimal():
        return _size(one) < _size(other)
    return kind == "point" and one.isalpha() and other.isalpha() and one < other


def _size(figure: str) -> tuple[int, str]:
    """What a figure of any length is compared by."""
    digits = figure.lstrip("0")
    return len(digits), digits


def _end_of_range(found: Sequence[Piece], free: frozenset[int], first: Step) -> int:
    """The place behind a word of ranges, and behind what may be said again there: "hasta el 20", "to article 20"."""
    there = first.stop + 1
    if there in free and found[there].of("join") and not found[there].of("and") and not found[there].figure:
        there += 1
    return there + (there in free and first.kind in found[there].of("kind"))


def bracketed(found: Sequence[Piece], free: frozenset[int], at: int) -> Step | None:
    """The item or point that is written behind its article: "46(3)", "8 (a)", "46 #3"."""
    if at not in free:
        return None
    mark = found[at].gap.strip()
    closed = at + 1 == len(found) or found[at + 1].gap.lstrip().startswith(")")
    if mark != "#" and not (mark == "(" and closed):
        return None
    if found[at].figure and not found[at].year and len(found[at].figure) < _YEAR_LONG:
        return Step(at, at + 1, "item", (found[at].figure,))
    letter = len(found[at].text) == 1 and found[at].text.isalpha()
    return Step(at, at + 1, "point", (found[at].text.lower(),)) if letter else None


def _next_of_list(found: Sequence[Piece], free: frozenset[int], at: int, kind: str) -> int | None:
    """The place of the number that a comma, or one joining word, puts into the list.

    Joining words are many: "46 de 1923" is a year, and "46 en 30 días" a term.
    """
    joined = at in free and bool(found[at].of("join"))
    there = at + joined
    if there not in free or not _list_number(found[there], kind):
        return None
    if not joined:
        gap = found[there].gap.lstrip(")")
        return there if gap in _COMMAS or gap.strip() in _SIGNS else None
    if found[at].of("of"):
        return None
    sure = bool(found[at].of("and"))
    counted = there + 1 in free and found[there + 1].is_plain
    if not found[there].figure:
        # "Literal a y b", "capítulos I y II", but not "article one and two directors".
        return there if sure and (kind == "point" or not counted) else None
    return None if (counted and not sure) or len(found[there].figure) == _YEAR_LONG else there


def _list_number(piece: Piece, kind: str) -> str:
    """The number of a later member of a list: a figure, a letter of points, a Roman numeral, or words."""
    if piece.figure:
        return "" if piece.year else piece.figure
    if kind == "point":
        double = len(piece.text) == 2 and not piece.of("join")
        return piece.text.lower() if piece.text.isalpha() and (len(piece.text) == 1 or double) else ""
    said = piece.of("number")
    romans = [letter for letter in piece.letters if letter.isdecimal() and piece.text.isupper()]
    return next((number for number in (*said, *romans) if number.isdecimal()), "")
