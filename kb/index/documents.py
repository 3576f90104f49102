"""What a document of the index is: which nodes belong together, and the words of each field."""

from __future__ import annotations

import marshal
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from operator import attrgetter
from typing import Any, Protocol

from kb.analysis import Analyzer, key, maybe_whole, spelled
from kb.ids import BELOW_ARTICLE, OWN_NUMBERING, address
from kb.model import Instrument, Node, Version

# Fields of the index. `words` holds the keys of everything printed, in order, for phrases and exact words; `terms`
# and `heading` the analysed terms; `concept` the glossary's ids, one token an idea, which cross languages.
WORDS, TERMS, HEADING, CONCEPT = "words", "terms", "heading", "concept"
ADDRESS, WORDING = "address", "wording"
DIGEST = 16
# `kind` holds the kinds of all its nodes, `above` the addresses of what it stands under and of itself if it is such;
# `shelf` is what documents are counted by: instrument, chapter, status and language in one value.
SHELF, SHELF_PARTS = "shelf", "\x1f"
FILTERS = ("instrument", "language", "kind", "status", "number", "above", SHELF)
_HOLD_NOTHING = frozenset({"article", "formula", "preface", "conclusions", "quoted", *BELOW_ARTICLE})
# What is a document of its own even inside an article.
_OF_THEIR_OWN = OWN_NUMBERING | {"section"}
# What an index may know of a node: all but where it is printed.
_INDEXED = attrgetter("eid", "parent", "kind", "number", "label", "heading", "text", "tail", "status")


class Remembered(dict[str, str]):
    """What is made of each word, made once."""

    def __init__(self, make: Callable[[str], str]) -> None:
        self._make = make

    def __missing__(self, word: str) -> str:
        made = self[word] = self._make(word)
        return made


@dataclass(frozen=True, slots=True)
class Spoken:
    """The key and the term of each printed word of a language."""

    language: str
    keys: Remembered
    terms: Remembered

    @classmethod
    def of(cls, language: str, analyzer: Analyzer) -> Spoken:
        """The words of a language as the analyzer reads them."""
        return cls(language, Remembered(key), Remembered(lambda word: analyzer.term(word, language)))


class Library(Protocol):
    """What the index is built from: the store, as far as the index knows it."""

    def instruments(self) -> list[Instrument]: ...
    def nodes(self, instrument: str) -> list[Node]: ...
    def versions(self, instrument: str) -> list[Version]: ...


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
        part = node.kind not in _OF_THEIR_OWN
    return above if above is not None and part else node


def printed(nodes: Sequence[Node]) -> str:
    """The words of a document as one line, in reading order, without the label and heading of its first node."""
    return " ".join(piece for _, piece in pieces(nodes))


def pieces(nodes: Sequence[Node]) -> Iterator[tuple[Node, str]]:
    """What `printed` is made of: the words of each node as one line, for those that have any."""
    first, *below = nodes
    said = [first.text, *(f"{node.label} {node.heading} {node.text}{node.tail}" for node in below)]
    for node, text in zip(nodes, said, strict=True):
        if line := " ".join(text.split()):
            yield node, line


def named(place: str, wording: int) -> str:
    """The name of a document, of its address and which wording of that it is."""
    return f"{place}\n{wording}"


def _nothing(nodes: Sequence[Node]) -> Mapping[tuple[str, str], Iterable[str]]:
    return {}


@dataclass(frozen=True, slots=True)
class Ideas:
    """How the concepts of nodes are `found`: by (instrument, eId), each as often as it is named.

    What is found in a text follows from the `lemmas` of its words, by (key, language), and from `basis`.
    """

    found: Callable[[Sequence[Node]], Mapping[tuple[str, str], Iterable[str]]] = _nothing
    lemmas: Mapping[tuple[str, str], str] = field(default_factory=dict)
    basis: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """A document whose words nobody has analysed yet: nodes that belong together, or an older wording of the first.

    `above` are the addresses of what it stands under, the nearest first.
    """

    nodes: Sequence[Node]
    language: str
    version: Version | None = None
    above: Sequence[str] = ()

    @property
    def name(self) -> str:
        """Its address, and which wording it is, as one word."""
        first = self.nodes[0]
        return named(address(first.instrument, first.eid), self.version.place if self.version else 0)

    @property
    def digest(self) -> bytes:
        """The same for the same document: of all that the index may know of it, but for what its words mean."""
        wording = self.version.text if self.version else None
        # Version 0 writes what a string is, not how this run of the program happens to hold it.
        known = marshal.dumps([self.language, wording, self.above, *map(_INDEXED, self.nodes)], 0)
        return blake2b(known, digest_size=DIGEST).digest()

    def fields(self, spoken: Spoken, concepts: Mapping[tuple[str, str], Iterable[str]]) -> dict[str, Any]:
        """The values of its fields; a list holds words already analysed."""
        first = self.nodes[0]
        if self.version:
            said = _fields(first, ("", "", self.version.text), spoken)
            return {**said, WORDING: self.version.place, "above": self.above}
        # "Article 46" is a number, which the store finds; here it would be one more text that mentions article 46.
        label = "" if first.kind == "article" else first.label
        ids = [id for node in self.nodes for id in concepts.get((node.instrument, node.eid), ())]
        said = _fields(first, (label, first.heading, printed(self.nodes)), spoken)
        chapter = self.above[0] if self.above else ""
        shelf = SHELF_PARTS.join((first.instrument, chapter, first.status, self.language))
        kinds = sorted({node.kind for node in self.nodes})
        stands = {"status": first.status, "kind": kinds, "above": self.above, SHELF: shelf}
        return {**said, CONCEPT: sorted(ids), **stands}


def today(store: Library, instrument: Instrument) -> Iterator[Document]:
    """The documents of an instrument, in reading order."""
    nodes = store.nodes(instrument.id)
    above = containers(nodes)
    for own in gathered(nodes).values():
        yield Document(own, instrument.language, above=above[own[0].eid])


def containers(nodes: Sequence[Node]) -> dict[str, list[str]]:
    """By eId the addresses of the chapters and the like that a node of an instrument stands under, the nearest first.

    What articles may stand under stands under itself.
    """
    found: dict[str, list[str]] = {}
    for node in nodes:
        over = found.get(node.parent or "", [])
        own = [] if node.kind in _HOLD_NOTHING else [address(node.instrument, node.eid)]
        found[node.eid] = [*own, *over]
    return found


def older(store: Library, instrument: Instrument) -> Iterator[Document]:
    """The older wordings of an instrument, in the order of the source."""
    versions = store.versions(instrument.id)
    nodes = {node.eid: node for node in store.nodes(instrument.id)} if versions else {}
    above = containers(list(nodes.values()))
    for version in versions:
        yield Document((nodes[version.eid],), instrument.language, version, above[version.eid])


def _fields(node: Node, said: tuple[str, str, str], spoken: Spoken) -> dict[str, Any]:
    """The values that any document has: `said` are its label, heading and text."""
    words, keys, terms = spelled("\n".join(said)), spoken.keys, spoken.terms
    whole = maybe_whole("\n".join(said))
    return {
        ADDRESS: address(node.instrument, node.eid),
        # What may be one word or two stands at one place in both ways.
        WORDS: [(keys[word], keys[whole[at]]) if at in whole else keys[word] for at, word in enumerate(words)],
        TERMS: [term for word in (*words, *whole.values()) if (term := terms[word])],
        HEADING: [term for word in spelled(said[1]) if (term := terms[word])],
        "instrument": node.instrument,
        "language": spoken.language,
        "kind": node.kind,
        "number": node.number or "",
    }
