"""Addresses: instrument ids, eIds of nodes, their order.

An instrument id is `jurisdiction/type/year/number` (`co/ley/1923/45`) or `jurisdiction/collection/name`.
An eId joins levels with `__` (`art_46__num_3`), following the naming convention of Akoma Ntoso 3.0
(section 5, "Constructing eId") with the four short forms Colombian lawyers cite by: num, lit, par, inc.
A whole address is `instrument#eid`.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

PREFIXES = {
    "book": "book",
    "part": "part",
    "title": "title",
    "chapter": "chp",
    "section": "sec",
    "division": "dvs",
    "article": "art",
    "paragraph": "par",
    "item": "num",
    "point": "lit",
    "subparagraph": "inc",
    "formula": "formula",
    "preface": "preface",
    "body": "body",
    "conclusions": "conclusions",
    "wrapup": "wrapup",
    "annex": "annex",
    "transitional": "transitional",
    "quoted": "qstr",
}
KINDS = tuple(PREFIXES)
# Documents inside a document, whose articles are numbered for themselves.
OWN_NUMBERING = frozenset({"annex", "transitional"})
# Before the number of an article of a transitory series ("art_t54"), which is counted for itself.
TRANSITORY = "t"
# Whose words articles are: the law's, those of a document printed with it, those of a law that it changes.
LAYERS = ("own", "annexed", "quoted")
BELOW_ARTICLE = frozenset({"paragraph", "item", "point", "subparagraph", "wrapup"})
# What articles stand under.
_BESIDE = {"article", "formula", "preface", "conclusions", "quoted"}
ABOVE_ARTICLE = tuple(kind for kind in KINDS if kind not in {*_BESIDE, *BELOW_ARTICLE})

_NOT_PLAIN = re.compile(r"[^a-z0-9]+")
_SECTION = re.compile(r"(?:(?:annex|transitional)_[^_]+__)?sec_\d+-\d")
_DIGITS = re.compile(r"\d+|\D+")


def slug(text: str) -> str:
    """Lower-case ASCII words of `text` joined by hyphens ("Código Fiscal" -> "codigo-fiscal"); may be empty."""
    if text.isascii() and text.isalnum():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return _NOT_PLAIN.sub("-", plain.lower()).strip("-")


def eid(kind: str, number: str, parent: str | None = None) -> str:
    """The eId of a node of `kind` numbered `number`, below `parent` when its number restarts there."""
    own = f"{PREFIXES[kind]}_{slug(number) or 'x'}"
    return f"{parent}__{own}" if parent else own


def is_rule(kind: str, eid: str) -> bool:
    """Whether a node is an article, or a section that counts as one where there are none ("sec_4-3")."""
    return kind == "article" or (kind == "section" and _SECTION.match(eid) is not None)


def said_figure(prefix: str, figure: str) -> str:
    """The number that a level of an eId writes, as it is said: section "4-3" is 4.3."""
    return figure.replace("-", ".") if prefix == PREFIXES["section"] else figure


def layer(eid: str) -> str:
    """Whose words a node's are, by its eId: the law's `own`, `annexed` to it, or `quoted` from another."""
    levels = [level.partition("_")[0] for level in eid.split("__")]
    if PREFIXES["quoted"] in levels:
        return "quoted"
    return "annexed" if PREFIXES["annex"] in levels else "own"


def layers(marks: Iterable[tuple[str, str, str]]) -> dict[str, int]:
    """How many articles are own, annexed and quoted, of nodes given as (kind, eId, label); those that there are."""
    counts = Counter(layer(eid) for kind, eid, label in marks if is_rule(kind, eid) or (kind == "quoted" and label))
    return {name: counts[name] for name in LAYERS if counts[name]}


def layers_told(marks: Iterable[tuple[str, str, str]]) -> str:
    """The counts of `layers` in words ("articles: 459 own, 12 annexed"), empty where there are no articles."""
    counts = ", ".join(f"{count} {layer}" for layer, count in layers(marks).items())
    return f"articles: {counts}" if counts else ""


def address(instrument: str, eid: str) -> str:
    """`co/ley/1923/45#art_17`."""
    return f"{instrument}#{eid}"


def parse_address(text: str) -> tuple[str, str | None] | None:
    """(instrument, eid or None) of an address as `address` writes it, or None when `text` is not one."""
    instrument, mark, eid = text.partition("#")
    if "/" not in instrument or " " in text:
        return None
    return instrument, eid if mark else None


def instrument_id(jurisdiction: str, type_: str, year: int, number: str) -> str:
    """`co/ley/1923/45`."""
    return f"{jurisdiction}/{type_}/{year}/{slug(number)}"


def is_inciso(eid: str) -> bool:
    """Whether an eId names a paragraph that is cited by its place: such an address may be no node's."""
    return eid.rpartition("__")[2].startswith(f"{PREFIXES['subparagraph']}_")


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """A sort key under which 2 < 10 < 10a < 10b, and words follow numbers."""
    parts = _DIGITS.findall(text.lower())
    return tuple((0, int(p), "") if p.isdecimal() else (1, 0, p) for p in parts)
