"""Numbers as laws print them: figures with ordinal marks and suffixes, Roman numerals, words, letters of a list."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kb.grammar.spelling import distance

STYLES = ("arabic", "roman", "word", "letter", "upper", "bracketed", "slip", "misspelled")

_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_ROMAN_WORD = re.compile(r"[ivxlcdm]{1,12}")
_FIGURE = re.compile(r"(\d+)((?:\.\d+)*(?:-\d+)?)[\s-]*([^\W\d_])?(?:[\s-]+(\w+))?")
_BETWEEN_WORDS = re.compile(r"[\s-]+")


def fold(text: str) -> str:
    """`text` in lower case without accents (ñ stays: it is a letter of its own)."""
    if text.isascii():
        return text.lower()
    kept = text.lower().replace("ñ", "\0")
    plain = "".join(c for c in unicodedata.normalize("NFD", kept) if not unicodedata.combining(c))
    return plain.replace("\0", "ñ")


@dataclass(frozen=True, slots=True)
class Numbers:
    """How one tradition writes numbers."""

    values: Mapping[str, int]
    ordinals: frozenset[str]
    spelled: frozenset[str]
    multipliers: Mapping[str, int]
    joiners: frozenset[str]
    sole: frozenset[str]
    suffixes: tuple[str, ...]
    marks: str
    alphabet: tuple[str, ...]
    optional: frozenset[str]
    mark: re.Pattern[str]
    behind: re.Pattern[str]
    slips: Mapping[str, str]
    figure: re.Pattern[str]
    roman: re.Pattern[str]

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> Numbers:
        """The numbers described by a tradition's numbers.toml."""
        forms = table.get("forms", {})
        marks, suffixes = forms.get("marks", "(?!)"), tuple(sorted(_spellings({"1": forms.get("suffixes", ())})))
        return cls(
            values=_by_word(table.get("values", {})) | _by_word(table.get("ordinals", {})),
            ordinals=frozenset(_by_word(table.get("ordinals", {}))),
            spelled=frozenset(_spellings(table.get("ordinals", {}))),
            multipliers=_by_word(table.get("multipliers", {})),
            joiners=frozenset(map(fold, forms.get("joiners", ()))),
            sole=frozenset(map(fold, forms.get("sole", ()))),
            suffixes=suffixes,
            marks=marks,
            alphabet=tuple(forms.get("alphabet", "abcdefghijklmnopqrstuvwxyz")),
            optional=frozenset(forms.get("optional_letters", ())),
            mark=re.compile(marks),
            behind=re.compile(rf"(?:(?<=\d)|(?<=\d-[A-ZÑ]))(?:{marks})"),
            slips=forms.get("slips", {}),
            figure=re.compile(_arabic_shape(marks, suffixes)),
            roman=re.compile(_roman_shape(suffixes)),
        )

    def fragments(self, table: Mapping[str, Any]) -> dict[str, str]:
        """The pieces {arabic}, {roman}, {word}, {letter}, {number_words} that patterns are made of."""
        words = _alternation(
            set[str]().union(*(_spellings(table.get(part, {})) for part in ("values", "ordinals", "multipliers")))
        )
        joined = r"(?:[\s-]+|\s+(?:" + _alternation(sorted(self.joiners)) + r")\s+)"
        number_words = rf"(?i:(?:{words})(?!\w)(?:{joined}(?:{words})(?!\w))*)"
        sole = _alternation(_spellings({"1": table.get("forms", {}).get("sole", ())}))
        return {
            "arabic": rf"(?P<arabic>{_arabic_shape(self.marks, self.suffixes)})",
            "arabic2": rf"\d{{1,3}}(?!\d)(?:{self.marks})?",
            "roman": rf"(?P<roman>{_roman_shape(self.suffixes)})",
            "word": rf"(?P<word>{number_words}|(?i:{sole})(?!\w))",
            "capital": r"(?P<upper>[A-Z])(?!\w)",
            "slip": self._slip_shape(),
            "letter": rf"(?P<letter>{_alternation(self.alphabet)})",
            "number_words": number_words,
        }

    def _misspelled(self, word: str) -> str | None:
        """The number of an ordinal that is misspelled by a letter, where only one comes near."""
        printed = word.lower()
        near = {self.values[right] for right in self.ordinals if distance(fold(printed), right) <= 1}
        known = printed in self.spelled
        return str(near.pop()) if len(near) == 1 and not known else None

    def _slip_shape(self) -> str:
        """The pattern of a figure that has letters in the place of some or all of its signs."""
        letters = "".join(self.slips) or "0"
        figure = rf"(?=[\d{letters}]*[{letters}])[\d{letters}]{{1,4}}(?![^\W_ºª])"
        return rf"(?P<slip>{figure})(?:{self.marks})?"

    def value(self, words: str) -> int | None:
        """The number that `words` say ("diez y seis" is 16), or None; words multiply and add as they are spoken."""
        total = current = 0
        for word in _BETWEEN_WORDS.split(fold(words).strip()):
            if word in self.multipliers:
                current = max(current, 1) * self.multipliers[word]
                if self.multipliers[word] >= 1000:
                    total, current = total + current, 0
            elif word in self.values:
                current += self.values[word]
            elif word not in self.joiners:
                return None
        return total + current or None

    def normal(self, raw: str, style: str = "") -> str | None:
        """The normalised number of a mark: "1º" is "1", "12-A" and "12 A" are "12a", "XIII" is "13".

        "único" is "unico"; figures keep their dots ("2.01"). `style` names how a pattern read it, if one did.
        None when `raw` is no number.
        """
        if style == "slip":
            return self._figure("".join(self.slips.get(sign, sign) for sign in raw))
        if style == "misspelled":
            return self._misspelled(raw)
        text = fold(self.behind.sub("", raw)).strip(" .\t\n")
        if style in {"letter", "upper", "bracketed"}:
            return text or None
        return self._figure(text) or self._words(text) or self._roman(text)

    def ordinal(self, word: str) -> str | None:
        """The number of an ordinal that is spelled out in one word ("segundo"), or None."""
        return str(self.values[fold(word)]) if fold(word) in self.ordinals else None

    def follows(self, first: str, second: str) -> bool:
        """Whether `second` comes right after `first` in a list: 3 after 2, d after c (ch may be left out)."""
        if first.isdecimal() and second.isdecimal():
            return int(second) == int(first) + 1
        if first not in self.alphabet or second not in self.alphabet:
            return False
        between = self.alphabet[self.alphabet.index(first) + 1 : self.alphabet.index(second)]
        return self.alphabet.index(second) > self.alphabet.index(first) and set(between) <= self.optional

    def begins(self, number: str) -> bool:
        """Whether a list may begin with `number`: 1 or a."""
        return number in {"1", self.alphabet[0]}

    def _figure(self, text: str) -> str | None:
        found = _FIGURE.fullmatch(text)
        if found is None:
            return None
        figure, decimals, letter, later = found.groups()
        if later and later not in self.suffixes:
            return None
        return f"{int(figure)}{decimals}{letter or ''}" + (f"-{later}" if later else "")

    def _words(self, text: str) -> str | None:
        if text in self.sole:
            return "unico" if text.startswith("unic") else text
        value = self.value(text)
        return str(value) if value else None

    def _roman(self, text: str) -> str | None:
        words = text.split()
        later = words.pop() if len(words) > 1 and words[-1] in self.suffixes else ""
        head = "".join(words)
        if not _ROMAN_WORD.fullmatch(head):
            return None
        digits = [_ROMAN[c] for c in head]
        value = sum(-d if any(e > d for e in digits[at + 1 : at + 2]) else d for at, d in enumerate(digits))
        return f"{value}-{later}" if later else str(value)


