"""How a word becomes an index term: the one truth shared by the index, the query and the site's script.

A word has two forms here. Its *key* is what is printed, without case, accents and ordinal marks: what
phrases and numbers are compared by. Its *term* is what it means, one for all its inflections:
lower case -> lemma -> no accents -> stem. The term of a key is looked up among the words of the corpus
first (the vocabulary, which the store keeps), so that a question and a text can never be analysed
differently; only a word that no text has, in no other ending either, costs the loading of the dictionaries.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from kb.divided import MAYBE

if TYPE_CHECKING:
    from simplemma import LanguageDetector
    from simplemma.strategies import LemmatizationStrategy

# A letter or digit of any script with the accents that may follow it as characters of their own. The
# ordinal sign of "1º" is a letter to Unicode, so it stays with its number; "°" is not and falls away.
WORD = re.compile(r"[^\W_]+(?:[\u0300-\u036f]+[^\W_]*)*")
_ORDINAL = re.compile(r"(\d+)(?:[ºª]|o)")
_HAS_DIGIT = re.compile(r"\d")

# No language of law has a longer word; what is longer is a code or a broken line, and has no lemma.
_LONGEST_WORD = 60
# The detector judges by the commonest words: the rest of a long text cannot change its mind.
_ENOUGH_TO_TELL = 20_000
# (word in lower case, language) -> its dictionary form.
Lemmas = dict[tuple[str, str], str]


def words(text: str) -> Iterator[tuple[str, int, int]]:
    """Every word of `text` as printed, with its start and end (code points); "1º" and "12A" are one word each."""
    return ((match.group(), match.start(), match.end()) for match in WORD.finditer(text))


def spelled(text: str) -> list[str]:
    """Every word of `text` as printed, without its place."""
    return WORD.findall(text)


def fold(text: str) -> str:
    """`text` in lower case, without accents, with compatibility characters and digits of any script made plain."""
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).lower())
    return "".join(_plain(character) for character in apart if not unicodedata.combining(character))


def _plain(character: str) -> str:
    return str(unicodedata.decimal(character)) if character.isdecimal() else character


def maybe_whole(text: str) -> dict[int, str]:
    """Place among the words of `text` -> what the word there is together with the next, if they may be one."""
    if MAYBE not in text:
        return {}
    found = list(words(text))
    pairs = enumerate(pairwise(found))
    return {at: one[0] + two[0] for at, (one, two) in pairs if text[one[2] : two[1]] == MAYBE}


def key(word: str) -> str:
    """What `word` is compared by when it must be the same word: folded, and "1º", "1ª", "1o" as "1"."""
    ordinal = _ORDINAL.fullmatch(word.lower()) if word[:1].isdecimal() else None
    return fold(ordinal.group(1) if ordinal else word) or word


def keys(text: str) -> tuple[str, ...]:
    """The key of every word of `text`, in order."""
    return tuple(key(word) for word, _, _ in words(text))


@dataclass(frozen=True, slots=True)
class Analyzer:
    """What each word of some languages becomes in the index.

    `known` maps (key, language) to a term, "" for a stop word, and is believed before the dictionaries. `lemmas` are
    what these say of each (word in lower case, language) that was looked up.
    """

    languages: tuple[str, ...]
    known: Mapping[tuple[str, str], str] = field(default_factory=dict)
    lemmas: Lemmas = field(default_factory=dict)

    @classmethod
    def of(cls, stop_words: Mapping[str, frozenset[str]], lemmas: Lemmas | None = None) -> Analyzer:
        """An analyzer of the languages of `stop_words` that knows nothing but them yet, and lemmas looked up before."""
        known = {(key(word), language): "" for language, listed in stop_words.items() for word in listed}
        return cls(tuple(stop_words), known, {} if lemmas is None else lemmas)

    def learn(self, texts: Iterable[tuple[str, str]]) -> Analyzer:
        """This analyzer knowing every word of the (language, text) pairs as well."""
        return self.knowing(_counted(texts))

    def knowing(self, times: Mapping[tuple[str, str], int]) -> Analyzer:
        """This analyzer knowing every (word in lower case, language) as well, met so many times."""
        return replace(self, known=self.vocabulary(times))

    def vocabulary(self, times: Mapping[tuple[str, str], int]) -> dict[tuple[str, str], str]:
        """The term of every (key, language) known or met so many times, "" for a stop word.

        Spellings that differ by accents only share a key and so a term: the one of the commonest spelling.
        """
        spellings: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        for (word, language), often in times.items():
            spellings[key(word), language][word] += often
        met = {
            (spelled, language): self.term(_commonest(forms), language)
            for (spelled, language), forms in spellings.items()
        }
        return dict(sorted((dict(self.known) | met).items()))

    def term(self, word: str, language: str) -> str:
        """The index term of `word` in a text of `language`; "" for a stop word. A number is its own term."""
        spelled = key(word)
        if _HAS_DIGIT.search(spelled):
            return spelled
        known = self.known.get((spelled, language))
        return self._looked_up(word.lower(), language) if known is None else known

    def _looked_up(self, word: str, language: str) -> str:
        """The term of a word that nobody knows yet."""
        if len(word) > _LONGEST_WORD:
            return fold(word)
        return _stem(fold(self._lemma(word, language)), language)

    def _lemma(self, word: str, language: str) -> str:
        if (word, language) not in self.lemmas:
            self.lemmas[word, language] = _lemma(word, language)
        return self.lemmas[word, language]

    def lemma(self, word: str, language: str) -> str:
        """The dictionary form of `word`, folded: it tells apart what a term joins, such as a share and its holder."""
        return fold(self._lemma(word.lower(), language)) if len(word) <= _LONGEST_WORD else fold(word)

    def terms(self, word: str) -> set[str]:
        """The terms of `word` in every language, for a question whose language nobody knows."""
        return {self.term(word, language) for language in self.languages}

    def stems(self, word: str) -> dict[str, str]:
        """Language -> what `word` would be in it by its ending alone: no dictionary is loaded for that."""
        spelled = key(word)
        return {one: spelled if _HAS_DIGIT.search(spelled) else _stem(spelled, one) for one in self.languages}


def language_of(text: str, among: Sequence[str]) -> str:
    """The language of `among` that most words of `text` belong to, the first when no word tells.

    `among` must name at least one language; those without a dictionary are never chosen over one that fits.
    """
    told = tuple(language for language in among if _has_dictionary(language))
    found = _detector(told).main_language(text[:_ENOUGH_TO_TELL]) if told else ""
    return found if found in told else among[0]


@cache
def _detector(among: tuple[str, ...]) -> LanguageDetector:
    from simplemma import LanguageDetector
    from simplemma.strategies import DefaultStrategy

    return LanguageDetector(among, lemmatization_strategy=_Remembered(DefaultStrategy(low_memory=True)))


@dataclass(slots=True)
class _Remembered:
    """A lemmatizer that looks each word up once: the commonest words are those of every text."""

    asked: LemmatizationStrategy
    known: dict[tuple[str, str], str | None] = field(default_factory=dict)

    def get_lemma(self, token: str, lang: str) -> str | None:
        """The lemma of a word of a language; None when the dictionary does not have it."""
        if (token, lang) not in self.known:
            self.known[token, lang] = self.asked.get_lemma(token, lang)
        return self.known[token, lang]


def has_digit(word: str) -> bool:
    """Whether a word is a number, or has one in it: it stands for itself, and no dictionary has it."""
    return _HAS_DIGIT.search(word) is not None


def _counted(texts: Iterable[tuple[str, str]]) -> Counter[tuple[str, str]]:
    """How often each lower-case word occurs in each language; numbers are not words here."""
    met = ((word.lower(), language) for language, text in texts for word, _, _ in words(text))
    return Counter(pair for pair in met if not has_digit(pair[0]))


def _commonest(times: Counter[str]) -> str:
    return min(times, key=lambda word: (-times[word], word))


def _lemma(word: str, language: str) -> str:
    import simplemma

    # The compact dictionaries load in half the time and give the same lemmas.
    return simplemma.lemmatize(word, language, low_memory=True) if _has_dictionary(language) else word


def in_dictionary(word: str, language: str) -> bool:
    """Whether the dictionary of `language` has `word`, in any of its forms."""
    import simplemma

    return _has_dictionary(language) and simplemma.is_known(word.lower(), language, low_memory=True)


def _has_dictionary(language: str) -> bool:
    from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

    return language in SUPPORTED_LANGUAGES


def _stem(word: str, language: str) -> str:
    import Stemmer

    try:
        stemmer = Stemmer.Stemmer(language)
    except KeyError:  # Snowball has no rules for this language: the lemma is the term.
        return word
    return str(stemmer.stemWord(word))
