"""Section 15 until a tournament is open, statement by statement: 15.1 to 15.5, and approvals by ruling 23."""

from functools import partial
from typing import Any

import pytest

from puntobanco.rulebooks import table_rules
from puntobanco.rulebooks.rule_values import BettingOrder, ChipSource
from puntobanco.table import Actor, Role
from puntobanco.table.commands import COMMANDS as AT_TABLE
from puntobanco.tournament import ledger
from puntobanco.tournament.commands import COMMANDS
from puntobanco.tournament.conditions import Breakdown
from puntobanco.tournament.model import Office
from puntobanco.values.replace import changed
from tests.marks import clause
from tests.tournament.helpers import DIRECTOR, OPERATOR, SECOND, SEED, START, Cup, conditions, final, heat, refused
from tests.tournament.offers import build
from tests.tournament.rigged import (
    ACT,
    ANYBODY,
    AS_OPERATOR,
    ASSISTANT,
    BANKER,
    NAMES,
    Rigged,
    patron,
    registered,
    seated,
    with_assistant,
)


def approval(cup: Cup, **changes: Any) -> dict[str, Any]:
    return {"reference": "GRC 7", "date": "2026-11-01", "conditions": cup.now.conditions.digest, **changes}


@clause(ACT, "15.1")
def test_act_2015_15_1_the_other_sections_hold_at_a_tournament_and_this_one_only_there() -> None:
    ordinary, cup = table_rules(ACT), seated(["ann", "bob"], conditions(final(rounds=3)))
    assert (ordinary.betting_order.value, ordinary.chips_come_from.value) == (BettingOrder.ANY, ChipSource.CAGE)
    assert ordinary.least_risk.value is None
    rules = cup.now.rules
    assert (rules.betting_order.value, rules.chips_come_from.value) == (BettingOrder.IN_TURN, ChipSource.BANK)
    assert (rules.tableau, rules.card_values, rules.decks) == (ordinary.tableau, ordinary.card_values, ordinary.decks)
    cup.deal(BANKER, ann="banker 100", bob="player 100")
    assert (cup.dollars("ann"), cup.dollars("bob")) == (1095, 900), "8.9: banker pays less 5%"


# Who conducts it


DIRECTORS = (
    "register",
    "list_reserve",
    "drop_reserve",
    "draw_ballot",
    "redraw_ballot",
    "offer_seat",
    "withdraw_offer",
    "accept_seat",
    "substitute",
    "start_session",
    "call_break",
    "resume_play",
    "direct_pace",
    "end_session",
    "start_play_off",
    "draw_lot",
    "award_places",
)
ALSO_ONES_OWN = ("register", "list_reserve", "drop_reserve", "accept_seat")
"""What a player does for the own entry, and for nobody else's."""
OPERATORS = ("change_conditions", "nominate", "record_approval", "pay_prize", "cancel_tournament", "plan_tournament")
BY_ITSELF = ("renew_draws",)
"""What the house does without anybody."""


def test_every_command_is_somebodys() -> None:
    assert {
        *DIRECTORS,
        *OPERATORS,
        "confirm_approval",
        "take_place",
        "at_table",
        "add_words",
        *BY_ITSELF,
    } == COMMANDS.keys()


@clause(ACT, "15.2")
@pytest.mark.parametrize("kind", DIRECTORS)
def test_act_2015_15_2_what_is_the_directors_nobody_else_does(kind: str) -> None:
    """In a tournament that is open, and in one whose session runs: wrong persons are refused before wrong moments."""
    for cup in (registered(["ann", "bob"]), seated(["ann", "bob"])):
        for actor in (*ANYBODY, OPERATOR, SECOND, patron("ann")):
            found = refused(partial(cup.give, build(cup.now, actor, kind, cup.rng)))
            if actor.role in (Role.SUPERVISOR, Role.OPERATOR):
                assert found == ("not_nominated", "act-2015 15.2")
            elif actor.role is Role.PATRON and kind in ALSO_ONES_OWN:
                assert found == ("another_person", "act-2015 15.6")
            else:
                assert found == ("wrong_role", "roles")


