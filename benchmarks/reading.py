"""One text read into its tree, as the builder reads it, without the stages that come after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kb import corpus, grammar
from kb.corpus import Document
from kb.grammar import Grammar
from kb.model import Node, Version
from kb.outline import Addresses, ledger, outline, settle


@dataclass(frozen=True, slots=True)
class Tree:
    """The nodes of a text in reading order, its records one after another, and the older wordings that it prints."""

    nodes: tuple[Node, ...]
    versions: tuple[Version, ...]


def documents(root: Path) -> list[Document]:
    """Every source of the corpus in `root`; ArticuladoError where one cannot be read."""
    grammars = grammar.load_all()
    return [file.document(file.content(), grammars) for file in corpus.listed(root).files]


def tree(
    words: str, media_type: str, spoken: Grammar, hints: Sequence[tuple[int, int, str]] = (), layout: str = ""
) -> Tree:
    """The tree of `words`, every character of them accounted for; `hints` are what a reader knows of them."""
    made = outline(words, "text", media_type, spoken, layout, hints)
    addresses, spans, nodes, versions = Addresses(), list(made.aside), list[Node](), list[Version]()
    for part in made.parts:
        settled = settle(part.roots, "text", "text", addresses, len(nodes))
        spans += settled.spans
        nodes += settled.nodes
        versions += settled.versions
    ledger(words, "text", spans)
    return Tree(tuple(nodes), tuple(versions))
