"""The data files of a tradition, read and laid over those of the tradition it extends."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kb.model import ArticuladoError

Table = dict[str, Any]
FILES = ("tradition", "numbers", "divisions", "formulas", "furniture", "citations", "effects", "layers")


def read(folder: Path, tag: str, seen: tuple[str, ...] = ()) -> dict[str, Table]:
    """The tables of tradition `tag` by file name, those it extends underneath.

    ArticuladoError when the folder is missing, a file is not TOML, or the extensions go in a circle.
    """
    home = folder / tag
    if not (home / "tradition.toml").is_file():
        raise ArticuladoError(f"{home}: there is no tradition {tag!r} here; expected a tradition.toml.")
    if tag in seen:
        raise ArticuladoError(f"{home / 'tradition.toml'}: {' extends '.join((*seen, tag))}; break the circle.")
    own = {name: _parse(home / f"{name}.toml") for name in FILES}
    parent = own["tradition"].get("extends")
    if parent is None:
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


def _parse(path: Path) -> Table:
    if not path.is_file():
        return {}
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ArticuladoError(f"{path}: not a readable grammar file: {error}.") from error
