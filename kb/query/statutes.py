"""Where a typed text names a statute by its noun ("Estatuto de Aguas", "Harbour Code") or by an abbreviation ("CPM").

What is read here need not be known to anybody: a name that nobody knows must not be taken for a word beside a number,
or the number would lead to another law. Which words are nouns of statutes is data; the rest is where they stand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kb.ids import BELOW_ARTICLE
from kb.query.pieces import Piece
from kb.query.provisions import SOLE
from kb.store.called import CALLED, NAME

# Marks between words that no name has inside.
_PARTING = re.compile(r"[,;:()\[\]\"“”«»/?!\n]")
# What abbreviates a name is no longer; what abbreviates a word of it ("Co.") neither.
_LONGEST, _LONGEST_SHORT = 5, 4
_FULL_YEAR = re.compile(r"1[89]\d{2}|20\d{2}")
_SMALL_ROMAN = re.compile(r"[IVX]+")
_ROMAN = re.compile(r"[IVX]+|i{2,3}|iv|vi{1,3}")
_YEAR_LONG = 4
# So many words may stand between a noun of statutes and its number.
_MOST_ADJECTIVES = 2
# An abbreviation is told in small letters where no word could be written so: "cst".
_VOWELS = frozenset("aeiouyáéíóúü")

# What nouns of statutes are that are everyday words, too.
_EVERYDAY = frozenset({"doubtful", "topical", "document", "ordinary"})

IsWord = Callable[[str], bool]


def _any_word(word: str) -> bool:
    return bool(word)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What is known of a word: whether any text, name or list has it, and whether it is a slip of one of these."""

    has: IsWord = _any_word
    is_slip: IsWord = _any_word


ANY_WORD = Vocabulary()
"""Every word is known: no word is a name only because no text has it."""


@dataclass(frozen=True, slots=True)
class Sides:
    """Where a noun of statutes has its name, and whether all that stands there is of the name.

    A `doubtful` noun is an everyday word, too: a pact, a decision; it may go by names all the same, as a protocol does.
    Of these a `document` has a name wherever one is tied to it ("manual de crédito"), and an `ordinary` one none at all
    but by its place: "acuerdo de accionistas".
    """

    after: bool
    before: bool
    named: bool
    doubtful: bool = False
    document: bool = False
    ordinary: bool = False

    @classmethod
    def of(cls, nouns: Sequence[Piece]) -> Sides:
        """Those of a noun, which may be of several words; of one that no grammar lists, as of a plain one."""
        told = [value.split(" ") for noun in nouns for value in noun.of("statute")]
        sides = {side for side, _ in told} or {"after"}
        hows = {how for _, how in told}
        doubtful = bool(told) and hows <= _EVERYDAY
        kinds = (not hows.isdisjoint({"named", "topical"}), doubtful, "document" in hows, "ordinary" in hows)
        return cls("after" in sides, "before" in sides, *kinds)


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
    return _is_behind(found, start) or is_ahead(found, stop)


def _is_behind(found: Sequence[Piece], start: int) -> bool:
    """Whether a provision, or its number, ends before `start`."""
    there = before(found, start)
    if there < 0:
        return False
    numbered = there > 0 and bool(found[there - 1].of("kind"))
    return bool(found[there].figure or found[there].of("kind") or found[there].of("last")) or numbered


def is_ahead(found: Sequence[Piece], stop: int) -> bool:
    there = after(found, stop)
    return there < len(found) and bool(found[there].of("kind") or found[there].figure)


def is_tied(found: Sequence[Piece], start: int) -> bool:
    """Whether a provision is tied to what begins here: "artículo 5 DE LA …", "article 5 OF the …"."""
    tie = any(found[at].of("of") for at in range(before(found, start) + 1, start))
    return tie and _is_behind(found, start)


