"""Traditions: each file proves itself, each example belongs to one rule, a broken file is one sentence."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from parsing import HERE

from kb import grammar
from kb.grammar import GRAMMARS, tables
from kb.model import ArticuladoError

TAGS = [(tag, folder) for folder in (GRAMMARS, HERE / "traditions") for tag in tables.tags(folder)]
RULES = {"divisions": "division", "formulas": "formula", "furniture": "furniture", "effects": "note"}


@pytest.mark.parametrize(("tag", "folder"), TAGS, ids=[tag for tag, _ in TAGS])
def test_a_tradition_loads_and_all_its_examples_come_out(tag: str, folder: Path) -> None:
    assert grammar.load(tag, folder).divisions


@pytest.mark.parametrize(("tag", "folder"), TAGS, ids=[tag for tag, _ in TAGS])
def test_every_pattern_has_an_example(tag: str, folder: Path) -> None:
    data = tables.read(folder, tag)
    bare = [e for file, key in RULES.items() for e in data[file].get(key, ()) if not e.get("examples")]
    assert not bare
    assert all(form.get("examples") for form in data["tradition"].get("dates", {}).get("form", ()))
    assert data["numbers"].get("example")


@pytest.mark.parametrize(("tag", "folder"), TAGS, ids=[tag for tag, _ in TAGS])
def test_an_example_is_claimed_by_its_own_rule_and_no_other(tag: str, folder: Path) -> None:
    made, data = grammar.load(tag, folder), tables.read(folder, tag)
    for at, entry in enumerate(data["divisions"].get("division", ())):
        for example in entry["examples"]:
            own = made.divisions[at]
            sure = [d for d in made.divisions if not (d.series or d.unsure or d.numbered)]
            claims = [d.kind for d in sure if d.mark(example["text"])]
            series = [d.kind for d in made.divisions if d.series and d.mark(example["text"])]
            unsure = [d.kind for d in made.divisions if d.unsure and d.mark(example["text"])]
            claimed = series if own.series else unsure if own.unsure else [own.kind] if own.numbered else claims
            assert claimed == [entry["kind"]], example["text"]
            assert claims == ([] if own.series or own.unsure or own.numbered else [own.kind]), example["text"]
            assert made.formula(example["text"]) is None, example["text"]
            assert not made.is_furniture(example["text"]), example["text"]
    for at, entry in enumerate(data["formulas"].get("formula", ())):
        for example in entry["examples"]:
            text = example["text"] if isinstance(example, dict) else example
            assert [f for f in made.formulas if f.pattern.match(text)] == [made.formulas[at]], text
            assert made.division(text) is None and not made.is_furniture(text), text


BROKEN = {
    "not TOML": ("divisions.toml", "[[division", "not a readable grammar file"),
    "an unknown kind": ("divisions.toml", "[[division]]\nkind = 'verse'\npattern = 'x'\nexamples = []", "kind must be"),
    "a broken pattern": ("divisions.toml", "[[division]]\nkind = 'article'\npattern = '('", "not a regular expression"),
    "an unknown fragment": ("divisions.toml", "[[division]]\nkind = 'article'\npattern = '{x}'", "which no fragment"),
    "a failing example": (
        "numbers.toml",
        "[[example]]\ntext = 'XX'\nnumber = '21'",
        "'XX' reads as '20', not '21'",
    ),
    "a claimed counter-example": (
        "divisions.toml",
        "[[division]]\nkind='title'\npattern='(?P<label>T {arabic})'\nexamples=[]\ncounter_examples=['T 1']",
        "'T 1' is a counter-example but is claimed",
    ),
    "a circle": ("tradition.toml", "extends = 'fr'", "break the circle"),
    "an unknown base": ("tradition.toml", "extends = 'la'", "there is no tradition 'la'"),
    "a wrong status": (
        "effects.toml",
        "[[note]]\neffect='gone'\npattern='x'\nexamples=['x']",
        "a note needs an effect",
    ),
}

_REPEAL = "effect='repeal'\nexamples=['Law 3 is undone']"
_INSERTION = "effect='insertion'\nexamples=['Law 3 is undone']"
_UNDONE = "object='before'\npattern='is undone'"
BROKEN |= {
    "two clauses of one example": (
        "effects.toml",
        f"[[clause]]\n{_UNDONE}\n{_REPEAL}\n[[clause]]\n{_UNDONE}\n{_INSERTION}",
        r"clause 1 \(repeal\): its example 'Law 3 is undone' is claimed by clause 2 \(insertion\) too: 'is undone'",
    ),
    "a longer clause of another's example": (
        "effects.toml",
        f"[[clause]]\n{_UNDONE}\n{_REPEAL}\n[[clause]]\nobject='before'\npattern='is (?:un|re)done'\n"
        "effect='insertion'\nexamples=['Law 3 is redone']",
        r"clause 1 \(repeal\): its example 'Law 3 is undone' is claimed by clause 2 \(insertion\)",
    ),
    "two links of one example": (
        "effects.toml",
        "[[linked]]\ndirection='in'\npattern='Undone(?P<part>)'\neffect='repeal'\nexamples=['Undone Law 3']\n"
        "[[linked]]\ndirection='out'\npattern='Un(?P<part>)'\neffect='repeal'\nexamples=['Unmakes Law 3']",
        r"linked 1 \(repeal, in\): its example 'Undone Law 3' is claimed by linked 2 \(repeal, out\) too",
    ),
}

DIVISION = "[[division]]\nkind = 'article'\npattern = '(?P<label>x)'\n"
# file -> its content, the line that is named, and what is said
MISTAKES = {
    "words where a table belongs": ("divisions", f"{DIVISION}examples = ['x']", 4, "write it as { text = …, label = …"),
    "a table where words belong": (
        "furniture",
        "[[furniture]]\nname = 'n'\npattern = 'x'\nexamples = [{ text = 'x' }]",
        4,
        'write it as "…", words in quotes',
    ),
    "an example that lacks a key": ("effects", "[[note]]\npattern = 'x'\nexamples = [{ part = 'x' }]", 3, "text = …"),
    "an example of a date": (
        "tradition",
        "name = 'x'\n[[dates.form]]\npattern = 'x'\nexamples = ['x']",
        4,
        "write it as { text = …, date = … }",
    ),
    "a list that is none": ("divisions", f"{DIVISION}examples = 'x'", 4, "'examples' must be a list"),
    "an unknown table": ("furniture", "\n[zzz]\na = 1", 2, "'zzz' is not a part of furniture.toml; use furniture"),
    "a table that is none": ("numbers", "values = 3", 1, "'values' must be a table; write [values]"),
    "one rule for a list": (
        "furniture",
        "[furniture]\nname = 'x'",
        1,
        "'furniture' must be a list; write [[furniture]]",
    ),
    "a rule without its pattern": ("furniture", "[[furniture]]\nname = 'x'", 1, "needs 'pattern', words in quotes"),
    "a rule without its name": ("formulas", "\n[[formula]]\npattern = 'x'", 2, "needs 'name', words in quotes; add it"),
    "a broken pattern": ("divisions", "[[division]]\nkind = 'article'\npattern = '('", 3, "article: not a regular exp"),
    "a broken date": ("tradition", "[dates]\nform = [\n{ pattern = '(' },\n]", 3, "dates: not a regular expression"),
    "no UTF-8": ("numbers", b"[values]\n1 = ['\xe9']", 2, "save it as UTF-8"),
    "not TOML": ("numbers", "[values]\n1 = =", 2, "correct it there"),
}


@pytest.mark.parametrize(("file", "content", "line", "why"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_in_a_grammar_file_is_told_with_its_line(
    tmp_path: Path, file: str, content: str | bytes, line: int, why: str
) -> None:
    shutil.copytree(HERE / "traditions" / "fr", tmp_path / "fr")
    path = tmp_path / "fr" / f"{file}.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(ArticuladoError) as caught:
        grammar.load("fr", tmp_path)
    said = str(caught.value)
    assert said.startswith(str(path)) and f"line {line}" in said and why in said and "\n" not in said


def test_a_mistake_is_told_where_it_stands_not_where_it_is_used(tmp_path: Path) -> None:
    shutil.copytree(HERE / "traditions" / "fr", tmp_path / "fr")
    (tmp_path / "be").mkdir()
    (tmp_path / "be" / "tradition.toml").write_text("extends = 'fr'", "utf-8")
    path = tmp_path / "fr" / "formulas.toml"
    path.write_text("[[formula]]\nname = 'x'\npattern = '[a'", "utf-8")
    with pytest.raises(ArticuladoError, match="line 3, x: not a regular expression") as caught:
        grammar.load("be", tmp_path)
    assert str(caught.value).startswith(f"{path}, ")


@pytest.mark.parametrize("name", tables.NEEDED)
def test_a_file_that_is_missing_is_named(tmp_path: Path, name: str) -> None:
    shutil.copytree(HERE / "traditions" / "fr", tmp_path / "fr")
    (tmp_path / "fr" / f"{name}.toml").unlink()
    with pytest.raises(ArticuladoError, match="there is no such file") as caught:
        grammar.load("fr", tmp_path)
    assert str(caught.value).startswith(f"{tmp_path / 'fr' / name}.toml: ")


@pytest.mark.parametrize(("file", "content", "why"), BROKEN.values(), ids=BROKEN)
def test_a_broken_grammar_file_is_one_sentence(tmp_path: Path, file: str, content: str, why: str) -> None:
    shutil.copytree(HERE / "traditions" / "fr", tmp_path / "fr")
    (tmp_path / "fr" / file).write_text(content, "utf-8")
    with pytest.raises(ArticuladoError, match=why) as caught:
        grammar.load("fr", tmp_path)
    assert "\n" not in str(caught.value)
    assert str(tmp_path) in str(caught.value) or "fr/" in str(caught.value)


NUMBERS = [
    ("es", "1º", "1"), ("es", "1o", "1"), ("es", "1O", "1"), ("es", "12 A", "12a"), ("es", "245 ter", "245-ter"),
    ("es", "XLII", "42"), ("es", "décimo tercero", "13"), ("es", "ciento veintitrés", "123"), ("es", "xyz", None),
    ("es", "", None), ("es", "007", "7"), ("es", "diecisiete", "17"), ("es", "dos mil tres", "2003"),
    ("en", "forty second", "42"), ("en", "one hundred and five", "105"), ("en", "4th", "4"), ("fr", "1er", "1"),
]  # fmt: skip


@pytest.mark.parametrize(("tag", "printed", "number"), NUMBERS)
def test_numbers_are_read_as_printed(tag: str, printed: str, number: str | None) -> None:
    folder = HERE / "traditions" if tag == "fr" else GRAMMARS
    assert grammar.load(tag, folder).numbers.normal(printed) == number


DATES = [
    ("es", "Dada en Bogotá a treinta y uno de diciembre de mil novecientos", "1900-12-31"),
    ("es", "el 5 de setiembre de 1923", "1923-09-05"),
    ("es", "el 31 de febrero de 1923", None),
    ("es", "agosto 7 de 1886", "1886-08-07"),
    ("en", "on the 9th day of December, 1944", "1944-12-09"),
    ("en", "February 30, 1944", None),
]


@pytest.mark.parametrize(("tag", "text", "date"), DATES)
def test_dates_are_read_in_figures_and_words(tag: str, text: str, date: str | None) -> None:
    found = grammar.load(tag).dates.find(text)
    assert (found[0] if found else None) == date
