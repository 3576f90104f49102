"""From when a law says that its provisions hold, as a page says it."""

from __future__ import annotations

from kb.model import ForcePeriod
from kb.site.words import Words


def in_force(period: ForcePeriod, words: Words) -> str:
    """From when a provision holds, and of what that is the day; that a law does not say it, where it says nothing."""
    if period.since is None:
        return ""
    if period.origin == "year":
        return words("force.year" if period.quote else "force.unsaid_year", year=period.since[:4])
    if period.origin == "in force":
        return words("force.day", date=words.date(period.since))
    event, plus, term = period.origin.partition(" + ")
    told = {"date": words.date(period.since), "event": words.term("event", event).lower()}
    if not period.quote:
        return words("force.unsaid", **told)
    if plus:
        return words("force.bound_later" if period.bound else "force.later", term=spell(term, words), **told)
    return words("force.bound" if period.bound else "force.event", **told)


def ends(period: ForcePeriod, words: Words) -> str:
    """Until when a provision holds by its own term; empty where it has none."""
    return words("force.until", date=words.date(period.until)) if period.until else ""


def spell(term: str, words: Words) -> str:
    """ "40" as "40 days", "2 months" in the words of the page."""
    number, _, unit = term.partition(" ")
    return words.count(f"since.{unit or 'days'}", int(number))
