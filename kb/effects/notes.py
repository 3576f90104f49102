"""The notes at provisions -> effects upon them, each with who did it as far as the note tells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from kb import ids
from kb.effects.parts import NotedPart, Paragraphs, parts_of
from kb.effects.rulings import Ruling, ruling
from kb.effects.words import CitedText, stands_in
from kb.grammar import Note
from kb.model import Effect, Inciso, Node, Target

CLAIMED, SOURCE_ABSENT = "claimed", "source-absent"
# Where provisions stand; what is said in prefaces and signatures changes nothing.
PROVISIONS = ("art_", "sec_", "body_")
# What has articles and may be repealed or amended as one.
_CONTAINERS = frozenset({"book", "part", "title", "chapter"})
# No more words than these stand between "por" and the provision that a note names.
_LONGEST_GAP = 60
_SENTENCE = re.compile(r"\.\s+[^\W\d_a-záéíóúñ]")
_YEAR = re.compile(r"(?P<year>1[5-9]\d\d|20\d\d)(?![\d/.-]*\d)")


def read_notes(spoken: Sequence[CitedText], incisos: Iterable[Inciso] = ()) -> tuple[list[Effect], list[Ruling]]:
    """The effects that the notes of one instrument tell, and the rulings that they name.

    `incisos` are its paragraphs without a number: a note that is printed at one may be about that.
    """
    printed = Paragraphs.of(incisos)
    last = {_article(words.node.eid): words.node.eid for words in spoken}
    effects: list[Effect] = []
    rulings: list[Ruling] = []
    for words in spoken:
        closes = last[_article(words.node.eid)] == words.node.eid
        for effect, named in _told(words, printed, closes=closes):
            effects.append(effect)
            rulings += [named] if named else []
    return effects, rulings


def _article(eid: str) -> str:
    """The eId of the article that a node is or lies in."""
    levels = eid.split("__")
    inner = max((at for at, level in enumerate(levels) if level.startswith(PROVISIONS)), default=0)
    return "__".join(levels[: inner + 1])


def _told(words: CitedText, printed: Paragraphs, *, closes: bool) -> Iterator[tuple[Effect, Ruling | None]]:
    """The effects that a node notes; with `closes` it is the last of its article."""
    if words.node.kind in _CONTAINERS:
        return _over(words)
    if words.node.kind == "preface" and not words.node.parent:
        return _over_law(words)
    return _noted(words, printed, closes=closes) if stands_in(words.node, PROVISIONS) else iter(())


def _noted(words: CitedText, printed: Paragraphs, *, closes: bool) -> Iterator[tuple[Effect, Ruling | None]]:
    """The effects that a provision itself notes; with `closes` it is the last of its article."""
    for note in words.grammar.notes_at(words.node.eid, words.text):
        if not note.deed.effect or note.apart:
            continue
        suffering = parts_of(words, note, printed)
        for part in suffering or [NotedPart(_suffers(words, note, closes=closes), _words_of(words.node, note))]:
            yield from _from_note(words, note, part)


def _over(words: CitedText) -> Iterator[tuple[Effect, Ruling | None]]:
    """The effects that are noted below the heading of a chapter: they are done to all of it."""
    for note in words.grammar.notes(words.text):
        if note.deed.effect and note.alone and not note.part and not note.itself:
            yield from _from_note(words, note, NotedPart(words.node.eid, ""))


def _over_law(words: CitedText) -> Iterator[tuple[Effect, Ruling | None]]:
    """The effects that are noted on a line of their own above the first article: they are done to the law."""
    partly = words.grammar.noting.partly
    for note in words.grammar.notes(words.text):
        begins = not words.text[words.text.rfind("\n", 0, note.start) + 1 : note.start].strip()
        of_the_law = not (note.itself or note.apart) and (not note.part or partly.fullmatch(note.part))
        if note.deed.effect and note.told and begins and of_the_law:
            yield from _from_note(words, note, NotedPart(None, note.part))


def _suffers(words: CitedText, note: Note, *, closes: bool) -> str:
    """The eId of what a note is about: the provision where it stands, or the article that ends with it."""
    node = words.node
    if node.kind == "wrapup":
        # Words that close a list are the provision's own: a note among them is about that.
        return node.parent or node.eid
    ending = closes and not note.first and not words.text[note.end :].strip(" .")
    return _article(node.eid) if not note.part and (note.itself or ending) else node.eid


def _from_note(words: CitedText, note: Note, part: NotedPart) -> Iterator[tuple[Effect, Ruling | None]]:
    named = _ruled(words, note) if note.deed.court or _is_by_court(words, note) else None
    actors: list[Target | None] = [Target(named.id)] if named else [*_actors(words, note)]
    day, origin = _since(words, note), "note"
    if named is not None and named.day:
        day, origin = named.day, "ruling"
    for actor in actors or [None]:
        effect = Effect(
            kind=note.deed.effect,
            affecting=actor,
            affected=Target(words.node.instrument, part.eid),
            scope="part" if part.words else "whole",
            words=" ".join(filter(None, (part.words, note.manner))),
            grade=CLAIMED if actor else SOURCE_ABSENT,
            date=day,
            date_origin=origin if day else "",
            bound=False,
            evidence=(words.evidence(note.start, note.end),),
        )
        yield effect, named


def _words_of(node: Node, note: Note) -> str:
    """What part a note names; none where that is the numbered provision in which it stands ("6. Numeral derogado.")."""
    itself = node.kind in ids.BELOW_ARTICLE and node.kind != "wrapup" and " " not in note.part
    return "" if itself else note.part


def _actors(words: CitedText, note: Note) -> Iterator[Target]:
    """Who a note says did it: the list of provisions that its source begins with, never the law itself."""
    joint = words.grammar.changing.objects.joint
    at = note.source
    for cited in words.cited(note.source, note.end) if note.told else ():
        gap = words.text[at : cited.start]
        begins = at == note.source and len(gap) <= _LONGEST_GAP
        if _SENTENCE.search(gap) or not (begins or joint.fullmatch(gap)):
            return
        yield from (t for t in cited.targets if t.instrument != words.node.instrument)
        at = cited.end


def _is_by_court(words: CitedText, note: Note) -> bool:
    """Whether a court did what laws do, too ("Suspendido por el Consejo de Estado")."""
    noting = words.grammar.noting
    begun = noting.article.match(words.text[note.source :]) if note.told else None
    at = note.source + (begun.end() if begun else 0)
    return note.told and any(noting.ruling.match(words.text, place) for place in (note.source, at))


def _ruled(words: CitedText, note: Note) -> Ruling | None:
    if not note.told:
        return None
    end = note.until if note.until >= 0 else note.end
    return ruling(words.text[note.start : end], words.node.instrument, words.grammar)


def _since(words: CitedText, note: Note) -> str | None:
    """The day from which a note says that it holds ("Derogado, a partir de 1930, por …")."""
    text = words.text[: note.end]
    for start in words.grammar.noting.since.finditer(text, note.start):
        found = words.grammar.dates.find(text[start.end() :])
        if found and found[1] <= 1:
            return found[0]
        if year := _YEAR.match(text, start.end()):
            return f"{year['year']}-01-01"
    return None
