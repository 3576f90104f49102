"""The knowledge base as a folder of pages: readable from a file share, without a server and without a network.

What lists and links need is gathered, then every page that differs is made aside, then every link is checked, then all
is moved in. The same store gives the same bytes; a page that did not change is neither made nor written again; a file
that is not ours is never removed.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kb.model import ArticuladoError
from kb.site.digests import of_all, take
from kb.site.folder import RECORD, Changes, replacing
from kb.site.library import gather
from kb.site.links import Asked, Reader, ids_of, missing, refuse
from kb.site.looks import Looks
from kb.site.making import Maker, every
from kb.site.options import PAGES, PLAIN, Options, chosen, spoken
from kb.site.pages import Setter
from kb.site.plan import Group, plan, size_warning
from kb.site.record import Made, Recorded, record, recorded
from kb.site.search import KEPT
from kb.store import Store

__all__ = ["PAGES", "PLAIN", "Changes", "Options", "SiteReport", "chosen", "prepare", "replacing", "write"]

Progress = Callable[[int, int], None]
_STATIC = "static"


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteReport:
    """What a site is: `pages` and their total `bytes` (style and pictures included), the `links` that were followed.

    `made` counts the pages and files that were made anew, because what they show may have changed, `written` those
    whose bytes differed from what stood there, `removed` those of an earlier site that are no longer there.
    """

    pages: int
    bytes: int
    links: int
    made: int
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
    known = looks.words(options.title)
    made_of, last = of_all(store, looks, known, options), recorded(new.folder)
    if last.is_of(made_of):
        return _again(new, looks, last)
    languages = spoken(known, options)
    library = gather(store, known, options)
    digests = take(store, library, looks, options)
    groups, static = list(plan(library, languages)), looks.static()
    warning = size_warning(groups, languages, single=library.shelf.single)
    if warning and options.warn:
        options.warn(warning)
    new.claim(_distinct([RECORD, *static, *(path for group in groups for path in group.paths)]))
    tasks = {group.key: (group, digests.of(group)) for group in groups}
    old = _unchanged(last, tasks)
    maker = Maker(Setter(library, languages, looks, digests, new.folder), Reader(), new)
    made = _made(maker, [task for key, task in tasks.items() if key not in old], options.workers, progress or _silent)
    whole = [made.get(key) or old[key] for key in tasks]
    paths = _distinct([RECORD, *static, *_paths(whole)])
    new.claim(paths)
    refuse(_broken(new, whole, frozenset(made), paths, _followed(last, made)))
    return _report(new, static, whole, frozenset(made), made_of, touched=bool(last.lost))


def _again(new: Changes, looks: Looks, last: Recorded) -> SiteReport:
    """The last site as it stands; of what is copied, what others did to it is mended."""
    whole, static = list(last.standing.values()), looks.static()
    new.claim([RECORD, *static, *_paths(whole)])
    return _report(new, static, whole, frozenset(), last.made_of, touched=False)


def _paths(groups: Sequence[Made]) -> list[str]:
    """The files of some groups."""
    return [path for group in groups for path, _ in group.files]


def _unchanged(last: Recorded, tasks: Mapping[str, tuple[Group, str]]) -> Mapping[str, Made]:
    """The groups of the last site that are the same in this one."""
    here = {key: made for key, made in last.standing.items() if key in tasks}
    return {key: made for key, made in here.items() if made.digest and made.digest == tasks[key][1]}


def _followed(last: Recorded, made: Mapping[str, Made]) -> frozenset[tuple[str, str]]:
    """(path, id) of the links that led somewhere when the groups that are made anew were made last."""
    before = (last.standing.get(key) or last.lost.get(key) for key in made)
    return frozenset((path, id) for each in before if each for _, path, id in each.asked.links)


def _made(maker: Maker, tasks: Sequence[tuple[Group, str]], workers: int, progress: Progress) -> Mapping[str, Made]:
    by_key = {group.key: group for group, _ in tasks}
    total, done, found = sum(len(group.paths) for group, _ in tasks), 0, dict[str, Made]()
    # What is gathered stays until the end: nothing in it need be looked for again and again, and workers share it.
    gc.freeze()
    try:
        for made in every(maker, tasks, workers):
            found[made.key] = made
            done += len(made.files)
            # Of the data of search it is told when it is made how many files it has.
            total += len(made.files) - len(by_key[made.key].paths)
            progress(done, total)
    finally:
        gc.unfreeze()
    return found


def _broken(
    new: Changes,
    whole: Sequence[Made],
    made: frozenset[str],
    paths: frozenset[str],
    followed: frozenset[tuple[str, str]],
) -> Iterator[tuple[str, str]]:
    """(page, link) of the links that lead nowhere: of what was made, and of what stood those to what was made.

    What a page `followed` when it was made last need not be followed again to a page that stands as it was.
    """
    ids = cache(lambda path: ids_of(new.read(path).decode()))
    anew = {path for each in whole if each.key in made for path, _ in each.files}
    for each in whole:
        asked = each.asked
        known = followed if each.key in made else None
        links = (
            link
            for link in asked.links
            if link[1] in anew or link[1] not in paths or (known is not None and link[1:] not in known)
        )
        yield from missing(Asked(0, tuple(links), asked.broken if each.key in made else ()), paths, ids)


def _report(
    new: Changes,
    static: Mapping[str, bytes],
    whole: Sequence[Made],
    made: frozenset[str],
    made_of: str,
    *,
    touched: bool,
) -> SiteReport:
    """What was done; what others `touched` is as it should be from now on."""
    written = [path for each in whole for path in each.written]
    written += [path for path, content in static.items() if new.put(path, content)]
    changed = new.put(RECORD, record(whole, made_of))
    if touched or changed or written:
        new.take([*written, *([RECORD] if changed else [])])
    return SiteReport(
        pages=sum(each.pages for each in whole),
        bytes=sum(size for each in whole for path, size in each.files if path != KEPT) + sum(map(len, static.values())),
        links=sum(each.asked.count for each in whole),
        made=sum(len(each.files) for each in whole if each.key in made),
        written=len(written),
        removed=len(new.gone),
    )


def _distinct(paths: Sequence[str]) -> frozenset[str]:
    found = frozenset(paths)
    if len(found) < len(paths):
        twice = next(path for path in paths if paths.count(path) > 1)
        raise ArticuladoError(f"{twice}: two pages of the site would have this address; give one another id.")
    return found


def _silent(done: int, total: int) -> None:
    """Nobody is watching."""
