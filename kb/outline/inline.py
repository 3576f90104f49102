"""Inside a sentence: lists ("podrán ser: a) comunes, b) privilegiadas y c) otras"), and articles of another law."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kb.grammar import Division, Grammar, Mark
from kb.outline.drafts import Draft, LineSpan, below, last_block, say

# The words that cite a letter stand this close before it.
_LONGEST_CITING = 24
# A mark of an article, and the words that announce one, take no more of a line; as many announcements of one are tried.
_LONGEST_MARK = 120
_LONGEST_ENDING = 80
_MOST_TRIES = 8
_LAST_STOP = re.compile(r"[.;:]$")
_SENTENCE_STOP = re.compile(r"[.;:](?=\s+[\"“«(]?[^\W\d_])")


def say_in_sentence(draft: Draft, piece: LineSpan, grammar: Grammar) -> Draft:
    """Give the words to `draft`; the members of a list inside the sentence become nodes below it.

    Returns the draft that took the last of them.
    """
    for division in grammar.inlined:
        if division.sign in piece.words:
            marks = _run(grammar, division, piece)
            if len(marks) > 1:
                return _part(draft, division, piece, marks)
    return say(draft, piece)


def _run(grammar: Grammar, division: Division, piece: LineSpan) -> list[Mark]:
    """The marks of a list printed inside a sentence: its first member and all that follow in sequence.

    Marks that the words before them cite ("los literales a) y b) del …") are no list, nor are marks without words.
    """
    if division.inline is None:
        return []
    words = piece.words
    run: list[Mark] = []
    # Whether words of the last member are known to stand before the mark.
    said = False
    for mark in map(division.read, division.inline.finditer(words)):
        number = mark.number or ""
        if not run:
            run = [mark] if grammar.numbers.begins(number) and not _is_cited(division, words, mark) else []
        elif not said and not _joined_words(division, words[run[-1].rest : mark.start]):
            run = []
        else:
            follows = grammar.numbers.follows(run[-1].number or "", number)
            run += [mark] if follows else []
            said = not follows
    return run


def _is_cited(division: Division, words: str, mark: Mark) -> bool:
    before = words[max(0, mark.start - _LONGEST_CITING) : mark.start]
    return division.citing is not None and division.citing.search(before) is not None


def _joined_words(division: Division, between: str) -> str:
    """What stands between two marks besides the words and signs that join them."""
    found = division.joint.search(between) if division.joint else None
    return (between[: found.start()] if found else between).strip()


def _part(draft: Draft, division: Division, piece: LineSpan, marks: list[Mark]) -> Draft:
    """Give a sentence with a list to `draft`: the words before it, its members below, the words after it."""
    line, start = piece.line, piece.start
    moved = [mark.moved(start) for mark in marks]
    home = say(draft, LineSpan(line, start, moved[0].start))
    end = start + _stop(piece.words, marks[-1].rest)
    stops = [*(mark.start for mark in moved[1:]), end]
    for mark, stop in zip(moved, stops, strict=True):
        member = below(home, Draft(mark.kind, mark.number))
        member.label.append(LineSpan(line, mark.start, mark.end))
        joint = _LAST_STOP if mark is moved[-1] else division.joint
        _with_tail(member, LineSpan(line, mark.rest, stop), joint)
    closing = LineSpan(line, end, piece.end)
    return say(home, closing) if closing.words.strip() else home.children[-1]


def _with_tail(member: Draft, piece: LineSpan, joint: re.Pattern[str] | None) -> None:
    found = joint.search(piece.words) if joint else None
    if found is None or not found[0].strip():
        say(member, piece)
        return
    say(member, LineSpan(piece.line, piece.start, piece.start + found.start()))
    member.tail.append(LineSpan(piece.line, piece.start + found.start(), piece.end))


def _stop(words: str, start: int) -> int:
    """Where the sentence that holds words[start:] ends."""
    found = _SENTENCE_STOP.search(words, start)
    return found.end() if found else len(words)


class QuotedArticle(NamedTuple):
    """The mark of another law's article amid a line: where it starts (at `opening`) and ends, where its words begin."""

    start: int
    end: int
    rest: int
    number: str | None
    opening: str


def quoted_article(draft: Draft, piece: LineSpan, grammar: Grammar) -> QuotedArticle | None:
    """The mark in a sentence that goes over into an article of another law, whose end is printed further down.

    The piece goes on with the words of `draft`: "El artículo 5 de la Ley 9 quedará así: “Artículo 5. Los bancos"
    """
    words, tries = piece.words, 0
    for at, opening in _openings(words, grammar):
        mark = _announced_mark(words, at, at + len(opening), grammar)
        if mark is None:
            continue
        if grammar.amends(" ".join([*last_block(draft), words[:at]])):
            inside = at + len(opening)
            if grammar.closes_quotation(words[inside:], grammar.layers.quotes[opening]):
                return None
            inner = piece.start + inside
            return QuotedArticle(piece.start + at, inner + mark.end, inner + mark.rest, mark.number, opening)
        tries += 1
        if tries == _MOST_TRIES:
            return None
    return None


def _openings(words: str, grammar: Grammar) -> Iterator[tuple[int, str]]:
    """Where quotations open, each with the mark that opens it."""
    for opening in grammar.layers.quotes:
        at = words.find(opening)
        while at >= 0:
            yield at, opening
            at = words.find(opening, at + 1)


def _announced_mark(words: str, at: int, inside: int, grammar: Grammar) -> Mark | None:
    """The mark of an article from words[inside] on, where the words up to words[at] may announce one."""
    if not grammar.may_amend(words[max(0, at - _LONGEST_ENDING) : at]):
        return None
    mark = grammar.division(words[inside : inside + _LONGEST_MARK])
    return mark if mark is not None and mark.kind == "article" else None
