"""What instruments do to each other, drawn together by pair, and which of them are tied to most others."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kb.ids import natural
from kb.site.ties import Deed, Ties
from kb.site.words import Words

# An instrument that acts, and one that is reached; "" for what is not named.
Ends = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Pair:
    """All that one instrument did to another, in the order of the register."""

    actor: str
    victim: str
    deeds: tuple[Deed, ...]

    @property
    def effects(self) -> int:
        """How many provisions were reached, each as often as it was."""
        return sum(len(deed.group.effects) for deed in self.deeds)

    @property
    def kinds(self) -> tuple[tuple[str, int], ...]:
        """The kinds of effect with their numbers, the commonest first."""
        return counts((deed.head.kind, len(deed.group.effects)) for deed in self.deeds)


def pairs(ties: Ties) -> Mapping[Ends, Pair]:
    """Every pair of the register, by its ends, in the order of its first effect."""
    found: dict[Ends, list[Deed]] = defaultdict(list)
    for deed in ties.register:
        found[deed.actor, deed.victim].append(deed)
    return {ends: Pair(*ends, tuple(deeds)) for ends, deeds in found.items()}


def counts(some: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    """Numbers added up by name, the greatest first, then by name."""
    total: Counter[str] = Counter()
    for name, n in some:
        total[name] += n
    return tuple(sorted(total.items(), key=lambda pair: (-pair[1], pair[0])))


def summed(deeds: Iterable[Deed], fact: str) -> tuple[tuple[str, int], ...]:
    """How many effects of each kind, or of each grade."""
    return counts((getattr(deed.head, fact), len(deed.group.effects)) for deed in deeds)


def most_tied(ids: Sequence[str], joined: Iterable[Ends], most: int) -> tuple[str, ...]:
    """At most so many of the instruments, those with the most others at the end of a tie, in the order of `ids`."""
    others: dict[str, set[str]] = defaultdict(set)
    for one, other in joined:
        if one and other and one != other:
            others[one].add(other)
            others[other].add(one)
    first = sorted(ids, key=lambda id: (-len(others[id]), natural(id)))[:most]
    return tuple(id for id in ids if id in set(first))


def told(words: Words, kind: str, n: int) -> str:
    """ "3 repeals"; a kind that the words don't know by its name."""
    key = f"effect.{kind}.count"
    return words.count(key, n) if f"{key}.one" in words.table else f"{words.number(n)} × {kind}"


def short(name: str, most: int) -> str:
    """A name cut to so many characters."""
    return name if len(name) <= most else f"{name[: most - 1].rstrip(' ,.;:')}…"
