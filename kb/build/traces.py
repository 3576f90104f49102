"""The ties of all texts: those of earlier builds where all that they were made of is the same, the others anew.

What a text says depends on its own words and on what it asked of the register: whether a law is there, what that
prints, which statutes have a number, who is called by a name. These answers are kept beside it as a trace; while the
register would answer the same, so would the text (verifying traces: Mokhov, Mitchell, Peyton Jones, "Build systems à
la carte", 2018, section 4.2.2).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from kb.build.assemble import Placed
from kb.build.kept import Kept, decoded, encoded, key_of
from kb.build.names import Names
from kb.build.ties import Text, Ties, day_of, tied
from kb.citations import Asked, Register
from kb.grammar import Grammar
from kb.language import Language, language
from kb.processes import each, worth_while

# A process is worth the time that it takes to begin with so many texts.
_WORTH = 40
# (type, number, the ids and years of the statutes that have them).
_Statutes = tuple[str, str, tuple[tuple[str, int | None], ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """What a text asked, with the answers: the keys of other texts by law (None: there is none), statutes, names."""

    texts: dict[str, str | None]
    statutes: tuple[_Statutes, ...]
    names: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Traced:
    """The ties of a text with the trace of what they were made of."""

    trace: Trace
    ties: Ties


@dataclass(frozen=True, slots=True)
class Answers:
    """What the corpus answers to what a text asks; `keys` are those of its texts by law."""

    register: Register
    keys: Mapping[str, str]
    names: Names

    def trace(self, asked: Asked, tag: str) -> Trace:
        """What a text of the tradition `tag` asked, with the answers."""
        texts = {law: self.keys.get(law) for law in sorted(asked.provisions | asked.instruments)}
        statutes = tuple((type_, number, self._statutes(type_, number)) for type_, number in sorted(asked.statutes))
        return Trace(texts=texts, statutes=statutes, names=self.names.digests[tag])

    def agree(self, trace: Trace, text: Placed, tag: str) -> bool:
        """Whether they are still those of a trace of a text."""
        same_texts = all(self.keys.get(law) == key for law, key in trace.texts.items())
        same_statutes = all(self._statutes(type_, number) == known for type_, number, known in trace.statutes)
        return same_texts and same_statutes and self.names.would_read(text, tag, trace.names)

    def _statutes(self, type_: str, number: str) -> tuple[tuple[str, int | None], ...]:
        instruments = self.register.instruments
        return tuple((id, instruments[id].year) for id in self.register.numbered.get((type_, number), ()))


@dataclass(slots=True)
class _Tongues:
    """The languages in use, one for each tradition; what a name means in a text depends on the day of the text."""

    names: Names
    made: dict[str, Language] = field(default_factory=dict)

    def learn(self, grammar: Grammar) -> None:
        """Make the language of a tradition, if nobody has yet."""
        if grammar.tag not in self.made:
            self.made[grammar.tag] = language(grammar, self.names.by_tag[grammar.tag])

    def text(self, placed: Placed, grammar: Grammar) -> Text:
        """A text whose words are read as on its day."""
        day = day_of(placed.instrument)
        return Text(placed.expression, placed.reading, grammar, partial(self.made[grammar.tag].read, day=day))


def ties_of(
    texts: Sequence[tuple[Placed, Grammar]],
    answers: Answers,
    kept: Kept,
    workers: int,
    seen: Callable[[int, int], None],
) -> list[Ties]:
    """The ties of each text, given with its tradition, in order."""
    places = [key_of("ties", text.key) for text, _ in texts]
    found: dict[int, Ties] = {}
    for at, (_, grammar) in enumerate(texts):
        traced = kept.found(places[at], Traced)
        if traced and answers.agree(traced.trace, texts[at][0], grammar.tag):
            found[at] = traced.ties
    missing = [at for at in range(len(texts)) if at not in found]
    tongues = _Tongues(answers.names)
    for at in missing:
        tongues.learn(texts[at][1])
    copies = worth_while(workers, len(missing) // _WORTH)
    made = each(lambda at: _traced(tongues.text(*texts[at]), answers), missing, copies)
    for number, (at, one) in enumerate(zip(missing, made, strict=True)):
        found[at] = _taken(one, places[at], kept).ties
        seen(number + 1, len(missing))
    return [found[at] for at in range(len(texts))]


def _taken(made: bytes | Traced, place: str, kept: Kept) -> Traced:
    """What a process has made, kept in its place."""
    if isinstance(made, Traced):
        return made
    kept.put(place, made)
    return decoded(made, Traced)


def _traced(text: Text, answers: Answers) -> bytes | Traced:
    register = answers.register.listening()
    ties = tied(text, register)
    traced = Traced(trace=answers.trace(register.asked, text.grammar.tag), ties=ties)
    return encoded(traced) or traced
