"""Words around a citation -> effects, each side for itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from kb.grammar import Grammar
from kb.grammar.changing import Clause
from kb.model import Citation, Effect, Evidence, Node, Target

CLAIMED, ENACTED, SOURCE_ABSENT = "claimed", "enacted", "source-absent"

_SENTENCE = re.compile(r"(?<=[.;?!])[\s”\"»]+(?=[A-ZÁÉÍÓÚÑ¿¡“\"«])|\n\n+")


class Passage(Protocol):
    """A node with where its words stand in the source."""

    @property
    def node(self) -> Node:
        """The node."""

    def source(self, at: int) -> int:
        """The source offset of the character text[at] of the node."""


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of a passage with its citations, to be cut into evidence."""

    passage: Passage
    citations: Sequence[Citation]
    grammar: Grammar

    @property
    def node(self) -> Node:
        return self.passage.node

    @property
    def text(self) -> str:
        return self.passage.node.text

    def cited(self, start: int, end: int) -> list[Citation]:
        """The citations inside text[start:end] that mean one thing."""
        if start >= end:
            return []
        a, b = self.passage.source(start), self.passage.source(end - 1) + 1
        return [c for c in self.citations if a <= c.start and c.end <= b and c.resolution != "ambiguous"]

    def evidence(self, start: int, end: int) -> Evidence:
        """text[start:end], without white space at its ends, as evidence."""
        words = self.text[start:end]
        start += len(words) - len(words.lstrip())
        end = start + len(words.strip())
        return Evidence(
            instrument=self.node.instrument,
            eid=self.node.eid,
            source=self.node.source,
            start=self.passage.source(start),
            end=self.passage.source(end - 1) + 1,
            quote=self.text[start:end],
        )


def read_effects(passages: Iterable[Passage], citations: Iterable[Citation], grammar: Grammar) -> list[Effect]:
    """The effects that the passages of one instrument print, in reading order.

    Quoted words of another law, prefaces and signatures change nothing.
    """
    of_node: dict[str, list[Citation]] = {}
    for citation in citations:
        of_node.setdefault(citation.eid, []).append(citation)
    found: list[Effect] = []
    for passage in passages:
        levels = passage.node.eid.split("__")
        if not any(level.startswith(("art_", "sec_")) for level in levels) or any(
            level.startswith("qstr") for level in levels
        ):
            continue
        words = _Words(passage, of_node.get(passage.node.eid, ()), grammar)
        found.extend(_noted(words))
        found.extend(_enacted(words))
    return found


def _noted(words: _Words) -> Iterator[Effect]:
    """The effects that the article itself notes: in place of its words, before them, or among them."""
    printed = words.grammar.state(words.text) if words.node.kind == "article" else None
    if printed and printed.rule.effect:
        yield from _from_note(words, printed.start, printed.end, printed.rule.effect, "")
    taken = [(printed.start, printed.end)] if printed else []
    for note in words.grammar.changing.notes:
        for found in note.pattern.finditer(words.text):
            if any(found.start() < end and start < found.end() for start, end in taken):
                continue
            taken.append(found.span())
            scope = (found.groupdict().get("scope") or "").strip(" ,")
            yield from _from_note(words, found.start(), found.end(), note.effect, scope)


def _from_note(words: _Words, start: int, end: int, kind: str, scope: str) -> Iterator[Effect]:
    # Words that close a list are the provision's own: a note among them is about that.
    closing = words.node.kind == "wrapup"
    own = Target(words.node.instrument, words.node.parent if closing else words.node.eid)
    proof = words.evidence(start, end)
    named: list[Target | None] = [target for citation in words.cited(start, end) for target in citation.targets]
    for actor in named or [None]:
        yield Effect(
            kind=kind,
            affecting=actor,
            affected=own,
            scope="part" if scope else "whole",
            words=scope,
            grade=CLAIMED if actor else SOURCE_ABSENT,
            date=None,
            date_origin="",
            bound=False,
            evidence=(proof,),
        )


def _enacted(words: _Words) -> Iterator[Effect]:
    """The effects that the provision brings about by its own clauses, sentence by sentence."""
    if words.node.kind == "article" and words.grammar.state(words.text):
        return
    quoted = [(q.start(), q.end()) for q in words.grammar.layers.quoted.finditer(words.text)]
    for start, end in _sentences(words.text):
        clauses = sorted(
            ((found.start(), found.end(), clause) for clause in words.grammar.changing.clauses
             for found in clause.pattern.finditer(words.text, start, end)
             if not any(a < found.start() < b for a, b in quoted)),
            key=lambda c: c[0],
        )  # fmt: skip
        for at, (begin, stop, clause) in enumerate(clauses):
            after = clauses[at + 1][0] if at + 1 < len(clauses) else end
            before = clauses[at - 1][1] if at else start
            yield from _from_clause(words, clause, (before, begin, stop, after))


def _from_clause(words: _Words, clause: Clause, places: tuple[int, int, int, int]) -> Iterator[Effect]:
    before, begin, stop, after = places
    behind = clause.object == "after" or (clause.object == "either" and not words.cited(before, begin))
    region = (stop, after) if behind else (before, begin)
    changing = words.grammar.changing
    caught = _found(changing.catch_alls, words.text, *region)
    limit = _found(changing.limits, words.text, *region)
    saving = _found(changing.savings, words.text, *region)
    if not behind:
        # What follows the verb at once still limits it ("Law 6 is amended insofar as …"); later words are new text.
        limit, saving = limit or _next(changing.limits, words, stop), saving or _next(changing.savings, words, stop)
    cut = min((f.start() for f in (caught, limit, saving) if f), default=region[1])
    proof = words.evidence(min(begin, region[0]), max(stop, region[1], *(f.end() for f in (limit, saving) if f)))
    named = words.cited(region[0], max(cut, region[0]))
    scope = " ".join(f[0].strip(" ,") for f in (limit, saving) if f)
    actor = Target(words.node.instrument, words.node.eid)
    for target in dict.fromkeys(t for citation in named for t in citation.targets if t != actor):
        part = limit is not None or _is_part(target)
        yield _made(clause.effect, actor, target, "part" if part else "whole", scope, proof)
    if caught:
        yield _made(clause.effect, actor, None, "catch-all", caught[0].strip(" ,"), proof)


def _next(patterns: Iterable[re.Pattern[str]], words: _Words, at: int) -> re.Match[str] | None:
    """A limit that begins right at `at`, but for white space and a comma."""
    start = at + len(words.text[at:]) - len(words.text[at:].lstrip(" ,\n"))
    return next((found for p in patterns if (found := p.match(words.text, start))), None)


def _made(kind: str, actor: Target, target: Target | None, scope: str, words: str, proof: Evidence) -> Effect:
    return Effect(
        kind=kind,
        affecting=actor,
        affected=target,
        scope=scope,
        words=words,
        grade=ENACTED,
        date=None,
        date_origin="",
        bound=False,
        evidence=(proof,),
    )


def _is_part(target: Target) -> bool:
    """Whether a target lies below an article, so that it is only a part of it that is meant."""
    levels = (target.eid or "").split("__")
    return any(level.startswith(("num_", "par_", "lit_", "inc_")) for level in levels)


def _found(patterns: Iterable[re.Pattern[str]], text: str, start: int, end: int) -> re.Match[str] | None:
    return next((found for p in patterns if (found := p.search(text, start, end))), None)


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for stop in _SENTENCE.finditer(text):
        yield start, stop.start()
        start = stop.end()
    yield start, len(text)
