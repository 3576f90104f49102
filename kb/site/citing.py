"""How lawyers cite a provision, in the style of each language: "Artículo 17, Ley 45 de 1923 (Colombia)".

The same patterns, from the words of the interface, make the citation that a page shows and, in a script, the one of a
numeral or paragraph to which its address points.
"""

from __future__ import annotations

import json

from kb.ids import PREFIXES, TRANSITORY, said_figure, slug
from kb.model import STATUSES
from kb.site.library import Library
from kb.site.views import Work
from kb.site.words import Words

HOLE = "{provision}"
_PREFIXES = (*PREFIXES.values(), "par_only", "art_t")


def form(work: Work, words: Words) -> str:
    """The citation of an instrument in one style, with HOLE where the provision goes."""
    country = work.instrument.id.partition("/")[0]
    name = _name(work, words)
    if not words.knows("country", country):
        return words("citing.form_nowhere", provision=HOLE, instrument=name)
    return words("citing.form", provision=HOLE, instrument=name, country=words.term("country", country))


def whole(work: Work, words: Words) -> str:
    """The citation of an instrument without a provision."""
    return form(work, words).removeprefix(HOLE).lstrip(", ")


def cited(work: Work, eid: str, words: Words) -> str:
    """The citation of a provision; what stands in an annex is cited by the title of that: "Artículo 1, Convenio …"."""
    inside, title = _annexed(work, eid)
    levels = [_level(level, words) for level in eid[inside:].split("__") if level]
    told = ", ".join([*levels, *([title] if title else [])])
    return form(work, words).replace(HOLE, told[:1].upper() + told[1:])


def titles(work: Work, eid: str) -> str:
    """The titles by which those annexes are cited that hold a provision or are shown on its page, as JSON.

    All are shown on the page of the whole, which has no `eid`.
    """
    told = {
        annex: title
        for annex, title in work.annexes.items()
        if not eid or f"{eid}__".startswith(f"{annex}__") or annex.startswith(f"{eid}__")
    }
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")) if told else ""


def _annexed(work: Work, eid: str) -> tuple[int, str]:
    """Where in an eId the levels inside its innermost annex with a title begin, and that title; 0 without one."""
    levels = eid.split("__")
    for stop in range(len(levels), 0, -1):
        annex = "__".join(levels[:stop])
        if annex in work.annexes:
            return len(annex), work.annexes[annex]
    return 0, ""


def script(library: Library, words: Words) -> bytes:
    """What the reading script says, in the language of its pages; and the patterns of every style."""
    told = {
        "figures": {other.code: words_of(other, "figure") for other in library.languages},
        "levels": {other.code: _patterns(other) for other in library.languages},
        "status": {status: words(f"status.{slug(status)}.name") for status in STATUSES},
        "copy": words("citing.copy"),
        "copied": words("citing.copied", words="{words}"),
        "by_hand": words("citing.by_hand"),
    }
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return f"var articuladoReading = {text};\n".encode()


def _name(work: Work, words: Words) -> str:
    it = work.instrument
    if not (it.number and it.year):
        return work.name.main
    known = words.knows("type", it.type)
    kind = words.term("type", it.type) if known else it.type.replace("-", " ").capitalize()
    return words("name.designation", type=kind, number=it.number, year=it.year)


def _level(level: str, words: Words) -> str:
    prefix, _, figure = level.partition("_")
    figure = figure.partition("~")[0]
    if prefix == PREFIXES["article"] and figure.startswith(TRANSITORY) and figure[1:].isdecimal():
        prefix, figure = f"{prefix}_{TRANSITORY}", figure[1:]
    figure = words.term("figure", said_figure(prefix, figure))
    pattern = _pattern(prefix, words)
    return pattern.replace("{n}", figure) if pattern else f"{prefix} {figure}".strip()


def _pattern(prefix: str, words: Words) -> str:
    """How the prefix of an eId's level is cited, with a hole for its number; "" where no words tell."""
    table = "citing" if words.knows("citing", prefix) else "level"
    return words(f"{table}.{prefix}", n="{n}") if prefix in _PREFIXES and words.knows(table, prefix) else ""


def words_of(words: Words, group: str) -> dict[str, str]:
    """The words of a file for the values of one group."""
    return {key.partition(".")[2]: str(word) for key, word in words.table.items() if key.partition(".")[0] == group}


def _patterns(words: Words) -> dict[str, str]:
    """The prefix of an eId's level -> how it is cited."""
    return {prefix: pattern for prefix in _PREFIXES if (pattern := _pattern(prefix, words))}
