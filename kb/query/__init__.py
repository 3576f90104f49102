"""Questions to a finished knowledge base: typed references, and words."""

from kb.query.provisions import Target
from kb.query.reference import NOTHING, Reference, nearest_to, read_reference
from kb.query.search import (
    ALL_WORDS,
    DID_YOU_MEAN,
    IN_HEADING,
    MENTION,
    NO_RUNG,
    PHRASE,
    REFERENCE,
    SOME_WORDS,
    Answer,
    Hit,
    search,
)
from kb.query.snippets import Snippet

__all__ = [
    "ALL_WORDS",
    "DID_YOU_MEAN",
    "IN_HEADING",
    "MENTION",
    "NOTHING",
    "NO_RUNG",
    "PHRASE",
    "REFERENCE",
    "SOME_WORDS",
    "Answer",
    "Hit",
    "Reference",
    "Snippet",
    "Target",
    "nearest_to",
    "read_reference",
    "search",
]
