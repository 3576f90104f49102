"""What narrows a search, as options of the command; and words of a question that begin with a minus, which are none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from itertools import pairwise

# By the names that they have in the question itself.
NARROW: Mapping[str, str] = {
    "in": "Only in this instrument: its id or what it is called.",
    "chapter": "Only under this chapter: its number, its label or words of its heading.",
    "status": "Only what is of this status, such as repealed or in-force.",
    "lang": "Only in texts of this language (es, en).",
    "type": "Only in instruments of this type, such as ley or bylaws.",
    "kind": "Only provisions of this kind, such as article or paragraph.",
    "date": "Only in instruments of this date: 1923, 1923-07, 1923..1931, '>=1923'.",
}
# No argument of a process can hold it.
_SHIELD = "\0"


def shielded(arguments: Sequence[str], known: Set[str], valued: Set[str]) -> list[str]:
    """The arguments, of which words such as "-oro" are made to look like words.

    `known` are the options, `valued` those whose value follows.
    """
    pairs = pairwise(["", *arguments])
    bare = [one[:1] == "-" != one[1:2] and not (before in valued or one in known) for before, one in pairs]
    return [f"{_SHIELD * is_word}{one}" for is_word, one in zip(bare, arguments, strict=True)]


def unshielded(words: Sequence[str]) -> str:
    """The question that these arguments are."""
    return " ".join(words).replace(_SHIELD, "")
