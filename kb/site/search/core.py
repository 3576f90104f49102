"""What a question needs first: the instruments, a few facts of each document, and where the rest lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from kb.analysis import keys
from kb.ids import BELOW_ARTICLE, KINDS, OWN_NUMBERING, PREFIXES, address
from kb.index import WEIGHTS, length_step, length_steps
from kb.model import STATUSES, Instrument
from kb.site.paths import instrument_folder
from kb.site.places import Places
from kb.site.search.gathered import Gathered
from kb.site.search.postings import Shard
from kb.site.search.texts import MANY, Chunk
from kb.site.search.written import DIGITS, number
from kb.store import Store

# As many words must have an ending for it to be one.
_SEVERAL = 4
_ENDING = "ending "
_TYPO = "suspected-typo"
# What may stand above articles.
HOLD = tuple(k for k in KINDS if k not in {"article", "formula", "preface", "conclusions", "quoted", *BELOW_ARTICLE})


def core(
    store: Store,
    gathered: Gathered,
    places: Places,
    shards: Sequence[Shard[str]],
    stops: Mapping[str, tuple[int, str]],
    chunks: Sequence[Chunk],
    concepts: Sequence[Shard[int]],
) -> dict[str, object]:
    """The first file of the search data."""
    parts = gathered.parts
    fields = list(zip(*(own for part in parts for own in part.lengths), strict=True)) or [()] * 4
    status = [one for part in parts for one in part.statuses]
    said = store.search_words()
    # Of very many articles one length stands for all but that of the heading: they go with one another.
    told = (0, 1, 2, 3) if gathered.documents <= MANY else (1, 2)
    statuses = sorted(set(status))
    return {
        "languages": gathered.languages,
        "weights": WEIGHTS,
        "kinds": KINDS,
        "prefixes": [PREFIXES[kind] for kind in KINDS],
        "below": sorted(BELOW_ARTICLE),
        "own": sorted(OWN_NUMBERING),
        "instruments": [_instrument(i, places) for i in gathered.instruments],
        "begins": gathered.begins,
        "documents": gathered.documents,
        "kind": _column((one for part in parts for one in part.kinds), KINDS),
        "statuses": statuses,
        "status": _column(status, statuses),
        "lengths": [_lengths(own) if at in told else "" for at, own in enumerate(fields)],
        "steps": length_steps(),
        "averages": [sum(lengths) / max(1, len(lengths)) for lengths in fields],
        "words": [shard.first for shard in shards],
        "stops": "\n".join(f"{surface} {count} {terms}" for surface, (count, terms) in stops.items()),
        "ideas": [shard.first for shard in concepts],
        "texts": [chunk.first for chunk in chunks],
        "reference": _reference(store),
        "misprints": _misprints(store),
        "annexes": _annexes(store),
        "search": {role: its for role, its in said.items() if not role.startswith(_ENDING)},
        "known": STATUSES,
        "hold": HOLD,
        "endings": [
            " ".join(sorted(_endings(gathered, language) | said.get(f"{_ENDING}{language}", {}).keys()))
            for language in gathered.languages
        ],
    }


def _endings(gathered: Gathered, language: str) -> set[str]:
    """What words of a language have after their term, each ending that several have: by them others are recognised."""
    found = Counter(
        surface.removeprefix(term)
        for (surface, its), term in gathered.terms.items()
        if its == language and term and surface.startswith(term)
    )
    return {ending for ending, times in found.items() if ending and times >= _SEVERAL}


def _instrument(instrument: Instrument, places: Places) -> list[object]:
    work = places.works.get(instrument.id)
    name = work.name.main if work else instrument.title
    aliases = [alias.name for alias in instrument.aliases]
    dates = [fact.date for fact in instrument.dates]
    facts = [instrument.id, instrument.type, instrument.number or "", instrument.year or 0, instrument.language]
    folder = instrument_folder(instrument.id)
    return [*facts, int(instrument.in_corpus), folder, name, instrument.title, aliases, dates, instrument.status]


def _column(told: Iterable[str], values: Sequence[str]) -> str:
    """One character a document."""
    digits = {value: DIGITS[at + 1] for at, value in enumerate(values)}
    return "".join(digits[value] for value in told)


def _lengths(lengths: Iterable[int]) -> str:
    told = list(lengths)
    written = {length: number(length_step(length)) for length in set(told)}
    return "".join(written[length] for length in told)


def _misprints(store: Store) -> list[list[str]]:
    """The address of each article whose number is misprinted, that number, and the one that was probably meant."""
    found = (one for one in store.problems(code=_TYPO) if "art_" in (one.eid or ""))
    told = [one for one in found if {"number", "proposal"} <= one.params.keys()]
    return [
        [address(one.instrument or "", one.eid or ""), one.params["number"], one.params["proposal"]] for one in told
    ]


def _annexes(store: Store) -> list[list[str]]:
    """The address and the title of each annex that is a document, such as a treaty."""
    nouns = {word for word, its in store.reference_words().items() if any(role == "statute" for role, _ in its)}
    headed = (node for node in store.of_kind("annex") if not nouns.isdisjoint(keys(node.heading)[:1]))
    return [[address(node.instrument, node.eid), node.heading] for node in headed]


def _reference(store: Store) -> str:
    """The words of references, one a line: the word, then role and value of each of its meanings."""
    return "\n".join(
        "\t".join((word, *(f"{role} {value}" for role, value in sorted(its))))
        for word, its in sorted(store.reference_words().items())
    )
