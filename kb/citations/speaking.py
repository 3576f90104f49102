"""Where a mention stands and who speaks there, and what it comes to mean."""

from __future__ import annotations

from dataclasses import dataclass

from kb import ids
from kb.model import Node, Target


@dataclass(frozen=True, slots=True)
class Place:
    """Where a mention stands: its node, the block of its text, whether that is a heading, and where it begins."""

    node: Node
    block: int = 0
    heading: bool = False
    at: int = 0


@dataclass(frozen=True, slots=True)
class Resolved:
    """What a mention means."""

    resolution: str
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who speaks where a mention stands: the law whose provisions bare numbers are, and its article there.

    `inner` is the document that the law prints, such as a treaty, when that speaks.
    """

    law: str | None
    article: str | None
    inner: str = ""

    @property
    def id(self) -> str | None:
        return ids.address(self.law, self.inner) if self.law and self.inner else self.law
