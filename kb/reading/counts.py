"""How often words occur in a text, as far as they are judged by how often they occur in all texts."""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kb import joined
from kb.analysis import has_digit, maybe_whole, spelled
from kb.divided import may_divide
from kb.model import Node, Version

_FAST = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class WordCounts:
    """How often each word of some texts occurs, in lower case.

    `analysed` are those that an index knows, of older wordings too, `spellings` those that a question may misspell,
    which are made of letters alone, `unbroken` those by which words are judged that a print runs together.
    """

    analysed: Mapping[str, int]
    spellings: Mapping[str, int]
    unbroken: Mapping[str, int]

    def packed(self) -> bytes:
        """The same in little room: a nation's texts are held all at once, the words of one are asked for at a time."""
        return zlib.compress(json.dumps((self.analysed, self.spellings, self.unbroken)).encode(), _FAST)

    @classmethod
    def unpacked(cls, packed: bytes) -> WordCounts:
        """The counts that were packed."""
        analysed, spellings, unbroken = json.loads(zlib.decompress(packed))
        return cls(analysed=analysed, spellings=spellings, unbroken=unbroken)


def counted(nodes: Sequence[Node], versions: Iterable[Version], printed: Iterable[Node] = ()) -> WordCounts:
    """The words of some nodes and older wordings as search reads them, and of nodes as they are printed."""
    indexed = [f"{node.label} {node.heading} {node.text}" for node in nodes]
    either_way = [whole for node in nodes for whole in maybe_whole(node.text).values()]
    older = [version.text for version in versions]
    analysed = Counter(map(str.lower, spelled("\n".join((*indexed, *either_way, *older)))))
    return WordCounts(
        analysed={word: times for word, times in analysed.items() if not has_digit(word)},
        spellings=_spellings(nodes),
        unbroken=joined.counted(text for node in printed for text in (node.heading, node.text)),
    )


def _spellings(nodes: Iterable[Node]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for word, times in Counter(spelled("\n".join(map(_findable, nodes)))).items():
        if word.isalpha():
            found[word.lower()] += times
    return dict(found)


def _findable(node: Node) -> str:
    """The words of a node that a search finds; the mark of an article is a number, which the store finds."""
    label = "" if node.kind == "article" else node.label
    return f"{label} {node.heading} {node.text} {node.tail}"


def undivided(nodes: Sequence[Node], versions: Iterable[Version]) -> WordCounts:
    """The words where no line end divides any: there search reads what is printed, whatever other texts say."""
    whole = [node for node in nodes if not may_divide(node.text)]
    return counted(whole, [version for version in versions if not may_divide(version.text)], nodes)
