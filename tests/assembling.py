"""Helpers of the tests that read a whole corpus, without a store."""

from __future__ import annotations

from pathlib import Path

from kb import corpus, grammar
from kb.build.assemble import Placed, assemble
from kb.build.kept import Kept
from kb.build.link import link
from kb.build.readings import Readings, readings_of
from kb.model import Knowledge

GRAMMARS = grammar.load_all()


def readings(root: Path) -> Readings:
    """The readings of all files of a corpus, and what cannot be read of it."""
    return readings_of(corpus.listed(root), GRAMMARS, "", Kept(None), 1, lambda *_: None)


def files(root: Path) -> list[str]:
    """The files of a corpus that can be read."""
    return [reading.source.file for reading in readings(root).by_key.values()]


def texts(root: Path) -> tuple[Knowledge, list[Placed]]:
    """What the sources of a corpus hold."""
    found = readings(root)
    return assemble(found.by_key, found.claims)


def linked(root: Path) -> Knowledge:
    """What the chain up to the store knows of a corpus."""
    known, placed = texts(root)
    return link(known, placed, GRAMMARS, Kept(None), 1, lambda *_: None)
