"""What a text defines: the terms whose meaning a provision says, and the words that are to be read for others.

The stage reads the words of nodes. The next stages may rely on this: a term is the source from its start to its end,
and no term is given twice for the same place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from kb.grammar import Grammar
from kb.grammar.defining import entry
from kb.grammar.numbers import fold
from kb.model import Definition, Node, Passage

# A longer stretch is no term but a sentence that a pattern has run through.
_LONGEST = 12
# The first words of a member of a list are a term when they are no more than these.
_LONGEST_LISTED = 8
_ABBREVIATED = 4
_MEMBERS = frozenset({"item", "point", "subparagraph"})
_STOPS = (". ", ".\n", "\n\n", ";")


def define(
    passages: Iterable[Passage], grammar: Grammar, nodes: Mapping[str, Node] | None = None
) -> tuple[Definition, ...]:
    """The definitions in the passages of one instrument, in reading order; `nodes` are all of its nodes by eId."""
    listed = list(passages)
    known = nodes or {passage.node.eid: passage.node for passage in listed}
    return tuple(chain.from_iterable(_in_passage(passage, grammar, known) for passage in listed))


def _in_passage(passage: Passage, grammar: Grammar, nodes: Mapping[str, Node]) -> Iterator[Definition]:
    node = passage.node
    found = _of_list(node, grammar, nodes)
    for rule in (*grammar.defining.definitions, *grammar.defining.substitutions):
        found.update((span, _sentence(node.text, *span)) for span in rule.terms(node.text))
    for start, end in sorted(found):
        inside = any(_holds(other, (start, end)) for other in found)
        if not inside and _is_term(node.text[start:end], grammar):
            scope = grammar.defining.scope(found[start, end])
            yield _definition(passage, start, end, scope, _within(node, scope, nodes), grammar.language)


def _definition(passage: Passage, start: int, end: int, scope: str, within: str, language: str) -> Definition:
    node = passage.node
    return Definition(
        term=" ".join(node.text[start:end].split()),
        language=language,
        instrument=node.instrument,
        eid=node.eid,
        source=node.source,
        start=passage.source(start),
        end=passage.source(end - 1) + 1,
        scope=scope,
        within=within,
    )


def _of_list(node: Node, grammar: Grammar, nodes: Mapping[str, Node]) -> dict[tuple[int, int], str]:
    """The terms with which the members of a list of definitions begin, each with the sentence that brings the list."""
    lead = grammar.defining.listing(node.text)
    if lead:
        sentence = _sentence(node.text, *lead)
        terms = list(grammar.defining.entries(node.text, lead[1]))
    else:
        sentence, terms = _of_member(node, grammar, nodes)
    return {(start, end): sentence for start, end in terms if _is_named(node.text[start:end], grammar)}


def _of_member(node: Node, grammar: Grammar, nodes: Mapping[str, Node]) -> tuple[str, list[tuple[int, int]]]:
    """The sentence that brings the list of which a node is a member, and the term with which the node begins."""
    over = nodes.get(node.parent or "") if node.kind in _MEMBERS else None
    lead = grammar.defining.listing(over.text) if over else None
    if over is None or lead is None or over.text[lead[1] :].strip():
        return "", []
    term = entry(node.text, 0) or _parted(node, over, nodes)
    return _sentence(over.text, *lead), [term] if term else []


def _parted(node: Node, over: Node, nodes: Mapping[str, Node]) -> tuple[int, int] | None:
    """The whole of a last member, whose meaning stands behind the list in the print that was read so."""
    behind = nodes.get(f"{over.eid}__wrapup_1")
    return (0, len(node.text.rstrip())) if behind and behind.order == node.order + 1 else None


def _is_named(words: str, grammar: Grammar) -> bool:
    """Whether the first words of a member are a term, which does not begin with what only leads on to another word.

    The stop of "Preámbulo y art. 5" is that of an abbreviation.
    """
    said = [fold(word) for word in words.split()]
    if not 0 < len(said) <= _LONGEST_LISTED or said[0] in _leading(grammar):
        return False
    kinds = map(fold, chain.from_iterable(grammar.citing.kinds.values()))
    return len(said[-1]) > _ABBREVIATED or said[-1] not in kinds


def _is_term(words: str, grammar: Grammar) -> bool:
    """Whether words say something: one has a content word, and does not break off at a word that only leads on."""
    said = [fold(word) for word in words.split()]
    leading, hollow = _leading(grammar), grammar.defining.hollow
    if not 0 < len(said) <= _LONGEST or said[-1] in leading or said[0] in hollow:
        return False
    return any(word[:1].isalnum() and word not in leading and word not in hollow for word in said)


def _leading(grammar: Grammar) -> set[str]:
    """The words that only lead on to another."""
    return {fold(word) for word in grammar.stop_words}


def _sentence(text: str, start: int, end: int) -> str:
    """The sentence that a term stands in."""
    first = max(text.rfind(stop, 0, start) for stop in _STOPS)
    last = min((at for stop in _STOPS if (at := text.find(stop, end)) >= 0), default=len(text))
    return text[first + 1 : last]


def _within(node: Node, scope: str, nodes: Mapping[str, Node]) -> str:
    """The provision of the kind that a definition is said to hold for, or the article in whose case it does."""
    kind = "article" if scope == "case" else scope
    here: Node | None = node
    while here is not None and here.kind != kind:
        here = nodes.get(here.parent or "")
    return here.eid if here is not None else ""


def _holds(other: tuple[int, int], span: tuple[int, int]) -> bool:
    """Whether one stretch lies inside another, longer one."""
    return other != span and other[0] <= span[0] and span[1] <= other[1]
