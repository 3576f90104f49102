"""The lists of a store as a whole, for those who write them elsewhere."""

from __future__ import annotations

from kb.store.reader import Store


def every_term(store: Store) -> dict[tuple[str, str], str]:
    """(surface, language) -> term, of every word of the texts and of the glossary; "" for a stop word."""
    return _words(store, "concept_words", "term") | _words(store, "vocabulary", "term")


def every_lemma(store: Store) -> dict[tuple[str, str], str]:
    """(surface, language) -> lemma, of every word that may be part of what an idea is called."""
    return _words(store, "concept_words", "lemma")


def every_form(store: Store) -> list[tuple[str, str, tuple[str, ...]]]:
    """(concept, language, lemmas) of everything that any idea is called."""
    rows = store.rows("SELECT concept, language, lemmas FROM concept_forms ORDER BY language, concept, lemmas")
    return [(concept, language, tuple(lemmas.split())) for concept, language, lemmas in rows]


def _words(store: Store, table: str, column: str) -> dict[tuple[str, str], str]:
    rows = store.rows(f"SELECT surface, language, {column} FROM {table} ORDER BY surface, language")
    return {(surface, language): value for surface, language, value in rows}
