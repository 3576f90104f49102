"""What stands beside what: the children of each node as pages show them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from kb.ids import is_rule


class Placed(Protocol):
    """What tells where a node stands and how it is called."""

    @property
    def eid(self) -> str: ...
    @property
    def parent(self) -> str | None: ...
    @property
    def kind(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def heading(self) -> str: ...


N = TypeVar("N", bound=Placed)
Children = Mapping[str | None, Sequence[N]]


def children_of(nodes: Sequence[N]) -> Children[N]:
    """Parent -> children in reading order; a node whose parent is unknown stands at the top, so that none is lost.

    A numbered section that is an article in all but name stands beside the one that holds it, as articles do.
    """
    known = {node.eid: node for node in nodes}
    children: dict[str | None, list[N]] = defaultdict(list)
    for node in nodes:
        above = known.get(node.parent or "")
        while above is not None and node.kind == above.kind == "section" and is_rule(above.kind, above.eid):
            above = known.get(above.parent or "")
        children[above.eid if above else None].append(node)
    return children
