"""What is asked of the index and what it answers: records, and the promise of an engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol


@dataclass(frozen=True, slots=True)
class Idea:
    """A concept that words of a question name, `said` as they were typed, and what it counts for each of them."""

    concept: str
    said: str
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Clause:
    """One thing that a question looks for: a word, by its terms, or words printed one after another.

    Each of `spellings` is a run of keys, of which at most `slop` - 1 others may stand between two. A word has one
    spelling of one key, and `terms`, and may have `ideas`, any of which will do instead. What is `optional` adds to
    the rank of what was found without it. `either` are clauses any of which will do, and then it has nothing else.
    """

    spellings: tuple[tuple[str, ...], ...]
    terms: tuple[str, ...] = ()
    slop: int = 1
    optional: bool = False
    ideas: tuple[Idea, ...] = ()
    either: tuple[Clause, ...] = ()

    @property
    def simple(self) -> Iterator[Clause]:
        """The clauses that have words: itself, or those of which any will do."""
        if not self.either:
            yield self
        for one in self.either:
            yield from one.simple


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Clauses, of which a document must have all (or any, without `every`), and the values its fields must have.

    Of each field in `fields` any of the values will do, of each in `barred` none; `without` are clauses of which a
    document must have none. `among` are the addresses that may answer; None is any. With `history` older wordings may
    answer, too. A question without clauses that must hold finds nothing, unless `listed`: then all that fits.
    """

    clauses: tuple[Clause, ...] = ()
    every: bool = True
    fields: Mapping[str, Sequence[str]] = field(default_factory=dict)
    barred: Mapping[str, Sequence[str]] = field(default_factory=dict)
    without: tuple[Clause, ...] = ()
    among: frozenset[str] | None = None
    history: bool = False
    listed: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A document that answers, by its address; a higher score answers better.

    `wording` is the place of an older wording of the article at that address, 0 for what it says today.
    """

    address: str
    score: float
    wording: int = 0


class Shelf(NamedTuple):
    """Where documents stand, for counting them: instrument, chapter (an address, or ""), status and language."""

    instrument: str
    chapter: str
    status: str
    language: str


class Engine(Protocol):
    """An open index. Equal scores come in corpus order, today's words first: the same question has the same answer.

    The rarity of a clause is greater the fewer documents have what it looks for: what everything has tells nothing.
    """

    def search(self, question: Question, limit: int) -> list[Place]: ...
    def rarity(self, clause: Clause) -> float: ...
    def count(self, question: Question) -> int: ...
    def shelves(self, question: Question) -> Mapping[Shelf, int]: ...
    def commonest(self, words: Iterable[str], limit: int) -> list[str]: ...
    def close(self) -> None: ...
