"""Plain text -> the same text as an exhibit of a filing, in the manner of EDGAR in the years around 2008.

What such exhibits do to a text: a wrapper of SGML, upper-case tags, headings over several tags with `<BR>` inside,
`&nbsp;` in headings, lists laid out in tables inside tables, raised letters, page numbers and rules in the middle of
sentences, a table of contents with links, characters of Windows-1252 by their numbers.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from itertools import groupby

_HEAD = re.compile(r"(?P<kind>CHAPTER) (?P<number>[IVX]+)")
_ARTICLE = re.compile(
    r"(?P<label>(?i:Article) \d+[.:]?)(?P<rest> (?P<name>[^.:]{3,80}[.:])(?P<words> .*)|.*)", re.DOTALL
)
_ITEM = re.compile(r"(?P<mark>\d{1,2}\.) (?P<words>.*)", re.DOTALL)
_RAISED = re.compile(r"\bNo\. (?=\d)")
_BLOCKS_A_PAGE = 9


def exhibit(text: str) -> bytes:
    """The exhibit of a text whose blocks are parted by empty lines."""
    blocks = [" ".join(block.split()) for block in text.split("\n\n") if block.strip()]
    pages = "\n".join(_paged(list(_elements(blocks))))
    contents = "\n".join(_contents(blocks))
    page = f"""<DOCUMENT>
<TYPE>EX-1.1
<SEQUENCE>2
<FILENAME>dex11.htm
<DESCRIPTION>ENGLISH TRANSLATION OF THE BYLAWS
<TEXT>
<HTML><HEAD>
<TITLE>English translation of the bylaws</TITLE>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=utf-16"></HEAD>
 <BODY BGCOLOR="WHITE">
{contents}
{pages}
</BODY></HTML>
</TEXT>
</DOCUMENT>
"""
    return page.encode("ascii")


def _contents(blocks: Sequence[str]) -> Iterator[str]:
    yield '<TABLE BORDER="0" WIDTH="100%">'
    for at, block in enumerate(blocks):
        if _HEAD.fullmatch(block):
            cell = '<TD VALIGN="bottom"><A HREF="#toc{0}"><FONT SIZE="2">{1}</FONT></A></TD>'
            cells = (
                cell.format(at, block),
                cell.format(at, _written(blocks[at + 1])),
                f"<TD>{at // _BLOCKS_A_PAGE}</TD>",
            )
            yield f"<TR>{''.join(cells)}</TR>"
    yield "</TABLE>"


def _elements(blocks: Sequence[str]) -> Iterator[str]:
    """Each block as an element; a chapter with its name as one, the items that follow each other as one table."""
    named = {at + 1 for at, block in enumerate(blocks) if _HEAD.fullmatch(block)}
    left = [(at, block) for at, block in enumerate(blocks) if at not in named]
    for listed, group in groupby(left, key=lambda pair: bool(_ITEM.fullmatch(pair[1]))):
        members = list(group)
        if listed:
            yield _list([block for _, block in members])
        else:
            yield from (_element(at, block, blocks) for at, block in members)


def _element(at: int, block: str, blocks: Sequence[str]) -> str:
    if found := _HEAD.fullmatch(block):
        anchor = f'<A NAME="toc{at}"></A>'
        heading = (
            f'{anchor}{found["kind"]}&nbsp;<FONT SIZE="2">{found["number"]}</FONT><BR>\n{_written(blocks[at + 1])}'
        )
        return f'<P STYLE="margin-top:12px" ALIGN="center"><FONT SIZE="2"><B>{heading}</B></FONT></P>'
    if found := _ARTICLE.fullmatch(block):
        word, number = found["label"].split(" ")
        name, rest = found["name"], _written(found["rest"])
        rest = f" <U>{_written(name)}</U>{_written(found['words'])}" if name else rest
        return f'<P ALIGN="justify"><FONT SIZE="2"><B>{word[0]}</B><B>{word[1:]}&nbsp;{number}</B>{rest}</FONT></P>'
    return f'<P ALIGN="justify"><FONT SIZE="2">{_written(block)}\n</FONT></P>'


def _list(items: Sequence[str]) -> str:
    """Items as rows of a table inside a table, the mark in a cell of its own."""
    rows = [
        f'<TR><TD WIDTH="4%">&nbsp;</TD><TD NOWRAP VALIGN="top"><FONT SIZE="2">{found["mark"]}</FONT></TD>'
        f'<TD><P ALIGN="left"><FONT SIZE="2">{_written(found["words"])}</FONT></P></TD></TR>'
        for item in items
        if (found := _ITEM.fullmatch(item))
    ]
    inner = "\n".join(f"<TABLE CELLSPACING=0 BORDER=0 WIDTH=100%>{row}</TABLE>" for row in rows)
    return f"<TABLE WIDTH=100%><TR><TD COLSPAN=2>{inner}</TD></TR></TABLE>"


def _written(words: str) -> str:
    """Words as markup: marked characters by name, those of Windows-1252 by their numbers, a raised o in "No."."""
    pieces = []
    for character in html.escape(words, quote=False):
        byte = character.encode("cp1252")[0]
        named = html.entities.codepoint2name.get(ord(character))
        plain = character.isascii()
        pieces.append(character if plain else f"&#{byte};" if 0x80 <= byte < 0xA0 else f"&{named};")
    return _RAISED.sub("N<SUP>o.</SUP>&nbsp;", "".join(pieces))


def _paged(elements: Sequence[str]) -> Iterator[str]:
    """The elements with a page number and a rule after every few, now and then inside one."""
    for at, element in enumerate(elements):
        number = at // _BLOCKS_A_PAGE + 1
        end = f'\n<P ALIGN="center"><FONT SIZE="2">{number}</FONT></P>\n<HR SIZE="3" NOSHADE>\n'
        if at % _BLOCKS_A_PAGE != _BLOCKS_A_PAGE - 1:
            yield element
        elif cut := re.search(r"(?<=.{200}[a-z]) (?=[A-Za-z])", element) if element.startswith("<P ALIGN") else None:
            opened = '<P ALIGN="justify"><FONT SIZE="2">'
            yield f"{element[: cut.start()]}</FONT></P>{end}{opened}{element[cut.end() :]}"
        else:
            yield element + end
