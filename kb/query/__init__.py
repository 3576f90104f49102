"""Questions to a finished knowledge base: typed references, and words."""

from kb.query.answer import (
    ALL_WORDS,
    DID_YOU_MEAN,
    FITS,
    IN_HEADING,
    MENTION,
    NO_RUNG,
    ONLY_EXCLUDED,
    PHRASE,
    REFERENCE,
    SOME_WORDS,
    UNKNOWN_VALUE,
    Answer,
    Hint,
    Hit,
)
from kb.query.provisions import Target
from kb.query.reference import NOTHING, Reference, nearest_to, read_reference
from kb.query.search import search
from kb.query.snippets import Snippet
from kb.query.typed import Typed

__all__ = [
    "ALL_WORDS",
    "DID_YOU_MEAN",
    "FITS",
    "IN_HEADING",
    "MENTION",
    "NOTHING",
    "NO_RUNG",
    "ONLY_EXCLUDED",
    "PHRASE",
    "REFERENCE",
    "SOME_WORDS",
    "UNKNOWN_VALUE",
    "Answer",
    "Hint",
    "Hit",
    "Reference",
    "Snippet",
    "Target",
    "Typed",
    "nearest_to",
    "read_reference",
    "search",
]
