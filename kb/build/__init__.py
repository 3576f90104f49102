"""The conductor: corpus -> outlines -> nodes -> statuses -> problems -> store -> index -> site, and a report of it.

Everything is made aside and swapped in: until a build has come to its end, the last good one answers. The store's
meta row `index` names the folder of its index, so that replacing the one file swaps both; the pages are moved in just
before, and taken back if that fails.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter

import kb
from kb import audit, corpus, grammar, site, store
from kb.analysis import Analyzer, Lemmas, fold
from kb.build import inputs
from kb.build.assemble import assemble
from kb.build.dividing import Wholes, as_read, dividing
from kb.build.kept import Kept, keeping
from kb.build.lemmas import keep_lemmas, kept_lemmas
from kb.build.link import link
from kb.build.locking import alone, alone_outside, refused
from kb.build.printed import Printed
from kb.build.readings import readings_of
from kb.build.report import Report, size_of
from kb.build.spelling import speller
from kb.build.words import Words
from kb.concepts import Glossary, carried
from kb.grammar import Grammar
from kb.index import FORMAT, Ideas, Stock, build_index, is_whole
from kb.model import ArticuladoError, Knowledge, Problem
from kb.site import PLAIN, Options, SiteReport
from kb.store import MADE_OF, REPORT, Store, StoredProblem

__all__ = ["STAGES", "Clock", "Published", "Report", "analyzer_of", "build", "ideas_of", "publish", "shelve"]

STAGES = ("read", "link", "analyse", "store", "index", "site")
_ALLOW = "allow reading it, or take it away"
Progress = Callable[[str, int, int | None], None]


@dataclass(frozen=True, slots=True)
class Published:
    """A site that was made from a finished build: where, what, and the seconds that it took."""

    out: Path
    site: SiteReport
    seconds: float


@dataclass(slots=True)
class Clock:
    """Tells the stage that runs to whoever watches, and how long each took, in seconds."""

    watch: Progress
    seconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str) -> Iterator[Callable[[int, int | None], None]]:
        def seen(done: int, total: int | None = None) -> None:
            self.watch(name, done, total)

        start = perf_counter()
        seen(0)
        yield seen
        self.seconds[name] = self.seconds.get(name, 0.0) + perf_counter() - start


def build(
    root: Path,
    out: Path,
    *,
    templates: Path,
    options: Options = PLAIN,
    strict: bool = False,
    with_site: bool = True,
    progress: Progress | None = None,
) -> Report:
    """Build the corpus in `root` into `out` (kb.sqlite, index/, site/), and report.

    `options` are those of the site, and their `workers` index, too; not `with_site`, one that is there stays as it is.
    A source that cannot be read is a problem, and the others are built without it; when `strict`, nothing is. Where
    nothing has changed since the build that is in `out`, only the site is looked at.

    ArticuladoError for anything the user can mend; then `out` is as it was. One build at a time writes into `out`.
    """
    clock = Clock(progress or _silent)
    with clock.stage("read"), refused("cannot be read", root, _ALLOW):
        program = inputs.of_the_program()
        made_of = inputs.of_a_build(root, program)
    site_of = (templates, options) if with_site else None
    known = _unchanged(out, made_of)
    if known is not None:
        _refuse_when_strict(known.unreadable, strict)
        pages = _publish_again(out, site_of, clock)
    else:
        desk = _Desk(root, out, program, options.workers, strict, clock)
        known, pages = desk.build({MADE_OF: made_of}, site_of)
    return replace(known, seconds=clock.seconds, pages=pages, size=size_of(out))


@dataclass(frozen=True, slots=True)
class _Desk:
    """A build of the corpus `root` into `out`; `program` is a digest of the program that makes it."""

    root: Path
    out: Path
    program: str
    workers: int
    strict: bool
    clock: Clock

    def build(self, facts: Mapping[str, str], site_of: tuple[Path, Options] | None) -> tuple[Report, int]:
        """Make all of it; what is in it, and how many pages its site has."""
        grammars = grammar.load_all()
        with alone(self.out), keeping(self.out) as kept:
            found = self._found(grammars, kept)
            lemmas = kept_lemmas(kept, self.program)
            facts = {**facts, REPORT: found.report.of_the_corpus()}
            pages = self._write(found, grammars, lemmas, facts, site_of)
            keep_lemmas(kept, self.program, lemmas)
            kept.tidy()
            return found.report, pages

    def _found(self, grammars: Mapping[str, Grammar], kept: Kept) -> _Found:
        """All that the corpus says, read and linked."""
        with self.clock.stage("read") as seen, refused("cannot be read", self.root, _ALLOW):
            found = corpus.listed(self.root)
            readings = readings_of(found, grammars, self.program, kept, self.workers, seen)
            unreadable = tuple(audit.sentence(problem, "en") for problem in readings.unreadable)
            _refuse_when_strict(unreadable, self.strict)
            known, texts = assemble(readings.by_key, readings.claims)
        with self.clock.stage("link") as seen:
            linked = link(known, texts, grammars, kept, self.workers, seen)
        concepts = grammar.load_glossary(grammars.values())
        knowledge = replace(linked, problems=(*readings.unreadable, *linked.problems), concepts=concepts)
        report = Report.of(self.out, knowledge, found.skipped, unreadable)
        return _Found(knowledge, {text.instrument.id: text.expression.counts for text in texts}, report)

    def _write(
        self,
        found: _Found,
        grammars: Mapping[str, Grammar],
        lemmas: Lemmas,
        facts: Mapping[str, str],
        site_of: tuple[Path, Options] | None,
    ) -> int:
        """Make the store, its index and its site aside, and swap them in; how many pages the site has."""
        out, clock = self.out, self.clock
        _sweep(out)
        aside = out / f".kb-{os.getpid()}.sqlite"
        try:
            with ExitStack() as failed:
                failed.callback(_forget_all_but, out / "index", _entries(out / "index"))
                before = _facts(out / "kb.sqlite").get("index")
                of = (found.knowledge, grammars, before, clock, self.workers, facts, found.counts, lemmas)
                name = shelve(aside, out / "index", *of)
                pages = _swap_in(out, aside, site_of, clock)
                failed.pop_all()
            _tidy(out / "index", {name, before})
        finally:
            aside.unlink(missing_ok=True)
        return pages


@dataclass(frozen=True, slots=True)
class _Found:
    """What a corpus says, the packed counts of the words of each instrument, and a report of it."""

    knowledge: Knowledge
    counts: Mapping[str, bytes]
    report: Report


def _refuse_when_strict(unreadable: Sequence[str], strict: bool) -> None:
    if strict and unreadable:
        raise ArticuladoError(_too_strict(unreadable))


def _unchanged(out: Path, made_of: str) -> Report | None:
    """What the build in `out` found, if it is whole and was made of just this."""
    facts = _facts(out / "kb.sqlite")
    if facts.get(MADE_OF) != made_of or not is_whole(out / "index" / facts["index"]):
        return None
    return Report.again(out, facts[REPORT])


def _publish_again(out: Path, site_of: tuple[Path, Options] | None, clock: Clock) -> int:
    """Mend the site of a build that is there; how many pages it has."""
    with alone(out):
        _sweep(out)
        _tidy(out / "index", {_facts(out / "kb.sqlite").get("index")})
        if site_of is None:
            return 0
        with clock.stage("site") as seen, Store.open(out / "kb.sqlite") as made:
            return site.write(out / "site", made, *site_of, progress=seen).pages


def publish(
    kb: Path, out: Path | None = None, *, templates: Path, options: Options = PLAIN, progress: Progress | None = None
) -> Published:
    """Make the site of the finished build in `kb` anew, in `out` or where that build has its own.

    ArticuladoError for anything the user can mend; then the site is as it was.
    """
    clock, folder = Clock(progress or _silent), out or kb / "site"
    lock = alone(kb) if out is None else alone_outside(out)
    with Store.open(kb / "kb.sqlite") as made, lock, clock.stage("site") as seen:
        report = site.write(folder, made, templates, options, progress=seen)
    return Published(folder, report, clock.seconds["site"])


def _swap_in(out: Path, aside: Path, site_of: tuple[Path, Options] | None, clock: Clock) -> int:
    """Put the site of the store `aside` in its place, and with it the store; how many pages it has."""
    if site_of is None:
        os.replace(aside, out / "kb.sqlite")
        return 0
    with clock.stage("site") as seen, site.replacing(out / "site") as new:
        with Store.open(aside) as made:
            pages = site.prepare(new, made, *site_of, progress=seen).pages
        new.swap(lambda: os.replace(aside, out / "kb.sqlite"))
    return pages


def shelve(
    path: Path,
    indexes: Path,
    knowledge: Knowledge,
    grammars: Mapping[str, Grammar],
    before: str | None = None,
    clock: Clock | None = None,
    workers: int = 1,
    facts: Mapping[str, str] | None = None,
    counts: Mapping[str, bytes] | None = None,
    lemmas: Lemmas | None = None,
) -> str:
    """Put `knowledge` into the store `path`, and index it in a folder of `indexes`, whose name is returned.

    What is the same as in the index `before` is not written again, and as many `workers` (processes) index as are
    worth while. `counts` are those of the words of undivided lines, by instrument, as far as they are known, `lemmas`
    were looked up before. Whoever calls it is alone to write there.
    """
    clock = clock or Clock(_silent)
    with clock.stage("analyse"):
        wholes = dividing(knowledge)
        read = as_read(knowledge, wholes)
        words = Words.of(knowledge, read, counts or {})
        analyzer = analyzer_of(grammars, words, lemmas)
        glossary = Glossary.of(knowledge.concepts, analyzer)
    stock = Stock.of(Printed.of(read))
    name = _fingerprint(knowledge, analyzer, stock)
    with clock.stage("store"):
        searched = _Searched(read, wholes, words, analyzer, glossary.within(analyzer.known))
        _store(path, knowledge, grammars, searched, {**(facts or {}), "fingerprint": name, "index": name})
    with clock.stage("index"):
        earlier = indexes / before if before else None
        _index(indexes / name, stock, analyzer, ideas_of(read, glossary), earlier, workers)
    return name


def analyzer_of(grammars: Mapping[str, Grammar], words: Words, lemmas: Lemmas | None = None) -> Analyzer:
    """The analyzer that knows every word of the texts; `lemmas` were looked up before."""
    stop_words: dict[str, frozenset[str]] = {}
    for g in grammars.values():
        stop_words[g.language] = stop_words.get(g.language, frozenset()) | g.stop_words
    return Analyzer.of(stop_words, lemmas).knowing(words.analysed)


def _fingerprint(knowledge: Knowledge, analyzer: Analyzer, stock: Stock) -> str:
    """A name for everything the index is made of: the same texts, analysed the same way, give the same name."""
    digest = hashlib.sha256(f"{kb.__version__} {FORMAT}".encode())
    for part in (knowledge.instruments, knowledge.concepts, stock.digest, sorted(analyzer.known.items())):
        digest.update(repr(part).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class _Searched:
    """What questions go by: the texts as search reads them, the divided words, the terms, the glossary."""

    read: Knowledge
    wholes: Wholes
    words: Words
    analyzer: Analyzer
    glossary: Glossary


def _store(
    path: Path,
    knowledge: Knowledge,
    grammars: Mapping[str, Grammar],
    searched: _Searched,
    facts: Mapping[str, str],
) -> None:
    words = {(fold(key), role, value) for g in grammars.values() for key, role, value in g.reference_words}
    analyzer, glossary = searched.analyzer, searched.glossary
    store.write(
        path,
        knowledge,
        problems=map(stored, knowledge.problems),
        meta={"version": kb.__version__, **facts},
        reference_words=words,
        vocabulary=analyzer.known,
        glossary=store.Glossary(
            [(form.concept, form.language, form.lemmas) for form in glossary.forms],
            [(word, lang, lemma, analyzer.term(word, lang)) for (word, lang), lemma in glossary.lemmas.items()],
        ),
        speller=speller(searched.words.spellings, knowledge.instruments, grammars, analyzer.known),
        divided=[(language, word, one) for language, own in searched.wholes.items() for word, one in own.items()],
    )


def stored(problem: Problem) -> StoredProblem:
    """`problem` with its severity and its sentences."""
    return StoredProblem(
        code=problem.code,
        severity=audit.severity(problem.code),
        instrument=problem.instrument,
        eid=problem.eid,
        source=problem.source,
        line=problem.line,
        message=audit.sentence(problem, "en"),
        message_es=audit.sentence(problem, "es"),
        params=dict(problem.params),
    )


def ideas_of(knowledge: Knowledge, glossary: Glossary) -> Ideas:
    """How concepts are found, for the index: in the nodes that it writes, and no others."""
    return Ideas(
        found=lambda nodes: carried(replace(knowledge, nodes=tuple(nodes)), glossary),
        lemmas=glossary.lemmas,
        basis=hashlib.sha256(repr((kb.__version__, glossary.forms)).encode("utf-8", "surrogatepass")).hexdigest(),
    )


def _index(folder: Path, stock: Stock, analyzer: Analyzer, ideas: Ideas, earlier: Path | None, workers: int) -> None:
    if not is_whole(folder):
        shutil.rmtree(folder, ignore_errors=True)
        build_index(folder, stock, analyzer, ideas, earlier, workers)


def _facts(path: Path) -> Mapping[str, str]:
    """What the store at `path` says of its build; nothing where there is none, or one of another version."""
    try:
        with Store.open(path) as earlier:
            return earlier.meta()
    except ArticuladoError:
        return {}


def _sweep(out: Path) -> None:
    """Remove what builds that were killed have left; whoever calls it is alone to write in `out`."""
    for path in (*out.glob(".kb-*"), *out.glob("..kb-*"), *out.glob("index/.*")):
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def _entries(folder: Path) -> frozenset[str]:
    """The names of what lies in a folder; none where there is no folder."""
    return frozenset(os.listdir(folder)) if folder.is_dir() else frozenset()


def _forget_all_but(folder: Path, stood: frozenset[str]) -> None:
    """Remove what a build that failed has begun in a folder, and the folder where there was nothing before."""
    for name in _entries(folder) - stood:
        shutil.rmtree(folder / name, ignore_errors=True)
    if not stood:
        with suppress(OSError):  # it may not have come to that
            folder.rmdir()


def _tidy(folder: Path, kept: Iterable[str | None]) -> None:
    """Remove all indexes but this build's and the one before, from which somebody may still be reading."""
    for old in folder.iterdir():
        if old.name not in kept:
            shutil.rmtree(old, ignore_errors=True)


def _too_strict(unreadable: Sequence[str]) -> str:
    others = f" (and {len(unreadable) - 1} more that cannot be read)" if len(unreadable) > 1 else ""
    return f"{unreadable[0].rstrip('.')}{others}; nothing was built, as --strict asks."


def _silent(stage: str, done: int, total: int | None) -> None:
    return None
