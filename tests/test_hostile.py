"""Pages and names that could stop a build or hang it: read as what they are, in time that grows as they do."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from kb.corpus.html import render
from kb.grammar import load
from kb.language import trigger

NINES = "9" * 4301
# markup -> words that the rendering holds, in this order
PAGES = {
    "a span of many digits": (f"<table><tr><td colspan={NINES}>a<td>b</table>", ("a b",)),
    "a list from a number of many digits": (f"<ol start={NINES}><li>a<li>b</ol>", ("1. a", "2. b")),
    "a member of many digits": (f"<ol><li value={NINES}>a<li>b</ol>", ("1. a", "2. b")),
    "a list from 5": ("<ol start=5><li>a<li value=9>b<li>c</ol>", ("5. a", "9. b", "10. c")),
    "members with their own marks": ("<ol><li>a) x<li>y</ol>", ("a) x", "2. y")),
    "a list in a list": ("<ol><li><ol type=a><li>x<li>y</ol><li>z</ol>", ("a. x", "b. y", "2. z")),
    "tables in tables": ("<table><tr><td>" * 300 + "a<p>b", ("a", "b")),
    "one long row over short ones": (
        "<table><tr>" + "<td>c" * 2000 + "<tr><td>d<td>e" * 2000 + "</table>",
        ("c c", "d e"),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("markup", "words"), PAGES.values(), ids=PAGES)
def test_odd_pages_keep_their_words(markup: str, words: tuple[str, ...]) -> None:
    read = render(f"<html><body>{markup}".encode(), "a.html").words
    places = [read.index(one) for one in words]
    assert places == sorted(places)


GROWING: dict[str, Callable[[int], str]] = {
    "lists in lists": lambda n: "<ol><li>" * n + "Artículo 1. Uno.",
    "columns": lambda n: "<table><tr>" + "<td>c</td>" * n + "</tr><tr><td>d</td></tr></table>",
    "columns over rows": lambda n: "<table><tr>" + "<td>c" * n + "<tr><td>d<td>e" * n + "</table>",
    "tables in tables": lambda n: "<table><tr><td>c<p>d" * n,
    "tables side by side in tables": lambda n: "<table><tr><td>" * 40 + "<table><tr><td>x</table>" * n,
    "open paragraphs": lambda n: "<p>Artículo 1. Uno" * n,
    "wide cells": lambda n: "<table>" + "<tr><td colspan=999999>c<td>d" * n + "</table>",
}


@contextmanager
def counting() -> Iterator[list[int]]:
    """How many functions are called: the work of a reader, the same on every machine."""
    calls = [0]

    def seen(frame: object, event: str, argument: object) -> None:
        calls[0] += event in ("call", "c_call")

    sys.setprofile(seen)
    try:
        yield calls
    finally:
        sys.setprofile(None)


@pytest.mark.parametrize("page", GROWING.values(), ids=GROWING)
def test_a_page_of_twice_the_size_costs_twice_the_work(page: Callable[[int], str]) -> None:
    render(b"<p>first", "a.html")
    work = []
    for size in (200, 800):
        with counting() as calls:
            render(f"<html><body>{page(size)}".encode(), "a.html")
        work.append(calls[0])
    assert work[1] < 6 * work[0]


def test_a_name_of_many_letters_is_looked_for_by_its_first_words() -> None:
    name = "estatuto " + "de la entidad " * 200 + "nacional"
    found = trigger(load("es-co"), [name]).search(f"según el {name}")
    assert found and found[0].startswith("estatuto de la entidad")
