"""How often words occur in all texts: the counts of single texts, and of what only all texts together can tell."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from kb.divided import may_divide
from kb.model import Knowledge, Node, Version
from kb.reading.counts import WordCounts, counted

# (word in lower case, language) -> how often it occurs.
Times = Mapping[tuple[str, str], int]


@dataclass(frozen=True, slots=True)
class Words:
    """How often the words of a corpus occur: those that an index knows, and those that a question may misspell."""

    analysed: Times
    spellings: Times

    @classmethod
    def of(cls, printed: Knowledge, read: Knowledge, counts: Mapping[str, bytes]) -> Words:
        """The words of what is `printed`, as it is `read` by search.

        `counts` has those of the undivided lines of each instrument that was read from a source, packed.
        """
        parts = _lines(printed, read, counts)
        languages = {instrument.id: instrument.language for instrument in printed.instruments}
        analysed, spellings = _Sum(), _Sum()
        for instrument, (nodes, versions) in parts.items():
            some = [counted(nodes, versions)]
            if instrument in counts:
                some.append(WordCounts.unpacked(counts[instrument]))
            for one in some:
                analysed.add(one.analysed, languages[instrument])
                spellings.add(one.spellings, languages[instrument])
        return cls(analysed.times(), spellings.times())


class _Sum:
    """Counts of words, added up by language."""

    def __init__(self) -> None:
        self._by_language: dict[str, Counter[str]] = defaultdict(Counter)

    def add(self, counts: Mapping[str, int], language: str) -> None:
        """Add the counts of a text."""
        self._by_language[language].update(counts)

    def times(self) -> Times:
        """The sums by word and language."""
        by_language = self._by_language.items()
        return {(word, language): times for language, own in by_language for word, times in own.items()}


def _lines(
    printed: Knowledge, read: Knowledge, counts: Mapping[str, bytes]
) -> Mapping[str, tuple[list[Node], list[Version]]]:
    """By instrument, in the order of the corpus, what its counts do not have."""
    lines: dict[str, tuple[list[Node], list[Version]]] = {i.id: ([], []) for i in printed.instruments}
    for node, said in zip(printed.nodes, read.nodes, strict=True):
        if node.instrument not in counts or may_divide(node.text):
            lines[node.instrument][0].append(said)
    for version, wording in zip(printed.versions, read.versions, strict=True):
        if version.instrument not in counts or may_divide(version.text):
            lines[version.instrument][1].append(wording)
    return lines
