"""What was found, as plain text for a terminal or a pipe, and as rows for JSON.

Lines are folded to `width`; the escape codes of bold are for the printer to take out where they do not belong.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kb.ids import address
from kb.model import EMPTY, Instrument, Node, Version

if TYPE_CHECKING:
    from kb.build import Report
    from kb.query.provisions import Target
    from kb.query.reference import Reference
    from kb.query.search import Answer, Hit
    from kb.store import Store

_INDENT = "   "
_TITLES = 16


@dataclass(frozen=True, slots=True)
class Shown:
    """What one target names: the node and all that hangs under it in reading order; `eid` is None for an instrument.

    `versions` are the older wordings that the source prints beside it.
    """

    instrument: Instrument
    eid: str | None
    nodes: Sequence[Node]
    versions: Sequence[Version]


def shown(store: Store, target: Target) -> Shown:
    """What `target` leads to in the store."""
    instrument = next(i for i in store.instruments() if i.id == target.instrument)
    nodes = store.subtree(instrument.id, target.eid) if target.eid else store.nodes(instrument.id)
    return Shown(instrument, target.eid, nodes, store.versions(instrument.id, target.eid))


def shown_text(one: Shown, width: int) -> str:
    """A provision in full: where it stands, its words, its status, and where they were read."""
    if one.eid is None:
        return outline_text(one)
    depth = _depths(one.nodes)
    body = "\n\n".join(_node(node, depth[node.eid], width) for node in one.nodes)
    older = [f"\nOlder wording, line {v.line}: {v.note}" for v in one.versions]
    return "\n".join([_bold(one.instrument.title), body, *older, "", _place(one.nodes[0])])


def outline_text(one: Shown) -> str:
    """An instrument: what is known of it, and a line for each article and each thing that articles stand under."""
    known, depth = one.instrument, _depths(one.nodes)
    who = "not identified: this address is provisional"
    who = f"identified by the {known.identified_by}: {known.evidence}" if known.identified_by else who
    dates = [f"{fact.event} {fact.date} ({fact.origin})" for fact in known.dates]
    about = [_bold(known.title), *filter(None, [known.id, who, known.authority]), *dates, *known.sources]
    by = {node.eid: node for node in one.nodes}
    shown_here = [node for node in one.nodes if _mark(node) and not _in_article(node, by)]
    lines = [f"{_INDENT * depth[node.eid]}{_mark(node)}{_status(node)}" for node in shown_here]
    return "\n".join([*about, "", *lines])


def absent_text(reference: Reference, near: Sequence[Shown], titles: Mapping[str, str]) -> str:
    """What was understood of a reference that leads nowhere, and what stands nearest; `titles` by instrument id."""
    path = [f"{kind} {number}".strip() for kind, number in reversed(reference.path)]
    law = reference.missing or " or ".join(titles[id] for id in reference.instruments)
    said = f"Not in this knowledge base: {' of '.join(filter(None, [*path, law]))}."
    return "\n\n".join(filter(None, [said, _nearest(near)]))


def answer_text(answer: Answer, near: Sequence[Shown], text: str, width: int) -> str:
    """The hits of the search for `text`, and what was not found."""
    hits = "\n\n".join(_hit(number, hit, width) for number, hit in enumerate(answer.hits, 1))
    unknown = f"No text has: {', '.join(answer.unknown)}." if answer.unknown else ""
    return "\n\n".join(filter(None, [hits or f"Nothing found for {text!r}.", unknown, _nearest(near)]))


def hit_row(hit: Hit) -> dict[str, Any]:
    """A hit for JSON: its address and all that is known of it."""
    own = {"address": _address(hit), "title": hit.instrument.title, "score": hit.score, "reasons": hit.reasons}
    return {**own, "snippet": hit.snippet, "node": hit.node}


def report_text(report: Report, width: int) -> str:
    """What a build found, how long it took, and what to open."""
    counts: Mapping[str, Mapping[str, object]] = {
        f"{sum(report.nodes.values())} nodes": report.nodes,
        f"{sum(report.statuses.values())} articles": report.statuses,
        f"{sum(report.problems.values())} problems": report.problems,
        f"{sum(report.seconds.values()):.1f} seconds": {k: f"{v:.1f}" for k, v in report.seconds.items()},
    }
    lines = [f"{title:<{_TITLES}}{', '.join(f'{k} {v}' for k, v in some.items())}" for title, some in counts.items()]
    skipped = [f"{'not read':<{_TITLES}}{line}" for line in report.skipped]
    folded = [textwrap.fill(line, width, subsequent_indent=" " * _TITLES) for line in [*lines, *skipped]]
    written = f"{report.out}: {report.instruments} instruments, {report.pages} pages, {report.size / 1e6:.1f} MB"
    return "\n".join([*folded, written, f"Open {report.out / 'site' / 'index.html'}"])


def _node(node: Node, depth: int, width: int) -> str:
    """One node: its mark and heading, its status as printed, its words, all set in by `depth`."""
    words = node.text + node.tail.rstrip()
    if node.heading or node.note or node.kind in ("article", "chapter"):
        lines = [*_set_in(_bold(_mark(node)) + _status(node), depth, width), *_set_in(words, depth, width)]
    else:
        lines = _set_in(f"{_mark(node)} {words}", depth, width)
    return "\n".join(lines)


def _hit(number: int, hit: Hit, width: int) -> str:
    """A hit: its place, the passage that answers, where that stands, and why it is here."""
    head = _bold(_mark(hit.node)) + _status(hit.node) if hit.node else _bold(hit.instrument.title)
    passage = "\n".join(_set_in(_marked(hit.snippet.text, hit.snippet.marks), 1, width))
    where = f"{_INDENT}{hit.instrument.title} · {_address(hit)} ({', '.join(hit.reasons)})"
    return "\n".join(filter(None, [f"{number}. {head}", passage, where]))


def _nearest(near: Sequence[Shown]) -> str:
    lines = [f"{_INDENT}{address(one.instrument.id, one.eid or '')}  {_mark(one.nodes[0])}" for one in near]
    return "\n".join(["Nearest:", *lines]) if lines else ""


def _depths(nodes: Sequence[Node]) -> dict[str, int]:
    """How far below the first each node hangs, by eId."""
    found: dict[str, int] = {}
    for node in nodes:
        found[node.eid] = found.get(node.parent or "", -1) + 1
    return found


def _in_article(node: Node, by: Mapping[str, Node]) -> bool:
    above = by.get(node.parent or "")
    return above is not None and (above.kind == "article" or _in_article(above, by))


def _mark(node: Node) -> str:
    """The label and heading of a node, as printed."""
    return " ".join(filter(None, (node.label, node.heading)))


def _status(node: Node) -> str:
    """What the source prints of a node's force, and what that says; nothing where nothing is printed."""
    printed = f": {node.note}" if node.note and node.note not in node.text else ""
    return f"  [{node.status}{printed}]" if node.note or node.status == EMPTY else ""


def _address(hit: Hit) -> str:
    return address(hit.instrument.id, hit.node.eid) if hit.node else hit.instrument.id


def _place(node: Node) -> str:
    """The address of a node, and where it was read."""
    read = f"{node.source}, line {node.line}, characters {node.start}-{node.end}"
    return f"{address(node.instrument, node.eid)}\n{read}"


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
