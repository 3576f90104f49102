"""Which instruments a typed text names: by a name, by type and number and year, or by its type alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kb.analysis import keys
from kb.model import Instrument
from kb.query import dating, statutes
from kb.query.kindred import Instruments, Kindred
from kb.query.pieces import Piece, names, run
from kb.query.statutes import ANY_WORD, Sides, Vocabulary
from kb.store.called import ADJECTIVE, ANOTHER, CALLED, INITIALS, NAME

if TYPE_CHECKING:
    from kb.store import Store

_FULL_YEAR = re.compile(r"[12]\d{3}")
_YEAR_LONG = 4
# Initials of so few letters need the evidence of their capitals.
_FEW = 3
# Shorter words of a name tie the others.
_CONTENT = 4
# Initials that several names have are said to be of these.
_MOST_NAMES = 3


@dataclass(frozen=True, slots=True)
class Law:
    """One naming of an instrument: the pieces it takes, the instruments it may mean, and the words themselves.

    No instrument means that the corpus does not have it; then `unknown` is true of a name that nobody knows, and
    `called` the whole name of one that is known everywhere. `by_name` is true of what goes by no number. `loose` is
    true when only the type was said ("the law"): it may mean any of its type, and is no reference without a provision
    beside it. `within` are the addresses of the annexes of these instruments that are meant, not the whole.
    """

    start: int
    stop: int
    instruments: Instruments
    text: str
    loose: bool = False
    unknown: bool = False
    called: str = ""
    by_name: bool = False
    within: tuple[str, ...] = ()


def laws(store: Store, found: Sequence[Piece], words: Vocabulary = ANY_WORD) -> list[Law]:
    """Every naming of an instrument of the store among the pieces, in order; none overlaps another.

    `words` tells whether a word is one of the texts: one that is not, and stands where laws are named, is a name that
    nobody knows.
    """
    named: list[Law] = []
    for at in range(len(found)):
        floor = named[-1].stop if named else 0
        if at >= floor:
            named.extend(_here(store, found, at, floor, words))
    strange = None if named else statutes.strange_name(found, words)
    return named if strange is None else [Law(*strange, (), run(*found[slice(*strange)]), unknown=True, by_name=True)]


def _here(store: Store, found: Sequence[Piece], at: int, floor: int, words: Vocabulary) -> Iterator[Law]:
    if found[at].of(NAME) or found[at].of(CALLED):
        yield _called(store, found, at)
    elif law := _by_adjective(store, found, at):
        yield law
    elif types := _types(found, at):
        own = Kindred(store, frozenset(type_ for some in types for type_ in some))
        yield from _by_types(_Said(found, at, at + len(types), floor, words), own)
    else:
        law = _by_initials(store, found, at) or _by_noun(found, at, floor, words)
        yield from filter(None, [law or _untyped(store, found, at)])


def _by_types(said: _Said, own: Kindred) -> Iterator[Law]:
    """The laws of these types by their numbers, by their names, or all; none where the word is an everyday one."""
    found, at, stop = said.found, said.start, said.stop
    if numbered := _of_one_year(found, at, stop, own) or list(filter(None, [_by_number(found, at, stop, own)])):
        yield from (_with_name(said, law) for law in numbered)
        return
    bare = statutes.end_of_name(found, stop, named=True, tied=True) == stop
    doubtful = Sides.of(found[at:stop]).doubtful and not statutes.is_tied(found, at) and not (bare and own)
    law = _by_noun(found, at, said.floor, said.words) if doubtful else _by_type(said, own)
    if law:
        yield law


def _called(store: Store, found: Sequence[Piece], at: int) -> Law:
    """The instruments of a name, of that edition if its year is said: "Código Fiscal de 1873" is another."""
    known = found[at].of(CALLED)
    ids = {*found[at].of(NAME), *(value.partition(" ")[0] for value in known)}
    own = store.among(ids)
    stop = _own_words(found, at + 1, own)
    year, end = dating.year_at(found, stop)
    tied = any(found[place].of("of") for place in range(stop, end))
    if year and tied and _FULL_YEAR.fullmatch(year):
        own, stop = [i for i in own if i.year in (None, int(year))], end
    elif (longer := _goes_on(found, at, stop, own)) > stop:
        return Law(at, longer, (), run(*found[at:longer]), unknown=True, by_name=True)
    called = _whole_name(known, found[at].of(INITIALS)) if known else ""
    by_name = not any(word.isdecimal() for word in keys(found[at].text))
    return Law(at, stop, tuple(own), run(*found[at:stop]), called="" if own else called, by_name=by_name)


def _whole_name(known: Sequence[str], initials: Sequence[str]) -> str:
    """What a known name is called, an abbreviation by the longest name that is abbreviated so: "E.T."."""
    id = known[0].partition(" ")[0]
    own = (value.partition(" ") for value in (*known, *initials))
    return max((name for other, _, name in own if other == id), key=len)


def _own_words(found: Sequence[Piece], stop: int, own: Sequence[Instrument]) -> int:
    """Where the other words of its name end that stand behind a name: "Bancolombia S.A."."""
    said = {word for instrument in own for word in words_of(instrument)}
    while stop < len(found) and len(found[stop].text) == 1 and set(keys(found[stop].text)) <= said:
        if not found[stop].text.isupper():
            break
        stop += 1
    return stop


def _goes_on(found: Sequence[Piece], at: int, stop: int, own: Sequence[Instrument]) -> int:
    """Where a name ends that goes on beside a provision: "Código Penal Militar" is not the Código Penal.

    What is tied to it is of it, however it is written ("código fiscal de bogotá"), and so is a word that tells whose
    another is ("código fiscal departamental"); of other words only those with capitals behind a name with capitals.
    """
    there = statutes.after(found, stop)
    if there == len(found) or not statutes.is_word_piece(found[there]) or statutes.is_parted(found, stop, there):
        return stop
    if any(set(keys(found[there].text)) <= words_of(i) for i in own) or found[there].of("whose"):
        return stop
    if not statutes.is_beside(found, at, statutes.end_of_name(found, stop, named=True, tied=True)):
        return stop
    of = any(found[place].of("of") for place in range(stop, there))
    if of or found[there].of(ANOTHER):
        return statutes.end_of_name(found, stop, named=False, tied=True)
    capital = found[there].text[:1].isupper() and not statutes.is_shouted(found, there, there + 1)
    if not capital or not found[at].text[:1].isupper():
        return stop
    return statutes.end_of_name(found, stop, named=False, tied=False)


def _by_adjective(store: Store, found: Sequence[Piece], at: int) -> Law | None:
    """The statute that a word behind the number of a provision means: "artículo 20 superior"."""
    values = found[at].of(ADJECTIVE)
    numbered = at > 1 and bool(found[at - 1].figure or found[at - 1].of("number")) and bool(found[at - 2].of("kind"))
    followed = at + 1 < len(found) and statutes.is_word_piece(found[at + 1]) and not found[at + 1].gap.strip(" ")
    if not values or not numbered or followed or found[at].gap.strip(" "):
        return None
    own = tuple(store.among({value.partition(" ")[0] for value in values}))
    return Law(at, at + 1, own, found[at].text, called="" if own else values[0].partition(" ")[2], by_name=True)


def _by_initials(store: Store, found: Sequence[Piece], at: int) -> Law | None:
    """The instruments of a known name that is written by its initials beside a provision: "CPACA 240"."""
    values = found[at].of(INITIALS)
    if not values or not statutes.is_beside(found, at, at + 1):
        return None
    letters = sum(one.isalpha() for one in found[at].text)
    if letters < _FEW and found[at].text.isalpha() and statutes.is_shouted(found, at, at + 1):
        return None
    own = tuple(store.among({value.partition(" ")[0] for value in values}))
    by_words: dict[tuple[str, ...], str] = {}
    for value in values:
        # Of two spellings of a name the longer has all of its small words.
        spelled = by_words.get(_content(value), "")
        by_words[_content(value)] = max(spelled, value.partition(" ")[2], key=len)
    called = " / ".join(list(by_words.values())[:_MOST_NAMES])
    return Law(at, at + 1, own, found[at].text, called="" if own else called, by_name=True)


def _content(value: str) -> tuple[str, ...]:
    """The words of a name that are more than a tie: "Código Sustantivo del Trabajo" is one with "de Trabajo"."""
    return tuple(word for word in keys(value.partition(" ")[2]) if len(word) >= _CONTENT)


def _with_name(said: _Said, law: Law) -> Law:
    """A law that is not here, with the name that its year follows: "Companies Act 2006"."""
    found, at = said.found, said.start
    is_year = law.stop == said.stop + 1 and _FULL_YEAR.fullmatch(found[said.stop].figure)
    if law.instruments or not is_year or not Sides.of(found[at : said.stop]).before:
        return law
    begin = statutes.begin_of_name(found, at, said.floor, named=True)
    return Law(begin, law.stop, (), run(*found[begin : law.stop]), unknown=begin < at, by_name=begin < at)


def _by_noun(found: Sequence[Piece], at: int, floor: int, words: Vocabulary) -> Law | None:
    """A statute of which nobody knows, named beside a provision by a noun or by an abbreviation."""
    if Sides.of(found[at : at + 1]).doubtful:
        start, stop = statutes.doubtful_name(found, at, floor, words)
    elif found[at].of("statute"):
        start, stop = _by_plain_noun(found, at, floor)
    else:
        start, stop = at, statutes.end_of_abbreviation(found, at, words)
        stop = statutes.end_of_number(found, stop) if stop > start else stop
    dated = stop > start and _FULL_YEAR.fullmatch(found[stop - 1].figure)
    if stop == start or not (dated or statutes.is_beside(found, start, stop)):
        return None
    return Law(start, stop, (), run(*found[start:stop]), unknown=True, by_name=True)


def _by_plain_noun(found: Sequence[Piece], at: int, floor: int) -> tuple[int, int]:
    sides, start, stop = Sides.of(found[at : at + 1]), at, at + 1
    if sides.after:
        stop = statutes.end_of_name(found, stop, named=sides.named, tied=statutes.is_tied(found, at))
    if sides.before and stop == at + 1:
        start = statutes.begin_of_name(found, at, floor, named=sides.named)
    if stop > at + 1 or start < at:
        return start, statutes.end_of_number(found, stop)
    law = _by_number(found, at, stop, None)
    return start, law.stop if law else statutes.end_of_number(found, stop)


def _by_number(found: Sequence[Piece], at: int, stop: int, own: Kindred | None) -> Law | None:
    """The law of a number; behind a noun that goes by names a mere number is an article's: "Harbour Code 46"."""
    law = _numbered(found, at, stop, own)
    if law is None or own or not Sides.of(found[at:stop]).named:
        return law
    dated = found[law.stop - 1].year or law.stop > dating.after(found, stop) + 1
    other = any("article" in piece.of("kind") for piece in found)
    return law if dated or other else None


