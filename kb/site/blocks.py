"""The blocks of a text as pages set them: paragraphs, and tables of the form "| a | b |"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, zip_longest

_ROW = re.compile(r"\s*\|.*\|\s*")
_RULE = re.compile(r"[\s|:-]*-[\s|:-]*")
# A bar inside a cell is printed behind a backslash.
_BAR = re.compile(r"(?<!\\)\|")

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table: the rows that head it, which may be none, and those below; all are as wide as the widest."""

    head: tuple[Row, ...]
    rows: tuple[Row, ...]


Block = str | Table


def blocks(text: str) -> tuple[Block, ...]:
    """The paragraphs and tables of `text`, in order; they hold all its words."""
    return tuple(block for part in text.split("\n\n") if part.strip() for block in _parted(part))


def paragraphs(text: str) -> Iterator[tuple[int, int, str]]:
    """(number among the blocks, place in `text`, words) of each part that is a paragraph and nothing else."""
    block = at = 0
    for part in text.split("\n\n"):
        if part.strip():
            if "|" not in part:
                yield block, at, part
            block += sum(1 for _ in _parted(part))
        at += len(part) + 2


def _parted(part: str) -> Iterator[Block]:
    if "|" not in part:
        yield part
        return
    for framed, lines in groupby(part.split("\n"), key=lambda line: _ROW.fullmatch(line) is not None):
        if framed:
            yield from _table(list(lines))
        else:
            yield "\n".join(lines)


def _table(lines: list[str]) -> Iterator[Table]:
    """The table that some lines make; what stands above its rule are headings."""
    ruled = next((at for at, line in enumerate(lines) if _RULE.fullmatch(line)), 0)
    read = [_cells(line) for line in lines]
    wide = list(zip(*zip_longest(*read, fillvalue=""), strict=True))
    head = tuple(row for row in wide[:ruled] if any(row))
    rows = tuple(row for row, line in zip(wide[ruled:], lines[ruled:], strict=True) if not _RULE.fullmatch(line))
    if head or rows:
        yield Table(head, rows)


def _cells(line: str) -> Row:
    inner = line.strip().removeprefix("|").removesuffix("|")
    return tuple(cell.replace("\\|", "|").strip() for cell in _BAR.split(inner))


def words(found: Iterable[Block]) -> str:
    """The words of some blocks without the frames of tables, paragraphs parted by an empty line, rows by a line."""
    return "\n\n".join(b if isinstance(b, str) else _said(b) for b in found)


def _said(table: Table) -> str:
    return "\n".join(" ".join(filter(None, row)) for row in (*table.head, *table.rows))
