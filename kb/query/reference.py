"""A typed reference -> the provisions it means, exactly, in every usual spelling, language and order.

What it reads is the text, the store's reference words and the names of its instruments; what it promises is
that a number leads to provisions of that number and to no others, that all of them are offered where
several fit, and that no text whatever makes it fail.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from kb.analysis import keys
from kb.ids import BELOW_ARTICLE, OWN_NUMBERING, PREFIXES, address, layer, parse_address
from kb.model import Node
from kb.query.annexed import recognised
from kb.query.bare import bare_numbers, elided
from kb.query.kindred import Instruments, agreed, ids_of, is_here, is_numbered
from kb.query.laws import Law, laws, words_of
from kb.query.pieces import Piece, apart, lexicon_of, pieces
from kb.query.provisions import BY_PLACE, Path, Target, is_nested, nearest, numbered
from kb.query.readings import (
    ALSO_ABSENT,
    ALSO_IN_ANNEX,
    IN_ANNEX,
    NOT_PRINTED,
    Remark,
    expanded,
    followed,
    in_order,
)
from kb.query.several import Group, groups
from kb.query.statutes import Vocabulary
from kb.query.steps import Step, steps
from kb.query.typed import LONGEST
from kb.query.wording import is_sure, vocabulary

if TYPE_CHECKING:
    from kb.store import Store

__all__ = ["NOTHING", "Reference", "expanded", "lacking", "named_beside", "nearest_to", "read_reference"]

# As many of the nearest provisions are told, and looked at where only those of an annex are meant.
_NEAR, _FAR = 4, 1000
_KINDS = {prefix: kind for kind, prefix in PREFIXES.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """What a typed text was understood to mean, and the provisions it leads to.

    `instruments` are the ids named (none: any), `path` the (kind, number) pairs from the outermost in, `rest`
    the words that were not read, `missing` an instrument that was named and that the corpus does not have: then
    `unknown` is true of a name that nobody knows, and `called` the whole name of one that is known everywhere, or the
    name of one that texts of the corpus cite. `remarks` is what must be known of the targets.

    Without targets the text was understood, and what it names is not there. `by_name` is true when a law was named that
    goes by a name, and `lacks_law` when it is not here: then `guesses` are the provisions of that number in other laws.
    `within` are the addresses of the annexes that were named, such as a treaty, in which provisions are looked for.
    """

    instruments: tuple[str, ...] = ()
    path: Path = ()
    rest: str = ""
    targets: tuple[Target, ...] = ()
    missing: str = ""
    unknown: bool = False
    called: str = ""
    by_name: bool = False
    lacks_law: bool = False
    remarks: tuple[Remark, ...] = ()
    guesses: tuple[Target, ...] = ()
    within: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.instruments or self.path or self.missing)


NOTHING = Reference()
"""The text is no reference."""


def read_reference(store: Store, text: str) -> Reference:
    """What `text` refers to; NOTHING, which is false, when it does not read as a reference.

    Of a text as long as a page the beginning is read.
    """
    text = text[:LONGEST]
    if written := _address(store, text):
        return written
    found, named = _named(store, text)
    free = frozenset(range(len(found))) - _taken(named)
    meant, free = _meant(store, named, found, free)
    path = [step for step in _path(found, free, named) if not _is_nowhere(store, step, meant)]
    free -= _taken(path)
    rest = _rest(found, free)
    if not path and (rest or all(law.loose or law.unknown for law in named)):
        return _asked_of(found, named, rest, vocabulary(store))
    by_name = any(law.by_name for law in named)
    within = tuple(place for law in named for place in law.within)
    reference = Reference(instruments=ids_of(meant), rest=rest, by_name=by_name, within=within)
    reference = _with_missing(reference, named)
    anew = [at for at, piece in enumerate(found) if "article" in piece.of("kind")]
    each = [(_of_group(reference, group), group.steps) for group in groups(path, named, anew)]
    return _together([_resolved(store, one, steps) for one, steps in each])


def _asked_of(found: Sequence[Piece], named: Sequence[Law], rest: str, words: Vocabulary) -> Reference:
    """A law that is named for sure and is not here, with the words beside it, which no other law may answer."""
    if any(law.instruments for law in named) or not any(is_sure(found, law, words) for law in named):
        return NOTHING
    return _with_missing(Reference(rest=rest, by_name=True, lacks_law=True), named)


def lacking(store: Store, text: str) -> Reference:
    """The law that is not here and that a text names beside words which name no provision; NOTHING when it names none.

    "Preámbulo de la Constitución" asks for something of a law, and no other one answers.
    """
    found, named = _named(store, text)
    if any(is_here(law.instruments) for law in named):
        return NOTHING
    rest = _rest(found, frozenset(range(len(found))) - _taken(named))
    reference = _with_missing(Reference(rest=rest, by_name=True, lacks_law=True), named)
    return replace(reference, missing=reference.missing or reference.called)


def _named(store: Store, text: str) -> tuple[tuple[Piece, ...], list[Law]]:
    """The pieces of a text and the laws that it names. "88/89" beside another law is no law but two articles of it."""
    found = pieces(text, lexicon_of(store))
    named = recognised(store, found, laws(store, found, vocabulary(store)))
    slashed = {law.start for law in named if not law.instruments and found[law.start].year and "/" in law.text}
    if not slashed or all(law.start in slashed for law in named):
        return found, named
    found = tuple(one for at, piece in enumerate(found) for one in (apart(piece) if at in slashed else (piece,)))
    return found, recognised(store, found, laws(store, found, vocabulary(store)))


def _with_missing(reference: Reference, named: Iterable[Law]) -> Reference:
    """`reference` with the first of these laws that the corpus does not have, or knows only by what cites it."""
    law = next((law for law in named if not law.instruments), None)
    if law is None:
        cited = (law.text for law in named if law.by_name and not is_here(law.instruments))
        return replace(reference, missing="", unknown=False, called=next(cited, ""))
    return replace(reference, missing=law.text, unknown=law.unknown, called=law.called)


def named_beside(store: Store, text: str) -> tuple[tuple[str, ...], str]:
    """The instruments of the corpus that a text names beside other words, and these: "Ley 45 de 1923 encaje".

    None when it names a mere type ("the bylaws"), or one that the corpus does not have.
    """
    found = pieces(text, lexicon_of(store))
    named = laws(store, found)
    if not named or any(law.loose or not law.instruments for law in named):
        return (), ""
    meant, free = _meant(store, named, found, frozenset(range(len(found))) - _taken(named))
    ids = tuple(i.id for i in meant if i.in_corpus)
    return ids, _rest(found, free) if ids else ""


def _of_group(reference: Reference, group: Group) -> Reference:
    """`reference` with the laws of one group only, when it names any by itself."""
    if not group.laws:
        return reference
    ids = {i.id for law in group.laws for i in law.instruments}
    within = tuple(place for law in group.laws for place in law.within)
    own = replace(reference, instruments=tuple(id for id in reference.instruments if id in ids), within=within)
    return _with_missing(own, group.laws)


def _together(each: Sequence[Reference]) -> Reference:
    """Several references of one text as one: everything that any of them means, in their order."""
    lacking = next((one for one in each if one.missing), each[0])
    there = any(one.targets for one in each)
    remarks = [remark for one in each for remark in (*one.remarks, *(_absent(one) if there else ()))]
    return replace(
        each[0],
        instruments=tuple(dict.fromkeys(id for one in each for id in one.instruments)),
        path=tuple(dict.fromkeys(level for one in each for level in one.path)),
        targets=tuple(dict.fromkeys(target for one in each for target in one.targets)),
        missing=lacking.missing,
        unknown=lacking.unknown,
        called=lacking.called,
        remarks=tuple(dict.fromkeys(remarks)),
        guesses=tuple(dict.fromkeys(target for one in each for target in one.guesses)),
        lacks_law=all(one.lacks_law for one in each),
    )


def _absent(reference: Reference) -> Iterator[Remark]:
    """That one of several references leads nowhere, which must not be lost beside what the others lead to."""
    article = next((number for kind, number in reference.path if kind == "article"), "")
    if article and not reference.targets:
        law = reference.called or reference.missing
        yield Remark(ALSO_ABSENT if law else NOT_PRINTED, "article", article, law)


def nearest_to(store: Store, reference: Reference) -> tuple[Target, ...]:
    """For a reference that leads nowhere: the provisions of that kind whose numbers come closest, at most four."""
    if reference.targets:
        return ()
    if not reference.within:
        return nearest(store, reference.instruments, reference.path, _NEAR)
    near = nearest(store, reference.instruments, reference.path, _FAR)
    return tuple(target for target in near if _is_within(target, reference))[:_NEAR]


def _address(store: Store, text: str) -> Reference | None:
    """The reference of an address as it is printed everywhere ("co/ley/1923/45#art_17"), now or before; or None."""
    written = parse_address(text.strip().lower())
    instrument = store.addressed(written[0]) if written else None
    if not written or not instrument:
        return None
    eid = written[1] or None
    there = instrument.in_corpus if eid is None else store.node(instrument.id, eid) is not None
    return Reference(
        instruments=(instrument.id,),
        path=_levels(eid or ""),
        targets=(Target(instrument.id, eid),) if there else (),
    )


def _levels(eid: str) -> Path:
    """The kinds and numbers that an eId writes; levels it does not know are left out."""
    parts = (level.partition("~")[0].partition("_") for level in eid.split("__"))
    return tuple((_KINDS[prefix], number) for prefix, _, number in parts if prefix in _KINDS)


def _taken(claims: Iterable[Law | Step]) -> frozenset[int]:
    return frozenset(at for claim in claims for at in range(claim.start, claim.stop))


def _meant(
    store: Store, named: Sequence[Law], found: Sequence[Piece], free: frozenset[int]
) -> tuple[Instruments, frozenset[int]]:
    """The instruments that all the namings agree on (any of them when they do not), and the pieces still unread.

    A word of their names beside a bare type tells them apart: "estatutos de Bancolombia".
    """
    meant = agreed(store, [law.instruments for law in named if law.instruments])
    if is_numbered(meant):
        return meant, free
    for at in sorted(free):
        own = tuple(i for i in meant if set(keys(found[at].text)) <= words_of(i))
        if own and found[at].is_plain and not found[at].figure:
            meant, free = own, free - {at}
    return meant, free


def _path(found: Sequence[Piece], free: frozenset[int], named: Sequence[Law]) -> list[Step]:
    """The steps of the path, those that cannot stand taken out and a bare number taken as an article's."""
    said = steps(found, free)
    numbered_before = any(step.kind == "article" for step in said)
    bare = (elided if numbered_before else bare_numbers)(found, free - _taken(said), named)
    path = [*said, *bare]
    whole = any(step.kind == "article" for step in path)
    law = any(not law.loose for law in named)
    # A number may be left open beside an article ("parágrafo del artículo 36"), or in a law ("anexo de la ley 60"); but
    # "régimen transitorio del artículo 17" names nothing but the article.
    kept = BELOW_ARTICLE | {"annex"} if whole else OWN_NUMBERING if law else frozenset()
    path = [step for step in path if not step.is_open or step.kind in kept]
    sure = law or all(found[at].of("join") for at in free - _taken(path))
    return [step for step in path if (law if step.numbers[0] in BY_PLACE else sure) or not step.faint]


