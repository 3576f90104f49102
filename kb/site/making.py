"""Makes the groups of a site that differ from the last one, in one process or several.

What is made does not depend on how many there are: each group is made from the library alone, and kept in the order of
the plan.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.processes import each, worth_while
from kb.site.folder import Changes
from kb.site.links import Asked, Reader
from kb.site.pages import Setter
from kb.site.plan import Group
from kb.site.record import Made

# Another process costs about as much as so many pages.
_WORTH = 300


@dataclass(frozen=True, slots=True)
class Maker:
    """Makes groups into `new`: sets their pages, reads their links, makes ready what differs."""

    setter: Setter
    reader: Reader
    new: Changes

    def make(self, group: Group, digest: str) -> Made:
        """One group, made ready."""
        sizes, written, pages = list[tuple[str, int]](), list[str](), list[tuple[str, str]]()
        for path, content in self.setter.contents(group):
            sizes.append((path, len(content)))
            if path.endswith(".html"):
                pages.append((path, content.decode()))
            if self.new.put(path, content):
                written.append(path)
        asked, ids = self.reader.read(pages)
        own = [(page, path, id) for page, path, id in asked.links if path in ids]
        broken = [(page, f"{path}#{id}") for page, path, id in own if id and id not in ids[path]]
        others = tuple(link for link in asked.links if link[1] not in ids)
        told = Asked(asked.count, others, (*asked.broken, *broken))
        return Made(group.key, digest, tuple(sizes), len(pages), told, tuple(written))


Task = tuple[Group, str]


def every(maker: Maker, tasks: Sequence[Task], workers: int) -> Iterator[Made]:
    """Each of the groups, made, in order. ArticuladoError or OSError as one of them has it."""
    pages = sum(len(group.paths) for group, _ in tasks)
    copies = worth_while(min(workers, len(tasks)), pages // _WORTH)
    return each(lambda number: maker.make(*tasks[number]), range(len(tasks)), copies, maker.setter.alone)
