"""How a tradition defines terms: the patterns of its definitions, and of its substitutions of one word for another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kb.grammar.numbers import fold
from kb.grammar.rules import expand

# What a definition may be said to hold for, the narrowest first.
NARROWEST = ("case", "article", "section", "chapter", "title", "part", "book", "all")
_MARKS = " \t\n*_“”\"«»‘’'"
# How the member of a list says its term: a mark, the term in quotes or without, and what parts it from its meaning.
_MARK = r"(?:\(?(?:[^\W\d_]{1,2}|\d{1,3})[).º°]+[-–]?\s*|[-–•*]\s+)?"
_ENTRY = re.compile(
    rf"[ \t*_]*{_MARK}[*_]*"
    r"(?:[“\"«]+(?P<quoted>[^“”\"«»\n]{2,80})[”\"»]+|(?P<plain>[^\W\d_][^:.;,“”\"«»()\n]{1,60}))"
    r"(?:\s*\([^()\n]{1,40}\))?[*_]*\s*(?::[*_]*|\.[*_]*(?=\s)|\s[-–—](?=\s))\s*(?=[^\s.;:])"
)
# Where a member may begin inside a text: at a paragraph, or behind a stop before a mark.
_BEGINS = re.compile(r"\A|\n\s*|[.;]\s+(?:(?:y|e|and)\s+)?(?=\(?(?:[^\W\d_]{1,2}|\d{1,3})[).])")
_QUOTED = re.compile(r"[“\"«]+([^“”\"«»\n]+)[”\"»]+")


@dataclass(frozen=True, slots=True)
class Rule:
    """One way to define; the group `terms` of its pattern holds what is defined."""

    name: str
    pattern: re.Pattern[str]
    joints: re.Pattern[str]

    def terms(self, text: str) -> Iterator[tuple[int, int]]:
        """(start, end) of each term that the rule finds in `text`, without the quotes and marks around it."""
        for found in self.pattern.finditer(text):
            start, end = found.span("terms")
            quoted = [piece.span(1) for piece in _QUOTED.finditer(text, start, end)]
            yield from (_trimmed(text, a, b) for a, b in quoted or self._parts(text, start, end))

    def _parts(self, text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
        for joint in self.joints.finditer(text, start, end):
            yield start, joint.start()
            start = joint.end()
        yield start, end


def entry(text: str, start: int) -> tuple[int, int] | None:
    """(start, end) of the term that a member of a list of definitions begins with: "«Noria»: máquina que …"."""
    found = _ENTRY.match(text, start)
    if found is None:
        return None
    return _trimmed(text, *found.span("quoted" if found["quoted"] else "plain"))


@dataclass(frozen=True, slots=True)
class Defining:
    """The words of definitions and substitutions.

    `listings` are the words before a list whose members each begin with a term, `hollow` those that say too little to
    be one; `scopes` the kind of provision, or case, or all laws, that a definition is said to hold for.
    """

    definitions: tuple[Rule, ...]
    substitutions: tuple[Rule, ...]
    listings: tuple[re.Pattern[str], ...]
    hollow: frozenset[str]
    scopes: tuple[tuple[str, re.Pattern[str]], ...]

    def scope(self, sentence: str) -> str:
        """The narrowest that a sentence says its definition holds for; empty where it says nothing."""
        return next((within for within, pattern in self.scopes if pattern.search(sentence)), "")

    def listing(self, text: str) -> tuple[int, int] | None:
        """(start, end) of the words that bring a list of definitions; None where there are none."""
        found = (pattern.search(text) for pattern in self.listings)
        return min((one.span() for one in found if one), default=None)

    def entries(self, text: str, start: int) -> Iterator[tuple[int, int]]:
        """The terms of the members of a list that begins at a place of a text."""
        for begin in _BEGINS.finditer(text[start:]):
            if term := entry(text, start + begin.end()):
                yield term

    @classmethod
    def of(cls, table: Mapping[str, Any], tag: str) -> Defining:
        """The defining of a tradition's definitions.toml; ArticuladoError when a pattern is broken."""
        place, pieces = f"{tag}/definitions.toml", table.get("fragments", {})
        joints = expand(table.get("joints", "(?!)"), {}, f"{place}, joints")
        never = re.compile("(?!)")

        def rules(name: str, between: re.Pattern[str]) -> tuple[Rule, ...]:
            return tuple(
                Rule(e["name"], expand(e["pattern"], pieces, f"{place}, {e['name']}"), between)
                for e in table.get(name, ())
            )

        scopes = [(entry["within"], re.compile(entry["pattern"], re.IGNORECASE)) for entry in table.get("scope", ())]
        ranked = sorted(scopes, key=lambda scope: NARROWEST.index(scope[0]))
        hollow = frozenset(fold(word) for word in table.get("hollow", ()))
        listings = tuple(expand(e["pattern"], pieces, f"{place}, {e['name']}") for e in table.get("listing", ()))
        return cls(rules("definition", joints), rules("substitution", never), listings, hollow, tuple(ranked))


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    words = text[start:end]
    start += len(words) - len(words.lstrip(_MARKS))
    return start, start + len(words.strip(_MARKS))