def _is_nowhere(store: Store, step: Step, meant: Instruments) -> bool:
    """Whether the step is a mere word: an annex, or transitory provisions, which no law that may be meant has."""
    if not step.is_open or step.kind not in OWN_NUMBERING:
        return False
    return not store.has_kind(step.kind, ids_of(meant))


def _rest(found: Sequence[Piece], free: frozenset[int]) -> str:
    """The words that were not read, with the joining words between two of them: "duración del banco"."""
    said = [at for at in sorted(free) if not found[at].of("join") and not found[at].of("closed")]
    gaps = (range(one + 1, other) for one, other in pairwise(said))
    joins = {at for gap in gaps if free.issuperset(gap) for at in gap}
    return " ".join(found[at].text for at in sorted({*said, *joins}))


def _resolved(store: Store, reference: Reference, path: Sequence[Step]) -> Reference:
    """`reference` with its path settled and its targets found."""
    settled = in_order(tuple(dict.fromkeys((step.kind, _settled(store, step)) for step in path)))
    here = store.in_corpus(reference.instruments) if reference.instruments else []
    if reference.missing and not reference.instruments:
        return _guessed(store, replace(reference, path=settled))
    if not settled:
        return replace(reference, targets=tuple(map(Target.at, reference.within or here)))
    otherwise = {step.kind: step.otherwise for step in path if step.otherwise}
    leads = followed(store, settled, reference.instruments, otherwise)
    if targets := tuple(t for t in _targets(store, leads.nodes) if _is_within(t, reference)):
        kept, printed = _own(reference, settled, targets)
        remarks = (*leads.remarks, *printed, *_in_annex(reference, settled, kept))
        return replace(reference, path=leads.path or settled, targets=kept, remarks=remarks)
    absent = replace(reference, path=settled)
    return absent if here else _guessed(store, absent)


