"""Laws of any length made of the articles of the corpus, with the habits of real compilations; the same every time.

Chapters, lists, paragraphs, older wordings under a compiler's banner with the days which they held, articles of other
laws after "quedará así:". What is measured on them is what a user's own laws would cost.

For search, whole libraries: articles with their lists and paragraphs as the corpus has them, in both languages, with
about half of their sentences changed for others. They are put into a store as they are, without being printed and read.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice
from pathlib import Path
from random import Random

from benchmarks.reading import documents, tree
from kb import status
from kb.index import gathered
from kb.model import Instrument, Knowledge, Node
from kb.store import Store

ARTICLES_A_LAW = 140
ARTICLES_A_CHAPTER = 12
# How often an article has a list, a paragraph, older wordings, or new words for another law.
LIST, PARAGRAPH, OLDER, QUOTED = 0.15, 0.1, 0.2, 0.04
SHORTEST = 60
# Small laws: their types, how many years they are spread over, how many words of a sentence a title has.
KINDS, YEARS, TITLE = ("ley", "decreto"), 170, 14
# How many sentences of an article of a library are its own.
SAME = 0.5
ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
SENTENCE_END = re.compile(r"(?<=[a-z]\.) (?=[A-ZÁÉÍÓÚ])")

HEAD = ("# LEY {number} DE {year}", "(julio 19)", "### El Congreso de Colombia", "### DECRETA:")
FOOT = (
    "Dada en Bogotá, a diez y seis de julio de mil novecientos veintitrés.",
    "El Presidente del Senado, Gabriel Sánchez",
    "Publíquese y ejecútese",
)


def bodies(root: Path) -> list[str]:
    """The words of every Spanish article of the corpus in `root` that says more than that it is repealed."""
    spanish = [d for d in documents(root) if d.source.language == "es"]
    read = [(d, tree(d.words, d.source.media_type, d.grammar, d.hints, d.source.layout)) for d in spanish]
    nodes = (node for document, found in read for node in status.printed(found.nodes, document.grammar))
    own = (node for node in nodes if node.kind in ("article", "subparagraph") and node.note is None)
    return [node.text for node in own if len(node.text) >= SHORTEST]


def laws(said: Sequence[str], characters: int) -> list[str]:
    """Laws in Markdown of about `characters` in all, recombined from the articles `said`."""
    chance, made = Random(1923), list[str]()
    while sum(len(law) for law in made) < characters:
        made.append("\n\n".join(_law(said, len(made) + 1, chance)) + "\n")
    return made


def library(found: Store, articles: int) -> Knowledge:
    """Laws and bylaws with so many articles in all, recombined from those of `found` that say anything."""
    chance, nodes, laws = Random(1923), list[Node](), list[Instrument]()
    stocks = {language: _Stock.of(found, language) for language in ("es", "en")}
    while (left := articles - ARTICLES_A_LAW * len(laws)) > 0:
        language = ("es", "en")[len(laws) % 2]
        id = f"co/ley/{1900 + len(laws) // 10}/{len(laws) + 1}"
        laws.append(
            Instrument(
                id=id,
                type="ley",
                number=str(len(laws) + 1),
                year=1900 + len(laws) // 10,
                title=f"Ley {len(laws) + 1} de {1900 + len(laws) // 10}",
                language=language,
                in_corpus=True,
            )
        )
        nodes += _nodes(id, stocks[language], min(left, ARTICLES_A_LAW), chance)
    return Knowledge((), tuple(laws), tuple(nodes), (), (), concepts=tuple(found.concepts()))


def crowd(found: Store, laws: int) -> Knowledge:
    """So many laws, each with a title and an article of a sentence, made of the sentences of `found`.

    The first of them are the same however many there are.
    """
    chance, sentences = Random(1923), _Stock.of(found, "es").sentences
    made, nodes = list[Instrument](), list[Node]()
    for number in range(1, laws + 1):
        made.append(_small(number, chance.choice(sentences), chance))
        nodes.append(_only_article(made[-1].id, chance.choice(sentences)))
    return Knowledge((), tuple(made), tuple(nodes), (), (), concepts=tuple(found.concepts()))


def _small(number: int, about: str, chance: Random) -> Instrument:
    """A law or decree of a number and year of its own, with a title as long as titles are."""
    kind, year = chance.choice(KINDS), 1850 + number % YEARS
    said = " ".join(about.split()[:TITLE]).rstrip(".,;:")
    title = f"{kind.upper()} {number} DE {year}, por la cual se dispone: {said}"
    return Instrument(
        id=f"co/{kind}/{year}/{number}", type=kind, number=str(number), year=year, title=title, language="es"
    )


def _only_article(law: str, text: str) -> Node:
    return Node(
        instrument=law,
        eid="art_1",
        kind="article",
        label="Artículo 1.",
        number="1",
        heading="",
        text=text,
        parent=None,
        order=0,
        source="",
        line=0,
        start=0,
        end=0,
    )


@dataclass(frozen=True, slots=True)
class _Stock:
    """Articles of a language with all that hangs under each, and their sentences."""

    articles: Sequence[Sequence[Node]]
    sentences: Sequence[str]
    headings: Sequence[str]

    @classmethod
    def of(cls, found: Store, language: str) -> _Stock:
        """What the texts in `language` have."""
        documents = [
            own
            for instrument in found.instruments()
            if instrument.language == language
            for own in gathered(found.nodes(instrument.id)).values()
            if own[0].kind == "article" and own[0].note is None and sum(len(node.text) for node in own) >= SHORTEST
        ]
        texts = [node.text for own in documents for node in own if node.text]
        sentences = [part for text in texts for part in SENTENCE_END.split(text)]
        headings = [node.heading for own in documents for node in own if node.heading]
        return cls(documents, sentences, headings or [" ".join(one.split()[:4]) for one in sentences])


def _nodes(law: str, stock: _Stock, articles: int, chance: Random) -> Iterator[Node]:
    order = count()
    for number in range(1, articles + 1):
        chapter, first = divmod(number - 1, ARTICLES_A_CHAPTER)
        at = {"instrument": law, "source": "", "line": 0, "start": 0, "end": 0}
        if first == 0:
            heading = chance.choice(stock.headings)
            label = f"CAPITULO {ROMAN[chapter]}"
            eid = f"chp_{chapter + 1}"
            chapters = {"number": str(chapter + 1), "heading": heading, "text": "", "parent": None}
            yield Node(eid=eid, kind="chapter", label=label, order=next(order), **chapters, **at)  # type: ignore[arg-type]
        own = chance.choice(stock.articles)
        eids = {node.eid: node.eid.replace(own[0].eid, f"art_{number}", 1) for node in own}
        for node in own:
            changed = {"text": _mixed(node.text, stock, chance), "order": next(order), **at}
            changed["heading"] = chance.choice(stock.headings) if node.heading else ""
            changed["parent"] = eids.get(node.parent or "", f"chp_{chapter + 1}")
            changed["number"] = str(number) if node is own[0] else node.number
            yield replace(node, eid=eids[node.eid], **changed)


def _mixed(text: str, stock: _Stock, chance: Random) -> str:
    parts = SENTENCE_END.split(text) if text else []
    return " ".join(part if chance.random() < SAME else chance.choice(stock.sentences) for part in parts)


def as_page(law: str) -> str:
    """A law as a saved page: each block a paragraph in boxes for its looks, with an anchor and an empty one."""
    blocks = (_paragraph(number, block) for number, block in enumerate(law.split("\n\n")))
    return "\n".join(["<html><head><title>LEY</title></head><body>", *blocks, "</body></html>", ""])


def _law(said: Sequence[str], number: int, chance: Random) -> Iterator[str]:
    yield from (line.format(number=number, year=1900 + number) for line in HEAD)
    for article in range(1, ARTICLES_A_LAW + 1):
        chapter, first = divmod(article - 1, ARTICLES_A_CHAPTER)
        if first == 0:
            yield f"CAPITULO {ROMAN[chapter]}"
            yield " ".join(chance.choice(said).split()[:5]).rstrip(".,;:")
        yield from _article(said, article, chance)
    yield from FOOT


def _article(said: Sequence[str], number: int, chance: Random) -> Iterator[str]:
    if chance.random() < QUOTED:
        other = chance.randrange(200, 900)
        yield f"Artículo {number}. El artículo {other} de la Ley {chance.randrange(10, 99)} de 1912 quedará así:"
        yield f'"Artículo {other}. {chance.choice(said)}"'
        return
    yield f"**Artículo {number}º.** {chance.choice(said)}"
    if chance.random() < LIST:
        yield "Para los efectos de este artículo se entiende lo siguiente:"
        yield from (f"{place}. {item}" for place, item in enumerate(_sentences(said, chance), 1))
    if chance.random() < PARAGRAPH:
        yield f"Parágrafo. {chance.choice(said)}"
    if chance.random() < OLDER:
        yield from _older(said, number, chance)


def _older(said: Sequence[str], number: int, chance: Random) -> Iterator[str]:
    yield "TEXTO CORRESPONDIENTE A []"
    yield "LEGISLACIÓN ANTERIOR []"
    yield f"(1) Artículo {number}. {chance.choice(said)}"
    yield f"(2) {chance.choice(said)}"
    yield f"Vigente desde: {chance.randrange(1, 29)}/07/1923 y hasta el: {chance.randrange(1, 29)}/06/1931"


def _sentences(said: Sequence[str], chance: Random) -> list[str]:
    """A few sentences, as the members of a list."""
    parts = (part for _ in range(9) for part in SENTENCE_END.split(chance.choice(said)))
    return list(islice((part.replace("\n", " ") for part in parts), chance.randrange(3, 9)))


def _paragraph(number: int, block: str) -> str:
    words = html.escape(block.lstrip("# ")).replace("Artículo ", "Artículo&nbsp;", 1)
    marked = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", words)
    if block.startswith("#") or block.isupper():
        marked = f"<strong>{marked}<br></strong>"
    return (
        f'<a name="ver_{number}"></a><div id="toggle_{number}"><div align="justify"><font size="2"><br>'
        f'<p style="text-align:justify;" align="">{marked} </p><p style="" align="">&nbsp;</p></font></div></div>'
    )
