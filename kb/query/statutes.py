"""Where a typed text names a statute by its noun ("Estatuto de Aguas", "Harbour Code") or by an abbreviation ("CPM").

What is read here need not be known to anybody: a name that nobody knows must not be taken for a word beside a number,
or the number would lead to another law. Which words are nouns of statutes is data; the rest is where they stand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kb.query.pieces import Piece

# Marks between words that no name has inside.
_PARTING = re.compile(r"[,;:()\[\]\"“”«»/?!\n]")
# What abbreviates a name is no longer; what abbreviates a word of it ("Co.") neither.
_LONGEST, _LONGEST_SHORT = 5, 4
_SMALL_ROMAN = re.compile(r"[IVX]+")
# An abbreviation is told in small letters where no word could be written so: "cst".
_VOWELS = frozenset("aeiouyáéíóúü")

IsWord = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Sides:
    """Where a noun of statutes has its name, and whether all that stands there is of the name."""

    after: bool
    before: bool
    named: bool

    @classmethod
    def of(cls, nouns: Sequence[Piece]) -> Sides:
        """Those of a noun, which may be of several words; of one that no grammar lists, as of a plain one."""
        told = [value.split(" ") for noun in nouns for value in noun.of("statute")]
        sides = {side for side, _ in told} or {"after"}
        return cls("after" in sides, "before" in sides, any(how == "named" for _, how in told))


def is_shouted(found: Sequence[Piece], start: int, stop: int) -> bool:
    """Whether all the rest of a text is written in capitals, so that those of these pieces say nothing."""
    rest = "".join(piece.text for at, piece in enumerate(found) if not start <= at < stop)
    letters = [one for one in rest if one.isalpha()]
    return bool(letters) and not any(one.islower() for one in letters)


def before(found: Sequence[Piece], at: int) -> int:
    """The place of the piece before, joining words and what closes a list left out; -1 when there is none."""
    at -= 1
    while at >= 0 and (found[at].of("join") or found[at].of("closed")):
        at -= 1
    return at


def after(found: Sequence[Piece], at: int) -> int:
    """The first place from `at` on that is no joining word."""
    while at < len(found) and found[at].of("join"):
        at += 1
    return at


def is_beside(found: Sequence[Piece], start: int, stop: int) -> bool:
    """Whether a provision is named next to these pieces: only joining words stand between."""
    return _is_behind(found, start) or _is_ahead(found, stop)


def _is_behind(found: Sequence[Piece], start: int) -> bool:
    """Whether a provision, or its number, ends before `start`."""
    there = before(found, start)
    if there < 0:
        return False
    numbered = there > 0 and bool(found[there - 1].of("kind"))
    return bool(found[there].figure or found[there].of("kind") or found[there].of("last")) or numbered


def _is_ahead(found: Sequence[Piece], stop: int) -> bool:
    there = after(found, stop)
    return there < len(found) and bool(found[there].of("kind") or found[there].figure)


def is_tied(found: Sequence[Piece], start: int) -> bool:
    """Whether a provision is tied to what begins here: "artículo 5 DE LA …", "article 5 OF the …"."""
    tie = any(found[at].of("of") for at in range(before(found, start) + 1, start))
    return tie and _is_behind(found, start)


def end_of_name(found: Sequence[Piece], stop: int, *, named: bool, tied: bool) -> int:
    """Where the name ends that follows a noun; `stop` when none does.

    It goes on where all that follows is of the name, where it is tied to the noun ("Ley DE Aguas"), and where it is
    written with capitals. With `tied` a word that follows at once is of it, too: "artículo 17 de la Ley bancaria".
    """
    there = after(found, stop)
    if there == len(found) or not _is_word(found[there]) or _is_parted(found, stop, there):
        return stop
    of = any(found[at].of("of") for at in range(stop, there))
    capital = _is_capital(found, there)
    if not (named or of or (there == stop and (tied or capital))):
        return stop
    end = there + 1
    while end < len(found):
        following = end if named or not capital else after(found, end)
        following = after(found, end) if named else following
        if following == len(found) or not _is_word(found[following]) or _is_parted(found, end, following):
            break
        if not named and capital and not _is_capital(found, following):
            break
        end = following + 1
    return end


def begin_of_name(found: Sequence[Piece], start: int, floor: int, *, named: bool) -> int:
    """Where the name begins that goes before a noun; `start` when none does."""
    begin = start
    while begin > floor and _is_word(found[begin - 1]) and not _is_parted(found, begin, begin):
        if begin > 1 and found[begin - 2].of("kind"):
            break  # "article XVII Bylaws"
        begin -= 1
    if begin == start or named:
        return begin
    if begin > floor and found[begin - 1].of("join") and is_tied(found, begin):
        return begin
    while begin < start and not all(_is_capital(found, at) for at in range(begin, start)):
        begin += 1
    return begin


def _is_word(piece: Piece) -> bool:
    return piece.is_plain and not piece.figure


def _is_parted(found: Sequence[Piece], start: int, stop: int) -> bool:
    """Whether a mark that no name has inside stands before any of these pieces."""
    return any(_PARTING.search(found[at].gap) for at in range(start, stop + 1))


def _is_capital(found: Sequence[Piece], at: int) -> bool:
    return found[at].text[:1].isupper() and not is_shouted(found, at, at + 1)


def end_of_abbreviation(found: Sequence[Piece], at: int) -> int:
    """Where the abbreviation of a statute's name ends that begins at a place; the place itself when none does."""
    if at > 0 and found[at - 1].of("kind"):
        return at
    return at + 1 if _is_solid(found, at) else _end_of_letters(found, at)


