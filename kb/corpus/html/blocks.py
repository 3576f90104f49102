"""What a page is read into before it becomes words: blocks of runs, each run with what the page says of its words."""

from __future__ import annotations

from dataclasses import dataclass, replace

# A line break inside a block. Text that holds a NUL is refused before it is read, so this stands in no page.
BREAK = "\0"
FURNITURE, NOTE = "furniture", "note"
TEXT, TABLE, PAGE_END = "text", "table", "page end"


@dataclass(frozen=True, slots=True)
class Style:
    """What holds of a run: its role (empty for running text), where it links to, whether it is struck out."""

    role: str = ""
    href: str = ""
    struck: bool = False


@dataclass(frozen=True, slots=True)
class TextRun:
    """A stretch of text as the page has it, white space not yet collapsed, `BREAK` where a new line begins."""

    text: str
    style: Style

    def with_role(self, role: str) -> TextRun:
        """The same run with `role` where it has none."""
        return self if self.style.role else replace(self, style=replace(self.style, role=role))


@dataclass(frozen=True, slots=True)
class Block:
    """What a page sets apart from what stands before and after it: a paragraph, a table, or the end of a sheet."""

    runs: tuple[TextRun, ...]
    kind: str = TEXT

    @property
    def plain(self) -> str:
        """Its words on one line."""
        return " ".join("".join(run.text for run in self.runs).replace(BREAK, " ").split())

    def with_role(self, role: str) -> Block:
        """The same block with `role` for all its words that have none."""
        runs = tuple(run.with_role(role) for run in self.runs)
        return replace(self, runs=runs)
