"""What the pages of a group are made from, as one digest: as long as it is the same, so are they."""

from __future__ import annotations

import hashlib
import platform
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

import jinja2

from kb.site.library import Library
from kb.site.looks import Looks
from kb.site.options import Options
from kb.site.plan import Group
from kb.site.words import Words
from kb.store import MADE_OF, Store, digests


@dataclass(frozen=True, slots=True)
class Digests:
    """Digests of what a site is made from: of an instrument (`own`), of all that ties it to others (`tied`), with
    these (`near`); `common` is what every page is made from."""

    program: str
    common: str
    own: Mapping[str, str]
    tied: Mapping[str, str]
    near: Mapping[str, frozenset[str]]

    def of(self, group: Group) -> str:
        """The digest of a group; "" for pages of the whole, which are always made."""
        if group.entry is None:
            return ""
        id = group.entry.instrument.id
        others = [(other, self.own.get(other)) for other in sorted(self.near[id])]
        return _digest(self.common, group.paths, self.tied.get(id), others)


def of_all(store: Store, looks: Looks, known: Sequence[Words], options: Options) -> str:
    """A digest of all that a site is made from: while it is the same, so is every page.

    "" for a store that does not tell what it was made of.
    """
    meta = store.meta()
    if not meta.get(MADE_OF):
        return ""
    return _digest(sorted(meta.items()), *_chosen(looks, known, options), _program())


def take(store: Store, library: Library, looks: Looks, options: Options) -> Digests:
    """The digests of a site to come."""
    own = digests(store)
    tied: dict[str, list[object]] = defaultdict(list)
    near: dict[str, set[str]] = {id: {id} for id in library.places.works}
    for id, entry in library.places.works.items():
        tied[id] += (library.shelf.sources.get(file) for file in entry.instrument.sources)
        tied[id] += ((witness, own.get(witness.id)) for witness in store.witnesses(id))
    for tie, ids in _ends(library):
        for id in ids & near.keys():
            tied[id].append(tie)
            near[id] |= ids
    program = _program()
    return Digests(
        program=program,
        common=_digest(library.beside().meta, *_chosen(looks, library.languages, options), program, _terms(library)),
        own=own,
        tied={id: _digest(some) for id, some in tied.items()},
        near={id: frozenset(ids) for id, ids in near.items()},
    )


def _chosen(looks: Looks, known: Sequence[Words], options: Options) -> tuple[object, ...]:
    """What a house has chosen: its templates and words, and options; how many processes make the pages says nothing."""
    spoken = [(words.code, words.table) for words in known]
    return looks.digest(), spoken, replace(options, workers=1, theme=None, warn=None)


def _ends(library: Library) -> Iterator[tuple[object, set[str]]]:
    """Each citation and effect with the instruments that it ties."""
    for citation in chain(*library.shelf.citations.values()):
        yield citation, {citation.instrument, *(target.instrument for target in citation.targets)}
    for effect in library.effects:
        ends = {end.instrument for end in (effect.affecting, effect.affected) if end}
        yield effect, {*ends, *(proof.instrument for proof in effect.evidence)}


def _terms(library: Library) -> list[object]:
    """The terms that any text may use, and where they lead."""
    places, works = library.places, library.places.works
    targets = sorted(library.terms.places, key=lambda target: (target.instrument, target.eid or ""))
    return [library.terms.known, [(target, places.link(target), works[target.instrument].name) for target in targets]]


def _program() -> str:
    """The program that makes the pages, so that another one makes them anew."""
    root = Path(__file__).parent
    files = [
        *root.rglob("*.py"),
        *root.parent.glob("*.py"),
        *root.parent.glob("*.toml"),
        *root.parent.glob("store/*.py"),
        *root.parent.glob("index/*.py"),
    ]
    sizes = [(file.name, file.read_bytes()) for file in sorted(files)]
    return _digest(sizes, jinja2.__version__, platform.python_version())


def _digest(*values: Any) -> str:
    return hashlib.sha256(repr(values).encode("utf-8", "surrogatepass")).hexdigest()[:32]
