"""A note on what became of a provision, and the stretch of the words where it stands."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from kb import ids

CLOSING = {"(": ")", "<": ">", "[": "]"}
# A note is no longer than this.
LONGEST_NOTE = 700
_ARTICLE = f"{ids.PREFIXES['article']}_"
# What an ordinal number ends in ("9º", "9o.").
_ORDINAL = re.compile(r"(?<=\d)(?:[º°ª.]+|[oa](?![^\W_]))+")
_SUSPENDED = "inapplication"
_KILLING = frozenset({"repeal", "annulment", "unconstitutionality"})
_BRACKET = re.compile(r"[()<>\[\]]")


@dataclass(frozen=True, slots=True)
class Deed:
    """What a verb of force does; `status` is what it leaves an article with where it is no effect ("Reserved")."""

    effect: str
    status: str
    court: bool
    pattern: re.Pattern[str]

    @property
    def kills(self) -> bool:
        """Whether it ends the force of what it is done to."""
        return self.effect in _KILLING

    def for_a_time(self) -> Deed:
        """The same done for a time: what would end a provision only keeps it from being applied."""
        return replace(self, effect=_SUSPENDED) if self.kills else self


@dataclass(frozen=True, slots=True)
class Note:
    """One note, text[start:end]: what was done, to what part (none: to all of it), and how.

    Who did it is named from text[source] on, where it is `told`, and up to text[until] or to the end. `alone` says
    that no other words stand on its lines, `apart` that it is about what is no provision, such as a chapter,
    `first` that nothing stands before it, `itself` that it names the article, `number` by what number, `statute`
    that it names the whole law.
    """

    deed: Deed
    start: int
    end: int
    part: str
    manner: str
    source: int
    alone: bool
    apart: bool
    first: bool
    itself: bool
    number: str = ""
    until: int = -1
    statute: bool = False

    def is_at(self, eid: str) -> bool:
        """Whether it may be about what stands at `eid`: it names no law, and no article or that of this."""
        article = next((level for level in reversed(eid.split("__")) if level.startswith(_ARTICLE)), "")
        return not self.statute and (not self.number or ids.eid("article", _ORDINAL.sub("", self.number)) == article)

    def meets(self, other: Note) -> bool:
        """Whether both say some of the same words."""
        return self.start < other.end and other.start < self.end

    @property
    def told(self) -> bool:
        """Whether it names who did it."""
        return self.source >= 0


def has_words(text: str) -> bool:
    """Whether anything is said in `text`."""
    return any(letter.isalnum() for letter in text)


def line_before(text: str, at: int) -> str:
    """What stands before text[at] on its line."""
    return text[text.rfind("\n", 0, at) + 1 : at]


def line_after(text: str, at: int) -> str:
    """What stands behind text[:at] on its line."""
    stop = text.find("\n", at)
    return text[at:] if stop < 0 else text[at:stop]


def inner(text: str, start: int, end: int) -> int:
    """The first letter or digit of text[start:end]."""
    while start < end and not text[start].isalnum():
        start += 1
    return start


def trimmed(text: str, start: int, end: int) -> int:
    """The end of text[start:end] without the white space there."""
    return start + len(text[start:end].rstrip())


def bracket_end(text: str, start: int) -> int:
    """Where the bracket text[start] closes, behind its mark; at the end of the line where nothing closes it.

    The bracket behind the letter of a list ("literal c) del artículo") closes nothing where the sentence goes on.
    """
    opening = text[start]
    mark = CLOSING[opening]
    stop = text.find("\n", start)
    stop = min(len(text) if stop < 0 else stop, start + LONGEST_NOTE)
    deep = 0
    for bracket in _BRACKET.finditer(text, start + 1, stop):
        place, letter = bracket.start(), bracket[0]
        deep += letter == opening
        if letter != mark or (mark == ")" and _of_list(text, place)):
            continue
        if deep == 0:
            return place + 1
        deep -= 1
    return stop


def _of_list(text: str, place: int) -> bool:
    single = text[place - 1].isalpha() and text[place - 2 : place - 1].isspace()
    return single and text[place + 1 : place + 3].lstrip(", ")[:1].islower()
