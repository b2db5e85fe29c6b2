"""Section 15 on chips and risk, statement by statement: 15.12 to 15.14, and rulings 20 and 22."""

from typing import Any

import pytest

from puntobanco.streams.ledger import CAGE
from puntobanco.table import commands as at_table
from puntobanco.table import ledger
from puntobanco.table.events import RiskTooLow, SeatLeft
from puntobanco.tournament.events import PlayerPutOut, TableDid
from puntobanco.tournament.views.visible_state import view
from tests.marks import clause
from tests.tournament.helpers import DIRECTOR, OPERATOR, conditions, final, heat, refused
from tests.tournament.rigged import (
    ACT,
    AS_OPERATOR,
    BANKER,
    NAMES,
    PLAYER,
    TIE,
    Rigged,
    dealer_of,
    patron,
    seated,
)

LONG = conditions(final(rounds=9))


def at_tables(cup: Rigged) -> list[Any]:
    """What happened at the tables."""
    return [one for event in cup.log if isinstance(event, TableDid) for one in event.events]


# Chips


@clause(ACT, "15.12")
@pytest.mark.parametrize("who", [patron("bob"), patron("gallery"), DIRECTOR, OPERATOR, dealer_of("1")])
def test_act_2015_15_12_everybodys_chips_are_in_everybodys_sight(who: Any) -> None:
    cup = seated(NAMES[:3], LONG)
    cup.deal(PLAYER, ann="banker 100", bob="player 50")
    seen = view(cup.now, who)
    assert {one.player: one.chips for one in seen.players} == {"ann": 90_000, "bob": 105_000, "cy": 100_000}


@clause(ACT, "15.12")
def test_act_2015_15_12_also_of_who_is_out_and_keeps_a_few_in_mind() -> None:
    cup = seated(NAMES[:3], conditions(heat(rounds=1, advance=3), final(rounds=9)))
    cup.deal(PLAYER, ann="banker 100")
    cup.director("end_session")
    cup.ballot()
    cup.all_sit()
    cup.start()
    cup.deal(PLAYER, ann="tie 895")
    assert cup.out() == ["ann"]
    assert {one.player: one.chips for one in view(cup.now, patron("bob")).players}["ann"] == 500


@clause(ACT, "15.13", "dictionary: tournament chips")
def test_act_2015_15_13_chips_are_no_money_and_only_play_moves_them() -> None:
    cup = seated(NAMES[:3], LONG)
    money = dict(cup.now.fees)
    cup.deal(BANKER, ann="banker 200", bob="player 100", cy="tie 50")
    assert {one: cup.dollars(one) for one in NAMES[:3]} == {"ann": 1_190, "bob": 900, "cy": 950}
    assert dict(cup.now.fees) == money
    held = cup.table().balances
    assert CAGE not in held
    assert held[ledger.BANK] == -300_000


@clause(ACT, "15.13")
@pytest.mark.parametrize(
    "command",
    [
        at_table.IssueChips(actor=AS_OPERATOR, patron="zed", seat=7, amount=100),
        at_table.TakeChipsIn(actor=AS_OPERATOR, patron="ann"),
    ],
)
def test_act_2015_15_13_not_even_the_director_adds_or_removes_chips(command: Any) -> None:
    cup = seated(["ann", "bob"], LONG)
    assert refused(lambda: cup.plainly("1", command))[0] == "not_in_a_tournament"


@clause(ACT, "15.4", "15.13")
@pytest.mark.parametrize(("chips", "has"), [(None, {"ann": 900, "bob": 1_100}), (30_000, {"ann": 300, "bob": 300})])
def test_act_2015_15_4_chips_are_carried_on_or_issued_anew(chips: int | None, has: dict[str, float]) -> None:
    cup = seated(["ann", "bob"], conditions(heat(rounds=1), final(rounds=1, chips=chips)))
    cup.deal(PLAYER, ann="banker 100", bob="player 100")
    cup.director("end_session")
    cup.ballot()
    cup.all_sit()
    cup.start()
    assert {one: cup.dollars(one) for one in has} == has


# Risk


