"""Which instrument a text is: what a curator claims, what its own title says, or nobody's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from kb import ids
from kb.corpus import Document, InstrumentEntry
from kb.model import DateFact, Instrument
from kb.outline import RecordTree

_LONGEST_TITLE = 120
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
# Days that a document records of itself, with the event that each is: what an official journal prints is promulgated.
_RECORDED = {"issued": "recorded", "published": "promulgated"}


def claimed(claim: InstrumentEntry, document: Document) -> Instrument:
    """The instrument that a curator says a text is."""
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


def identified(document: Document, part: RecordTree, said: Mapping[str, str]) -> Instrument | None:
    """The statute that a text names itself as, or None when it says nothing of the kind.

    `said` is what the file records of itself before its text begins, whose title comes first.
    """
    if part.record is not None:
        return None
    citing, jurisdiction = document.grammar.citing, document.grammar.jurisdiction or document.jurisdiction
    lines = [piece.words.strip() for draft in part.roots[:1] for piece in draft.text]
    at = citing.title_at(lines)
    title = said.get("title", "")
    first = title if citing.identified(title) else lines[at] if at is not None else ""
    named = citing.identified(first)
    if named is None:
        return None
    type_, number, year = named
    return Instrument(
        id=ids.instrument_id(jurisdiction, type_, year, number),
        type=type_,
        number=number,
        year=year,
        title=title or first,
        language=document.source.language,
        identified_by="text",
        evidence=first,
        sources=(document.source.file,),
    )


def unidentified(document: Document, part: RecordTree, said: Mapping[str, str]) -> Instrument:
    """The instrument of a text that nobody has identified, under the shortest of its provisional addresses."""
    return Instrument(
        id=next(provisional(document.provisional, document.source.file, part.record)),
        type="text" if part.record is None else "record",
        number=None,
        year=None,
        title=said.get("title") or _title(document, part),
        language=document.source.language,
        sources=(document.source.file,),
    )


def provisional(own: str, file: str, record: int | None) -> Iterator[str]:
    """Addresses for a text that nobody has identified, the shortest first; `own` is that of its source."""
    if record is not None:
        yield f"{own.rpartition('/')[0]}/r{record}"
        own = f"{own}-r{record}"
    yield own
    ending = ids.slug(file.rpartition(".")[2])
    yield f"{own}-{ending}"
    again = 2
    while True:
        yield f"{own}-{ending}-{again}"
        again += 1


def _title(document: Document, part: RecordTree) -> str:
    """What an unidentified text is called: who speaks and when, or its first line, or its file."""
    name = document.source.file.rpartition("/")[2]
    if part.record is not None:
        said = ", ".join([*filter(None, [part.authority]), *(date.date for date in part.dates)])
        return said or f"{name}, {part.record}"
    first = next((piece.words.strip() for draft in part.roots[:1] for piece in draft.text[:1]), "")
    return document.source.title or (first if 0 < len(first) <= _LONGEST_TITLE else name)


def with_state(
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