def words_of(instrument: Instrument) -> set[str]:
    """The words of all that an instrument is called."""
    return {word for name in names(instrument) for word in keys(name)}


def _types(found: Sequence[Piece], at: int) -> list[tuple[str, ...]]:
    """The types said here, one after another: "decreto ley", "D.L."; a letter is one only before a number."""
    run_of: list[tuple[str, ...]] = []
    if len(found[at].text) == 1 and at > 0 and found[at - 1].of("kind"):
        return []  # "literal d de los estatutos"
    while at < len(found) and found[at].of("type") and not (run_of and statutes.is_parted(found, at, at)):
        run_of.append(found[at].of("type"))
        at += 1
    letter = len(run_of) > 0 and len(found[at - 1].text) == 1
    return [] if letter and (at == len(found) or not found[at].figure) else run_of


def _untyped(store: Store, found: Sequence[Piece], at: int) -> Law | None:
    """A law without the word: "45/23" always is, "la 25 de 1923" and "No. 25 de 1923" are if there is such a law."""
    figure = at + (("kind", "item") in found[at].meanings)
    law = _numbered(found, at, figure, Kindred(store, None))
    if law is None or found[law.stop - 1].year:
        return law
    return law if law.instruments and law.stop > figure + 1 else None


def _of_one_year(found: Sequence[Piece], start: int, at: int, own: Kindred) -> list[Law]:
    """Laws of one year, which is said after the last of their numbers: "leyes 45 y 25 de 1923"; none if it is not."""
    first = dating.after(found, at)
    places = [first] if first < len(found) and dating.is_plain(found[first]) else []
    while places and (there := _next(found, places[-1] + 1)):
        places.append(there)
    year, stop = dating.year_at(found, places[-1] + 1) if len(places) > 1 else ("", 0)
    if not year:
        return []
    numbers = [found[place].figure for place in places]
    starts, stops = [start, *(place + 1 for place in places[:-1])], [*(place + 1 for place in places[:-1]), stop]
    return [
        Law(begin, end, own.of_number(number, year), f"{run(*found[start:at])} {number} {year}")
        for begin, end, number in zip(starts, stops, numbers, strict=True)
    ]


