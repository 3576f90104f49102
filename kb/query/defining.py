"""Which provisions define a term."""

from __future__ import annotations

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
    """The definitions of a term, each with the node that gives it; without any, the terms that are most like it."""

    found: tuple[tuple[Definition, Node | None], ...]
    nearest: tuple[str, ...]


def define(store: Store, term: str) -> Defined:
    """Who defines `term`: definitions of just that first, then of terms that hold all its words."""
    asked, known = keys(term), store.definitions()
    folded = {definition: keys(definition.term) for definition in known}
    exact = [d for d in known if folded[d] == asked]
    wider = [d for d in known if folded[d] != asked and asked and set(asked) <= set(folded[d])]
    found = tuple((d, store.node(d.instrument, d.eid)) for d in (*exact, *wider))
    terms = {" ".join(words): d.term for d, words in folded.items()}
    near = () if found else get_close_matches(" ".join(asked), terms, _NEAREST)
    return Defined(found, tuple(terms[name] for name in near))
