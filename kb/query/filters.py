"""What filters mean: names and values as typed -> what a place must have, and must not have."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kb.analysis import keys
from kb.ids import ABOVE_ARTICLE, KINDS, address
from kb.model import STATUSES, ArticuladoError, Node
from kb.query.answer import ABSENT, UNKNOWN_VALUE, Hint, Wanted, unknown
from kb.query.pieces import roman
from kb.query.provisions import Target, ancestors, document, number_of
from kb.query.reference import read_reference
from kb.query.typed import FILTER, WORD, Part, Typed

if TYPE_CHECKING:
    from kb.store import Store

# Fields of the query language and those of the index that they end in.
FIELDS = ("in", "chapter", "status", "lang", "type", "kind", "date")
_INDEXED = {"chapter": "above", "status": "status", "lang": "language", "kind": "kind"}
# A value of several words need not be quoted where these words are known: "in:ley 45 de 1923 encaje".
_LONGEST_NAME = 7
_MANY = 20
# How like a name must be (of 100) to be offered for what nobody is called, how many are, of how long a value.
_NEAR, _MOST_NEAR, _LONGEST_VALUE = 75, 3, 80
_DAY = re.compile(r"\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?")
_FROM_TO = re.compile(
    rf"(?P<mark>[<>]=?)\s*(?P<bound>{_DAY.pattern})|(?P<since>{_DAY.pattern})?\.\.(?P<until>{_DAY.pattern})?"
)
_FIRST, _LAST = "0000-01-01", "9999-12-31"


def fits(store: Store, wanted: Wanted, target: Target) -> bool:
    """Whether a place has what it must have; a whole instrument has no chapter and no kind."""
    own = values_of(store, target) if wanted else {}
    return all(own[name].keys() & {*values} for name, values in wanted.fields.items()) and not any(
        own[name].keys() & {*values} for name, values in wanted.barred.items()
    )


def options(store: Store, given: Mapping[str, Sequence[str]]) -> Typed:
    """Options as filters, each with the values of all its uses; ArticuladoError when one names nothing known."""
    parts = []
    for name, texts in given.items():
        values = tuple(value.strip() for text in texts for value in _parted(text, name) if value.strip())
        for value in values:
            if _lookup(store, name, value) is None:
                raise ArticuladoError(f"--{unknown(name, value, _known(store, name), _near(store, name, value))}")
        parts.append(Part(FILTER, f"{name}:{','.join(values)}", field=name, values=values))
    return Typed(tuple(parts))


def filtered(store: Store, typed: Typed) -> tuple[Typed, Wanted]:
    """What the filters of a text ask for, and the text without the words that go on with a filter's value."""
    parts, kept, hints = list(typed.parts), list[Part](), list[Hint]()
    chosen: dict[tuple[str, bool], set[str]] = {}
    while parts:
        part = parts.pop(0)
        if part.kind != FILTER:
            kept.append(part)
            continue
        part, taken = _extended(store, part, parts)
        del parts[:taken]
        for value in part.values:
            found = _lookup(store, part.field, value)
            if found is None:
                known = tuple(_known(store, part.field)[:_MANY])
                hints.append(Hint(UNKNOWN_VALUE, part.field, value, known, _near(store, part.field, value)))
                continue
            if part.field == "in" and not store.in_corpus(found):
                hints.append(Hint(ABSENT, part.field, value))
            chosen.setdefault((part.field, part.excluded), set()).update(found)
        kept.append(part)
    return Typed(tuple(kept)), _wanted(chosen, tuple(hints))


def _wanted(chosen: Mapping[tuple[str, bool], set[str]], hints: tuple[Hint, ...]) -> Wanted:
    """The chosen values by fields of the index: what is asked of an instrument becomes a set of instruments."""
    sides: tuple[dict[str, set[str]], dict[str, set[str]]] = ({}, {})
    for (name, excluded), values in chosen.items():
        side, column = sides[excluded], _INDEXED.get(name, "instrument")
        if column not in side:
            side[column] = values
        else:
            side[column] = side[column] | values if excluded else side[column] & values
    fields, barred = ({name: tuple(sorted(values)) for name, values in side.items()} for side in sides)
    return Wanted(fields, barred, hints)


