"""Opening a finished knowledge base, and saying in a sentence why it cannot be."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from kb.model import ArticuladoError

FORMAT = "11"
# What a store keeps of its build for the next one: a digest of all that it was made of, what was found. No page has it.
MADE_OF, REPORT = "made_of", "report"
# Seconds that another program may keep the file locked.
_PATIENCE = 1.0
_LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def connected(path: Path) -> sqlite3.Connection:
    """The file `path`, read-only; ArticuladoError when it is no store of this format, or another program keeps it.

    What is read is read in one transaction: nobody can lock the file between two questions.
    """
    if not path.is_file():
        raise ArticuladoError(f"{path}: there is no knowledge base here; run `articulado build` first.")
    # A file name may hold ?, # or %, which mean something in SQLite's URI form.
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=_PATIENCE)
    found = None
    try:
        connection.execute("BEGIN")
        found = connection.execute("SELECT value FROM meta WHERE key = 'format'").fetchone()
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in _LOCKED:
            connection.close()
            raise ArticuladoError(f"{path}: in use by another program; close it there, then try again.") from error
    if found != (FORMAT,):
        connection.close()
        raise ArticuladoError(f"{path}: not a knowledge base of this version; run `articulado build` again.")
    return connection
