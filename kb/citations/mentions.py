"""Tokens and anchors -> mentions: the one reader of enumerations, ranges and chains, shared by all languages.

A mention is a chain of parts ("numeral 3 del artículo 46"), what they are parts of ("de la Ley 45 de 1923", "del
Código Fiscal", "of these Bylaws", nothing), or words that point from where they stand ("el artículo anterior"). Every
number of a list or range is kept.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from kb.grammar import Numbers
from kb.grammar.citing import Anchor, Reading

# A range longer than this is a slip or no range at all.
_LONGEST_RANGE = 2000
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_SHORT_YEAR = re.compile(r"\d\d")
_FIGURE = re.compile(r"\d{1,4}(?:[º°ª]|[.]?[oa])?(?:-?[A-Z])?|[IVXLCDM]{1,7}")
_LETTER = re.compile(r"[a-zñ]|ll|ch")
_STOPS = frozenset({",", ";"})
_ORDINALS = ("º", "°", "ª")


@dataclass(frozen=True, slots=True)
class Law:
    """What the parts are parts of: `own`, `same` (the one last named), a `name`, a `type` with numbers or a `bare` one.

    A name has its instrument's `id`, or only its `words`. `year` is None where the print lost it.
    """

    sort: str
    id: str = ""
    words: str = ""
    type: str = ""
    numbers: tuple[str, ...] = ()
    year: int | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One level of a provision: its kind and the numbers that are named of it."""

    kind: str
    numbers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mention:
    """A mention in a text: `start` and `end` are code points in it; `relative` is (kind, means) or None."""

    start: int
    end: int
    parts: tuple[Part, ...] = ()
    law: Law | None = None
    relative: tuple[str, str] | None = None


def mentions(reading: Reading, numbers: Numbers) -> list[Mention]:
    """The mentions of one stretch of text, in order, none inside another."""
    return _Reader(reading, numbers).all()


