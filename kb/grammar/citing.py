"""How a tradition cites: its words for parts and instruments, what ties and lists them, what points elsewhere."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kb.grammar.annexing import Annexing
from kb.grammar.naming import aliases
from kb.grammar.numbers import fold
from kb.model import Alias

# A text says in one of its first lines which statute it is; below what a portal prints above it, in one of these.
_TITLE_LINES = 3
_PORTAL_LINES = 40
# What a pointing phrase means: this, the one before, the one after, the one last named, the words that lead to a list.
MEANS = ("this", "previous", "next", "same", "lead")


@dataclass(frozen=True, slots=True)
class Relative:
    """Words that point from where they stand: `means` is one of MEANS, `count` to how many provisions."""

    kind: str
    means: str
    forms: tuple[str, ...]
    count: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Citing:
    """The words of citations.

    `marks` are the words that tie, list, lead and end citations, by the label of their anchor; `bare` those that
    stand for an instrument after its part ("del Código"), by its type. `aliases` are well-known names of statutes, by
    their ids, and `adopted` the titles of those that have no number; `names` are token patterns of spaCy's Matcher for
    instruments that are called by a name, `entitling` how a statute's own title gives it one. A title that goes on with
    one of `subjects` is a name too, with each of the words that it maps to ("Ley sobre …", "Ley de …"); `titles` are
    what some names are called otherwise. `elided` are the words that stand for a statute whose noun is left out ("la
    600 de 2000"), by its type; `nouns` are those of statutes, folded, by where their name stands (after, before).
    `annexing` has the words of documents that a law approves and prints.
    """

    title: str
    identity: re.Pattern[str]
    thousands: bool
    aliases: tuple[tuple[str, Alias], ...]
    adopted: Mapping[str, str]
    entitling: tuple[re.Pattern[str], ...]
    elided: Mapping[str, tuple[str, ...]]
    kinds: Mapping[str, tuple[str, ...]]
    types: Mapping[str, tuple[str, ...]]
    bare: Mapping[str, tuple[str, ...]]
    marks: Mapping[str, tuple[str, ...]]
    years: Mapping[str, tuple[str, ...]]
    relatives: tuple[Relative, ...]
    names: tuple[Sequence[Mapping[str, Any]], ...]
    subjects: Mapping[str, tuple[str, ...]]
    titles: Mapping[str, str]
    counted: Mapping[str, str]
    otherwise: Mapping[str, str]
    nouns: Mapping[str, frozenset[str]]
    annexing: Annexing

    def called(self, type_: str, number: str, year: int) -> str:
        """What a statute is called that is known only by its number: "Ley 69 de 1909"."""
        word = self.types.get(type_, (type_,))[0].capitalize()
        return self.title.format(type=word, number=number, year=year)

    def is_law(self, type_: str) -> bool:
        """Whether a word for `type_` means a statute, not merely some document ("del proyecto")."""
        return type_ in self.types

    def identified(self, text: str) -> tuple[str, str, int] | None:
        """(type, number, year) of the statute that the title `text` begins by naming itself, or None."""
        found = self.identity.match(text)
        if found is None:
            return None
        said = " ".join(found["type"].lower().split())
        type_ = next(t for t, words in self.types.items() if said in {w.lower() for w in words})
        return type_, found["number"].lower().lstrip("0") or "0", int(found["year"])

    def title_at(self, lines: Sequence[str]) -> int | None:
        """Which of the first lines of a text is its title that says which statute it is, or None.

        A title begins with that within the first lines; below words of a portal it is a line that says nothing else,
        and no other such line may name another statute.
        """
        near = next((at for at, line in enumerate(lines[:_TITLE_LINES]) if self.identified(line)), None)
        if near is not None:
            return near
        alone = [at for at, line in enumerate(lines[:_PORTAL_LINES]) if self._is_alone(line)]
        named = {self.identified(lines[at]) for at in alone}
        return alone[0] if len(named) == 1 else None

    def _is_alone(self, line: str) -> bool:
        found = self.identity.match(line)
        return found is not None and not line[found.end() :].strip(" .*")

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> Citing:
        """The citing of a tradition's citations.toml."""
        lists, around, self_ = table.get("lists", {}), table.get("around", {}), table.get("self", {})
        ties = table.get("ties", {})
        marks: dict[str, Sequence[str]] = {
            **table.get("marks", {}),
            "and": lists.get("and", ()),
            "range": lists.get("range", ()),
            "closed": lists.get("closed", ()),
            "unit": lists.get("units", ()),
            "all": lists.get("all", ()),
            "but": lists.get("but", ()),
            "tie": ties.get("words", ()),
            "elided": ties.get("elided", ()),
            "its": ties.get("its", ()),
            "leading": ties.get("leading", ()),
            "own": self_.get("phrases", ()),
            "same": self_.get("same", ()),
            "before": around.get("before", ()),
            "after": around.get("after", ()),
        }
        return cls(
            title=table.get("title", "{type} {number} ({year})"),
            identity=_identity(table),
            thousands=table.get("thousands", False),
            aliases=aliases(table.get("alias", ())),
            adopted={entry["id"]: entry["title"] for entry in table.get("alias", ()) if "title" in entry},
            entitling=tuple(re.compile(entry["pattern"], re.IGNORECASE) for entry in table.get("entitling", ())),
            elided=_listed(table.get("elided", {})),
            kinds=_listed(table.get("kinds", {})),
            types=_listed(table.get("types", {})),
            bare=_listed(table.get("bare", {})),
            marks=_listed(marks),
            years=_listed(table.get("years", {})),
            relatives=tuple(
                Relative(r["kind"], r["means"], tuple(r["forms"]), r.get("count", 1)) for r in table.get("relative", ())
            ),
            names=tuple(entry["pattern"] for entry in table.get("name", ())),
            subjects={fold(word): tuple(words) for word, words in table.get("subjects", {}).items()},
            counted=dict(table.get("counted", {})),
            otherwise=dict(table.get("otherwise", {})),
            titles={fold(words): title for words, title in table.get("titles", {}).items()},
            nouns=_nouns(table.get("statutes", {})),
            annexing=Annexing.of(table.get("annexed", {})),
        )


def _nouns(table: Mapping[str, Any]) -> dict[str, frozenset[str]]:
    """The nouns of statutes that are single words."""
    found = {}
    for side in ("after", "before"):
        words = [word for its in table.get(side, {}).values() for word in its]
        found[side] = frozenset(fold(word) for word in words if word.isalpha())
    return found


def _listed(table: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    return {key: tuple(words) for key, words in table.items()}


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

    Labels: kind, type, bare (value: a type, or an instrument's id), name (value: an id, or empty), relative (value:
    kind, means, count), year (value: same or this), and those of the marks of a tradition.
    """

    label: str
    value: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Reading:
    """A stretch of a text as tokens, with its anchors in order; `offset` is where it begins in the whole text.

    The places of the tokens count in the stretch.
    """

    offset: int
    text: str
    tokens: tuple[Token, ...]
    anchors: tuple[Anchor, ...]
