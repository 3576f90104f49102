"""Where a reference points among all that is known: provisions that are printed, and those that are only named.

A law of which the corpus has not a word can still be asked for: whom it repealed, who cites it. So a place here is what
the register knows, not only what a text prints.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from kb import ids
from kb.model import Effect, Instrument, Target
from kb.query.provisions import Path
from kb.query.readings import NOT_PRINTED, NOT_TOLD_APART
from kb.query.reference import Reference, expanded, lacking, read_reference

if TYPE_CHECKING:
    from kb.store import Store

# What a text lacks, though others may speak of it.
_PARTS = frozenset({NOT_PRINTED, NOT_TOLD_APART})
# Names less alike than this are no help.
_ALIKE = 0.6
# What is less alike by another measure, of 100, which is never below that one, needs no look.
_BOUND = 59


def read_place(store: Store, text: str) -> Reference:
    """What `text` refers to, read as a person types it or as files are named ("ley-42-1923").

    Where it names no provision, but a law that is not here, it is that law.
    """
    reference = read_reference(store, text)
    if reference.instruments or " " in text.strip() or not {"-", "_"} & set(text):
        return reference or lacking(store, text)
    return read_reference(store, text.replace("-", " ").replace("_", " ")) or reference


def places(store: Store, reference: Reference, text: str) -> tuple[Target, ...]:
    """The places that `text`, read as `reference`, means: those printed, or else those that some text speaks of.

    What was done to the whole of a law that is not in the corpus speaks of each of its provisions; and a part that the
    text does not print may be spoken of, where its article is all that is printed.
    """
    whole = tuple(Target(target.instrument, target.eid) for target in reference.targets)
    if whole and not any(remark.code in _PARTS for remark in reference.remarks):
        return whole
    address = ids.parse_address(text.strip().lower())
    eids = [address[1] or None] if address else _written(expanded(store, reference.path)) if reference.path else [None]
    meant = (Target(id, eid) for id in reference.instruments for eid in eids)
    return tuple(target for target in meant if target.eid is None or _is_named(store, target)) or whole


def _written(path: Path) -> list[str | None]:
    """The eIds that a path writes, one for each of a list; an article's begins there, whatever the article is under."""
    start = next((at for at, (kind, _) in enumerate(path) if kind == "article"), 0)
    eids: list[str | None] = [None]
    for kind in dict.fromkeys(kind for kind, _ in path[start:]):
        numbers = [number for own, number in path if own == kind]
        eids = [ids.eid(kind, number, over) for over in eids for number in numbers if number]
    return eids


def _is_named(store: Store, target: Target) -> bool:
    """Whether any text cites this place or does something to it, or it does something to another."""
    instrument = store.instrument(target.instrument)
    direct = instrument is None or instrument.in_corpus
    return bool(by(store, target) or store.citations_to(target.instrument, target.eid)) or bool(
        upon(store, target, direct=direct)
    )


@dataclass(frozen=True, slots=True)
class _Own:
    """A place with what is below it; `inside` are the eIds that hang under a container without carrying its name."""

    target: Target
    inside: frozenset[str] = frozenset()

    def holds(self, other: Target | None) -> bool:
        if other is None or other.instrument != self.target.instrument:
            return False
        if self.target.eid is None or other.eid == self.target.eid:
            return True
        return other.eid is not None and (other.eid in self.inside or other.eid.startswith(f"{self.target.eid}__"))


def _own(store: Store, target: Target) -> _Own:
    below = store.subtree(target.instrument, target.eid) if target.eid else ()
    return _Own(target, frozenset(node.eid for node in below))


def above(store: Store, target: Target) -> Iterator[Target]:
    """What holds a place, from the nearest out to its whole instrument; not the place itself."""
    node = store.node(target.instrument, target.eid) if target.eid else None
    eid = target.eid if node is None else node.parent
    if target.eid and node is None:
        eid = target.eid.rpartition("__")[0] or None
    while eid is not None:
        yield Target(target.instrument, eid)
        node = store.node(target.instrument, eid)
        eid = node.parent if node else eid.rpartition("__")[0] or None
    if target.eid:
        yield Target(target.instrument)


def upon(store: Store, target: Target, *, direct: bool = False) -> list[Effect]:
    """The effects upon a place and its parts, and unless `direct` those upon what holds it, in corpus order."""
    own = _own(store, target)
    over = set() if direct else set(above(store, target))
    effects = store.effects(of=target.instrument)
    return [e for e in effects if own.holds(e.affected) or e.affected in over]


def by(store: Store, target: Target) -> list[Effect]:
    """The effects of a place and its parts upon others, in corpus order."""
    own = _own(store, target)
    return [e for e in store.effects(by=target.instrument) if own.holds(e.affecting)]


def nearest_instruments(store: Store, text: str, limit: int = 4) -> list[Instrument]:
    """The instruments whose names are most like `text`, most alike first; none when nothing is like it."""
    from rapidfuzz import fuzz, process

    asked = text.casefold()
    called = [said for id, name, _, is_title, _ in store.names() for said in _said(id, name, is_title)]
    # No two texts are more alike by difflib than by the letters that both have in one order.
    able = process.extract(asked, [name for _, name in called], scorer=fuzz.ratio, score_cutoff=_BOUND, limit=None)
    best: dict[str, float] = {}
    for name, bound, at in able:
        kept = sorted(best.values(), reverse=True)[:limit]
        if len(kept) == limit and 100 * kept[-1] > bound + 1:
            break
        id = called[at][0]
        best[id] = max(_alike(asked, name), best.get(id, 0.0))
    near = sorted((-ratio, ids.natural(id), id) for id, ratio in best.items() if ratio >= _ALIKE)
    return [store.known(id) for *_, id in near[:limit]]


def _said(id: str, name: str, is_title: bool) -> Iterator[tuple[str, str]]:
    """The id, and what may be typed for a name; of a title also the id itself and what stands before the comma."""
    others = (id, name.partition(",")[0]) if is_title else ()
    for said in (name, *others):
        yield id, said.casefold()


def _alike(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()
