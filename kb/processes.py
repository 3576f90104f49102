"""Work shared out among processes that begin as copies of this one."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_all_start_methods, get_context
from typing import Any, TypeVar

from kb.model import ArticuladoError

# So many tasks go to a process at once where there are very many.
_AT_ONCE = 8
# How often, in seconds, a copy looks whether the process that began it is still there.
_LOOK = 0.05

Task = TypeVar("Task")
Made = TypeVar("Made")
# What a copy does with each task; set once in each copy, before its first task.
_work: list[Callable[[Any], Any]] = []


def worth_while(workers: int, shares: int) -> int:
    """How many processes work at `shares` shares, each worth the time that a process takes to begin."""
    # Where a process cannot begin as a copy of this one, it would have to read everything again.
    return min(workers, shares) if "fork" in get_all_start_methods() else 1


def each(
    work: Callable[[Task], Made], tasks: Sequence[Task], workers: int, begin: Callable[[], None] | None = None
) -> Iterator[Made]:
    """What `work` makes of each task, in order, in so many copies of this process, or in this one.

    A copy has all that this process holds: tasks and results alone go from one to another. `begin` is done first in
    each. What a task raises is raised here; ArticuladoError when a copy was killed.
    """
    if workers < 2:
        yield from map(work, tasks)
        return
    at_once = _AT_ONCE if len(tasks) > _AT_ONCE**2 * workers else 1
    pool = ProcessPoolExecutor(workers, get_context("fork"), _begin, (work, begin, os.getpid()))
    try:
        yield from pool.map(_do, tasks, chunksize=at_once)
    except BrokenProcessPool as error:
        raise ArticuladoError("A process of this build was stopped; run it again with --workers 1.") from error
    finally:
        pool.shutdown(cancel_futures=True)


def _begin(work: Callable[[Any], Any], begin: Callable[[], None] | None, parent: int) -> None:
    # Who interrupts a build interrupts the process that began this one, which says so.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    _work.append(work)
    if begin is not None:
        begin()


def _do(task: Any) -> Any:
    return _work[-1](task)


def _end_with(parent: int) -> None:
    """End this process soon after the one that began it, whose lock it holds."""
    while os.getppid() == parent:
        time.sleep(_LOOK)
    os._exit(1)
