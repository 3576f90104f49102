"""What stands inside one article: paragraphs, items, points and subparagraphs, each taken only in its sequence.

1. A mark is a member where one before it is open, or it would begin a list; else the line is words (`_parent`).
       1. Los bancos;
       2. Las cajas;        goes on, as 3 to 6 would (`_continues`)
2. Another style of mark begins a list under the last member; a style that is open closes those below it.
       1. Los bancos:
          a) Privados;      under item 1
       2. Las cajas         closes a)
3. Words without a mark between two members go on with the first; after the last they close the list (`_unlabelled`).
       a) Los bancos;
          y sus agencias    a member follows: of a)
       b) Las cajas.
       Rige desde hoy.      none follows: of the article
4. A parágrafo closes all lists; a list may go on behind it by its next number (`_resumed`).
5. "i)" after "h)" is a letter or a Roman numeral: what comes later tells, else both are told (`_likely`).
6. Words that announce another law's are followed by a quotation, to its closing mark (`_quote`).
7. The next mark may be printed without a line of its own ("… la Ley.6. Cuando …", `_glued`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from kb.grammar import Grammar, Mark
from kb.outline.ahead import Ahead, readings
from kb.outline.drafts import Doubt, Draft, LineSpan, below, last_block, say
from kb.outline.headings import paragraph_heading
from kb.outline.inline import quoted_article, say_in_sentence
from kb.outline.letters import LETTER, ROMAN, as_roman, outlook
from kb.outline.marks import BANNER, CLOSING, FURNITURE, PARAGRAPH, SERIES, Marked
from kb.outline.quotations import LONGEST_QUOTATION, closes

# How far a list may skip and still be the same list, its lost members reported.
_LONGEST_SKIP = 5
# Members of one list stand this close below each other.
_SAME_INDENT = 2
# Words outside the rules of a law announce nothing that belongs to another.
_RULES = frozenset({"article", "section"})
_LISTED = frozenset({"item", "point", "subparagraph"})


@dataclass(frozen=True, slots=True)
class _Open:
    """A list that is open: its style ("item .", "point )"), its last member."""

    style: tuple[str, str, str]
    last: Draft
    printed: str
    indent: int


@dataclass(slots=True)
class _Reading:
    """Where the reading of one article stands."""

    grammar: Grammar
    lines: Sequence[Marked]
    article: Draft
    home: Draft
    base: Draft
    latest: Draft
    coming: Ahead
    stack: list[_Open] = field(default_factory=list)
    # The lists that the last paragraph closed.
    closed: list[_Open] = field(default_factory=list)
    # The line at which an open list is known to go on (or not to), while the stack stays as it is.
    ahead: int | None = None
    # Whether the words just said announce another law's; the mark that will close those, once they have begun.
    announced: bool = False
    opening: str = ""
    first: Marked | None = None
    closing: str | None = None
    # The lists that were open before the words of another law.
    before: list[_Open] = field(default_factory=list)


def resume(article: Draft, lines: Sequence[Marked], grammar: Grammar) -> None:
    """Give `lines` to an article that goes on after a quotation in it: its lists go on, too."""
    state = _Reading(grammar, lines, article, article, article, article, Ahead(lines, grammar))
    last = next((child for child in reversed(article.children) if child.kind != "quoted"), None)
    while last is not None and last.kind in _LISTED:
        state.stack.append(_Open((last.kind, "", ""), last, last.number or "", 0))
        last = last.children[-1] if last.children else None
    for at, marked in enumerate(lines):
        _take(state, at, marked)


def read(article: Draft, first: LineSpan | None, lines: Sequence[Marked], grammar: Grammar) -> None:
    """Give `first` (the words after the article's mark) and `lines` (up to the next head) to `article` and below it."""
    state = _Reading(grammar, lines, article, article, article, article, Ahead(lines, grammar))
    for child in article.children:
        state.stack.append(_Open((child.kind, "", "arabic"), child, child.number or "", 0))
        state.latest = child
    if first is not None:
        _words(state, state.latest, first, after=0)
    for at, marked in enumerate(lines):
        _take(state, at, marked)


def _take(state: _Reading, at: int, marked: Marked) -> None:
    if marked.role in (FURNITURE, BANNER):
        return
    line = LineSpan.whole(marked.line)
    if marked.role == CLOSING:
        _note(state, at, line)
        return
    words = LineSpan(marked.line, marked.rest, line.end)
    if state.announced:
        state.announced = False
        if not state.grammar.orders(words.words):
            _open_quoted(state, marked)
    if marked.role == PARAGRAPH and marked.mark:
        _paragraph(state, at, marked.mark, words)
    elif marked.role == SERIES and (member := _listed(state, at, marked)):
        _words(state, member, words, after=at + 1)
    else:
        _unlabelled(state, at, line)
    _close_quoted(state, marked)


def _note(state: _Reading, at: int, days: LineSpan) -> None:
    """Keep a compiler's line; one that dates a wording has no words where it closes a box, or others closed it."""
    state.home.notes.append(days)
    before = state.lines[at - 1] if at else None
    loose = state.lines[at].held == (None, None) or (before is not None and before.role in (BANNER, CLOSING))
    dated = state.grammar.closing(days.words) if loose else None
    if dated is not None and any(dated):
        state.article.windows.append(days)


def _open_quoted(state: _Reading, marked: Marked) -> None:
    """Begin the words of another law, which hang under the article that announced them until their closing mark."""
    quotes = state.grammar.layers.quotes
    _quote(state, next((mark for mark in quotes if marked.line.text.startswith(mark)), ""))
    state.first = marked


def _quote(state: _Reading, opening: str, number: str | None = None) -> Draft:
    quoted = below(state.article, Draft("quoted", number))
    state.home = state.base = state.latest = quoted
    state.before = state.stack
    state.stack, state.closed, state.ahead = [], [], None
    state.opening, state.closing = opening, state.grammar.layers.quotes.get(opening, "")
    state.announced, state.first = False, None
    return quoted


def _quotes(state: _Reading, draft: Draft, piece: LineSpan, *, after: int) -> bool:
    """Take a piece that goes over into an article of another law ("… quedará así: “Artículo 5. …"), closed below it."""
    found = quoted_article(draft, piece, state.grammar)
    if found is None:
        return False
    closing, ahead = state.grammar.layers.quotes[found.opening], state.lines[after : after + LONGEST_QUOTATION]
    if not any(closes(m, found.opening, closing, state.grammar, first=False) for m in ahead):
        return False
    say(draft, LineSpan(piece.line, piece.start, found.start))
    quoted = _quote(state, found.opening, found.number)
    quoted.label.append(LineSpan(piece.line, found.start, found.end))
    _words(state, quoted, LineSpan(piece.line, found.rest, piece.end), after=after)
    return True


def _close_quoted(state: _Reading, marked: Marked) -> None:
    """End the words of another law at their closing mark; the law's own lists go on."""
    first = marked is state.first
    if state.closing and closes(marked, state.opening, state.closing, state.grammar, first=first):
        state.home = state.base = state.latest = state.article
        state.stack, state.closed, state.ahead, state.closing = state.before, [], None, None


def _paragraph(state: _Reading, at: int, mark: Mark, whole: LineSpan) -> None:
    paragraph = below(state.home, Draft("paragraph", mark.number))
    paragraph.kind = mark.kind
    paragraph.label.append(LineSpan(whole.line, mark.start, mark.end))
    state.base = state.latest = paragraph
    state.closed, state.stack, state.ahead = state.stack or state.closed, [], None
    heading, words = paragraph_heading(whole)
    paragraph.heading.extend(heading)
    _words(state, paragraph, words, after=at + 1)


def _unlabelled(state: _Reading, at: int, piece: LineSpan) -> None:
    if not piece.line.apart and (state.latest.text or state.latest is not state.home):
        _words(state, state.latest, piece, after=at + 1)
    elif state.stack and _goes_on(state, at):
        state.latest = say(state.stack[-1].last, piece)
    else:
        _words(state, state.base, piece, after=at + 1)


def _listed(state: _Reading, at: int, marked: Marked) -> Draft | None:
    """The line as a member of a list, by the reading of its mark that has a place; None when it has none."""
    likely, doubt = _likely(state, at, marked)
    for reading in likely:
        if reading.mark and (parent := _parent(state, at, reading)):
            doubt = doubt or _anew(state, parent, reading.mark)
            member = _member(state, parent, reading.mark, reading)
            member.doubt = doubt
            return member
    return _resumed(state, marked)


def _anew(state: _Reading, parent: Draft, mark: Mark) -> Doubt | None:
    """The doubt about a list that begins again at once after a member of its like: it may stand under that member."""
    before = state.latest
    again = before.parent is parent and before.kind == mark.kind and state.grammar.numbers.begins(mark.number or "")
    twice = again and not (state.stack and state.stack[-1].last is before)
    return Doubt("ambiguous-mark", mark.kind, mark.number or "", before) if twice else None


def _likely(state: _Reading, at: int, marked: Marked) -> tuple[list[Marked], Doubt | None]:
    """What the mark of a line can be, the likeliest first, and the doubt when nothing tells two readings apart.

    h) …            i) …           h) …
    i) … a letter     i) … Roman     i) … either: "j)" and "ii)" both come later
    j) …              ii) …
    """
    roman = as_roman(marked, state.grammar)
    if roman is None or roman.mark is None:
        return [marked], None
    letters = _depth(state, marked)
    numerals = _depth(state, roman)
    if numerals is not None:
        deeper = letters is None or numerals > letters
        return ([roman, marked] if deeper else [marked, roman]), None
    if not state.grammar.numbers.begins(roman.mark.number or ""):
        return [marked], None
    coming = outlook(state.lines, at, roman, state.grammar)
    if coming == LETTER:
        return [marked], None
    if letters is None or coming == ROMAN:
        return [roman], None
    return [marked], Doubt("ambiguous-mark", "item", "1", state.stack[letters].last)


def _depth(state: _Reading, marked: Marked) -> int | None:
    """The place in the stack of the deepest list that a mark is next in."""
    depths = range(len(state.stack) - 1, -1, -1)
    return next((depth for depth in depths if _is_next(state, state.stack[depth], marked)), None)


def _resumed(state: _Reading, marked: Marked) -> Draft | None:
    """The next member of a list that a paragraph closed, as the sequence goes on; it may be the paragraph's words."""
    for depth in range(len(state.closed) - 1, -1, -1):
        opened = state.closed[depth]
        if marked.mark and opened.last.parent and _is_next(state, opened, marked):
            paragraph, state.base, state.stack = state.base, state.home, state.closed[:depth]
            member = _member(state, opened.last.parent, marked.mark, marked)
            member.doubt = Doubt("ambiguous-mark", "", "", paragraph)
            return member
    return None


def _parent(state: _Reading, at: int, marked: Marked) -> Draft | None:
    """What a member with this mark hangs under, the lists below closed; None when it is out of sequence.

    1. …
       a) …
       b) …     goes on with an open list
    2. …        goes on with a higher one: the lists below are closed
    a) …        begins a list of that style anew: under what the one before hangs on
       i) …     begins a list of a new style: under the last member
    """
    mark, style = marked.mark, _style(marked)
    if mark is None or mark.number is None:
        return None
    for depth in range(len(state.stack) - 1, -1, -1):
        if _same(state.stack[depth].style, style) and _continues(state, state.stack[depth].last, mark.number):
            return _parent_of_list(state, depth, keep=depth)
    if not state.grammar.numbers.begins(mark.number):
        return None
    if mark.style == "roman" and outlook(state.lines, at, marked, state.grammar) == LETTER:
        return None
    indent = marked.line.indent
    again = _repeated(state, style, mark.number, indent)
    if again is not None:
        return _parent_of_list(state, again, keep=again + 1)
    for depth, opened in enumerate(state.stack):
        if _same(opened.style, style) and opened.indent >= indent:
            return _parent_of_list(state, depth, keep=depth)
    return state.stack[-1].last if state.stack else state.base


def _parent_of_list(state: _Reading, depth: int, *, keep: int) -> Draft | None:
    """What the open list at `depth` hangs under; so many lists stay open."""
    parent = state.stack[depth].last.parent
    del state.stack[keep:]
    return parent


def _repeated(state: _Reading, style: tuple[str, str, str], number: str, indent: int) -> int | None:
    """The list, by its place in the stack, that Markdown numbers for itself: each member prints its first number.

    Such a member follows the one before at once; a list that begins anew has words before it.
    """
    if style[2] != "arabic":
        return None
    for depth in range(len(state.stack) - 1, -1, -1):
        opened = state.stack[depth]
        if _same(opened.style, style) and opened.printed == number and abs(opened.indent - indent) < _SAME_INDENT:
            return depth if number.isdecimal() and state.latest.kind != "wrapup" else None
    return None


def _member(state: _Reading, parent: Draft, mark: Mark, marked: Marked) -> Draft:
    before = state.stack.pop() if state.stack and state.stack[-1].last.parent is parent else None
    number, printed = mark.number, mark.number or ""
    # Markdown prints 1 before every member; its place in the list is its number.
    if before is not None and before.printed == printed == "1" and before.last.number:
        number = str(int(before.last.number) + 1)
    member = below(parent, Draft(mark.kind, number))
    member.label.append(LineSpan(marked.line, mark.start, mark.end))
    state.stack.append(_Open(_style(marked), member, printed, marked.line.indent))
    state.latest, state.ahead = member, None
    return member


def _continues(state: _Reading, last: Draft, number: str) -> bool:
    before = last.number or ""
    if before.isdecimal() and number.isdecimal():
        # A second 1 begins a list anew, or is one that Markdown numbers; another number printed twice is a slip.
        return 0 <= int(number) - int(before) <= _LONGEST_SKIP and not state.grammar.numbers.begins(number)
    return state.grammar.numbers.follows(before, number)


def _goes_on(state: _Reading, at: int) -> bool:
    """Whether a later line of the same paragraph continues one of the open lists."""
    if state.ahead is None or 0 <= state.ahead < at:
        state.ahead = _next_member(state, at)
    return state.ahead >= 0


def _next_member(state: _Reading, at: int) -> int:
    places = (
        state.coming.find(at, opened.style[0], opened.last.number or "", partial(_is_next, state, opened))
        for opened in state.stack
    )
    return min((place for place in places if place is not None), default=-1)


def _is_next(state: _Reading, opened: _Open, marked: Marked) -> bool:
    mark = marked.mark
    if mark is None or mark.number is None or not _same(opened.style, _style(marked)):
        return False
    return state.grammar.numbers.follows(opened.last.number or "", mark.number)


def _style(marked: Marked) -> tuple[str, str, str]:
    """Members of one list share this: the kind, the signs around the number, how it is written."""
    mark = marked.mark
    if mark is None:
        return ("", "", "")
    signs = re.sub(r"\w", "", marked.line.text[mark.start : mark.end])
    upper = mark.style == "roman" and marked.line.text[mark.start : mark.end].isupper()
    return mark.kind, signs, "ROMAN" if upper else mark.style


def _same(one: tuple[str, str, str], other: tuple[str, str, str]) -> bool:
    # A number printed before the article's own word has no signs to compare.
    return one == other or ("" in (one[1], other[1]) and one[0] == other[0])


def _words(state: _Reading, draft: Draft, piece: LineSpan, *, after: int) -> None:
    """Give `piece` to `draft`, parting the members of lists that are printed inside it."""
    state.latest = draft
    announces = state.article.kind in _RULES and state.closing is None
    if announces and _quotes(state, draft, piece, after=after):
        return
    # The end of the words decides; only where it may announce something is the whole block read.
    ends = announces and state.grammar.may_amend(piece.words)
    state.announced = ends and state.grammar.amends(" ".join([*last_block(draft), piece.words]))
    mark = _glued(state, draft, piece, after)
    if mark is None:
        state.latest = say_in_sentence(draft, piece, state.grammar)
        return
    say(draft, LineSpan(piece.line, piece.start, mark.start))
    del state.stack[-1:]
    member = _member(state, draft.parent or state.base, mark, Marked(piece.line, SERIES, mark))
    member.glued = True
    _words(state, member, LineSpan(piece.line, mark.rest, piece.end), after=after)


def _glued(state: _Reading, draft: Draft, piece: LineSpan, after: int) -> Mark | None:
    """The mark of the next member in the line, printed without a line of its own ("… la Ley.6. Cuando …")."""
    division = state.grammar.gluing.get(draft.kind)
    opened = state.stack[-1] if state.stack and state.stack[-1].last is draft else None
    if division is None or division.glued is None or opened is None:
        return None
    for mark in map(division.read, division.glued.finditer(piece.words)):
        if mark.number and state.grammar.numbers.follows(draft.number or "", mark.number):
            beneath = readings(state.lines[after], state.grammar) if after < len(state.lines) else ()
            here = any(_is_next(state, opened, reading) for reading in beneath)
            return None if here else mark.moved(piece.start)
    return None
