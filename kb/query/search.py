"""A question -> ranked places with passages: exact provisions first, then phrases, all words, some words.

Nothing is guessed twice: what was typed is `typed`'s answer, whether it is a reference `reference`'s, what its filters
mean `filters`', what its words are `asking`'s, what matches is the engine's. Here is the order in which they are asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from kb.analysis import keys
from kb.ids import BELOW_ARTICLE
from kb.index import open_index
from kb.query.answer import (
    ALL_WORDS,
    DID_YOU_MEAN,
    GUESS,
    LAW_ABSENT,
    MISPRINT,
    NO_KIND,
    NO_RUNG,
    ONLY_EXCLUDED,
    REFERENCE,
    SOME_WORDS,
    Answer,
    Hint,
    Wanted,
)
from kb.query.asking import Asked, asked, barred
from kb.query.desk import Desk
from kb.query.passages import Found, shown
from kb.query.provisions import Target, strange_kind
from kb.query.reference import NOTHING, Reference, named_beside, nearest_to, read_reference
from kb.query.snippets import LENGTH
from kb.query.suggest import MOST, corrected, references_near
from kb.query.told import absent_text
from kb.query.typed import EMPTY, PHRASE, WORD, Typed, read

if TYPE_CHECKING:
    from kb.store import Store

# All that a reference may mean is offered on one page, unless it is a long list.
_MOST_OFFERED = 100


def search(
    store: Store,
    index_folder: Path,
    text: str,
    *,
    limit: int = 10,
    page: int = 1,
    filters: Mapping[str, Sequence[str]] | None = None,
    history: bool = False,
    context: int = LENGTH,
    counted: bool = False,
) -> Answer:
    """What `text` finds: the provisions it refers to (all of them, whatever `limit`), then what its words match.

    `filters` are those of the query language by name (in, chapter, status, lang, type, kind, date), as if they had
    been typed; with `history` older wordings answer, too; passages have about `context` characters; `counted` asks for
    facets. Any text is answered, if with nothing; ArticuladoError only when `index_folder` holds no index, or when one
    of `filters` names nothing that is known.
    """
    given = filters or {}

    def ask(text: str) -> Answer:
        return _answer(store, index_folder, text, limit, page, given, history, context, counted)

    answer = ask(text)
    near = references_near(store, text, answer.reference)
    quoted = (word for part in answer.typed.parts if part.kind == PHRASE for word in keys(part.text))
    unknown = (*answer.unknown, *keys(answer.reference.missing), *quoted)
    mended = [(one, found) for one in corrected(store, text, unknown) if (found := ask(one)).hits]
    answer = replace(answer, suggestions=(*near, *(one for one, _ in mended))[:MOST])
    meant = next(((one, found) for one, found in mended if _is_meant(answer, found)), None)
    return _as_meant(answer, *meant) if meant else answer


def _is_meant(answer: Answer, found: Answer) -> bool:
    """Whether what a mended question finds is shown in the place of what was asked.

    That is so where this finds nothing; a law that is not here was misspelled only where that one goes by a name.
    """
    if not answer.reference.lacks_law:
        return not answer.hits
    return answer.reference.unknown and found.reference.by_name and bool(found.reference.targets)


def _as_meant(answer: Answer, meant: str, found: Answer) -> Answer:
    """An answer that found nothing, with the hits of the question that was meant, which say so."""
    hits = tuple(replace(hit, reasons=(DID_YOU_MEAN, *hit.reasons)) for hit in found.hits)
    return replace(
        answer, rung=DID_YOU_MEAN, meant=meant, hits=hits, total=found.total, first=found.first, facets=found.facets
    )


def _answer(
    store: Store,
    index_folder: Path,
    text: str,
    limit: int,
    page: int,
    filters: Mapping[str, Sequence[str]],
    history: bool,
    context: int,
    counted: bool,
) -> Answer:
    """What `text` itself finds."""
    question = _Question.of(store, text, filters)
    with closing(open_index(index_folder)) as engine:
        desk = Desk(
            store=store, engine=engine, wanted=question.wanted, without=(), limit=limit, depth=limit, history=history
        )
        desk = replace(desk, without=barred(store, question.typed, desk.expand))
        sought = asked(store, question.sought, desk.expand)
        exact, guessed = _exact(desk, question, sought)
        first, last = _page(len(exact or guessed), limit, page)
        found = [*_found(replace(desk, depth=last), exact, question, sought), *guessed]
        if not found or found[0].reason == SOME_WORDS:
            titled = _titled(store, question, sought)
            found, exact = [*titled, *found], titled or exact
        older = () if found or history else _found(replace(desk, history=True), (), question, sought)
        total, counts = _counted(replace(desk, depth=last), found, exact or guessed, counted)
    return Answer(
        rung=found[0].reason if found else NO_RUNG,
        hits=shown(store, found[first:last], context, question.parts),
        total=total,
        first=first + 1,
        facets=counts,
        typed=question.typed,
        reference=question.understood,
        nearest=nearest_to(store, question.understood),
        unknown=sought.unknown,
        older=len(older),
        hints=(*question.hints, *_strange(store, question.understood), *_lacking(store, question.understood)),
    )


def _exact(desk: Desk, question: _Question, sought: Asked) -> tuple[list[Found], list[Found]]:
    """The provisions that were named, and where their law is not here what is numbered so in others."""
    reference = question.reference
    reason = MISPRINT if any(remark.code == MISPRINT for remark in reference.remarks) else REFERENCE
    exact = desk.exact(reference, sought, reason)
    if not reference.guesses:
        return exact, []
    named = read(f"{reference.missing} {reference.rest}", desk.store.search_words())
    guesses = _allowed(desk.store, question.wanted, reference.guesses)
    return exact, desk.exact(replace(reference, targets=guesses), asked(desk.store, named, desk.expand), GUESS)


def _titled(store: Store, question: _Question, sought: Asked) -> list[Found]:
    """Where no provision has all the words, the instruments whose title has them: "tarifa de aduanas"."""
    said = {key for clause in sought.words if not clause.optional for keys_of in clause.spellings for key in keys_of}
    groups = question.typed.groups
    if not said or question.understood or question.typed.excluded or any(g[0].kind != WORD or g[1:] for g in groups):
        return []
    titled = store.worded(said, titles=True)
    here = store.in_corpus(titled) if titled else ()
    targets = _allowed(store, question.wanted, tuple(map(Target, here)))
    return [Found(target, 0.0, ALL_WORDS) for target in targets]


def _lacking(store: Store, reference: Reference) -> tuple[Hint, ...]:
    """That the law which was named is not here."""
    if not (reference.lacks_law or (reference.missing and not reference.targets)):
        return ()
    titles = store.titles(reference.instruments)
    return (Hint(LAW_ABSENT, value=absent_text(reference, titles)),)


def _strange(store: Store, reference: Reference) -> tuple[Hint, ...]:
    """That the laws of a reference which leads nowhere have nothing of its kind."""
    kind = None if reference.targets else strange_kind(store, reference.instruments, reference.path)
    laws = store.among(reference.instruments) if kind else ()
    titles = tuple(law.title for law in laws if law.in_corpus)
    return (Hint(NO_KIND, value=kind, known=titles),) if kind and titles else ()


@dataclass(frozen=True, slots=True)
class _Question:
    """What was typed, what its filters ask for, what it was read as, and of this what the filters leave.

    `sought` is what is to be looked for: what was read as a reference is done with. `named` are the instruments that
    are named beside other words, and `beside` is what is to be looked for in these.
    """

    typed: Typed
    wanted: Wanted
    understood: Reference
    reference: Reference
    sought: Typed
    named: tuple[str, ...] = ()
    beside: Typed = EMPTY

    @classmethod
    def of(cls, store: Store, text: str, filters: Mapping[str, Sequence[str]]) -> _Question:
        search_words = store.search_words()
        typed, wanted = read(text, search_words), Wanted()
        if filters or typed.filters:
            from kb.query.filters import filtered, options

            typed, wanted = filtered(store, Typed((*typed.parts, *options(store, filters).parts)))
        understood = read_reference(store, typed.plain) if typed.plain else NOTHING
        reference = replace(understood, targets=_allowed(store, wanted, understood.targets))
        left_over = reference.targets or not reference.rest or not reference.path if reference else False
        sought = typed.left(read(reference.rest, search_words)) if left_over else typed
        named, rest = named_beside(store, typed.plain) if typed.plain and not understood else ((), "")
        beside = typed.left(read(rest, search_words)) if named else EMPTY
        return cls(typed, wanted, understood, reference, sought, named, beside)

    @property
    def hints(self) -> tuple[Hint, ...]:
        """What could not be done as typed."""
        lone = self.typed.excluded and not self.typed.groups and not self.wanted
        return (*self.wanted.hints, Hint(ONLY_EXCLUDED)) if lone else self.wanted.hints

    @property
    def parts(self) -> tuple[str, ...]:
        """The kinds of parts of articles that are wanted, if any."""
        return tuple(kind for kind in self.wanted.fields.get("kind", ()) if kind in BELOW_ARTICLE)


def _allowed(store: Store, wanted: Wanted, targets: tuple[Target, ...]) -> tuple[Target, ...]:
    """The targets that the filters leave."""
    if not wanted:
        return targets
    from kb.query.filters import fits

    return tuple(target for target in targets if fits(store, wanted, target))


def _found(desk: Desk, exact: Sequence[Found], question: _Question, sought: Asked) -> list[Found]:
    """All that answers to the end of the page; of filters alone what they leave."""
    if question.wanted and not question.typed.groups:
        return desk.fitting()
    beside = asked(desk.store, question.beside, desk.expand)
    return [*exact, *desk.others(exact, question.reference, sought, question.typed, (question.named, beside))]


def _page(exact: int, limit: int, page: int) -> tuple[int, int]:
    """From which hit to which a page goes: the first has all that a reference names."""
    size = exact if limit < exact <= _MOST_OFFERED else limit
    return (0, size) if page == 1 else (size + (page - 2) * limit, size + (page - 1) * limit)


def _counted(
    desk: Desk, found: Sequence[Found], exact: Sequence[Found], wanted: bool
) -> tuple[int, Mapping[str, Mapping[str, int]]]:
    """How many places the rung of an answer has, and their facets if `wanted`."""
    question = found[0].question if found else None
    if wanted and found:
        from kb.query.facets import facets, shelves_of

        targets = (one.target for one in exact)
        shelves = desk.engine.shelves(question) if question else shelves_of(desk.store, targets)
        return sum(shelves.values()), facets(shelves)
    if question is None:
        return len(exact), {}
    if len(found) < desk.depth:
        return sum(one.question == question for one in found), {}
    return desk.engine.count(question), {}
