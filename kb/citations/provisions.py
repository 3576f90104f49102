"""The provisions of one law, found by what a citation says of them: kinds and numbers, from the outside in."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb import ids
from kb.citations.series import PENULTIMATE
from kb.grammar.numbers import fold
from kb.incisos import counts
from kb.model import Inciso, Node

# Levels of a provision from the outside in; what is numbered for itself stands outside.
_DEPTH = {kind: depth for depth, kind in enumerate(["annex", "transitional", *ids.KINDS])}
_FIGURES = re.compile(r"\d+")
Path = tuple[tuple[str, str], ...]


def depth(kind: str) -> int:
    """How deep provisions of `kind` nest, from the outside in."""
    return _DEPTH[kind]


@dataclass(frozen=True, slots=True)
class Provisions:
    """The nodes of a law by eId, by kind and number, and by what holds them.

    `paragraphs` counts the incisos of each article and parágrafo by eId, `told_apart` is whether the print shows
    several of any, `stretches` are the incisos of each node's text.
    """

    nodes: Mapping[str, Node]
    numbered: Mapping[tuple[str, str], Sequence[str]]
    children: Mapping[str | None, Sequence[str]]
    paragraphs: Mapping[str, int]
    told_apart: bool
    stretches: Mapping[str, Sequence[Inciso]]

    @classmethod
    def of(cls, nodes: Sequence[Node], incisos: Sequence[Inciso]) -> Provisions:
        """The provisions of a law, of all that it prints in reading order."""
        numbered: dict[tuple[str, str], list[str]] = defaultdict(list)
        children: dict[str | None, list[str]] = defaultdict(list)
        for node in nodes:
            children[node.parent].append(node.eid)
            if node.number:
                numbered[node.kind, node.number].append(node.eid)
        stretches: dict[str, list[Inciso]] = defaultdict(list)
        for inciso in incisos:
            stretches[inciso.node].append(inciso)
        paragraphs = {parent: count for (_, parent), count in counts(incisos).items()}
        told_apart = any(count > 1 for count in paragraphs.values())
        return cls({node.eid: node for node in nodes}, numbered, children, paragraphs, told_apart, stretches)

    def find(self, path: Path, inner: str) -> list[str]:
        """The nodes that a path names, outermost first; those of `inner` (an annex) before others.

        Articles are found whatever they stand in, since their numbers run through an instrument.
        """
        start = next((at for at, (kind, _) in enumerate(path) if kind == "article"), 0)
        heads = self._heads(*path[start])
        own = [eid for eid in heads if document(eid) == inner]
        heads = own or [eid for eid in heads if not document(eid)] or heads
        if len(heads) > 1 and start:
            heads = [eid for eid in heads if self._stands_in(eid, path[:start])] or heads
        found = self.below(heads, path[start + 1 :])
        return found or self._as_printed(path)

    def _as_printed(self, path: Path) -> list[str]:
        """ "Article I, Section 1.2": the section of that number, whatever its law prints above it."""
        at = next((at for at, (kind, number) in enumerate(path) if kind == "section" and "." in number), None)
        numbered = self.numbered.get(path[at], ()) if at is not None else ()
        return self.below(list(numbered), path[at + 1 :]) if at is not None and len(numbered) == 1 else []

    def has(self, kind: str) -> bool:
        """Whether a law prints anything of a kind."""
        return any(node.kind == kind for node in self.nodes.values())

    def _heads(self, kind: str, number: str) -> list[str]:
        if kind == "article" and number == "final":
            return self._last_article()
        found = [eid for form in _forms(number) for eid in self.numbered.get((kind, form), ())]
        if kind in ids.BELOW_ARTICLE:
            return [eid for eid in found if "__" not in eid]
        if found or kind != "article" or not number.startswith(ids.TRANSITORY):
            return found
        plain = self.numbered.get((kind, number.removeprefix(ids.TRANSITORY)), ())
        own = [eid for eid in plain if document(eid).startswith("transitional")]
        return own or (self._transitory() if number == f"{ids.TRANSITORY}1" else []) or list(plain)

    def _last_article(self) -> list[str]:
        """The last article of a law itself, transitory ones left out."""
        every = [n for n in self.nodes.values() if n.kind == "article" and not document(n.eid)]
        own = [n for n in every if not _is_transitory(n)] or every
        return [max(own, key=lambda n: n.order).eid] if own else []

    def _transitory(self) -> list[str]:
        """The transitory article that its law prints without a number, or with a letter, if there is but one."""
        own = [n.eid for n in self.nodes.values() if n.kind == "article" and _is_transitory(n)]
        return own if len(own) == 1 else []

    def _stands_in(self, eid: str, levels: Path) -> bool:
        above = {(n.kind, n.number) for n in self.ancestors(eid)}
        return all(level in above for level in levels)

    def below(self, heads: Sequence[str], path: Path) -> list[str]:
        """The nodes under `heads` that the rest of a path names, one level for each step."""
        for kind, number in path:
            heads = [found for head in heads for found in self._step(head, kind, number)]
        return list(heads)

    def _step(self, head: str, kind: str, number: str) -> list[str]:
        members = [eid for form in _forms(number) for eid in self.numbered.get((kind, form), ())]
        inside = [eid for eid in members if eid.startswith(f"{head}__")]
        nearest = [eid for eid in inside if eid.count("__") == head.count("__") + 1] or inside
        return nearest or self._by_sight(head, kind, number)

    def _by_sight(self, head: str, kind: str, number: str) -> list[str]:
        """A part that bears no such number: an only one, the last one, a paragraph to be counted."""
        own = [eid for eid in self.children.get(head, ()) if self.nodes[eid].kind == kind]
        if kind == "paragraph" and number in ("unico", "1") and len(own) == 1:
            return own
        if number == "final" and own:
            return own[-1:]
        if number.startswith("transitori"):
            labels = {eid: fold(self.nodes[eid].label) for eid in own}
            figure = number.partition(" ")[2]
            return [
                eid
                for eid in own
                if "transitori" in labels[eid] and set(figure.split()) <= set(_FIGURES.findall(labels[eid]))
            ]
        if kind == "item" and not own:
            return self._step(head, "subparagraph", number) if self._has(head, "subparagraph") else []
        return self._counted(head, number) if kind == "subparagraph" and not own else []

    def _has(self, head: str, kind: str) -> bool:
        return any(self.nodes[eid].kind == kind for eid in self.children.get(head, ()))

    def _counted(self, head: str, number: str) -> list[str]:
        """The address of a paragraph that is printed without a number, if there are so many.

        Where a print never tells them apart, an article of one paragraph may have more: then it stands in that one.
        """
        count = self.paragraphs.get(head, 0) or self._blocks(head)
        if not count or number == "final":
            return [ids.eid("subparagraph", str(count), head)] if count else []
        number = str(count - 1) if number == PENULTIMATE and count > 1 else number
        blurred = count == 1 and not self.told_apart
        there = number.isdecimal() and int(number) > 0 and (blurred or int(number) <= count)
        return [ids.eid("subparagraph", number, head)] if there else []

    def inciso_before(self, node: Node, at: int) -> str | None:
        """The address of the paragraph before the one in which a place of a node's text lies; None where none is."""
        inside = (one for one in self.stretches.get(node.eid, ()) if one.first <= at < one.last)
        return next((ids.eid("subparagraph", str(one.n - 1), one.parent) for one in inside if one.n > 1), None)

    def prints(self, eid: str | None) -> bool:
        """Whether the text prints a place, be it a paragraph without a number."""
        if eid in self.nodes:
            return True
        parent, _, level = (eid or "").rpartition("__")
        number = level.rpartition("_")[2]
        counted = self.paragraphs.get(parent, 0)
        return ids.is_inciso(eid or "") and number.isdecimal() and 0 < int(number) <= counted

    def _blocks(self, head: str) -> int:
        """How many paragraphs a member of a list has: they are not listed, and cited all the same."""
        node = self.nodes.get(head)
        return len(node.text.split("\n\n")) if node and node.text and node.kind in ("item", "point") else 0

    def ancestors(self, eid: str | None) -> Iterator[Node]:
        """The node itself and all that holds it, from the inside out."""
        node = self.nodes.get(eid or "")
        while node is not None:
            yield node
            node = self.nodes.get(node.parent or "")


