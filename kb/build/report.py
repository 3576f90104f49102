"""What a build found, as it tells it and as the store keeps it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from kb import ids
from kb.model import Knowledge

# What a report says of the corpus; the rest is of one run.
_OF_THE_CORPUS = ("instruments", "nodes", "layers", "statuses", "problems", "skipped", "unreadable")


@dataclass(frozen=True, slots=True)
class Report:
    """What a build found and how long it took: counts, seconds per stage, bytes written in all.

    `layers` counts the articles that are annexed to laws, or quoted from others; `statuses` those of their own.
    `skipped` are files that nobody reads, `unreadable` a sentence for each source that could not be read. `unchanged`
    when everything was as it was for the last build, so that only the site was looked at.
    """

    out: Path
    instruments: int
    nodes: Mapping[str, int]
    layers: dict[str, int]
    statuses: dict[str, int]
    problems: Mapping[str, int]
    skipped: Sequence[str]
    unreadable: Sequence[str]
    unchanged: bool = False
    seconds: Mapping[str, float] = field(default_factory=dict)
    pages: int = 0
    size: int = 0

    @classmethod
    def of(cls, out: Path, knowledge: Knowledge, skipped: Sequence[str], unreadable: Sequence[str]) -> Report:
        """The report of what was found, before anything of it is written."""
        witnesses = {i.id for i in knowledge.instruments if i.witness_of}
        nodes = [node for node in knowledge.nodes if node.instrument not in witnesses]
        articles = [node for node in nodes if ids.is_rule(node.kind, node.eid) and ids.layer(node.eid) == "own"]
        layers = ids.layers((node.kind, node.eid, node.label) for node in nodes)
        return cls(
            out=out,
            instruments=sum(i.in_corpus and not i.witness_of for i in knowledge.instruments),
            nodes=_counted(node.kind for node in nodes),
            layers={layer: count for layer, count in layers.items() if layer != "own"},
            statuses=_counted(node.status for node in articles),
            problems=_counted(problem.code for problem in knowledge.problems),
            skipped=skipped,
            unreadable=unreadable,
        )

    @classmethod
    def again(cls, out: Path, said: str) -> Report:
        """The report of a build that nothing has changed for since; `said` is what it kept of the corpus."""
        return cls(out=out, unchanged=True, **json.loads(said))

    def of_the_corpus(self) -> str:
        """What it says of the corpus, for the store to keep."""
        said = asdict(self)
        return json.dumps({name: said[name] for name in _OF_THE_CORPUS}, ensure_ascii=False)


def size_of(out: Path) -> int:
    """The bytes of all that a build has written."""
    return sum(path.stat().st_size for path in out.rglob("*") if path.is_file())


def _counted(values: Iterable[str]) -> dict[str, int]:
    return dict(Counter(values).most_common())
