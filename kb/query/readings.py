"""What else a path may mean that leads nowhere as it stands, and what is to be said of it then.

A text may print a part without its number, or not at all; a law may have articles where sections are asked for, and a
number may be misprinted. Each reading says what it took for granted, so that nothing is answered silently.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kb.ids import BELOW_ARTICLE, address
from kb.model import Node
from kb.query.provisions import (
    ANY,
    BEFORE_LAST,
    LAST,
    LAST_FEW,
    SOLE,
    Path,
    article_of,
    depth,
    is_transitory,
    numbered,
    paragraphs,
    provisions,
)

if TYPE_CHECKING:
    from kb.store import Store, StoredProblem

# What may be said of a reading.
NOT_PRINTED, NOT_TOLD_APART, NO_SECTIONS = "part-not-printed", "parts-not-told-apart", "no-sections"
MISPRINT, TRANSITORY_FOLLOWS = "misprint", "transitory-follows"
ONE_PARAGRAPH, COUNTED = "one-paragraph", "counted-paragraph"
READ_AS_ITEM, IN_ANNEX, ALSO_IN_ANNEX, ALSO_ABSENT = "read-as-item", "in-annex", "also-in-annex", "also-absent"
REMARKS = (
    *(NOT_PRINTED, NOT_TOLD_APART, ONE_PARAGRAPH, COUNTED, NO_SECTIONS, MISPRINT, TRANSITORY_FOLLOWS),
    *(READ_AS_ITEM, IN_ANNEX, ALSO_IN_ANNEX, ALSO_ABSENT),
)
_LEFT_OUT = frozenset({NOT_PRINTED, NOT_TOLD_APART, ONE_PARAGRAPH})

# Of longer lists, and of ranges, what is not printed is not told.
_LONGEST_LIST = 12
# A range of more provisions than this is none.
_WIDEST = 1000
_RANGE, _LETTERS = re.compile(r"(\d{1,9})-(\d{1,9})"), re.compile(r"([^\W\d_]{1,2})-([^\W\d_]{1,2})")
# "46.3" is item 3 of article 46 where no article is numbered so.
_DOTTED = re.compile(r"(\d+)\.(\d+)")
_TYPO = "suspected-typo"


@dataclass(frozen=True, slots=True)
class Remark:
    """What must be known of the provisions that a reference leads to: one of REMARKS.

    Of a part that is not printed, or not told apart, or no section, `kind` and `number` are what was asked for; of a
    misprint `number` is that, and `printed` what the text has in its place; `printed` is also the address of the
    transitory article that follows the last, and of the annex in which alone, or too, a law prints the article of that
    number; of what is not here beside what is, `printed` is the law that was named.
    """

    code: str
    kind: str = ""
    number: str = ""
    printed: str = ""


@dataclass(frozen=True, slots=True)
class Leads:
    """The provisions that a path leads to in one of its readings, that reading, and what must be said of it.

    The path is empty where parts of it were left out: then it stays as it was asked for.
    """

    path: Path
    nodes: tuple[Node, ...] = ()
    remarks: tuple[Remark, ...] = ()


def followed(store: Store, path: Path, among: Sequence[str], otherwise: Mapping[str, str] | None = None) -> Leads:
    """Where a path leads in the first of its readings that leads anywhere, among some instruments or in all.

    `otherwise` maps kinds of the path to those that they may mean where there is none of them.
    """
    for meant, remarks in _readings(store, path, among, otherwise or {}):
        nodes = _found(store, meant, among)
        if nodes:
            listed = () if meant != path else _not_in_list(store, meant, among)
            also = (*listed, *_after_the_last(store, meant, nodes))
            remarks = tuple(_counted(store, remark, nodes) for remark in remarks)
            whole = not any(remark.code in _LEFT_OUT for remark in remarks)
            return Leads(meant if whole else (), nodes, (*remarks, *also))
    return Leads(path)


def _not_in_list(store: Store, path: Path, among: Sequence[str]) -> Iterator[Remark]:
    """The members of a list that no text prints, where others are found: "literales a) y z)"."""
    for kind in dict.fromkeys(kind for kind, _ in path):
        numbers = [number for own, number in path if own == kind]
        if not 1 < len(numbers) <= _LONGEST_LIST:
            continue
        for number in numbers:
            alone = tuple(level for level in path if level[0] != kind or level[1] == number)
            if not provisions(store, alone, among):
                yield Remark(NOT_PRINTED, kind, number)


def _counted(store: Store, remark: Remark, nodes: Sequence[Node]) -> Remark:
    """A remark on an inciso that is not there: where its article shows several, it is not printed."""
    if remark.code != NOT_TOLD_APART:
        return remark
    shown = max(len(paragraphs(store, node)) for node in nodes)
    code = NOT_PRINTED if shown > 1 else ONE_PARAGRAPH if shown else NOT_TOLD_APART
    return replace(remark, code=code)


def _readings(
    store: Store, path: Path, among: Sequence[str], otherwise: Mapping[str, str]
) -> Iterator[tuple[Path, tuple[Remark, ...]]]:
    """The readings of a path, the likeliest first, each with what must be said of it."""
    ranged = expanded(store, path)
    for plain in (ranged, _as_articles(ranged), _as_sections(store, path), _dotted(path), _sole(path)):
        yield plain, ()
    if otherwise:
        asked = tuple(Remark(COUNTED, *level) for level in ranged if level[0] in otherwise)
        yield tuple((otherwise.get(kind, kind), number) for kind, number in ranged), asked
    sections = _no_sections(store, ranged, among)
    if sections:
        said = tuple(Remark(NO_SECTIONS, kind, number) for kind, number in ranged if kind == "section")
        yield sections, said
    for meant, printed, number in _misprinted(store, path, among):
        yield meant, (Remark(MISPRINT, "article", number, printed),)
    if dashed := _dashed(path):
        yield dashed, (Remark(READ_AS_ITEM, "article", path[0][1]),)
    yield from _without_parts(sections or ranged)


def _found(store: Store, path: Path, among: Sequence[str]) -> tuple[Node, ...]:
    """The nodes that a path leads to; of the last of some parts the last in each article."""
    last = {kind: number for kind, number in path if _from_the_end(number) and kind in BELOW_ARTICLE}
    if not last:
        return tuple(provisions(store, path, among))
    opened = tuple((kind, ANY if kind in last and _from_the_end(number) else number) for kind, number in path)
    by_article: dict[tuple[str, str], list[Node]] = {}
    for node in provisions(store, opened, among):
        article = article_of(store, node) or node
        by_article.setdefault((article.instrument, article.eid), []).append(node)
    places = max((_from_the_end(number) for number in last.values()), key=max)
    return tuple(one for nodes in by_article.values() for one in _last_of(nodes, places))


def _from_the_end(number: str) -> tuple[int, ...]:
    """How many members of a list come after each of those that are counted from its end; empty where none is."""
    if number.startswith(LAST_FEW):
        return tuple(reversed(range(int(number.removeprefix(LAST_FEW)))))
    return {LAST: (0,), BEFORE_LAST: (1,)}.get(number, ())


def _last_of(nodes: Sequence[Node], places: Sequence[int]) -> list[Node]:
    """Of those that stand highest the ones at some places: items of a paragraph are not those of its article."""
    highest = min(node.eid.count("__") for node in nodes)
    own = [node for node in nodes if node.eid.count("__") == highest]
    return [own[-1 - back] for back in places if back < len(own)]


def _after_the_last(store: Store, path: Path, nodes: Sequence[Node]) -> Iterator[Remark]:
    """That a transitory article follows the one that is the last of a law."""
    if ("article", LAST) not in path:
        return
    for node in nodes:
        for other in store.nodes(node.instrument):
            if other.kind == "article" and other.order > node.order and is_transitory(store, other):
                yield Remark(TRANSITORY_FOLLOWS, "article", other.number or "", address(other.instrument, other.eid))


def _as_articles(path: Path) -> Path:
    """The path with its items read as articles, when it names nothing else: "No. 157 Código Fiscal"."""
    only_items = all(kind == "item" for kind, _ in path)
    return tuple(("article", number) for _, number in path) if only_items else ()


def _as_sections(store: Store, path: Path) -> Path:
    """The path with its articles read as sections, where these are numbered so: "4.3"."""
    dotted = all(kind == "article" and "." in number and numbered(store, "section", number) for kind, number in path)
    return tuple(("section", number) for _, number in path) if dotted else ()


def _no_sections(store: Store, path: Path, among: Sequence[str]) -> Path:
    """The path with its sections read as articles, where the laws that are meant have none."""
    asked = {kind for kind, _ in path}
    if "section" not in asked or "article" in asked:
        return ()
    if store.has_kind("section", among):
        return ()
    return tuple(("article" if kind == "section" else kind, number) for kind, number in path)


def _misprinted(store: Store, path: Path, among: Sequence[str]) -> Iterator[tuple[Path, str, str]]:
    """The path with an article's number as it is misprinted, that number, and the one which was asked for."""
    asked = [number for kind, number in path if kind == "article"]
    if len(asked) != 1 or not asked[0].isdecimal():
        return
    for problem in misprints(store):
        if (not among or problem.instrument in among) and problem.params["proposal"] == asked[0]:
            printed = str(problem.params["number"])
            meant = tuple((kind, printed if kind == "article" else number) for kind, number in path)
            yield meant, printed, asked[0]