@dataclass(slots=True)
class _Reader:
    reading: Reading
    numbers: Numbers
    at: Mapping[int, list[Anchor]] = field(init=False)
    ends: Mapping[int, list[Anchor]] = field(init=False)

    def __post_init__(self) -> None:
        at, ends = defaultdict(list), defaultdict(list)
        for anchor in self.reading.anchors:
            at[anchor.start].append(anchor)
            ends[anchor.end].append(anchor)
        self.at, self.ends = at, ends

    def all(self) -> list[Mention]:
        mentions: list[Mention] = []
        place, before, ended = 0, None, 0
        while place < len(self.reading.tokens):
            found = self._mention(place) or (self._without_noun(place, before, ended) if before else None)
            if found is None:
                if law := self._law_of_all(place):
                    mentions = self._all_of(law, mentions)
                place += 1
                continue
            mention, end = found
            if mention.parts or mention.relative or (mention.law and mention.law.sort not in ("own", "same")):
                mentions.append(mention)
            before, ended = mention, end
            place = max(end, place + 1)
        return mentions

    def _law_of_all(self, place: int) -> Law | None:
        """The law in "todos de la Ley 3 de 1900", which is that of every provision just listed."""
        if (said := self._anchor(place, "all")) is None:
            return None
        tied, after = self._tied(said.end)
        law = self._law(after, tied=tied) if tied else None
        return law[0] if law else None

    def _all_of(self, law: Law, mentions: list[Mention]) -> list[Mention]:
        """The mentions, those at the end that are parts of nothing said yet made parts of `law`."""
        first = len(mentions)
        while first and mentions[first - 1].parts and mentions[first - 1].law is None:
            first -= 1
        return [*mentions[:first], *(replace(m, law=law) for m in mentions[first:])]

    def _mention(self, place: int) -> tuple[Mention, int] | None:
        parts, end = self._parts(place)
        if parts:
            tied, after = self._tied(end)
            relative = self._relative(after) if tied else None
            law = self._law(after, tied=tied) if relative is None else None
            last = relative[1] if relative else law[1] if law else end
            known = (tuple(parts), law[0] if law else None, relative[0] if relative else None)
            # "the Second Book, Title I": an ordinal is read with the word before it.
            start = place if self._anchor(place, "kind") else self._around(place, last)[0]
            return self._made(start, last, *known), last
        if relative := self._relative(place):
            return self._made(place, relative[1], (), None, relative[0]), relative[1]
        if law := self._law(place):
            start, last = (
                self._around(self._led(place), law[1]) if law[0].sort == "name" else (self._led(place), law[1])
            )
            return self._made(start, last, (), law[0], None), last
        return None

    def _made(
        self, place: int, end: int, parts: tuple[Part, ...], law: Law | None, relative: tuple[str, str] | None
    ) -> Mention:
        tokens, offset = self.reading.tokens, self.reading.offset
        return Mention(tokens[place].start + offset, tokens[end - 1].end + offset, parts, law, relative)

    def _anchor(self, place: int, *labels: str) -> Anchor | None:
        return next((a for a in self.at.get(place, ()) if a.label in labels), None)

    def _word(self, place: int) -> str:
        return self.reading.tokens[place].text if place < len(self.reading.tokens) else ""

    def _parts(self, place: int) -> tuple[list[Part], int]:
        """The chain of parts that begins here, and where it ends."""
        parts: list[Part] = []
        end = here = place
        while True:
            part = self._part(here)
            if part is None or any(p.kind == part[0].kind for p in parts):
                return parts, end
            parts.append(part[0])
            end = part[1]
            here = self._tied(end)[1]

    def _tied(self, place: int) -> tuple[bool, int]:
        """Whether a tie ("de la", ", of the") or a comma follows, and where the words go on after it."""
        here = place + 1 if self._word(place) == "," else place
        # "artículo 9°. del Decreto": the stop is the ordinal's.
        after = place + 1 if self._word(place) in _ORDINALS else place
        if self._word(after) == "." and self._word(after - 1)[-1:] in _ORDINALS:
            after += 1
        here = after if self._anchor(after, "tie") else here
        tie = self._anchor(here, "tie")
        return tie is not None or here > place, tie.end if tie else here

    def _part(self, place: int) -> tuple[Part, int] | None:
        if kind := self._anchor(place, "kind"):
            here = kind.end + 1 if self._word(kind.end) == "." else kind.end
            found = self._list(here, kind.value)
            return (Part(kind.value, found[0]), found[1]) if found else None
        # "Second Book", "primer inciso"
        ordinal, kind = self._ordinal(place), self._anchor(place + 1, "kind")
        after = kind is not None and self._list(kind.end, kind.value) is not None
        return (Part(kind.value, (ordinal,)), kind.end) if ordinal and kind and not after else None

    def _ordinal(self, place: int) -> str | None:
        return self.numbers.ordinal(self._word(place))

    def _list(self, place: int, kind: str) -> tuple[tuple[str, ...], int] | None:
        """The numbers named here ("5º, 6º y 13", "237 a 439, inclusive"), and where they end."""
        first, end = self._number(place, kind, words=True)
        if first is None:
            return None
        numbers = [first]
        while True:
            joint = self._anchor(end, "and", "range") or (self._word(end) in _STOPS and self._anchor(end + 1, "and"))
            here = joint.end if joint else end + 1 if self._word(end) in _STOPS else end
            ranged = (joint and joint.label == "range") or bool(self._anchor(end, "range"))
            number, after = self._number(here, kind, words=False) if here > end else (None, end)
            if number is None or (ranged and not _is_range(numbers[-1], number)) or self._begins_chain(after, kind):
                break
            numbers.extend(_between(numbers[-1], number) if ranged else [number])
            end = after
        return tuple(numbers), self._closed(end)

    def _begins_chain(self, place: int, kind: str) -> bool:
        """Whether the number before belongs to what follows: in "artículo 52, 2o del artículo 105" it is no article."""
        tie = self._anchor(place, "tie")
        return bool(kind and tie and any(a.label == "kind" and a.value == kind for a in self.at.get(tie.end, ())))

    def _closed(self, place: int) -> int:
        here = place + 1 if self._word(place) == "," else place
        closed = self._anchor(here, "closed")
        return closed.end if closed else place

    def _number(self, place: int, kind: str, *, words: bool) -> tuple[str | None, int]:
        """The number at a place, and where it ends; `words` admits one that is spelled out."""
        word = self._word(place)
        end = place + 1
        if kind == "point":
            quoted = self._word(end) == ")"
            return (
                (word.lower(), end + quoted) if _LETTER.fullmatch(word.lower()) and (quoted or words) else (None, place)
            )
        if _FIGURE.fullmatch(word):
            return self.numbers.normal(word), end
        return (self._ordinal(place), end) if words and self._ordinal(place) else (None, place)

    def _relative(self, place: int) -> tuple[tuple[str, str], int] | None:
        for here in (place, place + 1):
            if found := self._anchor(here, "relative"):
                kind, _, means = found.value.partition(" ")
                return (kind, means), found.end
            if self._anchor(here, "leading") is None:
                return None
        return None

    def _led(self, place: int) -> int:
        """Where the words go on after a word that only leads on to them."""
        leading = self._anchor(place, "leading")
        return leading.end if leading else place

    def _law(self, place: int, *, tied: bool = False) -> tuple[Law, int] | None:
        anchors = self.at.get(self._led(place), ())
        names = [a for a in [*self.at.get(place, ()), *anchors] if a.label in ("name", "own", "same")]
        if names:
            best = max(names, key=lambda a: (a.end, bool(a.value)))
            words = " ".join(t.text for t in self.reading.tokens[self._own_words(best) : best.end])
            return Law(best.label, best.value, words), best.end
        type_ = next((a for a in anchors if a.label == "type"), None)
        found = self._numbered(type_) if type_ else None
        if found is None and type_ is not None and tied:
            return Law("bare", type=type_.value), type_.end
        return found

    def _own_words(self, name: Anchor) -> int:
        """Where a name begins without the words before it that only say whose it is ("the Bank")."""
        before = (
            a.end for at in range(max(0, name.start - 3), name.end) for a in self.at.get(at, ()) if a.label == "before"
        )
        return max((end for end in before if name.start < end < name.end), default=name.start)

    def _numbered(self, type_: Anchor) -> tuple[Law, int] | None:
        """A statute by type, number and year: "Ley No. 45 de 1923", "leyes 30 y 117 de 1922", "L. 45/23"."""
        here = type_.end + 1 if self._word(type_.end) == "." else type_.end
        number = self._anchor(here, "kind")
        here = number.end if number and number.value == "item" else here
        found = self._list(here, "")
        if found is None or not found[0][0].isdecimal():
            return None
        numbers, end = found
        year, last = self._year(end)
        return Law("type", type=type_.value, numbers=numbers, year=year), last

    def _year(self, place: int) -> tuple[int | None, int]:
        if self._word(place) == "/" and (short := self._word(place + 1)):
            if _YEAR.fullmatch(short):
                return int(short), place + 2
            if _SHORT_YEAR.fullmatch(short):
                return int(short), place + 2
        tied, here = self._tied(place)
        return (int(self._word(here)), here + 1) if tied and _YEAR.fullmatch(self._word(here)) else (None, place)

    def _without_noun(self, place: int, before: Mention, ended: int) -> tuple[Mention, int] | None:
        """A member of a list whose noun an earlier one has: "y la 25 de 1923", "; 19 de 1894", "y el 3º del Código".

        `before` is the mention before, which ended at `ended`; without an article before it only a neighbour is meant.
        """
        led = self._led(place)
        if led == place and not (place == self._joined(ended) > ended):
            return None
        if before.law and before.law.type and (law := self._statutes(led, before.law.type)):
            return self._made(led, law[1], (), law[0], None), law[1]
        if not before.parts or place != self._joined(ended):
            return None
        listed = self._list(led, before.parts[0].kind)
        tied, after = self._tied(listed[1]) if listed else (False, place)
        if listed is None or not tied:
            return None
        above, end = self._parts(after)
        tied, after = self._tied(end) if above else (tied, after)
        law = self._law(after, tied=tied)
        if law is None and not above:
            return None
        parts, last = (Part(before.parts[0].kind, listed[0]), *above), law[1] if law else end
        return self._made(led, last, parts, law[0] if law else None, None), last

    def _statutes(self, place: int, type_: str) -> tuple[Law, int] | None:
        found = self._list(place, "")
        if found is None or not found[0][0].isdecimal():
            return None
        year, last = self._year(found[1])
        return (Law("type", type=type_, numbers=found[0], year=year), last) if year else None

    def _joined(self, place: int) -> int:
        """Where the next member of a list begins, after a stop, "y" or both; `place` when none does."""
        here = place + 1 if self._word(place) in _STOPS else place
        joint = self._anchor(here, "and")
        return joint.end if joint else here

    def _around(self, place: int, end: int) -> tuple[int, int]:
        """The words before and after a name that belong to it ("the Bank's … Code")."""
        start = place
        while before := next((a for a in self.ends.get(start, ()) if a.label == "before"), None):
            start = before.start
        after = self._anchor(end, "after")
        return start, after.end if after else end


def _is_range(first: str, last: str) -> bool:
    both = first.isdecimal() and last.isdecimal()
    return both and int(first) < int(last) <= int(first) + _LONGEST_RANGE


def _between(first: str, last: str) -> list[str]:
    return [str(n) for n in range(int(first) + 1, int(last) + 1)]
