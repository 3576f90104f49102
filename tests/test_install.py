"""Both kinds of installation, in fresh environments: a wheel, which carries its corpus, and an editable one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from kb.site.folder import RECORD

ROOT = Path(__file__).parent.parent
SCRIPTS = "Scripts" if os.name == "nt" else "bin"
CARRIED = {"kb": "kb", "corpus": "kb/_data/corpus", "site_templates": "kb/_data/site_templates"}

pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path) -> str:
    """What a command prints, in an environment that knows nothing of this checkout."""
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "ARTICULADO_KB")}
    done = subprocess.run([*map(str, command)], cwd=cwd, env=env, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


def environment(folder: Path, install: Sequence[str | Path]) -> Path:
    """A fresh environment with Articulado installed; it borrows the dependencies, so that nothing is fetched."""
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder.parent)
    python = folder / SCRIPTS / "python"
    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).strip())
    # What a .pth file adds to the path is not searched for further .pth files: an editable checkout stays out.
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    pip = (sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check")
    run(*pip, "install", "--quiet", "--no-deps", "--no-index", "--no-build-isolation", *install, cwd=folder)
    return folder / SCRIPTS


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def from_wheel(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return environment(tmp_path_factory.mktemp("fresh") / "venv", [wheel])


@pytest.fixture(scope="module")
def editable(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return environment(tmp_path_factory.mktemp("editable") / "venv", ["--editable", ROOT])


def where(scripts: Path, cwd: Path) -> Path:
    """The folder from which `kb` is imported there."""
    return Path(run(scripts / "python", "-c", "import kb; print(kb.__file__)", cwd=cwd).strip()).parent


def files(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def pages(folder: Path) -> dict[str, bytes]:
    """The files of a site but the record of which program made it."""
    return {name: data for name, data in files(folder).items() if name != RECORD}


def test_a_wheel_carries_code_data_corpus_and_templates(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = {name: archive.read(name) for name in archive.namelist() if ".dist-info/" not in name}
    wanted = {f"{to}/{name}": data for own, to in CARRIED.items() for name, data in files(ROOT / own).items()}
    assert held == {**wanted, "cli.py": (ROOT / "cli.py").read_bytes()}


def test_a_wheel_builds_its_own_corpus_in_an_empty_folder(from_wheel: Path, built: Path, tmp_path: Path) -> None:
    assert where(from_wheel, tmp_path).is_relative_to(from_wheel.parent)
    report = json.loads(run(from_wheel / "articulado", "build", "--json", cwd=tmp_path))
    assert report["nodes"]["article"] == 459
    assert pages(tmp_path / "build" / "site") == pages(built / "site")
    assert "co/ley/1923/45#art_17" in run(from_wheel / "articulado", "show", "ley 45 de 1923 art 17", cwd=tmp_path)
    assert "co/ley/1923/45#art_10" in run(from_wheel / "articulado", "search", "fondo de reserva", cwd=tmp_path)


def test_the_corpus_of_the_folder_comes_before_the_packaged_one(from_wheel: Path, tmp_path: Path) -> None:
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "mine.txt").write_text("Artículo 1. Uno.\n\nArtículo 2. Dos.\n", encoding="utf-8")
    report = json.loads(run(from_wheel / "articulado", "build", "--json", cwd=tmp_path))
    assert report["nodes"]["article"] == 2


def test_an_editable_installation_runs_the_checkout(editable: Path, built: Path, tmp_path: Path) -> None:
    assert where(editable, tmp_path) == ROOT / "kb"
    run(editable / "articulado", "build", cwd=tmp_path)
    assert pages(tmp_path / "build" / "site") == pages(built / "site")


def test_the_version_is_the_program_s(from_wheel: Path, tmp_path: Path) -> None:
    version = run(from_wheel / "python", "-c", "import kb; print(kb.__version__)", cwd=tmp_path).strip()
    assert run(from_wheel / "articulado", "--version", cwd=tmp_path).split() == ["articulado", version]
