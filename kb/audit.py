"""What is odd or missing in a text, as recorded problems; nothing here changes a node.

The rules are about the habit of numbering: articles rise one by one through an instrument, whatever its chapters. A
sequence is judged within one part of one file, since a file may print single articles of many laws.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from kb.ids import BELOW_ARTICLE, OWN_NUMBERING, TRANSITORY, is_rule
from kb.model import AMENDED, EMPTY, REPEALED, Citation, Instrument, Node, Problem, Target

CODES = Path(__file__).with_name("problems.toml")
_LISTS = ("item", "point", "subparagraph")
# "DECRETA:" and the lines before the articles announce no list.
_NOT_ANNOUNCING = ("formula", "preface", "body", "conclusions")
_QUOTED = "quoted"
_LAST_WORDS = 60
_LONGEST_NOTE = 160
# As many addresses are told in one sentence.
_MOST_TOLD = 6
# As far from its place a number may be printed and be one that stands out of order.
_NEAR = 3


@cache
def codes() -> Mapping[str, Mapping[str, Any]]:
    """Every code with its severity, explanations and sentences."""
    return tomllib.loads(CODES.read_text("utf-8"))


def severity(code: str) -> str:
    """error, warning or info."""
    return str(codes()[code]["severity"])


def sentence(problem: Problem, language: str) -> str:
    """What `problem` says, in the interface language `en` or `es`.

    A reason that it gives in `why` may have a sentence of its own, and so may some details that it lacks. Words of
    its details that the language has others for are put in these.
    """
    entry, details = codes()[problem.code], defaultdict(str, problem.params)
    said = entry.get(f"said_{language}", {})
    details.update((key, said[word]) for key, word in problem.params if word in said)
    reason = f"why_{details['why']}_{language}"
    if reason in entry:
        return str(entry[reason]).format_map(details)
    lacking = (key for key in entry if key.startswith("without_") and key.endswith(f"_{language}"))
    bare = next((key for key in lacking if not details[key.split("_")[1]]), f"message_{language}")
    return str(entry[bare]).format_map(details)


def name(node: Node, places: Mapping[str, Node]) -> str:
    """How `node` is called where its own mark would not say which it is: "Artículo 15. (1)"."""
    above = places.get(node.parent or "")
    if above is None or node.kind not in BELOW_ARTICLE:
        return node.label or node.kind
    return f"{name(above, places)} {node.label}".rstrip()


def _document(node: Node, places: Mapping[str, Node]) -> str | None:
    """The annex or transitory series whose own numbering `node` belongs to; None for that of the instrument."""
    above = places.get(node.parent or "")
    while above is not None and above.kind not in OWN_NUMBERING:
        above = places.get(above.parent or "")
    return above.eid if above else None


def problem(code: str, node: Node, **params: str) -> Problem:
    """A problem at the place of `node`."""
    return Problem(
        code=code,
        instrument=node.instrument,
        eid=node.eid,
        source=node.source,
        line=node.line,
        params=tuple(sorted(params.items())),
    )


def of_letters(words: str, source: str, doubled: Sequence[tuple[int, int, str]]) -> Iterator[Problem]:
    """A problem for a source whose letters were encoded twice, at the first of them: (start, end, what it is)."""
    if not doubled:
        return
    start, end, letter = doubled[0]
    before = re.split(r"[ \n]", words[:start])[-1]
    after = words[end:].split(None, 1)[0] if words[end : end + 1].strip() else ""
    params = {
        "count": str(len(doubled)),
        "words": f"{before}{words[start:end]}{after}",
        "proposal": f"{before}{letter}{after}",
    }
    line = words.count("\n", 0, start) + 1
    yield Problem(code="double-encoded", source=source, line=line, params=tuple(sorted(params.items())))


def of_part(nodes: Sequence[Node], older: Collection[str] = ()) -> Iterator[Problem]:
    """The problems of one part of a file, whose nodes are given in reading order, statuses set.

    `older` are the eIds of articles that print an older wording beside today's.
    """
    places = {node.eid: node for node in nodes}
    documents: dict[str | None, list[Node]] = defaultdict(list)
    for node in nodes:
        if node.kind == "article":
            documents[_document(node, places)].append(node)
    for articles in documents.values():
        yield from _articles(articles)
    yield from _containers([node for node in nodes if node.kind not in ("article", *_LISTS)])
    yield from _lists([node for node in nodes if node.kind in _LISTS])
    announcing = {node.parent for node in nodes}
    # "2) Sustitúyese el artículo 3º por el siguiente:" has its words after it, quoted beside it in the article.
    announcing.update(before.eid for before, after in pairwise(nodes) if after.kind == _QUOTED)
    for node in nodes:
        yield from _node(node, name(node, places), announces=node.eid in announcing, versioned=node.eid in older)


def of_citations(citations: Iterable[Citation], nodes: Iterable[Node]) -> Iterator[Problem]:
    """The citations that lead nowhere, or to more places than one."""
    printed = {(node.instrument, node.eid) for node in nodes}
    for citation in citations:
        if citation.resolution == "ambiguous":
            yield _of_citation("ambiguous-citation", citation, citation.targets)
        elif citation.resolution == "dangling":
            lost = [t for t in citation.targets if (t.instrument, t.eid) not in printed]
            yield _of_citation("dangling-citation", citation, lost)


def _of_citation(code: str, citation: Citation, told: Sequence[Target]) -> Problem:
    return Problem(
        code=code,
        instrument=citation.instrument,
        eid=citation.eid,
        source=citation.source,
        line=citation.line,
        params=(("quote", citation.quote), ("targets", _addresses(told))),
    )


def _addresses(targets: Sequence[Target]) -> str:
    named = ", ".join(f"{t.instrument}#{t.eid or ''}".rstrip("#") for t in targets[:_MOST_TOLD])
    return f"{named} … ({len(targets)})" if len(targets) > _MOST_TOLD else named


def of_instrument(instrument: Instrument, nodes: Sequence[Node]) -> Iterator[Problem]:
    """The problems of an instrument as a whole."""
    codes = []
    if nodes and not any(is_rule(node.kind, node.eid) for node in nodes):
        codes.append("no-articles")
    if not instrument.dates:
        codes.append("undated-instrument")
    if instrument.identified_by is None:
        codes.append("unidentified-instrument")
    line = nodes[0].line if nodes else None
    source = next(iter(instrument.sources), None)
    title = (("title", instrument.title),)
    for code in codes:
        yield Problem(code=code, instrument=instrument.id, source=source, line=line, params=title)


def _node(node: Node, label: str, *, announces: bool, versioned: bool) -> Iterator[Problem]:
    rule = is_rule(node.kind, node.eid)
    if rule and node.status == EMPTY:
        yield problem("empty-article", node, label=label)
    if rule and node.status == AMENDED and not versioned:
        yield problem("unsure-wording", node, label=label, words=(node.note or "")[:_LONGEST_NOTE])
    if node.text.rstrip().endswith(":") and not announces and node.kind not in _NOT_ANNOUNCING:
        yield problem("lost-list", node, label=label, words=node.text.strip()[-_LAST_WORDS:])


def without_source(nodes: Iterable[Node], named: Callable[[Node], bool]) -> Iterator[Problem]:
    """A problem for each repealed article whose note names no source; `named` says of a node whether it does."""
    for node in nodes:
        if is_rule(node.kind, node.eid) and node.status == REPEALED and not named(node):
            yield problem("repeal-without-source", node, label=node.label)


def _articles(articles: Sequence[Node]) -> Iterator[Problem]:
    yield from _twice([node for node in articles if node.number and not node.number.isdecimal()])
    counted = [(int(node.number), node) for node in articles if node.number and node.number.isdecimal()]
    numbers = [number for number, _ in counted]
    kept = _first_printed(numbers)
    present = {numbers[at] for at in kept}
    for at, (number, node) in enumerate(counted):
        if at not in kept:
            found, means = _stray(at, node, numbers, kept, number in present)
            yield found
            present.update(means)
    yield from _gaps(counted, kept, present)


def _twice(articles: Sequence[Node]) -> Iterator[Problem]:
    """The articles whose number is no whole one ("56 bis") and is printed before."""
    seen: set[str | None] = set()
    for node in articles:
        if node.number in seen and node.number != TRANSITORY:
            yield problem("duplicate-number", node, label=node.label, eid=node.eid)
        seen.add(node.number)


def _stray(at: int, node: Node, numbers: Sequence[int], kept: set[int], present: bool) -> tuple[Problem, list[int]]:
    """What a number outside the sequence is, and which number it stands for there; `present`: it is printed before."""
    number = numbers[at]
    before = max((numbers[k] for k in kept if k < at), default=0)
    after = min((numbers[k] for k in kept if k > at), default=None)
    around = {"before": str(before or ""), "after": str(after or "")}
    proposal = _proposal(number, before, after)
    # A number that is missing a little further up was printed too late, and is no slip for another.
    if proposal is not None and (present or not _is_between(at, numbers, kept)):
        return problem("suspected-typo", node, number=str(number), proposal=str(proposal), **around), [proposal]
    if present:
        return problem("duplicate-number", node, label=node.label, eid=node.eid), []
    return problem("out-of-order", node, label=node.label, **around), [number]


def _is_between(at: int, numbers: Sequence[int], kept: set[int]) -> bool:
    """Whether the number at a place has a place of its own between two neighbours near by."""
    near = sorted(k for k in kept if abs(k - at) <= _NEAR)
    return any(numbers[a] < numbers[at] < numbers[b] for a, b in pairwise(near))


def _proposal(number: int, before: int, after: int | None) -> int | None:
    """The one number missing between two neighbours that is a single slip away from the printed one."""
    if after is None or after - before < 2:
        return None
    near = [n for n in range(before + 1, min(after, before + 12)) if _one_slip(str(number), str(n))]
    return near[0] if len(near) == 1 and number != near[0] else None


def _one_slip(one: str, other: str) -> bool:
    """Whether two figures differ by one digit more, less or changed, or by two neighbours swapped."""
    short, long = sorted((one, other), key=len)
    if len(short) < len(long):
        return any(long[:at] + long[at + 1 :] == short for at in range(len(long)))
    apart = [at for at in range(len(long)) if short[at] != long[at]]
    swapped = len(apart) == 2 and apart[1] == apart[0] + 1 and sorted(short) == sorted(long)
    return len(apart) == 1 or swapped


def _gaps(counted: Sequence[tuple[int, Node]], kept: set[int], present: set[int]) -> Iterator[Problem]:
    """The numbers absent between the first and the last; before the first only where the part holds most of its law."""
    own = [counted[at] for at in sorted(kept)]
    before = 0 if own and own[0][0] <= len(counted) else None
    for number, node in own:
        first = number if before is None else before + 1
        missing = [n for n in range(first, number) if n not in present]
        if missing:
            yield _gap(node, missing)
        before = number


def _gap(node: Node, missing: Sequence[int]) -> Problem:
    numbers = ", ".join(map(str, missing))
    return problem("numbering-gap", node, label=node.label, numbers=numbers, runs=_runs(missing))


def _runs(numbers: Sequence[int]) -> str:
    """ "23, 24, 30-35": runs of three or more are drawn together."""
    held = set(numbers)
    firsts = [n for n in numbers if n - 1 not in held]
    lasts = [n for n in numbers if n + 1 not in held]
    told: list[str] = []
    for first, last in zip(firsts, lasts, strict=True):
        if last - first > 1:
            told.append(f"{first}-{last}")
        else:
            told += map(str, range(first, last + 1))
    return ", ".join(told)


def _rising(numbers: Sequence[int]) -> set[int]:
    """The places of a longest strictly rising run of `numbers`: the sequence that the law itself follows.

    Patience sorting (Fredman, "On computing the length of longest increasing subsequences", 1975).
    """
    tails: list[int] = []
    places: list[int] = []
    previous: list[int] = []
    for at, number in enumerate(numbers):
        pile = bisect_left(tails, number)
        previous.append(places[pile - 1] if pile else -1)
        tails[pile : pile + 1] = [number]
        places[pile : pile + 1] = [at]
    kept: set[int] = set()
    at = places[-1] if places else -1
    while at >= 0:
        kept.add(at)
        at = previous[at]
    return kept


def _first_printed(numbers: Sequence[int]) -> set[int]:
    """The places of the law's own sequence, each number of it at the first place where it could stand."""
    kept: set[int] = set()
    before, rising = -1, sorted(_rising(numbers))
    for last in rising:
        before = next(at for at in range(before + 1, last + 1) if numbers[at] == numbers[last])
        kept.add(before)
    return _unswapped(numbers, kept)


