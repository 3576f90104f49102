"""Writes requirements.lock: what the program needs, in the versions of constraints.txt, each file by its hash.

    make lock

The hashes are those of every file of a version, so that one list holds for all systems. They are asked of the package
index that uv finds set up; nothing else is.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
LOCK = ROOT / "requirements.lock"
HEADER = """\
# What the program needs, each file by its hash: pip install --require-hashes -r requirements.lock
# Made by `make lock` from pyproject.toml and constraints.txt; not to be edited.
"""
# The first Python for which every version of constraints.txt is made.
PYTHON = "3.11.5"
ASKED = ("pyproject.toml", "-c", "constraints.txt", "--generate-hashes", "--universal", "--python-version", PYTHON)
QUIET = ("--quiet", "--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links")


def main() -> int:
    """Ask, and write the list when all of it is known."""
    call = [sys.executable, "-m", "uv", "pip", "compile", *ASKED, *QUIET]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    if done.returncode:
        print(done.stderr, file=sys.stderr)
        return 1
    LOCK.write_text(HEADER + done.stdout, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
