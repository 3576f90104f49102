"""What the pages of a group are made from, as one digest: as long as it is the same, so are they."""

from __future__ import annotations

import hashlib
import platform
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import jinja2

from kb.model import Citation, Effect
from kb.site.library import Library
from kb.site.looks import Looks
from kb.site.options import Options
from kb.site.paths import HOME, LINES, MATRIX, NETWORK, READING, REGISTER, SEARCH, SHEET, TIMELINE
from kb.site.plan import DOOR, Group
from kb.site.seen import EDITION
from kb.site.words import Words
from kb.store import Store, digests

# What there is to show. `effects` are the deeds of the ties, `edition` what changes with every word.
ALL = ("works", "sources", "problems", "ties", "effects", "mentions", "edition", "texts")
# Page or file -> what it shows; one that is not named here shows ALL and is made anew whenever anything changes.
SHOWS: Mapping[str, Sequence[str]] = {
    DOOR: ("edition",),
    SEARCH: ("edition",),
    READING: (),
    HOME: ("works", "sources", "edition"),
    TIMELINE: ("works", "effects", "problems", "mentions"),
    NETWORK: ("works", "effects", "problems", "mentions"),
    REGISTER: ("works", "effects", "problems"),
    MATRIX: ("works", "effects", "problems"),
    SHEET: ("works", "effects", "problems"),
    LINES: ("works", "effects", "problems"),
}


def shows(group: Group) -> Sequence[str]:
    """What a group that is not of one instrument shows."""
    return SHOWS.get(group.name, ALL)


@dataclass(frozen=True, slots=True)
class Digests:
    """Digests of what a site is made from: by instrument with the others that it is tied to, and by what is shown."""

    program: str
    common: str
    own: Mapping[str, str]
    tied: Mapping[str, str]
    near: Mapping[str, frozenset[str]]
    parts: Mapping[str, str]
    defining: frozenset[str]

    def of(self, group: Group) -> str:
        """The digest of a group."""
        if group.entry is None:
            return _digest(self.common, group, [self.parts[name] for name in shows(group)])
        id = group.entry.instrument.id
        others = [(other, self.own.get(other)) for other in sorted(self.near[id])]
        return _digest(self.common, group.paths, self.tied.get(id), others)


def take(store: Store, library: Library, looks: Looks, languages: Sequence[Words], options: Options) -> Digests:
    """The digests of a site to come."""
    own, effects = digests(store), library.effects
    citations = [citation for some in library.shelf.citations.values() for citation in some]
    tied: dict[str, list[object]] = defaultdict(list)
    near: dict[str, set[str]] = {id: {id} for id in library.places.works}
    for id, entry in library.places.works.items():
        tied[id] += (library.shelf.sources.get(file) for file in entry.instrument.sources)
        tied[id] += ((witness, own.get(witness.id)) for witness in store.witnesses(id))
    for it, ids in _ends(citations, effects):
        for id in ids & near.keys():
            tied[id].append(it)
            near[id] |= ids
    meta = {key: value for key, value in library.meta.items() if key not in EDITION}
    chosen = replace(options, workers=1, theme=None)
    spoken = [(w.code, w.table) for w in (*languages, *library.languages)]
    program = _program()
    common = (meta, chosen, spoken, looks.digest(), program, _terms(library))
    parts: Mapping[str, object] = {
        "works": library.works,
        "sources": library.sources,
        "problems": library.problems,
        "effects": effects,
        "mentions": sorted(library.ties.mentions.items()),
        "ties": citations,
        "edition": library.meta,
        "texts": own,
    }
    return Digests(
        program=program,
        common=_digest(common),
        own=own,
        tied={id: _digest(some) for id, some in tied.items()},
        near={id: frozenset(ids) for id, ids in near.items()},
        parts={name: _digest(value) for name, value in parts.items()},
        defining=frozenset(target.instrument for target in library.terms.places),
    )


def _ends(citations: Iterable[Citation], effects: Iterable[Effect]) -> Iterator[tuple[object, set[str]]]:
    """Each citation and effect with the instruments that it ties."""
    for c in citations:
        yield c, {c.instrument, *(target.instrument for target in c.targets)}
    for e in effects:
        ends = {end.instrument for end in (e.affecting, e.affected) if end}
        yield e, {*ends, *(proof.instrument for proof in e.evidence)}


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
