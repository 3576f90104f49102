"""Markup -> blocks: one passage over the tree that BeautifulSoup makes of a page, in the page's order.

The next stages may rely on this: every word that is not dropped by the profile stands in one block, once; marks that a
browser makes (the numbers of a list) are words; emphasis is not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from bs4 import BeautifulSoup
from bs4.element import CData, NavigableString, Tag

from kb.corpus.html.blocks import BREAK, FURNITURE, NOTE, PAGE_END, Block, Style, TextRun
from kb.corpus.html.lists import Numbering, numbering, printed, prints_its_own
from kb.corpus.html.profile import (
    BOX,
    CLOSED,
    DROP,
    LABEL,
    OPENING,
    PLAIN,
    ROLES,
    Profile,
    SelectorRule,
    Telling,
    passes,
)
from kb.corpus.html.tables import HtmlTable, blocks

_BLOCK_NAMES = """
address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure
footer form h1 h2 h3 h4 h5 h6 head header hgroup html legend li listing main menu nav ol optgroup option p page
plaintext pre search section summary table tbody td tfoot th thead tr ul xmp
"""
_BLOCKS = frozenset(re.findall(r"\w+", _BLOCK_NAMES))
_CELLS, _TABULAR = frozenset({"td", "th"}), frozenset({"table", "tr", "td", "th"})
_LISTS, _ENDS = frozenset({"ul", "dl", "menu", "dir", "table"}), frozenset({"hr", "page"})
# Old pages lay out with tables in tables, some ten deep; each carries what stands in it once more.
_DEEPEST = 20
_TOO_DEEP = "table too deep"
_TYPED = frozenset({"pre", "listing", "xmp", "plaintext"})
_STRUCK = frozenset({"s", "strike", "del"})
_MEANINGLESS = frozenset({"b", "strong", "i", "em", "u", "font", "span", "small", "big", "tbody", "html"})
_WORDS = frozenset({NavigableString, CData})
_EMPTY = BREAK + " \t\n\r\f\v\xa0"
_UNSEEN = re.compile("[\x00-\x08\x0e-\x1f\xad\u200b\u2060\ufeff]")
_LITERAL_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_NEW_LINE = re.compile(r"\r\n|\r|\n")
_SHEET_ENDS = re.compile(r"break-(before|after)\s*:\s*(?:always|page|left|right)", re.IGNORECASE)
_INSIDE_LINES = re.compile(r"display\s*:\s*inline(?![\w-])", re.IGNORECASE)
_FIGURE = re.compile(r"\s*[(\[]?\d+[)\]]?\s*")
# A raised figure is no part of the number it stands at: "Article 5<sup>1</sup>" is not article 51.
_RAISED = str.maketrans("0123456789()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁽⁾")
_LOWERED = str.maketrans("0123456789()", "₀₁₂₃₄₅₆₇₈₉₍₎")


@dataclass(frozen=True, slots=True)
class WalkedPage:
    """The blocks of a page in order, and the facts that its elements tell as (rank, name, value)."""

    blocks: tuple[Block, ...]
    facts: tuple[tuple[int, str, str], ...]


@dataclass(slots=True)
class _Frame:
    """An element that is open: what it means for the words inside."""

    name: str
    style: Style
    block: bool
    typed: bool = False
    closed: bool = False
    shift: Mapping[int, int] | None = None
    numbering: Numbering | None = None
    ends_sheet: bool = False
    box: int = -1
    span: int = 1


def over(markup: str, portal: Profile) -> WalkedPage:
    """The blocks and facts of a page's markup."""
    # The line feed tells BeautifulSoup that this is a page and not the name of a file.
    soup = BeautifulSoup(f"\n{markup}", "lxml", multi_valued_attributes=None, attribute_dict_class=dict)
    walk = _Walk(portal)
    walk.over(soup)
    read = walk.outs[0]
    before = (block.with_role(FURNITURE) for block in read[: walk.opened])
    return WalkedPage((*before, *read[walk.opened :]), tuple(walk.facts))


