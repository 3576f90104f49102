"""From the gathered library to the text of every page: which pages there are, what each template is given."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError
from markupsafe import Markup

from kb import audit
from kb.ids import slug
from kb.model import ArticuladoError, Target
from kb.ranges import article_of
from kb.site.library import Library
from kb.site.marks import pieces
from kb.site.paths import HOME, LINES, PROBLEMS, REGISTER, SHEET, fragment, up
from kb.site.places import Way, said, said_range
from kb.site.register import choices, lines, sheet, since, view
from kb.site.views import Article, Provision, Work, stretches
from kb.site.words import Words
from kb.store import StoredProblem

Bodies = dict[str, Markup]


@dataclass(frozen=True, slots=True)
class Page:
    """One page to come: its path from the site's folder, its template and what that is given."""

    path: str
    template: str
    words: Words
    given: Mapping[str, Any]


def plan(library: Library, languages: Sequence[Words]) -> Iterator[Page]:
    """Every page of the site, in a fixed order; pages of one instrument follow each other."""
    yield Page(HOME, "languages.html", languages[0], {})
    for words in languages:
        yield Page(f"{words.code}/{HOME}", "home.html", words, {})
        yield Page(f"{words.code}/{PROBLEMS}", "problems.html", words, {})
        yield Page(f"{words.code}/{REGISTER}", "register.html", words, {})
    for work in library.works:
        # The text of an article is the same on both its pages in every language: it is set once.
        bodies: Bodies = {}
        for words in languages:
            yield from _work_pages(work, words, bodies)


def render(library: Library, languages: Sequence[Words], templates: Path) -> Iterator[tuple[str, str]]:
    """(path, text) of every planned page; ArticuladoError when a template is missing or wrong."""
    environment = _environment(templates)
    try:
        environment.globals.update(_helpers(library, environment))
        environment.filters["key"] = slug
        for page in plan(library, languages):
            context = _context(page, library, languages)
            yield page.path, environment.get_template(page.template).render(context, **page.given)
    except TemplateError as error:
        where = getattr(error, "name", None) or templates
        raise ArticuladoError(f"{where}: the site's template is wrong ({error}); correct it.") from error


def files(library: Library, languages: Sequence[Words]) -> Iterator[tuple[str, bytes]]:
    """(path, content) of what stands beside the pages: the register as a file, and as lines for its page."""
    for words in languages:
        yield f"{words.code}/{SHEET}", sheet(library, words)
        yield f"{words.code}/{LINES}", lines(library, words)


def _work_pages(work: Work, words: Words, bodies: Bodies) -> Iterator[Page]:
    folder = f"{words.code}/{work.folder}"
    shared = {"work": work, "bodies": bodies}
    yield Page(f"{folder}/{HOME}", "instrument.html", words, shared)
    for before, article, after in work.around:
        given = {**shared, "article": article, "before": before, "after": after}
        yield Page(f"{folder}/{article.page}", "article.html", words, given)


def _context(page: Page, library: Library, languages: Sequence[Words]) -> dict[str, Any]:
    root = up(page.path)
    _, _, rest = page.path.partition("/")
    return {
        "w": page.words,
        "to": Way(library.places, page.words, up(rest)),
        "root": root,
        "base": f"{root}{page.words.code}/",
        "languages": languages,
        "twins": [(other, f"{root}{other.code}/{rest}") for other in languages] if rest else [],
    }


def _environment(templates: Path) -> Environment:
    return Environment(
        loader=FileSystemLoader(templates),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )


def _helpers(library: Library, environment: Environment) -> dict[str, Any]:
    """What every template may call; the pages' words are not among them, they change with the language."""
    works = {work.instrument.id: work for work in library.works}
    return {
        "library": library,
        "fragment": fragment,
        "pieces": pieces,
        "said": said,
        "said_range": said_range,
        "since": since,
        "choices": choices,
        "view": view,
        "article_of": article_of,
        "whole": lambda target: Target(target.instrument),
        "target": Target,
        "at": lambda place: Target(place.instrument, place.eid),
        "explanation": _explanation,
        "place": lambda problem: _place(problem, works),
        "body": _body(environment),
        "missing_after": _missing_after,
        "stretches": stretches,
    }


def _body(environment: Environment) -> Callable[[Provision, Bodies, Way], Markup]:
    # Looked up at the first call: a macro's module needs the other helpers in place.
    def body(provision: Provision, bodies: Bodies, to: Way) -> Markup:
        # Where words lead elsewhere, that is explained in the language of the page.
        key = f"{provision.node.eid} {to.words.code if provision.tied else ''}"
        if key not in bodies:
            setter: Any = environment.get_template("provision.html").module
            bodies[key] = setter.body(provision, to)
        return bodies[key]

    return body


def _explanation(code: str, words: Words) -> str:
    """What a code means, in the language of the page or in English; "" for a code that is not ours."""
    known = audit.codes().get(code, {})
    return known.get(words.code) or known.get("en", "")


def _place(problem: StoredProblem, works: Mapping[str, Work]) -> tuple[Work, str, str] | None:
    """(instrument, label of the node or "", link below the language's folder) of a problem's place."""
    work = works.get(problem.instrument or "")
    if work is None:
        return None
    label = work.labels.get(problem.eid or "", "")
    return work, label, f"{work.folder}/{HOME}{fragment(problem.eid) if problem.eid and label else ''}"


def _missing_after(article: Article, after: Article | None, work: Work) -> tuple[int, ...]:
    """The numbers that would stand between an article and the next one."""
    return work.missing.get(after.node.eid, ()) if after else ()
