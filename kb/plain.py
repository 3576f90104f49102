"""What was found, as plain text for a terminal or a pipe, and as rows for JSON.

Lines are folded to `width`; the escape codes of bold are for the printer to take out where they do not belong.
"""

from __future__ import annotations

import textwrap
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from kb.export import version_row
from kb.ids import BELOW_ARTICLE, OWN_NUMBERING, address, layers_told
from kb.model import EMPTY, Instrument, Node, Version
from kb.query.told import echoed, hint_text

if TYPE_CHECKING:
    from kb.query.answer import Answer, Hit
    from kb.query.provisions import Target
    from kb.query.reference import Reference
    from kb.store import Store

_INDENT = "   "
_TITLES = 16
# What a print may leave without a name, and the reader must not take for something else.
_UNNAMED = {"annex": "Annex", "transitional": "Transitory provisions"}
_QUOTED = "Words of another law:"


@dataclass(frozen=True, slots=True)
class Shown:
    """What one target names: the node and all that hangs under it in reading order; `eid` is None for an instrument.

    `within` are the documents inside the instrument that it stands in, such as an annex, the outermost first. `older`
    are pairs of an article and its older wordings, newest first: of those shown, or of the article that it is part of.
    `others` say what other files of the same law print of it.
    """

    instrument: Instrument
    eid: str | None
    nodes: Sequence[Node]
    within: Sequence[Node]
    older: Sequence[tuple[Node, Sequence[Version]]]
    others: Sequence[str] = ()

    @property
    def versions(self) -> list[Version]:
        """All the older wordings."""
        return [version for _, versions in self.older for version in versions]


def shown(store: Store, target: Target) -> Shown:
    """What `target` leads to in the store."""
    from kb.query.other_files import other_files
    from kb.query.provisions import ancestors, article_of

    instrument = store.known(target.instrument)
    nodes = store.subtree(instrument.id, target.eid) if target.eid else store.nodes(instrument.id)
    above = list(ancestors(store, nodes[0])) if target.eid else []
    within = [node for node in reversed(above) if node.kind in OWN_NUMBERING]
    article = article_of(store, nodes[0]) if target.eid else None
    owners = [article, *nodes] if article and article.eid != target.eid else nodes
    printed: defaultdict[str, list[Version]] = defaultdict(list)
    for version in store.versions(instrument.id):
        printed[version.eid].append(version)
    older = [(node, newest_first(printed[node.eid])) for node in owners if node.eid in printed]
    return Shown(instrument, target.eid, nodes, within, older, other_files(store, instrument, target.eid))


def newest_first(versions: Iterable[Version]) -> list[Version]:
    """Older wordings of one article by the days which they held; those without days last, as the source has them."""
    return sorted(versions, key=lambda version: version.until or version.since or "", reverse=True)


def shown_row(one: Shown, history: bool) -> dict[str, Any]:
    """A target for JSON: what it names, and how many older wordings there are, or with `history` these themselves."""
    own: dict[str, Any] = {
        "instrument": one.instrument,
        "eid": one.eid,
        "nodes": one.nodes,
        "older_wordings": len(one.versions),
    }
    if one.others:
        own["other_files"] = one.others
    return {**own, "versions": [version_row(version) for version in one.versions]} if history else own


def shown_text(one: Shown, width: int, history: bool = False, ties: str = "") -> str:
    """A provision in full: where it stands, its words, its status, where they were read; with `history` what it said.

    Without it a line says how many older wordings the source prints. `ties` are lines on what ties it to others.
    """
    tied = ["", *one.others] if one.others else []
    tied += ["", ties] if ties else []
    if one.eid is None:
        return "\n".join([outline_text(one), *tied, *_older(one, width, history)])
    depth = _depths(one.nodes)
    body = "\n\n".join(_node(node, depth[node.eid], width) for node in one.nodes)
    where = " · ".join([one.instrument.title, *map(_mark, one.within)])
    return "\n".join([_bold(where), body, "", _place(one.nodes[0]), *tied, *_older(one, width, history)])