@dataclass(slots=True)
class _Walk:
    """What has been read so far: the runs of the block that is open, and the blocks before it.

    `outs` are the lists that blocks go to: the page's, and inside tables those of the open cells.
    """

    portal: Profile
    runs: list[TextRun] = field(default_factory=list)
    outs: list[list[Block]] = field(default_factory=lambda: [[]])
    tables: list[HtmlTable] = field(default_factory=list)
    facts: list[tuple[int, str, str]] = field(default_factory=list)
    opened: int = 0
    labelled: bool = False
    label: Block | None = None
    mark: str = ""
    too_deep: int = 0
    passing: dict[tuple[str, str], tuple[SelectorRule, ...]] = field(default_factory=dict)

    def over(self, root: Tag) -> None:
        whole = _Frame("", Style(), True)
        left = [(iter(root.contents), whole)]
        while left:
            children, frame = left[-1]
            child = next(children, None)
            if child is None:
                left.pop()
                # An element that means nothing for its words has the frame of the one around it.
                if not left or left[-1][1] is not frame:
                    self._leave(frame)
            elif isinstance(child, Tag):
                if entered := self._enter(child, frame):
                    left.append((iter(child.contents), entered))
            elif type(child) in _WORDS:
                self._say(str(child), frame)

    def _enter(self, tag: Tag, inner: _Frame) -> _Frame | None:
        """Begin an element; None where nothing in it is read."""
        rules = self._rules(tag)
        role = self._told(tag, rules) if rules else ""
        if role == DROP:
            return None
        name, style = tag.name, str(tag.attrs.get("style", ""))
        ends = _SHEET_ENDS.search(style) if "break" in style else None
        ends_sheet = ends[1].lower() if ends else ""
        if name in _ENDS or ends_sheet == "before":
            self._end_sheet()
        if name == "br":
            self.runs.append(TextRun(BREAK, inner.style))
            return None
        if not rules and not ends_sheet and name in _MEANINGLESS:
            return inner
        frame = _framed(tag, inner, role, _is_block(name, style))
        frame.ends_sheet = ends_sheet == "after"
        if frame.block:
            self._begin(tag, frame, boxed=any(rule.says == BOX for rule in rules))
        self.labelled = self.labelled or role == LABEL
        return frame

    def _begin(self, tag: Tag, frame: _Frame, *, boxed: bool) -> None:
        """Begin a block, after the one that is open."""
        frame.name = self._place(tag.name)
        self._flush()
        frame.box = len(self.outs[-1]) if boxed else -1
        self._open(tag, frame)

    def _rules(self, tag: Tag) -> list[SelectorRule]:
        """The rules of the profile that mean the element, those that count first in front."""
        name, portal = tag.name, self.portal
        found = list(portal.named.get(name, ()))
        for attribute, value in tag.attrs.items():
            if attribute in portal.tested:
                found += [rule for rule in self._passing(attribute, str(value)) if rule.means(name, tag.attrs)]
        return sorted(found, key=lambda rule: rule.rank) if len(found) > 1 else found

    def _passing(self, attribute: str, value: str) -> tuple[SelectorRule, ...]:
        """The rules whose first test the value passes; pages say the same of many elements."""
        known = self.passing.get((attribute, value))
        if known is None:
            rules = self.portal.tested[attribute]
            known = tuple(rule for rule in rules if passes(value, *rule.tests[0][1:]))
            self.passing[attribute, value] = known
        return known

    def _told(self, tag: Tag, rules: list[SelectorRule]) -> str:
        """The role that the rules give the element; what it tells of the page is noted down."""
        for rule in rules:
            if rule.telling:
                self.facts.extend(_facts(rule.telling, tag))
            elif rule.says == OPENING and not self.opened:
                self._flush()
                self.opened = len(self.outs[0])
        return rules[0].says if rules[0].says in ROLES else ""

    def _open(self, tag: Tag, frame: _Frame) -> None:
        """Begin a block; one of a table or a list has a place in it."""
        name = frame.name
        if name == "table":
            if self.tables:
                self.tables[-1].holds_tables = True
            self.tables.append(HtmlTable(frame.style))
            self.outs.append(self.tables[-1].stray)
        elif name == "tr" and self.tables:
            self.tables[-1].rows.append([])
        elif name in _CELLS and self.tables:
            self.outs.append([])
        elif name == "li" and frame.numbering:
            self.mark = frame.numbering.take(tag.attrs)

    def _place(self, name: str) -> str:
        """What a block is read as: beyond so many tables in one another their parts are plain blocks."""
        if name == "table" and len(self.tables) >= _DEEPEST:
            self.too_deep += 1
            return _TOO_DEEP
        return "" if self.too_deep and name in _TABULAR else name

    def _leave(self, frame: _Frame) -> None:
        if not frame.block:
            return
        self._flush()
        if frame.name == _TOO_DEEP:
            self.too_deep -= 1
        elif frame.name == "table":
            self.outs.pop()
            self.outs[-1].extend(blocks(self.tables.pop()))
        elif frame.name in _CELLS and self.tables:
            self.tables[-1].add(self.outs.pop(), frame.span, heads=frame.name == "th")
        elif frame.name == "li":
            self.mark = ""
        if frame.box > 0 and frame.box == len(self.outs[-1]) and self.outs[-1][-1] is self.label:
            self.outs[-1][-1] = self.label.with_role(FURNITURE)
        if frame.ends_sheet:
            self._end_sheet()

    def _say(self, text: str, frame: _Frame) -> None:
        text = _UNSEEN.sub("", text)
        if frame.typed:
            text = _NEW_LINE.sub(BREAK, text)
        if "<" in text:
            text = _LITERAL_BREAK.sub(BREAK, text)
        if frame.shift and _FIGURE.fullmatch(text):
            text = text.translate(frame.shift)
        if self.mark and text.strip():
            if not prints_its_own(text):
                self.runs.append(TextRun(self.mark, frame.style))
            self.mark = ""
        self.runs.append(TextRun(text, frame.style))

    def _flush(self) -> None:
        """End the block that is open; one without words is none."""
        if any(run.text.strip(_EMPTY) for run in self.runs):
            block = Block(tuple(self.runs))
            self.outs[-1].append(block)
            self.label = block if self.labelled else None
            self.labelled = False
        self.runs.clear()

    def _end_sheet(self) -> None:
        self._flush()
        self.outs[-1].append(Block((), PAGE_END))


