"""How a tradition repeals and amends: clauses of the law that changes another, and the effects that portals link."""

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
PLACES = ("open", "lead", "trail")
_PARTS = frozenset({"lead", "joint", "tail", "front", "part", "part_front", "inside", "stop", "aside"})


@dataclass(frozen=True, slots=True)
class Clause:
    """A verb by which a provision changes another; `object` (OBJECTS) says where the other is named."""

    effect: str
    object: str
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Objects:
    """What binds a verb to what it is said of.

    `lead` is what may stand between the verb and the first of the list after it, `joint` between two members, `tail`
    between the last one and the verb after it, `front` what may stand before a list that comes first. `part` are words
    by which only a part is meant, `part_front` the same before a list that comes first, `inside` the same
    in a citation, `stop` words after which something else is spoken of. `aside` leads to what only tells of a member
    ("modificado por"), at the end `aside_end`.
    """

    lead: re.Pattern[str]
    joint: re.Pattern[str]
    tail: re.Pattern[str]
    front: re.Pattern[str]
    part: re.Pattern[str]
    part_front: re.Pattern[str]
    stop: re.Pattern[str]
    inside: re.Pattern[str]
    aside: re.Pattern[str]
    aside_end: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Hedge:
    """Words by which a clause says nothing of the kind: a denial, a condition, somebody else's words.

    `place`: `open` begins the clause, `lead` stands before the verb, `trail` follows it.
    """

    place: str
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

    clauses: tuple[Clause, ...]
    linked: tuple[Linked, ...]
    objects: Objects
    hedges: tuple[Hedge, ...]
    catch_alls: tuple[re.Pattern[str], ...]
    limits: tuple[re.Pattern[str], ...]
    exceptions: tuple[re.Pattern[str], ...]
    savings: tuple[re.Pattern[str], ...]
    forces: tuple[re.Pattern[str], ...]
    starts: tuple[re.Pattern[str], ...]
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
        for entry in (*table.get("clause", ()), *table.get("linked", ())):
            if entry.get("effect") not in EFFECTS:
                raise ArticuladoError(f"{place}: effect must be one of {', '.join(EFFECTS)}.")
        if set(table.get("object", {})) - _PARTS or any(e.get("place") not in PLACES for e in table.get("hedge", ())):
            raise ArticuladoError(f"{place}: an object has {', '.join(sorted(_PARTS))}; a hedge {', '.join(PLACES)}.")
        said = {name: table.get("object", {}).get(name, "(?!)") for name in _PARTS}
        hedges = zip(table.get("hedge", ()), patterns("hedge"), strict=True)
        clauses = zip(table.get("clause", ()), patterns("clause"), strict=True)
        links = zip(table.get("linked", ()), patterns("linked"), strict=True)
        return cls(
            objects=Objects(
                aside_end=expand(f"(?:{said['aside']})$", pieces, f"{place}, object"),
                **{name: expand(pattern, pieces, f"{place}, object") for name, pattern in said.items()},
            ),
            hedges=tuple(Hedge(entry["place"], pattern) for entry, pattern in hedges),
            linked=tuple(Linked(e["effect"], e["direction"], e.get("court", False), pattern) for e, pattern in links),
            clauses=tuple(Clause(entry["effect"], entry["object"], pattern) for entry, pattern in clauses),
            catch_alls=patterns("catch_all"),
            limits=patterns("limit"),
            exceptions=patterns("exception"),
            savings=patterns("saving"),
            forces=patterns("force"),
            starts=patterns("start"),
            titles=patterns("title"),
        )
