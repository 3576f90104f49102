"""Documents that a law prints beside its own articles, such as the treaty that it approves: what they are called.

Such a document is an annex whose heading is its title. It is written as the address of the annex
(`co/ley/1993/903#annex_1`) wherever an instrument can be named, and becomes a target by `placed`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from kb import ids
from kb.grammar.annexing import Annexing
from kb.grammar.numbers import fold
from kb.model import Alias, Node, Target

# A title of fewer words is none that running text could be searched for ("Protocolo Adicional"), a longer one is read
# together with what follows it.
_SHORTEST, _LONGEST = 3, 60
_EDGES = " \t\n.,;:*_#>\"“”«»‘’'()-–—"
_INSIDE = re.compile(r"[\"“”«»*\n]+")


def named(
    annexes: Mapping[str, Sequence[Node]], titles: Mapping[str, Sequence[str]], words: Annexing
) -> Iterator[tuple[str, Alias]]:
    """(address, name) pairs of the annexes that are documents, by their headings and by the titles of their laws.

    A law's title tells the name only of the one document that it prints.
    """
    for law, its in annexes.items():
        documents = [node for node in its if words.noun(node.heading)]
        for node in documents:
            said = [node.heading]
            if len(documents) == 1:
                said += [name for line in titles.get(law, ()) for name in words.approved(line)]
            told = dict.fromkeys(title(heading, words) for heading in said if words.noun(heading))
            for name in told:
                if _SHORTEST <= len(name.split()) <= _LONGEST:
                    yield ids.address(law, node.eid), Alias(name=name)


def title(heading: str, words: Annexing) -> str:
    """The title of a document without marks, and without where and when it was made: "…, hecho en Popayán"."""
    said = _INSIDE.sub(" ", heading).split()
    end = next((at for at, word in enumerate(said) if fold(word.strip(_EDGES)) in words.until), len(said))
    return " ".join(said[:end]).strip(_EDGES)


def placed(id: str, eid: str | None = None) -> Target:
    """The provision `eid` of an instrument, or of a document that it prints; the whole of it without."""
    law, _, inner = id.partition("#")
    return Target(law, "__".join(filter(None, (inner, eid))) or None)
