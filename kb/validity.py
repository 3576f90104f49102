"""From when a provision holds, and which of its wordings stood on a day: what a text says of its own time.

The windows are the source's ("Vigente desde: … y hasta el: …"): the last day of one belongs to it, one without an end
is open, and between two nothing is known. The words that are printed in the place of the article stood after the last
window; where that one is open, before the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from kb.model import ForcePeriod, Node, Version

_NO_LETTERS = re.compile(r"[\W_]+")


def period_of(
    eid: str | None, known: Mapping[str | None, ForcePeriod], nodes: Mapping[str, Node]
) -> ForcePeriod | None:
    """What holds of the provision `eid`: its own period, else that of what holds it, else that of the whole."""
    while eid is not None:
        if eid in known:
            return known[eid]
        node = nodes.get(eid)
        eid = node.parent if node else eid.rpartition("__")[0] or None
    return known.get(None)


def days_after(day: str, number: int) -> str:
    """The ISO day so many days after `day`, or before it when `number` is below 0."""
    return (date.fromisoformat(day) + timedelta(days=number)).isoformat()


@dataclass(frozen=True, slots=True)
class Stretch:
    """The days from `since` to `until` (both its own, None where it is open) on which one wording stood.

    `place` is that of the version, 0 for the words that are printed in the place of the article; `words` are its
    letters and figures alone, by which wordings are compared.
    """

    place: int
    since: str | None
    until: str | None
    words: str


@dataclass(frozen=True, slots=True)
class WordingAt:
    """What stood on a day: `stretch`, or nothing that is known, between `before` and `after`.

    `changed`: an earlier wording said something else. `unseen`: the words are the same as those that ended on the day
    before they began, so that something else has changed that is not printed. `undated`: there were other words, on
    days that are not known.
    """

    stretch: Stretch | None
    before: Stretch | None
    after: Stretch | None
    changed: bool = False
    unseen: bool = False
    undated: bool = False


@dataclass(frozen=True, slots=True)
class Wordings:
    """The wordings of one article in the order of their days.

    `printed` are the words in its place, `undated` those of older wordings of which no day is known.
    """

    stretches: Sequence[Stretch]
    printed: str
    undated: Sequence[str]

    @classmethod
    def of(cls, printed: str, versions: Iterable[Version]) -> Wordings:
        """The wordings of an article of which `printed` is what stands in its place."""
        listed = list(versions)
        here = letters(printed)
        dated = [Stretch(v.place, v.since, v.until, letters(v.text)) for v in listed if v.since or v.until]
        dated.sort(key=lambda stretch: (stretch.since or "", stretch.until or "9"))
        undated = [letters(v.text) for v in listed if not (v.since or v.until)]
        return cls(_with_printed(dated, here), here, undated)

    def on(self, day: str | None) -> WordingAt:
        """What stood on `day`; None asks for the last that is known."""
        found = self._last() if day is None else self._holding(day)
        if found is None:
            before = [s for s in self.stretches if s.until and day and s.until < day]
            after = [s for s in self.stretches if s.since and day and s.since > day]
            return WordingAt(None, before[-1] if before else None, after[0] if after else None)
        earlier = self.stretches[: self.stretches.index(found)]
        changed = any(stretch.words != found.words for stretch in earlier)
        unseen = bool(earlier) and earlier[-1].words == found.words and earlier[-1].until is not None
        undated = any(words != found.words for words in self.undated)
        return WordingAt(found, None, None, changed or (undated and day is None), unseen, undated)

    def _last(self) -> Stretch | None:
        return self.stretches[-1] if self.stretches else None

    def _holding(self, day: str) -> Stretch | None:
        holding = [s for s in self.stretches if (s.since or "") <= day and (s.until is None or day <= s.until)]
        return holding[-1] if holding else None


def letters(text: str) -> str:
    """The letters and figures of `text` in lower case: what makes two prints of one wording the same."""
    return _NO_LETTERS.sub("", text.lower())


def _with_printed(dated: Sequence[Stretch], printed: str) -> Sequence[Stretch]:
    """The dated wordings with the one in the article's place, before or after them."""
    if not dated:
        return (Stretch(0, None, None, printed),)
    ends = [stretch.until for stretch in dated]
    if None not in ends:
        return (*dated, Stretch(0, days_after(max(end for end in ends if end), 1), None, printed))
    first = dated[0].since
    if first is None:
        return tuple(dated)
    return (Stretch(0, None, days_after(first, -1), printed), *dated)