def _is_solid(found: Sequence[Piece], at: int) -> bool:
    """ "CPM", "CdeC": where the rest is not written in capitals."""
    text = found[at].text
    capitals = sum(one.isupper() for one in text)
    shape = text.isalpha() and capitals > 1 and 2 * capitals >= len(text) and len(text) <= _LONGEST
    return shape and _is_word(found[at]) and not _SMALL_ROMAN.fullmatch(text) and not is_shouted(found, at, at + 1)


def _end_of_letters(found: Sequence[Piece], at: int) -> int:
    """ "C.P.M.", "C. de P.", "c.p.m."."""
    if not _is_letter(found[at].text) or found[at].figure:
        return at
    end, small = at + 1, found[at].text.islower()
    while end < len(found) and not found[end].figure:
        following = end if small else after(found, end)
        if following == len(found) or following > end + 1:
            break
        text, gap = found[following].text, found[end].gap
        dotted = gap == "." if small else gap in {".", ". "}
        brief = gap == "." or len(text) <= _LONGEST_SHORT
        short = _is_letter(text) or (text[:1].isupper() and brief and _is_word(found[following]))
        if (not dotted and end == at + 1) or not short or text[:1].isupper() == small:
            break
        end = following + 1
    return end if end > at + 1 else at


def _is_letter(text: str) -> bool:
    return len(text) == 1 and text.isalpha()


def strange_name(found: Sequence[Piece], is_word: IsWord) -> tuple[int, int] | None:
    """The places of a name that only its place betrays: a word of no text, where a statute is named.

    It is tied to a provision ("artículo 5 de la Constitusión"), or written in capitals, or no word could be written so
    ("art. 5 cst").
    """
    for at, piece in enumerate(found):
        if not (piece.text.isalpha() and len(piece.text) > 1 and _is_word(piece)) or not is_beside(found, at, at + 1):
            continue
        if at > 0 and found[at - 1].of("kind"):
            continue
        vowelless = _VOWELS.isdisjoint(piece.text.lower())
        if (is_tied(found, at) or piece.text.isupper() or vowelless) and not is_word(piece.text):
            return at, end_of_name(found, at + 1, named=True, tied=True)
    return None
