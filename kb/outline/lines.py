"""Text -> lines of words: what a reader sees on each line, and where in the source every bit of it stands.

A line here is the unit in which a mark can begin: a physical line, or, where a print joins the parts of a record by
commas, one such part. Signs that are not words (emphasis, heading signs, tags, the frame of a table that is only
layout) are taken away from what is seen, and their places kept.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from kb.grammar import Grammar

Hint = tuple[int, int, str]

PLAIN, RECORDS = "plain", "records"
MARKDOWN, MDX, HTML = "text/markdown", "text/mdx", "text/html"

# A line ends with CR LF, CR, LF or one of Unicode's other line ends; a form feed after one is no empty line.
_ENDS = "\r\n\v\f\x85\u2028\u2029"
_PHYSICAL = re.compile(rf"(?P<line>[^{_ENDS}]*)(?:(?P<counted>\r\n|[\r\n])\f?|[{_ENDS[2:]}]|$)")
# Signs that nobody sees: soft hyphens, spaces without width, the byte order mark, marks of direction.
_UNSEEN = "\u00ad\u200b\u200e\u200f\u2060\ufeff"
_UNSEEN_RUN = re.compile(f"[{_UNSEEN}]+")
_EMPHASIS = re.compile(r"\*{2,}")
# A single asterisk at the edge of a word, or behind the first letter of a line ("*A*rtículo"); one with white space
# after it is a bullet.
_ITALICS = re.compile(
    r"(?<![\w*])\*(?=[^\s*])|(?<=[^\s*])\*(?![\w*])"
    r"|(?<=^\*[^\W\d_])\*(?=[^\W\d_])|(?<=^\*\*\*[^\W\d_])\*(?=[^\W\d_])"
)
_STRESSED = re.compile(r"\W{0,3}\*")
_HASHES = re.compile(r"[ \t]*#{1,6}(?:[ \t]+|$)")
_FRONT = re.compile(r"\s*---[^\S\r\n]*(?:\r\n|\r|\n).*?(?:\r\n|\r|\n)---[^\S\r\n]*(?=\r|\n|$)", re.DOTALL)
_FACT = re.compile(r"^([\w-]+)[ \t]*:[ \t]*(?P<quote>[\"']?)(?P<value>[^\r\n]*?)(?P=quote)[ \t]*\r?$", re.MULTILINE)
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


class View(NamedTuple):
    """What is seen of a stretch of source: `text`, and for each run of it (where in text, where in source)."""

    text: str
    runs: tuple[tuple[int, int], ...]

    def spans(self, start: int, end: int) -> list[tuple[int, int]]:
        """The stretches of source that text[start:end] stands on, in order."""
        if start >= end:
            return []
        runs = self.runs
        if len(runs) == 1:
            shift = runs[0][1] - runs[0][0]
            return [(start + shift, end + shift)]
        found: list[tuple[int, int]] = []
        for n in range(self._run(start), len(runs)):
            seen, offset = runs[n]
            if seen >= end:
                break
            shift = offset - seen
            until = runs[n + 1][0] if n + 1 < len(runs) else end
            found.append((max(start, seen) + shift, min(end, until) + shift))
        return found

    def source(self, at: int) -> int:
        """The source offset of the character text[at]."""
        seen, offset = self.runs[self._run(at)]
        return offset + at - seen

    def _run(self, at: int) -> int:
        """The number of the run that holds text[at]."""
        if len(self.runs) == 1:
            return 0
        return bisect_right(self.runs, at, key=itemgetter(0)) - 1

    def part(self, start: int, end: int) -> View:
        """The view of text[start:end] alone."""
        inner = [(at - start, offset) for at, offset in self.runs if start < at < end]
        return View(self.text[start:end], ((0, self.source(start)), *inner))


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


def layout_of(text: str, grammar: Grammar) -> str:
    """`records` when marks stand inside lines about as often as there are lines, else `plain`."""
    physical = [line for line in _physical(text) if line[2].strip()]
    inside = sum(len(_cuts(view(line, start), grammar)) for _, start, line in physical if ", " in line)
    return RECORDS if inside and inside * 2 >= len(physical) else PLAIN


def aside(text: str, media_type: str, grammar: Grammar, hints: Sequence[Hint]) -> list[Hint]:
    """The stretches that are no running text: those of `hints`, and pieces of the sheet inside lines, in order."""
    inside = [(a, b, "furniture") for pattern in grammar.inline for a, b in _matches(pattern, text)]
    tags = [(a, b, "markup") for a, b in _tags(text)] if media_type == MDX else []
    tags += [(a, b, "markup") for a, b in _converted(text, media_type)]
    unseen = [(a, b, "markup") for a, b in _matches(_UNSEEN_RUN, text)] if any(c in text for c in _UNSEEN) else []
    kept: list[Hint] = []
    front = front_matter(text, media_type)
    for hint in sorted([*hints, *inside, *tags, *unseen]):
        if front <= hint[0] < hint[1] and (not kept or hint[0] >= kept[-1][1]):
            kept.append(hint)
    return kept


def split(
    text: str, layout: str, media_type: str, grammar: Grammar, hidden: Sequence[tuple[int, int]] = ()
) -> list[Line]:
    """The lines of `text` that hold any words, in order, `hidden` stretches left out.

    A file's front matter is left to the caller.
    """
    lines = _plain(text, media_type, hidden)
    if layout != RECORDS:
        return list(lines)
    return [part for line in lines for part in _parts(line, grammar)]


def front_matter(text: str, media_type: str) -> int:
    """Where a Markdown file's front matter ends (0 when it has none)."""
    found = _FRONT.match(text) if media_type in (MARKDOWN, MDX) else None
    return found.end() if found else 0


