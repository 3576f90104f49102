"""A page -> its words: one rendering that is kept, with what the page says beside them.

What a portal calls its parts is a profile in data (`portals/*.toml`): another portal is another file. The next stages
may rely on `words` being blocks of text as a browser shows them, in the page's order: one block between two empty
lines, `\\n` inside a block only where the page breaks the line, a table of data as rows `| a | b |`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kb.corpus.html import markup, profile

__all__ = ["RenderedPage", "render"]


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """The words of a page and what it says of them; all offsets are code points into `words`, sorted, apart.

    `encoding` is what the bytes are, whatever they declare; `portal` the profile that was recognised, or empty.
    `facts` are what the page says of itself, (name, value), days as ISO 8601 where they could be read. `hints` are
    the stretches that are not running text: `furniture` of the portal or the sheet, or a `note` of an effect or a
    ruling. `links` are (start, end, href). `struck` is what is printed struck out.
    """

    words: str
    encoding: str
    portal: str
    facts: tuple[tuple[str, str], ...]
    hints: tuple[tuple[int, int, str], ...]
    links: tuple[tuple[int, int, str], ...]
    struck: tuple[tuple[int, int], ...] = ()


def render(data: bytes, file: str, portals: Path = profile.PORTALS) -> RenderedPage:
    """The rendering of a page, however broken its markup, by the profiles in the folder `portals`.

    UnreadableSource when the bytes are not text, ArticuladoError when a profile is wrong.
    """
    # Searching and showing must not pay for the parser: it is loaded by the first page that is read.
    from kb.corpus.html import sheet, walk, words

    text, encoding = markup.decode(data, file)
    portal = profile.recognised(text, profile.load_all(portals))
    page = walk.over(markup.prepared(text, portal), portal)
    kept = words.assembled(sheet.tidied(page.blocks, portal))
    return RenderedPage(
        words=kept.words,
        encoding=encoding,
        portal=portal.name,
        facts=profile.facts(portal, text, page.facts, kept.words),
        hints=kept.hints,
        links=kept.links,
        struck=kept.struck,
    )
