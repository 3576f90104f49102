"""Rows as CSV that a spreadsheet opens as what they are: text, never a formula.

UTF-8 with a byte order mark, which Excel needs to see the accents; quoted as RFC 4180 says, with its line ends; one
header row. A cell that a spreadsheet would take for a formula begins with an apostrophe.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

# What begins a formula, or hides the sign that does (OWASP, "CSV Injection").
_DANGEROUS = tuple("=+-@\t\r\n＝＋－＠")
Row = Mapping[str, Any]


def csv_bytes(columns: Sequence[str], rows: Iterable[Row]) -> bytes:
    """The rows as a file; a column that a row has not is an empty cell."""
    return "".join(records(columns, rows)).encode("utf-8-sig")


def records(columns: Sequence[str], rows: Iterable[Row]) -> Iterator[str]:
    """The same file in its records, each with its line end, the header first."""
    yield _record(columns)
    yield from (_record([cell(row.get(name)) for name in columns]) for row in rows)


def _record(cells: Sequence[str]) -> str:
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\r\n").writerow(cells)
    return out.getvalue()


def cell(value: Any) -> str:
    """A value as a cell: yes and no for truth, nothing for None, and no formulas."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = "" if value is None else str(value)
    return f"'{text}" if isinstance(value, str) and text.startswith(_DANGEROUS) else text
