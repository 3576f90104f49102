"""The command as a user types it, on the real corpus: what is printed, which exit code, what survives a mistake."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import FOUND, NOTHING, WRONG, articulado, contents, small
from filelock import FileLock
from terminals import on_a_terminal

from kb.serving import listening

ROOT = Path(__file__).parent.parent
CORPUS = ROOT / "corpus"
MANIFEST = "co/leyes-1923/manifest.toml"


def process(*arguments: str | Path, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """What the command does in a process of its own."""
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    env = {**os.environ, "PYTHONPATH": path, **environment}
    return subprocess.run([sys.executable, "-m", "cli", *map(str, arguments)], cwd=cwd, env=env, capture_output=True)


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("search", "reserve fund"), FOUND, "co/estatutos/bancolombia#art_"),
        (("search", "fondo", "de", "reserva"), FOUND, "co/ley/1923/45#art_10"),
        (("search", "art. 46 bylaws", "--limit", "1"), FOUND, "1. Article 46. Decision Majorities"),
        (("search", "derogado", "--in", "Código Fiscal"), FOUND, "co/ley/1912/110#"),
        (("search", "reserva", "--lang", "en"), FOUND, "co/estatutos/bancolombia#"),
        (("search", "xyzzyx"), NOTHING, "Nothing found for 'xyzzyx'."),
        (("search", "sharholder"), FOUND, "Did you mean: shareholder\n"),
        (("search", "sharholder", "--json"), FOUND, '"meant": "shareholder"'),
        (("search", "Ley 45 de 1932"), NOTHING, "Did you mean: Ley 45 de 1923\n"),
        (("show", "codigo fsical 157"), NOTHING, "Did you mean: codigo fiscal 157\n"),
        (("show", "art. 947 bylaws"), NOTHING, "Did you mean: art. 94 bylaws\n"),
        (("search", "*"), NOTHING, "Nothing found"),
        (("search", ""), NOTHING, "Nothing found"),
        (("search", "reserva", "--in", "Ley 99 de 1999"), NOTHING, "in Ley 99 de 1999: not in this knowledge base"),
        (("search", "reserva", "--in", "what is this"), WRONG, "no such instrument"),
        (("search", "reserva", "--in", "what is this", "--json"), WRONG, "no such instrument"),
        (("search", "reserva", "--in", "Ley 99 de 1999", "--json"), NOTHING, '"hits": []'),
        (("search", "reserva", "--lang", "xx"), WRONG, "there are en, es"),
        (("search", "reserva", "--limit", "0"), WRONG, "--limit"),
        (("search",), WRONG, "Missing argument"),
        (
            ("search", "reserva", "--status", "blue"),
            WRONG,
            "--status blue: no such status; there are in force as given",
        ),
        (("search", "reserva", "--date", "soon"), WRONG, "--date soon: not a date; write it like 1923"),
        (("search", "reserva status:blue"), FOUND, "Left out: status blue: no such status"),
        (("search", "banco", "-oro", "--limit", "1"), FOUND, "1. "),
        (("search", "-historia", "banco"), FOUND, "1. "),
        (("search", "-oro"), NOTHING, "What is only excluded finds nothing"),
        (("search", "banco", "--page", "2", "--limit", "3"), FOUND, "4. "),
        (("search", "tarifa", "de", "aduanas"), FOUND, "1. Ley 117 de 1913, sobre tarifa de aduanas\n"),
        (("search", "tarifa de aduanas lang:en"), NOTHING, "Nothing found"),
        (("search", "S.A.", "--limit", "1"), FOUND, "1. Article 1."),
        (("search", "encage legal", "--limit", "1"), FOUND, "Did you mean: encaje legal\n\nNothing has all of these"),
        (("search", "x in:\x1b[0mz"), FOUND, "Left out: in  [0mz: no such instrument"),
        (("search", "banco", "--page", "999"), NOTHING, "There is no such page"),
        (("search", "--chapter", "fiduciarias", "--limit", "1"), FOUND, "1. CAPITULO IV."),
        (("search", "encaje legal", "--page", "2", "--limit", "3"), FOUND, "4–6 of 55 (some words)"),
        (("search", "encaje legal", "--limit", "3"), FOUND, "1–3 of 55 (all words"),
        (("search", "x" * 10_000), NOTHING, f"Nothing found for '{'x' * 119}…'.\n\nNo text has: {'x' * 119}…."),
        (("search", "reserva", "--in", "codigo fical"), WRONG, "no such instrument; nearest: Código Fiscal"),
        (("search", "reserva in:bilaws"), FOUND, "Left out: in bilaws: no such instrument; nearest: bylaws"),
        (("search", "Section 46 of the bylaws"), FOUND, "There are no sections; article 46.\n"),
        (("show", "sec. 46 bylaws"), FOUND, "There are no sections; article 46.\n"),
        (("search", "title 99 bylaws"), NOTHING, "There is no title in Bylaws of Bancolombia"),
        (("show", "artículo 240 ZBTQ"), NOTHING, "ZBTQ is not known: no statute of this knowledge base has that name"),
        (("show", "artículo 240 ZBTQ"), NOTHING, "as guesses:\n   co/ley/1912/110#art_240  Artículo 240."),
        (("search", "artículo 240 ZBTQ"), NOTHING, "co/ley/1912/110#art_240 (guess)"),
        (("show", "commerce code 100"), NOTHING, "Not in this knowledge base: article 100 of Commerce Code.\n"),
        (("search", "art. 100 C. de Co."), NOTHING, "article 100 of Código de Comercio (C. de Co).\n"),
        (("search", "247 código fiscal"), FOUND, "Printed 2247, probably 247.\n\n1. Artículo 2247."),
        (("show", "247 código fiscal"), FOUND, "Printed 2247, probably 247.\n"),
        (("search", "numeral 3 del artículo 27 ley 45"), FOUND, "Item 3 is not printed.\n\n1. Artículo 27."),
        (("search", "status:repealed", "in:código", "fiscal", "--limit", "2"), FOUND, "1–2 of 226 (filter)"),
        (("search", "derogado", "--in", "código fiscal", "--facets"), FOUND, "\nstatus          repealed"),
        (("search", "articles 237 to 246 of the fiscal code", "--limit", "2"), FOUND, "#art_246 (reference)"),
        (
            ("search", "reserva", "--kind", "paragraph,item", "--type", "bylaws", "--lang", "en"),
            FOUND,
            "bancolombia#art_",
        ),
        (("show", "ley", "45", "de", "1923", "art", "17"), FOUND, "co/ley/1923/45#art_17"),
        (("show", "co/ley/1923/45#art_17"), FOUND, "Artículo 17."),
        (("show", "numeral 3 del artículo 46 estatutos"), FOUND, "eighty per cent"),
        (("show", "157 código fiscal"), FOUND, "[repealed]"),
        (("show", "ley 25 de 1923"), FOUND, "orgánica del Banco de la República"),
        (("show", "ley 45 de 1923 art 999"), NOTHING, "Not in this knowledge base: article 999 of Ley 45 de 1923"),
        (("show", "ley 99 de 1999"), NOTHING, "Not in this knowledge base"),
        (("show", "what is this"), WRONG, "does not read as a reference"),
        (("serve", "--port", "99999"), WRONG, "--port"),
        (("nonsense",), WRONG, "No such command"),
        (("export",), WRONG, "Usage"),
    ],
)
def test_what_is_said_and_the_exit_code(built: Path, arguments: tuple[str, ...], code: int, says: str) -> None:
    result = articulado(*arguments, ARTICULADO_KB=str(built))
    assert result.exit_code == code, result.output
    assert says in (result.stderr if code == WRONG else result.stdout)
    assert code != WRONG or not result.stdout


def test_the_json_of_a_search_has_the_keys_that_the_readme_names(built: Path) -> None:
    told = (ROOT / "README.md").read_text("utf-8").split("Keys of `--json`")[1].split("\n\n")[0]
    for question in ("encaje", "art. 46", "xyzzyx", "in:nada"):
        found = json.loads(articulado("search", question, "--json", "--limit", "1", "--kb", built).stdout)
        hit = dict.fromkeys(key for hit in found["hits"] for key in (*hit, *hit["snippet"]))
        assert [key for key in (*found, *hit) if f"`{key}`" not in told] == []


def test_show_hides_none_of_several(built: Path) -> None:
    result = articulado("show", "art. 46", "--kb", built)
    assert "co/estatutos/bancolombia#art_46" in result.stdout
    assert "co/ley/1923/45#art_46" in result.stdout


def test_show_prints_all_that_hangs_under_a_provision(built: Path) -> None:
    result = articulado("show", "co/estatutos/bancolombia#art_8", "--kb", built)
    assert result.stdout.splitlines()[1] == "Article 8. Share Classes"
    for printed in ("   a) common,", "   b) privileged, and", "   c) with preferred dividend"):
        assert f"\n{printed}" in result.stdout
    assert "co/bancolombia/bancolombia-bylaws.en.txt, line 39" in result.stdout


def test_show_says_what_stands_nearest(built: Path) -> None:
    result = articulado("show", "ley 45 de 1923 art 999", "--kb", built)
    assert "Nearest:\n   co/ley/1923/45#art_140" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "key"),
    [
        (("search", "reserva"), "hits"),
        (("search", "xyzzyx"), "hits"),
        (("show", "art 46"), "found"),
        (("show", "ley 45 de 1923 art 999"), "nearest"),
    ],
)
def test_json_is_json(built: Path, arguments: tuple[str, ...], key: str) -> None:
    result = articulado(*arguments, "--json", "--kb", built)
    assert isinstance(json.loads(result.stdout)[key], list)


def test_search_json_has_addresses_and_marks(built: Path) -> None:
    found = json.loads(articulado("search", "fondo de reserva", "--json", "--limit", "3", "--kb", built).stdout)
    assert len(found["hits"]) == 3
    for hit in found["hits"]:
        assert hit["address"] == f"{hit['node']['instrument']}#{hit['node']['eid']}"
        assert all(0 <= start < end <= len(hit["snippet"]["text"]) for start, end in hit["snippet"]["marks"])


def test_search_json_says_how_many_there_are_and_where(built: Path) -> None:
    found = json.loads(articulado("search", "banco -oro lang:es", "--json", "--limit", "2", "--kb", built).stdout)
    assert found["rung"] == "all words" and found["total"] > len(found["hits"]) == 2
    for facet in ("instrument", "status", "language", "chapter"):
        assert all(entry["count"] > 0 and entry["label"] for entry in found["facets"][facet])
    assert [entry["value"] for entry in found["facets"]["language"]] == ["es"]
    assert sum(entry["count"] for entry in found["facets"]["status"]) == found["total"]
    assert {"address", "part", "rung", "score", "reasons"} <= found["hits"][0].keys()


def test_a_pipe_gets_no_colours_and_no_progress(built: Path, tmp_path: Path) -> None:
    found = process("search", "reserva", "--kb", built)
    assert (found.returncode, found.stderr) == (0, b"")
    assert b"\x1b" not in found.stdout
    made = process("build", "--out", tmp_path / "build")
    assert (made.returncode, made.stderr) == (0, b"")


@pytest.mark.parametrize(("encoding", "ending"), [("cp437", "?"), ("cp1252", "…")])
def test_a_poor_console_shows_question_marks_instead_of_failing(built: Path, encoding: str, ending: str) -> None:
    found = process("search", "reserve fund", "--kb", built, "--limit", "1", PYTHONIOENCODING=encoding)
    assert (found.returncode, found.stderr) == (0, b"")
    assert f"{ending}\n" in found.stdout.decode(encoding).replace("\r\n", "\n")


@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are a thing of POSIX")
@pytest.mark.parametrize(("environment", "colours"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_a_terminal_gets_bold_unless_it_says_no(built: Path, environment: dict[str, str], colours: bool) -> None:
    printed = on_a_terminal("show", "art 46 bylaws", "--kb", str(built), **environment)
    assert "Decision Majorities" in printed
    assert ("\x1b[1m" in printed) is colours
    assert max(map(len, printed.splitlines())) <= 120


@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are a thing of POSIX")
def test_a_terminal_sees_a_build_go_on(tmp_path: Path) -> None:
    printed = on_a_terminal("build", "--out", str(tmp_path / "build"))
    assert "\rread" in printed
    assert "\rsite " in printed
    assert printed.splitlines()[-1].startswith("Open ")


def test_the_report_counts_what_the_corpus_holds(tmp_path: Path) -> None:
    out = tmp_path / "build"
    report = json.loads(articulado("build", "--corpus", CORPUS, "--out", out, "--json").stdout)
    assert report["instruments"] == 15
    assert report["nodes"]["article"] == 459
    assert report["statuses"] == {"repealed": 227, "in force as given": 224, "empty": 7, "amended": 1}
    assert report["problems"]["suspected-typo"] == 1
    assert report["out"] == str(out)
    assert (out / "site" / "index.html").is_file()


def test_a_second_build_leaves_site_and_export_byte_identical(tmp_path: Path) -> None:
    out, first, second = tmp_path / "build", tmp_path / "first", tmp_path / "second"
    text = articulado("build", "--corpus", CORPUS, "--out", out).stdout
    assert "459 articles" in text
    assert articulado("export", "jsonl", first, "--kb", out).exit_code == 0
    again = tmp_path / "again"
    assert articulado("build", "--corpus", CORPUS, "--out", again).exit_code == 0
    assert articulado("export", "jsonl", second, "--kb", again).exit_code == 0
    assert contents(again / "site") == contents(out / "site")
    assert contents(first) == contents(second)


def emptied(corpus: Path) -> None:
    shutil.rmtree(corpus)
    corpus.mkdir()


def rewritten(name: str, old: str, new: str) -> Callable[[Path], None]:
    def rewrite(corpus: Path) -> None:
        text = (corpus / name).read_text("utf-8")
        assert old in text
        (corpus / name).write_text(text.replace(old, new, 1), encoding="utf-8")

    return rewrite


def overwritten(name: str, data: bytes) -> Callable[[Path], object]:
    return lambda corpus: (corpus / name).write_bytes(data)


@pytest.mark.parametrize(
    ("spoil", "names"),
    [
        (shutil.rmtree, "corpus"),
        (emptied, "corpus"),
        (overwritten("co/bancolombia/bancolombia-bylaws.en.txt", bytes(range(256)) * 40), "bancolombia-bylaws.en.txt"),
        (overwritten("co/leyes-1923/colombia-leyes-1923.es.txt", b"Art\xedculo 1. Otro."), "sha256"),
        (overwritten(MANIFEST, b"[[source]\n"), "manifest.toml"),
        (rewritten(MANIFEST, "[[instrument]]", '[[instrument]]\nnmae = "x"'), "nmae"),
        (rewritten(MANIFEST, "colombia-leyes-1923.es.txt", "../../elsewhere.txt"), "elsewhere.txt"),
        (rewritten(MANIFEST, "co/ley/1923/45", "co/ley/1923/25"), "co/ley/1923/25"),
    ],
    ids=["missing", "empty", "not text", "changed", "not toml", "wrong key", "outside", "twice"],
)
def test_a_bad_corpus_is_one_sentence_and_the_last_build_answers(
    built: Path, tmp_path: Path, spoil: Callable[[Path], object], names: str
) -> None:
    out, corpus = tmp_path / "build", tmp_path / "corpus"
    shutil.copytree(built, out)
    shutil.copytree(CORPUS, corpus)
    spoil(corpus)
    before = contents(out)
    result = articulado("build", "--corpus", corpus, "--out", out)
    assert result.exit_code == WRONG, result.output
    assert not result.stdout
    assert names in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert contents(out).items() >= before.items()
    assert articulado("search", "reserva", "--kb", out).exit_code == FOUND


WITHOUT = [("search", "x"), ("show", "art 1"), ("export", "jsonl", "data"), ("serve",), ("repeals",), ("audit",)]


@pytest.mark.parametrize("arguments", WITHOUT)
def test_without_a_build_every_command_says_what_to_do(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    result = articulado(*arguments, "--kb", tmp_path)
    assert result.exit_code == WRONG
    assert "articulado build" in result.stderr
    assert not list(tmp_path.iterdir())


def test_a_broken_store_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "kb.sqlite").write_bytes(b"not a database" * 100)
    result = articulado("show", "art 1", "--kb", tmp_path)
    assert (result.exit_code, len(result.stderr.splitlines())) == (WRONG, 1)


def test_an_out_folder_that_is_a_file_is_wrong_use(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    assert articulado("build", "--corpus", CORPUS, "--out", tmp_path / "file").exit_code == WRONG
    assert articulado("build", "--corpus", CORPUS, "--out", tmp_path / "file" / "below").exit_code == WRONG
    assert (tmp_path / "file").read_text() == "mine"


def test_export_says_what_it_wrote(built: Path, tmp_path: Path) -> None:
    result = articulado("export", "jsonl", tmp_path / "data", "--kb", built)
    assert result.exit_code == FOUND
    assert str(tmp_path / "data" / "nodes.jsonl") in result.stdout
    counts = json.loads(articulado("export", "jsonl", tmp_path / "data", "--kb", built, "--json").stdout)
    instruments = (tmp_path / "data" / "instruments.jsonl").read_text("utf-8").splitlines()
    assert counts[str(tmp_path / "data" / "instruments.jsonl")] == len(instruments)
    assert sum(json.loads(line)["in_corpus"] for line in instruments) == 15


def test_serve_shows_the_site_to_this_machine(built: Path) -> None:
    with listening(built / "site", 0) as server:
        assert server.server_address[0] == "127.0.0.1"
    command = [sys.executable, "-u", "-m", "cli", "serve", "--port", "0", "--kb", str(built)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as running:
        assert running.stdout
        address = running.stdout.readline().split()[0]
        with urllib.request.urlopen(address, timeout=10) as page:
            assert b"<!doctype html>" in page.read(200).lower()
        running.terminate()


def test_a_port_in_use_is_one_sentence(built: Path) -> None:
    with listening(built / "site", 0) as server:
        result = articulado("serve", "--port", str(server.server_port), "--kb", built)
    assert result.exit_code == WRONG
    assert "--port" in result.stderr


def folder_for_page(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (out / "site" / "es" / "index.html").unlink()
    (out / "site" / "es" / "index.html").mkdir()


def refusing(place: str) -> Callable[[Path, pytest.MonkeyPatch], None]:
    """Let moving a file to `place` fail, whatever was moved before it."""

    def spoil(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        real, refused = os.replace, []

        def replace(source: Path, target: Path) -> None:
            if Path(target) == out / place and not refused:
                refused.append(target)
                raise OSError(errno.EACCES, "Permission denied", str(source), None, str(target))
            real(source, target)

        monkeypatch.setattr(os, "replace", replace)

    return spoil


SPOILT = {
    "site/es/index.html": folder_for_page,
    "site/es/problems.html": refusing("site/es/problems.html"),
    "site/.articulado-files": refusing("site/.articulado-files"),
    "kb.sqlite": refusing("kb.sqlite"),
}


def answering(out: Path) -> dict[str, bytes]:
    """The files of a build but its indexes, of which the store names one, and what is kept for builds to come."""
    kept = ("index/", "readings.sqlite")
    return {name: data for name, data in contents(out).items() if not name.startswith(kept)}


@pytest.mark.parametrize(("place", "spoil"), SPOILT.items(), ids=SPOILT)
def test_a_build_that_fails_at_the_end_changes_neither_site_nor_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, spoil: Callable[[Path, pytest.MonkeyPatch], None]
) -> None:
    out, corpus = tmp_path / "build", small(tmp_path / "corpus", "El banco pagará las multas")
    (corpus / "other.txt").write_text("Artículo 1. Queda prohibido fumar.\n", encoding="utf-8")
    assert articulado("build", "--corpus", corpus, "--out", out).exit_code == FOUND
    spoil(out, monkeypatch)
    (corpus / "other.txt").unlink()
    (corpus / "third.txt").write_text("Artículo 1. Queda permitido fumar.\n", encoding="utf-8")
    small(corpus, "El banco cobrará las rentas")
    before = answering(out)
    result = articulado("build", "--corpus", corpus, "--out", out)
    assert (result.exit_code, len(result.stderr.splitlines())) == (WRONG, 1), result.output
    assert str(out / place) in result.stderr
    assert answering(out) == before
    assert "multas" in articulado("show", "zz/corpus/law#art_1", "--kb", out).stdout


def test_once_what_was_wrong_is_mended_the_next_build_has_it_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, corpus = tmp_path / "build", small(tmp_path / "corpus", "El banco pagará las multas")
    assert articulado("build", "--corpus", corpus, "--out", out).exit_code == FOUND
    style = out / "site" / "articulado.css"
    written = style.stat().st_mtime_ns
    with monkeypatch.context() as broken:
        refusing("kb.sqlite")(out, broken)
        small(corpus, "El banco cobrará las rentas")
        assert articulado("build", "--corpus", corpus, "--out", out).exit_code == WRONG
    assert articulado("build", "--corpus", corpus, "--out", out).exit_code == FOUND
    assert "rentas" in (out / "site" / "es" / "zz" / "corpus" / "law" / "index.html").read_text("utf-8")
    assert style.stat().st_mtime_ns == written


def test_a_first_build_that_fails_leaves_no_site(tmp_path: Path) -> None:
    out, corpus = tmp_path / "build", small(tmp_path / "corpus", "El banco pagará las multas")
    (out / "kb.sqlite").mkdir(parents=True)
    result = articulado("build", "--corpus", corpus, "--out", out)
    assert result.exit_code == WRONG
    assert f"{out / 'kb.sqlite'}: cannot be written (Is a directory); move that folder away." in result.stderr
    assert not (out / "site").exists()


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("stage", ["kb.store.write", "kb.build.build_index", "kb.site.folder.Changes.put"])
def test_a_full_disk_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stage: str) -> None:
    corpus = small(tmp_path / "corpus", "El banco pagará las multas")
    monkeypatch.setattr(stage, lambda *_, **__: full())
    result = articulado("build", "--corpus", corpus, "--out", tmp_path / "build")
    assert result.exit_code == WRONG
    assert result.stderr.startswith(f"articulado: {tmp_path / 'build'}: cannot be written (No space left on device)")
    assert "make room on that disk" in result.stderr


@pytest.mark.skipif(os.name != "posix", reason="limits on files are a thing of POSIX")
@pytest.mark.parametrize("limit", [0, 100_000])
def test_a_disk_that_takes_no_more_is_one_sentence(tmp_path: Path, limit: int) -> None:
    corpus = small(tmp_path / "corpus", "El banco pagará las multas")
    code = f"import resource as r; r.setrlimit(r.RLIMIT_FSIZE, ({limit}, {limit})); import cli; cli.main()"
    arguments = ["build", "--corpus", str(corpus), "--out", str(tmp_path / "build")]
    done = subprocess.run([sys.executable, "-B", "-c", code, *arguments], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, len(done.stderr.splitlines())) == (WRONG, 1), done.stderr
    assert str(tmp_path / "build") in done.stderr


def test_a_second_build_at_once_is_one_sentence_and_the_first_may_be_searched(tmp_path: Path) -> None:
    corpus, out = small(tmp_path / "corpus", "El banco pagará las multas"), tmp_path / "build"
    assert articulado("build", "--corpus", corpus, "--out", out).exit_code == FOUND
    with FileLock(out / ".lock"):
        second = articulado("build", "--corpus", corpus, "--out", out)
        assert (second.exit_code, len(second.stderr.splitlines())) == (WRONG, 1)
        assert "another build is writing here" in second.stderr
        assert articulado("search", "multas", "--kb", out).exit_code == FOUND
    assert articulado("build", "--corpus", corpus, "--out", out).exit_code == FOUND


def test_what_killed_builds_have_left_is_swept_away(tmp_path: Path) -> None:
    corpus, out = small(tmp_path / "corpus", "El banco pagará las multas"), tmp_path / "build"
    assert articulado("build", "--corpus", corpus, "--out", out).exit_code == FOUND
    whole = sorted(path.relative_to(out) for path in out.rglob("*"))
    for name in (".kb-1.sqlite", "..kb-1.sqlite.1", "index/.0123456789abcdef.1/x", "index/0123456789abcdef/x"):
        (out / name).parent.mkdir(exist_ok=True)
        (out / name).write_bytes(b"cut short")
    assert articulado("build", "--corpus", corpus, "--out", out).exit_code == FOUND
    assert sorted(path.relative_to(out) for path in out.rglob("*")) == whole


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a file system that takes no folders")
def test_an_out_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    result = articulado("build", "--corpus", small(tmp_path / "corpus", "El banco"), "--out", "/proc/foo/bar")
    assert (result.exit_code, len(result.stderr.splitlines())) == (WRONG, 1)
    assert "--out" in result.stderr and "/proc/foo" in result.stderr
