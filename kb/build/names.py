"""The names by which texts may call instruments, and which texts another name would be read differently in.

A text is read with all names of its tradition. Of one whose words do not hold a name, nothing changes when that name
comes or goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kb.build.assemble import Placed
from kb.build.kept import Kept, encoded, key_of
from kb.citations import Register
from kb.grammar import Grammar
from kb.language import may_differ
from kb.model import Alias

Named = tuple[str, Alias]


@dataclass(frozen=True, slots=True)
class Names:
    """The names of each tradition with their digests; those of earlier builds are kept under these.

    `differing` holds the names that are not both in those of a digest and in today's; None where those are not known.
    """

    by_tag: Mapping[str, Sequence[Named]]
    digests: Mapping[str, str]
    kept: Kept
    differing: dict[tuple[str, str], list[str] | None] = field(default_factory=dict)

    @classmethod
    def of(cls, register: Register, grammars: Iterable[Grammar], kept: Kept) -> Names:
        """The names of a corpus, kept for the builds to come."""
        by_tag = {grammar.tag: tuple(register.names(grammar.citing)) for grammar in grammars}
        digests = {tag: key_of("names", names) for tag, names in by_tag.items()}
        for tag, digest in digests.items():
            if kept.found(digest, tuple[Named, ...]) is None:
                kept.put(digest, encoded(by_tag[tag]))
        return cls(by_tag, digests, kept)

    def would_read(self, text: Placed, tag: str, digest: str) -> bool:
        """Whether a text of a tradition is read today as it was with the names of a digest."""
        if digest == self.digests[tag]:
            return True
        if (tag, digest) not in self.differing:
            self.differing[tag, digest] = self._differing(tag, digest)
        changed = self.differing[tag, digest]
        return changed is not None and not may_differ(_words(text), changed)

    def _differing(self, tag: str, digest: str) -> list[str] | None:
        earlier = self.kept.found(digest, tuple[Named, ...])
        if earlier is None:
            return None
        return sorted({alias.name for _, alias in set(earlier) ^ set(self.by_tag[tag])})


def _words(text: Placed) -> str:
    """All words of a text in which names are looked for."""
    printed = [words for node in text.expression.nodes for words in (node.heading, node.text)]
    beside = [text.reading.words[start:end] for start, end in text.reading.notes]
    return "\n".join((text.instrument.title, *printed, *beside))
