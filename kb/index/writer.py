"""Writing an index: into a new folder beside, moved into place when it is whole."""

from __future__ import annotations

import json
import os
import shutil
from array import array
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kb.analysis import Analyzer
from kb.index.documents import WORDS, Document, Ideas, Library, Spoken, older, today
from kb.index.schema import OLDER, RANKS, TODAY, schema

if TYPE_CHECKING:
    from kb.index.earlier import Earlier

FORMAT = "3"
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
    count = _write_one(desk, TODAY, [document for i in instruments for document in today(store, i)])
    wordings = [document for i in instruments for document in older(store, i)]
    return count + (_write_one(desk, OLDER, wordings) if wordings else 0)


def _meant(analyzer: Analyzer, ideas: Ideas) -> dict[str, dict[str, str]]:
    """What each word means, by language and key: its term, and its lemma if an idea may be called so."""
    meant: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for (key, language), term in analyzer.known.items():
        meant[language][key] = f"{term}\n{ideas.lemmas.get((key, language), '-')}"
    return dict(sorted(meant.items()))


def _write_one(desk: _Desk, name: str, documents: Sequence[Document]) -> int:
    """Write the documents that have words, as the index `name`; how many they are."""
    from whoosh.index import TOC

    from kb.index.codec import Storage
    from kb.index.earlier import Kept
    from kb.index.segment import Gathered

    named = {document.name: document for document in documents}
    digests = {name: document.digest for name, document in named.items()}
    kept = desk.earlier.kept(name, digests) if desk.earlier else Kept()
    new = [document for name, document in named.items() if name not in kept.places]
    concepts = desk.ideas.found([node for document in new if not document.version for node in document.nodes])
    fields, gathered = schema(), Gathered(schema())
    for document in new:
        values = document.fields(desk.spoken[document.language], concepts)
        if values[WORDS]:
            kept.places[document.name] = kept.size + len(gathered)
            gathered.add(values, digests[document.name])
    storage = Storage(str(desk.folder))
    if desk.earlier:
        desk.earlier.bring(kept.segments, desk.folder)
    segments = [*kept.segments, *([gathered.write(storage, name)] if len(gathered) else ())]
    TOC(fields, segments, 1).write(storage, name)
    if kept.segments:
        order = [kept.places[name] for name in named if name in kept.places]
        (desk.folder / RANKS.format(name)).write_bytes(_ranks(order, kept.size + len(gathered)))
    return len(kept.places)


def _ranks(order: Sequence[int], size: int) -> bytes:
    """The place of each document in the order of the corpus, by its number."""
    ranks = array("I", bytes(4 * size))
    for place, number in enumerate(order):
        ranks[number] = place
    return ranks.tobytes()
