"""A site that is made again: the same as one made from nothing, whatever changed, and whatever was cut short."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from commands import contents
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kb.model import ArticuladoError
from kb.resources import resource
from kb.site import Options, SiteReport, replacing, write
from kb.site.folder import ASIDE, RECORD
from kb.site.search import KEPT
from kb.store import Store

TEMPLATES = resource("site_templates")
LAW, BANK = "co/ley/1923/45", "co/ley/1923/25"
WHOLE, FEW = Options(pages="instrument"), Options(only=(BANK, "co/ley/1913/117", "co/ley/1909/69"))
HERE = f"instrument = '{BANK}'"
# What may change in a store: one row of one table, or what a later build would find.
EDITS: Mapping[str, str] = {
    "words": f"UPDATE nodes SET text = text || ' Y más.' WHERE {HERE} AND eid = 'art_12'",
    "a heading": f"UPDATE nodes SET heading = 'Del capital' WHERE {HERE} AND eid = 'art_12'",
    "a label": f"UPDATE nodes SET label = 'Art. 30-bis' WHERE {HERE} AND eid = 'art_30'",
    "a status": f"UPDATE nodes SET status = 'repealed' WHERE {HERE} AND eid = 'art_12'",
    "a note": f"UPDATE nodes SET note = 'Derogado.' WHERE {HERE} AND eid = 'art_12'",
    "an article goes": f"DELETE FROM nodes WHERE {HERE} AND eid = 'art_12'",
    "an article comes": "INSERT INTO nodes SELECT instrument, 'art_912', kind, 'Artículo 912.', '912', heading, text,"
    f" NULL, 9999, source, line, start, \"end\", status, note, tail FROM nodes WHERE {HERE} AND eid = 'art_12'",
    "an article moves": f"UPDATE nodes SET \"order\" = 9998 WHERE {HERE} AND eid = 'art_12'",
    "lines": f"UPDATE nodes SET line = line + 1 WHERE {HERE}",
    "places": f'UPDATE nodes SET start = start + 5, "end" = "end" + 5 WHERE {HERE}',
    "a title": f"UPDATE instruments SET title = 'Ley del banco' WHERE id = '{BANK}'",
    "a number": f"UPDATE instruments SET number = '2500' WHERE id = '{BANK}'",
    "a language": f"UPDATE instruments SET language = 'pt' WHERE id = '{BANK}'",
    "a text is lost": f"UPDATE instruments SET in_corpus = 0 WHERE id = '{BANK}'",
    "an alias": f"INSERT INTO aliases VALUES ('{BANK}', 'Ley del Banco', NULL, NULL)",
    "a date": f"UPDATE instrument_dates SET date = '1924-01-01' WHERE {HERE}",
    "a wording": "INSERT INTO versions SELECT instrument, eid, 1, label, 'Antes.', '1920-01-01', NULL, '', source,"
    f" line, start, \"end\" FROM nodes WHERE {HERE} AND eid = 'art_12'",
    "a citation goes": f"DELETE FROM citations WHERE id = (SELECT min(id) FROM citations WHERE {HERE})",
    "a citation comes": "INSERT INTO citation_targets SELECT id, 'co/ley/1909/69', 'art_1' FROM citations WHERE"
    f" instrument = '{LAW}' LIMIT 1",
    "a citation dangles": f"UPDATE citations SET resolution = 'dangling' WHERE {HERE}",
    "a grade": "UPDATE effects SET grade = 'confirmed' WHERE id = (SELECT max(id) FROM effects)",
    "an effect goes": f"DELETE FROM effects WHERE affecting_instrument = '{BANK}'",
    "a proof": f"UPDATE effect_evidence SET quote = 'Se deroga.' WHERE {HERE}",
    "the place of a proof": "UPDATE effect_evidence SET start = start + 3",
    "a problem": f"INSERT INTO problems VALUES ('numbering-gap', 'warning', '{BANK}', 'art_12', NULL, 3, 'A.', 'B.',"
    """ '{"numbers": "11"}')""",
    "a problem of all": "INSERT INTO problems VALUES ('skipped-file', 'note', NULL, NULL, 'x', NULL, 'A.', 'B.', '{}')",
    "a source": "UPDATE sources SET sha256 = 'f00d', rights = 'Of nobody.'",
    "a definition": f"INSERT INTO definitions SELECT 'fondo', 'es', instrument, eid, source, start, \"end\", '', ''"
    f" FROM nodes WHERE {HERE} AND eid = 'art_12'",
    "a definition goes": "DELETE FROM definitions",
    "an edition": "UPDATE meta SET value = 'beef' WHERE key = 'fingerprint'",
    "nothing": "UPDATE meta SET value = value",
}  # fmt: skip


# What reaches farthest is tried on the site of all instruments too.
EVERYWHERE = (
    "words",
    "a title",
    "a text is lost",
    "an effect goes",
    "a citation comes",
    "a definition goes",
    "nothing",
)
CASES = [*(("few", FEW, edit) for edit in EDITS), *(("whole", WHOLE, edit) for edit in EVERYWHERE)]


def made(folder: Path, store: Path, options: Options) -> SiteReport:
    with Store.open(store) as opened:
        return write(folder, opened, TEMPLATES, options)


def edited(store: Path, into: Path, edits: Sequence[str]) -> Path:
    shutil.copy(store, into)
    with closing(sqlite3.connect(into)) as db:
        for edit in edits:
            db.execute(edit)
        if edits != [EDITS["nothing"]]:
            db.execute("UPDATE meta SET value = value || ? WHERE key = 'made_of'", ["+".join(edits)])
        # A store never has a term without the article that defines it.
        db.execute("DELETE FROM definitions WHERE (instrument, eid) NOT IN (SELECT instrument, eid FROM nodes)")
        db.commit()
    return into


@pytest.fixture(scope="module")
def sites(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """One site by instruments and one by articles."""
    folder = tmp_path_factory.mktemp("sites")
    for name, options in (("whole", WHOLE), ("few", FEW)):
        made(folder / name, built / "kb.sqlite", options)
    return {"whole": folder / "whole", "few": folder / "few"}


@pytest.mark.parametrize(("name", "options", "edit"), CASES, ids=[f"{name}-{edit}" for name, _, edit in CASES])
def test_what_changed_is_made_again_and_the_rest_is_as_it_would_be(
    built: Path, sites: Mapping[str, Path], tmp_path: Path, name: str, options: Options, edit: str
) -> None:
    store = edited(built / "kb.sqlite", tmp_path / "kb.sqlite", [EDITS[edit]])
    again = Path(shutil.copytree(sites[name], tmp_path / "again"))
    report, whole = made(again, store, options), made(tmp_path / "new", store, options)
    assert contents(again) == contents(tmp_path / "new")
    assert (report.pages, report.bytes, report.links) == (whole.pages, whole.bytes, whole.links)
    if name == "whole" and edit == "words":
        assert 0 < report.made < report.pages
    if edit == "nothing":
        assert report.made == report.written == report.removed == 0


@settings(max_examples=2, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(edits=st.lists(st.sampled_from(sorted(EDITS)), min_size=2, max_size=4, unique=True))
def test_one_change_after_another_comes_to_the_same(
    built: Path, sites: Mapping[str, Path], tmp_path_factory: pytest.TempPathFactory, edits: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("again")
    again = Path(shutil.copytree(sites["few"], folder / "site"))
    for count in range(1, len(edits) + 1):
        store = edited(built / "kb.sqlite", folder / "kb.sqlite", [EDITS[edit] for edit in edits[:count]])
        made(again, store, FEW)
    made(folder / "new", store, FEW)
    assert contents(again) == contents(folder / "new")


@pytest.mark.parametrize(
    "differing",
    [{"title": "De la casa"}, {"languages": ("en",)}, {"pages": "instrument"}, {"only": (BANK,)}],
    ids=lambda differing: next(iter(differing)),
)  # fmt: skip
def test_other_options_make_another_site(
    built: Path, sites: Mapping[str, Path], tmp_path: Path, differing: dict[str, Any]
) -> None:
    again, options = Path(shutil.copytree(sites["few"], tmp_path / "again")), replace(FEW, **differing)
    made(again, built / "kb.sqlite", options)
    made(tmp_path / "new", built / "kb.sqlite", options)
    assert contents(again) == contents(tmp_path / "new")


def test_another_template_makes_another_site(built: Path, sites: Mapping[str, Path], tmp_path: Path) -> None:
    theme = tmp_path / "theme"
    theme.mkdir()
    (theme / "base.html").write_text(
        '{% extends "articulado/base.html" %}{% block footer %}Ours.{{ super() }}{% endblock %}'
    )
    again = Path(shutil.copytree(sites["few"], tmp_path / "again"))
    made(again, built / "kb.sqlite", replace(FEW, theme=theme))
    assert all("Ours." in page.read_text("utf-8") for page in (again / "es" / BANK).rglob("art_*.html"))


@pytest.mark.parametrize("spoil", ["other words", "gone", "same size", "no record", "another record"])
def test_what_others_did_to_our_files_is_mended(
    built: Path, sites: Mapping[str, Path], tmp_path: Path, spoil: str
) -> None:
    again = Path(shutil.copytree(sites["few"], tmp_path / "again"))
    page = again / "es" / BANK / "art_12.html"
    was = page.read_text("utf-8")
    if spoil == "gone":
        page.unlink()
    elif spoil == "no record":
        (again / RECORD).unlink()
        page.write_text("other", "utf-8")
    elif spoil == "another record":
        (again / RECORD).write_text('[["@x", 3], {"a": []}]', "utf-8")
    else:
        page.write_text("other" if spoil == "other words" else was.replace("banco", "BANCO"), "utf-8")
    made(again, built / "kb.sqlite", FEW)
    assert contents(again) == contents(sites["few"])


@pytest.mark.parametrize("spoil", ["gone", "a folder", "cut", "other words", "no text"])
def test_what_is_kept_of_the_data_of_search_is_believed_only_as_it_was_written(
    built: Path, sites: Mapping[str, Path], tmp_path: Path, spoil: str
) -> None:
    again = Path(shutil.copytree(sites["few"], tmp_path / "again"))
    kept = again / KEPT
    was = kept.read_bytes()
    spoilt = {"cut": was[: len(was) // 2], "other words": was.replace(b"banco", b"BANCO"), "no text": b"\xff\x00\n" * 9}
    if spoil in spoilt:
        kept.write_bytes(spoilt[spoil])
    else:
        kept.unlink()
    store = edited(built / "kb.sqlite", tmp_path / "kb.sqlite", [EDITS["words"]])
    if spoil == "a folder":
        kept.mkdir()
        with pytest.raises(ArticuladoError, match="this folder stands where a page"):
            made(again, store, FEW)
        kept.rmdir()
    made(again, store, FEW)
    made(tmp_path / "new", store, FEW)
    assert contents(again) == contents(tmp_path / "new")


def test_the_pages_do_not_depend_on_how_many_make_them(built: Path, tmp_path: Path) -> None:
    one = made(tmp_path / "one", built / "kb.sqlite", Options(workers=1))
    two = made(tmp_path / "two", built / "kb.sqlite", Options(workers=2))
    assert one == two and contents(tmp_path / "one") == contents(tmp_path / "two")


def test_what_goes_wrong_in_one_of_several_processes_is_told(built: Path, tmp_path: Path) -> None:
    theme = tmp_path / "theme"
    theme.mkdir()
    (theme / "article.html").write_text("{{ nobody }}")
    with pytest.raises(ArticuladoError, match=r"article.html, line 1: .*nobody"):
        made(tmp_path / "site", built / "kb.sqlite", Options(theme=theme, workers=2))
    assert not (tmp_path / "site").exists()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process that is cut short is made by forking")
@pytest.mark.parametrize("moves", [1, 3, 13, 90])
def test_a_run_that_was_cut_short_is_taken_back_by_the_next(
    built: Path, sites: Mapping[str, Path], tmp_path: Path, moves: int
) -> None:
    folder = Path(shutil.copytree(sites["few"], tmp_path / "site"))
    (folder / "ours.txt").write_text("not yours")
    before, options = contents(folder), replace(FEW, only=(BANK,), title="Otra casa")
    if cut_short(folder, built / "kb.sqlite", options, moves):
        assert (folder / ASIDE).exists()
        with replacing(folder):
            assert {n: b for n, b in contents(folder).items() if not n.startswith(ASIDE)} == before
    assert not (folder / ASIDE).exists() and (folder / "ours.txt").read_text() == "not yours"
    made(folder, built / "kb.sqlite", options)
    made(tmp_path / "new", built / "kb.sqlite", options)
    assert contents(folder) == {**contents(tmp_path / "new"), "ours.txt": b"not yours"}


def cut_short(folder: Path, store: Path, options: Options, moves: int) -> bool:
    """Whether a run was cut short at the given move; it may have had fewer."""
    child = os.fork()
    if not child:
        real, count = os.replace, [0]

        def replace_or_die(source: Any, target: Any) -> None:
            if "sqlite" not in str(source):
                count[0] += 1
                if count[0] > moves:
                    os._exit(9)
            real(source, target)

        os.replace = replace_or_die
        try:
            made(folder, store, options)
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
