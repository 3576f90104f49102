"""Blocks -> words: white space collapsed as a browser does, with the places of roles, links and strokes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from kb.corpus.html.blocks import BREAK, Block, Style, TextRun

_APART = "\n\n"


@dataclass(frozen=True, slots=True)
class PageText:
    """The words of a page and what holds of stretches of them."""

    words: str
    hints: tuple[tuple[int, int, str], ...]
    links: tuple[tuple[int, int, str], ...]
    struck: tuple[tuple[int, int], ...]


@dataclass(slots=True)
class _Sheet:
    """The pieces written so far, how long they are together, and where each style holds."""

    pieces: list[str] = field(default_factory=list)
    length: int = 0
    styled: list[tuple[int, int, int, Style]] = field(default_factory=list)

    def write(self, text: str) -> None:
        self.pieces.append(text)
        self.length += len(text)


def assembled(blocks: Sequence[Block]) -> PageText:
    """The words of the blocks, an empty line between each two; two line breaks in a row part a block as well."""
    sheet = _Sheet()
    for number, block in enumerate(blocks):
        _write(number, _evened(block), sheet)
    struck = _stretches(sheet, lambda style: "s" * style.struck)
    return PageText(
        words="".join(sheet.pieces),
        hints=tuple(_stretches(sheet, lambda style: style.role)),
        links=tuple(_stretches(sheet, lambda style: style.href)),
        struck=tuple((start, end) for start, end, _ in struck),
    )


def _evened(block: Block) -> tuple[TextRun, ...]:
    """The runs of a block; when all that is said in it has one role, the signs between have it too."""
    roles = {run.style.role for run in block.runs if any(map(str.isalnum, run.text))}
    return block.with_role(roles.pop()).runs if len(roles) == 1 and roles != {""} else block.runs


def _write(number: int, runs: Sequence[TextRun], sheet: _Sheet) -> None:
    """Write one block; white space at its ends and at the ends of its lines is none."""
    gap = _APART if sheet.pieces else ""
    wrote = False
    for run in runs:
        for breaks, part in enumerate(run.text.split(BREAK)):
            if breaks and wrote:
                gap = _APART if "\n" in gap else "\n"
            words = " ".join(part.split())
            if not words:
                gap = gap or (" " if part and wrote else "")
                continue
            if part[0].isspace() and wrote and not gap:
                gap = " "
            sheet.write(gap)
            start = sheet.length
            sheet.write(words)
            sheet.styled.append((start, sheet.length, number, run.style))
            wrote, gap = True, " " if part[-1].isspace() else ""


def _stretches(sheet: _Sheet, says: Callable[[Style], str]) -> Iterator[tuple[int, int, str]]:
    """The parts whose style says something, neighbours in one block of which it says the same as one stretch."""
    for (_, value), group in groupby(sheet.styled, key=lambda part: (part[2], says(part[3]))):
        if value:
            members = list(group)
            yield members[0][0], members[-1][1], value
