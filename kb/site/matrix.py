"""Who acts on whom as a table: acting instruments down, affected ones across, or the other way round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from kb.ids import natural
from kb.site.pairs import Ends, Pair, pairs
from kb.site.ties import Ties

# As many instruments stand in the rows and in the columns; of more, those with the most effects.
_ROWS, _COLUMNS = 30, 15


@dataclass(frozen=True, slots=True)
class Matrix:
    """The cells by (row, column), and the totals of the whole register, whether all of it is shown or not.

    "" is the row or column of what is not named.
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: Mapping[Ends, Pair]
    row_totals: Mapping[str, int]
    column_totals: Mapping[str, int]
    total: int

    @property
    def rows_left(self) -> int:
        """How many rows there is no room for."""
        return len(self.row_totals) - len(self.rows)

    @property
    def columns_left(self) -> int:
        """How many columns there is no room for."""
        return len(self.column_totals) - len(self.columns)

    @property
    def effects_left(self) -> int:
        """How many effects stand in no cell that is shown."""
        shown = (self.cells[r, c].effects for r in self.rows for c in self.columns if (r, c) in self.cells)
        return self.total - sum(shown)


def matrix(ties: Ties, *, turned: bool = False) -> Matrix:
    """The matrix of the register; `turned` puts what is affected in the rows."""
    every = pairs(ties).values()
    cells = {((p.victim, p.actor) if turned else (p.actor, p.victim)): p for p in every}
    down, across = Counter[str](), Counter[str]()
    for (row, column), pair in cells.items():
        down[row] += pair.effects
        across[column] += pair.effects
    rows, columns = _chosen(down, _ROWS), _chosen(across, _COLUMNS)
    return Matrix(rows, columns, cells, down, across, sum(down.values()))


def _chosen(totals: Mapping[str, int], most: int) -> tuple[str, ...]:
    """Those with the most effects, in the order of their ids, what is not named last."""
    first = sorted(totals, key=lambda id: (-totals[id], natural(id)))[:most]
    return tuple(sorted(first, key=lambda id: (not id, natural(id))))
