"""How a tradition says when a law begins to hold, and when a term of its own ends (force.toml)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kb.grammar.rules import expand

_NEVER = "(?!)"


@dataclass(frozen=True, slots=True)
class Forcing:
    """The words by which a law says from when it holds.

    `triggers` are pieces of words without which a sentence says nothing of it, in lower case. A sentence begins with
    `law` where the whole law speaks, with `provisions` where it goes on to name some. `before` is what may stand
    between that and the `verb`, `after` what may stand behind the verb. `whens` say from when: the groups of a match
    are `sanctioned` or `promulgated` (the day of that), `next` (the day after), `days`, `months`, `years` (a term
    after), `later` (such a term after the day named first), `date`, `current` (a day that is told by the one on which
    the law speaks), `year` and `condition` (a day that the law does not know). `lastings` say from when and how long,
    `then` stands between provisions and their own day. `untils` say until when (`date` or a term), `terms` begin a
    transitory provision that holds only so long, `expiries` are printed at any that does.
    """

    triggers: tuple[str, ...]
    law: re.Pattern[str]
    provisions: re.Pattern[str]
    verb: re.Pattern[str]
    before: re.Pattern[str]
    after: re.Pattern[str]
    then: re.Pattern[str]
    whens: tuple[re.Pattern[str], ...]
    lastings: tuple[re.Pattern[str], ...]
    untils: tuple[re.Pattern[str], ...]
    terms: tuple[re.Pattern[str], ...]
    expiries: tuple[re.Pattern[str], ...]

    @classmethod
    def of(cls, table: Mapping[str, Any], fragments: Mapping[str, str], tag: str) -> Forcing:
        """The words of a tradition's force.toml; ArticuladoError when a pattern is broken."""
        place = f"{tag}/force.toml"
        verb = table.get("verb", {})
        pieces = {**fragments, **table.get("fragments", {}), "verb": verb.get("pattern", _NEVER)}

        def one(part: str, key: str) -> re.Pattern[str]:
            return expand(table.get(part, {}).get(key, _NEVER), pieces, f"{place}, {part}")

        def each(part: str) -> tuple[re.Pattern[str], ...]:
            return tuple(expand(entry["pattern"], pieces, f"{place}, {part}") for entry in table.get(part, ()))

        return cls(
            triggers=tuple(table.get("triggers", ())),
            law=one("speaker", "law"),
            provisions=one("speaker", "provisions"),
            verb=one("verb", "pattern"),
            before=one("verb", "before"),
            after=one("verb", "after"),
            then=one("then", "pattern"),
            whens=each("when"),
            lastings=each("lasting"),
            untils=each("until"),
            terms=each("term"),
            expiries=each("expiry"),
        )