def outline_text(one: Shown) -> str:
    """An instrument: what is known of it, and a line for each article and each thing that articles stand under."""
    known, depth = one.instrument, _depths(one.nodes)
    who = "not identified: this address is provisional"
    who = f"identified by the {known.identified_by}: {known.evidence}" if known.identified_by else who
    dates = [f"{fact.event} {fact.date} ({fact.origin})" for fact in known.dates]
    state = f"state as its document prints it: {known.state} ({known.status})" if known.state else ""
    counts = layers_told((node.kind, node.eid, node.label) for node in one.nodes)
    about = [known.id, who, known.authority, state, counts, *dates, *known.sources]
    by = {node.eid: node for node in one.nodes}
    shown_here = [node for node in one.nodes if _mark(node) and not _in_article(node, by)]
    lines = [f"{_INDENT * depth[node.eid]}{_mark(node)}{_status(node)}" for node in shown_here]
    return "\n".join([_bold(known.title), *filter(None, about), "", *lines])


def absent_text(
    reference: Reference,
    near: Sequence[Shown],
    titles: Mapping[str, str],
    suggestions: Iterable[str] = (),
    guesses: Sequence[Shown] = (),
) -> str:
    """What was understood of a reference that leads nowhere, and what stands nearest; `titles` by instrument id."""
    from kb.query import told

    said = told.absent_text(replace(reference, missing=echoed(reference.missing)), titles)
    cited = reference.instruments[0] if len(reference.instruments) == 1 and not reference.path else ""
    hint = f"What other texts say of it: articulado cites {cited}, articulado repeals --by {cited}" if cited else ""
    below = _listed(told.GUESSES, guesses, len(reference.guesses)) or _nearest(near)
    return "\n\n".join(filter(None, [said, suggested_text(suggestions), hint, below]))


def suggested_text(suggestions: Iterable[str]) -> str:
    """A line for each question that may have been meant, as it is to be typed."""
    return "\n".join(f"Did you mean: {echoed(one)}" for one in suggestions)


def answer_text(answer: Answer, near: Sequence[Shown], text: str, width: int, names: Mapping[str, str]) -> str:
    """The hits of the search for `text`, and what was not found or not understood; `names` by `labels`."""
    from kb.query.answer import LAW_ABSENT
    from kb.query.told import remarks_text

    hits = "\n\n".join(_hit(number, hit, width) for number, hit in enumerate(answer.hits, answer.first))
    hits = "\n\n".join(filter(None, [_rung(answer), hits, _range(answer), *_facets(answer, names, width)]))
    unknown = f"No text has: {echoed(', '.join(answer.unknown))}." if answer.unknown else ""
    older = f"{_counted(answer.older)} would answer: --history" if answer.older else ""
    there = (
        f"There is no such page: {answer.total} in all."
        if answer.total and not answer.hits
        else f"Nothing found for {echoed(text)!r}."
    )
    absent = any(hint.code == LAW_ABSENT for hint in answer.hints)
    nothing = "" if (answer.hits and not answer.meant) or absent else there
    meant = f"What {echoed(answer.meant)!r} finds:" if answer.meant else ""
    others = suggested_text(answer.suggestions)
    about = [*map(hint_text, answer.hints), remarks_text(answer.reference)]
    parts = [nothing, others, meant, hits, older, unknown, _nearest(near)]
    return "\n\n".join(filter(None, [*about, *parts]))


def answer_row(answer: Answer, near: Sequence[Shown], names: Mapping[str, str]) -> dict[str, Any]:
    """An answer for JSON, each hit with its address, its score and its reasons; `names` by `labels`."""
    from kb.query.told import missing_row, remark_row

    facets = {
        name: [{"value": value, "label": names.get(value, value), "count": count} for value, count in counts.items()]
        for name, counts in answer.facets.items()
    }
    return {
        "rung": answer.rung,
        "total": answer.total,
        "first": answer.first,
        "hits": [hit_row(hit) for hit in answer.hits],
        "facets": facets,
        "older_wordings": answer.older,
        "unknown": answer.unknown,
        "nearest": [shown_row(one, False) for one in near],
        "suggestions": answer.suggestions,
        "meant": answer.meant,
        "absent": " ".join(hint_text(hint) for hint in answer.hints if hint.code in {"absent", "law-absent"}),
        "missing": missing_row(answer.reference),
        "remarks": [remark_row(remark) for remark in answer.reference.remarks],
        "hints": answer.hints,
        "parts": answer.typed.parts,
    }


