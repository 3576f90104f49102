"""Work shared out among processes that begin as copies of this one."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_all_start_methods, get_context
from typing import Any, TypeVar

from kb.model import ArticuladoError

# A process takes its time to begin: it is worth it with so many tasks.
_WORTH = 40
# So many tasks go to a process at once.
_AT_ONCE = 8
# How often, in seconds, a copy looks whether the process that began it is still there.
_LOOK = 0.5

Task = TypeVar("Task")
Made = TypeVar("Made")
# What a copy does with each task; set once in each copy, before its first task.
_work: list[Callable[[Any], Any]] = []


def each(work: Callable[[Task], Made], tasks: Sequence[Task], workers: int) -> Iterator[Made]:
    """What `work` makes of each task, in order, by as many processes as are worth while.

    A copy of this process has all that this one holds; tasks and results alone go from one to another.
    """
    worth = min(workers, len(tasks) // _WORTH)
    # Where a process cannot begin as a copy of this one, it would have to read everything again.
    if worth < 2 or "fork" not in get_all_start_methods():
        yield from map(work, tasks)
        return
    with ProcessPoolExecutor(worth, get_context("fork"), _begin, (work, os.getpid())) as pool:
        try:
            yield from pool.map(_do, tasks, chunksize=_AT_ONCE)
        except BrokenProcessPool as error:
            raise ArticuladoError("A process of this build was stopped; run it again with --workers 1.") from error


def _begin(work: Callable[[Any], Any], parent: int) -> None:
    _work.append(work)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _do(task: Any) -> Any:
    return _work[-1](task)


def _end_with(parent: int) -> None:
    """End this process soon after the one that began it."""
    while os.getppid() == parent:
        time.sleep(_LOOK)
    os._exit(1)
