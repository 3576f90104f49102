"""The tree while it is being built: drafts that gather pieces of lines, in reading order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from kb.outline.lines import Line

if TYPE_CHECKING:
    from kb.outline.units import OlderWording


# The words that announce something are not looked for further back than so many characters.
_LONGEST_BLOCK = 2000


class LineSpan(NamedTuple):
    """The words line.text[start:end]."""

    line: Line
    start: int
    end: int

    @classmethod
    def whole(cls, line: Line) -> LineSpan:
        """All words of a line."""
        return cls(line, 0, len(line.text))

    @property
    def words(self) -> str:
        """What is seen of the piece."""
        return self.line.text[self.start : self.end]

    @property
    def spans(self) -> list[tuple[int, int]]:
        """The stretches of source that the piece stands on."""
        return self.line.view.spans(self.start, self.end)

    def trimmed(self) -> LineSpan:
        """The piece without white space at its ends."""
        words = self.words
        start = self.start + len(words) - len(words.lstrip())
        return LineSpan(self.line, start, max(start, start + len(words.strip())))


class Doubt(NamedTuple):
    """That a draft could be read otherwise: what it would be then, and under what; `code` names the problem."""

    code: str
    kind: str
    number: str
    under: Draft | None


@dataclass(slots=True, eq=False)
class Draft:
    """A node in the making: which of the line's pieces are its mark, heading, words and tail; how deep it nests."""

    kind: str
    number: str | None = None
    parent: Draft | None = None
    label: list[LineSpan] = field(default_factory=list)
    heading: list[LineSpan] = field(default_factory=list)
    text: list[LineSpan] = field(default_factory=list)
    tail: list[LineSpan] = field(default_factory=list)
    notes: list[LineSpan] = field(default_factory=list)
    # Lines that say how long a wording held that is not printed.
    windows: list[LineSpan] = field(default_factory=list)
    children: list[Draft] = field(default_factory=list)
    older: tuple[OlderWording, ...] = ()
    depth: float = 0
    glued: bool = False
    # One of several nodes under one mark; the characters are the first one's.
    shared: bool = False
    # A heading over the next article alone.
    single: bool = False
    doubt: Doubt | None = None

    def pieces(self) -> list[tuple[str, LineSpan]]:
        """Every piece with its role."""
        found = [("label", piece) for piece in self.label]
        found += [("heading", piece) for piece in self.heading]
        found += [("text", piece) for piece in self.text]
        found += [("tail", piece) for piece in self.tail]
        found += [("note", piece) for piece in self.notes]
        return found


def below(parent: Draft | None, draft: Draft) -> Draft:
    """`draft`, hung under `parent`."""
    draft.parent = parent
    if parent is not None:
        parent.children.append(draft)
    return draft


def say(draft: Draft, piece: LineSpan) -> Draft:
    """Give the words of `piece` to `draft`; after its children they go to an unlabelled closing block of their own.

    Returns the draft that took them.
    """
    words = piece.trimmed()
    if words.start >= words.end:
        return draft
    taker = draft
    if draft.children:
        last = draft.children[-1]
        taker = last if last.kind == "wrapup" else below(draft, Draft("wrapup"))
    taker.text.append(words)
    return taker


def last_block(draft: Draft) -> list[str]:
    """The words of the draft's last block, line by line: what was said since the last empty line, its end if long."""
    said: list[str] = []
    length = 0
    for piece in reversed(draft.text):
        said.append(piece.words)
        length += len(piece.words)
        if piece.line.apart or length > _LONGEST_BLOCK:
            break
    return said[::-1]


def runs(pieces: list[LineSpan]) -> tuple[tuple[int, int], ...]:
    """Where the words that `seen` makes of some pieces stand: (offset in them, offset in the source) of each run."""
    found: list[tuple[int, int]] = []
    length = 0
    for at, piece in enumerate(pieces):
        length += len(_joint(pieces, at))
        for start, end in piece.spans:
            found.append((length, start))
            length += end - start
    return tuple(found)


def _joint(pieces: list[LineSpan], at: int) -> str:
    """What is put before the piece number `at`."""
    if at == 0 or pieces[at - 1].line is pieces[at].line:
        return ""
    return "\n\n" if pieces[at].line.apart else "\n"


def seen(pieces: list[LineSpan]) -> str:
    """The words of some pieces: parts of a line as they stand, lines by their breaks, blocks by an empty line."""
    if len(pieces) == 1:
        return pieces[0].words
    return "".join([_joint(pieces, at) + piece.words for at, piece in enumerate(pieces)])
