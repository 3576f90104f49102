"""Knowledge of the texts -> knowledge of what ties them: citations, effects, and the states that follow from these."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from kb import audit, effects, ids, status
from kb.build.assemble import Placed
from kb.build.kept import Kept
from kb.build.names import Names
from kb.build.run_together import run_together
from kb.build.ties import Ties
from kb.build.traces import Answers, ties_of
from kb.citations import Register
from kb.grammar import Grammar
from kb.grammar.numbers import fold
from kb.model import Alias, Effect, ForcePeriod, Inciso, Instrument, Knowledge, Node, Problem, Target

Printed = TypeVar("Printed", Node, Inciso)


def link(
    known: Knowledge,
    texts: Sequence[Placed],
    grammars: Mapping[str, Grammar],
    kept: Kept,
    workers: int,
    seen: Callable[[int, int], None],
) -> Knowledge:
    """`known` with citations and effects, the instruments that are only cited, and the states that follow.

    `texts` are those of its instruments, `grammars` the traditions by their tags.
    """
    own = [(text, grammars[text.reading.source.tradition]) for text in texts]
    traditions = {grammar.tag: grammar for _, grammar in own}
    register = Register.of(known.instruments, known.nodes, known.incisos)
    names = Names.of(register, traditions.values(), kept)
    answers = Answers(register, {text.instrument.id: text.key for text in texts}, names)
    every = ties_of(own, answers, kept, workers, seen)
    ties = [one for text, one in zip(texts, every, strict=True) if not text.instrument.witness_of]
    again = [
        effect for text, one in zip(texts, every, strict=True) if text.instrument.witness_of for effect in one.effects
    ]
    dated, doubts = _effects(known, ties, again)
    settled = status.settled(known.nodes, dated, known.versions)
    citations = tuple(citation for one in ties for citation in one.citations)
    stubs = _stubs(ties)
    return replace(
        known,
        instruments=tuple(_called((*known.instruments, *stubs), traditions.values(), register)),
        nodes=settled,
        incisos=status.settled_incisos(known.incisos, settled, dated),
        citations=citations,
        effects=dated,
        periods=tuple(period for one in ties for period in one.periods),
        definitions=tuple(definition for one in ties for definition in one.definitions),
        problems=(
            *_still(known.problems, dated),
            *audit.of_citations(citations, known.nodes),
            *_placed(doubts, known.nodes),
            *effects.misplaced(dated, known.nodes, known.versions),
            *run_together([(text.expression, grammar) for text, grammar in own]),
        ),
    )


def _stubs(ties: Iterable[Ties]) -> list[Instrument]:
    """The instruments that are only cited, by their ids; what is said of one last counts."""
    stubs = {stub.id: stub for one in ties for stub in one.stubs}
    return [stubs[id] for id in sorted(stubs)]


def _effects(
    known: Knowledge, ties: Sequence[Ties], again: Iterable[Effect]
) -> tuple[tuple[Effect, ...], tuple[Problem, ...]]:
    """What the effects that single texts print come to, graded and dated, and what does not fit among them."""
    found = effects.once(effect for one in ties for effect in one.effects)
    citations = [citation for one in ties for citation in one.citations]
    graded, doubts = effects.verified(found, known.nodes, _meant(known.problems), citations, known.incisos)
    witnesses = {i.id: i.witness_of for i in known.instruments if i.witness_of}
    periods = {one.periods[0].instrument: one.periods for one in ties if one.periods}
    calendar = _calendar(periods, _stubs(ties), _by_instrument(known.nodes))
    return effects.dated(effects.witnessed(graded, again, witnesses), calendar, known.versions), doubts


def _by_instrument(printed: Iterable[Printed]) -> Mapping[str, Sequence[Printed]]:
    found: dict[str, list[Printed]] = defaultdict(list)
    for one in printed:
        found[one.instrument].append(one)
    return found


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


def _placed(problems: Iterable[Problem], nodes: Iterable[Node]) -> Iterator[Problem]:
    lines = {(node.instrument, node.eid): node.line for node in nodes}
    return (replace(p, line=lines.get((p.instrument or "", p.eid or ""))) for p in problems)
