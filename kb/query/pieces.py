"""A typed text cut into pieces, each with everything it may mean in a reference.

A piece is a word, a name of several words, a number written in words, or a figure ("46", "12-A", "2.14.1",
"45/23"). Nothing is decided here: "a" is a literal, a Spanish preposition and an English article at once,
and only its neighbours tell which. What words mean is data: the store's reference words and the names of
its instruments.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kb.analysis import key, keys, words
from kb.model import Instrument
from kb.store.called import (
    CALLED,
    DOTTED,
    HYPHENED,
    NAME,
    SILENT,
    SOLID,
    Meaning,
    ReferenceWords,
    meanings,
)

if TYPE_CHECKING:
    from kb.store import Store

# What follows the figures of an ordinal ("1ero", "3rd"), and is no word of its own.
_ENDING = "ending"

_ROMAN = re.compile(r"m{0,3}(?:cm|cd|d?c{0,4})(?:xc|xl|l?x{0,4})(?:ix|iv|v?i{0,4})")
# "No. 45/23" is a law: words for number that are no longer count nothing.
_LONGEST_NUMBER_WORD = 3
# Behind a number: then it is a share, and numbers nothing.
_PER = ("%", "‰")
_YEAR = re.compile(r"[12]\d{3}")
_ORDINAL = re.compile(r"(\d+)([^\W\d_]+)")
_RUNS = re.compile(r"[^\W\d_]+")
# What may be written together with the number before it.
_GLUED = frozenset({"kind", "type", "of", "called", "name"})
_ROMAN_DIGITS = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}

# Initials of so many letters are read in small letters too: no word is "eosf".
_PLAIN_INITIALS = 4


@dataclass(frozen=True, slots=True)
class Entry:
    """A word or name of the lexicon: its keys, how they are joined, what it means."""

    keys: tuple[str, ...]
    joint: str
    meanings: frozenset[Meaning]


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the typed text: as typed, what parts it from the piece before, and what it may mean.

    `figure` is the number that its digits write, normalised; `year` the one after the bar of "45/23".
    """

    text: str
    gap: str = ""
    meanings: frozenset[Meaning] = frozenset()
    figure: str = ""
    year: str = ""

    def of(self, role: str) -> tuple[str, ...]:
        """The values it has in `role`, in order; empty when it never plays it."""
        return tuple(sorted(value for own, value in self.meanings if own == role))

    @property
    def is_plain(self) -> bool:
        """Whether it is a mere word, which plays no part of a reference but in a name."""
        return all(role in SILENT for role, _ in self.meanings)

    @property
    def letters(self) -> tuple[str, ...]:
        """The numbers it writes as a single letter of a list, or as a Roman numeral."""
        spelled = self.text.lower()
        value = roman(key(self.text))
        return ((spelled,) if len(spelled) == 1 and spelled.isalpha() else ()) + ((str(value),) if value else ())


