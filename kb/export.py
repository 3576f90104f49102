"""The knowledge base as files for other programs: one JSON object a line, the same bytes for the same store.

The files and their keys are a contract: keys may be added, never renamed or dropped. Spans are code-point
offsets into the decoded source file, `line` is 1-based, dates are ISO 8601.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from kb.ids import natural
from kb.model import ArticuladoError, Concept, Effect, Instrument, Target, Version
from kb.store import Store, StoredProblem

Row = Mapping[str, Any]


def write_jsonl(store: Store, folder: Path) -> dict[str, int]:
    """Write the whole knowledge base into `folder`, one file a table; file name -> lines written.

    Each file is finished aside and then moved in, so a reader never meets half of one. ArticuladoError when the
    folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return {name: _write(folder / name, rows) for name, rows in tables(store)}
    except OSError as error:
        raise ArticuladoError(f"{folder}: cannot be written ({error.strerror}); name another folder.") from error


def tables(store: Store) -> Iterator[tuple[str, Iterable[Row]]]:
    """(file name, its rows in order) of every file of the export."""
    texts = store.instruments()
    every = [*texts, *(witness for text in texts for witness in store.witnesses(text.id))]
    instruments = sorted(every, key=lambda i: natural(i.id))
    yield "instruments.jsonl", map(instrument_row, instruments)
    yield "nodes.jsonl", (asdict(node) for i in instruments for node in store.nodes(i.id))
    yield "versions.jsonl", (version_row(version) for i in instruments for version in store.versions(i.id))
    yield "incisos.jsonl", (asdict(inciso) for i in instruments for inciso in store.incisos(i.id))
    yield "citations.jsonl", (asdict(citation) for i in instruments for citation in store.citations(i.id))
    yield "effects.jsonl", map(asdict, _effects(store))
    yield "periods.jsonl", (asdict(period) for i in instruments for period in store.periods(i.id))
    yield "definitions.jsonl", map(asdict, sorted(store.definitions(), key=lambda d: (natural(d.instrument), d.start)))
    yield "problems.jsonl", map(problem_row, _problems(store))
    yield "concepts.jsonl", map(concept_row, sorted(store.concepts(), key=lambda c: natural(c.id)))


def _effects(store: Store) -> Iterator[Effect]:
    """Effects in the order of what they reach, then of what acts; those that name no victim come first.

    One victim is read at a time, so that memory holds no more.
    """
    for victim in ["", *sorted(store.affected(), key=natural)]:
        yield from sorted(store.effects(of=victim), key=_ends)


def _problems(store: Store) -> Iterator[StoredProblem]:
    """Problems in the order of the places that they concern, read one source at a time."""
    for file in ["", *sorted(store.files_with_problems(), key=natural)]:
        yield from sorted(store.problems(source=file), key=_place)


def instrument_row(instrument: Instrument) -> Row:
    """An instrument as exported; `source` is the file it was read from or None, `sources` all of them.

    `state` is what its document prints of its own force, word for word, and `status` what that comes to.
    """
    source = next(iter(instrument.sources), None)
    return {**asdict(instrument), "source": source}


def version_row(version: Version) -> Row:
    """An older wording as exported: of which article, its words, the days `from` and `to` which it held, or None."""
    known = asdict(version)
    days = {"from": known.pop("since"), "to": known.pop("until")}
    first = {name: known.pop(name) for name in ("instrument", "eid", "text")}
    return {**first, **days, **{name: known.pop(name) for name in ("note", "start", "end")}, **known}


def problem_row(problem: StoredProblem) -> Row:
    """A problem as exported, its sentence in both interface languages."""
    return {**asdict(problem), "params": dict(problem.params)}


def concept_row(concept: Concept) -> Row:
    """A concept as exported, one key a language; `es` and `en` always there."""
    forms = {language: list(words) for language, words in concept.forms}
    return {"id": concept.id, "note": concept.note, "es": [], "en": [], **forms}


def _ends(effect: Effect) -> tuple[Any, ...]:
    """Effects in the order of what they reach, then of what acts; those that name no victim come first."""
    ends = (end or Target("") for end in (effect.affected, effect.affecting))
    return (*((natural(end.instrument), natural(end.eid or "")) for end in ends), effect.kind, effect.scope)


def _place(problem: StoredProblem) -> tuple[Any, ...]:
    names = (problem.source, problem.instrument, problem.eid, problem.code)
    return (*(natural(name or "") for name in names), problem.line or 0, sorted(problem.params.items()))


def _write(path: Path, rows: Iterable[Row]) -> int:
    """Write a file line by line, so that memory holds one row at a time."""
    written = 0
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with aside.open("w", encoding="utf-8", newline="\n") as file:
            for row in rows:
                file.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")
                written += 1
        os.replace(aside, path)
    finally:
        aside.unlink(missing_ok=True)
    return written
