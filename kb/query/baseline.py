"""Problems against a baseline: which are new, so that a check fails on these alone."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kb.model import ArticuladoError

if TYPE_CHECKING:
    from kb.store import StoredProblem

# What a problem is known by. The line is left out: a line added above moves it and makes no new problem.
_KEYS = ("code", "instrument", "eid", "source", "params")


@dataclass(frozen=True, slots=True)
class Compared:
    """The problems that a baseline does not have, and how many it has that are there no more."""

    new: tuple[StoredProblem, ...]
    known: int
    gone: int


def compared(problems: Sequence[StoredProblem], baseline: Iterable[str]) -> Compared:
    """The problems held against the lines of a baseline, one for one."""
    left = Counter(baseline)
    new: list[StoredProblem] = []
    for problem in problems:
        line = baseline_line(problem)
        if left[line] > 0:
            left[line] -= 1
        else:
            new.append(problem)
    return Compared(tuple(new), len(problems) - len(new), sum(left.values()))


def baseline_line(problem: StoredProblem) -> str:
    """What a baseline writes of a problem."""
    known = (problem.code, problem.instrument, problem.eid, problem.source, dict(problem.params))
    return _canonical(dict(zip(_KEYS, known, strict=True)))


def read_baseline(path: Path) -> list[str]:
    """The lines of a baseline; ArticuladoError when the file is none."""
    try:
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    except OSError as error:
        raise ArticuladoError(f"{path}: cannot be read ({error.strerror}).") from None
    except ValueError:
        rows = [None]
    if not all(isinstance(row, dict) and row.keys() == set(_KEYS) for row in rows):
        raise ArticuladoError(f"{path}: not a baseline; write one with `articulado audit --write-baseline {path}`.")
    return [_canonical(row) for row in rows]


def write_baseline(path: Path, problems: Iterable[StoredProblem]) -> None:
    """Write all problems as a baseline, in an order that makes two of them easy to compare."""
    lines = sorted(map(baseline_line, problems))
    try:
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
    except OSError as error:
        raise ArticuladoError(f"{path}: cannot be written ({error.strerror}); name another file.") from None


def _canonical(row: dict[str, object]) -> str:
    return json.dumps(row, ensure_ascii=False, sort_keys=True)
