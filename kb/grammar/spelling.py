"""How far the spelling of a word is from another's."""

from __future__ import annotations


def distance(one: str, other: str) -> int:
    """How many letters must be put in, left out or changed to make `other` of `one` (Levenshtein's distance)."""
    row = list(range(len(other) + 1))
    for count, letter in enumerate(one, 1):
        before, row[0] = row[0], count
        for at, wanted in enumerate(other, 1):
            changed = before + (letter != wanted)
            before = row[at]
            row[at] = min(changed, row[at] + 1, row[at - 1] + 1)
    return row[-1]
