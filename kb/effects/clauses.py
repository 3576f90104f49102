"""Clauses of the law that acts -> effects: what a verb of repeal or amendment is said of, and nothing else.

1. `_clauses`: a sentence has its verbs, each with the words between the one before and the one after (`_parted`); what
   is denied or reported (`is_hedged`) and what only leads to a list (`_is_lead`) has none.
2. `_read`: its objects stand behind the verb, or before it in the passive, or a sentence begins with the place where
   something is changed (`_placed`); a part may be of the article that only the next clause names (`_of_next`).
3. `_inserted`: what is new is put into its hosts, under its own number where that is said.
4. `_made`: every object has its effect, as far as its bounds go (limiting), the catch-all one of its own.
5. `_further`: a list goes on in the paragraphs and nodes below.

The objects of a verb are the list of provisions right after it, or right before it in the passive; a citation further
on ("…, que había sido modificado por la Ley 57") is none. A denial, a condition or somebody else's words make no
clause. What a clause excepts is not among its objects. The words that bind objects to verbs are a tradition's
(effects.toml, `object` and `hedge`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, dropwhile, product, takewhile

from kb.effects.bounds import EXCEPTION, LIMIT, Bound, bounds, next_to
from kb.effects.insertions import Inserted, announced, each_host, hosts_of, inserted, into_law, named_first
from kb.effects.limiting import bound_to, spared_of
from kb.effects.objects import Changed, ClauseSpan, catch_all, of_law_said, of_one_law
from kb.effects.places import article, is_part, is_within
from kb.effects.words import CitedText
from kb.grammar.changing import Clause, apart
from kb.grammar.quotations import quotations
from kb.grammar.sentences import parted
from kb.model import Effect, Evidence, Node, Target

ENACTED = "enacted"

_STOPS = ".?!"
# A list goes on in the next paragraph after one of these.
_GOES_ON = (":", ";", ",")
# A member of a list that says itself what is done begins with its verb.
_FIRST_WORDS = 60
# Parts that are named without their article are named in as few characters.
_LONGEST_PARTS = 80


@dataclass(frozen=True, slots=True)
class _VerbClause:
    """A clause in its words: text[begin:stop] is the verb, text[before:after] all that it can be about."""

    clause: Clause
    before: int
    begin: int
    stop: int
    after: int

    @property
    def place(self) -> tuple[int, int, int, int]:
        """Where the clause begins, where its verb does, and where each ends."""
        return self.before, self.begin, self.stop, self.after


@dataclass(frozen=True, slots=True)
class Around:
    """What stands below a passage: the members of its list, and all that it holds in reading order, quotations too."""

    members: Sequence[CitedText] = ()
    nodes: Sequence[Node] = ()


def enacted(words: CitedText, around: Around) -> Iterator[Effect]:
    """The effects of the clauses of a passage, sentence by sentence."""
    changing = words.grammar.changing
    if not changing.may_change(words.text) or (words.node.kind == "article" and _is_gone(words)):
        return
    said = _parted(words, [each for each in _clauses(words) if not changing.is_hedged(words.text, each.place)])
    for at, each in enumerate(said):
        following = said[at + 1] if at + 1 < len(said) else None
        yield from _effects(words, each, around, following.begin if following else len(words.text))
        if following and following.before == each.stop:
            yield from _of_next(words, each, following)


def _of_next(words: CitedText, said: _VerbClause, following: _VerbClause) -> Iterator[Effect]:
    """What a clause does to parts of the article that only the next one names.

    "Modifícase el título y adiciónase un parágrafo al artículo 5": the title is that article's.
    """
    gap = words.text[said.stop : following.begin]
    if len(gap) > _LONGEST_PARTS or not words.grammar.changing.objects.alone.fullmatch(gap):
        return
    if _read(words, said)[1]:
        return
    _, listed = _read(words, following)
    named = listed[0].cited.targets if listed else ()
    for target in dict.fromkeys(filter(None, map(article, named))):
        proof = words.evidence(said.begin, following.after)
        yield _effect(said.clause.effect, words.own, target, "part", gap.strip(" ,;"), proof)


def _is_gone(words: CitedText) -> bool:
    """Whether all that an article prints is a note, or it begins with one that it is no longer law."""
    note = words.grammar.state(words.text)
    return note is not None and ((note.deed.kills and not note.part) or not words.text[note.end :].strip())


def _clauses(words: CitedText) -> Iterator[_VerbClause]:
    quoted = list(_quotations(words))
    for start, end in parted(words.text, _STOPS):
        placed = _led(apart(_verbs(words, start, end, quoted)))
        stops = [start, *(stop for _, stop, _ in placed)]
        begins = [*(begin for begin, _, _ in placed[1:]), end]
        for (begin, stop, clause), before, after in zip(placed, stops, begins, strict=False):
            yield _VerbClause(clause, before, begin, stop, after)


def _verbs(
    words: CitedText, start: int, end: int, quoted: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, int, Clause]]:
    """(start, end, clause) of the verbs in text[start:end] that are not quoted."""
    for clause in words.grammar.changing.may_change(words.text[start:end]):
        for verb in clause.pattern.finditer(words.text, start, end):
            if not any(first < verb.start() < last for first, last in quoted):
                yield verb.start(), verb.end(), clause


def _quotations(words: CitedText) -> Iterator[tuple[int, int]]:
    """Where words are quoted; a mark that begins a paragraph of a quotation only says that it goes on."""
    inside = "__qstr" in words.node.eid
    for start, end in quotations(words.grammar.layers.quotes, words.text):
        goes_on = inside and words.text[max(0, start - 1) : start] in ("", "\n")
        if not goes_on:
            yield start, end


def _parted(words: CitedText, said: Sequence[_VerbClause]) -> list[_VerbClause]:
    """The clauses, each with its own objects where one verb follows them and another stands before.

    "Modifícase el artículo 5, quedará así:" is one clause; of "Derógase el artículo 5, y el artículo 6 quedará así:"
    the second article is the second verb's.
    """
    kept: list[_VerbClause] = []
    for each in said:
        last = kept[-1] if kept else None
        if last is None or last.stop != each.before or each.clause.object == "after":
            kept.append(each)
            continue
        taken = ClauseSpan.of(words, each.before, each.begin, (), front=True).before(each.begin)
        if not taken:
            kept.append(each)
        elif any(cited.end <= taken[0].cited.start for cited in words.cited(last.stop, each.begin)):
            kept[-1] = replace(last, after=taken[0].cited.start)
            kept.append(each)
    return kept


def _led(placed: Sequence[tuple[int, int, Clause]]) -> list[tuple[int, int, Clause]]:
    """The verbs of a sentence without those that resume another where none stands before them."""
    return list(dropwhile(lambda verb: verb[2].resumes, placed))


def _effects(words: CitedText, said: _VerbClause, around: Around, following: int) -> Iterator[Effect]:
    if _is_lead(words, said, around.members):
        return
    limits, listed = _read(words, said)
    proof = words.evidence(*_region(said, limits, listed))
    if said.clause.effect == "insertion":
        made = _inserted(words, said, listed, proof, around, following)
    else:
        made = list(_made(words, said.clause, listed, limits, proof))
    day = _day(words, said, listed, limits)
    yield from (replace(effect, date=day, date_origin="clause") for effect in made) if day else made
    caught = catch_all(limits)
    if caught:
        yield _effect(said.clause.effect, words.own, None, "catch-all", caught.words, proof)
    if said.clause.object != "before" and _goes_on(words, said, listed):
        yield from _further(words, said, around.members, open_=not listed)


def _read(words: CitedText, said: _VerbClause) -> tuple[list[Bound], list[Changed]]:
    """The bounds of a clause, and the provisions that it is said of."""
    before = bounds(words, said.before, said.begin)
    front = ClauseSpan.of(words, said.before, said.begin, _exceptions(before), front=True)
    if said.clause.object != "after":
        listed = front.before(said.begin) or _placed(words, said, front)
        if listed or said.clause.object == "before":
            # In the passive only what follows the verb at once bounds it; later words are new.
            return [*before, *next_to(words, said.stop)], listed
    behind = bounds(words, said.stop, said.after)
    stretch = ClauseSpan.of(words, _after_news(words, said), said.after, behind)
    place = (said.before, said.begin, said.after)
    listed = of_law_said(words, stretch.after(), place, _exceptions(behind))
    if not listed and catch_all(behind) is None:
        listed = _placed(words, said, front)
    return behind, listed


def _exceptions(found: Sequence[Bound]) -> list[Bound]:
    return [bound for bound in found if bound.sort == EXCEPTION]


def _placed(words: CitedText, said: _VerbClause, front: ClauseSpan) -> list[Changed]:
    """The provision in whose words something is changed, or into which something is put."""
    found = front.placed(said.begin)
    if not found:
        return []
    if said.clause.effect == "insertion":
        return [replace(found[0], words="")]
    objects = words.grammar.changing.objects
    if said.clause.part or objects.part.search(found[0].words):
        return found
    part = objects.part_after.match(words.text[said.stop : said.after])
    return [replace(found[0], words=part[0].strip(" ,;:"))] if part else []


def _after_news(words: CitedText, said: _VerbClause) -> int:
    """Where the objects of an insertion begin: behind what is new ("un parágrafo | al artículo 5")."""
    if said.clause.effect != "insertion":
        return said.stop
    news = announced(words, said.stop, said.after)
    objects = words.grammar.changing.objects
    if not news or not objects.lead.fullmatch(words.text, said.stop, news[0].start):
        return said.stop
    within = [c.start for c in words.cited(news[0].start, said.after) if c.start < news[0].end]
    if within:
        return within[0]
    return news[0].end if objects.into.match(words.text, news[0].end) else said.stop


def _region(said: _VerbClause, limits: Sequence[Bound], listed: Sequence[Changed]) -> tuple[int, int]:
    """The words that prove a clause: its verb with its objects and its bounds."""
    led = any(each.cited.start < said.begin for each in listed)
    if not led and said.clause.object != "before":
        return said.begin, said.after
    if said.clause.effect == "insertion":
        return said.before, said.after
    stops = [bound.end for bound in limits] if led else []
    return said.before, max([said.stop, *stops])


def _is_lead(words: CitedText, said: _VerbClause, members: Sequence[CitedText]) -> bool:
    """Whether a clause only leads to those that its members say: "Modifícase el artículo 2º: a) Agrégase …"."""
    leads = words.text[said.stop :].rstrip().endswith(":")
    return leads and any(_begins_with_verb(member) for member in members)


def _begins_with_verb(member: CitedText) -> bool:
    clauses = member.grammar.changing.may_change(member.text[:_FIRST_WORDS])
    return any(clause.object == "after" and clause.pattern.search(member.text, 0, _FIRST_WORDS) for clause in clauses)


def _inserted(
    words: CitedText, said: _VerbClause, listed: Sequence[Changed], proof: Evidence, around: Around, following: int
) -> list[Effect]:
    """The insertions of a clause."""
    news = announced(words, said.stop, said.after)
    hosts = hosts_of(of_one_law(words, into_law(words, listed)), news)
    named = named_first(hosts, news)
    behind = (node for node in around.nodes if words.is_between(node, said.after, following))
    # Words that close a quotation begin something else.
    nodes = list(takewhile(lambda node: node.kind != "wrapup", behind))
    found: list[Inserted] = []
    for host in hosts:
        new = () if host in named else news
        for each in [host] if host in named else each_host(host, news):
            found += inserted(words, each, new, nodes, said.after)
    others = (each for each in found if not is_within(each.target, words.own))
    return [_effect("insertion", words.own, each.target, each.scope, each.words, proof) for each in others]


def _day(words: CitedText, said: _VerbClause, listed: Sequence[Changed], limits: Sequence[Bound]) -> str | None:
    """The day from which a clause says that it holds, behind its objects ("… a partir del 1º de enero de 1955")."""
    ends = [*(each.cited.end for each in listed), *(bound.end for bound in limits)]
    for pattern, end in product(words.grammar.changing.starts, ends):
        if end < said.stop:
            continue
        start = end + len(words.text[end:]) - len(words.text[end:].lstrip(" ,"))
        found = pattern.match(words.text, start, said.after)
        day = words.grammar.dates.find(words.text[found.end() : said.after]) if found else None
        if day and day[1] <= 1:
            return day[0]
    return None


def _goes_on(words: CitedText, said: _VerbClause, listed: Sequence[Changed]) -> bool:
    """Whether the list of a clause goes on in the paragraphs that follow it."""
    last = words.text[said.stop : said.after].rstrip()[-1:]
    return last in _GOES_ON and not (listed and last == ":")


def _further(words: CitedText, said: _VerbClause, below: Sequence[CitedText], *, open_: bool) -> Iterator[Effect]:
    """The effects upon the further members of a list: the blocks up to another clause, and the nodes below.

    A list that began in the sentence of its verb ends with the first member that ends in a stop.
    """
    for member, start, end in _members(words, said.after, below):
        effects = list(_of_member(words, said.clause, member, start, end))
        yield from effects
        if not open_ and (not effects or not member.text[start:end].rstrip().endswith(_GOES_ON)):
            return


def _members(words: CitedText, start: int, below: Sequence[CitedText]) -> Iterator[tuple[CitedText, int, int]]:
    """The members of the list that a clause announces."""
    changing = words.grammar.changing
    every = parted(words.text, _STOPS)
    for begin, end in every[bisect_left(every, (start, start)) :]:
        if changing.changes(words.text, begin, end):
            break
        yield words, begin, end
    yield from ((member, 0, len(member.text)) for member in below)


def _of_member(actor: CitedText, clause: Clause, member: CitedText, start: int, end: int) -> Iterator[Effect]:
    limits = bounds(member, start, end)
    listed = ClauseSpan.of(member, start, end, limits).after()
    for effect in _made(member, clause, listed, limits, member.evidence(start, end)):
        if effect.affected is None or effect.affected.instrument != actor.own.instrument:
            yield effect


def _made(
    words: CitedText, clause: Clause, listed: Sequence[Changed], limits: Sequence[Bound], proof: Evidence
) -> Iterator[Effect]:
    members = of_one_law(words, listed)
    if not members:
        return
    bound = bound_to(words, members, limits)
    parts: dict[Target, str] = {}
    for each in members:
        parts.update((target, each.words) for target in each.cited.targets)
    for target, part in parts.items():
        yield from _upon(words, clause, target, part, bound[target], proof)


def _upon(
    words: CitedText, clause: Clause, target: Target, part: str, limits: Sequence[Bound], proof: Evidence
) -> Iterator[Effect]:
    exceptions = _exceptions(limits)
    excepted = list(chain.from_iterable(bound.targets for bound in exceptions))
    spared = spared_of(target, excepted, words.own.instrument)
    if target.eid in spared or is_within(target, words.own):
        return
    limited = bool(part) or any(bound.sort == LIMIT for bound in limits)
    # What spares none of an article's own leaves that article whole ("los artículos 74 a 76, salvo el 75").
    lessened = bool(exceptions) and (bool(spared) or not excepted)
    partly = limited or lessened or clause.part or is_part(target)
    said = " ".join(filter(None, (part, *(bound.words for bound in limits))))
    made = _effect(clause.effect, words.own, target, "part" if partly else "whole", said, proof)
    yield replace(made, spared=() if limited else spared)


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
