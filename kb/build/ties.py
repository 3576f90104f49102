"""One text -> what it says of itself and of others: a function of its expression and of what it asks the register."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from kb import effects
from kb.citations import Passage, Register, cite
from kb.definitions import define
from kb.grammar import Grammar
from kb.grammar.citing import Reading as ReadWords
from kb.model import Alias, Citation, Definition, Effect, ForcePeriod, Instrument, Node, Target
from kb.reading import Expression, Reading

_STOP = re.compile(r"(?<=\w)\.(?=\s)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ties:
    """What a text says: whom it cites, what it defines, what it does or notes, from when it holds.

    `stubs` are the instruments that it names, as far as the corpus has no text of them.
    """

    citations: tuple[Citation, ...]
    definitions: tuple[Definition, ...]
    effects: tuple[Effect, ...]
    stubs: tuple[Instrument, ...]
    periods: tuple[ForcePeriod, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """An expression with the source that it stands in, the grammar of that, and how its words are read."""

    expression: Expression
    reading: Reading
    grammar: Grammar
    read: Callable[[str], Iterator[ReadWords]]

    @property
    def instrument(self) -> Instrument:
        return self.expression.instrument

    def passages(self) -> list[Passage]:
        """The nodes that have words, with where these stand in the source."""
        runs = dict(self.expression.runs)
        return [Passage(node, runs[node.eid]) for node in self.expression.nodes if node.text]


def tied(text: Text, register: Register) -> Ties:
    """The ties of one text; all that it needs of others it asks the register."""
    instrument, grammar = text.instrument, text.grammar
    passages = text.passages()
    words = {text.reading.source.file: text.reading.words}
    nodes = text.expression.nodes
    cited = cite(passages, words, instrument, register, text.read, grammar)
    printed, rulings = effects.read_effects(passages, cited.citations, grammar, text.expression.incisos)
    linked, named = _linked(text, register)
    if not instrument.witness_of:
        printed = effects.with_living(printed, nodes)
    stubs = [*cited.cited, *(_ruling(ruling, instrument) for ruling in rulings), *named]
    said = effects.commencements(passages, cited.citations, grammar, day_of(instrument))
    return Ties(
        citations=cited.citations,
        definitions=define(passages, grammar, {node.eid: node for node in nodes}),
        effects=tuple(effects.joined(printed, linked)),
        stubs=tuple({stub.id: stub for stub in stubs}.values()),
        periods=tuple(effects.periods(instrument, said)),
    )


def day_of(instrument: Instrument) -> str | None:
    """The day on which an instrument speaks, by which names are understood."""
    return effects.named_day(instrument).date


def _linked(text: Text, register: Register) -> tuple[list[Effect], list[Instrument]]:
    """The effects that a portal links beside the articles of an instrument, and the instruments that these name."""
    reading, grammar = text.reading, text.grammar
    nodes = text.expression.nodes
    beside = [_beside(text.instrument, nodes, span, reading.words) for span in reading.notes]
    passages = [_running(passage) for passage, _ in beside]
    sources = {node.source: reading.words for node in nodes[:1]}
    cited = cite(passages, sources, text.instrument, register, text.read, grammar)
    starts = [start for start, _ in reading.notes]
    at: dict[int, list[Citation]] = defaultdict(list)
    for citation in cited.citations:
        at[starts[bisect_right(starts, citation.start) - 1]].append(citation)
    found, rulings = effects.read_linked(beside, at, grammar)
    return found, [*cited.cited, *(_ruling(ruling, text.instrument) for ruling in rulings)]


def _beside(instrument: Instrument, nodes: Sequence[Node], span: tuple[int, int], words: str) -> tuple[Passage, Target]:
    """A note as a passage, and the article that it stands beside; before the first article it is about the whole."""
    start, end = span
    articles = [n for n in nodes if n.kind in ("article", "section") and n.start <= start]
    nearest = max(articles, key=lambda n: n.start, default=None)
    place = Target(instrument.id, nearest.eid if nearest else None)
    return Passage(replace(nearest or nodes[0], text=words[start:end]), ((0, start),)), place


def _running(passage: Passage) -> Passage:
    """A note without the stops inside it: of "Artículo 12A. LEY 70 de 1988" all is one citation."""
    return replace(passage, node=replace(passage.node, text=_STOP.sub(" ", passage.node.text)))


def _ruling(ruling: effects.Ruling, instrument: Instrument) -> Instrument:
    return Instrument(
        id=ruling.id,
        type="sentencia",
        number=None,
        year=ruling.year,
        title=ruling.title,
        language=instrument.language,
        in_corpus=False,
        identified_by="text",
        aliases=tuple(Alias(name=name) for name in ruling.names),
    )
