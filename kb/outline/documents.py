"""Whole documents printed inside a law: a treaty, statutes or a resolution that it approves, wherever they stand.

    Visto el texto del Convenio …        the law
    CONVENIO SOBRE MOLINOS               a document, before the law's own articles
    Artículo 1. Artículo 2.
    DECRETA:                             the law
    Artículo 1. Apruébase el Acuerdo …
    ACUERDO NÚMERO 7. ACUERDA:           a document, between the law's own articles
    Artículo 1. Artículo 2.
    Artículo 2. Esta ley rige.           the law
    Publíquese.
    PROTOCOLO. Artículo 1.               a document, after the end of the law

A document begins where the numbers begin again at 1 after words that approve one, after a line that names one, after
an enacting phrase, or after the end of the law. The next number of the law's own series ends it, unless that number
only goes on with the document's.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest

from kb.grammar import Grammar
from kb.outline.marks import TITLE, WORDS, Marked
from kb.outline.units import ASIDE, Enclosed, Unit

# Two copies of one law begin with the same words, at least as many letters.
_COPY = 60
# A law may have lost as many numbers in a row.
_LOST = 5

# What stands above an article and is no chapter of its law's.
_OWN_PARTS = frozenset({"annex", "transitional"})
_NO_CHAPTER = frozenset({"", "article", "division"}) | _OWN_PARTS

# A line of a unit: the number of the unit, and 0 for its head or the number of the line below it, from 1.
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Document:
    """A document from one place up to another; `named`: it begins with the line that names it."""

    start: Place
    end: Place
    named: bool
    held: bool


@dataclass(frozen=True, slots=True)
class _Text:
    """The units of a text: which head articles, which of those begin a series, where each number stands.

    `openings` are those that begin a series, and the enacting phrases after the first article.
    """

    units: Sequence[Unit]
    grammar: Grammar
    articles: Sequence[int]
    starts: Sequence[int]
    openings: Sequence[int]
    places: Mapping[int, Sequence[int]]

    def opening_after(self, at: int) -> int:
        """The first unit after the number `at` that may open a document, or the number of units."""
        later = bisect_right(self.openings, at)
        return self.openings[later] if later < len(self.openings) else len(self.units)

    def article_before(self, at: int) -> int:
        """The last article before the unit number `at`, or -1."""
        earlier = bisect_left(self.articles, at)
        return self.articles[earlier - 1] if earlier else -1

    def article_after(self, at: int) -> int | None:
        """The first article after the unit number `at`."""
        later = bisect_right(self.articles, at)
        return self.articles[later] if later < len(self.articles) else None


def enclosed(found: Sequence[Unit], grammar: Grammar) -> list[Unit]:
    """The units, each with the document that it belongs to; one in which a document begins or ends is parted there."""
    starts = [at for at, unit in enumerate(found) if _begins(unit, grammar)]
    articles = [at for at, unit in enumerate(found) if unit.kind == "article"]
    enacting = [at for at, unit in enumerate(found) if _enacts(unit) and articles[0] < at] if articles else []
    parts = [at for at, unit in enumerate(found[: articles[0]]) if unit.kind in _OWN_PARTS] if articles else []
    again = sum(found[at].figure == 2 for at in articles) > 1
    if not starts or len(starts) + len(enacting) + len(parts) + again < 2:
        return list(found)
    places: dict[int, list[int]] = defaultdict(list)
    # Where each line of what is approved opens with a mark of quotation, none of its articles is the law's.
    quoted = found[articles[0]].quotes
    for at in articles:
        if (number := found[at].figure) is not None and (quoted or not found[at].quotes):
            places[number].append(at)
    text = _Text(found, grammar, articles, starts, sorted([*starts, *enacting]), places)
    own = _own_start(text)
    documents = [*_before(text, own), *_inside_and_after(text, own)]
    return _parted(found, documents) if documents else list(found)


def _begins(unit: Unit, grammar: Grammar) -> bool:
    """Whether the unit is the first article of a series."""
    return unit.kind == "article" and (unit.figure == 1 or unit.number in grammar.numbers.sole)


def _own_start(text: _Text) -> int:
    """The first of the law's own articles: the one that approves, where the text begins with what it approves.

    Where it is printed twice, as the bill and as the law, the last is the law.
    """
    first = text.starts[0]
    enacting = [at for at in range(text.articles[0]) if _enacts(text.units[at])]
    if enacting and _recital(text, enacting[-1], text.articles[0]) is None:
        return first
    enacted = [at for at in text.starts if any(map(_enacts, text.units[text.article_before(at) + 1 : at]))]
    approving = [at for at in enacted if _approves(text, at)]
    if not approving:
        return first
    letters = {at: "".join(filter(str.isalpha, _said(text.units[at])))[:_COPY] for at in approving}
    return next(at for at in reversed(approving) if letters[at] == letters[approving[0]])


def _before(text: _Text, own: int) -> Iterator[_Document]:
    """The documents before the law's own articles, up to the phrase that enacts those."""
    first = next(at for at in range(own + 1) if text.units[at].kind not in ("", "division"))
    recited = _recital(text, 0, first)
    if first == own or (text.articles[0] >= own and recited is None):
        return
    end = own
    while end > text.article_before(own) + 1 and not _enacts(text.units[end]):
        end -= 1
    while text.units[end - 1].head is not None and _speaks(text.units[end - 1]):
        end -= 1
    at, line = recited or (0, 0)
    begin = _named(text, (at, line + 1), first)
    yield from _split(text, begin or ((at, line + 1) if recited else (first, 0)), (end, 0), held=False)


