"""Writing an index: into a new folder beside, moved into place when it is whole."""

from __future__ import annotations

import json
import os
import shutil
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kb.analysis import Analyzer
from kb.index.documents import WORDS, Document, Ideas, Library, Spoken, older, today
from kb.index.schema import OLDER, RANKS, TODAY, schema

if TYPE_CHECKING:
    from kb.index.earlier import Earlier

FORMAT = "5"
"""Indexes of another format are not read."""
# What belongs to an index: its format, and then one "size name" a line. Whoosh does not notice a file that is cut
# short until it stumbles over it, and then in a dozen ways.
_CONTENTS = "contents.txt"
_FORMAT = f"format {FORMAT}"


def build_index(
    folder: Path, store: Library, analyzer: Analyzer, ideas: Ideas | None = None, earlier: Path | None = None
) -> int:
    """Index the whole of `store` into the new `folder`, and say how many documents it holds, older wordings included.

    `analyzer` should know the vocabulary of the store (`Analyzer.learn`), which is what questions go by. Built beside
    `folder` and moved into place when it is whole. What is the same as in the index `earlier` is not written again;
    what is found never tells the difference.
    """
    aside = folder.with_name(f".{folder.name}.{os.getpid()}")
    shutil.rmtree(aside, ignore_errors=True)
    aside.mkdir(parents=True)
    try:
        count = _write(aside, store, analyzer, ideas or Ideas(), earlier)
        (aside / _CONTENTS).write_text("\n".join((_FORMAT, *sorted(_listing(aside)))), "utf-8")
        shutil.rmtree(folder, ignore_errors=True)
        os.replace(aside, folder)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return count


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
    """Where an index is written: the folder, what words mean, and what there was before."""

    folder: Path
    spoken: Mapping[str, Spoken]
    ideas: Ideas
    earlier: Earlier | None


def _write(folder: Path, store: Library, analyzer: Analyzer, ideas: Ideas, earlier: Path | None) -> int:
    from kb.index.earlier import WORDS_MADE, Earlier

    instruments = store.instruments()
    meant, basis = _meant(analyzer, ideas), f"{FORMAT} {ideas.basis}"
    (folder / WORDS_MADE).write_text(json.dumps({"basis": basis, "words": meant}), "utf-8")
    spoken = {language: Spoken.of(language, analyzer) for language in {i.language for i in instruments}}
    before = Earlier.of(earlier, basis, meant) if earlier and is_whole(earlier) else None
    desk = _Desk(folder, spoken, ideas, before)
    count = _write_one(desk, TODAY, lambda: (document for i in instruments for document in today(store, i)))
    if any(store.versions(i.id) for i in instruments):
        count += _write_one(desk, OLDER, lambda: (document for i in instruments for document in older(store, i)))
    return count


def _meant(analyzer: Analyzer, ideas: Ideas) -> dict[str, dict[str, str]]:
    """What each word means, by language and key: its term, and its lemma if an idea may be called so."""
    meant: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for (key, language), term in analyzer.known.items():
        meant[language][key] = f"{term}\n{ideas.lemmas.get((key, language), '-')}"
    return dict(sorted(meant.items()))


def _write_one(desk: _Desk, name: str, documents: Callable[[], Iterable[Document]]) -> int:
    """Write the documents that have words, as the index `name`; how many they are."""
    from kb.index.codec import write_contents
    from kb.index.earlier import Held
    from kb.index.opened import write_segments
    from kb.index.segment import Gathered

    held = desk.earlier.held(name) if desk.earlier else Held()
    order, new = _compared(documents(), held.digests)
    if (worth := held.worth(order.keys() - new.keys())) is not held:
        held = worth
        order, new = _compared(documents(), held.digests)
    same = order.keys() - new.keys()
    segments = desk.earlier.bring(held, same, desk.folder) if desk.earlier else []
    numbers, size = held.numbered(same), sum(segment.size for segment in segments)
    concepts = desk.ideas.found([node for one in new.values() if not one.version for node in one.nodes])
    gathered = Gathered(schema())
    for one, document in new.items():
        values = document.fields(desk.spoken[document.language], concepts)
        if values[WORDS]:
            numbers[one] = size + len(gathered)
            gathered.add(values, order[one])
    every = [*segments, *([gathered.write(desk.folder, name)] if len(gathered) else ())]
    write_segments(desk.folder, name, every)
    write_contents(desk.folder, name, every)
    if segments:
        (desk.folder / RANKS.format(name)).write_bytes(_ranks(order, numbers, size + len(gathered)))
    return len(numbers)


def _compared(
    documents: Iterable[Document], digests: Mapping[str, bytes]
) -> tuple[dict[str, bytes], dict[str, Document]]:
    """The digests of all documents, by name and in their order, and those documents that had another or none."""
    order: dict[str, bytes] = {}
    new: dict[str, Document] = {}
    for document in documents:
        name, digest = document.name, document.digest
        order[name] = digest
        if digests.get(name) != digest:
            new[name] = document
    return order, new


def _ranks(order: Iterable[str], numbers: Mapping[str, int], size: int) -> bytes:
    """The place of each document in the order of the corpus, by its number."""
    ranks = array("I", bytes(4 * size))
    for place, name in enumerate(order):
        if name in numbers:
            ranks[numbers[name]] = place
    return ranks.tobytes()
