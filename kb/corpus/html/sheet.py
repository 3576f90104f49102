"""What belongs to the sheet or the portal and not to the law: page numbers, running heads, indexes of links.

A page number is known by where it stands: alone beside the end of a sheet. A sentence that a sheet's end cuts is made
whole, and what stood in it follows it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from kb.corpus.html.blocks import FURNITURE, PAGE_END, TABLE, TEXT, Block, Run, Style
from kb.corpus.html.profile import Profile

# How far from the end of a sheet its number and its running head stand, in blocks.
_NEAR = 3
_LONGEST_HEAD = 80
# A line at so many ends of sheets is a running head.
_OFTEN = 3
_DIGITS = re.compile(r"\d+")
_SENTENCE_ENDS = tuple('.;:!?”"»)]')
# A block of so many characters that ends in no stop is a sentence and no heading.
_SENTENCE = 80
# A word that a sentence may go on with ("the Meeting of / Shareholders"); a mark ("Article 5", "NOTE:") is none.
_NAME = re.compile(r"[^\W\d_][^\W\d_]*(?![\w.:)º°]|\s+(?:\d|[IVXLC]+\b))")
# An index is at least so many lines of links into the same page.
_SHORTEST_INDEX = 3


def tidied(blocks: Sequence[Block], portal: Profile) -> list[Block]:
    """The blocks without the ends of sheets, furniture told from text."""
    return _indexed(_sheets(blocks, portal) if any(b.kind == PAGE_END for b in blocks) else list(blocks))


def _sheets(blocks: Sequence[Block], portal: Profile) -> list[Block]:
    ends = [at for at, block in enumerate(blocks) if block.kind == PAGE_END]
    sides = [list(_beside(blocks, end, step)) for end in ends for step in (-1, 1)]
    seen = Counter(head for side in sides for head in {_head(blocks[at]) for at in side})
    often = max(_OFTEN, len(ends) // 2)
    heads = {head for head, times in seen.items() if times >= often}
    of_sheet = {at for side in sides for at in _furniture(blocks, side, heads, portal)}
    marked = [block.with_role(FURNITURE) if at in of_sheet else block for at, block in enumerate(blocks)]
    return _joined(marked, {*of_sheet, *ends})


def _beside(blocks: Sequence[Block], end: int, step: int) -> Iterator[int]:
    """The blocks next to the end of a sheet on one side that are short enough for a running head."""
    for at in range(end + step, end + step * (_NEAR + 1), step):
        if not 0 <= at < len(blocks) or blocks[at].kind != TEXT or len(blocks[at].plain) > _LONGEST_HEAD:
            return
        yield at


def _head(block: Block) -> str:
    return _DIGITS.sub("#", block.plain)


def _furniture(blocks: Sequence[Block], side: Sequence[int], heads: set[str], portal: Profile) -> Iterator[int]:
    for at in side:
        if not portal.page_number.fullmatch(blocks[at].plain) and _head(blocks[at]) not in heads:
            return
        yield at


def _joined(blocks: Sequence[Block], aside: set[int]) -> list[Block]:
    """The blocks without the ends of sheets; a sentence that goes on behind one is joined before it."""
    made: list[Block] = []
    for apart, group in groupby(range(len(blocks)), key=aside.__contains__):
        members = [blocks[at] for at in group]
        if apart:
            made.extend(members)
            continue
        before = next((at for at in range(len(made) - 1, -1, -1) if not _is_aside(made[at])), None)
        if before is not None and before < len(made) - 1 and _goes_on(made[before], members[0]):
            made[before] = Block((*made[before].runs, Run(" ", Style()), *members[0].runs))
            members = members[1:]
        made.extend(members)
    return [block for block in made if block.kind != PAGE_END]


def _is_aside(block: Block) -> bool:
    return block.kind == PAGE_END or all(run.style.role == FURNITURE for run in block.runs)


def _goes_on(before: Block, after: Block) -> bool:
    if before.kind != TEXT or after.kind != TEXT:
        return False
    said, next_ = before.plain, after.plain
    if said.endswith(_SENTENCE_ENDS) or not next_:
        return False
    name = _NAME.match(next_)
    return next_[0].islower() or (len(said) >= _SENTENCE and name is not None and not name[0].isupper())


def _indexed(blocks: Sequence[Block]) -> list[Block]:
    """The blocks with every index of links into the page itself marked as furniture."""
    made: list[Block] = []
    for linking, group in groupby(blocks, key=_is_of_links):
        members = list(group)
        targets = {run.style.href for block in members for run in block.runs if run.style.href}
        index = linking and len(targets) >= _SHORTEST_INDEX
        made.extend(block.with_role(FURNITURE) for block in members) if index else made.extend(members)
    return made


def _is_of_links(block: Block) -> bool:
    """Whether most of a block's words are links into the page itself."""
    if block.kind not in (TEXT, TABLE) or not any(run.style.href.startswith("#") for run in block.runs):
        return False
    linked = sum(len(run.text.strip()) for run in block.runs if run.style.href.startswith("#"))
    return linked * 2 > sum(len(run.text.strip(" |")) for run in block.runs)
