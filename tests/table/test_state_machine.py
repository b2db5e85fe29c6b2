"""Random commands of all roles on all four books with random house rules; what must hold after every step."""

import os
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from puntobanco.cards import DECK
from puntobanco.errors import Refused, Unreadable
from puntobanco.record.codec import decode_event, encode_event
from puntobanco.table import Actor, Role, TableState, commands, evolve, fold, handle, ledger, legal
from puntobanco.table.events import Event
from puntobanco.table.state import TableCard
from puntobanco.table.views import view
from tests.marks import ALL_BOOKS
from tests.table import driver
from tests.table.helpers import INTERNAL_CONTROLS

STEPS = 125
TIMES = 10 if os.environ.get("PUNTO_SOAK") else 1
EXAMPLES = 70 * TIMES
COMMANDS = 7_500 * TIMES
"""Four books make 30,000 commands; ten times as many in a soak."""

SEEDS = st.integers(0, 2**32)


def random_house(book: str, rng: Random) -> tuple[tuple[str, str], ...]:
    """Choices of a house that the book allows."""
    choices = {**INTERNAL_CONTROLS.get(book, {}), "cut_depth": rng.choice(["20", "300", "400", "410"])}
    if rng.random() < 0.3:
        choices["differential"] = rng.choice(["50", "100"])
    choices |= {key: rng.choice(options) for key, options in HOUSES[book].items()}
    return tuple(choices.items())


COMMON = {
    "chips": ["1, 5, 25, 100", "0.5, 1, 5", "5, 25"],
    "multiple": ["1", "5"],
    "minimum": ["5", "10"],
}
OWN_PROCEDURE = {
    "on_excess_card_seen": ["round-void", "first-of-no-bet-round", "first-of-next-round"],
    "on_excess_card_unseen": ["round-void", "first-of-next-round"],
    "on_player_card_in_error": ["round-void", "bankers-third-if-due", "first-of-next-round"],
    "on_first_card_face_up": ["round-void", "played-in-place", "first-of-no-bet-round"],
    "on_out_of_sequence": ["reconstructed", "round-void"],
    "on_too_few_cards": ["round-void", "round-void-and-reshuffle"],
    "on_burn_forgotten": ["play-on", "round-void-and-reshuffle"],
    "on_placement_error_found_late": ["that-round-void-later-stand", "recorded-only"],
    "on_impossible_card": ["round-void", "round-void-and-reshuffle"],
    "standoff": ["returned", "stays"],
    "personal_maximum": ["yes", "no"],
    "burn": ["hidden", "exposed"],
    "shuffle_after_vacancy": ["yes", "no"],
}
HOUSES: dict[str, dict[str, list[str]]] = {
    "act-2015": {
        **COMMON,
        "dealing": ["up", "down"],
        "pairs": ["perfect", "canberra", "none"],
        "pairs_box": ["common", "separate"],
        "burn": ["hidden", "exposed"],
        "settlement": ["A", "B"],
        "seats": ["2", "3", "7"],
        "notice_rounds": ["1", "2"],
    },
    "nz-1998": {
        **COMMON,
        "dealing": ["up", "down"],
        "maximum_binds": ["wager", "area", "named"],
        "patrons_per_area": ["1", "2", "3"],
        "cutting_cards": ["1", "2"],
    },
    "washington": {
        **COMMON,
        **OWN_PROCEDURE,
        "seats": ["1", "2", "3", "9"],
        "dealing": ["up", "down", "udud"],
        "decks": ["2", "8"],
        "cut_depth": ["20", "60"],
        "gallery": ["yes", "no"],
        "ghost_limit": ["1", "2"],
    },
    "house-midi": {
        **COMMON,
        **OWN_PROCEDURE,
        "midi": ["yes", "no"],
        "commission_every": ["1", "2"],
        "bonus": ["dragon", "jade", "none"],
        "bonus_needs_main": ["yes", "no"],
        "patrons_per_area": ["1", "2"],
    },
}


