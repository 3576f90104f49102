"""Where a heading ends and the words begin.

Bylaws and newer statutes name each article in a run-in heading ("Article 5. Authorized Capital. The …"); older
statutes begin at once with the rule. Nothing in one article tells the two apart, so the document decides: it has
headings when most articles could have one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from kb.grammar import Grammar
from kb.outline.drafts import LineSpan
from kb.outline.marks import TITLE, WORDS, Marked
from kb.outline.units import ASIDE, Unit

# A run-in heading is a short phrase closed by a stop or a colon, with the sentence after it on the same line.
# Its words are taken at once, with the white space before the stop, since only a stop can end them.
_RUN_IN = re.compile(r"(?![<\[(])(?P<heading>[^.:\n]{2,160}+)\s*(?P<stop>[.:])\s+(?=[\"“«(<¿¡]?[^\W\d_a-z])")
_LONGEST = 16
_LONGEST_OF_PARAGRAPH = 5
_LONGEST_OF_CONTAINER = 25
_CLOSED = frozenset(".:;,")
_BRACKETS = {"(": ")", "<": ">", "[": "]"}
# Fewer articles than these prove nothing about the habit of the document.
_FEWEST = 3
_SHARE = 0.6


def runs_in(articles: Sequence[tuple[LineSpan, Sequence[Marked]]], grammar: Grammar) -> bool:
    """Whether the articles, each given as (words after its mark, lines below), carry headings of their own."""
    spoken = headed = 0
    for rest, lines in articles:
        found = _run_in(rest, grammar)
        says = lines or len(rest.words.split(None, 1)) > 1
        if _changes(rest, grammar):
            # "Artículo 4. Derógase la Ley 5 de 1990. Esta …" may stand in a law of either habit.
            continue
        if says and not _only_noted(rest, found, lines):
            spoken += 1
            headed += found is not None or _on_own_line(rest, lines, grammar)
    return spoken >= _FEWEST and headed >= _SHARE * spoken


def article_heading(rest: LineSpan, lines: Sequence[Marked], grammar: Grammar) -> tuple[list[LineSpan], LineSpan]:
    """(heading, words) of what stands after an article's mark, in a document whose articles have headings.

    A sentence with nothing but a compiler's note behind it is the article, not its heading.
    """
    if found := _run_in(rest, grammar):
        short = len(found["heading"].split()) <= _LONGEST_OF_PARAGRAPH
        return _parted(rest, found) if short or not _only_noted(rest, found, lines) else ([], rest)
    if _on_own_line(rest, lines, grammar):
        return [rest.trimmed()], LineSpan(rest.line, rest.end, rest.end)
    return [], rest


def emphasised_heading(rest: LineSpan, grammar: Grammar) -> tuple[list[LineSpan], LineSpan]:
    """(heading, words) after an article's mark where the print's own emphasis ends with the heading."""
    runs = rest.line.view.runs
    found = _phrase(rest) if len(runs) > 1 else None
    if found is None:
        return [], rest
    heading = found["heading"].rstrip()
    edges = {rest.start + len(heading), rest.start + found.end("stop")}
    if not any(at in edges for at, _ in runs):
        return [], rest
    named = _is_heading(found, grammar) and not grammar.opens_with_note(f"{heading}.")
    return _parted(rest, found) if named else ([], rest)


def paragraph_heading(rest: LineSpan) -> tuple[list[LineSpan], LineSpan]:
    """(heading, words) after a paragraph's mark: a few words closed by a colon ("PARAGRAPH: Findings: The …")."""
    found = _RUN_IN.match(rest.words)
    short = found is not None and len(found["heading"].split()) <= _LONGEST_OF_PARAGRAPH
    return _parted(rest, found) if found and short and found["stop"] == ":" else ([], rest)


def container_heading(rest: LineSpan, lines: Sequence[Marked], grammar: Grammar) -> tuple[list[LineSpan], int]:
    """(heading, how many of `lines` it took) of a chapter: what follows its mark, else the short line below it."""
    if rest.words.strip():
        return ([_without_stop(rest)] if _names(rest.words) else []), 0
    below = lines[0] if lines and lines[0].role in (WORDS, TITLE) else None
    if below is not None and _names(below.line.text) and not grammar.is_note(below.line.text):
        return [_without_stop(LineSpan.whole(below.line))], 1
    return [], 0


