"""An account as tests drive it."""

from typing import Any

import pytest

from puntobanco.cage import AccountState, handle
from puntobanco.cage.commands import COMMANDS
from puntobanco.cage.events import AccountEvent
from puntobanco.errors import Refused
from puntobanco.table import Actor, Role

CASHIER = Actor(person="oz", role=Role.OPERATOR)
SUPERVISOR = Actor(person="sue", role=Role.SUPERVISOR)
DEALER = Actor(person="dan", role=Role.DEALER)
AUDITOR = Actor(person="al", role=Role.AUDITOR)
ANN, BOB = Actor(person="ann", role=Role.PATRON), Actor(person="bob", role=Role.PATRON)
EVERYBODY = (CASHIER, SUPERVISOR, DEALER, AUDITOR, ANN, BOB)

HOUR = 3600 * 10**6
MIDNIGHT = 20_454 * 24 * HOUR
"""As 2026 begins."""
NOON = MIDNIGHT + 12 * HOUR
TABLE = "table/high limit"


class Account:
    """One account; the clock stands where it is put."""

    def __init__(self) -> None:
        self.state: AccountState | None = None
        self.log: list[AccountEvent] = []
        self.at = NOON

    @staticmethod
    def of_ann(cents: int = 0) -> "Account":
        account = Account()
        account.do(CASHIER, "open_account", patron="ann")
        if cents:
            account.do(CASHIER, "deposit", amount=cents)
        return account

    @staticmethod
    def of_the_house(cents: int = 0) -> "Account":
        vault = Account()
        vault.do(CASHIER, "open_vault")
        if cents:
            vault.do(CASHIER, "deposit", amount=cents)
        return vault

    @property
    def now(self) -> AccountState:
        assert self.state is not None
        return self.state

    def do(self, actor: Actor, name: str, **fields: Any) -> AccountEvent:
        kind = COMMANDS[name]
        timed = {"at": self.at, **fields} if "at" in kind.__struct_fields__ else fields
        events, self.state = handle(self.state, kind(actor=actor, **timed))
        self.log += events
        (event,) = events
        return event

    def refused(self, code: str, actor: Actor, name: str, **fields: Any) -> str:
        """The sentence of a refusal, which leaves everything as it was."""
        before = self.state
        with pytest.raises(Refused) as caught:
            self.do(actor, name, **fields)
        assert caught.value.code == code, caught.value
        assert self.state is before
        return caught.value.sentence
