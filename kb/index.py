"""The search engine behind one interface: what is put into it, what is asked of it, and Whoosh as it is today.

A document of the index is what a reader would call one place: an article with all that hangs under it, or a
container, preface or formula with its own words. Every word of every node is in exactly one document, but for
the labels of articles: their numbers are found in the store. Words come analysed from `kb.analysis`, in the
index and in questions alike; Whoosh cuts and changes nothing, stores no text (snippets come from the store)
and is never given a pattern to expand.

Older wordings of articles are documents too, of an index of their own beside that of today's: it is opened when
history is asked for, and what is found without it is the same, ranks and all, as if they did not exist.
"""

from __future__ import annotations

import os
import shutil
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

from kb.analysis import Analyzer, key, words
from kb.ids import BELOW_ARTICLE, OWN_NUMBERING, address
from kb.model import ArticuladoError, Instrument, Node, Version

# Fields of the index. `words` holds the keys of everything printed, in order, for phrases and exact words; `terms`
# and `heading` the analysed terms; `concept` the glossary's ids, one token an idea, which cross languages.
WORDS, TERMS, HEADING, CONCEPT = "words", "terms", "heading", "concept"
ADDRESS, WORDING = "address", "wording"
FILTERS = ("instrument", "language", "kind", "status", "number")

# How much more a word counts when it stands in the heading, and when it is printed as it was typed.
_IN_HEADING = 2.0
_AS_TYPED = 0.5
_AS_PHRASE = 2.0
# How much a concept counts beside a word: it is one idea said in other words.
_AS_CONCEPT = 0.9

# The names of the two indexes in one folder: today's words, and the older wordings.
_TODAY, _OLDER = "MAIN", "OLDER"

# What belongs to an index, one "size name" a line. Whoosh does not notice a file that is cut short until it
# stumbles over it, and then in a dozen ways.
_CONTENTS = "contents.txt"


class Library(Protocol):
    """What the index is built from: the store, as far as the index knows it."""

    def instruments(self) -> list[Instrument]: ...
    def nodes(self, instrument: str) -> list[Node]: ...
    def versions(self, instrument: str) -> list[Version]: ...


