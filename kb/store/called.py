"""What instruments, documents that they print, and defined terms are called: tables made of those that are written.

A typed question asks for a name by its words. It reads here what it needs by key, however many instruments there are.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kb.analysis import key, keys, words
from kb.ids import ABOVE_ARTICLE

# What a name tells: the one instrument that bears it, or nothing by itself ("Bylaws", a mere type); or it is initials.
NAME, TITLE, INITIALS = "name", "title", "initials"
# A name that is known everywhere: the value is an id and the whole name. That a word is of names makes it no other.
CALLED = "called"
# A word behind a number that means a statute, and one that makes of a known name that of another.
ADJECTIVE, ANOTHER = "adjective", "another"
SILENT = frozenset({"whose", "statute", "asking", CALLED, INITIALS, ADJECTIVE, ANOTHER})
# How the keys of an entry may be joined: by anything, by hyphens ("by-law" is not "by Law"), by stops ("C.F."), or
# written as one word of capitals ("CF").
LOOSE, HYPHENED, DOTTED, SOLID = "", "-", ".", "^"
# Initials of no more letters may be those of several names, whichever the grammars know them by.
_FEW_INITIALS = 2
# What begins the roles of words of the query language, which are no words of a reference.
SEARCH = "search "

Meaning = tuple[str, str]
ReferenceWords = Mapping[str, Sequence[Meaning]]
_Row = tuple[str, str, str, str, str, bool]

_PRINTED = """
  SELECT id, title, 1, position, 0 FROM instruments WHERE witness_of = '' UNION ALL
  SELECT id, name, 0, position, aliases.rowid FROM aliases JOIN instruments ON id = instrument WHERE witness_of = ''
  ORDER BY 4, 5
"""
_ANNEXES = """
  SELECT instrument, eid, heading FROM nodes JOIN instruments ON id = instrument
  WHERE kind = 'annex' AND witness_of = '' ORDER BY position, "order"
"""
_WORDS = """
  INSERT INTO name_words SELECT value, meant, max(is_title)
  FROM names, json_each('["' || replace(keys, ' ', '","') || '"]')
  WHERE role <> 'initials' AND keys <> '' GROUP BY 1, 2
