"""Folders of files -> documents: decoded text, with what is said of it and by whom.

`corpus/<jurisdiction>/<collection>/` holds a manifest and source files. A file without a manifest entry, or a whole
folder without a manifest, is read just the same, under provisional addresses. The next stages may rely on every
document being text, and on every instrument id being said once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kb import ids
from kb.analysis import language_of
from kb.corpus import manifest
from kb.corpus.folders import walk
from kb.corpus.manifest import InstrumentEntry, Manifest, SourceEntry
from kb.corpus.reader import Text, media_type, read
from kb.corpus.unreadable import UnreadableSource
from kb.grammar import Grammar
from kb.model import ArticuladoError, Problem, Source

__all__ = ["Corpus", "Document", "InstrumentEntry", "load"]

# ISO 3166 leaves zz to its users: here, a text whose country nobody has said.
NOWHERE = "zz"
_ABOUT = frozenset({"readme", "license", "licence", "copying", "notice", "changelog"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One source file: its words, its grammar, and the curator's word on what it holds.

    `provisional` is the address that its instrument has when nobody has identified it; records add `/r<number>`.
    """

    source: Source
    words: str
    grammar: Grammar
    claims: tuple[InstrumentEntry, ...]
    provisional: str
    jurisdiction: str
    manifest: Path | None
    facts: Mapping[str, str] = field(default_factory=dict)
    hints: tuple[tuple[int, int, str], ...] = ()
    links: tuple[tuple[int, int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Corpus:
    """The documents in the order of their paths, and what is not among them.

    `skipped` are the files that no reader takes, each with why, `unreadable` the sources that cannot be read.
    """

    documents: tuple[Document, ...]
    skipped: tuple[str, ...]
    unreadable: tuple[Problem, ...] = ()


def load(root: Path, grammars: Mapping[str, Grammar]) -> Corpus:
    """Every document below `root`; a source that cannot be read is a problem, and the others are read without it.

    ArticuladoError when the folder is missing or holds nothing that can be read, or a manifest is wrong.
    """
    if not root.is_dir():
        raise ArticuladoError(f"{root}: there is no such folder; name the corpus with --corpus DIR.")
    found = walk(root)
    inside: dict[Path, list[Path]] = {root: []}
    for path in found.files:
        inside.setdefault(path.parent, []).append(path)
    documents, skipped, unreadable = list[Document](), list(found.skipped), list(found.problems)
    for folder in sorted(inside):
        collection = _collection(root, folder, inside[folder], grammars)
        skipped.extend(collection.skipped())
        for path in collection.sources():
            try:
                documents.append(collection.document(path))
            except UnreadableSource as error:
                unreadable.append(error.problem)
    if not documents:
        raise ArticuladoError(_nothing(root, len(unreadable)))
    _unique(documents)
    return Corpus(tuple(documents), tuple(skipped), tuple(unreadable))


def _nothing(root: Path, unreadable: int) -> str:
    if unreadable:
        return f"{root}: nothing of {unreadable} here can be read; allow reading, and give texts as UTF-8."
    return f"{root}: there is no text to read here; put .txt or .md files into it."


def _collection(root: Path, folder: Path, files: Sequence[Path], grammars: Mapping[str, Grammar]) -> _Collection:
    said = manifest.load(folder)
    claims: dict[str, list[InstrumentEntry]] = {}
    for entry in said.instruments:
        claims.setdefault(entry.file, []).append(entry)
    return _Collection(root, folder, files, said, {entry.file: entry for entry in said.sources}, claims, grammars)


@dataclass(frozen=True, slots=True)
class _Collection:
    """A folder with its manifest; `listed` and `claims` are what that says, by the file it says it of."""

    root: Path
    folder: Path
    files: Sequence[Path]
    manifest: Manifest
    listed: Mapping[str, SourceEntry]
    claims: Mapping[str, Sequence[InstrumentEntry]]
    grammars: Mapping[str, Grammar]

    def sources(self) -> Iterator[Path]:
        """The files that a reader takes, or that the manifest names."""
        return (path for path in self._own() if self._taken(path))

    def skipped(self) -> Iterator[str]:
        """A line for each file that no reader takes."""
        for path in self._own():
            if not self._taken(path) and path.name != manifest.NAME:
                kind = "about the collection" if _is_about(path) else f"no reader for {path.suffix or 'such files'} yet"
                yield f"{path.relative_to(self.root).as_posix()}: {kind}"

    def _own(self) -> list[Path]:
        return sorted({*self.files, *(self.folder / file for file in self.listed)})

    def _taken(self, path: Path) -> bool:
        listed = path.relative_to(self.folder).as_posix() in self.listed
        return listed or (media_type(path.name) is not None and not _is_about(path))

    def document(self, path: Path) -> Document:
        """A source as it is read; UnreadableSource when it cannot be."""
        file, inside = path.relative_to(self.root).as_posix(), path.relative_to(self.folder).as_posix()
        entry = self.listed.get(inside) or self.manifest.unlisted(inside)
        data = _bytes(path, file)
        digest = hashlib.sha256(data).hexdigest()
        self._same(entry.sha256, digest, inside)
        text = read(data, file)
        grammar = self._grammar(entry.tradition, entry.language, text)
        return Document(
            source=Source(
                file=file,
                sha256=digest,
                encoding=text.encoding,
                media_type=text.media_type,
                language=entry.language or grammar.language,
                layout=entry.layout,
                tradition=grammar.tag,
                characters=len(text.words),
                title=entry.title,
                rights=entry.rights,
                notices=tuple((code or entry.language or grammar.language, told) for code, told in entry.notices),
            ),
            words=text.words,
            grammar=grammar,
            claims=tuple(self.claims.get(inside, ())),
            provisional=self._provisional(path),
            jurisdiction=self._jurisdiction(),
            manifest=self.manifest.path,
            facts=text.facts,
            hints=text.hints,
            links=text.links,
        )

    def _same(self, said: str, found: str, file: str) -> None:
        if said and said.lower() != found:
            where = self.manifest.path
            line = _line_of(where, said) if where else 0
            raise ArticuladoError(
                f"{where}, line {line}: {file} has changed since this sha256 was written; "
                f"put the file back, or write {found} once you have checked it."
            )

    def _jurisdiction(self) -> str:
        first = self.folder.relative_to(self.root).parts[:1]
        by_folder = first[0] if first and len(first[0]) == 2 and first[0].isalpha() else NOWHERE
        return (self.manifest.jurisdiction or by_folder).lower()

    def _provisional(self, path: Path) -> str:
        name = ids.slug(path.name.split(".")[0]) or "text"
        return f"{self._jurisdiction()}/{manifest.collection_name(self.folder)}/{name}"

    def _grammar(self, tradition: str, language: str, text: Text) -> Grammar:
        if tradition and tradition not in self.grammars:
            known = ", ".join(sorted(self.grammars))
            where = self.manifest.path
            line = _line_of(where, tradition) if where else 0
            raise ArticuladoError(f"{where}, line {line}: no tradition {tradition!r}; there are {known}.")
        if tradition:
            return self.grammars[tradition]
        spoken = sorted({g.language for g in self.grammars.values()})
        found = language.split("-")[0] or language_of(text.words, spoken)
        fitting = [g for g in self.grammars.values() if g.language == found]
        if not fitting:
            where = self.manifest.path
            place = f"{where}, line {_line_of(where, language)}: " if where and language else ""
            raise ArticuladoError(
                f"{place}no tradition is written in the language {found!r}; there are {', '.join(spoken)},"
                " and more can be added under kb/grammars."
            )
        return _fittest(fitting, self._jurisdiction(), text.words)


def _fittest(grammars: Sequence[Grammar], jurisdiction: str, words: str) -> Grammar:
    """Of the traditions of one language the country's own, else the one whose words are used, else the general one."""
    counts = {g.tag: sum(map(words.count, g.recognise)) for g in grammars}
    return max(
        grammars,
        key=lambda g: (
            bool(g.jurisdiction) and g.jurisdiction == jurisdiction,
            counts[g.tag],
            not g.jurisdiction,
            g.tag,
        ),
    )


def _bytes(path: Path, file: str) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UnreadableSource(file, "closed", system=error.strerror or str(error)) from error


def _is_about(path: Path) -> bool:
    return path.name.split(".")[0].lower() in _ABOUT


def _line_of(path: Path, words: str) -> int:
    lines = path.read_text("utf-8").splitlines()
    return next((n for n, line in enumerate(lines, 1) if words in line), 1)


def _unique(documents: Sequence[Document]) -> None:
    """Two claims may not have one id, be it of now or of before: an address means one instrument."""
    seen: dict[str, tuple[Document, InstrumentEntry]] = {}
    for document in documents:
        for claim in document.claims:
            for id in (claim.id, *claim.formerly):
                other, its = seen.setdefault(id, (document, claim))
                if its is not claim:
                    raise ArticuladoError(
                        f"{document.manifest}, line {claim.line}: id {id!r} is already that of"
                        f" {its.id if other is document else other.source.file}; give each instrument its own."
                    )
