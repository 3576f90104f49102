"""The fields of the Whoosh index, and the names of the two that lie in one folder."""

from __future__ import annotations

from typing import Any

from kb.index.documents import ADDRESS, CONCEPT, FILTERS, HEADING, TERMS, WORDING, WORDS

TODAY, OLDER = "MAIN", "OLDER"
"""The index of today's words, and that of the older wordings."""

RANKS = "{}.rnk"
"""The file with the place in the corpus of each document, where it is not the order of their numbers."""


def schema() -> Any:
    from whoosh.analysis import IDAnalyzer
    from whoosh.fields import ID, STORED, TEXT, Schema

    def text(phrase: bool) -> Any:
        return TEXT(analyzer=IDAnalyzer(), phrase=phrase, spelling=False)

    searched = {WORDS: text(phrase=True), **{name: text(phrase=False) for name in (TERMS, HEADING, CONCEPT)}}
    return Schema(**searched, **{ADDRESS: ID(stored=True), WORDING: STORED()}, **{name: ID() for name in FILTERS})


def scored(fields: Any) -> list[str]:
    """The names of the fields by whose lengths documents are ranked."""
    return sorted(name for name, field in fields.items() if field.indexed and field.scorable)
