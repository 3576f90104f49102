"""The names that a tradition knows its statutes by, each with the days between which it meant which."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kb.grammar.numbers import fold
from kb.model import Alias

# Sorts after every ISO date.
_NEVER = "9"


def aliases(entries: Sequence[Mapping[str, Any]]) -> tuple[tuple[str, Alias], ...]:
    """(id, name) pairs of the `[[alias]]` tables.

    A name means an instrument until the day on which the next entry takes it, where the entry says no other.
    """
    holders: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for entry in entries:
        for name in entry["names"]:
            holders[fold(name)].append((entry.get("since", ""), entry["id"]))
    return tuple(_dated(entry, name, holders[fold(name)]) for entry in entries for name in entry["names"])


def _dated(entry: Mapping[str, Any], name: str, holders: Sequence[tuple[str, str]]) -> tuple[str, Alias]:
    since = entry.get("since")
    later = [day for day, id in holders if id != entry["id"] and day > (since or "")]
    return entry["id"], Alias(name=name, since=since, until=entry.get("until") or min(later, default=None))


def means(alias: Alias, day: str | None) -> bool:
    """Whether a name means its instrument on `day` (ISO); a text of which no day is known is understood as of today."""
    if day is None:
        return alias.until is None
    return (alias.since or "") <= day < (alias.until or _NEVER)


def titled(patterns: Sequence[re.Pattern[str]], lines: Sequence[str]) -> Iterator[str]:
    """The names that the title lines of a statute give it: "Por el cual se adopta el Código de Molinos"."""
    for line in lines:
        for pattern in patterns:
            if found := pattern.search(line):
                yield " ".join(found["name"].split())
