"""The glossary for the script, in two halves: what texts may print, wanted for each hit, and what only questions say.

Ideas go by their numbers, in the order of their ids. What the texts of the corpus may print is one file. A word or a
form that they do not have lies in the shard of words where it is looked for.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kb.analysis import keys
from kb.concepts import BREAK, Form
from kb.site.search.gathered import Gathered
from kb.site.search.parts import parted
from kb.store import Store
from kb.store.lists import every_form, every_lemma

DIGITS_36 = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Glossary:
    """Both halves: `printed` is the file for texts; `lemmas` and `forms` (by their first lemma) are the rest."""

    ideas: Sequence[str]
    printed: Mapping[str, Sequence[str]]
    lemmas: Mapping[tuple[str, str], str]
    forms: Mapping[str, str]


def glossary(store: Store, gathered: Gathered) -> Glossary:
    """The glossary of the store for these texts.

    A language of `printed` has its forms, "idea,lemma lemma,lemma" a line, and "lemma word word" for each lemma; a word
    that begins with its lemma is told as "+" and what follows. What `forms` has for a lemma is "form,form" for each
    language, parted by ";": of a form its idea and the lemmas after the first.
    """
    every, lemmas = [Form(*form) for form in every_form(store)], every_lemma(store)
    ideas = sorted({form.concept for form in every})
    numbers = {idea: _number(at) for at, idea in enumerate(ideas)}
    words, beside = _texts(gathered, lemmas)
    there = {one for one, lemma in lemmas.items() if one in words or not lemma or any(map(str.isdecimal, one[0]))}
    single = {(lemmas[one], one[1]) for one in there}
    shown = {form for form in every if _may_be_printed(form, single, beside)}
    rest = [form for form in every if form not in shown]
    names, spelled = _names(shown, numbers), _spelled({one: lemmas[one] for one in there})
    return Glossary(
        ideas=ideas,
        printed={language: (names.get(language, ""), its) for language, its in spelled.items()},
        lemmas={one: lemma for one, lemma in lemmas.items() if one not in there},
        forms=_by_first(rest, numbers, gathered.languages),
    )


def _may_be_printed(form: Form, single: set[tuple[str, str]], beside: Mapping[str, set[tuple[str, str]]]) -> bool:
    pairs = beside.get(form.language, set())
    return (form.lemmas[0], form.language) in single and all(pair in pairs for pair in pairwise(form.lemmas))


def _texts(
    gathered: Gathered, lemmas: Mapping[tuple[str, str], str]
) -> tuple[set[tuple[str, str]], dict[str, set[tuple[str, str]]]]:
    """The words of texts and of what they stand under, by language, and the lemmas that follow one another there."""
    words, pairs = set[tuple[str, str]](), defaultdict[str, set[str]](set)
    for instrument, part in zip(gathered.instruments, gathered.parts, strict=True):
        words.update((surface, instrument.language) for some in (part.words.names, part.stops) for surface in some)
        pairs[instrument.language].update(part.beside)
    beside = {language: {parted(pair) for pair in its} for language, its in pairs.items()}
    for text, language in set(_headings(gathered)):
        said = keys(text)
        words |= {(surface, language) for surface in said}
        telling = [lemma for one in said if (lemma := lemmas.get((one, language), BREAK))]
        beside.setdefault(language, set()).update(pairwise(telling))
    return words, beside


def _headings(gathered: Gathered) -> Iterator[tuple[str, str]]:
    for instrument in gathered.instruments:
        yield ". ".join((instrument.title, *(alias.name for alias in instrument.aliases))), instrument.language
    for instrument, part in zip(gathered.instruments, gathered.parts, strict=True):
        yield from ((above, instrument.language) for above in {text[1] for text in part.texts})


def _names(forms: Iterable[Form], numbers: Mapping[str, str]) -> dict[str, str]:
    by: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for form in sorted(forms, key=lambda form: (form.language, form.concept, form.lemmas)):
        by[form.language][numbers[form.concept]].append(" ".join(form.lemmas))
    return {language: "\n".join(",".join((idea, *runs)) for idea, runs in its.items()) for language, its in by.items()}


def _spelled(lemmas: Mapping[tuple[str, str], str]) -> dict[str, str]:
    by: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for (surface, language), lemma in sorted(lemmas.items()):
        by[language][lemma].append(surface)
    return {
        language: "\n".join(" ".join((lemma, *(_after(lemma, s) for s in its))) for lemma, its in sorted(own.items()))
        for language, own in by.items()
    }


def _after(lemma: str, word: str) -> str:
    return f"+{word[len(lemma) :]}" if lemma and word.startswith(lemma) else word


def _by_first(forms: Iterable[Form], numbers: Mapping[str, str], languages: Sequence[str]) -> dict[str, str]:
    by: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for form in forms:
        by[form.lemmas[0]][form.language].append(" ".join((numbers[form.concept], *form.lemmas[1:])))
    return {
        first: ";".join(",".join(its.get(language, ())) for language in languages).rstrip(";")
        for first, its in sorted(by.items())
    }


def _number(value: int) -> str:
    """A number of 0 and more as the digits of base 36."""
    rest, last = divmod(value, len(DIGITS_36))
    return (_number(rest) if rest else "") + DIGITS_36[last]
