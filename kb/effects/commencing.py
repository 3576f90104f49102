"""Clauses of entry into force -> from when a law, or some of its provisions, says that it holds, and until when.

A sentence is read that begins with the law itself ("Esta Ley regirá …"), with its verb, or with provisions of the law
("Los artículos 1º y 2º de esta Ley regirán …"); what else may rule from a day is nobody's entry into force. Further
on, provisions that stand right before a day have that day ("…; el artículo 3º, desde el 1º de enero de 1929"). The
words are a tradition's (force.toml).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from kb.effects.words import CitedPlace, CitedText, stands_in
from kb.grammar import Grammar
from kb.grammar.quotations import quotations
from kb.grammar.sentences import sentences
from kb.model import Citation, Evidence, Node, Passage

_STOPS = ".?!"
# What is said of one day stands no further apart than this.
_LONGEST_CLAUSE = 400
# What is printed in a law and is not of it: quoted words, and what it approves.
_OTHERS = ("qstr", "annex")
_UNITS = ("days", "months", "years")
_EVENTS = ("promulgated", "sanctioned")


@dataclass(frozen=True, slots=True)
class Moment:
    """A day as it is said: itself, or `number` units (days, months, years) after an event.

    The event is `promulgated` or `sanctioned`; `condition`, where the day depends on what no law tells; or none, where
    a term counts from what was said before it.
    """

    day: str | None = None
    event: str = ""
    number: int = 0
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Commencement:
    """What one clause says: of which provisions (None: the whole law), from when, until when, in what words."""

    eid: str | None
    moment: Moment | None
    until: Moment | None
    proof: Evidence


def commencements(
    passages: Iterable[Passage], citations: Iterable[Citation], grammar: Grammar, said: str | None
) -> list[Commencement]:
    """What the passages of one instrument say of its entry into force, in reading order.

    `said` is the day on which the law speaks (ISO), where it is known. Quoted words and annexes say nothing of the law
    that they stand in.
    """
    triggers = grammar.forcing.triggers
    telling = [p for p in passages if _is_own(p.node) and (_has(triggers, p.node.text) or _is_transitory(p, grammar))]
    if not telling:
        return []
    of_node: dict[str, list[Citation]] = defaultdict(list)
    for citation in citations:
        of_node[citation.eid].append(citation)
    found: list[Commencement] = []
    for passage in telling:
        words = CitedText(passage, of_node[passage.node.eid], grammar)
        found += _stated(words, said)
        found += _term(words)
    return found


def _has(triggers: Iterable[str], text: str) -> bool:
    lowered = text.lower()
    return any(trigger in lowered for trigger in triggers)


def _is_own(node: Node) -> bool:
    """Whether a provision of the law itself speaks, not a quotation and not what it approves."""
    return not stands_in(node, _OTHERS)


def _is_transitory(passage: Passage, grammar: Grammar) -> bool:
    label = passage.node.label.lower()
    return any(mark in label for mark in grammar.citing.marks.get("transitory", ()))


def _stated(words: CitedText, said: str | None) -> Iterator[Commencement]:
    """What the sentences say that are neither quoted nor a note of what others did."""
    foreign = list(quotations(words.grammar.layers.quotes, words.text))
    foreign += [(note.start, note.end) for note in words.grammar.notes(words.text)]
    for start, end in sentences(words.text, _STOPS):
        verb = words.grammar.forcing.verb.search(words.text, start, end)
        if verb is not None and not any(a <= verb.start() < b for a, b in foreign):
            yield from _of_sentence(words, start, verb, end, said)


def _closes_more(text: str) -> bool:
    """Whether brackets are closed that were opened before: then it is the end of what somebody notes."""
    return text.count(")") > text.count("(") or text.count(">") > text.count("<")


def _of_sentence(
    words: CitedText, start: int, verb: re.Match[str], end: int, said: str | None
) -> Iterator[Commencement]:
    forcing, text = words.grammar.forcing, words.text
    speaking = _speakers(words, start, verb.start(), end)
    if speaking is None:
        return
    gap = forcing.after.match(text, verb.end(), end)
    moment, until, stop = _span(words, gap.end() if gap else verb.end(), end, said)
    if moment is None and until is None:
        return
    named: list[str | None] = [*speaking] or [None]
    for eid in named:
        yield Commencement(eid, moment, until, words.evidence(start, stop))
    yield from _further(words, start, stop, end, said, moment)


def _span(words: CitedText, at: int, end: int, said: str | None) -> tuple[Moment | None, Moment | None, int]:
    """From when and until when it holds by what stands at text[at], and where these words end."""
    forcing, text = words.grammar.forcing, words.text
    lasting = _longest(forcing.lastings, text, at, end)
    if lasting:
        told = _groups(lasting)
        event = next(name for name in _EVENTS if name in told)
        return Moment(event=event), _term_of(told, words.grammar), lasting.end()
    found = _longest(forcing.whens, text, at, end)
    moment = _moment(found, words.grammar, said) if found else None
    stop = found.end() if found and moment else at
    for pattern in forcing.untils:
        if until := pattern.match(text, stop, end):
            return moment, _last(until, words.grammar), until.end()
    return moment, None, stop


def _groups(found: re.Match[str]) -> dict[str, str]:
    """The groups of a match that say something."""
    return {name: value for name, value in found.groupdict().items() if value}


def _last(until: re.Match[str], grammar: Grammar) -> Moment | None:
    """The last day that is said, or the term at whose end it is."""
    told = _groups(until)
    named = grammar.dates.find(told["date"]) if "date" in told else None
    return Moment(day=named[0]) if named else _term_of(told, grammar)


def _speakers(words: CitedText, start: int, verb: int, end: int) -> list[str] | None:
    """The provisions that a sentence is about before its verb; none for the whole law, None for something else."""
    forcing, text = words.grammar.forcing, words.text
    law = forcing.law.match(text, start, verb)
    if law and forcing.before.fullmatch(text, law.end(), verb):
        return []
    if not text[start:verb].strip(" *_\n"):
        return None if _closes_more(text[start:end]) else []
    own = _own(words, start, verb)
    if not own or not forcing.then.fullmatch(text, own[-1].end, verb):
        return None
    return _eids(own) if forcing.provisions.fullmatch(text, start, own[0].start) else None


def _own(words: CitedText, start: int, end: int) -> list[CitedPlace]:
    """What text[start:end] cites of the law itself."""
    return [cited for cited in words.cited(start, end) if cited.is_provision and cited.is_of(words.node.instrument)]


def _eids(cited: Sequence[CitedPlace]) -> list[str]:
    targets = chain.from_iterable(c.targets for c in cited)
    return list(dict.fromkeys(target.eid for target in targets if target.eid))


def _longest(patterns: Iterable[re.Pattern[str]], text: str, start: int, end: int) -> re.Match[str] | None:
    """The longest match that begins at text[start]."""
    found = [match for pattern in patterns if (match := pattern.match(text, start, end))]
    return max(found, key=re.Match.end, default=None)


def _further(
    words: CitedText, start: int, at: int, end: int, said: str | None, first: Moment | None
) -> Iterator[Commencement]:
    """What the rest of the sentence says of provisions that it names: each list with the day that follows it.

    A term alone counts from the same event as `first`, what the sentence said before.
    """
    waiting: list[CitedPlace] = []
    stop = min(end, at + _LONGEST_CLAUSE)
    for cited in _own(words, at, stop):
        waiting.append(cited)
        moment, until = _moment_behind(words, cited.end, stop, said)
        if moment is None:
            continue
        if moment.number and not moment.event and first is not None:
            moment = replace(moment, event=first.event, day=first.day)
        proof = words.evidence(start, until)
        yield from (Commencement(eid, moment, None, proof) for eid in _eids(waiting))
        waiting = []


def _moment_behind(words: CitedText, at: int, stop: int, said: str | None) -> tuple[Moment | None, int]:
    """The day that stands right behind a provision, and where its words end."""
    forcing = words.grammar.forcing
    tie = forcing.then.match(words.text, at, stop)
    found = _longest(forcing.whens, words.text, tie.end() if tie else at, stop)
    return (_moment(found, words.grammar, said), found.end()) if found else (None, at)


def _moment(found: re.Match[str], grammar: Grammar, said: str | None) -> Moment | None:
    told = _groups(found)
    event = next((name for name in _EVENTS if name in told), "")
    if event:
        return _after(event, told, grammar)
    if "condition" in told:
        return Moment(event="condition")
    if "later" in told:
        return _term_of(told, grammar)
    day = _day_told(told, grammar, said)
    return Moment(day=day) if day else None


def _day_told(told: dict[str, str], grammar: Grammar, said: str | None) -> str | None:
    """The day that is said: by its date, as one of the year of `said`, or as that of the year in which it begins."""
    if "date" in told:
        named = grammar.dates.find(told["date"])
        return named[0] if named else None
    if "current" in told:
        return grammar.dates.beside(told["current"], said) if said else None
    return f"{told['year']}-01-01" if "year" in told else None


def _after(event: str, told: dict[str, str], grammar: Grammar) -> Moment | None:
    if "next" in told:
        return Moment(event=event, number=1, unit="days")
    if not any(name in told for name in _UNITS):
        return Moment(event=event)
    term = _term_of(told, grammar)
    return replace(term, event=event) if term else None


def _term_of(told: dict[str, str], grammar: Grammar) -> Moment | None:
    """So many days, months or years after what was said before."""
    unit = next((name for name in _UNITS if name in told), None)
    if unit is None:
        return None
    words = told[unit].strip()
    number = int(words) if words.isdecimal() else grammar.numbers.value(words)
    return Moment(number=number, unit=unit) if number else None


def _term(words: CitedText) -> Iterator[Commencement]:
    """The term of a provision: that with which a transitory one begins, and one that is printed at any."""
    forcing = words.grammar.forcing
    said = [pattern.search(words.text) for pattern in forcing.expiries]
    if _is_transitory(words.passage, words.grammar):
        said += [pattern.match(words.text) for pattern in forcing.terms]
    for found in said:
        last = words.grammar.dates.find(found["date"]) if found else None
        if found and last:
            yield Commencement(words.node.eid, None, Moment(day=last[0]), words.evidence(found.start(), found.end()))
