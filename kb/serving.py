"""A site shown to the browsers of this machine, and to no other."""

from __future__ import annotations

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from kb.model import ArticuladoError

HERE = "127.0.0.1"


def listening(folder: Path, port: int) -> ThreadingHTTPServer:
    """A server of the files in `folder`; ArticuladoError when no site is there or the port is taken."""
    if not (folder / "index.html").is_file():
        raise ArticuladoError(f"{folder}: there is no site here; run `articulado build` first.")
    try:
        return ThreadingHTTPServer((HERE, port), partial(SimpleHTTPRequestHandler, directory=str(folder)))
    except OSError as error:
        raise ArticuladoError(f"port {port}: {error.strerror}; name another with --port.") from None