def _own(reference: Reference, path: Path, targets: tuple[Target, ...]) -> tuple[tuple[Target, ...], list[Remark]]:
    """Of the provisions of a law that is named its own; what a treaty has that it prints is only told of."""
    article = next((number for kind, number in path if kind == "article"), "")
    asked = reference.within or any(kind == "annex" for kind, _ in path)
    own = tuple(target for target in targets if not (target.eid and layer(target.eid) == "annexed"))
    if not reference.instruments or asked or not article or len(own) in (0, len(targets)):
        return targets, []
    annexes = dict.fromkeys(_annex_of(target) for target in targets if target not in own)
    return own, [Remark(ALSO_IN_ANNEX, "article", article, annex) for annex in annexes]


def _in_annex(reference: Reference, path: Path, targets: Sequence[Target]) -> Iterator[Remark]:
    """That a law has no article of that number of its own, where only a document has it that the law prints."""
    article = next((number for kind, number in path if kind == "article"), "")
    if not reference.instruments or reference.within or not article or any(kind == "annex" for kind, _ in path):
        return
    if all(target.eid and layer(target.eid) == "annexed" for target in targets):
        annexes = dict.fromkeys(_annex_of(target) for target in targets)
        yield from (Remark(IN_ANNEX, "article", article, annex) for annex in annexes)


