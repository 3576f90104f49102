"""Knowledge of the texts -> knowledge of what ties them: citations, effects, and the states that follow from these."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import TypeVar

from kb import audit, effects, ids, status
from kb.build.assemble import Place, Runs
from kb.citations import Passage, Register, cite
from kb.corpus import Document
from kb.definitions import define
from kb.grammar import Grammar
from kb.grammar.citing import Reading
from kb.grammar.numbers import fold
from kb.joined import Lexicon, counted, joined
from kb.language import Language, language
from kb.model import (
    Alias,
    Citation,
    Definition,
    Effect,
    ForcePeriod,
    Inciso,
    Instrument,
    Knowledge,
    Node,
    Problem,
    Span,
    Target,
)

Printed = TypeVar("Printed", Node, Inciso)

_STOP = re.compile(r"(?<=\w)\.(?=\s)")


@dataclass(slots=True)
class _Tongues:
    """The languages in use, one for each tradition; what a name means in a text depends on the day of the text."""

    register: Register
    made: dict[str, Language] = field(default_factory=dict)

    def of(self, grammar: Grammar, day: str | None) -> Callable[[str], Iterator[Reading]]:
        """How the tradition's texts of `day` are read."""
        if grammar.tag not in self.made:
            self.made[grammar.tag] = language(grammar, self.register.names(grammar.citing))
        return partial(self.made[grammar.tag].read, day=day)


@dataclass(slots=True)
class _Ties:
    """What the instruments say of each other, read one after another; `again` is what witnesses print of it."""

    citations: list[Citation] = field(default_factory=list)
    definitions: list[Definition] = field(default_factory=list)
    found: list[Effect] = field(default_factory=list)
    again: list[Effect] = field(default_factory=list)
    stubs: dict[str, Instrument] = field(default_factory=dict)
    periods: dict[str, tuple[ForcePeriod, ...]] = field(default_factory=dict)


def link(
    known: Knowledge, documents: Sequence[Document], runs: Mapping[Place, Runs], seen: Callable[[int, int], None]
) -> Knowledge:
    """`known` with citations and effects, the instruments that are only cited, and the states that follow."""
    grammars = {document.source.file: document.grammar for document in documents}
    own = {i.id: grammars[i.sources[0]] for i in known.instruments}
    register = Register.of(known.instruments, known.nodes, known.incisos)
    ties = _read(known, documents, register, runs, own, seen)
    citations = ties.citations
    found = effects.once(ties.found)
    graded, doubts = effects.verified(found, known.nodes, _meant(known.problems), citations, known.incisos)
    witnesses = {i.id: i.witness_of for i in known.instruments if i.witness_of}
    calendar = _calendar(ties.periods, ties.stubs.values(), _by_instrument(known.nodes))
    dated = effects.dated(effects.witnessed(graded, ties.again, witnesses), calendar, known.versions)
    settled = status.settled(known.nodes, dated, known.versions)
    every = (*known.instruments, *(ties.stubs[id] for id in sorted(ties.stubs)))
    texts = {id: grammar for id, grammar in own.items() if id not in witnesses}
    return replace(
        known,
        instruments=tuple(_called(every, grammars.values(), register)),
        nodes=settled,
        incisos=status.settled_incisos(known.incisos, settled, dated),
        citations=tuple(citations),
        effects=dated,
        periods=tuple(chain.from_iterable(ties.periods.values())),
        definitions=tuple(ties.definitions),
        problems=(
            *_still(known.problems, dated),
            *audit.of_citations(citations, known.nodes),
            *_placed(doubts, known.nodes),
            *effects.misplaced(dated, known.nodes, known.versions),
            *_joined(_by_instrument(known.nodes), texts),
        ),
    )


def _read(
    known: Knowledge,
    documents: Sequence[Document],
    register: Register,
    runs: Mapping[Place, Runs],
    grammars: Mapping[str, Grammar],
    seen: Callable[[int, int], None],
) -> _Ties:
    """What each instrument says of itself and of others, in corpus order; `grammars` are theirs."""
    words = {document.source.file: document.words for document in documents}
    tongues, nodes, notes, ties = _Tongues(register), _by_instrument(known.nodes), _notes(known.spans), _Ties()
    incisos = _by_instrument(known.incisos)
    for at, instrument in enumerate(known.instruments):
        id, file, grammar = instrument.id, instrument.sources[0], grammars[instrument.id]
        passages = [Passage(n, runs[n.instrument, n.eid]) for n in nodes[id] if n.text]
        read = tongues.of(grammar, _day(instrument))
        cited = cite(passages, words, instrument, register, read, grammar)
        printed, rulings = effects.read_effects(passages, cited.citations, grammar, incisos.get(id, ()))
        linked, more = _linked(instrument, nodes[id], notes[file], words[file], register, read, grammar)
        seen(at + 1, len(known.instruments))
        if instrument.witness_of:
            ties.again += effects.joined(printed, linked)
            continue
        ties.citations += cited.citations
        ties.definitions += define(passages, grammar, {node.eid: node for node in nodes[id]})
        ties.found += effects.joined(effects.with_living(printed, nodes[id]), linked)
        ties.stubs |= {stub.id: stub for stub in cited.cited} | {r.id: _ruling(r, instrument) for r in rulings} | more
        ties.periods[id] = _periods(instrument, passages, cited.citations, grammar)
    return ties


