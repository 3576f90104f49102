"""Drafts -> nodes with addresses, and the ledger that says where every character of a source went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from kb import ids
from kb.model import Node, Span, Version
from kb.outline.drafts import Doubt, Draft, Piece, runs, seen
from kb.outline.tree import walk
from kb.outline.units import Older

# Kinds that are numbered by their place where the print gives them no number of their own.
_BY_PLACE = frozenset({"formula", "preface", "body", "conclusions", "wrapup"})
# What signs that are not words are made of: emphasis, headings, tables, tags.
_SIGNS = frozenset("*#|<")


# A piece with its role and the stretches of source that it stands on.
Placed = tuple[str, Piece, list[tuple[int, int]]]


@dataclass(slots=True)
class Addresses:
    """The eIds given so far in one instrument; a second node of the same number gets `~2`, a third `~3`.

    Transitory articles without a number are counted in printed order ("art_t1").
    """

    given: Counter[str] = field(default_factory=Counter)
    places: Counter[tuple[str, str | None]] = field(default_factory=Counter)

    def give(self, draft: Draft, carrier: str | None) -> str:
        """The eId of `draft`, numbered below the node `carrier`; an article's does not carry its chapter."""
        self.places[draft.kind, carrier] += 1
        number = None if draft.kind in _BY_PLACE else draft.number
        if number == ids.TRANSITORY and draft.kind == "article":
            self.places[number, carrier] += 1
            number += str(self.places[number, carrier])
        plain = ids.eid(draft.kind, number or str(self.places[draft.kind, carrier]), carrier)
        self.given[plain] += 1
        return plain if self.given[plain] == 1 else self._next(plain)

    def _next(self, plain: str) -> str:
        while self.given[again := f"{plain}~{self.given[plain]}"]:
            self.given[plain] += 1
        self.given[again] += 1
        return again


@dataclass(frozen=True, slots=True)
class Settled:
    """The nodes of a part with their older wordings, the spans of both, the eIds of members glued to the one before.

    `doubts` are nodes that could be read otherwise: (eId, code of the problem, the eId of the other reading). `runs`
    says of each eId where its text stands: (offset in the text, offset in the source) of each run. `windows` are lines
    that say how long a wording held that is not printed: (eId, line, words).
    """

    nodes: tuple[Node, ...]
    versions: tuple[Version, ...]
    spans: tuple[Span, ...]
    glued: tuple[str, ...]
    doubts: tuple[tuple[str, str, str], ...]
    runs: Mapping[str, tuple[tuple[int, int], ...]]
    windows: tuple[tuple[str, int, str], ...]


def settle(roots: Sequence[Draft], instrument: str, source: str, addresses: Addresses, order: int) -> Settled:
    """The drafts of one part as nodes of `instrument`, numbered in reading order from `order`."""
    drafts: list[Draft] = []
    eids: dict[int, str] = {}
    said: dict[int, list[Placed]] = {}
    for draft in walk(roots):
        pieces = draft.pieces()
        if pieces or draft.children:
            drafts.append(draft)
            eids[id(draft)] = addresses.give(draft, _carrier(draft, eids.get(id(draft.parent)), eids))
            said[id(draft)] = [(role, piece, _spans(piece)) for role, piece in pieces]
    extents = _extents(drafts, said)
    nodes = tuple(
        _node(draft, instrument, source, eids, extents[id(draft)], order + at) for at, draft in enumerate(drafts)
    )
    versions = tuple(
        _version(older, place, instrument, eids[id(draft)], source)
        for draft in drafts
        for place, older in enumerate(draft.older, 1)
    )
    spans = tuple(
        Span(source=source, start=start, end=end, role=role, instrument=instrument, eid=eids[id(draft)])
        for draft in drafts
        if not draft.shared
        for role, _, own in [*said[id(draft)], *_older(draft)]
        for start, end in own
    )
    glued = tuple(eids[id(draft)] for draft in drafts if draft.glued)
    doubts = tuple((eids[id(draft)], *_otherwise(draft.doubt, eids)) for draft in drafts if draft.doubt)
    windows = tuple((eids[id(draft)], days.line.number, days.words) for draft in drafts for days in draft.windows)
    placed = {eids[id(draft)]: runs(draft.text, _of_text(said[id(draft)])) for draft in drafts}
    return Settled(nodes, versions, spans, glued, doubts, placed, windows)


def _of_text(placed: Iterable[Placed]) -> list[list[tuple[int, int]]]:
    """The stretches of source that each piece of a node's text stands on."""
    return [spans for role, _, spans in placed if role == "text"]


