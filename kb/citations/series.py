"""Numbers named one after another: the one reader of lists and ranges, shared by all languages.

"5º, 6º, 7º y 13" are four numbers, "237 a 439, inclusive" are 203, "b) y c)" are two letters. What only follows a
number and is no member ("y 20 días", "y 5 de julio", "2o del artículo 105") ends the list before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kb.citations.words import STOPS, Words
from kb.grammar import Grammar
from kb.grammar.numbers import fold
from kb.ids import BELOW_ARTICLE

# A range longer than this is a slip or no range at all.
_LONGEST_RANGE = 2000
_ROMAN = re.compile(r"[IVXLCDM]{1,7}(?!\w)")
# Alone, these are letters before they are Roman numerals: "artículo L", "Anexo C".
_RATHER_LETTERS = frozenset("LCDM")
_CAPITAL = re.compile(r"[A-ZÑ](?!\w)")
_LETTER = re.compile(r"(?:ch|ll|[a-zñ])(?!\w)", re.IGNORECASE)
_STOPPED_LETTER = re.compile(r"(ch|ll|[a-zñ])\.(?!\w)", re.IGNORECASE)
# Letters that are words of their own: "letra a la vista", "ARTÍCULO A QUE SE REFIERE".
_WORD_LETTERS = frozenset("aeouy")
_LAW_NUMBER = re.compile(r"(?:[A-Z]{1,3}-)?\d{1,6}(?!\d)[A-Z]?(?!\w*\d)")
_THOUSANDS = re.compile(r"[1-9]\d?\.\d{3}")
_DASHED = re.compile(r"(\d{1,4})[-–](\d{1,4})(?!\w)")
_BASE = re.compile(r"(\d+)([a-z])")
# Parts that letters number, and those whose number may be spelled out ("artículo veintidós").
_LETTERED = frozenset({"article", "annex", "section", "part", "chapter"})
_SPELLED = frozenset({"article", "section", "chapter", "title", "book", "paragraph", "item"})
LAW = "law"
# The number of the last but one.
PENULTIMATE = "penultimate"
YEAR = re.compile(r"(?:1[89]|20)\d\d(?!\d)|(?:1\.[89]|2\.0)\d\d(?!\d)")
_DASHES = frozenset("-–—")
# "4.2 to 4.3": numbers that differ in their last figures only.
_DECIMAL = re.compile(r"((?:\d+\.)+)(\d+)")


@dataclass(frozen=True, slots=True)
class Series:
    """Reads numbers of one stretch of text; `kind` is the kind of part that they number, or LAW.

    At the places in `closed` another list goes on, which an exception broke: the one within it ends before.
    """

    words: Words
    grammar: Grammar
    closed: set[int] = field(default_factory=set)

    def read(self, place: int, kind: str) -> tuple[tuple[str, ...], int] | None:
        """The numbers named from a place on, and where they end."""
        first = self._member(place, kind)
        if first is None or self._is_unit(first[1]):
            return None
        numbers, end = list(first[0]), first[1]
        spelled = self._spelled(place, kind) is not None
        while further := self._further(self.words.dotted(end), kind, numbers[-1], spelled=spelled):
            numbers.extend(further[0])
            end = further[1]
        return tuple(numbers), self._closed(end)

    def one(self, place: int, kind: str) -> tuple[tuple[str, ...], int] | None:
        """The one number at a place, where it counts nothing else, and where it ends."""
        found = self._member(place, kind)
        return None if found is None or self.counts_else(found[1], kind) else (tuple(found[0]), found[1])

    def _further(self, place: int, kind: str, last: str, *, spelled: bool) -> tuple[list[str], int] | None:
        """The next members of a list whose last was `last`, or all those up to the end of a range."""
        here, joint = self._joint(place, kind)
        if here in self.closed:
            return None
        if here == place and not (kind == "point" and self.words.word(place) == "("):
            return None
        found = self._member(here, kind, last, spelled=spelled)
        if found is None or self.counts_else(found[1], kind) or self._is_marker(here, found[1]):
            return None
        if joint != "range":
            return found
        between = list(self._between(last, found[0][-1]))
        return ([*between, found[0][-1]], found[1]) if between or self._is_next(last, found[0][-1]) else None

    def _joint(self, place: int, kind: str) -> tuple[int, str]:
        """Where the words go on after what joins two members, and how it does: "range" or nothing."""
        words = self.words
        stop = words.word(place) in STOPS or (words.word(place) == "/" and kind != LAW) or self._is_comma(place)
        here = place + stop
        joint = words.anchor(here, "and", "range")
        if joint and kind == "point" and words.word(joint.end) == ")":
            # "literales c), e) y f)": the second is a letter, not the word that joins.
            joint = None
        if joint is None and not stop and kind != LAW and words.word(here) in _DASHES:
            return here + 1, "range"
        return (words.led(joint.end), joint.label) if joint else (here, "")

    def _is_comma(self, place: int) -> bool:
        """Whether a full stop is a comma that was misprinted: "artículos 18. 19 y 20"."""
        words, after = self.words, place + 2
        if words.word(place) != "." or not words.word(place + 1).isdecimal() or words.begins_line(place + 1):
            return False
        return words.word(after) == "," or words.anchor(after, "and") is not None

    def counts_else(self, end: int, kind: str) -> bool:
        """Whether the number before `end` counts something else, or begins another citation."""
        words = self.words
        if self._is_unit(end) or self._is_ordinal_before(end):
            return True
        tied, after = words.tied(end)
        if words.word(end) == "," or not tied:
            return False
        if kind != LAW and words.match(YEAR, after):
            return True
        follows = words.anchor(words.led(after), "kind", "unit")
        return follows is not None and (follows.label == "unit" or follows.value == kind)

    def _is_ordinal_before(self, end: int) -> bool:
        """Whether the number before `end` counts a smaller part: "artículo 24 y el 2º inciso del artículo 26"."""
        kind = self.words.anchor(end, "kind")
        if kind is None or kind.value not in BELOW_ARTICLE:
            return False
        return self.words.anchor(kind.end, "tie") is not None

    def _is_unit(self, place: int) -> bool:
        """A unit that the number before it counts; a month without a tie has its capital, as "5 May"."""
        found = self.words.anchor(place, "unit")
        return found is not None and (found.value != "month" or self.words.word(place)[:1].isupper())

    def _is_marker(self, start: int, end: int) -> bool:
        """Whether a number is the mark of a list's member: at the beginning of a line, with "." or ")" after it."""
        return self.words.begins_line(start) and self.words.word(end)[:1] in {".", ")"}

    def _member(self, place: int, kind: str, after: str = "", *, spelled: bool = True) -> tuple[list[str], int] | None:
        """The number or range at a place; `after` is the member before it, `spelled` admits one in words."""
        if kind == LAW:
            law = self._law_number(place)
            return law and (law[0], self._past_mark(law[1]))
        if kind == "point":
            return self._letter(place, after)
        found = self._dashed(place) or self._figure(place, kind) or self._roman(place, kind)
        found = found or self._sole(place, kind) or self._capital(place, kind)
        found = found or (self._spelled(place, kind) if spelled else None)
        return found and (found[0], self._past_mark(found[1]))

    def _past_mark(self, place: int) -> int:
        """Where the words go on after the letter of an ordinal that stands apart from its number: "artículo 1 o de"."""
        letter = self.words.word(place).rstrip(".")
        parted = self.words.word(place - 1).isdecimal() and not self.words.is_joined(place)
        if not parted or not self.grammar.numbers.mark.fullmatch(letter):
            return place
        return place + 1 if self.words.tied(self.words.dotted(place + 1))[0] else place

    def _law_number(self, place: int) -> tuple[list[str], int] | None:
        figure = self._figure(place)
        found = self.words.match(_LAW_NUMBER, place)
        if found and (figure is None or found[1] >= figure[1]):
            return [fold(found[0][0]).lstrip("0") or "0"], found[1]
        roman = self.words.match(_ROMAN, place)
        plain = figure or (self._normal(roman[0][0], roman[1]) if roman else None)
        return plain if plain and plain[0][0].isalnum() else None

    def _dashed(self, place: int) -> tuple[list[str], int] | None:
        """ "19-52" is a range; "240-1" is one number."""
        found = self.words.match(_DASHED, place)
        first, last = (found[0][1], found[0][2]) if found else ("", "")
        between = list(self._between(first, last)) if found else []
        return ([first, *between, last], found[1]) if found and between else None

    def _figure(self, place: int, kind: str = "") -> tuple[list[str], int] | None:
        found = self.words.match(self.grammar.numbers.figure, place)
        if found is None:
            return None
        raw, end = found[0][0], found[1]
        if self.grammar.citing.thousands and _THOUSANDS.fullmatch(raw):
            raw = raw.replace(".", "")
        # "artículo 12 A de la Ley": a letter of its own, where no sentence begins with it.
        letter = self._capital(end, kind) if raw.isdecimal() else None
        return self._normal(f"{raw}{letter[0][0].upper()}", letter[1]) if letter else self._normal(raw, end)

    def _roman(self, place: int, kind: str) -> tuple[list[str], int] | None:
        found = self.words.match(self.grammar.numbers.roman, place)
        if found is None or (found[0][0] in _RATHER_LETTERS and kind in _LETTERED):
            return None
        return self._normal(found[0][0], found[1])

    def _normal(self, raw: str, end: int) -> tuple[list[str], int] | None:
        number = self.grammar.numbers.normal(raw)
        return ([number], end) if number else None

    def _sole(self, place: int, kind: str) -> tuple[list[str], int] | None:
        """ "Capítulo único", "inciso final"."""
        word = fold(self.words.word(place))
        if word in self.grammar.numbers.sole:
            return self._normal(word, place + 1)
        if kind not in BELOW_ARTICLE:
            return None
        if before := self.words.anchor(place, "before_last"):
            return [PENULTIMATE], before.end
        return (["final"], place + 1) if self.words.anchor(place, "last") else None

    def _capital(self, place: int, kind: str) -> tuple[list[str], int] | None:
        found = self.words.match(_CAPITAL, place) if kind in _LETTERED else None
        if found is None:
            letter = self.words.match(_LETTER, place) if kind == "article" else None
            follows = letter and self.words.word(letter[1]) == "(" and self.words.anchor(letter[1] + 1, "transitory")
            return ([letter[0][0].lower()], letter[1]) if letter and follows else None
        letter_ = found[0][0].lower()
        # In capitals, before a plain word or a number it is that word: "ARTÍCULO A QUE SE REFIERE", "artículo 5 A los
        # bancos", "artículos 27 Y 28".
        goes_on = self.words.is_plain(found[1]) or self.words.word(found[1])[:1].isdecimal()
        word = letter_ in _WORD_LETTERS and (self.words.word(place - 1).isupper() or goes_on)
        return None if word else ([letter_], found[1])

    def _letter(self, place: int, after: str) -> tuple[list[str], int] | None:
        """A letter of a list: "a)", "(a)", "“a”", or bare where nothing else could be meant."""
        opened = self.words.word(place) in {"(", "“", '"', "«"}
        found = self.words.match(_LETTER, place + opened)
        if found is None:
            return self._stopped(place)
        letter, end = found[0][0].lower(), found[1]
        closed = self.words.word(end) in {")", "”", '"', "»"}
        if opened or closed:
            return ([letter], end + closed)
        if not after:
            return None if letter in _WORD_LETTERS and self.words.is_plain(end) else ([letter], end)
        rises = self.grammar.numbers.follows(after, letter) or (after < letter and letter not in _WORD_LETTERS)
        return ([letter], end) if rises and not self.words.is_plain(end) else None

    def _stopped(self, place: int) -> tuple[list[str], int] | None:
        """ "literal c. del numeral 3"."""
        found = self.words.match(_STOPPED_LETTER, place)
        return ([found[0][1].lower()], found[1]) if found and self.words.anchor(found[1], "tie") else None

    def _spelled(self, place: int, kind: str) -> tuple[list[str], int] | None:
        """A number in words: ordinals of any part ("inciso primero"), other numbers of those that are so counted."""
        numbers, spelled = self.grammar.numbers, self.words.word(place)
        if not numbers.ordinal(spelled) and kind not in _SPELLED:
            return None
        end, value = self._run(place)
        lone = value == 1 and not numbers.ordinal(spelled)
        return ([str(value)], end) if value and not (lone and self.words.is_plain(end)) else None

    def _run(self, place: int) -> tuple[int, int]:
        """The longest number in words from a place on: (where it ends, its value)."""
        numbers, end, total, last = self.grammar.numbers, place, 0, 10**9
        while True:
            joined = fold(self.words.word(end)) in numbers.joiners and total % 10 == 0 and total > 0
            here = end + 1 if joined else end
            value = numbers.values.get(fold(self.words.word(here)))
            if value is None or value >= last or (joined and value > 9) or (total and last < 10):
                return end, total
            total, last, end = total + value, value, here + 1

    def _closed(self, place: int) -> int:
        """Where a list ends with the words that belong to it ("inclusive", "y siguientes")."""
        here = self.words.dotted(place)
        here = here + 1 if self.words.word(here) == "," else here
        closed = self.words.anchor(here, "closed")
        return closed.end if closed else place

    def _is_next(self, first: str, last: str) -> bool:
        one, other = _DECIMAL.fullmatch(first), _DECIMAL.fullmatch(last)
        if one and other:
            return one[1] == other[1] and int(other[2]) == int(one[2]) + 1
        return self.grammar.numbers.follows(first, last)

    def _between(self, first: str, last: str) -> Iterator[str]:
        """The numbers strictly between the ends of a range; none when these make no range."""
        if first.isdecimal() and last.isdecimal():
            if int(first) < int(last) <= int(first) + _LONGEST_RANGE:
                yield from map(str, range(int(first) + 1, int(last)))
            return
        decimals = _DECIMAL.fullmatch(first), _DECIMAL.fullmatch(last)
        if decimals[0] and decimals[1]:
            head = decimals[0][1]
            yield from (f"{head}{n}" for n in self._between(decimals[0][2], decimals[1][2]) if head == decimals[1][1])
            return
        alphabet = self.grammar.numbers.alphabet
        one, other = _BASE.fullmatch(first), _BASE.fullmatch(last)
        base = one[1] if one and other and one[1] == other[1] else ""
        start, stop = (one[2], other[2]) if base and one and other else (first, last)
        if start in alphabet and stop in alphabet:
            between = alphabet[alphabet.index(start) + 1 : alphabet.index(stop)]
            yield from (f"{base}{c}" for c in between if c not in self.grammar.numbers.optional)
