"""Which provisions define a term."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from kb.analysis import keys
from kb.model import Definition, Node

if TYPE_CHECKING:
    from kb.store import Store

_NEAREST = 5


@dataclass(frozen=True, slots=True)
class Defined:
    """The definitions of a term, each with the node that gives it; without any, the terms that are most like it.

    `scopes` are the provisions that those hold for that are not said for the whole of their law.
    """

    found: tuple[tuple[Definition, Node | None], ...]
    nearest: tuple[str, ...]
    scopes: Mapping[Definition, Node | None]


def define(store: Store, term: str) -> Defined:
    """Who defines `term`: of just that first, then of its words in another language, then of wider terms."""
    asked, known = keys(term), store.definitions()
    folded = {definition: keys(definition.term) for definition in known}
    exact = [d for d in known if folded[d] == asked]
    others = _said_otherwise(store, asked)
    same = [d for d in known if folded[d] != asked and folded[d] in others]
    told = {*exact, *same}
    wider = [d for d in known if d not in told and asked and set(asked) <= set(folded[d])]
    found = tuple((d, store.node(d.instrument, d.eid)) for d in (*exact, *same, *wider))
    terms = {" ".join(words): d.term for d, words in folded.items()}
    near = () if found else get_close_matches(" ".join(asked), terms, _NEAREST)
    scopes = {definition: scope_of(store, definition) for definition, _ in found if definition.within}
    return Defined(found, tuple(terms[name] for name in near), scopes)


def _said_otherwise(store: Store, asked: tuple[str, ...]) -> set[tuple[str, ...]]:
    """The words of the ideas that `asked` names, in every language."""
    ideas = [[keys(form) for _, forms in concept.forms for form in forms] for concept in store.concepts()]
    return {form for forms in ideas if asked in forms for form in forms}


def scope_of(store: Store, definition: Definition) -> Node | None:
    """The provision that a definition is said to hold for, where it is not the whole law."""
    return store.node(definition.instrument, definition.within) if definition.within else None
