"""Drafts -> nodes with addresses, and the ledger that says where every character of a source went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from operator import attrgetter
from typing import TypeVar

from kb import ids
from kb.model import Node, Span, Version
from kb.outline.drafts import Doubt, Draft, LineSpan, runs, seen
from kb.outline.tree import walk
from kb.outline.units import OlderWording

# Kinds that are numbered by their place where the print gives them no number of their own.
_BY_PLACE = frozenset({"formula", "preface", "body", "conclusions", "wrapup"})
# What signs that are not words are made of: emphasis, headings, tables, tags.
_SIGNS = frozenset("*#|<")


T = TypeVar("T")


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
    drafts = [draft for draft in walk(roots) if draft.children or draft.pieces()]
    eids: dict[int, str] = {}
    for draft in drafts:
        eids[id(draft)] = addresses.give(draft, _carrier(draft, eids))
    settling = _Settling(instrument, source, eids)
    extents = _extents(drafts)
    return Settled(
        nodes=tuple(settling.node(draft, extents[id(draft)], place) for place, draft in enumerate(drafts, order)),
        versions=_all(settling.versions, drafts),
        spans=_all(settling.spans, drafts),
        glued=tuple(settling.eid(draft) for draft in drafts if draft.glued),
        doubts=tuple(settling.doubt(draft, draft.doubt) for draft in drafts if draft.doubt),
        runs={settling.eid(draft): runs(draft.text) for draft in drafts},
        windows=_all(settling.windows, drafts),
    )


def _all(told: Callable[[Draft], Iterable[T]], drafts: Iterable[Draft]) -> tuple[T, ...]:
    """What is told of each draft, in one."""
    return tuple(chain.from_iterable(map(told, drafts)))


@dataclass(frozen=True, slots=True)
class _Settling:
    """What drafts become in one instrument, given the eId of each."""

    instrument: str
    source: str
    eids: Mapping[int, str]

    def eid(self, draft: Draft) -> str:
        return self.eids[id(draft)]

    def node(self, draft: Draft, extent: tuple[int, int, int], order: int) -> Node:
        start, end, line = extent
        return Node(
            instrument=self.instrument,
            eid=self.eid(draft),
            kind=draft.kind,
            label=seen(draft.label),
            number=draft.number,
            heading=seen(draft.heading),
            text=seen(draft.text),
            parent=self.eids.get(id(draft.parent)) if draft.parent else None,
            order=order,
            source=self.source,
            line=line,
            start=start,
            end=end,
            tail=seen(draft.tail),
        )

    def versions(self, draft: Draft) -> Iterator[Version]:
        for place, older in enumerate(draft.older, 1):
            pieces = _pieces(older)
            since, until = older.closing.held if older.closing else (None, None)
            yield Version(
                instrument=self.instrument,
                eid=self.eid(draft),
                place=place,
                label=seen(_label(older)),
                text=seen([piece.trimmed() for piece in older.words if piece.words.strip()]),
                since=since,
                until=until,
                note=" · ".join(m.line.text for m in (older.banner, older.closing) if m),
                source=self.source,
                line=pieces[0].line.number,
                start=min(piece.spans[0][0] for piece in pieces),
                end=max(piece.spans[-1][1] for piece in pieces),
            )

    def spans(self, draft: Draft) -> Iterator[Span]:
        """The stretches of source that are the draft's own, and its older wordings'."""
        pieces = draft.pieces()
        for older in draft.older:
            pieces += [("version", piece) for piece in _pieces(older)]
        for role, piece in [] if draft.shared else pieces:
            for start, end in piece.spans:
                yield Span(self.source, start, end, role, self.instrument, self.eid(draft))

    def windows(self, draft: Draft) -> Iterator[tuple[str, int, str]]:
        for days in draft.windows:
            yield self.eid(draft), days.line.number, days.words

    def doubt(self, draft: Draft, doubt: Doubt) -> tuple[str, str, str]:
        """The eId of the draft, the code of its doubt, and the eId that it would have."""
        under = self.eids.get(id(doubt.under)) if doubt.under else None
        if under is None or doubt.kind:
            under = ids.eid(doubt.kind, doubt.number, under)
        return self.eid(draft), doubt.code, under


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


def _carrier(draft: Draft, eids: Mapping[int, str]) -> str | None:
    """Whose eId the eId of `draft` begins with: an article's is numbered through the document that it stands in.

    So is a section's whose number says where it stands ("4.3"), where no article holds it.
    """
    above = draft.parent
    if draft.kind == "article" or _is_placed(draft):
        while above is not None and above.kind not in ids.OWN_NUMBERING:
            above = above.parent
    return eids.get(id(above)) if above is not None else None


def _is_placed(draft: Draft) -> bool:
    """Whether the number of a section is whole by itself."""
    above = draft.parent
    while above is not None and above.kind != "article":
        above = above.parent
    return draft.kind == "section" and "." in (draft.number or "") and above is None


def _label(older: OlderWording) -> list[LineSpan]:
    mark = older.head.mark if older.head else None
    return [LineSpan(older.head.line, 0, mark.end)] if older.head and mark else []


def _pieces(older: OlderWording) -> list[LineSpan]:
    """Every piece of an older wording: its mark, its words, how long it held."""
    closing = [LineSpan.whole(older.closing.line)] if older.closing else []
    return [*_label(older), *(p for p in older.words if p.words.strip()), *closing]


def _extents(drafts: Sequence[Draft]) -> dict[int, tuple[int, int, int]]:
    """(start, end, line) of each draft with all that is below it."""
    extents: dict[int, tuple[int, int, int]] = {}
    for draft in reversed(drafts):
        parts = [extents[id(child)] for child in draft.children if id(child) in extents]
        for _, piece in draft.pieces():
            parts += [(start, end, piece.line.number) for start, end in piece.spans]
        first = min(parts)
        extents[id(draft)] = (first[0], max(end for _, end, _ in parts), first[2])
    return extents


def _between(text: str, source: str, start: int, end: int) -> Span:
    """What lies between the words of two nodes."""
    between = text[start:end]
    role = "separator" if between.isspace() or _SIGNS.isdisjoint(between) else "markup"
    return Span(source=source, start=start, end=end, role=role)
