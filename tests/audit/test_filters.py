"""The log by patron: a record is found by everybody whom it names, however it names them."""

from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from puntobanco.audit.log_filter import Filter
from puntobanco.house.events.proposals import ProposalMade
from puntobanco.house.proposals import Proposal
from puntobanco.rulebooks.facts import Hand
from puntobanco.table import commands as at_table
from puntobanco.table import events as of_table
from tests.tournament.helpers import OPERATOR
from tests.tournament.rigged import PLAYER, seated
from tests.tournament.walk import Walk

LINE: Any = SimpleNamespace(stream="tournament/cup")


def finds(patron: str, *events: Any, event: str | None = None) -> bool:
    """Whether somebody is found in what the operator did."""
    record = SimpleNamespace(time=0, command=SimpleNamespace(actor=OPERATOR), approved_by=None, events=events)
    return Filter(patron=patron, event=event).has(LINE, record)


def test_a_round_that_was_voided_is_found_by_whoever_had_bet_in_it() -> None:
    cup = seated(["ann", "bob", "cy"])
    cup.deal(PLAYER, ann="player 20", bob="banker 10")
    cup.void(1)
    assert [finds(name, *cup.events, event="round_voided") for name in ("ann", "bob", "cy")] == [True, True, False]


def test_what_names_several_is_found_by_each() -> None:
    named = of_table.PatronsNamed(patrons=("ann", "bob"), clause="")
    exposers = of_table.ExposerAssigned(hand=Hand.PLAYER, patron="ann", second="bob", clause="")
    for one in (named, exposers):
        assert [finds(name, one) for name in ("ann", "bob", "cy")] == [True, True, False]


def test_a_proposal_is_found_by_whom_it_is_about_and_not_by_who_made_it() -> None:
    command = at_table.VoidWager(actor=OPERATOR, round=1, patron="ann", area="1", wager="player", broke="14.1")
    made = ProposalMade(
        proposal=Proposal(number=1, stream="table/1", made_at=1, ground="", for_operator=False, command=command, at=0),
        clause="",
    )
    assert finds("ann", made)
    assert not finds(OPERATOR.person, made)


@pytest.mark.parametrize("seed", range(6))
def test_nobody_is_named_in_an_event_that_is_not_found_by_the_name(seed: int) -> None:
    walk = Walk(seed, Random(seed).randint(4, 9), 2)
    walk.run()
    for event in walk.log:
        names = {one for one in _texts(msgspec.to_builtins(event)) if one in walk.now.known}
        missed = [name for name in names if not finds(name, event)]
        assert not missed, event


def _texts(told: Any) -> Iterator[str]:
    """All that is written in it."""
    if isinstance(told, str):
        yield told
    parts = told.values() if isinstance(told, dict) else told if isinstance(told, list | tuple) else ()
    for one in parts:
        yield from _texts(one)
