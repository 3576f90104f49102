"""Where the marks of lists stand in the lines of one article, so that a look ahead costs no reading of all of them."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from kb.grammar import Grammar
from kb.outline.letters import as_roman
from kb.outline.marks import PARAGRAPH, SERIES, Marked

Places = dict[str, list[tuple[int, Marked]]]


@dataclass(slots=True)
class Ahead:
    """The marks of some lines, by kind and number, in both readings where they have two; read at the first question."""

    lines: Sequence[Marked]
    grammar: Grammar
    paragraphs: list[int] = field(default_factory=list)
    marks: dict[str, Places] | None = None

    def find(self, at: int, kind: str, last: str, fits: Callable[[Marked], bool]) -> int | None:
        """The first line after the number `at`, before the next paragraph, whose mark follows `last` and fits."""
        marks = self.marks if self.marks is not None else self._read()
        later = bisect_right(self.paragraphs, at)
        end = self.paragraphs[later] if later < len(self.paragraphs) else len(self.lines)
        found = (self._first(marks[kind][number], at, end, fits) for number in self._following(marks[kind], last))
        return min((place for place in found if place is not None), default=None)

    def _first(
        self, places: Sequence[tuple[int, Marked]], at: int, end: int, fits: Callable[[Marked], bool]
    ) -> int | None:
        for n in range(bisect_right(places, at, key=lambda pair: pair[0]), len(places)):
            place, marked = places[n]
            if place >= end:
                return None
            if fits(marked):
                return place
        return None

    def _following(self, places: Places, last: str) -> Iterable[str]:
        if last.isdecimal():
            return [number for number in [str(int(last) + 1)] if number in places]
        return [number for number in places if self.grammar.numbers.follows(last, number)]

    def _read(self) -> dict[str, Places]:
        self.marks = defaultdict(lambda: defaultdict(list))
        self.paragraphs = [at for at, marked in enumerate(self.lines) if marked.role == PARAGRAPH]
        for at, marked in enumerate(self.lines):
            for reading in readings(marked, self.grammar):
                if reading.mark and reading.mark.number:
                    self.marks[reading.mark.kind][reading.mark.number].append((at, reading))
        return self.marks


def readings(marked: Marked, grammar: Grammar) -> Iterator[Marked]:
    """The line as what it can be in a list: one reading, or two, or none."""
    if marked.role == SERIES:
        yield marked
        if roman := as_roman(marked, grammar):
            yield roman
