"""Which provisions define a term."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from kb.analysis import keys
from kb.model import Definition, Node

if TYPE_CHECKING:
    from kb.store import Store

_NEAREST = 5
# What is less alike by another measure, of 100, than terms must be by difflib's needs no look.
_BOUND = 59


@dataclass(frozen=True, slots=True)
class Defined:
    """The definitions of a term, each with the node that gives it; without any, the terms that are most like it.

    `scopes` are the provisions that those hold for that are not said for the whole of their law.
    """

    found: tuple[tuple[Definition, Node | None], ...]
    nearest: tuple[str, ...]
    scopes: Mapping[Definition, Node | None]


def define(store: Store, term: str) -> Defined:
    """Who defines `term`: of just that first, then of its words in another form or language, then of wider terms."""
    asked = keys(term)
    others = {asked, *_said_otherwise(store, asked)}
    known = store.definitions({*asked, *_inflected(store, others)})
    folded = {definition: keys(definition.term) for definition in known}
    said = {word for words in (*others, *folded.values()) for word in words}
    lemmas = _lemmas(store, {*asked, *store.in_terms(said)})
    exact = [d for d in known if folded[d] == asked]
    same = [d for d in known if folded[d] != asked and any(_is_alike(one, folded[d], lemmas) for one in others)]
    told = {*exact, *same}
    wider = [d for d in known if d not in told and asked and set(asked) <= set(folded[d])]
    found = tuple((d, store.node(d.instrument, d.eid)) for d in (*exact, *same, *wider))
    scopes = {definition: scope_of(store, definition) for definition, _ in found if definition.within}
    return Defined(found, () if found else _nearest(store, asked), scopes)


def _inflected(store: Store, terms: Collection[tuple[str, ...]]) -> set[str]:
    """A telling word of each term, with all that have a lemma in common with it: a stop word has that of all others."""
    lemmas = _lemmas(store, {word for term in terms for word in term})
    telling = {next((word for word in term if "" not in lemmas[word]), term[0]) for term in terms if term}
    shared = {lemma for word in telling for lemma in lemmas[word]}
    return {*shared, *(word for word, _ in store.inflections(shared))}


def _nearest(store: Store, asked: tuple[str, ...]) -> tuple[str, ...]:
    """The defined terms that are most like the words that were asked for."""
    from rapidfuzz import fuzz, process

    terms = {" ".join(keys(definition.term)): definition.term for definition in store.definitions()}
    # No two texts are more alike by difflib than by the letters that both have in one order.
    able = process.extract(" ".join(asked), list(terms), scorer=fuzz.ratio, score_cutoff=_BOUND, limit=None)
    near = get_close_matches(" ".join(asked), [name for name, *_ in able], _NEAREST)
    return tuple(terms[name] for name in near)


def _lemmas(store: Store, words: set[str]) -> dict[str, set[str]]:
    """Each word with itself and its lemmas in every language."""
    found = {word: {word} for word in words}
    for (word, _), lemma in store.lemmas(words).items():
        found[word].add(lemma)
    return found


def _is_alike(one: tuple[str, ...], other: tuple[str, ...], lemmas: Mapping[str, set[str]]) -> bool:
    """Whether two terms have the same words, whatever their inflections."""
    pairs = zip(one, other, strict=False)
    return len(one) == len(other) and all(lemmas.get(a, {a}) & lemmas.get(b, {b}) for a, b in pairs)


def _said_otherwise(store: Store, asked: tuple[str, ...]) -> set[tuple[str, ...]]:
    """The words of the ideas that `asked` names, in every language."""
    ideas = [[keys(form) for _, forms in concept.forms for form in forms] for concept in store.concepts()]
    every = {word for forms in ideas for form in forms for word in form}
    lemmas = _lemmas(store, {*asked, *store.in_terms(every)})
    return {form for forms in ideas if any(_is_alike(asked, one, lemmas) for one in forms) for form in forms}


def scope_of(store: Store, definition: Definition) -> Node | None:
    """The provision that a definition is said to hold for, where it is not the whole law."""
    return store.node(definition.instrument, definition.within) if definition.within else None
