"""Where the incisos of an article begin on its pages: a paragraph each, which links can lead to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from kb.ids import is_inciso
from kb.model import Inciso
from kb.site.blocks import paragraphs

# Of one node its incisos in order, by eId.
Stretches = Mapping[str, Sequence[Inciso]]
# Number of a block -> the eId of the inciso that begins there.
Anchors = Mapping[int, str]


def by_node(incisos: Iterable[Inciso]) -> Stretches:
    """The incisos that are no nodes, by the node whose text they stand in."""
    found: dict[str, list[Inciso]] = defaultdict(list)
    for inciso in incisos:
        if inciso.eid != inciso.node:
            found[inciso.node].append(inciso)
    return found


def parted(text: str, incisos: Sequence[Inciso]) -> tuple[str, Anchors]:
    """The text with every inciso a block of its own, and which block begins which."""
    begins: dict[int, str] = {}
    for inciso in reversed(incisos):
        at = inciso.first
        if at and text[at - 1] == "\n" and text[:at].rstrip(" \n") and not text[:at].endswith("\n\n"):
            text = f"{text[:at]}\n{text[at:]}"
            begins = {place + 1: eid for place, eid in begins.items()}
            at += 1
        begins[at] = inciso.eid
    anchors = {block: begins[at] for block, at, _ in paragraphs(text) if at in begins}
    return text, anchors


def counted(eid: str) -> tuple[str, int]:
    """(what an inciso is a paragraph of, which one) of its eId; ("", 0) of any other."""
    parent, _, level = eid.rpartition("__")
    number = level.partition("_")[2]
    return (parent, int(number)) if is_inciso(eid) and number.isdecimal() else ("", 0)
