"""What is said of effects: who acted, how much of a provision is meant, what is not printed, what has not come yet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from conftest import ROOT

import cli
from kb import audit
from kb.build import build
from kb.model import Problem

LAW = """LEY 700 DE 1990
(mayo 5)
Por la cual se dictan normas sobre peajes.

EL CONGRESO DE COLOMBIA
DECRETA:

Artículo 1. Los jueces. Declarado INEXEQUIBLE por la Corte Constitucional mediante Sentencia c-556 de 1994.

Artículo 2. Los peritos. Suspendido provisionalmente por el Consejo de Estado, auto del 3 de mayo de 2011.

Artículo 3. Los peritos cobrarán.

Los jueces no.

Artículo 4. Derogado a partir del 1 de enero de 2999 por la Ley 900 de 2025. Los jueces cobrarán.

Artículo 5. Los peritos. La Sentencia C-60 de 2017 declaró inexequible este artículo.
"""
ACT = """LEY 800 DE 2000
(mayo 6)
Por la cual se reforma la Ley 700 de 1990.

EL CONGRESO DE COLOMBIA
DECRETA:

Artículo 1. Adiciónase el artículo 3 de la Ley 700 de 1990 con el siguiente parágrafo:

"Parágrafo. Los notarios también."

Artículo 2. El inciso segundo del artículo 3 de la Ley 700 de 1990 quedará así:

"Los jueces sí."

Artículo 3. Adiciónase la Ley 700 de 1990 con el siguiente artículo:

"Artículo 4A. Los secretarios cobrarán."
"""
SAID = [
    ("art 1 ley 700 de 1990", "by Sentencia C-556 de 1994 (Corte Constitucional)\n", "by la Corte"),
    ("art 2 ley 700 de 1990", "set aside (provisionalmente) by Consejo de Estado", "unnamed source"),
    ("art 3 ley 700 de 1990", "art. 3: inserted (el siguiente parágrafo) by", "in part"),
    ("art 3 ley 700 de 1990", "art. 3 inc. 2: replaced by", "in part"),
    ("art 4 ley 700 de 1990", "in force as given", "It follows from"),
    ("art 4 ley 700 de 1990", "It does not hold yet today, and will:\n   art. 4: repealed", "It follows from"),
    ("art 5 ley 700 de 1990", "by Sentencia C-60 de 2017\n", "by Sentencia C-60 de 2017 declaró"),
    ("art 4A ley 700 de 1990", "in this corpus does not print it", "Its text is not in this corpus"),
]


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("told")
    laws = folder / "corpus" / "co" / "x"
    laws.mkdir(parents=True)
    (laws / "ley-700.txt").write_text(LAW, "utf-8")
    (laws / "ley-800.txt").write_text(ACT, "utf-8")
    build(folder / "corpus", folder / "out", templates=ROOT / "site_templates")
    yield folder / "out"


@pytest.mark.parametrize(("asked", "said", "never"), SAID, ids=[f"{a}: {s[:30].strip()}" for a, s, _ in SAID])
def test_who_acted_and_how_much_is_meant(kb: Path, asked: str, said: str, never: str) -> None:
    told = CliRunner().invoke(cli.main, ["status", asked], env={"ARTICULADO_KB": str(kb)}).stdout
    assert said in told
    assert never not in told


def test_a_paragraph_without_a_number_has_one_name(kb: Path) -> None:
    shown = CliRunner().invoke(cli.main, ["show", "inciso 2 art 3 ley 700 de 1990"], env={"ARTICULADO_KB": str(kb)})
    assert "art 3, subparagraph 2" in shown.stdout


def test_a_range_is_told_in_the_language_of_the_reader() -> None:
    mismatch = Problem(code="range-mismatch", params=(("count", "2"), ("numbers", "7, 8"), ("sort", "unnoted")))
    assert audit.sentence(mismatch, "es") == "De este rango 2 sin nota que nombre la cláusula: 7, 8."
    assert "unnoted" in audit.sentence(mismatch, "en")