def _annex_of(target: Target) -> str:
    """The address of the outermost annex that a target stands in."""
    levels = (target.eid or "").split("__")
    stop = next(at for at, level in enumerate(levels, 1) if level.startswith(f"{PREFIXES['annex']}_"))
    return address(target.instrument, "__".join(levels[:stop]))


def _is_within(target: Target, reference: Reference) -> bool:
    """Whether a target is what was named, or stands inside the annex that was."""
    return not reference.within or any(f"{target}__".startswith(f"{place}__") for place in reference.within)


def _guessed(store: Store, reference: Reference) -> Reference:
    """`reference`, whose law is not here, with what is numbered so in other laws; nothing where a law is numbered."""
    if not (reference.by_name and reference.path and (reference.missing or reference.instruments)):
        return reference
    if any(kind == "article" and number in BY_PLACE for kind, number in reference.path):
        return replace(reference, lacks_law=True)
    return replace(reference, lacks_law=True, guesses=_targets(store, followed(store, reference.path, ()).nodes))


def _targets(store: Store, nodes: Sequence[Node]) -> tuple[Target, ...]:
    """What nodes are, in corpus order, those of documents inside others last."""
    positions = store.positions({node.instrument for node in nodes})
    ordered = sorted(nodes, key=lambda node: (is_nested(node), positions[node.instrument], node.order))
    return tuple(Target(node.instrument, node.eid) for node in ordered)


def _settled(store: Store, step: Step) -> str:
    """The likeliest number of a step that some provision of its kind has."""
    there = (number for number in step.numbers if len(step.numbers) > 1 and numbered(store, step.kind, number))
    return next(there, step.numbers[0])
