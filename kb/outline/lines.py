"""Text -> lines of words: what a reader sees on each line, and where in the source every bit of it stands.

A line here is the unit in which a mark can begin: a physical line, or, where a print joins the parts of a record by
commas, one such part. Signs that are not words (emphasis, heading signs, tags, the frame of a table that is only
layout) are taken away from what is seen, and their places kept.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from typing import NamedTuple

from kb.grammar import Grammar
from kb.outline.front import MARKDOWN, MDX, front_matter
from kb.outline.views import View, view

Hint = tuple[int, int, str]

PLAIN, RECORDS = "plain", "records"
HTML = "text/html"

# A line ends with CR LF, CR, LF or one of Unicode's other line ends; a form feed after one is no empty line.
_ENDS = "\r\n\v\f\x85\u2028\u2029"
_PHYSICAL = re.compile(rf"(?P<line>[^{_ENDS}]*)(?:(?P<counted>\r\n|[\r\n])\f?|[{_ENDS[2:]}]|$)")
# Signs that nobody sees: soft hyphens, spaces without width, the byte order mark, marks of direction.
_UNSEEN = "\u00ad\u200b\u200e\u200f\u2060\ufeff"
_UNSEEN_RUN = re.compile(f"[{_UNSEEN}]+")
# A single asterisk at the edge of a word, or behind the first letter of a line ("*A*rtículo"); one with white space
# after it is a bullet.
_ITALICS = re.compile(
    r"(?<![\w*])\*(?=[^\s*])|(?<=[^\s*])\*(?![\w*])"
    r"|(?<=^\*[^\W\d_])\*(?=[^\W\d_])|(?<=^\*\*\*[^\W\d_])\*(?=[^\W\d_])"
)
_STRESSED = re.compile(r"\W{0,3}\*")
_HASHES = re.compile(r"[ \t]*#{1,6}(?:[ \t]+|$)")
# What a heading is underlined with.
_LINES = ("=", "-", "~")
_UNDERLINE = re.compile(r"\s*(?P<high>={3,})\s*|\s*[-~]{3,}\s*")
_RULE = re.compile(r"[-=_*~\s]{3,}|`{3,}\w*")
# A component of MDX: a capitalised tag with attributes in its own manner; the title it shows is text.
_TAG = re.compile(r"</?[A-Z][A-Za-z]*(?:\s+[A-Za-z]+(?:=(?:\"[^\"<>]*\"|\{[^{}<>]*\}))?)*\s*/?>")
_SHOWN = re.compile(r"(?<=\stitle=\")[^\"]+")
# Marks of converters: comments, fences of blocks, attributes of headings.
_CONVERTED = re.compile(r"<!--[^\n]*?-->|^[ \t>]*:{3,}[^\n]*$|[ \t]*\{[#.][^{}\n]*\}[ \t]*$", re.MULTILINE)
# What a quoted line begins with, and as many lines in ten of a plain text that is quoted as a whole.
_QUOTED = re.compile(r"[ \t]*>(?:[ \t]?>)*[ \t]?")
_QUOTED_SHARE = 8
_CELL = re.compile(r"(?<=\|)[^|]+(?=\||$)")
# Parts of a record are joined by ", "; the next part begins with a capital, a bracket or emphasis.
_JOINT = re.compile(r",\s+(?=\(?(?P<first>\w))")
_SENTENCE_END = frozenset(".;:")


class Line(NamedTuple):
    """One line: its physical line number (from 1), its record, whether an empty line stands before it, what is seen.

    `row` is True for a row of a table with several filled cells, which is words whatever it begins with. `level` is
    that of a heading in Markdown or AsciiDoc (1 is the highest), 0 for any other line; `indent` the white space
    before the words. `stressed`: it begins with a sign of emphasis, or is a heading; `parted`: a rule across the page
    stands before it.
    """

    number: int
    record: int | None
    apart: bool
    view: View
    row: bool = False
    level: int = 0
    indent: int = 0
    stressed: bool = False
    parted: bool = False

    @property
    def text(self) -> str:
        """The words of the line, without white space at its ends."""
        return self.view.text


class _Physical(NamedTuple):
    """A physical line without its end: its number, where it begins, its words.

    `table`: it is a row of a table with cells beside one another; `framed`: of one whose frame is only layout.
    """

    number: int
    offset: int
    text: str
    table: bool = False
    framed: bool = False


def layout_of(text: str, grammar: Grammar) -> str:
    """`records` when marks stand inside lines about as often as there are lines, else `plain`."""
    physical = [line for line in _physical(text) if line.text.strip()]
    inside = sum(len(_cuts(view(line.text, line.offset), grammar)) for line in physical if ", " in line.text)
    return RECORDS if inside and inside * 2 >= len(physical) else PLAIN


def aside(text: str, media_type: str, grammar: Grammar, hints: Sequence[Hint]) -> list[Hint]:
    """The stretches that are no running text: those of `hints`, and pieces of the sheet inside lines, in order."""
    found = list(hints)
    for pattern in grammar.inline:
        found += [(*match.span(), "furniture") for match in pattern.finditer(text)]
    found += [(start, end, "markup") for start, end in _signs_of_markup(text, media_type)]
    kept: list[Hint] = []
    at = front_matter(text, media_type)
    for start, end, role in sorted(found):
        if at <= start < end:
            kept.append((start, end, role))
            at = end
    return kept


def _signs_of_markup(text: str, media_type: str) -> Iterator[tuple[int, int]]:
    if media_type == MDX:
        yield from _tags(text)
    yield from _converted(text, media_type)
    if any(sign in text for sign in _UNSEEN):
        yield from _matches(_UNSEEN_RUN, text)


def split(
    text: str, layout: str, media_type: str, grammar: Grammar, hidden: Sequence[tuple[int, int]] = ()
) -> list[Line]:
    """The lines of `text` that hold any words, in order, `hidden` stretches left out.

    A file's front matter is left to the caller.
    """
    lines = _plain(text, media_type, hidden)
    if layout != RECORDS:
        return list(lines)
    return list(chain.from_iterable(_parts(line, grammar) for line in lines))


def _physical(text: str) -> Iterator[_Physical]:
    """The physical lines; their numbers are counted by CR LF, CR and LF."""
    number = 1
    for found in _PHYSICAL.finditer(text):
        line, end = found.groups()
        if found.end() > found.start():
            yield _Physical(number, found.start(), line)
            number += end is not None


def _matches(pattern: re.Pattern[str], text: str) -> list[tuple[int, int]]:
    return [found.span() for found in pattern.finditer(text)]


def _converted(text: str, media_type: str) -> Iterator[tuple[int, int]]:
    """What converters and dialects of Markdown put around a text, and the marks of quoted lines."""
    markdown = media_type in (MARKDOWN, MDX)
    if markdown and any(sign in text for sign in ("<!--", ":::", "{#", "{.")):
        yield from _matches(_CONVERTED, text)
    if ">" in text and media_type != HTML and (markdown or _is_quoted(text)):
        for line in _physical(text):
            if found := _QUOTED.match(line.text):
                yield line.offset + found.start(), line.offset + found.end()


def _is_quoted(text: str) -> bool:
    """Whether nearly all lines of a plain text are quoted."""
    lines = [line.text for line in _physical(text) if line.text.strip()]
    return sum(10 for line in lines if _QUOTED.match(line)) >= _QUOTED_SHARE * len(lines)


def _plain(text: str, media_type: str, hidden: Sequence[tuple[int, int]]) -> Iterator[Line]:
    markdown = media_type in (MARKDOWN, MDX)
    front = front_matter(text, media_type)
    physical = [line for line in _physical(text) if line.offset >= front]
    underlined = _underlined(physical)
    ends = [end for _, end in hidden]
    apart, parted = True, False
    for row in _with_tables(physical) if markdown or media_type == HTML else physical:
        if not row.text.strip():
            apart = True
            continue
        row, inside = _unquoted(row, _inside(hidden, ends, row.offset, len(row.text)))
        seen = view(row.text, row.offset, _hidden(row, inside, markdown=markdown))
        if seen.text and not _is_rule(seen.text):
            line = _line(row, seen, markdown=markdown)
            yield line._replace(apart=apart, parted=parted, level=line.level or underlined.get(row.number, 0))
            apart = parted = False
        else:
            parted = parted or bool(seen.text)
            apart = True


def _underlined(physical: Sequence[_Physical]) -> dict[int, int]:
    """The level of each line, by its number, that has a heading's line of signs below it."""
    levels: dict[int, int] = {}
    for line in physical:
        if line.text.lstrip().startswith(_LINES) and (found := _UNDERLINE.fullmatch(line.text)):
            levels[line.number - 1] = 1 if found["high"] else 2
    return levels


