"""Reading a knowledge base: the records of the model, out of the tables that `schema.sql` describes."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from kb.divided import mended
from kb.ids import is_inciso
from kb.ledgers import unpacked
from kb.model import (
    Citation,
    Concept,
    Definition,
    Effect,
    Evidence,
    ForcePeriod,
    Inciso,
    Ledger,
    Node,
    Source,
    Span,
    Target,
    Version,
)
from kb.store.catalogue import Catalogue
from kb.store.opening import connected
from kb.store.rows import SOURCE_FIELDS, source_of, target_of

_NODE_FIELDS = tuple(f.name for f in fields(Node))
# Joined to nodes: only those of instruments that are no witnesses of another, in corpus order.
_TEXTS = "JOIN (SELECT id, position FROM instruments WHERE witness_of = '') ON id = instrument"
_NODE_COLUMNS = ", ".join(f'"{name}"' for name in _NODE_FIELDS)
_VERSION_FIELDS = tuple(f.name for f in fields(Version))
_VERSION_COLUMNS = ", ".join(f'"{name}"' for name in _VERSION_FIELDS)
_INCISO_FIELDS = tuple(f.name for f in fields(Inciso))
_INCISO_COLUMNS = ", ".join(f's."{name}"' for name in _INCISO_FIELDS)
_EVIDENCE_FIELDS = tuple(f.name for f in fields(Evidence))
_EFFECT_FACTS = ("scope", "words", "grade", "date", "date_origin", "bound")


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredProblem:
    """A problem with its severity and its sentence in both interface languages."""

    code: str
    severity: str
    instrument: str | None
    eid: str | None
    source: str | None
    line: int | None
    message: str
    message_es: str
    params: Mapping[str, str]


class Stub(NamedTuple):
    """A node without its words."""

    instrument: str
    eid: str
    parent: str | None
    kind: str
    label: str
    heading: str
    status: str


class Store(Catalogue):
    """A finished knowledge base, read-only; use it as a context manager."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._db = connection
        self._kept: dict[str, Any] = {}

    @classmethod
    def open(cls, path: Path) -> Store:
        """The store in the file `path`; ArticuladoError when there is none, or another program keeps it."""
        return cls(path, connected(path))

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None) -> None:
        self.close()

    def rows(self, select: str) -> Iterator[tuple[Any, ...]]:
        """The rows that a statement without values selects."""
        yield from self._db.execute(select)

    def meta(self) -> dict[str, str]:
        """Facts of the build: format, version, fingerprint, index (the folder of the index)."""
        return dict(self._db.execute("SELECT key, value FROM meta"))

    def sources(self) -> list[Source]:
        """The files that were read, in the order of their paths."""
        rows = self._db.execute(f"SELECT {', '.join(SOURCE_FIELDS)} FROM sources ORDER BY file")
        return [source_of(row) for row in rows]

    def nodes(self, instrument: str) -> list[Node]:
        """The nodes of an instrument, in reading order; empty when it has none."""
        return self._nodes('WHERE instrument = ? ORDER BY "order"', (instrument,))

    def node(self, instrument: str, eid: str) -> Node | None:
        """The node at this address, or None; of an inciso that is none, a node of its words."""
        found = next(iter(self._nodes("WHERE instrument = ? AND eid = ?", (instrument, eid))), None)
        return found or (self._inciso(instrument, eid) if is_inciso(eid) else None)

    def _inciso(self, instrument: str, eid: str) -> Node | None:
        listed = self._incisos("WHERE s.instrument = ? AND s.eid = ?", (instrument, eid))
        whole = self.node(instrument, listed[0].node) if listed else None
        return _as_node(listed[0], whole) if whole else None

    def incisos(self, instrument: str, parent: str | None = None) -> list[Inciso]:
        """The incisos of an instrument, or of one of its articles or parágrafos, in reading order."""
        where, values = ("AND s.parent = ?", (instrument, parent)) if parent else ("", (instrument,))
        return self._incisos(f"WHERE s.instrument = ? {where}", values)

    def subtree(self, instrument: str, eid: str) -> list[Node]:
        """The node at this address and all below it, in reading order."""
        where = (
            "JOIN (WITH RECURSIVE below(id) AS (SELECT ? UNION SELECT n.eid FROM nodes n JOIN below"
            " ON n.parent = below.id WHERE n.instrument = ?) SELECT id FROM below) ON id = eid"
            ' WHERE instrument = ? ORDER BY "order"'
        )
        found = self._nodes(where, (eid, instrument, instrument))
        alone = self._inciso(instrument, eid) if not found and is_inciso(eid) else None
        return [alone] if alone else found

    def stubs(self) -> Iterator[Stub]:
        """Every node without its words, by instrument, in reading order; those of witnesses are left out."""
        texts = "instrument IN (SELECT id FROM instruments WHERE witness_of = '')"
        rows = self._db.execute(
            f'SELECT {", ".join(Stub._fields)} FROM nodes WHERE {texts} ORDER BY instrument, "order"'
        )
        return map(Stub._make, rows)

    def paragraphs(self) -> Iterator[tuple[str, str, int]]:
        """(instrument, eId of an article or parágrafo, how many incisos it has) of all that have any."""
        yield from self._db.execute("SELECT instrument, parent, count(*) FROM incisos GROUP BY 1, 2 ORDER BY 1, 2")

    def versions(self, instrument: str, eid: str | None = None) -> list[Version]:
        """The older wordings of an instrument, or of one of its articles, in the order of the source."""
        where, values = ("AND eid = ?", (instrument, eid)) if eid else ("", (instrument,))
        rows = self._db.execute(
            f"SELECT {_VERSION_COLUMNS} FROM versions WHERE instrument = ? {where} ORDER BY source, start", values
        )
        return [Version(**dict(zip(_VERSION_FIELDS, row, strict=True))) for row in rows]

    def as_read(self, nodes: Sequence[Node]) -> list[Node]:
        """Nodes of one instrument with their texts as search reads them: words that lines divide made whole."""
        known = self.instrument(nodes[0].instrument) if nodes else None
        whole = self.kept("divided", self._read_divided).get(known.language if known else "")
        return [replace(node, text=mended(node.text, whole)) for node in nodes] if whole else list(nodes)

    def as_read_text(self, instrument: str, text: str) -> str:
        """Words of an instrument as search reads them."""
        known = self.instrument(instrument)
        return mended(text, self.kept("divided", self._read_divided).get(known.language if known else "", {}))

    def _read_divided(self) -> dict[str, dict[str, bool]]:
        found: dict[str, dict[str, bool]] = defaultdict(dict)
        for language, word, whole in self._db.execute("SELECT language, word, whole FROM divided"):
            found[language][word] = bool(whole)
        return dict(found)

    def numbered(self, kind: str, number: str, among: Sequence[str] = ()) -> list[Node]:
        """Every node of this kind and normalised number, in corpus order; of `among` instruments, if any are named."""
        where = f"{_TEXTS} WHERE kind = ? AND number = ?"
        own = "AND instrument IN (SELECT value FROM json_each(?))" if among else ""
        values = (json.dumps(list(among)),) if among else ()
        return self._nodes(f'{where} {own} ORDER BY position, "order"', (kind, number, *values))

    def of_kind(self, kind: str, among: Sequence[str] = ()) -> list[Node]:
        """Every node of this kind, whatever its number, in corpus order; of `among` instruments, if any are named."""
        where, values = _of_kind(kind, among)
        return self._nodes(f'{_TEXTS} WHERE {where} ORDER BY position, "order"', values)

    def called_by_number(self, kinds: Sequence[str], number: str) -> list[Node]:
        """The nodes of some kinds with a number; those without one have that of their address."""
        own = "(coalesce(number, '') = '' AND (eid LIKE ? ESCAPE '\\' OR eid LIKE ? ESCAPE '\\'))"
        where = f"kind IN (SELECT value FROM json_each(?)) AND (number = ? OR {own})"
        values = (json.dumps(list(kinds)), number, f"%\\_{number}", f"%\\_{number}~%")
        return self._nodes(f'{_TEXTS} WHERE {where} ORDER BY position, "order"', values)

    def called_by_words(self, words: Collection[str]) -> list[Node]:
        """What articles stand under whose label or heading has all of these folded words."""
        having = "(instrument, eid) IN (SELECT instrument, eid FROM heading_words WHERE word = ?)"
        where = " AND ".join(having for _ in words)
        return self._nodes(f'{_TEXTS} WHERE {where} ORDER BY position, "order"', tuple(words))

    def has_kind(self, kind: str, among: Sequence[str] = ()) -> bool:
        """Whether there is any node of this kind, of `among` instruments, if any are named."""
        where, values = _of_kind(kind, among)
        found = self._db.execute(f"SELECT 1 FROM nodes {_TEXTS} WHERE {where} LIMIT 1", values)
        return found.fetchone() is not None

    def numbers_of(self, kind: str) -> list[str]:
        """The numbers that nodes of this kind have, in the order of their letters; "" for none."""
        numbers = f"SELECT DISTINCT coalesce(number, '') FROM nodes {_TEXTS} WHERE kind = ? ORDER BY 1"
        return [number for (number,) in self._db.execute(numbers, (kind,))]

    def spans(self, source: str) -> list[Span]:
        """Where every character of a source went, in order."""
        row = self._db.execute("SELECT spans, instruments FROM ledgers WHERE source = ?", (source,)).fetchone()
        return unpacked(Ledger(source=source, spans=row[0], instruments=tuple(json.loads(row[1])))) if row else []

    def citations(self, instrument: str | None = None, eid: str | None = None) -> list[Citation]:
        """What an instrument, or one of its nodes, cites, in reading order; without one, all, in corpus order."""
        if instrument is None:
            return self._citations("", ())
        where, values = ("AND eid = ?", (instrument, eid)) if eid else ("", (instrument,))
        return self._citations(f"WHERE instrument = ? {where}", values)

    def citations_to(self, instrument: str, eid: str | None = None) -> list[Citation]:
        """What cites an instrument anywhere, or one of its nodes (a part below it counts as it), in corpus order."""
        below, values = (
            ("AND (eid = ? OR eid LIKE ?)", (instrument, eid, f"{eid}\\_\\_%")) if eid else ("", (instrument,))
        )
        escape = "ESCAPE '\\'" if eid else ""
        inside = (
            f"SELECT citation FROM citation_targets WHERE instrument = ? {below.replace('LIKE ?', f'LIKE ? {escape}')}"
        )
        return self._citations(f"WHERE id IN ({inside})", values)

    def effects(self, *, by: str | None = None, of: str | None = None) -> list[Effect]:
        """The effects in corpus order: all, those `by` an instrument, those `of` (upon) an instrument.

        "" is the instrument of those that name none.
        """
        tests = [("affecting_instrument IS nullif(?, '')", by), ("affected_instrument IS nullif(?, '')", of)]
        chosen = [(test, value) for test, value in tests if value is not None]
        where = f"WHERE {' AND '.join(test for test, _ in chosen)}" if chosen else ""
        return self._effects(where, tuple(value for _, value in chosen))

    def periods(self, instrument: str) -> list[ForcePeriod]:
        """From when an instrument and its provisions hold, the whole first; none of what is only cited."""
        names = [f.name for f in fields(ForcePeriod)]
        columns = ", ".join(f'"{name}"' for name in names)
        rows = self._db.execute(f"SELECT {columns} FROM periods WHERE instrument = ? ORDER BY rowid", (instrument,))
        known = (dict(zip(names, row, strict=True)) for row in rows)
        return [ForcePeriod(**{**row, "bound": bool(row["bound"])}) for row in known]

    def definitions(self, words: Iterable[str] | None = None) -> list[Definition]:
        """The terms that provisions define, in corpus order: all, or those that have any of these folded words."""
        names = [f.name for f in fields(Definition)]
        columns = ", ".join(f'"{name}"' for name in names)
        having = "(SELECT definition FROM term_words WHERE word IN (SELECT value FROM json_each(?)))"
        where, values = ("", ()) if words is None else (f"WHERE rowid IN {having}", (json.dumps(sorted(words)),))
        rows = self._db.execute(f"SELECT {columns} FROM definitions {where} ORDER BY rowid", values)
        return [Definition(**dict(zip(names, row, strict=True))) for row in rows]

    def in_terms(self, words: Iterable[str]) -> set[str]:
        """Those of these folded words that any defined term has."""
        chosen = "SELECT DISTINCT word FROM term_words WHERE word IN (SELECT value FROM json_each(?))"
        return {word for (word,) in self._db.execute(chosen, (json.dumps(sorted(words)),))}

    def rendering(self, source: str) -> str | None:
        """The words of a page of HTML as they were read, or None for a source whose offsets count in its own file."""
        row = self._db.execute("SELECT words FROM renderings WHERE source = ?", (source,)).fetchone()
        return row[0] if row else None

    def affected(self) -> list[str]:
        """The instruments that effects reach."""
        return self._distinct("affected_instrument", "effects")

    def files_with_problems(self) -> list[str]:
        """The sources that problems are recorded of, unreadable ones too."""
        return self._distinct("source", "problems")

    def _distinct(self, column: str, table: str) -> list[str]:
        rows = self._db.execute(f"SELECT DISTINCT {column} FROM {table} WHERE {column} IS NOT NULL ORDER BY 1")
        return [value for (value,) in rows]

    def problems_of(self, instruments: Iterable[str]) -> list[StoredProblem]:
        """The recorded problems of some instruments, in corpus order."""
        among = "WHERE instrument IN (SELECT value FROM json_each(?))"
        return self._problems(among, (json.dumps(sorted(instruments)),))

    def problems(
        self, instrument: str | None = None, code: str | None = None, source: str | None = None
    ) -> list[StoredProblem]:
        """The recorded problems, of one instrument, code or source or of all, in corpus order.

        "" is the source of those that concern no file.
        """
        asked = {"instrument": instrument or None, "code": code or None, "source": source}
        given = {name: value for name, value in asked.items() if value is not None}
        where = "WHERE " + " AND ".join(f"{name} IS nullif(?, '')" for name in given) if given else ""
        return self._problems(where, tuple(given.values()))

    def _problems(self, where: str, values: tuple[str, ...]) -> list[StoredProblem]:
        rows = self._db.execute(
            "SELECT code, severity, instrument, eid, source, line, message, message_es, params FROM problems"
            f" {where} ORDER BY rowid",
            values,
        )
        names = [f.name for f in fields(StoredProblem)]
        return [StoredProblem(**dict(zip(names, (*row[:-1], json.loads(row[-1])), strict=True))) for row in rows]

    def concepts(self) -> list[Concept]:
        """The glossary of this build."""
        forms: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        notes: dict[str, str] = {}
        for id, language, form, note in self._db.execute("SELECT id, language, form, note FROM concepts"):
            forms[id][language].append(form)
            notes[id] = note
        return [
            Concept(id=id, forms=tuple((lang, tuple(words)) for lang, words in by.items()), note=notes[id])
            for id, by in forms.items()
        ]

    def _nodes(self, where: str, values: tuple[str, ...]) -> list[Node]:
        rows = self._db.execute(f"SELECT {_NODE_COLUMNS} FROM nodes {where}", values)
        return [Node(**dict(zip(_NODE_FIELDS, row, strict=True))) for row in rows]

    def _incisos(self, where: str, values: tuple[str, ...]) -> list[Inciso]:
        rows = self._db.execute(
            f"SELECT {_INCISO_COLUMNS} FROM incisos s JOIN nodes p ON p.instrument = s.instrument AND p.eid = s.parent"
            f' {where} ORDER BY p."order", s.n',
            values,
        )
        return [Inciso(**dict(zip(_INCISO_FIELDS, row, strict=True))) for row in rows]

    def _citations(self, where: str, values: tuple[str, ...]) -> list[Citation]:
        targets: dict[int, list[Target]] = defaultdict(list)
        chosen = f"SELECT id FROM citations {where}"
        listed = f"SELECT citation, instrument, eid FROM citation_targets WHERE citation IN ({chosen}) ORDER BY rowid"
        for n, instrument, eid in self._db.execute(listed, values):
            targets[n].append(Target(instrument, eid))
        columns = 'instrument, eid, source, line, start, "end", quote, resolution'
        names = [name.strip('" ') for name in columns.split(",")]
        rows = self._db.execute(f"SELECT id, {columns} FROM citations {where} ORDER BY id", values)
        return [Citation(**dict(zip(names, row, strict=True)), targets=tuple(targets[n])) for n, *row in rows]

    def _effects(self, where: str, values: tuple[str | None, ...]) -> list[Effect]:
        proofs: dict[int, list[Evidence]] = defaultdict(list)
        chosen = f"SELECT id FROM effects {where}"
        for n, *row in self._db.execute(
            f"SELECT * FROM effect_evidence WHERE effect IN ({chosen}) ORDER BY rowid", values
        ):
            proofs[n].append(Evidence(**dict(zip(_EVIDENCE_FIELDS, row, strict=True))))
        return [
            Effect(
                kind=kind,
                affecting=target_of(*ends[:2]),
                affected=target_of(*ends[2:]),
                **dict(zip(_EFFECT_FACTS, facts[:-2], strict=True)) | {"bound": bool(facts[-3])},
                evidence=tuple(proofs[n]),
                spared=tuple(facts[-2].split()),
                latest=facts[-1],
            )
            for n, kind, *rest in self._db.execute(f"SELECT * FROM effects {where} ORDER BY id", values)
            for ends, facts in ((rest[:4], rest[4:]),)
        ]


def _of_kind(kind: str, among: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The condition that a node is of a kind: of some instruments all nodes are looked at, else all of the kind."""
    if not among:
        return "kind = ?", (kind,)
    return "instrument IN (SELECT value FROM json_each(?)) AND +kind = ?", (json.dumps(list(among)), kind)


def _as_node(inciso: Inciso, node: Node) -> Node:
    """An inciso as a node of its words, which are a stretch of those of `node`."""
    return replace(
        node,
        eid=inciso.eid,
        kind="subparagraph",
        label="",
        number=str(inciso.n),
        heading="",
        text=node.text[inciso.first : inciso.last],
        parent=inciso.parent,
        line=inciso.line,
        start=inciso.start,
        end=inciso.end,
        status=inciso.status,
        note=None,
        tail="",
    )
