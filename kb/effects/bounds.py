"""What bounds a clause: what limits it ("en cuanto…"), what it excepts, what it saves from, and its catch-all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from kb.effects.words import CitedText
from kb.grammar.changing import Changing
from kb.model import Target

# "excepto la Ley 5 de 1990", "con excepción de la Ley 5": nothing but the law itself is excepted.
_LONGEST_LEAD = 4
LIMIT, EXCEPTION, SAVING, CATCH_ALL = "limit", "exception", "saving", "catch-all"


@dataclass(frozen=True, slots=True)
class Bound:
    """Words that bound a clause, text[start:end], and the provisions that they name."""

    sort: str
    start: int
    end: int
    words: str
    targets: tuple[Target, ...] = ()


def bounds(words: CitedText, start: int, end: int) -> list[Bound]:
    """The bounds in text[start:end], in their order, none inside another."""
    found = sorted(_every(words, start, end), key=lambda bound: (bound.start, -bound.end))
    kept: list[Bound] = []
    for bound in found:
        if kept and bound.start < kept[-1].end:
            # "con excepción de los artículos 33 y 34, y las demás disposiciones contrarias": the catch-all ends it.
            if bound.sort == kept[-1].sort or bound.sort != CATCH_ALL:
                continue
            kept[-1] = replace(kept[-1], end=bound.start)
        kept.append(bound)
    return [_told(words, bound) for bound in kept]


def next_to(words: CitedText, at: int) -> list[Bound]:
    """What limits a clause right at text[at], but for white space and a comma."""
    start = at + len(words.text[at:]) - len(words.text[at:].lstrip(" ,\n"))
    for sort, patterns in _sorts(words.grammar.changing):
        for match in _matches(patterns, words.text, start):
            if sort == CATCH_ALL:
                return []
            return [_told(words, Bound(sort, match.start(), match.end(), ""))]
    return []


def _every(words: CitedText, start: int, end: int) -> Iterator[Bound]:
    for sort, patterns in _sorts(words.grammar.changing):
        for pattern in patterns:
            yield from (Bound(sort, m.start(), m.end(), "") for m in pattern.finditer(words.text, start, end))


def _told(words: CitedText, bound: Bound) -> Bound:
    # "(excepto el 8) de la Ley 3 de 1900" is one citation, which ends behind the brackets.
    behind = words.cited(bound.start, len(words.text)) if bound.sort == EXCEPTION else []
    targets: list[Target] = []
    for cited in takewhile(lambda cited: cited.start < bound.end, behind):
        provisions = [target for target in cited.targets if target.eid]
        if not words.named(cited):
            # What names no law is of the one before it, whatever law its list goes on with.
            targets += [Target("", target.eid) for target in provisions]
        elif len(words.text[bound.start : cited.start].split()) <= _LONGEST_LEAD:
            targets += cited.targets
        else:
            targets += provisions
    return replace(bound, words=words.text[bound.start : bound.end].strip(" ,;"), targets=tuple(targets))


def _sorts(changing: Changing) -> tuple[tuple[str, Sequence[re.Pattern[str]]], ...]:
    return (
        (CATCH_ALL, changing.catch_alls),
        (LIMIT, changing.limits),
        (EXCEPTION, changing.exceptions),
        (SAVING, changing.savings),
    )


def _matches(patterns: Iterable[re.Pattern[str]], text: str, at: int) -> Iterator[re.Match[str]]:
    yield from (found for pattern in patterns if (found := pattern.match(text, at)))
