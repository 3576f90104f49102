"""Where words are quoted, in one pass over a text, however many of its quotations are never closed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping


def quotations(
    quotes: Mapping[str, str], text: str, start: int = 0, end: int | None = None
) -> Iterator[tuple[int, int]]:
    """(start, end) of each stretch of text[start:end] from an opening mark to its first closing one, both included.

    `quotes` maps opening marks to closing ones. A mark that nothing closes opens nothing.
    """
    stop = len(text) if end is None else end
    opened = {mark: text.find(mark, start, stop) for mark in quotes}
    while opened := {mark: at for mark, at in opened.items() if at >= 0}:
        mark = min(opened, key=opened.__getitem__)
        begin = opened[mark]
        closed = text.find(quotes[mark], begin + len(mark), stop)
        if closed < 0:
            del opened[mark]
            continue
        after = closed + len(quotes[mark])
        yield begin, after
        opened = {mark: at if at >= after else text.find(mark, after, stop) for mark, at in opened.items()}