def misprints(store: Store) -> list[StoredProblem]:
    """The articles whose printed number is probably a slip for another."""
    return store.kept("misprints", lambda: [one for one in store.problems(code=_TYPO) if _is_of_article(one)])


def _is_of_article(problem: StoredProblem) -> bool:
    """Whether a misprint is that of an article's number, and says which one was probably meant."""
    return "art_" in (problem.eid or "") and {"number", "proposal"} <= problem.params.keys()


def _without_parts(path: Path) -> Iterator[tuple[Path, tuple[Remark, ...]]]:
    """The path without its innermost parts, one after another: the text may not print them, or not tell them apart."""
    left, remarks = list(path), list[Remark]()
    while left and left[-1][0] in BELOW_ARTICLE:
        innermost = left[-1][0]
        lost = [level for level in left if level[0] == innermost]
        left = [level for level in left if level[0] != innermost]
        code = NOT_TOLD_APART if innermost == "subparagraph" else NOT_PRINTED
        remarks += [Remark(code, kind, number) for kind, number in lost]
        if not any(kind == "article" for kind, _ in left):
            return
        yield tuple(left), tuple(remarks)


def expanded(store: Store, path: Path) -> Path:
    """The path with every number between the ends of a range, unless a provision has both as its number ("240-1")."""
    return tuple((kind, number) for kind, said in path for number in _between(store, kind, said))


