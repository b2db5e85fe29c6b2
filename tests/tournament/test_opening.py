"""Planning, approval, people and entries."""

from functools import partial
from typing import Any

import pytest

from puntobanco.errors import Refused
from puntobanco.streams.ledger import CAGE
from puntobanco.table import Actor, Role
from puntobanco.tournament import ledger
from puntobanco.tournament.events import FeeRefunded
from puntobanco.tournament.model import Office
from puntobanco.tournament.queries.progress import Next, progress
from puntobanco.values.replace import changed
from tests.tournament.helpers import DIRECTOR, OPERATOR, SECOND, SEED, START, Cup, conditions, refused


def approval(cup: Cup, **changes: Any) -> dict[str, Any]:
    return {"reference": "GRC 7", "date": "2026-11-01", "conditions": cup.now.conditions.digest, **changes}


def test_nothing_opens_before_approval_confirmation_and_a_director() -> None:
    cup = Cup()
    closed = ("not_approved", "act-2015 15.3")
    assert progress(cup.now).next is Next.APPROVE
    assert refused(lambda: cup.director("register", player="ann")) == closed
    cup.operator("nominate", nominee="dora", office=Office.DIRECTOR)
    cup.operator("record_approval", **approval(cup))
    assert progress(cup.now).next is Next.CONFIRM
    assert refused(lambda: cup.director("register", player="ann")) == closed
    cup.do(SECOND, "confirm_approval")
    cup.director("register", player="ann")
    assert progress(cup.now).next is Next.REGISTER


def test_without_a_director_nothing_opens() -> None:
    cup = Cup()
    cup.approve()
    assert progress(cup.now).next is Next.NOMINATE
    assert refused(lambda: cup.director("register", player="ann")) == ("not_nominated", "act-2015 15.2")
    cup.operator("nominate", nominee="dora", office=Office.ASSISTANT)
    assert refused(lambda: cup.director("register", player="ann")) == ("not_nominated", "act-2015 15.2")
    cup.operator("nominate", nominee="dean", office=Office.DIRECTOR)
    cup.director("register", player="ann")


@pytest.mark.parametrize("person", ["oz", "ida", "stranger"])
def test_only_who_is_nominated_does_tournament_acts(person: str) -> None:
    cup = Cup.opened()
    for role in (Role.SUPERVISOR, Role.OPERATOR):
        actor = Actor(person=person, role=role)
        assert refused(partial(cup.do, actor, "register", player="ann")) == (
            "not_nominated",
            "act-2015 15.2",
        )
    assert refused(lambda: cup.do(Actor(person="dora", role=Role.DEALER), "register", player="ann"))[0] == "wrong_role"
    assert refused(lambda: cup.do(DIRECTOR, "nominate", nominee="x", office=Office.ASSISTANT))[0] == "wrong_role"


def test_an_approval_is_complete_and_for_these_conditions() -> None:
    cup = Cup()
    for changes, code in (
        ({"reference": " "}, "approval_incomplete"),
        ({"date": "2026-02-30"}, "approval_incomplete"),
        ({"conditions": "0" * 64}, "other_conditions"),
        ({"tournament": 2}, "no_series"),
    ):
        assert refused(partial(cup.operator, "record_approval", **approval(cup, **changes)))[0] == code
    cup.operator("record_approval", **approval(cup, tournament=2, series=True))
    assert refused(lambda: cup.operator("confirm_approval")) == ("same_person", "act-2015 15.3")
    cup.do(SECOND, "confirm_approval")
    assert refused(lambda: cup.operator("record_approval", **approval(cup)))[0] == "approved_already"


def test_changed_conditions_need_a_new_approval() -> None:
    cup = Cup.opened()
    cup.director("register", player="ann")
    cup.operator("change_conditions", conditions=conditions(chips=50_000))
    assert cup.now.approval is None
    assert refused(lambda: cup.director("register", player="bob")) == ("not_approved", "act-2015 15.3")
    cup.approve()
    cup.director("register", player="bob")
    other_fee = conditions(entry_fee=20_000)
    assert refused(lambda: cup.operator("change_conditions", conditions=other_fee)) == ("fees_paid", "act-2015 15.25")
    cup.ballot()
    assert refused(lambda: cup.operator("change_conditions", conditions=conditions()))[0] == "too_late"


def test_conditions_that_change_lay_themselves_over_the_same_house() -> None:
    cup = Cup(conditions(table=(("minimum", "20"),)), maximum="800")
    assert (cup.now.rules.minimum.value, cup.now.rules.maximum.value) == (2_000, 80_000)
    assert cup.now.rules.minimum.clause == "15.5"
    cup.operator("change_conditions", conditions=conditions(table=(("decks", "6"),)))
    assert (cup.now.rules.minimum.value, cup.now.rules.maximum.value) == (500, 80_000)
    assert cup.now.rules.decks.value == 6


def test_one_entry_a_person_against_the_fee() -> None:
    cup = Cup.opened()
    cup.director("register", player="ann")
    assert cup.now.fees == {CAGE: -10_000, ledger.FEES: 10_000}
    assert refused(lambda: cup.director("register", player="ann")) == ("entered_already", "act-2015 15.6")
    assert refused(lambda: cup.director("register", player="a/b"))[0] == "bad_name"
    assert refused(lambda: cup.director("register", player=" "))[0] == "bad_name"


