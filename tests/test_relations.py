"""Citations, the register of effects, chains and states as users ask for them, and the documents that show how."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st

import cli
from kb import store as stores
from kb.build import build
from kb.ids import PREFIXES
from kb.listings.problems import COLUMNS as PROBLEM_COLUMNS
from kb.listings.rows import CITATION_COLUMNS, EFFECT_COLUMNS, RANGE_COLUMNS
from kb.listings.stories import STATUS_COLUMNS, TRACE_COLUMNS
from kb.listings.terms import COLUMNS as TERM_COLUMNS
from kb.model import NOT_YET, DateFact, Definition, Effect, Evidence, Instrument, Knowledge, Node, Source, Target
from kb.query.places import by, upon
from kb.query.register import Asked, held, register
from kb.query.standing import status_of
from kb.query.trace import Branch, trace
from kb.ranges import grouped
from kb.sheet import cell, csv_bytes
from kb.store import Store

FOUND, NOTHING, WRONG = 0, 1, 2
CODE, LAW_45, LAW_42 = "co/ley/1912/110", "co/ley/1923/45", "co/ley/1923/42"


def articulado(kb: Path, *arguments: str) -> Result:
    return CliRunner().invoke(cli.main, [*arguments], env={"ARTICULADO_KB": str(kb)}, catch_exceptions=False)


def answer(kb: Path, *arguments: str) -> Any:
    return json.loads(articulado(kb, *arguments, "--json").stdout)


def table(kb: Path, *arguments: str) -> list[dict[str, str]]:
    data = articulado(kb, *arguments, "--csv").stdout_bytes
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def named(parameter: object) -> str:
    return " ".join(parameter)[:60] if isinstance(parameter, tuple) else ""


# What is asked, how it ends, and what it says.
ASKED = [
    (("repeals", "--by", "Ley 42 de 1923"), FOUND, "arts. 237-246, 248-314, 316-363, 365-438, 2247 (200 provisions)"),
    (("repeals", "--by", "Ley 42 de 1923"), FOUND, "probably 247"),
    (("repeals", "--of", "Ley 46 de 1923"), NOTHING, "nearest: "),
    (("repeals", "--by", "Ley 99 de 1999"), NOTHING, "--by Ley 99 de 1999: not in this knowledge base: Ley 99 de 1999"),
    (("repeals", "--of", "art. 999 ley 45 de 1923"), NOTHING, "not in this knowledge base: article 999 of Ley 45"),
    (("repeals", "--by", "Ley 99 de 1999", "--json"), NOTHING, '"effects": []'),
    (("repeals", "--by", "Ley 99 de 1999", "--csv"), NOTHING, "affecting"),
    (("repeals", "--by", "Ley 42 de 1923"), FOUND, "Missing before «Artículo 365.»: 364."),
    (("repeals", "--by", "Ley 42 de 1923"), FOUND, "“Derogado por el Artículo 81 de la Ley 42 de 1923.”"),
    (("repeals", "--by", "ley-42-1923"), FOUND, "200 repeals"),
    (("repeals", "--by", "co/ley/1923/42"), FOUND, "200 repeals"),
    (("repeals", "--by", "L. 42/23"), FOUND, "200 repeals"),
    (("repeals", "--by", "art. 81 ley 42 de 1923"), FOUND, "200 repeals"),
    (("repeals", "--of", "Código Fiscal"), FOUND, "226 repeals (224 claimed, 2 source-absent)"),
    (("repeals", "--of", "157 código fiscal"), FOUND, "art. 7 of Ley 97 de 1923"),
    (("repeals", "--of", "Ley 45 de 1923"), NOTHING, "which is not to say that there was none"),
    (("repeals", "--of", "art. 3 ley 30 de 1922"), FOUND, "the whole: repealed by art. 30 of Ley 25 de 1923"),
    (("repeals", "--by", "Ley 25 de 1923"), FOUND, "6 repeals and 1 catch-all"),
    (("repeals", "--by", "Ley 25 de 1923"), FOUND, "arts. 5-7, 13 (4 provisions)"),
    (("repeals", "--by", "Ley 45 de 1923"), FOUND, "repealed in part (en cuanto se refieren a las Instituciones"),
    (("repeals", "--by", "Ley 45 de 1923", "--of", "Ley 51 de 1918"), FOUND, "1 repeal (1 enacted)."),
    (("repeals", "--of", "Ley 117 de 1913"), NOTHING, "no repeal of Ley 117 de 1913"),
    (("repeals", "--of", "Ley 117 de 1913", "--kind", "any"), FOUND, "replaced by art. 6 of Ley 102 de 1923"),
    (("repeals", "--grade", "source-absent"), FOUND, "3 repeals (3 source-absent)"),
    (("repeals", "--grade", "confirmed"), NOTHING, "no repeal confirmed"),
    (("repeals", "--of", "código fiscal", "--as-of", "1922-12-31"), FOUND, "2 repeals (2 source-absent)"),
    (("repeals", "--of", "ley 69 de 1909", "--as-of", "1923-07-10"), NOTHING, "as of 1923-07-10"),
    (("repeals", "--of", "ley 69 de 1909", "--as-of", "1923-07-11"), FOUND, "4 repeals"),
    (("cites", "Ley 69 de 1909"), FOUND, "-> art. 5, art. 6, art. 7, art. 13 of Ley 69 de 1909"),
    (("cites", "ley 45 de 1923 art 17"), FOUND, "-> art. 24 of Ley 25 de 1923"),
    (("cites", "ley 25 de 1923 art 24"), FOUND, "art. 17 of Ley 45 de 1923"),
    (("cites", "ley 45 de 1923 art 24"), FOUND, "art. 98 of Ley 45 de 1923: “artículo 24 de esta Ley”"),
    (("cites", "ley 45 de 1923 art 999"), NOTHING, "nearest: co/ley/1923/45#art_140"),
    (("cites", "Ley 99 de 1999"), NOTHING, "Not in this knowledge base: Ley 99 de 1999; nearest: Ley 69 de 1909"),
    (("trace", "157 código fiscal"), FOUND, "└─ art. 157 of Ley 110 de 1912: repealed by art. 7 of Ley 97 de 1923"),
    (("trace", "Ley 25 de 1923"), FOUND, "the whole of Ley 117 de 1922: repealed"),
    (("trace", "art. 1 bylaws"), NOTHING, "No effect upon it or by it is known."),
    (("status", "157 código fiscal"), FOUND, "art. 157 of Ley 110 de 1912: repealed  ("),
    (("status", "157 código fiscal", "--as-of", "1923-12-31"), FOUND, "1923-12-31: repealed, but not for sure"),
    (("status", "157 código fiscal", "--as-of", "1920-01-01"), FOUND, "1920-01-01: in force as given"),
    (("status", "439 código fiscal", "--as-of", "1950-01-01"), FOUND, "1950-01-01: unknown"),
    (("status", "código fiscal"), FOUND, "partly repealed"),
    (("status", "código fiscal", "--as-of", "1900-01-01"), FOUND, "was not there yet"),
    (("status", "ley 117 de 1922"), FOUND, "Ley 117 de 1922: repealed"),
    (("status", "art. 3 ley 30 de 1922", "--as-of", "1923-07-11"), FOUND, "1923-07-11: repealed  ("),
    (("status", "art. 3 ley 30 de 1922", "--as-of", "1923-07-10"), FOUND, "1923-07-10: unknown"),
    (("status", "ley 42 de 1923"), FOUND, "unknown"),
    (("status", "art. 16 ley 24 de 1905"), FOUND, "not before 1923-10-17 (Ley 45 de 1923 was sanctioned, and says"),
    (("status", "co/ley/1912/110#art_364"), NOTHING, "nearest: co/ley/1912/110#art_363"),
    (("define", "xyzzy"), NOTHING, "articulado search 'xyzzy'"),
    (("audit",), NOTHING, "error   suspected-typo  co/ley/1912/110#art_2247, line 17"),
    (("show", "157 código fiscal"), FOUND, "Done to it:\n   art. 157: repealed by art. 7 of Ley 97 de 1923"),
    (("show", "ley 45 de 1923 art 138"), FOUND, "What it does:\n   arts. 16-17 of Ley 24 de 1905"),
    (("show", "ley 25 de 1923 art 24"), FOUND, "Cited by:\n   art. 17 of Ley 45 de 1923"),
    (("show", "ley 45 de 1923"), FOUND, "articulado cites 'co/ley/1923/45'"),
]


@pytest.mark.parametrize(
    ("arguments", "code", "says"), ASKED, ids=lambda x: " ".join(x) if isinstance(x, tuple) else ""
)
def test_what_is_said_and_the_exit_code(built: Path, arguments: tuple[str, ...], code: int, says: str) -> None:
    result = articulado(built, *arguments)
    assert says in result.stdout
    assert result.exit_code == code


MISTAKES = [
    (("repeals", "--as-of", "1923-13-01"), "read as year 1923, month 13, day 1"),
    (("repeals", "--as-of", "1923-02-30"), "there is no such day"),
    (("repeals", "--as-of", "0000-01-01"), "there is no such day"),
    (("repeals", "--as-of", "ayer"), "does not read as a date"),
    (("repeals", "--as-of", ""), "does not read as a date"),
    (("status", "157 código fiscal", "--as-of", "19/07/1923"), "like 1923-07-19"),
    (("repeals", "--by", "xyz"), "does not read as a law or a provision"),
    (("repeals", "--by", ""), "does not read as a law or a provision"),
    (("repeals", "--by", "art. 46"), "may be any of co/estatutos/bancolombia#art_46, co/ley/1923/45#art_46"),
    (("repeals", "--grade", "sure"), "there are confirmed, claimed"),
    (("repeals", "--kind", "killing"), "there are repeal, substitution"),
    (("cites", "what is this"), "does not read as a reference"),
    (("cites", "Banco de la Repblica"), "does not read as a reference"),
    (("trace", "?"), "does not read as a reference"),
    (("status", ""), "does not read as a reference"),
    (("cites", "art. 46", "--json", "--csv"), "choose one"),
    (("audit", "--baseline", "no/such/file"), "cannot be read"),
    (("audit", "--baseline", str(ROOT / "README.md")), "not a baseline"),
    (("audit", "--write-baseline", "no/such/file"), "cannot be written"),
]


@pytest.mark.parametrize(("arguments", "says"), MISTAKES, ids=named)
def test_a_mistake_is_one_sentence_that_says_what_was_understood(
    built: Path, arguments: tuple[str, ...], says: str
) -> None:
    result = articulado(built, *arguments)
    assert result.exit_code == WRONG
    assert says in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not result.stdout


LISTED = [
    (("repeals", "--by", "Ley 42 de 1923"), EFFECT_COLUMNS, 200),
    (("repeals", "--by", "Ley 42 de 1923", "--grouped"), RANGE_COLUMNS, 5),
    (("repeals",), EFFECT_COLUMNS, 239),
    (("cites", "Ley 69 de 1909"), CITATION_COLUMNS, 4),
    (("trace", "Ley 25 de 1923"), TRACE_COLUMNS, 5),
    (("status", "art. 46"), STATUS_COLUMNS, 2),
    (("audit",), PROBLEM_COLUMNS, None),
    (("define", "xyzzy"), TERM_COLUMNS, 0),
]


@pytest.mark.parametrize(("arguments", "columns", "count"), LISTED, ids=named)
def test_csv_is_what_a_spreadsheet_opens(
    built: Path, arguments: tuple[str, ...], columns: Sequence[str], count: int | None
) -> None:
    data = articulado(built, *arguments, "--csv").stdout_bytes
    assert data.startswith(b"\xef\xbb\xbf")
    assert data.count(b"\n") == data.count(b"\r\n")
    header, *rows = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""))
    assert header == list(columns)
    assert all(len(row) == len(header) for row in rows)
    assert count is None or len(rows) == count
    assert not [text for row in rows for text in row if text.startswith(tuple("=+-@\t\r"))]
    assert json.loads(articulado(built, *arguments, "--json").stdout)


@pytest.mark.parametrize("columns", [columns for _, columns, _ in LISTED])
def test_every_column_stands_in_the_readme(columns: Sequence[str]) -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert not [name for name in columns if f"`{name}`" not in readme]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("=1+1", "'=1+1"),
        ("+57", "'+57"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("\r=1", "'\r=1"),
        ("＝1", "'＝1"),
        ("a=1", "a=1"),
        (-1, "-1"),
        (None, ""),
        (True, "yes"),
        (False, "no"),
    ],
)
def test_no_cell_is_a_formula(value: object, shown: str) -> None:
    assert cell(value) == shown


@given(st.lists(st.fixed_dictionaries({"a": st.text(), "b": st.text()}), max_size=4))
def test_what_goes_into_a_sheet_comes_out(rows: list[dict[str, str]]) -> None:
    read = list(csv.reader(io.StringIO(csv_bytes(("a", "b"), rows).decode("utf-8-sig"), newline="")))
    assert read == [["a", "b"], *([cell(row["a"]), cell(row["b"])] for row in rows)]


def test_one_a_line_is_one_a_line(built: Path) -> None:
    printed = articulado(built, "repeals", "--by", "Ley 42 de 1923", "--lines").stdout.splitlines()
    assert len(printed) == 200
    assert all("Ley 42 de 1923" in line and "[claimed]" in line for line in printed)


def test_the_misprinted_number_is_told_in_its_row(built: Path) -> None:
    rows = {row["affected_eid"]: row for row in table(built, "repeals", "--by", "Ley 42 de 1923")}
    assert "probably 247" in rows["art_2247"]["look_at"]
    assert "364" in rows["art_365"]["look_at"]
    assert not rows["art_238"]["look_at"]


def test_ranges_lose_no_effect(store: Store) -> None:
    every = store.effects()
    groups = grouped(every)
    assert sorted(map(repr, every)) == sorted(repr(e) for g in groups for run in g.runs for e in run)
    for group in groups:
        alike = {(e.affecting, e.kind, e.grade, e.scope, e.date) for e in group.effects}
        assert len(alike) == 1


def test_json_of_show_has_both_directions(built: Path) -> None:
    [shown] = answer(built, "show", "157 código fiscal")["found"]
    assert shown["effects_upon"][0]["affecting"] == {"instrument": "co/ley/1923/97", "eid": "art_7"}
    assert shown["effects_upon"][0]["evidence"][0]["quote"] == "Derogado por el Artículo 7 de la Ley 97 de 1923."
    assert shown["cites"][0]["targets"] == [{"instrument": "co/ley/1923/97", "eid": "art_7"}]
    assert shown["cited_by"] == shown["effects_by"] == []


def places(store: Store) -> list[Target]:
    ends = {end for e in store.effects() for end in (e.affecting, e.affected) if end}
    return sorted({*ends, *(Target(end.instrument) for end in ends)}, key=repr)


def test_affected_is_the_inverse_of_affecting(store: Store) -> None:
    found = places(store)
    acted = {(e, place) for place in found for e in by(store, place)}
    suffered = {(e, place) for place in found for e in upon(store, place, direct=True)}
    for effect in store.effects():
        assert effect.affecting is None or (effect, effect.affecting) in acted
        assert effect.affected is None or (effect, effect.affected) in suffered
    assert {e for e, _ in acted} == {e for e in store.effects() if e.affecting}
    assert {e for e, _ in suffered} == {e for e in store.effects() if e.affected}


def test_by_and_of_meet_in_the_same_effects(store: Store) -> None:
    laws = sorted({end.instrument for e in store.effects() for end in (e.affecting, e.affected) if end})
    for law in laws:
        for other in laws:
            both = register(store, Asked(by=Target(law), of=Target(other), kind=None)).effects
            ends = [e for e in store.effects(by=law, of=other) if e.scope != "catch-all"]
            assert sorted(map(repr, both)) == sorted(map(repr, ends))


def test_a_later_day_never_takes_an_effect_back(store: Store) -> None:
    days = sorted({e.date for e in store.effects() if e.date})
    for effect in store.effects():
        told = [held(effect, day) for day in ["1800-01-01", *days, "2100-01-01"]]
        assert all(not before or after for before, after in pairwise(told))


def law(number: int, in_corpus: bool = False) -> Instrument:
    year = 1900 + number
    return Instrument(
        id=f"co/ley/{year}/{number}",
        type="ley",
        number=str(number),
        year=year,
        title=f"Ley {number} de {year}",
        language="es",
        in_corpus=in_corpus,
    )


def repeal(actor: int, victim: int, eid: str | None = None, **known: Any) -> Effect:
    a, v = law(actor).id, law(victim).id
    proof = Evidence(instrument=a, eid="art_1", source="s.txt", start=0, end=5, quote="=Derógase")
    own: dict[str, Any] = {"kind": "repeal", "scope": "whole", "words": "", "grade": "enacted", "bound": False}
    own |= {"date": f"{1900 + actor}-01-01", "date_origin": "sanctioned", "evidence": (proof,)}
    return Effect(affecting=Target(a, "art_1"), affected=Target(v, eid), **{**own, **known})


TEXT = "Las palabras banco comercial significan un establecimiento."


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A register that runs in a circle, with formulas in its quotes and one definition."""
    folder = tmp_path_factory.mktemp("small")
    node = Node(
        instrument=law(5).id, eid="art_1", kind="article", label="Artículo 1.", number="1", heading="", text=TEXT,
        parent=None, order=0, source="s.txt", line=1, start=0, end=80,
    )  # fmt: skip
    source = Source(
        file="s.txt", sha256="", encoding="utf-8", media_type="text/plain", language="es", layout="text",
        tradition="es-co", characters=80,
    )  # fmt: skip
    defined = Definition(
        term="banco comercial", language="es", instrument=law(5).id, eid="art_1", source="s.txt", start=0, end=80
    )
    circle = (repeal(1, 2), repeal(2, 3), repeal(3, 1), repeal(4, 4, "art_1"))
    chain = tuple(repeal(n + 1, n) for n in range(10, 80))
    unsure = (repeal(6, 5, "art_1", bound=True, date="1906-01-01"), repeal(7, 5, "art_1", date="1907-01-01"))
    # Of a law whose day is unknown its own year says nothing.
    sanctioned = DateFact(event="sanctioned", date="1905-01-02", origin="curator")
    dated = replace(law(5, in_corpus=True), dates=(sanctioned,))
    known = Knowledge(
        sources=(source,),
        instruments=(*(law(n) for n in (1, 2, 3, 4)), dated, *(law(n) for n in range(6, 82))),
        nodes=(node,),
        ledgers=(),
        problems=(),
        effects=(*circle, *chain, *unsure),
        definitions=(defined,),
    )
    stores.write(folder / "kb.sqlite", known, problems=(), meta={"index": "x"})
    return folder


