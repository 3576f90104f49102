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

from kb.grammar.acting import Acting
from kb.grammar.changing import EFFECTS
from kb.grammar.notes import CLOSING, Deed, Note, bracket_end, has_words, inner, line_after, line_before, trimmed
from kb.grammar.rules import expand
from kb.model import STATUSES, ArticuladoError

_PIECES = (
    *("lead", "itself", "whole", "part", "apart", "was", "manner", "partly", "other", "and"),
    *(
        "source",
        "see",
        "law",
        "ruling",
        "from",
        "here",
        "own",
        "the",
        "figure",
        "passing",
        "struck",
        "then",
        "around",
        "statute",
    ),
)
# These brackets are a compiler's own; round and square ones are the text's as well.
_ANGLE = "<"
# No longer than this are the words before a verb, and what stands between a verb and a law.
_LONGEST_LEAD, _LONGEST_SOURCE = 240, 160
# Nor are the verbs of a note longer than this.
_LONGEST_VERBS = 160
# No verb looks further behind itself ("exequible, salvo … que se declara inexequible").
_LONGEST_LOOK = 400
# A sentence that is a note ends before that, or with its line.
_LONGEST_NOTE = 4000
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
_LONGEST_SHORT = 3
# How a participle says what it is about.
_GENDER = re.compile(r"(?i:(?<=d)[oa]s?\Z)")
# An opening bracket that nothing closes; the bracket of "literal c)" closes none.
_OPEN = re.compile(r"[(<\[](?:[^()<>\[\]\n]|(?<=\s\w)\))*\Z")

