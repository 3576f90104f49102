"""What a citation or an effect points to, as a reader meets it: how it is called, and the page that shows it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kb.model import Citation, Target
from kb.ranges import Group, article_of, number
from kb.site.paths import HOME, fragment
from kb.site.views import Work, within
from kb.site.words import Words
from kb.store import StoredProblem

EXTERNAL, DANGLING, AMBIGUOUS = MARKED = ("external", "dangling", "ambiguous")
# As many targets are named in the title of a link; of more, the first and the last.
_NAMED = 3
# Of provisions whose numbers make no ranges ("12a"), as many are named.
_LISTED = 6


class Places:
    """Finds the page of any provision of a library; links begin below a language's folder."""

    def __init__(self, works: Iterable[Work]) -> None:
        self.works = {work.instrument.id: work for work in works}
        self._pages = {
            (id, eid): (article.node.eid, article.page)
            for id, work in self.works.items()
            for article in work.articles
            for eid in within(article.provision)
        }

    def link(self, target: Target) -> str:
        """The link to a target: a law outside the corpus has one page for all of it; "" for what is not printed."""
        work = self.works.get(target.instrument)
        if work is None:
            return ""
        if target.eid is None or not work.instrument.in_corpus:
            return f"{work.folder}/{HOME}"
        article, page = self._pages.get((target.instrument, target.eid), (None, HOME))
        if article is None and target.eid not in work.labels:
            return ""
        return f"{work.folder}/{page}{'' if article == target.eid else fragment(target.eid)}"

    def reasons(self, citation: Citation) -> str:
        """The link to the list where a citation is explained; "" where it stands in no article."""
        _, page = self._pages.get((citation.instrument, citation.eid), ("", ""))
        return f"{self.works[citation.instrument].folder}/{page}#cites" if page else ""


@dataclass(frozen=True, slots=True)
class Lead:
    """Where the words of a citation lead: a link or "", one of MARKED or "", and a title in the page's language."""

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

    def work(self, instrument: str) -> Work | None:
        """The instrument of this id, or None."""
        return self.places.works.get(instrument)

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
        title = self._title(citation.targets)
        if mark:
            title = f"{title}. {self.words(f'citation.{mark}')}"
        return Lead(self._href(citation), mark, title)

    def _href(self, citation: Citation) -> str:
        """The first of the targets; where there is none, or it isn't settled which, the list that explains it."""
        # An inciso that the print does not number has no place of its own: its article shows it.
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
    told = words(key, n=figure) if key in words.table else f"{prefix} {figure}".strip()
    return f"{told} ({again})" if again else told
