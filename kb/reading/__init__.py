"""One source -> all that it says by itself: the tree of each instrument in it, and where every character went.

A reading is a function of the bytes of the source, of what its manifest says of it, of the grammars and the program,
and of nothing else. So it can be made in any process, and kept. The next stages may rely on this: the addresses of an
expression are unique, and whoever takes it for another instrument changes nothing but the id (`moved`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from kb import audit, status
from kb.corpus import Document, InstrumentEntry
from kb.grammar import Grammar
from kb.grammar.doubling import doubled
from kb.incisos import incisos
from kb.joined import has_seams
from kb.ledgers import packed
from kb.model import (
    ArticuladoError,
    DateFact,
    Inciso,
    Instrument,
    Ledger,
    Node,
    Problem,
    Rendering,
    Source,
    Span,
    Version,
)
from kb.outline import Addresses, Outline, RecordTree, Settled, ledger, outline, settle
from kb.reading.counts import undivided
from kb.reading.identity import claimed, identified, unidentified, with_state
from kb.reading.several import several_laws

__all__ = ["Expression", "Reading", "Runs", "moved", "read"]

Runs = tuple[tuple[int, int], ...]
_Placed = TypeVar("_Placed", Node, Version, Inciso, Problem)
# Files whose offsets count in the file itself; of any other the rendering is kept in which they count.
_AS_DECODED = frozenset({"text/plain", "text/markdown", "text/mdx"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Expression:
    """The text of one instrument as one source prints it.

    `instrument` is what a curator claims that it is, or what it says itself; `otherwise` what it is when that is taken,
    an instrument that nobody has identified, with the record of the source that it begins at. `runs` say of each eId
    where the text of the node stands: (offset in the text, offset in the source) of each run. `counts` are the words of
    the lines that divide none (`WordCounts`, packed), `seams` the eIds of nodes that show where words may be run
    together.
    """

    instrument: Instrument
    otherwise: Instrument
    record: int | None
    is_claimed: bool
    nodes: tuple[Node, ...]
    versions: tuple[Version, ...]
    incisos: tuple[Inciso, ...]
    runs: tuple[tuple[str, Runs], ...]
    problems: tuple[Problem, ...]
    counts: bytes
    seams: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What one source says by itself.

    `rendering` is there where offsets do not count in the file itself, `notes` are stretches that a reader knows to be
    notes beside the text.
    """

    source: Source
    words: str
    rendering: Rendering | None
    provisional: str
    expressions: tuple[Expression, ...]
    ledger: Ledger | None
    notes: tuple[tuple[int, int], ...]
    problems: tuple[Problem, ...]


def read(document: Document) -> Reading:
    """The reading of a source.

    ArticuladoError when its manifest claims a record that it does not have, or one record twice.
    """
    source = document.source
    found = outline(document.words, source.file, source.media_type, document.grammar, source.layout, document.hints)
    shelves = _shelves(document, found)
    owned = [*found.aside, *(span for shelf in shelves for span in shelf.spans)]
    spans = ledger(document.words, source.file, owned)
    return Reading(
        source=replace(source, layout=found.layout),
        words=document.words,
        rendering=_rendering(document),
        provisional=document.provisional,
        expressions=tuple(shelf.expression(document) for shelf in shelves),
        ledger=next(iter(packed(spans)), None),
        notes=tuple((span.start, span.end) for span in spans if span.role == "note" and span.eid is None),
        problems=tuple(_of_source(document, found)),
    )


def _rendering(document: Document) -> Rendering | None:
    source = document.source
    if source.media_type in _AS_DECODED:
        return None
    return Rendering(source=source.file, words=document.words, links=document.links)


def _of_source(document: Document, found: Outline) -> Iterator[Problem]:
    """The problems of a source as a whole."""
    file = document.source.file
    if not found.parts:
        yield Problem(code="empty-source", source=file, line=1, params=(("file", file),))
    yield from audit.of_letters(document.words, file, list(doubled(document.words)))