def facts(text: str, media_type: str) -> dict[str, tuple[str, int]]:
    """What a Markdown file's front matter says of the text: name -> (value, its offset)."""
    end = front_matter(text, media_type)
    return {found[1]: (found["value"], found.start("value")) for found in _FACT.finditer(text, 0, end)}


def fact_lines(text: str, media_type: str) -> dict[str, str]:
    """How a Markdown file's front matter prints each thing that it says: name -> the line."""
    end = front_matter(text, media_type)
    return {found[1]: found[0].strip() for found in _FACT.finditer(text, 0, end)}


def view(text: str, offset: int, hidden: Sequence[tuple[int, int]] = ()) -> View:
    """What is seen of `text`, which begins at `offset` in the source, when the stretches `hidden` of it are not."""
    signs = [*hidden, *(sign.span() for sign in _EMPHASIS.finditer(text))] if hidden or "**" in text else []
    if not signs:
        words = text.lstrip()
        return View(words.rstrip(), ((0, offset + len(text) - len(words)),)) if words else View("", ((0, offset),))
    return _without(text, offset, sorted(signs))


def _without(text: str, offset: int, signs: list[tuple[int, int]]) -> View:
    joined, runs, at = "", [], 0
    for start, end in [*signs, (len(text), len(text))]:
        if at < start:
            runs.append((len(joined), offset + at))
            joined += text[at:start]
        # What two signs share is neither's: the second goes on from the end of the first.
        at = max(at, end)
    words = joined.strip()
    if not words:
        return View("", ((0, offset),))
    seen = View(joined, tuple(runs))
    start = len(joined) - len(joined.lstrip())
    return seen if len(words) == len(joined) else seen.part(start, start + len(words))


def _physical(text: str) -> Iterator[tuple[int, int, str]]:
    """(number, offset, line without its end) of each physical line; numbers are counted by CR LF, CR and LF."""
    number = 1
    for found in _PHYSICAL.finditer(text):
        line, end = found.groups()
        if found.end() > found.start():
            yield number, found.start(), line
            number += end is not None


def _matches(pattern: re.Pattern[str], text: str) -> list[tuple[int, int]]:
    return [found.span() for found in pattern.finditer(text)]


def _converted(text: str, media_type: str) -> Iterator[tuple[int, int]]:
    """What converters and dialects of Markdown put around a text, and the marks of quoted lines."""
    markdown = media_type in (MARKDOWN, MDX)
    if markdown and any(sign in text for sign in ("<!--", ":::", "{#", "{.")):
        yield from _matches(_CONVERTED, text)
    if ">" in text and media_type != HTML and (markdown or _is_quoted(text)):
        for _, offset, line in _physical(text):
            if found := _QUOTED.match(line):
                yield offset + found.start(), offset + found.end()