def end_of_name(found: Sequence[Piece], stop: int, *, named: bool, tied: bool) -> int:
    """Where the name ends that follows a noun; `stop` when none does.

    It goes on where all that follows is of the name, where it is tied to the noun ("Ley DE Aguas"), and where it is
    written with capitals. With `tied` a word that follows at once is of it, too, with what is tied to that: "artículo
    17 de la Ley bancaria", "ley orgánica DEL presupuesto".
    """
    there = after(found, stop)
    if there == len(found) or is_parted(found, stop, there) or not _is_of_name(found, stop, there):
        return stop
    of = any(found[at].of("of") for at in range(stop, there))
    capital = _is_capital(found, there)
    if not (named or of or (there == stop and (tied or capital))):
        return stop
    end = there + 1
    while end < len(found):
        over = named or capital or (end < len(found) and bool(found[end].of("of")))
        following = after(found, end) if over else end
        if following == len(found) or is_parted(found, end, following) or not _is_of_name(found, end, following):
            break
        if not named and capital and not _is_capital(found, following):
            break
        end = following + 1
    return end


def _is_of_name(found: Sequence[Piece], stop: int, there: int) -> bool:
    """Whether a piece may be of the name that ends before it: a word, or what is tied to it: "Protocolo DEL Código".

    A word for a type or for a provision is one that has no number: "ley de TÍTULOS valores", "ley de LEYES".
    """
    if is_word_piece(found[there]):
        return True
    if not any(found[at].of("of") for at in range(stop, there)):
        return False
    return bool(found[there].of(NAME) or found[there].of(CALLED)) or _is_numberless(found, there)


def _is_numberless(found: Sequence[Piece], at: int) -> bool:
    """Whether a word for several provisions or statutes has no number behind it, so that it is a mere word."""
    if not (found[at].of("kind") or found[at].of("type")) or len(found[at].text) <= _LONGEST_SHORT:
        return False
    following = after(found, at + 1)
    return following == len(found) or not (found[following].figure or found[following].of("number"))


def begin_of_name(found: Sequence[Piece], start: int, floor: int, *, named: bool) -> int:
    """Where the name begins that goes before a noun; `start` when none does."""
    begin = start
    while begin > floor and is_word_piece(found[begin - 1]) and not is_parted(found, begin, begin):
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


def doubtful_name(found: Sequence[Piece], at: int, floor: int, words: Vocabulary) -> tuple[int, int]:
    """Where the name begins and ends that has an everyday word for its noun; nowhere when that is a mere word.

    It is a noun of statutes where it is tied to a provision ("artículo 17 del Pacto"), where it has a number of its own
    ("decisión andina 486"), where it and its name are written with capitals ("Pacto de San José"), and where its name
    has a word that no text has ("pacto de san josé") or that of a statute ("reglamento del código fiscal").
    """
    sides, tied = Sides.of(found[at : at + 1]), is_tied(found, at)
    numbered = end_of_number(found, _end_of_adjectives(found, at + 1))
    if numbered > at + 1 and found[numbered - 1].figure:
        return at, numbered
    if dated := _end_of_year(found, at + 1):
        return at, dated
    if tied:
        return at, end_of_number(found, end_of_name(found, at + 1, named=sides.named, tied=True))
    if sides.ordinary:
        return at, at
    small = _small_name(found, at, floor, words)
    if small != (at, at) or not _is_capital(found, at):
        return small
    there = after(found, at + 1)
    inside = at > floor and is_word_piece(found[at - 1]) and not is_parted(found, at, at)
    if sides.after and not inside and there < len(found) and _is_capital(found, there):
        return at, end_of_name(found, at + 1, named=False, tied=False)
    if sides.before and inside and _is_capital(found, at - 1):
        return begin_of_name(found, at, floor, named=False), at + 1
    return at, at


def _end_of_year(found: Sequence[Piece], at: int) -> int:
    """Where the year ends that is tied to a noun ("concordato de 1973"); 0 when none is."""
    there = after(found, at)
    tied = any(found[place].of("of") for place in range(at, there))
    return there + 1 if tied and there < len(found) and _FULL_YEAR.fullmatch(found[there].figure) else 0


