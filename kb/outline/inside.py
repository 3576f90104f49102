"""Heads that begin nothing of their own: headings inside an article, a transitory part in mid-law, budget lines.

What follows decides. A heading with words below it, after which the law's own numbers go on, stands inside the article
before it; a transitory part whose articles go on with the law's numbers is only a heading over them; an article that no
number of the law's leads to and that is printed otherwise than the law's own is a line of a budget.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from string import ascii_lowercase

from kb.grammar import Grammar
from kb.outline.marks import HEAD, TITLE, WORDS, Marked
from kb.outline.units import ASIDE, OlderWording, Unit

# As many articles show a habit of the print.
_FEWEST = 2
# Headings that may stand inside an article.
_INNER = frozenset({"division", "annex"})
# No law loses as many numbers at once.
_FAR = 100
# An office with its holder takes no longer line.
_LONGEST_SIGNATURE = 120
# What is no chapter or part of the law.
_NO_CONTAINER = frozenset({"", "article", "division"})


def with_own_headings(found: Sequence[Unit]) -> list[Unit]:
    """The units, a heading with words below it made words of the article in which it stands.

    An annex is one, with its own parts, where the law's own numbers go on below it.
    """
    done: list[Unit] = []
    at = 0
    annexed_parts = _annexed_parts(found)
    for inner, group in groupby(found, key=lambda unit: unit.kind in _INNER or id(unit) in annexed_parts):
        run = list(group)
        at += len(run)
        if inner and done and done[-1].kind == "article":
            inside = _how_many_inside(done[-1], run, found, at)
            if inside:
                done[-1] = replace(done[-1], lines=(*done[-1].lines, *_as_words(run[:inside])))
                del run[:inside]
        done.extend(run)
    return done


def _how_many_inside(article: Unit, run: Sequence[Unit], found: Sequence[Unit], at: int) -> int:
    """How many of the headings between an article and the unit number `at` stand inside that article."""
    if any(unit.kind == "annex" for unit in run):
        return len(run) if _goes_on(article, _below_chapters(found, at), again=False) else 0
    return _last_with_words(run) + 1 if _goes_on(article, found[at : at + 1], again=True) else 0


def _annexed_parts(found: Sequence[Unit]) -> set[int]:
    """The containers between an annex and the next article of kinds that stand nowhere above: parts of the annex."""
    parts: set[int] = set()
    above: set[str] = set()
    annexed = False
    for unit in found:
        if unit.kind in ("annex", "article"):
            annexed = unit.kind == "annex"
        elif unit.kind not in _NO_CONTAINER:
            annexed = annexed and unit.kind not in above
            if annexed:
                parts.add(id(unit))
            else:
                above.add(unit.kind)
    return parts


def _below_chapters(found: Sequence[Unit], at: int) -> Sequence[Unit]:
    """The unit from the place `at` on that is no chapter, part or title of the law's."""
    while at < len(found) and found[at].kind not in (*_NO_CONTAINER, *_INNER, "transitional"):
        at += 1
    return found[at : at + 1]


def _last_with_words(run: Sequence[Unit]) -> int:
    """The place of the last heading with words below it, -1 when none has any."""
    last = len(run) - 1
    while last >= 0 and all(m.role in ASIDE for m in run[last].lines):
        last -= 1
    return last


def _goes_on(article: Unit, following: Sequence[Unit], *, again: bool) -> bool:
    """Whether the next unit is an article with the next number or, with `again`, the same one (an older wording)."""
    if not following or following[0].kind != "article":
        return False
    number, later = article.last_number, following[0].number
    if number is None or later is None:
        return False
    if number.isdecimal() and later.isdecimal():
        step = int(later) - int(number)
        return step == 1 or (again and step == 0)
    return again and number == later


def _as_words(units: Sequence[Unit]) -> Iterator[Marked]:
    """The lines of units whose heads begin nothing."""
    for unit in units:
        if unit.head is not None:
            yield replace(unit.head, role=WORDS, mark=None)
        yield from unit.lines


