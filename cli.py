"""The command `articulado`: parse what was typed, call one function, print, choose the exit code.

Exit codes: 0 found or done, 1 nothing found, 2 wrong use or a mistake that the user can mend. Nothing but click
is imported before a command runs, so that `--help` answers at once.
"""

from __future__ import annotations

import errno
import functools
import json
import os
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kb import __version__
from kb.escapes import csv_for_terminal, escaped_in_json, harmless
from kb.narrowing import NARROW, shielded, unshielded
from kb.progress import progress

if TYPE_CHECKING:
    from kb.listings import Listing
    from kb.store import Store

FOUND, NOTHING, WRONG = 0, 1, 2
WIDEST = 100


class Mistake(click.ClickException):
    """A sentence for the user, printed without a traceback; the command ends with 2."""

    exit_code = WRONG

    def show(self, file: Any = None) -> None:
        """Print the sentence where mistakes go."""
        click.echo(harmless(f"articulado: {self.format_message()}"), err=True)


class Program(click.Group):
    """The command as a whole: what cannot be written or read is one sentence, wherever it happens."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run, and end with 2 when the output takes no more; a reader that has seen enough is no mistake."""
        try:
            try:
                return super().main(*args, **kwargs)
            finally:
                sys.stdout.flush()
        except OSError as error:
            # Python would write what is left once more when it ends.
            with suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            if error.errno == errno.EPIPE:
                sys.exit(NOTHING)
            place = error.filename or "the output"
            Mistake(f"{place}: {error.strerror or error}; nothing more was done.").show()
            sys.exit(WRONG)


def plainly(command: Callable[..., int | None]) -> Callable[..., None]:
    """`command` with its mistakes told in one sentence and its result as the exit code."""

    @functools.wraps(command)
    def run(*args: Any, **kwargs: Any) -> None:
        from kb.model import ArticuladoError

        try:
            code = command(*args, **kwargs)
        except ArticuladoError as error:
            raise Mistake(str(error)) from None
        sys.exit(code or FOUND)

    return run


FOLDER = click.Path(file_okay=False, path_type=Path)
IN_BUILD: Mapping[str, Any] = {"type": FOLDER, "default": "build", "envvar": "ARTICULADO_KB", "show_default": True}
kb_option = click.option("--kb", "kb", **IN_BUILD, help="Folder of a finished build (or set ARTICULADO_KB).")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
csv_option = click.option("--csv", "as_csv", is_flag=True, help="Print CSV that a spreadsheet may safely open.")
ref_argument = click.argument("ref", nargs=-1, required=True)
day_option = click.option("--as-of", "day", metavar="DATE", help="On this day, like 1923-07-19.")
THEME = click.Path(path_type=Path)
THEME_HELP = "Folder of templates, styles and words that win over ours; templates run as code: use those you trust."
PAGES = ("article", "instrument")
PAGES_HELP = "A page for each article too, or for each instrument alone."
FILE = click.Path(dir_okay=False, path_type=Path)


def looks(command: Callable[..., None]) -> Callable[..., None]:
    """`command` with the options of a site."""
    from_words = click.option("--lang", "languages", metavar="LANG,…", help="Languages of the pages.  [default: all]")
    options = (
        click.option("--title", help="The name of the site, on every page."),
        from_words,
        click.option("--theme", type=THEME, help=THEME_HELP),
        click.option("--pages", type=click.Choice(PAGES), default=PAGES[0], show_default=True, help=PAGES_HELP),
        click.option("--workers", type=click.IntRange(1), help="Processes that do the work.  [default: one a core]"),
    )
    return functools.reduce(lambda made, option: option(made), reversed(options), command)


def listing(command: Callable[..., Listing]) -> Callable[..., None]:
    """`command`, which is given the store, with its listing printed for people, as JSON or as CSV."""

    @kb_option
    @json_option
    @csv_option
    @plainly
    @functools.wraps(command)
    def run(*args: Any, kb: Path, as_json: bool, as_csv: bool, **kwargs: Any) -> int:
        if as_json and as_csv:
            raise Mistake("--json and --csv: choose one of them.")
        with opened(kb) as store:
            found = command(store, *args, **kwargs)
            told = "" if as_csv or as_json else found.text(width())
        if as_csv:
            print_csv(found.csv())
        else:
            print_json(found.value) if as_json else say(told)
        return FOUND if found.found else NOTHING

    return run


def narrowing(command: Callable[..., Any]) -> Callable[..., Any]:
    """`command` with the options that narrow a search."""
    for name, told in reversed(list(NARROW.items())):
        command = click.option(f"--{name}", f"only_{name}", multiple=True, metavar=name.upper(), help=told)(command)
    return command


class Asking(click.Command):
    """A command whose words may begin with a minus: "-oro" is no option but what must not be there."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The arguments read, those words shielded."""
        own = self.get_params(ctx)
        known = {name for option in own for name in option.opts}
        valued = {name for one in own if isinstance(one, click.Option) and not one.is_flag for name in one.opts}
        return super().parse_args(ctx, shielded(args, known, valued))


