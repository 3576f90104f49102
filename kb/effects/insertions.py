"""What a clause puts into a law: the new provision itself, its number taken from the clause or from its own heading."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from kb import ids
from kb.effects.objects import Changed
from kb.effects.places import is_article, is_part
from kb.effects.words import CitedPlace, CitedText
from kb.model import Node, Target

_CONTAINERS = ("book", "title", "chapter", "section")
# A new provision of one of these kinds is named by its number; others go by where they are put.
_NUMBERED = ("item", "point", "paragraph")
_BLOCKS = re.compile(r"\n+|(?<=[.:])\s+(?=[\"“«])")
_OPENING = " \t\n*\"“«‘'>"
_LABEL_NUMBER = re.compile(r"[IVXLCDM]+(?:\s+\w+)?\s*$|\d+\S*(?:\s+\w+)?\s*$")


@dataclass(frozen=True, slots=True)
class News:
    """Something new that a clause announces: its kind, the words, and its number where the clause says it.

    `many`: its noun is in the plural.
    """

    kind: str
    start: int
    end: int
    words: str
    number: str | None
    many: bool


@dataclass(frozen=True, slots=True)
class Inserted:
    """What is put into a law: a new provision itself, or into which one and with which words."""

    target: Target
    scope: str
    words: str


def announced(words: CitedText, start: int, end: int) -> list[News]:
    """What text[start:end] announces as new."""
    found = []
    for kind, pattern in words.grammar.changing.inserted.items():
        for match in pattern.finditer(words.text, start, end):
            said = match.groupdict()
            number = words.grammar.numbers.normal(said["number"]) if said.get("number") else None
            many = bool(said.get("many"))
            found.append(News(kind, match.start(), match.end(), match[0].strip(" ,:;"), number, many))
    return sorted(found, key=lambda news: news.start)


def inserted(
    words: CitedText, host: Changed, news: Sequence[News], following: Sequence[Node], end: int
) -> list[Inserted]:
    """What is put where `host` is: `following` are the nodes that the clause leads to, text[end:] its next words."""
    if not news:
        leads_on = words.text[host.cited.end : end].strip(" .") or following
        scope = "part" if leads_on and not _is_new(host.cited) else "whole"
        return [Inserted(target, scope, host.words) for target in host.cited.targets]
    first, target = news[0], _host(host, news[0])
    told = words.text[first.start : news[-1].end].strip(" ,:;")
    if target.eid and first.number and _last(target.eid) == ids.eid(first.kind, first.number):
        return [Inserted(target, "whole" if first.kind == "article" else "part", told)]
    if first.kind == "article":
        numbers = [first.number] if first.number else list(_headed(words, first.kind, following, end))
        return _articles(target.instrument, numbers) or [Inserted(Target(target.instrument), "part", told)]
    if first.kind in _CONTAINERS:
        return [Inserted(Target(target.instrument), "part", _titled(words, first, following))]
    return _below(words, target, news, following, end)


def _articles(law: str, numbers: Iterable[str]) -> list[Inserted]:
    """New articles of a law."""
    return [Inserted(Target(law, ids.eid("article", number)), "whole", "") for number in numbers]


def _below(
    words: CitedText, target: Target, news: Sequence[News], following: Sequence[Node], end: int
) -> list[Inserted]:
    """What is put into an article: the parts whose numbers are known, and the others together."""
    found: list[Inserted] = []
    others: list[News] = []
    for each in news:
        numbers = _numbers(words, each, following, end) if target.eid else ()
        for number in numbers:
            part = ids.eid(each.kind, number, target.eid)
            found.append(Inserted(Target(target.instrument, part), "part", each.words))
        if not numbers:
            others.append(each)
    if others:
        found.append(Inserted(target, "part", words.text[others[0].start : others[-1].end].strip(" ,:;")))
    return found


def _numbers(words: CitedText, news: News, following: Sequence[Node], end: int) -> Sequence[str]:
    """The numbers of what is new below an article: the clause's own, else those of the marks that it leads to."""
    if news.kind not in _NUMBERED:
        return []
    if news.number:
        return [news.number]
    if news.kind == "paragraph":
        return []
    found = list(_headed(words, news.kind, following, end))
    return found if news.many else found[:1]


