"""Words that a print divides at the end of a line: "estableci-/mientos", and "franco-/colombiano", which may be two.

Pure: it reads texts and is told which words are known. Nothing is mended where texts are kept and shown; search reads
the word whole where that is sure, and in both ways where it is not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

# Between the halves of what may be one word or two: nobody sees it, and words end at it.
MAYBE = "\u00ad"
_DIVIDED = re.compile(r"(?<![\w-])[^\W\d_]+(?:[-‐¬]\n[^\W\d_]+)+(?![\w])")
_HYPHEN = re.compile(r"[-‐¬]\n")
_SIGNS = ("-\n", "‐\n", "¬\n")


def divided(texts: Iterable[str]) -> set[str]:
    """The words that texts divide, in lower case, a hyphen between their halves."""
    return {_key(_halves(found[0])) for text in texts if may_divide(text) for found in _DIVIDED.finditer(text)}


def judged(words: Iterable[str], known: Callable[[str], bool]) -> dict[str, bool]:
    """Of each divided word whether it is one and no other: its whole is known, and not all of its halves are."""
    return {word: known(word.replace("-", "")) and not all(map(known, word.split("-"))) for word in sorted(words)}


def mended(text: str, whole: Mapping[str, bool]) -> str:
    """`text` as search reads it: words that are one made whole, those that may be two with MAYBE between the halves.

    `whole` is what `judged` says. A word that it doesn't know stays as it is.
    """
    if not whole or not may_divide(text):
        return text

    def joined(found: re.Match[str]) -> str:
        halves = _halves(found[0])
        sure = whole.get(_key(halves))
        return found[0] if sure is None else ("" if sure else MAYBE).join(halves)

    return _DIVIDED.sub(joined, text)


def may_divide(text: str) -> bool:
    return any(sign in text for sign in _SIGNS)


def _halves(word: str) -> list[str]:
    return _HYPHEN.split(word)


def _key(halves: Iterable[str]) -> str:
    return "-".join(halves).lower()
