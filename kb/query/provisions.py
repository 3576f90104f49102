"""Which provisions a path of kinds and numbers leads to, exactly, and what stands nearest when it leads nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import groupby
from typing import TYPE_CHECKING

from kb.analysis import keys
from kb.ids import BELOW_ARTICLE, KINDS, OWN_NUMBERING, PREFIXES, TRANSITORY, address, is_rule
from kb.index import head_of
from kb.model import Node

if TYPE_CHECKING:
    from kb.store import Store

Path = tuple[tuple[str, str], ...]

# A path may leave a number open: "parágrafo del artículo 36" is whichever it has.
ANY = ""
# The last of its kind, and whatever is transitory.
LAST, BEFORE_LAST, ANY_TRANSITORY = "last", "last-1", "t*"
# The last few of its kind, before how many.
LAST_FEW = "last*"
BY_PLACE = frozenset({LAST, ANY_TRANSITORY})
INCISO = "subparagraph"
# The number of what is the only one of its kind, as the grammars normalise it.
SOLE = "unico"

_LEADING_FIGURE = re.compile(r"\d{1,9}")
_QUOTED = f"{PREFIXES['quoted']}_"
_PARTS = BELOW_ARTICLE | {"quoted"}
_NESTED = tuple(f"{PREFIXES[kind]}_" for kind in OWN_NUMBERING)
# What most laws put above their articles, and some inside them.
_EITHER = frozenset({"section", "annex"})


@dataclass(frozen=True, slots=True)
class Target:
    """What a reference means: a provision, or a whole instrument when `eid` is None."""

    instrument: str
    eid: str | None = None

    @classmethod
    def at(cls, place: str) -> Target:
        """The target that an address names."""
        instrument, mark, eid = place.partition("#")
        return cls(instrument, eid if mark else None)

    def __str__(self) -> str:
        return address(self.instrument, self.eid) if self.eid else self.instrument


def depth(kind: str) -> int:
    """How far down a kind stands: documents inside the document first, then books.

    Kinds of below an article may hold one another in any order.
    """
    return -1 if kind in OWN_NUMBERING else KINDS.index(kind)


def provisions(store: Store, path: Path, among: Sequence[str] = ()) -> list[Node]:
    """The nodes that `path` leads to in the whole corpus, or `among` some instruments, in corpus order.

    A kind named twice is a list: either number will do. Every kind of the path is the node itself or stands
    above it, whatever the order they were said in. Articles quoted from other laws are never meant.
    """
    wanted = _by_kind(path)
    if not wanted:
        return []
    article = "article" if "article" in wanted else min(wanted, key=depth)
    every = (node for number in wanted[article] for node in numbered(store, article, number, among))
    tops = [node for node in every if not _is_quoted(node)]
    above = {kind for kind in wanted if depth(kind) < depth(article)}
    for over in dict.fromkeys((frozenset(above), frozenset(above - _EITHER))):
        inside = wanted.keys() - over - {article}
        under = [top for top in tops if _stands_under(store, top, {kind: wanted[kind] for kind in over})]
        below = {kind: wanted[kind] for kind in inside}
        if found := [node for top in under for node in _below(store, top, below)] if below else under:
            return found
    return []


def numbered(store: Store, kind: str, number: str, among: Sequence[str] = ()) -> list[Node]:
    """The nodes of a kind and number as they are cited, in corpus order: an annex without a number by its place.

    Only those `among` some instruments, if any are named.
    A transitory article is one of that series, or stands among the transitory provisions, or is printed as such.
    """
    if kind in OWN_NUMBERING:
        return [node for node in store.of_kind(kind, among) if _is(node, kind, (number,))]
    if kind == "article" and number in BY_PLACE:
        return _by_place(store, number, among)
    found = store.numbered(kind, number, among)
    if kind == "article" and "." in number:
        # Sections stand for the articles of a text that has none.
        found += [node for node in store.numbered("section", number, among) if is_rule(node.kind, node.eid)]
    series, plain = spoken(kind, number)
    if series != kind:
        found += [node for node in store.numbered(kind, plain, among) if is_transitory(store, node)]
    return found


def _by_place(store: Store, number: str, among: Sequence[str]) -> list[Node]:
    """The last article of each law, transitory ones left out, or all that are transitory."""
    found: list[Node] = []
    for id in store.in_corpus(among):
        articles = [n for n in store.nodes(id) if n.kind == "article" and not _is_quoted(n)]
        passing = [node for node in articles if is_transitory(store, node)]
        lasting = [node for node in articles if not is_nested(node) and node not in passing]
        found += passing if number == ANY_TRANSITORY else lasting[-1:]
    return found


def is_transitory(store: Store, node: Node) -> bool:
    """Whether an article is one of the transitory series, stands among such provisions, or is printed as such."""
    said = store.kept("transitory words", lambda: _words_for(store, "transitional"))
    in_series = spoken(node.kind, node.number or "")[0] != node.kind
    return in_series or _in_transitory(node) or not said.isdisjoint(keys(node.label))


def _words_for(store: Store, kind: str) -> set[str]:
    return {word for word, its in store.reference_words().items() if ("kind", kind) in its}


def spoken(kind: str, number: str) -> tuple[str, str]:
    """A kind and number as they are said: article t54 is "transitorio 54"."""
    in_series = kind == "article" and number.startswith(TRANSITORY) and number not in {TRANSITORY, ANY_TRANSITORY}
    return ("transitional", number.removeprefix(TRANSITORY)) if in_series else (kind, number)


def is_nested(node: Node) -> bool:
    """Whether a node stands in a document inside the document: its number is not one of the instrument's own."""
    return any(level.startswith(_NESTED) for level in node.eid.split("__")[:-1])


