"""What is odd or missing in the corpus, all of it or what a baseline does not have, as a listing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from kb.listings.listing import Listing
from kb.listings.words import bold, fold, lines
from kb.query.baseline import Compared, compared, read_baseline, write_baseline

if TYPE_CHECKING:
    from kb.store import Store, StoredProblem

COLUMNS = ("severity", "code", "instrument", "eid", "source", "line", "message", "message_es")
_GRAVEST_FIRST = ("error", "warning", "info")


def audit(store: Store, baseline: Path | None, written: Path | None) -> Listing:
    """The problems that are not in the baseline, gravest first; with `written` all of them are its new lines.

    It finds something when there are new problems and no baseline is being written.
    """
    every = store.problems()
    found = compared(every, read_baseline(baseline) if baseline else ())
    new = sorted(found.new, key=lambda problem: _GRAVEST_FIRST.index(problem.severity))
    if written:
        write_baseline(written, every)
    value = {"problems": [asdict(p) for p in new], "new": len(new), "known": found.known, "gone": found.gone}

    def told(width: int) -> str:
        return _text(new, found, baseline, written, width)

    return Listing(told, value, COLUMNS, [asdict(p) for p in new], not new or written is not None)


def _text(
    new: Sequence[StoredProblem], found: Compared, baseline: Path | None, written: Path | None, width: int
) -> str:
    counts = Counter(problem.severity for problem in new)
    graded = ", ".join(f"{counts[severity]} {severity}" for severity in _GRAVEST_FIRST if counts[severity])
    against = f" not in {baseline}; {found.known} known, {found.gone} there no more" if baseline else ""
    listed = [fold(_line(problem), 0, width) for problem in new]
    told = f"{len(new)} problem{'' if len(new) == 1 else 's'}{against}{f': {graded}' if graded else ''}."
    return lines([*listed, bold(told), f"{written}: all problems of today written as a baseline." if written else ""])


def _line(problem: StoredProblem) -> str:
    place = "#".join(filter(None, (problem.instrument, problem.eid))) or problem.source or ""
    line = f", line {problem.line}" if problem.line else ""
    return f"{problem.severity:<8}{problem.code}  {place}{line}: {problem.message}"