@clause(ACT, "15.2")
@pytest.mark.parametrize("kind", OPERATORS)
def test_act_2015_15_2_what_is_the_operators_nobody_else_does(kind: str) -> None:
    cup = registered(["ann", "bob"])
    fields: dict[str, Any] = {"book": ACT} if kind == "plan_tournament" else {}
    for actor in (*ANYBODY, DIRECTOR, patron("ann")):
        if actor.role is not Role.OPERATOR:
            assert refused(partial(cup.give, build(cup.now, actor, kind, cup.rng, **fields)))[0] == "wrong_role"


@clause(ACT, "15.2")
def test_act_2015_15_2_an_assistant_may_what_the_director_may() -> None:
    cup = with_assistant(registered(["ann"]))
    cup.do(ASSISTANT, "register", player="bob")
    cup.do(ASSISTANT, "draw_ballot", sizes=(2,), seed=SEED)
    cup.do(ASSISTANT, "take_place", player="ann")
    cup.all_sit()
    cup.do(changed(ASSISTANT, role=Role.OPERATOR), "start_session", at=START)
    cup.do(ASSISTANT, "call_break", minutes=5)


@clause(ACT, "15.2")
def test_act_2015_15_2_a_nomination_as_something_else_ends_the_office() -> None:
    cup = with_assistant(registered(["ann"]))
    cup.operator("nominate", nominee="asa", office=Office.DEALER)
    assert refused(lambda: cup.do(ASSISTANT, "register", player="bob")) == ("not_nominated", "act-2015 15.2")
    assert refused(lambda: cup.operator("nominate", nominee="asa", office=Office.DEALER)) == (
        "nominated_already",
        "act-2015 15.2",
    )
    assert refused(lambda: cup.operator("nominate", nominee=" ", office=Office.ASSISTANT)) == (
        "bad_name",
        "act-2015 15.2",
    )
    cup.operator("nominate", nominee="dora", office=Office.ASSISTANT)
    assert refused(lambda: cup.director("register", player="bob")) == ("not_nominated", "act-2015 15.2")


# Approval


@clause(ACT, "15.3")
@pytest.mark.parametrize("kind", DIRECTORS)
def test_act_2015_15_3_nothing_opens_before_the_approval_is_recorded_and_confirmed(kind: str) -> None:
    cup = Rigged()
    cup.operator("nominate", nominee="dora", office=Office.DIRECTOR)
    closed = ("not_approved", "act-2015 15.3")
    assert refused(lambda: cup.give(build(cup.now, DIRECTOR, kind, cup.rng))) == closed
    cup.operator("record_approval", **approval(cup))
    assert refused(lambda: cup.give(build(cup.now, DIRECTOR, kind, cup.rng))) == closed


@clause(ACT, "15.3")
@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"reference": ""}, "approval_incomplete"),
        ({"reference": " "}, "approval_incomplete"),
        ({"date": ""}, "approval_incomplete"),
        ({"date": "1 November"}, "approval_incomplete"),
        ({"date": "2026-02-29"}, "approval_incomplete"),
        ({"conditions": ""}, "other_conditions"),
        ({"conditions": conditions(chips=99_900).digest}, "other_conditions"),
        ({"conditions": conditions(commission=999).digest}, "other_conditions"),
    ],
)
def test_act_2015_15_3_an_approval_has_reference_date_and_the_digest_of_these_conditions(
    changes: dict[str, str], code: str
) -> None:
    cup = Rigged()
    assert refused(lambda: cup.operator("record_approval", **approval(cup, **changes))) == (code, "act-2015 15.3")
    assert cup.now.approval is None


