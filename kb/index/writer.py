"""Writing an index: into a new folder beside, moved into place when it is whole."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from kb.analysis import Analyzer
from kb.index.documents import WORDS, Library, Spoken, older, today
from kb.index.schema import OLDER, TODAY, schema

# What belongs to an index, one "size name" a line. Whoosh does not notice a file that is cut short until it
# stumbles over it, and then in a dozen ways.
_CONTENTS = "contents.txt"


def build_index(
    folder: Path,
    store: Library,
    analyzer: Analyzer,
    concepts: Mapping[tuple[str, str], Iterable[str]] | None = None,
) -> int:
    """Index the whole of `store` into the new `folder`, and say how many documents it holds, older wordings included.

    `analyzer` should know the vocabulary of the store (`Analyzer.learn`), which is what questions go by; `concepts`
    are the ids found in each (instrument, eId), each as often as it was. Built beside `folder` and moved into place
    when it is whole.
    """
    aside = folder.with_name(f".{folder.name}.{os.getpid()}")
    shutil.rmtree(aside, ignore_errors=True)
    aside.mkdir(parents=True)
    try:
        count = _write(aside, store, analyzer, concepts or {})
        (aside / _CONTENTS).write_text("\n".join(sorted(_listing(aside))), "utf-8")
        shutil.rmtree(folder, ignore_errors=True)
        os.replace(aside, folder)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return count


def is_whole(folder: Path) -> bool:
    """Whether `folder` is an index with all of its files, each as long as it was written; a copy cut short is not."""
    contents = folder / _CONTENTS
    return contents.is_file() and set(contents.read_text("utf-8").splitlines()) <= _listing(folder)


def _listing(folder: Path) -> set[str]:
    """The files of an index with their sizes."""
    return {f"{path.stat().st_size} {path.name}" for path in folder.iterdir() if path.name != _CONTENTS}


def _write(folder: Path, store: Library, analyzer: Analyzer, concepts: Mapping[tuple[str, str], Iterable[str]]) -> int:
    instruments = store.instruments()
    spoken = {language: Spoken.of(language, analyzer) for language in {i.language for i in instruments}}
    texts = (fields for i in instruments for fields in today(store.nodes(i.id), spoken[i.language], concepts))
    count = _write_one(folder, TODAY, texts)
    earlier = [fields for i in instruments for fields in older(store, i, spoken[i.language])]
    return count + (_write_one(folder, OLDER, earlier) if earlier else 0)


def _write_one(folder: Path, name: str, documents: Iterable[Mapping[str, Any]]) -> int:
    """Write the documents that have words, as the index `name` of `folder`; how many they are."""
    from whoosh.index import TOC

    from kb.index.codec import Storage
    from kb.index.segment import Gathered

    storage, fields = Storage(str(folder)), schema()
    gathered = Gathered(fields)
    for document in documents:
        if document[WORDS]:
            gathered.add(document)
    segments = [gathered.write(storage, name)] if len(gathered) else []
    TOC(fields, segments, 1).write(storage, name)
    return len(gathered)
