"""The words that prints seem to have run together, by what the words of each language are in this corpus."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from kb import audit
from kb.grammar import Grammar
from kb.joined import Lexicon, joined
from kb.model import Node, Problem
from kb.reading import Expression
from kb.reading.counts import WordCounts


def run_together(texts: Sequence[tuple[Expression, Grammar]]) -> Iterator[Problem]:
    """A problem for each such word of the texts, in their order; witnesses count for nothing."""
    own = [(text, grammar) for text, grammar in texts if not text.instrument.witness_of]
    lexicons = _lexicons(own)
    divisible = {tag: lexicon.divisible() for tag, lexicon in lexicons.items()}
    for text, grammar in own:
        for node in _suspects(text, divisible[grammar.tag]):
            for start, end, proposal in joined(node.text, lexicons[grammar.tag]):
                label = node.label or node.eid
                yield audit.problem("joined-words", node, label=label, words=node.text[start:end], proposal=proposal)


def _lexicons(texts: Sequence[tuple[Expression, Grammar]]) -> Mapping[str, Lexicon]:
    """The words of each tradition: those of all texts of its language."""
    times: dict[str, Counter[str]] = defaultdict(Counter)
    traditions: dict[str, Grammar] = {}
    for text, grammar in texts:
        times[grammar.language].update(WordCounts.unpacked(text.counts).unbroken)
        traditions[grammar.tag] = grammar
    return {
        tag: Lexicon.of(times[grammar.language], grammar.stop_words, grammar.hanging)
        for tag, grammar in traditions.items()
    }


def _suspects(text: Expression, divisible: set[str]) -> Iterator[Node]:
    """The nodes of a text that show a seam, or print a word that seems to be two."""
    seams = set(text.seams)
    words = divisible & WordCounts.unpacked(text.counts).unbroken.keys()
    for node in text.nodes:
        said = node.text.lower() if words else ""
        if node.eid in seams or any(word in said for word in words):
            yield node
