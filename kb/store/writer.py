"""Writing a knowledge base: into a new file beside the old one, then swapped in."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kb.model import (
    Alias,
    DateFact,
    Definition,
    Effect,
    Evidence,
    ForcePeriod,
    Inciso,
    Instrument,
    Knowledge,
    Node,
    Version,
)
from kb.store.called import tell_names
from kb.store.opening import FORMAT
from kb.store.reader import StoredProblem
from kb.store.rows import columns, instrument_row, source_row
from kb.store.words import Spelling, batches

SCHEMA = Path(__file__).with_name("schema.sql")
_REFUSED = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
Vocabulary = Mapping[tuple[str, str], str]
ReferenceWords = Iterable[tuple[str, str, str]]


@dataclass(frozen=True, slots=True)
class Glossary:
    """The concepts made ready: `forms` are (concept, language, lemmas), `words` (key, language, lemma, index term)."""

    forms: Iterable[tuple[str, str, tuple[str, ...]]] = ()
    words: Iterable[tuple[str, str, str, str]] = ()


@dataclass(frozen=True, slots=True)
class Speller:
    """What misspelled words are mended by: words as printed, and by language the rules of what sounds alike."""

    words: Iterable[Spelling] = ()
    sounds: Mapping[str, Iterable[tuple[str, str]]] = field(default_factory=dict)


def write(
    path: Path,
    knowledge: Knowledge,
    *,
    problems: Iterable[StoredProblem],
    meta: Mapping[str, str],
    reference_words: ReferenceWords = (),
    vocabulary: Vocabulary | None = None,
    glossary: Glossary | None = None,
    speller: Speller | None = None,
    divided: Iterable[tuple[str, str, bool]] = (),
) -> None:
    """Put `knowledge` into a new file beside `path`, then swap it in; an earlier file answers until then.

    OSError when the disk is full or refuses.
    """
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    aside.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(aside)) as db, db:
            db.executescript(f"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; {SCHEMA.read_text('utf-8')}")
            for table, rows in _tables(knowledge, problems, {**meta, "format": FORMAT}, reference_words):
                _insert(db, table, rows)
            for table, rows in _analysis_tables(vocabulary or {}, glossary or Glossary()):
                _insert(db, table, rows)
            for table, rows in _spelling_tables(speller or Speller()):
                _insert(db, table, rows)
            _insert(db, "divided", sorted(divided))
            tell_names(db)
        _flush(aside)
        os.replace(aside, path)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF not in _REFUSED:
            raise
        number = errno.ENOSPC if error.sqlite_errorcode == sqlite3.SQLITE_FULL else errno.EIO
        raise OSError(number, str(error)) from error
    finally:
        aside.unlink(missing_ok=True)


def _tables(
    knowledge: Knowledge,
    problems: Iterable[StoredProblem],
    meta: Mapping[str, str],
    reference_words: ReferenceWords,
) -> Iterator[tuple[str, Iterable[tuple[Any, ...]]]]:
    yield "meta", sorted(meta.items())
    yield "sources", map(source_row, knowledge.sources)
    yield "renderings", ((r.source, r.words) for r in knowledge.renderings)
    yield "links", ((r.source, *link) for r in knowledge.renderings for link in r.links)
    yield from _instrument_tables(knowledge.instruments)
    yield "nodes", map(columns(Node), knowledge.nodes)
    yield "versions", map(columns(Version), knowledge.versions)
    yield "incisos", map(columns(Inciso), knowledge.incisos)
    yield "ledgers", ((own.source, own.spans, json.dumps(own.instruments)) for own in knowledge.ledgers)
    yield from _finding_tables(knowledge)
    yield "problems", map(_problem_row, problems)
    yield (
        "concepts",
        ((c.id, lang, form, c.note) for c in knowledge.concepts for lang, forms in c.forms for form in forms),
    )
    yield "reference_words", sorted(set(reference_words))


def _analysis_tables(vocabulary: Vocabulary, glossary: Glossary) -> Iterator[tuple[str, Iterable[tuple[Any, ...]]]]:
    yield "vocabulary", sorted((*key, term) for key, term in vocabulary.items())
    yield (
        "concept_forms",
        sorted((id, language, " ".join(lemmas), lemmas[0]) for id, language, lemmas in glossary.forms),
    )
    yield "concept_words", sorted(glossary.words)


def _spelling_tables(speller: Speller) -> Iterator[tuple[str, Iterable[tuple[Any, ...]]]]:
    yield "spellings", sorted(map(columns(Spelling), speller.words))
    yield "sounds", ((lang, n, *rule) for lang, rules in speller.sounds.items() for n, rule in enumerate(rules))


def _finding_tables(knowledge: Knowledge) -> Iterator[tuple[str, Iterable[tuple[Any, ...]]]]:
    cited, effects = list(enumerate(knowledge.citations)), list(enumerate(knowledge.effects))
    yield (
        "citations",
        ((n, c.instrument, c.eid, c.source, c.line, c.start, c.end, c.quote, c.resolution) for n, c in cited),
    )
    yield "citation_targets", ((n, t.instrument, t.eid) for n, c in cited for t in c.targets)
    yield "effects", ((n, e.kind, *_ends(e), *_facts(e)) for n, e in effects)
    proof_columns = columns(Evidence)
    yield "effect_evidence", ((n, *proof_columns(proof)) for n, e in effects for proof in e.evidence)
    yield "periods", map(columns(ForcePeriod), knowledge.periods)
    yield "definitions", map(columns(Definition), knowledge.definitions)


def _ends(effect: Effect) -> tuple[str | None, ...]:
    ends = (effect.affecting, effect.affected)
    return tuple(value for end in ends for value in ((end.instrument, end.eid) if end else (None, None)))


def _facts(effect: Effect) -> tuple[Any, ...]:
    return (
        effect.scope,
        effect.words,
        effect.grade,
        effect.date,
        effect.date_origin,
        effect.bound,
        " ".join(effect.spared),
        effect.latest,
    )


def _instrument_tables(instruments: tuple[Instrument, ...]) -> Iterator[tuple[str, Iterable[tuple[Any, ...]]]]:
    yield "instruments", (instrument_row(position, i) for position, i in enumerate(instruments))
    yield "instrument_sources", ((i.id, file) for i in instruments for file in i.sources)
    date_columns, alias_columns = columns(DateFact), columns(Alias)
    yield "instrument_dates", ((i.id, *date_columns(date)) for i in instruments for date in i.dates)
    yield "aliases", ((i.id, *alias_columns(alias)) for i in instruments for alias in i.aliases)


def _problem_row(problem: StoredProblem) -> tuple[Any, ...]:
    params = json.dumps(dict(problem.params), ensure_ascii=False, sort_keys=True)
    place = (problem.instrument, problem.eid, problem.source, problem.line)
    return (problem.code, problem.severity, *place, problem.message, problem.message_es, params)


def _insert(db: sqlite3.Connection, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
    for some in batches(list(rows)):
        db.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(some[0]))})", some)


def _flush(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())
