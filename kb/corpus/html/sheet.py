"""What belongs to the sheet or the portal and not to the law: page numbers, running heads, indexes of links.

A page number is known by where it stands: alone beside the end of a sheet. A sentence that a sheet's end cuts is made
whole, and what stood in it follows it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby, product, takewhile

from kb.corpus.html.blocks import FURNITURE, PAGE_END, TABLE, TEXT, Block, Style, TextRun
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
    sides: list[list[int]] = []
    times: Counter[str] = Counter()
    for end, step in product(ends, (-1, 1)):
        side = list(_beside(blocks, end, step))
        sides.append(side)
        times.update({_head(blocks[at]) for at in side})
    often = max(_OFTEN, len(ends) // 2)
    heads = {head for head, count in times.items() if count >= often}
    marked = list(blocks)
    aside = set(ends)
    for side in sides:
        for at in takewhile(lambda at: _is_of_sheet(blocks[at], heads, portal), side):
            marked[at] = blocks[at].with_role(FURNITURE)
            aside.add(at)
    return _joined(marked, aside)


def _is_of_sheet(block: Block, heads: set[str], portal: Profile) -> bool:
    """Whether a block is the number of a page or a running head."""
    return portal.page_number.fullmatch(block.plain) is not None or _head(block) in heads


def _beside(blocks: Sequence[Block], end: int, step: int) -> Iterator[int]:
    """The blocks next to the end of a sheet on one side that are short enough for a running head."""
    for at in range(end + step, end + step * (_NEAR + 1), step):
        if not 0 <= at < len(blocks) or blocks[at].kind != TEXT or len(blocks[at].plain) > _LONGEST_HEAD:
            return
        yield at


def _head(block: Block) -> str:
    return _DIGITS.sub("#", block.plain)


def _joined(blocks: Sequence[Block], aside: set[int]) -> list[Block]:
    """The blocks without the ends of sheets; a sentence that goes on behind one is joined before it."""
    made: list[Block] = []
    for at, block in enumerate(blocks):
        behind = at not in aside and at - 1 in aside
        before = _last_words(made) if behind else -1
        if 0 <= before < len(made) - 1 and _goes_on(made[before], block):
            made[before] = Block((*made[before].runs, TextRun(" ", Style()), *block.runs))
        else:
            made.append(block)
    return [block for block in made if block.kind != PAGE_END]


def _last_words(made: Sequence[Block]) -> int:
    """The place of the last block that is no furniture, -1 when there is none."""
    return next((at for at in range(len(made) - 1, -1, -1) if not _is_aside(made[at])), -1)


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
        if linking and len(_targets(members)) >= _SHORTEST_INDEX:
            members = [block.with_role(FURNITURE) for block in members]
        made.extend(members)
    return made


def _targets(blocks: Iterable[Block]) -> set[str]:
    """Where the links in some blocks lead."""
    runs = chain.from_iterable(block.runs for block in blocks)
    return {run.style.href for run in runs if run.style.href}


def _is_of_links(block: Block) -> bool:
    """Whether most of a block's words are links into the page itself."""
    if block.kind not in (TEXT, TABLE) or not any(run.style.href.startswith("#") for run in block.runs):
        return False
    linked = sum(len(run.text.strip()) for run in block.runs if run.style.href.startswith("#"))
    return linked * 2 > sum(len(run.text.strip(" |")) for run in block.runs)
