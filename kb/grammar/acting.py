"""Notes that name first who acted: "La Ley 5 de 1990 derogó este artículo", "Sentencia C-5 de 1999. Inexequible."

A sentence, a line or a bracket that begins with a law or a ruling, says with a verb what that did, and names the
provision where it stands; behind the name of a ruling what a court says may stand alone. Of another provision than that
it says nothing here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kb.grammar.notes import Deed, Note, bracket_end, has_words, line_after, line_before
from kb.grammar.rules import expand

# What it says ends with its sentence, its line or its bracket.
_ENDED = r"(?=\s*(?:[.;)>\]\n]|\Z))"
_OBJECT = r"""(?:(?P<partly>{partly})\s+)?(?:(?P<itself>{here})(?:\s+(?P<behind>{partly}))?
|{itself}\s+(?P<number>{figure})|(?P<part>{part}))"""
_WHO = r"""(?:(?:{lead})[\s.:*]*)?(?:(?:{source})\s+)?
(?P<source>(?:(?:{the})\s+)?(?:{law}|{ruling})(?:(?!\.\s+[^\W\d_]{4})[^\n;<>\[\]]){0,160}?)[\s,.:;–\-(]+"""
_SAID = (
    rf"(?ix:{_WHO}(?P<verb>"
    r"(?:(?:{was})\s+)?(?:(?:{manner})\s+)?(?:{active}))"
    rf"(?:\s+{_OBJECT})?{_ENDED})"
)
_OPENINGS = '.;:”"»)>](<['
# The name of who acted, with all that may stand before the verb, is no longer.
_LONGEST_BEGINNING = 800


@dataclass(frozen=True, slots=True)
class Acting:
    """The notes of a tradition that name first who acted: what its verbs do, and how a whole one is put together.

    `bare` says of each deed whether a ruling that it follows needs no provision beside it.
    """

    deeds: tuple[tuple[Deed, re.Pattern[str]], ...]
    verb: re.Pattern[str]
    said: re.Pattern[str]
    ruling: re.Pattern[str]
    here: re.Pattern[str]

    @classmethod
    def of(
        cls, entries: Sequence[Mapping[str, Any]], deeds: Sequence[Deed], pieces: Mapping[str, str], place: str
    ) -> Acting:
        """The notes that an effects.toml describes by the `active` verbs of its entries."""

        def forms(entry: Mapping[str, Any]) -> str:
            return "|".join(filter(None, (entry.get("active", ""), entry["pattern"])))

        every = {**pieces, "active": "|".join(forms(entry) for entry in entries) or "(?!)"}

        def pattern(text: str) -> re.Pattern[str]:
            return expand(text, every, place)

        pairs = [(deed, pattern(f"(?i:{forms(entry)})")) for deed, entry in zip(deeds, entries, strict=True)]
        return cls(
            deeds=tuple(pairs),
            verb=pattern(r"(?i:(?<![^\W\d_])(?:{active})(?!\w))"),
            said=pattern(_SAID),
            ruling=pattern(r"(?i:(?:(?:{the})\s+)?(?:{ruling}))"),
            here=pattern(r"(?i:{here}|(?<!\w)(?:{own})(?!\w))"),
        )

    def notes(self, text: str) -> Iterator[Note]:
        """Those among the words of a provision, in their order."""
        reach = 0
        for verb in self.verb.finditer(text):
            found = self._at(text, verb) if verb.start() >= reach else None
            if found:
                reach = found.end
                yield found

    def _at(self, text: str, verb: re.Match[str]) -> Note | None:
        """The note with its verb at text[verb.start()]."""
        for start in _begins(text, verb.start()):
            said = self.said.match(text, start)
            if said and said.start("verb") <= verb.start() < said.end("verb") and self._means_here(said):
                return self._note(text, said)
        return None

    def _means_here(self, said: re.Match[str]) -> bool:
        """Whether it is about the provision where it stands, and begins like a sentence."""
        begins = said[0][:1].isupper() or said.string[: said.start()].rstrip(" ")[-1:] in "(<["
        if said["itself"] or said["number"]:
            return begins
        ruled = self._deed(said).court and self.ruling.match(said["source"]) is not None and not said["partly"]
        return begins and (ruled or (bool(said["part"]) and self.here.search(said["part"]) is not None))

    def _deed(self, said: re.Match[str]) -> Deed:
        return next(deed for deed, pattern in self.deeds if pattern.search(said["verb"]))

    def _note(self, text: str, said: re.Match[str]) -> Note:
        opened = text[: said.start()].rstrip(" ")[-1:]
        start = text.rfind(opened, 0, said.start()) if opened in ("(", "<", "[") else said.start()
        end = bracket_end(text, start) if start != said.start() else _past_stop(text, said.end())
        return Note(
            deed=self._deed(said),
            start=start,
            end=end,
            part=" ".join(filter(None, (said["partly"], said["part"], said["behind"]))),
            manner="",
            source=said.start("source"),
            alone=not has_words(line_before(text, start) + line_after(text, end)),
            apart=False,
            first=not has_words(text[:start]),
            itself=bool(said["itself"] or said["number"]),
            number=said["number"] or "",
            until=said.start("verb"),
        )


def _begins(text: str, at: int) -> Iterator[int]:
    """Where the sentence of the verb at text[at] may begin: on its line, in its bracket, behind each stop before it."""
    line = text.rfind("\n", 0, at) + 1
    near = max(line, at - _LONGEST_BEGINNING)
    if near == line:
        yield line + len(text[line:at]) - len(text[line:at].lstrip(" *_"))
    for place in range(near, at):
        if text[place] in _OPENINGS and text[place + 1 : at].strip():
            yield place + 1 + len(text[place + 1 : at]) - len(text[place + 1 : at].lstrip(" *_"))


def _past_stop(text: str, end: int) -> int:
    return end + (text[end : end + 1] == ".")
