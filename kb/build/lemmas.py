"""Lemmas that were looked up for a build, kept for those to come: to ask a dictionary takes longer than to read."""

from __future__ import annotations

from kb.analysis import Lemmas
from kb.build.kept import Kept, encoded, key_of

# (word, language, lemma).
_Rows = list[tuple[str, str, str]]


def kept_lemmas(kept: Kept, program: str) -> Lemmas:
    """The lemmas that earlier builds by this program looked up."""
    rows = kept.found(key_of("lemmas", program), _Rows) or []
    return {(word, language): lemma for word, language, lemma in rows}


def keep_lemmas(kept: Kept, program: str, lemmas: Lemmas) -> None:
    """Keep what has been looked up by now."""
    rows = sorted((word, language, lemma) for (word, language), lemma in lemmas.items())
    kept.put(key_of("lemmas", program), encoded(rows))
