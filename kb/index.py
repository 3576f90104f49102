"""The search engine behind one interface: what is put into it, what is asked of it, and Whoosh as it is today.

A document of the index is what a reader would call one place: an article with all that hangs under it, or a
container, preface or formula with its own words. Every word of every node is in exactly one document, but for
the labels of articles: their numbers are found in the store. Words come analysed from `kb.analysis`, in the
index and in questions alike; Whoosh cuts and changes nothing, stores no text (snippets come from the store)
and is never given a pattern to expand.
"""

from __future__ import annotations

import os
import shutil
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

from kb.analysis import Analyzer, key, words
from kb.ids import BELOW_ARTICLE, address
from kb.model import ArticuladoError, Instrument, Node

# Fields of the index. `words` holds the keys of everything printed, in order, for phrases and exact words; `terms`
# and `heading` the analysed terms; `concept` the glossary's ids, one token an idea, which cross languages.
WORDS, TERMS, HEADING, CONCEPT = "words", "terms", "heading", "concept"
ADDRESS = "address"
FILTERS = ("instrument", "language", "kind", "status", "number")

# How much more a word counts when it stands in the heading, and when it is printed as it was typed.
_IN_HEADING = 2.0
_AS_TYPED = 0.5
_AS_PHRASE = 2.0

# What belongs to an index, one "size name" a line. Whoosh does not notice a file that is cut short until it
# stumbles over it, and then in a dozen ways.
_CONTENTS = "contents.txt"


class Library(Protocol):
    """What the index is built from: the store, as far as the index knows it."""

    def instruments(self) -> list[Instrument]: ...
    def nodes(self, instrument: str) -> list[Node]: ...


@dataclass(frozen=True, slots=True)
class Clause:
    """One thing that a question looks for: a word, by its terms, or words printed one after another.

    Each of `spellings` is a run of keys, of which at most `slop` - 1 others may stand between two. A word has one
    spelling of one key, and `terms`. What is `optional` adds to the rank of what was found without it.
    """

    spellings: tuple[tuple[str, ...], ...]
    terms: tuple[str, ...] = ()
    slop: int = 1
    optional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Clauses, of which a document must have all (or any, without `every`), and the values its fields must have.

    `among` are the addresses that may answer; None is any.
    """

    clauses: tuple[Clause, ...]
    every: bool = True
    fields: Mapping[str, str]
    among: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A document that answers, by its address; a higher score answers better."""

    address: str
    score: float


class Engine(Protocol):
    """An open index. Equal scores come in corpus order, so that the same question has the same answer."""

    def search(self, question: Question, limit: int) -> list[Place]: ...
    def close(self) -> None: ...


def gathered(nodes: Sequence[Node]) -> dict[str, list[Node]]:
    """The nodes of each document of an instrument, in reading order, by the eId of the first, which names it.

    What is inside an article belongs to the outermost one; a list or paragraph outside any article belongs
    to what it stands under.
    """
    heads: dict[str, Node] = {}
    documents: defaultdict[str, list[Node]] = defaultdict(list)
    for node in nodes:
        above = heads.get(node.parent or "")
        inside = above is not None and (above.kind == "article" or node.kind in BELOW_ARTICLE)
        heads[node.eid] = above if above is not None and inside else node
        documents[heads[node.eid].eid].append(node)
    return dict(documents)


def printed(nodes: Sequence[Node]) -> str:
    """The words of a document as one line, in reading order, without the label and heading of its first node."""
    first, *below = nodes
    pieces = [first.text, *(f"{node.label} {node.heading} {node.text}{node.tail}" for node in below)]
    return " ".join(" ".join(pieces).split())