def _next(found: Sequence[Piece], at: int) -> int | None:
    """The place of the next number of a list, which a comma or a word such as "and" brings; None when it ends."""
    there = at + (at < len(found) and bool(found[at].of("and")))
    if there == len(found) or not dating.is_plain(found[there]) or len(found[there].figure) == _YEAR_LONG:
        return None
    return there if there > at or found[there].gap in {", ", "; "} else None


def _numbered(found: Sequence[Piece], start: int, at: int, own: Kindred | None) -> Law | None:
    """The law numbered by the figure at `at` ("Ley No. 45 de 1923", "L. 45/23"), if `own` are numbered at all."""
    at = dating.after(found, at) if start < at else at
    number = _number(found[at], worded=start < at) if at < len(found) else ""
    if not number or (own and not own.numbered):
        return None
    year, stop = found[at].year, at + 1
    if not year:
        year, stop = dating.year_at(found, stop)
    if year and stop < len(found) and found[stop].gap.strip() == "(":
        stop = dating.past_day(found, stop)  # "Ley 45 de 1923 (julio 19)"
    if not found[at].figure and not year:
        return None  # "Ley primero", "law one"
    return Law(start, stop, () if own is None else own.of_number(number, year), run(*found[start:stop]))


def _number(piece: Piece, *, worded: bool) -> str:
    """The number of a law, which may be in words after its type: "ley cuarenta y cinco de 1923"."""
    return piece.figure or next((n for n in piece.of("number") if worded and n.isdecimal()), "")


