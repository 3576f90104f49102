"""What a house may choose about its site."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.model import ArticuladoError
from kb.site.words import Words

ARTICLE, INSTRUMENT = PAGES = ("article", "instrument")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How a site is made.

    `title` stands on every page instead of our name, `languages` are the codes of the interface ("" of them: all that
    have words), `theme` is a folder whose files win over ours, `only` the ids of the instruments that have pages (none:
    all), `pages` whether articles have pages of their own, `workers` how many processes make them. `warn` is told, in a
    sentence, of what somebody may want to know before it is made.
    """

    title: str = ""
    languages: tuple[str, ...] = ()
    theme: Path | None = None
    only: tuple[str, ...] = ()
    pages: str = ARTICLE
    workers: int = 1
    warn: Callable[[str], None] | None = None


PLAIN = Options()


def chosen(
    *,
    title: str | None,
    languages: str | None,
    theme: Path | None,
    only: Sequence[str],
    pages: str,
    workers: int | None,
    warn: Callable[[str], None] | None = None,
) -> Options:
    """Options as a command line gives them; ArticuladoError for a value that says nothing."""
    codes = [code.strip() for code in (languages or "").split(",")]
    if languages is not None and not all(codes):
        raise ArticuladoError(f"--lang {languages!r}: name languages with commas between them, like es,en.")
    if title is not None and not title.strip():
        raise ArticuladoError("--title: it is empty; say what the site is called, or leave it out.")
    return Options(
        title=(title or "").strip(),
        languages=tuple(filter(None, codes)),
        theme=theme,
        only=tuple(dict.fromkeys(only)),
        pages=pages,
        workers=workers or os.cpu_count() or 1,
        warn=warn,
    )


def spoken(every: Sequence[Words], options: Options) -> tuple[Words, ...]:
    """The chosen languages, in the order of their choice; ArticuladoError for one that has no words."""
    known = {words.code: words for words in every}
    if lost := next((code for code in options.languages if code not in known), None):
        raise ArticuladoError(f"--lang {lost}: there are no interface words for it; there are {', '.join(known)}.")
    return tuple(known[code] for code in dict.fromkeys(options.languages)) or tuple(every)
