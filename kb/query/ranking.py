"""What of what was found comes first, and why: every weight of the order is here, with its reason.

The engine says which places answer; here their texts are read and weighed. A score is the share of the question that
a place answers, between nothing and about one, and compares within one answer whatever the language of the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kb.ids import BELOW_ARTICLE
from kb.index import Clause

# How many places that the engine puts first are read, of those with all words and of those with some in each language;
# and how many with all words are so few that those with some are worth reading, too.
READ_CLOSELY, FEW = 20, 10

# How well a word answers beside the very word that was typed: an inflection of it, another word for the idea, and a
# word that only shares its stem, as regulators and regulations do.
AS_INFLECTED, AS_IDEA, AS_AKIN = 0.95, 0.85, 0.7
# A word that the glossary has no idea for is seldom what a question of law is about, and texts in another language
# cannot say it.
_WITHOUT_IDEA = 0.6

# Of what a word of the question is worth in full, so much is given for each thing that a text may do with it.
# That it says it at all: a text with all the words of the question answers more of it than one that repeats some.
_SAID = 0.30
# That it says it often for its length: an article about a thing comes back to it.
_OFTEN = 0.20
# That its heading says it: a heading is what the drafter thought the article to be about.
_HEADED = 0.30
# An article without a heading says in its first words what it is about, and what that is worth beside a heading.
_OPENING, _AS_HEADING = 90, 0.7
# That it stands under a chapter, or in a law, that is called so: what all of it is about is not said again in each.
_UNDER = 0.6
# What a heading counts for in how often a thing is said.
_HEADING_TIMES = 2.0
# After how many times, in a text of the usual length, saying it again adds little; how much longer texts need more.
_ENOUGH, _BY_LENGTH, _USUAL = 1.5, 0.75, 900
# The whole question printed as it was typed counts as much as so many of its words said once more.
_AS_TYPED = 2.5

# A provision that was repealed answers after one in force that answers nearly as well: who asks what the law says asks
# for the law there is. It still comes first where nothing in force answers: its repeal may be what is asked for.
_REPEALED = 0.8
# A language that has an answer nearly as good as the best has a place on the first page.
_FIRST_PAGE, _NEARLY = 10, 0.7
# A chapter prints its name only; what is in it says more.
_CONTAINER = 0.6


@dataclass(frozen=True, slots=True)
class Match:
    """Where a text, from `start` to `end`, holds what the clause of number `clause` looks for, and how well it does."""

    start: int
    end: int
    clause: int
    worth: float = 1.0


@dataclass(frozen=True, slots=True)
class Evidence:
    """A place that answers, as it was read: what of it is where, and how long its text is.

    `above` is what the names of the chapters and of the law that it stands in answer.
    """

    heading: Sequence[Match]
    text: Sequence[Match]
    above: Sequence[Match]
    headed: bool
    length: int
    kind: str
    status: str


@dataclass(frozen=True, slots=True)
class Weights:
    """What each clause of a question counts, and what all that must be answered come to."""

    each: tuple[float, ...]
    whole: float


def weighed(clauses: Sequence[Clause], rarities: Sequence[float]) -> Weights:
    """What each clause counts for: the rarer the more."""
    each = tuple(_weight(clause, rarity) for clause, rarity in zip(clauses, rarities, strict=True))
    whole = sum(weight for clause, weight in zip(clauses, each, strict=True) if not clause.optional)
    return Weights(each, whole or 1.0)


def _weight(clause: Clause, rarity: float) -> float:
    if clause.optional:
        return _AS_TYPED * rarity
    known = any(one.ideas or not one.terms for one in clause.simple)
    return rarity if known else _WITHOUT_IDEA * rarity


def worth(read: Evidence, weights: Weights) -> float:
    """What share of the question a place answers, whose clauses count as `weights` says."""
    said, above, headed = _best(read.heading, read.text), _best(read.above), _headed(read)
    size = _ENOUGH * (1 - _BY_LENGTH + _BY_LENGTH * read.length / _USUAL)
    total = 0.0
    for clause in {**said, **above}:
        most = max(said.get(clause, 0.0), _UNDER * above.get(clause, 0.0))
        times = sum(m.worth for m in read.text if m.clause == clause)
        times += _HEADING_TIMES * sum(m.worth for m in read.heading if m.clause == clause)
        often = times / (times + size)
        its = most * (_SAID + _OFTEN * often) + _HEADED * headed.get(clause, 0.0)
        total += weights.each[clause] * its
    return total / weights.whole * _force(read)


def shared_out(ranked: Sequence[tuple[float, str]]) -> list[int]:
    """The order of (worth, language) pairs, best first, in which no language is left out of the first page.

    The best of one that would be, when it is nearly as good as the best of all, takes the last place there.
    """
    order = list(range(len(ranked)))
    there = {language for _, language in ranked[:_FIRST_PAGE]}
    for place, (value, language) in enumerate(ranked[_FIRST_PAGE:], _FIRST_PAGE):
        if language not in there and value >= _NEARLY * ranked[0][0]:
            there.add(language)
            order.remove(place)
            order.insert(_FIRST_PAGE - 1, place)
    return order


def _headed(read: Evidence) -> dict[int, float]:
    """Clause -> how well the heading matches it, or what stands for one."""
    if read.headed:
        return _best(read.heading)
    return {n: _AS_HEADING * w for n, w in _best([m for m in read.text if m.start < _OPENING]).items()}


def _force(read: Evidence) -> float:
    """What a place counts for by what it is."""
    article = read.kind in ("article", "transitional") or read.kind in BELOW_ARTICLE
    return (1.0 if article else _CONTAINER) * (_REPEALED if read.status == "repealed" else 1.0)


def _best(*parts: Sequence[Match]) -> dict[int, float]:
    """Clause -> how well any of these matches it."""
    found: dict[int, float] = {}
    for match in (match for part in parts for match in part):
        found[match.clause] = max(match.worth, found.get(match.clause, 0.0))
    return found
