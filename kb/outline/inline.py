"""Inside a sentence: lists ("podrán ser: a) comunes, b) privilegiadas y c) otras"), and articles of another law."""

from __future__ import annotations

import re
from typing import NamedTuple

from kb.grammar import Division, Grammar, Mark
from kb.outline.drafts import Draft, Piece, below, last_block, say

# The words that cite a letter stand this close before it.
_LONGEST_CITING = 24
# A mark of an article, and the words that announce one, take no more of a line; as many announcements of one are tried.
_LONGEST_MARK = 120
_LONGEST_ENDING = 80
_MOST_TRIES = 8
_LAST_STOP = re.compile(r"[.;:]$")
_SENTENCE_STOP = re.compile(r"[.;:](?=\s+[\"“«(]?[^\W\d_])")


def say_in_sentence(draft: Draft, piece: Piece, grammar: Grammar) -> Draft:
    """Give the words to `draft`; the members of a list inside the sentence become nodes below it.

    Returns the draft that took the last of them.
    """
    for division in grammar.inlined:
        if division.sign in piece.words:
            marks = _run(grammar, division, piece)
            if len(marks) > 1:
                return _part(draft, division, piece, marks)
    return say(draft, piece)


def _run(grammar: Grammar, division: Division, piece: Piece) -> list[Mark]:
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


def _part(draft: Draft, division: Division, piece: Piece, marks: list[Mark]) -> Draft:
    home = say(draft, Piece(piece.line, piece.start, piece.start + marks[0].start))
    stops = [*(m.start for m in marks[1:]), _stop(piece.words, marks[-1].rest)]
    joints = [*(division.joint for _ in marks[1:]), _LAST_STOP]
    for mark, stop, joint in zip(marks, stops, joints, strict=True):
        member = below(home, Draft(mark.kind, mark.number))
        member.label.append(Piece(piece.line, piece.start + mark.start, piece.start + mark.end))
        _with_tail(member, Piece(piece.line, piece.start + mark.rest, piece.start + stop), joint)
    closing = Piece(piece.line, piece.start + stops[-1], piece.end)
    return say(home, closing) if closing.words.strip() else home.children[-1]


def _with_tail(member: Draft, piece: Piece, joint: re.Pattern[str] | None) -> None:
    found = joint.search(piece.words) if joint else None
    if found is None or not found[0].strip():
        say(member, piece)
        return
    say(member, Piece(piece.line, piece.start, piece.start + found.start()))
    member.tail.append(Piece(piece.line, piece.start + found.start(), piece.end))


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


def quoted_article(draft: Draft, piece: Piece, grammar: Grammar) -> QuotedArticle | None:
    """The article that a piece announces and begins to quote, unless its line closes the quotation.

    The piece goes on with the words of `draft`: "El artículo 5 de la Ley 9 quedará así: “Artículo 5. Los bancos"
    """
    words, tries = piece.words, 0
    for opening, closing in grammar.layers.quotes.items():
        at = words.find(opening)
        while at >= 0 and tries < _MOST_TRIES:
            inside = at + len(opening)
            may_amend = grammar.may_amend(words[max(0, at - _LONGEST_ENDING) : at])
            mark = grammar.division(words[inside : inside + _LONGEST_MARK]) if may_amend else None
            if mark and mark.kind == "article":
                tries += 1
                if grammar.amends(" ".join([*last_block(draft), words[:at]])):
                    if grammar.closes_quotation(words[inside:], closing):
                        return None
                    inner = piece.start + inside
                    return QuotedArticle(piece.start + at, inner + mark.end, inner + mark.rest, mark.number, opening)
            at = words.find(opening, at + 1)
    return None
