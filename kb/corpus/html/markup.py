"""Bytes -> markup that the parser reads as a browser would: decoded, cut to the document, notes in brackets kept."""

from __future__ import annotations

import codecs
import html
import re
from dataclasses import dataclass, field
from functools import cache

from kb.corpus.html.profile import Profile
from kb.corpus.unreadable import UnreadableSource

# Longest first: the mark of UTF-32 little-endian begins with that of UTF-16.
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WINDOWS = {
    byte: bytes([byte]).decode("cp1252") for byte in range(0x80, 0xA0) if byte not in {0x81, 0x8D, 0x8F, 0x90, 0x9D}
}
_BYTES = {ord(character): byte for byte, character in _WINDOWS.items()}
# Bytes of controls that are no layout (tab, line feed, vertical tab, form feed, carriage return).
_CONTROLS = bytes(range(9)) + bytes(range(14, 32))
# More than one control character in this many means that the bytes are not text.
_CHARACTERS_A_CONTROL = 200
# So many characters of UTF-8 to one stray byte mean UTF-8 with slips, not Windows-1252.
_CHARACTERS_A_SLIP = 10
_ESCAPED = 0xDC00
_SLIP = re.compile(r"[\udc80-\udcff]")
_WIDE = re.compile(r"[^\x00-\x7f]")
_TWICE = re.compile(r"[ÂÃ][\x80-\xbf]")
# What Latin-1 has where Windows-1252 has quotation marks and dashes, as UTF-8.
_C1 = re.compile(rb"\xc2[\x80-\x9f]")
# &#146; is the 146th character of Windows-1252, whatever the standard of XML says (WHATWG HTML, 13.2.5.80).
_C1_REFERENCE = re.compile(r"&#(?:1(?:2[89]|[345]\d)(?!\d)|x[89][0-9a-f](?![0-9a-f]));?", re.IGNORECASE)

_DECLARATION = re.compile(r"\s*<\?xml\b[^>]*>")
_BODY = re.compile(r"<body\b[^>]*>|</head\s*>", re.IGNORECASE)
_SET_APART = re.compile(r"<(?:html|body|p|br|div|td|li|h[1-6]|pre|blockquote|center|dd)\b", re.IGNORECASE)
_PREFIXED = re.compile(r"(?:[a-z][\w-]*|[A-Z]\w{0,2}):[A-Za-z][\w.-]*", re.ASCII)
_CUSTOM = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+")
_ELEMENT_NAMES = """
a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br
button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed
fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe
image img input ins isindex kbd label legend li link listing main map mark marquee math menu meta meter nav nobr
noembed noframes noscript object ol optgroup option output p param picture plaintext pre progress q rb rp rt rtc
ruby s samp script search section select slot small source span strike strong style sub summary sup svg table tbody
td template textarea tfoot th thead time title tr track tt u ul var video wbr xml xmp
"""
_ELEMENTS = frozenset(re.findall(r"\w+", _ELEMENT_NAMES))
# Elements that only change the face of their words, half of all tags on many pages, with no attribute that says more.
_FACE = re.compile(r"<(/?)(font|b|i|u|em|strong|big|small)(?=[\s>])([^<>]*)>", re.IGNORECASE)
_SAYS_MORE = re.compile(r"style|class|id\b|hidden", re.IGNORECASE)
# Attributes that are written without a value.
_FLAG_NAMES = """
allowfullscreen async autofocus autoplay border checked compact controls declare default defer disabled hidden inert
ismap loop multiple muted nohref noresize noshade novalidate nowrap open readonly required reversed selected
"""
_FLAGS = frozenset(re.findall(r"\w+", _FLAG_NAMES))


def decode(data: bytes, file: str) -> tuple[str, str]:
    """(text, encoding) of a page: by its byte order mark, else UTF-8, else Windows-1252.

    The encoding that a page declares is not asked: portals declare utf-16 over UTF-8 and latin-1 over Windows-1252.
    UnreadableSource when the bytes are not text.
    """
    text, encoding = _decoded(data)
    raw = text.encode("utf-8")
    controls = len(raw) - len(raw.translate(None, _CONTROLS))
    if b"\0" in raw or controls * _CHARACTERS_A_CONTROL > len(text):
        raise UnreadableSource(file, "not-text")
    return (text.translate(_WINDOWS) if _C1.search(raw) else text), encoding


