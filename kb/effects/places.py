"""What an address says of a provision: whether it is an article, lies below one, or in another."""

from __future__ import annotations

from kb.model import Target

_BELOW = ("num_", "par_", "lit_", "inc_")


def article(target: Target) -> Target | None:
    """The article that a target is or lies in."""
    levels = (target.eid or "").split("__")
    at = next((at for at, level in enumerate(levels) if level.startswith("art_")), None)
    return None if at is None else Target(target.instrument, "__".join(levels[: at + 1]))


def is_article(target: Target) -> bool:
    """Whether a target is an article, or lies in one."""
    return any(level.startswith(("art_", "sec_")) for level in (target.eid or "").split("__"))


def is_part(target: Target) -> bool:
    """Whether a target lies below an article, so that it is only a part of it that is meant."""
    levels = (target.eid or "").split("__")
    return any(level.startswith(_BELOW) for level in levels)


def is_within(target: Target, actor: Target) -> bool:
    """Whether a target is the provision that speaks, or a part of it: no provision repeals itself."""
    own, other = (actor.eid or "").split("__"), (target.eid or "").split("__")
    return target.instrument == actor.instrument and bool(target.eid) and other[: len(own)] == own