def depth(branches: Sequence[Branch]) -> int:
    return max((1 + depth(branch.branches) for branch in branches), default=0)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_circle_of_laws_ends(small: Path, number: int) -> None:
    result = articulado(small, "trace", law(number).id)
    assert result.exit_code == FOUND
    assert "(stops here: told before" in result.stdout
    assert len(result.stdout.splitlines()) < 12
    with Store.open(small / "kb.sqlite") as opened:
        story = trace(opened, Target(law(number).id))
    # Round the circle once; the law as a whole and its article are two places, so one step may be told twice.
    assert {depth(story.suffered), depth(story.done)} <= ({1, 2} if number == 4 else {3, 4})


def test_a_chain_is_followed_and_a_very_long_one_is_cut(small: Path) -> None:
    printed = articulado(small, "trace", law(70).id).stdout
    assert "Ley 80 de 1980" in printed
    assert articulado(small, "trace", law(10).id).exit_code == FOUND


def test_a_sure_effect_after_an_unsure_one_makes_it_sure(small: Path) -> None:
    with Store.open(small / "kb.sqlite") as opened:
        told = [
            status_of(opened, Target(law(5).id, "art_1"), day) for day in ("1905-06-01", "1906-06-01", "1907-06-01")
        ]
        early = status_of(opened, Target(law(5).id, "art_1"), "1899-01-01")
    assert [(one.status, one.sure) for one in told] == [
        ("in force as given", True),
        ("repealed", False),
        ("repealed", True),
    ]
    assert (early.status, early.sure, early.because) == (NOT_YET, True, ())