def _linked(
    instrument: Instrument,
    nodes: Sequence[Node],
    notes: Sequence[tuple[int, int]],
    words: str,
    register: Register,
    read: Callable[[str], Iterator[Reading]],
    grammar: Grammar,
) -> tuple[list[Effect], dict[str, Instrument]]:
    """The effects that a portal links beside the articles of an instrument, and the instruments that these name."""
    beside = [_beside(instrument, nodes, span, words) for span in notes]
    passages = [passage for passage, _ in beside]
    sources = {node.source: words for node in nodes[:1]}
    cited = cite([_running(passage) for passage in passages], sources, instrument, register, read, grammar)
    starts = [start for start, _ in notes]
    at: dict[int, list[Citation]] = defaultdict(list)
    for citation in cited.citations:
        at[starts[bisect_right(starts, citation.start) - 1]].append(citation)
    found, rulings = effects.read_linked(beside, at, grammar)
    stubs = {stub.id: stub for stub in cited.cited}
    return found, stubs | {r.id: _ruling(r, instrument) for r in rulings}


def _notes(spans: Iterable[Span]) -> Mapping[str, list[tuple[int, int]]]:
    """The stretches of each source that a reader knows to be notes beside the text."""
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for span in spans:
        if span.role == "note" and span.eid is None:
            found[span.source].append((span.start, span.end))
    return found


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


def _by_instrument(printed: Iterable[Printed]) -> Mapping[str, Sequence[Printed]]:
    found: dict[str, list[Printed]] = defaultdict(list)
    for one in printed:
        found[one.instrument].append(one)
    return found


def _day(instrument: Instrument) -> str | None:
    """The day on which an instrument speaks, by which names are understood."""
    return effects.named_day(instrument).date


def _periods(
    instrument: Instrument, passages: Sequence[Passage], citations: Iterable[Citation], grammar: Grammar
) -> tuple[ForcePeriod, ...]:
    """From when an instrument and its provisions hold."""
    said = effects.commencements(passages, citations, grammar, _day(instrument))
    return effects.periods(instrument, said)


def _calendar(
    periods: Mapping[str, Sequence[ForcePeriod]], stubs: Iterable[Instrument], nodes: Mapping[str, Sequence[Node]]
) -> effects.Calendar:
    """From when everything holds; what is only cited, from the day by which it is named."""
    known = {id: {period.eid: period for period in some} for id, some in periods.items()}
    for stub in stubs:
        known.setdefault(stub.id, {period.eid: period for period in effects.periods(stub, ())})
    return effects.Calendar(known, {id: {node.eid: node for node in its} for id, its in nodes.items()})


def _meant(problems: Iterable[Problem]) -> Mapping[Target, Target]:
    """The places of misprinted article numbers, each with the place that it probably stands for."""
    slips = [(p, dict(p.params)) for p in problems if p.code == "suspected-typo" and (p.eid or "").startswith("art_")]
    return {
        Target(p.instrument or "", p.eid): Target(p.instrument or "", ids.eid("article", params["proposal"]))
        for p, params in slips
    }


def _still(problems: Iterable[Problem], found: Iterable[Effect]) -> Iterator[Problem]:
    """The problems but for repeals without a source that something else in the corpus accounts for."""
    told = {(e.affected.instrument, e.affected.eid) for e in found if e.kind == "repeal" and e.affected and e.affecting}
    return (p for p in problems if p.code != "repeal-without-source" or (p.instrument, p.eid) not in told)


def _called(instruments: Iterable[Instrument], grammars: Iterable[Grammar], register: Register) -> Iterator[Instrument]:
    """The instruments, with the names that their traditions and their own titles give them besides a curator's."""
    names: dict[str, dict[str, Alias]] = defaultdict(dict)
    for citing in {grammar.tag: grammar.citing for grammar in grammars}.values():
        taken = {fold(alias.name) for _, alias in citing.aliases}
        for called, alias in (*citing.aliases, *register.titles(citing, taken)):
            names[called].setdefault(alias.name.lower(), alias)
    for instrument in instruments:
        known = {alias.name.lower() for alias in instrument.aliases}
        more = (alias for name, alias in names[instrument.id].items() if name not in known)
        yield replace(instrument, aliases=(*instrument.aliases, *more))


def _joined(nodes: Mapping[str, Sequence[Node]], grammars: Mapping[str, Grammar]) -> Iterator[Problem]:
    """The words that a print seems to have run together, by what the words of each language are in this corpus."""
    texts: dict[str, list[str]] = defaultdict(list)
    for instrument, grammar in grammars.items():
        texts[grammar.language] += [text for n in nodes[instrument] for text in (n.heading, n.text)]
    times = {language: counted(said) for language, said in texts.items()}
    traditions = {grammar.tag: grammar for grammar in grammars.values()}
    lexicons = {
        tag: Lexicon.of(times[grammar.language], grammar.stop_words, grammar.hanging)
        for tag, grammar in traditions.items()
    }
    for instrument, grammar in grammars.items():
        for node in nodes[instrument]:
            for start, end, proposal in joined(node.text, lexicons[grammar.tag]):
                label = node.label or node.eid
                yield audit.problem("joined-words", node, label=label, words=node.text[start:end], proposal=proposal)


def _placed(problems: Iterable[Problem], nodes: Iterable[Node]) -> Iterator[Problem]:
    lines = {(node.instrument, node.eid): node.line for node in nodes}
    return (replace(p, line=lines.get((p.instrument or "", p.eid or ""))) for p in problems)
