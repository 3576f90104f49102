"""Profiles of portals: how a portal's pages are recognised, what their parts are, what they say of themselves.

A profile is a file of data (`portals/*.toml`; its keys are explained in `general.toml`, which all others extend).
"""

from __future__ import annotations

import html
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, overload

from kb.model import ArticuladoError

PORTALS = Path(__file__).parent.parent / "portals"
GENERAL = "general"
# What a profile says of an element, by the key of its list; of those that say its role, the first of ROLES counts.
DROP, CLOSED, LABEL, BOX, OPENING, PLAIN, FACT = "drop", "closed", "label", "box", "opening", "text", "fact"
ROLES = (DROP, CLOSED, LABEL, PLAIN, "note", "furniture")

_SELECTOR = re.compile(r"(?P<name>[\w:-]+)?(?P<tests>(?:#[\w-]+|\.[\w-]+|\[[^\]]+\])*)")
_TEST = re.compile(
    r"#(?P<id>[\w-]+)|\.(?P<word>[\w-]+)|\[(?P<name>[\w-]+)(?:(?P<how>[*^$~]?=)\"(?P<value>[^\"]*)\")?\]"
)


@dataclass(frozen=True, slots=True)
class Telling:
    """Elements that hold facts: `named` is the attribute that names each, `value` the one that holds it (or the text).

    `names` maps the page's names to ours; `pattern`, if any, finds facts by its named groups instead. Of two facts of
    one name the lower `rank` counts.
    """

    rank: int
    named: str
    value: str
    names: Mapping[str, str]
    pattern: re.Pattern[str] | None


@dataclass(frozen=True, slots=True)
class SelectorRule:
    """What is said of the elements that are meant: those of `name` (empty for any) that pass all `tests`.

    A test is (attribute, how, value), as in CSS without combinators; of rules with a role the lower `rank` counts.
    """

    rank: int
    says: str
    name: str
    tests: tuple[tuple[str, str, str], ...]
    telling: Telling | None = None

    def means(self, name: str, attributes: Mapping[str, Any]) -> bool:
        """Whether an element with this name and these attributes is meant."""
        right = not self.name or self.name == name
        return right and all(passes(attributes.get(attribute), how, value) for attribute, how, value in self.tests)


def passes(said: str | None, how: str, value: str) -> bool:
    """Whether what an attribute says (None: nothing) passes a test."""
    if said is None:
        return False
    # Styles are written with and without blanks: "display: none".
    plain = said.replace(" ", "").lower() if ":" in value else said
    match how:
        case "~=":
            return value in plain.split()
        case "*=":
            return value in plain
        case "^=":
            return plain.startswith(value)
        case "$=":
            return plain.endswith(value)
        case "=":
            return plain == value
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """One kind of page: `named` are its rules by the names of elements, `tested` those by the attribute they test."""

    name: str
    recognise: tuple[str, ...] = ()
    begin: re.Pattern[str] | None = None
    end: re.Pattern[str] | None = None
    strip: tuple[re.Pattern[str], ...] = ()
    elements: frozenset[str] = frozenset()
    named: Mapping[str, tuple[SelectorRule, ...]] = field(default_factory=dict)
    tested: Mapping[str, tuple[SelectorRule, ...]] = field(default_factory=dict)
    in_markup: tuple[tuple[int, re.Pattern[str]], ...] = ()
    in_words: tuple[tuple[int, re.Pattern[str]], ...] = ()
    nothing: frozenset[str] = frozenset()
    days: frozenset[str] = frozenset()
    day_form: str = "%d/%m/%Y"
    page_number: re.Pattern[str]


def recognised(text: str, profiles: Sequence[Profile]) -> Profile:
    """The first profile of which a sign stands in `text`, else the general one, which has no name and comes last."""
    for profile in profiles:
        if any(sign in text for sign in profile.recognise):
            return profile
    return profiles[-1]


def facts(portal: Profile, text: str, told: Sequence[tuple[int, str, str]], words: str) -> tuple[tuple[str, str], ...]:
    """What a page says of itself, each name once; `told` is (rank, name, value) as its elements tell it."""
    read = list(told)
    for patterns, where in ((portal.in_markup, text), (portal.in_words, words)):
        for rank, pattern in patterns:
            if match := pattern.search(where):
                read += [(rank, name, value) for name, value in match.groupdict("").items()]
    found: dict[str, str] = {}
    for _, name, value in sorted(read, key=lambda fact: fact[0]):
        plain = " ".join(html.unescape(value).split())
        if plain and plain not in portal.nothing:
            found.setdefault(name, _day(plain, portal.day_form) if name in portal.days else plain)
    return tuple(found.items())


