"""Effects that a portal links beside an article: a verb, and the provision or the ruling on the other side."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kb import ids
from kb.effects.read import CLAIMED, ENACTED, Passage
from kb.grammar import Grammar
from kb.grammar.changing import Linked
from kb.model import Citation, Effect, Evidence, Target

_BRACKET = re.compile(r"\s*\(([^()]*)\)")
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d(?!\d)")


@dataclass(frozen=True, slots=True)
class Ruling:
    """A court's ruling that a note names: an instrument of its own, known by what the note calls it."""

    id: str
    title: str
    year: int | None


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
        if rule.court:
            ruling = _ruling(text, rule, own)
            rulings.append(ruling)
            others = [Target(ruling.id)]
        effects += [_effect(rule, own, other, passage) for other in others]
    return effects, rulings


def _effect(rule: Linked, own: Target, other: Target, passage: Passage) -> Effect:
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
        date=None,
        date_origin="",
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
    bracket = _BRACKET.match(text, found.end())
    words = [(found["part"] or "").strip(), bracket[1].strip() if bracket else ""]
    return " ".join(filter(None, words)), bracket.end() if bracket else found.end()


def _ruling(text: str, rule: Linked, own: Target) -> Ruling:
    title = text[_scope(text, rule)[1] :].strip()
    years = _YEAR.findall(title)
    year = int(years[-1]) if years else None
    jurisdiction = own.instrument.split("/")[0]
    return Ruling(f"{jurisdiction}/sentencia/{year or 's-f'}/{ids.slug(title)[:80] or 'x'}", title, year)
