"""Notes printed at a provision: read in every shape, and never where a text only mentions what became of something."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.grammar import Note
from tests.parsing import cases, tradition

PIECES = [
    "Derogado",
    " por ",
    "la Ley 5 de 1990",
    "(",
    ")",
    "<",
    ">",
    ". ",
    "\n",
    "Inciso 2 ",
    ", ",
    "modificado y ",
    "c)",
]


def told(note: Note, text: str) -> str:
    """A note in a line: what it does [to what part] (how) by whom."""
    part = f" [{note.part}]" if note.part else ""
    manner = f" ({note.manner})" if note.manner else ""
    by = f" by {text[note.source : note.end].strip(' .:)>]')}" if note.told else ""
    return f"{'apart: ' if note.apart else ''}{note.deed.effect}{part}{manner}{by}"


@pytest.mark.parametrize("case", cases("notes"))
def test_notes_are_read_in_all_shapes_and_mentions_are_not(case: dict[str, Any]) -> None:
    found = tradition("es-co").notes(case["text"])
    assert [told(note, case["text"]) for note in found] == case["notes"]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_notes_follow_one_another(text: str) -> None:
    end = 0
    for note in tradition("es-co").notes(text):
        assert end <= note.start < note.end <= len(text)
        end = note.end
