"""A table with a wager of the house's own: log, audit and verifier need nothing from outside to agree on it."""

import json
from pathlib import Path

from puntobanco import wager_presets
from puntobanco.app.house.house_folder import init_house
from puntobanco.audit.bundle_scope import OfHouse
from puntobanco.rulebooks.house_rules import written_wager
from puntobanco.rulebooks.wager_file import read_wagers
from puntobanco.table import ledger
from puntobanco.table.stream_type import TABLES
from tests.audit.houses import NAME, Evening, play_fair
from tests.cli.test_cli import output
from tests.fairness.other_verifier import other
from tests.table.helpers import OPERATOR, refused
from tests.verifier.bundles import SIGNER, bundle, text, verified
from tests.verifier.evenings import evening, table
from tests.verifier.exported import balances, records, written

DRAGON = dict([written_wager(read_wagers(wager_presets.text("dragon-7"))[0])])
WON = "2c 3d Kh 2c 4s 2h"
LOST = "4c 9d Kh 7c 3s"


def played() -> list[dict[str, object]]:
    return evening("house-midi", "banker 100 dragon_7 10", WON, LOST, **DRAGON)()


def test_its_records_hold_the_wager_and_what_it_paid() -> None:
    bodies = [json.dumps(one, separators=(",", ":"), ensure_ascii=False).encode() for one in played()]
    kept = [TABLES.format.read(body, at="") for body in bodies]
    state = TABLES.fold_records(kept)
    assert state is not None
    assert state.rules.wager("dragon_7").loses == "bonus wagers"
    assert state.balances[ledger.chips("ann")] == 100_000 + 10_000 + 40_000 - 10_000 - 1_000


def test_the_verifier_agrees() -> None:
    report, _ = verified(text(bundle(played(), {"of": "table", "table": "1"})), vkey=SIGNER.vkey)
    assert report.findings == []
    assert report.checked["settled wagers"] == 6


def test_the_verifier_finds_what_it_was_not_paid() -> None:
    said, instead = '"dragon_7", 1000, 41000', '"dragon_7", 1000, 42000'
    other_pay = [json.loads(json.dumps(one).replace(said, instead)) for one in played()]
    assert other_pay != played()
    found = verified(text(bundle(other_pay, {"of": "table", "table": "1"})), vkey=SIGNER.vkey)[0].findings
    assert "settlement" in {one.sort for one in found}


def test_a_house_with_such_a_table_is_audited_and_verified(tmp_path: Path) -> None:
    folder = tmp_path / "house"
    init_house(folder, name=NAME)
    night = Evening(folder, 1)
    play_fair(night, "own", "house-midi", rounds=4, own=DRAGON, beside="dragon_7")
    night.close()
    settled = [one for one in records(folder) if '"dragon_7",1000,' in json.dumps(one, separators=(",", ":"))]
    assert settled
    report, read = verified(written(folder, OfHouse()))
    assert report.findings == []
    assert other.balances_of(read) == balances(folder)
    assert json.loads(output("audit", "verify", str(folder), "--format", "json"))["findings"] == []


def test_it_cannot_change_by_a_notice() -> None:
    found = table("house-midi", **DRAGON)
    code, _ = refused(lambda: found.do(OPERATOR, "announce_change", choices=tuple(DRAGON.items())))
    assert code == "change_not_possible"
    found.do(OPERATOR, "announce_change", choices=(("minimum", "10"),))
    assert found.now.notices[-1].rules is not None
    assert found.now.notices[-1].rules.wager("dragon_7") == found.now.rules.wager("dragon_7")
