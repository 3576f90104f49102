"""The knowledge base as a folder of pages: readable from a file share, without a server and without a network.

What lists and links need is gathered, then every page is made aside, then every link is checked, then all is moved in.
The same store gives the same bytes; a page that did not change is not written again; a file that is not ours is never
removed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.model import ArticuladoError
from kb.site.folder import Changes, replacing
from kb.site.library import gather
from kb.site.links import Links
from kb.site.looks import Looks
from kb.site.options import PAGES, PLAIN, Options, chosen, spoken
from kb.site.pages import Setter
from kb.site.plan import Group, plan
from kb.site.search import files as search_files
from kb.store import Store

__all__ = ["PAGES", "PLAIN", "Changes", "Options", "SiteReport", "chosen", "prepare", "replacing", "write"]

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteReport:
    """What was made: `pages` and their total `bytes` (style and pictures included), the `links` that were followed.

    `written` counts the files whose bytes differed from what stood there, `removed` those of an earlier site
    that are no longer made.
    """

    pages: int
    bytes: int
    links: int
    written: int
    removed: int


def write(
    folder: Path, store: Store, templates: Path, options: Options = PLAIN, *, progress: Progress | None = None
) -> SiteReport:
    """Write the site of `store` into `folder`, with the pages, style and words in `templates`.

    As `prepare`, and ArticuladoError too when the folder cannot be written; then it is as it was.
    """
    try:
        with replacing(folder) as new:
            report = prepare(new, store, templates, options, progress=progress)
            new.swap(lambda: None)
    except OSError as error:
        place = error.filename2 or error.filename or folder
        raise ArticuladoError(f"{place}: {error.strerror}; the site was not finished.") from error
    return report


def prepare(
    new: Changes, store: Store, templates: Path, options: Options = PLAIN, *, progress: Progress | None = None
) -> SiteReport:
    """Make ready what the site of `store` changes in a folder; `new.swap` moves it in.

    `progress` is told (files done, files in all). ArticuladoError when a word is missing, a template is wrong,
    a link leads nowhere, or a file that is not ours stands in the way.
    """
    looks = Looks(templates, options.theme)
    every = looks.words(options.title)
    languages = spoken(every, options)
    library = gather(store, every, options)
    groups, static = list(plan(library, languages)), {**looks.static(), **dict(search_files(store, library))}
    return _prepare(new, groups, static, Setter(library, languages, looks), progress or _silent)


def _prepare(
    new: Changes, groups: Sequence[Group], static: dict[str, bytes], setter: Setter, progress: Progress
) -> SiteReport:
    paths = _distinct([*static, *(path for group in groups for path in group.paths)])
    links = Links(paths)
    new.claim(paths)
    sizes, written, pages = [], 0, 0
    for done, (path, content) in enumerate(_contents(groups, static, setter), 1):
        if path.endswith(".html"):
            links.see(path, content.decode())
            pages += 1
        sizes.append(len(content))
        written += new.put(path, content)
        progress(done, len(paths))
    links.check()
    return SiteReport(pages=pages, bytes=sum(sizes), links=links.count, written=written, removed=len(new.gone))


def _contents(groups: Sequence[Group], static: dict[str, bytes], setter: Setter) -> Iterator[tuple[str, bytes]]:
    yield from static.items()
    for group in groups:
        yield from setter.contents(group)


def _distinct(paths: Sequence[str]) -> frozenset[str]:
    found = frozenset(paths)
    if len(found) < len(paths):
        twice = next(path for path in paths if paths.count(path) > 1)
        raise ArticuladoError(f"{twice}: two pages of the site would have this address; give one another id.")
    return found


def _silent(done: int, total: int) -> None:
    """Nobody is watching."""