def _arabic_shape(marks: str, suffixes: Sequence[str]) -> str:
    """The pattern of a number in figures, with what may follow it: marks, bis, letters, further figures."""
    later = rf"\s(?:{_alternation(suffixes)})(?!\w)"
    # A letter is the number's own also where a word that begins with a capital is printed at once after it.
    letter = r"\s?-\s?[A-ZÑ](?!\w)|[A-ZÑ](?!\w)|[A-ZÑ](?=[A-ZÁÉÍÓÚÑ][a-záéíóúñ])|\s[A-ZÑ](?=\s*[.:;)–—-]|\s*$)"
    figure = r"\d{1,6}(?!\d)(?:\.\d{1,4}(?!\d))*(?:-\d{1,3}(?!\d))?"
    return rf"{figure}(?:{marks})?(?:{later}|{letter})?(?:{marks})?"


def _roman_shape(suffixes: Sequence[str]) -> str:
    # The letters may be set apart ("I I I").
    letters = r"[IVXLCDM](?:(?: [IVXLCDM](?!\w)){1,7}|[IVXLCDM]{0,11}(?!\w))"
    return rf"{letters}(?:\s{{1,3}}(?:{_alternation(suffixes)})(?!\w))?"


def _by_word(table: Mapping[str, Any]) -> dict[str, int]:
    return {fold(word): int(value) for value, words in table.items() for word in words}


def _spellings(table: Mapping[str, Any]) -> set[str]:
    """Every word of a table of value -> words, as written and without its accents."""
    return {form for words in table.values() for word in words for form in (word, fold(word))}


def _alternation(words: Any) -> str:
    """A pattern of any of `words`, longest first so that none hides another; one that never matches when empty."""
    return "|".join(re.escape(word) for word in sorted(words, key=lambda w: (-len(w), w))) or "(?!)"
