"""The front matter of a Markdown file: where it ends, and what it says of the text below it."""

from __future__ import annotations

import re

MARKDOWN, MDX = "text/markdown", "text/mdx"

_FRONT = re.compile(r"\s*---[^\S\r\n]*(?:\r\n|\r|\n).*?(?:\r\n|\r|\n)---[^\S\r\n]*(?=\r|\n|$)", re.DOTALL)
_FACT = re.compile(r"^([\w-]+)[ \t]*:[ \t]*(?P<quote>[\"']?)(?P<value>[^\r\n]*?)(?P=quote)[ \t]*\r?$", re.MULTILINE)


def front_matter(text: str, media_type: str) -> int:
    """Where a Markdown file's front matter ends (0 when it has none)."""
    found = _FRONT.match(text) if media_type in (MARKDOWN, MDX) else None
    return found.end() if found else 0


def facts(text: str, media_type: str) -> dict[str, tuple[str, int]]:
    """What a Markdown file's front matter says of the text: name -> (value, its offset)."""
    end = front_matter(text, media_type)
    return {found[1]: (found["value"], found.start("value")) for found in _FACT.finditer(text, 0, end)}


def fact_lines(text: str, media_type: str) -> dict[str, str]:
    """How a Markdown file's front matter prints each thing that it says: name -> the line."""
    end = front_matter(text, media_type)
    return {found[1]: found[0].strip() for found in _FACT.finditer(text, 0, end)}
