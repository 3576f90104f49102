"""Clauses among quoted words: an act goes on behind a quotation that nothing closes, or in a parágrafo of it."""

from __future__ import annotations

from collections.abc import Iterator

from kb.effects.clauses import Around, enacted
from kb.effects.words import CitedText
from kb.model import Citation, Effect

# A name of a law has a longer word than this with a capital ("Estatuto Tributario").
_SHORT = 3


def in_quotation(words: CitedText, around: Around) -> Iterator[Effect]:
    """The effects of the clauses among quoted words.

    Only what a clause names with its law counts: other provisions are those of the law that is quoted. An article that
    is quoted and begins with a clause is that law's own clause.
    """
    if not words.citations:
        return
    article = words.node.kind == "quoted" and bool(words.node.label)
    for effect in enacted(words, around):
        target, proof = effect.affected, effect.evidence[0]
        if target is None or target.eid is None or target.instrument == words.node.instrument:
            continue
        if article and proof.start == words.passage.source(0):
            continue
        said = [citation for citation in words.citations if proof.start <= citation.start and citation.end <= proof.end]
        if any(_names_law(citation, target.instrument) for citation in said):
            yield effect


def _names_law(citation: Citation, law: str) -> bool:
    """Whether a citation of provisions of a law names it: by its number, or by a name with a capital."""
    if not any(target.instrument == law for target in citation.targets):
        return False
    said = citation.quote.split()[1:]
    return law.rpartition("/")[2] in said or any(word[0].isupper() and len(word) > _SHORT for word in said)
