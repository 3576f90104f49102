"""Who cites whom and what was done to what, gathered for the pages: by article, by instrument, and as one register."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

from kb.ids import natural
from kb.model import Citation, Effect, Evidence, Target
from kb.ranges import CATCH_ALL, Group, article_of, flags, grouped, in_part
from kb.site.entries import Entry
from kb.site.places import MARKED
from kb.site.views import Article, Work
from kb.store import StoredProblem

# An instrument and one of its articles, or what is none; None for the whole.
End = tuple[str, str | None]
# An article that is numbered through, without a letter.
_PLAIN = re.compile(r"art_[0-9]+")
K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Proof:
    """The words that effects were read from, with the first place they stand in; `more` counts the other places."""

    quote: str
    place: Evidence
    more: int


@dataclass(frozen=True, slots=True)
class Deed:
    """Effects drawn together, with each wording of their evidence once and what is odd about their numbers.

    `first` is the place of the first of them in the whole register.
    """

    group: Group
    proofs: tuple[Proof, ...]
    flags: tuple[StoredProblem, ...] = ()
    first: int = 0

    @property
    def head(self) -> Effect:
        return self.group.head

    @property
    def victim(self) -> str:
        """The instrument reached; "" for a catch-all that names none."""
        return self.head.affected.instrument if self.head.affected else ""

    @property
    def actor(self) -> str:
        """The instrument that acts; "" where a note names none."""
        return self.head.affecting.instrument if self.head.affecting else ""

    @property
    def year(self) -> str:
        """The year since when; "" where no day is known."""
        return (self.head.date or "")[:4]

    @property
    def reached(self) -> tuple[Target, ...]:
        """What each of the effects reaches, in their order; empty for a catch-all."""
        return tuple(effect.affected for effect in self.group.effects if effect.affected)

    @property
    def scope(self) -> str:
        """How much of what is reached is meant."""
        return "whole" if self.head.scope == "part" and not in_part(self.head) else self.head.scope

    @property
    def flagged(self) -> frozenset[str]:
        """The articles of the instrument reached that `flags` are about."""
        return frozenset(article_of(flag.eid) for flag in self.flags if flag.instrument == self.victim)

    @property
    def victims(self) -> tuple[Target, ...]:
        """What is reached, each once."""
        return tuple(dict.fromkeys(e.affected for e in self.group.effects if e.affected))


@dataclass(frozen=True, slots=True)
class Citers:
    """The articles of one instrument that cite a place, each as the place of its first citation, in their order."""

    instrument: str
    places: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class Cites:
    """What one instrument is cited for: each wording with its targets once."""

    instrument: str
    citations: tuple[Citation, ...]


class Ties:
    """All citations and effects of a site, found by the ends that they join, by article and by instrument.

    `mentions` counts how often an instrument cites another, `resolutions` what its citations come to.
    """

    def __init__(
        self, effects: Sequence[Effect], citations: Iterable[Citation], problems: Sequence[StoredProblem]
    ) -> None:
        self._out: dict[End, list[Citation]] = defaultdict(list)
        self._in: dict[End, list[Citation]] = defaultdict(list)
        self._ends: dict[str, set[str]] = defaultdict(set)
        self._from_outside: dict[str, list[Citation]] = defaultdict(list)
        self.mentions: Counter[tuple[str, str]] = Counter()
        self.resolutions: dict[str, Counter[str]] = defaultdict(Counter)
        for citation in citations:
            self.resolutions[citation.instrument][citation.resolution] += 1
            self._out[_end(Target(citation.instrument, citation.eid))].append(citation)
            for end in dict.fromkeys(map(_end, citation.targets)):
                self._in[end].append(citation)
                self._ends[end[0]].add(end[1] or "")
            for id in {target.instrument for target in citation.targets} - {citation.instrument}:
                self._from_outside[id].append(citation)
                self.mentions[citation.instrument, id] += 1
        named = [effect for effect in effects if effect.scope != CATCH_ALL]
        self._upon = _sided(named, lambda effect: effect.affected)
        self._by = _sided(effects, lambda effect: effect.affecting)
        odd = list(flags(problems, named))
        catch_alls = [effect for effect in effects if effect.scope == CATCH_ALL]
        self.register = (*_deeds(named, odd), *_deeds(catch_alls, first=len(named)))
        self._upon_work = _keyed(self.register, lambda deed: deed.victim)
        self._by_work = _keyed(self.register, lambda deed: deed.actor)

    def upon(self, work: Work, article: Article) -> tuple[Deed, ...]:
        """What was done to an article, to a part of it, or to what holds it."""
        id = work.instrument.id
        ends = ((id, None), *((id, node.eid) for node in article.above), (id, article.node.eid))
        return tuple(_deeds(effect for end in ends for effect in self._upon.get(end, ())))

    def is_noted(self, work: Work, article: Article) -> bool:
        """Whether the source prints at an article, or beside it, what was done to it."""
        id, eid = work.instrument.id, article.node.eid
        places = (proof.place for deed in self.upon(work, article) for proof in deed.proofs)
        here = (place.eid for place in places if place.instrument == id)
        return article.node.note is not None or any(f"{place}__".startswith(f"{eid}__") for place in here)

    def by(self, work: Work, article: Article) -> tuple[Deed, ...]:
        """What an article does to others."""
        return tuple(_deeds(self._by.get((work.instrument.id, article.node.eid), ())))

    def upon_work(self, work: Work | Entry) -> tuple[Deed, ...]:
        """What was done to an instrument and all that is in it."""
        return tuple(self._upon_work.get(work.instrument.id, ()))

    def by_work(self, work: Work | Entry) -> tuple[Deed, ...]:
        """What an instrument did to others."""
        return tuple(self._by_work.get(work.instrument.id, ()))

    def cites(self, work: Work, article: Article) -> tuple[Cites, ...]:
        """Whom an article cites, itself apart; the same words for the same are told once."""
        own = (work.instrument.id, article.node.eid)
        told: dict[tuple[str, tuple[Target, ...]], Citation] = {}
        for c in self._out.get(own, ()):
            if not c.targets or c.resolution in MARKED or any(_end(target) != own for target in c.targets):
                told.setdefault((c.quote, c.targets), c)
        every = sorted(told.values(), key=_first_instrument)
        return tuple(Cites(id, tuple(some)) for id, some in groupby(every, key=_first_instrument))

    def cited_by(self, work: Work, article: Article) -> tuple[Citers, ...]:
        """Who cites an article from elsewhere."""
        own = (work.instrument.id, article.node.eid)
        return tuple(_citers(c for c in self._in.get(own, ()) if _end(Target(c.instrument, c.eid)) != own))

    def beyond(self, work: Work) -> tuple[str, tuple[int, ...]]:
        """(eId of the last numbered article that is printed, the numbers after it that texts cite)."""
        printed = [eid for article in work.articles if _PLAIN.fullmatch(eid := article.node.eid)]
        last = printed[-1] if printed else "art_0"
        cited = (int(eid[4:]) for eid in self._ends.get(work.instrument.id, ()) if _PLAIN.fullmatch(eid))
        return last, tuple(sorted(n for n in cited if n > int(last[4:]) and f"art_{n}" not in work.labels))

    def cited_by_others(self, work: Work) -> tuple[Citers, ...]:
        """Who cites an instrument, or anything in it, from outside of it."""
        return tuple(_citers(self._from_outside.get(work.instrument.id, ())))


def _end(target: Target) -> End:
    return target.instrument, article_of(target.eid) or None


def _sided(effects: Iterable[Effect], side: Callable[[Effect], Target | None]) -> Mapping[End, Sequence[Effect]]:
    return _keyed((effect for effect in effects if side(effect)), lambda effect: _end(side(effect) or Target("")))


def _keyed(values: Iterable[V], key: Callable[[V], K]) -> Mapping[K, Sequence[V]]:
    found: dict[K, list[V]] = defaultdict(list)
    for value in values:
        found[key(value)].append(value)
    return found


def _deeds(effects: Iterable[Effect], odd: Sequence[StoredProblem] = (), first: int = 0) -> Iterator[Deed]:
    for group in grouped(effects):
        about = tuple(flags(odd, group.effects)) if odd and group.head.affected else ()
        yield Deed(group, _proofs(group), about, first)
        first += len(group.effects)


def _proofs(group: Group) -> tuple[Proof, ...]:
    every = list(dict.fromkeys(proof for effect in group.effects for proof in effect.evidence))
    counts = Counter(proof.quote for proof in every)
    first = {proof.quote: proof for proof in reversed(every)}
    return tuple(Proof(quote, first[quote], n - 1) for quote, n in counts.most_common())


def _first_instrument(citation: Citation) -> str:
    return citation.targets[0].instrument if citation.targets else ""


def _citers(citations: Iterable[Citation]) -> Iterator[Citers]:
    found: dict[str, dict[str, Target]] = defaultdict(dict)
    for c in citations:
        found[c.instrument].setdefault(article_of(c.eid), Target(c.instrument, c.eid))
    for id, places in sorted(found.items(), key=lambda pair: natural(pair[0])):
        yield Citers(id, tuple(places[eid] for eid in sorted(places, key=natural)))
