"""Queries, as plain as they can be; they are called and made as those of Whoosh are, which take far longer to load."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


class Every:
    """All documents."""


class Term:
    """Documents that have a term in a field."""

    def __init__(self, fieldname: str, text: str, boost: float = 1.0) -> None:
        self.fieldname, self.text, self.boost = fieldname, text, boost


class Phrase:
    """Documents in which words follow one another, at most `slop` - 1 others between two."""

    def __init__(self, fieldname: str, words: Sequence[str], slop: int = 1, boost: float = 1.0) -> None:
        self.fieldname, self.words, self.slop, self.boost = fieldname, words, slop, boost


class Joined:
    """Several queries."""

    def __init__(self, subqueries: Sequence[object]) -> None:
        self.subqueries = subqueries

    def __iter__(self) -> Iterator[object]:
        return iter(self.subqueries)


class And(Joined):
    """What all of them find, with the sum of their scores."""


class Or(Joined):
    """What any of them finds, with the sum of their scores."""


class DisjunctionMax(Joined):
    """What any of them finds, with the best of their scores."""


class AndMaybe(Joined):
    """What the first finds, with the score of the second as well where that finds it."""

    def __init__(self, first: object, then: object) -> None:
        super().__init__((first, then))
