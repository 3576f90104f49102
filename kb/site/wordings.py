"""The older wordings of an article, each beside the one that came after it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kb.model import Version
from kb.site.blocks import Block, blocks, words
from kb.site.changes import CAME, KEPT, LEFT, Change, compare

# Where less of the shorter wording is kept, the later one is another text.
_LEAST = 0.2
# The number of the first inciso may stand before the word: "(1) Artículo 18."
_LEAD = re.compile(r"\(?\d+\)")


@dataclass(frozen=True, slots=True)
class Older:
    """A wording that the source prints as an earlier one, in its blocks, and what changed after it.

    `changes` are paragraphs of changes up to the wording `after` (its place, None for the present text); none when
    the source prints no later words.
    """

    version: Version
    blocks: tuple[Block, ...]
    changes: tuple[tuple[Change, ...], ...] = ()
    after: int | None = None

    @property
    def unchanged(self) -> bool:
        """Whether the later wording has the same words."""
        return all(change.kind == KEPT for paragraph in self.changes for change in paragraph)

    @property
    def rewritten(self) -> bool:
        """Whether hardly a word was kept, so that a comparison says nothing."""
        sizes = {kind: self._size(kind) for kind in (KEPT, LEFT, CAME)}
        return sizes[KEPT] < _LEAST * (sizes[KEPT] + min(sizes[LEFT], sizes[CAME]))

    def _size(self, kind: str) -> int:
        return sum(len(c.words) for paragraph in self.changes for c in paragraph if c.kind == kind)


def compared(versions: Sequence[Version], today: str) -> tuple[Older, ...]:
    """The older wordings of one article, whose present words are `today`, each with what changed after it."""
    return tuple(_compared(version, _after(version, versions), today) for version in versions)


def _compared(version: Version, after: Version | None, today: str) -> Older:
    later = _words(after) if after else today
    changes = compare(_words(version), later) if later else ()
    return Older(version, blocks(version.text), changes, after.place if after else None)


def _after(version: Version, versions: Sequence[Version]) -> Version | None:
    """The wording that held next, by its day; None where that is the present text, or no day is known."""
    later = [v for v in versions if version.since and v.since and v.since > version.since]
    return min(later, key=lambda v: (v.since or "", v.place), default=None)


def _words(version: Version) -> str:
    lead = _LEAD.match(version.label)
    return f"{lead[0]} {words(blocks(version.text))}" if lead else words(blocks(version.text))
