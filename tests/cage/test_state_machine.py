"""Random commands of all roles on one account, against a plain reckoning that keeps every movement of every day."""

import os
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from puntobanco.cage import AccountState, fold, handle, legal_actions, statement
from puntobanco.cage.command import require_open
from puntobanco.cage.commands import COMMANDS, BringBack, PayAtDesk, PayWithdrawal, TakeTo, money
from puntobanco.cage.events import AccountEvent, TakenTo, WithdrawalPaid
from puntobanco.cage.ledger import CASH, HELD, At, overdrawn
from puntobanco.cage.model import DAY, Day, Limit
from puntobanco.errors import Refused
from puntobanco.table import Actor
from puntobanco.values.replace import changed
from tests.cage.helpers import ANN, BOB, CASHIER, EVERYBODY, HOUR, NOON, TABLE

EXAMPLES = 400 if os.environ.get("PUNTO_SOAK") else 40
STEPS = 60
STREAMS = (TABLE, "table/2", "tournament/cup")
AMOUNTS = st.integers(-2, 120)
KINDS: dict[str, Any] = dict(COMMANDS)
ASKED = {"request": "at the desk"}
LIMITS = st.one_of(st.none(), st.integers(-1, 200))


class AccountMachine(RuleBasedStateMachine):
    """One account, and what it should be by lists of what happened."""

    def __init__(self) -> None:
        super().__init__()
        self.state: AccountState | None = None
        self.log: list[AccountEvent] = []
        self.at = NOON
        self.cash: list[tuple[int, int]] = []
        """When, and how much: deposits above zero, withdrawals below."""
        self.desk = 0
        """Of what went to streams, what was handed over at a desk."""
        self.away: list[tuple[int, str, int]] = []
        """The same to streams, and below zero from them."""
        self.wished: dict[str, list[tuple[int, int | None]]] = {"deposits": [], "play": []}
        self.asked = 0
        self.closed = False

    @initialize()
    def open(self) -> None:
        self.give(KINDS["open_account"](actor=CASHIER, patron="ann"))

    @property
    def held(self) -> int:
        return self.desk + sum(amount for _, amount in self.cash) - sum(amount for *_, amount in self.away)

    def give(self, command: Any) -> bool:
        """Whether it is accepted; events lead to the state that it gives."""
        before = self.state
        try:
            happened, after = handle(self.state, command)
        except Refused:
            assert self.state is before
            return False
        for event in happened:
            self.state = event.evolve(self.state)
            assert event.describe("oz").isprintable()
        assert self.state == after
        self.log += happened
        return True

    # What binds, by all that was ever asked for

    def bound(self, kind: str) -> int | None:
        """The least of what binds since it was asked for, or since a day after that, whichever applied."""
        now: int | None = None
        coming: tuple[int, int | None] | None = None
        for when, most in self.wished[kind]:
            if coming is not None and when >= coming[0]:
                now, coming = coming[1], None
            if now is None or (most is not None and most <= now):
                now, coming = most, None
            elif coming is None or coming[1] != most:
                coming = (when + 24 * HOUR, most)
        return coming[1] if coming is not None and self.at >= coming[0] else now

    def today(self, moved: list[tuple[int, int]]) -> int:
        return sum(amount for when, amount in moved if when // (24 * HOUR) == self.at // (24 * HOUR) and amount > 0)

    def within(self, kind: str, moved: list[tuple[int, int]], amount: int) -> bool:
        most = self.bound(kind)
        return most is None or self.today(moved) + amount <= most

    # What people do

    @rule(hours=st.integers(0, 30))
    def time_passes(self, hours: int) -> None:
        self.at += hours * HOUR

    @rule(amount=AMOUNTS)
    def deposit(self, amount: int) -> None:
        may = amount > 0 and not self.closed and self.within("deposits", self.cash, amount)
        assert self.give(KINDS["deposit"](actor=CASHIER, amount=amount, at=self.at)) == may
        self.cash += [(self.at, amount)] if may else []

    @rule(amount=AMOUNTS)
    def withdraw(self, amount: int) -> None:
        may = 0 < amount <= self.held
        assert self.give(PayWithdrawal(actor=CASHIER, amount=amount, at=self.at)) == may
        if may:
            self.cash.append((self.at, -amount))
            self.asked = max(0, self.asked - amount)

    @rule(amount=AMOUNTS, stream=st.sampled_from(STREAMS), who=st.sampled_from([*[ANN] * 6, BOB, CASHIER]))
    def take_to(self, amount: int, stream: str, who: Actor) -> None:
        """To a tournament by nobody but the patron."""
        taken = [(when, moved) for when, _, moved in self.away]
        may = 0 < amount <= self.held - self.asked and not self.closed and self.within("play", taken, amount)
        may = may and (who == ANN or not stream.startswith("tournament/"))
        assert self.give(TakeTo(actor=who, stream=stream, amount=amount, at=self.at)) == may
        self.away += [(self.at, stream, amount)] if may else []

    @rule(amount=AMOUNTS, stream=st.sampled_from(STREAMS))
    def pay_at_desk(self, amount: int, stream: str) -> None:
        """What the account holds stays as it is."""
        taken = [(when, moved) for when, _, moved in self.away]
        may = amount > 0 and not self.closed and self.within("play", taken, amount)
        assert self.give(PayAtDesk(actor=CASHIER, stream=stream, amount=amount, at=self.at)) == may
        self.away += [(self.at, stream, amount)] if may else []
        self.desk += amount if may else 0

    @rule(amount=AMOUNTS, stream=st.sampled_from(STREAMS))
    def bring_back(self, amount: int, stream: str) -> None:
        assert self.give(BringBack(actor=CASHIER, stream=stream, amount=amount, at=self.at)) == (amount > 0)
        self.away += [(self.at, stream, -amount)] if amount > 0 else []

    @rule(amount=AMOUNTS, who=st.sampled_from([ANN, ANN, BOB]))
    def ask_withdrawal(self, amount: int, who: Actor) -> None:
        may = who == ANN and 0 <= amount <= self.held
        assert self.give(KINDS["ask_withdrawal"](actor=who, amount=amount)) == may
        self.asked = amount if may else self.asked

    @rule(deposits=LIMITS, play=LIMITS, who=st.sampled_from([ANN, ANN, ANN, BOB]))
    def set_limits(self, deposits: int | None, play: int | None, who: Actor) -> None:
        may = who == ANN and -1 not in (deposits, play)
        assert self.give(KINDS["set_limits"](actor=who, deposits=deposits, play=play, at=self.at)) == may
        if may:
            self.wished["deposits"].append((self.at, deposits))
            self.wished["play"].append((self.at, play))

    @rule(goes_home=st.integers(0, 9))
    def close(self, goes_home: int) -> None:
        """Now and then, with all money paid out, and for good."""
        if goes_home == 9 and self.held:
            self.withdraw(self.held)
        if self.held or self.closed or goes_home == 9:
            may = not self.held and not self.closed
            assert self.give(KINDS["close_account"](actor=CASHIER)) == may
            self.closed = True if may else self.closed

    # What must hold

    @invariant()
    def money_is_where_the_lists_say(self) -> None:
        if self.state is not None:
            balances = self.state.accounts
            assert sum(balances.values()) == 0
            assert list(overdrawn(balances)) == []
            assert self.state.balance(HELD) == self.held
            assert self.state.balance(CASH) == -sum(amount for _, amount in self.cash) - self.desk
            for name in STREAMS:
                assert self.state.lies_at(name) == sum(amount for _, stream, amount in self.away if stream == name)
            assert 0 <= self.state.asked == self.asked <= self.held

    @invariant()
    def what_is_offered_is_accepted(self) -> None:
        for actor in EVERYBODY if self.state is not None else ():
            for offer in legal_actions(self.state, actor):
                kind = KINDS[offer.kind]
                asks: dict[str, Any] = {name: ASKED.get(name, 5) for name in offer.asks}
                if offer.kind in ("exclude_self", "return_to_play"):
                    continue  # they are offered where a time decides, and have tests of their own
                limited = offer.kind == "deposit" and self.bound("deposits") is not None
                for one in (edge for amounts in offer.amounts for edge in (amounts.low, amounts.high)):
                    asks["amount"] = one
                    if not limited:
                        handle(self.state, kind(actor=actor, **asks, **self.timed(kind)))
                if not offer.amounts:
                    handle(self.state, kind(actor=actor, **asks, **self.timed(kind)))

    def timed(self, kind: type[Any]) -> dict[str, int]:
        return {"at": self.at} if "at" in kind.__struct_fields__ else {}

    def teardown(self) -> None:
        if self.log and self.state is not None:
            assert fold(msgspec.json.decode(msgspec.json.encode(self.log), type=list[AccountEvent])) == self.state
            found = statement(self.log)
            assert found.balance == self.held == sum(one.amount for one in found.lines)
            assert found.at_desk == self.desk == sum(one.at_desk for one in found.lines)
            assert found.elsewhere == {one.stream: at for one, at in self.state.accounts.items() if isinstance(one, At)}


def run(*, examples: int, quickly: bool = False) -> None:
    run_state_machine_as_test(
        AccountMachine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=STEPS,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate] if quickly else list(Phase),
            derandomize=quickly or settings().derandomize,
        ),
    )