@click.group(
    cls=Program,
    epilog="Example: articulado search 'reserve fund'",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, message="articulado %(version)s")
@click.pass_context
def main(context: click.Context) -> None:
    """Legal texts as articles with addresses: build, search, show, export, serve."""
    for stream in (sys.stdout, sys.stderr):
        # A console that lacks a letter shows ? for it instead of failing.
        getattr(stream, "reconfigure", lambda **_: None)(errors="replace")
    if os.environ.get("NO_COLOR"):
        context.color = False


@main.command(epilog="Example: articulado build --corpus my-laws --out my-build")
@click.option("--corpus", type=FOLDER, help="Folder of source texts.  [default: ./corpus, or the packaged one]")
@click.option("--out", **IN_BUILD, help="Folder to build into (or set ARTICULADO_KB).")
@click.option("--strict", is_flag=True, help="Build nothing when a source cannot be read.")
@click.option("--no-site", is_flag=True, help="Make no pages; those of an earlier build stay as they are.")
@looks
@json_option
@plainly
def build(corpus: Path | None, out: Path, strict: bool, no_site: bool, as_json: bool, **chosen: Any) -> int:
    """Turn a corpus into a store, a search index and a site.

    A source that cannot be read is named, the others are built without it, and the command ends with 1.
    """
    from kb import site
    from kb.build import build as build_all
    from kb.listings.builds import report_text
    from kb.resources import resource

    here = Path("corpus")
    root = corpus or (here if here.is_dir() else resource("corpus"))
    with progress(sys.stderr) as tell:
        options = site.chosen(only=(), warn=functools.partial(click.echo, err=True), **chosen)
        templates = resource("site_templates")
        report = build_all(
            root, out, templates=templates, options=options, strict=strict, with_site=not no_site, progress=tell
        )
    print_json(asdict(report)) if as_json else say(report_text(report, width()))
    return NOTHING if report.unreadable else FOUND


@main.command(epilog="Example: articulado site --title 'Normas de la casa' --lang es --out share/normas")
@click.option("--out", type=FOLDER, help="Folder of the site.  [default: the site of the build]")
@click.option("--only", multiple=True, metavar="INSTRUMENT", help="Only this instrument, and others named so.")
@looks
@kb_option
@json_option
@plainly
def site(kb: Path, out: Path | None, only: Sequence[str], as_json: bool, **chosen: Any) -> None:
    """Make the site of a finished build, without building it again."""
    from kb import site
    from kb.build import publish
    from kb.listings.builds import published_text
    from kb.query.choosing import named
    from kb.resources import resource

    with opened(kb) as store:
        ids = [named(store, one, "--only") or "" for one in only]
    with progress(sys.stderr) as tell:
        options = site.chosen(only=ids, warn=functools.partial(click.echo, err=True), **chosen)
        made = publish(kb, out, templates=resource("site_templates"), options=options, progress=tell)
    print_json(asdict(made)) if as_json else say(published_text(made))


@main.command(cls=Asking, epilog="Example: articulado search 'fondo -legal tipo:ley' --limit 5")
@click.argument("query", nargs=-1)
@click.option("--limit", type=click.IntRange(1), default=10, show_default=True, help="How many hits make a page.")
@click.option("--page", type=click.IntRange(1, 10_000), default=1, show_default=True, help="Which page of them.")
@narrowing
@click.option("--facets", is_flag=True, help="Count what is found by instrument, status, language and chapter.")
@click.option("--context", type=click.IntRange(20, 10_000), default=240, metavar="CHARS", help="Length of passages.")
@click.option("--history", is_flag=True, help="Also in the older wordings that sources print.")
@kb_option
@json_option
@plainly
def search(query: Sequence[str], kb: Path, as_json: bool, facets: bool, **asked: Any) -> int:
    """Find provisions by number, citation or words, in all languages at once.

    "a phrase", -without, this OR that, begin*, and filters: in:bylaws, chapter:II, status:repealed, lang:es, type:ley,
    kind:paragraph, date:1923..1931 (in Spanish: O, en:, estado:derogado …). Options of these names do the same.
    """
    from kb.answers import searched

    asked["filters"] = {name: values for name in NARROW if (values := asked.pop(f"only_{name}"))}
    if not query and not asked["filters"]:
        raise click.UsageError("Missing argument 'QUERY...'; an option that narrows, such as --in, will do alone.")
    with opened(kb) as store:
        asked["counted"] = facets or as_json
        reply = searched(store, kb / "index", unshielded(query), width(), asked)
    print_json(reply.value) if as_json else say(reply.text)
    return FOUND if reply.found else NOTHING


@main.command(epilog="Example: articulado show 'numeral 3 del artículo 46 estatutos'")
@click.argument("ref", nargs=-1, required=True)
@click.option("--history", is_flag=True, help="Also print the older wordings that the source prints, newest first.")
@kb_option
@json_option
@plainly
def show(ref: Sequence[str], history: bool, kb: Path, as_json: bool) -> int:
    """Print in full what REF names: every provision that it may mean."""
    from kb.answers import referred

    with opened(kb) as store:
        reply = referred(store, " ".join(ref), width(), history)
    print_json(reply.value) if as_json else say(reply.text)
    return FOUND if reply.found else NOTHING


