"""Instruments as many as a type has: what is asked of all of them is asked of the store, and none is read for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kb.model import Instrument

if TYPE_CHECKING:
    from kb.store import Store


@dataclass(frozen=True, slots=True)
class Kindred:
    """All instruments of some `types`, or of None all that have a number; and the few of the ids in `also`."""

    store: Store
    types: frozenset[str] | None
    also: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.also) or self.store.has_any(self.types)

    def __iter__(self) -> Iterator[Instrument]:
        return iter(self.store.among(self.ids) if self.also else self.store.of_types(self.types))

    @property
    def ids(self) -> list[str]:
        """The ids, in corpus order."""
        own = self.store.ids_of(self.types)
        return [i.id for i in self.store.among({*own, *self.also})] if self.also else own

    @property
    def numbered(self) -> bool:
        """Whether any has a number."""
        return self.store.has_any(self.types, numbered=True) or any(i.number for i in self.store.among(self.also))

    @property
    def here(self) -> bool:
        """Whether the text of any is here."""
        return self.store.has_any(self.types, in_corpus=True) or bool(self.also and self.store.in_corpus(self.also))

    def of_number(self, number: str, year: str) -> tuple[Instrument, ...]:
        """Those of a number, and of a year as it is written: "23" is 1923 and would be 2023."""
        own = self.store.of_number(number, self.types)
        return tuple(i for i in own if not year or str(i.year or "").endswith(year))


Instruments = tuple[Instrument, ...] | Kindred


def ids_of(instruments: Instruments) -> tuple[str, ...]:
    """The ids of instruments, in their order."""
    return tuple(instruments.ids) if isinstance(instruments, Kindred) else tuple(i.id for i in instruments)


def is_numbered(instruments: Instruments) -> bool:
    """Whether any of them has a number."""
    return instruments.numbered if isinstance(instruments, Kindred) else any(i.number for i in instruments)


def is_here(instruments: Instruments) -> bool:
    """Whether the text of any of them is here."""
    return instruments.here if isinstance(instruments, Kindred) else any(i.in_corpus for i in instruments)


def agreed(store: Store, several: Sequence[Instruments]) -> Instruments:
    """The instruments that are among all of these, or where there are none those that are among any."""
    if len(several) == 1:
        return several[0]
    wide = [(one, one.types or frozenset()) for one in several if isinstance(one, Kindred)]
    named = [one for one in several if not isinstance(one, Kindred)]
    common = _common(store, named, [types for _, types in wide])
    if common or not several:
        return common
    ids = frozenset(i.id for some in named for i in some)
    types = frozenset[str]().union(*(types for _, types in wide))
    return Kindred(store, types, ids) if wide else tuple(store.among(ids))


def _common(store: Store, named: Sequence[tuple[Instrument, ...]], types: Sequence[frozenset[str]]) -> Instruments:
    """The instruments that are among all of some lists, and of all of some sets of types."""
    if not named:
        of_all = Kindred(store, frozenset.intersection(*types)) if types else ()
        return of_all if of_all else ()
    first, *others = ({i.id for i in some} for some in named)
    ids = first.intersection(*others)
    return tuple(i for i in named[0] if i.id in ids and all(i.type in its for its in types))
