"""Templates as plain functions: what most of them need is a call, and jinja2 has three layers around every one.

No helper of ours asks for the context, every macro escapes, and nearly all values are strings: what goes beyond that
(words by name, `caller`, `varargs`) goes the usual way and means what it always means.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from jinja2 import BytecodeCache, FileSystemBytecodeCache, nodes
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.runtime import Macro
from jinja2.utils import missing
from markupsafe import Markup, escape

# As many short words as are told again and again are kept escaped.
_KEPT = 4096
_escaped = lru_cache(_KEPT)(escape)


def told(value: Any) -> str:
    """A value as a page shows it."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[no-any-return]
    return _escaped(value) if kind is str else escape(value)


def plain(setting: Any, named: Macro) -> Any:
    """The function that sets a macro, which knows the macro for calls that name their arguments."""
    setting.__defaults__ = (missing,) * len(named.arguments)
    setting.named = named
    return setting


def by_name(called: Any, /, *args: Any, **kwargs: Any) -> Any:
    """Call with named arguments."""
    return getattr(called, "named", called)(*args, **kwargs)


class PlainCode(CodeGenerator):
    """Writes calls and macros as Python has them."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:
        super().visit_Template(node, frame)
        self.writeline(f"from {__name__} import by_name, plain, told")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        if forward_caller or node.kwargs or node.dyn_args or node.dyn_kwargs:
            self.write("by_name(")
            self.visit(node.node, frame)
            self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
        else:
            self.write("(")
            self.visit(node.node, frame)
            self.write(")(")
            self._every(node.args, frame)
        self.write(")")

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        more = macro_ref.accesses_caller or macro_ref.accesses_kwargs or macro_ref.accesses_varargs
        self.write("" if more else "plain(macro, ")
        super().macro_def(macro_ref, frame)
        self.write("" if more else ")")

    def return_buffer_contents(self, frame: Frame, force_unescaped: bool = False) -> None:
        # Otherwise it is the layer around a macro that says that its words are escaped.
        super().return_buffer_contents(frame)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("told(")

    def _every(self, some: list[nodes.Expr], frame: Frame) -> None:
        for at, each in enumerate(some):
            self.write(", " if at else "")
            self.visit(each, frame)


class Kept(FileSystemBytecodeCache):
    """Compiled templates of one language, kept between runs where only the user may write (a folder that jinja2 makes
    below that of the system's temporary files); `made_by` tells whether they were compiled just as they would be now.
    """

    def __init__(self, language: str, made_by: str) -> None:
        super().__init__(pattern=f"articulado-{language}-%s.cache")
        self._made_by = made_by

    def get_source_checksum(self, source: str) -> str:
        """What tells that a template, and all that it is compiled with, is the same."""
        program = Path(__file__).with_name("looks.py"), Path(__file__)
        found = hashlib.sha256(f"{version('jinja2')} {self._made_by} {source}".encode("utf-8", "surrogatepass"))
        for file in program:
            found.update(file.read_bytes())
        return found.hexdigest()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template; where it cannot be kept it is compiled again the next time."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def kept(language: str, made_by: str) -> BytecodeCache | None:
    """Where compiled templates are kept; None where no safe place for them is found."""
    try:
        return Kept(language, made_by)
    except (OSError, RuntimeError):
        return None