def _decoded(data: bytes) -> tuple[str, str]:
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace"), encoding
    if data[:4:2] == b"\0\0" or data[1:4:2] == b"\0\0":
        encoding = "utf-16-be" if data[:1] == b"\0" else "utf-16-le"
        return data.decode(encoding, "replace"), encoding
    try:
        return _once(data.decode("utf-8")), "utf-8"
    except UnicodeDecodeError:
        return _mostly(data)


def _mostly(data: bytes) -> tuple[str, str]:
    """Bytes that are not UTF-8 throughout: UTF-8 with slips where nearly all of it bears that reading."""
    text = data.decode("utf-8", "surrogateescape")
    if len(_SLIP.findall(text)) * _CHARACTERS_A_SLIP > len(_WIDE.findall(text)):
        return data.decode("latin-1").translate(_WINDOWS), "windows-1252"
    return _SLIP.sub(lambda found: _as_windows(ord(found[0]) - _ESCAPED), text), "utf-8"


def _as_windows(byte: int) -> str:
    return _WINDOWS.get(byte, chr(byte))


def _once(text: str) -> str:
    """Text that was put into UTF-8 twice, read once ("ArtÃ­culo" -> "Artículo"), where all of it bears that reading."""
    if not (("Ã" in text or "Â" in text) and _TWICE.search(text)):
        return text
    try:
        return text.translate(_BYTES).encode("latin-1").decode("utf-8")
    except UnicodeError:
        return text


def prepared(text: str, portal: Profile) -> str:
    """The markup of the document in `text`, as the parser wants it."""
    declared = _DECLARATION.match(text)
    markup = _document(text[declared.end() :] if declared else text, portal)
    for pattern in portal.strip:
        markup = pattern.sub("", markup)
    if "&#" in markup:
        markup = _C1_REFERENCE.sub(lambda found: html.unescape(found[0]), markup)
    names = _ELEMENTS | portal.elements
    markup = _doubtful(names).sub(lambda found: found[0] if _is_tag(found, names) else f"&lt;{found[0][1:]}", markup)
    markup = _FACE.sub(_Faces(), markup)
    # Filings of the nineties are typed text between two tags: their lines are lines.
    return markup if _SET_APART.search(markup) else f"<pre>{markup}</pre>"


@cache
def _doubtful(names: frozenset[str]) -> re.Pattern[str]:
    """Finds every `<` that does not plainly open a tag of one of these names: `</p>`, `<br/>`, `<td width="5">`."""
    common = ("p", "a", "b", "br", "td", "tr", "div", "span", "font", "strong", "li", "i", "u", "em", "sup", "table")
    known = "|".join(dict.fromkeys([*common, *sorted(names)]))
    return re.compile(rf"<(?!/?(?:{known})(?:[\s/]*>|\s[^<>=]*=))(/?)([^\s<>/]*)([^<>]*)", re.IGNORECASE)


@dataclass(slots=True)
class _Faces:
    """Takes the tags of faces away, an end with its own beginning; for each name, which of the open ones are kept."""

    kept: dict[str, list[bool]] = field(default_factory=dict)

    def __call__(self, tag: re.Match[str]) -> str:
        end, name, attributes = tag.groups()
        open_ = self.kept.setdefault(name.lower(), [])
        if not end:
            open_.append(bool(attributes) and _SAYS_MORE.search(attributes) is not None)
            return tag[0] if open_[-1] else ""
        return tag[0] if open_ and open_.pop() else ""


def _document(text: str, portal: Profile) -> str:
    """The head, and of the body what stands between the profile's marks of begin and end."""
    body = _BODY.search(text)
    at = body.end() if body else 0
    begin = portal.begin.search(text, at) if portal.begin else None
    start = begin.start() if begin else at
    end = portal.end.search(text, start) if portal.end else None
    return text[:at] + text[start : end.start() if end else len(text)]


def _is_tag(found: re.Match[str], names: frozenset[str]) -> bool:
    """Whether a `<` opens a tag; compilers print notes in angle brackets ("<Artículo derogado por …>")."""
    closing, name, rest = found.groups()
    if name[:1] in ("!", "?"):
        return True
    if not (name.lower() in names or _PREFIXED.fullmatch(name) or _CUSTOM.fullmatch(name)):
        return False
    # "<Section 5 repealed by …>" and "<A partir del …>" are notes that begin with the name of an element.
    return bool(closing) or "=" in rest or all(word.lower() in _FLAGS for word in rest.strip(" \t\r\n\f/").split())
