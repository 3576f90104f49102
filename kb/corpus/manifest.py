"""manifest.toml: what a curator says the files of one collection are and hold.

Every mistake is one sentence with the file, the line and the remedy.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path, PurePosixPath
from reprlib import repr as shortly
from typing import Any, NoReturn

from kb.grammar.shapes import line_of
from kb.ids import slug
from kb.model import Alias, ArticuladoError, DateFact

NAME = "manifest.toml"

_SHAPES: dict[str, dict[str, type | tuple[type, ...]]] = {
    "collection": {"title": str, "jurisdiction": str, "language": str, "note": str, "notice": (str, dict)},
    "source": {
        "file": str,
        "sha256": str,
        "language": str,
        "tradition": str,
        "layout": str,
        "title": str,
        "rights": str,
        "notice": (str, dict),
    },
    "instrument": {
        "id": str,
        "file": str,
        "record": int,
        "records": list,
        "type": str,
        "number": (str, int),
        "year": int,
        "title": str,
        "language": str,
        "authority": str,
        "evidence": str,
        "note": str,
        "aliases": list,
        "formerly": list,
        "dates": list,
    },
}
_NEEDED = {"collection": (), "source": ("file",), "instrument": ("id", "title")}
# What an instrument says in words that are taken as they are.
_PLAIN = ("id", "title", "type", "language", "authority", "evidence", "note")
_LAYOUTS = ("plain", "records")
_EVENTS = ("passed", "sanctioned", "promulgated", "recorded")
_ID = re.compile(r"[a-z]{2}(?:/[a-z0-9][a-z0-9.-]*)+")
_JURISDICTION = re.compile(r"[A-Za-z]{2}")
# Letters: an id becomes folders of the site, a name a pattern that every text is searched for.
_LONGEST = {"id": 200, "aliases": 200, "number": 40, "title": 1000}
_LAST_YEAR = 9999
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]+)*")

# (language, words); the language is "" where the words are in that of the file.
Notices = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceEntry:
    """What the manifest says of a file; empty where it says nothing."""

    file: str
    sha256: str = ""
    language: str = ""
    tradition: str = ""
    layout: str = ""
    title: str = ""
    rights: str = ""
    notices: Notices = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class InstrumentEntry:
    """What the manifest says a file, or some of its records, is; asserted by the curator."""

    id: str
    file: str
    title: str
    records: tuple[int, ...] = ()
    type: str = ""
    number: str | None = None
    year: int | None = None
    language: str = ""
    authority: str = ""
    evidence: str = ""
    note: str = ""
    aliases: tuple[Alias, ...] = ()
    formerly: tuple[str, ...] = ()
    dates: tuple[DateFact, ...] = ()
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """A whole manifest; `path` is None for a folder that has none."""

    path: Path | None
    title: str = ""
    jurisdiction: str = ""
    language: str = ""
    sources: tuple[SourceEntry, ...] = ()
    instruments: tuple[InstrumentEntry, ...] = ()
    notices: Notices = ()

    def unlisted(self, file: str) -> SourceEntry:
        """What holds for a file of the folder that the manifest does not name."""
        return SourceEntry(file=file, language=self.language, notices=self.notices)


def load(folder: Path) -> Manifest:
    """The manifest of `folder`, checked; an empty one when the folder has none. ArticuladoError for any mistake."""
    path = folder / NAME
    if not path.is_symlink() and not path.exists():
        return Manifest(path=None)
    if not path.is_file():
        raise ArticuladoError(
            f"{path}: this is no file; a manifest is a text file, so rename this or put the file there."
        )
    return _Checked(path, *_parse(path)).manifest()


def _parse(path: Path) -> tuple[dict[str, Any], list[str]]:
    try:
        text = path.read_text("utf-8")
        return tomllib.loads(text), text.splitlines()
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise ArticuladoError(f"{path}, line {line}: this is not UTF-8; save the manifest as UTF-8.") from error
    except RecursionError as error:
        raise ArticuladoError(f"{path}: lists or tables stand too deep in one another; write them flat.") from error
    except ValueError as error:
        # What is no TOML, and numbers of thousands of digits, which Python does not read.
        raise ArticuladoError(f"{path}: not TOML: {error}; correct it there.") from error
    except OSError as error:
        raise ArticuladoError(
            f"{path}: cannot be read ({error.strerror}); allow reading it, or take it away."
        ) from error


@dataclass(frozen=True, slots=True)
class _Checked:
    path: Path
    data: dict[str, Any]
    lines: list[str]

    def manifest(self) -> Manifest:
        for name in self.data:
            if name not in _SHAPES:
                self._fail(name, 0, name, f"{name!r} is not a part of a manifest; use {', '.join(_SHAPES)}")
        collection = self._tables("collection")[:1]
        first = collection[0] if collection else {}
        notices = self._notices("collection", 0, first)
        language = self._language(first.get("language", ""))
        sources = [self._source(at, entry, language, notices) for at, entry in enumerate(self._tables("source"))]
        instruments = [self._instrument(at, entry, sources) for at, entry in enumerate(self._tables("instrument"))]
        self._unique("source", "file", [s.file for s in sources])
        self._unique("instrument", "id", [i.id for i in instruments])
        return Manifest(
            path=self.path,
            title=first.get("title", ""),
            jurisdiction=self._jurisdiction(first.get("jurisdiction", "")),
            language=language,
            sources=tuple(sources),
            instruments=tuple(instruments),
            notices=notices,
        )

    def _jurisdiction(self, said: str) -> str:
        if said and not _JURISDICTION.fullmatch(said):
            self._fail(
                "collection", 0, "jurisdiction", f"{said!r} is no country; write the two letters of one, as in co"
            )
        return said

    def _language(self, said: str) -> str:
        if said and not _LANGUAGE.fullmatch(said):
            self._fail("collection", 0, "language", f"{said!r} is no language; write its code, as in es")
        return said

    def _tables(self, name: str) -> list[dict[str, Any]]:
        found = self.data.get(name, [])
        entries = [found] if isinstance(found, dict) else found
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            self._fail(name, 0, name, f"{name!r} must be a table; write [[{name}]]")
        for at, entry in enumerate(entries):
            self._shape(name, at, entry)
        return list(entries)

    def _shape(self, name: str, at: int, entry: Mapping[str, Any]) -> None:
        for key, value in entry.items():
            wanted = _SHAPES[name].get(key)
            if wanted is None:
                self._fail(name, at, key, f"{key!r} is not a key of [[{name}]]; use {', '.join(_SHAPES[name])}")
            if not isinstance(value, wanted) or isinstance(value, bool):
                self._fail(name, at, key, f"{key!r} must be {_called(wanted)}, not {shortly(value)}")
            if any(map(_CONTROL.search, _words(value))):
                self._fail(name, at, key, f"{key!r} holds a control character; take it out")
        for key in _NEEDED[name]:
            if not entry.get(key):
                self._fail(name, at, "", f"[[{name}]] needs a {key!r}; add it")

    def _source(self, at: int, entry: dict[str, Any], language: str, notices: Notices) -> SourceEntry:
        file = self._file("source", at, entry["file"])
        if entry.get("layout", "plain") not in _LAYOUTS:
            self._fail("source", at, "layout", f"layout {entry['layout']!r} is unknown; use {' or '.join(_LAYOUTS)}")
        known = {key: value for key, value in entry.items() if key != "notice"}
        if not entry.get("language") and not entry.get("tradition"):
            known["language"] = language
        return SourceEntry(**{**known, "file": file}, notices=self._notices("source", at, entry) or notices)

    def _notices(self, name: str, at: int, entry: Mapping[str, Any]) -> Notices:
        said = entry.get("notice", {})
        table = said if isinstance(said, dict) else {"": said}
        for language, words in table.items():
            if not isinstance(words, str) or not words.strip() or (said is table and not _LANGUAGE.fullmatch(language)):
                self._fail(name, at, "notice", 'a notice is words, or words by language: { es = "…", en = "…" }')
        return tuple(table.items())

    def _file(self, name: str, at: int, file: str) -> str:
        path, folder = PurePosixPath(file.replace("\\", "/")), self.path.parent
        if path.is_absolute() or ".." in path.parts or re.match(r"[A-Za-z]:", file):
            self._fail(name, at, "file", f"{file!r} lies outside the collection's folder; move the file into it")
        if not Path(os.path.realpath(folder / path)).is_relative_to(os.path.realpath(folder)):
            self._fail(name, at, "file", f"{file!r} leads outside the collection's folder; put the file itself there")
        if not (folder / path).is_file():
            self._fail(name, at, "file", f"there is no file {file!r} in this folder; correct the name or add the file")
        return path.as_posix()

    def _instrument(self, at: int, entry: dict[str, Any], sources: Sequence[SourceEntry]) -> InstrumentEntry:
        self._within(at, "title", entry["title"])
        self._within(at, "id", entry["id"])
        if not _ID.fullmatch(entry["id"]):
            self._fail("instrument", at, "id", f"id {entry['id']!r} is not an address such as co/ley/1923/45")
        file = self._of_file(at, entry, sources)
        known = {key: entry[key] for key in _PLAIN if key in entry}
        named = _named_by(entry["id"])
        number = entry.get("number", named[1])
        self._within(at, "number", str(number or ""))
        return InstrumentEntry(
            **{"type": named[0], **known},
            file=file,
            records=self._records(at, entry),
            number=None if number is None else str(number),
            year=self._year(at, entry.get("year", named[2])),
            aliases=tuple(self._alias(at, alias) for alias in entry.get("aliases", ())),
            formerly=self._formerly(at, entry),
            dates=tuple(self._date(at, fact) for fact in entry.get("dates", ())),
            line=self._line("instrument", at, ""),
        )

    def _within(self, at: int, key: str, words: str) -> None:
        if len(words) > _LONGEST[key]:
            self._fail("instrument", at, key, f"{key!r} is longer than {_LONGEST[key]} letters; write a shorter one")

    def _year(self, at: int, year: int | None) -> int | None:
        if year is not None and not 0 < year <= _LAST_YEAR:
            self._fail("instrument", at, "year", f"{year} is no year; write one like 1923")
        return year

    def _of_file(self, at: int, entry: Mapping[str, Any], sources: Sequence[SourceEntry]) -> str:
        if "file" in entry:
            return self._file("instrument", at, entry["file"])
        if len(sources) != 1:
            self._fail("instrument", at, "id", "say with `file` in which source this instrument stands")
        return sources[0].file

    def _records(self, at: int, entry: Mapping[str, Any]) -> tuple[int, ...]:
        records = entry.get("records", [entry["record"]] if "record" in entry else [])
        if not all(isinstance(r, int) and r > 0 for r in records):
            self._fail("instrument", at, "records", f"records must be line numbers of the file, not {shortly(records)}")
        return tuple(records)

    def _formerly(self, at: int, entry: Mapping[str, Any]) -> tuple[str, ...]:
        former = entry.get("formerly", [])
        wrong = next((id for id in former if not _is_address(id)), None)
        if wrong is not None:
            self._fail("instrument", at, "formerly", f"{shortly(wrong)} is not an address such as co/leyes-1923/r13")
        if entry["id"] in former:
            self._fail("instrument", at, "formerly", f"{entry['id']!r} is what it is called now; take it out here")
        return tuple(dict.fromkeys(former))

    def _alias(self, at: int, alias: Any) -> Alias:
        table = {"name": alias} if isinstance(alias, str) else alias
        if not isinstance(table, dict) or not table.get("name") or not set(table) <= {"name", "since", "until"}:
            self._fail("instrument", at, "aliases", "an alias is a name, or { name, since, until }")
        self._within(at, "aliases", str(table["name"]))
        days = {key: self._day(at, "aliases", table[key]) for key in ("since", "until") if key in table}
        return Alias(name=str(table["name"]), since=days.get("since"), until=days.get("until"))

    def _date(self, at: int, fact: Any) -> DateFact:
        if not isinstance(fact, dict) or not {"event", "date"} <= set(fact) or fact["event"] not in _EVENTS:
            self._fail("instrument", at, "dates", f"a date is {{ event, date }}, the event one of {', '.join(_EVENTS)}")
        day = self._day(at, "dates", fact["date"])
        return DateFact(event=fact["event"], date=day, origin="curator", quote=str(fact.get("quote", "")))

    def _day(self, at: int, key: str, value: Any) -> str:
        try:
            return date.fromisoformat(str(value)).isoformat()
        except ValueError:
            self._fail("instrument", at, key, f"{shortly(value)} is not a date; write it as 1923-07-19")

    def _unique(self, name: str, key: str, values: Sequence[str]) -> None:
        met = set[str]()
        for at, value in enumerate(values):
            if value in met:
                self._fail(name, at, key, f"{key} {value!r} stands here a second time; give each its own")
            met.add(value)

    def _fail(self, name: str, at: int, key: str, why: str) -> NoReturn:
        raise ArticuladoError(f"{self.path}, line {self._line(name, at, key)}: {why}.")

    def _line(self, name: str, at: int, key: str) -> int:
        return line_of(self.lines, name, at, key)


def _named_by(id: str) -> tuple[str, str | None, int | None]:
    """(type, number, year) that an address like co/ley/1923/45 says by itself."""
    parts = id.split("/")
    if len(parts) == 4 and parts[2].isdecimal() and len(parts[2]) <= len(str(_LAST_YEAR)):
        return parts[1], parts[3], int(parts[2])
    return (parts[1] if len(parts) > 2 else "", None, None)


def _called(wanted: type | tuple[type, ...]) -> str:
    """What a value must be, in words."""
    kinds = wanted if isinstance(wanted, tuple) else (wanted,)
    return " or ".join(kind.__name__ for kind in kinds)


def _is_address(id: Any) -> bool:
    return isinstance(id, str) and len(id) <= _LONGEST["id"] and _ID.fullmatch(id) is not None


def _words(value: Any) -> Iterable[str]:
    """The words of a value, those of the lists and tables in it too."""
    left = [value]
    while left:
        one = left.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, list):
            left.extend(one)
        elif isinstance(one, dict):
            left.extend([*one, *one.values()])


def collection_name(folder: Path) -> str:
    """The name of a collection: its folder's, as a slug."""
    return slug(folder.name) or "collection"
