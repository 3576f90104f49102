"""One tradition of legal writing, loaded from its folder of data and proved by its own examples.

A tradition is a folder of TOML files (`kb/grammars/<tag>/`): a new verb, label, month, language or country
needs no Python. The next stages may rely on every pattern being compiled and every example having come out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kb.grammar import rules, tables
from kb.grammar.changing import Changing
from kb.grammar.citing import Citing
from kb.grammar.dates import Dates
from kb.grammar.defining import Defining
from kb.grammar.examples import failures
from kb.grammar.forcing import Forcing
from kb.grammar.glossary import load_concepts
from kb.grammar.notes import Note
from kb.grammar.noting import Noting
from kb.grammar.numbers import Numbers, fold
from kb.grammar.rules import Banner, Division, Formula, Furniture, Layers, Mark
from kb.model import UNKNOWN, ArticuladoError, Concept
from kb.sounds import Sounds

__all__ = [
    "GRAMMARS",
    "Banner",
    "Dates",
    "Division",
    "Formula",
    "Furniture",
    "Grammar",
    "Layers",
    "Mark",
    "Note",
    "Numbers",
    "load",
    "load_all",
    "load_glossary",
]

GRAMMARS = Path(__file__).parent.parent / "grammars"
# As many letters make an abbreviation, which another language may have for something else ("par").
_ABBREVIATED = 3
# The word of a division, its letters spaced at the most.
_LONGEST_BARE = 24
_QUOTES = " \t\"“«‘'"
# Signs that may stand after a closing quotation mark.
_AFTER_QUOTES = " \t.,;"


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """Everything one tradition knows of how its texts are written."""

    tag: str
    language: str
    jurisdiction: str
    recognise: tuple[str, ...]
    stop_words: frozenset[str]
    leads_on: frozenset[str]
    hanging: frozenset[str]
    numbers: Numbers
    dates: Dates
    divisions: tuple[Division, ...]
    formulas: tuple[Formula, ...]
    furniture: tuple[Furniture, ...]
    noting: Noting
    layers: Layers
    openings: re.Pattern[str]
    # The divisions that begin a line, by whether they stand in lists and are unsure; what those of the last kind match.
    marking: Mapping[tuple[bool, bool], Sequence[Division]]
    doubtful: re.Pattern[str]
    # What the rules of whole lines match, the framing phrases, and the words of divisions without their numbers.
    whole: re.Pattern[str]
    framing: re.Pattern[str]
    bare: re.Pattern[str]
    # The divisions whose marks stand inside a sentence, and by kind those that a print glues to the words before them.
    inlined: Sequence[Division]
    gluing: Mapping[str, Division]
    citing: Citing
    changing: Changing
    forcing: Forcing
    defining: Defining
    reference_words: tuple[tuple[str, str, str], ...]
    sounds: Sounds

    def is_words(self, text: str) -> bool:
        """Whether no rule at all has anything to say of a line `text`; one look instead of one for each rule."""
        return self.openings.match(text) is None

    def division(self, text: str, *, series: bool = False, unsure: bool = False) -> Mark | None:
        """The mark that begins `text`, of the divisions that stand alone or (with `series`) of those in lists.

        With `unsure` it is one that counts only where its number continues those before it.
        """
        if unsure and self.doubtful.match(text) is None:
            return None
        for division in self.marking[series, unsure]:
            found = division.pattern.match(text)
            mark = division.accepted(found) if found else None
            if mark is not None:
                return mark
        return None

    @property
    def inline(self) -> list[re.Pattern[str]]:
        """The patterns of what belongs to the sheet inside a line."""
        return [rule.pattern for rule in self.furniture if rule.inline]

    def is_bare(self, text: str) -> bool:
        """Whether the whole line `text` is the word of a division without its number."""
        return len(text) <= _LONGEST_BARE and self.bare.fullmatch(text) is not None

    def formula(self, text: str) -> tuple[Formula, re.Match[str]] | None:
        """The framing phrase that begins `text`, with its match, or None."""
        return rules.one_of(self.formulas, text) if self.framing.match(text) else None

    def is_aside(self, text: str) -> bool:
        """Whether the whole line `text` is furniture, a banner or a closing; one look instead of one for each rule."""
        return self.whole.fullmatch(text) is not None

    def is_furniture(self, text: str) -> bool:
        """Whether the whole line `text` belongs to the sheet."""
        return any(rule.pattern.fullmatch(text) for rule in self.furniture)

    def banner(self, text: str) -> Banner | None:
        """The compiler's banner that the whole line `text` is, or None."""
        return next((banner for banner in self.layers.banners if banner.pattern.fullmatch(text)), None)

    def closing(self, text: str) -> tuple[str | None, str | None] | None:
        """(since, until), ISO dates or None, of a line that says how long a wording held; None for any other line."""
        found = next((m for pattern in self.layers.closings if (m := pattern.fullmatch(text))), None)
        if found is None:
            return None
        days = found.groupdict()
        return self.dates.figures(days.get("since")), self.dates.figures(days.get("until"))

    def may_amend(self, text: str) -> bool:
        """Whether `text` ends in a word that may announce another law's, or says nothing."""
        words = text.rstrip(_QUOTES)
        return not words or words.endswith(self.layers.endings)

    def amends(self, text: str) -> bool:
        """Whether `text` ends by announcing another law's new words."""
        return self.may_amend(text) and any(pattern.search(text) for pattern in self.layers.amending)

    def approves(self, text: str) -> bool:
        """Whether `text` ends by announcing a whole document that it approves."""
        return any(pattern.search(text) for pattern in self.layers.approving)

    def begins_approving(self, text: str) -> bool:
        """Whether `text`, the words of an article, begins by approving a whole document."""
        return any(pattern.match(text) for pattern in self.layers.approvals)

    def names_document(self, text: str) -> bool:
        """Whether the line `text` is the name of a whole document that is printed below it."""
        return any(pattern.match(text) for pattern in self.layers.documents)

    def follows_law(self, text: str) -> bool:
        """Whether the line `text` is the name of what is printed after a law and is none of it."""
        return any(pattern.match(text) for pattern in self.layers.afterwords)

    def orders(self, text: str) -> bool:
        """Whether `text` begins by ordering a change: the law itself speaks, not the words that it announced."""
        return any(pattern.match(text) for pattern in self.layers.orders)

    def recites(self, text: str) -> bool:
        """Whether the line `text` says that a document was seen, which is printed below it."""
        return any(pattern.match(text) for pattern in self.layers.recitals)

    def rewords(self, text: str) -> bool:
        """Whether `text`, the words of an article, ends with a note that they are those of a later law."""
        return any(pattern.search(text) for pattern in self.layers.reworded)

    def closes_quotation(self, text: str, mark: str) -> bool:
        """Whether the line `text` ends with the closing `mark` of a quotation that began before it."""
        words = text.rstrip(_AFTER_QUOTES)
        for trailer in self.layers.trailers:
            words = words.removesuffix(trailer).rstrip(_AFTER_QUOTES)
        return words.endswith(mark)

    def signs(self, text: str) -> bool:
        """Whether `text` is the line of somebody who signs."""
        return any(pattern.match(text) for pattern in self.layers.signatures)

    def notes(self, text: str) -> tuple[Note, ...]:
        """What `text`, the words of a provision, prints of what became of it."""
        return self.noting.notes(text)

    def notes_at(self, eid: str, text: str) -> tuple[Note, ...]:
        """What the words of the provision `eid` print of what became of it."""
        return self.noting.notes_at(eid, text)

    def state(self, text: str) -> Note | None:
        """The note that begins `text`, the words of an article, or None."""
        return self.noting.opening(text)

    def opens_with_note(self, text: str) -> bool:
        """Whether a note begins `text`, the words of an article."""
        return self.noting.opening(text) is not None

    def is_note(self, text: str) -> bool:
        """Whether the whole line `text` is a compiler's note on what became of a provision, and no name."""
        return self.noting.is_all(text)

    def document_state(self, printed: str) -> str:
        """What the state that a document prints of itself comes to: a status, or unknown."""
        return self.layers.states.get(printed.strip(" .").lower(), UNKNOWN)

    def rank(self, kind: str) -> int:
        """How deep divisions of `kind` nest: the order of divisions.toml."""
        return next((d.rank for d in self.divisions if d.kind == kind), len(self.divisions))


