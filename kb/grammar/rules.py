"""The rules of a tradition: what begins a division, frames a statute, or belongs to the sheet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kb.grammar.numbers import STYLES, Numbers
from kb.ids import KINDS, TRANSITORY
from kb.model import ArticuladoError

_NAME = re.compile(r"\(\?P<\w+>")
_FRAGMENT = re.compile(r"\{([A-Za-z_]\w*)\}")


class BrokenPattern(ArticuladoError):
    """A pattern that cannot be compiled, as it is written; `place` is `<tag>/<file>, <rule>`."""

    def __init__(self, place: str, pattern: str, why: str) -> None:
        super().__init__(f"{place}: {why}.")
        self.place, self.pattern, self.why = place, pattern, why


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark at the start of a line: where it is, what it begins, and where the words go on.

    Offsets count from the start of the text that was matched. `lead` is the number of a subparagraph
    printed before the word ("(1) Artículo 3."), as (start, end, number).
    """

    kind: str
    number: str | None
    style: str
    start: int
    end: int
    rest: int
    lead: tuple[int, int, str] | None = None

    def moved(self, shift: int) -> Mark:
        """The same mark `shift` characters further on."""
        lead = (self.lead[0] + shift, self.lead[1] + shift, self.lead[2]) if self.lead else None
        start, end, rest = self.start + shift, self.end + shift, self.rest + shift
        return Mark(self.kind, self.number, self.style, start, end, rest, lead)


@dataclass(frozen=True, slots=True, kw_only=True)
class Division:
    """One kind of division and how its mark is printed. A `series` division counts only in its sequence.

    `inline` finds its marks inside a sentence, never where `sign` is not among the words.
    """

    kind: str
    rank: int
    pattern: re.Pattern[str]
    numbers: Numbers
    series: bool = False
    bare: re.Pattern[str] | None = None
    glued: re.Pattern[str] | None = None
    inline: re.Pattern[str] | None = None
    sign: str = ""
    joint: re.Pattern[str] | None = None

    def mark(self, text: str) -> Mark | None:
        """The mark of this division at the start of `text`, or None."""
        found = self.pattern.match(text)
        return self.read(found) if found else None

    def read(self, found: re.Match[str]) -> Mark:
        """The mark that `found`, a match of one of the patterns, stands for."""
        groups = found.groupdict()
        style, raw = next(((s, groups[s]) for s in STYLES if groups.get(s)), ("", ""))
        number = self.numbers.normal(raw, style) if raw else None
        if number and (groups.get("transitory") or groups.get("series")):
            number = f"{TRANSITORY}{number}"
        start, end = found.span("label")
        return Mark(self.kind, number, style, start, end, found.end(), _lead(found, groups))


@dataclass(frozen=True, slots=True, kw_only=True)
class Formula:
    """A set phrase that frames a statute; `event` is the date it gives, `closes` that the articles end there."""

    name: str
    pattern: re.Pattern[str]
    event: str = ""
    closes: bool = False
    authority: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Furniture:
    """A line that belongs to the sheet, not to the text; `inline` when it does so inside a line too.

    `contents`: it does so only as the title of a table of contents, when that follows.
    """

    name: str
    pattern: re.Pattern[str]
    inline: bool = False
    contents: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Banner:
    """A line by which a compiler heads a box of his own; `opens` is `older` where older wordings follow."""

    name: str
    pattern: re.Pattern[str]
    opens: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layers:
    """How a tradition prints one text over or inside another: older wordings, quoted articles, approved documents.

    `closings` say until when a wording held, with the groups `since` and `until`; `amending` phrases end a line after
    which another law's words follow, `approving` ones a line after which a whole document does;
    `signatures` begin the line of somebody who signs. `quoted` is a stretch in `quotes` (opening mark: closing).
    `facts` maps the names under which documents speak of themselves to ours, `states` the states that they print.
    Words that announce another's end in one of `endings`.
    """

    banners: tuple[Banner, ...]
    closings: tuple[re.Pattern[str], ...]
    amending: tuple[re.Pattern[str], ...]
    approving: tuple[re.Pattern[str], ...]
    signatures: tuple[re.Pattern[str], ...]
    endings: tuple[str, ...]
    quotes: Mapping[str, str]
    quoted: re.Pattern[str]
    facts: Mapping[str, str]
    states: Mapping[str, str]


def expand(pattern: str, fragments: Mapping[str, str], place: str) -> re.Pattern[str]:
    """`pattern` with its {fragments} put in, compiled; ArticuladoError naming `place` when it cannot be."""
    text = pattern
    for _ in range(8):
        missing = [name for name in _FRAGMENT.findall(text) if name not in fragments]
        if missing:
            raise BrokenPattern(place, pattern, f"the pattern uses {{{missing[0]}}}, which no fragment defines")
        text, count = _FRAGMENT.subn(lambda m: fragments[m[1]], text)
        if not count:
            break
    return compiled(text, pattern, place)


