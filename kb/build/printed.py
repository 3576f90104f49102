"""What a build knows, as the index reads a store."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from kb.model import Instrument, Knowledge, Node, Version


@dataclass(frozen=True, slots=True)
class Printed:
    """Instruments with their nodes and older wordings, in the orders of a store."""

    laws: Sequence[Instrument]
    by_law: Mapping[str, list[Node]]
    older: Mapping[str, list[Version]]

    @classmethod
    def of(cls, knowledge: Knowledge) -> Printed:
        """All that is printed."""
        nodes, versions = defaultdict[str, list[Node]](list), defaultdict[str, list[Version]](list)
        for node in sorted(knowledge.nodes, key=attrgetter("order")):
            nodes[node.instrument].append(node)
        for version in sorted(knowledge.versions, key=attrgetter("source", "start")):
            versions[version.instrument].append(version)
        return cls(knowledge.instruments, nodes, versions)

    def instruments(self) -> list[Instrument]:
        """Every instrument, in corpus order, but for those that are witnesses of another."""
        return [law for law in self.laws if not law.witness_of]

    def nodes(self, instrument: str) -> list[Node]:
        """The nodes of an instrument, in reading order."""
        return self.by_law.get(instrument, [])

    def versions(self, instrument: str) -> list[Version]:
        """The older wordings of an instrument, in the order of the source."""
        return self.older.get(instrument, [])
