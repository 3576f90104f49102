"""What a question is answered with: the rungs, the hits, and what is to be said about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kb.model import Instrument, Node, Version
from kb.query.provisions import Target
from kb.query.reference import NOTHING, Reference
from kb.query.snippets import Snippet
from kb.query.typed import EMPTY, Typed

# The rungs of an answer, best first, and what else may be a reason for a hit. FITS: only filters were typed.
# MISPRINT: the number that was asked for is probably the one which is misprinted there. GUESS: the law that was named
# is not here, and this is numbered so in another.
REFERENCE, PHRASE, ALL_WORDS, SOME_WORDS, NO_RUNG = "reference", "phrase", "all words", "some words", "nothing"
FITS, DID_YOU_MEAN = "filter", "did you mean"
MISPRINT, GUESS = "misprint", "guess"
MENTION, IN_HEADING = "mention", "heading"

# What may be said of a question beside its answer.
ONLY_EXCLUDED, UNKNOWN_VALUE, ABSENT, NO_KIND = "only-excluded", "unknown-value", "absent", "no-such-kind"
# The law that was named is not here, or nobody knows it: `value` is the sentence.
LAW_ABSENT = "law-absent"
FACETS = ("instrument", "status", "language", "chapter")


@dataclass(frozen=True, slots=True)
class Hint:
    """Something that could not be done as typed: `code`, and of a filter its `field`, its `value` and what is known.

    `near` are names that come close to the value. Of a reference to a kind of provision that its laws do not have
    `value` is the kind, and `known` are the titles of these laws.
    """

    code: str
    field: str = ""
    value: str = ""
    known: tuple[str, ...] = ()
    near: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a place must have and must not have, by fields of the index; and what could not be understood."""

    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    barred: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    hints: tuple[Hint, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.fields or self.barred)


_UNKNOWN = {"in": "no such instrument", "lang": "no text is written in it", "date": "not a date"}
# Of instruments there may be thousands, and their ids tell little.
_MANY, _MANY_INSTRUMENTS = 20, 5


def unknown(name: str, value: str, known: Sequence[str], near: Sequence[str] = ()) -> str:
    """A sentence on a value of this filter that means nothing, with what would: what is `near` it, if anything."""
    most = _MANY_INSTRUMENTS if name == "in" else _MANY
    some = ", ".join(near or known[:most]) + (" …" if not near and len(known) > most else "")
    there = "write it like" if name == "date" else "nearest:" if near else "there are"
    return f"{name} {value}: {_UNKNOWN.get(name, f'no such {name}')}; {there} {some}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One place that answers: a provision, or an instrument as a whole when `node` is None.

    `part` is the eId of the item or paragraph inside it that answers best, when it is one. `version` is the older
    wording of the provision that answers, when history was asked for; None for today's words. `reasons` begin with the
    rung it was found on (or "mention": it prints the reference that was typed), and go on with "heading" when its
    heading holds what was looked for, and "accionista = shareholder" for each idea of the question that it names in
    other words only. Scores compare within one rung only.
    """

    instrument: Instrument
    node: Node | None
    score: float
    snippet: Snippet
    reasons: tuple[str, ...]
    part: str | None = None
    version: Version | None = None

    @property
    def rung(self) -> str:
        """The rung it was found on, or "mention"."""
        return self.reasons[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a question found: the rung of its first hit, one page of hits, and what was understood of it.

    `total` counts all that the rung of the answer has, whatever the page (where few places have all the words, those
    that have some, too), and `facets` say how many of these each
    instrument, status, language and chapter (by address) has, when they were asked for; `first` is the number of the
    first hit of the page, from 1. `reference` is what the text was read as, `nearest` the numbers that come closest to
    a provision that is not there, `unknown` the words that no text of the corpus prints, `older` how many older
    wordings answer where nothing of today's does, `hints` what could not be done as typed. `suggestions` are questions
    that may have been meant. On the rung "did you mean" the question as typed finds nothing at all, and the hits are
    those of `meant`, which is one of them.
    """

    rung: str = NO_RUNG
    hits: tuple[Hit, ...] = ()
    total: int = 0
    first: int = 1
    facets: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    typed: Typed = EMPTY
    reference: Reference = NOTHING
    nearest: tuple[Target, ...] = ()
    unknown: tuple[str, ...] = ()
    older: int = 0
    hints: tuple[Hint, ...] = ()
    suggestions: tuple[str, ...] = ()
    meant: str = ""