def load(tag: str, folder: Path = GRAMMARS) -> Grammar:
    """The tradition `tag` of `folder`; ArticuladoError naming the file when it is missing, broken or disproved."""
    data = tables.read(folder, tag)
    try:
        grammar = _grammar(tag, data)
    except rules.BrokenPattern as error:
        file, _, rule = error.place.rpartition("/")[2].partition(", ")
        place = tables.where(folder, tag, file, error.pattern) or folder / tag / file
        raise ArticuladoError(f"{place}, {rule}: {error.why}.") from error
    except re.error as error:
        raise ArticuladoError(f"{folder / tag}: not a regular expression: {error}: {error.pattern!r}.") from error
    wrong = next(failures(grammar, data), None)
    if wrong:
        raise ArticuladoError(f"{folder / tag}: {wrong}.")
    return grammar


def load_all(folder: Path = GRAMMARS) -> dict[str, Grammar]:
    """Every tradition of `folder`, by tag."""
    return {tag: load(tag, folder) for tag in tables.tags(folder)}


def load_glossary(grammars: Iterable[Grammar], folder: Path = GRAMMARS) -> tuple[Concept, ...]:
    """The concepts of `folder`, which are said in the languages of `grammars`."""
    return load_concepts(folder / "concepts", sorted({grammar.language for grammar in grammars}))


