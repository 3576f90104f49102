"""How the words of the texts are spelled, so that a question's misspelled ones can be mended."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from kb.analysis import key, words
from kb.grammar import Grammar
from kb.model import Instrument, Knowledge
from kb.sounds import Sounds
from kb.store import Speller, Spelling


def speller(
    knowledge: Knowledge, grammars: Mapping[str, Grammar], vocabulary: Mapping[tuple[str, str], str]
) -> Speller:
    """The words of today's texts, and of the names and references that lead to them, with what they sound like.

    Stop words of `vocabulary` are left out, since they find nothing.
    """
    rules = _rules(grammars.values())
    times: Counter[tuple[str, str]] = Counter(_printed(knowledge))
    said = [*times, *_named(knowledge.instruments, grammars.values())]
    forms: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for language, word in dict.fromkeys(said):
        if vocabulary.get((key(word), language)) != "":
            forms[key(word), language].append(word)
    return Speller(
        [
            Spelling(
                surface=surface,
                language=language,
                printed=min(printed, key=lambda word: (-times[language, word], word)),
                times=sum(times[language, word] for word in printed),
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


def _printed(knowledge: Knowledge) -> Iterator[tuple[str, str]]:
    """(language, word in lower case) for each word that a search of today's texts can find."""
    languages = {i.id: i.language for i in knowledge.instruments}
    for node in knowledge.nodes:
        label = "" if node.kind == "article" else node.label
        yield from _words(languages[node.instrument], f"{label} {node.heading} {node.text} {node.tail}")


def _named(instruments: Iterable[Instrument], grammars: Iterable[Grammar]) -> Iterator[tuple[str, str]]:
    """(language, word) for each word of what instruments are called, and of references."""
    for instrument in instruments:
        for name in (instrument.title, *(alias.name for alias in instrument.aliases)):
            yield from _words(instrument.language, name)
    for grammar in grammars:
        for word, role, _ in grammar.reference_words:
            yield from _words(grammar.language, word if role != "ending" else "")


def _words(language: str, text: str) -> Iterator[tuple[str, str]]:
    return ((language, word.lower()) for word, _, _ in words(text) if word.isalpha())
