"""The documents of search, as the index has them: each with the counts of its words, terms and ideas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise

from kb.analysis import key, maybe_whole, spelled
from kb.concepts import BREAK, Finder, Form, finders, telling
from kb.index import gathered as documents_of
from kb.index import printed
from kb.model import Node
from kb.store import Store
from kb.store.lists import every_form, every_lemma


@dataclass(frozen=True, slots=True)
class Document:
    """A document of the index: its nodes, its text, how often it has each key, also in its heading, and each idea.

    `above` is what it stands under is called, a sentence each; `beside` are the lemmas of ideas that follow one
    another in it as in a form.
    """

    nodes: Sequence[Node]
    language: str
    text: str
    counts: Mapping[str, int]
    headed: Mapping[str, int]
    ideas: Mapping[str, int]
    above: str
    beside: Set[tuple[str, str]]

    @property
    def first(self) -> Node:
        """The node that it is named by."""
        return self.nodes[0]


class _Keys(dict[str, str]):
    """The key of each word, computed once."""

    def __missing__(self, word: str) -> str:
        made = self[word] = key(word)
        return made


class _Lemmas(dict[str, str]):
    """The lemma of each word of a language as it is printed, looked up once; BREAK for one that no idea has."""

    def __init__(self, known: Mapping[tuple[str, str], str], keys: _Keys, language: str) -> None:
        super().__init__()
        self._known, self._keys, self._language = known, keys, language

    def __missing__(self, word: str) -> str:
        made = self[word] = self._known.get((self._keys[word], self._language), BREAK)
        return made


def _above(node: Node, by_eid: Mapping[str, Node]) -> Iterator[str]:
    while node.parent and (parent := by_eid.get(node.parent)):
        yield parent.heading
        node = parent


@dataclass(frozen=True, slots=True)
class Reader:
    """Counts the words and ideas of texts; `basis` is what it knows of ideas, `pairs` what follows what in a form."""

    keys: _Keys
    finders: Mapping[str, Finder]
    lemmas: Mapping[str, _Lemmas]
    pairs: Set[tuple[str, str]]
    basis: object

    @classmethod
    def of(cls, store: Store) -> Reader:
        """A reader that knows the glossary of a store."""
        forms, keys, lemmas = every_form(store), _Keys(), every_lemma(store)
        found = finders(Form(*form) for form in forms)
        pairs = {pair for _, _, run in forms for pair in pairwise(run)}
        of = {language: _Lemmas(lemmas, keys, language) for language in found}
        return cls(keys, found, of, pairs, (forms, lemmas))

    def documents(self, every: Sequence[Node], language: str) -> Iterator[Document]:
        """The documents of an instrument, of its nodes; what has no words is none."""
        by_eid = {node.eid: node for node in every}
        for nodes in documents_of(every).values():
            made = self._read(nodes, language, ". ".join(_above(nodes[0], by_eid)))
            if made.counts:
                yield made

    def _read(self, nodes: Sequence[Node], language: str, above: str) -> Document:
        first, text = nodes[0], printed(nodes)
        label = "" if first.kind == "article" else first.label
        said, heading = [*spelled(text), *maybe_whole(text).values()], spelled(first.heading)
        beside = self._beside([*heading, *said], language)
        headed, counts = Counter(self._keys(heading)), Counter(self._keys([*said, *heading, *spelled(label)]))
        ideas = Counter(id for node in nodes for id in self._ideas(node, language)) if counts else Counter[str]()
        return Document(nodes, language, text, counts, headed, ideas, above, beside)

    def _keys(self, said: Iterable[str]) -> list[str]:
        return [self.keys[word] for word in said]

    def _beside(self, said: Iterable[str], language: str) -> Set[tuple[str, str]]:
        lemmas = self.lemmas.get(language)
        if lemmas is None:
            return frozenset()
        return self.pairs & set(pairwise(lemma for word in said if (lemma := lemmas[word])))

    def _ideas(self, node: Node, language: str) -> list[str]:
        finder = self.finders.get(language)
        return finder.named(telling(node, self.lemmas[language])) if finder else []