def _day(value: str, form: str) -> str:
    try:
        return datetime.strptime(value, form).date().isoformat()
    except ValueError:
        return value


@cache
def load_all(folder: Path = PORTALS) -> tuple[Profile, ...]:
    """Every profile of `folder` by file name, the general one last; ArticuladoError naming a file that is wrong."""
    general = _table(folder / f"{GENERAL}.toml")
    others = sorted(path for path in folder.glob("*.toml") if path.stem != GENERAL)
    return (*(_profile(path, _table(path), general) for path in others), _profile(folder, {}, general))


def _table(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ArticuladoError(f"{path}: not a readable profile of a portal: {error}.") from error


def _profile(path: Path, own: Mapping[str, Any], general: Mapping[str, Any]) -> Profile:
    try:
        return _made(own, general)
    except (AttributeError, KeyError, TypeError, ValueError, re.error) as error:
        raise ArticuladoError(
            f"{path}: {error} is wrong here; general.toml explains what may stand in a profile."
        ) from error


def _made(own: Mapping[str, Any], general: Mapping[str, Any]) -> Profile:
    table = {**general, **own}
    both = (own, general)
    told = list(enumerate([*own.get("fact", ()), *general.get("fact", ())]))
    rules = [*_roles(both), *(_telling(rank, entry) for rank, entry in told if "where" in entry)]
    named, tested = _by_name(rules)
    return Profile(
        name=table.get("name", ""),
        recognise=tuple(table.get("recognise", ())),
        begin=_pattern(table.get("begin")),
        end=_pattern(table.get("end")),
        strip=tuple(map(_pattern, table.get("strip", ()))),
        elements=frozenset(own.get("elements", ())).union(general.get("elements", ())),
        named=named,
        tested=tested,
        in_markup=_patterns(told, "markup"),
        in_words=_patterns(told, "printed"),
        nothing=frozenset(table.get("nothing", ())),
        days=frozenset(table.get("days", ())),
        day_form=table.get("day_form", "%d/%m/%Y"),
        page_number=_pattern(table["page_number"]),
    )


def _by_name(
    rules: Iterable[SelectorRule],
) -> tuple[dict[str, tuple[SelectorRule, ...]], dict[str, tuple[SelectorRule, ...]]]:
    """The rules without tests by the names of elements, and those with tests by the attribute of the first."""
    named: dict[str, tuple[SelectorRule, ...]] = {}
    tested: dict[str, tuple[SelectorRule, ...]] = {}
    for rule in rules:
        if rule.tests:
            first = rule.tests[0][0]
            tested[first] = (*tested.get(first, ()), rule)
        else:
            named[rule.name] = (*named.get(rule.name, ()), rule)
    return named, tested


def _patterns(told: Iterable[tuple[int, Mapping[str, Any]]], key: str) -> tuple[tuple[int, re.Pattern[str]], ...]:
    return tuple((rank, _pattern(entry[key])) for rank, entry in told if key in entry)


@overload
def _pattern(pattern: str) -> re.Pattern[str]: ...
@overload
def _pattern(pattern: str | None) -> re.Pattern[str] | None: ...
def _pattern(pattern: str | None) -> re.Pattern[str] | None:
    return re.compile(pattern, re.IGNORECASE | re.MULTILINE) if pattern else None


def _roles(both: Sequence[Mapping[str, Any]]) -> Iterator[SelectorRule]:
    for rank, says in enumerate((*ROLES, BOX, OPENING)):
        for one in both:
            for selector in one.get(says, ()):
                yield SelectorRule(rank, says, *_selector(selector))


def _telling(rank: int, entry: Mapping[str, Any]) -> SelectorRule:
    telling = Telling(
        rank=rank,
        named=entry.get("named", ""),
        value=entry.get("value", ""),
        names=entry.get("names", {}),
        pattern=_pattern(entry.get("pattern")),
    )
    return SelectorRule(len(ROLES) + 2, FACT, *_selector(entry["where"]), telling)


def _selector(text: str) -> tuple[str, tuple[tuple[str, str, str], ...]]:
    found = _SELECTOR.fullmatch(text)
    if not text or not found:
        raise ValueError(f"the selector {text!r}")
    return (found["name"] or "").lower(), tuple(_tests(found["tests"]))


def _tests(text: str) -> Iterator[tuple[str, str, str]]:
    for found in _TEST.finditer(text):
        if found["id"]:
            yield "id", "=", found["id"]
        elif found["word"]:
            yield "class", "~=", found["word"]
        else:
            yield found["name"].lower(), found["how"] or "", found["value"] or ""
    if rest := _TEST.sub("", text):
        raise ValueError(f"the test {rest!r}")