def test_staff_do_not_enter_and_players_do_not_become_staff() -> None:
    cup = Cup.opened()
    cup.operator("nominate", nominee="dan", office=Office.DEALER)
    for person in ("dora", "dan"):
        assert refused(partial(cup.director, "register", player=person)) == (
            "works_here",
            "act-2015 14.5",
        )
    cup.director("register", player="ann")
    cup.director("list_reserve", player="rae")
    for person, what in (("ann", "is or was a player"), ("rae", "is a reserve")):
        with pytest.raises(Refused, match=f"{person} {what} of this tournament and does not work at it") as refusal:
            cup.operator("nominate", nominee=person, office=Office.ASSISTANT)
        assert refusal.value.code == "plays_here"


def test_groups_are_restricted_as_the_conditions_say() -> None:
    cup = Cup.opened(conditions(may_not_enter=("staff",), may_enter_only=("members", "guests")))
    restricted = ("group_restricted", "act-2015 15.4(f)")
    assert refused(lambda: cup.director("register", player="ann")) == restricted
    assert refused(lambda: cup.director("register", player="ann", groups=("members", "staff"))) == restricted
    assert refused(lambda: cup.director("list_reserve", player="ann", groups=("others",))) == restricted
    cup.director("register", player="ann", groups=("guests",))


def test_who_comes_when_all_is_full_may_be_a_reserve() -> None:
    cup = Cup.opened(
        conditions(most_players=3, prizes=(conditions().prizes[0], changed(conditions().prizes[1], most=3)))
    )
    for player in ("ann", "bob", "cy"):
        cup.director("register", player=player)
    assert refused(lambda: cup.director("register", player="rae")) == ("full", "act-2015 15.4(e)")
    cup.director("list_reserve", player="rae")
    cup.director("list_reserve", player="ray")
    assert refused(lambda: cup.director("list_reserve", player="rae"))[0] == "waits"
    cup.director("drop_reserve", player="rae")
    assert [one.player for one in cup.now.reserves] == ["ray"]


def test_a_seat_that_is_not_taken_goes_to_the_first_reserve_and_both_fees_stay() -> None:
    cup = Cup.opened()
    for player in ("ann", "bob"):
        cup.director("register", player=player)
    for player in ("rae", "ray"):
        cup.director("list_reserve", player=player)
    seat = {"absent": "bob", "player": "rae", "at": START}
    assert refused(lambda: cup.director("offer_seat", **seat))[0] == "no_seat_now"
    cup.ballot()
    cup.director("take_place", player="ann")
    taken = {"absent": "ann", "player": "rae", "at": START}
    assert refused(lambda: cup.director("offer_seat", **taken)) == ("seat_taken", "act-2015 15.10")
    later = {"absent": "bob", "player": "ray", "at": START}
    assert refused(lambda: cup.director("offer_seat", **later)) == ("not_first", "act-2015 15.10")
    cup.director("offer_seat", **seat)
    cup.director("accept_seat", player="rae")
    assert refused(lambda: cup.director("take_place", player="bob"))[0] == "no_seat"
    cup.director("take_place", player="rae")
    cup.start()
    assert cup.now.fees == {CAGE: -30_000, ledger.POOL: 27_000, ledger.COMMISSION: 3_000}
    assert cup.now.seated == 2
    assert cup.now.entrants["rae"].drawn is not None


def test_no_session_starts_before_its_published_time_or_with_too_few() -> None:
    cup = Cup.opened(conditions(least_players=3, prizes=conditions().prizes[1:]))
    for player in ("ann", "bob"):
        cup.director("register", player=player)
    assert refused(lambda: cup.director("draw_ballot", sizes=(2,), seed=SEED)) == ("too_few", "act-2015 15.4(e)")
    cup.director("register", player="cy")
    early = {"sizes": (3,), "seed": SEED, "starts_at": (START - 1,)}
    assert refused(lambda: cup.director("draw_ballot", **early)) == ("too_early", "act-2015 15.4(a)")
    cup.director("draw_ballot", sizes=(3,), seed=SEED, starts_at=(START + 5,))
    assert refused(lambda: cup.director("register", player="dee"))[0] == "entries_closed"
    cup.all_sit(but=["cy"])
    assert refused(lambda: cup.director("start_session", at=START + 5)) == ("too_few", "act-2015 15.4(e)")
    assert progress(cup.now).next is Next.SEATS
    cup.do(Actor(person="cy", role=Role.PATRON), "take_place", player="cy")
    assert refused(lambda: cup.director("start_session", at=START + 4)) == ("too_early", "act-2015 ruling 23")
    cup.director("start_session", at=START + 5)


def test_a_cancellation_pays_everybody_back_until_the_first_prize_is_paid() -> None:
    cup = Cup.opened()
    for player in ("ann", "bob", "cy"):
        cup.director("register", player=player)
    cup.ballot()
    cup.all_sit(but=["cy"])
    cup.start()
    cup.operator("cancel_tournament", reason="fire")
    refunds = [(event.payer, event.amount) for event in cup.events if isinstance(event, FeeRefunded)]
    assert refunds == [("ann", 10_000), ("bob", 10_000), ("cy", 10_000)]
    assert cup.now.fees == {}
    assert progress(cup.now).next is Next.CLOSED
    assert refused(lambda: cup.operator("cancel_tournament", reason="again"))[0] == "too_late"
    assert refused(lambda: cup.director("end_session")) == ("cancelled", "act-2015 15.25")


def test_the_same_person_records_and_confirms_nothing_for_nobody() -> None:
    cup = Cup()
    assert refused(lambda: cup.do(SECOND, "confirm_approval"))[0] == "nothing_to_confirm"
    assert refused(lambda: cup.do(OPERATOR, "plan_tournament", book="act-2015", conditions=conditions()))[0] == (
        "already_planned"
    )
