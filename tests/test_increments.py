"""An index made from an earlier one finds what one written at once would find, in the same order, whatever changed."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import small_corpus
from hypothesis import given, settings
from hypothesis import strategies as st
from small_corpus import BYLAWS, LAW_45

from kb.analysis import Analyzer, keys
from kb.index import Clause, Ideas, Place, Question, build_index, open_index
from kb.model import Instrument, Node, Version

# "rio" and "río" share a key, and the one that is printed more often says what it means.
WORDS = ("oro", "plata", "rio", "río", "banco", "de", "cobre")
ARTICLES = st.dictionaries(
    st.sampled_from([(law, str(n)) for law in (LAW_45, BYLAWS) for n in range(1, 9)]),
    st.tuples(st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join), st.sampled_from(["repealed", "in-force"])),
    max_size=16,
)


class Shelf:
    """Two instruments, made of articles by (instrument, number), in the order in which they come."""

    def __init__(self, articles: Mapping[tuple[str, str], tuple[str, str]], older: bool = False) -> None:
        self._articles, self._older = articles, older

    def instruments(self) -> list[Instrument]:
        return [small_corpus.instrument(law, "") for law in (LAW_45, BYLAWS)]

    def nodes(self, instrument: str) -> list[Node]:
        rows = [
            ((0, "article", n, "", "", text), status)
            for (law, n), (text, status) in self._articles.items()
            if law == instrument
        ]
        made = [(next(small_corpus.nodes(instrument, (row,))), status) for row, status in rows]
        return [replace(node, status=status, order=order) for order, (node, status) in enumerate(made)]

    def versions(self, instrument: str) -> list[Version]:
        nodes = self.nodes(instrument) if self._older else []
        return [
            replace(small_corpus.version(node.eid, 1, None, None, f"cobre {node.text}"), instrument=instrument)
            for node in nodes
        ]

    def analyzer(self) -> Analyzer:
        return Analyzer.of({"es": frozenset({"de"})}).learn(("es", text) for text, _ in self._articles.values())


def carried(nodes: Iterable[Node]) -> dict[tuple[str, str], list[str]]:
    return {(n.instrument, n.eid): ["metal" for word in keys(n.text) if word in ("oro", "plata")] for n in nodes}


def index(folder: Path, shelf: Shelf, earlier: Path | None = None, workers: int = 1) -> None:
    build_index(folder, shelf, shelf.analyzer(), Ideas(carried, basis="1"), earlier, workers)


def questions(analyzer: Analyzer) -> list[Question]:
    clauses = {word: Clause((keys(word),), (analyzer.term(word, "es"),)) for word in WORDS if word != "de"}
    pairs = [pair for pair in product(clauses.values(), repeat=2) if pair[0] != pair[1]]
    phrases = [(Clause((keys(f"{one} {two}"),)),) for one, two in product(WORDS, repeat=2)]
    filters: list[dict[str, Any]] = [{}, {"status": "repealed"}]
    asked = [*((one,) for one in clauses.values()), *pairs[::3], *phrases[::3]]
    return [
        Question(clauses=some, every=every, fields=fields, history=True)
        for some in asked
        for every in (True, False)
        for fields in filters
    ]


def found(folder: Path, asked: Sequence[Question], limit: int) -> list[list[Place]]:
    with closing(open_index(folder)) as engine:
        return [engine.search(question, limit) for question in asked]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(ARTICLES, st.booleans()), min_size=2, max_size=5), st.integers(1, 20))
def test_an_index_made_from_an_earlier_one_answers_as_one_written_at_once(
    states: list[tuple[dict[tuple[str, str], tuple[str, str]], bool]], limit: int
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        before = None
        for number, state in enumerate(states):
            shelf, here = Shelf(*state), Path(folder, str(number))
            index(here, shelf, before)
            before = here
        index(Path(folder, "whole"), shelf)
        asked = questions(shelf.analyzer())
        assert found(here, asked, limit) == found(Path(folder, "whole"), asked, limit)


LAW = {(LAW_45, str(n)): (f"{WORDS[n % 5]} {WORDS[n % 3]} banco", "in-force") for n in range(1, 200)}


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.glob("*.pst")}


@pytest.mark.parametrize("workers", [2, 3, 9])
def test_an_index_written_by_several_processes_answers_as_one_written_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    monkeypatch.setattr("kb.index.sharing.WORTH", 1)
    shelf, changed = Shelf(LAW), Shelf({**LAW, (LAW_45, "7"): ("oro cobre", "in-force")})
    index(tmp_path / "one", shelf)
    index(tmp_path / "several", shelf, workers=workers)
    index(tmp_path / "changed", changed, tmp_path / "several", workers=workers)
    index(tmp_path / "anew", changed)
    assert len(files(tmp_path / "several")) == min(workers, 4)
    asked = questions(shelf.analyzer())
    for one, other in (("one", "several"), ("anew", "changed")):
        assert found(tmp_path / one, asked, 20) == found(tmp_path / other, asked, 20)


def test_what_stops_one_of_several_processes_stops_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(nodes: Iterable[Node]) -> dict[tuple[str, str], list[str]]:
        if "art_199" in {node.eid for node in nodes}:
            raise OSError(28, "No space left on device")
        return {}

    monkeypatch.setattr("kb.index.sharing.WORTH", 1)
    shelf = Shelf(LAW)
    with pytest.raises(OSError, match="No space left"):
        build_index(tmp_path / "index", shelf, shelf.analyzer(), Ideas(refused), workers=2)
    assert not list(tmp_path.iterdir())


def test_only_what_changed_is_written(tmp_path: Path) -> None:
    written: list[str] = []

    def spy(nodes: Iterable[Node]) -> dict[tuple[str, str], list[str]]:
        written.extend(node.eid for node in nodes)
        return {}

    changed = {**LAW, (LAW_45, "7"): ("oro cobre", "in-force"), (LAW_45, "200"): ("cobre", "in-force")}
    del changed[LAW_45, "9"]
    index(tmp_path / "1", Shelf(LAW))
    build_index(tmp_path / "2", Shelf(changed), Shelf(changed).analyzer(), Ideas(spy, basis="1"), tmp_path / "1")
    assert written == ["art_7", "art_200"]
    assert files(tmp_path / "1") < files(tmp_path / "2")


def test_a_word_that_means_something_else_is_written_again_where_it_stands(tmp_path: Path) -> None:
    law = {**{(LAW_45, str(n)): ("plata banco", "in-force") for n in range(9, 99)}, (LAW_45, "7"): ("rio", "in-force")}
    later = {**law, (LAW_45, "300"): ("río río río", "in-force")}
    assert Shelf(law).analyzer().term("rio", "es") != Shelf(later).analyzer().term("rio", "es")
    index(tmp_path / "1", Shelf(law))
    index(tmp_path / "2", Shelf(later), tmp_path / "1")
    index(tmp_path / "whole", Shelf(later))
    asked = questions(Shelf(later).analyzer())
    assert found(tmp_path / "2", asked, 500) == found(tmp_path / "whole", asked, 500)


@pytest.mark.parametrize("basis", ["2", ""])
def test_other_ideas_are_another_index(tmp_path: Path, basis: str) -> None:
    index(tmp_path / "1", Shelf(LAW))
    build_index(tmp_path / "2", Shelf(LAW), Shelf(LAW).analyzer(), Ideas(basis=basis), tmp_path / "1")
    assert not files(tmp_path / "1") & files(tmp_path / "2")


def test_many_small_changes_do_not_pile_up(tmp_path: Path) -> None:
    law = dict(LAW)
    index(tmp_path / "0", Shelf(law))
    for number in range(1, 25):
        law[LAW_45, str(number)] = ("cobre " * number, "in-force")
        index(tmp_path / str(number), Shelf(law), tmp_path / str(number - 1))
        assert len(files(tmp_path / str(number))) <= 8


@pytest.mark.parametrize("pattern", ["*.toc", "*.pst", "*.dig", "*.len", "words.json", "contents.txt"])
def test_nothing_is_kept_of_an_index_that_is_not_whole(tmp_path: Path, pattern: str) -> None:
    index(tmp_path / "1", Shelf(LAW))
    file = next((tmp_path / "1").glob(pattern))
    file.write_bytes(file.read_bytes()[:-1])
    index(tmp_path / "2", Shelf(LAW), tmp_path / "1")
    assert not files(tmp_path / "1") & files(tmp_path / "2")


def test_an_earlier_index_may_go_when_it_has_been_used(tmp_path: Path) -> None:
    index(tmp_path / "1", Shelf(LAW))
    index(tmp_path / "2", Shelf(LAW), tmp_path / "1")
    for path in (tmp_path / "1").iterdir():
        path.unlink()
    index(tmp_path / "whole", Shelf(LAW))
    asked = questions(Shelf(LAW).analyzer())
    assert found(tmp_path / "2", asked, 500) == found(tmp_path / "whole", asked, 500)
