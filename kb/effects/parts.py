"""The parts of an article that a note at it names: those are what it is about, and the others stand as they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kb import ids
from kb.effects.words import CitedPlace, CitedText
from kb.grammar import Note
from kb.model import Inciso


@dataclass(frozen=True, slots=True)
class NotedPart:
    """What a note is about, by its address (None: the law); `words` say of what part of that, none where it is all."""

    eid: str | None
    words: str


@dataclass(frozen=True, slots=True)
class Paragraphs:
    """The paragraphs without a number that an instrument tells apart, by the node that prints them, and their eIds."""

    at: Mapping[str, Sequence[Inciso]]
    eids: frozenset[str]

    @classmethod
    def of(cls, incisos: Iterable[Inciso]) -> Paragraphs:
        """The paragraphs of one instrument."""
        at: dict[str, list[Inciso]] = defaultdict(list)
        eids: set[str] = set()
        for inciso in incisos:
            at[inciso.node].append(inciso)
            eids.add(inciso.eid)
        return cls(at, frozenset(eids))

    def holds(self, cited: CitedPlace, below: str) -> bool:
        """Whether all that is cited stands below an article, its paragraphs without a number among those told apart."""
        eids = [target.eid or "" for target in cited.targets]
        return all(eid.startswith(below) and (eid in self.eids or not ids.is_inciso(eid)) for eid in eids)

    def around(self, node: str, note: Note) -> Inciso | None:
        """The paragraph of a node in which a note stands."""
        return next((i for i in self.at.get(node, ()) if i.first <= note.start and note.end <= i.last), None)


def parts_of(words: CitedText, note: Note, printed: Paragraphs) -> list[NotedPart]:
    """The parts that a note names where its article prints them; none where it names none, or one that is not there."""
    noting = words.grammar.noting
    if not note.part:
        return []
    if noting.around.fullmatch(note.part):
        around = printed.around(words.node.eid, note)
        return [NotedPart(around.eid, "")] if around and _says_more(words, note, around) else []
    left = note.part
    places: dict[str, None] = {}
    for cited in _named(words, note, printed):
        left = left.replace(words.text[cited.start : cited.end], " ", 1)
        places.update((target.eid, None) for target in cited.targets if target.eid)
    if noting.small.fullmatch(left):
        return [NotedPart(eid, "") for eid in places]
    # Words of one part are told with it; of several, nobody knows of which they are.
    return [NotedPart(eid, note.part) for eid in places] if len(places) == 1 else []


def _named(words: CitedText, note: Note, printed: Paragraphs) -> list[CitedPlace]:
    """What a note cites of the article where it stands, if all of that is printed."""
    eid = words.node.eid
    article = eid.partition("__")[0] if eid.startswith("art_") else eid
    found: list[CitedPlace] = []
    for cited in words.cited(note.start, note.end):
        if cited.is_of(words.node.instrument) and words.text[cited.start : cited.end] in note.part:
            found.append(cited)
    there = all(cited.found and printed.holds(cited, f"{article}__") for cited in found)
    return found if there else []


def _says_more(words: CitedText, note: Note, inciso: Inciso) -> bool:
    """Whether a paragraph has words of its own beside the note in it."""
    beside = words.text[inciso.first : note.start] + words.text[note.end : inciso.last]
    return any(letter.isalpha() for letter in beside)
