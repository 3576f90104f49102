"""A grammar file proves itself: every example and counter-example is run when it is loaded."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kb.grammar.changing import Changing, Clause, apart
from kb.grammar.citing import MEANS
from kb.grammar.naming import titled
from kb.ids import KINDS
from kb.sounds import Sounds

if TYPE_CHECKING:
    from kb.grammar import Grammar

Tables = Mapping[str, Mapping[str, Any]]


def failures(grammar: Grammar, tables: Tables) -> Iterator[str]:
    """One sentence for each example of the tradition that does not come out as its file says."""
    yield from _numbers(grammar, tables["numbers"])
    yield from _dates(grammar, tables["tradition"].get("dates", {}))
    yield from _sounds(grammar, tables["tradition"])
    yield from _divisions(grammar, tables["divisions"])
    yield from _formulas(grammar, tables["formulas"])
    yield from _furniture(grammar, tables["furniture"])
    yield from _notes(grammar, tables["effects"])
    yield from _rulings(grammar, tables["effects"])
    yield from _layers(grammar, tables["layers"])
    yield from _changes(grammar, tables["effects"])
    yield from _other_clauses(grammar.changing, tables["effects"].get("clause", ()))
    yield from _other_links(grammar.changing, tables["effects"].get("linked", ()))
    yield from _force(grammar, tables["force"])
    yield from _definitions(grammar, tables["definitions"])
    yield from _scopes(grammar, tables["definitions"])
    yield from _citations(grammar, tables["citations"])


def _numbers(grammar: Grammar, table: Mapping[str, Any]) -> Iterator[str]:
    for example in table.get("example", ()):
        found = grammar.numbers.normal(example["text"])
        if found != example["number"]:
            yield f"numbers.toml: {example['text']!r} reads as {found!r}, not {example['number']!r}"


def _dates(grammar: Grammar, table: Mapping[str, Any]) -> Iterator[str]:
    for form in table.get("form", ()):
        for example in form.get("examples", ()):
            found = grammar.dates.find(example["text"])
            if found is None or found[0] != example["date"]:
                yield f"tradition.toml: {example['text']!r} reads as {found and found[0]!r}, not {example['date']!r}"
        yield from (
            f"tradition.toml: {text!r} is not a date but reads as one"
            for text in form.get("counter_examples", ())
            if grammar.dates.find(text)
        )

    for form in table.get("current", ()):
        for example in form.get("examples", ()):
            day = grammar.dates.beside(example["text"], example["said"])
            if day != example["date"]:
                yield f"tradition.toml: {example['text']!r} reads as {day!r}, not {example['date']!r}"
        yield from (
            f"tradition.toml: {text!r} is not a day of the year but reads as one"
            for text in form.get("counter_examples", ())
            if grammar.dates.beside(text, "1900-01-01")
        )

    for form in table.get("beneath", ()):
        for example in form.get("examples", ()):
            under = grammar.dates.under(example["text"], example["year"])
            if under is None or under[1] != example["date"]:
                yield f"tradition.toml: {example['text']!r} reads as {under and under[1]!r}, not {example['date']!r}"
        yield from (
            f"tradition.toml: {text!r} is not a day beneath a title but reads as one"
            for text in form.get("counter_examples", ())
            if grammar.dates.under(text, 1900)
        )


def _sounds(grammar: Grammar, table: Mapping[str, Any]) -> Iterator[str]:
    """An example is two words parted by "=" that sound alike, the rule of the example being a reason for it."""
    for at, entry in enumerate(table.get("sounds", ())):
        others = Sounds((*grammar.sounds.rules[:at], *grammar.sounds.rules[at + 1 :]))
        for text in entry["examples"]:
            one, _, other = (part.strip() for part in text.partition("="))
            if not grammar.sounds.alike(one, other) or others.alike(one, other):
                yield f"tradition.toml, sounds: {text!r} does not sound alike by {entry['pattern']!r}"
        for text in entry.get("counter_examples", ()):
            one, _, other = (part.strip() for part in text.partition("="))
            if grammar.sounds.alike(one, other):
                yield f"tradition.toml, sounds: {text!r} is a counter-example but sounds alike"


def _divisions(grammar: Grammar, table: Mapping[str, Any]) -> Iterator[str]:
    for division, entry in zip(grammar.divisions, table.get("division", ()), strict=True):
        for example in entry.get("examples", ()):
            found = grammar.division(example["text"], series=division.series, unsure=division.unsure)
            found = division.mark(example["text"]) if division.numbered else found
            wanted = (division.kind, example["label"], example["number"] or None, example["rest"], example.get("lead"))
            if _seen(example["text"], found) != wanted:
                yield f"divisions.toml: {example['text']!r} reads as {_seen(example['text'], found)}, not {wanted}"
        yield from _claims(f"divisions.toml, {division.kind}", entry, division.mark)


def _seen(text: str, mark: Any) -> tuple[str, str, str | None, str, str | None] | None:
    if mark is None:
        return None
    lead = mark.lead[2] if mark.lead else None
    return mark.kind, text[mark.start : mark.end], mark.number, text[mark.rest :].strip(), lead


def _formulas(grammar: Grammar, table: Mapping[str, Any]) -> Iterator[str]:
    for rule, entry in zip(grammar.formulas, table.get("formula", ()), strict=True):
        for example in map(_as_table, entry.get("examples", ())):
            found = grammar.formula(example["text"])
            if found is None or found[0] != rule:
                yield f"formulas.toml, {rule.name}: {example['text']!r} is not claimed by it alone"
            elif example.get("date") != (_date(grammar, found[1][0]) if rule.event else None):
                yield f"formulas.toml, {rule.name}: {example['text']!r} does not give {example.get('date')}"
        yield from _claims(f"formulas.toml, {rule.name}", entry, rule.pattern.match)


def _date(grammar: Grammar, text: str) -> str | None:
    found = grammar.dates.find(text)
    return found[0] if found else None


def _furniture(grammar: Grammar, table: Mapping[str, Any]) -> Iterator[str]:
    for rule, entry in zip(grammar.furniture, table.get("furniture", ()), strict=True):
        yield from (
            f"furniture.toml, {rule.name}: {text!r} is not claimed"
            for text in entry.get("examples", ())
            if not rule.pattern.fullmatch(text)
        )
        yield from _claims(f"furniture.toml, {rule.name}", entry, rule.pattern.fullmatch)


def _notes(grammar: Grammar, table: Mapping[str, Any]) -> Iterator[str]:
    """An example is claimed by its own deed alone; `part` is the part that it is about, by default none."""
    for deed, entry in zip(grammar.noting.deeds, table.get("note", ()), strict=True):
        for example in map(_as_table, entry.get("examples", ())):
            found = [(note.deed, note.part) for note in grammar.notes(example["text"])]
            if not found or set(found) != {(deed, example.get("part", ""))}:
                read = [(note.effect or note.status, part) for note, part in found]
                yield f"effects.toml, note: {example['text']!r} reads as {read}"
        yield from (
            f"effects.toml, note: {text!r} is not a note but reads as one"
            for text in entry.get("counter_examples", ())
            if any(note.deed == deed for note in grammar.notes(text))
        )


def _rulings(grammar: Grammar, table: Mapping[str, Any]) -> Iterator[str]:
    for rule, entry in zip(grammar.noting.rulings, table.get("ruling", ()), strict=True):
        for example in entry.get("examples", ()):
            found = rule.search(example["text"])
            if found is None or found["name"] != example["name"]:
                yield f"effects.toml, ruling: {example['text']!r} is called {found and found['name']!r}"
        yield from _claims("effects.toml, ruling", entry, rule.search)


def _layers(grammar: Grammar, table: Mapping[str, Any]) -> Iterator[str]:
    layers = grammar.layers
    found: dict[str, Any] = {
        "banner": [b.pattern.fullmatch for b in layers.banners],
        "closing": [c.fullmatch for c in layers.closings],
        "amending": [a.search for a in layers.amending],
        "approving": [a.search for a in layers.approving],
        "approval": [a.match for a in layers.approvals],
        "recital": [r.match for r in layers.recitals],
        "document": [d.match for d in layers.documents],
        "afterword": [a.match for a in layers.afterwords],
        "order": [o.match for o in layers.orders],
        "reworded": [r.search for r in layers.reworded],
        "signature": [s.match for s in layers.signatures],
    }
    for name, matches in found.items():
        for match, entry in zip(matches, table.get(name, ()), strict=True):
            yield from (f"layers.toml, {name}: {t!r} is not claimed" for t in entry["examples"] if not match(t))
            yield from _claims(f"layers.toml, {name}", entry, match)


def _changes(grammar: Grammar, table: Mapping[str, Any]) -> Iterator[str]:
    changing, clauses = grammar.changing, table.get("clause", ())
    found: dict[str, Any] = {
        "clause": [_any(c.pattern for c in changing.clauses if c.rule == at) for at, _ in enumerate(clauses)],
        "linked": [linked.pattern.match for linked in changing.linked],
        "catch_all": [p.search for p in changing.catch_alls],
        "limit": [p.search for p in changing.limits],
        "exception": [p.search for p in changing.exceptions],
        "saving": [p.search for p in changing.savings],
        "hedge": [h.pattern.search if h.place == "lead" else h.pattern.match for h in changing.hedges],
        "start": [p.search for p in changing.starts],
        "title": [p.search for p in changing.titles],
    }
    for name, matches in found.items():
        for match, entry in zip(matches, table.get(name, ()), strict=True):
            yield from (f"effects.toml, {name}: {t!r} is not claimed" for t in entry["examples"] if not match(t))
            yield from _claims(f"effects.toml, {name}", entry, match)


def _other_clauses(changing: Changing, table: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """A sentence for each example of a clause that another clause reads as another effect, as texts are read."""
    for rule, entry in enumerate(table):
        effects = {clause.effect for clause in changing.clauses if clause.rule == rule}
        for text in entry["examples"]:
            other = next((c for c in _read_by(changing, text) if c.rule != rule and c.effect not in effects), None)
            if other:
                claims = f"is claimed by clause {other.rule + 1} ({other.effect}) too: {table[other.rule]['pattern']!r}"
                yield f"effects.toml, clause {rule + 1} ({', '.join(sorted(effects))}): its example {text!r} {claims}"


def _read_by(changing: Changing, text: str) -> Iterator[Clause]:
    """The clauses by which a text is read, and those that claim the very same words of it."""
    found = [(*verb.span(), clause) for clause in changing.may_change(text) for verb in clause.pattern.finditer(text)]
    kept = {verb[:2] for verb in apart(found)}
    return (clause for begin, end, clause in found if (begin, end) in kept)


def _other_links(changing: Changing, table: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """A sentence for each example of a link that another link reads as another effect or in the other direction."""
    for at, (own, entry) in enumerate(zip(changing.linked, table, strict=True), 1):
        for text in entry["examples"]:
            for number, other in enumerate(changing.linked, 1):
                same = (other.effect, other.direction) == (own.effect, own.direction)
                if not same and other.pattern.match(text):
                    claims = f"is claimed by linked {number} ({other.effect}, {other.direction}) too"
                    yield f"effects.toml, linked {at} ({own.effect}, {own.direction}): its example {text!r} {claims}"


def _any(patterns: Iterable[re.Pattern[str]]) -> Callable[[str], bool]:
    listed = list(patterns)
    return lambda text: any(pattern.search(text) for pattern in listed)


def _force(grammar: Grammar, table: Mapping[str, Any]) -> Iterator[str]:
    forcing = grammar.forcing
    found: dict[str, Any] = {
        "when": [p.fullmatch for p in forcing.whens],
        "lasting": [p.fullmatch for p in forcing.lastings],
        "until": [p.match for p in forcing.untils],
        "term": [p.match for p in forcing.terms],
        "expiry": [p.search for p in forcing.expiries],
    }
    for name, matches in found.items():
        for match, entry in zip(matches, table.get(name, ()), strict=True):
            yield from (f"force.toml, {name}: {t!r} is not claimed" for t in entry["examples"] if not match(t))
            yield from _claims(f"force.toml, {name}", entry, match)


def _definitions(grammar: Grammar, table: Mapping[str, Any]) -> Iterator[str]:
    found = {"definition": grammar.defining.definitions, "substitution": grammar.defining.substitutions}
    for name, rules in found.items():
        for rule, entry in zip(rules, table.get(name, ()), strict=True):
            for example in entry.get("examples", ()):
                terms = [example["text"][start:end] for start, end in rule.terms(example["text"])]
                if terms != example["terms"]:
                    yield f"definitions.toml, {rule.name}: {example['text']!r} defines {terms}, not {example['terms']}"
            yield from _claims(f"definitions.toml, {rule.name}", entry, rule.pattern.search)
    for pattern, entry in zip(grammar.defining.listings, table.get("listing", ()), strict=True):
        place = f"definitions.toml, {entry['name']}"
        yield from (f"{place}: {text!r} brings no list" for text in entry["examples"] if not pattern.search(text))
        yield from _claims(place, entry, pattern.search)


def _scopes(grammar: Grammar, table: Mapping[str, Any]) -> Iterator[str]:
    """How far definitions reach: each example is claimed by the rule that has it, and by none that goes before."""
    patterns = dict(grammar.defining.scopes)
    for entry in table.get("scope", ()):
        for text in entry["examples"]:
            if grammar.defining.scope(text) != entry["within"]:
                yield f"definitions.toml, scope: {text!r} is not for the {entry['within']}"
        yield from _claims("definitions.toml, scope", entry, patterns[entry["within"]].search)


def _citations(grammar: Grammar, table: Mapping[str, Any]) -> Iterator[str]:
    """What can be told without reading a text: its words name known kinds, its titles say what they are."""
    named = {*table.get("kinds", {}), *(r["kind"] for r in table.get("relative", ()))}
    yield from (f"citations.toml: {kind!r} is no kind of part" for kind in sorted(named - set(KINDS)))
    means = {r["means"] for r in table.get("relative", ())} - set(MEANS)
    yield from (f"citations.toml: {word!r} is none of {', '.join(MEANS)}" for word in sorted(means))
    yield from (
        f"citations.toml: {text!r} does not say which statute it is"
        for text in table.get("identity_examples", ())
        if grammar.citing.identified(text) is None
    )
    for pattern, entry in zip(grammar.citing.entitling, table.get("entitling", ()), strict=True):
        for example in entry.get("examples", ()):
            if list(titled([pattern], [example["text"]])) != [example["name"]]:
                yield f"citations.toml, entitling: {example['text']!r} does not give the name {example['name']!r}"
        yield from _claims("citations.toml, entitling", entry, pattern.search)
    annexing = grammar.citing.annexing
    for pattern, entry in zip(annexing.approving, table.get("annexed", {}).get("approving", ()), strict=True):
        for example in entry.get("examples", ()):
            if example["name"] not in annexing.approved(example["text"]):
                yield f"citations.toml, approving: {example['text']!r} does not approve {example['name']!r}"
        yield from _claims("citations.toml, approving", entry, pattern.search)


def _claims(place: str, entry: Mapping[str, Any], matches: Any) -> Iterator[str]:
    texts: Iterable[str] = entry.get("counter_examples", ())
    return (f"{place}: {text!r} is a counter-example but is claimed" for text in texts if matches(text))


def _as_table(example: Any) -> Mapping[str, Any]:
    return example if isinstance(example, dict) else {"text": example}