def _parted(text: str, name: str) -> list[str]:
    """The values of one use of an option; a title may hold a comma."""
    return [text] if name in {"in", "chapter"} and "," in text else text.split(",")


def _extended(store: Store, part: Part, following: Sequence[Part]) -> tuple[Part, int]:
    """The filter with as many of the words that follow as make its value a longer name; how many these are."""
    if part.field in {"chapter", "date"} or len(part.values) != 1 or part.text.endswith(('"', "”", "»")):
        return part, 0
    run = 0
    while run < min(_LONGEST_NAME, len(following)) and following[run].kind == WORD and not following[run].either:
        run += 1 if not following[run].excluded else _LONGEST_NAME + 1
    for count in range(min(run, len(following)), 0, -1):
        value = " ".join([*part.values, *(word.text for word in following[:count])])
        if run <= _LONGEST_NAME and _lookup(store, part.field, value) is not None:
            return replace(part, values=(value,)), count
    return part, 0


def _lookup(store: Store, name: str, value: str) -> frozenset[str] | None:
    """The values of the index that a typed value means; None when it means nothing that is known."""
    read: Mapping[str, Callable[[Store, str], set[str] | None]] = {
        "in": _instruments,
        "chapter": _chapters,
        "status": _statuses,
        "lang": _languages,
        "type": _types,
        "kind": _kinds,
        "date": _dated,
    }
    found = read[name](store, value) if keys(value) else None
    return None if found is None else frozenset(found)


def _instruments(store: Store, value: str) -> set[str] | None:
    if exact := store.spelled_so(value):
        return {instrument.id for instrument in exact}
    reference = read_reference(store, value)
    if reference.rest or reference.path or reference.unknown or not (reference.instruments or reference.missing):
        return store.named(keys(value)) or None
    return set(reference.instruments) or {reference.missing}


def _statuses(store: Store, value: str) -> set[str] | None:
    said = " ".join(keys(value))
    known = {**{" ".join(keys(status)): status for status in STATUSES}, **store.search_words().get("status", {})}
    return {known[said]} if said in known else None


def _languages(store: Store, value: str) -> set[str] | None:
    said = " ".join(keys(value))
    code = store.search_words().get("language", {}).get(said, said)
    return {code} if code in store.languages() else None


def _types(store: Store, value: str) -> set[str] | None:
    meant = _meant(store, "type", value)
    meant |= {type_ for type_ in store.types() if keys(type_) == keys(value)}
    return set(store.ids_of(meant)) if meant else None


def _kinds(store: Store, value: str) -> set[str] | None:
    return _meant(store, "kind", value) | {kind for kind in KINDS if keys(kind) == keys(value)} or None


def _meant(store: Store, role: str, value: str) -> set[str]:
    """What a word of references means in this role: "artículos" is article."""
    said = keys(value)
    words = store.reference_words().items()
    return {meaning for word, its in words if keys(word) == said for own, meaning in its if own == role}


def _chapters(store: Store, value: str) -> set[str] | None:
    """The addresses of the containers that a number, a label or words of a heading name."""
    said = keys(value)
    told = _addressed(store, value) or _numbered(store, said)
    if not told and (len(said) > 1 or not _number(said[-1])):
        told = store.called_by_words(dict.fromkeys(said))
    chapters = [node for node in told if node.kind == "chapter"] if len(said) == 1 and _number(said[0]) else []
    return {address(node.instrument, node.eid) for node in chapters or told} or None


def _addressed(store: Store, value: str) -> list[Node]:
    """The container at an address, if it is one."""
    instrument, _, eid = value.lower().partition("#")
    there = (store.node(law.id, eid) for law in store.spelled_so(instrument))
    return [node for node in there if node and node.kind in ABOVE_ARTICLE]