@clause(ACT, "15.3")
def test_act_2015_15_3_a_second_person_confirms_also_in_another_role() -> None:
    cup = Rigged()
    assert refused(lambda: cup.do(SECOND, "confirm_approval")) == ("nothing_to_confirm", "act-2015 15.3")
    cup.operator("record_approval", **approval(cup))
    for role in (Role.OPERATOR, Role.SUPERVISOR):
        same = Actor(person="oz", role=role)
        assert refused(partial(cup.do, same, "confirm_approval")) == ("same_person", "act-2015 15.3")
    cup.do(Actor(person="ida", role=Role.SUPERVISOR), "confirm_approval")
    assert refused(lambda: cup.do(SECOND, "confirm_approval")) == ("nothing_to_confirm", "act-2015 15.3")
    found = cup.now.approval
    assert found is not None
    assert (found.reference, found.date, found.recorded_by, found.confirmed_by) == ("GRC 7", "2026-11-01", "oz", "ida")


@clause(ACT, "15.3")
def test_act_2015_15_3_who_records_it_anew_cannot_confirm_the_own_record() -> None:
    cup = Rigged()
    cup.operator("record_approval", **approval(cup))
    cup.do(SECOND, "record_approval", **approval(cup))
    assert refused(lambda: cup.do(SECOND, "confirm_approval"))[0] == "same_person"
    cup.do(OPERATOR, "confirm_approval")


@clause(ACT, "15.3")
def test_act_2015_15_3_changed_conditions_need_their_own_approval_also_when_they_are_changed_back() -> None:
    cup = registered(["ann", "bob"])
    old = cup.now.conditions
    cup.operator("change_conditions", conditions=changed(old, chips=50_000))
    cup.operator("change_conditions", conditions=old)
    assert refused(lambda: cup.director("draw_ballot", sizes=(2,), seed=SEED)) == ("not_approved", "act-2015 15.3")
    cup.approve()
    cup.ballot()
    late = conditions(chips=50_000)
    assert refused(lambda: cup.operator("change_conditions", conditions=late)) == ("too_late", "act-2015 15.3")


@clause(ACT, "15.3", "15.24", "15.25")
@pytest.mark.parametrize("changes", [{"entry_fee": 10_001}, {"commission": 999}, {"commission": 1_001}])
def test_act_2015_15_24_fee_and_commission_stay_once_somebody_paid(changes: dict[str, int]) -> None:
    cup = Rigged.opened()
    cup.operator("change_conditions", conditions=conditions(**changes))
    cup = registered(["ann"])
    other = conditions(**changes)
    assert refused(lambda: cup.operator("change_conditions", conditions=other)) == ("fees_paid", "act-2015 15.25")


@clause(ACT, "ruling 23")
def test_ruling_23_one_approval_serves_a_series_only_if_it_says_so() -> None:
    cup = Rigged()
    second = approval(cup, tournament=2)
    assert refused(lambda: cup.operator("record_approval", **second)) == ("no_series", "act-2015 ruling 23")
    cup.operator("record_approval", **approval(cup, tournament=2, series=True))
    assert cup.now.approval is not None
    assert cup.now.approval.series
    cup.operator("record_approval", **approval(cup))
    assert not cup.now.approval.series


# Conditions


@clause(ACT, "15.4")
@pytest.mark.parametrize(
    ("changes", "number"),
    [
        ({"start": -1}, "15.3"),
        ({"stages": (heat(),)}, "15.4(b)"),
        ({"commission": 10_001}, "15.4(c)"),
        ({"chips": 0}, "15.4(d)"),
        ({"chips": 999}, "15.4(d)"),
        ({"least_players": 25}, "15.4(e)"),
        ({"may_not_enter": ("x",), "may_enter_only": ("x",)}, "15.4(f)"),
        ({"table": (("minimum", "much"),)}, "15.4(g)"),
        ({"prizes": ()}, "15.4(h)"),
        ({"prizes": (Breakdown(least=2, most=24, shares=(9_999,)),)}, "15.21"),
    ],
)
def test_act_2015_15_4_every_condition_is_refused_with_its_own_letter(changes: dict[str, Any], number: str) -> None:
    found = refused(lambda: Rigged(conditions(**changes)))
    assert found == ("conditions_unsound", f"act-2015 {number}")