def _unswapped(numbers: Sequence[int], kept: set[int]) -> set[int]:
    """The places kept, the first of two neighbours that are printed in each other's place instead of the second."""
    places = sorted(kept)
    for at, after in zip(places, [*places[1:], None], strict=False):
        swapped = at - 1 not in kept and at > 0 and numbers[at - 1] == numbers[at] + 1
        if swapped and (after is None or numbers[at - 1] < numbers[after]):
            kept = kept - {at} | {at - 1}
    return kept


def _containers(nodes: Sequence[Node]) -> Iterator[Problem]:
    seen: set[tuple[str | None, str, str | None]] = set()
    last: dict[tuple[str | None, str], int] = {}
    for node in nodes:
        if node.number is None:
            continue
        kind, place = (node.parent, node.kind), (node.parent, node.kind, node.number)
        if place in seen:
            code = "duplicate-number" if node.kind == "paragraph" else "duplicate-chapter"
            yield problem(code, node, label=node.label, eid=node.eid)
        seen.add(place)
        yield from _misprinted(node, last.get(kind, 0))
        last[kind] = int(node.number) if node.number.isdecimal() else 0


def _misprinted(node: Node, before: int) -> Iterator[Problem]:
    """A Roman numeral set in figures: "CAPITULO 11" after chapter I is II."""
    figures = node.label.strip(" .:-–—").rpartition(" ")[2]
    if figures == node.number and set(figures) == {"1"} and len(figures) == before + 1 > 1:
        around = {"before": str(before), "after": ""}
        yield problem("suspected-typo", node, number=figures, proposal=str(before + 1), **around)


def _lists(nodes: Sequence[Node]) -> Iterator[Problem]:
    """Members that a list skips, and members printed twice."""
    last: dict[tuple[str | None, str], int] = {}
    for node in nodes:
        if not node.number or not node.number.isdecimal():
            continue
        number, key = int(node.number), (node.parent, node.kind)
        before = last.get(key, 0)
        if number > before + 1:
            yield _gap(node, range(before + 1, number))
        elif number == before:
            yield problem("duplicate-number", node, label=node.label, eid=node.eid)
        last[key] = number
