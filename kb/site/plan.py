"""Which pages and files a site has, in groups that are made together, and what each page is given.

A page for every language is one line in `SHARED`: where it lies, its template; one in `FURTHER` divides what is too
much for it. A file beside the pages is one line in `FILES`. The pages of an instrument are those of `_work_pages`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kb.model import Target
from kb.site import audit_pages, catalogue, citing, previews, register_pages
from kb.site.entries import Entry
from kb.site.library import Library
from kb.site.paths import (
    HOME,
    LINES,
    MATRIX,
    NETWORK,
    PROBLEMS,
    READING,
    REGISTER,
    SEARCH,
    SHEET,
    TIMELINE,
    article_page,
    instrument_folder,
)
from kb.site.register import lines, sheet
from kb.site.search import Kept
from kb.site.search import files as search_files
from kb.site.views import Work
from kb.site.words import Words

# Path below the folder of a language -> template.
SHARED: Mapping[str, str] = {
    HOME: "home.html",
    PROBLEMS: "problems.html",
    REGISTER: "register.html",
    SEARCH: "search.html",
    MATRIX: "matrix.html",
    TIMELINE: "timeline.html",
    NETWORK: "network.html",
}
# Path below the folder of a language -> what makes the file.
FILES: Mapping[str, Callable[[Library, Words], bytes]] = {SHEET: sheet, LINES: lines, READING: citing.script}
# Page of SHARED -> the further pages that it leads to where there is too much for one: (path, template, given) of each.
FURTHER: Mapping[str, Callable[[Library], Iterator[tuple[str, str, Mapping[str, Any]]]]] = {
    HOME: catalogue.pages,
    PROBLEMS: audit_pages.pages,
    REGISTER: register_pages.pages,
}
# What makes files beside the languages, by path, for a page of SHARED.
SCRIPTS: Mapping[str, Callable[[Library], Mapping[str, bytes]]] = {HOME: catalogue.scripts}
DOOR = "languages.html"
# More files than these take long to make, to copy and to delete.
MANY = 100_000
# The data of the page of search: files whose names are known when they are made.
DATA = "search"


@dataclass(frozen=True, slots=True)
class Page:
    """One page to come: its path from the site's folder, its template and what that is given."""

    path: str
    template: str
    words: Words
    given: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Group:
    """Pages that are made together: those of an instrument (`entry`), or one page or file in every language.

    `paths` are its files, none where only its making tells.
    """

    name: str
    paths: tuple[str, ...]
    entry: Entry | None = None

    @property
    def key(self) -> str:
        """What tells it from all others."""
        return f"@{self.name}" if self.entry else self.name


def plan(library: Library, languages: Sequence[Words]) -> Iterator[Group]:
    """Every group of the site, in a fixed order."""
    yield Group(DOOR, (HOME,))
    for name in (*SHARED, *FILES):
        below = [name, *(path for path, _, _ in _further(name, library))]
        paths = [f"{words.code}/{path}" for words in languages for path in below]
        yield Group(name, (*paths, *_scripts(name, library)))
    yield Group(DATA, ())
    for entry in library.works:
        pages = () if library.shelf.single else map(article_page, entry.articles)
        below = [f"{entry.folder}/{page}" for page in (HOME, *pages)]
        below += [path for path, _ in moved(entry, library)]
        beside = filter(None, [previews.path(entry, library)])
        every = (*(f"{words.code}/{page}" for words in languages for page in below), *beside)
        yield Group(entry.instrument.id, every, entry)


def size_warning(groups: Sequence[Group], languages: Sequence[Words], *, single: bool) -> str:
    """What to say before very many files are made; "" for fewer. `single`: articles have no pages of their own."""
    files = sum(len(group.paths) for group in groups)
    if files <= MANY:
        return ""
    articles = sum(len(group.entry.articles) for group in groups if group.entry) * len(languages)
    fewer = "" if single else f"; with --pages instrument it would have about {files - articles:,}"
    return f"The site will have about {files:,} files{fewer}."


def moved(entry: Entry, library: Library) -> Iterator[tuple[str, str]]:
    """(path, path now) of the pages that an instrument had under its former ids, below the folder of a language."""
    targets = [Target(entry.instrument.id), *(Target(entry.instrument.id, eid) for eid in entry.articles)]
    for folder in map(instrument_folder, entry.instrument.formerly):
        for target in targets:
            page = article_page(target.eid) if target.eid else HOME
            yield f"{folder}/{page}", library.places.link(target)


def pages(group: Group, library: Library, languages: Sequence[Words]) -> Iterator[Page]:
    """The pages of a group, each with what its template is given; none for a file."""
    if group.entry:
        # The text of an article is the same on both its pages in every language: it is set once.
        work, bodies = library.work(group.entry), dict[str, Any]()
        for words in languages:
            yield from _work_pages(work, words, bodies)
            for path, now in moved(group.entry, library):
                yield Page(f"{words.code}/{path}", "moved.html", words, {"work": work, "now": now})
    elif group.name == DOOR:
        yield Page(HOME, DOOR, languages[0], {})
    elif group.name in SHARED:
        for words in languages:
            yield Page(f"{words.code}/{group.name}", SHARED[group.name], words, {})
            for path, template, given in _further(group.name, library):
                yield Page(f"{words.code}/{path}", template, words, given)


def files(group: Group, library: Library, languages: Sequence[Words], kept: Kept) -> Iterator[tuple[str, bytes]]:
    """(path, content) of the files of a group; `kept` is what is known of the data of search."""
    if group.entry:
        if path := previews.path(group.entry, library):
            yield path, previews.script(library.work(group.entry), library)
    elif group.name == DATA:
        yield from search_files(library.shelf.store, library, kept)
    elif group.name in SCRIPTS:
        yield from _scripts(group.name, library).items()
    elif group.name in FILES:
        for words in languages:
            yield f"{words.code}/{group.name}", FILES[group.name](library, words)


def _further(name: str, library: Library) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    return FURTHER[name](library) if name in FURTHER else iter(())


def _scripts(name: str, library: Library) -> Mapping[str, bytes]:
    return SCRIPTS[name](library) if name in SCRIPTS else {}


def _work_pages(work: Work, words: Words, bodies: dict[str, Any]) -> Iterator[Page]:
    folder = f"{words.code}/{work.folder}"
    shared = {"work": work, "bodies": bodies}
    yield Page(f"{folder}/{HOME}", "instrument.html", words, shared)
    if not work.single:
        for before, article, after in work.around:
            given = {**shared, "article": article, "before": before, "after": after}
            yield Page(f"{folder}/{article.page}", "article.html", words, given)
