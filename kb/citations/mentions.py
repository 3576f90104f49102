"""Tokens and anchors -> mentions: chains of parts, what they are parts of, and words that point from where they stand.

A mention is a chain of parts ("numeral 3 del artículo 46"), what they are parts of ("de la Ley 45 de 1923", "del
Código Fiscal", "of these Bylaws", nothing), or words that point elsewhere ("el artículo anterior"). Every number of a
list or range is kept; a further member whose noun is left out ("la 25 de 1923", "y el 308 del Código") is a mention
of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kb import ids
from kb.citations.laws import Law, Laws
from kb.citations.parts import Chains, Part, Relative
from kb.citations.series import Series
from kb.citations.words import STOPS, Words
from kb.grammar import Grammar
from kb.grammar.citing import Reading

# "el mismo artículo 140", "dicho capítulo 3º": of the law of which it was said before.
_AGAIN = Law("again")


@dataclass(frozen=True, slots=True)
class Mention:
    """A mention in a text: `start` and `end` are code points in it; `parts` are in the order of the print.

    `shared` is the law of the next member of the same list, where this one has none: "el artículo 5 y el artículo 8 de
    la Ley 45 de 1923" may mean that law's article 5 or the text's own.
    """

    start: int
    end: int
    parts: tuple[Part, ...] = ()
    law: Law | None = None
    relative: Relative | None = None
    shared: Law | None = None

    @property
    def is_open(self) -> bool:
        """Whether it names a provision and not of what."""
        return bool(self.parts) and self.law is None and self.relative is None


def mentions(reading: Reading, grammar: Grammar) -> list[Mention]:
    """The mentions of one stretch of text, in order, none inside another."""
    words = Words.of(reading)
    series = Series(words, grammar)
    laws = Laws(words, series, grammar)
    return _Reader(words, series, laws, Chains(words, series, laws)).all()


@dataclass(slots=True)
class _Reader:
    """Reads from left to right; what was read last is known to the members that leave out its noun.

    `listing` is the law of which a list behind a colon names the articles, `broken` where a list goes on behind what
    limits it or is excepted, with the place of its first member in `found` and the parts that it names.
    """

    words: Words
    series: Series
    laws: Laws
    chains: Chains
    end: int = 0
    resumes: int = -1
    run: int = 0
    kinds: tuple[str, ...] = ()
    listing: Law | None = None
    broken: tuple[int, int, tuple[str, ...]] = (-1, 0, ())
    found: list[Mention] = field(default_factory=list)

    def all(self) -> list[Mention]:
        """The mentions from the first token to the last."""
        place, openings = 0, self.words.openings()
        while place < len(self.words):
            read = self._mention(place) if place in openings else None
            excepted = None if read else self._excepted(place)
            again = self.found and self._goes_on(place)
            found = read or excepted or (self._rejoined(place) if again else None) or self._resumed(place)
            if found:
                near = bool(self.found) and place in (self.resumes, self.words.led(self.resumes))
                if again:
                    self.run = len(self.found) - self.broken[1]
                self._remember(*found, near=near or again or excepted is not None, resumed=read is None)
            together = None if found else self._together(place)
            place = max(found[1] if found else together or 0, place + 1)
        return self.found

    def _together(self, place: int) -> int | None:
        """ "…, todos de la Ley 45 de 1923" says of all that was named before of what it is; where it ends."""
        every = self.words.anchor(place, "all")
        tied, after = self.words.tied(every.end) if every else (False, place)
        law = self.laws.after_parts(after, tied=True) if tied else None
        if law is None:
            return None
        self.found = [replace(m, law=law[0]) if m.is_open else m for m in self.found]
        return law[1]

    def _remember(self, mention: Mention, end: int, *, near: bool, resumed: bool) -> None:
        if near and (mention.law or mention.parts):
            self._share(mention, resumed=resumed)
        self.run = self.run + 1 if near else 1
        self.found.append(mention)
        self.listing = self.listing if mention.law is self.listing else None
        self.end, self.resumes = end, self._resuming(end)
        self.kinds = tuple(part.kind for part in mention.parts)
        self._note_break(mention, end)
        if mention.relative and not self.kinds:
            self.kinds = (mention.relative.kind,)
        self.laws.remember(mention.law)

    def _note_break(self, mention: Mention, end: int) -> None:
        """Take note of where the list goes on, if brackets, a limit or an exception break it here.

        "Los artículos 4 (en su último inciso), 8 y 58 (inciso 2º), 59 y 60", "2º, salvo su parágrafo, 3º y 5º".
        """
        words, changing = self.words, self.series.grammar.changing
        after = words.past_bracket(end) if words.word(end) == "(" else end
        kinds, place = self.kinds, -1
        offset = words.reading.offset
        # The bracket behind a letter ("letra e)") closes none.
        bracketed = after > end or "(" in words.reading.text[mention.start - offset : mention.end - offset]
        if self.listing is None and "article" in kinds and bracketed and words.word(after - 1) == ")":
            kinds, place = ("article",), after
        elif (here := end + (words.word(end) == ",")) < len(words):
            found = (words.match(pattern, here) for pattern in (*changing.limits, *changing.exceptions))
            place = next((each[1] for each in found if each), -1)
        if place >= 0:
            self.broken = (self._resuming(place), len(self.found) - self.run, kinds)
            self.series.closed.add(self.broken[0])

    def _goes_on(self, place: int) -> bool:
        """Whether a broken list goes on at a place, or right behind a word that leads there."""
        return place >= 0 and place in (self.broken[0], self.words.led(self.broken[0]))

    def _rejoined(self, place: int) -> tuple[Mention, int] | None:
        """Members of a broken list, their noun left out: "los artículos 5º, excepto …, y 7º de la Ley 9 de 1990"."""
        kinds = self.broken[2]
        if whole := self.laws.resumed(place):
            return self._made(place, whole[1], (), whole[0], None)
        if not kinds:
            return None
        found = self._member(place, kinds[0])
        if found is None:
            return None
        parts, end = found
        tied, after = self.words.tied(self.words.dotted(end))
        law = self.laws.after_parts(after, tied=True) if tied else None
        if law is None and self.words.word(end - 1) != ")" and self.words.word(self.broken[0] - 1) == ")":
            return None
        return self._made(place, law[1] if law else end, parts, law[0] if law else None, None)

    def _share(self, last: Mention, *, resumed: bool) -> None:
        """Tell the members of the list that end here what the last one says of all: its article, its law, its year."""
        before, law = self.found[-1], last.law
        if before.law and law and before.law.when == "short" and before.law.type == law.type and law.year:
            self.found[-1] = replace(before, law=replace(before.law, year=law.year))
        outer = tuple(part for part in last.parts if part.kind not in ids.BELOW_ARTICLE)
        lifts = bool(last.parts) and last.parts[0].kind in ids.BELOW_ARTICLE and bool(outer or last.relative)
        at = len(self.found) - self.run
        while at < len(self.found):
            member = self.found[at]
            if member.is_open and member.shared is None:
                member = self._lifted(member, last, outer) if lifts else member
                # A noun that is left out is left out of one list; each noun of its own may begin another.
                given = replace(member, law=law) if resumed else replace(member, shared=law)
                self.found[at] = given if law and member.is_open else member
            at += 1

    def _lifted(self, mention: Mention, last: Mention, outer: tuple[Part, ...]) -> Mention:
        """ "numerales 1 y 3 y parágrafo 2 del artículo 46": the numerales are of that article too."""
        if any(part.kind not in ids.BELOW_ARTICLE for part in mention.parts):
            return mention
        return replace(mention, parts=(*mention.parts, *outer), law=last.law, relative=last.relative)

    def _resuming(self, place: int) -> int:
        """Where a further member would begin after a mention: ", y en el |308|"."""
        words = self.words
        here = place + 1 if words.word(place) in STOPS else place
        if self.listing and words.word(place - 1) == ")" and words.word(here)[:1].isdecimal():
            return here
        joint = words.anchor(here, "and")
        here = joint.end if joint else here
        tie = words.anchor(here, "tie")
        here = words.led(tie.end if tie else here)
        return here if joint or words.word(place) in STOPS else -1

    def _mention(self, place: int) -> tuple[Mention, int] | None:
        return self._provision(place) or self._pointing(place) or self._whole(place) or self._listed(place)

    def _provision(self, place: int) -> tuple[Mention, int] | None:
        """Parts, and what they are parts of."""
        parts, end = self.chains.read(place)
        if not parts:
            return None
        again = any(a.label == "again" for at in range(place, end) for a in self.words.ends.get(at, ()))
        relative, law = self._whose(parts, end)
        last = relative[1] if relative else law[1] if law else end
        kind = self.words.anchor(place, "kind")
        if len(parts) == 1 and relative is None and law is None and (not parts[0].numbers or self._is_loose(place)):
            return None
        # "the Second Book, Title I": an ordinal is read with the word before it.
        start = place if kind else self.laws.around(place, last, self.end)[0]
        known = law[0] if law else _AGAIN if again else None
        if known is None and relative is None and self._is_owned(place):
            return self._owned(start, last, tuple(parts))
        return self._made(start, last, tuple(parts), known, relative[0] if relative else None)

    def _is_owned(self, place: int) -> bool:
        """Whether a word says that parts are those of what was named before: "sus artículos 4º y 5º"."""
        return any(anchor.label == "its" for anchor in self.words.ends.get(place, ()))

    def _owned(self, start: int, end: int, parts: tuple[Part, ...]) -> tuple[Mention, int]:
        """Parts of the law that the sentence named last, or of the article: "en su ordinal 4º"."""
        if all(part.kind in ids.BELOW_ARTICLE for part in parts):
            return self._made(start, end, parts, None, Relative("article", "same", 1))
        named = next((m.law for m in reversed(self.found) if m.law and m.law.sort != "again"), None)
        said = self.laws.before(start, self.end)
        unknown = said.sort == "unnamed" and not said.type
        return self._made(start, end, parts, named if named and unknown else said, None)

    def _whose(self, parts: list[Part], end: int) -> tuple[tuple[Relative, int] | None, tuple[Law, int] | None]:
        """What the parts that end here are parts of: what a phrase points to, or a law.

        After a comma alone it is one only without an article: "artículo 5, Ley 3 de 1900", not "artículo 5, la Ley 3".
        """
        here = self.words.dotted(end)
        tied, after = self.words.tied(here)
        listed = tied and self.words.word(after - 1) == ","
        relative = self.chains.relative(after) if tied and not listed else None
        if relative and relative[0].kind not in {part.kind for part in parts}:
            return relative, None
        if listed and self.words.led(after) > after:
            return None, None
        article = any(part.kind == "article" for part in parts)
        return None, self.laws.after_parts(after, tied=tied and not listed, article=article)

    def _is_loose(self, place: int) -> bool:
        """Whether the word counts things of all sorts, so that alone it names no provision ("No. 388")."""
        return self.words.anchor(place, "loose") is not None

    def _pointing(self, place: int) -> tuple[Mention, int] | None:
        relative = self.chains.relative(place)
        return self._made(place, relative[1], (), None, relative[0]) if relative else None

    def _whole(self, place: int) -> tuple[Mention, int] | None:
        """An instrument without parts."""
        found = self.laws.read(place)
        if found is None:
            return self._nounless(place)
        law, end, start = *found, self.words.led(place)
        if law.sort == "name":
            start, _ = self.laws.around(start, end, self.end)
        parts, last = self._after_law(end, led=self._opens(place)) if law.sort in ("name", "type") else ([], end)
        return self._made(start, last if parts else end, tuple(parts), law, None)

    def _nounless(self, place: int) -> tuple[Mention, int] | None:
        """A statute whose noun is left out before its own parts: "la 600 de 2000, artículo 3"."""
        found = self.laws.elided(place)
        parts, last = self._after_law(found[1]) if found else ([], place)
        return self._made(self.words.led(place), last, tuple(parts), found[0], None) if found and parts else None

    def _opens(self, place: int) -> bool:
        """Whether a sentence begins with what ties parts to this law: "Del Código de Aguas, el artículo 2"."""
        return any(anchor.label == "tie" and anchor.start == 0 for anchor in self.words.ends.get(place, ()))

    def _after_law(self, place: int, *, led: bool = False) -> tuple[list[Part], int]:
        """The parts that follow their law: "Ley 45 de 1923, artículo 17", "Law 3 of 1900 (section 5)".

        "La Ley 30 de 1922 en sus artículos 3º y 8º" are parts, too. `led`: an article may stand before them.
        """
        here = place + 1 if self.words.word(place) in {",", ":"} else place
        here = self.words.led(here) if led and here > place else here
        tie = self.words.anchor(here, "tie")
        its = self.words.anchor(tie.end, "its") if tie else None
        here = its.end if its else here
        bracket = self.words.word(here) == "("
        if self.words.anchor(here + bracket, "kind") is None or self._is_loose(here + bracket):
            return [], place
        parts, end = self.chains.read(here + bracket)
        alone = parts and parts[0].numbers and self._ends_law(parts, end)
        if not alone or (bracket and self.words.word(end) != ")"):
            return [], place
        return parts, end + bracket

    def _ends_law(self, parts: list[Part], end: int) -> bool:
        """Whether the parts that end here are of the law before them.

        In "Decreto 5 de 1990, artículos 8 y 9, Decreto 6 de 1991, artículo 2" each law stands before its parts.
        """
        relative, law = self._whose(parts, end)
        if relative is None and law is None:
            return True
        comma = law is not None and self.words.word(end) == "," and self.words.word(law[1]) == ","
        return comma and law is not None and self.words.anchor(law[1] + 1, "kind") is not None

    def _listed(self, place: int) -> tuple[Mention, int] | None:
        """ "los siguientes artículos del Código Judicial: 306, 362 y 363"."""
        kind = self.words.anchor(place, "kind")
        if kind is None:
            return None
        tied, after = self.words.tied(kind.end)
        law = (self.laws.read(after) or self._of_container(after)) if tied else None
        if law is None or self.words.word(law[1]) not in {":", ";"}:
            return None
        found = self._member(law[1] + 1, kind.value)
        if found is None:
            return None
        self.listing = law[0] if kind.value == "article" else None
        return self._made(place, found[1], found[0], law[0], None)

    def _of_container(self, place: int) -> tuple[Law, int] | None:
        """The law of a book or chapter at a place: its articles are numbered through the law."""
        parts, end = self.chains.read(place)
        if not parts or any(part.kind == "article" or part.kind in ids.BELOW_ARTICLE for part in parts):
            return None
        tied, after = self.words.tied(end)
        return self.laws.after_parts(after, tied=True) if tied else None

    def _member(self, place: int, kind: str) -> tuple[tuple[Part, ...], int] | None:
        """Numbers of a list behind a colon, and what is named of the last: "1º, 3º (inciso 2)", "5, ordinal 3º"."""
        found = self.series.read(place, kind)
        if found is None:
            return None
        numbers, end = found
        here = self.words.dotted(end)
        here = here + 1 if self.words.word(here) == "," else here
        here = here + 1 if self.words.word(here) == "." and self.words.word(here + 1) == "(" else here
        bracket = self.words.word(here) == "("
        parts, last = self.chains.read(here + bracket, listed=not bracket)
        below = parts and all(part.kind in ids.BELOW_ARTICLE for part in parts)
        if not below or (bracket and self.words.word(last) != ")"):
            return (Part(kind, numbers),), self.words.past_bracket(here) if bracket else end
        return (Part(kind, numbers), *parts), last + bracket

    def _made(
        self, place: int, end: int, parts: tuple[Part, ...], law: Law | None, relative: Relative | None
    ) -> tuple[Mention, int]:
        tokens, offset = self.words.reading.tokens, self.words.reading.offset
        mention = Mention(tokens[place].start + offset, tokens[end - 1].end + offset, parts, law, relative)
        return mention, end

    def _resumed(self, place: int) -> tuple[Mention, int] | None:
        """A further member whose noun is left out."""
        near = place == self.resumes
        if near and self.listing and (member := self._member(place, "article")):
            return self._made(place, member[1], member[0], self.listing, None)
        led = self.words.anchor(place - 1, "leading") is not None
        if (near or led) and (law := self.laws.resumed(place)):
            parts, end = self._after_law(law[1])
            return self._made(place, end, tuple(parts), law[0], None)
        if near and self.kinds:
            return self._resumed_part(place)
        # "el artículo 5, modificado por el 24 de la Ley 510 de 1999"
        told = led and self.words.word(place).isdecimal() and "article" in self.kinds
        return self._resumed_part(place) if told else None

    def _excepted(self, place: int) -> tuple[Mention, int] | None:
        """Members of a list that are excepted by their numbers alone: "(excepto el 8) de la Ley 3", ", salvo el 75"."""
        if not self.kinds or not self.words.word(place)[:1].isdecimal():
            return None
        # What leads to the number may be a tie and an article: "con excepción de | los | 75 y 77".
        before = {place, *(a.start for a in self.words.ends.get(place, ()) if a.label in ("leading", "tie"))}
        before |= {a.start for at in before for a in self.words.ends.get(at, ()) if a.label == "tie"}
        if not any(anchor.label == "but" for at in before for anchor in self.words.ends.get(at, ())):
            return None
        found = self.series.read(place, self.kinds[0])
        if found is None:
            return None
        part, end = Part(self.kinds[0], found[0]), found[1]
        tied, after = self.words.tied(end + 1 if self.words.word(end) in {")", ","} else end)
        law = self.laws.after_parts(after, tied=True) if tied else None
        return self._made(place, law[1] if law else end, (part,), law[0] if law else _AGAIN, None)

    def _resumed_part(self, place: int) -> tuple[Mention, int] | None:
        """ "2o del artículo 105" after an inciso; "el 308 del Código" after an article."""
        for kind in dict.fromkeys((self.kinds[0], "article" if "article" in self.kinds else self.kinds[0])):
            found = self.series.read(place, kind)
            if found is None:
                continue
            tied, after = self.words.tied(self.words.dotted(found[1]))
            follows = tied or (kind == "article" and self.words.anchor(after, "kind") is not None)
            chain, end = self.chains.read(after, listed=kind == "article") if follows else ([], after)
            inside = self.chains.inside(found[1]) if kind == "article" and not follows else None
            chain, end = inside or (chain, end)
            if chain and kind not in {part.kind for part in chain}:
                law = self.laws.after_parts(self.words.tied(end)[1], tied=self.words.tied(end)[0])
                return self._made(place, law[1] if law else end, (Part(kind, found[0]), *chain), law and law[0], None)
            of_article = tied and kind == "article"
            law = self.laws.after_parts(after, tied=True) or self.laws.untold(after) if of_article else None
            if law:
                return self._made(place, law[1], (Part(kind, found[0]),), law[0], None)
        return None
