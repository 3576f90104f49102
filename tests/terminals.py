"""The command on a pseudo-terminal, as a person runs it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def on_a_terminal(*arguments: str, ended: tuple[int, ...] = (0,), **environment: str) -> str:
    """What the command prints when both its outputs are a terminal; `ended` are the exit codes that it may have."""
    import pty

    ours, theirs = pty.openpty()
    env = {**{k: v for k, v in os.environ.items() if k != "NO_COLOR"}, **environment}
    running = subprocess.Popen(
        [sys.executable, "-m", "cli", *arguments], cwd=ROOT, env=env, stdout=theirs, stderr=theirs, close_fds=True
    )
    os.close(theirs)
    printed = b""
    while some := read_or_end(ours):
        printed += some
    os.close(ours)
    assert running.wait() in ended
    return printed.decode()


def read_or_end(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # Linux says so when the other side is closed
        return b""
