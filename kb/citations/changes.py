"""What the clauses of a text have changed so far: it is what the next ones mean that name no law or no article."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from kb import ids
from kb.citations.mentions import Mention
from kb.citations.parts import Part
from kb.citations.register import document, levels
from kb.grammar.changing import Changing
from kb.model import Target

# A second verb and what it changes follow the first one's object within as many characters.
_LONGEST_GAP = 80
# So many characters may name the words of a part that are changed.
_LONGEST_PART = 300


@dataclass(slots=True)
class Changes:
    """`last` is the provision or law that was changed last, `place` the article that did it.

    `leads` maps an article to the law of which it says that it changes it.
    """

    last: Target | None = None
    place: str = ""
    leads: dict[str, str] = field(default_factory=dict)

    def note(self, target: Target, eid: str) -> None:
        """Take note of what the provision `eid` changes."""
        self.last, self.place = target, _top(eid)

    def lead(self, eid: str, laws: Sequence[str]) -> None:
        """Take note of the one law of which the provision `eid` announces changes."""
        if len(laws) == 1:
            self.leads[_top(eid)] = laws[0]
            self.note(Target(laws[0]), eid)

    def lead_of(self, eid: str) -> str:
        """The law that all changes in the article of `eid` are of; empty when it has said none."""
        return self.leads.get(_top(eid), "")

    def last_law(self, eid: str) -> str:
        """The law changed last in the same document as `eid`: what an annex changes is not what its law does."""
        return self.last.instrument if self.last and document(self.place) == document(eid) else ""

    def completed(self, mention: Mention, eid: str) -> Mention:
        """A part named without its article as one of the article that the same provision has changed last."""
        if any(part.kind not in ids.BELOW_ARTICLE for part in mention.parts):
            return mention
        if self.last is None or self.last.eid is None or self.place != _top(eid):
            return mention
        article = next((level for level in levels(self.last.eid) if level[0] == "article"), None)
        return replace(mention, parts=(*mention.parts, Part(*_numbered(article)))) if article else mention


def lent(mentions: Sequence[Mention], text: str, changing: Changing) -> Iterator[Mention]:
    """The mentions of a text, those that a clause changes with what the next one says of both.

    Of "modifícase el parágrafo 2º y adiciónase un inciso al artículo 9" the first is of article 9; of "deróganse los
    artículos 126, la expresión «…» del 129 y 130 de la Ley 53" it is of that law.
    """
    for at, mention in enumerate(mentions):
        following = mentions[at + 1] if at + 1 < len(mentions) else None
        if following is None or not mention.is_open or following.law is None or not following.parts:
            yield mention
        elif all(part.kind in ids.BELOW_ARTICLE for part in mention.parts):
            yield _of_article(mention, following, text, changing)
        else:
            near = _goes_on(text[mention.end : following.start], changing)
            yield replace(mention, shared=mention.shared or following.law) if near else mention


def _of_article(mention: Mention, following: Mention, text: str, changing: Changing) -> Mention:
    outer = tuple(part for part in following.parts if part.kind not in ids.BELOW_ARTICLE)
    near = following.start - mention.end <= _LONGEST_GAP and any(part.kind == "article" for part in outer)
    if not near or not changing.changes(text, mention.end, following.start):
        return mention
    return replace(mention, parts=(*mention.parts, *outer), law=following.law)


def _goes_on(gap: str, changing: Changing) -> bool:
    """Whether a list of changed provisions goes on over `gap`, with words of which only a part is changed."""
    if len(gap) > _LONGEST_PART or not changing.objects.part.search(gap) or changing.objects.stop.search(gap):
        return False
    return not any(mark in gap for mark in ".;:\n")


def _numbered(level: tuple[str, str]) -> tuple[str, tuple[str, ...]]:
    return level[0], (level[1],)


def _top(eid: str) -> str:
    """The article that a provision is or lies in."""
    inside = document(eid)
    parts = eid.removeprefix(f"{inside}__").split("__")
    at = next((at for at, part in enumerate(parts) if part.startswith(("art_", "sec_"))), len(parts) - 1)
    return "__".join(filter(None, (inside, *parts[: at + 1])))