def _older(draft: Draft) -> list[Placed]:
    return [("version", piece, _spans(piece)) for older in draft.older for piece in _all(older)]


def _otherwise(doubt: Doubt, eids: Mapping[int, str]) -> tuple[str, str]:
    """The code of a doubt, and the eId that the draft would have."""
    own = eids.get(id(doubt.under)) if doubt.under else None
    return doubt.code, own if own and not doubt.kind else ids.eid(doubt.kind, doubt.number, own)


def ledger(text: str, source: str, owned: Iterable[Span]) -> list[Span]:
    """The spans of a source as a partition of it: those of nodes and furniture, and what lies between them."""
    spans: list[Span] = []
    at = 0
    for span in sorted(owned, key=attrgetter("start")):
        if at < span.start:
            spans.append(_between(text, source, at, span.start))
        spans.append(span)
        at = span.end
    if at < len(text):
        spans.append(_between(text, source, at, len(text)))
    return spans


def _carrier(draft: Draft, parent: str | None, eids: dict[int, str]) -> str | None:
    """Whose eId the eId of `draft` begins with: an article's is numbered through the document that it stands in.

    So is a section's whose number says where it stands ("4.3"), where no article holds it.
    """
    if draft.kind != "article" and not _is_placed(draft):
        return parent
    above = draft.parent
    while above is not None and above.kind not in ids.OWN_NUMBERING:
        above = above.parent
    return eids[id(above)] if above is not None else None


def _is_placed(draft: Draft) -> bool:
    """Whether the number of a section is whole by itself."""
    above = draft.parent
    while above is not None and above.kind != "article":
        above = above.parent
    return draft.kind == "section" and "." in (draft.number or "") and above is None


def _node(
    draft: Draft, instrument: str, source: str, eids: dict[int, str], extent: tuple[int, int, int], order: int
) -> Node:
    start, end, line = extent
    return Node(
        instrument=instrument,
        eid=eids[id(draft)],
        kind=draft.kind,
        label=seen(draft.label),
        number=draft.number,
        heading=seen(draft.heading),
        text=seen(draft.text),
        parent=eids.get(id(draft.parent)) if draft.parent else None,
        order=order,
        source=source,
        line=line,
        start=start,
        end=end,
        tail=seen(draft.tail),
    )


def _version(older: Older, place: int, instrument: str, eid: str, source: str) -> Version:
    spans = [span for piece in _all(older) for span in _spans(piece)]
    since, until = older.closing.held if older.closing else (None, None)
    return Version(
        instrument=instrument,
        eid=eid,
        place=place,
        label=seen(_label(older)),
        text=seen([piece.trimmed() for piece in older.words if piece.words.strip()]),
        since=since,
        until=until,
        note=" · ".join(m.line.text for m in (older.banner, older.closing) if m),
        source=source,
        line=_all(older)[0].line.number,
        start=min(start for start, _ in spans),
        end=max(end for _, end in spans),
    )


def _label(older: Older) -> list[Piece]:
    mark = older.head.mark if older.head else None
    return [Piece(older.head.line, 0, mark.end)] if older.head and mark else []


def _all(older: Older) -> list[Piece]:
    """Every piece of an older wording: its mark, its words, how long it held."""
    closing = [Piece(older.closing.line, 0, len(older.closing.line.text))] if older.closing else []
    return [*_label(older), *(p for p in older.words if p.words.strip()), *closing]


def _extents(drafts: Sequence[Draft], said: Mapping[int, Sequence[Placed]]) -> dict[int, tuple[int, int, int]]:
    """(start, end, line) of each draft with all that is below it."""
    extents: dict[int, tuple[int, int, int]] = {}
    for draft in reversed(drafts):
        own = [(*span, piece.line.number) for _, piece, spans in said[id(draft)] for span in spans]
        parts = [*own, *(extents[id(child)] for child in draft.children if id(child) in extents)]
        first = min(parts)
        extents[id(draft)] = (first[0], max(end for _, end, _ in parts), first[2])
    return extents


def _spans(piece: Piece) -> list[tuple[int, int]]:
    return piece.line.view.spans(piece.start, piece.end)


def _between(text: str, source: str, start: int, end: int) -> Span:
    """What lies between the words of two nodes."""
    between = text[start:end]
    role = "separator" if between.isspace() or _SIGNS.isdisjoint(between) else "markup"
    return Span(source=source, start=start, end=end, role=role)