def _is_quoted(text: str) -> bool:
    """Whether nearly all lines of a plain text are quoted."""
    lines = [line for _, _, line in _physical(text) if line.strip()]
    return sum(10 for line in lines if _QUOTED.match(line)) >= _QUOTED_SHARE * len(lines)


def _plain(text: str, media_type: str, hidden: Sequence[tuple[int, int]]) -> Iterator[Line]:
    markdown = media_type in (MARKDOWN, MDX)
    ends = [end for _, end in hidden]
    front = front_matter(text, media_type)
    physical = [line for line in _physical(text) if line[1] >= front]
    rules = ((number, line) for number, _, line in physical if line.lstrip().startswith(_LINES))
    under = {n - 1: 1 if found["high"] else 2 for n, line in rules if (found := _UNDERLINE.fullmatch(line))}
    apart, parted = True, False
    tables = markdown or media_type == HTML
    for framed, block in groupby(physical, key=lambda line: tables and line[2].lstrip().startswith("|")):
        rows = list(block)
        table = framed and any(len(_filled(line)) > 1 for _, _, line in rows)
        for number, offset, line in rows:
            if not line or line.isspace():
                apart = True
                continue
            inside = _inside(hidden, ends, offset, len(line))
            if inside and inside[0][0] == 0 and (quote := _QUOTED.match(line)) and quote.end() <= inside[0][1]:
                line, offset, inside = _unquoted(line, offset, inside)
            seen = view(line, offset, _hidden(line, inside, framed=framed and not table, markdown=markdown))
            if not seen.text or (not seen.text[0].isalnum() and _RULE.fullmatch(seen.text)):
                parted = parted or bool(seen.text)
                apart = True
                continue
            level = _level(line) if markdown and "#" in line else 0
            row, indent = table and len(_filled(line)) > 1, len(line) - len(line.lstrip())
            stressed = level > 0 or (markdown and "*" in line and _STRESSED.match(line) is not None)
            yield Line(number, None, apart, seen, row, level or under.get(number, 0), indent, stressed, parted)
            apart = parted = False


def _unquoted(line: str, offset: int, inside: list[tuple[int, int]]) -> tuple[str, int, list[tuple[int, int]]]:
    """A quoted line without its marks, where it begins, and what of it is hidden."""
    gone = inside[0][1]
    return line[gone:], offset + gone, [(start - gone, end - gone) for start, end in inside[1:]]


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


def _hidden(line: str, inside: list[tuple[int, int]], *, framed: bool, markdown: bool) -> list[tuple[int, int]]:
    """The stretches of a line that are not seen: signs, and the frame of a table that is only layout."""
    if not framed and not (markdown and ("*" in line or "#" in line)):
        return inside
    signs = set(inside)
    if framed:
        cells = [cell.span() for cell in _filled(line)]
        edges = [0, *(at for cell in cells for at in cell), len(line)]
        signs.update((a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if a < b)
    if markdown and "*" in line.replace("**", ""):
        signs.update(sign.span() for sign in _ITALICS.finditer(line))
    if heading := _HASHES.match(line):
        signs.add(heading.span())
    return sorted(signs)


def _filled(line: str) -> list[re.Match[str]]:
    """The cells of a table's row that hold words."""
    return [cell for cell in _CELL.finditer(line) if re.search(r"\w", cell[0])]


def _tags(text: str) -> list[tuple[int, int]]:
    """The tags of an MDX text, without the titles that they show."""
    found: list[tuple[int, int]] = []
    for tag in _TAG.finditer(text):
        shown = [title.span() for title in _SHOWN.finditer(text, *tag.span())]
        edges = [tag.start(), *(at for span in shown for at in span), tag.end()]
        found.extend(zip(edges[::2], edges[1::2], strict=True))
    return found


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
    return [span for line in lines for span in line.view.spans(0, len(line.text))]
