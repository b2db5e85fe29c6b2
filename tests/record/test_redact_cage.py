"""An account is between its patron and the house: nobody else sees anything of it."""

import json

import pytest

from puntobanco.cage.events import Deposited, TakenTo
from puntobanco.log import redact as redaction
from puntobanco.log.redact import Redacted, redact_cage
from puntobanco.log.script import print_event
from puntobanco.table import Actor, Role
from tests.cage.helpers import ANN, AUDITOR, BOB, CASHIER, DEALER, SUPERVISOR
from tests.record.kept import NEWEST, cage_records_of

OF_ANN = [event for record in cage_records_of(NEWEST / "accounts/ann.jsonl") for event in record.events]
OF_THE_HOUSE = [event for record in cage_records_of(NEWEST / "accounts/vault.jsonl") for event in record.events]
STAFF = (CASHIER, SUPERVISOR, AUDITOR)


def sees(audience: Actor) -> tuple[bool, bool]:
    """Whether somebody sees all of ann's account, and of the vault; nobody sees a part."""
    found = []
    for events in (OF_ANN, OF_THE_HOUSE):
        seen = [redact_cage(event, audience) for event in events]
        whole = [Redacted(event=event, hidden=frozenset()) for event in events]
        assert seen in (whole, [None] * len(events))
        found.append(seen == whole)
    return found[0], found[1]


def test_staff_see_all_a_patron_the_own_and_others_nothing() -> None:
    assert [sees(one) for one in STAFF] == [(True, True)] * 3
    assert sees(ANN) == (True, False)
    assert sees(BOB) == sees(DEALER) == (False, False)
    assert sees(Actor(person="ann", role=Role.DEALER)) == (False, False)


def test_a_patron_called_none_sees_nothing_of_the_vault() -> None:
    assert sees(Actor(person="None", role=Role.PATRON)) == sees(Actor(person="", role=Role.PATRON)) == (False, False)


def test_a_dealer_who_counted_as_staff_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redaction, "SEES_BALANCES", frozenset(Role) - {Role.PATRON})
    assert sees(DEALER) == (True, True)


def test_events_are_printed_with_their_entry() -> None:
    deposited, taken = (next(event for event in OF_ANN if isinstance(event, kind)) for kind in (Deposited, TakenTo))
    told = print_event(deposited, CASHIER)
    assert (told["event"], told["version"], told["patron"], told["amount"]) == ("deposited", 1, "ann", 500_00)
    assert told["entry"] == {"postings": [["cash", -500_00], ["account", 500_00]]}
    assert print_event(taken, ANN)["entry"]["postings"][1] == ["at/table/high limit", 200_00]
    assert all(json.dumps(print_event(event, CASHIER)) for event in (*OF_ANN, *OF_THE_HOUSE))
