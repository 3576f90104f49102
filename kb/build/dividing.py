"""Which of the words that lines divide are one word: by the words of the corpus and by dictionaries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from kb.analysis import in_dictionary
from kb.divided import divided, judged, mended
from kb.joined import counted
from kb.model import Knowledge

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
        nodes=tuple(replace(n, text=mended(n.text, languages[n.instrument])) for n in knowledge.nodes),
        versions=tuple(replace(v, text=mended(v.text, languages[v.instrument])) for v in knowledge.versions),
    )


def _texts(knowledge: Knowledge) -> Iterator[tuple[str, str]]:
    languages = {i.id: i.language for i in knowledge.instruments}
    yield from ((languages[node.instrument], node.text) for node in knowledge.nodes)
    yield from ((languages[version.instrument], version.text) for version in knowledge.versions)