@clause(ACT, "15.4", "15.24")
@pytest.mark.parametrize("commission", [0, 1, 9_999, 10_000])
def test_act_2015_15_4_the_commission_is_any_part_of_the_fee(commission: int) -> None:
    cup = seated(["ann", "bob"], conditions(commission=commission))
    assert cup.now.fees.get(ledger.COMMISSION, 0) == 2 * commission
    assert cup.now.fees.get(ledger.POOL, 0) == 20_000 - 2 * commission


@clause(ACT, "15.4")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_act_2015_15_4_from_the_least_to_the_most_players(players: int) -> None:
    rules = conditions(least_players=3, most_players=4, prizes=(Breakdown(least=3, most=4, shares=(10_000,)),))
    cup = registered(NAMES[: min(4, players)], rules)
    if players == 5:
        assert refused(lambda: cup.director("register", player="eve")) == ("full", "act-2015 15.4(e)")
    elif players == 2:
        assert refused(cup.ballot) == ("too_few", "act-2015 15.4(e)")
    else:
        cup.ballot()


@clause(ACT, "15.4")
@pytest.mark.parametrize(
    ("groups", "may"),
    [((), False), (("members",), True), (("guests", "x"), True), (("x",), False), (("members", "staff"), False)],
)
def test_act_2015_15_4_groups_are_restricted_for_entries_reserves_and_substitutes(
    groups: tuple[str, ...], may: bool
) -> None:
    cup = Rigged.opened(conditions(may_not_enter=("staff",), may_enter_only=("members", "guests")))
    cup.director("register", player="zoe", groups=("guests",))
    asked: list[tuple[str, dict[str, Any]]] = [
        ("register", {"player": "ann"}),
        ("list_reserve", {"player": "rae"}),
        ("substitute", {"player": "zoe", "substitute": "sam"}),
    ]
    for kind, fields in asked:
        act = partial(cup.director, kind, groups=groups, **fields)
        if may:
            act()
        else:
            assert refused(act) == ("group_restricted", "act-2015 15.4(f)")


@clause(ACT, "15.4")
def test_act_2015_15_4_conditions_do_not_come_to_bar_who_has_entered() -> None:
    cup = Rigged.opened()
    cup.director("register", player="ann", groups=("staff",))
    barred = conditions(may_not_enter=("staff",))
    assert refused(lambda: cup.operator("change_conditions", conditions=barred)) == (
        "group_restricted",
        "act-2015 15.4(f)",
    )


@clause(ACT, "15.5")
def test_act_2015_15_5_conditions_prevail_over_fixed_values_where_they_conflict_and_nowhere_else() -> None:
    cup = Rigged(conditions(table=(("decks", "6"), ("minimum", "20"))), minimum="15", maximum="700")
    rules = cup.now.rules
    assert (rules.decks.value, rules.decks.clause) == (6, "15.5")
    assert (rules.minimum.value, rules.minimum.clause) == (2_000, "15.5")
    assert (rules.maximum.value, rules.maximum.clause) == (70_000, "3.1")
    assert rules.conditions is not None
    assert rules.conditions.digest == cup.now.conditions.digest


@clause(ACT, "15.5")
@pytest.mark.parametrize("kind", ["announce_change", "announce_closing", "close_table", "open_table"])
def test_act_2015_15_5_they_prevail_while_the_tournament_lasts(kind: str) -> None:
    cup = seated(["ann", "bob"])
    asked: dict[str, dict[str, Any]] = {
        "announce_change": {"choices": (("minimum", "5"),)},
        "open_table": {"book": ACT},
    }
    command = AT_TABLE[kind](actor=AS_OPERATOR, **asked.get(kind, {}))
    assert refused(lambda: cup.plainly("1", command)) == ("not_in_a_tournament", "act-2015 15.5")
