"""What was built, for people: counts, what was left out, how long it took, and what to open."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.build import Published, Report

# Columns that the name of a line takes.
_NAMES = 16


def report_text(report: Report, width: int) -> str:
    """What a build found, how long it took, and what to open."""
    counts: Mapping[str, Mapping[str, object]] = {
        _many(sum(report.nodes.values()), "node"): report.nodes,
        _many(sum(report.statuses.values()), "article"): report.statuses | report.layers,
        _many(sum(report.problems.values()), "problem"): report.problems,
        f"{sum(report.seconds.values()):.1f} seconds": {k: f"{v:.1f}" for k, v in report.seconds.items()},
    }
    lines = [f"{title:<{_NAMES}}{', '.join(f'{k} {v}' for k, v in some.items())}" for title, some in counts.items()]
    skipped = [f"{'not read':<{_NAMES}}{line}" for line in (*report.skipped, *report.unreadable)]
    folded = [textwrap.fill(line, width, subsequent_indent=" " * _NAMES) for line in [*lines, *skipped]]
    pages = f"{_many(report.pages, 'page')}, " if report.pages else ""
    made = f"{_many(report.instruments, 'instrument')}, {pages}{report.size / 1e6:.1f} MB"
    same = ["Nothing has changed since the last build."] if report.unchanged else []
    home = report.out / "site" / "index.html"
    then = f"Open {home}" if report.pages else "No site was made; articulado site makes one."
    return "\n".join([*folded, *same, f"{report.out}: {made}", then])


def _many(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def published_text(made: Published) -> str:
    """What a site is, how long it took, and what to open."""
    site = made.site
    counts = f"{_many(site.pages, 'page')}, {_many(site.links, 'link')}, {site.bytes / 1e6:.1f} MB"
    moved = f"{site.written} files written, {site.removed} removed"
    return f"{made.out}: {counts}, {moved}, {made.seconds:.1f} seconds\nOpen {made.out / 'index.html'}"
