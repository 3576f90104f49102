"""What the pages of a group may look at: what their digest counts, and no more.

A page is made again only when that digest differs, so that looking further would leave it out of date without a word.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from kb.model import ArticuladoError
from kb.site.entries import Entry
from kb.site.library import Library
from kb.site.places import Places

# Of the facts of a build: what changes with every word of the corpus, so that few pages should show it.
EDITION = frozenset({"fingerprint", "index"})
_OF_TIES = {"effects": ("register", "upon_work", "by_work"), "mentions": ("mentions",)}
_OF_WORKS = frozenset(
    {"upon", "is_noted", "by", "upon_work", "by_work", "cites", "cited_by", "cited_by_others", "beyond"}
)


class Desk:
    """A library as the templates have it: laid out anew for each group."""

    def __init__(self, library: Library) -> None:
        self._library, self._open, self._group = library, dict[str, Any](), ""

    def lay(self, group: str, shows: Collection[str], own: str | None = None) -> None:
        """Lay out what a group shows; of an instrument (`own`) its own ties."""
        library = self._library
        ties: Any = library.ties
        if own is not None:
            ties = _Own(ties, own)
        elif "ties" not in shows:
            ties = _Part(ties, {name for part in shows for name in _OF_TIES.get(part, ())}, group)
        meta = {**library.meta} if "edition" in shows else _Edition(library.meta, group)
        every = {"works", "sources", "problems"} & set(shows)
        found = {"ties": ties, "meta": meta, "places": library.places, "languages": library.languages}
        found |= {"shelf": library.shelf, "work": library.work, "terms": library.terms, "pointed": library.pointed}
        self._group, self._open = group, {**found, **{name: getattr(library, name) for name in every}}

    def __getattr__(self, name: str) -> Any:
        try:
            return self._open[name]
        except KeyError:
            if not hasattr(self._library, name):
                raise AttributeError(name) from None
            raise _hidden(self._group, name) from None


class _Part:
    """Some of what an object has."""

    def __init__(self, whole: Any, names: Collection[str], group: str) -> None:
        self._whole, self._names, self._group = whole, names, group

    def __getattr__(self, name: str) -> Any:
        if name not in self._names:
            raise _hidden(self._group, f"ties.{name}")
        return getattr(self._whole, name)


class _Own:
    """The ties of one instrument."""

    def __init__(self, ties: Any, own: str) -> None:
        self._ties, self._own = ties, own

    def __getattr__(self, name: str) -> Any:
        if name not in _OF_WORKS:
            raise _hidden(self._own, f"ties.{name}")
        found = getattr(self._ties, name)

        def of(work: Any, *rest: Any) -> Any:
            if work.instrument.id != self._own:
                raise _hidden(self._own, f"ties.{name} of {work.instrument.id}")
            return found(work, *rest)

        return of


class _Edition(dict[str, str]):
    """The facts of a build without those that change with every word."""

    def __init__(self, meta: Mapping[str, str], group: str) -> None:
        super().__init__((key, value) for key, value in meta.items() if key not in EDITION)
        self._group = group

    def get(self, key: str, default: Any = None) -> Any:
        if key in EDITION:
            raise _hidden(self._group, f"meta.{key}")
        return super().get(key, default)


class Near(Mapping[str, Entry]):
    """The instruments that the pages of one may name."""

    def __init__(self, whole: Mapping[str, Entry], near: Collection[str], own: str) -> None:
        self._whole, self._near, self._own = whole, near, own

    def __getitem__(self, id: str) -> Entry:
        found = self._whole[id]
        if id not in self._near:
            raise _hidden(self._own, id)
        return found

    def __iter__(self) -> Iterator[str]:
        return (id for id in self._whole if id in self._near)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def near(places: Places, ids: Collection[str], own: str) -> Places:
    """The places as the pages of one instrument see them."""
    return Places(Near(places.works, ids, own), places.shown, places.single)


def _hidden(group: str, name: str) -> ArticuladoError:
    return ArticuladoError(
        f"The pages of {group} show {name!r}, and would not be made again when that changes: count it in their digest"
        " (kb/site/digests.py)."
    )
