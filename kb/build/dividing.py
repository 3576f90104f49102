"""Which of the words that lines divide are one word: by the words of the corpus and by dictionaries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from kb.analysis import in_dictionary
from kb.divided import divided, judged, may_divide, mended
from kb.joined import counted
from kb.model import Knowledge, Node, Version

_Printed = TypeVar("_Printed", Node, Version)
# Language -> a divided word -> whether it is one.
Wholes = Mapping[str, Mapping[str, bool]]


def dividing(knowledge: Knowledge) -> Wholes:
    """The divided words of the texts, judged; no dictionary is loaded where no line divides a word."""
    texts = defaultdict[str, list[str]](list)
    for language, text in _texts(knowledge):
        texts[language].append(text)
    found = {language: divided(own) for language, own in texts.items()}
    return {
        language: _judged(found[language], language, texts[language]) for language in sorted(found) if found[language]
    }


def _judged(words: Iterable[str], language: str, texts: Iterable[str]) -> Mapping[str, bool]:
    printed = counted(texts)
    return judged(words, lambda word: word in printed or in_dictionary(word, language))


def as_read(knowledge: Knowledge, wholes: Wholes) -> Knowledge:
    """What is known, with the texts as search reads them."""
    if not wholes:
        return knowledge
    languages = {i.id: wholes.get(i.language, {}) for i in knowledge.instruments}
    return replace(
        knowledge,
        nodes=tuple(_mended(node, languages[node.instrument]) for node in knowledge.nodes),
        versions=tuple(_mended(version, languages[version.instrument]) for version in knowledge.versions),
    )


def _mended(printed: _Printed, whole: Mapping[str, bool]) -> _Printed:
    return replace(printed, text=mended(printed.text, whole)) if may_divide(printed.text) else printed


def _texts(knowledge: Knowledge) -> Iterator[tuple[str, str]]:
    languages = {i.id: i.language for i in knowledge.instruments}
    yield from ((languages[node.instrument], node.text) for node in knowledge.nodes)
    yield from ((languages[version.instrument], version.text) for version in knowledge.versions)
