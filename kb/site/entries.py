"""An instrument as lists show it and as links find it: without its words, so that thousands are at hand at once."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.ids import PREFIXES, is_rule, layer, layers
from kb.model import STATUSES, Instrument
from kb.site.paths import instrument_folder
from kb.site.siblings import Children, children_of
from kb.site.views import Name, alone, labels_of, name_of
from kb.site.words import Words
from kb.store import Store, StoredProblem, Stub

# What may be printed around the title of an annex.
_AROUND = " .:;*\"'“”«»‘’<>"


@dataclass(frozen=True, slots=True)
class Entry:
    """An instrument in a list: `articles` are the eIds of those with a place of their own, `within` tells which of
    them holds a node, `layers` counts those that are own, annexed and quoted, `statuses` the own ones, `labels` names
    every node as printed, `problems` is how many there are, `paragraphs` counts the incisos of each article and
    parágrafo, `annexes` are the titles of those annexes that have one."""

    instrument: Instrument
    name: Name
    folder: str
    articles: tuple[str, ...]
    within: Mapping[str, str]
    labels: Mapping[str, str]
    layers: Mapping[str, int]
    statuses: tuple[tuple[str, int], ...]
    problems: int
    paragraphs: Mapping[str, int]
    annexes: Mapping[str, str]


def entries(
    store: Store,
    instruments: Iterable[Instrument],
    problems: Mapping[str | None, Sequence[StoredProblem]],
    languages: Sequence[Words],
) -> Iterator[Entry]:
    """The entry of each of `instruments`, in their order."""
    stubs: dict[str, list[Stub]] = defaultdict(list)
    for stub in store.stubs():
        stubs[stub.instrument].append(stub)
    paragraphs: dict[str, dict[str, int]] = defaultdict(dict)
    for instrument, parent, count in store.paragraphs():
        paragraphs[instrument][parent] = count
    for it in instruments:
        nodes = stubs[it.id]
        within, statuses = _placed(nodes), {node.eid: node.status for node in nodes}
        labels = labels_of(nodes)
        articles = tuple(eid for eid, article in within.items() if eid == article)
        yield Entry(
            instrument=it,
            name=name_of(it, languages),
            folder=instrument_folder(it.id),
            articles=articles,
            within=within,
            labels=labels,
            layers=layers((node.kind, node.eid, node.label) for node in nodes),
            statuses=counted(statuses[eid] for eid in articles if layer(eid) == "own"),
            problems=len(problems.get(it.id, ())),
            paragraphs=paragraphs.get(it.id, {}),
            annexes=dict(_titled(labels)),
        )


def counted(statuses: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """How many articles have each status, in the order of statuses."""
    counts = Counter(statuses)
    return tuple((status, counts[status]) for status in STATUSES if counts[status])


def _titled(labels: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Each annex that is printed with a label or a title, and this without the marks around it."""
    for eid, label in labels.items():
        if eid.rpartition("__")[2].startswith(f"{PREFIXES['annex']}_") and label != eid:
            yield eid, " ".join(label.split()).strip(_AROUND)


def _placed(nodes: Sequence[Stub]) -> Mapping[str, str]:
    """Node -> the article that holds it, for all that an article holds."""
    return dict(_below(None, children_of(nodes)))


def _below(parent: str | None, children: Children[Stub]) -> Iterator[tuple[str, str]]:
    for node in children.get(parent, ()):
        if is_rule(node.kind, node.eid):
            yield from ((eid, node.eid) for eid in _inside(node, children))
        elif alone(node, children):
            yield from _below(node.eid, children)


def _inside(node: Stub, children: Children[Stub]) -> Iterator[str]:
    yield node.eid
    for child in children.get(node.eid, ()):
        yield from _inside(child, children)
