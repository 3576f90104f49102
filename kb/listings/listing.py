"""An answer in its three forms: lines for people, objects for programs, rows for spreadsheets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kb.sheet import Row, csv_bytes


@dataclass(frozen=True, slots=True)
class Listing:
    """What a command found.

    `text` gives its lines folded to a width, `value` is the JSON, `columns` and `rows` are the CSV, and `found` is
    false when the answer is nothing.
    """

    text: Callable[[int], str]
    value: Any
    columns: Sequence[str]
    rows: Sequence[Row]
    found: bool = True

    def csv(self) -> bytes:
        """The rows as a spreadsheet may safely open them."""
        return csv_bytes(self.columns, self.rows)
