"""The state machine on planted mistakes: it must find each of them."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from puntobanco.errors import Refused
from puntobanco.table import LegalAction, Role, commands, events, ledger
from puntobanco.table.commands import reconstruction, settlement
from puntobanco.table.refuse import refuse
from puntobanco.table.state import posted
from puntobanco.table.stream_type import TABLES
from puntobanco.table.views import bead_results, visible_state
from tests.table.test_state_machine import TableMachine

Plant = Callable[[pytest.MonkeyPatch], None]


def a_fact_is_refused(patch: pytest.MonkeyPatch) -> None:
    """No card is taken while others lie out of sequence."""

    right = commands.Draw.decide

    def wrong(command: Any, draft: Any) -> None:
        current = draft.state.round
        if current is not None and current.misplaced:
            refuse(draft.state.rules, "out_of_sequence", "12.4", "put the others right first")
        right(command, draft)

    patch.setattr(commands.Draw, "decide", wrong)


def stakes_are_locked(patch: pytest.MonkeyPatch) -> None:
    """Cards that lie out of sequence can neither be put right nor given up."""
    patch.setattr(reconstruction, "may_reconstruct", lambda _: False)
    patch.setattr(reconstruction, "may_be_beyond_repair", lambda _: False)


def money_of_others_is_shown(patch: pytest.MonkeyPatch) -> None:
    right = visible_state._money
    patch.setattr(visible_state, "_money", lambda state, _: right(state, "ann"))


def a_hidden_card_is_shown(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(visible_state, "_card", lambda card, **_: visible_state.SeenCard(card=card.card))


def legal_promises_too_much(patch: pytest.MonkeyPatch) -> None:
    """The dealer may always call, it says."""
    wrong = (*TABLES._legal[Role.DEALER], lambda *_: (LegalAction("call_no_more_bets"),))
    patch.setitem(TABLES._legal, Role.DEALER, wrong)


def a_reversal_forgets_the_stake(patch: pytest.MonkeyPatch) -> None:
    """A stage that is opened again leaves the boxes empty."""
    patch.setattr(settlement, "back_into_the_box", lambda *_: ledger.NOTHING)


def a_fill_counts_as_won(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(events.FloatFilled, "apply", lambda event, state: posted(state, event))


def a_new_shoe_goes_on_with_the_board(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(bead_results, "rounds_of_this_shoe", lambda state: state.rounds)


PLANTS: list[tuple[str, Plant]] = [
    ("act-2015", a_fact_is_refused),
    ("nz-1998", stakes_are_locked),
    ("washington", money_of_others_is_shown),
    ("house-midi", a_hidden_card_is_shown),
    ("act-2015", legal_promises_too_much),
    ("act-2015", a_reversal_forgets_the_stake),
    ("nz-1998", a_fill_counts_as_won),
    ("washington", a_new_shoe_goes_on_with_the_board),
]


@pytest.mark.slow
@pytest.mark.parametrize(("book", "plant"), PLANTS, ids=lambda value: getattr(value, "__name__", value))
def test_the_machine_finds_a_planted_mistake(book: str, plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    machine: type[TableMachine] = type(f"Planted_{book}", (TableMachine,), {"book": book, "steps": 0})
    every = settings(
        max_examples=400,
        stateful_step_count=125,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    with pytest.raises((AssertionError, Refused)):
        run_state_machine_as_test(machine, settings=every)
