"""The knowledge base as one SQLite file: written aside and swapped in, read by every later room.

The tables and views are described in `schema.sql`, which is the file's whole definition.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from types import TracebackType
from typing import Any

from kb.model import Alias, ArticuladoError, Concept, DateFact, Instrument, Knowledge, Node, Source, Span, Version

FORMAT = "1"
SCHEMA = Path(__file__).with_name("schema.sql")
# SQLite takes at most 32,766 values in one statement (limits.html, SQLITE_MAX_VARIABLE_NUMBER).
_AT_ONCE = 500

_NODE_FIELDS = tuple(f.name for f in fields(Node))
_NODE_COLUMNS = ", ".join(f'"{name}"' for name in _NODE_FIELDS)
_VERSION_FIELDS = tuple(f.name for f in fields(Version))
_VERSION_COLUMNS = ", ".join(f'"{name}"' for name in _VERSION_FIELDS)
_SOURCE_FIELDS = tuple(f.name for f in fields(Source))
_INSTRUMENT_FIELDS = tuple(f.name for f in fields(Instrument) if f.name not in ("sources", "dates", "aliases"))


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredProblem:
    """A problem with its severity and its sentence in both interface languages."""

    code: str
    severity: str
    instrument: str | None
    eid: str | None
    source: str | None
    line: int | None
    message: str
    message_es: str
    params: Mapping[str, str]


Vocabulary = Mapping[tuple[str, str], str]
ReferenceWords = Iterable[tuple[str, str, str]]


class Store:
    """A finished knowledge base, read-only; use it as a context manager."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._db = connection

    @classmethod
    def open(cls, path: Path) -> Store:
        """The store in the file `path`; ArticuladoError when there is none or it is of another format."""
        if not path.is_file():
            raise ArticuladoError(f"{path}: there is no knowledge base here; run `articulado build` first.")
        # A file name may hold ?, # or %, which mean something in SQLite's URI form.
        store = cls(path, sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True))
        try:
            found = store.meta().get("format")
        except sqlite3.DatabaseError:
            found = None
        if found != FORMAT:
            store.close()
            raise ArticuladoError(f"{path}: not a knowledge base of this version; run `articulado build` again.")
        return store

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None) -> None:
        self.close()

    def meta(self) -> dict[str, str]:
        """Facts of the build: format, version, fingerprint, index (the folder of the index)."""
        return dict(self._db.execute("SELECT key, value FROM meta"))

    def sources(self) -> list[Source]:
        """The files that were read, in the order of their paths."""
        rows = self._db.execute(f"SELECT {', '.join(_SOURCE_FIELDS)} FROM sources ORDER BY file")
        return [Source(**dict(zip(_SOURCE_FIELDS, row, strict=True))) for row in rows]

    def instruments(self) -> list[Instrument]:
        """Every instrument, in corpus order, with its dates, aliases and sources."""
        dates, aliases, sources = self._dates(), self._aliases(), self._files()
        rows = self._db.execute(f"SELECT {', '.join(_INSTRUMENT_FIELDS)} FROM instruments ORDER BY position")
        return [_instrument(row, tuple(dates[row[0]]), tuple(aliases[row[0]]), tuple(sources[row[0]])) for row in rows]

    def instrument(self, id: str) -> Instrument | None:
        """The instrument of this id, or None."""
        return next((i for i in self.instruments() if i.id == id), None)

    def nodes(self, instrument: str) -> list[Node]:
        """The nodes of an instrument, in reading order; empty when it has none."""
        return self._nodes('WHERE instrument = ? ORDER BY "order"', (instrument,))

    def node(self, instrument: str, eid: str) -> Node | None:
        """The node at this address, or None."""
        return next(iter(self._nodes("WHERE instrument = ? AND eid = ?", (instrument, eid))), None)

    def subtree(self, instrument: str, eid: str) -> list[Node]:
        """The node at this address and all below it, in reading order."""
        where = (
            "JOIN (WITH RECURSIVE below(id) AS (SELECT ? UNION SELECT n.eid FROM nodes n JOIN below"
            " ON n.parent = below.id WHERE n.instrument = ?) SELECT id FROM below) ON id = eid"
            ' WHERE instrument = ? ORDER BY "order"'
        )
        return self._nodes(where, (eid, instrument, instrument))

    def versions(self, instrument: str, eid: str | None = None) -> list[Version]:
        """The older wordings of an instrument, or of one of its articles, in the order of the source."""
        where, values = ("AND eid = ?", (instrument, eid)) if eid else ("", (instrument,))
        rows = self._db.execute(
            f"SELECT {_VERSION_COLUMNS} FROM versions WHERE instrument = ? {where} ORDER BY source, start", values
        )
        return [Version(**dict(zip(_VERSION_FIELDS, row, strict=True))) for row in rows]

    def numbered(self, kind: str, number: str) -> list[Node]:
        """Every node of this kind and normalised number, in corpus order."""
        where = "JOIN (SELECT id, position FROM instruments) ON id = instrument WHERE kind = ? AND number = ?"
        return self._nodes(f'{where} ORDER BY position, "order"', (kind, number))

    def spans(self, source: str) -> list[Span]:
        """Where every character of a source went, in order."""
        rows = self._db.execute(
            'SELECT source, start, "end", role, instrument, eid FROM spans WHERE source = ? ORDER BY start', (source,)
        )
        return [
            Span(source=s, start=start, end=end, role=role, instrument=i, eid=e) for s, start, end, role, i, e in rows
        ]

    def rendering(self, source: str) -> str | None:
        """The words of a page of HTML as they were read, or None for a source whose offsets count in its own file."""
        row = self._db.execute("SELECT words FROM renderings WHERE source = ?", (source,)).fetchone()
        return row[0] if row else None

    def problems(self, instrument: str | None = None) -> list[StoredProblem]:
        """The recorded problems, of one instrument or of all, in corpus order."""
        where, values = ("WHERE instrument = ?", (instrument,)) if instrument else ("", ())
        rows = self._db.execute(
            "SELECT code, severity, instrument, eid, source, line, message, message_es, params FROM problems"
            f" {where} ORDER BY rowid",
            values,
        )
        names = [f.name for f in fields(StoredProblem)]
        return [StoredProblem(**dict(zip(names, (*row[:-1], json.loads(row[-1])), strict=True))) for row in rows]

    def concepts(self) -> list[Concept]:
        """The glossary of this build."""
        forms: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        notes: dict[str, str] = {}
        for id, language, form, note in self._db.execute("SELECT id, language, form, note FROM concepts"):
            forms[id][language].append(form)
            notes[id] = note
        return [
            Concept(id=id, forms=tuple((lang, tuple(words)) for lang, words in by.items()), note=notes[id])
            for id, by in forms.items()
        ]

    def reference_words(self) -> dict[str, list[tuple[str, str]]]:
        """Folded word -> what it means in a typed reference, as (role, value) pairs."""
        found: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for key, role, value in self._db.execute("SELECT key, role, value FROM reference_words"):
            found[key].append((role, value))
        return dict(found)

    def terms(self, surfaces: Iterable[str]) -> dict[str, set[str]]:
        """Surface -> the index terms it has in any language, for those surfaces that the texts hold."""
        found: dict[str, set[str]] = defaultdict(set)
        for some in _batches(sorted(set(surfaces))):
            marks = ", ".join("?" * len(some))
            rows = self._db.execute(f"SELECT surface, term FROM vocabulary WHERE surface IN ({marks})", some)
            for surface, term in rows:
                found[surface].add(term)
        return dict(found)

    def _nodes(self, where: str, values: tuple[str, ...]) -> list[Node]:
        rows = self._db.execute(f"SELECT {_NODE_COLUMNS} FROM nodes {where}", values)
        return [Node(**dict(zip(_NODE_FIELDS, row, strict=True))) for row in rows]

    def _dates(self) -> dict[str, list[DateFact]]:
        found: dict[str, list[DateFact]] = defaultdict(list)
        columns = 'instrument, event, date, origin, quote, source, start, "end"'
        for instrument, event, date, origin, quote, source, start, end in self._db.execute(
            f"SELECT {columns} FROM instrument_dates ORDER BY rowid"
        ):
            found[instrument].append(
                DateFact(event=event, date=date, origin=origin, quote=quote, source=source, start=start, end=end)
            )
        return found

    def _aliases(self) -> dict[str, list[Alias]]:
        found: dict[str, list[Alias]] = defaultdict(list)
        for instrument, name, since, until in self._db.execute(
            "SELECT instrument, name, since, until FROM aliases ORDER BY rowid"
        ):
            found[instrument].append(Alias(name=name, since=since, until=until))
        return found

    def _files(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for instrument, file in self._db.execute("SELECT instrument, file FROM instrument_sources ORDER BY file"):
            found[instrument].append(file)
        return found


def write(
    path: Path,
    knowledge: Knowledge,
    *,
    problems: Iterable[StoredProblem],
    meta: Mapping[str, str],
    reference_words: ReferenceWords = (),
    vocabulary: Vocabulary | None = None,
) -> None:
    """Put `knowledge` into a new file beside `path`, then swap it in; an earlier file answers until then."""
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    aside.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(aside)) as db, db:
            db.executescript(f"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; {SCHEMA.read_text('utf-8')}")
            for table, rows in _tables(knowledge, problems, {**meta, "format": FORMAT}, reference_words, vocabulary):
                _insert(db, table, rows)
        _flush(aside)
        os.replace(aside, path)
    finally:
        aside.unlink(missing_ok=True)


