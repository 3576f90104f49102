"""What the page of search needs, as classic scripts: readable from a file share, in parts, the same for every size.

The script of the page holds no list of words and no lemmatizer. Everything that it must know about law and language is
in these files: the words of the corpus with their terms and the places where they stand, in shards by the alphabet;
the glossary; the words of references; the tree of every instrument; and the texts, in pieces, for passages. A question
loads only the shards of its words, with what they are forms of, and the texts of the hits that it shows.
"""

from __future__ import annotations

from collections.abc import Iterator

from kb.site.library import Library
from kb.site.search import ideas, postings, texts
from kb.site.search.core import core
from kb.site.search.gathered import ANEW, KEPT, Kept, gather
from kb.site.search.glossary import glossary
from kb.site.search.written import script
from kb.site.words import Words
from kb.store import Store

__all__ = ["FOLDER", "KEPT", "Kept", "files", "spoken"]

FOLDER = "search"
# Tables of words and words that the script tells.
_SPOKEN = frozenset({"search", "status", "kind", "type", "language", "site.name", "number.thousands"})


def spoken(words: Words) -> dict[str, str]:
    """The words that the script of search says."""
    return {key: said for key, said in words.table.items() if key.partition(".")[0] in _SPOKEN or key in _SPOKEN}


def files(store: Store, library: Library, kept: Kept = ANEW) -> Iterator[tuple[str, bytes]]:
    """(path from the site's folder, content) of every file of the search data: what the instruments of a site say.

    The last is for the next time alone: what each instrument says, so that it need not be read again.
    """
    places, (gathered, parts) = library.places, gather(store, library, kept)
    said = glossary(store, gathered)
    shards, vocabulary = postings.shards(gathered, said), postings.stop_words(gathered)
    chunks = list(texts.chunks([text for part in gathered.parts for text in part.texts]))
    concepts = ideas.shards(gathered, said.ideas)
    yield _file("core", core(store, gathered, places, shards, vocabulary, chunks, concepts))
    yield _file("ideas", said.printed)
    yield _file("tree", [part.tree for part in gathered.parts])
    for number, shard in enumerate(shards):
        yield _file(f"w{number}", shard.content)
    for number, places_of in enumerate(concepts):
        yield _file(f"c{number}", places_of.content)
    for number, chunk in enumerate(chunks):
        yield _file(f"t{number}", chunk.content)
    yield KEPT, parts


def _file(name: str, content: object) -> tuple[str, bytes]:
    return f"{FOLDER}/{name}.js", script(name, content)
