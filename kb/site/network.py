"""Who acts on whom and who cites whom as a graph, laid out when the site is made, the same each time.

Those who only act or cite stand on the left, those who only are reached on the right, the others between them. Within a
column an instrument stands near those it is tied to (the barycentres of Sugiyama's method, a few rounds of them).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kb.ids import natural
from kb.site.library import Library
from kb.site.pairs import Ends, Pair, most_tied, pairs
from kb.site.timeline import thickness

# As many instruments and ties are drawn; of more, those with the most ties and effects.
_MOST, _TIES = 30, 120
BOX, HEIGHT = 184, 32
_GAP, _STEP, _MARGIN, _ROUNDS = 104, 48, 8, 6
# Where on a line its number may stand, in hundredths of it, the best place first.
_SPOTS = (50, 40, 60, 30, 70, 20, 80, 15, 85, 10)
Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Box:
    """An instrument with the upper left corner of its box."""

    id: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Tie:
    """What one instrument does to another and how often it cites it; `pair` is None where it only cites."""

    ends: Ends
    pair: Pair | None
    mentions: int

    @property
    def effects(self) -> int:
        return self.pair.effects if self.pair else 0


@dataclass(frozen=True, slots=True)
class Edge:
    """A tie that is drawn: its curve, its arrow, and the spot where its number has room."""

    tie: Tie
    curve: str
    arrow: str
    spot: Point | None
    width: int


@dataclass(frozen=True, slots=True)
class Network:
    """What is drawn, with its size; `ties` lie between the boxes, `left` instruments and `ties_left` have no room."""

    boxes: tuple[Box, ...]
    edges: tuple[Edge, ...]
    ties: tuple[Tie, ...]
    width: int
    height: int
    left: int
    ties_left: int


def network(library: Library) -> Network:
    """The graph of a library; an instrument without a tie is not in it."""
    every = _ties(library)
    tied = {id for ends in every for id in ends}
    ids = [work.instrument.id for work in library.works if work.instrument.id in tied]
    chosen = set(most_tied(ids, every, _MOST))
    between = [tie for tie in every.values() if chosen.issuperset(tie.ends)]
    shown = sorted(between, key=lambda tie: (-tie.effects, -tie.mentions, *map(natural, tie.ends)))[:_TIES]
    drawn = _drawn(shown)
    boxes = _boxes([id for id in ids if id in chosen], [tie.ends for tie in drawn])
    edges = _edges(drawn, boxes)
    width = max((box.x + BOX for box in boxes.values()), default=0) + _MARGIN + (_GAP if _bulges(drawn, boxes) else 0)
    height = max((box.y + HEIGHT for box in boxes.values()), default=0) + _MARGIN
    left = (len(ids) - len(boxes), len(between) - len(shown))
    return Network(tuple(boxes.values()), edges, _in_order(shown), width, height, *left)


def _ties(library: Library) -> Mapping[Ends, Tie]:
    acts, mentions = pairs(library.ties), library.ties.mentions
    found = {ends: Tie(ends, acts.get(ends), mentions[ends]) for ends in (*acts, *mentions)}
    return {ends: tie for ends, tie in found.items() if all(ends) and ends[0] != ends[1]}


def _drawn(ties: Iterable[Tie]) -> list[Tie]:
    """What acts, and what only cites: a note's citation of the law that repealed is the repeal's own line."""
    some = list(ties)
    acting = {tie.ends for tie in some if tie.pair}
    return [tie for tie in some if tie.pair or (tie.ends[1], tie.ends[0]) not in acting]


def _in_order(ties: Iterable[Tie]) -> tuple[Tie, ...]:
    return tuple(sorted(ties, key=lambda tie: tuple(map(natural, tie.ends))))


def _boxes(ids: Sequence[str], ties: Sequence[Ends]) -> dict[str, Box]:
    columns = _columns(ids, ties)
    tallest = max((len(column) for column in columns), default=0)
    return {
        id: Box(id, _MARGIN + at * (BOX + _GAP), _MARGIN + (tallest - len(column)) * _STEP // 2 + row * _STEP)
        for at, column in enumerate(columns)
        for row, id in enumerate(column)
    }


def _columns(ids: Sequence[str], ties: Sequence[Ends]) -> list[list[str]]:
    acting, reached = {one for one, _ in ties}, {other for _, other in ties}
    sides = {id: 0 if id not in reached else 1 if id in acting else 2 for id in ids if id in acting | reached}
    columns = [sorted((id for id in sides if sides[id] == side), key=natural) for side in range(3)]
    near: dict[str, list[str]] = defaultdict(list)
    for one, other in ties:
        near[one].append(other)
        near[other].append(one)
    for _ in range(_ROUNDS):
        for at, column in enumerate(columns):
            heights = {id: row / len(some) for some in columns for row, id in enumerate(some)}
            columns[at] = sorted(column, key=lambda id: (_mean([heights[n] for n in near[id]]), natural(id)))
    return [column for column in columns if column]


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 6) if values else 0.0


def _edges(ties: Sequence[Tie], boxes: Mapping[str, Box]) -> tuple[Edge, ...]:
    """The lines, each number where neither a box nor another number stands, or nowhere: the table has it too."""
    edges: list[Edge] = []
    for tie in ties:
        line, arrow = _line(*(boxes[id] for id in tie.ends))
        spots = [_point(line, part / 100) for part in _SPOTS]
        taken = [edge.spot for edge in edges if edge.tie.pair and edge.spot]
        spot = next((spot for spot in spots if _free(spot, taken, boxes.values())), None)
        (x, y), *rest = line
        curve = f"M{x} {y}C" + " ".join(f"{x} {y}" for x, y in rest)
        edges.append(Edge(tie, curve, arrow, spot, thickness(tie.effects)))
    return tuple(edges)


def _line(one: Box, other: Box) -> tuple[Sequence[Point], str]:
    """The four points of a curve from one box to another, and its arrow: past the right side within a column."""
    x, y, end = one.x + BOX, one.y + HEIGHT // 2, other.y + HEIGHT // 2
    if one.x < other.x:
        tip, back, bend = other.x, -8, ((x + other.x) // 2,) * 2
    else:
        out = x + 40 + min(_GAP - 40, abs(y - end) // 4)
        tip, back, bend = x, 8, (out, out)
    arrow = f"M{tip + back} {end - 5}L{tip} {end}L{tip + back} {end + 5}z"
    return ((x, y), (bend[0], y), (bend[1], end), (tip + back, end)), arrow


def _point(line: Sequence[Point], t: float) -> Point:
    """The point of a cubic curve at `t`, from 0 to 1."""
    parts = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3)
    x, y = (round(sum(part * point[axis] for part, point in zip(parts, line, strict=True))) for axis in (0, 1))
    return x, y


def _free(spot: Point, taken: Iterable[Point], boxes: Iterable[Box]) -> bool:
    x, y = spot
    near = (abs(x - other) < 26 and abs(y - level) < 14 for other, level in taken)
    over = (box.x - 14 < x < box.x + BOX + 14 and box.y - 8 < y < box.y + HEIGHT + 8 for box in boxes)
    return not any(near) and not any(over)


def _bulges(ties: Iterable[Tie], boxes: Mapping[str, Box]) -> bool:
    """Whether a line bulges out on the right of the last column."""
    last = max((box.x for box in boxes.values()), default=0)
    return any(boxes[one].x == boxes[other].x == last for one, other in (tie.ends for tie in ties))
