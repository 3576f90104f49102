"""`articulado serve`: the files of the site, to the browsers of this machine, and nothing else."""

from __future__ import annotations

import http.client
import socket
import threading
from collections.abc import Iterator

import pytest

from kb import serving
from kb.serving import HERE, listening


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A server of a small site with traps in it."""
    tmp_path = tmp_path_factory.mktemp("serving")
    site = tmp_path / "site"
    (site / "es").mkdir(parents=True)
    (site / "closed").mkdir()
    (site / ".articulado-files").write_text("index.html\n")
    (site / "index.html").write_text("<p>first")
    (site / "es" / "index.html").write_text("<p>uno")
    (site / "closed" / "paper.html").write_text("<p>paper")
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "secrets").mkdir()
    (tmp_path / "secrets" / "index.html").write_text("secret")
    (site / "linked").mkdir()
    for link, target in (("out.txt", "secret.txt"), ("out", "secrets"), ("linked/index.html", "secret.txt")):
        (site / link).symlink_to(tmp_path / target)
    (site / "same.html").symlink_to(site / "index.html")
    with listening(site, 0) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield server.server_port
        server.shutdown()


def asked(port: int, path: str, host: str | None = None, method: str = "GET") -> tuple[int, str]:
    """The status and the words of an answer."""
    connection = http.client.HTTPConnection(HERE, port, timeout=20)
    connection.putrequest(method, path, skip_host=True)
    if host != "":
        connection.putheader("Host", host or f"{HERE}:{port}")
    connection.endheaders()
    answer = connection.getresponse()
    words = answer.read().decode("utf-8", "replace")
    connection.close()
    return answer.status, words


ANSWERS = [
    ("/", None, 200),
    ("/", "localhost", 200),
    ("/", "LOCALHOST:8000", 200),
    ("/es/", None, 200),
    ("/es/index.html?q=1", None, 200),
    ("/same.html", None, 200),
    ("/closed/paper.html", None, 200),
    ("/", "evil.example", 421),
    ("/", "evil.example:8000", 421),
    ("/", "127.0.0.1.evil.example", 421),
    ("/", "localhost@evil.example", 421),
    ("/", "", 421),
    ("/es/index.html", "evil.example", 421),
    ("/closed/", None, 404),
    ("/out.txt", None, 404),
    ("/out/", None, 404),
    ("/out/index.html", None, 404),
    ("/linked/", None, 404),
    ("/.articulado-files", None, 404),
    ("/../secret.txt", None, 404),
    ("/%2e%2e/secret.txt", None, 404),
    ("//etc/passwd", None, 404),
    ("/nowhere", None, 404),
    ("/%00", None, 400),
    ("/es/%00index.html", None, 400),
    ("/%ed%a0%80", None, 400),
    ("/" + "x" * 5000, None, 404),
]


@pytest.mark.parametrize(("path", "host", "status"), ANSWERS)
def test_what_is_shown_and_what_is_refused(port: int, path: str, host: str | None, status: int) -> None:
    for method in ("GET", "HEAD"):
        found, words = asked(port, path, host, method)
        assert found == status
        assert "secret" not in words and "Directory listing" not in words


def test_a_browser_that_says_nothing_is_let_go_of(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving.Pages, "timeout", 0.1)
    with socket.create_connection((HERE, port), timeout=20) as silent:
        silent.sendall(b"GET / HT")
        assert silent.recv(100) == b""
    assert asked(port, "/")[0] == 200


def test_a_real_server_has_a_time_out() -> None:
    assert 0 < serving.Pages.timeout <= 60
