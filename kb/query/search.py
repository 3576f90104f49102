"""A question -> ranked places with passages: exact provisions first, then phrases, all words, some words.

Nothing is guessed twice: whether the text is a reference is `reference`'s answer, what its words are is
`asking`'s, what matches is the engine's. Here is the order in which they are asked, and what is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from kb.analysis import keys
from kb.ids import BELOW_ARTICLE, address
from kb.index import Clause, Engine, Question, gathered, open_index, printed
from kb.model import Instrument, Node
from kb.query.asking import Asked, asked, dissolved, laws_cited, quotations, unquoted
from kb.query.pieces import names
from kb.query.provisions import Target, ancestors
from kb.query.reference import NOTHING, Reference, nearest_to, read_reference
from kb.query.snippets import Snippet, matches, snippet

if TYPE_CHECKING:
    from kb.store import Store

# The rungs of an answer, best first, and what else may be a reason for a hit.
REFERENCE, PHRASE, ALL_WORDS, SOME_WORDS, NO_RUNG = "reference", "phrase", "all words", "some words", "nothing"
MENTION, IN_HEADING = "mention", "heading"

# Of a list of articles, what mentions the first few is looked for.
_MOST_MENTIONED = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One place that answers: a provision, or an instrument as a whole when `node` is None.

    `reasons` begin with the rung it was found on (or "mention": it prints the reference that was typed), and go on
    with "heading" when its heading holds what was looked for. Scores compare within one rung only.
    """

    instrument: Instrument
    node: Node | None
    score: float
    snippet: Snippet
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a question found: the rung of its first hit, the hits, and what was understood of it.

    `reference` is what the text was read as, `nearest` the numbers that come closest to a provision that is not
    there, `unknown` the words that no text of the corpus prints.
    """

    rung: str = NO_RUNG
    hits: tuple[Hit, ...] = ()
    reference: Reference = NOTHING
    nearest: tuple[Target, ...] = ()
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Found:
    """A hit before its text is fetched: its place, how it was found, and what is to be marked in it."""

    target: Target
    score: float
    reason: str
    clauses: tuple[Clause, ...] = ()


def search(
    store: Store,
    index_folder: Path,
    text: str,
    *,
    limit: int = 10,
    instrument: str | None = None,
    language: str | None = None,
    kind: str | None = None,
) -> Answer:
    """What `text` finds: the provisions it refers to (all of them, whatever `limit`), then what its words match.

    `instrument`, `language` and `kind` (of a provision) restrict the answer. Any text is answered, if with nothing;
    ArticuladoError only when `index_folder` holds no index.
    """
    understood = read_reference(store, unquoted(text))
    wanted = {"instrument": instrument, "language": language, "kind": kind}
    fields = {name: value for name, value in wanted.items() if value}
    reference = replace(understood, targets=tuple(t for t in understood.targets if _has(store, t, fields)))
    # What was read as a reference is done with: only the words that it leaves over are looked for.
    left_over = reference.targets or not reference.rest if reference else False
    question = asked(store, f"{reference.rest} {quotations(text)}" if left_over else text)
    with closing(open_index(index_folder)) as engine:
        desk = _Desk(store, engine, fields, limit)
        exact = desk.exact(reference, question)
        hits = _shown(store, [*exact, *desk.others(exact, reference, question, text)])
    return Answer(
        rung=hits[0].reasons[0] if hits else NO_RUNG,
        hits=hits,
        reference=understood,
        nearest=nearest_to(store, understood),
        unknown=question.unknown,
    )


@dataclass(frozen=True, slots=True)
class _Desk:
    """Where a question is asked: the store, the open engine, the values a hit must have, how many are wanted."""

    store: Store
    engine: Engine
    fields: Mapping[str, str]
    limit: int

    def exact(self, reference: Reference, question: Asked) -> list[_Found]:
        """The targets of a reference, those first that hold what the rest of the question asks for."""
        places = {target: _document(self.store, target) for target in reference.targets}
        clauses = question.clauses
        among = Question(clauses=clauses, every=False, fields={}, among=frozenset(places.values()))
        scores = {place.address: place.score for place in self.engine.search(among, len(places))}
        found = [_Found(target, scores.get(place, 0.0), REFERENCE, clauses) for target, place in places.items()]
        return sorted(found, key=lambda one: -one.score)

    def others(self, exact: Sequence[_Found], reference: Reference, question: Asked, text: str) -> list[_Found]:
        """What else answers, up to the limit: places that mention the reference, or that match the words."""
        shown = {_document(self.store, one.target) for one in exact}
        more = (one for one in self._more(reference, question, text) if str(one.target) not in shown)
        return list(islice(more, max(0, self.limit - len(exact))))

    def _more(self, reference: Reference, question: Asked, text: str) -> list[_Found]:
        """The first of these that finds anything: quoted phrases, what cites the reference, words."""
        named = reference.instruments
        if question.phrases:
            return self._phrases(question) or self._words(asked(self.store, dissolved(text)))
        if reference.targets and not question.clauses:
            return self._asked(MENTION, _mentions(self.store, reference, text), within=named if reference.path else ())
        if reference.targets:
            return self._words(question, within=named)
        if reference and not reference.rest:
            return self._absent(reference, text)
        return self._words(question)

    def _absent(self, reference: Reference, text: str) -> list[_Found]:
        """For a reference to what is not there: what cites it. What merely shares a word with it is not told."""
        if (number := keys(text)) == tuple(number for _, number in reference.path):
            return self._asked(ALL_WORDS, [Clause((number,))])
        law = laws_cited(keys(text)) or ((Clause((keys(reference.missing),)),) if reference.missing else ())
        clauses = (*law, *(_mentions(self.store, reference, text) if reference.path else ()))
        return self._asked(ALL_WORDS, clauses, within=() if law else reference.instruments)

    def _phrases(self, question: Asked) -> list[_Found]:
        """Places with every quoted phrase, those first that have all the other words as well."""
        helping = _optional((*question.cited, *question.words))
        together = self._asked(PHRASE, question.clauses)
        return _joined(together, self._asked(PHRASE, (*question.phrases, *helping)))

    def _words(self, question: Asked, within: Sequence[str] = ()) -> list[_Found]:
        """Places with all words, then those with some: first of all those that cite the law that was cited."""
        found = self._asked(ALL_WORDS, question.clauses, within=within)
        if question.cited:
            cited = (*question.cited, *_optional(question.words))
            found = _joined(found, self._asked(SOME_WORDS, cited, within=within))
        return _joined(found, self._asked(SOME_WORDS, question.clauses, every=False, within=within))

    def _asked(
        self, reason: str, clauses: Sequence[Clause], *, every: bool = True, within: Sequence[str] = ()
    ) -> list[_Found]:
        """What the engine finds, within these instruments when any are named."""
        fields = {**({"instrument": within[0]} if len(within) == 1 else {}), **self.fields}
        found = self.engine.search(Question(clauses=tuple(clauses), every=every, fields=fields), 2 * self.limit)
        return [_Found(Target.at(place.address), place.score, reason, tuple(clauses)) for place in found]


def _has(store: Store, target: Target, fields: Mapping[str, str]) -> bool:
    """Whether a target has these values; a whole instrument has no kind."""
    if not fields:
        return True
    instrument = store.instrument(target.instrument)
    node = store.node(target.instrument, target.eid) if target.eid else None
    own = {
        "instrument": target.instrument,
        "language": instrument.language if instrument else "",
        "kind": node.kind if node else "",
    }
    return all(own[name] == value for name, value in fields.items())


def _optional(clauses: Iterable[Clause]) -> tuple[Clause, ...]:
    return tuple(replace(clause, optional=True) for clause in clauses)


def _joined(first: Sequence[_Found], then: Iterable[_Found]) -> list[_Found]:
    """Both, in this order, each place once."""
    met = {one.target for one in first}
    return [*first, *(one for one in then if one.target not in met)]


def _document(store: Store, target: Target) -> str:
    """The address of the document of the index that a target is in; a whole instrument is in none."""
    node = store.node(target.instrument, target.eid) if target.eid else None
    if node is None:
        return str(target)
    line = [node, *ancestors(store, node)]
    articles = [above for above in line if above.kind == "article"]
    head = articles[-1] if articles else next((one for one in line if one.kind not in BELOW_ARTICLE), line[-1])
    return address(head.instrument, head.eid)


def _mentions(store: Store, reference: Reference, text: str) -> tuple[Clause, ...]:
    """What a text prints that cites what was typed: "article 46" in any language; of a law alone, number or names."""
    said = [keys(word) for word, meanings in store.reference_words().items() if ("kind", "article") in meanings]
    numbers = [number for kind, number in reference.path if kind == "article"][:_MOST_MENTIONED]
    articles = tuple((*word, number) for number in numbers for word in said)
    if articles or reference.path:
        return (Clause(articles),) if articles else ()
    # Bylaws go by names that others go by too.
    laws = [i for i in store.instruments() if i.id in reference.instruments and i.number]
    cited = [(str(law.number), str(law.year)) for law in laws if law.year]
    called = [keys(name) for law in laws for name in names(law)]
    return (Clause(tuple(dict.fromkeys(filter(None, (*cited, *called, keys(text))))), slop=2),)


def _shown(store: Store, found: Sequence[_Found]) -> tuple[Hit, ...]:
    """The hits with their texts, and their passages marked."""
    instruments = {i.id: i for i in store.instruments()}
    nodes = [_nodes(store, one.target) for one in found]
    texts = [printed(own) if own else "" for own in nodes]
    headings = [own[0].heading if own else "" for own in nodes]
    terms = store.terms({word for text in (*texts, *headings) for word in keys(text)})
    hits = []
    for one, own, text, heading in zip(found, nodes, texts, headings, strict=True):
        headed = (IN_HEADING,) if matches(heading, one.clauses, terms) else ()
        hits.append(
            Hit(
                instrument=instruments[one.target.instrument],
                node=own[0] if own else None,
                score=one.score,
                snippet=snippet(text, matches(text, one.clauses, terms)),
                reasons=(one.reason, *headed),
            )
        )
    return tuple(hits)


def _nodes(store: Store, target: Target) -> list[Node]:
    """The nodes whose words a hit shows; none for a whole instrument."""
    if target.eid is None:
        return []
    return gathered(store.subtree(target.instrument, target.eid))[target.eid]