def _with_tables(physical: Iterable[_Physical]) -> Iterator[_Physical]:
    """The lines, those told that are rows of a table; the frame of a single column is only layout."""
    for barred, block in groupby(physical, key=lambda line: line.text.lstrip().startswith("|")):
        if not barred:
            yield from block
            continue
        rows = list(block)
        table = any(len(_filled(row.text)) > 1 for row in rows)
        yield from (row._replace(table=table, framed=not table) for row in rows)


def _is_rule(text: str) -> bool:
    return not text[0].isalnum() and _RULE.fullmatch(text) is not None


def _line(row: _Physical, seen: View, *, markdown: bool) -> Line:
    """What is seen of a physical line, with what its signs say of it."""
    level = _level(row.text) if markdown and "#" in row.text else 0
    emphasised = markdown and "*" in row.text and _STRESSED.match(row.text) is not None
    return Line(
        number=row.number,
        record=None,
        apart=False,
        view=seen,
        row=row.table and len(_filled(row.text)) > 1,
        level=level,
        indent=len(row.text) - len(row.text.lstrip()),
        stressed=level > 0 or emphasised,
    )


def _unquoted(row: _Physical, inside: list[tuple[int, int]]) -> tuple[_Physical, list[tuple[int, int]]]:
    """The line without the marks of a quoted one that it begins with, and what else of it is hidden."""
    quote = _QUOTED.match(row.text) if inside and inside[0][0] == 0 else None
    if quote is None or quote.end() > inside[0][1]:
        return row, inside
    gone = inside[0][1]
    rest = [(start - gone, end - gone) for start, end in inside[1:]]
    return row._replace(text=row.text[gone:], offset=row.offset + gone), rest


