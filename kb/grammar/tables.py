"""The data files of a tradition, read and laid over those of the tradition it extends."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kb.grammar import shapes
from kb.model import ArticuladoError

Table = dict[str, Any]
FILES = (
    *("tradition", "numbers", "divisions", "formulas", "furniture"),
    *("citations", "effects", "force", "layers", "definitions", "search"),
)
# What a tradition that stands on no other cannot do without.
NEEDED = ("numbers", "divisions", "formulas", "effects")


def read(folder: Path, tag: str, seen: tuple[str, ...] = ()) -> dict[str, Table]:
    """The tables of tradition `tag` by file name, those it extends underneath.

    ArticuladoError when the folder or a file is missing, a file is not TOML or holds what it may not, or the
    extensions go in a circle.
    """
    home = folder / tag
    if not (home / "tradition.toml").is_file():
        raise ArticuladoError(f"{home}: there is no tradition {tag!r} here; expected a tradition.toml.")
    if tag in seen:
        raise ArticuladoError(f"{home / 'tradition.toml'}: {' extends '.join((*seen, tag))}; break the circle.")
    own = {name: _checked(home / f"{name}.toml") for name in FILES}
    parent = own["tradition"].get("extends")
    if parent is None:
        _complete(home)
        return own
    base = read(folder, parent, (*seen, tag))
    return {name: overlay(own[name], base[name]) for name in FILES}


def overlay(own: Mapping[str, Any], base: Mapping[str, Any]) -> Table:
    """`own` over `base`: tables are laid over each other, lists put before the base's, plain values replace."""
    merged = dict(base)
    for key, value in own.items():
        under = base.get(key)
        if isinstance(value, dict) and isinstance(under, dict):
            merged[key] = overlay(value, under)
        elif isinstance(value, list) and isinstance(under, list):
            merged[key] = [*value, *under]
        else:
            merged[key] = value
    return merged


def tags(folder: Path) -> list[str]:
    """The traditions that have a folder here, in alphabetical order."""
    return sorted(home.parent.name for home in folder.glob("*/tradition.toml"))


def parse(path: Path) -> Table:
    """The table of one file, empty when there is none; ArticuladoError when it is not TOML."""
    if not path.is_file():
        return {}
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ArticuladoError(f"{path}: not a readable grammar file: {error}; correct it there.") from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise ArticuladoError(f"{path}, line {line}: not a readable grammar file; save it as UTF-8.") from error


def where(folder: Path, tag: str, file: str, pattern: str) -> str:
    """The file, with the line if it can be found, in which tradition `tag` or one that it extends has `pattern`."""
    written = (f"'{pattern}'", json.dumps(pattern, ensure_ascii=False), f"'''{pattern.splitlines()[0]}")
    while tag:
        path = folder / tag / file
        lines = path.read_text("utf-8").splitlines() if path.is_file() else []
        for number, line in enumerate(lines, 1):
            if any(words in line for words in written):
                return f"{path}, line {number}"
        tag = parse(folder / tag / "tradition.toml").get("extends", "")
    return ""


def _checked(path: Path) -> Table:
    table = parse(path)
    shapes.check(path, table)
    return table


def _complete(home: Path) -> None:
    missing = next((path for name in NEEDED if not (path := home / f"{name}.toml").is_file()), None)
    if missing:
        raise ArticuladoError(
            f"{missing}: there is no such file; put it there, or say in tradition.toml what this tradition extends."
        )
