"""The fences of the house: who imports whom, how long a function may be, what start-up may cost."""

from __future__ import annotations

import ast
import json
import re
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.figures import names_used_twice, room_figures

ROOT = Path(__file__).parent.parent
CODE = [ROOT / "cli.py", *sorted((ROOT / "kb").rglob("*.py"))]

# Top to bottom; a room imports from rows below its own and never from its own row.
ROWS = (
    {"cli"},
    {"answers"},
    {"plain", "listings"},
    {"build"},
    {"query", "site", "export"},
    {"ranges"},
    {"store", "index", "reading"},
    {"corpus", "outline", "language", "citations", "effects", "definitions", "joined", "status", "audit", "concepts"},
    {"grammar", "analysis"},
    {
        "resources",
        "sheet",
        "sounds",
        "narrowing",
        "escapes",
        "ledgers",
        "processes",
        "progress",
        "serving",
        "incisos",
        "divided",
        "comparing",
        "validity",
    },
    {"model", "ids"},
)
HEIGHT = {room: -depth for depth, rooms in enumerate(ROWS) for room in rooms}
# The heavy dependencies and the one room that may import each.
OWNERS = {
    "spacy": {"language"},
    "bs4": {"corpus"},
    "whoosh": {"index"},
    "jinja2": {"site"},
    "click": {"cli"},
    "rapidfuzz": {"query"},
    "msgspec": {"build"},
}
NOT_AT_START = ("spacy", "bs4", "jinja2", "lxml", "numpy")
# Tokens that nine functions in ten of a room have at most, and all but one in a hundred: see `python tools/figures.py`.
# These figures only go down.
REACHED = {
    "audit": (161, 210),
    "corpus": (146, 240),
    "definitions": (124, 140),
    "effects": (176, 230),
    "incisos": (122, 185),
    "outline": (174, 242),
    "status": (156, 195),
}
NAMES_USED_TWICE = 41
MACHINE_PATH = re.compile(r"(?<![\w./:*-])(?:/(?:home|root|tmp|usr|opt|mnt|var|Users)/|[A-Z]:\\\\)")


