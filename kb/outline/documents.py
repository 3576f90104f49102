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
    if not starts:
        return list(found)
    articles = [at for at, unit in enumerate(found) if unit.kind == "article"]
    enacting = [at for at, unit in enumerate(found) if articles[0] < at and _enacts(unit)]
    parts = sum(unit.kind in _OWN_PARTS for unit in found[: articles[0]])
    again = sum(found[at].figure == 2 for at in articles) > 1
    if len(starts) + len(enacting) + parts + again < 2:
        return list(found)
    openings = sorted([*starts, *enacting])
    text = _Text(found, grammar, articles, starts, openings, _places(found, articles))
    own = _own_start(text)
    documents = [*_before(text, own), *_inside_and_after(text, own)]
    return _parted(found, documents) if documents else list(found)


def _places(found: Sequence[Unit], articles: Sequence[int]) -> dict[int, list[int]]:
    """Where each number heads an article that may be the law's."""
    # Where each line of what is approved opens with a mark of quotation, none of its articles is the law's.
    quoted = found[articles[0]].quotes
    places: dict[int, list[int]] = defaultdict(list)
    for at in articles:
        number = found[at].figure
        if number is not None and (quoted or not found[at].quotes):
            places[number].append(at)
    return places


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
    begin: Place = (first, 0)
    if recited is not None:
        begin = (recited[0], recited[1] + 1)
    named = _named(text, begin if recited else (0, 1), first)
    yield from _split(text, named or begin, (_enacting(text, own), 0), held=False)


def _enacting(text: _Text, own: int) -> int:
    """The phrases above the law's first own article that say who enacts it; without them that article."""
    end = own
    while end > text.article_before(own) + 1 and not _enacts(text.units[end]):
        end -= 1
    while (phrase := text.units[end - 1].formula) is not None and phrase.authority:
        end -= 1
    return end


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
        number = _next_own(text, chain, number)
    return chain


def _next_own(text: _Text, chain: list[int], number: int) -> int | None:
    """The next number of the law's own that goes on with the chain, which grows by its article."""
    for following in range(number + 1, number + 1 + _LOST):
        at = _resumption(text, chain[-1], following)
        if at is not None:
            chain.append(at)
            return following
    return None


def _resumption(text: _Text, at: int, number: int) -> int | None:
    """The article with this number that goes on with the law's own after the unit number `at`.

    Artículo 1. Apruébase …     the law: unit number `at`
    Artículo 1. Artículo 2.     of the document: goes on with its own 1
    Publíquese.
    Artículo 2. Esta ley …      the law: stands behind a closing phrase, or goes on with no 1
    """
    places = text.places.get(number, ())
    later = places[bisect_right(places, at) :]
    if not later:
        return None
    start = text.opening_after(at)
    if number == 2 and len(later) > 1 and _begins_later(text, at, later):
        return later[-1]
    if later[0] < start or later == [text.article_after(at)]:
        return later[0]
    if any(map(_closes, text.units[at:start])):
        return None
    return _behind_documents(text, later, number)


def _behind_documents(text: _Text, later: Sequence[int], number: int) -> int | None:
    """Which of the articles with a number is the law's, behind documents that have such articles too."""
    for place, again in zip_longest(later, later[1:]):
        if again is None or text.opening_after(place) < again:
            natural = text.units[text.article_before(place)].figure == number - 1
            over = _is_signed(text, place) and text.article_after(place) in (None, *text.starts)
            if over or not natural:
                return place
    signed = next((place for place in later if _is_signed(text, place)), None)
    if signed is not None or number != 2:
        return signed
    after = text.article_after(later[-1])
    return later[-1] if after is None or text.units[after].figure != number + 1 else None


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
    if start > end:
        seconds = [at for at in text.places.get(2, ()) if own < at]
        later = len(seconds) > 1 and seconds[-1] == end and _begins_later(text, own, seconds)
        return _announced(text, own) if later else None
    first = text.article_after(own)
    if start == end or first is None or first >= end:
        return None
    over = next((at for at in range(start - 1, own, -1) if _closes(text.units[at])), own)
    named = _named(text, (over, 1), start)
    if named is not None:
        return named
    if over == own:
        announced = _announced(text, own)
        if announced is not None or not _is_enacted(text, own, start):
            return announced
    return _first_head(text, (over, len(text.units[over].lines) + 1), start)


def _is_enacted(text: _Text, own: int, start: int) -> bool:
    """Whether an article approves something, or a phrase between it and the next series enacts one."""
    return any(map(_enacts, text.units[own : start + 1])) or _approves(text, own)


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
        if not first < again < end[0]:
            continue
        before = text.article_before(again)
        name = _named(text, (before, 1), again)
        enacting = next((at for at in range(before + 1, again) if _enacts(text.units[at])), None)
        edge = name if name is not None or enacting is None else (enacting, 0)
        if edge is not None:
            yield _Document(begin, edge, named, held)
            begin, named = edge, name is not None
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
    edges = {document.start for document in documents} | {document.end for document in documents}
    cuts: dict[int, list[int]] = defaultdict(list)
    for at, line in sorted(edges):
        if line > 0:
            cuts[at].append(line)
    done: list[Unit] = []
    for at, unit in enumerate(found):
        for start, end in pairwise([0, *cuts[at], len(unit.lines) + 1]):
            done.append(_piece(unit, at, start, end, documents))
    return done


def _piece(unit: Unit, at: int, start: int, end: int, documents: Sequence[_Document]) -> Unit:
    """The lines [start, end) of the unit number `at`, the head being line 0, in the document that holds them."""
    lines = unit.lines[max(start - 1, 0) : end - 1]
    whole = replace(unit, lines=lines) if start == 0 else Unit(None, lines)
    for number, document in enumerate(documents, 1):
        if document.start == (at, start) and document.named and document.start < document.end:
            name = dict(_lines(unit))[start]
            below = lines if start == 0 else lines[1:]
            return replace(whole, head=None, lines=below, document=Enclosed(number, name, document.held))
        if document.start <= (at, start) < document.end:
            return replace(whole, document=Enclosed(number, None, document.held))
    return whole


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
    return unit.formula is not None and not (unit.formula.closes or unit.formula.authority or unit.formula.event)


def _closes(unit: Unit) -> bool:
    return unit.formula is not None and unit.formula.closes


def _is_dated(unit: Unit) -> bool:
    return unit.formula is not None and bool(unit.formula.event)
