"""Text -> lines of words: what a reader sees on each line, and where in the source every bit of it stands.

A line here is the unit in which a mark can begin: a physical line, or, where a print joins the parts of a record by
commas, one such part. Emphasis and heading signs of Markdown are taken away from what is seen, and their places kept.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from kb.grammar import Grammar

PLAIN, RECORDS = "plain", "records"
MARKDOWN = "text/markdown"

_PHYSICAL = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|$)")
_EMPHASIS = re.compile(r"\*{2,}")
_HASHES = re.compile(r"#{1,6}(?:\s+|$)")
_FRONT = re.compile(r"\s*---[^\S\r\n]*(?:\r\n|\r|\n).*?(?:\r\n|\r|\n)---[^\S\r\n]*(?=\r|\n|$)", re.DOTALL)
_RULE = re.compile(r"[-=_*~\s]{3,}")
# Parts of a record are joined by ", "; the next part begins with a capital, a bracket or emphasis.
_JOINT = re.compile(r",\s+(?=\(?(?P<first>\w))")
_SENTENCE_END = frozenset(".;:")


@dataclass(frozen=True, slots=True)
class View:
    """What is seen of a stretch of source: `text`, and for each run of it (where in text, where in source)."""

    text: str
    runs: tuple[tuple[int, int], ...]

    def spans(self, start: int, end: int) -> list[tuple[int, int]]:
        """The stretches of source that text[start:end] stands on, in order."""
        if start >= end:
            return []
        bounds = [at for at, _ in self.runs if start < at < end]
        edges = [start, *bounds, end]
        return [(self.source(a), self.source(a) + b - a) for a, b in pairwise(edges)]

    def source(self, at: int) -> int:
        """The source offset of the character text[at]."""
        run = bisect_right(self.runs, at, key=lambda r: r[0]) - 1
        seen, offset = self.runs[run]
        return offset + at - seen

    def part(self, start: int, end: int) -> View:
        """The view of text[start:end] alone."""
        inner = [(at - start, offset) for at, offset in self.runs if start < at < end]
        return View(self.text[start:end], ((0, self.source(start)), *inner))


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its physical line number (from 1), its record, whether an empty line stands before it, what is seen."""

    number: int
    record: int | None
    apart: bool
    view: View

    @property
    def text(self) -> str:
        """The words of the line, without white space at its ends."""
        return self.view.text


def layout_of(text: str, grammar: Grammar) -> str:
    """`records` when marks stand inside lines about as often as there are lines, else `plain`."""
    physical = [line for line in _physical(text) if line[2].strip()]
    inside = sum(len(_cuts(view(line, start), grammar)) for _, start, line in physical)
    return RECORDS if inside and inside * 2 >= len(physical) else PLAIN


def split(text: str, layout: str, media_type: str, grammar: Grammar) -> list[Line]:
    """The lines of `text` that hold any words, in order; a file's front matter is left to the caller as furniture."""
    lines = _plain(text, media_type == MARKDOWN)
    if layout != RECORDS:
        return list(lines)
    return [part for line in lines for part in _parts(line, grammar)]


def front_matter(text: str, media_type: str) -> int:
    """Where a Markdown file's front matter ends (0 when it has none)."""
    found = _FRONT.match(text) if media_type == MARKDOWN else None
    return found.end() if found else 0


def view(text: str, offset: int, *, hashes: bool = False) -> View:
    """`text`, which begins at `offset` in the source, without emphasis signs and white space at its ends."""
    heading = _HASHES.match(text.lstrip()) if hashes else None
    begin = len(text) - len(text.lstrip()) + (heading.end() if heading else 0)
    kept, at = [], begin
    for sign in _EMPHASIS.finditer(text, begin):
        kept.append((at, sign.start()))
        at = sign.end()
    kept.append((at, len(text)))
    return _trim(text, offset, [(a, b) for a, b in kept if a < b])


def _trim(text: str, offset: int, kept: list[tuple[int, int]]) -> View:
    runs, seen = [], []
    length = 0
    for a, b in kept:
        runs.append((length, offset + a))
        seen.append(text[a:b])
        length += b - a
    joined = "".join(seen)
    whole = View(joined, tuple(runs) or ((0, offset),))
    start = len(joined) - len(joined.lstrip())
    return whole.part(start, max(start, len(joined.rstrip()))) if joined.strip() else View("", ((0, offset),))


def _physical(text: str) -> Iterator[tuple[int, int, str]]:
    """(number, offset, line without its end) of each physical line; a line ends with CR LF, CR or LF."""
    for number, found in enumerate(_PHYSICAL.finditer(text), 1):
        if found[0]:
            yield number, found.start(), found[0].rstrip("\r\n")


def _plain(text: str, markdown: bool) -> Iterator[Line]:
    apart = True
    front = front_matter(text, MARKDOWN if markdown else "")
    for number, offset, line in _physical(text):
        if offset < front:
            continue
        seen = view(line, offset, hashes=markdown)
        if not seen.text or _RULE.fullmatch(seen.text):
            apart = True
            continue
        yield Line(number, None, apart, seen)
        apart = False


def _parts(line: Line, grammar: Grammar) -> Iterator[Line]:
    starts = [0, *(end for _, end in _cuts(line.view, grammar))]
    ends = [*(start for start, _ in _cuts(line.view, grammar)), len(line.text)]
    for a, b in zip(starts, ends, strict=True):
        yield replace(line, record=line.number, apart=True, view=line.view.part(a, b))


def _cuts(seen: View, grammar: Grammar) -> list[tuple[int, int]]:
    """Where a record's parts are joined, as (end of one, start of the next).

    A comma joins two parts only when a mark follows: "$ 6, 000" and "el Artículo 81 de la Ley 42" stay whole.
    """
    joints = [found.span() for found in _JOINT.finditer(seen.text) if not found["first"].islower()]
    stops = [*(start for start, _ in joints[1:]), len(seen.text)]
    return [
        (start, end)
        for (start, end), stop in zip(joints, stops, strict=False)
        if _begins_part(seen.text[end:stop], seen.text[start - 1 : start], grammar)
    ]


def _begins_part(text: str, before: str, grammar: Grammar) -> bool:
    ended = before in _SENTENCE_END
    if mark := grammar.division(text):
        # "…, Título I, Capítulo VIII, del Código" names a place; a bare mark inside a sentence begins nothing.
        bare = mark.rest == len(text) and text[-1:].isalnum() and not text.isupper()
        return ended or not bare
    return grammar.formula(text) is not None or (ended and grammar.division(text, series=True) is not None)


def ranges(lines: Iterable[Line]) -> list[tuple[int, int]]:
    """The stretches of source that the lines stand on, in order."""
    return [span for line in lines for span in line.view.spans(0, len(line.text))]