@dataclass(frozen=True, slots=True)
class Idea:
    """A concept that words of a question name, `said` as they were typed, and what it counts for each of them."""

    concept: str
    said: str
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Clause:
    """One thing that a question looks for: a word, by its terms, or words printed one after another.

    Each of `spellings` is a run of keys, of which at most `slop` - 1 others may stand between two. A word has one
    spelling of one key, and `terms`, and may have `ideas`, any of which will do instead. What is `optional` adds to
    the rank of what was found without it.
    """

    spellings: tuple[tuple[str, ...], ...]
    terms: tuple[str, ...] = ()
    slop: int = 1
    optional: bool = False
    ideas: tuple[Idea, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Clauses, of which a document must have all (or any, without `every`), and the values its fields must have.

    `among` are the addresses that may answer; None is any. With `history` older wordings may answer, too.
    """

    clauses: tuple[Clause, ...]
    every: bool = True
    fields: Mapping[str, str]
    among: frozenset[str] | None = None
    history: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A document that answers, by its address; a higher score answers better.

    `wording` is the place of an older wording of the article at that address, 0 for what it says today.
    """

    address: str
    score: float
    wording: int = 0


class Engine(Protocol):
    """An open index. Equal scores come in corpus order, today's words first: the same question has the same answer."""

    def search(self, question: Question, limit: int) -> list[Place]: ...
    def close(self) -> None: ...


def gathered(nodes: Sequence[Node]) -> dict[str, list[Node]]:
    """The nodes of each document of an instrument, in reading order, by the eId of the first, which names it.

    What is inside an article belongs to it, but for sections and for documents that it approves; a list or
    paragraph outside any article belongs to what it stands under.
    """
    heads: dict[str, Node] = {}
    documents: defaultdict[str, list[Node]] = defaultdict(list)
    for node in nodes:
        heads[node.eid] = head_of(node, heads.get(node.parent or ""))
        documents[heads[node.eid].eid].append(node)
    return dict(documents)


def head_of(node: Node, above: Node | None) -> Node:
    """The first node of the document that holds `node`; `above` is that of the document which holds its parent."""
    part = node.kind in BELOW_ARTICLE
    if above is not None and above.kind == "article":
        part = node.kind not in OWN_NUMBERING | {"section"}
    return above if above is not None and part else node


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


def open_index(folder: Path) -> Engine:
    """The engine over the index in `folder`; ArticuladoError when there is none that can be read."""
    return WhooshEngine.open(folder)


def _listing(folder: Path) -> set[str]:
    """The files of an index with their sizes."""
    return {f"{path.stat().st_size} {path.name}" for path in folder.iterdir() if path.name != _CONTENTS}


def _write(folder: Path, store: Library, analyzer: Analyzer, concepts: Mapping[tuple[str, str], Iterable[str]]) -> int:
    instruments = store.instruments()
    texts = (fields for i in instruments for fields in _today(store.nodes(i.id), i.language, analyzer, concepts))
    count = _write_one(folder, _TODAY, texts)
    older = [fields for i in instruments for fields in _older(store, i, analyzer)]
    return count + (_write_one(folder, _OLDER, older) if older else 0)


def _write_one(folder: Path, name: str, documents: Iterable[Mapping[str, Any]]) -> int:
    """Write the documents that have words, as the index `name` of `folder`; how many they are."""
    from whoosh.filedb.filestore import FileStorage

    # A compound file would be copied into memory to be opened; files of their own are read where they lie.
    writer = FileStorage(str(folder)).create_index(_schema(), indexname=name).writer(compound=False)
    count = 0
    for fields in documents:
        if fields[WORDS]:
            writer.add_document(**fields)
            count += 1
    writer.commit()
    return count


def _today(
    nodes: Sequence[Node], language: str, analyzer: Analyzer, concepts: Mapping[tuple[str, str], Iterable[str]]
) -> Iterator[dict[str, Any]]:
    for own in gathered(nodes).values():
        first = own[0]
        # "Article 46" is a number, which the store finds; here it would be one more text that mentions article 46.
        label = "" if first.kind == "article" else first.label
        fields = _fields(first, (label, first.heading, printed(own)), language, analyzer)
        ids = [id for node in own for id in concepts.get((node.instrument, node.eid), ())]
        yield {**fields, CONCEPT: sorted(ids), "status": first.status}


def _older(store: Library, instrument: Instrument, analyzer: Analyzer) -> Iterator[dict[str, Any]]:
    versions = store.versions(instrument.id)
    nodes = {node.eid: node for node in store.nodes(instrument.id)} if versions else {}
    for version in versions:
        fields = _fields(nodes[version.eid], ("", "", version.text), instrument.language, analyzer)
        yield {**fields, WORDING: version.place}


def _fields(node: Node, said: tuple[str, str, str], language: str, analyzer: Analyzer) -> dict[str, Any]:
    """The values of one document: `said` are its label, heading and text; a list holds words already analysed."""
    label, heading, text = ([(key(w), analyzer.term(w, language)) for w, _, _ in words(part)] for part in said)
    everything = [*label, *heading, *text]
    return {
        ADDRESS: address(node.instrument, node.eid),
        WORDS: [spelled for spelled, _ in everything],
        TERMS: [term for _, term in everything if term],
        HEADING: [term for _, term in heading if term],
        "instrument": node.instrument,
        "language": language,
        "kind": node.kind,
        "number": node.number or "",
    }


def _schema() -> Any:
    from whoosh.analysis import IDAnalyzer
    from whoosh.fields import ID, STORED, TEXT, Schema

    def text(phrase: bool) -> Any:
        return TEXT(analyzer=IDAnalyzer(), phrase=phrase, spelling=False)

    searched = {WORDS: text(phrase=True), **{name: text(phrase=False) for name in (TERMS, HEADING, CONCEPT)}}
    return Schema(**searched, **{ADDRESS: ID(stored=True), WORDING: STORED()}, **{name: ID() for name in FILTERS})


class WhooshEngine:
    """The Whoosh index of one folder, open for reading; use it as a context manager."""

    def __init__(self, folder: Path, searcher: Any) -> None:
        self._folder = folder
        self._searchers = [searcher]

    @classmethod
    def open(cls, folder: Path) -> WhooshEngine:
        """The engine over `folder`; ArticuladoError when there is no index or it is not whole."""
        if not is_whole(folder):
            raise ArticuladoError(f"{folder}: there is no whole search index here; run `articulado build` again.")
        return cls(folder, _searcher(folder, _TODAY))

    def search(self, question: Question, limit: int) -> list[Place]:
        """The best `limit` documents, best first; none for a question without clauses that must hold."""
        query, wanted = _query(question), _filter(question)
        if query is None or limit < 1:
            return []
        if question.history and len(self._searchers) == 1 and _has(self._folder, _OLDER):
            self._searchers.append(_searcher(self._folder, _OLDER))
        asked = self._searchers if question.history else self._searchers[:1]
        found = [_place(hit) for searcher in asked for hit in searcher.search(query, limit=limit, filter=wanted)]
        return sorted(found, key=lambda place: -place.score)[:limit]

    def close(self) -> None:
        """Let go of the files."""
        for searcher in self._searchers:
            searcher.close()

    def __enter__(self) -> WhooshEngine:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None) -> None:
        self.close()


def _searcher(folder: Path, name: str) -> Any:
    from whoosh.filedb.filestore import FileStorage

    return FileStorage(str(folder), readonly=True).open_index(indexname=name, schema=_schema()).searcher()


def _has(folder: Path, name: str) -> bool:
    from whoosh.index import exists_in

    return bool(exists_in(str(folder), indexname=name))


def _place(hit: Any) -> Place:
    return Place(hit[ADDRESS], round(hit.score, 6), hit.get(WORDING, 0))


def _query(question: Question) -> Any:
    from whoosh.query import And, AndMaybe, Or

    needed = [_must(clause) for clause in question.clauses if not clause.optional]
    if not needed:
        return None
    better = [query for clause in question.clauses for query in _may(clause)]
    main = And(needed) if question.every else Or(needed)
    return AndMaybe(main, Or(better)) if better else main


def _must(clause: Clause) -> Any:
    """What a document must have for the clause: any of its terms (its spellings when it has none) or ideas."""
    from whoosh.query import DisjunctionMax, Or, Term

    words = [Term(TERMS, term) for term in clause.terms] or [_spelled(run, clause.slop) for run in clause.spellings]
    # Not the sum: what says a thing in the words of the question has its idea as well, and is not twice about it.
    return DisjunctionMax([*words, *_named(clause)]) if clause.ideas else Or(words)


def _named(clause: Clause) -> list[Any]:
    from whoosh.query import Term

    return [Term(CONCEPT, idea.concept, boost=_AS_CONCEPT * idea.weight) for idea in clause.ideas]


def _may(clause: Clause) -> list[Any]:
    """What makes a document rank higher: the word as typed, the word in the heading, an optional clause."""
    from whoosh.query import Term

    typed = [_spelled(run, clause.slop, _AS_TYPED) for run in clause.spellings if clause.terms]
    headed = [Term(HEADING, term, boost=_IN_HEADING) for term in clause.terms]
    helping = [Term(TERMS, term) for term in clause.terms if clause.optional] + (clause.optional * _named(clause))
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
