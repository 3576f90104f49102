"""What a word sounds like, by the rules of its language: words that sound alike are taken for one another in writing.

The rules are data (`[[sounds]]` of a tradition); the store keeps them, so that a typed word is heard as the texts were.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sounds:
    """The rules of a language, in the order in which they are applied: a pattern, and what is written for it."""

    rules: tuple[tuple[re.Pattern[str], str], ...] = ()

    @classmethod
    def of(cls, rules: Iterable[tuple[str, str]]) -> Sounds:
        """The rules written as (pattern, replacement); re.error when a pattern is none."""
        return cls(tuple((re.compile(pattern), sound) for pattern, sound in rules))

    def sound(self, key: str) -> str:
        """The sound of a word given by its key: letters, those in capitals being sounds of their own."""
        for pattern, sound in self.rules:
            key = pattern.sub(sound, key)
        return key

    def alike(self, one: str, other: str) -> bool:
        """Whether two keys sound the same."""
        return self.sound(one) == self.sound(other)
