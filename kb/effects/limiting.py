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
from kb.effects.words import Words
from kb.model import Target

_OPENS = "("


def bound_to(words: Words, members: Sequence[Changed], limits: Sequence[Bound]) -> Mapping[Target, Sequence[Bound]]:
    """What bounds each of the objects of a clause."""
    ends = [each.cited.end for each in members]
    laws = [each.cited.targets[-1].instrument if each.cited.targets else "" for each in members]
    bound: dict[Target, list[Bound]] = {target: [] for each in members for target in each.cited.targets}
    for limit in limits:
        inside = [at for at, each in enumerate(members) if each.cited.start < limit.start < each.cited.end]
        reached = inside or list(_reach(limit, ends, laws, words)) if limit.sort != CATCH_ALL else []
        # "los artículos 1 y 2, salvo su parágrafo, y 4 de la Ley 8": the exception is of article 2.
        last = _is_of_last(words, limit, ends[-1])
        for target in (target for at in reached for target in members[at].cited.targets[-1 if last else 0 :]):
            # "el artículo 4 (parágrafo 1)" is that parágrafo.
            if not (is_part(target) and words.text.startswith("(", limit.start)):
                bound[target].append(limit)
    return bound


def spared_of(target: Target, excepted: Iterable[Target], own: str) -> tuple[str, ...]:
    """What of `target` is excepted; an exception that names no law is of the law that is repealed.

    An article is spared by itself or in its parts; of a law or a container anything may be.
    """
    here = [t.eid for t in excepted if t.eid and t.instrument in ("", own, target.instrument)]
    if is_article(target):
        # "el inciso primero" is one of the article from which it is excepted.
        here = [eid if is_article(Target("", eid)) else f"{target.eid}__{eid}" for eid in here]
        return tuple(eid for eid in here if eid == target.eid or eid.startswith(f"{target.eid}__"))
    return tuple(here)


def _reach(bound: Bound, places: Sequence[int], laws: Sequence[str], words: Words) -> Iterator[int]:
    """Which of the members of a list a bound behind them is about: their numbers, given where each ends and its law.

    An exception is of the law that it names, or of the one before it; amid the list, if it names no article, of the
    member before it, and of none where that could not be read. What else stands amid the list is about the
    members since the last semicolon, and so is what follows the last one without a comma; else it is about all.
    What limits other rules than those that are named ("y las demás disposiciones en la parte que …") is about none.
    """
    text = words.text
    before = [at for at, place in enumerate(places) if place <= bound.start]
    if not before:
        yield from range(len(places))
        return
    amid = len(before) < len(places)
    if bound.sort == EXCEPTION:
        if any(sign.isdecimal() for sign in text[places[before[-1]] : bound.start]):
            return
        if amid and not any(map(is_article, bound.targets)):
            yield before[-1]
            return
        named = {target.instrument for target in bound.targets} - {""}
        unnamed = any(not target.instrument for target in bound.targets)
        meant = named | {laws[before[-1]]} if unnamed or not named else named
        yield from (at for at in before if laws[at] in meant)
        return
    if text.startswith(_OPENS, bound.start):
        # "los artículos 4 (en su último inciso), 8 y 9": it is of the article before it.
        yield before[-1]
        return
    if words.grammar.changing.objects.others.search(text, places[before[-1]], bound.start):
        return
    close = not text[places[before[-1]] : bound.start].strip(" \n")
    since = text.rfind(";", 0, places[before[-1]]) if amid or close else -1
    yield from (at for at in before if places[at] > since)


def _is_of_last(words: Words, limit: Bound, end: int) -> bool:
    """Whether a bound is of the last provision before it alone, though that stands in a list that ends at `end`."""
    if limit.sort == EXCEPTION:
        return limit.end < end and not any(map(is_article, limit.targets))
    return limit.sort == LIMIT and words.text.startswith("(", limit.start)
