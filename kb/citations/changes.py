"""What the clauses of a text have changed so far: it is what the next ones mean that name no law or no article."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from kb import ids
from kb.citations.laws import Law
from kb.citations.mentions import Mention
from kb.citations.parts import Part
from kb.citations.provisions import document, levels
from kb.grammar.changing import Changing
from kb.model import Node, Target

# A second verb and what it changes follow the first one's object within as many characters.
_LONGEST_GAP = 80
# A law that is changed by as many articles of another, and by more than this share of them, is what that one is about.
_OFTEN, _MOST = 5, 0.7
# A verb of change with all that tells it from others is no longer.
_LONGEST_VERB = 600
# So many characters may name the words of a part that are changed.
_LONGEST_PART = 300


@dataclass(slots=True)
class Changes:
    """`last` is the provision or law that was changed last, `place` the article that did it.

    `acted` maps a law to the articles that have changed it, `leads` an article to the law of which it says that it
    changes it, `lists` a provision to the law of all that the list below it names. `heard` is what was read last for a
    verb of change: the provision, the start of a paragraph in it, up to where that was read, whether there is one.
    """

    last: Target | None = None
    place: str = ""
    acted: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    leads: dict[str, str] = field(default_factory=dict)
    lists: dict[str, str] = field(default_factory=dict)
    heard: tuple[str, int, int, bool] = ("", 0, 0, False)

    def note(self, target: Target, eid: str) -> None:
        """Take note of what the provision `eid` changes."""
        self.last, self.place = target, _top(eid)
        self.acted[target.instrument].add(self.place)

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
        if self.last is None or document(self.place) != document(eid):
            return ""
        last = self.last.instrument
        often = max(self.acted, key=lambda law: len(self.acted[law]))
        # A law that changes a code throughout, and in one article another law, goes on with the code.
        once = len(self.acted[last]) == 1 and self.place != _top(eid)
        share = len(self.acted[often]) / sum(map(len, self.acted.values()))
        return often if once and len(self.acted[often]) >= _OFTEN and share > _MOST else last

    def list_of(self, mention: Mention, node: Node, changing: Changing) -> str | None:
        """The law of all that a list names of which `node` is a member, or that begins in its own words."""
        if not self.lists or mention.shared or all(part.kind in ids.BELOW_ARTICLE for part in mention.parts):
            return None
        if node.eid in self.lists:
            return self.lists[node.eid]
        told = changing.objects.stop.search(node.text, 0, mention.start)
        return self.lists.get(node.parent or "") if told is None else None

    def acts(self, node: Node, start: int, stop: int, changing: Changing) -> bool:
        """Whether a verb of change stands between the start of a paragraph and a place further on in it."""
        eid, paragraph, read, acts = self.heard
        goes_on = (eid, paragraph) == (node.eid, start) and read <= stop
        if goes_on and acts:
            return True
        verb = changing.verb(node.text, max(start, read - _LONGEST_VERB) if goes_on else start, stop)
        if verb is None or verb.end() + _LONGEST_VERB <= stop:
            self.heard = (node.eid, start, stop, verb is not None)
        return verb is not None

    def completed(self, mention: Mention, eid: str) -> Mention:
        """A part named without its article as one of the article that the same provision has changed last."""
        if any(part.kind not in ids.BELOW_ARTICLE for part in mention.parts):
            return mention
        if self.last is None or self.last.eid is None or self.place != _top(eid):
            return mention
        article = next((level for level in levels(self.last.eid) if level[0] == "article"), None)
        return replace(mention, parts=(*mention.parts, Part(*_numbered(article)))) if article else mention


def is_above(words: str, end: int, changing: Changing) -> bool:
    """Whether words[:end] announce changes of what is named next ("modificaciones en la Ley 18 de 1981: …")."""
    near = changing.objects.above.finditer(words, max(0, end - _LONGEST_GAP), end)
    return any(found.end() == end for found in near)


def is_listing(words: str, mention: Mention, changing: Changing) -> bool:
    """Whether a law is named of all that a list behind a colon names ("las siguientes normas de la Ley 5: …")."""
    before = words[max(0, mention.start - _LONGEST_GAP) : mention.start]
    colon = words[mention.end : mention.end + 2].lstrip().startswith(":")
    return colon and changing.objects.listing.search(before) is not None


def lent(mentions: Sequence[Mention], text: str, changing: Changing) -> Iterator[Mention]:
    """The mentions of a text, those that a clause changes with what the next one says of both.

    Of "modifícase el parágrafo 2º y adiciónase un inciso al artículo 9" the first is of article 9; of "deróganse los
    artículos 126, la expresión «…» del 129 y 130 de la Ley 53" it is of that law, and so is the first member of
    "deroga el parágrafo del artículo 27 y el aporte a que se refiere el artículo 258 de la Ley 100".
    """
    acts: bool | None = None
    for at, mention in enumerate(mentions):
        following = mentions[at + 1] if at + 1 < len(mentions) else None
        if following is None or not mention.is_open:
            yield mention
        elif following.law is None or not following.parts:
            acts = bool(changing.may_change(text)) if acts is None else acts
            law = _listed(mentions[at:], text, changing) if acts and mention.shared is None else None
            yield replace(mention, shared=mention.shared or law)
        elif all(part.kind in ids.BELOW_ARTICLE for part in mention.parts):
            yield _of_article(mention, following, text, changing)
        else:
            gap = text[mention.end : following.start]
            near = _goes_on(gap, changing) or changing.objects.told.fullmatch(gap) is not None
            yield replace(mention, shared=mention.shared or following.law) if near else mention


def _of_article(mention: Mention, following: Mention, text: str, changing: Changing) -> Mention:
    outer = tuple(part for part in following.parts if part.kind not in ids.BELOW_ARTICLE)
    near = following.start - mention.end <= _LONGEST_GAP and any(part.kind == "article" for part in outer)
    gap = text[mention.end : following.start]
    if not near or not (changing.objects.joint.fullmatch(gap) or changing.changes(gap, 0, len(gap))):
        return mention
    return replace(mention, parts=(*mention.parts, *outer), law=following.law)


def _listed(members: Sequence[Mention], text: str, changing: Changing) -> Law | None:
    """The law that a later member of a list names of all before it."""
    for last, member in pairwise(members):
        gap = text[last.end : member.start]
        if len(gap) > _LONGEST_PART or any(mark in gap for mark in ".;:\n"):
            return None
        if not (changing.objects.joint.fullmatch(gap) or changing.objects.told.fullmatch(gap)):
            return None
        if not member.is_open:
            return member.law if member.parts else None
    return None


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
