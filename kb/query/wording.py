"""Which typed words the texts have, which are a slip away from one of these, and which name a law for sure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from kb.analysis import key, keys
from kb.query.laws import Law
from kb.query.pieces import Piece
from kb.query.statutes import Sides, Vocabulary

if TYPE_CHECKING:
    from kb.store import Store

# How many letters of a word of so many may be others; no slip makes a word of less.
_SHORTEST, _LONGEST = 3, 60
_FULL_YEAR = re.compile(r"[12]\d{3}")
_SLIPS = ((5, 1), (10, 2), (_LONGEST, 3))


def vocabulary(store: Store) -> Vocabulary:
    """What the texts of a store, its glossary, its names and its lists know of a word."""
    return Vocabulary(partial(_is_word, store), partial(_is_slip, store))


def _is_word(store: Store, word: str) -> bool:
    """Whether a text of the corpus, the glossary or a list of words has a word."""
    spelled = key(word)
    return bool(store.analysis([spelled])) or store.spelled(spelled)


def _is_slip(store: Store, word: str) -> bool:
    """Whether a word of the texts that begins with the same letter is a few slips away."""
    from rapidfuzz.distance import OSA

    spelled = key(word)
    if not _SHORTEST <= len(spelled) <= _LONGEST:
        return False
    slips = next(most for size, most in _SLIPS if len(spelled) <= size)
    return any(OSA.distance(spelled, one, score_cutoff=slips) <= slips for one in store.beginning(spelled[:1]))


def is_sure(found: Sequence[Piece], law: Law, words: Vocabulary) -> bool:
    """Whether a law that is not here is surely one, though no provision is named beside it.

    It has a whole name that is known, a number, or a name of words that no text has: "ley zbtq". An everyday word has
    its year as well: "acuerdo 9 de 2001".
    """
    said = found[law.start : law.stop]
    if law.instruments or law.loose or not law.text:
        return False
    if law.called:
        return len(keys(law.text)) > 1
    types = [piece for piece in said if piece.of("type")]
    if (types or said[0].of("statute")) and any(piece.figure for piece in said):
        dated = any(_FULL_YEAR.fullmatch(piece.figure) or piece.year for piece in said)
        return dated or not Sides.of(types or said[:1]).doubtful
    telling = [piece.text for piece in said if not (piece.of("type") or piece.of("join"))]
    return bool(types and telling) and not any(words.has(word) or words.is_slip(word) for word in telling)
