"""Bytes -> text. A reader takes the bytes of one kind of file and returns its words with offsets that stay true.

Plain text, Markdown and HTML are read now; DOCX and PDF will join as further readers.
"""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from kb.corpus.html import render
from kb.corpus.unreadable import UnreadableSource

# Longest first: the mark of UTF-32 little-endian begins with that of UTF-16.
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
HTML = "text/html"
MEDIA_TYPES = {
    ".txt": "text/plain",
    ".text": "text/plain",
    ".adoc": "text/plain",
    ".asciidoc": "text/plain",
    ".rst": "text/plain",
    ".cform": "text/plain",
    ".md": "text/markdown",
    ".markdown": "text/markdown",
    ".mdx": "text/mdx",
    ".html": HTML,
    ".htm": HTML,
    ".xhtml": HTML,
}
# How files begin that are no texts, whatever their names: PDF, PostScript, RTF, and archives, of which DOCX is one.
_NO_TEXTS = (b"%PDF-", b"%!PS-", b"{\\rtf", b"PK\x03\x04")
# Control characters that a text may hold: tab, line feed, vertical tab, form feed, carriage return.
_LAYOUT_CONTROLS = frozenset("\t\n\v\f\r")
# What Windows-1252 prints where Latin-1 has control characters.
_WINDOWS = {
    byte: bytes([byte]).decode("cp1252") for byte in range(0x80, 0xA0) if byte not in {0x81, 0x8D, 0x8F, 0x90, 0x9D}
}
# More than one control character in this many means that the bytes are not text.
_CHARACTERS_A_CONTROL = 200


@dataclass(frozen=True, slots=True)
class DecodedText:
    """The decoded words of a file; offsets everywhere are code points into `words`, line ends as in the file.

    For a page of HTML `words` is its kept rendering; `facts` is what the page says of itself, `hints` are stretches
    that are no running text, `links` stretches that lead somewhere.
    """

    words: str
    encoding: str
    media_type: str
    facts: Mapping[str, str] = field(default_factory=dict)
    hints: tuple[tuple[int, int, str], ...] = ()
    links: tuple[tuple[int, int, str], ...] = ()


def media_type(file: str) -> str | None:
    """The media type a reader gives for a file of this name, or None when no reader takes it."""
    return MEDIA_TYPES.get(PurePosixPath(file).suffix.lower())


def read(data: bytes, file: str) -> DecodedText:
    """The text of `data`: by its byte order mark (left out), else strict UTF-8, else Windows-1252.

    UnreadableSource when the bytes are not text. Windows-1252 stands in for Latin-1, as in HTML
    (WHATWG Encoding, section 4.2), and its five unused bytes are read as the controls that Latin-1 has there.
    """
    if data.startswith(_NO_TEXTS):
        raise UnreadableSource(file, "not-text")
    if media_type(file) == HTML:
        page = render(data, file)
        return DecodedText(page.words, page.encoding, HTML, dict(page.facts), page.hints, page.links)
    words, encoding = _decode(data, file)
    controls = sum(1 for c in words if ord(c) < 32 and c not in _LAYOUT_CONTROLS)
    if "\0" in words or controls * _CHARACTERS_A_CONTROL > len(words):
        raise UnreadableSource(file, "not-text")
    return DecodedText(words, encoding, media_type(file) or "text/plain")


def _decode(data: bytes, file: str) -> tuple[str, str]:
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _strict(data[len(mark) :], encoding, file), encoding
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return data.decode("latin-1").translate(_WINDOWS), "windows-1252"


def _strict(data: bytes, encoding: str, file: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise UnreadableSource(file, "other-encoding", encoding=encoding, byte=str(error.start)) from error