def _host(host: Changed, news: News) -> Target:
    """Where something is put: "un parágrafo al artículo 42" is cited as a part of it that is not there yet."""
    target = host.cited.targets[-1]
    inside = news.start <= host.cited.start < news.end
    if inside and news.number is None and target.eid:
        new = f"{ids.PREFIXES[news.kind]}_"
        levels = [level for level in target.eid.split("__") if not level.startswith(new)]
        return Target(target.instrument, "__".join(levels) or None)
    return target


def _last(eid: str) -> str:
    return eid.rpartition("__")[2]


def into_law(words: CitedText, listed: Sequence[Changed]) -> list[Changed]:
    """The objects of an insertion; of "un artículo 9A a la Ley 70" the article is of that law, which isn't one."""
    if len(listed) < 2:
        return list(listed)
    last = listed[-1].cited
    gap = words.text[listed[-2].cited.end : last.start]
    if not last.is_law or not words.grammar.changing.objects.into.fullmatch(gap):
        return list(listed)
    return [replace(each, cited=each.cited.of_law(last.law)) for each in listed[:-1]]


def _is_new(cited: CitedPlace) -> bool:
    """Whether a provision that is named is itself new: "Créase el artículo 13A"; a known one only gets more words."""
    target = cited.targets[-1]
    levels = (target.eid or "").split("__")
    return levels[-1].startswith("art_") and not levels[-1].removeprefix("art_").isdecimal()


def _headed(words: CitedText, kind: str, following: Sequence[Node], end: int) -> Iterator[str]:
    """The numbers of the provisions of a kind that the clause leads to, by their own marks."""
    found = list(chain.from_iterable(_node_numbers(words, kind, node) for node in following))
    return iter(found) if found else _block_numbers(words, kind, words.text[end:])


def _node_numbers(words: CitedText, kind: str, node: Node) -> Iterator[str]:
    if node.kind == kind:
        if node.number:
            yield node.number
        return
    if node.kind == "quoted":
        label = node.label.lstrip(_OPENING) if node.label else ""
        yield from _block_numbers(words, kind, f"{label} {node.text.lstrip(_OPENING)}" if label else node.text)


def _block_numbers(words: CitedText, kind: str, text: str) -> Iterator[str]:
    """The numbers by which the paragraphs of `text` begin."""
    for block in _BLOCKS.split(text):
        if number := _marked(words, kind, block.lstrip(_OPENING)):
            yield number


def _marked(words: CitedText, kind: str, text: str) -> str | None:
    for series in (False, True):
        mark = words.grammar.division(text, series=series)
        if mark and mark.kind == kind:
            return mark.number
    return None


def _titled(words: CitedText, news: News, following: Sequence[Node]) -> str:
    """The words of a new container: its noun and its number as printed ("título VII bis")."""
    if news.number:
        return news.words
    noun = words.text[news.start : news.end].split()[-1]
    for node in following:
        printed = _LABEL_NUMBER.search(node.label or "")
        if printed and (node.kind == news.kind or _marked(words, news.kind, (node.label or "").lstrip(_OPENING))):
            return f"{noun} {' '.join(printed[0].split())}"
    return news.words


def each_host(host: Changed, news: Sequence[News]) -> Iterator[Changed]:
    """Each provision into which something is put: of "los artículos 3 y 4 con el siguiente parágrafo" there are two."""
    if not host.cited.targets:
        return
    if not news or news[0].start < host.cited.end:
        yield host
        return
    for target in host.cited.targets:
        yield replace(host, cited=replace(host.cited, targets=(target,)))


def hosts_of(listed: Sequence[Changed], news: Sequence[News]) -> Sequence[Changed]:
    """Where something new is put: not the new provision itself, where the clause names another before it.

    Of "al Capítulo II del Código Penal los artículos 377A y 377B" the articles are what is new.
    """
    if named_first(listed, news):
        return listed
    articles = [each for each in listed if all(map(is_article, each.cited.targets))]
    if articles and not news and len(articles) == len(listed) - 1 and listed[0] not in articles:
        return articles
    kept = [each for each in listed if not _is_announced(each, news)]
    return kept or listed


def _is_announced(each: Changed, news: Sequence[News]) -> bool:
    return any(new.start <= each.cited.start < new.end for new in news)


def named_first(listed: Sequence[Changed], news: Sequence[News]) -> Sequence[Changed]:
    """The parts that are new by their numbers, before others ("los literales g) y h), así como un parágrafo al …")."""
    before = [each for each in listed if news and each.cited.end <= news[0].start]
    parts = all(all(map(is_part, each.cited.targets)) for each in before)
    return before if parts and len(before) < len(listed) else []
