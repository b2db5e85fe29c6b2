"""Whose decision something at a tournament table is: 14.1 to 14.3, 15.2, 15.15, and ruling 39."""

from functools import partial

import pytest

from puntobanco.table import Actor, Role
from puntobanco.table import commands as at_table
from puntobanco.table.model import VoidReason
from puntobanco.tournament import legal
from puntobanco.tournament.conditions_file import parse_conditions
from puntobanco.values.replace import changed
from tests.marks import clause
from tests.tournament.helpers import OPERATOR, Cup, conditions, final, law, refused
from tests.tournament.rigged import ACT, NAMES, PLAYER, Rigged, patron, registered, seated

LONG = conditions(final(rounds=9))


def played() -> Rigged:
    """Ann has won $100 in the one round."""
    cup = seated(NAMES[:3], LONG)
    cup.deal(PLAYER, ann="player 100")
    return cup


@clause(ACT, "14.3", "ruling 39")
@pytest.mark.parametrize("reason", list(VoidReason))
def test_ruling_39_the_operator_voids_a_round_without_being_nominated(reason: VoidReason) -> None:
    cup = played()
    cup.plainly("1", at_table.VoidRound(actor=OPERATOR, round=1, reason=reason))
    assert (cup.dollars("ann"), cup.counted()) == (1_000, ())


@clause(ACT, "14.2", "ruling 39")
def test_ruling_39_the_operator_voids_a_wager_and_excludes() -> None:
    cup = played()
    area = str(cup.table().patrons["ann"].seat)
    void = at_table.VoidWager(actor=OPERATOR, round=1, patron="ann", area=area, wager="player", broke="14.7")
    cup.plainly("1", void)
    cup.plainly("1", at_table.Exclude(actor=OPERATOR, patron="ann", broke="14.7"))
    assert cup.out() == ["ann"]


@clause(ACT, "14.4", "ruling 39")
def test_ruling_39_the_operator_decides_a_dispute_at_a_tournament_table() -> None:
    cup = played()
    cup.plainly("1", at_table.RaiseDispute(actor=patron("ann"), text="I bet $200"))
    cup.plainly("1", at_table.DecideDispute(actor=OPERATOR, number=1, decision="no"))
    assert [one.decision for one in cup.table().disputes] == ["no"]


@clause(ACT, "15.15", "ruling 39")
def test_ruling_39_a_wager_out_of_turn_is_the_directors_to_void() -> None:
    cup = played()
    while (asked := cup.ask()) == "ann":
        pass
    void = partial(at_table.VoidWager, round=2, patron="ann", area="1", wager="player", broke="15.15")
    assert asked != "ann"
    assert refused(lambda: cup.plainly("1", void(actor=OPERATOR))) == ("not_nominated", "act-2015 15.15")
    director = Actor(person="dora", role=Role.OPERATOR)
    assert refused(lambda: cup.plainly("1", void(actor=director))) == ("not_out_of_turn_again", "act-2015 15.15")


@clause(ACT, "15.2", "ruling 39")
def test_ruling_39_a_supervisor_is_still_nominated_and_no_player_is_an_operator() -> None:
    cup = played()
    stranger = at_table.RaiseDispute(actor=Actor(person="oz", role=Role.SUPERVISOR), text="pace")
    assert refused(lambda: cup.plainly("1", stranger)) == ("not_nominated", "act-2015 15.2")
    player = at_table.VoidRound(actor=Actor(person="ann", role=Role.OPERATOR), round=1, reason=VoidReason.FRAUD)
    assert refused(lambda: cup.plainly("1", player)) == ("plays_here", "act-2015 ruling 23")


@clause(ACT, "ruling 39")
def test_ruling_39_what_the_operator_may_do_at_the_tables_is_offered() -> None:
    cup = played()
    offered = {dict(one.where)["command"].kind for one in legal(cup.now, OPERATOR) if one.kind == "at_table"}
    assert {"void_round", "void_wager", "exclude"} <= offered
    assert not [one for one in legal(cup.now, patron("ann")) if one.kind == "void_round"]
    player = Actor(person="ann", role=Role.OPERATOR)
    assert not [one for one in legal(cup.now, player) if one.kind == "at_table"]


@clause(ACT, "15.2", "ruling 39")
def test_ruling_39_nothing_is_done_without_a_director_all_the_same() -> None:
    cup = registered((), LONG)
    assert refused(lambda: cup.plainly("1", at_table.VoidRound(actor=OPERATOR, round=1, reason=VoidReason.FRAUD))) == (
        "no_such_table",
        "act-2015 15.7",
    )


@clause(ACT, "15.5", "ruling 39")
@pytest.mark.parametrize("delegated", [("15.15",), ("14.1", "14.1"), ("14.4",), ("",)])
def test_ruling_39_conditions_delegate_the_powers_of_the_operator_and_no_others(delegated: tuple[str, ...]) -> None:
    assert refused(lambda: Cup(changed(LONG, delegated=delegated))) == ("conditions_unsound", "act-2015 15.2")


DOCUMENT = """
title = "Cup"
start = 2026-11-20T19:00:00Z
entry_fee = 100
commission = 10
chips = 1000
least_players = 2
most_players = 3
players_per_table = 3
play_off_rounds = 1
delegated = ["14.1", "14.3"]
stages = [{ name = "Final", kind = "final", rounds = 1 }]
[prizes]
"2-3" = [100]
"""


@clause(ACT, "15.5", "ruling 39")
def test_ruling_39_the_conditions_document_says_what_is_delegated() -> None:
    assert parse_conditions(DOCUMENT, law()).delegated == ("14.1", "14.3")
    assert parse_conditions(DOCUMENT.replace("delegated", "# delegated"), law()).delegated == ()
