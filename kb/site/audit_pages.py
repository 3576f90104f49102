"""The audit of a large corpus in parts: sources, instruments and the places of each problem on pages of their own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kb.site.entries import Entry
from kb.site.leaves import Leaf, leaves
from kb.site.library import Library
from kb.site.paths import safe
from kb.store import StoredProblem

# As many sources, instruments and problems one page tells; what is more has pages of its own.
_SOURCES, _COUNTED, _PROBLEMS = 100, 100, 600
# As many problems are in each of these.
_PLACES = 300


def sources(library: Library) -> list[Leaf]:
    """Pages of sources, each with their positions in the library; none for few."""
    every = library.sources
    if len(every) <= _SOURCES:
        return []
    return leaves("audit-sources", range(len(every)), _SOURCES, lambda at: every[at].file)


def counts(library: Library) -> list[Leaf]:
    """Pages of what was made of instruments, each with their positions among those that are here; none for few."""
    here = counted(library)
    if len(here) <= _COUNTED:
        return []
    return leaves("audit-instruments", range(len(here)), _COUNTED, lambda at: here[at].name.main)


def counted(library: Library) -> list[Entry]:
    """The instruments that are counted."""
    return [work for work in library.works if work.instrument.in_corpus]


def codes(library: Library) -> Mapping[str, Sequence[Leaf]]:
    """The pages of each kind of problem; none where there are few problems."""
    if len(library.problems) <= _PROBLEMS:
        return {}
    found: dict[str, list[StoredProblem]] = defaultdict(list)
    for problem in library.problems:
        found[problem.code].append(problem)
    return {code: leaves(f"problems-{safe(code)}", some, _PLACES) for code, some in found.items()}


def pages(library: Library) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """(path, template, what it is given) of the further pages of the audit."""
    for leaf in sources(library):
        yield leaf.path, "audit.html", {"kind": "coverage", "code": "", "leaf": leaf}
    for leaf in counts(library):
        yield leaf.path, "audit.html", {"kind": "counts", "code": "", "leaf": leaf}
    for code, some in codes(library).items():
        for leaf in some:
            yield leaf.path, "audit.html", {"kind": "found", "code": code, "leaf": leaf}