def _small_name(found: Sequence[Piece], at: int, floor: int, words: Vocabulary) -> tuple[int, int]:
    """Where the name begins and ends that a doubtful noun has whatever its letters; nowhere when it is a topic."""
    sides = Sides.of(found[at : at + 1])
    end = end_of_name(found, at + 1, named=False, tied=True) if sides.after else at + 1
    if end > at + 1:
        tied = any(piece.of("of") for piece in found[at + 1 : end])
        if (sides.document and tied) or any(_tells_a_statute(piece, words) for piece in found[at + 1 : end]):
            return at, end_of_number(found, end)
    before_it = at - 1
    if sides.before and before_it >= floor and not found[at].gap.strip() and _is_strange(found[before_it], words):
        return begin_of_name(found, at, floor, named=True), at + 1
    return at, at


def _tells_a_statute(piece: Piece, words: Vocabulary) -> bool:
    """Whether a piece of a name is a word that no text has, or the name of a statute itself."""
    return bool(piece.of(NAME) or piece.of(CALLED)) or _is_strange(piece, words)


def _is_strange(piece: Piece, words: Vocabulary) -> bool:
    """Whether no text has a word, and it is no slip; of short words those of the texts are too near to tell."""
    if not piece.text.isalpha() or not is_word_piece(piece) or words.has(piece.text):
        return False
    return len(piece.text) <= _LONGEST or not words.is_slip(piece.text)


def _end_of_adjectives(found: Sequence[Piece], stop: int) -> int:
    """Where a word or two end that stand between a noun and its number: "decisión ANDINA 486"."""
    end = stop
    while (
        end < len(found) and end < stop + _MOST_ADJECTIVES and is_word_piece(found[end]) and not found[end].gap.strip()
    ):
        end += 1
    return end


def end_of_number(found: Sequence[Piece], stop: int) -> int:
    """Where the number ends that belongs to the name before it: "UCP 600", "Basilea III"; `stop` when none does.

    A figure is a name's where it has its year ("circular 29 de 2014"), or where an article is named besides and it
    counts nothing: "decisión de 3 directores".
    """
    if stop == len(found) or found[stop].gap.strip(" -"):
        return stop
    if _ROMAN.fullmatch(found[stop].text) or (len(found[stop].text) == 1 and found[stop].text.isupper()):
        return stop + 1
    year = after(found, stop + 1)
    dated = year < len(found) and len(found[year].figure) == _YEAR_LONG and any(map(_is_tie, found[stop + 1 : year]))
    if found[stop].figure and dated:
        return year + 1
    other = any(piece.of("kind") and not BELOW_ARTICLE.issuperset(piece.of("kind")) for piece in found)
    counts = stop + 1 < len(found) and is_word_piece(found[stop + 1]) and not found[stop + 1].gap.strip(" ")
    return stop + 1 if found[stop].figure and other and not counts else stop


def _is_tie(piece: Piece) -> bool:
    return bool(piece.of("of"))


def is_word_piece(piece: Piece) -> bool:
    """Whether a piece is a mere word, which may be of a name: "decreto ÚNICO" is no number of one."""
    return (piece.is_plain or piece.of("number") == (SOLE,)) and not piece.figure


def is_parted(found: Sequence[Piece], start: int, stop: int) -> bool:
    """Whether a mark that no name has inside stands before any of these pieces."""
    return any(_PARTING.search(found[at].gap) for at in range(start, stop + 1))


def _is_capital(found: Sequence[Piece], at: int) -> bool:
    return found[at].text[:1].isupper() and not is_shouted(found, at, at + 1)


def end_of_abbreviation(found: Sequence[Piece], at: int, words: Vocabulary) -> int:
    """Where the abbreviation of a statute's name ends that begins at a place; the place itself when none does.

    Capitals that the texts or the glossary have are a topic: "art. 6 ADR".
    """
    if at > 0 and found[at - 1].of("kind"):
        return at
    if _is_solid(found, at):
        return at if words.has(found[at].text) else at + 1
    return _end_of_letters(found, at)