def test_a_quote_that_looks_like_a_formula_is_guarded(small: Path) -> None:
    [row] = table(small, "repeals", "--by", law(1).id)
    assert row["evidence"] == "'=Derógase"


@pytest.mark.parametrize("term", ["banco comercial", "BANCO COMERCIAL", "banco"])
def test_a_defined_term_is_found_however_it_is_written(small: Path, term: str) -> None:
    result = articulado(small, "define", term)
    assert (result.exit_code, TEXT in result.stdout) == (FOUND, True)
    assert table(small, "define", term)[0]["eid"] == "art_1"


def test_a_term_that_is_nearly_right_is_shown_the_way(small: Path) -> None:
    result = articulado(small, "define", "banco comercal")
    assert result.exit_code == NOTHING
    assert "Defined terms like it: banco comercial." in result.stdout


def test_an_audit_fails_only_on_what_its_baseline_does_not_have(built: Path, small: Path, tmp_path: Path) -> None:
    known = tmp_path / "known.jsonl"
    assert articulado(small, "audit").exit_code == FOUND
    assert articulado(built, "audit", "--write-baseline", str(known)).exit_code == FOUND
    first = known.read_bytes()
    assert articulado(built, "audit", "--baseline", str(known)).exit_code == FOUND
    lines = known.read_text("utf-8").splitlines(keepends=True)
    assert lines == sorted(lines)
    known.write_text("".join(lines[1:]), encoding="utf-8")
    result = articulado(built, "audit", "--baseline", str(known))
    assert result.exit_code == NOTHING
    assert f"1 problem not in {known}; {len(lines) - 1} known, 0 there no more" in result.stdout
    assert articulado(small, "audit", "--baseline", str(known)).exit_code == FOUND
    assert articulado(built, "audit", "--baseline", str(known), "--write-baseline", str(known)).exit_code == FOUND
    assert known.read_bytes() == first