def _level(line: str) -> int:
    heading = _HASHES.match(line)
    return heading[0].count("#") if heading else 0


def _inside(hidden: Sequence[tuple[int, int]], ends: Sequence[int], offset: int, length: int) -> list[tuple[int, int]]:
    """What of the hidden stretches lies in the line of `length` at `offset`, counted from its start."""
    inside = []
    for at in range(bisect_right(ends, offset), len(hidden)):
        start, end = hidden[at]
        if start >= offset + length:
            break
        inside.append((max(start - offset, 0), min(end - offset, length)))
    return inside


def _hidden(row: _Physical, inside: list[tuple[int, int]], *, markdown: bool) -> list[tuple[int, int]]:
    """The stretches of a line that are not seen: signs, and the frame of a table that is only layout."""
    line = row.text
    if not row.framed and not (markdown and ("*" in line or "#" in line)):
        return inside
    signs = set(inside)
    if row.framed:
        signs.update(between(0, [cell.span() for cell in _filled(line)], len(line)))
    if markdown and "*" in line.replace("**", ""):
        signs.update(_matches(_ITALICS, line))
    if heading := _HASHES.match(line):
        signs.add(heading.span())
    return sorted(signs)


def _filled(line: str) -> list[re.Match[str]]:
    """The cells of a table's row that hold words."""
    return [cell for cell in _CELL.finditer(line) if re.search(r"\w", cell[0])]


def _tags(text: str) -> Iterator[tuple[int, int]]:
    """The tags of an MDX text, without the titles that they show."""
    for tag in _TAG.finditer(text):
        shown = [title.span() for title in _SHOWN.finditer(text, *tag.span())]
        yield from between(tag.start(), shown, tag.end())


def _parts(line: Line, grammar: Grammar) -> Iterator[Line]:
    cuts = _cuts(line.view, grammar)
    starts = [0, *(end for _, end in cuts)]
    ends = [*(start for start, _ in cuts), len(line.text)]
    for a, b in zip(starts, ends, strict=True):
        if line.text[a:b].strip():
            yield line._replace(record=line.number, apart=True, view=line.view.part(a, b))


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
    if grammar.is_words(text):
        return False
    ended = before in _SENTENCE_END
    if mark := grammar.division(text):
        # "…, Título I, Capítulo VIII, del Código" names a place; a bare mark inside a sentence begins nothing.
        bare = mark.rest == len(text) and text[-1:].isalnum() and not text.isupper()
        return ended or not bare
    return grammar.formula(text) is not None or (ended and grammar.division(text, series=True) is not None)


def joined(first: Line, second: Line, text: str) -> Line:
    """Two lines seen as one, parted by the first sign that stands between them in the source `text`."""
    at = first.view.source(len(first.text) - 1) + 1
    gap = len(first.text)
    runs = [*first.view.runs, (gap, at), *((gap + 1 + seen, offset) for seen, offset in second.view.runs)]
    return first._replace(view=View(first.text + text[at] + second.text, tuple(runs)))


def ranges(lines: Iterable[Line]) -> list[tuple[int, int]]:
    """The stretches of source that the lines stand on, in order."""
    return list(chain.from_iterable(line.view.spans(0, len(line.text)) for line in lines))


def between(start: int, spans: Iterable[tuple[int, int]], end: int) -> list[tuple[int, int]]:
    """What lies between `start` and `end` around the spans, which are in order."""
    edges = [start, *chain.from_iterable(spans), end]
    return [(one, other) for one, other in zip(edges[::2], edges[1::2], strict=True) if one < other]
