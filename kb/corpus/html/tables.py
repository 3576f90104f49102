"""Tables: those that hold data stay tables, those that only lay a page out are read in order.

Data stands in several filled cells of several rows; rows of headings above it are ruled off as in Markdown. A row of a
mark and its words ("(a)" | "the profits …") is a line of a list, a cell that holds blocks or tables of its own is part
of a layout.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, zip_longest

from kb.corpus.html.blocks import BREAK, PAGE_END, TABLE, Block, Style, TextRun

# What stands before a line of a list: "(a)", "1.", "iv)", "Section 2.01", a bullet.
_MARK = re.compile(
    r"[(\[]?(?:\d{1,4}(?:\.\d{1,3})*|[A-Za-zñÑ]{1,2}|[ivxlcIVXLC]{1,7})[.)\]º°:]+[-–—.:]*"
    r"|[^\W\d]{2,12}\.?\s+(?:\d{1,4}(?:\.\d{1,3})*|[IVXLC]{1,7})[.)º°:\-–—]*|[•·●○▪■◦*–—-]"
)
# A cell of data is a few words or a paragraph; more than this many blocks are a column of a page.
_BLOCKS_A_CELL = 4
_SHORT = 40
_WIDEST = 50
# Where hardly one place in so many holds a cell, one long row stands over short ones: columns would be blanks.
_SPARSEST = 50
Row = list[list[Block]]


@dataclass(slots=True)
class HtmlTable:
    """A table that is being read: its rows of cells of blocks, and what stands in it outside cells.

    `plain` are the places of the rows that hold a cell which is no heading.
    """

    style: Style
    rows: list[Row] = field(default_factory=list)
    stray: list[Block] = field(default_factory=list)
    plain: set[int] = field(default_factory=set)
    holds_tables: bool = False

    def add(self, cell: list[Block], span: int, *, heads: bool) -> None:
        """Put a cell that is `span` columns wide at the end of the last row; `heads` when it is a heading."""
        if not self.rows:
            self.rows.append([])
        if not heads:
            self.plain.add(len(self.rows) - 1)
        empty: list[Block] = []
        self.rows[-1].extend([cell, *[empty] * (min(span, _WIDEST) - 1)])


def blocks(table: HtmlTable) -> list[Block]:
    """The blocks that a table comes to: one for a table of data, else those of its cells in order."""
    if _holds_data(table):
        return [*table.stray, _data(table)]
    return list(chain(table.stray, *(_laid_out(row, table.style) for row in table.rows)))


def _holds_data(table: HtmlTable) -> bool:
    cells = list(chain.from_iterable(table.rows))
    if table.holds_tables or any(len(cell) > _BLOCKS_A_CELL or _ends_sheet(cell) for cell in cells):
        return False
    widest = max(map(len, table.rows), default=0)
    if len(table.rows) * widest > _SPARSEST * len(cells):
        return False
    filled = [list(filter(None, row)) for row in table.rows]
    full = [row for row in filled if len(row) > 1]
    return len(full) > 1 and not all(map(_is_listed, full))


def _ends_sheet(cell: list[Block]) -> bool:
    return any(block.kind == PAGE_END for block in cell)


def _is_listed(filled: Row) -> bool:
    """Whether a row is a mark with its words."""
    return len(filled) == 2 and len(filled[0]) == 1 and bool(_MARK.fullmatch(filled[0][0].plain))


def _data(table: HtmlTable) -> Block:
    columns = [column for column in zip_longest(*table.rows, fillvalue=[]) if any(column)]
    runs: list[TextRun] = []
    headings = True
    for at, row in enumerate(zip(*columns, strict=True)):
        if not any(row):
            continue
        if headings and at in table.plain:
            headings = False
            runs += [TextRun("| --- " * len(columns) + "|", table.style), TextRun(BREAK, table.style)] if runs else []
        runs += _row(row, table.style)
    return Block(tuple(runs[:-1]), TABLE)


def _row(row: tuple[list[Block], ...], style: Style) -> Iterator[TextRun]:
    for cell in row:
        yield TextRun("| ", style)
        for block in cell:
            for run in (*block.runs, TextRun(" ", style)):
                yield replace(run, text=run.text.replace(BREAK, " ").replace("|", "\\|"))
        yield TextRun(" ", style)
    yield TextRun("|", style)
    yield TextRun(BREAK, style)


def _laid_out(row: Row, style: Style) -> list[Block]:
    """The blocks of a row in order; a short cell stands on one line with what it is printed beside."""
    read: list[Block] = []
    beside = False
    for cell in filter(None, row):
        below = cell
        if beside and read[-1].kind == cell[0].kind:
            runs = (*read[-1].runs, TextRun(" ", style), *cell[0].runs)
            read[-1] = replace(read[-1], runs=runs)
            below = cell[1:]
        read.extend(below)
        beside = len(cell) == 1 and cell[0].kind not in (PAGE_END, TABLE) and len(cell[0].plain) <= _SHORT
    return read
