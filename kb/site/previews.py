"""What a reader sees of a provision before going there: its label, heading, status and first words.

They stand in a script for each instrument, which a page loads when the first of them is asked for: a page stays as it
is when what it leads to changes, and no page carries words that most readers never open. Only what some text leads to
is told.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from kb.model import Target
from kb.site.anchors import counted
from kb.site.entries import Entry
from kb.site.library import Library
from kb.site.views import Provision, Work, said, walk

FOLDER = "previews"
_LONGEST = 320
# What a link says, label, heading, status ("" for what has none of its own), first words.
Card = tuple[str, str, str, str]


def path(entry: Entry, library: Library) -> str:
    """Where the script of an instrument lies; "" when no words lead into it, or it is not printed."""
    pointed = library.pointed.get(entry.instrument.id, ())
    told = any(t.eid is None or t.eid in entry.within or counted(t.eid)[0] in entry.within for t in pointed)
    return f"{FOLDER}/{entry.folder}.js" if told and entry.instrument.in_corpus else ""


def script(work: Work, library: Library) -> bytes:
    """The cards of an instrument, by the end of the links that lead to them."""
    cards = {library.places.link(target).rpartition("/")[2]: card for target, card in _cards(work, library)}
    told = {work.folder: {"lang": work.instrument.language, "cards": cards}}
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return f"Object.assign(articuladoPreviews,{text});\n".encode("utf-8", "replace")


def _cards(work: Work, library: Library) -> Iterator[tuple[Target, Card]]:
    id = work.instrument.id
    pointed = library.pointed[id]
    if Target(id) in pointed:
        yield Target(id), (work.name.main, work.name.subject, "", "")
    for article in work.articles:
        for provision in walk(article.provision):
            target = Target(id, provision.node.eid)
            if target in pointed:
                status = article.node.status if provision is article.provision else ""
                yield target, _card(provision, work, status)
            for block, eid in provision.anchors.items():
                if Target(id, eid) in pointed:
                    yield Target(id, eid), _inciso_card(provision, work, block)


def _card(provision: Provision, work: Work, status: str) -> Card:
    node = provision.node
    return work.labels[node.eid], node.heading, status, _short(" ".join(" ".join(said(provision)).split()))


def _inciso_card(provision: Provision, work: Work, block: int) -> Card:
    """The first words of a paragraph that is cited by its place, under the name of what it is a paragraph of."""
    said_there = provision.blocks[block]
    words = " ".join(said_there.split()) if isinstance(said_there, str) else ""
    return work.labels[provision.node.eid], provision.node.heading, "", _short(words)


def _short(words: str) -> str:
    """The first words, cut between two of them."""
    if len(words) <= _LONGEST:
        return words
    return words[:_LONGEST].rpartition(" ")[0].rstrip(" ,;:.") + " …"
