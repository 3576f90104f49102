"""Whether a file that is read as one law seems to hold several."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb import ids
from kb.corpus import Document
from kb.model import Node, Problem

# What Markdown and printers set before a title and around it, and what marks a line as one.
_BEFORE_TITLE, _AROUND, _SET_AS_TITLE = "#*_> \t", "#*_. \t\r\n", ("#", "**")
# A number and its year stand no further apart ("Acuerdo número 9 del 4 de febrero de 1994").
_NEAR = 40
# (type, number, year).
Law = tuple[str, str, int]


@dataclass(frozen=True, slots=True)
class _Title:
    """A line that names a law: where it begins, which law, in what words."""

    start: int
    law: Law
    words: str


def several_laws(document: Document, nodes: Sequence[Node]) -> Iterator[Problem]:
    """A problem when more than one line that names a law, each another, is followed by an article 1.

    A law begins anew only with its number on a line of its own and with its first article: neither a citation at the
    head of a line nor an article that is printed twice makes another law. A law that is named before its text is
    annexed by right.
    """
    firsts = [node for node in nodes if _is_first(node)]
    if len(firsts) < 2:
        return
    titles = list(_titles(document))
    starts = [title.start for title in titles]
    named: dict[Law, _Title] = {}
    for first in firsts:
        at = bisect(starts, first.start) - 1
        if at >= 0 and not (named and _is_announced(titles[at], document.words)):
            named.setdefault(titles[at].law, titles[at])
    if len(named) > 1:
        yield _problem(document, nodes[0].instrument, list(named.values()))


def _is_first(node: Node) -> bool:
    return node.kind == "article" and node.number == "1" and ids.layer(node.eid) != "quoted"


def _titles(document: Document) -> Iterator[_Title]:
    """The lines that name a law and say nothing else, but for a day in brackets, or are set as titles."""
    citing, start = document.grammar.citing, 0
    for line in document.words.splitlines(keepends=True):
        bare = line.lstrip(_BEFORE_TITLE)
        law, found = citing.identified(bare), citing.identity.match(bare)
        if law and found:
            rest = bare[found.end() :].lstrip()
            if line.startswith(_SET_AS_TITLE) or not rest.strip(_AROUND) or rest.startswith("("):
                yield _Title(start, law, found[0])
        start += len(line)


def _is_announced(title: _Title, words: str) -> bool:
    """Whether a law is named before its title, as what is annexed is: its number, and its year or its type near it."""
    type_, number, year = title.law
    before = words[: title.start]
    dated = re.search(rf"\b0*{re.escape(number)}\b.{{1,{_NEAR}}}?\b{year}\b", before)
    said = rf"\b{re.escape(type_)}\b\D{{1,20}}\b0*{re.escape(number)}\b(?!\D{{1,8}}\d{{4}})"
    called = re.search(said, before, re.IGNORECASE)
    return dated is not None or called is not None


def _problem(document: Document, instrument: str, named: Sequence[_Title]) -> Problem:
    file = document.source.file
    words = "; ".join(" ".join(title.words.split()) for title in named)
    line = document.words.count("\n", 0, named[1].start) + 1
    return Problem(
        code="several-laws",
        instrument=instrument,
        source=file,
        line=line,
        params=(("count", str(len(named))), ("file", file), ("laws", words)),
    )