def build_index(
    folder: Path,
    store: Library,
    analyzer: Analyzer,
    concepts: Mapping[tuple[str, str], Iterable[str]] | None = None,
) -> int:
    """Index the whole of `store` into the new `folder`, and say how many documents it holds.

    `analyzer` should know the vocabulary of the store (`Analyzer.learn`), which is what questions go by; `concepts`
    are the ids found in each (instrument, eId). Built beside `folder` and moved into place when it is whole.
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


def open_index(folder: Path) -> Engine:
    """The engine over the index in `folder`; ArticuladoError when there is none that can be read."""
    return WhooshEngine.open(folder)


def _listing(folder: Path) -> set[str]:
    """The files of an index with their sizes."""
    return {f"{path.stat().st_size} {path.name}" for path in folder.iterdir() if path.name != _CONTENTS}


def _write(folder: Path, store: Library, analyzer: Analyzer, concepts: Mapping[tuple[str, str], Iterable[str]]) -> int:
    from whoosh.filedb.filestore import FileStorage

    # A compound file would be copied into memory to be opened; files of their own are read where they lie.
    writer = FileStorage(str(folder)).create_index(_schema()).writer(compound=False)
    count = 0
    for instrument in store.instruments():
        for nodes in gathered(store.nodes(instrument.id)).values():
            fields = _fields(nodes, instrument.language, analyzer)
            if fields[WORDS]:
                ids = {id for node in nodes for id in concepts.get((node.instrument, node.eid), ())}
                writer.add_document(**fields, **{CONCEPT: sorted(ids)})
                count += 1
    writer.commit()
    return count


def _fields(nodes: Sequence[Node], language: str, analyzer: Analyzer) -> dict[str, Any]:
    """The values of one document but its concepts; a list holds words already analysed, one a token."""
    first = nodes[0]
    label, heading, text = (
        [(key(word), analyzer.term(word, language)) for word, _, _ in words(part)]
        for part in (first.label, first.heading, printed(nodes))
    )
    # "Article 46" is a number, which the store finds; here it would be one more text that mentions article 46.
    everything = [*([] if first.kind == "article" else label), *heading, *text]
    return {
        ADDRESS: address(first.instrument, first.eid),
        WORDS: [spelled for spelled, _ in everything],
        TERMS: [term for _, term in everything if term],
        HEADING: [term for _, term in heading if term],
        "instrument": first.instrument,
        "language": language,
        "kind": first.kind,
        "status": first.status,
        "number": first.number or "",
    }


def _schema() -> Any:
    from whoosh.analysis import IDAnalyzer
    from whoosh.fields import ID, TEXT, Schema

    def text(phrase: bool) -> Any:
        return TEXT(analyzer=IDAnalyzer(), phrase=phrase, spelling=False)

    searched = {WORDS: text(phrase=True), **{name: text(phrase=False) for name in (TERMS, HEADING, CONCEPT)}}
    return Schema(**searched, **{ADDRESS: ID(stored=True, unique=True)}, **{name: ID() for name in FILTERS})


class WhooshEngine:
    """The Whoosh index of one folder, open for reading; use it as a context manager."""

    def __init__(self, searcher: Any) -> None:
        self._searcher = searcher

    @classmethod
    def open(cls, folder: Path) -> WhooshEngine:
        """The engine over `folder`; ArticuladoError when there is no index or it is not whole."""
        from whoosh.filedb.filestore import FileStorage

        if not is_whole(folder):
            raise ArticuladoError(f"{folder}: there is no whole search index here; run `articulado build` again.")
        return cls(FileStorage(str(folder), readonly=True).open_index(schema=_schema()).searcher())

    def search(self, question: Question, limit: int) -> list[Place]:
        """The best `limit` documents, best first; none for a question without clauses that must hold."""
        query = _query(question)
        if query is None or limit < 1:
            return []
        found = self._searcher.search(query, limit=limit, filter=_filter(question))
        return [Place(hit[ADDRESS], round(hit.score, 6)) for hit in found]

    def close(self) -> None:
        """Let go of the files."""
        self._searcher.close()

    def __enter__(self) -> WhooshEngine:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None) -> None:
        self.close()


def _query(question: Question) -> Any:
    from whoosh.query import And, AndMaybe, Or

    needed = [_must(clause) for clause in question.clauses if not clause.optional]
    if not needed:
        return None
    better = [query for clause in question.clauses for query in _may(clause)]
    main = And(needed) if question.every else Or(needed)
    return AndMaybe(main, Or(better)) if better else main


def _must(clause: Clause) -> Any:
    """What a document must have for the clause: any of its terms, or any of its spellings when it has no terms."""
    from whoosh.query import Or, Term

    return Or([Term(TERMS, term) for term in clause.terms] or [_spelled(run, clause.slop) for run in clause.spellings])


def _may(clause: Clause) -> list[Any]:
    """What makes a document rank higher: the word as typed, the word in the heading, an optional clause."""
    from whoosh.query import Term

    typed = [_spelled(run, clause.slop, _AS_TYPED) for run in clause.spellings if clause.terms]
    headed = [Term(HEADING, term, boost=_IN_HEADING) for term in clause.terms]
    helping = [Term(TERMS, term) for term in clause.terms if clause.optional]
    phrase = clause.optional and not clause.terms
    phrases = [_spelled(run, clause.slop, _AS_PHRASE) for run in clause.spellings if phrase]
    return [*typed, *headed, *helping, *phrases]


def _spelled(run: Sequence[str], slop: int, boost: float = 1.0) -> Any:
    from whoosh.query import Phrase, Term

    return Phrase(WORDS, list(run), slop=slop, boost=boost) if len(run) > 1 else Term(WORDS, run[0], boost=boost)


def _filter(question: Question) -> Any:
    from whoosh.query import And, Or, Term

    wanted = [Term(name, value) for name, value in question.fields.items()]
    if question.among is not None:
        wanted.append(Or([Term(ADDRESS, place) for place in sorted(question.among)]))
    return And(wanted) if wanted else None