@dataclass(frozen=True, slots=True)
class _Said:
    """Where a type is said among the pieces, up to where they are taken, and what is a word of the texts."""

    found: Sequence[Piece]
    start: int
    stop: int
    floor: int
    words: Vocabulary

    def name(self, *, numbered: bool) -> tuple[int, int]:
        """Where the name of the type begins and ends; `numbered` tells that its statutes go by numbers.

        Then a word in the place of a number is a name, up to the provision: "ley marco artículo 17". A word that no
        text has is one, too: "estatutos lunabanco art 46".
        """
        found, stop = self.found, self.stop
        sides, tied = Sides.of(found[self.start : stop]), statutes.is_tied(found, self.start)
        if sides.after:
            end = statutes.end_of_name(found, stop, named=True, tied=True)
            whole = numbered and (statutes.is_ahead(found, end) or statutes.is_beside(found, self.start, stop + 1))
            strange = stop < end and not self.words.has(found[stop].text)
            tied = tied or whole or strange
            if end == stop and not numbered and self._is_strange():
                return self.start - 1, stop
            return self.start, statutes.end_of_name(found, stop, named=sides.named, tied=tied)
        if not sides.before:
            return self.start, stop
        begin = statutes.begin_of_name(found, self.start, self.floor, named=sides.named or self._is_strange())
        end = statutes.end_of_name(found, stop, named=False, tied=False) if begin == self.start else stop
        return begin, end

    def _is_strange(self) -> bool:
        """Whether the word just before the type is one that no text has: "lunabank bylaws"."""
        before = self.start - 1
        if before < self.floor or self.found[self.start].gap.strip():
            return False
        return self.found[before].text.isalpha() and not self.words.has(self.found[before].text)


def _by_type(said: _Said, own: Kindred) -> Law:
    """The instruments of a type, or of these the one that is named with it: "Ley bancaria", "bylaws of Acme"."""
    found, start, stop = said.found, said.start, said.stop
    numbered = own.numbered
    begin, end = said.name(numbered=numbered)
    named = [*range(begin, start), *range(stop, end)]
    telling = [at for at in named if not found[at].of("join") and not found[at].of("whose")]
    if not telling and numbered:
        telling = _whose(found, named)
    if not telling:
        told = run(*found[begin:end])
        every = own if numbered else tuple(own)
        return Law(begin, end, every, told, loose=numbered, unknown=not own, by_name=not own)
    at_once = not Sides.of(found[start:stop]).named and end > stop and _follows_at_once(found[stop])
    words = {word for at in telling for word in keys(found[at].text)}
    noun = keys(found[start].text)[0]
    if meant := _with_words(own, noun, words):
        return Law(begin, end, meant, run(*found[begin:end]), by_name=True)
    for last in _ends(found, stop, end) if at_once else ():
        # "ley bancaria" of 1923
        if meant := tuple(own.store.among(own.store.named_from(keys(run(*found[start:last]))))):
            return Law(begin, last, meant, run(*found[begin:last]), by_name=True)
    strange = not said.words.has(found[stop].text) if at_once else False
    if at_once and not strange and own and not numbered:
        return Law(start, stop, tuple(own), run(*found[start:stop]))  # "de los estatutos sobre el quórum"
    end = statutes.end_of_number(found, end)
    return Law(begin, end, (), run(*found[begin:end]), unknown=True, by_name=True)


def _ends(found: Sequence[Piece], stop: int, end: int) -> Sequence[int]:
    """Where a shorter name may end whose words follow at once, the longest first; what is tied to them is of it."""
    tied = any(found[at].of("of") for at in range(stop, end))
    return () if tied else range(end - 1, stop, -1)


def _with_words(own: Kindred, noun: str, words: set[str]) -> tuple[Instrument, ...]:
    """The instruments with all of these words in their names that are of a type, or have its noun in their names."""
    named = own.store.among(own.store.worded(words))
    return tuple(i for i in named if i.type in (own.types or ()) or noun in words_of(i))


def _whose(found: Sequence[Piece], said: Sequence[int]) -> list[int]:
    """Two words that tell whose a statute is are a name of their own: "Ley del Banco de la República"."""
    own = [at for at in said if found[at].of("whose")]
    return own if len(own) > 1 else []


def _follows_at_once(piece: Piece) -> bool:
    """Whether a word behind a noun is neither tied to it nor written with a capital: it may be of its name or not."""
    return not piece.of("join") and not piece.text[:1].isupper()
