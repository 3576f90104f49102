"""Letters that were encoded twice ("Ã©" for "é"): where they stand, and what they stand for.

The text keeps them. Only marks are looked for in what they stand for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.outline.matching import Form

# The second byte of a letter, as Latin-1 or Windows-1252 shows it.
_SECOND = "\u0080-\u00bf‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"
_DOUBLED = re.compile(f"[ÂÃ][{_SECOND}]")
# The second byte of "í" is a sign that nobody sees, and is not in the line.
_HALF = re.compile(r"Ã(?=[a-z])")
_LOST = "í"


def doubled(text: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, what it stands for) of each letter of `text` that was encoded twice."""
    if "Ã" not in text and "Â" not in text:
        return
    for found in _DOUBLED.finditer(text):
        if letter := _decoded(found[0]):
            yield found.start(), found.end(), letter


def composed_again(text: str) -> Form:
    """The form of a line with each such letter as what it stands for."""
    letters: list[str] = []
    places: list[int] = []
    at = 0
    whole = list(doubled(text))
    halves = [(half.start(), half.end(), _LOST) for half in _HALF.finditer(text)]
    for start, end, letter in sorted([*whole, *halves]):
        letters.extend(text[at:start])
        places.extend(range(at, start))
        letters.append(letter)
        places.append(start)
        at = end
    letters.extend(text[at:])
    places.extend(range(at, len(text) + 1))
    return "".join(letters), places


def _decoded(pair: str) -> str:
    try:
        return b"".join(_byte(sign) for sign in pair).decode("utf-8")
    except UnicodeError:
        return ""


def _byte(sign: str) -> bytes:
    return sign.encode("latin-1") if ord(sign) < 256 else sign.encode("cp1252")
