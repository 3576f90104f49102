"""Notes that a source prints at a provision about what became of it, and how a tradition words them.

A note is a verb of force in the participle ("Derogado", "modificado"), before it perhaps the part that it is about
("Inciso 2"), behind it perhaps who did it ("por el artículo 4 de la Ley 57 de 1931"). It stands in brackets, on a line
of its own, before the words or after them; anywhere else the same words only mention another text's fate.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kb.grammar.changing import EFFECTS
from kb.grammar.rules import expand
from kb.model import STATUSES, ArticuladoError

_PIECES = (
    *("lead", "itself", "whole", "part", "apart", "was", "manner", "partly", "other", "and"),
    *("source", "see", "law", "ruling", "from"),
)
_KILLING = frozenset({"repeal", "annulment", "unconstitutionality"})
_CLOSING = {"(": ")", "<": ">", "[": "]"}
# These brackets are a compiler's own; round and square ones are the text's as well.
_ANGLE = "<"
# No longer than this are the words before a verb, a note, and what stands between its verb and a law.
_LONGEST_LEAD, _LONGEST_NOTE, _LONGEST_SOURCE = 240, 700, 160
# Nor are the verbs of a note longer than this.
_LONGEST_VERBS = 160
# A heading before a bare note is no longer than this.
_LONGEST_HEADING = 120
_STOPS = '.;:”"»)>]'
_ENDS = (".", ";", ":")
_BLANK = " \t\n,;.:-–—*_"
_CLOSERS = f"{_BLANK})>]"
_SPOKEN = re.compile(r"[^\W_]")
_SENTENCE = re.compile(r"\.(?=\s*[\"“«(<¿]?[^\W\d_])|\n")
# The mark of a member of a list that is no provision of its own ("3o.) y 4o.) Derogado").
_MARK = re.compile(
    r"\s*(?P<mark>(?:\d{1,3}[\wº°ª]{0,2}|[^\W\d_]{1,2})[.)\-–°º]+(?:[\s,\w]{1,4}(?:\d{1,3}[\wº°ª]{0,2})[.)]+)?)\s*"
)
# What a stop shortens ("art. Único") ends no sentence.
_SHORT = re.compile(r"(?<!\w)[^\W\d_]{1,3}\Z")
_BRACKET = re.compile(r"[()<>\[\]]")
# An opening bracket that nothing closes; the bracket of "literal c)" closes none.
_OPEN = re.compile(r"[(<\[](?:[^()<>\[\]\n]|(?<=\s\w)\))*\Z")

_HEAD = r"""(?ix:(?:(?:{lead})[\s.:*]*)?
(?:(?:(?P<itself>{itself})|(?:{whole})|(?P<apart>{apart})|(?P<part>{part}))[\s,.*:]*)?
(?:(?:{was})\s+)?
(?:(?:(?P<how>{manner})|(?P<partly>{partly}))\s+)?
(?P<verb>(?:(?:{other})\s*(?:{and})\s*)?(?:{verb})
(?:(?:\s+(?:{manner}|{partly}))?\s*(?:{and})\s*(?:{verb}|{other}))*)(?!\w))"""
_BEHIND = r"""(?ix:(?:[\s,]+(?:(?P<how>{manner})|(?P<partly>{partly}))(?!\w))?
(?:\s*\(\s*(?P<bracket>(?:{part})(?=\s*\)\s*(?:[.;\n]|\Z|(?:{source})\b))
|(?!{source}|{see}|{law}|{ruling})[^()\n]{1,160}(?:(?<=\s\w)\)[^()\n]{0,60})?)\s*\))?
(?:[\s:,]+(?P<part>{part})(?!\w))?
(?:\s*,?\s*(?:{from})\s+[^,;()\n]{4,60}?,?(?=\s+(?:{source})\b))?)"""


def _triggers(entries: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """What stands in the words of every note; none where one rule does not tell it."""
    if not all(entry.get("triggers") for entry in entries):
        return ()
    listed = sorted({trigger for entry in entries for trigger in entry["triggers"]})
    return tuple(one for one in listed if not any(other != one and other in one for other in listed))


def _check_triggers(entries: Sequence[Mapping[str, Any]], place: str) -> None:
    """Refuse a rule one of whose examples none of its triggers would find."""
    for entry in entries:
        examples = [one if isinstance(one, str) else one["text"] for one in entry.get("examples", ())]
        for text in examples:
            if not any(trigger in text.lower() for trigger in entry.get("triggers", [""])):
                raise ArticuladoError(f"{place}: no trigger of the note stands in its example «{text}».")


@dataclass(frozen=True, slots=True)
class Deed:
    """What a verb of force does; `status` is what it leaves an article with where it is no effect ("Reserved")."""

    effect: str
    status: str
    court: bool
    pattern: re.Pattern[str]

    @property
    def kills(self) -> bool:
        """Whether it ends the force of what it is done to."""
        return self.effect in _KILLING


@dataclass(frozen=True, slots=True)
class Note:
    """One note, text[start:end]: what was done, to what part (none: to all of it), and how.

    Who did it is named from text[source] on, where it is `told`. `alone` says that no other words stand on its lines,
    `apart` that it is about what is no provision, such as a chapter, `first` that nothing stands before it, `itself`
    that it names the article.
    """

    deed: Deed
    start: int
    end: int
    part: str
    manner: str
    source: int
    alone: bool
    apart: bool
    first: bool
    itself: bool

    @property
    def told(self) -> bool:
        """Whether it names who did it."""
        return self.source >= 0


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a note may begin, and how far it can reach; its `sort` is bracket, line, led or tail.

    `mark` is that of a list in which it stands ("3o.) Derogado").
    """

    sort: str
    start: int
    inner: int
    end: int
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Noting:
    """The notes of a tradition: what its verbs do, and the patterns that put a note together.

    A text with none of the `triggers` in its lower-case words has no note; without triggers every text may have one.
    """

    deeds: tuple[Deed, ...]
    triggers: tuple[str, ...]
    verb: re.Pattern[str]
    lead: re.Pattern[str]
    head: re.Pattern[str]
    behind: re.Pattern[str]
    source: re.Pattern[str]
    ruled: re.Pattern[str]
    law: re.Pattern[str]
    since: re.Pattern[str]
    ruling: re.Pattern[str]
    rulings: tuple[re.Pattern[str], ...]

    @classmethod
    def of(cls, table: Mapping[str, Any], tag: str) -> Noting:
        """The notes of a tradition's effects.toml; ArticuladoError when a rule is broken."""
        place = f"{tag}/effects.toml"
        given = table.get("noting", {})
        if set(given) - set(_PIECES):
            raise ArticuladoError(f"{place}: [noting] has {', '.join(_PIECES)}.")
        entries = table.get("note", ())
        for entry in entries:
            if entry.get("effect", "") not in ("", *EFFECTS) or entry.get("status", STATUSES[0]) not in STATUSES:
                raise ArticuladoError(f"{place}: a note needs an effect of {', '.join(EFFECTS)}, or a status.")
        _check_triggers(entries, place)
        pieces = {**table.get("fragments", {}), **{name: given.get(name, "(?!)") for name in _PIECES}}
        pieces["verb"] = "|".join(entry["pattern"] for entry in entries) or "(?!)"

        def pattern(text: str, name: str = "noting") -> re.Pattern[str]:
            return expand(text, pieces, f"{place}, {name}")

        return cls(
            deeds=tuple(
                Deed(
                    entry.get("effect", ""),
                    entry.get("status", ""),
                    entry.get("court", False),
                    pattern(f"(?i:{entry['pattern']})", "note"),
                )
                for entry in entries
            ),
            triggers=_triggers(entries),
            verb=pattern(r"(?i:(?<![^\W\d_])(?:{verb})(?!\w))"),
            lead=pattern(r"(?i:(?<!\w)(?:{lead}))"),
            head=pattern(_HEAD),
            behind=pattern(_BEHIND),
            source=pattern(
                r"(?i:[\s,.:(*\-]*(?:(?:{source})\b[\s:*]*|(?:{see})\b[\s:.*]*|(?=(?:{law})[^\n]{0,40}?\d|(?:{ruling}))))"
            ),
            ruled=pattern(r"(?i:[\s,.:(*\-]*(?:(?:{source})\b[\s:*]*|(?:{see})\b[\s:.*]*|(?=(?:{ruling}))))"),
            law=pattern(r"(?i:(?<![^\W\d_])(?:{law}|{ruling}))"),
            since=pattern(r"(?i:(?<!\w)(?:{from})\s+)"),
            ruling=pattern(r"(?i:(?<![^\W\d_])(?:{ruling}))"),
            rulings=tuple(pattern(entry["pattern"], "ruling") for entry in table.get("ruling", ())),
        )

    def notes(self, text: str) -> tuple[Note, ...]:
        """The notes among the words of a provision, in their order."""
        if not self._may_hold(text):
            return ()
        found: list[Note] = []
        said = reach = 0
        for verb in self.verb.finditer(text):
            at = verb.start()
            if at < said:
                continue
            if at < reach:
                more = self._within(text, found[-1], at)
                if more:
                    found[-1] = replace(found[-1], end=_trimmed(text, found[-1].start, more[0].start))
            else:
                more = self._first(text, at)
            if more:
                found.append(more[0])
                reach, said = more[0].end, more[1]
        return tuple(found)

    def opening(self, text: str) -> Note | None:
        """The note that begins `text`, or None; a verb further on than its words reach is not looked at."""
        begin = _SPOKEN.search(text)
        if begin is None or not self._may_hold(text[: begin.end() + _LONGEST_LEAD + _LONGEST_VERBS]):
            return None
        return next((note for note in self.notes(text) if note.first), None)

    def _may_hold(self, text: str) -> bool:
        """Whether any trigger of a note stands in `text`."""
        return not self.triggers or any(map(text.lower().__contains__, self.triggers))

    def is_all(self, text: str) -> bool:
        """Whether the line `text` is a note and nothing else: under its own name, or in brackets with who did it."""
        if self.lead.match(text):
            return True
        if text[:1] not in _CLOSING:
            return False
        note = next(iter(self.notes(text)), None)
        return note is not None and note.first and note.alone and note.told

    def _first(self, text: str, at: int) -> tuple[Note, int] | None:
        """The note with its verb at text[at], and where its verbs end."""
        for place in self._places(text, at):
            if (head := self._head(text, place, at)) and (note := self._read(text, place, head)):
                return note, head.end()
        return None

    def _within(self, text: str, last: Note, at: int) -> tuple[Note, int] | None:
        """Another note inside the stretch of the last one ("Derogado por …. Revivido por …")."""
        for start in (at, max(text.rfind(mark, last.start, at) + 1 for mark in _STOPS)):
            inner = _inner(text, start, at)
            place = _Place("bracket", inner, inner, last.end)
            parted = text[last.start : inner].rstrip()[-1:] in _ENDS or text[inner].isupper()
            if parted and (head := self._head(text, place, at)) and (note := self._read(text, place, head)):
                return note, head.end()
        return None

    def _head(self, text: str, place: _Place, at: int) -> re.Match[str] | None:
        """The words of the note that begins at `place`, if its verb is the one at text[at]."""
        head = self.head.match(text, place.inner, place.end)
        return head if head and head.start("verb") <= at < head.end("verb") else None

    def _places(self, text: str, at: int) -> Iterator[_Place]:
        """Where a note with its verb at text[at] may begin, the likeliest first."""
        line = text.rfind("\n", 0, at) + 1
        begin = max(line, at - _LONGEST_LEAD)
        before = text[begin:at]
        stop = text.find("\n", at)
        stop = len(text) if stop < 0 else stop
        opened = _OPEN.search(before)
        if opened:
            start = begin + opened.start()
            yield _Place("bracket", start, _inner(text, start + 1, at), bracket_end(text, start))
            return
        if begin == line:
            yield _Place("line", line, _inner(text, line, at), stop)
            if mark := _MARK.match(text, line, at):
                yield _Place("line", line, _inner(text, mark.end(), at), stop, mark["mark"])
        for lead in self.lead.finditer(text, begin, at):
            yield _Place("led", lead.start(), lead.start(), stop)
        cut = max(before.rfind(mark) for mark in _STOPS)
        if cut >= 0:
            words = any(letter.isalpha() for letter in text[line : begin + cut])
            start = _inner(text, begin + cut + 1, at)
            yield _Place("tail" if words else "line", start, start, stop)

    def _read(self, text: str, place: _Place, head: re.Match[str]) -> Note | None:
        """The note whose words begin with `head`; None where they only mention what became of something."""
        deed = next(deed for deed in self.deeds if deed.pattern.search(head["verb"]))
        behind = self.behind.match(text, head.end(), place.end)
        after = behind.end() if behind else head.end()
        source = (self.ruled if deed.court else self.source).match(text, after, place.end)
        if source and not text[source.end() : place.end].strip(_CLOSERS):
            source = None
        end = self._end(text, place, source.end() if source else after)
        bare = source is None and not text[after:end].strip(_CLOSERS)
        lawful = source is not None and self.law.search(text, source.end(), min(end, source.end() + _LONGEST_SOURCE))
        if not self._stands(text, place, head, end, told=bool(lawful), bare=bare, said=source is not None):
            return None
        parts = [place.mark, head["part"], head["partly"]]
        if behind:
            parts += [behind["part"], behind["bracket"], behind["partly"]]
        ways = [head["how"], behind["how"] if behind else None]
        return Note(
            deed=deed,
            start=place.start,
            end=end,
            part=" ".join(part.strip(_BLANK) for part in parts if part),
            manner=" ".join(filter(None, ways)),
            source=source.end() if source else -1,
            alone=not _has_words(_line_before(text, place.start) + _line_after(text, end)),
            apart=bool(head["apart"]),
            first=not _has_words(text[: place.start]),
            itself=bool(head["itself"]),
        )

    def _end(self, text: str, place: _Place, at: int) -> int:
        """Where a note ends that is known up to text[at]: with its bracket, else with its sentence."""
        if place.sort == "bracket":
            return place.end
        for stop in _SENTENCE.finditer(text, at, place.end):
            after = _inner(text, stop.end(), place.end)
            goes_on = stop[0] == "." and (
                _SHORT.search(text, at, stop.start()) or not text[after : after + 1].isupper()
            )
            if not goes_on and not self.since.match(text, after):
                return stop.end()
        return place.end

    def _stands(
        self, text: str, place: _Place, head: re.Match[str], end: int, *, told: bool, bare: bool, said: bool
    ) -> bool:
        """Whether words that read like a note stand where one is printed.

        `told` says that they name a law, `said` that they name somebody, `bare` that they name nobody.
        """
        before, rest = text[: place.start].rstrip(), _line_after(text, end).strip(_CLOSERS)
        capital = text[place.inner].isupper() or text[place.inner].isdigit()
        if place.sort == "bracket":
            if text[place.start] == _ANGLE:
                return said or bare
            opens = not before or before[-1] in _STOPS or "\n" in text[len(before) : place.start]
            return (capital or opens) and (told or bare)
        if place.sort == "led" and told:
            return True
        if place.sort in ("line", "led"):
            first = not _has_words(before)
            follows = not rest or self.lead.match(rest) is not None
            # A line in small letters goes on with the sentence of the line above it.
            fresh = capital or first or before[-1] in _STOPS or "\n\n" in text[len(before) : place.start]
            return (told and (first or (follows and fresh))) or (bare and follows and (first or capital))
        heading = "\n" not in before and len(before) <= _LONGEST_HEADING and head["verb"][:1].isupper()
        return capital and not rest and (told or (bare and heading))


