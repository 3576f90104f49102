"""What parts are parts of: a statute by type, number and year, an instrument by name, or a word that stands for one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from kb.citations.series import LAW, YEAR, Series
from kb.citations.words import Words
from kb.grammar import Grammar
from kb.grammar.citing import Anchor
from kb.grammar.numbers import fold

_SHORT_YEAR = re.compile(r"\d\d(?!\d)")
_LONGEST_DAY = 2
_DAY = re.compile(r"\d{1,2}(?!\d)")
_LONGEST_ASIDE = 8
# A name before its noun has no more words than these; initials no more letters, and others than those of numbers.
_LONGEST_NAME, _LONGEST_INITIALS = 5, 6
# "C. de P. P.", "C.C.A.": letters with their stops, and small words between them.
_STOPPED_INITIALS = re.compile(r"[A-ZÑ]\.(?:\s?(?:[a-z]{2,3}\s){0,2}[A-ZÑ][a-z]?\.){1,5}|[A-ZÑ]\.$")
_OTHER_THAN_ROMAN = re.compile(r"[^IVXLCDM]")
# An abbreviated type ("L.", "D.L.") is one only with a year.
_SHORTEST_TYPE = 2
_LONGEST_STRAY = 3
_QUOTES = frozenset('"“«')
_CLOSED = frozenset({"", ".", ")", "]", ">"})


@dataclass(frozen=True, slots=True)
class Law:
    """What is meant, as far as the words say.

    `sort` is `type` (with `numbers` and `year`), `name` (with the `ids` of those so called, or only `words`), `own`
    (the text itself, as `words` call it), `same` (the last one named, of the `type` if there is one), `again` (that of
    which the same was said before), `bare` (a word that stands for one: "del Código") or `unnamed` (one that is only
    described). Where `year` is None, `when` is `this` (that of the text), `lost` (the print breaks off) or `short`
    (none was given).
    """

    sort: str
    ids: tuple[str, ...] = ()
    words: str = ""
    type: str = ""
    numbers: tuple[str, ...] = ()
    year: int | None = None
    when: str = ""


@dataclass(slots=True)
class Laws:
    """Reads laws at places; it remembers the type and the year that were named last."""

    words: Words
    series: Series
    grammar: Grammar
    type: str = ""
    year: int | None = None
    own: bool = False

    def remember(self, law: Law | None) -> None:
        """Take note of what was named, be it the text itself."""
        self.own = self.own or (law is not None and law.sort == "own")
        if law and law.sort == "type":
            self.type, self.year = law.type, law.year or self.year

    def read(self, place: int, *, tied: bool = False) -> tuple[Law, int] | None:
        """The law named at a place, after a word that leads to it or not; after a tie its name may be in quotes."""
        led = self.words.led(place)
        quoted = self._quoted(place) if tied else led
        labels = ("name", "own", "same")
        found = [*self.words.anchors(place, *labels), *(self.words.anchors(led, *labels) if led > place else ())]
        found += self.words.anchors(quoted, "name") if quoted > led else []
        called = self._called(found) if found else None
        type_ = self.words.anchor(led, "type")
        numbered = self._numbered(type_.value, type_.end, self._is_short(type_)) if type_ else None
        return max(called, numbered, key=lambda law: law[1]) if called and numbered else called or numbered

    def after_parts(self, place: int, *, tied: bool, article: bool = False) -> tuple[Law, int] | None:
        """The law that parts belong to; after a tie a word alone may stand for it ("del Código").

        Of an `article` what is named there is a law, whether anybody knows it or not: it is none of the text's own.
        """
        if back := self.words.anchor(place, "back"):
            return Law("same"), back.end
        found, led = self.read(place, tied=tied), self.words.led(place)
        bare = self.words.anchors(led, "bare")
        if bare and (tied or self.words.anchor(place, "adjective")) and (found is None or found[1] < bare[0].end):
            return self._bare([anchor for anchor in bare if anchor.end == bare[0].end])
        if found:
            return found
        if not tied:
            return self._initials_behind(place) if article else None
        said = self._quoted(place)
        unknown = (self._noun(said) or self._capital(said)) if article else None
        # "artículo 17 del 2479 de 1987", but not "numeral 3 del 45 de 1923".
        elided = self.untold(place) if article or self.words.anchor(place - 1, "leading") else None
        return elided or self._initials(led) or unknown

    def _quoted(self, place: int) -> int:
        """Where a name begins after a word that leads to it, and after the mark that opens its quotation."""
        led = self.words.led(place)
        return led + (self.words.word(led) in _QUOTES)

    def elided(self, place: int) -> tuple[Law, int] | None:
        """A statute whose noun is left out, behind the article at a place: "la 600 de 2000"."""
        led = self.words.led(place)
        return self.untold(led) if led > place else None

    def untold(self, place: int) -> tuple[Law, int] | None:
        """ "el artículo 210 de la 600 de 2000": a statute whose noun is left out, told by the article before it."""
        type_ = self._left_out(place)
        found = self.series.read(place, LAW) if type_ and self.words.word(place).isdecimal() else None
        if type_ is None or found is None or len(found[0]) > 1:
            return None
        tied, after = self.words.tied(found[1])
        year = self.words.match(YEAR, after) if tied and self.words.word(found[1]) != "," else None
        if year is None or self.words.anchor(year[1], "unit"):
            return None
        return Law("type", type=type_, numbers=found[0], year=_figures(year[0][0])), year[1]

    def _left_out(self, place: int) -> str | None:
        """The type of a statute whose noun is left out before a place, told by its article ("la", "el")."""
        said = self.words.word(place - 1).lower()
        return next((type_ for type_, forms in self.grammar.citing.elided.items() if said in forms), None)

    def before(self, place: int, floor: int) -> Law:
        """What a word between `floor` and a place stands for ("la Constitución, en su artículo 76"), or some law."""
        for at in reversed(range(floor, place)):
            if bare := self.words.anchors(at, "bare"):
                return self._bare([anchor for anchor in bare if anchor.end == bare[0].end])[0]
        return Law("unnamed")

    def _bare(self, bare: list[Anchor]) -> tuple[Law, int]:
        end = bare[0].end
        words = " ".join(self.words.word(at) for at in range(bare[0].start, end))
        if ids := tuple(anchor.value for anchor in bare if "/" in anchor.value):
            return Law("name", ids, words), end
        described = self.words.anchor(end, "described") is not None
        return Law("unnamed" if described else "bare", type=bare[0].value, words=words), end

    def _initials(self, place: int) -> tuple[Law, int] | None:
        """ "section 232 of the DGCL": some law by its initials, where the words around are not in capitals too."""
        if not self.words.word(place - 1).islower():
            return None
        stopped = self.words.match(_STOPPED_INITIALS, place)
        if stopped:
            return Law("unnamed", words=stopped[0][0]), stopped[1]
        word = self.words.word(place)
        said = word.isalpha() and word.isupper() and len(word) > 1
        return (Law("unnamed", words=word), place + 1) if said else None

    def _noun(self, place: int) -> tuple[Law, int] | None:
        """A statute of which nobody knows, by its noun: "de la Ordenanza …", "of the Harbour Ordinance"."""
        nouns = self.grammar.citing.nouns
        if fold(self.words.word(place)) in nouns["after"]:
            return Law("unnamed", words=self.words.word(place)), place + 1
        for at in range(place, place + _LONGEST_NAME):
            if not self.words.word(at).isalpha() or self.words.anchor(at, "own", "same", "tie", "kind"):
                return None
            if fold(self.words.word(at)) in nouns["before"]:
                return Law("unnamed", words=self.words.word(at)), at + 1
        return None

    def _capital(self, place: int) -> tuple[Law, int] | None:
        """ "artículo 5 de la Declaración …": what is written with a capital among small letters."""
        word, before = self.words.word(place), self.words.word(place - 1)
        if not (word[:1].isupper() and word[1:].islower() and word.isalpha() and before.islower()):
            return None
        told = self.words.anchor(place, "kind", "relative", "transitory", "calendar", "before")
        if told or any(self.words.anchor(at, "own", "same") for at in range(place, place + _LONGEST_NAME)):
            return None
        return Law("unnamed", words=word), place + 1

    def _initials_behind(self, place: int) -> tuple[Law, int] | None:
        """ "artículo 240 CPM": some law by its initials, straight behind a number."""
        word = self.words.word(place)
        letters = word.isalpha() and word.isupper() and 2 < len(word) <= _LONGEST_INITIALS
        around = self.words.word(place - 1).isdecimal() and self.words.word(place - 2).islower()
        if not (letters and around) or self.words.word(place + 1).isupper() or not _OTHER_THAN_ROMAN.search(word):
            return None
        known = self.words.anchor(place, "kind", "type", "bare", "own", "and", "range", "transitory", "name")
        return None if known else (Law("unnamed", words=word), place + 1)

    def _called(self, found: list[Anchor]) -> tuple[Law, int] | None:
        """The longest name; where several instruments are called by it, all of them."""
        end = max(a.end for a in found)
        longest = [a for a in found if a.end == end]
        best = max(longest, key=lambda a: (a.label == "name" and bool(a.value), -a.start))
        if best.label == "same":
            return self._same(best)
        ids = tuple(dict.fromkeys(a.value for a in longest if a.label == best.label and a.value))
        start = self._own_words(best)
        words = " ".join(self.words.word(at) for at in range(start, end))
        if best.label == "own":
            return Law("own", words=words), end
        once = (a.value for a in self.words.anchors(best.start, "once") if a.end == end)
        return self._edition(Law("name", ids, words), end, once)

    def _edition(self, law: Law, end: int, once: Iterable[str]) -> tuple[Law, int]:
        """ "Código Fiscal de 1873": maybe another than the one that is so called today, of those `once` called so."""
        after = self.words.anchor(end, "after")
        here = after.end if after else end
        tied, there = self.words.tied(here)
        year = self.words.match(YEAR, there) if tied and self.words.word(here) != "," else None
        if year is None:
            return law, here
        ids = tuple(dict.fromkeys((*law.ids, *once)))
        return Law("name", ids, law.words, year=_figures(year[0][0])), year[1]

    def _same(self, same: Anchor) -> tuple[Law, int] | None:
        """ "la citada Ley" is the one last named; "la citada Ley 45" says itself which; "la misma" ends its phrase."""
        type_ = self.words.anchor(same.end - 1, "type")
        numbered = self._numbered(type_.value, same.end, short=False) if type_ else None
        if numbered:
            return numbered
        alone = same.end - same.start == 1
        if alone and self.words.word(same.end)[:1].isalnum():
            return None
        said = (a.value for at in range(same.start, same.end) for a in self.words.anchors(at, "type", "bare"))
        return Law("same", type=next((value for value in said if "/" not in value), "")), same.end

    def _own_words(self, name: Anchor) -> int:
        """Where a name begins without the words before it that only say whose it is ("the Bank")."""
        near = range(max(0, name.start - 3), name.end)
        before = (a.end for at in near for a in self.words.anchors(at, "before"))
        return max((end for end in before if name.start < end < name.end), default=name.start)

    def around(self, place: int, end: int, floor: int) -> tuple[int, int]:
        """The words before and after a name that belong to it ("the Bank's … Code"), not before `floor`."""
        start = place
        while True:
            before = [a for a in self.words.ends.get(start, ()) if a.label == "before" and a.start >= floor]
            if not before:
                break
            start = before[0].start
        after = self.words.anchor(end, "after")
        return start, after.end if after else end

    def _is_short(self, type_: Anchor) -> bool:
        letters = "".join(self.words.word(at) for at in range(type_.start, type_.end))
        return sum(c.isalpha() for c in letters) <= _SHORTEST_TYPE

    def _numbered(self, type_: str, place: int, short: bool) -> tuple[Law, int] | None:
        """A statute by number and year: "Ley No. 45 de 1923", "leyes 30 y 117 de 1922", "L. 45/23"."""
        here = place + 1 if self.words.word(place) == "." else place
        # "Decreto, número 858 de 1938"
        stray = self.words.word(here) == "," and self.words.anchor(here + 1, "loose") is not None
        here += stray
        number_word = self.words.anchor(here, "loose")
        here = number_word.end if number_word else here
        here = here + 1 if self.words.word(here) == "." and number_word else here
        found = self.series.read(here, LAW)
        if found is None:
            return None
        law, end = self._dated(type_, found[0], found[1])
        doubtful = short or stray or self.words.word(here).isalpha()
        return None if doubtful and law.year is None and law.when != "this" else (law, end)

    def _dated(self, type_: str, numbers: tuple[str, ...], end: int) -> tuple[Law, int]:
        year, last, when = self._year(self.words.dotted(end))
        law = Law("type", type=type_, numbers=numbers, year=year, when=when)
        return law, last if year is not None or when == "this" else end

    def resumed(self, place: int) -> tuple[Law, int] | None:
        """ "la 25 de 1923", after another statute of the type was named, or "esta ley" itself."""
        type_ = self.type or (self._left_out(place) if self.own else None)
        found = self.series.read(place, LAW) if type_ else None
        if type_ is None or found is None or self.words.word(place).isalpha() or self._is_day(found[1]):
            return None
        law, end = self._dated(type_, found[0], found[1])
        return (law, end) if law.year is not None and self.words.word(found[1]) != "," else None

    def _is_day(self, place: int) -> bool:
        """Whether the number that ends here is the day of a month: "2 de julio", not "3114 de diciembre 28"."""
        if len(self.words.word(place - 1)) > _LONGEST_DAY:
            return False
        return self.words.anchor(self.words.tied(place)[1], "unit") is not None

    def _past_day(self, place: int) -> int:
        """Where the words go on after a day and its month, and the tie behind them."""
        day = self.words.match(_DAY, place)
        tied, here = self.words.tied(day[1]) if day else (False, place)
        month = self.words.anchor(here, "unit") if tied else None
        return self.words.tied(month.end)[1] if month and month.value == "month" else place

    def _past_month(self, place: int) -> int:
        """Where the words go on after a month without its day: "Resolución 216 de septiembre de 1981"."""
        month = self.words.anchor(place, "unit")
        tied, here = self.words.tied(month.end) if month and month.value == "month" else (False, place)
        return here if tied and self.words.match(YEAR, here) else place

    def _aside(self, place: int) -> int:
        """Where the words go on after a few in brackets: "Decreto número 1 (enero 3) de 1923"."""
        closing = (at for at in range(place, place + _LONGEST_ASIDE) if self.words.word(at) == ")")
        return next(closing, place - 1) + 1 if self.words.word(place) == "(" else place

    def _past_stray(self, place: int) -> int:
        """Where the year stands behind one short word that a misprint left: "ley 19 dfe 1931", "Ley 96 de a1985"."""
        word = self.words.word(place)
        stray = word.isalpha() and word.islower() and len(word) <= _LONGEST_STRAY and self.words.is_plain(place)
        year = self.words.match(YEAR, place + 1) if stray else None
        return place + 1 if year and self.words.anchor(year[1], "unit") is None else place

    def _untied(self, place: int) -> int | None:
        """The year of "(Ley 85 1981)", where nothing else follows."""
        year = self.words.match(YEAR, place)
        return _figures(year[0][0]) if year and self.words.word(year[1]) in _CLOSED else None

    def _year(self, place: int) -> tuple[int | None, int, str]:
        """(year, where it ends, how it is said) after a number."""
        if self.words.word(place) == "/":
            short = self.words.match(YEAR, place + 1) or self.words.match(_SHORT_YEAR, place + 1)
            return (_figures(short[0][0]), short[1], "") if short else (None, place, "short")
        bracketed = self.words.match(YEAR, place + 1) if self.words.word(place) == "(" else None
        if bracketed and self.words.word(bracketed[1]) == ")":
            return _figures(bracketed[0][0]), bracketed[1] + 1, ""
        tied, here = self.words.tied(self._aside(place))
        after = self._past_stray(here)
        if not tied and after == here:
            return self._untied(place), place + 1, "short"
        # "de 13 de diciembre del mismo año": a day whose year was said before.
        there = self._past_day(after)
        here = there if self.words.anchor(there, "year") else after
        if word := self.words.anchor(here, "year"):
            return (self.year, word.end, "short") if word.value == "same" else (None, word.end, "this")
        plain = self.words.anchor(here, "calendar")
        here = self._past_month(plain.end if plain else here)
        year = self.words.match(YEAR, here)
        if year and self.words.anchor(year[1], "unit") is None:
            return _figures(year[0][0]), year[1], ""
        # "del 16 de enero de 1981": a whole date in place of the year.
        day = self.words.match(self.grammar.dates.whole, here)
        said = self.grammar.dates.find(day[0][0]) if day else None
        if day and said:
            return int(said[0][:4]), day[1], ""
        # "Decreto número 2403 (diciembre de 1938)"
        end = self._aside(place)
        dated = self.words.match(YEAR, end - 2) if end > place else None
        if dated:
            return _figures(dated[0][0]), end, ""
        return None, place, "lost" if here >= len(self.words) else "short"


def _figures(text: str) -> int:
    return int(text.replace(".", ""))
