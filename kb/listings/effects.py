"""The register of repeals and other effects, as a listing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from kb.ids import address
from kb.listings.asking import NotHere, iso_day, one_of, place, remarks_on
from kb.listings.listing import Listing
from kb.listings.rows import EFFECT_COLUMNS, RANGE_COLUMNS, effect_row, effect_value, group_value, range_rows
from kb.listings.words import GRADES, KINDS, Names, bold, done, doubt, fold, graded, lines, said, said_range, when
from kb.model import Effect
from kb.query.readings import Remark
from kb.query.register import REPEAL, Asked, Found, register
from kb.query.told import remark_row, remark_text
from kb.ranges import Group, grouped

if TYPE_CHECKING:
    from kb.store import Store, StoredProblem

ANY = "any"
_QUOTES = 3


def repeals(
    store: Store,
    by: str | None = None,
    of: str | None = None,
    day: str | None = None,
    grade: str | None = None,
    kind: str = REPEAL,
    drawn: bool | None = None,
) -> Listing:
    """The register's answer: ranges for people, one a line for programs, unless `drawn` says which."""
    asked = Asked(
        as_of=iso_day("--as-of", day),
        grade=grade and one_of("--grade", grade, GRADES),
        kind=None if kind == ANY else one_of("--kind", kind, (*KINDS, ANY)),
    )
    try:
        question = replace(asked, by=place(store, "--by", by), of=place(store, "--of", of))
    except NotHere as absent:
        return _not_here(asked, str(absent), drawn)
    return _listing(store, question, drawn, [*remarks_on(store, by), *remarks_on(store, of)])


def _not_here(asked: Asked, absent: str, drawn: bool | None) -> Listing:
    """The answer when a law that was asked about is not there: nothing, and why."""
    nothing: dict[str, Any] = {"count": 0, "groups" if drawn else "effects": [], "catch_alls": [], "flags": []}
    value = {"asked": asdict(asked), **nothing, "of_other_kinds": 0, "struck_down": 0, "absent": absent, "remarks": []}
    return Listing(lambda width: absent, value, RANGE_COLUMNS if drawn else EFFECT_COLUMNS, (), found=False)


def _listing(store: Store, question: Asked, drawn: bool | None, remarks: Sequence[Remark]) -> Listing:
    names, found = Names(store), register(store, question)
    groups, day = grouped(found.effects), question.as_of
    every = [*found.effects, *found.catch_alls]
    value = {
        "asked": asdict(question),
        "count": len(found.effects),
        **({"groups": [group_value(g, names, day) for g in groups]} if drawn else {}),
        **({} if drawn else {"effects": [effect_value(e, names, day) for e in found.effects]}),
        "catch_alls": [effect_value(e, names, day) for e in found.catch_alls],
        "flags": found.flags,
        "of_other_kinds": found.others,
        "struck_down": found.struck,
        "absent": "",
        "remarks": [remark_row(remark) for remark in remarks],
    }
    rows = [effect_row(e, names, day, found.flags) for e in every]
    if drawn:
        rows = [row for g in grouped(every) for row in range_rows(g, names, day, found.flags)]
    columns = RANGE_COLUMNS if drawn else EFFECT_COLUMNS
    one_a_line = drawn is False

    def told(width: int) -> str:
        return lines([*map(remark_text, remarks), _text(found, question, names, width, one_a_line)])

    return Listing(told, value, columns, rows, bool(every))


def _text(found: Found, question: Asked, names: Names, width: int, one_a_line: bool) -> str:
    every = (*found.effects, *found.catch_alls)
    if one_a_line and every:
        return lines(_line(effect, question.as_of, names) for effect in every)
    victims = groupby(grouped(found.effects), key=lambda g: names.title(g.head.affected))
    parts = [lines([bold(title), *_groups(some, question, names, width)]) for title, some in victims]
    if found.catch_alls:
        parts.append(lines(_catch_alls(found.catch_alls, names, width)))
    parts.append(lines(flag_lines(found.flags, width)))
    head = lines([_counted(found, question) if every else _nothing(question, names), *_struck(found)])
    return "\n\n".join(filter(None, [head, *parts]))


def _line(effect: Effect, day: str | None, names: Names) -> str:
    """One effect in one line, never folded."""
    quote = " | ".join(dict.fromkeys(proof.quote for proof in effect.evidence))
    reached = names.of(effect.affected) if effect.affected else "catch-all"
    told = f"{reached}: {done(effect)} by {names.of(effect.affecting)}, {when(effect, names)}{doubt(effect, day)}"
    return " ".join(f"{told} [{effect.grade}] “{quote}”".split())


