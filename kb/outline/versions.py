"""Older wordings of an article, printed under the one that holds, folded into it.

A compiler prints today's words, then a banner ("LEGISLACIÓN ANTERIOR"), then the earlier wordings under the same
number, each closed by how long it held ("Vigente desde: … y hasta el: …"), or headed by it where its box begins with
that. They are versions of that article: never articles of their own, never in the way of the numbering. Which wording
holds is what the source says: one that says until when it held does not, wherever it stands.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from kb.grammar import Grammar
from kb.outline.boxes import OlderBox, as_notes, read_box, says
from kb.outline.marks import BANNER, CLOSING, WORDS, Marked
from kb.outline.units import ASIDE, OlderWording, Unit

# An older wording begins at most as many units after its banner, its article as many before.
_NEAR = 3
_FAR = 400
# An article says in as many lines that it approves what follows.
_OPENING = 2


@dataclass(slots=True)
class _Folding:
    """The units so far; whether the article `home`, one of them, has begun to print its older wordings.

    `ahead`: whether the days stand before the words in its box, None until one is seen. `days`: those of the wording to
    come, which are the last of the unit's lines until it comes. `spent`: days below a heading further on that are those
    of the wording above it. `latest` is the last place of each article's number.
    """

    found: Sequence[Unit]
    grammar: Grammar
    stops: _Stops
    units: list[Unit] = field(default_factory=list)
    latest: dict[str, int] = field(default_factory=dict)
    open: bool = False
    home: int = -1
    ahead: bool | None = None
    days: Marked | None = None
    spent: Marked | None = None


@dataclass(frozen=True, slots=True)
class _Stops:
    """Where units say how long a wording held; where heads stand that end one; where each number heads an article."""

    closings: Sequence[int]
    heads: Sequence[int]
    numbers: Mapping[int, Sequence[int]]


def fold(found: Sequence[Unit], grammar: Grammar) -> list[Unit]:
    """The units with every older wording inside the unit of its article."""
    state = _Folding(found, grammar, _stops(found))
    for at, unit in enumerate(found):
        _fold(at, _without(unit, state.spent), state)
    return state.units


def _without(unit: Unit, days: Marked | None) -> Unit:
    """The unit without the days that an older wording above it has got."""
    if days is None or days not in unit.lines:
        return unit
    return replace(unit, lines=tuple(m for m in unit.lines if m is not days))


def _stops(found: Sequence[Unit]) -> _Stops:
    closings: list[int] = []
    numbers: dict[int, list[int]] = defaultdict(list)
    for at, unit in enumerate(found):
        if unit.figure is not None:
            numbers[unit.figure].append(at)
        if any(m.role == CLOSING for m in unit.lines):
            closings.append(at)
    return _Stops(closings, [at for at, unit in enumerate(found) if _stands_above(unit)], numbers)


def _stands_above(unit: Unit) -> bool:
    """Whether the unit is a chapter or a phrase that closes the law, which no older wording holds."""
    formula = unit.head.formula if unit.head else None
    return unit.kind not in ("", "article", "division") or (formula is not None and formula.closes)


def _fold(at: int, unit: Unit, state: _Folding) -> None:
    home = state.units[state.home] if state.open else None
    days = _days_below(at, home, state) if home is not None else None
    if home is not None and days is not None:
        _close(home, days, state)
        unit, home = _without(unit, days), None
        if _stands_in_box(at, unit, state):
            _hold(unit, state)
            return
    if home is not None and _takes(home, at, unit, state):
        return
    earlier = _earlier(unit, state)
    if earlier is None:
        _add(at, unit, state)
    else:
        box = read_box(OlderWording(unit.head, ()), unit.lines, None)
        state.open, state.home = True, earlier
        state.units[earlier] = _with(state.units[earlier], box, state)


def _stands_in_box(at: int, unit: Unit, state: _Folding) -> bool:
    """Whether a heading stands with the wordings in a box: another of the article follows, or it comes again today."""
    following = _following(at, state)
    state.open = following is not None and following.number == state.units[state.home].number
    return state.open or _is_heading_again(at, unit, state)


def _takes(home: Unit, at: int, unit: Unit, state: _Folding) -> bool:
    """Fold a unit into the article `home` whose older wordings are being read, if it is one of them or goes on there.

    ARTÍCULO 5. Los bancos …
    LEGISLACIÓN ANTERIOR
    ARTÍCULO 5. Las cajas …       the same number: another wording
    PARÁGRAFO. …                  goes on: the days of that wording are still to come
    Vigente hasta el: …
    """
    if _is_approved(at, home, state):
        _extend(unit, home, state)
        return True
    again = unit.kind == "article" and unit.number == home.number
    if not again and _goes_on(at, unit, state):
        _extend(unit, home, state)
        return True
    misnumbered = not again and _misnumbered(at, unit, state)
    # One box may hold several articles, and print its days once.
    if misnumbered and _is_unclosed(home):
        _extend(unit, home, state)
    elif again or misnumbered:
        own = home.lines[:-1] if state.days else home.lines
        box = read_box(OlderWording(unit.head, (), closing=state.days), unit.lines, state.ahead)
        state.units[state.home] = _with(replace(home, lines=own), box, state)
    return again or misnumbered


def _days_below(at: int, home: Unit, state: _Folding) -> Marked | None:
    """The days of the older wording being read, which stand below the headings of the next part that follow it."""
    if state.ahead or not _is_unclosed(home):
        return None
    for unit in state.found[at : at + _NEAR]:
        if not _is_heading(unit):
            return None
        days = next((m for m in unit.lines if m.role == CLOSING), None)
        if days is not None:
            return days if days.held[1] is not None and _ended(unit) else None
    return None


def _is_heading(unit: Unit) -> bool:
    """Whether the unit is a heading with no more below it than its name."""
    if unit.head is None or unit.kind in ("", "article"):
        return False
    named = unit.kind == "division" or bool(unit.rest.words.strip())
    return sum(m.role not in ASIDE for m in unit.lines) <= (0 if named else 1)


def _close(home: Unit, days: Marked, state: _Folding) -> None:
    """Give the days to the last older wording of the article `home`, which ends with them."""
    state.units[state.home] = _with_last(home, replace(home.older[-1], closing=days))
    state.spent = days


def _with_last(unit: Unit, last: OlderWording) -> Unit:
    """The unit with another last wording."""
    return replace(unit, older=(*unit.older[:-1], last))


def _is_heading_again(at: int, unit: Unit, state: _Folding) -> bool:
    """Whether a heading is printed with an older wording and again where it stands today."""
    others = list(state.found[at + 1 : at + 2])
    before = next((one for one in reversed(state.units) if _stands_above(one)), None)
    if before is not None:
        others.append(before)
    return any(one.kind == unit.kind and one.number == unit.number and _is_heading(one) for one in others)


def _hold(unit: Unit, state: _Folding) -> None:
    """Make a heading the last words of the wording that was closed last."""
    home = state.units[state.home]
    assert unit.head is not None
    last = home.older[-1]
    words = [replace(m, role=WORDS, mark=None) for m in (unit.head, *unit.lines) if m.role not in ASIDE]
    notes = [m for m in unit.lines if m.role in ASIDE]
    state.units[state.home] = _with_last(home, replace(last, lines=(*last.lines, *words, *notes)))


def _misnumbered(at: int, unit: Unit, state: _Folding) -> bool:
    """Whether an article that held until a day is another wording of the one whose wordings stand on both its sides."""
    if unit.kind != "article" or not _ended(unit):
        return False
    following = _following(at, state)
    return following is not None and following.number == state.units[state.home].number


def _is_approved(at: int, home: Unit, state: _Folding) -> bool:
    """Whether a unit is of a document that the older wording approved, whose days are printed below all of it."""
    if not _is_unclosed(home) or _first_from(at, state.stops.closings) is None:
        return False
    return any(state.grammar.approves(piece.words) for piece in home.older[-1].words[:_OPENING])


def _first_from(at: int, places: Sequence[int]) -> int | None:
    """The first of some places in order that is not before `at`."""
    return next(iter(places[bisect_left(places, at) :]), None)


def _is_unclosed(home: Unit) -> bool:
    """Whether the last older wording of an article has words, and its days are still to come."""
    older = home.older[-1] if home.older else None
    return older is not None and older.closing is None and says(older)


def _following(at: int, state: _Folding) -> Unit | None:
    """The next article close after the unit number `at`."""
    return next((unit for unit in state.found[at + 1 : at + 1 + _NEAR] if unit.kind == "article"), None)


def _goes_on(at: int, unit: Unit, state: _Folding) -> bool:
    """Whether a unit under another head belongs to the older wording that is being read: its days are still to come."""
    home = state.units[state.home]
    closing = _first_from(at, state.stops.closings)
    if not _is_unclosed(home) or closing is None:
        return False
    head = _first_from(at, state.stops.heads)
    if (len(state.found) if head is None else head) <= closing:
        return False
    announced = unit.quotes or state.grammar.amends(home.older[-1].words[-1].words)
    again = _first_from(at, state.stops.numbers.get(home.figure or 0, ()))
    if again is not None and again <= closing and not announced:
        return False
    following = _first_from(at, state.stops.numbers.get((home.figure or 0) + 1, ()))
    return following is None or following > closing or (following == at and announced)


def _extend(unit: Unit, home: Unit, state: _Folding) -> None:
    """Give a unit to the last older wording of the article `home`: its head is words there."""
    head = [replace(unit.head, role=WORDS, mark=None, formula=None)] if unit.head else []
    box = read_box(home.older[-1], [*head, *unit.lines], state.ahead)
    state.units[state.home] = _with(replace(home, older=home.older[:-1]), box, state)


def _earlier(unit: Unit, state: _Folding) -> int | None:
    """The article before whose older wording the unit is: it says until when it held, and the number is there."""
    last = state.units[-1] if state.units else None
    if unit.kind != "article" or unit.number is None or not _ended(unit) or last is None:
        return None
    earlier = state.latest.get(unit.number)
    return None if earlier is None or last.number == unit.number else earlier


def _add(at: int, unit: Unit, state: _Folding) -> None:
    """Add a unit; of two articles in a row with one number the first may be an older wording of the second, or a note.

    ARTÍCULO 5. Las cajas … Vigente hasta el: …     held until a day: an older wording of the second
    ARTÍCULO 5. Los bancos …

    ARTÍCULO 5. Los bancos …
    ARTÍCULO 5. Las cajas … (reworded)              the first holds

    ARTÍCULO 5.                                     says nothing: the mark printed twice
    ARTÍCULO 5. Los bancos …
    """
    _give_back(state)
    before = state.units[-1] if state.units else None
    if before is None or not (unit.kind == before.kind == "article" and unit.number == before.number):
        state.units.append(unit)
        _open(at, state)
    elif _ended(before) or (_is_reworded(unit, state) and not _is_reworded(before, state)):
        _put_above(before, at, unit, state)
    elif _is_reworded(before, state) and not _is_reworded(unit, state) and not before.older:
        state.units[-1] = replace(before, older=(OlderWording(unit.head, unit.lines),))
    elif not before.says:
        told = [before.echo, *(m for m in before.lines if m.role == CLOSING)]
        notes = list(chain.from_iterable(map(as_notes, told)))
        fresh = _put_in_place(at, unit, state)
        fresh = replace(fresh, echo=before.head, older=(*before.older, *fresh.older))
        state.units[-1] = _added(fresh, notes, state)
    else:
        state.units.append(unit)
        _open(at, state)


def _put_above(before: Unit, at: int, unit: Unit, state: _Folding) -> None:
    """Put the unit in the place of the one before, which is an older wording of it."""
    box = read_box(OlderWording(before.head, ()), before.lines, None)
    fresh = _put_in_place(at, unit, state)
    if says(box.open) and not box.found:
        older, notes = (*before.older, box.open), box.loose
    else:
        older, notes = (*before.older, *box.found), [*as_notes(before.echo), *box.loose, *_rest(box.open)]
    state.units[-1] = replace(_added(fresh, notes, state), older=(*older, *fresh.older))


def _give_back(state: _Folding) -> None:
    """Days that no words follow are those of the wording before them, where it has none."""
    home = state.units[state.home] if state.open and state.days else None
    if home is not None and _is_unclosed(home):
        last = replace(home.older[-1], closing=state.days)
        state.units[state.home] = _with_last(replace(home, lines=home.lines[:-1]), last)


def _put_in_place(at: int, unit: Unit, state: _Folding) -> Unit:
    """Put the unit in the place of the one before; returns it with what stands in its box."""
    state.units[-1] = unit
    _open(at, state)
    return state.units[-1]


def _is_reworded(unit: Unit, state: _Folding) -> bool:
    said = [unit.rest.words, *(m.line.text for m in unit.lines if m.role not in ASIDE)]
    return state.grammar.rewords(said[-1])


def _open(at: int, state: _Folding) -> None:
    """Fold what stands after the banner of the last unit; the state says whether it has such a banner."""
    unit, own = state.units[-1], len(state.units) - 1
    state.open, state.ahead, state.days, state.home = False, None, None, -1
    if unit.kind == "article" and unit.number is not None:
        state.latest[unit.number] = own
    banner = next((n for n, m in enumerate(unit.lines) if m.role == BANNER and m.opens == "older"), None)
    home = _home(at, state) if banner is not None else None
    if home is None:
        return
    state.open, state.home = True, home
    state.units[own] = replace(unit, lines=unit.lines[:banner])
    box = read_box(OlderWording(None, ()), unit.lines[banner:], None)
    state.units[home] = _with(state.units[home], box, state)


def _home(at: int, state: _Folding) -> int | None:
    """The article whose older wordings the banner of the last unit heads: the one whose number comes again next."""
    own, last = state.units[-1], len(state.units) - 1
    following = _following(at, state)
    again = state.latest.get(following.number or "") if following else None
    if own.kind == "article" and (following is None or again is None or following.number == own.number):
        return last
    after = _following(at + 1, state)
    # A wording of another number between two of its own.
    between = following is not None and _ended(following) and after is not None and after.number == own.number
    if own.kind == "article" and between:
        return last
    if again is not None and last - again < _FAR:
        return again
    return last if own.kind == "article" else None


def _with(unit: Unit, box: OlderBox, state: _Folding) -> Unit:
    """The unit with the wordings of a box, and with the lines after the last of them that belong to none."""
    last, found = box.open, box.found
    state.ahead, state.days = box.ahead, None
    if not says(last):
        state.days = last.closing
        after: Sequence[Marked] = _rest(last)
    elif not box.ahead and last.banner is None and any(older.closing for older in found):
        after = last.lines
    else:
        found, after = [*found, last], ()
    return replace(unit, lines=(*unit.lines, *box.loose, *after), older=(*unit.older, *found))


def _rest(older: OlderWording) -> list[Marked]:
    """The lines of a wording without words, the one that says when it held as the last."""
    return [*as_notes(older.head), *older.lines, *([older.closing] if older.closing else [])]


def _added(unit: Unit, notes: Sequence[Marked], state: _Folding) -> Unit:
    """The unit with notes below its lines, before the days that wait for their wording."""
    at = len(unit.lines) - bool(state.days)
    return replace(unit, lines=(*unit.lines[:at], *notes, *unit.lines[at:]))


def _ended(unit: Unit) -> bool:
    """Whether the unit's own words are closed by a day until which they held."""
    closing = next((m for m in reversed(unit.lines) if m.role == CLOSING), None)
    if closing is None or closing.held[1] is None:
        return False
    return not any(m.role not in ASIDE and m.line.number > closing.line.number for m in unit.lines)
