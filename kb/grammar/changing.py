"""How a tradition repeals and amends: clauses of the law that changes another, and the effects that portals link."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kb.grammar.rules import expand
from kb.model import ArticuladoError

EFFECTS = (
    "repeal",
    "substitution",
    "insertion",
    "renumbering",
    "annulment",
    "unconstitutionality",
    "upholding",
    "conditional-upholding",
    "re-enactment",
    "inapplication",
)


# Where a clause names what it changes: after its verb, before it, or before it and else after it.
OBJECTS = ("after", "before", "either")
PLACES = ("open", "lead", "trail")
_PARTS = frozenset(
    {
        *("lead", "joint", "tail", "front", "place", "into", "aside", "nested", "apposed", "among", "above"),
        *("holding", "others", "told", "told_front", "listing", "alone"),
        *("part", "part_front", "part_after", "inside", "single", "within", "stop"),
    }
)
# The forms of a verb from which clauses are made: {present} stands for those of the verbs of one effect, {any_present}
# for those of all.
VERB_FORMS = ("infinitive", "present", "subjunctive", "participle")
_FORM = re.compile(r"\{(?:any_)?(?:" + "|".join(VERB_FORMS) + r")\}")
_ACCENTED = range(0xC0, 0x250)


def _plain_letters() -> Iterator[tuple[str, str]]:
    """The letters of Latin alphabets that have a mark on them, each with the letter below it."""
    for letter in map(chr, _ACCENTED):
        bare = unicodedata.normalize("NFD", letter)
        if len(bare) > 1:
            yield letter, bare[0]


_PLAIN = dict(_plain_letters())
_MARKED = frozenset(_PLAIN)


def plain(text: str) -> str:
    """`text` in lower case without accents, letter for letter."""
    lowered = text.lower()
    for letter in _MARKED.intersection(lowered):
        lowered = lowered.replace(letter, _PLAIN[letter])
    return lowered


@dataclass(frozen=True, slots=True)
class Clause:
    """A verb by which a provision changes another; `object` (OBJECTS) says where the other is named.

    It stands only where one of the `triggers` does (plain, without accents). `part`: it changes words, never the whole.
    One that `resumes` leaves out its verb, and stands only behind another clause of the sentence.
    `rule` is the number of the rule that it was made from.
    """

    effect: str
    object: str
    pattern: re.Pattern[str]
    triggers: frozenset[str] = frozenset()
    part: bool = False
    resumes: bool = False
    rule: int = 0


@dataclass(frozen=True, slots=True)
class Objects:
    """What binds a verb to what it is said of.

    `lead` is what may stand between the verb and the first of the list after it, `joint` between two members, `tail`
    between the last one and the verb after it, `front` what may stand before a list that comes first. `part` are words
    by which only a part is meant, `part_front` the same before a list that comes first, `part_after` the same behind a
    provision, `inside` the same in a citation, `single` ends them where only the first of several is meant, `within`
    leads to a provision in which something is changed; `stop`
    words after which something else is spoken of. `place` begins a
    sentence that names first where something is changed ("En el artículo 5"), `into` ties what is inserted to its law.
    `aside` leads to what only tells of a member ("modificado por"), at the end `aside_end`, and goes on by `nested`.
    `apposed` is what stands between the two names of one law. `among` leads on from a catch-all to the provisions that
    it names all the same ("en especial"), `above` announces changes of the law that follows. `holding` calls what is
    repealed by the provisions that it stands in ("las disposiciones contenidas en los artículos 6 y 7"). `others` are
    rules besides those that are named ("y las demás disposiciones"). `told` stands before the
    provision that has something which is changed ("la definición de molino contenida en"), `told_front` the
    same where it begins a sentence, `listing` before the law of all that a list names behind a colon. `alone` are parts
    that are named without their article, which the next verb names.
    """

    lead: re.Pattern[str]
    joint: re.Pattern[str]
    tail: re.Pattern[str]
    front: re.Pattern[str]
    place: re.Pattern[str]
    into: re.Pattern[str]
    part: re.Pattern[str]
    part_front: re.Pattern[str]
    part_after: re.Pattern[str]
    stop: re.Pattern[str]
    inside: re.Pattern[str]
    single: re.Pattern[str]
    within: re.Pattern[str]
    aside: re.Pattern[str]
    aside_end: re.Pattern[str]
    nested: re.Pattern[str]
    apposed: re.Pattern[str]
    among: re.Pattern[str]
    above: re.Pattern[str]
    holding: re.Pattern[str]
    others: re.Pattern[str]
    told: re.Pattern[str]
    told_front: re.Pattern[str]
    alone: re.Pattern[str]
    listing: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Hedge:
    """Words by which a clause says nothing of the kind: a denial, a condition, somebody else's words.

    `place`: `open` begins the clause, `lead` stands before the verb, `trail` follows it.
    """

    place: str
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Linked:
    """A verb by which a portal links an effect beside an article; its group `part` says that it is only partial."""

    effect: str
    direction: str
    court: bool
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Changing:
    """The words of repeals and amendments; `inserted` maps a kind of provision to how a new one is announced.

    `triggers` are those of all clauses.
    """

    clauses: tuple[Clause, ...]
    triggers: frozenset[str]
    linked: tuple[Linked, ...]
    objects: Objects
    inserted: Mapping[str, re.Pattern[str]]
    hedges: tuple[Hedge, ...]
    catch_alls: tuple[re.Pattern[str], ...]
    limits: tuple[re.Pattern[str], ...]
    exceptions: tuple[re.Pattern[str], ...]
    savings: tuple[re.Pattern[str], ...]
    starts: tuple[re.Pattern[str], ...]
    titles: tuple[re.Pattern[str], ...]

    @classmethod
    def of(cls, table: Mapping[str, Any], tag: str) -> Changing:
        """The changing of a tradition's effects.toml; ArticuladoError when a rule is broken."""
        place = f"{tag}/effects.toml"
        pieces = table.get("fragments", {})

        def patterns(name: str) -> tuple[re.Pattern[str], ...]:
            return tuple(expand(entry["pattern"], pieces, f"{place}, {name}") for entry in table.get(name, ()))

        _check(table, place)
        said = {name: table.get("object", {}).get(name, "(?!)") for name in _PARTS}
        hedges = zip(table.get("hedge", ()), patterns("hedge"), strict=True)
        clauses = tuple(_clauses(table, place))
        links = zip(table.get("linked", ()), patterns("linked"), strict=True)
        news = table.get("inserted", {}).items()
        return cls(
            objects=Objects(
                aside_end=expand(f"(?:{said['aside']})$", pieces, f"{place}, object"),
                **{name: expand(pattern, pieces, f"{place}, object") for name, pattern in said.items()},
            ),
            inserted={kind: expand(pattern, pieces, f"{place}, inserted") for kind, pattern in news},
            hedges=tuple(Hedge(entry["place"], pattern) for entry, pattern in hedges),
            linked=tuple(Linked(e["effect"], e["direction"], e.get("court", False), pattern) for e, pattern in links),
            clauses=clauses,
            triggers=frozenset[str]().union(*(clause.triggers for clause in clauses)),
            catch_alls=patterns("catch_all"),
            limits=patterns("limit"),
            exceptions=patterns("exception"),
            savings=patterns("saving"),
            starts=patterns("start"),
            titles=patterns("title"),
        )

    def may_change(self, words: str) -> Sequence[Clause]:
        """The clauses that can stand in `words`."""
        bare = plain(words)
        said = {trigger for trigger in self.triggers if trigger in bare}
        return [clause for clause in self.clauses if not clause.triggers or not said.isdisjoint(clause.triggers)]

    def changes(self, text: str, start: int, end: int) -> bool:
        """Whether a verb of change stands in text[start:end]."""
        return self.verb(text, start, end) is not None

    def verb(self, text: str, start: int, end: int) -> re.Match[str] | None:
        """A verb of change that stands in text[start:end], or None."""
        said = (clause.pattern.search(text, start, end) for clause in self.may_change(text[start:end]))
        return next(filter(None, said), None)

    def enacts(self, text: str) -> bool:
        """Whether `text` says itself that something is changed, neither denied nor reported."""
        found = (verb for clause in self.may_change(text) for verb in clause.pattern.finditer(text))
        return any(not self.is_hedged(text, (0, verb.start(), verb.end(), len(text))) for verb in found)

    def is_hedged(self, text: str, clause: tuple[int, int, int, int]) -> bool:
        """Whether a clause is denied, set under a condition, or only reported.

        `clause` is where it begins, where its verb begins and ends, and where it ends.
        """
        before, begin, stop, after = clause
        places = {"open": (before, begin), "lead": (before, begin), "trail": (stop, after)}
        return any(
            (hedge.pattern.search if hedge.place == "lead" else hedge.pattern.match)(text, *places[hedge.place])
            for hedge in self.hedges
        )