@given(
    text=st.text(max_size=40) | st.sampled_from([*PREFIXES, "co/ley/1923/45#", "--", "art. 1 de la ley 42 de 1923 y"])
)
def test_no_text_is_a_traceback(built: Path, text: str) -> None:
    for arguments in (("cites", "--", text), ("status", "--", text), ("repeals", f"--of={text}", f"--as-of={text}")):
        assert articulado(built, *arguments).exit_code in (FOUND, NOTHING, WRONG)


CLAUSE = """---
titulo: "LEY 8 DE 1923"
---

Artículo 1. Esta Ley rige desde su sanción.

Artículo 2. Deróganse los artículos 2 a 5 de la Ley 7 de 1912 y las demás disposiciones contrarias.
"""
VICTIM = """---
titulo: "LEY 7 DE 1912"
---

Artículo 1. El faro será de piedra.

Artículo 2. Derogado por el Artículo 2 de la Ley 8 de 1923.

Artículo 3. Derogado.

Artículo 5. Derogado por el Artículo 2 de la Ley 8 de 1923.

Artículo 6. Derogado por el Artículo 2 de la Ley 8 de 1923.
"""


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clause over a range and the law that it repeals, which prints one article less, one bare and one too many."""
    folder = tmp_path_factory.mktemp("both")
    (folder / "corpus").mkdir()
    (folder / "corpus" / "ley-8.es.md").write_text(CLAUSE, encoding="utf-8")
    (folder / "corpus" / "ley-7.es.md").write_text(VICTIM, encoding="utf-8")
    build(folder / "corpus", folder / "build", templates=ROOT / "site_templates")
    return folder / "build"


@pytest.mark.parametrize("side", ["--by=Ley 8 de 1923", "--of=Ley 7 de 1912"])
def test_a_range_that_does_not_fit_its_notes_is_told_in_the_answer(both: Path, side: str) -> None:
    printed = articulado(both, "repeals", side).stdout
    assert "arts. 2, 5" in printed and "confirmed: " in printed
    assert "art. 3: repealed by art. 2 of LEY 8 DE 1923" in printed and "inferred: " in printed
    assert "Of this range 1 absent: 4." in printed
    assert "Of this range 1 extra: 6." in printed


README = (ROOT / "README.md").read_text("utf-8")
SHOWN = re.findall(r"```console\n\$ (articulado (?!build).*)\n((?:.*\n)+?)```", README)


@pytest.mark.parametrize(("line", "printed"), SHOWN, ids=[line for line, _ in SHOWN])
def test_what_the_readme_shows_is_what_is_printed(built: Path, line: str, printed: str) -> None:
    assert articulado(built, *shlex.split(line)[1:]).stdout == printed


OWN = re.search(
    r"`mine/(?P<file>[^`]+)`:\n\n```text\n(?P<text>.+?)```\n\n```console\n\$ (?P<make>articulado build .+)\n"
    r"\$ (?P<line>articulado .+) --kb built\n(?P<printed>.+?)```",
    README,
    re.DOTALL,
)


def test_what_the_readme_shows_of_a_text_of_ones_own_is_what_is_printed(tmp_path: Path) -> None:
    assert OWN is not None
    file = tmp_path / "mine" / OWN["file"]
    file.parent.mkdir(parents=True)
    file.write_text(OWN["text"], "utf-8")
    paths = {"mine": str(tmp_path / "mine"), "built": str(tmp_path / "built")}
    assert articulado(tmp_path, *(paths.get(word, word) for word in shlex.split(OWN["make"])[1:])).exit_code == 0
    assert articulado(tmp_path / "built", *shlex.split(OWN["line"])[1:]).stdout == OWN["printed"]


def queries() -> Iterator[str]:
    for block in re.findall(r"```sql\n(.*?)```", README, re.DOTALL):
        yield from (query.strip() for query in block.split(";") if query.strip())


@pytest.mark.parametrize("query", [*queries()], ids=lambda query: query.split(":")[0])
def test_every_documented_query_answers(built: Path, query: str) -> None:
    with closing(sqlite3.connect(built / "kb.sqlite")) as db:
        assert db.execute(query).fetchall()


def test_every_view_of_the_network_has_a_query() -> None:
    said = " ".join(queries())
    assert not [view for view in ("v_repealed", "v_citations_in", "v_citations_out", "v_problems") if view not in said]
