"""A typed question -> the clauses that the engine looks for: quoted phrases, words, laws cited by number and year."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kb.analysis import Analyzer, key, keys, words
from kb.concepts import BREAK, Form, Found, Token, finders
from kb.index import Clause, Idea
from kb.query.typed import PHRASE as TYPED_PHRASE
from kb.query.typed import PREFIX, WORD, Part, Typed

if TYPE_CHECKING:
    from kb.store import Store

_FIGURE = re.compile(r"\d+")
_YEAR = re.compile(r"[12]\d{3}")
# "S.A." is one thing: an "s" and an "a" anywhere are not it.
_ABBREVIATION = re.compile(r"\W*(?:[^\W\d_]\.){2,}\W*|\W*(?:[^\W\d_]\.)+[^\W\d_]\W*")

Expand = Callable[[str], Sequence[str]]

# A question is a handful of words. Of a pasted page only the beginning is looked for, so that no text can
# make the engine crawl; a phrase of more words than this is only looked for when it is quoted.
_MOST_WORDS = 48
_LONGEST_UNQUOTED = 8

# How much an idea counts where what names it is a part of a longer name: "foreign" in "foreign bank".
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


def asked(store: Store, typed: Typed, expand: Expand) -> Asked:
    """What `typed` asks for. Stop words count in phrases only, so nothing but stop words asks for nothing.

    `expand` gives the words that a prefix stands for.
    """
    groups = typed.groups[:_MOST_WORDS]
    single = [group[0].text for group in groups if _is_word(group)]
    loose, spelled = " ".join(single), keys(" ".join(single))[:_MOST_WORDS]
    other = " ".join(part.text for group in groups if len(group) > 1 for part in group if part.kind == WORD)
    typed_as = {key(word): word for word, _, _ in words(f"{other} {loose}")}
    apart = [one for word in dict.fromkeys(keys(other)) for one in (BREAK, word)][: 2 * _MOST_WORDS]
    every = list(dict.fromkeys([*spelled, *apart[1::2]]))
    known, analysis = store.terms(every), _analysed(store, {one: typed_as[one] for one in every})
    terms = analysis.terms
    unknown = tuple(typed_as[one] for one in terms if one not in known and not one[0].isdecimal())
    cited = {at for places in _cited(spelled) for at in places}
    line = [*(BREAK if at in cited else one for at, one in enumerate(spelled)), *apart]
    ideas = _ideas(store, line, typed_as, analysis.lemmas)
    left = [one for at, one in enumerate(spelled) if at not in cited]
    said = (replace(word, ideas=ideas.get(word.spellings[0][0], ())) for word in _words(left, terms))
    maker = _Maker(terms, ideas, expand)
    phrases, mixed = maker.clauses(group for group in groups if not _is_word(group))
    return Asked(phrases, laws_cited(spelled), (*said, *mixed, *_as_typed(spelled, terms)), unknown)


def _is_word(group: Sequence[Part]) -> bool:
    """Whether these parts are one loose word, or words that only marks join."""
    return [part.kind for part in group] == [WORD] and not _ABBREVIATION.fullmatch(group[0].text)


def barred(store: Store, typed: Typed, expand: Expand) -> tuple[Clause, ...]:
    """What must not be there: a word in any inflection and as typed, a phrase, any word that begins so."""
    parts = typed.excluded[:_MOST_WORDS]
    typed_as = {key(part.text): part.text for part in parts if part.kind == WORD}
    maker = _Maker(_terms(store, typed_as), {}, expand)
    literal = (Clause(((one,),)) for one in typed_as)
    return (*literal, *filter(None, map(maker.clause, parts)))


@dataclass(frozen=True, slots=True)
class _Maker:
    """Makes clauses of parts, given the terms and ideas of their words and the words of prefixes."""

    terms: Mapping[str, set[str]]
    ideas: Mapping[str, tuple[Idea, ...]]
    expand: Expand

    def clauses(self, groups: Iterable[Sequence[Part]]) -> tuple[tuple[Clause, ...], tuple[Clause, ...]]:
        """The clauses of groups of parts, any part of each of which will do: those of phrases alone, and others."""
        phrases, others = list[Clause](), list[Clause]()
        for group in groups:
            made = tuple(filter(None, map(self.clause, group)))
            if made:
                clause = made[0] if len(made) == 1 else Clause((), either=made)
                (phrases if {part.kind for part in group} == {TYPED_PHRASE} else others).append(clause)
        return tuple(phrases), tuple(others)

    def clause(self, part: Part) -> Clause | None:
        """The clause of one part; None when it asks for nothing."""
        spelled = keys(part.text)[:_MOST_WORDS]
        if part.kind == PREFIX:
            # A prefix that no word has is looked for as it is, and not found.
            return Clause(tuple((word,) for word in self.expand(spelled[0]) or spelled))
        if part.kind == TYPED_PHRASE or len(spelled) > 1:
            return Clause((spelled,)) if spelled else None
        terms = self.terms.get(spelled[0], set()) if spelled else {""}
        return (
            None
            if terms <= {""}
            else Clause((spelled,), tuple(sorted(terms - {""})), ideas=self.ideas.get(spelled[0], ()))
        )


@dataclass(frozen=True, slots=True)
class _Analysis:
    """The words of a question by their keys: the terms of each, and the lemma of each that may be part of a form."""

    terms: Mapping[str, set[str]]
    lemmas: Mapping[tuple[str, str], str]


def _terms(store: Store, typed: Mapping[str, str]) -> Mapping[str, set[str]]:
    return _analysed(store, typed).terms


def _analysed(store: Store, typed: Mapping[str, str]) -> _Analysis:
    """The analysis of these keys; a word that neither texts nor glossary have gets that of its stem, if they do.

    Only what is left is asked of the dictionaries, whose loading takes longer than all the rest of a search.
    """
    terms: dict[str, set[str]] = {one: set() for one in typed}
    for (one, _), term in store.analysis(typed).items():
        terms[one].add(term)
    strange = {one: typed[one] for one, its in terms.items() if not its}
    guessed = _guessed(store, strange) if strange else {}
    terms |= {one: set(by.values()) for one, by in guessed.items()}
    return _Analysis(terms, store.lemmas(typed) | _akin(store, guessed))


def _guessed(store: Store, strange: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Key -> language -> the term of a word that nobody prints."""
    analyzer = Analyzer(store.languages())
    stems = {one: analyzer.stems(word) for one, word in strange.items()}
    every = {stem for by in stems.values() for stem in by.values()}
    there = set().union(*store.surfaces(every).values()) | {term for term, _, _ in store.akin(every)}
    return {
        one: by if there & set(by.values()) else {its: analyzer.term(strange[one], its) for its in by}
        for one, by in stems.items()
    }