def with_one_heading(found: Sequence[Unit], grammar: Grammar) -> list[Unit]:
    """The units, a repealed heading at once below the one in its place made an older wording of that.

    What follows stands under the heading that holds; one with the next number is another chapter.
    """
    done: list[Unit] = []
    for unit in found:
        before = done[-1] if done else None
        if before is not None and _is_heading_alone(before) and _is_earlier(unit, before, grammar):
            done[-1] = replace(before, older=(*before.older, OlderWording(unit.head, unit.lines)))
        else:
            done.append(unit)
    return done


def _is_heading_alone(unit: Unit) -> bool:
    return unit.kind not in _NO_CONTAINER and not unit.older and sum(m.role not in ASIDE for m in unit.lines) <= 1


def _is_earlier(unit: Unit, holding: Unit, grammar: Grammar) -> bool:
    """Whether a heading is the one in whose place another came, and says that it was repealed."""
    follows = grammar.numbers.follows(holding.number or "", unit.number or "")
    if unit.kind != holding.kind or follows:
        return False
    notes = (grammar.state(m.line.text) for m in unit.lines if m.role == WORDS and grammar.is_note(m.line.text))
    return any(note is not None and note.deed.kills for note in notes)


def with_running_numbers(found: Sequence[Unit]) -> list[Unit]:
    """The units, a transitory part whose articles go on with the law's numbers made a heading over them.

    Straight below a bare mark it is the name of that container.
    """
    done: list[Unit] = []
    for at, unit in enumerate(found):
        if unit.kind != "transitional" or unit.head is None or not _runs_through(found[at + 1 :]):
            done.append(unit)
            continue
        before = done[-1] if done else None
        bare = before is not None and before.head is not None and before.head.role == HEAD and not before.says
        if before is not None and bare and before.kind != "article":
            done[-1] = replace(before, lines=tuple(_as_words([unit])))
        else:
            done.append(replace(unit, head=replace(unit.head, role=TITLE)))
    return done


def _runs_through(following: Sequence[Unit]) -> bool:
    """Whether the next article neither begins a series nor is one of a transitory series."""
    number = next((unit.number for unit in following if unit.kind == "article"), None)
    return number is not None and number.isdecimal() and number != "1"


def without_budgets(found: Sequence[Unit], grammar: Grammar) -> list[Unit]:
    """The units, each with its layer, lines of a budget made words of the article that they stand in.

    Strays that are none are quoted.
    """
    strays = _all_strays(found, grammar)
    done: list[Unit] = []
    lost = False
    for at, unit in enumerate(found):
        goes_on = lost and unit.layer == "stray"
        lost = goes_on or id(unit) in strays or _is_budget(unit, found[at + 1 : at + 2], strays, grammar)
        article = done[-1] if done and done[-1].kind == "article" and done[-1].layer == "own" else None
        if lost and article is not None:
            done[-1] = replace(article, lines=(*article.lines, *_as_words([unit])))
        else:
            done.append(replace(unit, layer="quoted") if unit.layer == "stray" else unit)
    return done


def _all_strays(found: Sequence[Unit], grammar: Grammar) -> set[int]:
    """The articles, and chapters above them, that are lines of a budget, where the print of a law tells them apart."""
    numbered = [unit for unit in found if unit.kind == "article" and unit.document is None]
    own = [unit for unit in numbered if unit.layer in ("own", "stray")]
    if not own:
        return set()
    if own[0].number in grammar.numbers.sole:
        # After the only article of a law nothing continues its numbers.
        strays = {id(unit) for unit in own[1:] if not _is_stressed(unit) or _is_budgeted(unit)}
        return strays | _above_strays(found, strays) if strays else strays
    stressed = [unit for unit in own if _is_stressed(unit)]
    # Numbers like 2.4.1 that are stressed are a code's own, whatever stands between them.
    habit = len(stressed) >= _FEWEST and not any("." in (unit.number or "") for unit in stressed)
    return _strays(own) if habit else set()


