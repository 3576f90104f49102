"""Lines -> lines with a role: the sheet's furniture, a framing phrase, the mark of a division, or plain words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kb.grammar import Formula, Grammar, Mark
from kb.ids import BELOW_ARTICLE
from kb.outline.lines import Line

FURNITURE, FORMULA, HEAD, PARAGRAPH, SERIES, WORDS = "furniture", "formula", "head", "paragraph", "series", "words"


@dataclass(frozen=True, slots=True)
class Marked:
    """A line and its role; `mark` for heads, paragraphs and members of series, `formula` for a framing phrase.

    A `head` begins a container or an article; a series mark is only a candidate until its sequence is seen.
    """

    line: Line
    role: str
    mark: Mark | None = None
    formula: Formula | None = None

    @property
    def rest(self) -> int:
        """Where the words after the mark begin."""
        return self.mark.rest if self.mark else 0


def mark_lines(lines: Iterable[Line], grammar: Grammar) -> Iterator[Marked]:
    """Each line with its role; a mark is not taken where the line before it plainly goes on."""
    before: Line | None = None
    for line in lines:
        yield _marked(line, grammar, goes_on=_goes_on(before, line, grammar))
        before = line


def _marked(line: Line, grammar: Grammar, *, goes_on: bool) -> Marked:
    if grammar.is_furniture(line.text):
        return Marked(line, FURNITURE)
    if goes_on:
        return Marked(line, WORDS)
    if mark := grammar.division(line.text):
        return Marked(line, PARAGRAPH if mark.kind in BELOW_ARTICLE else HEAD, mark)
    if formula := grammar.formula(line.text):
        return Marked(line, FORMULA, formula=formula[0])
    if mark := grammar.division(line.text, series=True):
        return Marked(line, SERIES, mark)
    return Marked(line, WORDS)


def _goes_on(before: Line | None, line: Line, grammar: Grammar) -> bool:
    """Whether the line before ends in a word that leads on ("… de acuerdo con el / Artículo 24. …")."""
    if before is None or line.apart:
        return False
    last = before.text.rsplit(None, 1)[-1].lower()
    return last in grammar.leads_on
