"""The texts of the documents in pieces of about one size, for passages, phrases, and the names of hits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kb.model import Inciso, Node, Target
from kb.site.anchors import Stretches
from kb.site.places import Places
from kb.site.search.documents import Document
from kb.site.search.written import Written, listed, written

# Characters of a piece, about: what showing one hit may cost. Of very many articles each question reads a few here and
# a few there, so that pieces are smaller.
SIZE, SMALL, MANY = 24_000, 6_000, 20_000


class Text(NamedTuple):
    """A document as it is written, around what is above it; and how many characters its words have."""

    before: str
    above: str
    after: str
    size: int


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of the texts, and the number of its first document."""

    first: int
    content: Written


def chunks(texts: Sequence[Text]) -> Iterator[Chunk]:
    """The documents in order: eId, link below the folder, label, heading, text, what is above, what is inside.

    What is above is 0 where it is that of the document before.
    """
    most = SIZE if len(texts) <= MANY else SMALL
    first, content, size, last = 0, list[str](), 0, ""
    for at, (before, above, after, own) in enumerate(texts):
        if content and size + own > most:
            yield Chunk(first, listed(content))
            first, content, size = at, [], 0
        content.append(f"{before}{written(above) if above != last or not content else 0}{after}")
        last = above
        size += own + 40
    if content:
        yield Chunk(first, listed(content))


def text_of(document: Document, places: Places, incisos: Stretches) -> Text:
    """A document as it is written."""
    node = document.first
    link = places.link(Target(node.instrument, node.eid))
    own = [node.eid, link.rpartition("/")[2], node.label, node.heading, document.text]
    inside = _inside(document.nodes, incisos)
    after = f",{written(inside)}]" if inside else "]"
    return Text(f"{written(own)[:-1]},", document.above, after, len(document.text))


def _inside(nodes: Sequence[Node], incisos: Stretches) -> list[list[object]]:
    """What is below the first node: eId, label, heading, and where its words begin and end in the text.

    Incisos are told after all nodes: paragraphs of their words, without a label.
    """
    first, *below = nodes
    at, starts = len(" ".join(first.text.split())), list[int]()
    for node in below:
        said = " ".join(f"{node.label} {node.heading} {node.text}{node.tail}".split())
        starts.append(at + (at > 0 and bool(said)))
        at = starts[-1] + len(said)
    ends = [_end(number, below, starts, at) for number in range(len(below))]
    short = [node.eid.removeprefix(f"{first.eid}__") for node in below]
    told: list[list[object]] = [
        [f"_{name}" if name != node.eid else name, node.label, node.heading, start, end]
        for node, name, start, end in zip(below, short, starts, ends, strict=True)
    ]
    for node, start in zip(nodes, [0, *starts], strict=True):
        label = "" if node is first else f"{node.label} {node.heading} "
        told += [
            _paragraph(inciso, f"{label}{node.text}", len(label), start, first) for inciso in incisos.get(node.eid, ())
        ]
    return told


def _paragraph(inciso: Inciso, printed: str, label: int, start: int, first: Node) -> list[object]:
    """An inciso among what is below `first`; `printed` are the words of its node, which begin at `start`."""
    before = " ".join(printed[: label + inciso.first].split())
    words = " ".join(printed[label + inciso.first : label + inciso.last].split())
    begins = start + len(before) + bool(before)
    return [f"_{inciso.eid.removeprefix(f'{first.eid}__')}", "", "", begins, begins + len(words)]


def _end(number: int, below: Sequence[Node], starts: Sequence[int], last: int) -> int:
    """Where the words of a node and of all below it end."""
    own = {below[number].eid}
    for after in range(number + 1, len(below)):
        if below[after].parent not in own:
            return starts[after] - 1
        own.add(below[after].eid)
    return last
