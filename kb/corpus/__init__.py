"""Folders of files -> documents: decoded text, with what is said of it and by whom.

`corpus/<jurisdiction>/<collection>/` holds a manifest and source files. A file without a manifest entry, or a whole
folder without a manifest, is read just the same, under provisional addresses. The next stages may rely on every
document being text, and on every instrument id being said once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from kb import ids
from kb.analysis import language_of
from kb.corpus import manifest
from kb.corpus.folders import walk
from kb.corpus.manifest import InstrumentEntry, Manifest, SourceEntry
from kb.corpus.reader import DecodedText, media_type, read
from kb.corpus.unreadable import UnreadableSource
from kb.grammar import Grammar
from kb.model import ArticuladoError, Problem, Source

__all__ = ["Corpus", "Document", "InstrumentEntry", "SourceFile", "UnreadableSource", "listed", "nothing_read"]

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
    """The source files in the order of their paths, and what is not among them.

    `skipped` are the files that no reader takes, each with why, `unreadable` the places that cannot be read.
    """

    root: Path
    files: tuple[SourceFile, ...]
    skipped: tuple[str, ...]
    unreadable: tuple[Problem, ...] = ()


def listed(root: Path) -> Corpus:
    """Every source file below `root`, none of them read yet.

    ArticuladoError when the folder is missing or a manifest is wrong.
    """
    if not root.is_dir():
        raise ArticuladoError(f"{root}: there is no such folder; name the corpus with --corpus DIR.")
    found = walk(root)
    inside: dict[Path, list[Path]] = {root: []}
    for path in found.files:
        inside.setdefault(path.parent, []).append(path)
    files, skipped = list[SourceFile](), list(found.skipped)
    for folder in sorted(inside):
        collection = _collection(root, folder, inside[folder])
        skipped.extend(collection.skipped())
        files.extend(map(collection.file, collection.sources()))
    _unique(files)
    return Corpus(root, tuple(files), tuple(skipped), tuple(found.problems))


def nothing_read(root: Path, unreadable: int) -> ArticuladoError:
    """What to say of a corpus of which nothing was read, though so many files or folders are there."""
    if unreadable:
        remedy = "allow reading, and give texts as UTF-8"
        return ArticuladoError(f"{root}: nothing of {unreadable} here can be read; {remedy}.")
    return ArticuladoError(f"{root}: there is no text to read here; put .txt or .md files into it.")


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """A source file that is not read yet, with all that its collection says of it.

    `file` is its path from the root of the corpus, `entry` what the manifest says of the file, `claims` what it says
    that the file holds.
    """

    path: Path
    file: str
    entry: SourceEntry
    claims: tuple[InstrumentEntry, ...]
    provisional: str
    jurisdiction: str
    manifest: Path | None

    def content(self) -> bytes:
        """Its bytes; UnreadableSource when the system does not give them."""
        try:
            return self.path.read_bytes()
        except OSError as error:
            raise UnreadableSource(self.file, "closed", system=error.strerror or str(error)) from error

    def said(self) -> str:
        """All that its reading depends on besides its bytes and the program."""
        claims = [replace(claim, line=0) for claim in self.claims]
        return repr((self.file, self.entry, claims, self.provisional, self.jurisdiction))

    def document(self, data: bytes, grammars: Mapping[str, Grammar]) -> Document:
        """The source as its bytes are read; UnreadableSource when they are no text.

        ArticuladoError when the manifest says of them what is not so.
        """
        entry = self.entry
        digest = hashlib.sha256(data).hexdigest()
        self._refuse_other(digest)
        text = read(data, self.file)
        grammar = self._grammar(text, grammars)
        return Document(
            source=Source(
                file=self.file,
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
            claims=self.claims,
            provisional=self.provisional,
            jurisdiction=self.jurisdiction,
            manifest=self.manifest,
            facts=text.facts,
            hints=text.hints,
            links=text.links,
        )

    def _refuse_other(self, found: str) -> None:
        """Refuse bytes of another digest than the manifest says."""
        said = self.entry.sha256
        if said and said.lower() != found:
            raise ArticuladoError(
                f"{self._place(said)}{self.entry.file} has changed since this sha256 was written; "
                f"put the file back, or write {found} once you have checked it."
            )

    def _place(self, words: str) -> str:
        """Where the manifest says these words, to begin a sentence with; nothing where there is no manifest."""
        return f"{self.manifest}, line {_line_of(self.manifest, words)}: " if self.manifest and words else ""

    def _grammar(self, text: DecodedText, grammars: Mapping[str, Grammar]) -> Grammar:
        tradition, language = self.entry.tradition, self.entry.language
        if tradition and tradition not in grammars:
            known = ", ".join(sorted(grammars))
            raise ArticuladoError(f"{self._place(tradition)}no tradition {tradition!r}; there are {known}.")
        if tradition:
            return grammars[tradition]
        spoken = sorted({g.language for g in grammars.values()})
        found = language.split("-")[0] or language_of(text.words, spoken)
        fitting = [g for g in grammars.values() if g.language == found]
        if not fitting:
            raise ArticuladoError(
                f"{self._place(language)}no tradition is written in the language {found!r}; there are"
                f" {', '.join(spoken)}, and more can be added under kb/grammars."
            )
        return _fittest(fitting, self.jurisdiction, text.words)


def _collection(root: Path, folder: Path, files: Sequence[Path]) -> _Collection:
    said = manifest.load(folder)
    claims: dict[str, list[InstrumentEntry]] = {}
    for entry in said.instruments:
        claims.setdefault(entry.file, []).append(entry)
    return _Collection(root, folder, files, said, {entry.file: entry for entry in said.sources}, claims)


@dataclass(frozen=True, slots=True)
class _Collection:
    """A folder with its manifest; `listed` and `claims` are what that says, by the file it says it of."""

    root: Path
    folder: Path
    files: Sequence[Path]
    manifest: Manifest
    listed: Mapping[str, SourceEntry]
    claims: Mapping[str, Sequence[InstrumentEntry]]

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

    def file(self, path: Path) -> SourceFile:
        """A source with what the manifest says of it."""
        inside = path.relative_to(self.folder).as_posix()
        return SourceFile(
            path=path,
            file=path.relative_to(self.root).as_posix(),
            entry=self.listed.get(inside) or self.manifest.unlisted(inside),
            claims=tuple(self.claims.get(inside, ())),
            provisional=self._provisional(path),
            jurisdiction=self._jurisdiction(),
            manifest=self.manifest.path,
        )

    def _jurisdiction(self) -> str:
        first = self.folder.relative_to(self.root).parts[:1]
        by_folder = first[0] if first and len(first[0]) == 2 and first[0].isalpha() else NOWHERE
        return (self.manifest.jurisdiction or by_folder).lower()

    def _provisional(self, path: Path) -> str:
        name = ids.slug(path.name.split(".")[0]) or "text"
        return f"{self._jurisdiction()}/{manifest.collection_name(self.folder)}/{name}"


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


def _is_about(path: Path) -> bool:
    return path.name.split(".")[0].lower() in _ABOUT


def _line_of(path: Path, words: str) -> int:
    lines = path.read_text("utf-8").splitlines()
    return next((n for n, line in enumerate(lines, 1) if words in line), 1)


def _unique(files: Sequence[SourceFile]) -> None:
    """Two claims may not have one id, be it of now or of before: an address means one instrument."""
    seen: dict[str, tuple[SourceFile, InstrumentEntry]] = {}
    for file in files:
        for claim in file.claims:
            for id in (claim.id, *claim.formerly):
                other, its = seen.setdefault(id, (file, claim))
                if its is not claim:
                    raise ArticuladoError(
                        f"{file.manifest}, line {claim.line}: id {id!r} is already that of"
                        f" {its.id if other is file else other.file}; give each instrument its own."
                    )
