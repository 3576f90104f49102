"""Ideas that texts name in several languages: where words name one, by the lemmas of the one analysis.

A form of the glossary is a run of lemmas without the stop words in it, and so is what it is found in: "transfer of
shares" and "transfers of the share" are the same run. Where forms overlap the longest wins, and nothing is found
across the end of a sentence.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kb.analysis import WORD, Analyzer, key, words
from kb.model import Concept, Knowledge, Node

# The end of a sentence or of a part of one, or a word that no form has. No lemma is written so.
BREAK = "."
ENDS = ".;:?!"
# Such a mark with another character that is of no word beside it; an accent of its own belongs to its letter.
_PARTED = re.compile(rf"[{ENDS}][\W_]|[\W_](?<!\w[\u0300-\u036f])[{ENDS}]")


@dataclass(frozen=True, slots=True)
class Form:
    """What a concept is called in a language, as lemmas."""

    concept: str
    language: str
    lemmas: tuple[str, ...]


class Token(NamedTuple):
    """A word of a text: its lemma ("" for a stop word, BREAK for what is in no form) and its place."""

    lemma: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Found:
    """Where tokens name a concept: from the first of `tokens` to the last."""

    form: Form
    tokens: tuple[Token, ...]

    @property
    def start(self) -> int:
        """Where the first word begins."""
        return self.tokens[0].start

    @property
    def end(self) -> int:
        """Where the last word ends."""
        return self.tokens[-1].end


@dataclass(frozen=True, slots=True)
class Glossary:
    """Concepts made ready to be found: their forms, and the lemma of each (key, language) that may be part of one.

    `lemmas` are of the words of the forms, and of the words that the analyzer knows.
    """

    forms: tuple[Form, ...]
    lemmas: Mapping[tuple[str, str], str]

    @classmethod
    def of(cls, concepts: Iterable[Concept], analyzer: Analyzer) -> Glossary:
        """The glossary of these concepts; a form of stop words alone is left out."""
        said = [(c.id, language, form) for c in concepts for language, forms in c.forms for form in forms]
        own = {
            (key(word), language): _lemma(word, language, analyzer)
            for _, language, form in said
            for word, _, _ in words(form)
        }
        made = {Form(id, language, _run(form, language, own)) for id, language, form in said}
        return cls(tuple(sorted(filter(_is_said, made), key=_order)), _known(own, analyzer) | own)

    def within(self, printed: Iterable[tuple[str, str]]) -> Glossary:
        """What is left of it for texts of these words, (key, language): the concepts that they may name by some form.

        Of these every form is left, since a question may use it.
        """
        said = {(self.lemmas[one], one[1]) for one in printed if one in self.lemmas}
        there = {
            form.concept for form in self.forms if said.issuperset((lemma, form.language) for lemma in form.lemmas)
        }
        forms = tuple(form for form in self.forms if form.concept in there)
        kept = {(lemma, form.language) for form in forms for lemma in form.lemmas}
        lemmas = {one: lemma for one, lemma in self.lemmas.items() if not lemma or (lemma, one[1]) in kept}
        return Glossary(forms, lemmas)

    def lemma(self, word: str, language: str) -> str:
        """The lemma of a word of a text: "" for a stop word, BREAK for one that is in no form."""
        return self.lemmas.get((key(word), language), BREAK)


def _lemma(word: str, language: str, analyzer: Analyzer) -> str:
    return analyzer.lemma(word, language) if analyzer.term(word, language) else ""


def _run(form: str, language: str, lemmas: Mapping[tuple[str, str], str]) -> tuple[str, ...]:
    return tuple(filter(None, (lemmas[key(word), language] for word, _, _ in words(form))))


def _is_said(form: Form) -> bool:
    return bool(form.lemmas)


def _order(form: Form) -> tuple[str, str, tuple[str, ...]]:
    return form.language, form.concept, form.lemmas


def _known(own: Mapping[tuple[str, str], str], analyzer: Analyzer) -> dict[tuple[str, str], str]:
    """The lemma of every known word that may be part of a form, stop words included.

    Where the dictionary does not lead to a word of the forms, the stem does if it is that of one lemma only.
    """
    lemmas = {(lemma, language) for (_, language), lemma in own.items()}
    by_term: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for (word, language), lemma in own.items():
        by_term[analyzer.term(word, language), language].add(lemma)
    found: dict[tuple[str, str], str] = {}
    for (word, language), term in analyzer.known.items():
        lemma = analyzer.lemma(word, language) if term else ""
        if not term or (lemma, language) in lemmas:
            found[word, language] = lemma
        elif len(akin := by_term.get((term, language), set())) == 1:
            found[word, language] = min(akin)
    return found


def tokens(text: str, lemma: Callable[[str], str]) -> list[Token]:
    """The words of `text` with their lemmas, and a BREAK between two that a full stop or the like parts."""
    made: list[Token] = []
    last = 0
    for word, start, end in words(text):
        if made and start - last > 1 and any(mark in text[last:start] for mark in ENDS):
            made.append(Token(BREAK, last, start))
        made.append(Token(lemma(word), start, end))
        last = end
    return made


class Finder:
    """Finds the forms of one language."""

    def __init__(self, forms: Iterable[Form]) -> None:
        self._by_run: defaultdict[tuple[str, ...], list[Form]] = defaultdict(list)
        for form in forms:
            self._by_run[form.lemmas].append(form)
        # How long the runs that begin with a lemma are, the longest first.
        self._lengths: dict[str, tuple[int, ...]] = {}
        for run in sorted(self._by_run, key=len, reverse=True):
            known = self._lengths.get(run[0], ())
            self._lengths[run[0]] = known if len(run) in known else (*known, len(run))

    def find(self, said: Sequence[Token]) -> Iterator[Found]:
        """What the tokens name, in order, the longest form at each place; all of it when several are as long."""
        telling = [token for token in said if token.lemma]
        lemmas = [token.lemma for token in telling]
        at = 0
        while at < len(lemmas):
            here = self._longest(lemmas, at)
            yield from (Found(form, tuple(telling[at : at + len(form.lemmas)])) for form in here)
            at += len(here[0].lemmas) if here else 1

    def named(self, lemmas: Sequence[str]) -> list[str]:
        """The concepts that these lemmas, without stop words, name: those that `find` finds."""
        ids: list[str] = []
        after = 0
        for at in [at for at, lemma in enumerate(lemmas) if lemma in self._lengths]:
            if at >= after and (here := self._longest(lemmas, at)):
                ids += [form.concept for form in here]
                after = at + len(here[0].lemmas)
        return ids

    def every(self, said: Sequence[Token]) -> Iterator[Found]:
        """Every form that the tokens name, whether or not it is part of longer ones."""
        telling = [token for token in said if token.lemma]
        lemmas = [token.lemma for token in telling]
        for at, first in enumerate(lemmas):
            for length in self._lengths.get(first, ()):
                for form in self._by_run.get(tuple(lemmas[at : at + length]), ()):
                    yield Found(form, tuple(telling[at : at + length]))

    def _longest(self, lemmas: Sequence[str], at: int) -> list[Form]:
        for length in self._lengths.get(lemmas[at], ()):
            if here := self._by_run.get(tuple(lemmas[at : at + length])):
                return here
        return []


def finders(forms: Iterable[Form]) -> dict[str, Finder]:
    """A finder for each language of the forms."""
    by: defaultdict[str, list[Form]] = defaultdict(list)
    for form in forms:
        by[form.language].append(form)
    return {language: Finder(own) for language, own in by.items()}


def carried(knowledge: Knowledge, glossary: Glossary) -> dict[tuple[str, str], list[str]]:
    """(instrument, eId) -> the concepts that the node's heading and words name, each as often as they do."""
    by, languages = finders(glossary.forms), {i.id: i.language for i in knowledge.instruments}
    lemmas = {language: _Lemmas(glossary, language) for language in by}
    found: dict[tuple[str, str], list[str]] = {}
    for node in knowledge.nodes:
        language = languages[node.instrument]
        if (finder := by.get(language)) and (ids := finder.named(telling(node, lemmas[language]))):
            found[node.instrument, node.eid] = ids
    return found


class _Lemmas(dict[str, str]):
    """The lemma of each word of a language as it is printed, looked up once."""

    def __init__(self, glossary: Glossary, language: str) -> None:
        super().__init__()
        self._glossary, self._language = glossary, language

    def __missing__(self, word: str) -> str:
        return self.setdefault(word, self._glossary.lemma(word, self._language))


def telling(node: Node, lemmas: Mapping[str, str]) -> list[str]:
    """The lemmas of a node's heading and words without the stop words, a BREAK where `tokens` has one."""
    made: list[str] = []
    for sentence in _PARTED.split(f"{node.heading}.\n{node.text}"):
        made += [lemma for word in WORD.findall(sentence) if (lemma := lemmas[word])]
        made.append(BREAK)
    return made