def roman(text: str) -> int | None:
    """The value of a lower-case Roman numeral, or None; "iiii" is read too, old prints have it."""
    if not text or not _ROMAN.fullmatch(text):
        return None
    digits = [_ROMAN_DIGITS[letter] for letter in text]
    return sum(-one if one < next_ else one for one, next_ in zip(digits, [*digits[1:], 0], strict=True))


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What words and names mean: `words` are the entries of reference words by their first keys, the store has names.

    `firsts` are the words that a name may begin with where a word of the same type is typed: "Cód. Fiscal" is a name as
    "Código Fiscal" is.
    """

    store: Store
    words: Mapping[str, Sequence[Entry]]
    firsts: Mapping[str, frozenset[str]]

    def roles(self, word: str) -> set[str]:
        """What a single word may be in a reference."""
        return {role for entry in self.entries((word,)) for role, _ in entry.meanings}

    def entries(self, spelled: tuple[str, ...]) -> list[Entry]:
        """All that a text of these keys may begin with, the longest first."""
        found: defaultdict[tuple[tuple[str, ...], str], set[Meaning]] = defaultdict(set)
        for entry in self.words.get(spelled[0], ()):
            if entry.keys == spelled[: len(entry.keys)]:
                found[entry.keys, entry.joint].update(entry.meanings)
        for first in (spelled[0], *self.firsts.get(spelled[0], ())):
            for length, joint, meaning in self.store.names_within((first, *spelled[1:])):
                if first == spelled[0] or meaning[0] == NAME:
                    found[spelled[:length], joint].add(meaning)
        longest = sorted(found.items(), key=lambda item: (-len(item[0][0]), item[0]))
        return [Entry(said, joint, frozenset(its)) for (said, joint), its in longest]


def lexicon_of(store: Store) -> Lexicon:
    """What every word and name of a store means."""
    return store.kept("lexicon", lambda: _lexicon(store))


def _lexicon(store: Store) -> Lexicon:
    words_of = store.reference_words()
    by_first: defaultdict[str, list[Entry]] = defaultdict(list)
    for (spelled, joint), its in meanings(words_of).items():
        if spelled:
            by_first[spelled[0]].append(Entry(spelled, joint, frozenset(its)))
    firsts: defaultdict[str, set[str]] = defaultdict(set)
    for first, others in _same_types(words_of).items():
        for other in others - {first}:
            firsts[other].add(first)
    return Lexicon(store, by_first, {word: frozenset(its) for word, its in firsts.items()})


def _same_types(reference_words: ReferenceWords) -> dict[str, set[str]]:
    """Word -> the words for the same type, itself among them."""
    of_type: defaultdict[str, set[str]] = defaultdict(set)
    for word, its in reference_words.items():
        for role, value in its:
            if role == "type" and len(keys(word)) == 1:
                of_type[value].add(keys(word)[0])
    return {word: words_of for words_of in of_type.values() for word in words_of}


def names(instrument: Instrument) -> tuple[str, ...]:
    """What an instrument is called: its title and its aliases of any date."""
    return (instrument.title, *(alias.name for alias in instrument.aliases))


def pieces(text: str, known: Lexicon) -> tuple[Piece, ...]:
    """The pieces of `text`, in order; what stands between them is in their gaps."""
    done: list[Piece] = []
    for piece in _cut(text, known):
        back = 2 if done and done[-1].of("join") else 1
        whole = _added(done[-back:], piece) or _suffixed(done[-1:], piece)
        done[len(done) - (back if whole else 0) :] = [whole or piece]
    return tuple(_parted(done))


def _parted(found: Sequence[Piece]) -> Iterator[Piece]:
    """The pieces, "88/89" as two numbers of a list where a kind of provision is said just before: "arts. 88/89".

    A letter is a kind of provision only before its number: "s. 17", not "Acme S.A.".
    """
    for at, piece in enumerate(found):
        if len(piece.text) == 1 and piece.of("kind") and not (at + 1 < len(found) and found[at + 1].figure):
            piece = replace(piece, meanings=frozenset(one for one in piece.meanings if one[0] != "kind"))
        kinds = found[at - 1].of("kind") if at else ()
        short = "item" in kinds and len(found[at - 1].text) <= _LONGEST_NUMBER_WORD
        yield from apart(piece) if kinds and not short else (piece,)


def apart(piece: Piece) -> tuple[Piece, ...]:
    """The two numbers of "88/89"; any other piece as it is."""
    one, mark, other = piece.text.partition("/")
    if not mark or not piece.year:
        return (piece,)
    return replace(piece, text=one, year=""), Piece(other, gap="/", figure=piece.year.lstrip("0") or piece.year)


def _cut(text: str, known: Lexicon) -> Iterator[Piece]:
    tokens = [token for word, start, _ in words(text) for token in _tokens(word, start, known)]
    at, after = 0, 0
    while at < len(tokens):
        length, piece = _figure(text, tokens, at, known) or _word(text, tokens, at, known)
        start, end = tokens[at][1], tokens[at + length - 1][2]
        yield replace(piece, text=text[start:end], gap=text[after:start])
        at, after = at + length, end


Token = tuple[str, int, int]


def _tokens(word: str, start: int, known: Lexicon) -> Iterator[Token]:
    """The word as it is, or cut where a word of references is written together with a number: "art17", "45de1923"."""
    begin = 0
    for run in _RUNS.finditer(word):
        cuts = _cuts(known, word, run.start(), run.end())
        for at in sorted(cut for cut in cuts if begin < cut < len(word)):
            yield key(word[begin:at]), start + begin, start + at
            begin = at
    yield key(word[begin:]), start + begin, start + len(word)


def _cuts(known: Lexicon, word: str, begin: int, end: int) -> tuple[int, ...]:
    """Where a word is cut at either end of these letters of it; a letter alone is of its number: "12a"."""
    roles = known.roles(key(word[begin:end]))
    if begin == 0:
        return (end,) if roles & {"kind", "type"} and word[end:][:1].isdecimal() else ()
    return (begin, end) if end - begin > 1 and roles & _GLUED else ()


def _word(text: str, tokens: Sequence[Token], at: int, known: Lexicon) -> tuple[int, Piece]:
    """The longest known name that begins here, or the word alone."""
    entry = _entry(text, tokens, at, known)
    if entry is None:
        return 1, Piece("")
    return len(entry.keys), Piece("", meanings=frozenset(m for m in entry.meanings if m[0] != _ENDING))


def _entry(text: str, tokens: Sequence[Token], at: int, known: Lexicon) -> Entry | None:
    said = tuple(spelled for spelled, _, _ in tokens[at:])
    return next((entry for entry in known.entries(said) if _is_joined(text, tokens, at, entry)), None)


def _is_joined(text: str, tokens: Sequence[Token], at: int, entry: Entry) -> bool:
    """Whether the words of an entry stand together as they must."""
    stop = at + len(entry.keys)
    gaps = [_between(text, tokens, place) or "" for place in range(at + 1, stop)]
    if entry.joint == HYPHENED:
        return all(gap == "-" for gap in gaps)
    if entry.joint == DOTTED:
        return all(gap.rstrip(" ") == "." for gap in gaps)
    if entry.joint == SOLID:
        return len(entry.keys[0]) >= _PLAIN_INITIALS or text[tokens[at][1] : tokens[at][2]].isupper()
    # The "c" of "C. Civil" is no letter of a list: "literal c, civil".
    places = range(at, stop - 1)
    lone = [
        gap
        for place, gap in zip(places, gaps, strict=True)
        if len(tokens[place][0]) == 1 and tokens[place][0].isalpha()
    ]
    dotted = all(gap.startswith(".") for gap in lone)
    return dotted or text[tokens[at][1] : tokens[at][2]].isupper() or not any(m[0] == CALLED for m in entry.meanings)


def _figure(text: str, tokens: Sequence[Token], at: int, known: Lexicon) -> tuple[int, Piece] | None:
    """The number that begins here with all that is written into it ("2.14.1", "240-1", "12-A", "12 A", "45/23")."""
    number = _plain(tokens[at][0], known)
    if not number[:1].isdecimal():
        return None
    length = 1
    while (mark := _between(text, tokens, at + length)) in {".", "-"} and tokens[at + length][0].isdecimal():
        if mark == "-" and number.isdecimal() and _YEAR.fullmatch(tokens[at + length][0]):
            return length + 1, Piece("", figure=number, year=tokens[at + length][0])  # "45-1923"
        number, length = f"{number}{mark}{tokens[at + length][0]}", length + 1
    if _between(text, tokens, at + length) == "/" and tokens[at + length][0].isdecimal():
        return length + 1, Piece("", figure=number, year=tokens[at + length][0])
    if text[tokens[at + length - 1][2] :].lstrip(" ").startswith(_PER):
        return None
    if number[-1].isdecimal() and _is_own_letter(text, tokens, at + length, known):
        return length + 1, Piece("", figure=number + tokens[at + length][0])
    return length, Piece("", figure=number)


def _plain(number: str, known: Lexicon) -> str:
    """The figures of a number without noughts before them and without the ending of an ordinal: "01", "1ero"."""
    ordinal = _ORDINAL.fullmatch(number)
    if ordinal and _ENDING in known.roles(ordinal[2]):
        number = ordinal[1]
    return number.lstrip("0") or number if number.isdecimal() else number


def _between(text: str, tokens: Sequence[Token], at: int) -> str | None:
    """What stands between this token and the one before; None after the last."""
    return text[tokens[at - 1][2] : tokens[at][1]] if at < len(tokens) else None


def _is_own_letter(text: str, tokens: Sequence[Token], at: int, known: Lexicon) -> bool:
    """Whether the letter here belongs to the number before it: "12-A", "12 A", or "12 a" with nothing after it.

    The "L." of "art. 17 L. 45" is the law's.
    """
    gap = _between(text, tokens, at)
    if gap not in {"-", " "} or len(tokens[at][0]) != 1 or not tokens[at][0].isalpha():
        return False
    numbered = at + 1 < len(tokens) and tokens[at + 1][0][:1].isdecimal()
    if (
        numbered
        and text[tokens[at][2] : tokens[at + 1][1]].strip(" .") == ""
        and known.roles(tokens[at][0]) & {"type", "kind"}
    ):
        return False
    if gap == " " and _begins_name(text, tokens, at, known):
        return False
    capital = text[tokens[at][1]].isupper() and not text.isupper()
    return gap == "-" or capital or at == len(tokens) - 1


def _begins_name(text: str, tokens: Sequence[Token], at: int, known: Lexicon) -> bool:
    """Whether the letter here is the first of an abbreviated name: "100 C. de Co.", "240 C.P.M."."""
    entry = _entry(text, tokens, at, known)
    if entry and len(entry.keys) > 1:
        return True
    there = at + 1
    gap = _between(text, tokens, there)
    if gap is None or not gap.startswith("."):
        return False
    if gap == ".":
        return tokens[there][0].isalpha() and (len(tokens[there][0]) == 1 or not known.roles(tokens[there][0]))
    if "join" in known.roles(tokens[there][0]) and there + 1 < len(tokens):
        there += 1
    word = text[tokens[there][1] : tokens[there][2]]
    after = text[tokens[there][2] : tokens[there][2] + 1]
    return word[:1].isupper() and len(word) < _PLAIN_INITIALS and after == "." and not known.roles(tokens[there][0])


def _suffixed(before: Sequence[Piece], piece: Piece) -> Piece | None:
    """The figure before with this bis or ter in it, as the grammars normalise it: "2 bis" is 2-bis."""
    if not before or not before[0].figure or not piece.of("suffix"):
        return None
    return replace(before[0], text=run(*before, piece), figure=f"{before[0].figure}-{piece.of('suffix')[0]}")


def _added(before: Sequence[Piece], piece: Piece) -> Piece | None:
    """The number that number words say together: "veinte", "dos" do (or with "y"), "primero", "segundo" do not."""
    tens, ones = before[0].of("number") if before else (), piece.of("number")
    apart = any(one.gap.strip(" -") for one in (*before[1:], piece))
    if apart or not tens or not ones or not (tens[0] + ones[0]).isdecimal() or int(tens[0]) % 10 ** len(ones[0]):
        return None
    total = str(int(tens[0]) + int(ones[0]))
    return replace(before[0], text=run(*before, piece), meanings=frozenset({("number", total)}))


def run(first: Piece, *others: Piece) -> str:
    """Neighbouring pieces as they were typed."""
    return first.text + "".join(piece.gap + piece.text for piece in others)
