"""Effects that a portal links beside an article: a verb, and the provision or the ruling on the other side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from kb.effects.read import CLAIMED, ENACTED, Passage
from kb.effects.rulings import Ruling, ruling, unnamed
from kb.grammar import Grammar
from kb.grammar.changing import Linked
from kb.grammar.notes import bracket_end
from kb.model import Citation, Effect, Evidence, Target


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
        scoped = _scope(text, rule)
        after = passage.source(scoped[1]) if scoped[1] < len(text) else 0
        others = [t for c in citations.get(passage.source(0), ()) for t in c.targets if c.start >= after]
        day = None
        if rule.court:
            title = text[scoped[1] :].strip()
            named = ruling(title, own.instrument, grammar) or unnamed(title, own.instrument)
            rulings.append(named)
            others, day = [Target(named.id)], named.day
        effects += [_effect(rule, own, other, passage, day) for other in others]
    return effects, rulings


def joined(printed: Sequence[Effect], linked: Sequence[Effect]) -> list[Effect]:
    """The effects that a text prints and those that a portal links beside it.

    A clause that names only a law is the effect upon the article of it that the portal names.
    """
    whole = defaultdict(list)
    for effect in printed:
        if effect.grade == ENACTED and effect.affected and effect.affected.eid is None and effect.scope == "whole":
            whole[effect.kind, effect.affecting, effect.affected.instrument].append(effect)
    told: list[Effect] = []
    for effect in linked:
        named = effect.affected and effect.affected.eid and effect.grade == ENACTED
        clauses = whole[effect.kind, effect.affecting, effect.affected.instrument] if named and effect.affected else []
        proofs = [proof for clause in clauses for proof in clause.evidence]
        told.append(replace(effect, evidence=(*proofs, *effect.evidence)))
    sharper = {(e.kind, e.affecting, e.affected.instrument) for e in linked if e.affected and e.affected.eid}
    vague = {id(clause) for key, clauses in whole.items() if key in sharper for clause in clauses}
    return [*(effect for effect in printed if id(effect) not in vague), *told]


def _effect(rule: Linked, own: Target, other: Target, passage: Passage, day: str | None) -> Effect:
    part, _ = _scope(passage.node.text, rule)
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
