"""How much there is to read: for each room of `kb/` its functions by their tokens, and what makes lines dense.

    python tools/figures.py [ROOM ...]

Tokens are those of Python's own tokenizer, without docstrings, comments and layout. A nested comprehension has a
second `for`, or another comprehension inside it; a nested condition is a conditional expression in another or in a
comprehension.
"""

from __future__ import annotations

import ast
import sys
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
_LAYOUT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True)
class Function:
    """One function and how many tokens it has, those of the functions inside it as well."""

    place: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Figures:
    """What one room has to read."""

    tokens: int
    functions: Sequence[Function]
    nested_comprehensions: Sequence[str]
    nested_conditions: Sequence[str]
    classes: Sequence[str]

    def percentile(self, share: int) -> int:
        """How many tokens a function has at most, of so many in a hundred."""
        sizes = sorted(function.tokens for function in self.functions)
        return sizes[(len(sizes) - 1) * share // 100] if sizes else 0


def room_figures() -> dict[str, Figures]:
    """Each room of `kb/` by its name, `cli` as well."""
    rooms: dict[str, list[Path]] = {}
    for path in [ROOT / "cli.py", *sorted((ROOT / "kb").rglob("*.py"))]:
        parts = path.relative_to(ROOT).with_suffix("").parts
        rooms.setdefault(parts[1] if parts[0] == "kb" else parts[0], []).append(path)
    return {room: _room(paths) for room, paths in sorted(rooms.items())}


def names_used_twice(found: dict[str, Figures]) -> dict[str, int]:
    """The class names that more than one class has, with their number."""
    names = Counter(name for room in found.values() for name in room.classes)
    return {name: times for name, times in sorted(names.items()) if times > 1}


def _together(rooms: Iterable[Figures]) -> Figures:
    whole = Figures(0, [], [], [], [])
    for room in rooms:
        whole = Figures(
            whole.tokens + room.tokens,
            [*whole.functions, *room.functions],
            [*whole.nested_comprehensions, *room.nested_comprehensions],
            [*whole.nested_conditions, *room.nested_conditions],
            [*whole.classes, *room.classes],
        )
    return whole


def _room(paths: Sequence[Path]) -> Figures:
    tokens = 0
    functions: list[Function] = []
    comprehensions: list[str] = []
    conditions: list[str] = []
    classes: list[str] = []
    for path in paths:
        tree = ast.parse(path.read_text("utf-8"))
        starts = _token_starts(path, tree)
        tokens += len(starts)
        name = path.relative_to(ROOT).as_posix()
        for node in ast.walk(tree):
            if isinstance(node, _FUNCTIONS):
                functions.append(Function(f"{name}:{node.lineno} {node.name}", _tokens_of(node, starts)))
            elif isinstance(node, ast.ClassDef):
                classes.append(node.name)
        comprehensions += [f"{name}:{line}" for line in _nested_comprehensions(tree)]
        conditions += [f"{name}:{line}" for line in _nested_conditions(tree)]
    return Figures(tokens, functions, comprehensions, conditions, classes)


def _token_starts(path: Path, tree: ast.Module) -> list[int]:
    """The line of each token that says something."""
    silent = _docstring_lines(tree)
    with path.open("rb") as file:
        said = [token for token in tokenize.tokenize(file.readline) if token.type not in _LAYOUT]
    return [token.start[0] for token in said if token.start[0] not in silent]


def _docstring_lines(tree: ast.Module) -> set[int]:
    lines: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | _FUNCTIONS[0] | _FUNCTIONS[1]):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                lines.update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    return lines


def _tokens_of(node: ast.FunctionDef | ast.AsyncFunctionDef, starts: Sequence[int]) -> int:
    return sum(node.lineno <= line <= (node.end_lineno or node.lineno) for line in starts)


def _nested_comprehensions(tree: ast.AST) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, _COMPREHENSIONS):
            inner = any(isinstance(below, _COMPREHENSIONS) for below in ast.walk(node) if below is not node)
            if inner or len(node.generators) > 1:
                yield node.lineno


def _nested_conditions(tree: ast.AST) -> Iterator[int]:
    for node in ast.walk(tree):
        if not isinstance(node, (*_COMPREHENSIONS, ast.IfExp)):
            continue
        if any(isinstance(below, ast.IfExp) for below in ast.walk(node) if below is not node):
            yield node.lineno


def _row(room: str, figures: Figures) -> str:
    sizes = "".join(f"{figures.percentile(share):>8}" for share in (50, 90, 99))
    nested = f"{len(figures.nested_comprehensions):>12}{len(figures.nested_conditions):>11}"
    return f"{room:<14}{len(figures.functions):>9}{sizes}{nested}{figures.tokens:>9}"


def main() -> None:
    """Print a line for each room and one for all; of the rooms that are named the longest functions as well."""
    found = room_figures()
    print(f"{'room':<14}functions  median     p90     p99  nested for  nested if   tokens")
    for room, figures in found.items():
        print(_row(room, figures))
    print(_row("all", _together(found.values())))
    twice = names_used_twice(found)
    print(f"class names used twice: {len(twice)}", *(f"{name} {times}" for name, times in twice.items()))
    for room in sys.argv[1:]:
        figures = found[room]
        for function in sorted(figures.functions, key=lambda function: -function.tokens)[:40]:
            print(f"{function.tokens:>6} {function.place}")
        print("nested for:", *figures.nested_comprehensions)
        print("nested if:", *figures.nested_conditions)


if __name__ == "__main__":
    main()