def _counted(found: Found, question: Asked) -> str:
    provisions, catch_alls = len(found.effects), len(found.catch_alls)
    kind = question.kind or "effect"
    told = f"{provisions} {kind}{'' if provisions == 1 else 's'}"
    told += f" and {catch_alls} catch-all{'' if catch_alls == 1 else 's'}" if catch_alls else ""
    grades = Counter(e.grade for e in (*found.effects, *found.catch_alls))
    return f"{told} ({', '.join(f'{n} {grade}' for grade, n in grades.items())}).{_others(found)}"


def _others(found: Found) -> str:
    return f" Effects of other kinds: {found.others}, with --kind any." if found.others else ""


def _struck(found: Found) -> Iterator[str]:
    """What courts did to the same provisions, which is no repeal."""
    if found.struck:
        provisions = "1 provision" if found.struck == 1 else f"{found.struck} provisions"
        yield f"Not counted here: a court struck down {provisions}, wholly or in part; see --kind any."


def _nothing(question: Asked, names: Names) -> str:
    sides = [f"by {names.of(question.by)}" if question.by else "", f"of {names.of(question.of)}" if question.of else ""]
    limits = [question.grade or "", f"as of {question.as_of}" if question.as_of else ""]
    told = " ".join(filter(None, [question.kind or "effect", *sides, *limits]))
    return f"The register has no {told}: no text of this corpus says so, which is not to say that there was none."


def _groups(groups: Iterable[Group], question: Asked, names: Names, width: int) -> Iterator[str]:
    for group in groups:
        yield group_text(group, names, width, day=question.as_of)


def group_text(group: Group, names: Names, width: int, *, day: str | None = None, whose: bool = False) -> str:
    """A group: what it reaches and who did it, on what word, since when, and the words it was read from.

    With `whose` it says of what instrument the provisions are.
    """
    head = group.head
    what = f"{reached(group, names, whose=whose)}: {done(head)} by {names.of(head.affecting)}{doubt(head, day)}"
    about = [fold(what, 1, width), fold(when(head, names), 2, width), fold(graded(head), 2, width)]
    return lines([*about, *_proofs(group.effects, 2, width)])


def reached(group: Group, names: Names, *, whose: bool) -> str:
    """What a group reaches: "arts. 16-17 (2 provisions)", with `whose` "the whole of Ley 24 de 1905"."""
    victim, count = group.head.affected, len(group.effects)
    if victim is None:
        return "catch-all"
    of = f" of {names.short(victim)}" if whose else ""
    return f"{said_range(group)}{of}{f' ({count} provisions)' if count > 1 else ''}"


def _proofs(effects: Sequence[Effect], depth: int, width: int) -> Iterator[str]:
    """The words that effects were read from, each wording once with the place of its first."""
    quotes = list(dict.fromkeys(proof for effect in effects for proof in effect.evidence))
    counts = Counter(proof.quote for proof in quotes)
    first = {proof.quote: proof for proof in reversed(quotes)}
    for quote, count in counts.most_common(_QUOTES):
        proof = first[quote]
        times = f", and at {count - 1} other place{'' if count == 2 else 's'}" if count > 1 else ""
        where = f"{address(proof.instrument, proof.eid)}, {proof.source}, characters {proof.start}-{proof.end}"
        yield fold(f"“{quote}” ({where}{times})", depth, width)
    if len(counts) > _QUOTES:
        yield fold(f"… and {len(counts) - _QUOTES} other wordings", depth, width)


def _catch_alls(effects: Sequence[Effect], names: Names, width: int) -> Iterator[str]:
    yield bold("Catch-alls, which name no provision and are not counted as repealing any:")
    for effect in effects:
        yield fold(f"{names.of(effect.affecting)}: “{effect.words}”, {when(effect, names)}", 1, width)


def flag_lines(flags: Sequence[StoredProblem], width: int) -> Iterator[str]:
    """What is odd about the numbers, told where they are counted."""
    if flags:
        yield bold("To look at in these numbers:")
    for problem in flags:
        where = said(problem.eid) + " of " if problem.eid else ""
        line = f", line {problem.line}" if problem.line else ""
        yield fold(f"{problem.message} ({problem.code}, {where}{problem.instrument}{line})", 1, width)
