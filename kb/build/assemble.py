"""Documents -> everything one build knows: instruments, nodes, spans and problems."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kb import audit, ids, status
from kb.build.identity import identified
from kb.build.several import several_laws
from kb.build.witnesses import chosen, witness
from kb.corpus import Document, InstrumentEntry
from kb.grammar.doubling import doubled
from kb.incisos import incisos
from kb.model import (
    ArticuladoError,
    DateFact,
    Inciso,
    Instrument,
    Knowledge,
    Node,
    Problem,
    Rendering,
    Source,
    Span,
    Version,
)
from kb.outline import Addresses, Outline, Part, ledger, outline, settle

Place = tuple[str, str]
Runs = tuple[tuple[int, int], ...]

_LONGEST_TITLE = 120
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
# Days that a document records of itself, with the event that each is: what an official journal prints is promulgated.
_RECORDED = {"issued": "recorded", "published": "promulgated"}
# Files whose offsets count in the file itself; of any other the rendering is kept in which they count.
_AS_DECODED = frozenset({"text/plain", "text/markdown", "text/mdx"})


@dataclass(slots=True)
class _Shelf:
    """What was found of one instrument, part by part."""

    instrument: Instrument
    addresses: Addresses = field(default_factory=Addresses)
    nodes: list[Node] = field(default_factory=list)
    versions: list[Version] = field(default_factory=list)
    incisos: list[Inciso] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    dates: list[DateFact] = field(default_factory=list)
    authority: str = ""


@dataclass(slots=True)
class _Library:
    """The shelves by instrument id, in the order in which the corpus first names them."""

    shelves: dict[str, _Shelf] = field(default_factory=dict)
    sources: list[Source] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    runs: dict[Place, Runs] = field(default_factory=dict)
    claimed: frozenset[str] = frozenset()
    formerly: frozenset[str] = frozenset()

    renderings: list[Rendering] = field(default_factory=list)

    def has_text(self, id: str) -> bool:
        """Whether there is a text of this instrument, or a curator has named one for it."""
        return self.is_taken(id) and id not in self.formerly

    def is_taken(self, id: str) -> bool:
        """Whether this id means an instrument already, or a curator has given it to another file."""
        return id in self.claimed or id in self.shelves


def assemble(documents: Sequence[Document], seen: Callable[[int], None]) -> tuple[Knowledge, Mapping[Place, Runs]]:
    """What the documents hold, and where the text of each node stands in its source.

    `seen` is told after each document how many are done.

    ArticuladoError when a manifest claims a record that its file does not have, or one record twice.
    """
    claims = [claim for document in documents for claim in document.claims]
    library = _Library(
        claimed=frozenset(id for claim in claims for id in (claim.id, *claim.formerly)),
        formerly=frozenset(id for claim in claims for id in claim.formerly),
    )
    for at, document in enumerate(documents):
        _shelve(document, library)
        seen(at + 1)
    shelves = [_finished(shelf) for shelf in library.shelves.values()]
    known = Knowledge(
        sources=tuple(library.sources),
        instruments=tuple(instrument for instrument, _ in shelves),
        nodes=tuple(node for shelf in library.shelves.values() for node in shelf.nodes),
        versions=tuple(version for shelf in library.shelves.values() for version in shelf.versions),
        incisos=tuple(inciso for shelf in library.shelves.values() for inciso in shelf.incisos),
        spans=tuple(library.spans),
        renderings=tuple(library.renderings),
        problems=(*library.problems, *(problem for _, problems in shelves for problem in problems)),
    )
    return chosen(known, library.runs, frozenset(claim.id for claim in claims))


def _shelve(document: Document, library: _Library) -> None:
    source = document.source
    read = outline(document.words, source.file, source.media_type, document.grammar, source.layout, document.hints)
    claims = _claims(document, read)
    library.sources.append(replace(source, layout=read.layout))
    if source.media_type not in _AS_DECODED:
        library.renderings.append(Rendering(source=source.file, words=document.words, links=document.links))
    if not read.parts:
        library.problems.append(
            Problem(code="empty-source", source=source.file, line=1, params=(("file", source.file),))
        )
    library.problems.extend(audit.of_letters(document.words, source.file, list(doubled(document.words))))
    spans = list(read.aside)
    for part in read.parts:
        claim = claims.get(part.record, claims.get(None))
        spans += _put(document, part, _shelf(document, part, claim, read, library), library.runs)
    library.spans.extend(ledger(document.words, source.file, spans))


def _claims(document: Document, read: Outline) -> dict[int | None, InstrumentEntry]:
    """Record number -> the curator's claim; None stands for all records that no other claim names."""
    records = {part.record for part in read.parts}
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


def _shelf(document: Document, part: Part, claim: InstrumentEntry | None, read: Outline, library: _Library) -> _Shelf:
    said = {**read.facts, **document.facts}
    if claim is not None and claim.id in library.shelves:
        return library.shelves[claim.id]
    known = _claimed(claim, document) if claim else identified(document, part, said)
    if known is not None and claim is None and library.has_text(known.id):
        known = witness(known, library.shelves)
    if known is None or (claim is None and library.is_taken(known.id)):
        id = next(i for i in _provisional(document, part) if i not in library.shelves)
        known = _unclaimed(id, document, part, said)
    id = known.id
    library.shelves[id] = _Shelf(_with_state(known, document, said, read.printed))
    return library.shelves[id]


