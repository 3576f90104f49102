"""Clauses of the law that acts -> effects: what a verb of repeal or amendment is said of, and nothing else.

The objects of a verb are the list of provisions right after it, or right before it in the passive; a citation further
on ("…, que había sido modificado por la Ley 57") is none. A denial, a condition or somebody else's words make no
clause. What a clause excepts is not among its objects. The words that bind objects to verbs are a tradition's
(effects.toml, `object` and `hedge`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kb.effects.words import Cited, Words
from kb.grammar.changing import Changing, Clause, Objects
from kb.grammar.sentences import sentences
from kb.model import Effect, Evidence, Target

ENACTED = "enacted"

_STOPS = ".?!"
# No more words than these stand between a verb and its object, or between two objects of one list.
_LONGEST_GAP = 200


@dataclass(frozen=True, slots=True)
class _Said:
    """A clause in its words: text[begin:stop] is the verb, text[before:after] all that it can be about."""

    clause: Clause
    before: int
    begin: int
    stop: int
    after: int


@dataclass(frozen=True, slots=True)
class _Object:
    """A provision that a verb is said of; `words` say of what part, where it is only one."""

    cited: Cited
    words: str = ""


def enacted(words: Words, below: Sequence[Words]) -> Iterator[Effect]:
    """The effects of the clauses of a passage, sentence by sentence; `below` are the members of its list."""
    if words.node.kind == "article" and _is_gone(words):
        return
    for said in _clauses(words):
        if not _is_hedged(words, said):
            yield from _effects(words, said, below)


def _is_gone(words: Words) -> bool:
    """Whether all that an article prints is a note, or it begins with one that it is no longer law."""
    note = words.grammar.state(words.text)
    return note is not None and ((note.deed.kills and not note.part) or not words.text[note.end :].strip())


def _clauses(words: Words) -> Iterator[_Said]:
    quoted = [(q.start(), q.end()) for q in words.grammar.layers.quoted.finditer(words.text)]
    for start, end in sentences(words.text, _STOPS):
        found = [
            (verb.start(), verb.end(), clause)
            for clause in words.grammar.changing.clauses
            for verb in clause.pattern.finditer(words.text, start, end)
            if not any(a < verb.start() < b for a, b in quoted)
        ]
        placed = sorted(found, key=lambda c: c[0])
        for at, (begin, stop, clause) in enumerate(placed):
            before = placed[at - 1][1] if at else start
            yield _Said(clause, before, begin, stop, placed[at + 1][0] if at + 1 < len(placed) else end)


def _is_hedged(words: Words, said: _Said) -> bool:
    """Whether the clause is denied, set under a condition, or only reported."""
    text = words.text
    places = {"open": (said.before, said.begin), "lead": (said.before, said.begin), "trail": (said.stop, said.after)}
    return any(
        (hedge.pattern.search if hedge.place == "lead" else hedge.pattern.match)(text, *places[hedge.place])
        for hedge in words.grammar.changing.hedges
    )


def _effects(words: Words, said: _Said, below: Sequence[Words]) -> Iterator[Effect]:
    changing, objects = words.grammar.changing, words.grammar.changing.objects
    behind = _behind(words, said, objects)
    region = (said.stop, said.after) if behind else (said.before, said.begin)
    caught = _found(changing.catch_alls, words.text, *region)
    bounds = _bounds(words, said, region, behind=behind)
    cut = min((f.start() for f in (caught, *bounds.values()) if f), default=region[1])
    listed = _after(words, region[0], cut, objects) if behind else _before(words, (region[0], cut), said.begin, objects)
    ends = (said.stop, region[1], *(f.end() for f in bounds.values() if f))
    proof = words.evidence(min(said.begin, region[0]), max(ends))
    day = _day(words, said)
    made = _made(words, said.clause.effect, listed, bounds, proof)
    yield from (replace(effect, date=day, date_origin="clause") if day else effect for effect in made)
    if caught:
        yield _effect(said.clause.effect, words.own, None, "catch-all", caught[0].strip(" ,"), proof)
    elif behind and not listed and words.text[said.stop : said.after].rstrip().endswith(":"):
        for member, start, end in _members(words, said.after, below):
            yield from _of_member(words, said.clause.effect, member, start, end)


def _day(words: Words, said: _Said) -> str | None:
    """The day from which a clause says that it holds ("… a partir del 1º de enero de 1955")."""
    for start in (p.search(words.text, said.stop, said.after) for p in words.grammar.changing.starts):
        found = words.grammar.dates.find(words.text[start.end() : said.after]) if start else None
        if found and found[1] <= 1:
            return found[0]
    return None


def _behind(words: Words, said: _Said, objects: Objects) -> bool:
    if said.clause.object != "either":
        return said.clause.object == "after"
    return not _before(words, (said.before, said.begin), said.begin, objects)


def _bounds(words: Words, said: _Said, region: tuple[int, int], *, behind: bool) -> dict[str, re.Match[str] | None]:
    """What limits a clause ("en cuanto…"), what it excepts ("menos…") and what it saves from ("sin perjuicio de…")."""
    found = {}
    for name, patterns in _kinds(words.grammar.changing):
        found[name] = _found(patterns, words.text, *region)
        if not behind and found[name] is None:
            # What follows the verb at once still limits it ("Law 6 is amended insofar as …"); later words are new text.
            found[name] = _next(patterns, words.text, said.stop)
    return found


def _after(words: Words, start: int, end: int, objects: Objects) -> list[_Object]:
    """The list of provisions that begins at text[start]."""
    found: list[_Object] = []
    at = start
    for cited in words.cited(start, end):
        gap = words.text[at : cited.start]
        at = cited.end
        if objects.aside.fullmatch(gap):
            continue
        if len(gap) > _LONGEST_GAP:
            break
        if (objects.joint if found else objects.lead).fullmatch(gap):
            inside = objects.inside.search(words.text, cited.start, cited.end)
            found.append(_Object(cited, words.text[cited.start : cited.end] if inside else ""))
        elif objects.part.search(gap) and not objects.stop.search(gap):
            found.append(_Object(cited, gap.strip(" ,;:")))
        else:
            break
    return found


def _before(words: Words, region: tuple[int, int], verb: int, objects: Objects) -> list[_Object]:
    """The list of provisions that ends at the verb, as long as what stands before it can begin a sentence."""
    chain: list[_Object] = []
    longest: list[_Object] = []
    at = verb
    for cited in reversed(words.cited(*region)):
        led = words.text[region[0] : cited.start]
        if aside := objects.aside_end.search(led):
            at = region[0] + aside.start()
            continue
        gap = words.text[cited.end : at]
        if len(gap) > _LONGEST_GAP or not (objects.joint if chain else objects.tail).fullmatch(gap):
            break
        chain, at = [_Object(cited), *chain], cited.start
        if objects.front.search(led):
            longest = chain
        elif (part := objects.part_front.search(led)) and not objects.stop.search(part[0]):
            longest = [_Object(cited, part[0].strip(" ,;:")), *chain[1:]]
    return longest


def _members(words: Words, start: int, below: Sequence[Words]) -> Iterator[tuple[Words, int, int]]:
    """The members of the list that a clause announces: the blocks up to another clause, and the nodes below."""
    for begin, end in sentences(words.text, _STOPS):
        if begin >= start:
            if any(clause.pattern.search(words.text, begin, end) for clause in words.grammar.changing.clauses):
                break
            yield words, begin, end
    yield from ((member, 0, len(member.text)) for member in below)


def _of_member(actor: Words, kind: str, member: Words, start: int, end: int) -> Iterator[Effect]:
    changing = member.grammar.changing
    bounds = {name: _found(patterns, member.text, start, end) for name, patterns in _kinds(changing)}
    cut = min((f.start() for f in bounds.values() if f), default=end)
    listed = _after(member, start, cut, changing.objects)
    for effect in _made(member, kind, listed, bounds, member.evidence(start, end)):
        if effect.affected is None or effect.affected.instrument != actor.own.instrument:
            yield effect


def _made(
    words: Words, kind: str, listed: Iterable[_Object], bounds: Mapping[str, re.Match[str] | None], proof: Evidence
) -> Iterator[Effect]:
    told = " ".join(f[0].strip(" ,") for f in bounds.values() if f)
    objects = {t: o.words for o in _of_one_law(words, listed) for t in o.cited.targets}
    excepted = _excepted(words, bounds["exception"])
    for target, part in objects.items():
        spared = _spared(target, excepted, words.own.instrument)
        if target.eid in spared or _within(target, words.own):
            continue
        # What spares none of an article's own leaves that article whole ("los artículos 74 a 76, salvo el 75").
        limited = bounds["limit"] or (bounds["exception"] and (spared or not excepted))
        partly = bool(part or limited) or _is_part(target)
        said = " ".join(filter(None, (part, told)))
        made = _effect(kind, words.own, target, "part" if partly else "whole", said, proof)
        yield replace(made, spared=() if bounds["limit"] or part else spared)


def _excepted(words: Words, exception: re.Match[str] | None) -> list[Target]:
    if exception is None:
        return []
    return [t for c in words.cited(exception.start(), exception.end()) for t in c.targets if t.eid]


def _spared(target: Target, excepted: Iterable[Target], own: str) -> tuple[str, ...]:
    """What of `target` is excepted; an exception that names no law is of the law that is repealed.

    An article is spared by itself or in its parts; of a law or a container anything may be.
    """
    here = (t.eid or "" for t in excepted if t.instrument in (own, target.instrument))
    if _is_article(target):
        return tuple(eid for eid in here if eid == target.eid or eid.startswith(f"{target.eid}__"))
    return tuple(here)


def _is_article(target: Target) -> bool:
    return any(level.startswith(("art_", "sec_")) for level in (target.eid or "").split("__"))


def _kinds(changing: Changing) -> tuple[tuple[str, Sequence[re.Pattern[str]]], ...]:
    return ("limit", changing.limits), ("exception", changing.exceptions), ("saving", changing.savings)


def _of_one_law(words: Words, listed: Iterable[_Object]) -> Iterator[_Object]:
    """The objects; of "el parágrafo del artículo 54 y el artículo 55 de la Ley 8" the first is of that law too."""
    own, law, found = words.own.instrument, "", list[_Object]()
    for each in reversed(list(listed)):
        said = words.text[each.cited.start : each.cited.end].lower()
        unsaid = not any(phrase in said for phrase in words.grammar.citing.marks.get("own", ()))
        bare = unsaid and all(t.instrument == own and t.eid for t in each.cited.targets)
        if bare and law:
            targets = tuple(Target(law, t.eid) for t in each.cited.targets)
            found.append(_Object(Cited(each.cited.start, each.cited.end, targets), each.words))
            continue
        if bare and not words.named(each.cited):
            # A law that means its own articles says so; what lost its law on the page is nobody's.
            continue
        law = each.cited.targets[-1].instrument if each.cited.targets and each.cited.targets[-1].eid else law
        law = "" if law == own else law
        found.append(each)
    yield from reversed(found)


def _effect(kind: str, actor: Target, target: Target | None, scope: str, words: str, proof: Evidence) -> Effect:
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


def _within(target: Target, actor: Target) -> bool:
    """Whether a target is the provision that speaks, or a part of it: no provision repeals itself."""
    own, other = (actor.eid or "").split("__"), (target.eid or "").split("__")
    return target.instrument == actor.instrument and bool(target.eid) and other[: len(own)] == own


def _found(patterns: Iterable[re.Pattern[str]], text: str, start: int, end: int) -> re.Match[str] | None:
    return min((found for p in patterns if (found := p.search(text, start, end))), key=re.Match.start, default=None)


def _next(patterns: Iterable[re.Pattern[str]], text: str, at: int) -> re.Match[str] | None:
    """What begins right at text[at], but for white space and a comma."""
    start = at + len(text[at:]) - len(text[at:].lstrip(" ,\n"))
    return next((found for p in patterns if (found := p.match(text, start))), None)
