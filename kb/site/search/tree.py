"""The tree of every instrument, for references: kinds and numbers in reading order, each node in a few characters."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence

from kb.analysis import keys
from kb.ids import KINDS, eid
from kb.index import gathered as documents_of
from kb.model import Node
from kb.site.search.written import DIGITS, number


def tree(nodes: Sequence[Node], transitory: Container[str], said: Container[str], incisos: Mapping[str, int]) -> str:
    """The tree of an instrument, its nodes parted by tabs; `said` are the eIds of its documents.

    A node is its kind; how many levels up from the one before its parent stands (0: below it); then nothing when its
    number follows that of the last of its kind, or the number, or "-" for none; then, after "=", its eId where that is
    not made as usual ("+" stands for that of its parent); "!" when its label says that it is transitory (one of those
    words); "?" when it has no words; and after "*" how many incisos it has.
    """
    return "\t".join(_tree(nodes, transitory, said, incisos))


def _tree(
    nodes: Sequence[Node], transitory: Container[str], said: Container[str], incisos: Mapping[str, int]
) -> Iterator[str]:
    heads = {node.eid: first for first, own in documents_of(nodes).items() for node in own}
    above: list[str] = []
    last: dict[str, str] = {}
    for node in nodes:
        depth = above.index(node.parent) + 1 if node.parent in above else 0
        up = len(above) - depth
        told = "" if node.number is not None and node.number == _next(last.get(node.kind)) else node.number or "-"
        kind = DIGITS[KINDS.index(node.kind) + 1]
        marks = "!" * any(word in transitory for word in keys(node.label))
        empty = "?" * (node.eid not in said and heads[node.eid] == node.eid)
        paragraphs = f"*{incisos[node.eid]}" if node.eid in incisos else ""
        yield f"{kind}{number(up)}{told}{_address(node)}{marks}{empty}{paragraphs}"
        above = [*above[:depth], node.eid]
        last[node.kind] = node.number or ""


def _next(number: str | None) -> str:
    return str(int(number) + 1) if number and number.isascii() and number.isdecimal() else "1"


def _address(node: Node) -> str:
    """The eId where the usual one is another."""
    if node.number is not None and node.eid == eid(node.kind, node.number):
        return ""
    if node.parent and node.eid.startswith(f"{node.parent}__"):
        rest = node.eid.removeprefix(f"{node.parent}__")
        usual = node.number is not None and node.eid == eid(node.kind, node.number, node.parent)
        return "=+" if usual else f"=+{rest}"
    return f"={node.eid}"
