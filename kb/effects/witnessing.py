"""What another file of the same law prints of an effect: second evidence, which settles and adds nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from kb.model import Effect, Evidence, Target


def witnessed(effects: Iterable[Effect], again: Iterable[Effect], texts: Mapping[str, str]) -> list[Effect]:
    """`effects`, each with the places where a witness prints the same; `texts` maps a witness to what it is one of.

    A grade, a status or a day never follows from a witness.
    """
    proofs: dict[tuple[object, ...], list[Evidence]] = defaultdict(list)
    for effect in again:
        key = (effect.kind, _meant(effect.affecting, texts), _meant(effect.affected, texts))
        proofs[key] += [
            replace(proof, instrument=texts.get(proof.instrument, proof.instrument)) for proof in effect.evidence
        ]
    return [_with(effect, proofs.get((effect.kind, effect.affecting, effect.affected), ())) for effect in effects]


def _meant(target: Target | None, texts: Mapping[str, str]) -> Target | None:
    """A place of a witness as the place of the law that it is a text of."""
    return Target(texts.get(target.instrument, target.instrument), target.eid) if target else None


def _with(effect: Effect, more: Sequence[Evidence]) -> Effect:
    return replace(effect, evidence=tuple(dict.fromkeys((*effect.evidence, *more)))) if more else effect
