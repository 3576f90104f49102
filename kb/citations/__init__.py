"""Who cites whom: the mentions in the words of every node, and what each of them means.

The stage reads nodes and where their words stand in the source. The next stages may rely on this: a citation's quote
is the source from its start to its end, word for word; every member of a list or range is a target; nothing is picked
silently.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.citations.mentions import Mention, mentions
from kb.citations.resolve import Register, Resolver
from kb.grammar import Grammar, Numbers
from kb.grammar.citing import Reading
from kb.model import Citation, Instrument, Node

__all__ = ["Found", "Passage", "Register", "cite", "mentions"]

Read = Callable[[str], Iterator[Reading]]
_BLOCKS = re.compile(r"\n\n+")


@dataclass(frozen=True, slots=True)
class Passage:
    """A node with where its text stands in the source: (offset in the text, offset in the source) of each run."""

    node: Node
    runs: tuple[tuple[int, int], ...]

    def source(self, at: int) -> int:
        """The source offset of the character text[at]."""
        seen, offset = next(run for run in reversed(self.runs) if run[0] <= at)
        return offset + at - seen


@dataclass(frozen=True, slots=True)
class Found:
    """The citations of an instrument, and the instruments that are only cited."""

    citations: tuple[Citation, ...]
    cited: tuple[Instrument, ...]


def cite(
    passages: Iterable[Passage],
    words: Mapping[str, str],
    own: Instrument,
    register: Register,
    read: Read,
    grammar: Grammar,
) -> Found:
    """The citations in the passages of the instrument `own`, given in reading order.

    `words` are the decoded sources, `read` the language that they are written in, `grammar` its tradition.
    """
    resolver = Resolver(register, own, own.id.split("/")[0], grammar.citing, grammar.changing)
    found = [
        citation
        for passage in passages
        for citation in _in_passage(passage, words[passage.node.source], resolver, read, grammar.numbers)
    ]
    return Found(tuple(found), tuple(resolver.cited.values()))


def _in_passage(passage: Passage, source: str, resolver: Resolver, read: Read, numbers: Numbers) -> Iterator[Citation]:
    node = passage.node
    blocks = [stop.end() for stop in _BLOCKS.finditer(node.text)]
    for mention in (m for reading in read(node.text) for m in mentions(reading, numbers)):
        block = sum(1 for start in blocks if start <= mention.start)
        resolved = resolver.resolve(mention, node, block)
        if resolved is not None:
            yield _citation(passage, mention, source, resolved.resolution, resolved.targets)


def _citation(passage: Passage, mention: Mention, source: str, resolution: str, targets: Sequence[object]) -> Citation:
    node = passage.node
    start, end = passage.source(mention.start), passage.source(mention.end - 1) + 1
    return Citation(
        instrument=node.instrument,
        eid=node.eid,
        source=node.source,
        line=node.line + node.text.count("\n", 0, mention.start) if passage.runs else node.line,
        start=start,
        end=end,
        quote=source[start:end],
        resolution=resolution,
        targets=tuple(dict.fromkeys(targets)),  # type: ignore[arg-type]
    )