def _strays(own: Sequence[Unit]) -> set[int]:
    """The articles that are printed plainly, where the law's own are stressed, and do not continue its numbers."""
    strays: set[int] = set()
    last = 0
    numbers = [_whole(unit) for unit in own]
    for at, unit in enumerate(own):
        number = numbers[at]
        # "12A" after 12 was put in later.
        beside = (unit.number or "").rstrip(ascii_lowercase) == str(last)
        plain = last > 0 and unit.head is not None and not _is_stressed(unit)
        if plain and number != last + 1 and not beside:
            far = number is not None and number > last + _FAR
            if far or last + 1 in numbers[at + 1 :]:
                strays.add(id(unit))
                continue
        last = last if number is None else number
    return strays


def _above_strays(found: Sequence[Unit], strays: set[int]) -> set[int]:
    """The chapters between the only article of a law and the last line of a budget below it."""
    last = max(at for at, unit in enumerate(found) if id(unit) in strays)
    first = next(at for at, unit in enumerate(found) if unit.kind == "article" and unit.document is None)
    between = (unit for unit in found[first + 1 : last] if unit.document is None and unit.kind)
    return {id(unit) for unit in between if unit.layer in ("own", "stray")}


def _is_stressed(unit: Unit) -> bool:
    return unit.head is not None and unit.head.line.stressed


def _is_budgeted(unit: Unit) -> bool:
    """Whether an article below the only one is none, though it is stressed: its number leads nowhere."""
    return (unit.number or "").rstrip(ascii_lowercase).rstrip("-").isdecimal() and unit.figure not in (1, 2)


def with_end(found: Sequence[Unit], grammar: Grammar) -> list[Unit]:
    """The units, what stands below the law's last article parted from it: who signs, and documents of another kind.

    Those are minutes, the bill, objections: a rule across the page, or their name, shows where they begin.
    """
    own = [at for at, unit in enumerate(found) if unit.kind == "article" and unit.document is None]
    if not own or found[own[-1]].layer != "own":
        return list(found)
    last = own[-1]
    return [*found[:last], *_with_end(found[last], grammar), *found[last + 1 :]]


def _with_end(article: Unit, grammar: Grammar) -> Iterator[Unit]:
    """The last article, who signs, and each document of another kind."""
    lines = article.lines
    others = [at for at, m in enumerate(lines) if _names_another(m, grammar)]
    over = others[0] if others else len(lines)
    end = _signatures(lines[:over], grammar)
    yield replace(article, lines=lines[:end])
    if end < over:
        yield Unit(None, lines[end:over], layer="signed")
    for at, stop in pairwise([*others, len(lines)]):
        yield Unit(None, lines[at:stop], layer="after")


def _names_another(marked: Marked, grammar: Grammar) -> bool:
    """Whether a line begins a document that is no part of the law."""
    if marked.role not in (WORDS, TITLE) or not marked.line.apart:
        return False
    text = marked.line.text
    return (marked.line.parted and grammar.names_document(text)) or grammar.follows_law(text)


def _signatures(lines: Sequence[Marked], grammar: Grammar) -> int:
    """Where those begin who sign: short lines up to the end, the first of them an office; else the number of lines."""
    start = len(lines)
    while start and _may_sign(lines[start - 1]):
        start -= 1
    offices = (
        at
        for at in range(start, len(lines))
        if lines[at].line.apart and lines[at].line.text[-1] in ",:" and grammar.signs(lines[at].line.text)
    )
    return next(offices, len(lines))


def _may_sign(marked: Marked) -> bool:
    return marked.role in (WORDS, TITLE, *ASIDE) and len(marked.line.text) <= _LONGEST_SIGNATURE


def _whole(unit: Unit) -> int | None:
    number = unit.last_number or ""
    return int(number) if number.isdecimal() else None


def _is_budget(unit: Unit, following: Sequence[Unit], strays: set[int], grammar: Grammar) -> bool:
    """Whether a container holds lines of a budget: marks of articles that are none."""
    if unit.kind in ("", "article", "division") or unit.layer != "own" or unit.head is None:
        return False
    if following and (id(following[0]) in strays or following[0].layer == "stray"):
        return True
    marks = (grammar.division(m.line.text) for m in unit.lines if m.role == WORDS)
    return any(mark is not None and mark.kind == "article" for mark in marks)
