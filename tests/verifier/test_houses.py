"""Whole houses of all four books with tournaments and the cage: package and verifier agree on every balance."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from puntobanco.audit.bundle_scope import OfHouse, OfPatron, OfShoe, OfTable, OfTournament, Scope
from tests.fairness.other_verifier import PATH, other
from tests.verifier.bundles import verified
from tests.verifier.exported import balances, written

PARTS: list[Scope] = [
    *(OfTable(table=name) for name in ("act-2015", "any-nz-1998", "fair-house-midi", "midi-commission")),
    *(OfShoe(table=name, shoe=shoe) for name, shoe in (("fair-washington", 2), ("any-act-2015", 1))),
    OfTournament(tournament="late-void"),
    *(OfPatron(patron=name) for name in ("ann", "José", "Mei")),
]


def ran(*arguments: str) -> tuple[int, str]:
    """The verifier as outsiders run it, with nothing but the standard library."""
    command = [sys.executable, "-I", "-S", str(PATH), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, encoding="utf-8")
    return done.returncode, done.stdout


def checkpoints_of(house: Path) -> list[Path]:
    return sorted((house / "checkpoints").glob("*.checkpoint"))


def test_a_whole_house(eventful: Path, tmp_path: Path) -> None:
    bundle = tmp_path / "house.bundle"
    bundle.write_text(written(eventful, OfHouse()), encoding="utf-8")
    held = checkpoints_of(eventful)
    kept = [word for file in (held[0], held[-1]) for word in ("--checkpoint", str(file))]
    code, told = ran(str(bundle), "--vkey", str(eventful / "house.vkey"), *kept, "--format", "json")
    found = json.loads(told)
    assert (code, found["findings"]) == (0, [])
    assert found["balances"] == balances(eventful)
    assert found["checked"]["records"] == found["size"]
    assert found["checked"]["fair shoes"] >= 4
    assert not any("whose key" in what for what in found["not_checked"])


@pytest.mark.parametrize("scope", PARTS, ids=str)
def test_a_part_of_a_house(eventful: Path, scope: Scope) -> None:
    report, read = verified(written(eventful, scope))
    assert [other.sentence_of(one) for one in report.findings] == []
    assert any("whose key" in what for what in report.not_checked)
    assert any("left out at its end" in what for what in report.not_checked)
    whole = balances(eventful)
    assert all(whole[stream] == found for stream, found in other.balances_of(read).items())


def test_an_earlier_checkpoint(eventful: Path) -> None:
    text = written(eventful, OfHouse(), int(checkpoints_of(eventful)[2].stem))
    assert verified(text)[0].findings == []
    later = {"later": checkpoints_of(eventful)[-1].read_text(encoding="utf-8")}
    report, _ = verified(text, held=later)
    assert [found.sentence for found in report.findings] == ["the bundle ends before this checkpoint"]


def test_what_it_prints(small: Path, tmp_path: Path) -> None:
    bundle = tmp_path / "x.bundle"
    text = written(small, OfTable(table="fair"))
    bundle.write_text(text, encoding="utf-8")
    code, told = ran(str(bundle))
    assert (code, told.splitlines()[-1]) == (0, "everything is right")
    assert "not checked: whose key it is: it was taken from the bundle itself" in told
    bundle.write_text(text.replace('"outcome"', '"outcome"').replace("ann", "eve", 3), encoding="utf-8")
    code, told = ran(str(bundle))
    assert (code, "reasons not to trust it" in told) == (1, True)
    bundle.write_text("{}\n", encoding="utf-8")
    assert ran(str(bundle))[0] == 1, "an act that is none"
    bundle.write_text('{"bundle":"bundle.2"}\n', encoding="utf-8")
    assert ran(str(bundle)) == (2, "")
    assert ran(str(tmp_path / "none"))[0] == 2
