"""Reading what a knowledge base knows of its instruments, by key: how many there are costs a question nothing."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from kb.model import Alias, DateFact, Instrument
from kb.store.called import INITIALS, NAME, Meaning
from kb.store.rows import INSTRUMENT_FIELDS, instrument_of
from kb.store.words import Words

_COLUMNS = ", ".join(INSTRUMENT_FIELDS)
_LISTED = "(SELECT value FROM json_each(?))"
_AMONG = f"id IN {_LISTED}"
# Of words that so many names have it does not matter which is looked up first.
_MANY = 1000
# An instrument that is a witness of another counts for nothing else.
_OWN = "witness_of = ''"
# Each value of a column once, in the order of letters, without walking through all instruments.
_EACH = f"""
  WITH RECURSIVE each(value) AS (
    SELECT min({{0}}) FROM instruments WHERE {_OWN} UNION ALL
    SELECT (SELECT min({{0}}) FROM instruments WHERE {_OWN} AND {{0}} > value) FROM each WHERE value IS NOT NULL)
  SELECT value FROM each WHERE value IS NOT NULL
"""
_FIRST = f"SELECT min(position) FROM instruments WHERE {_OWN} AND language = value"


class Catalogue(Words):
    """What a store knows of instruments."""

    def instruments(self) -> list[Instrument]:
        """Every instrument, in corpus order, with its dates, aliases and sources; none that is a witness of another."""
        return list(self.kept("instruments", self._read_all))

    def _read_all(self) -> list[Instrument]:
        every = self._read(_OWN)
        self._met.update((instrument.id, instrument) for instrument in every)
        return every

    @property
    def _met(self) -> dict[str, Instrument | None]:
        """The instruments that were read, by id, and None for what is none."""
        return self.kept("instruments met", dict)

    def witnesses(self, instrument: str) -> list[Instrument]:
        """The other files of an instrument, as instruments of their own."""
        return self._read("witness_of = ? AND witness_of <> ''", instrument)

    def instrument(self, id: str) -> Instrument | None:
        """The instrument of this id, or None."""
        if id not in self._met:
            self._met[id] = next(iter(self._read("id = ?", id)), None)
        return self._met[id]

    def known(self, id: str) -> Instrument:
        """The instrument of an id that the store itself gave; KeyError when there is none."""
        found = self.instrument(id)
        if found is None:
            raise KeyError(id)
        return found

    def among(self, ids: Iterable[str]) -> list[Instrument]:
        """The instruments of these ids, in corpus order."""
        return self._read(f"{_OWN} AND {_AMONG}", _listed(ids))

    def of_types(self, types: Collection[str] | None) -> list[Instrument]:
        """The instruments of some types, or of None those that have a number, in corpus order."""
        return self._read(f"{_OWN} AND {_of(types)}", *_types(types))

    def of_number(self, number: str, types: Collection[str] | None) -> list[Instrument]:
        """Of the instruments of some types, or of any, those with a number, in corpus order."""
        return self._read(f"{_OWN} AND {_of(types)} AND number = ? COLLATE NOCASE", *_types(types), number)

    def numbers(self, types: Collection[str]) -> list[str]:
        """The numbers that instruments of some types, or of all without any, have beside their years."""
        where = f"{_OWN} AND number > '' AND year <> 0" + (f" AND type IN {_LISTED}" if types else "")
        return self._column(f"SELECT DISTINCT number FROM instruments WHERE {where}", *(_types(types) if types else ()))

    def has_any(self, types: Collection[str] | None, *, numbered: bool = False, in_corpus: bool = False) -> bool:
        """Whether there is an instrument of some types, or of None one with a number; with a number, or a text."""
        limits = " AND number > ''" * numbered + " AND in_corpus" * in_corpus
        where = f"{_OWN} AND {_of(types)}{limits}"
        return bool(self._column(f"SELECT 1 FROM instruments WHERE {where} LIMIT 1", *_types(types)))

    def ids_of(self, types: Collection[str] | None) -> list[str]:
        """The ids of the instruments of some types, or of None those that have a number, in corpus order."""
        return self._column(
            f"SELECT id FROM instruments WHERE {_OWN} AND {_of(types)} ORDER BY position", *_types(types)
        )

    def in_corpus(self, ids: Collection[str] = ()) -> list[str]:
        """The ids of the instruments whose text is here, in corpus order; only those of `ids`, if any."""
        values, where = ([_listed(ids)], f" AND {_AMONG}") if ids else ([], "")
        return self._column(f"SELECT id FROM instruments WHERE {_OWN} AND in_corpus{where} ORDER BY position", *values)

    def first_ids(self, limit: int) -> list[str]:
        """The first ids by the order of their letters, at most so many."""
        return self._column(f"SELECT id FROM instruments WHERE {_OWN} ORDER BY id LIMIT ?", limit)

    def positions(self, ids: Iterable[str]) -> dict[str, int]:
        """The place of each of these instruments in the order of the corpus."""
        return dict(self._db.execute(f"SELECT id, position FROM instruments WHERE {_AMONG}", (_listed(ids),)))

    def titles(self, ids: Iterable[str]) -> dict[str, str]:
        """What each of these instruments is called."""
        where = f"{_OWN} AND {_AMONG}"
        return dict(self._db.execute(f"SELECT id, title FROM instruments WHERE {where}", (_listed(ids),)))

    def spelled_so(self, id: str) -> list[Instrument]:
        """The instruments of an id, however its letters are written."""
        return self._read(f"{_OWN} AND id = ? COLLATE NOCASE", id)

    def addressed(self, id: str) -> Instrument | None:
        """The instrument that has an id, however its letters are written, or had it before; or None."""
        same = self.spelled_so(id)
        renamed = self._read(f"{_OWN} AND formerly <> '' AND instr(' ' || formerly || ' ', ' ' || ? || ' ')", id)
        found = [*same, *renamed]
        place = self.positions(instrument.id for instrument in found)
        return min(found, key=lambda instrument: place[instrument.id], default=None)

    def languages(self) -> tuple[str, ...]:
        """The languages of instruments, in corpus order."""
        ordered = f"{_EACH.format('language')} ORDER BY ({_FIRST})"
        return self.kept("languages", lambda: tuple(self._column(ordered)))

    def types(self) -> list[str]:
        """The types of instruments, in the order of their letters."""
        return self._column(_EACH.format("type"))

    def values(self, column: Literal["language", "type"]) -> list[str]:
        """The languages or types of the instruments whose text is here, in the order of their letters."""
        return self._column(f"SELECT DISTINCT {column} FROM instruments WHERE {_OWN} AND in_corpus ORDER BY 1")

    def dated(self, since: str, until: str) -> set[str]:
        """The instruments with a date in these days; of one whose year alone is known, if the year has one of them."""
        own = "SELECT instrument FROM instrument_dates JOIN instruments ON id = instrument"
        years = (
            f"SELECT id FROM instruments WHERE {_OWN} AND year <> 0 AND printf('%04d-12-31', year) >= ?1"
            " AND printf('%04d-01-01', year) <= ?2 AND id NOT IN (SELECT instrument FROM instrument_dates)"
        )
        return set(self._column(f"{own} WHERE {_OWN} AND date BETWEEN ?1 AND ?2 UNION {years}", since, until))

    def named(self, spelled: Sequence[str]) -> set[str]:
        """The instruments with a name of just these folded words."""
        return set(self._column("SELECT meant FROM names WHERE keys = ? AND role <> ?", " ".join(spelled), INITIALS))

    def named_from(self, spelled: Sequence[str]) -> set[str]:
        """The instruments with a name that begins with these folded words."""
        said = " ".join(spelled)
        where = "(keys = ? OR keys >= ? AND keys < ?) AND role <> ?"
        return set(self._column(f"SELECT meant FROM names WHERE {where}", said, f"{said} ", f"{said}!", INITIALS))

    def worded(self, words: Collection[str], *, titles: bool = False) -> set[str]:
        """The instruments in whose names, or in whose titles, all of these folded words stand; words must be some."""
        rarest, *others = sorted(words, key=self._times)
        limit = " AND in_title" * titles
        other = f" AND meant IN (SELECT meant FROM name_words n WHERE n.word = ? AND n.meant = o.meant{limit})"
        where = f"word = ?{limit}{other * len(others)}"
        return set(self._column(f"SELECT meant FROM name_words o WHERE {where}", rarest, *others))

    def _times(self, word: str) -> int:
        """How many instruments have a word in their names, counted up to a bound."""
        counted = "SELECT count(*) FROM (SELECT 1 FROM name_words WHERE word = ? LIMIT ?)"
        return int(self._column(counted, word, _MANY)[0])

    def names(self) -> Iterator[tuple[str, str, str, bool, bool]]:
        """(id, name, its folded words, whether it is the title, whether the text is here) of all, in corpus order."""
        rows = self._db.execute(
            "SELECT meant, name, keys, is_title, in_corpus FROM names JOIN instruments ON id = meant WHERE role <> ?"
            " ORDER BY names.rowid",
            (INITIALS,),
        )
        return ((id, name, words, bool(is_title), bool(here)) for id, name, words, is_title, here in rows)

    def names_within(self, spelled: Sequence[str]) -> Iterator[tuple[int, str, Meaning]]:
        """What a text of these folded words may begin with: (how many words, how they are joined, what they mean).

        The longest names come first. Of all names that a text begins with, none comes after it by the alphabet; so the
        last that does not is one, or begins with as many of its words as any that is.
        """
        said = list(spelled)
        while said and (found := self._last_name(" ".join(said))):
            its = found.split(" ")
            if said[: len(its)] == its:
                yield from ((len(its), *meaning) for meaning in self._meanings(found))
                its.pop()
            said = said[: _alike(said, its)]

    def _last_name(self, said: str) -> str:
        return next(iter(self._column("SELECT keys FROM names WHERE keys <= ? ORDER BY keys DESC LIMIT 1", said)), "")

    def _meanings(self, spelled: str) -> Iterator[tuple[str, Meaning]]:
        select = "SELECT joint, role, meant, name FROM names WHERE keys = ? AND role IN (?, ?)"
        for joint, role, id, name in self._db.execute(select, (spelled, NAME, INITIALS)):
            yield joint, (role, id if role == NAME else f"{id} {name}")

    def documents(self, noun: str) -> list[tuple[str, tuple[str, ...], str]]:
        """(instrument, folded words of the title, eid) of annexes that are called by this noun, in corpus order."""
        rows = self._db.execute("SELECT instrument, keys, eid FROM documents WHERE noun = ? ORDER BY rowid", (noun,))
        return [(instrument, tuple(spelled.split(" ")), eid) for instrument, spelled, eid in rows]

    def _column(self, select: str, *values: object) -> list[str]:
        """The first column of what a statement selects."""
        return [row[0] for row in self._db.execute(select, values)]

    def _read(self, where: str, *values: object) -> list[Instrument]:
        """The instruments that a condition chooses, in corpus order."""
        select = f"SELECT {_COLUMNS} FROM instruments WHERE {where} ORDER BY position"
        rows = self._db.execute(select, values).fetchall()
        ids = _listed(row[0] for row in rows)
        dates, aliases, sources = self._dates(ids), self._aliases(ids), self._files(ids)
        return [
            instrument_of(row, tuple(dates[row[0]]), tuple(aliases[row[0]]), tuple(sources[row[0]])) for row in rows
        ]

    def _dates(self, ids: str) -> Mapping[str, list[DateFact]]:
        columns = 'instrument, event, date, origin, quote, source, start, "end"'
        found: dict[str, list[DateFact]] = defaultdict(list)
        for instrument, *facts in self._parts("instrument_dates", columns, "rowid", ids):
            event, date, origin, quote, source, start, end = facts
            fact = DateFact(event=event, date=date, origin=origin, quote=quote, source=source, start=start, end=end)
            found[instrument].append(fact)
        return found

    def _aliases(self, ids: str) -> Mapping[str, list[Alias]]:
        found: dict[str, list[Alias]] = defaultdict(list)
        for instrument, name, since, until in self._parts("aliases", "instrument, name, since, until", "rowid", ids):
            found[instrument].append(Alias(name=name, since=since, until=until))
        return found

    def _files(self, ids: str) -> Mapping[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for instrument, file in self._parts("instrument_sources", "instrument, file", "file", ids):
            found[instrument].append(file)
        return found

    def _parts(self, table: str, columns: str, order: str, ids: str) -> Iterator[tuple[Any, ...]]:
        """The rows of a table that belong to these instruments."""
        select = f"SELECT {columns} FROM {table} WHERE instrument IN {_LISTED} ORDER BY {order}"
        return iter(self._db.execute(select, (ids,)))


def _listed(ids: Iterable[str]) -> str:
    """Values as the one that a statement takes them from."""
    return json.dumps(list(ids))


def _of(types: Collection[str] | None) -> str:
    return "number > ''" if types is None else f"type IN {_LISTED}"


def _types(types: Collection[str] | None) -> list[str]:
    return [] if types is None else [_listed(types)]


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """With how many of the same words two texts begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