def _is_transitory(article: Node) -> bool:
    series = (article.number or "").removeprefix(ids.TRANSITORY)
    return (series != article.number and series.isdecimal()) or "transitori" in fold(article.label)


def made(path: Path) -> str:
    """The address that a provision would have; an article's does not carry what stands above it."""
    start = next((at for at, (kind, _) in enumerate(path) if kind == "article"), 0)
    eid: str | None = None
    for kind, number in path[start:]:
        eid = ids.eid(kind, "1" if (kind, number) == ("paragraph", "unico") else number, eid)
    return eid or ""


def levels(eid: str) -> Path:
    """The (kind, number) pairs that an address writes."""
    kinds = {prefix: kind for kind, prefix in ids.PREFIXES.items()}
    parts = (level.partition("_") for level in eid.split("__"))
    return tuple((kinds[prefix], number) for prefix, _, number in parts if prefix in kinds)


def document(eid: str) -> str:
    """The annex or transitory series that a node stands in, by its address; empty for the instrument's own text."""
    parts = eid.split("__")
    inner = [at for at, level in enumerate(parts[:-1]) if level.split("_")[0] in ids.OWN_NUMBERING]
    return "__".join(parts[: inner[-1] + 1]) if inner else ""


def _forms(number: str) -> tuple[str, ...]:
    """A number as prints write it: "1949" is also "1.949"."""
    return (number, f"{number[:-3]}.{number[-3:]}") if number.isdecimal() and len(number) > 3 else (number,)
