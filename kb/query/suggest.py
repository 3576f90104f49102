"""Did you mean: a question as it would be with its misspelled words mended, or with the law or number that is there.

Words are sought by letters and by sound, which the grammars describe, among those that the texts print; references
among the instruments and provisions that are known. A suggestion is a whole question, to be typed as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from kb.analysis import key, words
from kb.model import Instrument
from kb.query.laws import Law, laws
from kb.query.pieces import lexicon_of, pieces
from kb.query.provisions import Target, nearest, number_of, provisions, strange_kind
from kb.query.reference import Reference, read_reference
from kb.sounds import Sounds

if TYPE_CHECKING:
    from kb.store import Store

MOST = 3
"""How many suggestions are made at the most."""

# What is shorter may be anything; what is longer is no word. Of a pasted page only the first words are mended.
_SHORTEST, _LONGEST, _MOST_MENDED = 4, 60, 4
# The digits of a year.
_YEAR = 4
# How many slips a word of so many letters may have.
_SLIPS = ((5, 1), (10, 2), (_LONGEST, 3))
# What begins with another letter was rarely meant; what is this much farther off than the best is not offered.
_OTHER_FIRST, _FARTHER = 0.25, 0.5

# What is taken for one another: a section for an article, and what articles stand under for what else they may.
_TOLD_APART = ("article", "chapter", "title", "section", "part", "book")

_FIGURE = re.compile(r"\d+")
_TITLE_END = re.compile(r"\s*[,(]")
# How many places are looked at around a number that is not there.
_AROUND = 200


@dataclass(frozen=True, slots=True)
class _Mended:
    """A word of the texts that may have been meant, how far off it is, and how often the texts have it."""

    surface: str
    printed: str
    far: float
    times: int


def corrected(store: Store, text: str, unknown: Iterable[str]) -> tuple[str, ...]:
    """`text` with its `unknown` words mended, the likeliest first, the commonest of those as likely; at most three.

    A word that is right after all, or like none of the texts, stays as it is; empty when all stay.
    """
    rules = {language: Sounds.of(its) for language, its in store.sounds().items()}
    asked = _strange(store, unknown)[:_MOST_MENDED]
    found = {word: its for word in asked if (its := _mended(store, word, rules))}
    if not found:
        return ()
    best = {word: its[0].printed for word, its in found.items()}
    others = [(one.far - its[0].far, {**best, word: one.printed}) for word, its in found.items() for one in its[1:]]
    ways = [best, *(way for _, way in sorted(others, key=lambda other: other[0]))]
    return tuple(dict.fromkeys(_replaced(text, way) for way in ways))[:MOST]


def references_near(store: Store, text: str, reference: Reference) -> tuple[str, ...]:
    """`text`, read as `reference` to what is not there, with the nearest law or number that is; at most three."""
    if reference.targets:
        return ()
    if reference.missing:
        others = _other_laws(store, text)
    elif (kind := strange_kind(store, reference.instruments, reference.path)) in _TOLD_APART:
        others = _other_kinds(store, text, reference, kind)
    else:
        others = _other_numbers(store, text, reference)
    return tuple(islice((other for other in others if _leads(store, other)), MOST))


def meant(store: Store, text: str, reference: Reference) -> tuple[str, ...]:
    """What else may have been typed for `text`, if it leads nowhere as it was read: references that lead somewhere."""
    near = references_near(store, text, reference)
    if near or reference.targets:
        return near
    return tuple(other for other in corrected(store, text, _said(text)) if read_reference(store, other).targets)


def _said(text: str) -> list[str]:
    return [word for word, _, _ in words(text)]


def _leads(store: Store, text: str) -> bool:
    """Whether a reference leads to a provision, or to a whole law of which at least something is said."""
    reference = read_reference(store, text)
    there = reference.targets or (reference.instruments and not reference.path)
    return bool(there) and not reference.missing


def _strange(store: Store, unknown: Iterable[str]) -> list[str]:
    """The keys of words that neither a text nor a name, a reference, the glossary or a list of stop words has."""
    asked = dict.fromkeys(map(key, unknown))
    known = {surface for surface, _ in store.analysis(asked)}
    return [word for word in asked if word not in known and not store.spelled(word)]


def _mended(store: Store, word: str, rules: Mapping[str, Sounds]) -> list[_Mended]:
    """What a word may have been meant to be, the likeliest first; of words that find the same only the likeliest."""
    if not _SHORTEST <= len(word) <= _LONGEST or _FIGURE.search(word):
        return []
    near = sorted(_near(store, word, rules), key=lambda one: (one.far, -one.times, one.printed))
    kept = [one for one in near if one.far <= near[0].far + _FARTHER]
    terms = store.terms({one.surface for one in kept})
    met: set[str] = set()
    found = []
    for one in kept:
        own = terms.get(one.surface, {one.surface})
        if met.isdisjoint(own):
            found.append(one)
        met |= own
    return found[:MOST]


def _near(store: Store, word: str, rules: Mapping[str, Sounds]) -> Iterator[_Mended]:
    """The words of each language that are few slips away; a slip that cannot be heard counts half."""
    from rapidfuzz.distance import OSA

    slips = next(most for size, most in _SLIPS if len(word) <= size)
    for language, own in rules.items():
        sound = own.sound(word)
        for one in store.spellings_near(language, sound, slips):
            heard = OSA.distance(sound, one.sound, score_cutoff=slips)
            far = (heard + OSA.distance(word, one.surface)) / 2
            if heard <= slips and far <= slips:
                first = _OTHER_FIRST * (sound[:1] != one.sound[:1])
                yield _Mended(one.surface, one.printed, far + first, one.times)


def _replaced(text: str, way: Mapping[str, str]) -> str:
    """`text` with these words, by their keys, replaced, in capitals where they were typed so."""
    pieces_of, end = list[str](), 0
    for word, start, stop in words(text):
        if mended := way.get(key(word)):
            pieces_of += [text[end:start], _as_typed(mended, word)]
            end = stop
    return "".join([*pieces_of, text[end:]])


def _as_typed(mended: str, word: str) -> str:
    if word.isupper():
        return mended.upper()
    return mended[:1].upper() + mended[1:] if word[:1].isupper() else mended


def _other_laws(store: Store, text: str) -> Iterator[str]:
    """The text with other laws of its type in the place of one that nobody knows: a slip of the pen, or of a year."""
    found = pieces(text, lexicon_of(store))
    law = next((law for law in laws(store, found) if not law.instruments), None)
    said = _FIGURE.findall(law.text) if law else []
    if law is None or not said:
        return
    types = set(found[law.start].of("type"))
    numbers = [number for number in store.numbers(types) if _is_near(said[0], number)]
    own = [i for number in numbers for i in store.of_number(number, types or None) if i.year]
    near = sorted({i.id: (far, not i.in_corpus, i.id, i) for i in own if (far := _far(said, i))}.values())
    for (slips, _), *_, instrument in near:
        if slips == near[0][0][0] or instrument.number == said[0]:
            yield _with(text, law, instrument)


def _is_near(said: str, number: str) -> bool:
    """Whether a number is the one that was said, or one of several figures that is a slip away."""
    return _slips(said, number) <= (len(said) > 1)


def _far(said: Sequence[str], instrument: Instrument) -> tuple[int, int] | None:
    """How far the number and year of an instrument are from those said, or None when they are others altogether.

    The same number of any year is near; the same year only with a slip in the number, as is a slip in both.
    """
    from rapidfuzz.distance import OSA

    number, year = said[0], said[1] if len(said) > 1 else ""
    if len(year) > _YEAR:
        return None
    own_year = str(instrument.year)[-len(year) :] if year else ""
    slips = OSA.distance(number, str(instrument.number)), OSA.distance(year, own_year)
    apart = abs(int(year) - int(own_year)) if year else 0
    slip = len(number) > 1 and slips[0] == 1 and slips[1] <= 1
    return (sum(slips), apart) if slips[0] == 0 or slip else None


def _with(text: str, law: Law, instrument: Instrument) -> str:
    return text.replace(law.text, _TITLE_END.split(instrument.title)[0], 1)


def _other_kinds(store: Store, text: str, reference: Reference, kind: str | None) -> Iterator[str]:
    """The text with another kind in the place of one that its laws do not have: "article 46" for "section 46"."""
    said = next((one.text for one in pieces(text, lexicon_of(store)) if kind in one.of("kind")), "")
    word = re.compile(rf"(?<!\w){re.escape(said)}(?!\w)\.?")
    order = _TOLD_APART if kind == "section" else _TOLD_APART[::-1]
    for number in (number for own, number in reference.path if own == kind and said):
        there = [node for other in order for node in provisions(store, ((other, number),))]
        for node in (node for node in there if node.instrument in reference.instruments or not reference.instruments):
            called = next((word for word, _, _ in words(node.label)), node.kind).lower()
            yield word.sub(_as_typed(called, said), text, count=1)


def _other_numbers(store: Store, text: str, reference: Reference) -> Iterator[str]:
    """The text with other numbers in the place of one that its law does not have: slips first, then neighbours."""
    if not reference.path or not (number := reference.path[-1][1]).isdecimal():
        return
    typed = re.compile(rf"(?<!\d){number}(?!\d)")
    around = nearest(store, reference.instruments, reference.path, _AROUND)
    for other in sorted(_numbers(store, reference, around), key=lambda other: _slips(number, other)):
        yield typed.sub(other, text, count=1)


def _numbers(store: Store, reference: Reference, around: Iterable[Target]) -> list[str]:
    """The numbers of those of these places that are of the kind that was asked for, the nearest first."""
    nodes = (store.node(target.instrument, target.eid) for target in around if target.eid)
    own = (number_of(node) for node in nodes if node and node.kind == reference.path[-1][0])
    return [number for number in dict.fromkeys(own) if number.isdecimal()]


def _slips(number: str, other: str) -> int:
    from rapidfuzz.distance import OSA

    return OSA.distance(number, other)
