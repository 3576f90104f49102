"""Typed names of documents that a law prints beside its own articles: "artículo 1 del Convenio sobre Molinos".

A name that no instrument bears may be the title of such an annex. It is compared loosely: each telling word of what was
typed must stand in the title. Where several titles hold all of them those that hold no others are meant, else all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kb.analysis import keys
from kb.ids import address
from kb.model import Instrument
from kb.query.laws import Law
from kb.query.pieces import Piece, run
from kb.query.statutes import end_of_name, is_beside

if TYPE_CHECKING:
    from kb.store import Store

# Shorter words of a title tie the others.
_TELLING = 4


@dataclass(frozen=True, slots=True)
class Document:
    """An annex whose heading is the title of a document: its noun, and the words that tell it from others."""

    instrument: str
    address: str
    noun: str
    words: frozenset[str]


def documents(store: Store) -> list[Document]:
    """The annexes of a corpus whose headings begin with the noun of a statute or treaty, in corpus order."""
    return store.kept("annexed documents", lambda: list(_documents(store)))


def _documents(store: Store) -> Iterator[Document]:
    nouns = {word for word, its in store.reference_words().items() if any(role == "statute" for role, _ in its)}
    for node in store.of_kind("annex"):
        noun, words = _parts(store, node.heading)
        if noun in nouns:
            yield Document(node.instrument, address(node.instrument, node.eid), noun, words)


def _parts(store: Store, title: str) -> tuple[str, frozenset[str]]:
    """The first word of a title, and of the others those that tell it from others."""
    joins = store.kept("joining words", lambda: _joining(store))
    noun, *words = keys(title) or ("",)
    return noun, frozenset(filter(_tells, words)) - joins


def _tells(word: str) -> bool:
    """Whether a word of a title is more than a tie: "Convenio CON Alemania"."""
    return len(word) >= _TELLING or word.isdecimal()


def _joining(store: Store) -> frozenset[str]:
    return frozenset(word for word, its in store.reference_words().items() if any(role == "join" for role, _ in its))


def recognised(
    store: Store, found: Sequence[Piece], named: Sequence[Law], instruments: Sequence[Instrument]
) -> list[Law]:
    """These laws, with the annex that is meant where no instrument is called so; a bare noun beside a law is its own.

    Where none is named, the whole text may be the title of one, or what stands beside a provision.
    """
    if not named:
        return list(_titled(store, found, instruments))
    return [_recognised(store, found, law, named, instruments) for law in named]


def _titled(store: Store, found: Sequence[Piece], instruments: Sequence[Instrument]) -> Iterator[Law]:
    """The annexes whose title is all that was typed, or stands beside a provision: "art. 5 convenio de molinos"."""
    nouns = (at for at, piece in enumerate(found) if piece.of("statute") or piece.of("type"))
    at = next(nouns, None)
    if at is None:
        return
    stop = end_of_name(found, at + 1, named=True, tied=True) if at or is_beside(found, at, at + 1) else len(found)
    stop = stop if is_beside(found, at, stop) else len(found)
    words = _telling(found, range(at + 1, stop))
    able = [d for d in documents(store) if words and d.noun == keys(found[at].text)[0]]
    whole = at == 0 and stop == len(found)
    meant = [d for d in able if d.words == words] or [d for d in able if not whole and words <= d.words]
    if meant:
        yield _law(Law(at, stop, (), run(*found[at:stop])), meant, instruments)


def _recognised(
    store: Store, found: Sequence[Piece], law: Law, named: Sequence[Law], instruments: Sequence[Instrument]
) -> Law:
    beside = {i.id for other in named if other is not law and not other.loose for i in other.instruments}
    here = any(instrument.in_corpus for instrument in law.instruments)
    if law.instruments and not here and not law.loose:
        # "Acuerdo 387 de 1986", of which all that is here is what a decree prints.
        printed = [d for d in documents(store) if (d.noun, d.words) == _parts(store, law.text)]
        return _law(law, printed, instruments) if printed else law
    if _is_of_type(found, law) and not (law.loose and beside):
        return law
    noun, *_ = keys(found[law.start].text) or ("",)
    words = _telling(found, range(law.start + 1, law.stop))
    if not words and not beside:
        return law
    able = [d for d in documents(store) if d.noun == noun and (d.instrument in beside or not beside)]
    meant = [d for d in able if d.words == words] or [d for d in able if words <= d.words]
    return _law(law, meant, instruments) if meant else law


def _is_of_type(found: Sequence[Piece], law: Law) -> bool:
    """Whether a law that is named is what its noun says: a law that only approves an "Acuerdo de Molinos" is none."""
    types = found[law.start].of("type")
    meant = [instrument for instrument in law.instruments if not types or instrument.type in types]
    return bool(meant)


def _telling(found: Sequence[Piece], places: range) -> frozenset[str]:
    said = (at for at in places if not found[at].of("join") and not found[at].of("whose"))
    return frozenset(word for at in said for word in keys(found[at].text) if _tells(word))


def _law(law: Law, meant: Sequence[Document], instruments: Sequence[Instrument]) -> Law:
    ids = {document.instrument for document in meant}
    return replace(
        law,
        instruments=tuple(instrument for instrument in instruments if instrument.id in ids),
        within=tuple(document.address for document in meant),
        loose=False,
        unknown=False,
        by_name=True,
    )
