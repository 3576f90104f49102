"""Mentions -> citations: what each mention means, from where it stands.

An instrument is looked for among those of the corpus and of the register, by number or by a dated name; one that is
only cited gets an address all the same, so that everything that cites it can be found. A provision that its
instrument does not print is `dangling`, never replaced by a neighbour; where two fit, both are said. Words quoted from
another law ("quedará así: …") speak as that law.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from kb import ids
from kb.citations.annexed import placed
from kb.citations.changes import Changes, is_above, is_listing
from kb.citations.instruments import Instruments, Meant
from kb.citations.laws import Law
from kb.citations.mentions import Mention
from kb.citations.parts import Part, Relative
from kb.citations.paths import article_in, paths_of
from kb.citations.provisions import Path, Provisions, document, levels, made
from kb.citations.register import Register
from kb.citations.speaking import Place, Resolved, Speaker
from kb.grammar.changing import Changing
from kb.model import Instrument, Node, Target

_QUOTED = "quoted"
_QUOTES = ('"', "“", "«")
# How many provisions a text is thought to have in mind when it says "the same".
_REMEMBERED = 50
# A verb that changes a provision follows its name within as many characters ("El artículo 23 quedará así").
_VERB_AFTER = 40
# A verb of change and the first of its objects are no further apart.
_VERB_BEFORE, _VERB_NEAR = 240, 80


@dataclass(slots=True)
class Resolver:
    """Resolves the mentions of one instrument in reading order; it remembers what was named last."""

    register: Register
    own: Instrument
    instruments: Instruments
    changing: Changing
    article: Target | None = None
    told: list[Target] = field(default_factory=list)
    said: dict[str, Target] = field(default_factory=dict)
    changes: Changes = field(default_factory=lambda: Changes())

    def entitle(self, mention: Mention, words: str, *, heading: bool) -> None:
        """Take note of an instrument that the title of the text, or a heading in it, names; `words` are that title."""
        if mention.law:
            meant = self.instruments.meant(mention.law, self.own.id)
            title = not heading and self._is_amending(words, mention.start)
            self.instruments.remember(mention.law, meant, title=title, heading=heading)

    def _is_amending(self, words: str, end: int) -> bool:
        """Whether a title announces before `end` that the law named there is changed."""
        return any(pattern.search(words, 0, end) for pattern in self.changing.titles)

    def resolve(self, mention: Mention, place: Place) -> Resolved | None:
        """What `mention` means; None when it means nothing that can be named."""
        speaker = self._speaker(place.node)
        mention = self._acting(mention, place.node)
        if mention.relative:
            return self._relative(mention, mention.relative, place, speaker)
        if mention.law is None:
            meant = Meant((speaker.id,)) if speaker.id else Meant((), sure=False)
        else:
            if mention.law.sort == "again" and (told := self._told(mention)):
                return told
            last = self.article.instrument if self.article and mention.law.sort == "again" else speaker.id
            meant = self.instruments.meant(mention.law, last)
            title = place.node.kind == "preface" and self._is_amending(place.node.text, mention.start)
            self.instruments.remember(mention.law, meant, title=title, heading=place.heading and not mention.parts)
        if self._replaces(mention, meant, place.node):
            meant = Meant((self.instruments.forerunner(mention.law.words),)) if mention.law else meant
        found = self._meant(mention, meant, speaker, place.node)
        if found:
            self._note_change(mention, found, place.node)
        if found and found.targets and found.targets[-1].instrument != self.own.id:
            self.said[place.node.eid] = found.targets[-1]
        self.told = [*self.told[-_REMEMBERED:], *(found.targets if found else ())]
        return found

    def _note_change(self, mention: Mention, found: Resolved, node: Node) -> None:
        """Take note of another law that a clause of the text changes, or says that it will."""
        others = [target for target in found.targets if target.instrument != self.own.id]
        spoken = bool(mention.parts) and node.text[mention.start - 1 : mention.start] in _QUOTES
        if not others or found.resolution == "ambiguous" or spoken:
            return
        if not mention.parts and is_above(node.text, mention.start, self.changing):
            self.changes.lead(node.eid, (others[-1].instrument,))
        elif not mention.parts and is_listing(node.text, mention, self.changing):
            self.changes.lists[node.eid] = others[-1].instrument
        if self._is_object(mention, node):
            self.changes.note(others[-1], node.eid)

    def announce(self, mention: Mention, node: Node, words: str) -> None:
        """Take note of a law that the heading of a provision, `words`, says is changed there."""
        if mention.law and not mention.parts and is_above(words, mention.start, self.changing):
            meant = self.instruments.meant(mention.law, self.own.id)
            self.changes.lead(node.eid, meant.ids)

    def _acting(self, mention: Mention, node: Node) -> Mention:
        """A provision named without its law in a clause that changes it is none of the text's own.

        It is of the law that the next member of its list names, of the one of which the article says that it changes
        it, of the one of which the title does ("El artículo 23 quedará así"), or else of the one changed last. A part
        named without its article ("el inciso primero") is of the one that the same article has changed last.
        """
        if not mention.is_open:
            return mention
        if listed := self.changes.list_of(mention, node, self.changing):
            return replace(mention, law=Law("name", (listed,)))
        if not self._changes(mention, node):
            return mention
        if (excepted := self._excepted(mention, node)) is not None:
            return replace(mention, law=excepted)
        near = self._is_object(mention, node)
        mention = self.changes.completed(mention, node.eid) if near and mention.shared is None else mention
        adrift = all(part.kind in ids.BELOW_ARTICLE for part in mention.parts)
        law = mention.shared or (None if adrift else self._changed_law(node, near=near))
        return replace(mention, law=law)

    def _excepted(self, mention: Mention, node: Node) -> Law | None:
        """The law of which something is excepted: the one named last ("el Decreto 222, salvo los artículos 8 y 9")."""
        last = self.said.get(node.eid)
        start = max(0, mention.start - _VERB_NEAR)
        if last is None or mention.shared or not any(part.kind == "article" for part in mention.parts):
            return None
        for pattern in self.changing.exceptions:
            for found in pattern.finditer(node.text, start, mention.end):
                if found.start() < mention.start < found.end():
                    return Law("name", (last.instrument,))
        return None

    def _changed_law(self, node: Node, *, near: bool) -> Law | None:
        """The law that the clauses of a text change where they name none."""
        lead = self.changes.lead_of(node.eid)
        last = self.changes.last_law(node.eid)
        amended = sorted({id for ids_ in self.instruments.amended.values() for id in ids_})
        if lead:
            return Law("name", (lead,))
        if amended and (len(amended) == 1 or not near or last not in amended):
            return Law("name", tuple(amended))
        return Law("name", (last,)) if near and last else None

    def _is_object(self, mention: Mention, node: Node) -> bool:
        """Whether a verb of change stands near a mention, with nothing between that speaks of something else."""
        text, stop = node.text, self.changing.objects.stop
        start = max(text.rfind("\n\n", 0, mention.start) + 1, mention.start - _VERB_BEFORE)
        end = min(len(text), mention.end + _VERB_NEAR)
        if self._leads(mention, node):
            return True
        for clause in self.changing.may_change(text[start:end]):
            for verb in clause.pattern.finditer(text, start, end):
                gap = text[verb.end() : mention.start] or text[mention.end : verb.start()]
                if not stop.search(gap):
                    return True
        return False

    def _replaces(self, mention: Mention, meant: Meant, node: Node) -> bool:
        """Whether a code that repeals or replaces one of its own name means the one before it."""
        whole = not mention.parts and mention.law is not None and mention.law.sort == "name"
        if not whole or meant.ids != (self.own.id,):
            return False
        title = node.kind == "preface" and self._is_amending(node.text, mention.start)
        return title or self._changes(mention, node)

    def _changes(self, mention: Mention, node: Node) -> bool:
        start = node.text.rfind("\n\n", 0, mention.start) + 1
        return self.changes.acts(node, start, mention.end + _VERB_AFTER, self.changing) or self._leads(mention, node)

    def _leads(self, mention: Mention, node: Node) -> bool:
        """Whether a provision only says where its members change something ("En el artículo 9: 1. Suprímese …")."""
        if not node.text.endswith(":") or node.text[mention.end :].strip(" .") != ":":
            return False
        own = self._own_provisions(node)
        first = next(iter(own.children.get(node.eid, ())), None)
        member = own.nodes[first].text if first else ""
        return self.changing.changes(member, 0, _VERB_AFTER)

    def _is_printed(self, law: str) -> bool:
        return self.register.provisions(law) is not None

    def _own_provisions(self, node: Node) -> Provisions:
        """The provisions of the text that `node` is of; none where the register has not taken it in."""
        return self.register.provisions(node.instrument) or Provisions.of((), ())

    def _told(self, mention: Mention) -> Resolved | None:
        """The same provisions as were named before ("dicho capítulo 3º"), if they all were."""
        ends = [made(path) for path in paths_of(mention.parts)]
        before = [[t for t in self.told if t.eid == end or (t.eid or "").endswith(f"__{end}")] for end in ends]
        if not all(before):
            return None
        targets = tuple(found[-1] for found in before)
        here = self.register.provisions(targets[-1].instrument)
        known = here is not None and all(target.eid in here.nodes for target in targets)
        return Resolved("resolved" if known else "dangling" if here is not None else "external", targets)

    def _meant(self, mention: Mention, meant: Meant, speaker: Speaker, node: Node) -> Resolved | None:
        if not mention.parts:
            return self._whole(mention.law, meant)
        if len(meant.ids) != 1 or not meant.sure:
            self.article = None if any(part.kind == "article" for part in mention.parts) else self.article
            paths = paths_of(mention.parts)
            targets = tuple(placed(id, made(path)) for id in meant.ids for path in paths)
            return Resolved("external" if meant.sure and not meant.ids else "ambiguous", targets)
        return self._provision(mention, meant.ids[0], speaker, node)

    def _whole(self, law: Law | None, meant: Meant) -> Resolved | None:
        """An instrument without parts; the text itself and words that only repeat another's name are no citation."""
        if law is None or law.sort not in ("name", "type"):
            return None
        targets = tuple(placed(id) for id in meant.ids)
        if not meant.sure:
            return Resolved("ambiguous", targets)
        known = all(self._is_printed(target.instrument) for target in targets)
        return Resolved("resolved" if known else "external", targets)

    def _provision(self, mention: Mention, id: str, speaker: Speaker, node: Node) -> Resolved | None:
        law, _, inner = id.partition("#")
        paths = paths_of(mention.parts)
        kind = paths[0][0][0]
        article = any(part.kind == "article" for part in mention.parts)
        if kind in ids.BELOW_ARTICLE and mention.law is None and not article:
            return self._inside(paths, law, speaker)
        outside = bool(speaker.inner) or (mention.law is not None and mention.law.sort in ("name", "type"))
        own = inner or (document(node.eid) if law == node.instrument and not outside else "")
        printed = self.register.provisions(law)
        found = [self._found(printed, path, own) if printed else [] for path in paths]
        if inner:
            # What a treaty does not print is no article of the law that approves it.
            found = [[eid for eid in eids if eid.startswith(f"{inner}__")] for eids in found]
        if mention.law is None and not article and not all(found) and not _counts(printed, kind):
            return self._shared(mention, speaker, node)
        return self._named(law, found, paths, inner)

    def _found(self, law: Provisions, path: Path, own: str) -> list[str]:
        """The nodes that a path names; where its word may mean two kinds of part, first those of its own.

        Where a law has no sections, "section 60" is its article 60.
        """
        found = next(filter(None, (law.find(said, own) for said in self._readings(path))), [])
        kind, number = path[0]
        other = self.instruments.citing.otherwise.get(kind)
        if found or other is None or law.has(kind):
            return found
        return law.find(((other, number), *path[1:]), own)

    def _below(self, law: Provisions, head: str, path: Path) -> list[str]:
        return next(filter(None, (law.below([head], said) for said in self._readings(path))), [])

    def _readings(self, path: Path) -> list[Path]:
        """A path as it is said, and as it may be meant: "paragraph 2" is the second where none bears that word."""
        counted = self.instruments.citing.counted
        other = {**counted, **{means: kind for kind, means in counted.items()}}
        return list(dict.fromkeys((path, tuple((other.get(kind, kind), number) for kind, number in path))))

    def _shared(self, mention: Mention, speaker: Speaker, node: Node) -> Resolved | None:
        """What the text itself has not is of the law that its list names next: "Section 4 or Chapter 2 of the Act"."""
        if (law := mention.shared) is None:
            return None
        return self._meant(replace(mention, law=law), self.instruments.meant(law, speaker.id), speaker, node)

    def _inside(self, paths: Sequence[Path], law: str, speaker: Speaker) -> Resolved | None:
        """A part named alone ("el numeral 3") is of the article that it stands in, if that has one."""
        if speaker.article is None:
            return None
        printed = self.register.provisions(law)
        if printed is None:
            return self._named(law, [[] for _ in paths], [(*levels(speaker.article), *path) for path in paths])
        found = [self._below(printed, speaker.article, path) for path in paths]
        return self._named(law, found, paths) if all(found) else None

    def _named(self, law: str, found: Sequence[Sequence[str]], paths: Sequence[Path], inner: str = "") -> Resolved:
        absent = [placed(ids.address(law, inner) if inner else law, made(path)) for path in paths]
        targets = [t for eids, no in zip(found, absent, strict=True) for t in ([Target(law, e) for e in eids] or [no])]
        article = next((a for t in reversed(targets) if (a := article_in(t.eid or ""))), None)
        self.article = Target(law, article) if article else self.article
        if not self._is_printed(law):
            return Resolved("external", tuple(targets))
        if any(len(eids) > 1 for eids in found):
            return Resolved("ambiguous", tuple(targets))
        return Resolved("resolved" if all(found) else "dangling", tuple(targets))

    def _speaker(self, node: Node) -> Speaker:
        """Who speaks at `node`: the text itself, or in a quotation the law that its article last named."""
        above = list(self._own_provisions(node).ancestors(node.eid)) or [node]
        quoted = next((at for at, n in enumerate(above) if n.kind == _QUOTED), None)
        if quoted is None:
            article = next((n.eid for n in above if n.kind == "article"), None)
            return Speaker(node.instrument, article, self._inner(above))
        amended = next((self.said[n.eid] for n in above[quoted + 1 :] if n.eid in self.said), None)
        if amended is None:
            return Speaker(None, None)
        number = above[quoted].number
        article = ids.eid("article", number) if number else article_in(amended.eid or "")
        return Speaker(amended.instrument, article)

    def _inner(self, above: Sequence[Node]) -> str:
        """The annex among these nodes whose heading says that it is a document of its own."""
        noun = self.instruments.citing.annexing.noun
        return next((n.eid for n in above if n.kind == "annex" and noun(n.heading)), "")

    def _relative(self, mention: Mention, relative: Relative, place: Place, speaker: Speaker) -> Resolved | None:
        targets = self._pointed(relative, place, speaker)
        if not targets:
            return None
        if mention.parts and targets[-1].eid:
            return self._under(mention.parts, targets[-1].instrument, targets[-1].eid)
        self.article = targets[-1] if relative.kind == "article" else self.article
        here = self.register.provisions(targets[-1].instrument)
        known = here is not None and all(here.prints(target.eid) for target in targets)
        return Resolved("relative" if known else "dangling" if here is not None else "external", tuple(targets))

    def _under(self, parts: Sequence[Part], law: str, head: str) -> Resolved:
        """Parts of what a phrase points to: "incisos 8º y 9º de este artículo"."""
        paths = paths_of(parts)
        printed = self.register.provisions(law)
        found = [self._below(printed, head, path) if printed else [] for path in paths]
        targets = tuple(
            Target(law, eid)
            for eids, path in zip(found, paths, strict=True)
            for eid in (eids or [f"{head}__{made(path)}"])
        )
        if printed is None:
            return Resolved("external", targets)
        several = any(len(eids) > 1 for eids in found)
        return Resolved("ambiguous" if several else "relative" if all(found) else "dangling", targets)

    def _pointed(self, relative: Relative, place: Place, speaker: Speaker) -> list[Target]:
        node, kind = place.node, relative.kind
        if relative.means == "same":
            return [self.article] if self.article else []
        if kind == "article":
            return self._neighbours(relative, speaker)
        if relative.means in ("this", "lead"):
            above = self._own_provisions(node).ancestors(node.eid)
            return [Target(n.instrument, n.eid) for n in above if n.kind == kind][:1]
        if kind == "section":
            own = next((n.eid for n in self._own_provisions(node).ancestors(node.eid) if n.kind == kind), None)
            return self._neighbours(relative, Speaker(node.instrument, own))
        return self._just_before(kind, place)

    def _neighbours(self, relative: Relative, speaker: Speaker) -> list[Target]:
        """ "el artículo anterior" is the number before, even when the text does not print it."""
        if speaker.law is None or speaker.article is None:
            return []
        if relative.means in ("this", "lead"):
            return [Target(speaker.law, speaker.article)]
        head, _, last = speaker.article.rpartition("__")
        (kind, number), *_ = levels(last) or (("", ""),)
        if not number.partition("~")[0].isdecimal():
            return []
        own, step = int(number.partition("~")[0]), 1 if relative.means == "next" else -1
        numbers = sorted(own + step * at for at in range(1, relative.count + 1))
        return [Target(speaker.law, ids.eid(kind, str(n), head or None)) for n in numbers if n > 0]

    def _just_before(self, kind: str, place: Place) -> list[Target]:
        """What was said just before: an earlier block of the same node, the member before, or the provision itself."""
        node = place.node
        if place.block > 0 and kind != "item":
            counted = self._own_provisions(node).inciso_before(node, place.at) if kind == "subparagraph" else None
            return [Target(node.instrument, counted or node.eid)]
        own = self._own_provisions(node)
        nodes = [own.nodes[eid] for eid in own.children.get(node.parent, ())]
        before = [n for n in nodes if node.kind in (n.kind, "wrapup") and n.order < node.order]
        if node.kind in ids.BELOW_ARTICLE and before:
            return [Target(node.instrument, max(before, key=lambda n: n.order).eid)]
        return [Target(node.instrument, node.eid)] if node.kind in ("article", "section") and kind != "item" else []


def _counts(law: Provisions | None, kind: str) -> bool:
    """Whether a law numbers its provisions as `kind` in place of articles, so that one may be absent."""
    return kind == "section" and not (law and law.has("article"))
