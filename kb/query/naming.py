"""Where the text of a hit holds what was looked for, in the words of the question or in others for the same idea."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kb.analysis import key, words
from kb.concepts import BREAK, ENDS, Finder, Form, Token, finders
from kb.index import Clause, Idea
from kb.query.ranking import AS_AKIN, AS_IDEA, AS_INFLECTED, Match

if TYPE_CHECKING:
    from kb.store import Store

# A run of keys that a clause looks for, the number of the clause, how well it answers, how far its words may be apart.
_Run = tuple[tuple[str, ...], int, float, int]


@dataclass(frozen=True, slots=True)
class Reading:
    """The places of a text that answer, in order, and for each idea that only other words name, by id: what is what."""

    matches: tuple[Match, ...]
    named: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Word:
    """What a printed word may be the beginning of: what clauses look for, and forms of ideas by its lemma."""

    key: str
    runs: tuple[_Run, ...]
    lemma: str


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads texts for what the clauses of a question look for: literally, and by the ideas that they name.

    `terms` are the terms that each key of any text may have, and `lemmas` the lemma of each (key, language), as far
    as the clauses look for them; `typed` are the lemmas of the words of the clauses.
    """

    clauses: tuple[Clause, ...]
    terms: Mapping[str, set[str]]
    lemmas: Mapping[tuple[str, str], str]
    finders: Mapping[str, Finder]
    typed: Mapping[tuple[str, str], str]
    _known: dict[tuple[str, str], _Word] = field(default_factory=dict)

    @classmethod
    def of(cls, store: Store, clauses: Sequence[Clause]) -> Reader:
        """A reader of the texts of the store for what these clauses look for."""
        simple = [one for clause in clauses for one in clause.simple]
        forms = [Form(*form) for form in store.forms_of({idea.concept for one in simple for idea in one.ideas})]
        typed = store.lemmas({run[0] for one in simple for run in one.spellings if one.terms})
        wanted = {lemma for form in forms for lemma in form.lemmas} | set(typed.values())
        lemmas = store.inflections({"", *wanted}) if wanted else {}
        terms = store.surfaces({term for one in simple for term in one.terms})
        return cls(tuple(clauses), terms, lemmas, finders(forms), typed)

    def read(self, text: str, language: str) -> Reading:
        """Where `text` holds what the clauses look for."""
        if not self.clauses:
            return Reading((), {})
        said, telling = [(word, start, end) for word, start, end in words(text)], list[Token]()
        literal: list[Match] = []
        last, parted = 0, False
        for at, (word, start, end) in enumerate(said):
            known = self._known.get((word, language)) or self._learn(word, language)
            parted = parted or (start - last > 1 and any(mark in text[last:start] for mark in ENDS))
            literal += self._literal(said, at, known) if known.runs else ()
            if known.lemma == BREAK or parted:
                telling += [Token(BREAK, last, start)] if telling and telling[-1].lemma != BREAK else []
            if known.lemma != BREAK:
                telling.append(Token(known.lemma, start, end))
            last, parted = end, False
        ideas, named = self._ideas(text, telling, language, {match.clause for match in literal})
        return Reading(tuple(sorted([*literal, *ideas], key=lambda match: (match.start, -match.end))), named)

    def _learn(self, word: str, language: str) -> _Word:
        spelled = key(word)
        runs: list[_Run] = []
        for number, clause in ((number, one) for number, whole in enumerate(self.clauses) for one in whole.simple):
            typed = [(run, number, 1.0, clause.slop) for run in clause.spellings if run[0] == spelled]
            alike = not typed and not self.terms.get(spelled, set()).isdisjoint(clause.terms)
            runs += [((spelled,), number, self._likeness(clause, spelled, language), 1)] if alike else typed
        made = _Word(spelled, tuple(runs), self.lemmas.get((spelled, language), BREAK))
        return self._known.setdefault((word, language), made)

    def _likeness(self, clause: Clause, spelled: str, language: str) -> float:
        """How well a word of the same stem answers: worse when the dictionary has it for another word."""
        lemmas = [self.typed[run[0], language] for run in clause.spellings if (run[0], language) in self.typed]
        return AS_INFLECTED if not lemmas or self.lemmas.get((spelled, language)) in lemmas else AS_AKIN

    def _literal(self, said: Sequence[tuple[str, int, int]], at: int, known: _Word) -> Iterator[Match]:
        """What the word in this place answers, alone or with those that follow it."""
        for run, number, worth, slop in known.runs:
            last = _last(said, at, run, slop) if len(run) > 1 else at
            if last is not None:
                yield Match(said[at][1], said[last][2], number, worth)

    def _ideas(
        self, text: str, telling: Sequence[Token], language: str, met: set[int]
    ) -> tuple[list[Match], dict[str, str]]:
        """Where ideas are named of clauses that are not met literally, and in which words."""
        wanted = [
            (number, idea)
            for number, clause in enumerate(self.clauses)
            for one in clause.simple
            for idea in one.ideas
            if number not in met
        ]
        finder = self.finders.get(language)
        matched, named = list[Match](), dict[str, str]()
        if not wanted or finder is None or not telling:
            return matched, named
        found = list(finder.find(telling))
        for number, idea in wanted:
            its = [one for one in found if one.form.concept == idea.concept]
            matched += [Match(one.start, one.end, number, AS_IDEA * idea.weight) for one in its]
            if its:
                named.setdefault(idea.concept, _equation(idea, text[its[0].start : its[0].end]))
        return matched, named


def _last(said: Sequence[tuple[str, int, int]], at: int, run: Sequence[str], slop: int) -> int | None:
    """The place of the last word of `run` when it begins at `at` and goes on with at most `slop` steps a word."""
    for wanted in run[1:]:
        there = range(at + 1, min(at + 1 + slop, len(said)))
        found = next((place for place in there if key(said[place][0]) == wanted), None)
        if found is None:
            return None
        at = found
    return at


def _equation(idea: Idea, words: str) -> str:
    return f"{idea.said} = {' '.join(words.split())}"
