"""A typed question -> the clauses that the engine looks for: quoted phrases, words, laws cited by number and year."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kb.analysis import Analyzer, key, keys, words
from kb.concepts import BREAK, Form, Found, Token, finders
from kb.index import Clause, Idea

if TYPE_CHECKING:
    from kb.store import Store

_QUOTED = re.compile(r'"([^"]*)"|“([^”]*)”|«([^»]*)»')
_FIGURE = re.compile(r"\d+")
_YEAR = re.compile(r"[12]\d{3}")

# A question is a handful of words. Of a pasted page only the beginning is looked for, so that no text can
# make the engine crawl; a phrase of more words than this is only looked for when it is quoted.
_MOST_WORDS = 48
_LONGEST_UNQUOTED = 8

# How much the idea of one word counts where it is a part of a longer name: "foreign" in "foreign bank".
_AS_PART = 0.7


@dataclass(frozen=True, slots=True)
class Asked:
    """A question taken apart: quoted phrases, laws cited by number and year, words.

    `unknown` are the words, as typed, that no text of the corpus prints.
    """

    phrases: tuple[Clause, ...] = ()
    cited: tuple[Clause, ...] = ()
    words: tuple[Clause, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """All that is looked for."""
        return (*self.phrases, *self.cited, *self.words)


def unquoted(text: str) -> str:
    """`text` without its quoted phrases; a quotation mark without its fellow is no quotation."""
    return _QUOTED.sub(" ", text)


def quotations(text: str) -> str:
    """Only the quoted phrases of `text`, in their marks."""
    return " ".join(match.group() for match in _QUOTED.finditer(text))


def dissolved(text: str) -> str:
    """`text` with the words of its phrases as loose words."""
    return _QUOTED.sub(lambda match: f" {match.group()[1:-1]} ", text)


def asked(store: Store, text: str) -> Asked:
    """What `text` asks for. Stop words count in phrases only, so nothing but stop words asks for nothing."""
    quoted = (keys("".join(filter(None, match.groups()))) for match in _QUOTED.finditer(text))
    phrases = tuple(Clause((phrase[:_MOST_WORDS],)) for phrase in quoted if phrase)
    typed = {key(word): word for word, _, _ in words(unquoted(text))}
    spelled = keys(unquoted(text))[:_MOST_WORDS]
    known, terms = store.terms(spelled), _terms(store, {one: typed[one] for one in spelled})
    unknown = tuple(typed[one] for one in terms if one not in known and not one[0].isdecimal())
    cited = {at for places in _cited(spelled) for at in places}
    loose = [one for at, one in enumerate(spelled) if at not in cited]
    ideas = _ideas(store, [BREAK if at in cited else one for at, one in enumerate(spelled)], typed)
    said = (replace(word, ideas=ideas.get(word.spellings[0][0], ())) for word in _words(loose, terms))
    return Asked(phrases, laws_cited(spelled), (*said, *_as_typed(spelled, terms)), unknown)


def _terms(store: Store, typed: Mapping[str, str]) -> dict[str, set[str]]:
    """Key -> its terms; only for a word that neither the texts nor the glossary have, by the dictionaries."""
    found: dict[str, set[str]] = {one: set() for one in typed}
    for (one, _), term in store.analysis(typed).items():
        found[one].add(term)
    analyzer = Analyzer(tuple(dict.fromkeys(i.language for i in store.instruments())))
    return {one: terms or analyzer.terms(typed[one]) for one, terms in found.items()}


def _ideas(store: Store, spelled: Sequence[str], typed: Mapping[str, str]) -> dict[str, tuple[Idea, ...]]:
    """Key -> the concepts that it names, alone or together with others, in any language: the longest in each place.

    What a word of a longer form names alone will do as well, if not as well.
    """
    lemmas = store.lemmas(spelled)
    whole: list[Found] = []
    parts: list[Found] = []
    for language, finder in finders(Form(*form) for form in store.forms_from(lemmas.values())).items():
        said = [Token(lemmas.get((one, language), BREAK), at, at + 1) for at, one in enumerate(spelled)]
        whole += finder.find(said)
        parts += finder.singles(said)
    ideas: defaultdict[str, dict[str, Idea]] = defaultdict(dict)
    for found, weight in ((_longest(whole), 1.0), (parts, _AS_PART)):
        for one in found:
            words_of_it = " ".join(typed[key] for key in spelled[one.start : one.end])
            for token in one.tokens:
                named = Idea(one.form.concept, words_of_it, weight)
                ideas[spelled[token.start]].setdefault(named.concept, named)
    return {key: tuple(its.values()) for key, its in ideas.items()}


def _longest(found: Iterable[Found]) -> Iterator[Found]:
    """Of what overlaps the one that takes the most words; all that take the same."""
    taken: dict[int, tuple[int, int]] = {}
    for one in sorted(found, key=lambda one: (-len(one.tokens), one.start)):
        place = one.start, one.end
        if all(taken.get(token.start, place) == place for token in one.tokens):
            taken |= {token.start: place for token in one.tokens}
            yield one


def laws_cited(spelled: Sequence[str]) -> tuple[Clause, ...]:
    """The laws cited by number and year among these keys: "Ley 42 de 1923" is one thing, as is "Law 42 of 1923"."""
    return tuple(Clause((law,), slop=2) for law in dict.fromkeys(_cited(spelled).values()))


def _words(spelled: Sequence[str], terms: Mapping[str, set[str]]) -> Iterator[Clause]:
    """Each word once; a stop word of any language only if there is nothing else ("once" is eleven in Spanish)."""
    telling = [one for one in dict.fromkeys(spelled) if terms[one] != {""}]
    for one in [one for one in telling if "" not in terms[one]] or telling:
        yield Clause(((one,),), tuple(sorted(terms[one] - {""})))


def _as_typed(spelled: Sequence[str], terms: Mapping[str, set[str]]) -> Iterator[Clause]:
    """The words as one phrase, without the stop words at either end: it is not needed, but ranks first."""
    telling = [at for at, one in enumerate(spelled) if terms[one] != {""}]
    phrase = spelled[telling[0] : telling[-1] + 1] if telling else ()
    if 1 < len(phrase) <= _LONGEST_UNQUOTED:
        yield Clause((tuple(phrase),), optional=True)


def _cited(spelled: Sequence[str]) -> dict[tuple[int, int], tuple[str, str]]:
    """Where a number and a year stand side by side, or with one word of any language between them."""
    return {
        (at, there): (spelled[at], spelled[there])
        for at in range(len(spelled))
        for there in (at + 1, at + 2)
        if there < len(spelled) and _FIGURE.fullmatch(spelled[at]) and _YEAR.fullmatch(spelled[there])
    }
