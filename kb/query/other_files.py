"""What other files of the same law print of a provision, in a line each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kb.comparing import article_words, compare
from kb.model import Instrument, Node

if TYPE_CHECKING:
    from kb.store import Store


def other_files(store: Store, instrument: Instrument, eid: str | None) -> list[str]:
    """A line for each other file of an instrument: what it prints of an article, or how far the whole agrees."""
    witnesses = store.witnesses(instrument.id)
    own = store.nodes(instrument.id) if witnesses else []
    return [_other_file(witness, own, store.nodes(witness.id), eid) for witness in witnesses]


def _other_file(witness: Instrument, own: Sequence[Node], its: Sequence[Node], eid: str | None) -> str:
    file = f"Another file, {', '.join(witness.sources)} ({witness.id}),"
    if eid is None:
        found = compare(own, its)
        differing = ", ".join(place.partition("_")[2] for place in found.differing)
        return f"{file} prints {len(found.same)} of the articles alike, others otherwise: {differing or 'none'}."
    article = eid.partition("__")[0]
    words = article_words(its).get(article)
    if words is None:
        return f"{file} does not print this article."
    same = words == article_words(own).get(article)
    return f"{file} prints the article alike." if same else f"{file} prints the article otherwise: «{words}»"
