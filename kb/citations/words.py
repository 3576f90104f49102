"""The words of one stretch of text with their anchors, as the readers of mentions look at them: by place."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kb.grammar.citing import Anchor, Reading

STOPS = frozenset({",", ";"})
# The number that counts a part before its word has no more tokens ("2", "º", ".").
_LONGEST_ORDINAL = 5
# No more words than these stand in brackets in the midst of a list.
_LONGEST_ASIDE = 8


@dataclass(frozen=True, slots=True)
class Words:
    """A reading by place: place 0 is its first token. A place may lie beyond the last token, where nothing is."""

    reading: Reading
    starts: Sequence[int]
    at: Mapping[int, Sequence[Anchor]]
    ends: Mapping[int, Sequence[Anchor]]

    @classmethod
    def of(cls, reading: Reading) -> Words:
        """The words of `reading`."""
        at: dict[int, list[Anchor]] = defaultdict(list)
        ends: dict[int, list[Anchor]] = defaultdict(list)
        for anchor in reading.anchors:
            at[anchor.start].append(anchor)
            ends[anchor.end].append(anchor)
        return cls(reading, [token.start for token in reading.tokens], dict(at), dict(ends))

    def __len__(self) -> int:
        return len(self.starts)

    def word(self, place: int) -> str:
        """The token at a place; empty beyond the last."""
        return self.reading.tokens[place].text if 0 <= place < len(self) else ""

    def anchor(self, place: int, *labels: str) -> Anchor | None:
        """The longest anchor of one of `labels` that begins at a place."""
        return next((a for a in self.at.get(place, ()) if a.label in labels), None)

    def anchors(self, place: int, *labels: str) -> list[Anchor]:
        """The anchors of `labels` that begin at a place, the longest first."""
        return [a for a in self.at.get(place, ()) if a.label in labels]

    def openings(self) -> frozenset[int]:
        """The places where a mention can begin: at an anchor, or at a number before a part ("el 2º inciso")."""
        parts = [place for place in self.at if self.anchor(place, "kind")]
        counting = [place - before for place in parts for before in range(1, _LONGEST_ORDINAL + 1)]
        return frozenset((*self.at, *counting))

    def match(self, pattern: re.Pattern[str], place: int) -> tuple[re.Match[str], int] | None:
        """The match of `pattern` that begins at a place, and the place after it; a match never ends inside a token."""
        if not 0 <= place < len(self):
            return None
        found = pattern.match(self.reading.text, self.starts[place])
        if found is None or found.end() == found.start():
            return None
        after = bisect_left(self.starts, found.end())
        return (found, after) if self.reading.tokens[after - 1].end <= found.end() else None

    def is_joined(self, place: int) -> bool:
        """Whether no space parts the token at a place from the one before."""
        return 0 < place < len(self) and self.reading.tokens[place - 1].end == self.starts[place]

    def begins_line(self, place: int) -> bool:
        """Whether the token at a place is the first of a line, and not of the text."""
        return 0 < place < len(self) and "\n" in self.reading.text[self.starts[place - 1] : self.starts[place]]

    def is_plain(self, place: int) -> bool:
        """Whether a plain word stands here: letters, and nothing that a citation goes on with."""
        goes_on = ("tie", "and", "range", "kind", "type", "closed", "own", "same", "name", "bare", "transitory", "year")
        return self.word(place)[:1].isalpha() and self.anchor(place, *goes_on) is None

    def tied(self, place: int) -> tuple[bool, int]:
        """Whether a tie ("de la", ", of the") or a comma follows, and where the words go on after it."""
        here = place + 1 if self.word(place) == "," else place
        tie = self.anchor(here, "tie")
        return tie is not None or here > place, tie.end if tie else here

    def led(self, place: int) -> int:
        """Where the words go on after a word that only leads on to them."""
        leading = self.anchor(place, "leading")
        return leading.end if leading else place

    def dotted(self, place: int) -> int:
        """Where the words go on after the stop of a shortened word or ordinal ("Art.", "4º."), if they go on."""
        if self.word(place) != ".":
            return place
        here = place + 1
        known = ("tie", "and", "range", "closed", "kind", "type", "transitory", "own", "bare")
        goes_on = self.word(here) in STOPS or self.anchor(here, *known) is not None
        return here if goes_on else place

    def past_bracket(self, place: int) -> int:
        """Where the words go on behind the few that stand in brackets at a place."""
        return next((at + 1 for at in range(place, place + _LONGEST_ASIDE) if self.word(at) == ")"), place)