def _recital(text: _Text, start: int, end: int) -> Place | None:
    """The line in the units from `start` up to `end` that says that a document was seen."""
    for at in range(start, end):
        for n, marked in _lines(text.units[at]):
            if text.grammar.recites(marked.line.text):
                return at, n
    return None


def _inside_and_after(text: _Text, own: int) -> Iterator[_Document]:
    """The documents between the law's own articles, and those after them."""
    chain = _chain(text, own)
    for one, other in pairwise(chain):
        if (begin := _beginning(text, one, other)) is not None:
            yield from _split(text, begin, (_end(text, other), 0), held=True)
    last = chain[-1]
    following = text.units[last + 1 : text.opening_after(last)]
    if any(unit.kind in _OWN_PARTS for unit in following):
        return
    begin = _beginning(text, last, len(text.units))
    if begin is not None:
        yield from _split(text, begin, (_law_again(text, last), 0), held=False)


def _chain(text: _Text, own: int) -> list[int]:
    """The law's own articles, as far as their numbers go on one by one."""
    chain = [own]
    number = text.units[own].figure
    while number is not None:
        steps = (
            (number + lost, at)
            for lost in range(1, _LOST + 1)
            if (at := _resumption(text, chain[-1], number + lost)) is not None
        )
        number, at = next(steps, (None, own))
        if number is not None:
            chain.append(at)
    return chain


def _resumption(text: _Text, at: int, number: int) -> int | None:
    """The article with this number that goes on with the law's own after the unit number `at`."""
    places = text.places.get(number, ())
    later = places[bisect_right(places, at) :]
    start = text.opening_after(at)
    if number == 2 and len(later) > 1 and _begins_later(text, at, later):
        return later[-1]
    if not later or later[0] < start or later == [text.article_after(at)]:
        return later[0] if later else None
    if any(map(_closes, text.units[at:start])):
        return None
    natural = {place for place in later if text.units[text.article_before(place)].figure == number - 1}
    for place, again in zip_longest(later, later[1:]):
        last = again is None or text.opening_after(place) < again
        over = _is_signed(text, place) and text.article_after(place) in (None, *text.starts)
        if last and (place not in natural or over):
            return place
    signed = [place for place in later if _is_signed(text, place)]
    if signed:
        return signed[0]
    after = text.article_after(later[-1])
    alone = after is None or text.units[after].figure != number + 1
    return later[-1] if number == 2 and alone else None


def _begins_later(text: _Text, own: int, seconds: Sequence[int]) -> bool:
    """Whether an article announces a document of which the first article is not printed.

    Its second is printed at once, and after the end of the document the law's own second.
    """
    alone = text.article_after(own) == seconds[0] and seconds[-1] < text.opening_after(own)
    return alone and _is_signed(text, seconds[-1]) and _announced(text, own) is not None


def _is_signed(text: _Text, at: int) -> bool:
    """Whether what stands before the article number `at` is over: closed by a phrase, or by a quotation mark."""
    marks = tuple(text.grammar.layers.quotes.values())
    units = text.units[text.article_before(at) : at]
    return any(map(_closes, units)) or units[-1].last_words.rstrip(" .,;").endswith(marks)


def _beginning(text: _Text, own: int, end: int) -> Place | None:
    """Where a document begins between the law's article `own` and the unit number `end`, if one does."""
    start = text.opening_after(own)
    first = text.article_after(own)
    seconds = [at for at in text.places.get(2, ()) if own < at]
    if start > end and len(seconds) > 1 and seconds[-1] == end and _begins_later(text, own, seconds):
        return _announced(text, own)
    if start >= end or first is None or first >= end:
        return None
    units = text.units[own : start + 1]
    over = next((at for at in range(start - 1, own, -1) if _closes(text.units[at])), own)
    if (named := _named(text, (over, 1), start)) is not None:
        return named
    if over == own and not any(map(_enacts, units)) and not _approves(text, own):
        return _announced(text, own)
    if (announced := _announced(text, own)) is not None and over == own:
        return announced
    return _first_head(text, (over, len(text.units[over].lines) + 1), start)


