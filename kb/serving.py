"""A site shown to the browsers of this machine, and to no other."""

from __future__ import annotations

import os
import sys
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, BinaryIO

from kb.model import ArticuladoError

HERE = "127.0.0.1"
# What a browser of this machine may call it. A page of another site that has its own name lead here (DNS rebinding)
# says that name.
_NAMES = frozenset({HERE, "localhost"})
# What is shown of a folder.
_FIRST = ("index.html", "index.htm")
# Seconds: a browser that says nothing for so long is let go of.
_PATIENCE = 30


class Pages(SimpleHTTPRequestHandler):
    """Answers with the files of a site: none that lies outside or is hidden, no lists of folders."""

    timeout = _PATIENCE

    def send_head(self) -> BinaryIO | None:
        """The file that was asked for, its header sent; None when there is none to show."""
        refused = self._refused()
        if refused:
            self.send_error(refused)
            return None
        return super().send_head()

    def list_directory(self, path: str | os.PathLike[str]) -> None:
        """A folder without a first page has nothing to show."""
        self.send_error(HTTPStatus.NOT_FOUND)

    def log_message(self, format: str, *args: object) -> None:
        """Keep quiet: what was asked for may hold the codes of a terminal."""

    def _refused(self) -> HTTPStatus | None:
        """Why what is asked for is not shown, or None."""
        if not _is_here(self.headers.get("Host", "")):
            return HTTPStatus.MISDIRECTED_REQUEST
        path = self.translate_path(self.path)
        try:
            shown = all(self._is_inside(place) for place in (path, *(os.path.join(path, name) for name in _FIRST)))
        except ValueError:  # a NUL, or what is no letter
            return HTTPStatus.BAD_REQUEST
        return None if shown else HTTPStatus.NOT_FOUND

    def _is_inside(self, path: str) -> bool:
        """Whether a path leads to what the site shows: nothing outside it, nothing that is hidden."""
        inside = os.path.relpath(os.path.realpath(path), os.path.realpath(self.directory))
        return not any(part.startswith(".") for part in inside.split(os.sep) if part != os.curdir)


class Server(ThreadingHTTPServer):
    """A server to which a browser that goes away, or says nothing, is no error."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Tell of what is one."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


def listening(folder: Path, port: int) -> ThreadingHTTPServer:
    """A server of the files in `folder`; ArticuladoError when no site is there or the port is taken."""
    if not (folder / "index.html").is_file():
        raise ArticuladoError(f"{folder}: there is no site here; run `articulado build` first.")
    try:
        return Server((HERE, port), partial(Pages, directory=str(folder)))
    except OSError as error:
        raise ArticuladoError(f"port {port}: {error.strerror}; name another with --port.") from None


def _is_here(host: str) -> bool:
    """Whether a Host header names this machine, with a port or without."""
    name, mark, port = host.strip().rpartition(":")
    return (name if mark and port.isdecimal() else host.strip()).lower() in _NAMES