def _akin(store: Store, guessed: Mapping[str, Mapping[str, str]]) -> dict[tuple[str, str], str]:
    """(key, language) -> of the lemmas of forms that have the word's term, the one most like it."""
    lemmas: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for term, language, lemma in store.akin(term for by in guessed.values() for term in by.values()):
        lemmas[term, language] += [lemma] if lemma else []
    return {
        (one, language): min(its, key=lambda lemma: (-_alike(one, lemma), len(lemma), lemma))
        for one, by in guessed.items()
        for language, term in by.items()
        if (its := lemmas.get((term, language)))
    }


def _alike(one: str, other: str) -> int:
    """With how many of the same letters two words begin."""
    return next(
        (at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), min(len(one), len(other))
    )


def _ideas(
    store: Store, spelled: Sequence[str], typed: Mapping[str, str], lemmas: Mapping[tuple[str, str], str]
) -> dict[str, tuple[Idea, ...]]:
    """Key -> the concepts that it names, alone or together with others, in any language: the longest in each place.

    What a part of a longer form names will do, too, if not as well.
    """
    whole: list[Found] = []
    parts: list[Found] = []
    for language, finder in finders(Form(*form) for form in store.forms_from(lemmas.values())).items():
        said = [Token(lemmas.get((one, language), BREAK), at, at + 1) for at, one in enumerate(spelled)]
        whole += finder.find(said)
        parts += finder.every(said)
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