def _in_transitory(node: Node) -> bool:
    return any(level.startswith(f"{PREFIXES['transitional']}_") for level in node.eid.split("__")[:-1])


def nearest(store: Store, instruments: Iterable[str], path: Path, limit: int = 4) -> tuple[Target, ...]:
    """For a path that leads nowhere: the provisions of its last kind whose numbers come closest, where it leads so far.

    Where nothing of that kind is, what it leads to so far. Empty when a number stands alone and no instrument
    was named: in a whole corpus some number is always near.
    """
    if not path:
        return ()
    *so_far, (kind, number) = path
    named = tuple(instruments)
    whole = provisions(store, tuple(so_far), named)
    around = (
        [below for node in whole for below in store.subtree(node.instrument, node.eid)]
        if so_far
        else [node for instrument in named for node in store.nodes(instrument)]
    )
    near = sorted(
        (distance, position, Target(node.instrument, node.eid))
        for position, node in enumerate(around)
        if node.kind == kind and not _is_quoted(node)
        if (distance := _distance(number_of(node), number)) is not None
    )
    found = [target for _, _, target in near] or [Target(node.instrument, node.eid) for node in whole]
    return tuple(found[:limit])


def strange_kind(store: Store, instruments: Iterable[str], path: Path) -> str | None:
    """The first kind of a path that these instruments (none: all) have nothing of, whatever the number, or None."""
    named = tuple(instruments)
    kinds = (kind for kind, _ in path if kind not in BELOW_ARTICLE)
    return next((kind for kind in kinds if not store.has_kind(kind, named)), None)


def number_of(node: Node) -> str:
    """The number a node is cited by; one printed without ("PARAGRAPH.") is cited by the one of its address."""
    return node.number or node.eid.rpartition("_")[2].partition("~")[0]


def _by_kind(path: Path) -> dict[str, list[str]]:
    ordered = sorted(path, key=lambda step: depth(step[0]))
    return {kind: sorted({number for _, number in steps}) for kind, steps in groupby(ordered, key=lambda step: step[0])}


def _is_quoted(node: Node) -> bool:
    return any(level.startswith(_QUOTED) for level in node.eid.split("__"))


def _stands_under(store: Store, node: Node, wanted: Mapping[str, Sequence[str]]) -> bool:
    """Whether above `node` stands a node of every kind and number wanted."""
    above = {kind for parent in ancestors(store, node) for kind in wanted if _is(parent, kind, wanted[kind])}
    return above == wanted.keys()


def ancestors(store: Store, node: Node) -> Iterator[Node]:
    """The nodes above `node`, from its parent to the top."""
    while node.parent is not None and (parent := store.node(node.instrument, node.parent)):
        yield parent
        node = parent


def article_of(store: Store, node: Node) -> Node | None:
    """The article that `node` is or is a part of; None for what articles stand under, and for what an article holds."""
    for one in (node, *ancestors(store, node)):
        if one.kind not in _PARTS:
            return one if one.kind == "article" else None
    return None


def document(store: Store, target: Target) -> str:
    """The address of the document of the index that a target is in; a whole instrument is in none."""
    node = store.node(target.instrument, target.eid) if target.eid else None
    if node is None:
        return str(target)
    *above, top = node, *ancestors(store, node)
    head = reduce(lambda head, one: head_of(one, head), reversed(above), top)
    return address(head.instrument, head.eid)


def _below(store: Store, top: Node, wanted: Mapping[str, Sequence[str]]) -> list[Node]:
    """The nodes under `top` that are of one wanted kind and stand under all the others."""
    met: dict[str, frozenset[str]] = {top.eid: frozenset()}
    found = []
    inside = store.subtree(top.instrument, top.eid)[1:]
    for node in inside:
        own = {kind for kind, numbers in wanted.items() if _is(node, kind, numbers)}
        met[node.eid] = met.get(node.parent or "", frozenset()) | own
        if own and met[node.eid] == wanted.keys():
            found.append(node)
    if found or INCISO not in wanted:
        return found
    # A paragraph without a number is one of what was named, and of nothing below that.
    over = [node for node in (top, *inside) if met[node.eid] == wanted.keys() - {INCISO}]
    heads = [node for node in over if met.get(node.parent or "") != met[node.eid]]
    return [one for node in heads for one in paragraphs(store, node) if _is(one, INCISO, wanted[INCISO])]


def paragraphs(store: Store, node: Node) -> list[Node]:
    """The incisos of an article or a parágrafo, numbered in print or not, in printed order."""
    listed = store.incisos(node.instrument, node.eid)
    return [one for inciso in listed if (one := store.node(inciso.instrument, inciso.eid))]


def _is(node: Node, kind: str, numbers: Sequence[str]) -> bool:
    return node.kind == kind and (ANY in numbers or number_of(node) in numbers)


def _distance(number: str, other: str) -> int | None:
    """How far apart two numbers stand in a list, letters counted by the alphabet; None when they are not alike."""
    if number[:1] == other[:1] == TRANSITORY and len(number) > 1 < len(other):
        number, other = number[1:], other[1:]
    one, two = _LEADING_FIGURE.match(number), _LEADING_FIGURE.match(other)
    if one and two:
        return abs(int(one[0]) - int(two[0]))
    return abs(ord(number) - ord(other)) if len(number) == len(other) == 1 and not one and not two else None
