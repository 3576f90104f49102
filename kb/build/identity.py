"""Which statute a text says it is, in its own title."""

from __future__ import annotations

from collections.abc import Mapping

from kb import ids
from kb.corpus import Document
from kb.model import Instrument
from kb.outline import Part


def identified(document: Document, part: Part, said: Mapping[str, str]) -> Instrument | None:
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
