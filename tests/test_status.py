"""The state of a provision on a day: what it follows from, and what is not sure."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.build import build
from kb.model import (
    AMENDED,
    AS_GIVEN,
    EMPTY,
    PARTLY_REPEALED,
    PARTLY_STRUCK_DOWN,
    REPEALED,
    STRUCK_DOWN,
    UNKNOWN,
    Effect,
    Evidence,
    Node,
    Target,
)
from kb.query.provisions import provisions
from kb.query.standing import status_of
from kb.status import Standing
from kb.store import Store
from tests.conftest import ROOT

LAW = "zz/ley/1930/5"


def _node(eid: str, kind: str, parent: str | None = None, status: str = AS_GIVEN) -> Node:
    return Node(
        instrument=LAW,
        eid=eid,
        kind=kind,
        label=eid,
        number="1",
        heading="",
        text="",
        parent=parent,
        order=0,
        source="f",
        line=1,
        start=0,
        end=0,
        status=status,
    )


NODES = (
    _node("chp_1", "chapter"),
    _node("art_1", "article", "chp_1"),
    _node("art_1__par_1", "paragraph", "art_1"),
    _node("art_2", "article", "chp_1"),
    _node("art_3", "article", status=EMPTY),
)
EIDS = [None, *(n.eid for n in NODES)]
PROOF = Evidence(instrument=LAW, eid="art_1", source="f", start=0, end=1, quote="x")


def effect(kind: str, eid: str | None, date: str | None, scope: str = "whole", words: str = "") -> Effect:
    """An effect upon a node of the law, or with eid None upon all of it."""
    return Effect(
        kind=kind,
        affecting=Target("zz/ley/1940/7", "art_1"),
        affected=None if scope == "catch-all" else Target(LAW, eid),
        scope=scope,
        words=words,
        grade="enacted",
        date=date,
        date_origin="sanctioned" if date else "",
        bound=False,
        evidence=(PROOF,),
    )


REPEAL = effect("repeal", "art_1", "1940-04-04")
AMENDMENT = effect("substitution", "art_1", "1935-01-01")

# effects, node asked for, day, state
AT: list[tuple[str, list[Effect], str | None, str | None, str]] = [
    ("nothing was done", [], "art_1", None, AS_GIVEN),
    ("nothing was printed either", [], "art_3", None, EMPTY),
    ("no such provision", [REPEAL], "art_9", None, UNKNOWN),
    ("the day before", [REPEAL], "art_1", "1940-04-03", AS_GIVEN),
    ("the day itself", [REPEAL], "art_1", "1940-04-04", REPEALED),
    ("amended, then repealed", [REPEAL, AMENDMENT], "art_1", "1939-01-01", AMENDED),
    ("amended, then repealed, in the end", [REPEAL, AMENDMENT], "art_1", None, REPEALED),
    ("what is below falls with it", [REPEAL], "art_1__par_1", None, REPEALED),
    ("what is beside does not", [REPEAL], "art_2", None, AS_GIVEN),
    ("what holds it does not", [REPEAL], "chp_1", None, AS_GIVEN),
    ("a chapter takes its articles", [effect("repeal", "chp_1", None)], "art_2", None, REPEALED),
    ("a law takes all", [effect("repeal", None, None)], "art_1__par_1", None, REPEALED),
    ("a part shows on the whole", [effect("repeal", "art_1__par_1", None, "part")], "art_1", None, PARTLY_REPEALED),
    ("all of that part is repealed", [effect("repeal", "art_1__par_1", None, "part")], "art_1__par_1", None, REPEALED),
    (
        "a limit leaves the rest",
        [effect("repeal", None, None, "part", "en cuanto a x")],
        "art_2",
        None,
        PARTLY_REPEALED,
    ),
    ("an amended chapter says nothing of an article", [effect("substitution", "chp_1", None)], "art_2", None, AS_GIVEN),
    ("revived", [REPEAL, effect("re-enactment", "art_1", "1941-01-01")], "art_1", None, AS_GIVEN),
    ("struck down", [effect("unconstitutionality", "art_1", None)], "art_1", None, STRUCK_DOWN),
    ("annulled", [effect("annulment", "art_1", None)], "art_1", None, STRUCK_DOWN),
    ("struck down in words", [effect("annulment", "art_1", None, "part", "x")], "art_1", None, PARTLY_STRUCK_DOWN),
    ("struck down below", [effect("annulment", "art_1__par_1", None)], "art_1", None, PARTLY_STRUCK_DOWN),
    ("struck down after its repeal", [REPEAL, effect("annulment", "art_1", "1950-01-01")], "art_1", None, REPEALED),
    ("suspended", [effect("inapplication", "art_1", None)], "art_1", None, UNKNOWN),
    ("suspended in part", [effect("inapplication", "art_1", None, "part", "x")], "art_1", None, AS_GIVEN),
    ("upheld", [effect("upholding", "art_1", None)], "art_1", None, AS_GIVEN),
    ("undated, asked for a day", [effect("repeal", "art_1", None)], "art_1", "1950-01-01", AS_GIVEN),
    ("a catch-all", [effect("repeal", None, None, "catch-all")], "art_1", None, AS_GIVEN),
]


@pytest.mark.parametrize(("effects", "eid", "day", "status"), [c[1:] for c in AT], ids=[c[0] for c in AT])
def test_state_on_a_day(effects: list[Effect], eid: str | None, day: str | None, status: str) -> None:
    assert Standing.of(LAW, NODES, effects).at(eid, day).status == status


def test_an_undated_effect_is_told_as_unsure_where_a_day_is_asked_for() -> None:
    undated = effect("repeal", "art_1", None)
    bound = replace(REPEAL, bound=True)
    found = Standing.of(LAW, NODES, [undated, bound]).at("art_1", "1950-01-01")
    assert set(found.unsure) == {undated, bound}
    assert found.because == (bound,)


DAYS = st.dates().map(lambda day: day.isoformat())
EFFECTS = st.lists(
    st.builds(
        effect,
        st.sampled_from(["repeal", "substitution", "insertion", "re-enactment", "annulment", "upholding"]),
        st.sampled_from(EIDS),
        DAYS,
        st.sampled_from(["whole", "part", "catch-all"]),
    ),
    max_size=6,
)


@given(EFFECTS, DAYS, DAYS)
def test_a_state_changes_only_on_the_day_of_an_effect(effects: list[Effect], one: str, other: str) -> None:
    first, last = sorted((one, other))
    standing = Standing.of(LAW, NODES, effects)
    if not any(first < (e.date or "") <= last for e in effects):
        assert [standing.at(eid, first).status for eid in EIDS] == [standing.at(eid, last).status for eid in EIDS]


@given(EFFECTS)
def test_no_catch_all_changes_a_state(effects: list[Effect]) -> None:
    named = [e for e in effects if e.scope != "catch-all"]
    given_, without = Standing.of(LAW, NODES, effects), Standing.of(LAW, NODES, named)
    assert [given_.at(eid) for eid in EIDS] == [without.at(eid) for eid in EIDS]


def test_every_state_of_the_built_corpus_follows_from_its_effects_or_its_print(store: Store) -> None:
    for instrument in (i for i in store.instruments() if i.in_corpus):
        nodes = store.nodes(instrument.id)
        standing = Standing.of(instrument.id, nodes, store.effects(of=instrument.id))
        for node in nodes:
            assert standing.at(node.eid).status == node.status, node.eid


def test_numbered_sections_are_the_articles_of_a_text_that_has_no_others(tmp_path: Path) -> None:
    meetings = "4. MEETINGS\n4.2 Notice is given.\n4.3 The notice states the place.\n4.3.1 It is sent by mail.\n"
    text = f"BYLAWS OF HARBOUR BANK\n\n{meetings}"
    folder = tmp_path / "corpus" / "en" / "x"
    folder.mkdir(parents=True)
    (folder / "b.txt").write_text(text, "utf-8")
    report = build(tmp_path / "corpus", tmp_path / "out", templates=ROOT / "site_templates")
    assert dict(report.statuses) == {AS_GIVEN: 3}
    with Store.open(tmp_path / "out" / "kb.sqlite") as opened:
        found = status_of(opened, Target("en/x/b"))
        reached = [node.eid for node in provisions(opened, (("article", "4.3"),))]
    assert (dict(found.articles), reached) == ({AS_GIVEN: 3}, ["sec_4-3"])
    assert (tmp_path / "out" / "site" / "en" / "en" / "x" / "b" / "sec_4-3-1.html").is_file()