def apart(found: Iterable[tuple[int, int, Clause]]) -> list[tuple[int, int, Clause]]:
    """The verbs (begin, end, clause) in their order, none over another: of two that begin at one place the longer."""
    kept: list[tuple[int, int, Clause]] = []
    for verb in sorted(found, key=lambda verb: (verb[0], -verb[1])):
        if not kept or verb[0] >= kept[-1][1]:
            kept.append(verb)
    return kept


def _check(table: Mapping[str, Any], place: str) -> None:
    for entry in table.get("clause", ()):
        if entry.get("object") not in OBJECTS:
            raise ArticuladoError(f"{place}: object must be one of {', '.join(OBJECTS)}.")
        if "effect" not in entry and not _FORM.search(entry["pattern"]):
            raise ArticuladoError(f"{place}: a clause without an effect needs a form of its verbs, as {{present}}.")
    acting = (entry for entry in table.get("clause", ()) if "effect" in entry)
    for entry in (*acting, *table.get("linked", ()), *table.get("verb", ())):
        if entry.get("effect") not in EFFECTS:
            raise ArticuladoError(f"{place}: effect must be one of {', '.join(EFFECTS)}.")
    if set(table.get("object", {})) - _PARTS or any(e.get("place") not in PLACES for e in table.get("hedge", ())):
        raise ArticuladoError(f"{place}: an object has {', '.join(sorted(_PARTS))}; a hedge {', '.join(PLACES)}.")