def labels(store: Store, answer: Answer) -> dict[str, str]:
    """What instruments and chapters among the facets of an answer are called, by id and address."""
    from kb.query.provisions import Target

    places = [Target.at(place) for place in answer.facets.get("chapter", ())]
    nodes = [node for place in places if (node := store.node(place.instrument, place.eid or ""))]
    titles = store.titles(answer.facets.get("instrument", ()))
    return titles | {address(node.instrument, node.eid): _mark(node) for node in nodes}


def _rung(answer: Answer) -> str:
    """A line above hits that do not have all that was asked for."""
    from kb.query.answer import ALL_WORDS, GUESS, SOME_WORDS
    from kb.query.told import GUESSES

    if answer.rung == GUESS:
        return GUESSES
    quoted = any(part.kind == "phrase" for group in answer.typed.groups for part in group)
    if quoted and answer.rung == ALL_WORDS:
        return "Nothing prints that phrase; these have its words:"
    return "Nothing has all of these words; these have some:" if answer.rung == SOME_WORDS else ""


def _range(answer: Answer) -> str:
    """Which of how many hits are on a page that does not have all."""
    last = min(answer.first + len(answer.hits) - 1, answer.total)
    if not answer.hits or (answer.first == 1 and last >= answer.total):
        return ""
    told = f"{answer.first}–{last} of {answer.total}" if last >= answer.first else f"{answer.total} in all"
    return f"{told} ({', '.join(dict.fromkeys(hit.rung for hit in answer.hits))})"


def _facets(answer: Answer, names: Mapping[str, str], width: int) -> Iterator[str]:
    for facet, counts in answer.facets.items():
        said = "; ".join(f"{names.get(value, value)} {count}" for value, count in counts.items())
        if said:
            yield textwrap.fill(f"{facet:<{_TITLES}}{said}", width, subsequent_indent=" " * _TITLES)


def hit_row(hit: Hit) -> dict[str, Any]:
    """A hit for JSON: its address and all that is known of it; `part` is the address of what answers best inside it."""
    part = address(hit.instrument.id, hit.part) if hit.part else None
    own = {"address": _address(hit), "part": part, "title": hit.instrument.title, "rung": hit.rung}
    version = version_row(hit.version) if hit.version else None
    found = {"score": hit.score, "reasons": hit.reasons, "snippet": hit.snippet}
    return {**own, **found, "node": hit.node, "version": version}


def _node(node: Node, depth: int, width: int) -> str:
    """One node: its mark and heading, its status as printed, its words, all set in by `depth`."""
    words = node.text + node.tail.rstrip()
    if node.heading or node.note or (_mark(node) and node.kind not in BELOW_ARTICLE):
        lines = [*_set_in(_bold(_mark(node)) + _status(node), depth, width), *_set_in(words, depth, width)]
    else:
        lines = _set_in(f"{_mark(node)} {words}", depth, width)
    return "\n".join(lines)


def _hit(number: int, hit: Hit, width: int) -> str:
    """A hit: its place, the passage that answers, where that stands, and why it is here."""
    head = _bold((_mark(hit.node) if hit.node else "") or hit.instrument.title)
    if hit.version:
        head += f"  older wording ({days(hit.version)})"
    elif hit.node:
        head += _status(hit.node)
    passage = "\n".join(_set_in(_marked(hit.snippet.text, hit.snippet.marks), 1, width))
    where = f"{_INDENT}{hit.instrument.title} · {_best_address(hit)} ({', '.join(hit.reasons)})"
    return "\n".join(filter(None, [f"{number}. {head}", passage, where]))


def _nearest(near: Sequence[Shown]) -> str:
    return _listed("Nearest:", near, len(near))


def _listed(title: str, some: Sequence[Shown], count: int) -> str:
    """A title and a line for each provision, and how many of `count` are left out; nothing when there are none."""
    lines = [f"{_INDENT}{address(one.instrument.id, one.eid or '')}  {_mark(one.nodes[0])}" for one in some]
    more = [f"{_INDENT}… and {count - len(some)} more"] if count > len(some) else []
    return "\n".join([title, *lines, *more]) if lines else ""


