"""A file that holds several laws is told; one that only seems to is not."""

from __future__ import annotations

from pathlib import Path

import pytest
from assembling import texts

from kb import audit

TWO = "**Artículo 1.** El banco pagará.\n\n**Artículo 2.** La ley rige desde hoy.\n\n"
PLAIN = "Artículo 1º. El banco pagará.\n\nArtículo 2º. La ley rige desde hoy.\n\n"
# file -> (words, the laws that the problem names)
CASES = {
    "three of one number": (
        "a.md",
        f"# LEY 45 DE 1923\n\n{TWO}# LEY 45 DE 1924\n\n{TWO}# LEY 45 DE 1931\n\n{TWO}",
        "LEY 45 DE 1923; LEY 45 DE 1924; LEY 45 DE 1931",
    ),
    "a law and a decree": (
        "a.txt",
        f"LEY 7 DE 1923\n(julio 19)\n\n{PLAIN}DECRETO 12 DE 1924\n(enero 3)\n\n{PLAIN}",
        "LEY 7 DE 1923; DECRETO 12 DE 1924",
    ),
    "laws of the same kind": (
        "a.txt",
        f"LEY 7 DE 1923\n\n{PLAIN}LEY 8 DE 1923\n\n{PLAIN}",
        "LEY 7 DE 1923; LEY 8 DE 1923",
    ),
    "a decree that a law prints": (
        "a.txt",
        f"LEY 7 DE 1923\n\nArtículo 1º. Apruébase el Decreto 12 de 1924, que dice:\n\nDECRETO 12 DE 1924\n\n{PLAIN}",
        "",
    ),
    "one law": ("a.txt", f"LEY 7 DE 1923\n\n{PLAIN}", ""),
    "one law printed twice": ("a.txt", f"LEY 7 DE 1923\n\n{PLAIN}LEY 7 DE 1923\n\n{PLAIN}", ""),
    "an article printed twice": ("a.txt", f"LEY 7 DE 1923\n\n{PLAIN}{PLAIN}", ""),
    "a citation at the head of a line": (
        "a.txt",
        "LEY 7 DE 1923\n\nArtículo 1º. Se aplicará la\nLey 45 de 1924 en todo.\n\nArtículo 2º. Rige desde hoy.\n",
        "",
    ),
    "words of another law": (
        "a.txt",
        "LEY 7 DE 1923\n\nArtículo 1º. El artículo 1º de la Ley 8 de 1922 quedará así:\n\n«Artículo 1º. El banco"
        " cobrará.»\n\nArtículo 2º. Rige desde hoy.\n",
        "",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("file", "words", "laws"), CASES.values(), ids=CASES)
def test_several_laws_in_one_file_are_a_problem(tmp_path: Path, file: str, words: str, laws: str) -> None:
    (tmp_path / file).write_text(words, "utf-8")
    known, _ = texts(tmp_path)
    found = [problem for problem in known.problems if problem.code == "several-laws"]
    assert [dict(problem.params)["laws"] for problem in found] == ([laws] if laws else [])
    for problem in found:
        assert "seems to hold" in audit.sentence(problem, "en") and problem.line and problem.line > 1
