"""Which of the objects of a clause its bounds are about, and what of them an exception spares.

1. Behind the list without a comma, a limit is of the last member; with one, of all since the last semicolon.
2. Amid the list, an exception that names no article, and a part in brackets, are of the provision before them.
3. An exception that names a law is of that law; where members before it could not be read, it is of none.
4. Words inside the citation of a member are that member's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from kb.effects.bounds import CATCH_ALL, EXCEPTION, LIMIT, Bound
from kb.effects.objects import Changed
from kb.effects.places import is_article, is_part
from kb.effects.words import CitedPlace, CitedText
from kb.model import Target

_OPENS = "("


def bound_to(words: CitedText, members: Sequence[Changed], limits: Sequence[Bound]) -> Mapping[Target, Sequence[Bound]]:
    """What bounds each of the objects of a clause."""
    listed = [each.cited for each in members]
    bound: dict[Target, list[Bound]] = {}
    for cited in listed:
        bound.update((target, []) for target in cited.targets)
    for limit in limits:
        for target in _bounded(words, limit, listed) if limit.sort != CATCH_ALL else ():
            bound[target].append(limit)
    return bound


def _bounded(words: CitedText, limit: Bound, members: Sequence[CitedPlace]) -> Iterator[Target]:
    """What one bound is about."""
    inside = [cited for cited in members if cited.start < limit.start < cited.end]
    # "los artículos 1 y 2, salvo su parágrafo, y 4 de la Ley 8": the exception is of article 2.
    first = -1 if _is_of_last(words, limit, members[-1].end) else 0
    bracketed = words.text.startswith(_OPENS, limit.start)
    for cited in inside or _reach(limit, members, words):
        # "el artículo 4 (parágrafo 1)" is that parágrafo.
        yield from (target for target in cited.targets[first:] if not (bracketed and is_part(target)))


def spared_of(target: Target, excepted: Iterable[Target], own: str) -> tuple[str, ...]:
    """What of `target` is excepted; an exception that names no law is of the law that is repealed.

    An article is spared by itself or in its parts; of a law or a container anything may be.
    """
    here = [t.eid for t in excepted if t.eid and t.instrument in ("", own, target.instrument)]
    if not is_article(target):
        return tuple(here)
    below = f"{target.eid}__"
    placed = [_placed(eid, below) for eid in here]
    return tuple(eid for eid in placed if eid == target.eid or eid.startswith(below))


def _placed(eid: str, below: str) -> str:
    """The address of what is excepted: "el inciso primero" is one of the article from which it is excepted."""
    return eid if is_article(Target("", eid)) else f"{below}{eid}"


def _reach(bound: Bound, members: Sequence[CitedPlace], words: CitedText) -> Sequence[CitedPlace]:
    """Which of the members of a list a bound behind them is about.

    What stands amid the list is about the members since the last semicolon, and so is what follows the last one without
    a comma; else it is about all. What limits other rules than those that are named ("y las demás disposiciones en la
    parte que …") is about none.
    """
    before = [cited for cited in members if cited.end <= bound.start]
    if not before:
        return members
    amid = len(before) < len(members)
    if bound.sort == EXCEPTION:
        return _excepted(bound, before, words, amid=amid)
    last = before[-1]
    if words.text.startswith(_OPENS, bound.start):
        # "los artículos 4 (en su último inciso), 8 y 9": it is of the article before it.
        return [last]
    if words.grammar.changing.objects.others.search(words.text, last.end, bound.start):
        return []
    close = not words.text[last.end : bound.start].strip(" \n")
    since = words.text.rfind(";", 0, last.end) if amid or close else -1
    return [cited for cited in before if cited.end > since]


def _excepted(bound: Bound, before: Sequence[CitedPlace], words: CitedText, *, amid: bool) -> Sequence[CitedPlace]:
    """Of which of the members before it an exception is: of the law that it names, or of the one before it.

    Amid the list, if it names no article, it is of the member before it, and of none where that could not be read.
    """
    last = before[-1]
    if any(sign.isdecimal() for sign in words.text[last.end : bound.start]):
        return []
    if amid and not any(map(is_article, bound.targets)):
        return [last]
    named = {target.instrument for target in bound.targets}
    laws = named - {""}
    if laws != named or not named:
        laws.add(last.law)
    return [cited for cited in before if cited.law in laws]


def _is_of_last(words: CitedText, limit: Bound, end: int) -> bool:
    """Whether a bound is of the last provision before it alone, though that stands in a list that ends at `end`."""
    if limit.sort == EXCEPTION:
        return limit.end < end and not any(map(is_article, limit.targets))
    return limit.sort == LIMIT and words.text.startswith("(", limit.start)
