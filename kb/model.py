"""The records every room passes on: frozen, slotted, plain.

Names are Akoma Ntoso's where it has one. A record never points back at the stage that made it,
and no record is edited after it was made: later findings are new records beside the tree.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple

# What a legal text may be silent about. The three are never merged: a provision that is not in
# the corpus has no node at all; a node printed without a note is AS_GIVEN; UNKNOWN is said when the
# source itself leaves the matter open.
AS_GIVEN = "in force as given"
REPEALED = "repealed"
PARTLY_REPEALED = "partly repealed"
AMENDED = "amended"
UNKNOWN = "unknown"
EMPTY = "empty"
# By a court (inexequible, nulo): no longer law, and not repealed by one either.
STRUCK_DOWN = "struck down"
PARTLY_STRUCK_DOWN = "partly struck down"
# Of a day only: what a law says before it holds. No node has it.
NOT_YET = "not yet in force"
# Said of a whole instrument by its source: not the same as printing it without a word on its force.
SAID_IN_FORCE = "in force, says the source"
STATUSES = (AS_GIVEN, REPEALED, PARTLY_REPEALED, AMENDED, UNKNOWN, EMPTY, STRUCK_DOWN, PARTLY_STRUCK_DOWN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One file of the corpus, as it was read; `file` is its path from the corpus root, with `/`.

    `notices` are what its readers are to be told before they rely on it, as (language, words).
    """

    file: str
    sha256: str
    encoding: str
    media_type: str
    language: str
    layout: str
    tradition: str
    characters: int
    title: str = ""
    rights: str = ""
    notices: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendering:
    """The words of a page of HTML as they were read, in which all offsets of that source count, with its links."""

    source: str
    words: str
    links: tuple[tuple[int, int, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Alias:
    """A name by which an instrument is called, and the ISO dates between which it meant this one."""

    name: str
    since: str | None = None
    until: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DateFact:
    """A date of an instrument with where it comes from.

    `event` is passed, sanctioned, promulgated or recorded; `origin` is `text` (then `quote`, `start`
    and `end` say where in `source`) or `curator`. `date` is ISO 8601.
    """

    event: str
    date: str
    origin: str
    quote: str = ""
    source: str | None = None
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Instrument:
    """A statute, bylaws, a code: what an address begins with.

    `identified_by` is `text`, `curator` or None (then the id is provisional); `evidence` says on what.
    `in_corpus` is False for an instrument that is only cited. `state` is what the document prints of its own force,
    word for word, and `status` what that comes to (a status, or SAID_IN_FORCE); both empty when it prints nothing.
    `formerly` are the ids that it had before. `witness_of` is the id of the instrument that this is another text of: it
    is compared with that one, and counts for nothing else.
    """

    id: str
    type: str
    number: str | None
    year: int | None
    title: str
    language: str
    in_corpus: bool = True
    identified_by: str | None = None
    evidence: str = ""
    authority: str = ""
    note: str = ""
    state: str = ""
    status: str = ""
    formerly: tuple[str, ...] = ()
    witness_of: str = ""
    sources: tuple[str, ...] = ()
    dates: tuple[DateFact, ...] = ()
    aliases: tuple[Alias, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """One provision or container of an instrument, in reading order.

    `label` is the mark as printed ("ARTICLE 35.", "(1)"), `number` its normalised value ("35", "12a"),
    `text` the node's own words without its children's, blocks parted by an empty line. `tail` is what is
    printed between this node and its next sibling in the same sentence (", and "). `start` and `end` are
    code-point offsets into the decoded source, from the first character of the mark to the end of the last
    child; `line` is 1-based. `note` is the state as printed ("Derogado por …") or None. Reading the
    nodes in `order` gives the whole text in the order of the source.
    """

    instrument: str
    eid: str
    kind: str
    label: str
    number: str | None
    heading: str
    text: str
    parent: str | None
    order: int
    source: str
    line: int
    start: int
    end: int
    status: str = AS_GIVEN
    note: str | None = None
    tail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """An older wording of the article `eid`, as its source prints it beside today's; never an article of its own.

    `place` counts the wordings of one article from 1, in the order of the source. `since` and `until` are ISO dates
    or None, read from `note` ("Vigente desde: … y hasta el: …"), the line as printed.
    """

    instrument: str
    eid: str
    place: int
    label: str
    text: str
    since: str | None
    until: str | None
    note: str
    source: str
    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Passage:
    """A node with where its text stands in the source: (offset in the text, offset in the source) of each run."""

    node: Node
    runs: tuple[tuple[int, int], ...]

    def source(self, at: int) -> int:
        """The source offset of the character text[at]."""
        seen, offset = self.runs[bisect_right(self.runs, at, key=itemgetter(0)) - 1]
        return offset + at - seen


@dataclass(frozen=True, slots=True, kw_only=True)
class Inciso:
    """A paragraph of an article, or of a parágrafo of it, that is cited by its place: an address, and no node.

    `n` counts from 1 the paragraphs of `parent` in printed order, and makes the address ("art_17__inc_2"). Its words
    are those of `node` (`parent`, or what is printed after its list) from `first` to `last`; `start` and `end` say
    where they stand in the source, with a list that is printed inside them. Where a print numbers its paragraphs
    itself they are nodes, and listed here under the same addresses.
    """

    instrument: str
    eid: str
    n: int
    start: int
    end: int
    parent: str
    node: str
    first: int
    last: int
    source: str
    line: int
    status: str = AS_GIVEN


class Span(NamedTuple):
    """One stretch of a source and the one place it went to; a tuple, since a source has very many.

    The spans of a source, in order, are a partition of it: each begins where the last one ended.
    `role` is label, heading, text, tail, note (these belong to the node `eid` of `instrument`), version (an older
    wording of that node), or separator, markup, furniture (these belong to nobody, and are kept all the same).
    """

    source: str
    start: int
    end: int
    role: str
    instrument: str | None = None
    eid: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """The spans of one source, packed: JSON of [start, end, role, place of the instrument in `instruments`, eId]."""

    source: str
    spans: str
    instruments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Target:
    """What a citation or an effect points to: an instrument, or the node `eid` of it; the node need not exist."""

    instrument: str
    eid: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """A mention of a provision or an instrument in the words of a node.

    `quote` is the source from `start` to `end`, word for word. `resolution` is `resolved` (the target is in the
    corpus), `external` (its instrument is not), `dangling` (its instrument is, the provision is not), `ambiguous`
    (several fit: all are in `targets`), or `relative` (words that point from where they stand: "el artículo
    anterior"). A list or range gives all its members.
    """

    instrument: str
    eid: str
    source: str
    line: int
    start: int
    end: int
    quote: str
    resolution: str
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Where an effect was read: the words `quote` of a node, from `start` to `end` of its source."""

    instrument: str
    eid: str
    source: str
    start: int
    end: int
    quote: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What one provision does, or is printed to have done, to another.

    `kind` is one of Akoma Ntoso's modifications: repeal, substitution, insertion, renumbering, and for what courts and
    governments do annulment, unconstitutionality, upholding, conditional-upholding, re-enactment, inapplication.
    `scope` is `whole`, `part` (`words` say of what) or `catch-all`, which is recorded and kills nothing. `grade` is
    `confirmed` (note and clause agree), `claimed` (only the note), `enacted` (only the clause), `contradicted`,
    `source-absent` (a note that names nobody) or `inferred` (a clause accounts for such a note). `date` is ISO or None,
    `date_origin` says what it is the date of; `bound` is True when it only cannot be earlier.
    `spared` are eIds in what is affected that the clause excepts, or that are printed as living on below the heading of
    a chapter that is noted: they, and what they hold, are not reached.
    `latest` is the last day that a bound date can be, where that is known.
    """

    kind: str
    affecting: Target | None
    affected: Target | None
    scope: str
    words: str
    grade: str
    date: str | None
    date_origin: str
    bound: bool
    evidence: tuple[Evidence, ...]
    spared: tuple[str, ...] = ()
    latest: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ForcePeriod:
    """From when the provision `eid` holds (None: what the instrument says of itself as a whole), and until when.

    `since` and `until` are ISO dates or None; `origin` says what `since` is the date of (`sanctioned`,
    `promulgated + 40`, `in force`, `year` …). `bound` is True when it only cannot be earlier, `latest` the last day
    that it can be then, where that is known. `quote` is the clause that says so, from `start` to `end` of `source` in
    the node `stated_in`; empty where nothing says so and the day by which the instrument is named stands.
    """

    instrument: str
    eid: str | None
    since: str | None
    latest: str | None
    bound: bool
    origin: str
    until: str | None = None
    stated_in: str | None = None
    quote: str = ""
    source: str | None = None
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """A term that a provision defines ("Las palabras X significan …"), with the words that do it.

    `scope` is what it is said to hold for: a kind of provision (then `within` is the node of that kind that it stands
    in), `case`, `all` (every law), or nothing, which is the law that has it.
    """

    term: str
    language: str
    instrument: str
    eid: str
    source: str
    start: int
    end: int
    scope: str = ""
    within: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something odd in a text or a corpus: recorded, shown, never raised.

    `params` fills the sentence of `code` (kb/problems.toml), as sorted (name, value) pairs.
    """

    code: str
    instrument: str | None = None
    eid: str | None = None
    source: str | None = None
    line: int | None = None
    params: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Concept:
    """One idea and the words for it in each language: `forms` are (language, words) pairs."""

    id: str
    forms: tuple[tuple[str, tuple[str, ...]], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Everything one build knows, before it is stored: what the store is written from."""

    sources: tuple[Source, ...]
    instruments: tuple[Instrument, ...]
    nodes: tuple[Node, ...]
    ledgers: tuple[Ledger, ...]
    problems: tuple[Problem, ...]
    versions: tuple[Version, ...] = ()
    incisos: tuple[Inciso, ...] = ()
    renderings: tuple[Rendering, ...] = ()
    citations: tuple[Citation, ...] = ()
    effects: tuple[Effect, ...] = ()
    periods: tuple[ForcePeriod, ...] = ()
    definitions: tuple[Definition, ...] = ()
    concepts: tuple[Concept, ...] = ()


class ArticuladoError(Exception):
    """A wrong command, an unreadable file or a broken grammar: one sentence for the user to act on."""