def _numbered(store: Store, said: Sequence[str]) -> list[Node]:
    """The containers of a number, alone or after what they are called: "2", "II", "título II"."""
    *kind, number = said
    kinds = set(ABOVE_ARTICLE) & _meant(store, "kind", " ".join(kind)) if kind else ABOVE_ARTICLE
    if not _number(number) or not kinds:
        return []
    return [
        node for node in store.called_by_number(tuple(kinds), _number(number)) if number_of(node) == _number(number)
    ]


def _number(word: str) -> str:
    if word[:1].isdecimal():
        return word
    value = roman(word)
    return str(value) if value else ""


def _dated(store: Store, value: str) -> set[str] | None:
    """The instruments with a date in these days; of one whose year alone is known, if the year has one of them."""
    span = _days(value)
    return store.dated(*span) if span else None


def _days(value: str) -> tuple[str, str] | None:
    value = value.replace(" ", "")
    if _DAY.fullmatch(value):
        return _begin(value), _end(value)
    found = _FROM_TO.fullmatch(value)
    if not found or value == "..":
        return None
    if not found["mark"]:
        return _begin(found["since"] or _FIRST), _end(found["until"] or _LAST)
    bound = found["bound"]
    return {
        ">=": (_begin(bound), _LAST),
        ">": (f"{_end(bound)}+", _LAST),
        "<=": (_FIRST, _end(bound)),
        "<": (_FIRST, f"{_begin(bound)[:-1]}"),
    }[found["mark"]]


def _begin(day: str) -> str:
    return day + _FIRST[len(day) :]


def _end(day: str) -> str:
    return f"{day}{'-12-31'[len(day) - 4 :]}" if len(day) < 7 else f"{day}-31" if len(day) == 7 else day


def _known(store: Store, name: str) -> list[str]:
    """What a filter may name, for a sentence."""
    known: Mapping[str, Callable[[], Iterator[str] | Sequence[str]]] = {
        "in": lambda: sorted(store.in_corpus()),
        "chapter": lambda: list(dict.fromkeys(node.label for node in store.of_kind("chapter") if node.label)),
        "status": lambda: STATUSES,
        "lang": lambda: store.values("language"),
        "type": lambda: store.values("type"),
        "kind": lambda: KINDS,
        "date": lambda: ("1923", "1923-07", "1923..1931", ">=1923"),
    }
    return list(known[name]())


def _near(store: Store, name: str, value: str) -> tuple[str, ...]:
    """What instruments are called that comes closest to a name that none has, the nearest first; at most three."""
    said = " ".join(keys(value[:_LONGEST_VALUE]))
    if name != "in" or not said:
        return ()
    from rapidfuzz import fuzz, process

    called = {spelled: (id, own) for id, own, spelled, _, here in store.names() if here}
    near = process.extract(said, list(called), scorer=fuzz.WRatio, score_cutoff=_NEAR, limit=None)
    best = dict(reversed([called[key] for key, _, _ in near]))
    return tuple(dict.fromkeys(best[called[key][0]] for key, _, _ in near))[:_MOST_NEAR]


def values_of(store: Store, target: Target) -> dict[str, dict[str, None]]:
    """What the index says of a place, were it a document of its own; the state is that of its document."""
    instrument = store.instrument(target.instrument)
    node = store.node(target.instrument, target.eid) if target.eid else None
    line = [node, *ancestors(store, node)] if node else []
    head = document(store, target)
    state = next((one.status for one in line if address(one.instrument, one.eid) == head), "")
    return {
        "instrument": {target.instrument: None},
        "language": {instrument.language: None} if instrument else {},
        "kind": {node.kind: None} if node else {},
        "status": {state or (instrument.status if instrument else ""): None},
        "above": {address(one.instrument, one.eid): None for one in line if one.kind in ABOVE_ARTICLE},
    }
