"""Two texts of one law, article by article."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kb.model import Node

# What an article's own address begins with, in a text without articles a section's.
_ARTICLES = ("art_", "sec_")


@dataclass(frozen=True, slots=True)
class Comparison:
    """The eIds of the articles that both texts print with the same words, or otherwise, and of those of one alone."""

    same: tuple[str, ...]
    differing: tuple[str, ...]
    only_first: tuple[str, ...]
    only_second: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OtherFile:
    """Another file of a law beside its text: how far both agree, and the words of the articles that differ, by eId."""

    file: str
    address: str
    agreement: Comparison
    words: tuple[tuple[str, str], ...]


def other_file(file: str, address: str, own: Iterable[Node], its: Iterable[Node]) -> OtherFile:
    """How another file with the nodes `its` prints the law whose text has the nodes `own`."""
    printed = list(its)
    found, said = compare(own, printed), article_words(printed)
    words = tuple((eid, said[eid]) for eid in (*found.differing, *found.only_second))
    return OtherFile(file, address, found, words)


def compare(first: Iterable[Node], second: Iterable[Node]) -> Comparison:
    """How the articles of two texts agree, in the order of the first; blanks and line ends count for nothing."""
    one, other = article_words(first), article_words(second)
    both = [eid for eid in one if eid in other]
    return Comparison(
        same=tuple(eid for eid in both if one[eid] == other[eid]),
        differing=tuple(eid for eid in both if one[eid] != other[eid]),
        only_first=tuple(eid for eid in one if eid not in other),
        only_second=tuple(eid for eid in other if eid not in one),
    )


def article_words(nodes: Iterable[Node]) -> dict[str, str]:
    """eId -> all the words of each article of the law itself, its heading and what hangs under it included."""
    words: dict[str, list[str]] = {}
    for node in nodes:
        top = node.eid.partition("__")[0]
        if top.startswith(_ARTICLES):
            label = [] if node.eid == top else [node.label]
            words.setdefault(top, []).extend((*label, node.heading, node.text, node.tail))
    return {eid: " ".join(" ".join(said).split()) for eid, said in words.items()}
