"""What documents are called that a law approves and prints: treaties, statutes, contracts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kb.grammar.numbers import fold

_FIRST = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Annexing:
    """The words of documents that a law prints beside its own articles.

    `treaties` and `others` are their nouns, folded; a treaty may be called by the noun of another kind ("el Tratado",
    of a convention). `this` are the words before a noun that make it the document that speaks; `until` those behind
    which a title only says where it was made. A treaty that is only named is of the type `address`. `approving` finds
    in a law's title the `name` of what it approves.
    """

    treaties: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    this: tuple[str, ...] = ()
    until: frozenset[str] = frozenset()
    approving: tuple[re.Pattern[str], ...] = ()
    folded: frozenset[str] = frozenset()
    folded_treaties: frozenset[str] = frozenset()
    address: str = ""

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> Annexing:
        """The table `annexed` of a tradition's citations."""
        treaties, others = tuple(table.get("treaties", ())), tuple(table.get("others", ()))
        return cls(
            treaties=treaties,
            others=others,
            this=tuple(table.get("this", ())),
            until=frozenset(map(fold, table.get("until", ()))),
            approving=tuple(re.compile(entry["pattern"], re.IGNORECASE) for entry in table.get("approving", ())),
            folded=frozenset(map(fold, (*treaties, *others))),
            folded_treaties=frozenset(map(fold, treaties)),
            address=table.get("address", ""),
        )

    def noun(self, heading: str) -> str:
        """The noun, folded, by which a heading says that it is a document's title; empty when it is none."""
        first = _FIRST.search(heading)
        said = fold(first[0]) if first else ""
        return said if said in self.folded else ""

    def approved(self, line: str) -> list[str]:
        """The names of what the title line of a law approves."""
        return [found["name"] for pattern in self.approving if (found := pattern.search(line))]

    def treaty(self, name: str) -> str:
        """The type of what `name` names, when that is a treaty; else empty."""
        return self.address if fold(name.partition(" ")[0]) in self.folded_treaties else ""

    def own(self) -> list[str]:
        """The phrases by which a document names itself: "este Convenio"."""
        return [f"{word} {noun}" for noun in (*self.treaties, *self.others) for word in self.this]
