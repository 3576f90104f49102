"""requirements.lock: what the program needs, no more, in the versions of constraints.txt, each file by its hash."""

from __future__ import annotations

import importlib.metadata
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
LOCK = (ROOT / "requirements.lock").read_text("utf-8")
ENTRY = re.compile(
    r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>\S+)(?: ; (?P<when>.+?))? \\$(?P<hashes>(?:\n    --hash=.*)+)", re.M
)
HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}(?: \\)?")


def pinned() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pairs = (line.split("==") for line in lines if "==" in line)
    return {canonicalize_name(name): version for name, version in pairs}


def locked() -> dict[str, str]:
    return {canonicalize_name(found["name"]): found["version"] for found in ENTRY.finditer(LOCK)}


def needed(wanted: list[str]) -> Iterator[str]:
    """The names of all that these requirements need on this system, themselves too."""
    seen, left = set[str](), [Requirement(line) for line in wanted]
    while left:
        one = left.pop()
        name = canonicalize_name(one.name)
        if name in seen or (one.marker and not one.marker.evaluate({"extra": ""})):
            continue
        seen.add(name)
        yield name
        left.extend(Requirement(line) for line in importlib.metadata.requires(name) or ())


def test_every_line_is_a_version_with_its_hashes() -> None:
    left = ENTRY.sub("", LOCK).splitlines()
    assert [line for line in left if line and not line.startswith("#")] == []
    for found in ENTRY.finditer(LOCK):
        hashes = found["hashes"].strip("\n").split("\n")
        assert hashes and all(HASH.fullmatch(line) for line in hashes), found["name"]


def test_the_versions_are_those_that_everything_is_tested_with() -> None:
    known = pinned()
    assert {name: known.get(name) for name in locked()} == locked()


def test_all_that_the_program_needs_is_locked_and_nothing_that_only_tests_need() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    here = set(needed(project["dependencies"]))
    assert here <= locked().keys()
    tools = {canonicalize_name(Requirement(line).name) for line in project["optional-dependencies"]["dev"]}
    assert not tools & locked().keys()


def test_pip_takes_the_list_and_finds_what_is_installed_in_it() -> None:
    call = [sys.executable, "-m", "pip", "install", "--no-index", "--dry-run", "--require-hashes", "--quiet"]
    done = subprocess.run([*call, "-r", str(ROOT / "requirements.lock")], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_no_place_that_files_come_from_is_named() -> None:
    assert "://" not in LOCK and "--index-url" not in LOCK and "--find-links" not in LOCK