def _grammar(tag: str, data: dict[str, tables.Table]) -> Grammar:
    tradition = data["tradition"]
    numbers = Numbers.of(data["numbers"])
    pieces = numbers.fragments(data["numbers"])
    dates = Dates.of(tradition.get("dates", {}), numbers, pieces["number_words"])
    divisions = rules.divisions(data["divisions"], pieces, numbers, tag)
    worded = [division for division in divisions if not division.numbered]
    formulas = rules.formulas(data["formulas"], {**pieces, "date": dates.any}, tag)
    furniture = rules.furniture(data["furniture"], tag)
    layers = rules.layers(data["layers"], tag)
    return Grammar(
        tag=tag,
        language=tradition.get("language", tag),
        jurisdiction=tradition.get("jurisdiction", ""),
        recognise=tuple(tradition.get("recognise", ())),
        stop_words=frozenset(tradition.get("stop_words", "").split()),
        leads_on=frozenset(tradition.get("leads_on", ())),
        hanging=frozenset(tradition.get("hanging", ())),
        numbers=numbers,
        dates=dates,
        divisions=tuple(divisions),
        formulas=tuple(formulas),
        furniture=tuple(furniture),
        noting=Noting.of(data["effects"], tag),
        layers=layers,
        marking={
            (series, unsure): tuple(d for d in worded if (d.series, d.unsure) == (series, unsure))
            for series in (False, True)
            for unsure in (False, True)
        },
        doubtful=rules.any_of(d.pattern for d in worded if d.unsure),
        whole=rules.any_of([*(f.pattern for f in furniture), *(b.pattern for b in layers.banners), *layers.closings]),
        framing=rules.any_of(formula.pattern for formula in formulas),
        bare=rules.any_of(d.bare for d in divisions if d.bare),
        inlined=tuple(d for d in divisions if d.inline),
        gluing={d.kind: d for d in reversed(divisions) if d.glued},
        openings=rules.openings([*divisions, *formulas], [*furniture, *layers.banners], layers),
        citing=Citing.of(data["citations"]),
        changing=Changing.of(data["effects"], tag),
        forcing=Forcing.of(data["force"], {**pieces, "date": dates.any, "current": dates.current}, tag),
        defining=Defining.of(data["definitions"], tag),
        reference_words=tuple(sorted(set(_reference_words(data)))),
        sounds=Sounds.of((rule["pattern"], rule["as"]) for rule in tradition.get("sounds", ())),
    )


