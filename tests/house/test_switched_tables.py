"""What goes on while gaming is off: automatic tables finish their round, tournaments their session's."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from puntobanco.app.house.bundle_export import export
from puntobanco.app.house.verification import verify_house
from puntobanco.audit.bundle_scope import OfHouse, OfPatron, OfTable, Scope
from puntobanco.cage import commands as cage
from puntobanco.errors import Refused
from puntobanco.house.commands import DisableGaming, EnableGaming
from puntobanco.table import commands
from puntobanco.table.model import Phase
from puntobanco.tournament.commands import AtTable, Register, TakePlace
from tests.app.house.helpers import DEALER, OPERATOR, SUPERVISOR, patron, place
from tests.house.evenings import Evening
from tests.house.gaming import CUP, Campaign, without_seed
from tests.record.kept import NEWEST, tournament_records_of

VERIFIER = Path(__file__).parents[2] / "verifier/verify_bundle.py"


def code_of(at: Any, stream: str, command: Any) -> str:
    with pytest.raises(Refused) as caught:
        at.do(stream, command)
    return caught.value.code


def off(**scope: str) -> DisableGaming:
    return DisableGaming(actor=SUPERVISOR, reason="a drill", **scope)  # type: ignore[arg-type]  # given by name


def test_an_automatic_table_settles_what_lies_and_starts_nothing_for_nobody(tmp_path: Path) -> None:
    """Coups without wagers, which Washington's patrons ask for, wait until gaming is on."""
    at = Evening.new(tmp_path / "house", "washington")
    at.until(Phase.BETTING)
    at.do("table/1", place("ann", 10_000))
    at.do("house", off(table="1"))
    number = at.state.round_number
    for _ in range(300):
        at.now += 100
        while at.dealers.step():
            pass
    assert (at.state.round_number, at.state.phase, bool(at.state.stakes)) == (number + 1, Phase.BETTING, False)
    at.do("table/1", commands.AskNoBet(actor=patron("ann")))
    stands, refused = at.house.look("table/1").number, len(at.house._store.refused())
    for _ in range(50):
        at.now += 100
        while at.dealers.step():
            pass
    at.house._write.refusals.flush()
    assert (at.house.look("table/1").number, len(at.house._store.refused())) == (stands, refused)
    assert code_of(at, "table/1", commands.StartNoBet(actor=DEALER)) == "gaming_disabled"
    at.do("house", EnableGaming(actor=SUPERVISOR, table="1", reason="over"))
    for _ in range(300):
        at.now += 100
        while at.dealers.step():
            pass
    assert at.state.round_number == number + 2
    at.close()


def test_a_refusal_cites_the_switch_and_says_what_can_be_done(tmp_path: Path) -> None:
    at = Evening.new(tmp_path / "house", "act-2015")
    at.until(Phase.BETTING)
    at.do("house", off(patron="ann"))
    with pytest.raises(Refused) as caught:
        at.do("table/1", place("ann"))
    assert caught.value.sentence.startswith("gaming is off for ann since 2026-01-01 00:")
    assert "(switch 1): wagers that lie are decided, or taken back while they are open" in caught.value.sentence
    at.do("table/1", place("bob", area="2"))
    assert code_of(at, "house", off(patron="ann")) == "off_already"
    for wrong in (off(table="1", patron="ann"), off(table="a/b"), DisableGaming(actor=OPERATOR, reason=" ")):
        assert code_of(at, "house", wrong) in ("two_scopes", "bad_name", "no_reason")
    assert code_of(at, "house", DisableGaming(actor=patron("ann"), reason="I like")) == "wrong_role"
    assert code_of(at, "house", EnableGaming(actor=SUPERVISOR, reason="never off")) == "on_already"
    at.close()


def test_an_entrant_who_is_excluded_keeps_the_seat_and_cannot_wager(tmp_path: Path) -> None:
    at = Campaign(tmp_path / "house", seed=1)
    table = at.house.look(CUP).state.tables["1"].state
    name = min(table.patrons)
    wager = commands.Place(actor=patron(name), area=str(table.patrons[name].seat), wager="tie", amount=1000)
    at.do(f"cage/{name}", cage.ExcludeSelf(actor=patron(name), until=None))
    assert code_of(at, CUP, AtTable(actor=patron(name), table="1", command=wager)) == "self_excluded"
    assert name in at.house.look(CUP).state.tables["1"].state.patrons
    at.house.close()


def test_nobody_enters_or_takes_a_place_for_whom_gaming_is_off(tmp_path: Path) -> None:
    at = Campaign(tmp_path / "house", seed=1)
    records = tournament_records_of(NEWEST / "tournaments/out-of-turn-wager.jsonl")
    other = "tournament/other"
    for one in records:
        command = without_seed(one.command)
        player = command.player if isinstance(command, Register | TakePlace) else None
        if player is not None:
            at.do("house", off(patron=player))
            assert code_of(at, other, command) == "gaming_disabled"
            at.do("house", EnableGaming(actor=SUPERVISOR, patron=player, reason="over"))
        if isinstance(command, AtTable):
            break
        if type(command).__name__ == "StartSession":
            at.do("house", off())
            assert code_of(at, other, command) == "gaming_disabled"
            at.do("house", EnableGaming(actor=SUPERVISOR, reason="over"))
        at.house.handle(other, command, one.id, approved_by=one.approved_by)
    at.house.close()


def test_an_audit_and_the_verifier_agree_with_a_house_that_has_seen_all_of_it(tmp_path: Path) -> None:
    at = Campaign(tmp_path / "house", seed=1)
    for name in ("ann", "bob"):
        limits = cage.LimitPlay(actor=patron(name), loss_day=10**7, loss_week=None, loss_month=None, minutes=600)
        at.do(f"cage/{name}", limits)
    at.run(60)
    at.do("cage/ann", cage.ExcludeSelf(actor=patron("ann"), until=None))
    assert at.accepted["place"]
    assert at.findings() == []
    at.house.close()
    assert [str(one) for one in verify_house(tmp_path / "house").findings] == []
    scopes: tuple[Scope, ...] = (OfHouse(), OfTable("keyed"), OfPatron("bob"))
    for number, scope in enumerate(scopes):
        bundle = tmp_path / f"{number}.bundle"
        export(tmp_path / "house", bundle, scope)
        done = subprocess.run([sys.executable, VERIFIER, bundle], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, ""), done.stdout
