"""Templates, static files and interface words: ours, and those of a house, which win one by one.

A house's folder is laid out like `site_templates`. Its template may build on the one of ours that it replaces, which it
finds under `articulado/`: `{% extends "articulado/base.html" %}`.
"""

from __future__ import annotations

import hashlib
from collections.abc import MutableMapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
    Template,
    nodes,
)
from jinja2.visitor import NodeTransformer

from kb.ids import slug
from kb.model import ArticuladoError
from kb.site.compiling import PlainCode, kept
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
        for file in (file for folder in self.folders for file in sorted(folder.glob("*.html"))):
            found.update(f"{file.name}\n".encode() + file.read_bytes())
        return found.hexdigest()

    def environment(self, words: Words) -> Environment:
        """What sets the pages of one language."""
        every: list[BaseLoader] = [FileSystemLoader(folder) for folder in reversed(self.folders)]
        loader = ChoiceLoader([*every, PrefixLoader({OURS: every[-1]})])
        return _Spoken(words, loader)


class _Spoken(Environment):
    """Templates of one language: words that need no values are set in when a template is read."""

    code_generator_class = PlainCode

    def __init__(self, words: Words, loader: BaseLoader) -> None:
        super().__init__(
            loader=loader,
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            auto_reload=False,
            bytecode_cache=kept(words.code, repr(words.table)),
        )
        self.filters["key"] = slug
        self._words = words
        self._met: dict[str, Template] = {}

    def get_template(
        self, name: str | Template, parent: str | None = None, globals: MutableMapping[str, Any] | None = None
    ) -> Template:
        """A template, looked up once: no file changes while a site is made."""
        if globals is not None or not isinstance(name, str):
            return super().get_template(name, parent, globals)
        if name not in self._met:
            self._met[name] = super().get_template(name, parent)
        return self._met[name]

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """What every template has: where it is given no more, the very helpers, without a layer around them."""
        return super().make_globals(d) if d else self.globals

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree: nodes.Template = _Setter(self._words, name or "").visit(super()._parse(source, name, filename))
        return tree


class _Setter(NodeTransformer):
    """Puts the words themselves where a template asks for them by name: `w("site.skip")`."""

    def __init__(self, words: Words, template: str) -> None:
        self._words, self._template = words, template

    def visit_Call(self, node: nodes.Call) -> nodes.Node:
        self.generic_visit(node)
        plain = not (node.kwargs or node.dyn_args or node.dyn_kwargs)
        if not plain or not _is_words(node.node) or not _constant(node.args):
            return node
        try:
            told = self._words(*(arg.value for arg in node.args))  # type: ignore[attr-defined]
        except ArticuladoError as error:
            raise ArticuladoError(f"{self._template}, line {node.lineno}: {error}") from error
        return nodes.Const(told, lineno=node.lineno)


def _is_words(node: nodes.Expr) -> bool:
    return isinstance(node, nodes.Name) and node.name == "w"


def _constant(args: Sequence[nodes.Expr]) -> bool:
    return len(args) == 1 and isinstance(args[0], nodes.Const) and isinstance(args[0].value, str)