_HEAD = r"""(?ix:(?:(?:{lead})[\s.:*]*)?
(?:(?:(?P<itself>{itself})(?:\s+(?P<number>{figure}))?|(?:{whole})|(?P<statute>{statute})(?=\s)|(?P<apart>{apart})|(?P<part>{part}))[\s,.*:]*)?
(?:(?:{was})\s+)?
(?:(?:(?P<how>{manner})|(?P<partly>{partly}))\s+)?
(?P<verb>(?:(?:{other})\s*(?:{and})\s*)?(?:{verb})
(?:(?:\s+(?:{manner}|{partly}))?\s*(?:{and})\s*(?:{verb}|{other}))*)(?!\w))"""
_BEHIND = r"""(?ix:(?:[\s,]+(?:(?P<how>{manner})|(?P<partly>{partly}))(?!\w))?
(?:\s*\(\s*(?P<bracket>(?:{part})(?=\s*\)\s*(?:[.;\n]|\Z|(?:{source})\b))
|(?!{source}|{see}|{law}|{ruling})[^()\n]{1,160}(?:(?<=\s\w)\)[^()\n]{0,60})?)\s*\))?
(?:[\s:,]+(?P<part>{part})(?!\w))?(?:[\s,]+(?P<struck>{struck}))?
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
class _Place:
    """Where a note may begin, and how far it can reach; its `sort` is bracket, line, led, tail or joint.

    `mark` is that of a list in which it stands ("3o.) Derogado"). One that is a joint goes on with the note before it.
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
    passing: re.Pattern[str]
    joint: re.Pattern[str]
    article: re.Pattern[str]
    around: re.Pattern[str]
    partly: re.Pattern[str]
    small: re.Pattern[str]
    acting: Acting
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

        deeds = tuple(
            Deed(
                entry.get("effect", ""),
                entry.get("status", ""),
                entry.get("court", False),
                pattern(f"(?i:{entry['pattern']})", "note"),
            )
            for entry in entries
        )
        return cls(
            deeds=deeds,
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
            passing=pattern(r"(?i:(?<!\w)(?:{passing})(?!\w))"),
            joint=pattern(r"(?i:[\s,]+(?:{then})\s+(?:(?:{was})\s+)?\Z)"),
            article=pattern(r"(?i:\A(?:{the})\s+)"),
            partly=pattern(r"(?i:{partly})"),
            around=pattern(r"(?i:(?:{around})\W*)"),
            small=pattern(r"(?i:(?:[\W_]|(?<!\w)(?:{the}|{and})(?!\w))*)"),
            acting=Acting.of(entries, deeds, pieces, f"{place}, noting"),
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
                    tie = self.joint.search(text, found[-1].start, more[0].start)
                    stop = tie.start() if tie else more[0].start
                    found[-1] = replace(found[-1], end=trimmed(text, found[-1].start, stop))
            else:
                more = self._first(text, at)
            if more:
                found.append(more[0])
                reach, said = more[0].end, more[1]
        return self._with_acting(text, found)

    def _with_acting(self, text: str, found: Sequence[Note]) -> tuple[Note, ...]:
        """The notes with those that name first who acted, which no note that names somebody has told already."""
        named = [note for note in found if note.told]
        more = [a for a in self.acting.notes(text) if not any(a.meets(note) for note in named)]
        kept = [note for note in found if note.told or not any(note.meets(a) for a in more)]
        return tuple(sorted([*kept, *more], key=lambda note: note.start))

    def notes_at(self, eid: str, text: str) -> tuple[Note, ...]:
        """The notes among the words of the provision `eid` but those that say that they are about another article."""
        return tuple(note for note in self.notes(text) if note.is_at(eid))

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
        if text[:1] not in CLOSING:
            return False
        note = next(iter(self.notes(text)), None)
        return note is not None and note.first and note.alone and note.told

    def _first(self, text: str, at: int) -> tuple[Note, int] | None:
        """The note with its verb at text[at], and where its verbs end."""
        for place in self._places(text, at):
            if (head := self._head(text, place, at)) and (note := self._read(text, place, head)):
                behind = self.behind.match(text, head.end(), place.end)
                return note, behind.end("struck") if behind and behind["struck"] else head.end()
        return None

    def _within(self, text: str, last: Note, at: int) -> tuple[Note, int] | None:
        """Another note inside the stretch of the last one ("Derogado por …. Revivido por …")."""
        for start in (at, max(text.rfind(mark, last.start, at) + 1 for mark in _STOPS)):
            begun = inner(text, start, at)
            place = _Place("bracket", begun, begun, last.end)
            parted = text[last.start : begun].rstrip()[-1:] in _ENDS or text[begun].isupper()
            if not parted and self._joins(text, last, begun):
                place, parted = replace(place, sort="joint"), True
            if parted and (head := self._head(text, place, at)) and (note := self._read(text, place, head)):
                same = replace(
                    note, part=note.part or last.part, apart=last.apart, itself=last.itself, number=last.number
                )
                return same if place.sort == "joint" else note, head.end()
        return None

    def _joins(self, text: str, last: Note, at: int) -> bool:
        """Whether text[at] goes on with what became of what the last note is about ("modificado por … y derogado por").

        What agrees with the law before it in another gender is that law's own.
        """
        first, next_ = self.verb.search(text, last.start), self.verb.match(text, at)
        if not last.told or first is None or next_ is None or not self.joint.search(text, last.source, at):
            return False
        endings = {found[0] for verb in (first, next_) if (found := _GENDER.search(verb[0].split()[0]))}
        return len({ending.lower() for ending in endings}) <= 1

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
            yield _Place("bracket", start, inner(text, start + 1, at), bracket_end(text, start))
            return
        if begin == line:
            yield _Place("line", line, inner(text, line, at), stop)
            if mark := _MARK.match(text, line, at):
                yield _Place("line", line, inner(text, mark.end(), at), stop, mark["mark"])
        for lead in self.lead.finditer(text, begin, at):
            yield _Place("led", lead.start(), lead.start(), stop)
        cut = max(before.rfind(mark) for mark in _STOPS)
        if cut >= 0:
            words = any(letter.isalpha() for letter in text[line : begin + cut])
            start = inner(text, begin + cut + 1, at)
            yield _Place("tail" if words else "line", start, start, stop)

    def _read(self, text: str, place: _Place, head: re.Match[str]) -> Note | None:
        """The note whose words begin with `head`; None where they only mention what became of something."""
        deed = self._deed(text, head)
        behind = self.behind.match(text, head.end(), place.end)
        after = behind.end() if behind else head.end()
        source = (self.ruled if deed.court else self.source).match(text, after, place.end)
        if source and not text[source.end() : place.end].strip(_CLOSERS):
            source = None
        end = self._end(text, place, source.end() if source else after)
        bare = source is None and not text[after:end].strip(_CLOSERS)
        lawful = source is not None and self.law.search(text, source.end(), min(end, source.end() + _LONGEST_SOURCE))
        if head["number"] and not lawful:
            return None
        if not self._stands(text, place, head, end, told=bool(lawful), bare=bare, said=source is not None):
            return None
        parts = [place.mark, head["part"], head["partly"]]
        if behind:
            parts += [behind["part"], behind["bracket"], behind["partly"]]
        manner = " ".join(filter(None, [head["how"], behind["how"] if behind else None]))
        return Note(
            deed=deed.for_a_time() if self.passing.search(manner) else deed,
            start=place.start,
            end=end,
            part=" ".join(part.strip(_BLANK) for part in parts if part),
            manner=manner,
            source=source.end() if source else -1,
            alone=not has_words(line_before(text, place.start) + line_after(text, end)),
            apart=bool(head["apart"]),
            first=not has_words(text[: place.start]),
            itself=bool(head["itself"]),
            number=head["number"] or "",
            statute=bool(head["statute"]),
        )

    def _deed(self, text: str, head: re.Match[str]) -> Deed:
        """What the verbs of a note come to, each with what follows it."""
        at, end = head.span("verb")
        near = end + _LONGEST_LOOK
        return next(d for d in self.deeds if (found := d.pattern.search(text, at, near)) and found.start() < end)

    def _end(self, text: str, place: _Place, at: int) -> int:
        """Where a note ends that is known up to text[at]: with its bracket, else with its sentence."""
        if place.sort == "bracket":
            return place.end
        for stop in _SENTENCE.finditer(text, at, min(place.end, at + _LONGEST_NOTE)):
            after = inner(text, stop.end(), place.end)
            short = _SHORT.search(text, max(at, stop.start() - _LONGEST_SHORT), stop.start())
            goes_on = stop[0] == "." and (short or not text[after : after + 1].isupper())
            if not goes_on and not self.since.match(text, after):
                return stop.end()
        return place.end

    def _stands(
        self, text: str, place: _Place, head: re.Match[str], end: int, *, told: bool, bare: bool, said: bool
    ) -> bool:
        """Whether words that read like a note stand where one is printed.

        `told` says that they name a law, `said` that they name somebody, `bare` that they name nobody.
        """
        before, rest = text[: place.start].rstrip(), line_after(text, end).strip(_CLOSERS)
        capital = text[place.inner].isupper() or text[place.inner].isdigit()
        if place.sort == "bracket":
            if text[place.start] == _ANGLE:
                return said or bare
            opens = not before or before[-1] in _STOPS or "\n" in text[len(before) : place.start]
            return (capital or opens) and (told or bare)
        if place.sort in ("led", "joint") and told:
            return True
        if place.sort in ("line", "led"):
            first = not has_words(before)
            follows = not rest or self.lead.match(rest) is not None
            # A line in small letters goes on with the sentence of the line above it.
            fresh = capital or first or before[-1] in _STOPS or "\n\n" in text[len(before) : place.start]
            sentence = first and capital and self._is_sentence(text, end)
            return (told and (first or (follows and fresh))) or (bare and (follows or sentence) and (first or capital))
        heading = "\n" not in before and len(before) <= _LONGEST_HEADING and head["verb"][:1].isupper()
        if bare and heading and self._is_sentence(text, end):
            return True
        return capital and not rest and (told or (bare and heading))

    def _is_sentence(self, text: str, end: int) -> bool:
        """Whether a sentence ends at text[end] and another begins behind it ("Anulado. Los jueces …")."""
        return text[end - 1 : end] == "." and text[inner(text, end, len(text)) :][:1].isupper()
