"""Makes the groups of a site that differ from the last one, in one process or several.

What is made does not depend on how many there are: each group is made from the library alone, and kept in the order of
the plan.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection, wait

from kb.model import ArticuladoError
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
    """Each of the groups, made; in any order. ArticuladoError or OSError as one of them has it."""
    worth = min(workers, len(tasks), sum(len(group.paths) for group, _ in tasks) // _WORTH)
    # Where a process cannot begin as a copy of this one, it would have to read everything again.
    if worth < 2 or "fork" not in get_all_start_methods():
        return (maker.make(*task) for task in tasks)
    return _shared(maker, tasks, worth)


def _shared(maker: Maker, tasks: Sequence[Task], workers: int) -> Iterator[Made]:
    """The groups shared out among processes, each given the next one when it is ready."""
    fork, ends = get_context("fork"), list[Connection]()
    processes = []
    try:
        for _ in range(workers):
            here, there = fork.Pipe()
            process = fork.Process(target=_serve, args=(maker, tasks, there, here), daemon=True)
            process.start()
            there.close()
            ends.append(here)
            processes.append(process)
        yield from _dealt(ends, len(tasks))
    finally:
        for end in ends:
            end.close()
        for process in processes:
            process.terminate()
            process.join()


def _dealt(ends: Sequence[Connection], count: int) -> Iterator[Made]:
    left, open_ends = iter(range(count)), list(ends)
    for end in ends:
        end.send(next(left, None))
    while open_ends:
        for end in (ready for ready in wait(open_ends) if isinstance(ready, Connection)):
            found = _received(end)
            if found is None:
                open_ends.remove(end)
                continue
            end.send(next(left, None))
            yield found


def _received(end: Connection) -> Made | None:
    """What a worker has made, None when it has no more to do; its error is raised."""
    try:
        found = end.recv()
    except EOFError as error:
        raise ArticuladoError("A process that makes pages was stopped; run it again with --workers 1.") from error
    if isinstance(found, Exception):
        raise found
    assert found is None or isinstance(found, Made)
    return found


def _serve(maker: Maker, tasks: Sequence[Task], end: Connection, other: Connection) -> None:
    """Make what is asked for by number until there is no more."""
    other.close()
    maker.setter.alone()
    try:
        for number in _asked(end.recv):
            end.send(maker.make(*tasks[number]))
        end.send(None)
    except (ArticuladoError, OSError) as error:
        end.send(error)


def _asked(receive: Callable[[], int | None]) -> Iterable[int]:
    while (number := receive()) is not None:
        yield number
