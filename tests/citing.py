"""Helpers of the tests that read citations: a text as an instrument, with others beside it, and what it cites."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any

from parsing import tradition

from kb import status
from kb.citations import Passage, Register, cite
from kb.incisos import incisos
from kb.language import Language, language
from kb.model import Alias, Citation, Inciso, Instrument, Node
from kb.outline import Addresses, outline, settle

Runs = Mapping[tuple[str, str], tuple[tuple[int, int], ...]]


def instrument(id: str, said: Mapping[str, Any], *, here: bool = True) -> Instrument:
    """The instrument of an address such as `co/ley/1923/45`; `said` is what is said of it besides."""
    _, type_, *rest = id.split("/")
    year, number = (int(rest[0]), rest[1]) if len(rest) == 2 else (None, None)
    names = [Alias(**a) if isinstance(a, dict) else Alias(name=a) for a in said.get("aliases", ())]
    return Instrument(
        id=id,
        type=type_,
        number=number,
        year=year,
        title=said.get("title", ""),
        language=said.get("language", "es"),
        in_corpus=here,
        aliases=tuple(names),
    )


def read(text: str, tag: str, id: str, media: str = "text/plain", layout: str = "plain") -> tuple[list[Node], Runs]:
    """The nodes of a text as the instrument `id`, and where the words of each stand in it."""
    made = outline(text, id, media, tradition(tag), layout)
    addresses, nodes, runs = Addresses(), [], {}
    for part in made.parts:
        settled = settle(part.roots, id, id, addresses, len(nodes))
        nodes.extend(status.printed(settled.nodes, tradition(tag)))
        runs.update({(id, eid): found for eid, found in settled.runs.items()})
    return nodes, runs


@cache
def tongue(tag: str, names: tuple[tuple[str, Alias], ...]) -> Language:
    """The language of a tradition with the names of some instruments."""
    return language(tradition(tag), names)


def citations(case: Mapping[str, Any]) -> list[Citation]:
    """What the text of a case cites, the texts of `others` beside it; `known` are instruments without a text."""
    tag, id = case.get("tradition", "es-co"), case.get("instrument", "co/ley/1923/45")
    nodes, runs = read(case["text"], tag, id, case.get("media", "text/plain"), case.get("layout", "plain"))
    own, every, listed = instrument(id, case), list(nodes), counted(case["text"], id, nodes, runs)
    others = [instrument(o["id"], o) for o in case.get("others", ())]
    for other in case.get("others", ()):
        its, places = read(other["text"], other.get("tradition", tag), other["id"])
        every, listed = [*every, *its], [*listed, *counted(other["text"], other["id"], its, places)]
    known = [instrument(k["id"], k, here=False) for k in case.get("known", ())]
    register = Register.of([own, *others, *known], every, listed)
    names = tuple(register.names(tradition(tag).citing))
    passages = [Passage(node, runs[id, node.eid]) for node in nodes if node.text]
    read_ = partial(tongue(tag, names).read, day=case.get("day"))
    return list(cite(passages, {id: case["text"]}, own, register, read_, tradition(tag)).citations)


def counted(words: str, id: str, nodes: Sequence[Node], runs: Runs) -> list[Inciso]:
    """The incisos of a text that was read as the instrument `id`."""
    return incisos(nodes, {eid: found for (own, eid), found in runs.items() if own == id}, words)