def _is_block(name: str, style: str) -> bool:
    """Whether an element is set apart; its style may put one into the line, but no part of a table."""
    if name not in _BLOCKS:
        return False
    return name in _TABULAR or "inline" not in style or _INSIDE_LINES.search(style) is None


def _framed(tag: Tag, inner: _Frame, role: str, block: bool) -> _Frame:
    name = tag.name
    closed = inner.closed or role == CLOSED
    return _Frame(
        name=name,
        style=_styled(tag, inner, role, closed),
        block=block,
        typed=inner.typed or name in _TYPED,
        closed=closed,
        shift={"sup": _RAISED, "sub": _LOWERED}.get(name, inner.shift),
        numbering=_numbering(tag, inner),
        span=_span(tag) if name in _CELLS else 1,
    )


def _numbering(tag: Tag, inner: _Frame) -> Numbering | None:
    """The numbering of the list that an element is or stands in."""
    if tag.name == "ol":
        return numbering(tag.attrs)
    return None if tag.name in _LISTS else inner.numbering


def _styled(tag: Tag, inner: _Frame, said: str, closed: bool) -> Style:
    style = inner.style
    role = _role(style.role, said, closed)
    href = _href(tag) if tag.name == "a" else style.href
    struck = style.struck or tag.name in _STRUCK
    if (role, href, struck) == (style.role, style.href, style.struck):
        return style
    return Style(role, href, struck)


def _role(around: str, said: str, closed: bool) -> str:
    """The role of an element's words: the one that is said of it, or that of what stands around it."""
    if closed:
        return FURNITURE
    if said in (NOTE, FURNITURE):
        return said
    return "" if said == PLAIN else around


def _href(tag: Tag) -> str:
    href = str(tag.attrs.get("href", "")).strip()
    return "" if href == "#" or href.lower().startswith("javascript:") else href


def _facts(telling: Telling, tag: Tag) -> list[tuple[int, str, str]]:
    said = str(tag.attrs.get(telling.value, "")) if telling.value else tag.get_text()
    if telling.pattern:
        found = telling.pattern.search(said)
        return [(telling.rank, *pair) for pair in found.groupdict("").items()] if found else []
    key = str(tag.attrs.get(telling.named, "")) if telling.named else ""
    name = telling.names.get(key)
    return [(telling.rank, name, said)] if name else []


def _span(tag: Tag) -> int:
    return max(1, printed(tag.attrs.get("colspan")) or 1)
