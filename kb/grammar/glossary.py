"""The glossary of `kb/grammars/concepts`: one idea an entry, its words in each language, a file for each field of law.

    shareholder = { es = ["accionista"], en = ["shareholder", "stockholder"] }

A new concept, or a new language of one, needs no Python. The base of a form is enough: analysis finds
its inflections.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from kb.grammar import tables
from kb.grammar.numbers import fold
from kb.model import ArticuladoError, Concept

NOTE = "note"


def load_concepts(folder: Path, languages: Collection[str]) -> tuple[Concept, ...]:
    """The concepts of every file of `folder`, by id; ArticuladoError naming file and entry when one is wrong."""
    found: dict[str, Concept] = {}
    owners: dict[tuple[str, str], str] = {}
    for path in sorted(folder.glob("*.toml")):
        for id, entry in tables.parse(path).items():
            concept = _concept(f"{path}: {id}", id, entry, languages)
            if id in found:
                raise ArticuladoError(f"{path}: {id} stands in two files; make it one entry.")
            for form in _forms(concept):
                if (other := owners.setdefault(form, id)) != id:
                    raise ArticuladoError(f"{path}: {id} has the form {form[1]!r}, which is one of {other} already.")
            found[id] = concept
    return tuple(concept for _, concept in sorted(found.items()))


def _forms(concept: Concept) -> Iterator[tuple[str, str]]:
    return ((language, fold(form)) for language, forms in concept.forms for form in forms)


def _concept(place: str, id: str, entry: Any, languages: Collection[str]) -> Concept:
    if not isinstance(entry, dict):
        raise ArticuladoError(f"{place} is no entry; write it as {{ es = […], en = […] }}.")
    if unknown := sorted(entry.keys() - {*languages, NOTE}):
        raise ArticuladoError(f"{place} has the unknown key {unknown[0]!r}; there are {', '.join(languages)}, {NOTE}.")
    note, forms = entry.get(NOTE, ""), {language: entry[language] for language in languages if language in entry}
    if not forms or not all(_is_said(said) for said in forms.values()):
        raise ArticuladoError(f"{place} has an empty form; each language is a list of words in quotes.")
    if not isinstance(note, str):
        raise ArticuladoError(f"{place} has a note that is no text; write it in quotes.")
    return Concept(id=id, forms=tuple((language, tuple(said)) for language, said in sorted(forms.items())), note=note)


def _is_said(forms: Any) -> bool:
    """Whether the forms of a language are a list, not empty, of texts with a letter or digit in each."""
    return isinstance(forms, list) and bool(forms) and all(isinstance(f, str) and _has_word(f) for f in forms)


def _has_word(form: str) -> bool:
    return any(character.isalnum() for character in form)
