"""From a planned page to its text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from traceback import walk_tb
from typing import Any

from jinja2 import Environment, TemplateError, TemplateSyntaxError

from kb.model import ArticuladoError
from kb.site.digests import Digests
from kb.site.helpers import helpers
from kb.site.library import Library
from kb.site.looks import Looks
from kb.site.paths import up
from kb.site.places import Places, Way
from kb.site.plan import Group, Page, files, pages
from kb.site.search import Kept
from kb.site.words import MissingWord, Words

# What a template that is wrong may raise while it is filled in.
_WRONG = (TemplateError, TypeError, ValueError, ArithmeticError, LookupError, AttributeError)


class Setter:
    """Sets the pages of one library in its languages; in `folder` lies the last site."""

    def __init__(
        self, library: Library, languages: Sequence[Words], looks: Looks, digests: Digests, folder: Path
    ) -> None:
        self._library, self._languages, self._looks = library, languages, looks
        self._kept = Kept(folder, digests.program, digests.own)
        self._environments: dict[bool, Environment] = {}

    def contents(self, group: Group) -> Iterator[tuple[str, bytes]]:
        """(path, content) of all that a group has; ArticuladoError when a template is missing or wrong."""
        yield from files(group, self._library, self._languages, self._kept)
        environment = self._environment(of_one=group.entry is not None)
        for page in pages(group, self._library, self._languages):
            yield page.path, self._text(page, environment).encode("utf-8", "replace")

    def alone(self) -> None:
        """Go on in a process of its own."""
        self._library.shelf.reopen()

    def _text(self, page: Page, environment: Environment) -> str:
        context = _context(page, self._library.places, self._languages)
        try:
            return environment.get_template(page.template).render(context, **page.given)
        except MissingWord as error:
            raise ArticuladoError(f"{_where(error) or page.template}: {error}") from error
        except TemplateError as error:
            raise ArticuladoError(_told(error, page)) from error
        except _WRONG as error:
            if not _where(error, innermost=True):
                raise
            raise ArticuladoError(_told(error, page)) from error

    def _environment(self, *, of_one: bool) -> Environment:
        """What sets the pages of the whole, or those of one instrument (`of_one`), which see less."""
        if of_one not in self._environments:
            environment, library = self._looks.environment(), self._library
            seen = library.beside() if of_one else library
            environment.globals.update(helpers(library, environment), library=seen)
            self._environments[of_one] = environment
        return self._environments[of_one]


def _context(page: Page, places: Places, languages: Sequence[Words]) -> Mapping[str, Any]:
    root = up(page.path)
    _, _, rest = page.path.partition("/")
    return {
        "w": page.words,
        "to": Way(places, page.words, up(rest)),
        "root": root,
        "base": up(rest) if rest else f"{page.words.code}/",
        "languages": languages,
        "twins": [(other, f"{root}{other.code}/{rest}") for other in languages] if rest else [],
    }


def _told(error: Exception, page: Page) -> str:
    where = _where(error) or getattr(error, "name", None) or page.template
    if isinstance(error, TemplateSyntaxError):
        where = f"{error.name or page.template}, line {error.lineno}"
    return f"{where}: the site's template is wrong ({error}); correct it."


def _where(error: Exception, innermost: bool = False) -> str:
    """ "article.html, line 12", where a template failed; "" where none did, or where our code did (`innermost`)."""
    frames = [(Path(frame.f_code.co_filename), line) for frame, line in walk_tb(error.__traceback__)]
    found = [(path, line) for path, line in (frames[-1:] if innermost else frames) if path.suffix == ".html"]
    return f"{found[-1][0].name}, line {found[-1][1]}" if found else ""