def _announced(text: _Text, own: int) -> Place | None:
    """Where the words of an article end by which it announces a document."""
    unit = text.units[own]
    said = unit.rest.words
    for n, marked in enumerate(unit.lines):
        if text.grammar.approves(said):
            return own, n + 1
        said += f" {marked.line.text}"
    return (own + 1, 0) if text.grammar.approves(said) else None


def _named(text: _Text, after: Place, before: int) -> Place | None:
    """The first line from the place `after` up to the unit number `before` that names a document."""
    for at in range(after[0], before):
        for n, marked in _lines(text.units[at]):
            if (at, n) >= after and marked.role in (WORDS, TITLE) and text.grammar.names_document(marked.line.text):
                return at, n
    return None


def _first_head(text: _Text, after: Place, before: int) -> Place:
    """The first head from the place `after` on, but the unit number `before` at the latest."""
    return next((at for at in range(after[0], before) if (at, 0) >= after and text.units[at].head), before), 0


def _split(text: _Text, start: Place, end: Place, *, held: bool) -> Iterator[_Document]:
    """The documents between two places: one more where the numbers begin again under a name or an enacting phrase."""
    begin, named = start, _is_named(text, start)
    first = next((at for at in text.starts if (at, 0) >= start), end[0])
    for again in text.starts:
        if first < again < end[0]:
            before = text.article_before(again)
            other = _named(text, (before, 1), again)
            enacting = next((at for at in range(before + 1, again) if _enacts(text.units[at])), None)
            if other is not None or enacting is not None:
                edge = other or (enacting or 0, 0)
                yield _Document(begin, edge, named, held)
                begin, named = edge, other is not None
    yield _Document(begin, end, named, held)


def _is_named(text: _Text, place: Place) -> bool:
    at, n = place
    lines = dict(_lines(text.units[at])) if at < len(text.units) else {}
    return n in lines and lines[n].role in (WORDS, TITLE) and text.grammar.names_document(lines[n].line.text)


def _end(text: _Text, own: int) -> int:
    """Where the law goes on, whose next article is the unit number `own`: at the heads just above it."""
    while text.units[own - 1].kind not in _NO_CHAPTER:
        own -= 1
    return own


def _law_again(text: _Text, last: int) -> int:
    """Where the law's own closing phrases follow a document that stands before them; else the end of the text."""
    count = len(text.units)
    start = text.opening_after(last)
    if any(map(_closes, text.units[last:start])):
        return count
    after = text.articles[-1] + 1
    dated = (at for at in range(after, count) if _closes(text.units[at]) and _is_dated(text.units[at]))
    return next(dated, count)


def _parted(found: Sequence[Unit], documents: Sequence[_Document]) -> list[Unit]:
    """The units, cut where documents begin and end."""
    edges = sorted({edge for document in documents for edge in (document.start, document.end)})
    done: list[Unit] = []
    for at, unit in enumerate(found):
        cuts = [n for place, n in edges if place == at and n > 0]
        for start, end in pairwise([0, *cuts, len(unit.lines) + 1]):
            done.append(_piece(unit, at, start, end, documents))
    return done


def _piece(unit: Unit, at: int, start: int, end: int, documents: Sequence[_Document]) -> Unit:
    """The lines [start, end) of the unit number `at`, the head being line 0, in the document that holds them."""
    holds = next(((n, d) for n, d in enumerate(documents, 1) if d.start <= (at, start) < d.end), None)
    lines = unit.lines[max(start - 1, 0) : end - 1]
    whole = replace(unit, lines=lines) if start == 0 else Unit(None, lines)
    if holds is None:
        return whole
    number, document = holds
    begins = document.start == (at, start) and document.named
    name = dict(_lines(unit))[start] if begins else None
    inside = replace(whole, document=Enclosed(number, name, document.held))
    if begins:
        return replace(inside, head=None, lines=lines if start == 0 else lines[1:])
    return inside


def _lines(unit: Unit) -> list[tuple[int, Marked]]:
    """The lines of a unit with their numbers, 0 for its head."""
    head = [(0, unit.head)] if unit.head else []
    return [*head, *((n, m) for n, m in enumerate(unit.lines, 1) if m.role not in ASIDE)]


def _said(unit: Unit) -> str:
    """The words of an article as far as they tell what it does."""
    words = [unit.rest.words, *(m.line.text for m in unit.lines[:1])]
    return " ".join(words).strip()


def _approves(text: _Text, at: int) -> bool:
    return text.grammar.begins_approving(_said(text.units[at]))


def _enacts(unit: Unit) -> bool:
    formula = unit.head.formula if unit.head else None
    return formula is not None and not (formula.closes or formula.authority or formula.event)


def _speaks(unit: Unit) -> bool:
    formula = unit.head.formula if unit.head else None
    return formula is not None and formula.authority


def _closes(unit: Unit) -> bool:
    formula = unit.head.formula if unit.head else None
    return formula is not None and formula.closes


def _is_dated(unit: Unit) -> bool:
    formula = unit.head.formula if unit.head else None
    return formula is not None and bool(formula.event)