def _with_state(
    instrument: Instrument, document: Document, said: Mapping[str, str], printed: Mapping[str, str]
) -> Instrument:
    """The instrument with what its document prints of its own force, word for word and as it comes out."""
    state = said.get("state", "")
    status = document.grammar.document_state(state) if state else ""
    return replace(instrument, state=state, status=status, dates=(*instrument.dates, *_recorded(said, printed)))


def _recorded(said: Mapping[str, str], printed: Mapping[str, str]) -> list[DateFact]:
    """The days that a document records of itself before its text begins, as it prints them."""
    days = ((name, said[name]) for name in _RECORDED if _DAY.fullmatch(said.get(name, "")))
    return [
        DateFact(event=_RECORDED[name], date=day, origin="text", quote=printed.get(name, day)) for name, day in days
    ]


def _provisional(document: Document, part: Part) -> Iterator[str]:
    """Addresses for a part that nobody has identified, the shortest first."""
    own = document.provisional
    if part.record is not None:
        yield f"{own.rpartition('/')[0]}/r{part.record}"
        own = f"{own}-r{part.record}"
    yield own
    ending = ids.slug(document.source.file.rpartition(".")[2])
    yield f"{own}-{ending}"
    again = 2
    while True:
        yield f"{own}-{ending}-{again}"
        again += 1


def _claimed(claim: InstrumentEntry, document: Document) -> Instrument:
    return Instrument(
        id=claim.id,
        type=claim.type,
        number=claim.number,
        year=claim.year,
        title=claim.title,
        language=claim.language or document.source.language,
        identified_by="curator",
        evidence=claim.evidence,
        authority=claim.authority,
        note=claim.note,
        sources=(document.source.file,),
        formerly=claim.formerly,
        dates=claim.dates,
        aliases=claim.aliases,
    )


def _unclaimed(id: str, document: Document, part: Part, said: Mapping[str, str]) -> Instrument:
    return Instrument(
        id=id,
        type="text" if part.record is None else "record",
        number=None,
        year=None,
        title=said.get("title") or _title(document, part),
        language=document.source.language,
        sources=(document.source.file,),
    )


def _title(document: Document, part: Part) -> str:
    """What an unidentified text is called: who speaks and when, or its first line, or its file."""
    name = document.source.file.rpartition("/")[2]
    if part.record is not None:
        said = ", ".join([*filter(None, [part.authority]), *(date.date for date in part.dates)])
        return said or f"{name}, {part.record}"
    first = next((p.words.strip() for d in part.roots[:1] for p in d.text[:1]), "")
    return document.source.title or (first if 0 < len(first) <= _LONGEST_TITLE else name)


def _put(document: Document, part: Part, shelf: _Shelf, runs: dict[Place, Runs]) -> tuple[Span, ...]:
    """Put a part on its shelf; the spans that its nodes own are returned."""
    grammar, id = document.grammar, shelf.instrument.id
    settled = settle(part.roots, id, document.source.file, shelf.addresses, len(shelf.nodes))
    nodes = status.printed(settled.nodes, grammar)
    shelf.nodes.extend(nodes)
    shelf.versions.extend(settled.versions)
    shelf.incisos.extend(incisos(nodes, settled.runs, document.words))
    runs.update(((id, eid), found) for eid, found in settled.runs.items())
    shelf.dates.extend(part.dates)
    shelf.authority = shelf.authority or part.authority
    shelf.problems.extend(audit.of_part(nodes, {version.eid for version in settled.versions}))
    shelf.problems.extend(several_laws(document, nodes) if part.record is None else ())
    shelf.problems.extend(audit.without_source(nodes, lambda node: status.has_source(node, grammar)))
    shelf.problems.extend(audit.problem("glued-mark", n, label=n.label) for n in nodes if n.eid in settled.glued)
    labels = {n.eid: n for n in nodes}
    shelf.problems.extend(
        audit.problem(code, labels[eid], label=labels[eid].label, taken=eid, other=other)
        for eid, code, other in settled.doubts
    )
    shelf.problems.extend(
        replace(audit.problem("window-without-words", labels[eid], label=labels[eid].label, words=words), line=line)
        for eid, line, words in settled.windows
    )
    return settled.spans


def _finished(shelf: _Shelf) -> tuple[Instrument, Iterable[Problem]]:
    known = shelf.instrument
    instrument = replace(
        known,
        authority=known.authority or shelf.authority,
        dates=(*known.dates, *shelf.dates),
        year=known.year or _year(shelf.dates),
    )
    about = [*shelf.problems, *audit.of_instrument(instrument, shelf.nodes)]
    return instrument, sorted(about, key=lambda p: p.line or 0)


def _year(dates: Sequence[DateFact]) -> int | None:
    return int(dates[0].date[:4]) if dates else None
