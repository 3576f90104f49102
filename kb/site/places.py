"""What a citation or an effect points to, as a reader meets it: how it is called, and the page that shows it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from kb.ids import PREFIXES, TRANSITORY, said_figure
from kb.model import Citation, Target
from kb.ranges import Group, article_of, number
from kb.site.anchors import counted
from kb.site.entries import Entry
from kb.site.paths import HOME, article_page, fragment
from kb.site.words import Words
from kb.store import StoredProblem

EXTERNAL, DANGLING, AMBIGUOUS = MARKED = ("external", "dangling", "ambiguous")
# The mark of words that lead to an instrument which this site leaves out.
LEFT_OUT = "left-out"
# As many targets are named in the title of a link; of more, the first and the last.
_NAMED = 3
# Of provisions whose numbers make no ranges ("12a"), as many are named.
_LISTED = 6


class Places:
    """Finds the page of any provision of a library; links begin below a language's folder.

    `shown` are the instruments that have pages here, `single` tells that their articles have none of their own.
    """

    def __init__(self, works: Mapping[str, Entry], shown: Collection[str], single: bool = False) -> None:
        self.works, self.shown, self.single = works, shown, single

    def left_out(self, instrument: str) -> bool:
        """Whether an instrument is known and this site has no page for it."""
        return instrument in self.works and instrument not in self.shown

    def link(self, target: Target) -> str:
        """The link to a target: a law outside the corpus has one page for all of it; "" for what is not printed, and
        for what is not in this site."""
        work = self.works.get(target.instrument)
        if work is None or self.left_out(target.instrument):
            return ""
        if target.eid is None or not work.instrument.in_corpus:
            return f"{work.folder}/{HOME}"
        article = work.within.get(target.eid)
        if article is None and target.eid not in work.labels:
            return self._inciso(work, target.eid)
        page = HOME if article is None or self.single else article_page(article)
        return f"{work.folder}/{page}{'' if article == target.eid and page != HOME else fragment(target.eid)}"

    def _inciso(self, work: Entry, eid: str) -> str:
        """The link to a paragraph that has no number; "" where the print does not show so many."""
        parent, n = counted(eid)
        article = work.within.get(parent)
        if article is None or not 0 < n <= work.paragraphs.get(parent, 0):
            return ""
        if self.single:
            return f"{work.folder}/{HOME}{fragment(eid)}"
        return f"{work.folder}/{article_page(article)}{fragment(eid.removeprefix(f'{article}__'))}"

    def reasons(self, citation: Citation) -> str:
        """The link to the list where a citation is explained; "" where it stands in no article."""
        work = self.works[citation.instrument]
        article = work.within.get(citation.eid)
        return f"{work.folder}/{article_page(article)}#cites" if article and not self.single else ""


@dataclass(frozen=True, slots=True)
class Lead:
    """Where the words of a citation lead: a link or "", a mark (of MARKED, LEFT_OUT) or "", and a title."""

    href: str
    mark: str
    title: str


@dataclass(frozen=True, slots=True)
class Way:
    """The places as seen from one page: in its language, its links from where it lies (`near`)."""

    places: Places
    words: Words
    near: str

    def link(self, target: Target) -> str:
        """The link to a target, or "" when nothing shows it."""
        link = self.places.link(target)
        return link and self.near + link

    def work(self, instrument: str) -> Entry | None:
        """The instrument of this id, or None."""
        return self.places.works.get(instrument)

    def left_out(self, instrument: str) -> bool:
        """Whether the instrument is in the knowledge base and not in this site."""
        return self.places.left_out(instrument)

    def named(self, target: Target) -> str:
        """ "art. 81, Ley 42 de 1923"."""
        work = self.work(target.instrument)
        name = work.name.main if work else target.instrument
        return ", ".join(filter(None, (said(self.words, target.eid), name)))

    def message(self, problem: StoredProblem) -> str:
        """What a problem says."""
        return problem.message_es if self.words.code == "es" else problem.message

    def lead(self, citation: Citation) -> Lead | None:
        """Where a citation leads; None where it means the very provision that it stands in."""
        own = (citation.eid, article_of(citation.eid))
        if all(t.instrument == citation.instrument and t.eid in own for t in citation.targets):
            return None
        mark = citation.resolution if citation.resolution in MARKED else ""
        if not mark and citation.targets and all(self.left_out(t.instrument) for t in citation.targets):
            mark = LEFT_OUT
        title = self._title(citation.targets)
        if mark:
            title = f"{title}. {self.words(f'citation.{mark}')}"
        return Lead(self._href(citation), mark, title)

    def _href(self, citation: Citation) -> str:
        """The first of the targets; where there is none, or it isn't settled which, the list that explains it."""
        # An inciso that the print does not tell apart has no place of its own: its article shows it.
        shown = [t for t in citation.targets if citation.resolution not in MARKED]
        articles = [Target(t.instrument, article_of(t.eid)) for t in shown if t.eid]
        targets = citation.targets if citation.resolution != AMBIGUOUS else ()
        links = (self.link(t) for t in (*targets, *articles))
        reasons = self.places.reasons(citation)
        return next(filter(None, links), reasons and self.near + reasons)

    def _title(self, targets: Sequence[Target]) -> str:
        if len(targets) <= _NAMED:
            return "; ".join(map(self.named, targets))
        return f"{said(self.words, targets[0].eid)} – {self.named(targets[-1])} ({len(targets)})"


def said(words: Words, eid: str | None) -> str:
    """An eId as people cite it: "art. 46, num. 3"; "" for None."""
    return ", ".join(_level(words, level) for level in eid.split("__")) if eid else ""


def said_range(words: Words, group: Group) -> str:
    """The provisions that a group reaches, runs drawn together: "arts. 237–246, 248–314 y 2247"."""
    ends = [number(effect) for effect in group.effects]
    if len(ends) == 1 or any(end is None or end[0] != "art" for end in ends):
        every = [*filter(None, dict.fromkeys(said(words, e.affected.eid) for e in group.effects if e.affected))]
        few = every if len(every) <= _LISTED else [*every[: _LISTED - 1], "…", every[-1]]
        return "; ".join(few)
    return words("level.arts", numbers=words.ranges([end[1] for end in ends if end]))


def _level(words: Words, level: str) -> str:
    prefix, _, figure = level.partition("_")
    figure, _, again = figure.partition("~")
    key = f"level.{prefix}"
    if prefix == PREFIXES["article"] and figure.startswith(TRANSITORY) and figure[1:].isdecimal():
        key, figure = f"{key}_{TRANSITORY}", figure[1:]
    figure = said_figure(prefix, figure)
    told = words(key, n=words.term("figure", figure)) if key in words.table else f"{prefix} {figure}".strip()
    return f"{told} ({again})" if again else told
