"""The law on a day: from when provisions hold, which wording stood, what is only bounded (cases: days, force)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kb import store
from kb.listings.stories import status
from kb.model import ForcePeriod, Target
from kb.query.standing import status_of
from tests.parsing import cases
from tests.test_effects import known


@pytest.mark.parametrize("case", cases("days"))
def test_the_state_of_a_provision_on_a_day(case: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "kb.sqlite"
    knowledge = known(tmp_path, case["files"])
    assert {p.code for p in knowledge.problems} >= {*case.get("problems", [])}
    store.write(path, knowledge, problems=(), meta={})
    with store.Store.open(path) as opened:
        told = [_told(opened, *row) for row in case["rows"]]
    assert told == case["rows"]


def _told(opened: store.Store, place: str, day: str, _: str, words: str) -> list[str]:
    """The row as it comes out; words that are not said are left away."""
    instrument, _, eid = f"co/{place}".partition("#")
    found = status_of(opened, Target(instrument, eid or None), day or None)
    said = status(opened, f"co/{place}", day or None).text(100_000)
    doubt = "" if found.sure or found.status == "unknown" else "?"
    wanted = words.removeprefix("?")
    return [place, day, found.status, doubt + (wanted if wanted in said else "")]


LAW = """---
titulo: "LEY 88 DE 1950 - Sobre ferias"
fecha_publicacion: "1950-10-10"
---

# LEY 88 DE 1950

(octubre 3)

### DECRETA:

**Artículo 1.** Las ferias son públicas.

**Artículo 2.** El premio será de cien pesos.

**Artículo 3.** Los puestos se numerarán.

**Artículo 4.** """


@pytest.mark.parametrize("case", cases("force"))
def test_what_a_law_says_of_its_entry_into_force(case: dict[str, Any], tmp_path: Path) -> None:
    found = known(tmp_path, {"a.md": LAW + case["name"] + "\n"}).periods
    assert [period_line(period) for period in found] == case["periods"]


def period_line(period: ForcePeriod) -> str:
    """A period in a line: of what it is, from when, until when."""
    since = f"{'~' if period.bound else ''}{period.since}"
    return " ".join(filter(None, (period.eid or "law", since, period.until)))
