"""Where the text of a hit holds what was looked for, in the words of the question or in others for the same idea."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kb.analysis import key, keys
from kb.concepts import BREAK, Finder, Form, Found, finders, tokens
from kb.index import Clause, Idea
from kb.query.snippets import Match, matches

if TYPE_CHECKING:
    from kb.store import Store


@dataclass(frozen=True, slots=True)
class Reading:
    """The places of a text that answer, in order, and for each idea that only other words name, by id: what is what."""

    matches: tuple[Match, ...]
    named: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the texts of hits: their words as lemmas and terms, and what the glossary calls its ideas."""

    lemmas: Mapping[tuple[str, str], str]
    terms: Mapping[str, set[str]]
    finders: Mapping[str, Finder]

    @classmethod
    def of(cls, store: Store, texts: Iterable[str], clauses: Iterable[Clause]) -> Reader:
        """A reader of these texts of the store for what these clauses look for."""
        wanted = {idea.concept for clause in clauses for one in clause.simple for idea in one.ideas}
        forms = [Form(*form) for form in store.forms_of(wanted)]
        lemmas = store.inflections({"", *(lemma for form in forms for lemma in form.lemmas)}) if forms else {}
        return cls(lemmas, store.terms({word for text in texts for word in keys(text)}), finders(forms))

    def read(self, text: str, clauses: Sequence[Clause], language: str) -> Reading:
        """Where `text` holds what the clauses look for: literally, and by the ideas that they name."""
        literal = matches(text, clauses, self.terms)
        wanted = {idea.concept for clause in clauses for one in clause.simple for idea in one.ideas}
        found = self._found(text, language, wanted) if wanted else []
        met = {match.clause for match in literal}
        matched, named = list(literal), dict[str, str]()
        for number, clause in enumerate(clauses):
            if number in met:
                continue
            for idea in (idea for one in clause.simple for idea in one.ideas):
                its = [one for one in found if one.form.concept == idea.concept]
                matched += [Match(one.start, one.end, number) for one in its]
                if its:
                    named.setdefault(idea.concept, _equation(idea, text[its[0].start : its[0].end]))
        return Reading(tuple(sorted(matched, key=lambda match: (match.start, -match.end))), named)

    def answered(self, texts: Iterable[str], clauses: Sequence[Clause], language: str) -> int:
        """How many of the clauses that are needed any of these texts of one place answers."""
        met = {match.clause for text in texts for match in self.read(text, clauses, language).matches}
        return sum(not clauses[number].optional for number in met)

    def _found(self, text: str, language: str, wanted: set[str]) -> list[Found]:
        finder = self.finders.get(language)
        said = tokens(text, lambda word: self.lemmas.get((key(word), language), BREAK))
        return [one for one in finder.find(said) if one.form.concept in wanted] if finder else []


def _equation(idea: Idea, words: str) -> str:
    return f"{idea.said} = {' '.join(words.split())}"
