"""A source that cannot be read: the others are read without it, and a problem names it."""

from __future__ import annotations

from kb.model import ArticuladoError, Problem

CODE = "unreadable-source"


class UnreadableSource(ArticuladoError):
    """A file or a folder of a corpus that cannot be read; `problem` says so in words.

    `why` is one of the reasons that kb/problems.toml has a sentence for, `details` are what that sentence tells.
    """

    def __init__(self, file: str, why: str, **details: str) -> None:
        super().__init__(f"{file}: cannot be read ({why}).")
        params = {"file": file, "why": why, **details}
        self.problem = Problem(code=CODE, source=file, params=tuple(sorted(params.items())))