def _clauses(table: Mapping[str, Any], place: str) -> Iterator[Clause]:
    """The clauses of a tradition; one that names no effect is made for the verbs of each."""
    verbs = table.get("verb", ())
    for rule, entry in enumerate(table.get("clause", ())):
        effects = [entry["effect"]] if "effect" in entry else sorted({verb["effect"] for verb in verbs})
        for effect in effects:
            own = [verb for verb in verbs if verb["effect"] == effect]
            pieces = {**table.get("fragments", {}), **_forms(own, ""), **_forms(verbs, "any_")}
            meant = own if "effect" not in entry else verbs if _FORM.search(entry["pattern"]) else []
            yield Clause(
                effect=effect,
                object=entry["object"],
                pattern=expand(entry["pattern"], pieces, f"{place}, clause"),
                triggers=frozenset(entry.get("triggers") or (_stem(row) for verb in meant for row in _rows(verb))),
                part=entry.get("part", False),
                resumes=entry.get("resumes", False),
                rule=rule,
            )


def _rows(verb: Mapping[str, Any]) -> Iterator[list[str]]:
    """The forms of each of the verbs that one entry lists side by side."""
    yield from (list(row) for row in zip(*(verb[form] for form in VERB_FORMS), strict=True))


def _stem(forms: Iterable[str]) -> str:
    """The letters with which all the forms of a verb begin."""
    said = [plain(form) for form in forms]
    shortest = min(said, key=len)
    same = next((at for at in range(len(shortest)) if len({form[at] for form in said}) > 1), len(shortest))
    return shortest[:same]


def _forms(verbs: Iterable[Mapping[str, Any]], prefix: str) -> dict[str, str]:
    """Each form of the verbs as a piece of a pattern, with or without its accents."""
    listed = list(verbs)
    pieces = {}
    for form in VERB_FORMS:
        words = sorted({word for verb in listed for word in verb[form]})
        pieces[f"{prefix}{form}"] = "(?:" + ("|".join(map(_accented, words)) or "(?!)") + ")"
    return pieces


def _accented(word: str) -> str:
    """A pattern of `word` with an accent on any vowel or on none, and with or without its other marks ("añade")."""
    return "".join(map(_with_marks, word))


def _with_marks(letter: str) -> str:
    bare = plain(letter)
    if bare in _ACUTE:
        return f"[{bare}{_ACUTE[bare]}]"
    return re.escape(letter) if letter == bare else f"[{bare}{letter}]"


_ACUTE = {letter: unicodedata.normalize("NFC", f"{letter}\N{COMBINING ACUTE ACCENT}") for letter in "aeiou"}
