"""Who cites whom: the mentions in the words of every node, and what each of them means.

The stage reads nodes and where their words stand in the source. The next stages may rely on this: a citation's quote
is the source from its start to its end, word for word; no citation stands inside another; every member of a list or
range is a target; nothing is picked silently.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter

from kb.citations.changes import lent
from kb.citations.instruments import Instruments
from kb.citations.mentions import Mention, mentions
from kb.citations.register import Asked, Register
from kb.citations.resolve import Resolver
from kb.citations.speaking import Place
from kb.grammar import Grammar
from kb.grammar.citing import Reading
from kb.model import Citation, Instrument, Node, Passage, Target

__all__ = ["Asked", "Found", "Passage", "Register", "cite", "mentions"]

Read = Callable[[str], Iterator[Reading]]
_BLOCKS = re.compile(r"\n\n+")
# The id of a text that nobody has identified begins with this in place of a jurisdiction.
_NOWHERE = "zz"
# Quotation and emphasis marks, which may stand before a heading's first word.
_MARKS = " \t\n*_#\"“«‘'>|"
# "Artículo 5º Por cada Director": the mark of an article that a text quotes, no citation of it.
_HEADS = re.compile(r"\s*[.:]?\s*[-–—]?\s*(?:\*\*)?\s+[\"“«]?[A-ZÁÉÍÓÚÑ]|\s*[.:]?\s*$")
_HEADED = ("book", "part", "title", "chapter", "division")
_SMALL = 4
# As many words make a line a heading, when no stop ends it.
_LONGEST_HEADING = 12


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
    home = own.id.split("/")[0]
    jurisdiction = grammar.jurisdiction or home if home == _NOWHERE else home
    instruments = Instruments(register, own, jurisdiction, grammar.citing)
    resolver = Resolver(register, own, instruments, grammar.changing)
    _entitle(resolver, own.title, read, grammar, heading=False)
    found: list[Citation] = []
    above = grammar.changing.objects.above
    printed = register.provisions(own.id)
    every = printed.nodes.values() if printed else ()
    headings = [node for node in every if node.heading and node.kind in _HEADED]
    for passage in passages:
        while headings and headings[0].order < passage.node.order:
            _entitle(resolver, headings.pop(0).heading, read, grammar, heading=True)
        if passage.node.kind == "article" and passage.node.heading and above.search(passage.node.heading):
            for mention in (m for reading in read(passage.node.heading) for m in mentions(reading, grammar)):
                resolver.announce(mention, passage.node, passage.node.heading)
        found.extend(_in_passage(passage, words[passage.node.source], resolver, read, grammar))
    return Found(tuple(found), tuple(instruments.cited.values()))


def _entitle(resolver: Resolver, words: str, read: Read, grammar: Grammar, *, heading: bool) -> None:
    """Take note of the instruments that a title or heading names: what follows may call them only by a word."""
    for mention in (m for reading in read(words) for m in mentions(reading, grammar)):
        resolver.entitle(mention, words, heading=heading)


def _in_passage(passage: Passage, source: str, resolver: Resolver, read: Read, grammar: Grammar) -> Iterator[Citation]:
    text = passage.node.text
    blocks = _blocks(text)
    named = [m for reading in read(text) for m in mentions(reading, grammar)]
    for mention in lent(named, text, grammar.changing):
        at = bisect_right(blocks, mention.start, key=attrgetter("start")) - 1
        block = blocks[at]
        if _is_label(mention, text, block):
            continue
        place = Place(passage.node, at, block.is_heading, mention.start)
        resolved = resolver.resolve(mention, place)
        if resolved and not _is_own_name(resolved.targets, passage.node, text[mention.start : mention.end], block):
            yield _citation(passage, mention, source, resolved.resolution, resolved.targets)


@dataclass(frozen=True, slots=True)
class _Block:
    """What stands between two empty lines, text[start:end]; its `lines` are those of one before the articles."""

    start: int
    end: int
    is_heading: bool
    lines: frozenset[str]


def _blocks(text: str) -> list[_Block]:
    starts = [0, *(stop.end() for stop in _BLOCKS.finditer(text)), len(text)]
    return [_block(start, end, text[start:end].strip()) for start, end in pairwise(starts)]


def _block(start: int, end: int, words: str) -> _Block:
    lines = frozenset(line.strip(_MARKS) for line in words.split("\n"))
    return _Block(start, end, _is_heading(words), lines)


def _is_label(mention: Mention, text: str, block: _Block) -> bool:
    """Whether a mention is the mark of an article that is printed here, not a citation of one."""
    if not mention.is_open or len(mention.parts) != 1 or text[block.start : mention.start].strip(_MARKS):
        return False
    return _HEADS.match(text, mention.end, block.end) is not None


def _is_heading(block: str) -> bool:
    """Whether a short block is set as a heading: in capitals, or its words but the smallest with capitals."""
    words = block.split()
    return len(words) <= _LONGEST_HEADING and all(w[:1].isupper() for w in words if len(w) >= _SMALL)


def _is_own_name(targets: Sequence[Target], node: Node, quote: str, block: _Block) -> bool:
    """Whether a line before the first article only says which text this is ("LEY 45 DE 1923")."""
    return node.kind == "preface" and targets == (Target(node.instrument),) and quote in block.lines


def _citation(passage: Passage, mention: Mention, source: str, resolution: str, targets: Sequence[Target]) -> Citation:
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
        targets=tuple(dict.fromkeys(targets)),
    )
