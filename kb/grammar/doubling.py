"""Letters that were encoded twice ("Ã©" for "é"): where they stand, and what they stand for.

The text keeps them. Only marks and citations are looked for in what they stand for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

# The second byte of a letter, as Latin-1 or Windows-1252 shows it.
_SECOND = "\u0080-\u00bf‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"
_DOUBLED = re.compile(f"[ÂÃ][{_SECOND}]")
# The second byte of "í" is a sign that nobody sees, and is not in the line.
_HALF = re.compile(r"Ã(?=[a-z])")
_LOST = "í"
_ORDINAL = re.compile("Â([°ºª])")


def doubled(text: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, what it stands for) of each letter of `text` that was encoded twice."""
    if "Ã" not in text and "Â" not in text:
        return
    for found in _DOUBLED.finditer(text):
        if letter := _decoded(found[0]):
            yield found.start(), found.end(), letter


def composed_again(text: str) -> tuple[str, list[int]]:
    """`text` with each such letter as what it stands for, and where each sign of that is printed, with the end."""
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


def legible(text: str) -> str:
    """`text`, as long as before, with the letters and ordinal signs that can be read without a change of length."""
    if "Ã" not in text and "Â" not in text:
        return text
    return _ORDINAL.sub(r"\1 ", _HALF.sub(_LOST, text))


def _decoded(pair: str) -> str:
    try:
        return b"".join(_byte(sign) for sign in pair).decode("utf-8")
    except UnicodeError:
        return ""


def _byte(sign: str) -> bytes:
    return sign.encode("latin-1") if ord(sign) < 256 else sign.encode("cp1252")
