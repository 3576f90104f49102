"""The query language: a typed text -> its parts, whatever was typed.

White space separates parts. `"…"`, `“…”` and `«…»` are phrases, `-part` is one that must not be there, `OR`, `O` in
capitals or `|` between two parts asks for either, `word*` for every word that begins so, `field:value` is a filter.
What the fields and the word for "or" are called is data: the store's search words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from kb.analysis import fold, keys, words

WORD, PHRASE, PREFIX, FILTER, EITHER = "word", "phrase", "prefix", "filter", "or"
_QUOTED = r"\"[^\"]*\"|“[^”]*”|«[^»]*»"
_PART = re.compile(
    rf"(?P<bar>\|)|(?P<minus>[-−]*)(?:(?P<field>[^\W\d_]\w*):(?P<value>(?:{_QUOTED}|[^\s|\"“«])+)"
    rf"|(?P<quoted>{_QUOTED})|(?P<word>(?:(?!{_QUOTED})[^\s|])+))"
)
_VALUE = re.compile(rf"(?:{_QUOTED}|[^,])+")
# Of a pasted page only the beginning is read.
LONGEST = 4_000
_SHORTEST_PREFIX = 2


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a typed text, without its marks; of a filter `field` and `values`.

    `excluded` is what was typed with a minus, `either` what will do instead of the part before.
    """

    kind: str
    text: str
    excluded: bool = False
    either: bool = False
    field: str = ""
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Typed:
    """The parts of a typed text, in order."""

    parts: tuple[Part, ...] = ()

    @property
    def groups(self) -> tuple[tuple[Part, ...], ...]:
        """What is looked for: one part each, or several of which any will do."""
        found: list[tuple[Part, ...]] = []
        for part in self.parts:
            if part.kind == FILTER or part.excluded:
                continue
            if part.either and found:
                found[-1] = (*found[-1], part)
            else:
                found.append((part,))
        return tuple(found)

    @property
    def excluded(self) -> tuple[Part, ...]:
        """What must not be there, filters apart."""
        return tuple(part for part in self.parts if part.excluded and part.kind != FILTER)

    @property
    def filters(self) -> tuple[Part, ...]:
        """The filters, in order."""
        return tuple(part for part in self.parts if part.kind == FILTER)

    @property
    def plain(self) -> str:
        """The words that may say a reference: all but those of phrases, prefixes, exclusions and filters."""
        return " ".join(word for group in self.groups if _is_plain(group) for word in _worded(group))

    def left(self, rest: Typed) -> Typed:
        """This text with `rest` in the place of its plain words, which a reference has taken."""
        other = (part for group in self.groups if not _is_plain(group) for part in group)
        return Typed((*rest.parts, *other, *self.excluded, *self.filters))

    def loosened(self) -> Typed:
        """This text with the words of its phrases as loose words."""
        return Typed(tuple(loose for part in self.parts for loose in _loose(part)))


EMPTY = Typed()
"""What a text of nothing but white space is."""


def read(text: str, search_words: Mapping[str, Mapping[str, str]]) -> Typed:
    """The parts of `text`; any text has some reading.

    `search_words` gives for the roles "field" and "or" what each folded word means.
    """
    fields, either = search_words.get("field", {}), search_words.get("or", {})
    parts: list[Part] = []
    waiting: Part | None = None
    for part in _parts(text[:LONGEST], fields, either):
        if part.kind == EITHER:
            # "OR" with nothing before it, or twice, joins nothing.
            waiting = waiting or (part if parts and _joins(parts[-1]) else None)
            continue
        parts.append(replace(part, either=waiting is not None and _joins(part)))
        waiting = None
    if waiting and words_of(waiting.text):
        parts.append(replace(waiting, kind=WORD))
    return Typed(tuple(parts))


def words_of(text: str) -> list[str]:
    """The words of `text` as typed."""
    return [word for word, _, _ in words(text)]


def _joins(part: Part) -> bool:
    return part.kind != FILTER and not part.excluded


def _parts(text: str, fields: Mapping[str, str], either: Mapping[str, str]) -> Iterator[Part]:
    before = ""
    for found in _PART.finditer(text):
        whole, minus = found.group(), bool(found["minus"])
        if found["bar"] or (whole.isupper() and fold(whole) in either):
            yield Part(EITHER, whole)
        elif found["quoted"]:
            yield from _quoted(found["quoted"], minus)
        elif found["field"] and fold(found["field"]) in fields:
            yield Part(FILTER, whole, minus, field=fields[fold(found["field"])], values=tuple(_values(found["value"])))
        elif found["field"]:
            yield from _worded_parts(whole.lstrip("-−") if minus else whole, minus)
        elif minus and before[-1:].isdecimal() and found["word"][:1].isdecimal():
            yield Part(WORD, whole)  # "artículos 5 -7" is a range.
        else:
            yield from _worded_parts(found["word"], minus)
        before = whole


def _quoted(quoted: str, minus: bool) -> Iterator[Part]:
    if keys(quoted):
        yield Part(PHRASE, quoted[1:-1].strip(), minus)


def _values(text: str) -> Iterator[str]:
    for found in _VALUE.finditer(text):
        value = found.group().strip()
        yield value[1:-1].strip() if re.fullmatch(_QUOTED, value) else value


def _worded_parts(word: str, minus: bool) -> Iterator[Part]:
    """A word as it is, or a prefix; of several words that only marks join ("inter-ban*") the last is the prefix."""
    said = words_of(word)
    if not minus and not (said and word.endswith("*")):
        yield Part(WORD, word)
        return
    *first, last = said or [""]
    starred = word.endswith("*") and len(last) >= _SHORTEST_PREFIX and any(map(str.isalpha, last))
    if minus and first and not starred:
        yield Part(PHRASE, word, minus)
        return
    yield from (Part(WORD, one, minus) for one in first)
    if last:
        yield Part(PREFIX if starred else WORD, last, minus)


def _is_plain(group: Iterable[Part]) -> bool:
    return all(part.kind == WORD for part in group)


def _worded(group: Iterable[Part]) -> Iterator[str]:
    for part in group:
        yield from ("OR", part.text) if part.either else (part.text,)


def _loose(part: Part) -> Iterator[Part]:
    if part.kind != PHRASE or part.excluded:
        yield part
    else:
        yield from (replace(part, kind=WORD, text=word) for word in words_of(part.text))
