"""How a tradition repeals and amends: notes among the words of the victim, clauses of the law that changes another."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kb.grammar.rules import expand
from kb.model import ArticuladoError

EFFECTS = (
    "repeal",
    "substitution",
    "insertion",
    "renumbering",
    "annulment",
    "unconstitutionality",
    "upholding",
    "conditional-upholding",
    "re-enactment",
    "inapplication",
)


# Where a clause names what it changes: after its verb, before it, or before it and else after it.
OBJECTS = ("after", "before", "either")


@dataclass(frozen=True, slots=True)
class Note:
    """A note among the words of an article; its group `scope` names the part that it is about."""

    effect: str
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Clause:
    """A verb by which a provision changes another; `object` (OBJECTS) says where the other is named."""

    effect: str
    object: str
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Linked:
    """A verb by which a portal links an effect beside an article; its group `part` says that it is only partial."""

    effect: str
    direction: str
    court: bool
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Changing:
    """The words of repeals and amendments."""

    notes: tuple[Note, ...]
    clauses: tuple[Clause, ...]
    linked: tuple[Linked, ...]
    catch_alls: tuple[re.Pattern[str], ...]
    limits: tuple[re.Pattern[str], ...]
    savings: tuple[re.Pattern[str], ...]
    forces: tuple[re.Pattern[str], ...]
    titles: tuple[re.Pattern[str], ...]

    @classmethod
    def of(cls, table: Mapping[str, Any], tag: str) -> Changing:
        """The changing of a tradition's effects.toml; ArticuladoError when a rule is broken."""
        place = f"{tag}/effects.toml"
        pieces = table.get("fragments", {})

        def patterns(name: str) -> tuple[re.Pattern[str], ...]:
            return tuple(expand(entry["pattern"], pieces, f"{place}, {name}") for entry in table.get(name, ()))

        for entry in table.get("clause", ()):
            if entry.get("object") not in OBJECTS:
                raise ArticuladoError(f"{place}: object must be one of {', '.join(OBJECTS)}.")
        for entry in (*table.get("note", ()), *table.get("clause", ()), *table.get("linked", ())):
            if entry.get("effect") not in EFFECTS:
                raise ArticuladoError(f"{place}: effect must be one of {', '.join(EFFECTS)}.")
        notes = zip(table.get("note", ()), patterns("note"), strict=True)
        clauses = zip(table.get("clause", ()), patterns("clause"), strict=True)
        links = zip(table.get("linked", ()), patterns("linked"), strict=True)
        return cls(
            linked=tuple(Linked(e["effect"], e["direction"], e.get("court", False), pattern) for e, pattern in links),
            notes=tuple(Note(entry["effect"], pattern) for entry, pattern in notes),
            clauses=tuple(Clause(entry["effect"], entry["object"], pattern) for entry, pattern in clauses),
            catch_alls=patterns("catch_all"),
            limits=patterns("limit"),
            savings=patterns("saving"),
            forces=patterns("force"),
            titles=patterns("title"),
        )
