"""Readings -> the texts of all instruments: who is who among files that say that they are the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from kb import audit
from kb.build.kept import key_of
from kb.build.witnesses import compared, exchanged, witness
from kb.corpus import InstrumentEntry
from kb.model import Instrument, Knowledge, Ledger, Problem
from kb.reading import Expression, Reading, moved
from kb.reading.identity import provisional


@dataclass(slots=True)
class _Library:
    """The expressions by instrument id, in the order in which the corpus first names them.

    `claimed` are the ids that curators have given, `formerly` those of them that stand for another by now. `names` say
    of each source what became of the ids that its reading has.
    """

    claimed: frozenset[str]
    formerly: frozenset[str]
    expressions: dict[str, Expression] = field(default_factory=dict)
    names: dict[str, dict[str, str]] = field(default_factory=dict)

    def take(self, reading: Reading) -> None:
        """Give the expressions of a source their places."""
        names = self.names.setdefault(reading.source.file, {})
        for expression in reading.expressions:
            instrument = self._placed(expression, reading)
            names[expression.instrument.id] = instrument.id
            same = instrument == expression.instrument
            self.expressions[instrument.id] = expression if same else moved(expression, instrument)

    def _placed(self, expression: Expression, reading: Reading) -> Instrument:
        """What an expression is the text of, beside those that have their places."""
        known = expression.instrument
        if expression.is_claimed:
            return known
        if known.identified_by and self._has_text(known.id):
            known = witness(known, self.expressions)
        if known.identified_by and not self._is_taken(known.id):
            return known
        free = provisional(reading.provisional, reading.source.file, expression.record)
        return replace(expression.otherwise, id=next(id for id in free if id not in self.expressions))

    def _has_text(self, id: str) -> bool:
        """Whether there is a text of this instrument, or a curator has named one for it."""
        return self._is_taken(id) and id not in self.formerly

    def _is_taken(self, id: str) -> bool:
        """Whether this id means an instrument already, or a curator has given it to another file."""
        return id in self.claimed or id in self.expressions


@dataclass(frozen=True, slots=True)
class Placed:
    """The text of an instrument, with the reading that it is from; `key` is a digest of all that it was made of."""

    key: str
    expression: Expression
    reading: Reading

    @property
    def instrument(self) -> Instrument:
        return self.expression.instrument


def assemble(readings: Mapping[str, Reading], claims: Iterable[InstrumentEntry]) -> tuple[Knowledge, list[Placed]]:
    """What the sources hold, and the text of each instrument in the order of the corpus.

    `readings` are given by their keys, `claims` are those of their sources.
    """
    named = list(claims)
    formerly = frozenset(id for claim in named for id in claim.formerly)
    library = _Library(formerly | {claim.id for claim in named}, formerly)
    for reading in readings.values():
        library.take(reading)
    exchange = exchanged(library.expressions, {claim.id for claim in named})
    expressions = [_exchanged(expression, exchange) for expression in library.expressions.values()]
    names = {file: {old: exchange.get(id, id) for old, id in own.items()} for file, own in library.names.items()}
    keys = {reading.source.file: key for key, reading in readings.items()}
    texts = [_text(expression, keys, readings) for expression in expressions]
    return _knowledge(list(readings.values()), expressions, names), texts


def _text(expression: Expression, keys: Mapping[str, str], readings: Mapping[str, Reading]) -> Placed:
    key = keys[expression.instrument.sources[0]]
    return Placed(key_of(key, expression.record, expression.instrument), expression, readings[key])


def _exchanged(expression: Expression, exchange: Mapping[str, str]) -> Expression:
    """An expression under its own id, or under the one that it exchanges with another file of its law."""
    known = expression.instrument
    if known.id not in exchange:
        return expression
    id = exchange[known.id]
    return moved(expression, replace(known, id=id, witness_of=exchange[id] if "~" in id else ""))


def _knowledge(
    readings: Sequence[Reading], expressions: Sequence[Expression], names: Mapping[str, Mapping[str, str]]
) -> Knowledge:
    return Knowledge(
        sources=tuple(reading.source for reading in readings),
        instruments=tuple(expression.instrument for expression in expressions),
        nodes=tuple(chain.from_iterable(expression.nodes for expression in expressions)),
        versions=tuple(chain.from_iterable(expression.versions for expression in expressions)),
        incisos=tuple(chain.from_iterable(expression.incisos for expression in expressions)),
        ledgers=tuple(_ledgers(readings, names)),
        renderings=tuple(reading.rendering for reading in readings if reading.rendering),
        problems=(
            *chain.from_iterable(reading.problems for reading in readings),
            *chain.from_iterable(map(_problems, expressions)),
            *compared(expressions),
        ),
    )


def _ledgers(readings: Iterable[Reading], names: Mapping[str, Mapping[str, str]]) -> Iterator[Ledger]:
    for reading in readings:
        if reading.ledger:
            now = names[reading.source.file]
            yield replace(reading.ledger, instruments=tuple(now[id] for id in reading.ledger.instruments))


def _problems(expression: Expression) -> list[Problem]:
    """The problems of an expression; what is odd in a witness is told of its law.

    They are at no address of that, since the law's text may have another there.
    """
    instrument = expression.instrument
    found = [*expression.problems, *audit.of_instrument(instrument, expression.nodes)]
    found.sort(key=lambda problem: problem.line or 0)
    if not instrument.witness_of:
        return found
    return [replace(problem, instrument=instrument.witness_of, eid=None) for problem in found]
