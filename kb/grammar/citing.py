"""How a tradition cites: its words for parts and instruments, what ties and lists them, what points elsewhere."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kb.model import Alias


@dataclass(frozen=True, slots=True)
class Relative:
    """Words that point from where they stand: `means` is this, previous, next, same (the one last named) or lead."""

    kind: str
    means: str
    forms: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Citing:
    """The words of citations.

    `aliases` are well-known names of statutes, by their ids; `names` are token patterns of spaCy's Matcher for
    instruments that are called by a name.
    """

    title: str
    identity: re.Pattern[str]
    aliases: tuple[tuple[str, Alias], ...]
    kinds: Mapping[str, tuple[str, ...]]
    types: Mapping[str, tuple[str, ...]]
    conjunctions: tuple[str, ...]
    ranges: tuple[str, ...]
    closed: tuple[str, ...]
    all: tuple[str, ...]
    ties: tuple[str, ...]
    leading: tuple[str, ...]
    own: tuple[str, ...]
    same: tuple[str, ...]
    relatives: tuple[Relative, ...]
    names: tuple[Sequence[Mapping[str, Any]], ...]
    before: tuple[str, ...]
    after: tuple[str, ...]

    def called(self, type_: str, number: str, year: int) -> str:
        """What a statute is called that is known only by its number: "Ley 69 de 1909"."""
        word = self.types.get(type_, (type_,))[0].capitalize()
        return self.title.format(type=word, number=number, year=year)

    def identified(self, text: str) -> tuple[str, str, int] | None:
        """(type, number, year) of the statute that the title `text` begins by naming itself, or None."""
        found = self.identity.match(text)
        if found is None:
            return None
        said = " ".join(found["type"].lower().split())
        type_ = next(t for t, words in self.types.items() if said in {w.lower() for w in words})
        return type_, found["number"].lower().lstrip("0") or "0", int(found["year"])

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> Citing:
        """The citing of a tradition's citations.toml."""
        lists, around = table.get("lists", {}), table.get("around", {})
        return cls(
            title=table.get("title", "{type} {number} ({year})"),
            identity=_identity(table),
            aliases=tuple((a["id"], _alias(a)) for a in table.get("alias", ())),
            kinds={kind: tuple(words) for kind, words in table.get("kinds", {}).items()},
            types={type_: tuple(words) for type_, words in table.get("types", {}).items()},
            conjunctions=tuple(lists.get("and", ())),
            ranges=tuple(lists.get("range", ())),
            closed=tuple(lists.get("closed", ())),
            all=tuple(lists.get("all", ())),
            ties=tuple(table.get("ties", {}).get("words", ())),
            leading=tuple(table.get("ties", {}).get("leading", ())),
            own=tuple(table.get("self", {}).get("phrases", ())),
            same=tuple(table.get("self", {}).get("same", ())),
            relatives=tuple(Relative(r["kind"], r["means"], tuple(r["forms"])) for r in table.get("relative", ())),
            names=tuple(entry["pattern"] for entry in table.get("name", ())),
            before=tuple(around.get("before", ())),
            after=tuple(around.get("after", ())),
        )


def _alias(table: Mapping[str, Any]) -> Alias:
    return Alias(name=table["name"], since=table.get("since"), until=table.get("until"))


def _identity(table: Mapping[str, Any]) -> re.Pattern[str]:
    words = sorted(
        {w for words in table.get("types", {}).values() for w in words if len(w) > 1}, key=lambda w: (-len(w), w)
    )
    types = "|".join(re.escape(word) for word in words) or "(?!)"
    return re.compile(table.get("identity", "(?!)").replace("{type}", types), re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Token:
    """One word or sign of a text, with its place (code points)."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Anchor:
    """Words by which a citation may begin or go on: tokens[start:end] are a `label` that means `value`.

    Labels: kind, type, name (value: an instrument's id, or empty), own, same, relative (value: kind, means), tie,
    leading, and, range, closed, all, before, after.
    """

    label: str
    value: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Reading:
    """A stretch of text as tokens, with its anchors in order; `offset` is where it begins in the whole text."""

    offset: int
    tokens: tuple[Token, ...]
    anchors: tuple[Anchor, ...]
