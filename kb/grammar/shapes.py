"""What a grammar file may hold: its tables, and the keys of their rules and examples.

Every mistake is one sentence with the file, the line and the remedy.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kb.grammar.rules import LAYER_RULES
from kb.model import ArticuladoError

_TABLE = re.compile(r"^\s*\[+\s*([\w.]+)\s*\]+")


@dataclass(frozen=True, slots=True)
class Rule:
    """A list of rules, each with the keys in `needs`; an example is words in quotes, or a table with the keys given.

    `either`: it may be both.
    """

    needs: Mapping[str, type] = field(default_factory=lambda: {"pattern": str})
    example: tuple[str, ...] = ()
    either: bool = False


_NAMED = {"name": str, "pattern": str}
_PROVED = Rule({"pattern": str, "examples": list})
_DEFINES = Rule(_NAMED, ("text", "terms"))
_WORDS: dict[str, type | Rule] = dict.fromkeys(
    (
        *("kinds", "types", "joins", "bare", "marks", "years", "lists", "ties"),
        *("self", "titles", "around", "subjects", "counted", "otherwise", "elided"),
    ),
    dict,
)
SHAPES: Mapping[str, Mapping[str, type | Rule]] = {
    "tradition": {
        **dict.fromkeys(("name", "extends", "language", "jurisdiction", "stop_words"), str),
        **dict.fromkeys(("recognise", "leads_on", "hanging"), list),
        "dates": dict,
        "dates.form": Rule(example=("text", "date")),
        "dates.beneath": Rule({"event": str, "pattern": str}, ("text", "year", "date")),
        "dates.current": Rule(example=("text", "said", "date")),
        "sounds": Rule({"pattern": str, "as": str, "examples": list}),
    },
    "numbers": {
        **dict.fromkeys(("values", "ordinals", "multipliers", "forms"), dict),
        "example": Rule({"text": str, "number": str}),
    },
    "divisions": {"fragments": dict, "division": Rule(example=("text", "label", "number", "rest"))},
    "formulas": {"fragments": dict, "formula": Rule(_NAMED, ("text",), either=True)},
    "furniture": {"furniture": Rule(_NAMED)},
    "citations": {
        **_WORDS,
        "title": str,
        "identity": str,
        "identity_examples": list,
        "thousands": bool,
        **dict.fromkeys(("statutes", "short", "beside", "annexed", "typed"), dict),
        "annexed.approving": Rule(example=("text", "name")),
        "relative": Rule({"kind": str, "means": str, "forms": list}),
        "alias": Rule({"names": list, "id": str, "source": str}),
        "entitling": Rule(example=("text", "name")),
        "name": Rule({"pattern": list}),
        "example": Rule({"text": str, "mentions": list}),
    },
    "effects": {
        "fragments": dict,
        **dict.fromkeys(("object", "noting", "inserted"), dict),
        "verb": Rule({"effect": str, **dict.fromkeys(("infinitive", "present", "subjunctive", "participle"), list)}),
        "note": Rule({"pattern": str, "examples": list}, ("text",), either=True),
        "ruling": Rule({"pattern": str, "examples": list}, ("text", "name")),
        "linked": Rule({"pattern": str, "examples": list, "direction": str}),
        **dict.fromkeys(("clause", "hedge", "start", "catch_all", "limit", "exception", "saving", "title"), _PROVED),
    },
    "force": {
        "triggers": list,
        **dict.fromkeys(("fragments", "speaker", "verb", "then"), dict),
        **dict.fromkeys(("when", "lasting", "until", "term", "expiry"), _PROVED),
    },
    "layers": {
        "endings": list,
        "trailers": list,
        **dict.fromkeys(("quotes", "facts", "states", "fragments"), dict),
        "banner": Rule({**_NAMED, "examples": list}),
        **dict.fromkeys(LAYER_RULES, _PROVED),
    },
    "search": {"or": list, **dict.fromkeys(("fields", "status", "language", "endings"), dict)},
    "definitions": {
        "joints": str,
        "hollow": list,
        "fragments": dict,
        "definition": _DEFINES,
        "substitution": _DEFINES,
        "listing": Rule({"name": str, "pattern": str, "examples": list}),
        "scope": Rule({"within": str, "pattern": str, "examples": list}),
    },
}
_CALLED = {str: "words in quotes", list: "a list", dict: "a table", bool: "true or false"}


def check(path: Path, data: Mapping[str, Any]) -> None:
    """Hold the tables of a grammar file against what such a file may hold; ArticuladoError for the first mistake."""
    wrong = next(_mistakes(path.stem, data), None)
    if wrong:
        table, at, key, why = wrong
        line = line_of(path.read_text("utf-8").splitlines(), table, at, key)
        raise ArticuladoError(f"{path}, line {line}: {why}.")


def line_of(lines: Sequence[str], table: str, at: int, key: str) -> int:
    """The line of `key` in the table number `at` (from 0) of that name, as near as the text shows."""
    heads = [(n, found[1]) for n, line in enumerate(lines, 1) if (found := _TABLE.match(line))]
    starts = [n for n, head in heads if head == table]
    start = starts[at] if at < len(starts) else 1
    stop = next((n for n, _ in heads if n > start), len(lines) + 1)
    word = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=")
    return next((n for n in range(start, stop) if key and word.match(lines[n - 1])), start)


def _mistakes(file: str, data: Mapping[str, Any]) -> Iterator[tuple[str, int, str, str]]:
    """(table, its number, key, what is wrong) of each mistake."""
    shapes = SHAPES[file]
    for name in data.keys() - shapes.keys():
        known = ", ".join(shape for shape in shapes if "." not in shape)
        yield name, 0, name, f"{name!r} is not a part of {file}.toml; use {known}"
    for name, shape in shapes.items():
        above, _, below = name.rpartition(".")
        tables: Mapping[str, Any] = data.get(above, {}) if above else data
        found = tables.get(below)
        wanted: type = list if isinstance(shape, Rule) else shape
        if found is not None and not isinstance(found, wanted):
            yield name, 0, name, f"{name!r} must be {_CALLED[wanted]}; write {_written(name, shape)}"
        elif isinstance(shape, Rule):
            yield from _of_rules(name, shape, tables.get(below) or ())


def _of_rules(name: str, rule: Rule, entries: Sequence[Any]) -> Iterator[tuple[str, int, str, str]]:
    for at, entry in enumerate(entries):
        yield from ((name, at, key, why) for key, why in _of_rule(name, rule, entry))


def _written(name: str, shape: type | Rule) -> str:
    if isinstance(shape, Rule):
        return f"[[{name}]]"
    return {dict: f"[{name}]", list: f"{name} = […]", bool: f"{name} = true"}.get(shape, f'{name} = "…"')


def _of_rule(name: str, rule: Rule, entry: Any) -> Iterator[tuple[str, str]]:
    if not isinstance(entry, dict):
        yield name, f"{name!r} must be a table; write [[{name}]]"
        return
    for key, kind in rule.needs.items():
        if not isinstance(entry.get(key), kind):
            yield key, f"[[{name}]] needs {key!r}, {_CALLED[kind]}; add it"
    for key, given in (("examples", rule), ("counter_examples", Rule())):
        texts = entry.get(key, [])
        if not isinstance(texts, list):
            yield key, f"{key!r} must be a list; write {key} = […]"
        elif bad := [text for text in texts if not _is_example(given, text)]:
            yield key, f"one of the {key} of [[{name}]] is {bad[0]!r}; write it as {_example(given)}"


def _is_example(rule: Rule, given: Any) -> bool:
    if isinstance(given, str):
        return rule.either or not rule.example
    return bool(rule.example) and isinstance(given, dict) and given.keys() >= set(rule.example)


def _example(rule: Rule) -> str:
    table = f"{{ {', '.join(f'{key} = …' for key in rule.example)} }}"
    return table if rule.example and not rule.either else f'"…" or {table}' if rule.either else '"…", words in quotes'
