"""Citations, effects and the rest as flat rows: the columns are stable, and README names them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from kb.listings.words import Names, done, said, said_run, when
from kb.model import Citation, Effect, Target
from kb.query.register import held
from kb.ranges import Group

if TYPE_CHECKING:
    from kb.store import StoredProblem

EFFECT_COLUMNS = (
    "affected_instrument", "affected_title", "affected_eid", "affected", "kind", "scope", "words",
    "affecting_instrument", "affecting_title", "affecting_eid", "affecting", "date", "date_origin", "bound",
    "date_in_words", "held", "grade", "evidence", "source", "start", "end", "look_at",
)  # fmt: skip
RANGE_COLUMNS = ("range", "count", *EFFECT_COLUMNS)
CITATION_COLUMNS = (
    "direction", "instrument", "title", "eid", "quote", "resolution", "to_instrument", "to_title", "to_eid",
    "source", "line", "start", "end",
)  # fmt: skip


def effect_row(
    effect: Effect, names: Names, day: str | None = None, flags: Sequence[StoredProblem] = ()
) -> dict[str, Any]:
    """One effect; `held` says whether it did on the day asked for, the evidence is all its quotes.

    `look_at` is what is odd about the number of the provision reached.
    """
    proof = effect.evidence[0] if effect.evidence else None
    known = {
        name: getattr(effect, name) for name in ("kind", "scope", "words", "grade", "date", "date_origin", "bound")
    }
    return {
        **_end("affected", effect.affected, names),
        **_end("affecting", effect.affecting, names),
        **known,
        "date_in_words": when(effect, names),
        "held": held(effect, day) if day else "",
        "evidence": " | ".join(dict.fromkeys(e.quote for e in effect.evidence)),
        "source": proof and proof.source,
        "start": proof and proof.start,
        "end": proof and proof.end,
        "look_at": _messages([effect], flags),
    }


def _messages(effects: Sequence[Effect], flags: Sequence[StoredProblem]) -> str:
    places = {(e.affected.instrument, e.affected.eid) for e in effects if e.affected}
    return " | ".join(flag.message for flag in flags if (flag.instrument, flag.eid) in places)


def range_rows(
    group: Group, names: Names, day: str | None = None, flags: Sequence[StoredProblem] = ()
) -> list[dict[str, Any]]:
    """One row for each run of a group: its first effect, how the run is said, and how many it holds."""
    return [
        {
            "range": said_run(run),
            "count": len(run),
            **effect_row(run[0], names, day),
            "look_at": _messages(run, flags),
        }
        for run in group.runs
    ]


def effect_value(effect: Effect, names: Names, day: str | None = None) -> dict[str, Any]:
    """One effect for JSON: the record as exported, and how it is said."""
    told = {"done": done(effect), "by": names.of(effect.affecting), "date_in_words": when(effect, names)}
    return {**asdict(effect), **told, "held": held(effect, day) if day else None}


def group_value(group: Group, names: Names, day: str | None = None) -> dict[str, Any]:
    """A group for JSON: what its effects share, the runs, and every provision reached with its evidence."""
    shared = effect_value(group.head, names, day)
    proofs = shared.pop("evidence")
    members = [{"affected": e.affected, "evidence": e.evidence} for e in group.effects]
    runs = [{"range": said_run(run), "count": len(run)} for run in group.runs]
    return {**shared, "count": len(members), "runs": runs, "evidence": proofs[:1], "members": members}


def citation_rows(citation: Citation, direction: str, names: Names) -> list[dict[str, Any]]:
    """One row for each target of a citation; one with an empty target where it has none."""
    known = {name: getattr(citation, name) for name in CITATION_COLUMNS if hasattr(citation, name)}
    own = {"direction": direction, **known, "title": names.title(Target(citation.instrument))}
    return [
        {**own, "to_instrument": t and t.instrument, "to_title": names.title(t), "to_eid": t and t.eid}
        for t in citation.targets or (None,)
    ]


def _end(name: str, target: Target | None, names: Names) -> dict[str, Any]:
    return {
        f"{name}_instrument": target and target.instrument,
        f"{name}_title": names.title(target),
        f"{name}_eid": target and target.eid,
        name: (said(target.eid) or "the whole") if target else "",
    }