def room(path: Path) -> str:
    """The room a file belongs to: `kb/query/reference.py` is in `query`, `kb/__init__.py` in `kb`."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return parts[1] if parts[0] == "kb" and parts[1] != "__init__" else parts[0]


def imported(path: Path) -> Iterator[str]:
    """The dotted names that a file imports, wherever in it."""
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            base = ".".join(filter(None, (above, node.module)))
            yield from (f"{base}.{alias.name}" for alias in node.names)


def functions() -> Iterator[tuple[str, int]]:
    """(place, lines from `def` to the end) of every function of the program."""
    for path in CODE:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert node.end_lineno
                yield f"{path.relative_to(ROOT)}:{node.lineno} {node.name}", node.end_lineno - node.lineno + 1


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", CODE, ids=named)
def test_a_room_imports_only_from_rows_below(path: Path) -> None:
    own = room(path)
    if own == "kb":
        assert not [name for name in imported(path) if name.startswith("kb.")], "kb/__init__.py stays empty"
        return
    assert own in HEIGHT, f"{own}: a new room; give it a row in ROWS"
    others = {name.split(".")[1] for name in imported(path) if name.startswith("kb.")} - {own}
    others |= {"cli"} if any(name.split(".")[0] == "cli" for name in imported(path)) else set()
    wrong = {other for other in others & HEIGHT.keys() if HEIGHT[other] >= HEIGHT[own]}
    assert not wrong, f"{own} imports {wrong}, which stand no lower than itself"


@pytest.mark.parametrize("path", CODE, ids=named)
def test_a_heavy_dependency_has_one_owner(path: Path) -> None:
    tops = {name.split(".")[0] for name in imported(path)}
    wrong = [top for top, owners in OWNERS.items() if top in tops and room(path) not in owners]
    assert not wrong, f"{room(path)} imports {wrong}; only {[OWNERS[top] for top in wrong]} may"


def test_functions_are_short() -> None:
    sizes = dict(functions())
    lines = sorted(sizes.values())
    assert not {place: size for place, size in sizes.items() if size > 50}
    assert statistics.median(lines) <= 10
    long = {place: size for place, size in sizes.items() if size > 25}
    assert len(long) <= len(lines) / 10, long


def test_functions_are_read_in_one_breath() -> None:
    for name, figures in room_figures().items():
        most, longest = REACHED.get(name, (None, None))
        if most is None or longest is None:
            continue
        found = {share: figures.percentile(share) for share in (90, 99)}
        assert found[90] <= most and found[99] <= longest, f"{name}: {found}; python tools/figures.py {name}"
        nested = [*figures.nested_comprehensions, *figures.nested_conditions]
        assert not nested, f"{name}: one `for` in a comprehension, no condition in another: {nested}"


def test_a_class_name_means_one_class() -> None:
    twice = names_used_twice(room_figures())
    assert len(twice) <= NAMES_USED_TWICE, twice


@pytest.mark.parametrize("path", CODE, ids=named)
def test_a_module_is_short(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 400, "make it a folder of the same name"


@pytest.mark.parametrize("path", CODE, ids=named)
def test_nothing_prints_swallows_or_changes_globals(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        place = f"{named(path)}:{getattr(node, 'lineno', '')}"
        assert not isinstance(node, ast.Global), f"{place}: a global that changes"
        if isinstance(node, ast.ExceptHandler):
            caught = "" if node.type is None else ast.unparse(node.type)
            assert caught and not re.search(r"\b(?:Base)?Exception\b", caught), f"{place}: catch what you expect"
        if isinstance(node, ast.Call) and room(path) != "cli":
            assert ast.unparse(node.func) != "print", f"{place}: only cli.py prints"


@pytest.mark.parametrize("path", CODE, ids=named)
def test_nothing_runs_at_import(path: Path) -> None:
    for node in ast.parse(path.read_text("utf-8")).body:
        text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        typing = isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "__name__ == '__main__'")
        declared = ast.Import | ast.ImportFrom | ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign
        assert text or typing or isinstance(node, declared), f"{named(path)}:{node.lineno}: runs at import"


def test_no_file_names_a_place_on_one_machine() -> None:
    kinds = {".py", ".toml", ".md", ".txt", ".sql", ".jinja", ".js", ".css", ".html", ""}
    folders = ("kb", "tests", "site_templates", "benchmarks", ".ci")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()]
    files += [path for path in ROOT.iterdir() if path.is_file() and path.name != "constraints.txt"]
    readable = [path for path in files if path.suffix in kinds and "__pycache__" not in path.parts]
    found = [
        f"{named(path)}:{number}: {line.strip()[:80]}"
        for path in readable
        for number, line in enumerate(path.read_text("utf-8", errors="replace").splitlines(), 1)
        if MACHINE_PATH.search(line) and not line.startswith("#!")
    ]
    assert not found, found


def modules_after(code: str, *arguments: str) -> set[str]:
    """The modules a fresh interpreter has loaded when `code` has run."""
    report = "import atexit, json, sys; atexit.register(lambda: print('\\n' + json.dumps(list(sys.modules)))); "
    done = subprocess.run(
        [sys.executable, "-c", report + code, *arguments], cwd=ROOT, capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_importing_kb_costs_nothing() -> None:
    loaded = modules_after("import kb, kb.model, kb.store")
    assert not loaded & {*NOT_AT_START, "click", "whoosh", "simplemma"}


def test_help_imports_only_click() -> None:
    loaded = modules_after("import cli; cli.main()", "--help")
    assert not loaded & {*NOT_AT_START, "whoosh", "simplemma", "sqlite3", "kb.store", "kb.query", "kb.build"}


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "ley 45 de 1923 art 17"),
        ("search", "art. 46 bylaws"),
        ("search", "junta directiva"),
        ("search", "board"),
        ("cites", "Ley 69 de 1909", "--csv"),
        ("repeals",),
        ("trace", "157 código fiscal"),
        ("status", "157 código fiscal"),
    ],
    ids=" ".join,
)
def test_answering_loads_nothing_heavy(built: Path, arguments: tuple[str, ...]) -> None:
    loaded = modules_after("import cli; cli.main()", *arguments, "--kb", str(built))
    assert not loaded & {*NOT_AT_START, "simplemma"}
