"""The rules of a tradition: what begins a division, frames a statute, or belongs to the sheet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kb.grammar.numbers import STYLES, Numbers, fold
from kb.grammar.spelling import distance
from kb.ids import KINDS, TRANSITORY
from kb.model import ArticuladoError

_NAME = re.compile(r"\(\?P<\w+>")
_BLANKS = re.compile(r"[\s\W]+")
# A misspelled word differs in as many letters from the right one.
_SLIPS = 2
# As many numbers can stand under one mark.
_LONGEST_RANGE = 400
_FRAGMENT = re.compile(r"\{([A-Za-z_]\w*)\}")


class BrokenPattern(ArticuladoError):
    """A pattern that cannot be compiled, as it is written; `place` is `<tag>/<file>, <rule>`."""

    def __init__(self, place: str, pattern: str, why: str) -> None:
        super().__init__(f"{place}: {why}.")
        self.place, self.pattern, self.why = place, pattern, why


class Mark(NamedTuple):
    """The mark at the start of a line: where it is, what it begins, and where the words go on.

    Offsets count from the start of the text that was matched. `lead` is the number of a subparagraph
    printed before the word ("(1) Artículo 3."), as (start, end, number). `more` are the further numbers of a mark over
    several ("Artículos 11 a 13."). `unsure`: it is one only where its number continues what is printed before it;
    `misspelled`: its word or its number is not spelled as the tradition spells it; `single`: it speaks of one
    provision; `open`: what follows could make a citation of it.
    """

    kind: str
    number: str | None
    style: str
    start: int
    end: int
    rest: int
    lead: tuple[int, int, str] | None = None
    more: tuple[str, ...] = ()
    unsure: bool = False
    misspelled: bool = False
    under: str = ""
    single: bool = False
    open: bool = False

    def moved(self, shift: int) -> Mark:
        """The same mark `shift` characters further on."""
        lead = (self.lead[0] + shift, self.lead[1] + shift, self.lead[2]) if self.lead else None
        return self._replace(start=self.start + shift, end=self.end + shift, rest=self.rest + shift, lead=lead)


@dataclass(frozen=True, slots=True, kw_only=True)
class Division:
    """One kind of division and how its mark is printed. A `series` division counts only in its sequence.

    `inline` finds its marks inside a sentence, never where `sign`, the mark of a first member, is not among the words,
    nor where the words before them end in one of `citing`, which makes a citation of them. An `unsure` division counts
    only where its number continues those before it; where `spelled` says how its word is spelled, the word is one that
    differs a little. `through` are the words of a range in a mark over several numbers; `under` is the kind whose
    heading comes first. The numbers of a `set` of provisions begin with its sign. The words of an `open` one could make
    it a citation, so that the next number must follow it, too. A `numbered` one has no word, and counts where no
    articles do.
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
    citing: re.Pattern[str] | None = None
    unsure: bool = False
    spelled: tuple[str, ...] = ()
    through: frozenset[str] = frozenset()
    under: str = ""
    open: bool = False
    numbered: bool = False
    series_signs: Mapping[str, str] = field(default_factory=dict)

    def mark(self, text: str) -> Mark | None:
        """The mark of this division at the start of `text`, or None."""
        found = self.pattern.match(text)
        return self.accepted(found) if found else None

    def accepted(self, found: re.Match[str]) -> Mark | None:
        """The mark that a match of the pattern stands for, or None where its words are none of the division's."""
        if not self._is_spelled(found):
            return None
        mark = self.read(found)
        return None if mark.style == "misspelled" and mark.number is None else mark

    def _is_spelled(self, found: re.Match[str]) -> bool:
        """Whether the word of a mark is near enough to how it is spelled, where that is asked."""
        if not self.spelled:
            return True
        printed = found["spelling"].lower()
        if printed in self.spelled or printed in map(fold, self.spelled):
            return False
        word = fold(_BLANKS.sub("", printed))
        return any(distance(word, fold(right)) <= _SLIPS for right in self.spelled)

    def read(self, found: re.Match[str]) -> Mark:
        """The mark that `found`, a match of one of the patterns, stands for."""
        groups = found.groupdict()
        style, raw = next(((s, groups[s]) for s in STYLES if groups.get(s)), ("", ""))
        number = self.numbers.normal(raw, style) if raw else None
        number, *more = self._several(groups["several"]) if groups.get("several") else (number,)
        sign = self._sign(groups)
        number = f"{sign}{number or ''}" if sign else number
        start, end = found.span("label")
        return Mark(
            self.kind,
            number,
            style,
            start,
            end,
            found.end(),
            _lead(found, groups),
            more=tuple(one for one in more if one),
            unsure=self.unsure,
            misspelled=bool(self.spelled) or style in ("slip", "misspelled"),
            under=self.under,
            single=bool(groups.get("single")),
            open=self.open,
        )

    def _sign(self, groups: Mapping[str, Any]) -> str:
        """What the number of a series of its own begins with ("t" in "art_t54")."""
        if groups.get("transitory") or groups.get("series"):
            return TRANSITORY
        return self.series_signs.get(fold(groups["set"]), "") if groups.get("set") else ""

    def _several(self, words: str) -> list[str | None]:
        """The numbers of a mark over several: "11 a 13" are 11, 12, 13."""
        listed: list[str | None] = []
        last = 0
        for found in self.numbers.figure.finditer(words):
            number = self.numbers.normal(found[0], "arabic")
            first = listed[-1] if listed else None
            if first and number and fold(words[last : found.start()]).strip() in self.through:
                listed.extend(_between_numbers(first, number))
            listed.append(number)
            last = found.end()
        return listed


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
    `approvals` begin the article that approves one, `recitals` a line that says it was seen, `documents` are the lines
    that name it, `afterwords` those that name what is printed after a law; `reworded` ends an article whose words a
    later law gave it, `orders` begin a change of the law's own.
    `trailers` may follow a closing quotation mark, `signatures` begin the line of somebody who signs. `quoted` is a
    stretch in `quotes` (opening mark: closing).
    `facts` maps the names under which documents speak of themselves to ours, `states` the states that they print.
    Words that announce another's end in one of `endings`.
    """

    banners: tuple[Banner, ...]
    closings: tuple[re.Pattern[str], ...]
    amending: tuple[re.Pattern[str], ...]
    approving: tuple[re.Pattern[str], ...]
    approvals: tuple[re.Pattern[str], ...]
    recitals: tuple[re.Pattern[str], ...]
    documents: tuple[re.Pattern[str], ...]
    afterwords: tuple[re.Pattern[str], ...]
    reworded: tuple[re.Pattern[str], ...]
    orders: tuple[re.Pattern[str], ...]
    trailers: tuple[str, ...]
    signatures: tuple[re.Pattern[str], ...]
    endings: tuple[str, ...]
    quotes: Mapping[str, str]
    quoted: re.Pattern[str]
    facts: Mapping[str, str]
    states: Mapping[str, str]


# The tables of layers.toml whose patterns are proved by examples.
LAYER_RULES = (
    "closing",
    "amending",
    "approving",
    "approval",
    "recital",
    "document",
    "afterword",
    "reworded",
    "order",
    "signature",
)


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
        for name in LAYER_RULES
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
        approvals=compiled["approval"],
        recitals=compiled["recital"],
        documents=compiled["document"],
        afterwords=compiled["afterword"],
        reworded=compiled["reworded"],
        orders=compiled["order"],
        trailers=tuple(table.get("trailers", ())),
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


def any_of(patterns: Iterable[re.Pattern[str]]) -> re.Pattern[str]:
    """One pattern that matches where any of `patterns` does."""
    return re.compile("|".join(_NAME.sub("(?:", pattern.pattern) for pattern in patterns) or "(?!)")


def _division(
    entry: Mapping[str, Any], rank: int, fragments: Mapping[str, str], numbers: Numbers, tag: str
) -> Division:
    place = f"{tag}/divisions.toml, {entry.get('kind')}"
    if entry.get("kind") not in KINDS:
        raise ArticuladoError(f"{place}: kind must be one of {', '.join(KINDS)}.")
    extra = {
        name: expand(entry[name], fragments, f"{place}, {name}") if name in entry else None
        for name in ("bare", "glued", "inline", "joint", "citing")
    }
    return Division(
        kind=entry["kind"],
        rank=rank,
        pattern=expand(entry["pattern"], fragments, place),
        numbers=numbers,
        series=entry.get("series", False),
        unsure=entry.get("unsure", False),
        spelled=tuple(entry.get("spelled", ())),
        through=frozenset(map(fold, entry.get("through", ()))),
        under=entry.get("under", ""),
        open=entry.get("open", False),
        numbered=entry.get("numbered", False),
        series_signs={fold(word): sign for word, sign in entry.get("series_signs", {}).items()},
        sign=entry.get("sign", ""),
        **extra,
    )


def _turned(table: Mapping[str, Any]) -> dict[str, str]:
    return {name: ours for ours, names in table.items() for name in names}


def _between_numbers(first: str, last: str) -> list[str]:
    """The whole numbers between two, none where they are too far apart to be a list."""
    if not (first.isdecimal() and last.isdecimal()) or int(last) - int(first) > _LONGEST_RANGE:
        return []
    return [str(number) for number in range(int(first) + 1, int(last))]


def _lead(found: re.Match[str], groups: Mapping[str, Any]) -> tuple[int, int, str] | None:
    if not groups.get("lead"):
        return None
    return (*found.span("lead"), groups["lead_number"])


def one_of(rules: Iterable[Formula], text: str) -> tuple[Formula, re.Match[str]] | None:
    """The first phrase that begins `text`, with its match."""
    return next(((rule, found) for rule in rules if (found := rule.pattern.match(text))), None)