def test_random_commands_of_all_roles() -> None:
    run(examples=EXAMPLES)


# Planted mistakes

Plant = Callable[[pytest.MonkeyPatch], None]


def a_higher_limit_binds_at_once(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("puntobanco.cage.commands.play_limits.limit_after", lambda _, most, __: Limit(most=most))


def a_day_is_never_over(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(money, "day_at", lambda day, _: day)


def every_movement_opens_a_day(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(money, "day_at", lambda _, at: Day(number=at // DAY))


def what_is_asked_for_can_be_played_with(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(AccountState, "free", AccountState.held)


def a_payment_leaves_what_was_asked_for(patch: pytest.MonkeyPatch) -> None:
    right = WithdrawalPaid.apply
    patch.setattr(WithdrawalPaid, "apply", lambda event, state: changed(right(event, state), asked=state.asked))


def money_goes_to_another_table(patch: pytest.MonkeyPatch) -> None:
    right = TakenTo.entry.fget  # type: ignore[attr-defined]  # the property itself, of its class
    patch.setattr(TakenTo, "entry", property(lambda event: right(changed(event, stream=TABLE))))


def a_closed_account_pays_in(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(money, "require_open", lambda _: None)


def anybody_sets_limits(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("puntobanco.cage.commands.play_limits.require_patrons_own", lambda *_: None)


def winnings_are_refused_when_closed(patch: pytest.MonkeyPatch) -> None:
    right = BringBack.decide

    def wrong(command: Any, draft: Any) -> None:
        require_open(draft.state)
        right(command, draft)

    patch.setattr(BringBack, "decide", wrong)


PLANTS: list[Plant] = [
    a_higher_limit_binds_at_once,
    a_day_is_never_over,
    every_movement_opens_a_day,
    what_is_asked_for_can_be_played_with,
    a_payment_leaves_what_was_asked_for,
    money_goes_to_another_table,
    a_closed_account_pays_in,
    anybody_sets_limits,
    winnings_are_refused_when_closed,
]


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: str(plant.__name__))
def test_the_machine_finds_a_planted_mistake(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    with pytest.raises((AssertionError, Refused)):
        run(examples=300, quickly=True)
