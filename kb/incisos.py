"""Incisos: the paragraphs of an article that bear no number, counted as lawyers count them, as stretches of its text.

Reads the nodes of one document with where their text stands in the source. Counted are the paragraphs of an article, or
of a parágrafo of it, in printed order: those before its list and those after, the members of the list not. What is
promised is an address for each; the tree stays as it is.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import itemgetter

from kb import ids
from kb.model import Inciso, Node

Runs = Sequence[tuple[int, int]]
Stretch = tuple[int, int]

# Whose paragraphs are counted.
_COUNTED = frozenset({"article", "section", "paragraph"})
# Whose lines tell where the margin is.
_PRINTED = _COUNTED | ids.BELOW_ARTICLE
_APART = re.compile(r"\n\n+")
_LINE_END = re.compile(r"\n+")
# A full stop ends a paragraph where the line ends there too; a closing quotation mark or bracket may stand behind it.
_STOPPED = re.compile(r"\.[\"”»’)*]*$")
# A number or a small letter behind a stop goes on with the sentence ("el art. / 4º").
_BEGINS = re.compile(r"[\"“«‘(¿¡]*[A-ZÁÉÍÓÚÜÑ]")
# Members of a list whose marks nobody read (bullets, "1.1 …", "a) …"), and the rows of a table.
_MEMBER = re.compile(r"[-–—•·▪●*]\s|\(?\d{1,3}(?:\.\d{1,3})*[.)º°-]{1,3}\s|\d{1,3}\.\d{1,3}\s|\(?[a-zñ]{1,2}\)|\|")
_WORD = re.compile(r"[^\W\d_]")
_BRACKETS = " \t\n()<>[]*_."
_LONGEST_HEADING = 90
# Of the line ends that end or break a sentence, as many must break one for the text to be folded at its margin.
_FOLDED = 0.34


def incisos(nodes: Sequence[Node], runs: Mapping[str, Runs], words: str) -> list[Inciso]:
    """The incisos of the nodes of one document, in reading order; `runs` by eId, `words` are the decoded source.

    Where a print numbers them itself ("(2) …") they are nodes already, and listed under the addresses of these.
    """
    children: dict[tuple[str | None, str], list[Node]] = defaultdict(list)
    for node in nodes:
        children[node.parent, node.kind].append(node)
    folded = is_folded(node.text for node in nodes if node.kind in _PRINTED)
    found: list[Inciso] = []
    for node in nodes:
        numbered = children[node.eid, "subparagraph"] if node.kind in _COUNTED else []
        if numbered:
            found.extend(_numbered(node, numbered, runs))
        elif node.kind in _COUNTED:
            printed = [node, *children[node.eid, "wrapup"]]
            found.extend(_counted(node, printed, runs, words, folded=folded))
    return found


def counts(found: Iterable[Inciso]) -> Mapping[tuple[str, str], int]:
    """(instrument, eId of an article or parágrafo) -> how many paragraphs its print tells apart."""
    return Counter((inciso.instrument, inciso.parent) for inciso in found)


def is_folded(texts: Iterable[str]) -> bool:
    """Whether lines end where the margin is, not where a paragraph does."""
    ended = broken = 0
    for text in texts:
        for block in _APART.split(text) if "\n" in text else ():
            lines = [line.rstrip() for line in block.split("\n")[:-1]]
            ended += sum(_STOPPED.search(line) is not None for line in lines)
            broken += sum(line[-1:].isalnum() or line.endswith(("-", ",")) for line in lines)
    return broken > _FOLDED * (ended + broken)


def paragraphs(text: str, *, folded: bool) -> list[Stretch]:
    """Where the paragraphs of `text` stand.

    They are parted by an empty line or, where the text is not folded at its margin, by a line end after a full stop.
    """
    found: list[Stretch] = []
    start = 0
    for gap in _LINE_END.finditer(text):
        if _parts(text, gap, folded=folded):
            found.append((start, gap.start()))
            start = gap.end()
    found.append((start, len(text)))
    return [(first, last) for first, last in found if _says(text[first:last])]


def _says(words: str) -> bool:
    """Whether a stretch is a paragraph: not only signs, and no heading in capitals."""
    heading = len(words) <= _LONGEST_HEADING and words.isupper() and words.rstrip()[-1:].isalnum()
    return not heading and _WORD.search(words) is not None


def _parts(text: str, gap: re.Match[str], *, folded: bool) -> bool:
    """Whether a line end parts two paragraphs."""
    if len(gap[0]) > 1:
        return True
    if folded or not _BEGINS.match(text, gap.end()):
        return False
    before = text[text.rfind("\n", 0, gap.start()) + 1 : gap.start()]
    return _STOPPED.search(before.rstrip()) is not None


def _numbered(parent: Node, members: Iterable[Node], runs: Mapping[str, Runs]) -> Iterator[Inciso]:
    """The subparagraphs that a print numbers, which are nodes of their own."""
    for node in members:
        if (node.number or "").isdecimal():
            start = _source(runs[node.eid], 0) if node.text else node.start
            yield replace(
                _made(parent, node, int(node.number or 0), (0, len(node.text)), (start, node.end), node.line),
                eid=node.eid,
            )


def _counted(
    parent: Node, printed: Iterable[Node], runs: Mapping[str, Runs], words: str, *, folded: bool
) -> list[Inciso]:
    """The paragraphs of an article and of what is printed after its list."""
    found: list[Inciso] = []
    at, line = parent.start, parent.line
    for node in printed:
        for first, last in _stretches(parent, node, folded=folded):
            start, end = _source(runs[node.eid], first), _source(runs[node.eid], last - 1) + 1
            behind = first == 0 and node is not parent
            if found and behind and "\n" not in words[found[-1].end : start]:
                # The sentence goes on behind a list that is printed inside it.
                found[-1] = replace(found[-1], end=end)
                continue
            line += words.count("\n", at, start)
            at = start
            found.append(_made(parent, node, len(found) + 1, (first, last), (start, end), line))
    return found


def _stretches(parent: Node, node: Node, *, folded: bool) -> Iterator[Stretch]:
    """The paragraphs of a node that are counted: neither notes nor members of a list whose marks nobody read."""
    for first, last in paragraphs(node.text, folded=folded):
        if not (_is_note(parent, node.text[first:last]) or _MEMBER.match(node.text, first, last)):
            yield first, last


def _made(parent: Node, node: Node, n: int, stretch: Stretch, place: Stretch, line: int) -> Inciso:
    return Inciso(
        instrument=parent.instrument,
        eid=ids.eid("subparagraph", str(n), parent.eid),
        n=n,
        start=place[0],
        end=place[1],
        parent=parent.eid,
        node=node.eid,
        first=stretch[0],
        last=stretch[1],
        source=node.source,
        line=line,
        status=parent.status,
    )


def _is_note(article: Node, words: str) -> bool:
    """Whether a paragraph is only what the print says of the article's state, no words of the law."""
    return article.note is not None and words.strip(_BRACKETS) in article.note


def _source(runs: Runs, at: int) -> int:
    """The source offset of the character text[at]."""
    seen, offset = runs[bisect_right(runs, at, key=itemgetter(0)) - 1] if len(runs) > 1 else runs[0]
    return offset + at - seen