class TableMachine(RuleBasedStateMachine):
    """One table, driven by everybody at random."""

    book = "act-2015"
    steps = 0

    def __init__(self) -> None:
        super().__init__()
        self.log: list[Event] = []
        self.state: TableState | None = None

    @property
    def table(self) -> TableState:
        assert self.state is not None
        return self.state

    @initialize(seed=SEEDS)
    def open(self, seed: int) -> None:
        choices = random_house(self.book, Random(seed))
        actor = Actor("oz", Role.OPERATOR)
        happened, self.state = handle(None, commands.OpenTable(actor=actor, book=self.book, choices=choices))
        self.log += happened

    def accept(self, command: commands.Command) -> None:
        type(self).steps += 1
        happened, after = handle(self.state, command)
        state = self.table
        for event in happened:
            state = evolve(state, event)
        assert state == after
        self.log += happened
        self.state = after

    @rule(seed=SEEDS)
    def what_is_legal_is_accepted(self, seed: int) -> None:
        rng = Random(seed)
        for _ in range(4):  # an actor with nothing to do is no step
            actor = driver.choose_actor(rng)
            options = legal(self.table, actor)
            if options:
                command = driver.from_legal(self.table, actor, driver.choose(options, rng), rng)
                if command is not None:
                    self.accept(command)
                return

    @rule(seed=SEEDS)
    def the_dealer_goes_on(self, seed: int) -> None:
        rng = Random(seed)
        if rng.random() < 0.03:
            self.announce_change(rng)
            return
        actor = Actor(driver.STAFF[Role.DEALER], Role.DEALER)
        options = legal(self.table, actor)
        if options:
            command = driver.from_legal(self.table, actor, driver.choose(options, rng), rng)
            assert command is not None
            self.accept(command)

    def announce_change(self, rng: Random) -> None:
        """Notice of a change, which the book or the closed table may refuse."""
        command = commands.AnnounceChange(actor=Actor("oz", Role.OPERATOR), choices=rng.choice(driver.CHANGES))
        with suppress(Refused):
            self.accept(command)

    @rule(seed=SEEDS)
    def what_is_not_legal_is_refused(self, seed: int) -> None:
        rng = Random(seed)
        actor = driver.choose_actor(rng)
        command = driver.anywhere(self.table, actor, rng)
        places = {(option.kind, option.where) for option in legal(self.table, actor)}
        if driver.where(command) in places:
            try:
                self.accept(command)
            except (Refused, Unreadable):
                return
        else:
            type(self).steps += 1
            with pytest.raises((Refused, Unreadable)):
                handle(self.state, command)

    @invariant()
    def money_adds_up(self) -> None:
        if self.state is not None:
            balances = self.state.balances
            assert sum(balances.values()) == 0
            assert list(ledger.overdrawn(balances)) == []
            boxes = {account: amount for account, amount in balances.items() if account.startswith("box/")}
            lying = {
                ledger.box(spot.area, spot.wager, one.patron): one.amount
                for spot, stack in self.state.boxes.items()
                for one in stack
            }
            assert boxes == lying

    @invariant()
    def cards_add_up(self) -> None:
        if self.state is not None and self.state.shoe.cards:
            shoe = self.state.shoe
            assert shoe.out == shoe.burned + shoe.dealt + shoe.aside + len(self.state.excess)
            assert 0 <= shoe.remaining <= shoe.cards
            assert sum(shoe.known) <= shoe.out
            assert max(shoe.known) <= self.state.rules.decks.value

    @invariant()
    def views_hide_what_is_hidden(self) -> None:
        if self.state is not None:
            twin = with_other_secrets(self.state)
            for name in driver.PEOPLE:
                patron = Actor(name, Role.PATRON)
                own = ledger.chips(name), ledger.debt(name), ledger.commission_owed(name)
                twin_of_mine = replace(
                    twin, balances={**twin.balances, **{one: self.state.balance(one) for one in own}}
                )
                assert view(self.state, patron) == view(twin_of_mine, patron)
            dealer = Actor("dan", Role.DEALER)
            owed = {ledger.commission_owed(name) for name in self.state.patrons}
            to_collect = {account: self.state.balance(account) for account in owed}
            assert view(self.state, dealer) == view(replace(twin, balances={**twin.balances, **to_collect}), dealer)

    def teardown(self) -> None:
        records = [encode_event(event) for event in self.log]
        assert fold([decode_event(record) for record in records]) == self.state


def with_other_secrets(state: TableState) -> TableState:
    """A state that differs only in hidden cards and in balances."""
    hidden: dict[str, Any] = {"excess": tuple(map(_other_card, state.excess))}
    if state.round is not None:
        player, banker = (tuple(map(_other_card, cards)) for cards in (state.round.player, state.round.banker))
        hidden["round"] = replace(state.round, player=player, banker=banker)
    balances = {account: amount + 7 for account, amount in state.balances.items() if not account.startswith("box/")}
    return replace(state, **hidden, balances=balances)


def _other_card(card: TableCard) -> TableCard:
    if card.face_up:
        return card
    return TableCard(DECK[0] if card.card is None else None, face_up=False)


@pytest.mark.slow
@pytest.mark.parametrize("book", ALL_BOOKS)
def test_random_commands_of_all_roles(book: str) -> None:
    machine: type[TableMachine] = type(f"Machine_{book}", (TableMachine,), {"book": book, "steps": 0})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
    assert machine.steps >= COMMANDS