@main.command(epilog="Example: articulado cites 'Ley 69 de 1909'")
@ref_argument
@listing
def cites(store: Store, ref: Sequence[str]) -> Listing:
    """List who cites what REF names, and whom it cites, each with its words."""
    from kb.listings import cites

    return cites(store, " ".join(ref))


@main.command(epilog="Example: articulado repeals --by 'Ley 42 de 1923'")
@click.option("--by", metavar="REF", help="Only what this law, or this provision of one, has done.")
@click.option("--of", metavar="REF", help="Only what was done to this law, or to this provision of one.")
@day_option
@click.option("--grade", metavar="GRADE", help="Only effects of this grade, such as confirmed or claimed.")
@click.option("--kind", metavar="KIND", default="repeal", show_default=True, help="Another kind of effect, or any.")
@click.option("--grouped/--lines", "drawn", default=None, help="Ranges, or one a line.  [default: ranges in text]")
@listing
def repeals(store: Store, **asked: Any) -> Listing:
    """List the register: which provision was repealed, by what, since when and on whose word."""
    from kb.listings import repeals

    return repeals(store, **asked)


@main.command(epilog="Example: articulado trace '157 código fiscal'")
@ref_argument
@listing
def trace(store: Store, ref: Sequence[str]) -> Listing:
    """Draw what was done to REF and then to what did that, and what REF did, as a tree."""
    from kb.listings import trace

    return trace(store, " ".join(ref))


@main.command(epilog="Example: articulado status '157 código fiscal' --as-of 1923-12-31")
@ref_argument
@day_option
@listing
def status(store: Store, ref: Sequence[str], day: str | None) -> Listing:
    """Tell the state of REF on a day, or after all that is known, and what it follows from."""
    from kb.listings import status

    return status(store, " ".join(ref), day)


@main.command(epilog="Example: articulado audit --baseline known.jsonl")
@click.option("--baseline", type=FILE, help="Fail only on problems that this file does not have.")
@click.option("--write-baseline", "written", type=FILE, help="Write the problems of today as a baseline.")
@listing
def audit(store: Store, baseline: Path | None, written: Path | None) -> Listing:
    """List what is odd or missing in the texts; any problem, or any new one, ends with 1."""
    from kb.listings import audit

    return audit(store, baseline, written)


@main.command(epilog="Example: articulado define 'banco hipotecario'")
@click.argument("term", nargs=-1, required=True)
@listing
def define(store: Store, term: Sequence[str]) -> Listing:
    """List the provisions that define TERM, in their words."""
    from kb.listings import define

    return define(store, " ".join(term))


@main.group(epilog="Example: articulado export jsonl data")
def export() -> None:
    """Write the knowledge base as files for other programs."""


@export.command(epilog="Example: articulado export jsonl data")
@click.argument("folder", metavar="DIR", type=FOLDER)
@kb_option
@json_option
@plainly
def jsonl(folder: Path, kb: Path, as_json: bool) -> None:
    """Write one JSON object a line into DIR, a file for each kind of record."""
    from kb.export import write_jsonl

    with opened(kb) as store:
        lines = {str(folder / name): count for name, count in write_jsonl(store, folder).items()}
    print_json(lines) if as_json else say("\n".join(f"{n:>8,}  {name}" for name, n in lines.items()))


@main.command(epilog="Example: articulado serve --port 8000")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes a free one.")
@kb_option
@plainly
def serve(port: int, kb: Path) -> None:
    """Show the site to the browsers of this machine, and to no other; Ctrl-C stops it."""
    from kb.serving import HERE, listening

    with listening(kb / "site", port) as server, suppress(KeyboardInterrupt):
        click.echo(f"http://{HERE}:{server.server_port}/ (Ctrl-C stops it)")
        server.serve_forever()


def opened(kb: Path) -> Store:
    """The store of the build in `kb`."""
    from kb.store import Store

    return Store.open(kb / "kb.sqlite")


def say(text: str) -> None:
    """Print lines for people."""
    click.echo(harmless(text))


def print_json(value: Any) -> None:
    """Print `value` as JSON, any letter as it is but for what a terminal would obey; paths are strings."""
    click.echo(escaped_in_json(json.dumps(value, ensure_ascii=False, indent=2, default=plain)))


def print_csv(rows: bytes) -> None:
    """Print CSV: its bytes for a file or a program, and for a terminal nothing that it would obey."""
    if sys.stdout.isatty():
        click.echo(csv_for_terminal(rows))
    else:
        click.echo(rows, nl=False)


def plain(value: Any) -> Any:
    """What JSON has for a record or a path."""
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else str(value)


def width() -> int:
    """How wide a line may be: folded on a terminal, never in a pipe."""
    return min(shutil.get_terminal_size().columns, WIDEST) if sys.stdout.isatty() else sys.maxsize


if __name__ == "__main__":
    main()
