"""Source files -> readings: those of earlier builds where nothing has changed, the others by all cores."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.build.kept import Kept, decoded, encoded, key_of
from kb.corpus import Corpus, InstrumentEntry, SourceFile, UnreadableSource, nothing_read
from kb.grammar import Grammar
from kb.model import Problem
from kb.processes import each, worth_while
from kb.reading import Reading, read

# A process is worth the time that it takes to begin with so many sources.
_WORTH = 40
# A source with its bytes.
_Task = tuple[SourceFile, bytes]
# A reading as it is kept, one that cannot be kept, or why there is none.
_Made = bytes | Reading | Problem


@dataclass(frozen=True, slots=True)
class Readings:
    """The readings of the sources that could be read, in their order, by the keys of all that they were made of.

    `claims` are what manifests say of these, `unreadable` what cannot be read.
    """

    by_key: Mapping[str, Reading]
    claims: tuple[InstrumentEntry, ...]
    unreadable: tuple[Problem, ...]


def readings_of(
    found: Corpus,
    grammars: Mapping[str, Grammar],
    program: str,
    kept: Kept,
    workers: int,
    seen: Callable[[int, int], None],
) -> Readings:
    """The reading of every source that can be read; `program` is a digest of the program with its grammars.

    ArticuladoError when none can, or a manifest says of a source what is not so.
    """
    unreadable = list(found.unreadable)
    known: dict[str, Reading | None] = {}
    claims: dict[str, Sequence[InstrumentEntry]] = {}
    tasks: list[tuple[str, _Task]] = []
    for file in found.files:
        try:
            data = file.content()
        except UnreadableSource as error:
            unreadable.append(error.problem)
            continue
        key = key_of(program, file.said(), data)
        claims[key] = file.claims
        known[key] = kept.found(key, Reading)
        if known[key] is None:
            tasks.append((key, (file, data)))
    for at, (key, made) in enumerate(_read(tasks, grammars, kept, workers)):
        known[key] = made if isinstance(made, Reading) else None
        if isinstance(made, Problem):
            unreadable.append(made)
        seen(at + 1, len(tasks))
    by_key = {key: reading for key, reading in known.items() if reading is not None}
    if not by_key:
        raise nothing_read(found.root, len(unreadable))
    return Readings(by_key, tuple(claim for key in by_key for claim in claims[key]), tuple(unreadable))


def _read(
    tasks: Sequence[tuple[str, _Task]], grammars: Mapping[str, Grammar], kept: Kept, workers: int
) -> Iterator[tuple[str, Reading | Problem]]:
    copies = worth_while(workers, len(tasks) // _WORTH)
    made = each(lambda task: _made(*task, grammars), [task for _, task in tasks], copies)
    for (key, _), one in zip(tasks, made, strict=True):
        if isinstance(one, bytes):
            kept.put(key, one)
            yield key, decoded(one, Reading)
        else:
            yield key, one


def _made(file: SourceFile, data: bytes, grammars: Mapping[str, Grammar]) -> _Made:
    try:
        reading = read(file.document(data, grammars))
    except UnreadableSource as error:
        return error.problem
    return encoded(reading) or reading
