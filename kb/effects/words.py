"""The words of a passage with the citations in them, to be cut into evidence."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from kb.grammar import Grammar
from kb.model import Citation, Evidence, Node, Passage, Target


@dataclass(frozen=True, slots=True)
class CitedPlace:
    """What text[start:end] of a passage cites, and whether it is there."""

    start: int
    end: int
    targets: tuple[Target, ...]
    found: bool = True

    @property
    def law(self) -> str:
        """The law of the last provision."""
        return self.targets[-1].instrument if self.targets else ""

    @property
    def is_provision(self) -> bool:
        """Whether provisions are cited and no law as a whole."""
        return all(target.eid for target in self.targets)

    @property
    def is_law(self) -> bool:
        """Whether only laws as a whole are cited."""
        return not any(target.eid for target in self.targets)

    def is_of(self, law: str) -> bool:
        """Whether all that is cited is of a law."""
        return {target.instrument for target in self.targets} == {law}

    def of_law(self, law: str) -> CitedPlace:
        """The same provisions as those of a law."""
        return replace(self, targets=tuple(Target(law, target.eid) for target in self.targets))


@dataclass(frozen=True, slots=True)
class CitedText:
    """The words of a passage with its citations, in the order in which they stand there."""

    passage: Passage
    citations: Sequence[Citation]
    grammar: Grammar

    @property
    def node(self) -> Node:
        """The node whose words they are."""
        return self.passage.node

    @property
    def text(self) -> str:
        """The words."""
        return self.passage.node.text

    @property
    def own(self) -> Target:
        """The place where the words stand."""
        return Target(self.node.instrument, self.node.eid)

    def cited(self, start: int, end: int) -> list[CitedPlace]:
        """What is cited inside text[start:end], where it means one thing, in the order of the words."""
        if start >= end:
            return []
        first, last = self.passage.source(start), self.passage.source(end - 1) + 1
        begin = bisect_left(self.citations, first, key=attrgetter("start"))
        stop = bisect_left(self.citations, last, lo=begin, key=attrgetter("start"))
        return [
            CitedPlace(self._place(c.start), self._place(c.end - 1) + 1, c.targets, c.resolution == "resolved")
            for c in self.citations[begin:stop]
            if c.end <= last and c.resolution != "ambiguous"
        ]

    def named(self, cited: CitedPlace) -> bool:
        """Whether the words of a citation name its law, by a number or by a name of it."""
        numbers = {t.instrument.rpartition("/")[2] for t in cited.targets}
        return any(number in self.text[cited.start : cited.end].split() for number in numbers)

    def evidence(self, start: int, end: int) -> Evidence:
        """text[start:end], without white space at its ends, as evidence."""
        words = self.text[start:end]
        start += len(words) - len(words.lstrip())
        end = start + len(words.strip())
        return Evidence(
            instrument=self.node.instrument,
            eid=self.node.eid,
            source=self.node.source,
            start=self.passage.source(start),
            end=self.passage.source(end - 1) + 1,
            quote=self.text[start:end],
        )

    def is_between(self, node: Node, start: int, end: int) -> bool:
        """Whether a node stands in the source behind text[:start] and before the character text[end]."""
        if node.source != self.node.source or not self.text:
            return False
        last = self.passage.source(end) if end < len(self.text) else None
        first = self.passage.source(max(0, min(start, len(self.text)) - 1))
        return node.start > first and (last is None or node.start < last)

    def _place(self, offset: int) -> int:
        """Where the source offset stands in the text."""
        return bisect_left(range(len(self.text)), offset, key=self.passage.source)


def stands_in(node: Node, prefixes: str | tuple[str, ...]) -> bool:
    """Whether a level of a node's address begins so: "qstr" for quoted words."""
    return any(level.startswith(prefixes) for level in node.eid.split("__"))
