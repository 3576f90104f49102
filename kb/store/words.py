"""Reading the words of a knowledge base: of references, of the query language, of the texts and of the glossary."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from kb.store.called import SEARCH, reference_words

# SQLite takes at most 32,766 values in one statement (limits.html, SQLITE_MAX_VARIABLE_NUMBER).
_AT_ONCE = 500

_Kept = TypeVar("_Kept")


@dataclass(frozen=True, slots=True)
class Spelling:
    """A word by its key: how the texts of a language spell it most often, how often it stands there, its sound."""

    surface: str
    language: str
    printed: str
    times: int
    sound: str


class Words:
    """What a store knows of words."""

    _db: sqlite3.Connection
    _kept: dict[str, Any]

    def kept(self, name: str, make: Callable[[], _Kept]) -> _Kept:
        """What `make` makes of the store, made once under this name: a finished store never changes."""
        if name not in self._kept:
            self._kept[name] = make()
        found: _Kept = self._kept[name]
        return found

    def reference_words(self) -> dict[str, list[tuple[str, str]]]:
        """Folded word -> what it means in a typed reference, as (role, value) pairs; not to be changed."""
        return self.kept("reference words", partial(reference_words, self._db))

    def search_words(self) -> dict[str, dict[str, str]]:
        """The words of the query language: for each role (field, or, status, language …) folded word -> what it means.

        Not to be changed.
        """
        return self.kept("search words", self._search_words)

    def _search_words(self) -> dict[str, dict[str, str]]:
        found: dict[str, dict[str, str]] = defaultdict(dict)
        rows = self._db.execute(f"SELECT key, role, value FROM reference_words WHERE role GLOB '{SEARCH}*'")
        for key, role, value in rows:
            found[role.removeprefix(SEARCH)][key] = value
        return dict(found)

    def beginning(self, prefix: str) -> list[str]:
        """The words of the texts whose key begins with `prefix`, in the order of their letters."""
        last = f"{prefix}\U0010ffff"
        rows = self._db.execute(
            "SELECT DISTINCT surface FROM vocabulary WHERE surface >= ? AND surface < ? ORDER BY 1", (prefix, last)
        )
        return [surface for (surface,) in rows]

    def terms(self, surfaces: Iterable[str]) -> dict[str, set[str]]:
        """Surface -> the index terms it has in any language, for those surfaces that the texts hold."""
        return self._terms("surface", surfaces)

    def surfaces(self, terms: Iterable[str]) -> dict[str, set[str]]:
        """Surface -> those of these index terms that it has in any language, for every surface that has one."""
        return self._terms("term", terms)

    def _terms(self, column: str, values: Iterable[str]) -> dict[str, set[str]]:
        found: dict[str, set[str]] = defaultdict(set)
        for surface, _, term in self._chosen(f"SELECT surface, language, term FROM vocabulary WHERE {column}", values):
            found[surface].add(term)
        return dict(found)

    def analysis(self, surfaces: Iterable[str]) -> dict[tuple[str, str], str]:
        """(surface, language) -> term, for those surfaces that the texts or the glossary hold."""
        return self._words("concept_words", "term", surfaces) | self._words("vocabulary", "term", surfaces)

    def sounds(self) -> dict[str, list[tuple[str, str]]]:
        """Language -> its rules of what sounds alike, (pattern, sound) in their order."""
        found: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for language, pattern, sound in self._db.execute("SELECT language, pattern, sound FROM sounds"):
            found[language].append((pattern, sound))
        return dict(found)

    def spelled(self, surface: str) -> bool:
        """Whether this is a word of today's texts, of what instruments are called, or of references."""
        found = self._db.execute("SELECT 1 FROM spellings WHERE surface = ? LIMIT 1", (surface,))
        return found.fetchone() is not None

    def spellings_near(self, language: str, sound: str, slips: int) -> list[Spelling]:
        """Words of a language that begin or end as `sound` does and are at most `slips` letters longer or shorter."""
        columns, size = "surface, language, printed, times, sound", len(sound)
        each = f"SELECT {columns} FROM spellings WHERE language = ? AND length(sound) BETWEEN ? AND ?"
        near = (language, size - slips, size + slips)
        rows = self._db.execute(
            f"{each} AND substr(sound, 1, 2) = ? UNION {each} AND substr(sound, -2) = ?",
            (*near, sound[:2], *near, sound[-2:]),
        )
        return [Spelling(*row) for row in rows]

    def inflected(self, terms: Iterable[str]) -> dict[tuple[str, str], str]:
        """(surface, language) -> term, for every word of the texts that has one of these index terms."""
        found = self._chosen("SELECT surface, language, term FROM vocabulary WHERE term", terms)
        return {(surface, language): term for surface, language, term in found}

    def lemmas(self, surfaces: Iterable[str]) -> dict[tuple[str, str], str]:
        """(surface, language) -> lemma, for those surfaces that may be part of what an idea is called."""
        return self._words("concept_words", "lemma", surfaces)

    def akin(self, terms: Iterable[str]) -> list[tuple[str, str, str]]:
        """(term, language, lemma) of every word with one of these terms that may be part of what an idea is called."""
        return list(self._chosen("SELECT DISTINCT term, language, lemma FROM concept_words WHERE term", terms))

    def inflections(self, lemmas: Iterable[str]) -> dict[tuple[str, str], str]:
        """(surface, language) -> lemma, for everything that these lemmas are printed as; "" is that of stop words."""
        found = self._chosen("SELECT surface, language, lemma FROM concept_words WHERE lemma", lemmas)
        return {(surface, language): lemma for surface, language, lemma in found}

    def forms_from(self, lemmas: Iterable[str]) -> list[tuple[str, str, tuple[str, ...]]]:
        """(concept, language, lemmas) of everything an idea is called that begins with one of these lemmas."""
        return self._forms("first", lemmas)

    def forms_of(self, concepts: Iterable[str]) -> list[tuple[str, str, tuple[str, ...]]]:
        """(concept, language, lemmas) of everything that these concepts are called."""
        return self._forms("concept", concepts)

    def _forms(self, column: str, values: Iterable[str]) -> list[tuple[str, str, tuple[str, ...]]]:
        found = self._chosen(f"SELECT concept, language, lemmas FROM concept_forms WHERE {column}", values)
        return [(concept, language, tuple(lemmas.split())) for concept, language, lemmas in found]

    def _chosen(self, select: str, values: Iterable[str]) -> Iterator[tuple[str, str, str]]:
        for some in batches(sorted(set(values))):
            yield from self._db.execute(f"{select} IN ({', '.join('?' * len(some))})", some)

    def _words(self, table: str, column: str, surfaces: Iterable[str]) -> dict[tuple[str, str], str]:
        found = self._chosen(f"SELECT surface, language, {column} FROM {table} WHERE surface", surfaces)
        return {(surface, language): value for surface, language, value in found}


def batches(rows: list[Any]) -> Iterator[list[Any]]:
    return (rows[at : at + _AT_ONCE] for at in range(0, len(rows), _AT_ONCE))
