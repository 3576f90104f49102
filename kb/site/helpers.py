"""What every template may call; the words of a page are not among it, they change with the language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from kb.audit import codes
from kb.model import STATUSES, DateFact, Source, Target
from kb.ranges import article_of
from kb.site import audit_pages, citing, register_pages
from kb.site.audit import PLACES, Audit, audit, percent
from kb.site.catalogue import listings, parts
from kb.site.entries import Entry
from kb.site.force import ends, in_force
from kb.site.library import Library
from kb.site.marks import pieces
from kb.site.matrix import matrix
from kb.site.network import network
from kb.site.numbers import normal
from kb.site.pairs import short, summed, told
from kb.site.paths import HOME, fragment
from kb.site.places import Way, said, said_range
from kb.site.register import choices, since, view
from kb.site.search import spoken
from kb.site.timeline import timeline
from kb.site.views import Article, Provision, Work, stretches
from kb.site.words import Words
from kb.store import StoredProblem

Bodies = dict[str, Markup]
# The days of a law, in the order in which it is made.
_STAGES = ("passed", "sanctioned", "promulgated", "recorded")


def helpers(library: Library, environment: Environment) -> dict[str, Any]:
    """Name -> helper."""
    return {
        "fragment": fragment,
        "pieces": pieces,
        "said": said,
        "said_range": said_range,
        "since": since,
        "in_force": in_force,
        "in_order": _in_order,
        "term_ends": ends,
        "choices": choices,
        "view": view,
        "article_of": article_of,
        "matrix": matrix,
        "timeline": timeline,
        "network": network,
        "listings": listings,
        "laws_parts": parts,
        "audit": _once(audit, library),
        "register_parts": register_pages.parts,
        "register_index": register_pages.index,
        "audit_sources": audit_pages.sources,
        "audit_counts": audit_pages.counts,
        "audit_codes": audit_pages.codes,
        "audit_places": PLACES,
        "percent": percent,
        "told": told,
        "short": short,
        "summed": summed,
        "whole": lambda target: Target(target.instrument),
        "target": Target,
        "at": lambda place: Target(place.instrument, place.eid),
        "explanation": _explanation,
        "place": lambda problem: _place(problem, library.places.works),
        "body": _body(environment),
        "missing_after": _missing_after,
        "stretches": stretches,
        "normal": normal,
        "citing": citing,
        "statuses": STATUSES,
        "spoken": spoken,
        "notices_of": _notices,
    }


def _once(count: Callable[[Library], Audit], library: Library) -> Callable[[Library], Audit]:
    """What is counted once for all pages of a library, when the first of them asks."""
    found: list[Audit] = []

    def counted(_: Library) -> Audit:
        if not found:
            found.append(count(library))
        return found[0]

    return counted


def _body(environment: Environment) -> Callable[..., Markup]:
    # Looked up at the first call: a macro's module needs the other helpers in place.
    def body(provision: Provision, bodies: Bodies, to: Way, alone: bool = False) -> Markup:
        # Where words lead elsewhere, that is explained in the language of the page.
        key = f"{provision.node.eid} {to.words.code if provision.tied else ''}"
        if key not in bodies:
            setter: Any = environment.get_template("provision.html").module
            bodies[key] = setter.body(provision, to)
        # On the page of an article its second paragraph is just that: "#inc_2".
        long, short = f'<p id="{provision.node.eid}__', '<p id="'
        return Markup(str(bodies[key]).replace(long, short)) if alone else bodies[key]

    return body


def _notices(sources: Iterable[Source], words: Words) -> list[tuple[str, str]]:
    """(language, words) of what the sources tell their readers, each once: in the language of the page if they can."""
    told = (source.notices for source in sources if source.notices)
    chosen = (next((n for n in some if n[0].split("-")[0] == words.code), some[0]) for some in told)
    return list(dict.fromkeys(chosen))


def _in_order(dates: Iterable[DateFact]) -> list[DateFact]:
    """The dates of an instrument in the order of time; of one day in the order in which a law is made."""
    return sorted(dates, key=lambda fact: (fact.date, _STAGES.index(fact.event) if fact.event in _STAGES else -1))


def _explanation(code: str, words: Words) -> str:
    """What a code means, in the language of the page or in English; "" for a code that is not ours."""
    known = codes().get(code, {})
    return str(known.get(words.code) or known.get("en", ""))


def _place(problem: StoredProblem, works: Mapping[str, Entry]) -> tuple[Entry, str, str] | None:
    """(instrument, label of the node or "", link below the language's folder) of a problem's place."""
    work = works.get(problem.instrument or "")
    if work is None:
        return None
    label = work.labels.get(problem.eid or "", "")
    return work, label, f"{work.folder}/{HOME}{fragment(problem.eid) if problem.eid and label else ''}"


def _missing_after(article: Article, after: Article | None, work: Work) -> tuple[int, ...]:
    """The numbers that would stand between an article and the next one."""
    return work.missing.get(after.node.eid, ()) if after else ()
