"""What is written about the program is true: commands, examples, links, problem codes."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import cli

ROOT = Path(__file__).parent.parent
PAGES = ("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md")
CODES = tomllib.loads((ROOT / "kb" / "problems.toml").read_text("utf-8"))
README = (ROOT / "README.md").read_text("utf-8")


def commands(command: click.Command, path: str) -> Iterator[tuple[str, click.Command]]:
    """(path, command) of `command` and all below it."""
    yield path, command
    if isinstance(command, click.Group):
        for name, sub in command.commands.items():
            yield from commands(sub, f"{path} {name}")


COMMANDS = dict(commands(cli.main, "articulado"))
LEAVES = [path for path, command in COMMANDS.items() if not isinstance(command, click.Group)]


def typed(text: str) -> list[str]:
    """The command lines that `text` shows, with neither prompt nor comment."""
    lines = re.findall(r"^(?:Example: |\.venv/bin/)?(articulado .*)$", text, re.MULTILINE)
    return [line.split("  #")[0].strip() for line in lines]


def example(path: str) -> str:
    return typed(COMMANDS[path].epilog or "")[0]


@pytest.mark.parametrize("path", COMMANDS)
def test_every_command_has_help_with_an_example(path: str) -> None:
    command = COMMANDS[path]
    assert command.help and command.help.rstrip().endswith(".")
    assert example(path).startswith(f"{path} ")
    for parameter in command.params:
        assert not isinstance(parameter, click.Option) or parameter.help, f"{path} {parameter.name}"


@pytest.mark.parametrize("path", LEAVES)
def test_every_command_stands_in_the_readme(path: str) -> None:
    assert f"`{path}`" in README


def test_the_readme_names_no_command_that_is_not_there() -> None:
    named = re.findall(r"`(articulado(?: [a-z]+)+)`", README)
    assert set(named) <= COMMANDS.keys()


QUESTIONS = sorted({*typed(README), *(example(path) for path in COMMANDS)})
ASKING = ("search", "show", "cites", "repeals", "trace", "status", "define")
QUESTIONS = [line for line in QUESTIONS if shlex.split(line)[1] in ASKING]


@pytest.mark.parametrize("line", QUESTIONS)
def test_what_the_documents_tell_to_type_finds_something(built: Path, line: str) -> None:
    result = CliRunner().invoke(
        cli.main, shlex.split(line)[1:], env={"ARTICULADO_KB": str(built)}, catch_exceptions=False
    )
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("page", PAGES)
def test_links_between_documents_lead_somewhere(page: str) -> None:
    links = re.findall(r"\]\(([^)#]+)", (ROOT / page).read_text("utf-8"))
    assert not [link for link in links if "://" not in link and not (ROOT / link).exists()]


@pytest.mark.parametrize("code", CODES)
def test_every_problem_code_is_explained(code: str) -> None:
    entry = CODES[code]
    assert entry["severity"] in ("error", "warning", "info")
    for key in ("en", "es", "message_en", "message_es"):
        assert entry[key].endswith((".", "»")), key
    holes = [sorted(re.findall(r"\{(\w+)\}", entry[key])) for key in ("message_en", "message_es")]
    assert holes[0] == holes[1], "both sentences say the same"


def test_codes_in_use_are_the_codes_explained() -> None:
    code = "\n".join(path.read_text("utf-8") for path in (ROOT / "kb").rglob("*.py"))
    used = {name for name in re.findall(r'"([a-z]+(?:-[a-z]+)+)"', code) if name in CODES}
    said = set(re.findall(r'(?:Problem\(\s*code=|problem\(\s*)"([a-z-]+)"', code))
    assert said <= CODES.keys()
    assert used == CODES.keys(), "a code that nothing records"


def test_the_architecture_knows_every_room_and_dependency() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    rooms = {path.stem for path in (ROOT / "kb").iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()}
    assert not [room for room in rooms - {"__init__"} if f"kb/{room}" not in text]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    names = [re.split(r"[<>=!~ ]", line)[0] for line in project["dependencies"]]
    assert not [name for name in names if name not in text]


def test_every_version_that_is_needed_is_pinned() -> None:
    pinned = {line.split("==")[0].lower() for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines()}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    assert {re.split(r"[<>=!~ ]", line)[0].lower() for line in wanted} <= pinned
