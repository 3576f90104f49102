"""Who cites a provision and whom it cites, as a listing and as the last lines of what is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import TYPE_CHECKING, Any

from kb.ids import address
from kb.listings.asking import asked
from kb.listings.effects import group_text
from kb.listings.listing import Listing
from kb.listings.rows import CITATION_COLUMNS, citation_rows, effect_value
from kb.listings.words import Names, bold, fold, lines, said
from kb.model import Citation, Effect, Target
from kb.query.citing import Cited, citations_of
from kb.query.places import by, upon
from kb.ranges import grouped

if TYPE_CHECKING:
    from kb.query.provisions import Target as Place
    from kb.store import Store

_SHOWN = 12
_MARKS = {
    "external": "not in the corpus",
    "dangling": "not printed in this text",
    "ambiguous": "may be any of these",
    "relative": "said from where it stands",
}


def cites(store: Store, text: str) -> Listing:
    """Who cites what `text` names, and whom it cites."""
    question, names = asked(store, text), Names(store)
    found = [citations_of(store, target) for target in question.targets]
    rows = [row for one in found for row in _rows(one, names)]
    value = {"query": text, "found": [_value(one) for one in found], **question.row}

    def told(width: int) -> str:
        return question.said("\n\n".join(_text(one, names, width) for one in found))

    return Listing(told, value, CITATION_COLUMNS, rows, bool(rows))


def _rows(one: Cited, names: Names) -> list[dict[str, Any]]:
    both = (("in", one.incoming), ("out", one.outgoing))
    return [row for way, citations in both for citation in citations for row in citation_rows(citation, way, names)]


def _value(one: Cited) -> dict[str, Any]:
    return {**asdict(one.target), "cited_by": one.incoming, "cites": one.outgoing}


def _text(one: Cited, names: Names, width: int) -> str:
    head = f"{names.of(one.target)}: {_counted(one)}"
    return lines([bold(head), *_both(one, names, width, most=None)])


def _both(one: Cited, names: Names, width: int, most: int | None) -> Iterator[str]:
    for title, citations, describe in (
        ("Cited by:", one.incoming, _from),
        ("Cites:", one.outgoing, _to),
    ):
        if citations:
            yield bold(title)
        yield from (fold(describe(citation, one.target, names), 1, width) for citation in citations[:most])
        if most is not None and len(citations) > most:
            yield fold(f"… and {len(citations) - most} more: articulado cites '{_address(one.target)}'", 1, width)


def _from(citation: Citation, target: Target, names: Names) -> str:
    """Where a place is cited, in which words, and which of its parts where it is not the whole that is meant."""
    own = [t for t in citation.targets if t.instrument == target.instrument and t != target]
    parts = f" -> {_list(own, names)}" if own and target not in citation.targets else ""
    return f"{names.of(Target(citation.instrument, citation.eid))}: “{citation.quote}”{parts} ({_place(citation)})"


def _to(citation: Citation, target: Target, names: Names) -> str:
    """In which words a place cites, and what they mean."""
    mark = _MARKS.get(citation.resolution, "")
    inner = f"{names.of(Target(citation.instrument, citation.eid))}: " if citation.eid != target.eid else ""
    meant = _list(citation.targets, names) or "nothing known"
    return f"{inner}“{citation.quote}” -> {meant}{f' [{mark}]' if mark else ''} ({_place(citation)})"


def _list(targets: Sequence[Target], names: Names) -> str:
    """Targets as they are said, the instrument once for its provisions: "art. 5, art. 6 of Ley 69 de 1909"."""
    told = []
    for _, some in groupby(targets[:_SHOWN], key=lambda target: (target.instrument, target.eid is None)):
        *first, last = some
        told += [*(said(target.eid) for target in first if target.eid), names.of(last)]
    return ", ".join(told) + (f" … ({len(targets)})" if len(targets) > _SHOWN else "")


def _place(citation: Citation) -> str:
    return f"{_address(Target(citation.instrument, citation.eid))}, line {citation.line}"


def _address(target: Target) -> str:
    return address(target.instrument, target.eid) if target.eid else target.instrument


def ties_of(store: Store, place: Place) -> Listing:
    """What is told at the end of what is shown: what was done to it and by it, who cites it, whom it cites."""
    target = Target(place.instrument, place.eid)
    names, cited = Names(store), citations_of(store, target)
    suffered, acted = upon(store, target), by(store, target)
    value = {
        "cited_by": cited.incoming,
        "cites": cited.outgoing,
        "effects_upon": [effect_value(e, names) for e in suffered],
        "effects_by": [effect_value(e, names) for e in acted],
    }

    def told(width: int) -> str:
        return lines([*_effects(suffered, acted, names, width), *_citations(cited, names, width)])

    return Listing(told, value, (), ())


def _effects(suffered: Sequence[Effect], acted: Sequence[Effect], names: Names, width: int) -> Iterator[str]:
    for title, effects in (("Done to it:", suffered), ("What it does:", acted)):
        if effects:
            yield bold(title)
        yield from (group_text(group, names, width, whose=effects is acted) for group in grouped(effects))


def _citations(cited: Cited, names: Names, width: int) -> Iterator[str]:
    """The citations of a provision; of a whole instrument, of which there may be thousands, how many there are."""
    if cited.target.eid is not None:
        yield from _both(cited, names, width, _SHOWN)
    elif cited.incoming or cited.outgoing:
        yield f"{_counted(cited).capitalize()}: articulado cites '{cited.target.instrument}'"


def _counted(cited: Cited) -> str:
    made, met = len(cited.outgoing), len(cited.incoming)
    return f"cited {met} time{'' if met == 1 else 's'}, cites {made} time{'' if made == 1 else 's'}"
