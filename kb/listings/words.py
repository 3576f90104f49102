"""How places, days and grades are said."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kb.ids import said_figure
from kb.model import Effect, ForcePeriod, Instrument, Target
from kb.query.register import UNSURE, held
from kb.ranges import Group, in_part, number

if TYPE_CHECKING:
    from kb.store import Store

INDENT = "   "
_LEVELS = {
    "art": "art.",
    "chp": "chapter",
    "sec": "section",
    "num": "num.",
    "lit": "lit.",
    "par": "par.",
    "inc": "inc.",
}
_DONE = {
    "repeal": "repealed",
    "substitution": "replaced",
    "insertion": "inserted",
    "renumbering": "renumbered",
    "annulment": "annulled",
    "unconstitutionality": "held unconstitutional",
    "upholding": "upheld",
    "conditional-upholding": "upheld on conditions",
    "re-enactment": "re-enacted",
    "inapplication": "set aside",
}
KINDS = tuple(_DONE)
_GRADES = {
    "confirmed": "a note at the provision and the clause it names agree",
    "claimed": "a note at the provision says so; no clause in this corpus bears it out",
    "enacted": "the clause says so; no note in this corpus tells of it",
    "contradicted": "a note says so, and what it names does something else",
    "source-absent": "a note says so and names no source",
    "inferred": "a note names no source, and a clause accounts for it",
}
GRADES = tuple(_GRADES)
_EVENTS = {"sanctioned": "was sanctioned", "passed": "was passed", "promulgated": "was promulgated"}
# Days that are not of the law that acts, and how they are known.
_SAID = {
    "in force": "{actor} says that it holds from that day",
    "clause": "the clause says so",
    "note": "the note says so",
    "ruling": "the day of the ruling",
    "window": "the words before it stood until the day before",
}


@dataclass(frozen=True, slots=True)
class Names:
    """What the instruments of a store are called by people."""

    store: Store

    def title(self, target: Target | None) -> str:
        """The full title of the instrument that a target lies in."""
        instrument = self._own(target)
        return instrument.title if instrument else target.instrument if target else ""

    def short(self, target: Target | None) -> str:
        """The title as far as its number goes: "Ley 45 de 1923"."""
        instrument = self._own(target)
        return _short(instrument) if instrument else target.instrument if target else ""

    def _own(self, target: Target | None) -> Instrument | None:
        instrument = self.store.instrument(target.instrument) if target else None
        return None if instrument is None or instrument.witness_of else instrument

    def of(self, target: Target | None) -> str:
        """ "art. 81 of Ley 42 de 1923"; an unnamed source is said to be one."""
        if target is None:
            return "an unnamed source"
        return f"{said(target.eid)} of {self.short(target)}" if target.eid else self.short(target)


def _short(instrument: Instrument) -> str:
    number, year = instrument.number or "", str(instrument.year or "")
    at = instrument.title.find(year) if year else -1
    if number and at > 0 and number in instrument.title[:at]:
        return instrument.title[: at + len(year)]
    if number and year:
        return f"{instrument.type.replace('-', ' ').capitalize()} {number}/{year}"
    return instrument.title.partition(", ")[0]


def said(eid: str | None) -> str:
    """An eId as people say it: "art. 46 num. 3"."""
    if not eid:
        return ""
    parts = (level.partition("_") for level in eid.split("__"))
    return " ".join(_said_level(prefix, figure) for prefix, _, figure in parts)


def _said_level(prefix: str, figure: str) -> str:
    """One level: "art. 46", "section 4.3"."""
    return f"{_LEVELS.get(prefix, prefix)} {said_figure(prefix, figure)}".strip()


def said_range(group: Group) -> str:
    """The provisions that a group reaches, runs drawn together: "arts. 237-246, 2247, 248-314"."""
    first = number(group.head)
    if len(group.effects) == 1 or first is None:
        return ", ".join(dict.fromkeys(said(e.affected.eid) for e in group.effects if e.affected)) or "the whole"
    if any((number(e) or ("", 0))[0] != "art" for e in group.effects):
        return ", ".join(said(e.affected.eid) for e in group.effects if e.affected)
    return f"arts. {', '.join(map(said_run, group.runs))}"


def said_run(run: Sequence[Effect]) -> str:
    """ "248-314", or the one number."""
    ends = [number(run[0]), number(run[-1])]
    figures = [str(end[1]) for end in ends if end]
    if len(figures) < 2:
        return said(run[0].affected.eid) if run[0].affected else ""
    return figures[0] if len(run) == 1 else "-".join(figures)


def done(effect: Effect) -> str:
    """What was done: "repealed", "repealed in part"."""
    verb = _DONE.get(effect.kind, effect.kind)
    limited = f" ({effect.words})" if effect.words else ""
    return f"{verb}{' in part' if in_part(effect) else ''}{limited}"


def when(effect: Effect, names: Names) -> str:
    """Since when, and of what that is the day: a bound is said to be one."""
    # The court behind a ruling's number is told where it is named first.
    actor, origin = names.short(effect.affecting).partition(" (")[0], effect.date_origin
    if effect.date is None:
        return "since a day that is not known"
    if origin == "year":
        return f"not before {effect.date} (of {actor} only the year is known)"
    if origin in _SAID:
        return f"since {effect.date} ({_SAID[origin].format(actor=actor)})"
    event, plus, term = origin.partition(" + ")
    told = f"{actor} {_EVENTS.get(event, f'is dated ({event})')}"
    if effect.bound:
        if not plus:
            return f"not before {effect.date} ({told} then, and says nothing by which the day is known)"
        return f"not before {effect.date} ({told}, and says that it holds only {_term(term)} after its promulgation)"
    if plus:
        return f"since {effect.date} ({_term(term)} after {told})"
    return f"since {effect.date} ({told} that day)"


def _term(said_: str) -> str:
    """ "40" as "40 days", "2 months" as it is, "1 years" as "1 year"."""
    term = f"{said_} days" if said_.isdecimal() else said_
    return term.removesuffix("s") if term.startswith("1 ") else term


def when_held(period: ForcePeriod) -> str:
    """From when a provision holds, and how that is known: "from 1944-04-19: 40 days after it was promulgated"."""
    event, plus, term = period.origin.partition(" + ")
    quote = f" (“{' '.join(period.quote.split())}”)" if period.quote else ""
    told = f"it {_EVENTS.get(event, f'is dated ({event})')}"
    if period.origin == "year":
        return f"from some day of {(period.since or '')[:4]}, of which only the year is known{quote}"
    if period.origin == "in force":
        return f"from {period.since}{quote}"
    if period.bound:
        counted = f"the day of {_term(term)} after its promulgation" if plus else "from when exactly"
        return f"not before {period.since}: {counted} is not known{quote}"
    return f"from {period.since}: {f'{_term(term)} after ' if plus else 'the day on which '}{told}{quote}"


def graded(effect: Effect) -> str:
    """The grade and what it means."""
    return f"{effect.grade}: {_GRADES.get(effect.grade, '')}".rstrip(": ")


def doubt(effect: Effect, day: str | None) -> str:
    """What is not sure about an effect on the day asked for."""
    if held(effect, day) != UNSURE:
        return ""
    return f"  [not sure on {day}: {'its day is unknown' if effect.date is None else 'its day is only a bound'}]"


def bold(text: str) -> str:
    """`text` in bold where a terminal shows it."""
    return f"\x1b[1m{text}\x1b[0m" if text else ""


def fold(text: str, depth: int, width: int) -> str:
    """`text` set in by `depth`, its lines folded."""
    pad = INDENT * depth
    return "\n".join(
        textwrap.fill(line, width, initial_indent=pad, subsequent_indent=pad + " ") for line in text.splitlines()
    )


def lines(some: Iterable[str]) -> str:
    """The lines that say something, each on its own."""
    return "\n".join(filter(None, some))
