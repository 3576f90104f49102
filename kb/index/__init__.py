"""The search engine behind one interface: what is put into it, what is asked of it, and Whoosh as it is today.

A document of the index is what a reader would call one place: an article with all that hangs under it, or a
container, preface or formula with its own words. Every word of every node is in exactly one document, but for
the labels of articles: their numbers are found in the store. Words come analysed from `kb.analysis`, in the
index and in questions alike; Whoosh cuts and changes nothing, stores no text (snippets come from the store)
and is never given a pattern to expand.

Older wordings of articles are documents too, of an index of their own beside that of today's: it is opened when
history is asked for, and what is found without it is the same, ranks and all, as if they did not exist.
"""

from kb.index.documents import Ideas, Library, gathered, head_of, pieces, printed
from kb.index.engine import WEIGHTS, WhooshEngine, length_step, length_steps, open_index
from kb.index.question import Clause, Engine, Idea, Place, Question, Shelf
from kb.index.stock import Stock
from kb.index.writer import FORMAT, build_index, is_whole

__all__ = [
    "FORMAT",
    "WEIGHTS",
    "Clause",
    "Engine",
    "Idea",
    "Ideas",
    "Library",
    "Place",
    "Question",
    "Shelf",
    "Stock",
    "WhooshEngine",
    "build_index",
    "gathered",
    "head_of",
    "is_whole",
    "length_step",
    "length_steps",
    "open_index",
    "pieces",
    "printed",
]
