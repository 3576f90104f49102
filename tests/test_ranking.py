"""What comes first of what was found: the rules of ranking, one by one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kb.index import Clause
from kb.query.ranking import Evidence, Match, shared_out, weighed, worth

RESERVE, FUND = Match(200, 207, 0), Match(208, 212, 1)
BOTH = weighed([Clause((("reserve",),), ("reserv",)), Clause((("fund",),), ("fund",))], [2.0, 2.0])
PLAIN = Evidence(heading=(), text=(RESERVE, FUND), above=(), headed=True, length=900, kind="article", status="")


@pytest.mark.parametrize(
    ("why", "better", "worse"),
    [
        ("all words before some", PLAIN, replace(PLAIN, text=(RESERVE,))),
        ("the very word before another for the idea", PLAIN, replace(PLAIN, text=(RESERVE, replace(FUND, worth=0.85)))),
        ("often before once", replace(PLAIN, text=(RESERVE, FUND, Match(220, 224, 1))), PLAIN),
        ("short before long", PLAIN, replace(PLAIN, length=9000)),
        ("the heading before the text", replace(PLAIN, heading=(Match(0, 7, 0),)), PLAIN),
        ("the first words of what has no heading", replace(PLAIN, text=(Match(4, 11, 0), FUND), headed=False), PLAIN),
        (
            "what its chapter is called",
            replace(PLAIN, text=(FUND,), above=(Match(0, 7, 0),)),
            replace(PLAIN, text=(FUND,)),
        ),
        (
            "what it says before what its chapter is called",
            PLAIN,
            replace(PLAIN, text=(FUND,), above=(Match(0, 7, 0),)),
        ),
        ("in force before repealed", PLAIN, replace(PLAIN, status="repealed")),
        ("an article before a chapter", PLAIN, replace(PLAIN, kind="chapter")),
    ],
)
def test_what_comes_first(why: str, better: Evidence, worse: Evidence) -> None:
    assert worth(better, BOTH) > worth(worse, BOTH), why


def test_what_was_repealed_still_comes_before_what_answers_much_less() -> None:
    assert worth(replace(PLAIN, status="repealed"), BOTH) > worth(replace(PLAIN, text=(RESERVE,)), BOTH)


def test_a_rare_word_counts_more_than_a_common_one() -> None:
    uneven = weighed([Clause((("usufruct",),), ("usufruct",)), Clause((("bank",),), ("bank",))], [4.0, 0.5])
    assert worth(replace(PLAIN, text=(RESERVE,)), uneven) > worth(replace(PLAIN, text=(FUND,)), uneven)


@pytest.mark.parametrize(
    ("other", "place"),
    [(0.75, 9), (0.2, 12)],
    ids=["nearly as good", "far worse"],
)
def test_a_language_with_a_good_answer_is_on_the_first_page(other: float, place: int) -> None:
    ranked = [*((0.9, "es") for _ in range(12)), (other, "en"), (other, "en")]
    assert shared_out(ranked).index(12) == place


def test_nothing_moves_when_every_language_is_on_the_first_page() -> None:
    ranked = [(0.9, "es"), (0.8, "en"), *((0.7, "es") for _ in range(20))]
    assert shared_out(ranked) == list(range(22))