def _is_solid(found: Sequence[Piece], at: int) -> bool:
    """ "CPM", "CdeC": where the rest is not written in capitals."""
    text = found[at].text
    capitals = sum(one.isupper() for one in text)
    shape = text.isalpha() and capitals > 1 and 2 * capitals >= len(text) and len(text) <= _LONGEST
    return shape and is_word_piece(found[at]) and not _SMALL_ROMAN.fullmatch(text) and not is_shouted(found, at, at + 1)


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
        short = _is_letter(text) or (text[:1].isupper() and brief and is_word_piece(found[following]))
        if (not dotted and end == at + 1) or not short or text[:1].isupper() == small:
            break
        end = following + 1
    return end if end > at + 1 else at


def _is_letter(text: str) -> bool:
    return len(text) == 1 and text.isalpha()


def strange_name(found: Sequence[Piece], words: Vocabulary) -> tuple[int, int] | None:
    """The places of a name that only its place betrays: words of no text, where a statute is named.

    They are tied to a provision ("artículo 5 de la Constitusión"), or written in capitals, or no words could be written
    so ("art. 5 cst"); or they have a hyphen or a number ("Basilea III"), or a capital that does not begin the text. One
    alone that is as short as an abbreviation is one, too, unless it is a slip of a word of the texts: "art. 5 fatca".
    """
    at = 0
    while at < len(found):
        stop = _end_of_strange(found, at, words)
        end = end_of_number(found, stop) if stop > at else stop
        lettered = at > 0 and bool(found[at - 1].of("kind"))
        if stop > at and not lettered and is_beside(found, at, end) and _is_betrayed(found, at, stop, end, words):
            return at, end if end > stop else end_of_name(found, stop, named=True, tied=True)
        at = max(stop, at + 1)
    return None


def _end_of_strange(found: Sequence[Piece], at: int, words: Vocabulary) -> int:
    """Where a run ends of words that no text has, and of what is written with a capital beside them."""
    end, strange = at, False
    while end < len(found) and _is_lettered(found[end]) and (end == at or found[end].gap in {" ", "-"}):
        known = words.has(found[end].text)
        if known and not (found[end].text[:1].isupper() and not is_shouted(found, end, end + 1)):
            break
        strange, end = strange or not known, end + 1
    return end if strange else at


def _is_lettered(piece: Piece) -> bool:
    numeral = _ROMAN.fullmatch(piece.text) is not None
    return piece.text.isalpha() and len(piece.text) > 1 and is_word_piece(piece) and not numeral


def _is_betrayed(found: Sequence[Piece], at: int, stop: int, end: int, words: Vocabulary) -> bool:
    """Whether these words, one of which no text has, look like a name."""
    said = [piece.text for piece in found[at:stop] if not words.has(piece.text)]
    if is_tied(found, at) or any(piece.gap == "-" for piece in found[at + 1 : stop]):
        return True
    if any(text.isupper() or _VOWELS.isdisjoint(text.lower()) for text in said):
        return True
    short = stop == at + 1 and len(said[0]) <= _LONGEST and not found[at].of("asking")
    if short and _is_alone(found, at) and not words.is_slip(said[0]):
        return True
    capitals = [place for place in range(at, stop) if _is_capital(found, place)]
    if end > stop:
        return bool(capitals) or not found[stop].figure
    return any(place > 0 for place in capitals)


def _is_alone(found: Sequence[Piece], at: int) -> bool:
    """Whether a word stands by a word for a provision, be its number between, and is all else that is said."""
    there, following = before(found, at), after(found, at + 1)
    behind = any(found[place].of("kind") for place in (there, there - 1) if place >= 0)
    ahead = following < len(found) and bool(found[following].of("kind"))
    others = (place for place in range(len(found)) if place != at)
    return (behind or ahead) and not any(is_word_piece(found[place]) for place in others)
