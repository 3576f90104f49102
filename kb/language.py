"""Words of a text -> tokens and anchors, by spaCy's blank pipelines: no model is downloaded, none is needed.

spaCy is asked only where a cheap scan saw a word by which a citation can begin, sentence by sentence, so that its cost
follows the number of mentions and not the size of the text. It is imported when the first text is read.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kb.grammar import Grammar
from kb.grammar.citing import Anchor, Reading, Token
from kb.grammar.doubling import legible
from kb.grammar.naming import means
from kb.grammar.sentences import sentences
from kb.model import Alias

if TYPE_CHECKING:
    from spacy.language import Language as Pipeline
    from spacy.matcher import Matcher, PhraseMatcher

# A sentence ends at a stop with a capital after it; "Art. 4" and "L. 45" go on.
STOPS = ".;:?!"
# Where prints join words and numbers: "3.El", "Art.4", "L.45/23", "Nº45", "5º,", "artículo65", "a1985".
_INFIXES = (
    r"(?<=[0-9])[,;:](?=\w)",
    r"(?<=[0-9ºª°])[.,;:](?=[^\W\d])",
    r"(?<=[A-Za-záéíóúñ])[.,;:](?=[0-9])",
    r"(?<=[a-záéíóúñ])[.,;:](?=[A-ZÁÉÍÓÚÑ])",
    r"(?<=[0-9])/(?=[0-9])",
    r"(?<=[º°ª])(?=\d)",
    r"[()\[\]<>«»“”\"]",
    # "artículo12", "LEY45".
    r"(?<=[a-záéíóúñ]{2})(?=\d)",
    r"(?<=[A-ZÁÉÍÓÚÑ]{3})(?=\d)",
    # "Ley 96 de a1985".
    r"(?<=(?<![^\W_])[a-z])(?=(?:1[89]|20)\d\d(?!\w))",
)
_SUFFIXES = (r"(?<=[ºª°])\.",)
# Marks of emphasis, which stand between words and are none.
_EMPHASIS = "*_"
_MARK = "\x1f"
# A word that a line end divides ("ar-/tículo 4º").
_DIVIDED = re.compile(r"([^\W\d_]+)-\n([^\W\d_]+)")
_GAP = len("-\n")
_NAME_WORD = re.compile(r"\w+")
# An abbreviation of so many letters takes a stop ("Art.", "Núm.").
_ABBREVIATED = 4
# Letters of a name that are looked for before the whole of it is.
_LONGEST_BEGINNING = 80


@dataclass(frozen=True, slots=True)
class Language:
    """The pipeline of one tradition, with the names of the instruments that it may meet.

    `words` are all that citations are made of, as far as they are letters.
    """

    pipeline: Pipeline
    phrases: PhraseMatcher
    patterns: Matcher
    trigger: re.Pattern[str]
    words: frozenset[str]

    def read(self, text: str, day: str | None = None) -> Iterator[Reading]:
        """The sentences of `text` that hold a trigger, as tokens with anchors; the others cost one scan.

        Names are those of `day` (ISO; None for today); those of other days are anchors of their own sort, `once`.
        """
        text = legible(text)
        whole, ends = self._undivided(text) if "-\n" in text else (text, frozenset[int]())
        for start, end in sentences(whole, STOPS):
            if self.trigger.search(whole, start, end):
                yield self._reading(whole[start:end], start, day, ends)

    def _undivided(self, text: str) -> tuple[str, frozenset[int]]:
        """`text` with the citing words whole that a line end divides, as long as before, and where these end in it."""
        ends: set[int] = set()

        def joined(found: re.Match[str]) -> str:
            word = found[1] + found[2]
            if word.lower() not in self.words:
                return found[0]
            ends.add(found.start() + len(word))
            return word + " " * _GAP

        return _DIVIDED.sub(joined, text), frozenset(ends)

    def _reading(self, sentence: str, offset: int, day: str | None, divided: Container[int]) -> Reading:
        from spacy.tokens import Doc

        kept = [t for t in self.pipeline.make_doc(sentence) if t.text.strip().strip(_EMPHASIS)]
        # Without the blanks between them words are matched across the ends of lines.
        doc = Doc(self.pipeline.vocab, words=[t.text for t in kept])
        strings, anchors = self.pipeline.vocab.strings, []
        for match, start, end in (*self.phrases(doc), *self.patterns(doc)):
            label, value, *days = strings[match].split(_MARK)
            if days and not means(Alias(name="", since=days[0] or None, until=days[1] or None), day):
                label = "once"
            anchors.append(Anchor(label, value, start, end))
        ends = (t.idx + len(t) + (_GAP if offset + t.idx + len(t) in divided else 0) for t in kept)
        tokens = tuple(Token(t.text, t.idx, end) for t, end in zip(kept, ends, strict=True))
        ordered = sorted(anchors, key=lambda a: (a.start, -a.end, a.label, a.value))
        return Reading(offset, sentence, tokens, tuple(ordered))


def language(grammar: Grammar, names: Iterable[tuple[str, Alias]] = ()) -> Language:
    """The language of a tradition; `names` are pairs of the id of an instrument and a name that it is called by."""
    import spacy
    from spacy.lang.tokenizer_exceptions import emoticons
    from spacy.matcher import Matcher, PhraseMatcher
    from spacy.util import compile_infix_regex, compile_suffix_regex

    pipeline = spacy.blank(grammar.language)
    tokenizer: Any = pipeline.tokenizer
    # "7º.de" is no address on the web.
    tokenizer.url_match = None
    # Nor is "8)" a face.
    tokenizer.rules = {form: tokens for form, tokens in tokenizer.rules.items() if form not in emoticons}
    tokenizer.infix_finditer = compile_infix_regex(
        [*(pipeline.Defaults.infixes or []), *_INFIXES, *_glued(grammar)]
    ).finditer
    tokenizer.suffix_search = compile_suffix_regex([*(pipeline.Defaults.suffixes or []), *_SUFFIXES]).search
    phrases, patterns = PhraseMatcher(pipeline.vocab, attr="LOWER"), Matcher(pipeline.vocab)
    called = tuple(names)
    for key, forms in (_forms(grammar) | _named(called)).items():
        phrases.add(
            key,
            [pipeline.make_doc(said) for form in sorted(forms) for said in (form, form.upper())],
        )
    if grammar.citing.names:
        listed: Any = [list(pattern) for pattern in grammar.citing.names]
        patterns.add(f"name{_MARK}", listed, greedy="LONGEST")
    every = {
        word for forms in (*_forms(grammar).values(), *_named(called).values()) for f in forms for word in f.split()
    }
    said = frozenset({word.lower() for word in every} | set(grammar.numbers.values))
    return Language(pipeline, phrases, patterns, trigger(grammar, [alias.name for _, alias in called]), said)


def _glued(grammar: Grammar) -> list[str]:
    """Where a number and a small word are printed together: "y13", "25de", "5ºde"; "1o" and "5a" are ordinals."""
    marks, figure = grammar.citing.marks, grammar.numbers.figure
    joints = [word for word in marks.get("and", ()) if " " not in word]
    ties = [word for word in (*marks.get("tie", ()), *joints) if " " not in word and not figure.fullmatch(f"5{word}")]
    before = [rf"(?<=^{re.escape(word)})(?=\d)" for word in joints]
    behind = "|".join(map(re.escape, sorted(set(ties))))
    return [*before, rf"(?<=[0-9º°ª])(?=(?:{behind or '(?!)'})$)"]


def _named(names: Iterable[tuple[str, Alias]]) -> dict[str, set[str]]:
    """Label, id and days of each name -> every spelling of it.

    One word alone is a name only after the parts of what it names: "artículo 5 de la Constitución".
    """
    found: dict[str, set[str]] = {}
    for id, alias in names:
        label = "name" if " " in alias.name else "bare"
        key = _MARK.join((label, id, alias.since or "", alias.until or ""))
        found.setdefault(key, set()).update(_spellings(alias.name, label))
    return found


def _forms(grammar: Grammar) -> dict[str, set[str]]:
    """Label and value -> every spelling, with accents and without."""
    citing = grammar.citing
    tables: list[tuple[str, str, Sequence[str]]] = [
        *(("kind", kind, words) for kind, words in citing.kinds.items()),
        *(("type", type_, words) for type_, words in citing.types.items()),
        *(("bare", type_, words) for type_, words in citing.bare.items()),
        *(("year", which, words) for which, words in citing.years.items()),
        *((label, "", words) for label, words in citing.marks.items() if label != "own"),
        *(("relative", f"{r.kind} {r.means} {r.count}", r.forms) for r in citing.relatives),
        ("unit", "month", tuple(grammar.dates.months)),
        ("own", "", (*citing.marks.get("own", ()), *citing.annexing.own())),
    ]
    found: dict[str, set[str]] = {}
    for label, value, words in tables:
        found.setdefault(f"{label}{_MARK}{value}", set()).update(form for w in words for form in _spellings(w, label))
    return {key: forms for key, forms in found.items() if forms}


def _spellings(word: str, label: str) -> set[str]:
    plain = word.translate(_ACCENTS)
    abbreviated = label in ("kind", "type", "loose") and len(word) <= _ABBREVIATED
    return {word, plain} | ({f"{w}." for w in (word, plain)} if abbreviated else set())


def trigger(grammar: Grammar, names: Iterable[str]) -> re.Pattern[str]:
    """One scan for any words by which a citation can begin.

    A word for a part or a statute counts where a number or a word for one follows; names and pointing phrases do alone.
    A statute whose noun is left out has its number and its year ("la 25 de 1923").
    """
    citing, numbers = grammar.citing, grammar.numbers
    loose, last, transitory = (citing.marks.get(label, ()) for label in ("loose", "last", "transitory"))
    last = (*last, *citing.marks.get("before_last", ()))
    parts = [w for words in citing.kinds.values() for w in words]
    heads = [*parts, *loose, *transitory, *(w for words in citing.types.values() for w in words)]
    phrases = [_beginning(name) for name in names if " " in name]
    phrases += [form for r in citing.relatives for form in r.forms]
    phrases += [w for pattern in citing.names for w in _literal(pattern)]
    words = _any([*numbers.values, *numbers.sole, *transitory, *last])
    number = rf"[“(\"«]*(?:\d|\w\b|(?-i:[IVXLCDM]+)\b|{words}\b|{_any(loose)}(?=[\d\s.]))"
    ties = _any(citing.marks.get("tie", ()))
    bare = (
        rf"{_any(word for forms in citing.elided.values() for word in forms)}\s+\d{{1,4}}\s+{ties}\s+(?:1[89]|20)\d\d\b"
    )
    led = rf"(?:{ties}\s+)?"
    return re.compile(
        rf"\b(?:{_any(heads)}(?![^\W\d])[.\s*_]*{led}{number}"
        rf"|{bare}|{_any(phrases)}\b|{_any([*numbers.ordinals, *last])}\s+{_any(parts)}\b)",
        re.IGNORECASE,
    )


def _beginning(name: str) -> str:
    """The first words of a name: they tell where it may stand, and a pattern nests as deep as it has letters."""
    words = name[:_LONGEST_BEGINNING].split(" ")
    return name if len(name) <= _LONGEST_BEGINNING else " ".join(words[:-1]) or words[0]


def may_differ(words: str, names: Iterable[str]) -> bool:
    """Whether a text of these words might be read otherwise if one of the names came or went.

    It might where a name begins in it, or has a word that a line end divides there. Yes is said where nothing is sure.
    """
    said = legible(words).casefold()
    if "ı" in said or "İ" in words:
        # Patterns take these for an "i", and no other rule for capitals does.
        return True
    divided = {start + end for start, end in _DIVIDED.findall(said)} if "-\n" in said else set[str]()
    said = " ".join((said, *divided))
    return any(_may_begin(name, said, divided) for name in names)


def _may_begin(name: str, said: str, divided: Container[str]) -> bool:
    words = _NAME_WORD.findall(_beginning(name).casefold())
    spelled = [{word, word.translate(_ACCENTS)} for word in words]
    every = set[str]().union(*spelled)
    return any(form in divided for form in every) or all(any(map(said.__contains__, forms)) for forms in spelled)


def _literal(pattern: Sequence[Mapping[str, Any]]) -> list[str]:
    """The words of a token pattern by one of which it can be told that it may match."""
    values = (token.get("LOWER") or token.get("ORTH") for token in pattern if token.get("OP", "1") == "1")
    first = next((value for value in values if value), "")
    return list(first["IN"]) if isinstance(first, dict) else [first] if first else []


def _any(words: Iterable[str]) -> str:
    """A pattern of any of `words`, with accents and without, that looks at each letter once."""
    tree: dict[str, Any] = {}
    for word in {form for w in words for form in (w.lower(), w.lower().translate(_ACCENTS))}:
        branch = tree
        for letter in word:
            branch = branch.setdefault(letter, {})
        branch[""] = {}
    return _branches(tree) if tree else "(?!)"


def _branches(tree: Mapping[str, Any]) -> str:
    arms = [
        (r"\s+" if letter == " " else re.escape(letter)) + _branches(below)
        for letter, below in sorted(tree.items())
        if letter
    ]
    if not arms:
        return ""
    return f"(?:{'|'.join(arms)}){'?' if '' in tree else ''}"


_ACCENTS = str.maketrans("áéíóúüÁÉÍÓÚÜ", "aeiouuAEIOUU")
