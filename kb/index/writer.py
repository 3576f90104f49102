"""Writing an index: into a new folder beside, moved into place when it is whole."""

from __future__ import annotations

import json
import os
import shutil
from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from kb.analysis import Analyzer
from kb.index.documents import WORDS, Ideas, Library, Spoken
from kb.index.schema import OLDER, RANKS, TODAY, schema
from kb.index.stock import Stock, Stocked

if TYPE_CHECKING:
    from kb.index.earlier import Earlier
    from kb.index.opened import Segment

FORMAT = "5"
"""Indexes of another format are not read."""
# What belongs to an index: its format, and then one "size name" a line. Whoosh does not notice a file that is cut
# short until it stumbles over it, and then in a dozen ways.
_CONTENTS = "contents.txt"
_FORMAT = f"format {FORMAT}"


def build_index(
    folder: Path,
    library: Library | Stock,
    analyzer: Analyzer,
    ideas: Ideas | None = None,
    earlier: Path | None = None,
    workers: int = 1,
) -> int:
    """Index the whole of `library` into the new `folder`, and say how many documents it holds, older wordings included.

    `analyzer` should know the vocabulary of the texts (`Analyzer.learn`), which is what questions go by. Built beside
    `folder` and moved into place when it is whole. What is the same as in the index `earlier` is not written again;
    what is found never tells the difference, nor how many `workers` (processes) wrote it; few documents need but one.
    """
    from kb.index.sharing import undisturbed

    aside = folder.with_name(f".{folder.name}.{os.getpid()}")
    shutil.rmtree(aside, ignore_errors=True)
    aside.mkdir(parents=True)
    try:
        with undisturbed():
            stock = library if isinstance(library, Stock) else Stock.of(library)
            written = _write(aside, stock, analyzer, ideas or Ideas(), earlier, workers)
        (aside / _CONTENTS).write_text("\n".join((_FORMAT, *sorted(_listing(aside)))), "utf-8")
        shutil.rmtree(folder, ignore_errors=True)
        os.replace(aside, folder)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return written


def is_whole(folder: Path) -> bool:
    """Whether `folder` is an index with all of its files, each as long as it was written; a copy cut short is not."""
    contents = folder / _CONTENTS
    if not contents.is_file():
        return False
    told, *files = contents.read_text("utf-8").splitlines() or ("",)
    return told == _FORMAT and set(files) <= _listing(folder)


def _listing(folder: Path) -> set[str]:
    """The files of an index with their sizes."""
    with os.scandir(folder) as found:
        return {f"{entry.stat().st_size} {entry.name}" for entry in found if entry.name != _CONTENTS}


@dataclass(frozen=True, slots=True)
class _Desk:
    """Where an index is written: the folder, what words mean, what there was before, and in how many processes."""

    folder: Path
    spoken: Mapping[str, Spoken]
    ideas: Ideas
    earlier: Earlier | None
    workers: int


def _write(folder: Path, stock: Stock, analyzer: Analyzer, ideas: Ideas, earlier: Path | None, workers: int) -> int:
    from kb.index.earlier import WORDS_MADE, Earlier

    meant, basis = _meant(analyzer, ideas), f"{FORMAT} {ideas.basis}"
    (folder / WORDS_MADE).write_text(json.dumps({"basis": basis, "words": meant}), "utf-8")
    spoken = {language: Spoken.of(language, analyzer) for language in stock.languages}
    before = Earlier.of(earlier, basis, meant) if earlier and is_whole(earlier) else None
    desk = _Desk(folder, spoken, ideas, before, workers)
    return _write_one(desk, TODAY, stock.today) + (_write_one(desk, OLDER, stock.older) if stock.older else 0)


def _meant(analyzer: Analyzer, ideas: Ideas) -> dict[str, dict[str, str]]:
    """What each word means, by language and key: its term, and its lemma if an idea may be called so."""
    meant: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for (key, language), term in analyzer.known.items():
        meant[language][key] = f"{term}\n{ideas.lemmas.get((key, language), '-')}"
    return dict(sorted(meant.items()))


def _write_one(desk: _Desk, name: str, documents: Mapping[str, Stocked]) -> int:
    """Write the documents that have words, as the index `name`; how many they are."""
    from kb.index.codec import write_contents
    from kb.index.earlier import Held
    from kb.index.opened import write_segments

    held = desk.earlier.held(name) if desk.earlier else Held()
    same = _same(documents, held.digests)
    if (worth := held.worth(same)) is not held:
        held = worth
        same = _same(documents, held.digests)
    segments = desk.earlier.bring(held, same, desk.folder) if desk.earlier else []
    numbers, size = held.numbered(same), sum(segment.size for segment in segments)
    made = _added(desk, name, [one for one in documents.values() if one.name not in same])
    added = [one for _, names in made for one in names]
    numbers.update(zip(added, count(size)))
    every = [*segments, *(segment for segment, _ in made if segment)]
    write_segments(desk.folder, name, every)
    write_contents(desk.folder, name, every)
    if segments:
        (desk.folder / RANKS.format(name)).write_bytes(_ranks(documents, numbers, size + len(added)))
    return len(numbers)


def _added(desk: _Desk, name: str, new: Sequence[Stocked]) -> list[tuple[Segment | None, list[str]]]:
    """Write new documents as segments, none without words, each with the names of its documents, all in their order."""
    from kb.index.sharing import shares
    from kb.processes import each

    lengths = [sum(len(node.text) for node in one.document.nodes) for one in new]
    parts = shares(new, lengths, desk.workers)
    return list(each(lambda number: _gathered(desk, name, parts[number]), range(len(parts)), len(parts)))


def _gathered(desk: _Desk, name: str, documents: Sequence[Stocked]) -> tuple[Segment | None, list[str]]:
    """Write those documents that have words as one segment, if any has; and their names."""
    from kb.index.segment import Gathered

    concepts = desk.ideas.found([node for _, one, _ in documents if not one.version for node in one.nodes])
    gathered, names = Gathered(schema()), list[str]()
    for own, document, digest in documents:
        values = document.fields(desk.spoken[document.language], concepts)
        if values[WORDS]:
            names.append(own)
            gathered.add(values, digest)
    return (gathered.write(desk.folder, name) if names else None), names


def _same(documents: Mapping[str, Stocked], digests: Mapping[str, bytes]) -> set[str]:
    """The names of those documents that have the same digest as before."""
    return {name for name, one in documents.items() if digests.get(name) == one.digest}


def _ranks(order: Iterable[str], numbers: Mapping[str, int], size: int) -> bytes:
    """The place of each document in the order of the corpus, by its number."""
    ranks = array("I", bytes(4 * size))
    for place, name in enumerate(order):
        if name in numbers:
            ranks[numbers[name]] = place
    return ranks.tobytes()
