"""Marked lines -> units: a head with the lines up to the next one, the piece in which layers are told apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.grammar import Formula
from kb.outline.drafts import LineSpan
from kb.outline.marks import BANNER, CLOSING, FORMULA, FURNITURE, HEAD, SERIES, TITLE, Marked

# Lines that are no text of the law: the sheet's, and a compiler's own.
ASIDE = frozenset({FURNITURE, BANNER, CLOSING})


@dataclass(frozen=True, slots=True)
class OlderWording:
    """An older wording of an article: its mark if it prints one, its lines, the line that says how long it held.

    `banner` is the compiler's line that heads it.
    """

    head: Marked | None
    lines: tuple[Marked, ...]
    closing: Marked | None = None
    banner: Marked | None = None

    @property
    def words(self) -> list[LineSpan]:
        """The pieces of the wording, without the mark."""
        rest = [LineSpan(self.head.line, self.head.rest, len(self.head.line.text))] if self.head else []
        return [*rest, *(LineSpan.whole(m.line) for m in self.lines if m.role not in ASIDE)]


@dataclass(frozen=True, slots=True)
class Enclosed:
    """A whole document printed inside a law: its place among these, the line that names it if one does.

    `held`: an article of the law holds it, and the law goes on after it.
    """

    place: int
    name: Marked | None
    held: bool


@dataclass(frozen=True, slots=True)
class Unit:
    """A head or a framing phrase with the lines up to the next one; the first unit of a document may have no head.

    `older` are the wordings that the article had before; `echo` is a head of the same number printed just before, with
    nothing under it, `epigraph` the line before the mark that names the article. `document` is the one inside the law
    that the unit belongs to. `in_quotes`: a quotation holds it whose end is known. `layer` is `own`, `quoted` (another
    law's words), `stray` (an article far off the law's own numbers that no words announce) or `resumed` (words of the
    article after a quotation in it); `thin` when little speaks for that layer.
    """

    head: Marked | None
    lines: tuple[Marked, ...]
    older: tuple[OlderWording, ...] = ()
    echo: Marked | None = None
    epigraph: Marked | None = None
    document: Enclosed | None = None
    in_quotes: bool = False
    layer: str = "own"
    thin: bool = False

    @property
    def figure(self) -> int | None:
        """The number of an article, where it is a plain one."""
        return _whole(self.number) if self.kind == "article" else None

    @property
    def last_figure(self) -> int | None:
        """The last number of an article, where it is a plain one."""
        return _whole(self.last_number) if self.kind == "article" else None

    @property
    def quotes(self) -> bool:
        """Whether the head opens with a quotation mark."""
        return self.head is not None and self.head.quoted

    @property
    def rest(self) -> LineSpan:
        """The words after the mark of the head."""
        assert self.head is not None
        return LineSpan(self.head.line, self.head.rest, len(self.head.line.text))

    @property
    def formula(self) -> Formula | None:
        """The framing phrase that the unit begins with."""
        return self.head.formula if self.head else None

    @property
    def kind(self) -> str:
        """The kind that the head begins, `division` for a heading without a number; empty for a framing phrase."""
        if self.head is None:
            return ""
        if self.head.role in (TITLE, SERIES):
            return "division"
        return self.head.mark.kind if self.head.mark else ""

    @property
    def number(self) -> str | None:
        """The number of the head."""
        return self.head.mark.number if self.head and self.head.mark else None

    @property
    def last_number(self) -> str | None:
        """The last number of the head, where it has several."""
        more = self.head.mark.more if self.head and self.head.mark else ()
        return more[-1] if more else self.number

    @property
    def says(self) -> bool:
        """Whether the unit holds any words but its mark."""
        return bool(self.rest.words.strip()) or any(m.role not in ASIDE for m in self.lines)

    @property
    def says_more(self) -> bool:
        """Whether the unit holds words besides its last line, or has no mark of its own."""
        own = self.head is not None
        return not own or bool(self.rest.words.strip()) or len(self.lines) > 1

    @property
    def last_words(self) -> str:
        """What is said last in the unit, for phrases that announce what follows."""
        last = next((m for m in reversed(self.lines) if m.role not in ASIDE), self.head)
        return last.line.text if last else ""


def _whole(number: str | None) -> int | None:
    return int(number) if number and number.isdecimal() else None


def units(lines: Sequence[Marked]) -> Iterator[Unit]:
    """The units of a document; together they hold every line."""
    starts = [at for at in range(len(lines)) if _begins(lines, at)]
    if lines and (not starts or starts[0] > 0):
        yield Unit(None, tuple(lines[: starts[0] if starts else len(lines)]))
    for start, stop in zip(starts, [*starts[1:], len(lines)], strict=False):
        yield Unit(lines[start], tuple(lines[start + 1 : stop]))


def _begins(lines: Sequence[Marked], at: int) -> bool:
    """Whether a unit begins here; a heading without a number is the name of a bare mark just before it.

    A heading with the number of a list ("## II. Elecciones") is one where an article begins just below it.
    """
    marked = lines[at]
    if marked.role == SERIES:
        below = lines[at + 1 : at + 2]
        return bool(marked.line.level and below and below[0].role == HEAD)
    if marked.role != TITLE:
        return marked.role in (HEAD, FORMULA)
    before = lines[at - 1] if at else None
    return not (before and before.role == HEAD and not before.line.text[before.rest :].strip())
