"""Which provisions define a term, as a listing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kb.ids import address
from kb.listings.listing import Listing
from kb.listings.words import Names, bold, fold, lines
from kb.model import Definition, Node, Target
from kb.query.defining import Defined
from kb.query.defining import define as ask

if TYPE_CHECKING:
    from kb.store import Store

COLUMNS = ("term", "language", "instrument", "title", "eid", "text", "source", "start", "end", "scope", "within")


def define(store: Store, term: str) -> Listing:
    """Who defines `term`, in the words of the provision that does."""
    names, found = Names(store), ask(store, term)
    rows = [_row(definition, node, names) for definition, node in found.found]
    value = {"term": term, "found": rows, "nearest": found.nearest}
    return Listing(lambda width: _text(term, found, names, width), value, COLUMNS, rows, bool(rows))


def _row(definition: Definition, node: Node | None, names: Names) -> dict[str, Any]:
    known = {name: getattr(definition, name) for name in COLUMNS if hasattr(definition, name)}
    return {**known, "title": names.title(Target(definition.instrument)), "text": node.text if node else ""}


def _text(term: str, found: Defined, names: Names, width: int) -> str:
    told = []
    for definition, node in found.found:
        where = f"{names.of(Target(definition.instrument, definition.eid))}"
        place = address(definition.instrument, definition.eid)
        head = bold(f"{definition.term}: {where}") + _limit(definition, found.scopes.get(definition))
        told.append(lines([head, fold(node.text if node else "", 1, width), place]))
    if told:
        return "\n\n".join(told)
    near = f"Defined terms like it: {', '.join(found.nearest)}." if found.nearest else ""
    return lines([f"No provision defines {term!r}.", near, f"To see where it is used: articulado search '{term}'"])


def _limit(definition: Definition, within: Node | None) -> str:
    """For what a definition is said to hold, where that is less than its law, or more."""
    if definition.scope == "all":
        return ", for all laws"
    if definition.scope == "case":
        return ", for that case only"
    if within is None:
        return ""
    number = (within.label or within.eid).strip(" .:-–—*#")
    return f", for {_called(within, number)}"


def _called(node: Node, label: str) -> str:
    """A provision by its kind and number: "chapter I"."""
    return f"{node.kind} {label.split()[-1]}" if label.split() else node.kind
