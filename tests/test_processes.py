"""Work that copies of this process share: in order, errors told, nobody left behind."""

from __future__ import annotations

import os
import signal
import time

import pytest

from kb.model import ArticuladoError
from kb.processes import each, worth_while


@pytest.mark.parametrize(("workers", "tasks"), [(1, 5), (2, 5), (3, 500)])
def test_what_is_made_comes_in_the_order_of_the_tasks(workers: int, tasks: int) -> None:
    held, here = {"factor": 3}, os.getpid()
    made = list(each(lambda task: (task * held["factor"], os.getpid()), range(tasks), workers))
    assert [result for result, _ in made] == [3 * task for task in range(tasks)]
    assert (here in {process for _, process in made}) == (workers == 1)


@pytest.mark.parametrize("error", [ArticuladoError("a.txt: no."), OSError(28, "No space left on device")])
def test_an_error_of_a_copy_is_raised_here(error: Exception) -> None:
    def refuse(task: int) -> int:
        if task == 7:
            raise error
        return task

    with pytest.raises(type(error)) as raised:
        list(each(refuse, range(20), 2))
    assert str(raised.value) == str(error)


def test_a_copy_that_is_killed_is_told_in_a_sentence() -> None:
    with pytest.raises(ArticuladoError, match=r"A process of this build was stopped; run it again with --workers 1\."):
        list(each(lambda _: os.kill(os.getpid(), signal.SIGKILL), range(4), 2))


def test_copies_end_when_the_process_that_began_them_is_killed() -> None:
    reading, writing = os.pipe()
    began = os.fork()
    if not began:
        os.close(reading)
        for _ in each(lambda _: (os.write(writing, b"%d\n" % os.getpid()), time.sleep(30)), range(2), 2):
            pass
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as told:
        copies = [int(told.readline()) for _ in range(2)]
        os.kill(began, signal.SIGKILL)
        os.waitpid(began, 0)
        assert told.read() == "", "the pipe is closed when the last copy has ended"
    assert len(set(copies)) == 2


@pytest.mark.parametrize(("workers", "shares", "copies"), [(8, 3, 3), (2, 100, 2), (4, 0, 0)])
def test_copies_are_no_more_than_are_worth_while(workers: int, shares: int, copies: int) -> None:
    assert worth_while(workers, shares) == copies
