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
from kb.query.kindred import Kindred, is_here
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


def documents(store: Store, noun: str) -> list[Document]:
    """The annexes of a corpus whose headings begin with this noun of a statute or treaty, in corpus order."""
    joins = _joins(store)
    return [
        Document(instrument, address(instrument, eid), noun, _telling_words(spelled, joins))
        for instrument, spelled, eid in store.documents(noun)
    ]


def _telling_words(spelled: Sequence[str], joins: frozenset[str]) -> frozenset[str]:
    """Of the words of a title behind its noun those that tell it from others."""
    return frozenset(filter(_tells, spelled[1:])) - joins


def _tells(word: str) -> bool:
    """Whether a word of a title is more than a tie: "Convenio CON Alemania"."""
    return len(word) >= _TELLING or word.isdecimal()


def _joins(store: Store) -> frozenset[str]:
    return store.kept("joining words", lambda: _joining(store))


def _joining(store: Store) -> frozenset[str]:
    return frozenset(word for word, its in store.reference_words().items() if any(role == "join" for role, _ in its))


def recognised(store: Store, found: Sequence[Piece], named: Sequence[Law]) -> list[Law]:
    """These laws, with the annex that is meant where no instrument is called so; a bare noun beside a law is its own.

    Where none is named, the whole text may be the title of one, or what stands beside a provision.
    """
    if not named:
        return list(_titled(store, found))
    return [_recognised(store, found, law, named) for law in named]


def _titled(store: Store, found: Sequence[Piece]) -> Iterator[Law]:
    """The annexes whose title is all that was typed, or stands beside a provision: "art. 5 convenio de molinos"."""
    nouns = (at for at, piece in enumerate(found) if piece.of("statute") or piece.of("type"))
    at = next(nouns, None)
    if at is None:
        return
    stop = end_of_name(found, at + 1, named=True, tied=True) if at or is_beside(found, at, at + 1) else len(found)
    stop = stop if is_beside(found, at, stop) else len(found)
    words = _telling(found, range(at + 1, stop))
    able = documents(store, keys(found[at].text)[0]) if words else []
    whole = at == 0 and stop == len(found)
    meant = [d for d in able if d.words == words] or [d for d in able if not whole and words <= d.words]
    if meant:
        yield _law(store, Law(at, stop, (), run(*found[at:stop])), meant)


def _recognised(store: Store, found: Sequence[Piece], law: Law, named: Sequence[Law]) -> Law:
    beside = {i.id for other in named if other is not law and not other.loose for i in other.instruments}
    if law.instruments and not law.loose and not is_here(law.instruments):
        # "Acuerdo 387 de 1986", of which all that is here is what a decree prints.
        own = keys(law.text) or ("",)
        telling = _telling_words(own, _joins(store))
        printed = [d for d in documents(store, own[0]) if d.words == telling]
        return _law(store, law, printed) if printed else law
    if _is_of_type(found, law) and not (law.loose and beside):
        return law
    noun, *_ = keys(found[law.start].text) or ("",)
    words = _telling(found, range(law.start + 1, law.stop))
    if not words and not beside:
        return law
    able = [d for d in documents(store, noun) if d.instrument in beside or not beside]
    meant = [d for d in able if d.words == words] or [d for d in able if words <= d.words]
    return _law(store, law, meant) if meant else law


def _is_of_type(found: Sequence[Piece], law: Law) -> bool:
    """Whether a law that is named is what its noun says: a law that only approves an "Acuerdo de Molinos" is none."""
    types = found[law.start].of("type")
    if isinstance(law.instruments, Kindred) and types:
        return law.instruments.store.has_any(frozenset(types) & (law.instruments.types or frozenset()))
    return any(not types or instrument.type in types for instrument in law.instruments)


def _telling(found: Sequence[Piece], places: range) -> frozenset[str]:
    said = (at for at in places if not found[at].of("join") and not found[at].of("whose"))
    return frozenset(word for at in said for word in keys(found[at].text) if _tells(word))


def _law(store: Store, law: Law, meant: Sequence[Document]) -> Law:
    return replace(
        law,
        instruments=tuple(store.among({document.instrument for document in meant})),
        within=tuple(document.address for document in meant),
        loose=False,
        unknown=False,
        by_name=True,
    )
