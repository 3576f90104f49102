"""Words of a text -> tokens and anchors, by spaCy's blank pipelines: no model is downloaded, none is needed.

spaCy is asked only where a cheap scan saw a word by which a citation can begin, sentence by sentence, so that its cost
follows the number of mentions and not the size of the text. It is imported when the first text is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kb.grammar import Grammar
from kb.grammar.citing import Anchor, Reading, Token

if TYPE_CHECKING:
    from spacy.language import Language as Pipeline
    from spacy.matcher import Matcher, PhraseMatcher

# A sentence ends at a stop with a capital after it; "Art. 4" and "L. 45" go on.
_SENTENCE = re.compile(r"(?<=[.;:?!])[\s”\"»]+(?=[A-ZÁÉÍÓÚÑ¿¡“\"«])|\n\n+")
# Where prints join words and numbers: "3.El", "Art.4", "45/23", "5º,".
_INFIXES = (
    r"(?<=[0-9ºª°])[.,;:](?=\w)",
    r"(?<=[a-záéíóúñ])[.,;:](?=[A-ZÁÉÍÓÚÑ0-9])",
    r"(?<=[0-9])/(?=[0-9])",
    r"[()\[\]<>«»“”\"]",
)
_MARK = "\x1f"


@dataclass(frozen=True, slots=True)
class Language:
    """The pipeline of one tradition, with the names of the instruments that it may meet."""

    pipeline: Pipeline
    phrases: PhraseMatcher
    patterns: Matcher
    trigger: re.Pattern[str]

    def read(self, text: str) -> Iterator[Reading]:
        """The sentences of `text` that hold a trigger, as tokens with anchors; the others cost one scan."""
        for start, end in _sentences(text):
            if self.trigger.search(text, start, end):
                yield self._reading(text[start:end], start)

    def _reading(self, sentence: str, offset: int) -> Reading:
        doc = self.pipeline.make_doc(sentence)
        tokens = tuple(Token(t.text, t.idx, t.idx + len(t)) for t in doc if not t.is_space)
        places = {t.i: at for at, t in enumerate(t for t in doc if not t.is_space)}
        found = [*self.phrases(doc), *self.patterns(doc)]
        anchors = [
            Anchor(label, value, places[start], places[end - 1] + 1)
            for match, start, end in found
            if start in places and end - 1 in places
            for label, value in (self.pipeline.vocab.strings[match].split(_MARK),)
        ]
        return Reading(offset, tokens, tuple(sorted(anchors, key=lambda a: (a.start, -a.end, a.label, a.value))))


def language(grammar: Grammar, names: Mapping[str, Sequence[str]]) -> Language:
    """The language of a tradition; `names` maps the ids of instruments to the names they are called by."""
    import spacy
    from spacy.matcher import Matcher, PhraseMatcher
    from spacy.util import compile_infix_regex

    pipeline = spacy.blank(grammar.language)
    infixes = [*(pipeline.Defaults.infixes or []), *_INFIXES]
    tokenizer: Any = pipeline.tokenizer
    tokenizer.infix_finditer = compile_infix_regex(infixes).finditer
    phrases, patterns = PhraseMatcher(pipeline.vocab, attr="LOWER"), Matcher(pipeline.vocab)
    for (label, value), forms in _forms(grammar, names).items():
        phrases.add(f"{label}{_MARK}{value}", [pipeline.make_doc(form) for form in sorted(forms)])
    if grammar.citing.names:
        listed: Any = [list(pattern) for pattern in grammar.citing.names]
        patterns.add(f"name{_MARK}", listed, greedy="LONGEST")
    return Language(pipeline, phrases, patterns, _trigger(grammar, names))


def _forms(grammar: Grammar, names: Mapping[str, Sequence[str]]) -> dict[tuple[str, str], set[str]]:
    """(label, value) -> every spelling, with accents and without."""
    citing = grammar.citing
    tables: list[tuple[str, str, Sequence[str]]] = [
        *(("kind", kind, words) for kind, words in citing.kinds.items()),
        *(("type", type_, words) for type_, words in citing.types.items()),
        *(("name", id, words) for id, words in names.items()),
        *(("relative", f"{r.kind} {r.means}", r.forms) for r in citing.relatives),
        ("own", "", citing.own),
        ("same", "", citing.same),
        ("tie", "", citing.ties),
        ("leading", "", citing.leading),
        ("and", "", citing.conjunctions),
        ("range", "", citing.ranges),
        ("closed", "", citing.closed),
        ("all", "", citing.all),
        ("before", "", citing.before),
        ("after", "", citing.after),
    ]
    found: dict[tuple[str, str], set[str]] = {}
    for label, value, words in tables:
        found.setdefault((label, value), set()).update(form for w in words for form in _spellings(w, label))
    return {key: forms for key, forms in found.items() if forms}


def _spellings(word: str, label: str) -> set[str]:
    plain = word.translate(_ACCENTS)
    dotted = {f"{w}." for w in (word, plain)} if label in ("kind", "type") and len(word) <= 4 else set()
    return {word, plain} | dotted


def _trigger(grammar: Grammar, names: Mapping[str, Sequence[str]]) -> re.Pattern[str]:
    """One scan for any word by which a citation can begin."""
    citing = grammar.citing
    firsts = {
        w.split()[0] for words in (*citing.kinds.values(), *citing.types.values(), *names.values()) for w in words
    }
    firsts |= {name for pattern in citing.names for token in pattern for name in _literal(token)}
    firsts |= {w for r in citing.relatives for form in r.forms for w in form.split()[-1:]}
    spelled = {form for w in firsts for form in (w.lower(), w.lower().translate(_ACCENTS))}
    return re.compile(
        rf"\b(?:{'|'.join(map(re.escape, sorted(spelled, key=lambda w: (-len(w), w))))})\b", re.IGNORECASE
    )


def _literal(token: Mapping[str, Any]) -> list[str]:
    value = token.get("LOWER") or token.get("ORTH")
    return list(value["IN"]) if isinstance(value, dict) else [value] if value else []


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for stop in _SENTENCE.finditer(text):
        yield start, stop.start()
        start = stop.end()
    yield start, len(text)


_ACCENTS = str.maketrans("áéíóúüÁÉÍÓÚÜ", "aeiouuAEIOUU")