@clause(ACT, "15.14")
@pytest.mark.parametrize(("stake", "out"), [(990, False), (991, True), (1_000, True)])
def test_act_2015_15_14_who_cannot_wager_the_minimum_is_out_and_leaves_the_seat(stake: int, out: bool) -> None:
    """The minimum is $10: $10 are enough, $9 and nothing are not."""
    cup = seated(NAMES[:3], LONG)
    cup.deal(PLAYER, ann=f"banker {stake}")
    assert cup.out() == (["ann"] if out else [])
    assert [one.clause for one in cup.events if isinstance(one, PlayerPutOut)] == ["15.14"] * out
    assert [(one.patron, one.clause) for one in at_tables(cup) if isinstance(one, SeatLeft)] == [("ann", "15.14")] * out
    assert ("ann" in cup.table().patrons) is not out


@clause(ACT, "14.2", "15.14")
def test_act_2015_14_2_who_is_excluded_is_out_by_that_and_who_finishes_leaves_by_15_13() -> None:
    cup = seated(NAMES[:3], conditions(final(rounds=1)))
    cup.exclude("ann")
    assert [(one.clause, one.excluded) for one in cup.events if isinstance(one, PlayerPutOut)] == [("14.2", True)]
    cup.deal(PLAYER, bob="banker 1000", cy="player 10")
    cup.director("end_session")
    left = [(one.patron, one.clause) for one in at_tables(cup) if isinstance(one, SeatLeft)]
    assert sorted(left) == [("bob", "15.13"), ("cy", "15.13")]


@clause(ACT, "15.7", "ruling 30")
def test_act_2015_15_7_whose_exclusion_is_lifted_in_the_same_round_keeps_the_seat() -> None:
    cup = Pardoned.seated(NAMES[:3], LONG)
    seat = cup.table().patrons["ann"].seat
    cup.deal(PLAYER, ann="player 10")
    assert cup.pardoned
    assert (cup.out(), cup.table().patrons["ann"].seat, cup.dollars("ann")) == ([], seat, 1_010)
    cup.deal(PLAYER, ann="player 10")
    assert cup.dollars("ann") == 1_020


class Pardoned(Rigged):
    """While the first round is dealt, ann is excluded and allowed to play again."""

    pardoned = False

    def give(self, command: Any) -> Any:
        found = super().give(command)
        if not self.pardoned and self.now.tables and self.table().round is not None:
            self.pardoned = True
            self.exclude("ann")
            assert self.table().patrons["ann"].seat is None
            self.plainly("1", at_table.LiftExclusion(actor=AS_OPERATOR, patron="ann"))
        return found


@clause(ACT, "15.14", "ruling 20")
def test_ruling_20_who_can_bet_and_does_not_is_flagged_and_not_eliminated() -> None:
    cup = seated(NAMES[:2], LONG)
    cup.deal(PLAYER, ann="banker 15 player 10", bob="tie 10")
    cup.deal(PLAYER, bob="banker 10")
    flags = [(one.patron, one.risked, one.least) for one in at_tables(cup) if isinstance(one, RiskTooLow)]
    assert flags == [("ann", 500, 1_000), ("ann", 0, 1_000)]
    assert cup.dollars("ann") == 1_000 - 15 + 10, "what risks too little lives"
    assert cup.out() == []


@clause(ACT, "ruling 20")
def test_ruling_20_nobody_loses_the_seat_for_rounds_without_a_wager() -> None:
    cup = seated(NAMES[:2], LONG)
    for _ in range(8):
        cup.deal(TIE, bob="tie 10")
    assert "ann" in cup.table().patrons


@clause(ACT, "ruling 22")
def test_ruling_22_who_cannot_wager_is_out_before_a_no_bet_round_too() -> None:
    """Ann cannot bet in the second round; a round that was declared without wagers does not keep her in."""
    cup = seated(NAMES[:3], LONG)
    cup.deal(PLAYER, ann="banker 1000")
    assert cup.out() == ["ann"]
    cup.deal(PLAYER)
    assert cup.counted() == (1, 2)


@clause(ACT, "ruling 22")
def test_ruling_22_a_voided_wager_does_not_eliminate() -> None:
    cup = seated(NAMES[:3], LONG)
    cup.ask()
    last = cup.table().not_asked()[-1]
    cup.bet(last, "banker", 10)
    cup.deal(PLAYER)
    cup.ask()
    cup.bet(last, "banker", 990)
    seat = cup.table().patrons[last].seat
    void = at_table.VoidWager(actor=AS_OPERATOR, round=2, area=str(seat), wager="banker", patron=last, broke="15.15")
    cup.plainly("1", void)
    assert cup.out() == []
    assert cup.dollars(last) == 990
    assert last in cup.table().not_asked(), "and may bet again in turn"