def compiled(text: str, pattern: str, place: str) -> re.Pattern[str]:
    """`text` compiled, which `pattern` came to; BrokenPattern when it cannot be."""
    try:
        return re.compile(text)
    except re.error as error:
        raise BrokenPattern(place, pattern, f"not a regular expression: {error}; correct it") from error


def divisions(table: Mapping[str, Any], fragments: Mapping[str, str], numbers: Numbers, tag: str) -> list[Division]:
    """The divisions of a tradition, in the order of their nesting."""
    pieces = {**fragments, **table.get("fragments", {})}
    return [_division(entry, rank, pieces, numbers, tag) for rank, entry in enumerate(table.get("division", ()))]


def formulas(table: Mapping[str, Any], fragments: Mapping[str, str], tag: str) -> list[Formula]:
    """The framing phrases of a tradition."""
    pieces = {**fragments, **table.get("fragments", {})}
    return [
        Formula(
            name=entry["name"],
            pattern=expand(entry["pattern"], pieces, f"{tag}/formulas.toml, {entry['name']}"),
            event=entry.get("event", ""),
            closes=entry.get("closes", False),
            authority=entry.get("authority", False),
        )
        for entry in table.get("formula", ())
    ]


def furniture(table: Mapping[str, Any], tag: str) -> list[Furniture]:
    """The furniture of a tradition's sheets."""
    return [
        Furniture(
            name=entry["name"],
            pattern=expand(entry["pattern"], {}, f"{tag}/furniture.toml, {entry['name']}"),
            inline=entry.get("inline", False),
            contents=entry.get("contents", False),
        )
        for entry in table.get("furniture", ())
    ]


def layers(table: Mapping[str, Any], tag: str) -> Layers:
    """The layers of a tradition."""
    pieces, place = table.get("fragments", {}), f"{tag}/layers.toml"
    compiled = {
        name: tuple(expand(entry["pattern"], pieces, f"{place}, {name}") for entry in table.get(name, ()))
        for name in ("closing", "amending", "approving", "signature")
    }
    banners = tuple(
        Banner(name=b["name"], pattern=expand(b["pattern"], pieces, f"{place}, {b['name']}"), opens=b.get("opens", ""))
        for b in table.get("banner", ())
    )
    return Layers(
        banners=banners,
        closings=compiled["closing"],
        amending=compiled["amending"],
        approving=compiled["approving"],
        signatures=compiled["signature"],
        endings=tuple(table.get("endings", (":",))),
        quotes=table.get("quotes", {}),
        quoted=_between(table.get("quotes", {})),
        facts=_turned(table.get("facts", {})),
        states=_turned(table.get("states", {})),
    )


def _between(quotes: Mapping[str, str]) -> re.Pattern[str]:
    """A stretch between an opening mark and the first closing one."""
    shapes = [f"{re.escape(o)}(?:(?!{re.escape(c)})[\\s\\S])*{re.escape(c)}" for o, c in quotes.items()]
    return re.compile("|".join(shapes) or "(?!)")


def openings(
    begin: Sequence[Division | Formula], whole: Sequence[Furniture | Banner], layers: Layers
) -> re.Pattern[str]:
    """One pattern that matches every line of which a rule has something to say, and few others."""
    lines = [rule.pattern.pattern for rule in begin]
    lines += [rf"(?:{rule.pattern.pattern})\Z" for rule in whole]
    lines += [rf"(?:{pattern.pattern})\Z" for pattern in layers.closings]
    lines += [re.escape(quote) for quote in layers.quotes]
    return re.compile("|".join(_NAME.sub("(?:", line) for line in lines) or "(?!)")


def _division(
    entry: Mapping[str, Any], rank: int, fragments: Mapping[str, str], numbers: Numbers, tag: str
) -> Division:
    place = f"{tag}/divisions.toml, {entry.get('kind')}"
    if entry.get("kind") not in KINDS:
        raise ArticuladoError(f"{place}: kind must be one of {', '.join(KINDS)}.")
    extra = {
        name: expand(entry[name], fragments, f"{place}, {name}") if name in entry else None
        for name in ("bare", "glued", "inline", "joint")
    }
    return Division(
        kind=entry["kind"],
        rank=rank,
        pattern=expand(entry["pattern"], fragments, place),
        numbers=numbers,
        series=entry.get("series", False),
        sign=entry.get("sign", ""),
        **extra,
    )


def _turned(table: Mapping[str, Any]) -> dict[str, str]:
    return {name: ours for ours, names in table.items() for name in names}


def _lead(found: re.Match[str], groups: Mapping[str, Any]) -> tuple[int, int, str] | None:
    if not groups.get("lead"):
        return None
    return (*found.span("lead"), groups["lead_number"])


def one_of(rules: Iterable[Formula], text: str) -> tuple[Formula, re.Match[str]] | None:
    """The first phrase that begins `text`, with its match."""
    return next(((rule, found) for rule in rules if (found := rule.pattern.match(text))), None)
