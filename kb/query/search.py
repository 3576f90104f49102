"""A question -> ranked places with passages: exact provisions first, then phrases, all words, some words.

Nothing is guessed twice: whether the text is a reference is `reference`'s answer, what its words are is
`asking`'s, what matches is the engine's. Here is the order in which they are asked, and what is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import reduce
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from kb.analysis import keys
from kb.ids import address
from kb.index import Clause, Engine, Question, gathered, head_of, open_index, printed
from kb.model import Instrument, Node, Version
from kb.query.asking import Asked, asked, dissolved, laws_cited, quotations, unquoted
from kb.query.naming import Reader
from kb.query.pieces import names
from kb.query.provisions import Target, ancestors, article_of, spoken
from kb.query.reference import NOTHING, Reference, nearest_to, read_reference
from kb.query.snippets import Snippet, snippet
from kb.query.suggest import MOST, corrected, references_near

if TYPE_CHECKING:
    from kb.store import Store

# The rungs of an answer, best first, and what else may be a reason for a hit.
REFERENCE, PHRASE, ALL_WORDS, SOME_WORDS, NO_RUNG = "reference", "phrase", "all words", "some words", "nothing"
DID_YOU_MEAN = "did you mean"
MENTION, IN_HEADING = "mention", "heading"

# Of a list of articles, what mentions the first few is looked for.
_MOST_MENTIONED = 8
# Kinds that texts cite by their number in figures.
_CITED = ("article", "transitional", "annex")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One place that answers: a provision, or an instrument as a whole when `node` is None.

    `version` is the older wording of the provision that answers, when history was asked for; None for today's words.
    `reasons` begin with the rung it was found on (or "mention": it prints the reference that was typed), and go on
    with "heading" when its heading holds what was looked for, and "accionista = shareholder" for each idea of the
    question that it names in other words only. Scores compare within one rung only.
    """

    instrument: Instrument
    node: Node | None
    score: float
    snippet: Snippet
    reasons: tuple[str, ...]
    version: Version | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a question found: the rung of its first hit, the hits, and what was understood of it.

    `reference` is what the text was read as, `nearest` the numbers that come closest to a provision that is not
    there, `unknown` the words that no text of the corpus prints, `older` how many older wordings answer where nothing
    of today's does. `suggestions` are questions that may have been meant. On the rung "did you mean" the question as
    typed finds nothing at all, and the hits are those of `meant`, which is one of them.
    """

    rung: str = NO_RUNG
    hits: tuple[Hit, ...] = ()
    reference: Reference = NOTHING
    nearest: tuple[Target, ...] = ()
    unknown: tuple[str, ...] = ()
    older: int = 0
    suggestions: tuple[str, ...] = ()
    meant: str = ""


@dataclass(frozen=True, slots=True)
class _Found:
    """A hit before its text is fetched: its place, how it was found, and what is to be marked in it.

    `wording` is the place of an older wording, 0 for today's.
    """

    target: Target
    score: float
    reason: str
    clauses: tuple[Clause, ...] = ()
    wording: int = 0

    @property
    def place(self) -> tuple[str, int]:
        """Where it is: no two hits of an answer are in one place."""
        return str(self.target), self.wording


def search(
    store: Store,
    index_folder: Path,
    text: str,
    *,
    limit: int = 10,
    instrument: str | None = None,
    language: str | None = None,
    kind: str | None = None,
    history: bool = False,
) -> Answer:
    """What `text` finds: the provisions it refers to (all of them, whatever `limit`), then what its words match.

    `instrument`, `language` and `kind` (of a provision) restrict the answer; with `history` older wordings answer, too.
    Any text is answered, if with nothing; ArticuladoError only when `index_folder` holds no index.
    """
    wanted = {"instrument": instrument, "language": language, "kind": kind}
    fields = {name: value for name, value in wanted.items() if value}

    def ask(text: str) -> Answer:
        return _answer(store, index_folder, text, fields, limit, history)

    answer = ask(text)
    near = references_near(store, text, answer.reference)
    unknown = (*answer.unknown, *keys(answer.reference.missing))
    mended = [(one, found) for one in corrected(store, text, unknown) if (found := ask(one)).hits]
    answer = replace(answer, suggestions=(*near, *(one for one, _ in mended))[:MOST])
    return answer if answer.hits or not mended else _as_meant(answer, *mended[0])


def _as_meant(answer: Answer, meant: str, found: Answer) -> Answer:
    """An answer that found nothing, with the hits of the question that was meant, which say so."""
    hits = tuple(replace(hit, reasons=(DID_YOU_MEAN, *hit.reasons)) for hit in found.hits)
    return replace(answer, rung=DID_YOU_MEAN, hits=hits, meant=meant)


def _answer(
    store: Store, index_folder: Path, text: str, fields: Mapping[str, str], limit: int, history: bool
) -> Answer:
    """What `text` itself finds."""
    understood = read_reference(store, unquoted(text))
    reference = replace(understood, targets=tuple(t for t in understood.targets if _has(store, t, fields)))
    # What was read as a reference is done with: only the words that it leaves over are looked for.
    left_over = reference.targets or not reference.rest if reference else False
    question = asked(store, f"{reference.rest} {quotations(text)}" if left_over else text)
    with closing(open_index(index_folder)) as engine:
        desk = _Desk(store, engine, fields, limit, history)
        exact = desk.exact(reference, question)
        hits = _shown(store, [*exact, *desk.others(exact, reference, question, text)])
        older = () if hits or history else replace(desk, history=True).others(exact, reference, question, text)
    return Answer(
        rung=hits[0].reasons[0] if hits else NO_RUNG,
        hits=hits,
        reference=understood,
        nearest=nearest_to(store, understood),
        unknown=question.unknown,
        older=len(older),
    )


@dataclass(frozen=True, slots=True)
class _Desk:
    """Where a question is asked: the store, the open engine, the values a hit must have, how many are wanted.

    `history` is whether older wordings may answer.
    """

    store: Store
    engine: Engine
    fields: Mapping[str, str]
    limit: int
    history: bool = False

    def exact(self, reference: Reference, question: Asked) -> list[_Found]:
        """The targets of a reference, those first that hold what the rest of the question asks for.

        With history each is followed by the older wordings of its article.
        """
        places = {target: _document(self.store, target) for target in reference.targets}
        clauses = question.clauses
        among = Question(clauses=clauses, every=False, fields={}, among=frozenset(places.values()))
        scores = {place.address: place.score for place in self.engine.search(among, len(places))}
        found = [_Found(target, scores.get(place, 0.0), REFERENCE, clauses) for target, place in places.items()]
        found.sort(key=lambda one: -one.score)
        return [one for first in found for one in (first, *self._older(first))]

    def _older(self, found: _Found) -> list[_Found]:
        """The older wordings of the article that a target is or is a part of, in the order of the source."""
        place = found.target
        node = self.store.node(place.instrument, place.eid) if self.history and place.eid else None
        article = article_of(self.store, node) if node else None
        versions = self.store.versions(article.instrument, article.eid) if article else []
        return [replace(found, target=Target(v.instrument, v.eid), wording=v.place) for v in versions]

    def others(self, exact: Sequence[_Found], reference: Reference, question: Asked, text: str) -> list[_Found]:
        """What else answers, up to the limit: places that mention the reference, or that match the words."""
        shown = {one.place if one.wording else (_document(self.store, one.target), 0) for one in exact}
        more = (one for one in self._more(reference, question, text) if one.place not in shown)
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
        return found if len(found) >= self.limit else _joined(found, self._some(question.clauses, within))

    def _some(self, clauses: Sequence[Clause], within: Sequence[str]) -> list[_Found]:
        """The best with some of the words, those first that have the most of them, in any language.

        Each language is asked by itself: the texts of one say all in other words, and would come after any of the
        other's that have two or three of them as typed.
        """
        languages = {i.id: i.language for i in self.store.instruments()}
        wanted = self.fields.get("language")
        asked_in = [wanted] if wanted else list(dict.fromkeys(languages.values()))
        desks = [replace(self, fields={**self.fields, "language": language}) for language in asked_in]
        found = [one for desk in desks for one in desk._asked(SOME_WORDS, clauses, every=False, within=within)]
        said = [_said(self.store, one) for one in found]
        reader = Reader.of(self.store, (text for one in said for text in (one.heading, one.text)), clauses)
        has = {
            one.place: reader.answered((own.heading, own.text), clauses, languages[one.target.instrument])
            for one, own in zip(found, said, strict=True)
        }
        return sorted(found, key=lambda one: (-has[one.place], -one.score))

    def _asked(
        self, reason: str, clauses: Sequence[Clause], *, every: bool = True, within: Sequence[str] = ()
    ) -> list[_Found]:
        """What the engine finds, within these instruments when any are named."""
        fields = {**({"instrument": within[0]} if len(within) == 1 else {}), **self.fields}
        question = Question(clauses=tuple(clauses), every=every, fields=fields, history=self.history)
        found = self.engine.search(question, 2 * self.limit)
        return [_Found(Target.at(p.address), p.score, reason, tuple(clauses), p.wording) for p in found]


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
    met = {one.place for one in first}
    return [*first, *(one for one in then if one.place not in met)]


def _document(store: Store, target: Target) -> str:
    """The address of the document of the index that a target is in; a whole instrument is in none."""
    node = store.node(target.instrument, target.eid) if target.eid else None
    if node is None:
        return str(target)
    *above, top = node, *ancestors(store, node)
    head = reduce(lambda head, one: head_of(one, head), reversed(above), top)
    return address(head.instrument, head.eid)


def _mentions(store: Store, reference: Reference, text: str) -> tuple[Clause, ...]:
    """What a text prints that cites what was typed: "article 46" in any language; of a law alone, number or names."""
    if reference.path:
        words = store.reference_words().items()
        levels = [spoken(kind, number) for kind, number in reference.path if number]
        some = [level for level in levels if level[0] in _CITED][:_MOST_MENTIONED]
        said = tuple((*keys(w), number) for kind, number in some for w, its in words if ("kind", kind) in its)
        return (Clause(said),) if said else ()
    # Bylaws go by names that others go by too.
    laws = [i for i in store.instruments() if i.id in reference.instruments and i.number]
    cited = [(str(law.number), str(law.year)) for law in laws if law.year]
    called = [keys(name) for law in laws for name in names(law)]
    return (Clause(tuple(dict.fromkeys(filter(None, (*cited, *called, keys(text))))), slop=2),)


def _shown(store: Store, found: Sequence[_Found]) -> tuple[Hit, ...]:
    """The hits with their texts, and their passages marked."""
    instruments = {i.id: i for i in store.instruments()}
    said = [_said(store, one) for one in found]
    clauses = {clause for one in found for clause in one.clauses}
    reader = Reader.of(store, (text for one in said for text in (one.heading, one.text)), clauses)
    pairs = zip(found, said, strict=True)
    return tuple(_hit(reader, instruments[one.target.instrument], one, own) for one, own in pairs)


def _hit(reader: Reader, instrument: Instrument, found: _Found, own: _Said) -> Hit:
    """A hit, and why it is one: its rung, that its heading answers, and what names in other words what was typed."""
    heading, text = (reader.read(part, found.clauses, instrument.language) for part in (own.heading, own.text))
    marked = (IN_HEADING,) if heading.matches else ()
    return Hit(
        instrument=instrument,
        node=own.node,
        score=found.score,
        snippet=snippet(own.text, text.matches),
        reasons=(found.reason, *marked, *{**text.named, **heading.named}.values()),
        version=own.version,
    )


@dataclass(frozen=True, slots=True)
class _Said:
    """What stands at the place of a hit; nothing for a whole instrument."""

    node: Node | None = None
    version: Version | None = None
    heading: str = ""
    text: str = ""


def _said(store: Store, found: _Found) -> _Said:
    instrument, eid = found.target.instrument, found.target.eid
    if eid is None:
        return _Said()
    if found.wording:
        version = next(v for v in store.versions(instrument, eid) if v.place == found.wording)
        return _Said(store.node(instrument, eid), version, "", " ".join(version.text.split()))
    own = gathered(store.subtree(instrument, eid))[eid]
    return _Said(own[0], None, own[0].heading, printed(own))
