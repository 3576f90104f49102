"""How the words of the texts are spelled, so that a question's misspelled ones can be mended."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from kb.analysis import key, words
from kb.build.words import Times
from kb.grammar import Grammar
from kb.model import Instrument
from kb.sounds import Sounds
from kb.store import Speller, Spelling


def speller(
    times: Times,
    instruments: Iterable[Instrument],
    grammars: Mapping[str, Grammar],
    vocabulary: Mapping[tuple[str, str], str],
) -> Speller:
    """The words of today's texts, and of the names and references that lead to them, with what they sound like.

    `times` says how often a word occurs in the texts. Stop words of `vocabulary` are left out, since they find nothing.
    """
    rules = _rules(grammars.values())
    said = [*times, *_named(instruments, grammars.values())]
    forms: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for word, language in dict.fromkeys(said):
        if vocabulary.get((key(word), language)) != "":
            forms[key(word), language].append(word)
    return Speller(
        [
            Spelling(
                surface=surface,
                language=language,
                printed=min(printed, key=lambda word: (-times.get((word, language), 0), word)),
                times=sum(times.get((word, language), 0) for word in printed),
                sound=rules[language].sound(surface) if language in rules else surface,
            )
            for (surface, language), printed in forms.items()
        ],
        {language: [(pattern.pattern, sound) for pattern, sound in own.rules] for language, own in rules.items()},
    )


def _rules(grammars: Iterable[Grammar]) -> dict[str, Sounds]:
    """The rules of each language: those of all its traditions, each once."""
    rules: defaultdict[str, dict[tuple[str, str], None]] = defaultdict(dict)
    for grammar in grammars:
        rules[grammar.language] |= dict.fromkeys((p.pattern, sound) for p, sound in grammar.sounds.rules)
    return {language: Sounds.of(its) for language, its in rules.items()}


def _named(instruments: Iterable[Instrument], grammars: Iterable[Grammar]) -> Iterator[tuple[str, str]]:
    """(word, language) for each word of what instruments are called, and of references."""
    for instrument in instruments:
        for name in (instrument.title, *(alias.name for alias in instrument.aliases)):
            yield from _words(instrument.language, name)
    for grammar in grammars:
        for word, role, _ in grammar.reference_words:
            yield from _words(grammar.language, word if role != "ending" else "")


def _words(language: str, text: str) -> Iterator[tuple[str, str]]:
    return ((word.lower(), language) for word, _, _ in words(text) if word.isalpha())