def _between(store: Store, kind: str, said: str) -> Sequence[str]:
    ends = _RANGE.fullmatch(said)
    if ends and not numbered(store, kind, said):
        first, last = int(ends[1]), int(ends[2])
        return [str(number) for number in range(first, last + 1)] if first < last < first + _WIDEST else (said,)
    letters = _LETTERS.fullmatch(said) if kind == "point" else None
    if letters:
        printed = [number for number in store.numbers_of(kind) if number.isalpha()]
        return [number for number in printed if letters[1] <= number <= letters[2]] or (said,)
    return (said,)


def _dashed(path: Path) -> Path:
    """The path with "46-3", which no article is numbered, read as an item of an article."""
    return _dotted(tuple((kind, number.replace("-", ".")) for kind, number in path if number.count("-") == 1))


def _dotted(path: Path) -> Path:
    """The path with "46.3" read as an item of an article, when it names nothing else."""
    found = _DOTTED.fullmatch(path[0][1]) if len(path) == 1 and path[0][0] == "article" else None
    return (("article", found[1]), ("item", found[2])) if found else ()


def _sole(path: Path) -> Path:
    """The path with the only part of an article, which prints may leave without a number: "parágrafo único"."""
    return tuple((kind, ANY if number == SOLE and kind in BELOW_ARTICLE else number) for kind, number in path)


def in_order(path: Path) -> Path:
    """The path from the outermost level in."""
    return tuple(sorted(path, key=lambda level: depth(level[0])))