def _has_words(text: str) -> bool:
    return any(letter.isalnum() for letter in text)


def _line_before(text: str, at: int) -> str:
    return text[text.rfind("\n", 0, at) + 1 : at]


def _line_after(text: str, at: int) -> str:
    stop = text.find("\n", at)
    return text[at:] if stop < 0 else text[at:stop]


def _inner(text: str, start: int, end: int) -> int:
    """The first letter or digit of text[start:end]."""
    while start < end and not text[start].isalnum():
        start += 1
    return start


def _trimmed(text: str, start: int, end: int) -> int:
    return start + len(text[start:end].rstrip())


def bracket_end(text: str, start: int) -> int:
    """Where the bracket text[start] closes, behind its mark; at the end of the line where nothing closes it.

    The bracket behind the letter of a list ("literal c) del artículo") closes nothing where the sentence goes on.
    """
    opening = text[start]
    mark = _CLOSING[opening]
    stop = text.find("\n", start)
    stop = min(len(text) if stop < 0 else stop, start + _LONGEST_NOTE)
    deep = 0
    for bracket in _BRACKET.finditer(text, start + 1, stop):
        place, letter = bracket.start(), bracket[0]
        deep += letter == opening
        if letter != mark or (mark == ")" and _of_list(text, place)):
            continue
        if deep == 0:
            return place + 1
        deep -= 1
    return stop


def _of_list(text: str, place: int) -> bool:
    single = text[place - 1].isalpha() and text[place - 2 : place - 1].isspace()
    return single and text[place + 1 : place + 3].lstrip(", ")[:1].islower()
