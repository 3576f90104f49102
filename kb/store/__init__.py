"""The knowledge base as one SQLite file: written aside and swapped in, read by every later room.

The tables and views are described in `schema.sql`, which is the file's whole definition.
"""

from kb.store.counting import Characters, characters, kinds
from kb.store.digests import digests
from kb.store.opening import FORMAT, MADE_OF, REPORT
from kb.store.reader import Store, StoredProblem, Stub
from kb.store.words import Spelling
from kb.store.writer import Glossary, Speller, write

__all__ = [
    "FORMAT",
    "MADE_OF",
    "REPORT",
    "Characters",
    "Glossary",
    "Speller",
    "Spelling",
    "Store",
    "StoredProblem",
    "Stub",
    "characters",
    "digests",
    "kinds",
    "write",
]
