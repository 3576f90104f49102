"""Words that a print ran together: "denominaráBanco", "unGerente", "votofavorable", "retirode", "3.El".

Pure: it reads a text and how often words occur in the whole corpus, and proposes; nothing is mended.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

# A word with a capital inside, its halves; a stop or comma with no space after it.
_CAMEL = re.compile(r"(?<![\w@./-])(?P<left>\w{0,60}[^\W\d_A-ZÁÉÍÓÚÜÑ])(?P<right>[A-ZÁÉÍÓÚÜÑ][^\W\d_]{0,60})(?![\w@/])")
_STOP = re.compile(
    r"(?<![\w@./-])(?P<left>(?:[^\W\d_]{3,}|\d{1,4}[º°ª]?)[.;:]|[^\W\d_]{3,},)(?P<right>[^\W\d_]{2,})(?![\w@/])"
)
_WORD = re.compile(r"(?<![\w-])[^\W\d_]+(?![\w-])")
_RUN = re.compile(r"\S+")
_IN_ADDRESSES = ("@", "://", "www.")
# "McDonald", "LaSalle": so many letters before the capital, the first a capital itself, begin a name.
_PREFIX = 3
# Shorter words split too easily by chance.
_LONG = 7
_PART = 4
# Longer ones are no words.
_LONGEST = 60
# Both halves of a word must occur once, and once more for every so many words of the corpus.
_FREQUENT = 100_000

Join = tuple[int, int, str]


def counted(texts: Iterable[str]) -> Counter[str]:
    """How often each word occurs in `texts`, in lower case."""
    return Counter(map(str.lower, _WORD.findall("\n".join(texts))))


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words of all texts of one language.

    `times` counts them in lower case; a half of a joined word occurs `often` times at least. `small` are stop words,
    with which many whole words begin and end ("contraparte"); those of them in `endings` ("de", "of") may all the same
    hang at the end of another word, as a tradition says (`hanging`).
    """

    times: Mapping[str, int]
    often: int
    small: frozenset[str]
    endings: frozenset[str]

    @classmethod
    def of(cls, times: Counter[str], small: Iterable[str] = (), endings: Iterable[str] = ()) -> Lexicon:
        """The lexicon of words that are counted."""
        return cls(times, 1 + times.total() // _FREQUENT, frozenset(small), frozenset(endings))

    def divisible(self) -> set[str]:
        """The words that occur but once and seem to be two."""
        rare = (word for word, times in self.times.items() if times <= 1 and _LONG <= len(word) <= _LONGEST)
        return {word for word in rare if _split(word, self)}


def has_seams(text: str) -> bool:
    """Whether a capital inside a word, or a stop with no space after it, shows where words may be joined."""
    return _CAMEL.search(text) is not None or _STOP.search(text) is not None


def joined(text: str, lexicon: Lexicon) -> list[Join]:
    """(start, end, proposal) of the words of `text` that seem to be two, in order, none twice.

    The words of `text` are among those of the lexicon.
    """
    addresses = list(_addresses(text))
    found: dict[int, Join] = {}
    for join in (*_camels(text, lexicon.times), *_stops(text, lexicon.times), *_splits(text, lexicon)):
        if not any(start <= join[0] < end for start, end in addresses):
            found.setdefault(join[0], join)
    return [found[start] for start in sorted(found)]


def _addresses(text: str) -> Iterator[tuple[int, int]]:
    """The places of what stands without a space in a text and is an address of mail or of the web."""
    if any(sign in text for sign in _IN_ADDRESSES):
        for run in _RUN.finditer(text):
            if any(sign in run[0] for sign in _IN_ADDRESSES):
                yield run.span()


def _camels(text: str, known: Mapping[str, int]) -> Iterator[Join]:
    for match in _CAMEL.finditer(text):
        left, right = match["left"], match["right"]
        name = left[0].isupper() and (len(left) <= _PREFIX or left.lower() not in known)
        if not name and len(left) > 1 and (left.lower() in known or right.lower() in known):
            yield match.start(), match.end(), f"{left} {right}"


def _stops(text: str, known: Mapping[str, int]) -> Iterator[Join]:
    for match in _STOP.finditer(text):
        left, right = match["left"], match["right"]
        begins = right[0].isupper() and right.lower() in known
        goes_on = left[-1] != "." and known.get(right.lower(), 0) > 1
        if begins or goes_on:
            yield match.start(), match.end(), f"{left} {right}"


def _splits(text: str, lexicon: Lexicon) -> Iterator[Join]:
    for match in _WORD.finditer(text):
        word = match[0]
        if not _LONG <= len(word) <= _LONGEST or not (word.islower() or word.istitle()):
            continue
        if lexicon.times.get(word.lower(), 0) > 1:
            continue
        at = _split(word.lower(), lexicon)
        if at:
            yield match.start(), match.end(), f"{word[:at]} {word[at:]}"


def _split(word: str, lexicon: Lexicon) -> int:
    """Where `word` falls apart into two words that are known well, or 0; the rarer half as frequent as may be."""
    times = lexicon.times
    places = [
        at
        for at in range(_PART, len(word) - 1)
        if _may_end(word[at:], lexicon)
        and word[:at] not in lexicon.small
        and min(times.get(word[:at], 0), times.get(word[at:], 0)) >= lexicon.often
    ]
    return max(places, key=lambda at: min(times[word[:at]], times[word[at:]]), default=0)


def _may_end(half: str, lexicon: Lexicon) -> bool:
    return half in lexicon.endings or (len(half) >= _PART and half not in lexicon.small)