def _tables(
    knowledge: Knowledge,
    problems: Iterable[StoredProblem],
    meta: Mapping[str, str],
    reference_words: ReferenceWords,
    vocabulary: Vocabulary | None,
) -> Iterator[tuple[str, Iterable[tuple[Any, ...]]]]:
    yield "meta", sorted(meta.items())
    yield "sources", map(astuple, knowledge.sources)
    yield "renderings", ((r.source, r.words) for r in knowledge.renderings)
    yield "links", ((r.source, *link) for r in knowledge.renderings for link in r.links)
    yield from _instrument_tables(knowledge.instruments)
    yield "nodes", map(astuple, knowledge.nodes)
    yield "versions", map(astuple, knowledge.versions)
    yield "spans", map(astuple, knowledge.spans)
    yield "problems", map(_problem_row, problems)
    yield (
        "concepts",
        ((c.id, lang, form, c.note) for c in knowledge.concepts for lang, forms in c.forms for form in forms),
    )
    yield "reference_words", sorted(set(reference_words))
    yield "vocabulary", sorted((*key, term) for key, term in (vocabulary or {}).items())


def _instrument_tables(instruments: tuple[Instrument, ...]) -> Iterator[tuple[str, Iterable[tuple[Any, ...]]]]:
    yield "instruments", (_instrument_row(position, i) for position, i in enumerate(instruments))
    yield "instrument_sources", ((i.id, file) for i in instruments for file in i.sources)
    yield "instrument_dates", ((i.id, *astuple(date)) for i in instruments for date in i.dates)
    yield "aliases", ((i.id, *astuple(alias)) for i in instruments for alias in i.aliases)


def _instrument_row(position: int, i: Instrument) -> tuple[Any, ...]:
    first, *others = (getattr(i, name) for name in _INSTRUMENT_FIELDS)
    return (first, position, *others)


def _instrument(
    row: tuple[Any, ...], dates: tuple[DateFact, ...], aliases: tuple[Alias, ...], sources: tuple[str, ...]
) -> Instrument:
    known = dict(zip(_INSTRUMENT_FIELDS, row, strict=True))
    known["in_corpus"] = bool(known["in_corpus"])
    return Instrument(**known, dates=dates, aliases=aliases, sources=sources)


def _problem_row(problem: StoredProblem) -> tuple[Any, ...]:
    params = json.dumps(dict(problem.params), ensure_ascii=False, sort_keys=True)
    place = (problem.instrument, problem.eid, problem.source, problem.line)
    return (problem.code, problem.severity, *place, problem.message, problem.message_es, params)


def _insert(db: sqlite3.Connection, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
    for some in _batches(list(rows)):
        db.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(some[0]))})", some)


def _batches(rows: list[Any]) -> Iterator[list[Any]]:
    return (rows[at : at + _AT_ONCE] for at in range(0, len(rows), _AT_ONCE))


def _flush(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())