def with_epigraphs(found: Sequence[Unit], grammar: Grammar) -> list[Unit]:
    """The units, each article with the name that is printed on the line before its mark, where that is the habit."""
    named = [at for at, unit in enumerate(found) if unit.kind == "article" and at and _epigraph(found[at - 1], grammar)]
    articles = [unit for unit in found if unit.kind == "article"]
    if len(articles) < _FEWEST or len(named) < _SHARE * len(articles):
        return list(found)
    done = list(found)
    for at in named:
        done[at - 1] = replace(done[at - 1], lines=found[at - 1].lines[:-1])
        done[at] = replace(done[at], epigraph=found[at - 1].lines[-1])
    return done


def _epigraph(before: Unit, grammar: Grammar) -> bool:
    """Whether the last line of a unit is no part of it but the name of what follows.

    The title of a statute is its own, and so is the only line below the mark of a chapter.
    """
    last = before.lines[-1] if before.lines else None
    if last is None or last.role != WORDS or not last.line.apart or last.line.row:
        return False
    text = last.line.text
    short = len(text.split()) <= _LONGEST and text[-1] not in _CLOSED and text[:1].isupper()
    return short and before.says_more and grammar.citing.identified(text) is None


def _run_in(rest: LineSpan, grammar: Grammar) -> re.Match[str] | None:
    """The heading before the first stop."""
    found = _phrase(rest)
    return found if found and _is_heading(found, grammar) else None


def _phrase(rest: LineSpan) -> re.Match[str] | None:
    """The short phrase before the first stop."""
    found = _RUN_IN.match(rest.words)
    return found if found and len(found["heading"].split()) <= _LONGEST else None


def _changes(rest: LineSpan, grammar: Grammar) -> bool:
    """Whether what could be a heading is a clause that changes a law."""
    found = _phrase(rest)
    return found is not None and grammar.changing.enacts(found["heading"])


def _is_heading(found: re.Match[str], grammar: Grammar) -> bool:
    """Whether a phrase neither changes another law, or announces what that shall say, nor begins a note."""
    announces = found["stop"] == ":" and grammar.amends(found[0].rstrip())
    changes = announces or grammar.changing.enacts(found["heading"])
    return not changes and not grammar.opens_with_note(found.string)


def _only_noted(rest: LineSpan, found: re.Match[str] | None, lines: Sequence[Marked]) -> bool:
    """Whether only a note in brackets follows what may be a heading."""
    after = rest.words[found.end() :].strip() if found else ""
    return not lines and bool(after) and after.rstrip(".")[-1:] == _BRACKETS.get(after[0])


def _on_own_line(rest: LineSpan, lines: Sequence[Marked], grammar: Grammar) -> bool:
    words = rest.words.strip()
    if not words or words[-1] in ".:;,":
        return False
    # A line that goes on in lower case is not over.
    followed = bool(lines) and lines[0].role not in ASIDE and not lines[0].line.text[:1].islower()
    said = words.split() if followed else []
    # Neither a line that leads on nor a note on what became of the article is its heading.
    named = 0 < len(said) <= _LONGEST and said[-1].lower() not in grammar.leads_on
    return named and not grammar.changing.enacts(words) and not grammar.opens_with_note(words)


def _parted(rest: LineSpan, found: re.Match[str]) -> tuple[list[LineSpan], LineSpan]:
    heading = LineSpan(rest.line, rest.start + found.start("heading"), rest.start + found.end("heading"))
    return [heading.trimmed()], LineSpan(rest.line, rest.start + found.end(), rest.end)


def _names(words: str) -> bool:
    """Whether a line is a name rather than a sentence: short, and not closed like one inside running text."""
    return len(words.split()) <= _LONGEST_OF_CONTAINER and not words.rstrip().endswith((":", ";", ","))


def _without_stop(piece: LineSpan) -> LineSpan:
    words = piece.trimmed()
    return words._replace(end=words.end - 1).trimmed() if words.words.endswith(".") else words
