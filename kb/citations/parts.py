"""Words -> chains of parts ("numeral 3 del artículo 46"), and words that point to a part from where they stand."""

from __future__ import annotations

from dataclasses import dataclass

from kb import ids
from kb.citations.laws import Laws
from kb.citations.series import PENULTIMATE, Series
from kb.citations.words import Words

# Parts of which there may be a transitory series; the number of a transitory paragraph begins with this word.
_SERIES = ("article", "transitional", "paragraph")
_TRANSITORY = "transitorio"
# Parts that letters may number, whatever their word says; and no article has a longer number than this.
_LETTERED = frozenset({"item", "paragraph", "subparagraph"})
_LONGEST_NUMBER = 4


@dataclass(frozen=True, slots=True)
class Part:
    """One level of a provision: its kind and the numbers that are named of it; none where the word stands alone."""

    kind: str
    numbers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Relative:
    """Words that point from where they stand: `means` is this, previous, next, same or lead; `count` how many."""

    kind: str
    means: str
    count: int


@dataclass(frozen=True, slots=True)
class Chains:
    """Reads the chains of parts of one stretch of text."""

    words: Words
    series: Series
    laws: Laws

    def read(self, place: int, *, listed: bool = False) -> tuple[list[Part], int]:
        """The chain of parts that begins here, and where it ends.

        `listed`: it follows one of several articles, whose list may go on behind it.
        """
        parts: list[Part] = []
        end = here = place
        listed = listed or self._is_plural(place)
        while True:
            single = listed and self._is_single(here)
            found = (
                self._part(here, single=single) or (self.inside(here) if parts else None) or self._elided(parts, here)
            )
            if found is None or any(p.kind == q.kind for p in parts for q in found[0]):
                return parts, end
            if self.words.word(end) == "," and parts[-1].kind == "article" and self._is_next_of(*found):
                return parts, end
            parts.extend(found[0])
            end = found[1]
            here = self.words.tied(self.words.dotted(end))[1]
            # "número 14, en el mismo artículo 140"
            again = self.words.anchor(here, "again")
            here = again.end if again and self.words.anchor(again.end, "kind") else here

    def _is_next_of(self, parts: list[Part], end: int) -> bool:
        """Whether parts behind an article are those of the next ("artículos 5, literal a) del 6, 7 y 8")."""
        return self._elided(parts, self.words.tied(end)[1]) is not None

    def _elided(self, parts: list[Part], place: int) -> tuple[list[Part], int] | None:
        """ "numeral 9 del 67": the article that a part is of, without its word."""
        below = bool(parts) and all(part.kind in ids.BELOW_ARTICLE for part in parts)
        if not below or not any(anchor.label == "elided" for anchor in self.words.ends.get(place, ())):
            return None
        found = self.series.one(place, "article") if self.words.word(place)[:1].isdecimal() else None
        if found is None or len(found[0][0]) > _LONGEST_NUMBER:
            return None
        # "numeral 3 del 45 de 1923" names a law.
        return None if self.laws.resumed(place) else ([Part("article", found[0])], found[1])

    def _is_plural(self, place: int) -> bool:
        """Whether the word for several articles stands here."""
        kind = self.words.anchor(place, "kind")
        return kind is not None and kind.value == "article" and self.words.anchor(place, "several") is not None

    def _is_single(self, place: int) -> bool:
        """Whether a word for one part below an article stands here; of letters more may follow it all the same."""
        kind = self.words.anchor(place, "kind")
        below = kind is not None and kind.value in ids.BELOW_ARTICLE and kind.value != "point"
        return below and self.words.anchor(place, "several") is None

    def _part(self, place: int, *, single: bool = False) -> tuple[list[Part], int] | None:
        """One level; `single`: its word takes one number, and a further one is another member of the articles' list.

        "Los artículos 3º, 5º, inciso 2º, y 7º" are three articles, and so are "52 parágrafo, 63 y 64".
        """
        kind = self.words.anchor(place, "kind")
        if kind is None:
            return self._ordinal_first(place)
        here, value = self.words.dotted(kind.end), kind.value
        here = here + 1 if self.words.word(here) == "." else here
        number_word = self.words.anchor(here, "loose")
        here = number_word.end if number_word else here
        here = here + 1 if self.words.word(here) == "." else here
        # "los artículos, 10, 11 y 13"
        begun = not single and self.words.word(here) == "," and self.words.word(here + 1).isdecimal()
        here = here + 1 if begun else here
        before = self.words.anchor(here, "transitory")
        read = self.series.one if single else self.series.read
        found = read(self._counted(before.end if before else here), value)
        found = found or (self._bracketed(here, value) if value not in _LETTERED else None)
        if found is None and value in _LETTERED and ")" in (self.words.word(here + 1), self.words.word(here + 2)):
            # "los ordinales b) y c)", "paragraphs (a) and (b)"
            found = self.series.read(here, "point")
            value, found = ("point", found) if found else (value, self._bracketed(here, value))
        if found is None:
            return self._unnumbered(kind.end, value, listed=single)
        numbers, end = found[0], self._said_again(*found, value)
        after = self._transitory(end) if value in _SERIES and before is None else None
        if value == "paragraph" and (before or after):
            numbers, end = tuple(f"{_TRANSITORY} {n}" for n in numbers), after or end
        elif before or after or value == "transitional":
            numbers, value, end = tuple(f"{ids.TRANSITORY}{n}" for n in numbers), "article", after or end
        deeper, last = self._brackets(end, value)
        return [Part(value, numbers), *deeper], last

    def _said_again(self, numbers: tuple[str, ...], end: int, kind: str) -> int:
        """Where the words go on behind a number that is said twice: "artículo primero (1º) del Decreto"."""
        again = self._bracketed(end, kind)
        return again[1] if again and again[0] == numbers[-1:] else end

    def _bracketed(self, place: int, kind: str) -> tuple[tuple[str, ...], int] | None:
        """ "artículo (1o). de la Ley": a number in brackets."""
        found = self.series.read(place + 1, kind) if self.words.word(place) == "(" else None
        return (found[0], found[1] + 1) if found and self.words.word(found[1]) == ")" else None

    def _counted(self, place: int) -> int:
        """ "los artículos del 5 al 9": where the numbers begin."""
        tie = self.words.anchor(place, "tie")
        found = self.series.read(tie.end, "article") if tie else None
        return tie.end if tie and found and len(found[0]) > 1 else place

    def _transitory(self, place: int) -> int | None:
        """Where "transitorio" after a number ends, in brackets or not."""
        bracket = self.words.word(place) == "("
        found = self.words.anchor(place + bracket, "transitory")
        return found.end + bracket if found else None

    def _unnumbered(self, place: int, kind: str, *, listed: bool) -> tuple[list[Part], int] | None:
        """ "el parágrafo transitorio del artículo 5", "el parágrafo del artículo 5": the only one of its kind.

        `listed`: it stands amid a list of articles ("52 parágrafo, 63 y 64").

        "El artículo transitorio de la Ley 3 de 1900" is an article of its own series.
        """
        transitory = self.words.anchor(place, "transitory")
        if kind == "article" and transitory:
            tied = self.words.tied(transitory.end)[0] and self.words.word(transitory.end) != ","
            return ([Part(kind, (f"{ids.TRANSITORY}1",))], transitory.end) if tied else None
        if kind != "paragraph":
            return None
        end = transitory.end if transitory else place
        tied, after = self.words.tied(end)
        goes_on = tied and (self._part(after) or self.relative(after))
        return (
            ([Part(kind, (_TRANSITORY if transitory else "unico",))], end) if goes_on or transitory or listed else None
        )

    def _ordinal_first(self, place: int) -> tuple[list[Part], int] | None:
        """ "Second Book", "primer inciso", "último inciso"."""
        figure = self.words.word(place)[:1].isdecimal()
        ordinal, end = self._figure_before(place) if figure else (None, place + 1)
        kind = self.words.anchor(end, "kind")
        if kind is None:
            return None
        ordinal = ordinal if figure else self.series.grammar.numbers.ordinal(self.words.word(place))
        number = ordinal or ("final" if self.words.anchor(place, "last") else None)
        number = number or (PENULTIMATE if self.words.anchor(place, "before_last") else None)
        if number is None or self.series.read(kind.end, kind.value):
            return None
        # "the second paragraph" is counted, "paragraph 2" is printed.
        value = self.series.grammar.citing.counted.get(kind.value, kind.value)
        return [Part(value, (number,))], kind.end

    def _figure_before(self, place: int) -> tuple[str | None, int]:
        """The figure that counts a part behind it ("el 2º inciso del artículo 26"), if one does, and where it ends."""
        numbers = self.series.grammar.numbers
        found = self.words.match(numbers.figure, place)
        end = self.words.dotted(found[1]) if found else place + 1
        kind = self.words.anchor(end, "kind")
        if found is None or kind is None or kind.value not in ids.BELOW_ARTICLE:
            return None, end
        return (numbers.normal(found[0][0]) if self.words.anchor(kind.end, "tie") else None), end

    def _brackets(self, place: int, kind: str) -> tuple[list[Part], int]:
        """ "section 5(2)(a)": what stands in brackets joined to the number."""
        parts: list[Part] = []
        while kind in ("article", "section") and self.words.word(place) == "(" and self.words.is_joined(place):
            inner = self.words.word(place + 1)
            if self.words.word(place + 2) != ")" or not (inner.isdecimal() or len(inner) == 1):
                break
            parts.append(Part("item" if inner.isdecimal() else "point", (inner.lower(),)))
            place += 3
        return parts, place

    def inside(self, place: int) -> tuple[list[Part], int] | None:
        """ "artículo 46 (numeral 3)": a deeper part in brackets."""
        found = self._part(place + 1) if self.words.word(place) == "(" else None
        return (found[0], found[1] + 1) if found and self.words.word(found[1]) == ")" else None

    def relative(self, place: int) -> tuple[Relative, int] | None:
        for here in (place, self.words.led(place)):
            if found := self.words.anchor(here, "relative"):
                kind, means, count = found.value.split()
                # A number after it says which one it is: "el mismo artículo 140".
                if self._part(found.end - 1) is None:
                    return Relative(kind, means, int(count)), found.end
        return None