"""


def tell_names(db: sqlite3.Connection) -> None:
    """Fill the tables of names from those of instruments, nodes and reference words."""
    words_of = reference_words(db)
    db.executemany("INSERT INTO names VALUES (?, ?, ?, ?, ?, ?)", _names(db, words_of))
    db.execute(_WORDS)
    nouns = {word for word, its in words_of.items() if any(role == "statute" for role, _ in its)}
    db.executemany("INSERT INTO documents VALUES (?, ?, ?, ?)", _documents(db, nouns))
    db.executemany("INSERT OR IGNORE INTO term_words VALUES (?, ?)", _term_words(db))
    db.executemany("INSERT OR IGNORE INTO heading_words VALUES (?, ?, ?)", _heading_words(db))


def reference_words(db: sqlite3.Connection) -> dict[str, list[Meaning]]:
    """Folded word -> what it means in a typed reference."""
    found: dict[str, list[Meaning]] = defaultdict(list)
    for word, role, value in db.execute("SELECT key, role, value FROM reference_words"):
        if not role.startswith(SEARCH):
            found[word].append((role, value))
    return dict(found)


def meanings(words_of: ReferenceWords) -> dict[tuple[tuple[str, ...], str], set[Meaning]]:
    """What words of references mean, by their keys and how these are joined."""
    found: dict[tuple[tuple[str, ...], str], set[Meaning]] = defaultdict(set)
    for word, its in words_of.items():
        found[keys(word), joint(word)].update(its)
    return found


def joint(word: str) -> str:
    """How the keys of a word of references are joined: "C.C." by its stops."""
    spelled = keys(word)
    if len(spelled) > 1 and all(len(one) == 1 for one in spelled):
        return DOTTED
    return HYPHENED if "-" in word else LOOSE


def _names(db: sqlite3.Connection, words_of: ReferenceWords) -> Iterator[_Row]:
    """The names of every instrument in corpus order, then the initials of names."""
    told = _roles(words_of)
    abbreviated = _Initials(words_of)
    for instrument, name, is_title, *_ in db.execute(_PRINTED):
        spelled = keys(name)
        role = NAME if spelled and _is_telling(spelled, told) else TITLE
        yield " ".join(spelled), LOOSE, role, instrument, name, is_title
        abbreviated.add(instrument, name)
    for letters, how, instrument, name in abbreviated.rows():
        if how == DOTTED or letters not in told:
            yield letters, how, INITIALS, instrument, name, False


def _roles(words_of: ReferenceWords) -> dict[str, set[str]]:
    """Single word -> what it may be in a reference beside a word of names."""
    single = {spelled[0]: its for (spelled, _), its in meanings(words_of).items() if len(spelled) == 1}
    roles = {word: {role for role, _ in its if role not in SILENT} for word, its in single.items()}
    return {word: its for word, its in roles.items() if its}


def _is_telling(name: Sequence[str], told: Mapping[str, set[str]]) -> bool:
    """Whether a name names an instrument: "Ley 45" does; "Bylaws" says a type, "Chapter 1" and "46" a provision."""
    own = any(word not in told and not word.isdecimal() for word in name)
    return own or (len(name) > 1 and "type" in told.get(name[0], ()))


class _Initials:
    """The initials of names that begin with a noun of statutes: "CF" and "C.F." are the Código Fiscal.

    Where the grammars say whose initials these are, as of "C.P.C.", no other name has them; two letters are anybody's.
    """

    def __init__(self, words_of: ReferenceWords) -> None:
        self._nouns = {keys(word)[0] for word, its in words_of.items() if any(role == "statute" for role, _ in its)}
        self._settled: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
        self._found: dict[tuple[tuple[str, ...], str, str], None] = {}
        for word, its in words_of.items():
            for value in (value for role, value in its if role == CALLED):
                instrument, _, name = value.partition(" ")
                self.add(instrument, name)
                if joint(word) == DOTTED and len(keys(word)) > _FEW_INITIALS:
                    self._settled[keys(word)].add(instrument)

    def add(self, instrument: str, name: str) -> None:
        """Take the initials of a name; one with a number has none."""
        if any(one.isdecimal() for one in name):
            return
        capitals = tuple(key(word[0]) for word, _, _ in words(name) if word[0].isupper())
        if len(capitals) > 1 and keys(name)[0] in self._nouns:
            self._found[capitals, instrument, name] = None

    def rows(self) -> Iterator[tuple[str, str, str, str]]:
        """(keys, how they are joined, instrument, name) of all that were taken."""
        for capitals, instrument, name in self._found:
            if instrument in self._settled.get(capitals, (instrument,)):
                yield " ".join(capitals), DOTTED, instrument, name
                yield "".join(capitals), SOLID, instrument, name


def _documents(db: sqlite3.Connection, nouns: Iterable[str]) -> Iterator[tuple[str, str, str, str]]:
    """The annexes whose headings begin with the noun of a statute or treaty, in corpus order."""
    for instrument, eid, heading in db.execute(_ANNEXES):
        noun = next(iter(keys(heading)), "")
        if noun in nouns:
            yield noun, " ".join(keys(heading)), instrument, eid


def _term_words(db: sqlite3.Connection) -> Iterator[tuple[str, int]]:
    """Each word of each defined term."""
    for definition, term in db.execute("SELECT rowid, term FROM definitions"):
        yield from ((word, definition) for word in keys(term))


def _heading_words(db: sqlite3.Connection) -> Iterator[tuple[str, str, str]]:
    """Each word of what articles stand under, by what it is called."""
    kinds = ", ".join("?" * len(ABOVE_ARTICLE))
    select = f"SELECT instrument, eid, label, heading FROM nodes WHERE kind IN ({kinds})"
    for instrument, eid, label, heading in db.execute(select, ABOVE_ARTICLE):
        yield from ((word, instrument, eid) for word in keys(f"{label} {heading}"))
