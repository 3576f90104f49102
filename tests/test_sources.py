"""What the two texts of the corpus are known to hold, and their whole outlines as golden files."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest
from parsing import HERE

from kb.model import AMENDED, AS_GIVEN, EMPTY, REPEALED, Node
from kb.store import Store

BYLAWS, LEY_45, FISCAL = "co/estatutos/bancolombia", "co/ley/1923/45", "co/ley/1912/110"
LAWS_FILE = "co/leyes-1923/colombia-leyes-1923.es.txt"


def kinds(nodes: list[Node]) -> Counter[str]:
    return Counter(node.kind for node in nodes)


def laws(store: Store) -> list[Node]:
    return [n for i in store.instruments() if LAWS_FILE in i.sources for n in store.nodes(i.id)]


def test_the_bylaws_hold_what_they_print(store: Store) -> None:
    nodes = store.nodes(BYLAWS)
    counts = kinds(nodes)
    assert (counts["article"], counts["chapter"], counts["paragraph"]) == (94, 16, 17)
    assert (counts["item"], counts["point"]) == (135, 3)
    below = {kind: {n.parent for n in nodes if n.kind == kind} for kind in ("paragraph", "item", "point")}
    assert (len(below["paragraph"]), len(below["item"]), below["point"]) == (14, 13, {"art_8"})
    assert all(n.heading for n in nodes if n.kind == "article")


def test_the_odd_places_of_the_bylaws_are_right(store: Store) -> None:
    nodes = {n.eid: n for n in store.nodes(BYLAWS)}
    items = {eid: [n.number for n in nodes.values() if n.parent == eid and n.kind == "item"] for eid in nodes}
    assert items["art_36"] == [str(n) for n in range(1, 10)]
    assert items["art_50"] == [str(n) for n in range(1, 7)]
    assert items["art_61"] == [str(n) for n in range(1, 34)]
    assert nodes["art_75__par_1"].heading == "Revelation of findings"
    assert nodes["art_41"].heading == "Special meetings"
    assert nodes["art_35"].label == "ARTICLE 35."
    assert nodes["art_61"].text.startswith("Duties of the Board of Directors. The Board")
    assert nodes["art_36__num_7"].text.count("\n\n") == 3
    assert nodes["art_35__wrapup_1"].text.startswith("Each such body")
    points = [nodes[f"art_8__lit_{letter}"] for letter in "ab"]
    assert [point.text + point.tail for point in points] == ["common, ", "privileged, and "]
    assert (nodes["chp_13"].heading, nodes["chp_13~2"].heading) == ("AUDITING", "BRANCH OFFICES AND AGENCIES")
    assert [p.eid for p in store.problems(BYLAWS) if p.code == "duplicate-chapter"] == ["chp_13~2"]


def test_the_records_of_the_laws_hold_what_they_print(store: Store) -> None:
    articles = [n for n in laws(store) if n.kind == "article"]
    assert Counter(n.line for n in articles) == {3: 1, 5: 1, 7: 1, 13: 114, 17: 202, 19: 23, 21: 21, 31: 2}
    assert len({n.line for n in laws(store)}) == 16
    chapters = Counter(n.parent for n in store.nodes(LEY_45) if n.kind == "article")
    assert list(chapters.values()) == [17, 47, 21, 7, 22]
    statuses = Counter(n.status for n in articles)
    assert statuses == {REPEALED: 227, AMENDED: 1, EMPTY: 7, AS_GIVEN: 130}


def test_the_odd_places_of_the_laws_are_right(store: Store) -> None:
    first = store.subtree("co/ley/1923/25", "art_3")
    assert [(n.eid, n.label) for n in first] == [("art_3", "Artículo 3."), ("art_3__inc_1", "(1)")]
    assert first[1].text.startswith("El banco se denominaráBanco")
    last = store.node(FISCAL, "art_439")
    assert last and (last.status, last.note, last.text) == (REPEALED, "Derogado", "Derogado")
    transitory = store.node(LEY_45, "art_a")
    assert transitory and transitory.kind == "article" and transitory.label == "Articulo a (transitorio)."
    twenty = store.node(LEY_45, "art_20")
    assert twenty and "$ 6, 000 y $ 5, 000, por año" in twenty.text


def test_the_problems_of_the_laws_are_found(store: Store) -> None:
    problems = store.problems()
    typo = [p for p in problems if p.code == "suspected-typo"]
    assert [(p.eid, p.params["proposal"]) for p in typo] == [("art_2247", "247")]
    gaps = {
        (p.instrument, n)
        for p in problems
        if p.code == "numbering-gap" and p.line in (13, 17)
        for n in p.params["numbers"].split(", ")
    }
    assert [n for i, n in gaps if i == FISCAL] == ["364"]
    absent = sorted(int(n) for i, n in gaps if i == LEY_45)
    assert (absent[0], len(absent)) == (1, 27)
    assert sum(p.code == "repeal-without-source" for p in problems) == 3


def test_the_issuance_dates_are_read_from_words(store: Store) -> None:
    dates = [d for i in store.instruments() for d in i.dates if d.origin == "text"]
    assert len(dates) == 10
    assert (min(d.date for d in dates), max(d.date for d in dates)) == ("1922-12-29", "1923-11-29")
    text = (HERE.parent / "corpus" / LAWS_FILE).read_bytes().decode()
    assert all(text[d.start : d.end] == d.quote for d in dates)


@pytest.mark.parametrize("instrument", [BYLAWS, LEY_45, "co/ley/1923/25"])
def test_the_outline_is_the_golden_one(store: Store, instrument: str) -> None:
    drawn = "".join(f"{line(node)}\n" for node in store.nodes(instrument))
    golden = HERE / "golden" / f"{instrument.replace('/', '-')}.outline.txt"
    assert same_as_golden(golden, drawn)


def line(node: Node) -> str:
    words = f"{node.text[:40]!r}..{node.text[-20:]!r} ({len(node.text)})"
    place = f"{node.line}:{node.start}-{node.end} {node.eid}"
    return f"{place} [{node.label}] [{node.heading}] {node.status} {words}{node.tail!r}"


def same_as_golden(golden: Path, drawn: str) -> bool:
    """Whether `drawn` is what the golden file holds; with GOLDEN=write in the environment it is written anew."""
    if os.environ.get("GOLDEN") == "write":
        golden.write_text(drawn, "utf-8")
    return golden.read_text("utf-8") == drawn
