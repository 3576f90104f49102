"""Where a text makes several references, which parts and laws belong together: "art. 46 bylaws and art. 17 law 45"."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from kb.ids import BELOW_ARTICLE
from kb.query.laws import Law
from kb.query.steps import Step


@dataclass(frozen=True, slots=True)
class Group:
    """The steps of one reference, and the laws that it alone names (none: those that the whole text names)."""

    steps: tuple[Step, ...]
    laws: tuple[Law, ...] = ()


def groups(path: Sequence[Step], named: Sequence[Law], anew: Container[int] = ()) -> list[Group]:
    """The references of a text, in order: usually one.

    A reference begins anew where a law, an article or a part of one is named for the second time after something else
    was: "numeral 3 del artículo 46 y parágrafo 1 del artículo 45". What names no law is of the next one, or the last.
    `anew` are the places where a word for an article is said.
    """
    own = [law for law in named if not law.loose]
    apart = own if not _agree(own) else []
    runs = _with_own(list(_runs(sorted([*path, *apart], key=lambda one: one.start))), anew)
    if len(runs) < 2 or not all(any(_sort(one) == "article" for one in run) for run in runs):
        return [Group(tuple(path))]
    found, following = list[Group](), tuple[Law, ...]()
    for run in reversed(runs):
        following = tuple(one for one in run if isinstance(one, Law)) or following
        found.append(Group(tuple(one for one in run if isinstance(one, Step)), following))
    return [_with_law(group, apart) for group in reversed(found)]


def _with_own(runs: list[list[Step | Law]], anew: Container[int]) -> list[list[Step | Law]]:
    """A law at the end has the article before it whose word is said anew: "ley 45, arts. 17 y 18 y art. 2 ley 25"."""
    if len(runs) < 2 or any(_sort(one) != "law" for one in runs[-1]) or _sort(runs[-2][0]) != "law":
        return runs
    before = runs[-2]
    at = next((at for at in reversed(range(2, len(before))) if before[at].start in anew), 0)
    if not at or _sort(before[at]) != "article":
        return runs
    return [*runs[:-2], before[:at], [*before[at:], *runs[-1]]]


def _with_law(group: Group, named: Sequence[Law]) -> Group:
    """A group behind the last law is of that one: "ley 45 de 1923, art. 17 num. 1 y art. 18 num. 2"."""
    before = [law for law in named if law.start < group.steps[0].start]
    return group if group.laws or not before else Group(group.steps, (before[-1],))


def _agree(named: Sequence[Law]) -> bool:
    """Whether some instrument may be meant by all of these; whoever names one law in two ways means one.

    A law and the treaty that it prints are two.
    """
    if len({law.within for law in named}) > 1:
        return False
    sets = [{i.id for i in law.instruments} for law in named]
    return not sets or bool(set.intersection(*sets))


def _sort(one: Step | Law) -> str:
    if isinstance(one, Law):
        return "law"
    return "part" if one.kind in BELOW_ARTICLE else "article" if one.kind == "article" else "above"


def _runs(ordered: Iterable[Step | Law]) -> Iterable[list[Step | Law]]:
    run: list[Step | Law] = []
    for one in ordered:
        if any(_sort(other) == _sort(one) for other in run) and _sort(run[-1]) != _sort(one):
            yield run
            run = []
        run.append(one)
    yield run
