"""Lines -> lines with a role: the sheet's furniture, a framing phrase, the mark of a division, or plain words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from unicodedata import is_normalized

from kb.grammar import Formula, Grammar, Mark, doubling
from kb.ids import BELOW_ARTICLE
from kb.outline import matching
from kb.outline.lines import Line, joined
from kb.outline.views import View

FURNITURE, FORMULA, HEAD, PARAGRAPH, SERIES, WORDS = "furniture", "formula", "head", "paragraph", "series", "words"
BANNER, CLOSING, TITLE, CANDIDATE = "banner", "closing", "title", "candidate"
# What the frame of a table is drawn with.
_FRAME = "|"


@dataclass(frozen=True, slots=True)
class Marked:
    """A line and its role; `mark` for heads, paragraphs and members of series, `formula` for a framing phrase.

    A `head` begins a container or an article; a series mark is only a candidate until its sequence is seen. A `banner`
    heads a compiler's box, a `closing` says how long a wording held (`held`: since, until). `quoted`: it is in quotes.
    A `title` is a heading without a number. A `candidate` is a mark that counts only in its sequence, `hung` where the
    line before it leads on to it.
    """

    line: Line
    role: str
    mark: Mark | None = None
    formula: Formula | None = None
    opens: str = ""
    held: tuple[str | None, str | None] = (None, None)
    quoted: bool = False
    hung: bool = False

    @property
    def rest(self) -> int:
        """Where the words after the mark begin."""
        return self.mark.rest if self.mark else 0


def mark_lines(lines: Sequence[Line], grammar: Grammar, text: str) -> Iterator[Marked]:
    """Each line with its role; a mark is not taken where the line before it plainly goes on.

    A mark that is printed over two lines ("CAPITULO" / "III") makes one line of them.
    """
    before: Marked | None = None
    normal = is_normalized("NFC", text)
    for line in _mended(lines, grammar, text):
        goes_on = _goes_on(before, line, grammar)
        form = _form(line.text, grammar, normal=normal)
        before = _marked(line, grammar, goes_on=goes_on) if form is None else _formed(line, form, grammar, goes_on)
        yield before


def _form(text: str, grammar: Grammar, *, normal: bool) -> matching.Form | None:
    """What the rules are to see of a line, where that is not its very words."""
    if text[1:2] == " " and (form := matching.drawn_together(text, grammar)):
        return form
    if "Ã" in text or "Â" in text:
        return doubling.composed_again(text)
    return None if normal or is_normalized("NFC", text) else matching.composed(text)


def _formed(line: Line, form: matching.Form, grammar: Grammar, goes_on: bool) -> Marked:
    """The line with the role of its form."""
    marked = _marked(line._replace(view=View(form[0], ((0, 0),))), grammar, goes_on=goes_on)
    mark = marked.mark and matching.printed(marked.mark, form, line.text)
    return replace(marked, line=line, mark=mark)


def _mended(lines: Sequence[Line], grammar: Grammar, text: str) -> Iterator[Line]:
    at = 0
    while at < len(lines):
        bare = at + 1 < len(lines) and grammar.is_bare(lines[at].text)
        both = joined(lines[at], lines[at + 1], text) if bare else None
        whole = both is not None and grammar.division(both.text) is not None
        yield both if both is not None and whole else lines[at]
        at += 2 if whole else 1


def _marked(line: Line, grammar: Grammar, *, goes_on: bool) -> Marked:
    text = line.text
    if line.stressed and text.startswith(_FRAME):
        return _in_table(line, grammar)
    if line.row or (not line.level and grammar.is_words(text)):
        return Marked(line, WORDS)
    if grammar.is_aside(text):
        return _aside(line, grammar)
    if goes_on:
        hung = grammar.division(text)
        article = hung is not None and hung.kind == "article"
        return Marked(line, CANDIDATE, hung, hung=True) if article else Marked(line, WORDS)
    marked = _begun(line, grammar)
    if marked is not None:
        return marked
    return Marked(line, TITLE if line.level and not grammar.is_note(text) else WORDS)


def _begun(line: Line, grammar: Grammar) -> Marked | None:
    """The line with the role of what it begins with, from the surest to the least: a mark, a phrase, a candidate."""
    text = line.text
    if mark := grammar.division(text):
        return Marked(line, PARAGRAPH if mark.kind in BELOW_ARTICLE else HEAD, mark)
    if mark := _in_quotes(text, grammar):
        return Marked(line, HEAD, mark, quoted=True)
    if formula := grammar.formula(text):
        return Marked(line, FORMULA, formula=formula[0])
    if mark := grammar.division(text, unsure=True):
        return Marked(line, CANDIDATE, mark)
    if mark := grammar.division(text, series=True):
        return Marked(line, SERIES, mark)
    return None


def _aside(line: Line, grammar: Grammar) -> Marked:
    """A line of the sheet's or of a compiler's."""
    if grammar.is_furniture(line.text):
        return Marked(line, FURNITURE)
    if banner := grammar.banner(line.text):
        return Marked(line, BANNER, opens=banner.opens)
    held = grammar.closing(line.text)
    return Marked(line, CLOSING, held=held) if held else Marked(line, WORDS)


def _in_table(line: Line, grammar: Grammar) -> Marked:
    """A row of a table; one that begins with an emphasised mark may be an article that the table swallowed."""
    words = line.text.lstrip(f"{_FRAME} ")
    mark = grammar.division(words) or grammar.division(words, unsure=True)
    if mark is None or mark.kind != "article":
        return Marked(line, WORDS)
    return Marked(line, CANDIDATE, mark.moved(len(line.text) - len(words)))


def _in_quotes(text: str, grammar: Grammar) -> Mark | None:
    """The mark of a head that opens with a quotation mark (`"Artículo 23. …`)."""
    opening = next((q for q in grammar.layers.quotes if text.startswith(q)), None)
    if opening is None:
        return None
    inner = text[len(opening) :]
    shift = len(text) - len(inner.lstrip())
    mark = grammar.division(inner.lstrip())
    return mark.moved(shift) if mark and mark.kind not in BELOW_ARTICLE else None


def _goes_on(before: Marked | None, line: Line, grammar: Grammar) -> bool:
    """Whether the line before ends in a word that leads on ("… de acuerdo con el / Artículo 24. …").

    A mark by itself leads nowhere, nor does one capital ("Serie A").
    """
    if before is None or line.apart or (before.mark and not before.line.text[before.rest :].strip()):
        return False
    last = before.line.text.rsplit(None, 1)[-1]
    return last.lower() in grammar.leads_on and not (len(last) == 1 and last.isupper())