def _reference_words(data: dict[str, tables.Table]) -> Iterator[tuple[str, str, str]]:
    cites: dict[str, Any] = data["citations"]
    for role, section in (("kind", "kinds"), ("type", "types")):
        for value, words in cites.get(section, {}).items():
            yield from ((fold(word), role, value) for word in words)
    yield from _typed_words(cites.get("typed", {}))
    joins = cites.get("joins", {})
    for kind, means in cites.get("counted", {}).items():
        words = cites.get("kinds", {}).get(kind, ())
        yield from ((fold(word), "counted", means) for word in words if len(word) > _ABBREVIATED)
    yield from ((fold(word), "join", "") for word in joins.get("words", ()))
    yield from ((fold(word), "of", "") for word in joins.get("of", ()))
    yield from _statute_words(cites)
    for role in ("and", "range"):
        words = cites.get("lists", {}).get(role, ())
        yield from ((fold(word), own, "") for word in words for own in (role, "join"))
    dates = data["tradition"].get("dates", {})
    yield from ((fold(word), "month", "") for word in (*dates.get("months", ()), *dates.get("also", ())))
    yield from _search_words(data["search"])
    spelled = [data["numbers"].get(part, {}) for part in ("values", "ordinals")]
    yield from ((fold(word), "number", n) for values in spelled for n, words in values.items() for word in words)
    forms = data["numbers"].get("forms", {})
    yield from ((fold(word), "suffix", fold(word)) for word in forms.get("suffixes", ()))
    yield from ((fold(word), "ending", "") for word in forms.get("endings", ()))
    sole = forms.get("sole", ())
    yield from ((fold(word), "number", "unico") for word in sole if fold(word).startswith("unic"))


def _typed_words(typed: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """The words for parts that only typed texts have; in a law they may be anything."""
    for kind, words in typed.get("kinds", {}).items():
        yield from ((fold(word), "kind", kind) for word in words)
    for role in ("first", "last", "asking"):
        yield from ((fold(word), role, "") for word in typed.get(role, ()))


def _statute_words(cites: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """The words by which a typed text names a statute: nouns of statutes, and the names that are known everywhere.

    A name means its id and what it is called in full, with a space between; where it has none, the id is "-".
    """
    table = cites.get("statutes", {})
    for side in ("after", "before"):
        for how, words in table.get(side, {}).items():
            yield from ((fold(word), "statute", f"{side} {how}") for word in words)
    for type_, words in table.get("types", {}).items():
        yield from ((fold(word), "type", type_) for word in words)
    for role in ("whose", "another"):
        yield from ((fold(word), role, "") for word in table.get(role, ()))
    ids: dict[str, list[str]] = {}
    for alias in cites.get("alias", ()):
        for name in alias["names"]:
            ids.setdefault(fold(name), []).append(alias["id"])
            yield fold(name), "called", f"{alias['id']} {name}"
    others = (
        ("called", cites.get("short", {})),
        ("adjective", table.get("adjectives", {})),
        ("initials", cites.get("beside", {})),
    )
    for role, names in others:
        for short, name in names.items():
            yield from ((fold(short), role, f"{id} {name}") for id in ids.get(fold(name), ("-",)))
    marks = cites.get("marks", {})
    yield from ((fold(word), "last", "") for word in marks.get("last", ()))
    yield from ((fold(word), "before-last", "") for word in marks.get("before_last", ()))
    yield from ((fold(word), "closed", "") for word in cites.get("lists", {}).get("closed", ()))


def _search_words(search: tables.Table) -> Iterator[tuple[str, str, str]]:
    """The words of the query language; their roles begin with "search", so that no reference is read from them."""
    yield from ((fold(word), "search or", "or") for word in search.get("or", ()))
    for role, table in (("field", "fields"), ("status", "status"), ("language", "language")):
        for value, words in search.get(table, {}).items():
            yield from ((fold(word), f"search {role}", value) for word in words)
    for language, endings in search.get("endings", {}).items():
        yield from ((fold(ending), f"search ending {language}", "") for ending in endings)
