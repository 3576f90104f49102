"""The knowledge base as a folder of pages: readable from a file share, without a server and without a network.

Everything is gathered, then every page is made aside, then every link is checked, then all is moved in. The same store
gives the same bytes; a page that did not change is not written again; a file that is not ours is never removed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.model import ArticuladoError
from kb.site.folder import Changes, replacing
from kb.site.library import Library, gather
from kb.site.links import Links
from kb.site.pages import files, plan, render
from kb.site.words import Words, load
from kb.store import Store

__all__ = ["Changes", "SiteReport", "prepare", "replacing", "write"]

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


def write(folder: Path, store: Store, templates: Path, *, progress: Progress | None = None) -> SiteReport:
    """Write the site of `store` into `folder`, with the pages, style and words in `templates`.

    As `prepare`, and ArticuladoError too when the folder cannot be written; then it is as it was.
    """
    try:
        with replacing(folder) as new:
            report = prepare(new, store, templates, progress=progress)
            new.swap(lambda: None)
    except OSError as error:
        place = error.filename2 or error.filename or folder
        raise ArticuladoError(f"{place}: {error.strerror}; the site was not finished.") from error
    return report


def prepare(new: Changes, store: Store, templates: Path, *, progress: Progress | None = None) -> SiteReport:
    """Make ready what the site of `store` changes in a folder; `new.swap` moves it in.

    `progress` is told (files done, files in all). ArticuladoError when a word is missing, a template is wrong,
    a link leads nowhere, or a file that is not ours stands in the way.
    """
    languages = load(templates / "words")
    return _prepare(new, gather(store, languages), languages, templates, progress or _silent)


def _prepare(
    new: Changes, library: Library, languages: Sequence[Words], templates: Path, progress: Progress
) -> SiteReport:
    pages = [page.path for page in plan(library, languages)]
    static = {**_static(templates), **dict(files(library, languages))}
    paths = _distinct([*static, *pages])
    links = Links(paths)
    new.claim(paths)
    sizes, written = [], 0
    for done, (path, content) in enumerate(_contents(library, languages, templates, static, links), 1):
        sizes.append(len(content))
        written += new.put(path, content)
        progress(done, len(paths))
    links.check()
    return SiteReport(pages=len(pages), bytes=sum(sizes), links=links.count, written=written, removed=len(new.gone))


def _contents(
    library: Library, languages: Sequence[Words], templates: Path, static: Mapping[str, bytes], links: Links
) -> Iterator[tuple[str, bytes]]:
    yield from static.items()
    for path, text in render(library, languages, templates):
        links.see(path, text)
        yield path, text.encode()


def _static(templates: Path) -> dict[str, bytes]:
    """What is copied as it is: the style, the script of the register, the picture in the tab."""
    found = sorted(file for file in (templates / "static").rglob("*") if file.is_file())
    return {file.relative_to(templates / "static").as_posix(): file.read_bytes() for file in found}


def _distinct(paths: Sequence[str]) -> frozenset[str]:
    found = frozenset(paths)
    if len(found) < len(paths):
        twice = next(path for path in paths if paths.count(path) > 1)
        raise ArticuladoError(f"{twice}: two pages of the site would have this address; give one another id.")
    return found


def _silent(done: int, total: int) -> None:
    """Nobody is watching."""
