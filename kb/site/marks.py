"""Which words of a paragraph lead elsewhere: citations, and the first use of a term that a provision defines.

Citations are found in the source, and set where the same words stand in a text.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.model import Citation, Span
from kb.site.blocks import paragraphs
from kb.site.terms import Reading, Use


@dataclass(frozen=True, slots=True)
class Mark:
    """The words of a paragraph from `start` to `end`, which are a citation's or those of a defined term."""

    start: int
    end: int
    tie: Citation | Use


Places = Sequence[tuple[int, Citation]]
Marks = Mapping[int, Sequence[Mark]]


def offsets(citations: Iterable[Citation], spans: Mapping[str | None, Sequence[Span]]) -> Mapping[str, Places]:
    """eid -> its citations in order, each with about where in the node's own text it begins.

    `spans` are those of the nodes' text, by eid. White space may differ between a source and a text, so that the
    place is only near.
    """
    found: dict[str, list[tuple[int, Citation]]] = defaultdict(list)
    for citation in sorted(citations, key=lambda c: (c.start, c.end)):
        own = (span for span in spans.get(citation.eid, ()) if span.source == citation.source)
        at = sum(max(0, min(span.end, citation.start) - span.start) for span in own)
        found[citation.eid].append((at, citation))
    return found


def marks(text: str, places: Places) -> Marks:
    """Number of a block of `text` -> the words in it that cite, in order; none in tables, and none over another."""
    found: dict[int, list[Mark]] = defaultdict(list)
    plain = list(paragraphs(text))
    last = 0
    for at, citation in places:
        words = _nearest(text, citation.quote, at, last)
        inside = words and next(((n, a) for n, a, part in plain if a <= words[0] and words[1] <= a + len(part)), None)
        if words and inside:
            block, start = inside
            found[block].append(Mark(words[0] - start, words[1] - start, citation))
            last = words[1]
    return dict(found)


def with_terms(text: str, cited: Marks, reading: Reading | None) -> Marks:
    """The marks of `text` with those of the terms that are used here first; none over a citation."""
    if reading is None:
        return cited
    found = {block: list(some) for block, some in cited.items()}
    for block, _, part in paragraphs(text):
        taken = cited.get(block, ())
        uses = [Mark(*use) for use in reading.uses(part)]
        free = [use for use in uses if not any(use.start < mark.end and mark.start < use.end for mark in taken)]
        if free:
            found[block] = sorted([*taken, *free], key=lambda mark: mark.start)
    return found


def pieces(text: str, found: Sequence[Mark]) -> Iterator[str | tuple[str, Citation | Use]]:
    """The text in order: plain stretches, and the words of each citation or term with it."""
    at = 0
    for mark in found:
        yield text[at : mark.start]
        yield text[mark.start : mark.end], mark.tie
        at = mark.end
    yield text[at:]


def _nearest(text: str, quote: str, at: int, after: int) -> tuple[int, int] | None:
    """Where the words of `quote` stand nearest to `at`, not before `after`."""
    pattern = re.compile(r"\s+".join(map(re.escape, quote.split())) or r"(?!)")
    return min((m.span() for m in pattern.finditer(text, after)), key=lambda span: abs(span[0] - at), default=None)
