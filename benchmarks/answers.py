"""How far what is read agrees with answers that were written down by hand, in one table by kind of fault.

A folder of answers holds `laws/` (texts, found by name at any depth) and `answers/` with any of these, one JSON object
a line; files that no answer speaks of are not read:

- `*articles.jsonl`: file, articles (the numbers of the law's own articles in order), why (tells the class), clean;
- `*notes.jsonl`: file, id, article, kind, by, by_article, scope (whole, part, unstated), shape: notes at victims;
- `clauses.jsonl`: file, article, line, quote, effects (kind, instrument, article, scope), catch_all: acting clauses.

A line of the table tells how many were right of how many, and what went wrong with the others.
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from typing import Any

from kb import corpus, grammar
from kb.build.assemble import assemble
from kb.build.kept import Kept
from kb.build.link import link
from kb.build.readings import readings_of
from kb.ledgers import unpacked
from kb.model import ArticuladoError, Effect, Knowledge, Node, Target

Answer = Mapping[str, Any]
# What begins the reason that an answer gives for a law of its class.
CLASSES = {"amending act": "amending", "hard": "hard"}
TREATY = "the treaty's are an annex"
_TRANSITORY = re.compile(r"\(?transitori[oa]s?\)?|^t[ -]?(?=\d)")
_MARKS = re.compile(r"[^a-z0-9]")
_BLANKS = re.compile(r"[\s*_]+")
# Of the words of two sentences as many are compared.
_COMPARED = 60


@dataclass(frozen=True, slots=True)
class Measured:
    """One line of the table: how many were right of how many, and how often each fault occurred."""

    room: str
    name: str
    right: int
    total: int
    faults: Mapping[str, int]


@dataclass(slots=True)
class Tally:
    """Right answers and faults by name, in the order in which the names come."""

    room: str
    right: Counter[str] = field(default_factory=Counter)
    total: Counter[str] = field(default_factory=Counter)
    faults: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def count(self, name: str, fault: str) -> None:
        """One answer, right where there is no `fault`."""
        self.total[name] += 1
        self.right[name] += not fault
        if fault:
            self.faults[name][fault] += 1

    def lines(self) -> Iterator[Measured]:
        """A line for each name."""
        for name in self.total:
            yield Measured(self.room, name, self.right[name], self.total[name], self.faults[name])


@dataclass(frozen=True, slots=True)
class Read:
    """What was read of the files that answers speak of; seconds of CPU by stage, and millions of characters.

    `ids` and `texts` are by file name.
    """

    known: Knowledge
    ids: Mapping[str, str]
    texts: Mapping[str, str]
    seconds: Mapping[str, float]
    millions: float


def measure(folder: Path) -> tuple[list[Measured], Read]:
    """The lines of a folder with answers, and what was read; ArticuladoError when it has none, or a law is missing."""
    answers = {path.name: _rows(path) for path in sorted((folder / "answers").glob("*.jsonl"))}
    if not answers:
        raise ArticuladoError(f"{folder}: there are no answers here; put *.jsonl into {folder / 'answers'}.")
    read = _read(folder / "laws", [row for rows in answers.values() for row in rows])
    found: list[Measured] = []
    for name, rows in answers.items():
        measures = next((made for ending, made in MEASURES.items() if name.endswith(ending)), None)
        found += measures(rows, read) if measures else []
    return [*found, *_grades(read), _lost(read)], read


def table(found: Iterable[Measured], read: Read) -> str:
    """The lines as a table, and what reading cost."""
    lines = [f"{'':<10}{'':<24}{'right':>7}{'of':>7}{'%':>7}  faults"]
    for one in found:
        share = f"{100 * one.right / one.total:.1f}" if one.total else "-"
        faults = ", ".join(f"{name} {count}" for name, count in Counter(one.faults).most_common())
        lines.append(f"{one.room:<10}{one.name:<24}{one.right:>7}{one.total:>7}{share:>7}  {faults}".rstrip())
    costs = (f"{name} {seconds / read.millions:.2f}" for name, seconds in read.seconds.items())
    return "\n".join([*lines, "", f"CPU seconds a million characters ({read.millions:.2f}): {', '.join(costs)}"])


def _rows(path: Path) -> list[Answer]:
    try:
        return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise ArticuladoError(f"{path}: not a readable list of answers: {error}.") from error


def _name(row: Answer) -> str:
    return str(row["file"]).rpartition("/")[2]


def _read(laws: Path, rows: Sequence[Answer]) -> Read:
    """The laws that the answers speak of, read as one corpus."""
    places = {path.name: path for path in sorted(laws.rglob("*")) if path.is_file()}
    wanted = {_name(row): str(row.get("id") or "co").partition("/")[0] for row in rows}
    if lost := next((name for name in wanted if name not in places), None):
        raise ArticuladoError(f"{laws}: there is no {lost}, of which an answer speaks; put it there.")
    with tempfile.TemporaryDirectory() as aside:
        for name, jurisdiction in wanted.items():
            home = Path(aside) / jurisdiction / "answers"
            home.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(places[name], home / name)
        grammars = grammar.load_all()
        found = corpus.listed(Path(aside))
        start = process_time()
        readings = readings_of(found, grammars, "", Kept(None), 1, lambda *_: None)
        texts, placed = assemble(readings.by_key, readings.claims)
        between = process_time()
        known = link(texts, placed, grammars, Kept(None), 1, lambda *_: None)
        end = process_time()
    words = {reading.source.file.rpartition("/")[2]: reading.words for reading in readings.by_key.values()}
    ids = {source.rpartition("/")[2]: i.id for i in known.instruments for source in i.sources}
    seconds = {"structure": between - start, "links": end - between}
    return Read(known, ids, words, seconds, sum(map(len, words.values())) / 1e6)


def _articles(rows: Sequence[Answer], read: Read) -> list[Measured]:
    """The lists of articles, by class of law."""
    own: dict[str, list[Node]] = defaultdict(list)
    for node in read.known.nodes:
        inside = any(level.startswith(("annex_", "qstr_")) for level in node.eid.split("__"))
        if node.kind == "article" and not inside:
            own[node.source.rpartition("/")[2]].append(node)
    tally = Tally("articles")
    for row in rows:
        if row.get("clean", True):
            nodes = sorted(own[_name(row)], key=lambda node: (node.start, node.order))
            found = [_number(node.number) for node in nodes]
            tally.count(_class(row), _list_fault(found, [_number(number) for number in row["articles"]]))
    return list(tally.lines())


def _class(row: Answer) -> str:
    why = str(row.get("why") or "")
    if TREATY in why:
        return "treaties"
    return next((name for begins, name in CLASSES.items() if why.startswith(begins)), "plain")


def _list_fault(found: Sequence[str], wanted: Sequence[str]) -> str:
    if list(found) == list(wanted):
        return ""
    missing, extra = Counter(wanted) - Counter(found), Counter(found) - Counter(wanted)
    return "missing and extra" if missing and extra else "missing" if missing else "extra" if extra else "order"


def _number(value: object) -> str:
    """One form for the spellings of a number; the mark of a transitory series counts for nothing."""
    plain = unicodedata.normalize("NFKD", str(value or "")).encode("ascii", "ignore").decode().lower().strip(" .:")
    plain = _TRANSITORY.sub("", plain).strip()
    plain = re.sub(r"[\s()]+", "", plain)
    return re.sub(r"(?<=\d)-(?=[a-z])", "", plain) or "t"


def _notes(rows: Sequence[Answer], read: Read) -> list[Measured]:
    """The notes at their victims, by shape."""
    upon: dict[str, list[Effect]] = defaultdict(list)
    for effect in read.known.effects:
        if effect.affected and any(proof.instrument == effect.affected.instrument for proof in effect.evidence):
            upon[effect.affected.instrument].append(effect)
    tally = Tally("notes")
    for row in rows:
        here = [e for e in upon[read.ids.get(_name(row), "")] if _article(e.affected) == _flat(row["article"])]
        tally.count(str(row.get("shape", "")), _note_fault(here, row))
    return list(tally.lines())


def _note_fault(here: Sequence[Effect], row: Answer) -> str:
    by = [e for e in here if e.affecting and e.affecting.instrument == row["by"]]
    named = [e for e in by if row["by_article"] is None or _article(e.affecting) == _flat(row["by_article"])]
    kind = [e for e in named if e.kind == row["kind"]]
    scope = [e for e in kind if row["scope"] == "unstated" or _is_part(e) == (row["scope"] == "part")]
    steps = {"no effect": here, "repealer": by, "repealer's article": named, "kind": kind, "scope": scope}
    return next((fault for fault, some in steps.items() if not some), "")


def _clauses(rows: Sequence[Answer], read: Read) -> list[Measured]:
    """The effects of clauses: found, with the right scope, and how many of those read are in the answers."""
    acting: dict[str, list[Effect]] = defaultdict(list)
    for effect in read.known.effects:
        if effect.affecting:
            acting[effect.affecting.instrument].append(effect)
    tally = Tally("clauses")
    for row in rows:
        number = _flat("1" if row["article"] == "único" else str(row["article"]).removeprefix("annex:"))
        every = acting[read.ids.get(_name(row), "")]
        said = [e for e in every if _is_said(e, row, read.texts[_name(row)])]
        here = [*said, *(e for e in every if e not in said and _article(e.affecting) == number)]
        matched = [_matching(here, wanted) for wanted in row["effects"]]
        for wanted, (fault, kind) in zip(row["effects"], matched, strict=True):
            tally.count("found", fault)
            tally.count("scope", fault or _scope_fault(kind, wanted))
        used = [e for _, kind in matched for e in kind]
        for effect in (e for e in said if e.scope != "catch-all"):
            tally.count("precision", "" if effect in used else effect.kind)
        caught = any(e.scope == "catch-all" for e in here)
        tally.count("catch-alls", "" if caught == row["catch_all"] else "too many" if caught else "not read")
    return list(tally.lines())


def _is_said(effect: Effect, row: Answer, text: str) -> bool:
    """Whether an effect is read from the sentence of an answer: from these lines of the file, or from its words."""
    for proof in effect.evidence:
        if proof.source.rpartition("/")[2] != _name(row):
            continue
        line = text.count("\n", 0, proof.start) + 1
        said, wanted = _plain(proof.quote), _plain(row["quote"])
        shared = said[:_COMPARED] in wanted or wanted[:_COMPARED] in said
        if abs(line - row["line"]) <= 1 and (shared or line == row["line"]):
            return True
    return False


def _matching(here: Sequence[Effect], wanted: Answer) -> tuple[str, list[Effect]]:
    """What is wrong with the effect that an answer wants, and those that are right but for their scope."""
    law = [e for e in here if e.affected and e.affected.instrument == wanted["instrument"]]
    place = [e for e in law if _article(e.affected) == _flat(wanted["article"])]
    kind = [e for e in place if e.kind == wanted["kind"]]
    steps = {"nothing": here, "law": law, "article": place, "kind": kind}
    return next((fault for fault, some in steps.items() if not some), ""), kind


def _scope_fault(kind: Sequence[Effect], wanted: Answer) -> str:
    part = str(wanted["scope"]).startswith("part")
    of_law = wanted["article"] is None
    right = any((_is_part(e) or (of_law and bool(e.affected and e.affected.eid))) == part for e in kind)
    return "" if right else "scope"


def _grades(read: Read) -> list[Measured]:
    """The grades of what both sides of which are in the corpus: contradicted ones are to be read by hand."""
    here = {node.instrument for node in read.known.nodes}
    tally = Tally("grades")
    for effect in read.known.effects:
        ends = {end.instrument for end in (effect.affecting, effect.affected) if end}
        if len(ends) == 2 and ends <= here:
            tally.count("both sides here", "" if effect.grade == "confirmed" else effect.grade)
    return list(tally.lines())


def _lost(read: Read) -> Measured:
    """Whether every character of every source has one place."""
    placed: Counter[str] = Counter()
    for ledger in read.known.ledgers:
        placed[ledger.source.rpartition("/")[2]] += sum(span.end - span.start for span in unpacked(ledger))
    lost = {name: abs(len(words) - placed[name]) for name, words in read.texts.items()}
    whole = sum(not count for count in lost.values())
    faults = {"characters": total} if (total := sum(lost.values())) else {}
    return Measured("texts", "no character lost", whole, len(lost), faults)


def _article(target: Target | None) -> str:
    """The number of the article that a place is or lies in, the innermost where a document is annexed."""
    levels = reversed((target.eid or "").split("__") if target else [])
    level = next((level for level in levels if level.startswith(("art_", "sec_"))), "")
    return _flat(level.partition("_")[2].split("~")[0].removeprefix("t"))


def _flat(value: object) -> str:
    return _MARKS.sub("", str(value or "").lower())


def _is_part(effect: Effect) -> bool:
    inner = re.sub(r"^.*(?=(?:art|sec)_)", "", (effect.affected.eid if effect.affected else None) or "")
    return effect.scope == "part" or "__" in inner


def _plain(text: str) -> str:
    return _BLANKS.sub(" ", text).strip().lower()


# What is measured of each file of answers, by how its name ends.
MEASURES: Mapping[str, Callable[[Sequence[Answer], Read], list[Measured]]] = {
    "articles.jsonl": _articles,
    "notes.jsonl": _notes,
    "clauses.jsonl": _clauses,
}
