"""Templates, static files and interface words: ours, and those of a house, which win one by one.

A house's folder is laid out like `site_templates`. Its template may build on the one of ours that it replaces, which it
finds under `articulado/`: `{% extends "articulado/base.html" %}`.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined

from kb.ids import slug
from kb.model import ArticuladoError
from kb.site.words import Words, load

OURS = "articulado"


@dataclass(frozen=True, slots=True)
class Looks:
    """Where a site's looks come from: the folder of ours, and that of the house or None."""

    ours: Path
    theme: Path | None = None

    @property
    def folders(self) -> list[Path]:
        """The folders that count, the later one more."""
        if self.theme is None:
            return [self.ours]
        known = (self.theme / name for name in ("words", "static"))
        if not self.theme.is_dir():
            raise ArticuladoError(f"{self.theme}: there is no such folder; name one that is laid out like {self.ours}.")
        if not any(self.theme.glob("*.html")) and not any(folder.is_dir() for folder in known):
            raise ArticuladoError(f"{self.theme}: a theme has templates (*.html), static/ or words/; none is here.")
        return [self.ours, self.theme]

    def words(self, title: str = "") -> tuple[Words, ...]:
        """Every language that the site can speak; a `title` stands for our name."""
        return load(*(folder / "words" for folder in self.folders), title=title)

    def static(self) -> dict[str, bytes]:
        """What is copied as it is: styles, scripts, the picture in the tab."""
        found: dict[str, bytes] = {}
        for folder in (each / "static" for each in self.folders):
            files = sorted(file for file in folder.rglob("*") if file.is_file())
            found |= {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}
        return found

    def digest(self) -> str:
        """What tells whether a template has changed."""
        found = hashlib.sha256()
        for folder in self.folders:
            for file in sorted(folder.glob("*.html")):
                found.update(f"{file.name}\n".encode() + file.read_bytes())
        return found.hexdigest()

    def environment(self) -> Environment:
        """What sets the pages."""
        every: list[BaseLoader] = [FileSystemLoader(folder) for folder in reversed(self.folders)]
        found = Environment(
            loader=ChoiceLoader([*every, PrefixLoader({OURS: every[-1]})]),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            auto_reload=False,
        )
        found.filters["key"] = slug
        return found