@dataclass(slots=True)
class _Shelf:
    """What was found of one instrument, part by part."""

    instrument: Instrument
    otherwise: Instrument
    record: int | None
    is_claimed: bool
    addresses: Addresses = field(default_factory=Addresses)
    nodes: list[Node] = field(default_factory=list)
    versions: list[Version] = field(default_factory=list)
    incisos: list[Inciso] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    dates: list[DateFact] = field(default_factory=list)
    runs: dict[str, Runs] = field(default_factory=dict)
    authority: str = ""

    def put(self, document: Document, part: RecordTree) -> None:
        """Take in a part of the source."""
        settled = settle(part.roots, self.instrument.id, document.source.file, self.addresses, len(self.nodes))
        nodes = status.printed(settled.nodes, document.grammar)
        self.nodes.extend(nodes)
        self.versions.extend(settled.versions)
        self.incisos.extend(incisos(nodes, settled.runs, document.words))
        self.spans.extend(settled.spans)
        self.runs.update(settled.runs)
        self.dates.extend(part.dates)
        self.authority = self.authority or part.authority
        self.problems.extend(audit.of_part(nodes, {version.eid for version in settled.versions}))
        if part.record is None:
            self.problems.extend(several_laws(document, nodes))
        self.problems.extend(_of_nodes(nodes, settled, document.grammar))

    def expression(self, document: Document) -> Expression:
        """All that was taken in."""
        return Expression(
            instrument=self._finished(self.instrument),
            otherwise=self._finished(self.otherwise),
            record=self.record,
            is_claimed=self.is_claimed,
            nodes=tuple(self.nodes),
            versions=tuple(self.versions),
            incisos=tuple(self.incisos),
            runs=tuple(self.runs.items()),
            problems=tuple(self.problems),
            counts=undivided(self.nodes, self.versions).packed(),
            seams=tuple(node.eid for node in self.nodes if has_seams(node.text)),
        )

    def _finished(self, known: Instrument) -> Instrument:
        """An instrument with what its text says of itself."""
        return replace(
            known,
            authority=known.authority or self.authority,
            dates=(*known.dates, *self.dates),
            year=known.year or _year(self.dates),
        )


def _year(dates: Sequence[DateFact]) -> int | None:
    return int(dates[0].date[:4]) if dates else None


def _shelves(document: Document, found: Outline) -> list[_Shelf]:
    """The parts of a source by the instrument that they belong to, in printed order."""
    claims = _claims(document, found)
    shelves: dict[str, _Shelf] = {}
    for part in found.parts:
        claim = claims.get(part.record, claims.get(None))
        shelf = _shelf(document, part, claim, found)
        shelves.setdefault(shelf.instrument.id, shelf).put(document, part)
    return list(shelves.values())


def _shelf(document: Document, part: RecordTree, claim: InstrumentEntry | None, found: Outline) -> _Shelf:
    said = {**found.facts, **document.facts}
    otherwise = unidentified(document, part, said)
    known = claimed(claim, document) if claim else identified(document, part, said)
    return _Shelf(
        instrument=with_state(known or otherwise, document, said, found.printed),
        otherwise=with_state(otherwise, document, said, found.printed),
        record=part.record,
        is_claimed=claim is not None,
    )


def _claims(document: Document, found: Outline) -> dict[int | None, InstrumentEntry]:
    """Record number -> the curator's claim; None stands for all records that no other claim names."""
    records = {part.record for part in found.parts}
    claims: dict[int | None, InstrumentEntry] = {}
    for claim in document.claims:
        for record in claim.records or (None,):
            place = f"{document.manifest}, line {claim.line}"
            if record is not None and record not in records:
                raise ArticuladoError(
                    f"{place}: there is no record on line {record} of {document.source.file};"
                    " a record's number is the number of its line."
                )
            if record in claims:
                raise ArticuladoError(
                    f"{place}: {document.source.file}, record {record or 'whole file'}, is already {claims[record].id};"
                    " let one instrument claim it."
                )
            claims[record] = claim
    return claims


def _of_nodes(nodes: Sequence[Node], settled: Settled, grammar: Grammar) -> Iterator[Problem]:
    """What in the nodes of one part is doubtful."""
    yield from audit.without_source(nodes, lambda node: status.has_source(node, grammar))
    yield from (audit.problem("glued-mark", node, label=node.label) for node in nodes if node.eid in settled.glued)
    by_eid = {node.eid: node for node in nodes}
    for eid, code, other in settled.doubts:
        yield audit.problem(code, by_eid[eid], label=by_eid[eid].label, taken=eid, other=other)
    for eid, line, words in settled.windows:
        found = audit.problem("window-without-words", by_eid[eid], label=by_eid[eid].label, words=words)
        yield replace(found, line=line)


def moved(expression: Expression, instrument: Instrument) -> Expression:
    """`expression` as that of another instrument."""
    return replace(
        expression,
        instrument=instrument,
        nodes=_moved(expression.nodes, instrument.id),
        versions=_moved(expression.versions, instrument.id),
        incisos=_moved(expression.incisos, instrument.id),
        problems=_moved(expression.problems, instrument.id),
    )


def _moved(records: Sequence[_Placed], instrument: str) -> tuple[_Placed, ...]:
    return tuple(replace(record, instrument=instrument) for record in records)
