"""Effects that a portal links beside an article: a verb, and the provision or the ruling on the other side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from kb.effects.read import CLAIMED, ENACTED
from kb.effects.rulings import Ruling, ruling, unnamed
from kb.grammar import Grammar
from kb.grammar.changing import Linked
from kb.grammar.notes import bracket_end
from kb.model import Citation, Effect, Evidence, Passage, Target


def read_linked(
    notes: Iterable[tuple[Passage, Target]], citations: Mapping[int, Sequence[Citation]], grammar: Grammar
) -> tuple[list[Effect], list[Ruling]]:
    """The effects of the notes, each given with the place it stands beside, and the rulings that they name.

    `citations` are those read in the note that begins at each source offset.
    """
    effects: list[Effect] = []
    rulings: list[Ruling] = []
    for passage, own in notes:
        text = passage.node.text
        rule = next((r for r in grammar.changing.linked if r.pattern.match(text)), None)
        if rule is None:
            continue
        part, stop = _scope(text, rule)
        if rule.court:
            title = text[stop:].strip()
            named = ruling(title, own.instrument, grammar) or unnamed(title, own.instrument)
            rulings.append(named)
            effects.append(_effect(rule, own, Target(named.id), passage, part, named.day))
        else:
            others = _others(passage, stop, citations)
            effects += [_effect(rule, own, other, passage, part, None) for other in others]
    return effects, rulings


def _others(passage: Passage, stop: int, citations: Mapping[int, Sequence[Citation]]) -> list[Target]:
    """What a note cites behind its verb."""
    after = passage.source(stop) if stop < len(passage.node.text) else 0
    behind = (c.targets for c in citations.get(passage.source(0), ()) if c.start >= after)
    return list(chain.from_iterable(behind))


def joined(printed: Sequence[Effect], linked: Sequence[Effect]) -> list[Effect]:
    """The effects that a text prints and those that a portal links beside it.

    A clause that names only a law is the effect upon the article of it that the portal names.
    """
    upon_laws: dict[tuple[str, Target | None, str], list[Effect]] = defaultdict(list)
    for effect in printed:
        if effect.grade == ENACTED and effect.affected and effect.affected.eid is None and effect.scope == "whole":
            upon_laws[effect.kind, effect.affecting, effect.affected.instrument].append(effect)
    told: list[Effect] = []
    vague: set[int] = set()
    for effect in linked:
        place = effect.affected
        clauses = upon_laws[effect.kind, effect.affecting, place.instrument] if place and place.eid else []
        vague.update(map(id, clauses))
        proofs = [clause.evidence for clause in clauses] if effect.grade == ENACTED else []
        told.append(replace(effect, evidence=tuple(chain(*proofs, effect.evidence))))
    return [*(effect for effect in printed if id(effect) not in vague), *told]


def _effect(rule: Linked, own: Target, other: Target, passage: Passage, part: str, day: str | None) -> Effect:
    suffers = rule.direction == "in"
    text, node = passage.node.text, passage.node
    return Effect(
        kind=rule.effect,
        affecting=other if suffers else own,
        affected=own if suffers else other,
        scope="part" if part else "whole",
        words=part,
        grade=CLAIMED if suffers else ENACTED,
        date=day,
        date_origin="ruling" if day else "",
        bound=False,
        evidence=(
            Evidence(
                instrument=node.instrument,
                eid=node.eid,
                source=node.source,
                start=passage.source(0),
                end=passage.source(len(text) - 1) + 1,
                quote=text,
            ),
        ),
    )


def _scope(text: str, rule: Linked) -> tuple[str, int]:
    """Of what part a note is, by its verb and by the words in brackets after it, and where the other side begins."""
    found = rule.pattern.match(text)
    if found is None:
        return "", 0
    start = found.end() + len(text[found.end() :]) - len(text[found.end() :].lstrip())
    stop = bracket_end(text, start) if text[start : start + 1] == "(" else found.end()
    words = [(found["part"] or "").strip(), text[start + 1 : stop - 1].strip() if stop > found.end() else ""]
    return " ".join(filter(None, words)), stop