def _depths(nodes: Sequence[Node]) -> dict[str, int]:
    """How far below the first each node hangs, by eId."""
    found: dict[str, int] = {}
    for node in nodes:
        found[node.eid] = found.get(node.parent or "", -1) + 1
    return found


def _in_article(node: Node, by: Mapping[str, Node]) -> bool:
    """Whether the node is part of an article, or of a section that is one in all but name.

    What an article approves, and the sections that stand in articles, are not parts but have a place of their own.
    """
    above = by.get(node.parent or "")
    if above is None or node.kind in OWN_NUMBERING or node.kind == "section":
        return False
    rule = above.kind == "article" or (above.kind == "section" and node.kind in BELOW_ARTICLE)
    return rule or _in_article(above, by)


def _mark(node: Node) -> str:
    """The label and heading of a node, as printed; what it is, where a print names it not or another law's word is."""
    printed = " ".join(filter(None, (node.label, node.heading)))
    return f"{_QUOTED} {printed}".rstrip() if node.kind == "quoted" else printed or _unnamed(node)


def _unnamed(node: Node) -> str:
    """What a node without a name is called: "art 18, subparagraph 2" is one that only its place names."""
    if node.kind != "subparagraph" or not node.parent:
        return _UNNAMED.get(node.kind, "")
    return f"{node.parent.replace('__', ', ').replace('_', ' ')}, subparagraph {node.number}"


def _older(one: Shown, width: int, history: bool) -> Iterator[str]:
    """The lines on older wordings: how many there are, or each with its days, its note, its words and its place."""
    count = len(one.versions)
    if count and not history:
        yield f"{_counted(count)}: --history"
    for node, versions in one.older if history else ():
        for version in versions:
            whose = "" if node.eid == one.eid else f" of {_mark(node).rstrip(' .:')}"
            yield f"\n{_bold(f'Older wording{whose} ({days(version)})')}"
            yield from _set_in("\n".join(filter(None, [version.note, _version_words(version)])), 1, width)
            yield f"{_INDENT}{_read(version)}"


def _counted(wordings: int) -> str:
    return f"{wordings} older wording{'' if wordings == 1 else 's'}"


def days(version: Version) -> str:
    """The days which an older wording held, as far as its source says: "1923-07-11 to 1931-06-22", or "undated"."""
    if version.since and version.until:
        return f"{version.since} to {version.until}"
    return f"from {version.since}" if version.since else f"until {version.until}" if version.until else "undated"


def _version_words(version: Version) -> str:
    return " ".join(filter(None, (version.label, version.text)))


def _status(node: Node) -> str:
    """What the source prints of a node's force, and what that says; nothing where nothing is printed."""
    printed = f": {node.note}" if node.note and node.note not in node.text else ""
    return f"  [{node.status}{printed}]" if node.note or node.status == EMPTY else ""


def _best_address(hit: Hit) -> str:
    """The address of a hit, or of the part of it that answers best."""
    return address(hit.instrument.id, hit.part) if hit.part else _address(hit)


def _address(hit: Hit) -> str:
    return address(hit.instrument.id, hit.node.eid) if hit.node else hit.instrument.id


def _place(node: Node) -> str:
    """The address of a node, and where it was read."""
    return f"{address(node.instrument, node.eid)}\n{_read(node)}"


def _read(one: Node | Version) -> str:
    return f"{one.source}, line {one.line}, characters {one.start}-{one.end}"


def _marked(text: str, marks: Sequence[tuple[int, int]]) -> str:
    """`text` with the stretches `marks` in bold."""
    for start, end in reversed(marks):
        text = f"{text[:start]}{_bold(text[start:end])}{text[end:]}"
    return text


def _bold(text: str) -> str:
    return f"\x1b[1m{text}\x1b[0m" if text else ""


def _set_in(text: str, depth: int, width: int) -> list[str]:
    """The lines of `text`, set in and folded."""
    pad = _INDENT * depth
    return [textwrap.fill(line, width, initial_indent=pad, subsequent_indent=pad) for line in text.strip().splitlines()]
