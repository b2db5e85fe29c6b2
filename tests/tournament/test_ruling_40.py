"""Ruling 40: published times, seats of absentees, and whose act pays a fee."""

from functools import partial
from typing import Any

import pytest

from puntobanco.streams.ledger import CAGE
from puntobanco.table import Actor, Role
from puntobanco.tournament import ledger, legal
from puntobanco.tournament.events import EntryRegistered, SeatWentToReserve
from puntobanco.tournament.model import Ending, PaidFrom
from tests.marks import clause
from tests.tournament.helpers import DIRECTOR, HOUR, SEED, START, conditions, final, heat, refused
from tests.tournament.rigged import ACT, BANKER, Rigged, patron, registered

RULING = "act-2015 ruling 40"


def waiting(*reserves: str) -> Rigged:
    """Ann and Bob have taken their seats, Cy has not; these wait."""
    cup = registered(["ann", "bob", "cy"], conditions(heat(rounds=1, advance=3), final(rounds=1)))
    for one in reserves:
        cup.do(patron(one), "list_reserve", player=one)
    cup.ballot()
    cup.all_sit(but=["cy"])
    return cup


def offer(cup: Rigged, player: str, at: int = START, absent: str = "cy") -> Any:
    return partial(cup.director, "offer_seat", absent=absent, player=player, at=at)


@clause(ACT, "ruling 40", "15.10")
@pytest.mark.parametrize(("at", "offered"), [(START - 3 * HOUR, False), (START - 1, False), (START, True)])
def test_ruling_40_a_seat_is_offered_when_the_published_time_has_come_and_never_earlier(at: int, offered: bool) -> None:
    cup = waiting("rae")
    give = offer(cup, "rae", at)
    if not offered:
        assert refused(give) == ("too_early", RULING)
        cup.do(patron("cy"), "take_place", player="cy")
        assert cup.now.entrants["cy"].finish is None, "a paid entrant keeps the seat until its time"
        return
    give()
    assert cup.names() == ["seat_offered"]
    assert cup.now.fees == {CAGE: -30_000, ledger.FEES: 30_000}, "an offer takes no money"
    assert "rae" not in cup.now.entrants
    assert cup.now.entrants["cy"].finish is None


@clause(ACT, "ruling 40")
def test_ruling_40_the_ballot_may_publish_a_later_time_which_then_counts() -> None:
    cup = registered(["ann", "bob"])
    cup.director("list_reserve", player="rae")
    cup.director("draw_ballot", sizes=(2,), seed=SEED, starts_at=(START + HOUR,))
    assert refused(offer(cup, "rae", START + HOUR - 1, "bob")) == ("too_early", RULING)
    assert refused(lambda: cup.director("start_session", at=START + HOUR - 1))[0] == "too_early"
    offer(cup, "rae", START + HOUR, "bob")()


@clause(ACT, "ruling 40", "15.10")
def test_ruling_40_a_reserve_accepts_and_pays_by_an_act_of_their_own() -> None:
    cup = waiting("rae", "ray")
    assert refused(lambda: cup.do(patron("rae"), "accept_seat", player="rae")) == ("not_offered", RULING)
    offer(cup, "rae")()
    assert refused(lambda: cup.do(patron("ray"), "accept_seat", player="rae"))[0] == "another_person"
    assert refused(lambda: cup.do(patron("ray"), "accept_seat", player="ray")) == ("not_offered", RULING)
    assert [one.kind for one in legal(cup.now, patron("rae"))] == ["drop_reserve", "accept_seat"]
    cup.do(patron("rae"), "accept_seat", player="rae")
    (went,) = [event for event in cup.events if isinstance(event, SeatWentToReserve)]
    assert (went.absent, went.player, went.paid, went.paid_from) == ("cy", "rae", 10_000, PaidFrom.ACCOUNT)
    assert cup.now.fees == {CAGE: -40_000, ledger.FEES: 40_000}
    finish = cup.now.entrants["cy"].finish
    assert finish is not None
    assert finish.how is Ending.NEVER_SAT


@clause(ACT, "ruling 40")
def test_ruling_40_or_pays_at_the_desk() -> None:
    cup = waiting("rae")
    offer(cup, "rae")()
    cup.director("accept_seat", player="rae")
    (went,) = [event for event in cup.events if isinstance(event, SeatWentToReserve)]
    assert went.paid_from is PaidFrom.DESK


@clause(ACT, "ruling 40")
def test_ruling_40_the_director_registers_an_entrant_who_pays_at_the_desk() -> None:
    cup = Rigged.opened()
    cup.director("register", player="ann")
    cup.do(patron("bob"), "register", player="bob")
    paid = {event.player: event.paid_from for event in cup.log if isinstance(event, EntryRegistered)}
    assert paid == {"ann": PaidFrom.DESK, "bob": PaidFrom.ACCOUNT}
    assert refused(lambda: cup.do(patron("cy"), "register", player="dee"))[0] == "another_person"


@clause(ACT, "ruling 40")
def test_ruling_40_an_offer_is_withdrawn_and_the_next_reserve_is_asked() -> None:
    cup = waiting("rae", "ray")
    assert refused(lambda: cup.director("withdraw_offer", player="rae")) == ("not_offered", RULING)
    offer(cup, "rae")()
    assert refused(offer(cup, "ray")) == ("offered_already", RULING), "one seat, one offer"
    cup.director("withdraw_offer", player="rae")
    assert refused(lambda: cup.do(patron("rae"), "accept_seat", player="rae")) == ("not_offered", RULING)
    assert refused(offer(cup, "rae")) == ("not_first", "act-2015 15.10")
    offer(cup, "ray")()
    cup.do(patron("ray"), "accept_seat", player="ray")
    assert [one.player for one in cup.now.reserves] == ["rae"]


@clause(ACT, "ruling 40")
def test_ruling_40_an_offer_ends_with_the_start() -> None:
    cup = waiting("rae")
    offer(cup, "rae")()
    cup.start()
    assert refused(lambda: cup.do(patron("rae"), "accept_seat", player="rae")) == ("not_offered", RULING)
    assert refused(offer(cup, "rae")) == ("no_seat_now", "act-2015 15.10")
    assert cup.now.fees == {CAGE: -30_000, ledger.POOL: 27_000, ledger.COMMISSION: 3_000}
    assert cup.now.reserves[0].offered is None


@clause(ACT, "ruling 40", "15.9")
def test_ruling_40_whoever_comes_before_the_start_and_before_a_reserve_accepts_has_the_seat() -> None:
    cup = waiting("rae")
    offer(cup, "rae")()
    cup.do(patron("cy"), "take_place", player="cy")
    assert refused(lambda: cup.do(patron("rae"), "accept_seat", player="rae")) == ("not_offered", RULING)
    assert [one.player for one in cup.now.reserves] == ["rae"]


@clause(ACT, "ruling 40")
def test_ruling_40_two_seats_are_offered_to_two_reserves() -> None:
    cup = registered(["ann", "bob", "cy"])
    for one in ("rae", "ray", "roy"):
        cup.director("list_reserve", player=one)
    cup.ballot()
    cup.all_sit(but=["bob", "cy"])
    offer(cup, "rae", absent="cy")()
    assert refused(offer(cup, "roy", absent="bob"))[0] == "not_first"
    offer(cup, "ray", absent="bob")()
    cup.do(patron("ray"), "accept_seat", player="ray")
    cup.do(patron("rae"), "accept_seat", player="rae")
    session = cup.now.session
    assert session is not None
    assert {one.player for one in session.seats} == {"ann", "rae", "ray"}


@clause(ACT, "ruling 40")
def test_ruling_40_a_reserve_who_leaves_the_list_leaves_the_offer() -> None:
    cup = waiting("rae", "ray")
    offer(cup, "rae")()
    cup.do(patron("rae"), "drop_reserve", player="rae")
    offer(cup, "ray")()


@clause(ACT, "ruling 40")
@pytest.mark.parametrize("kind", ["offer_seat", "withdraw_offer"])
def test_ruling_40_only_the_director_offers_and_withdraws(kind: str) -> None:
    cup = waiting("rae")
    fields = {"absent": "cy", "player": "rae", "at": START} if kind == "offer_seat" else {"player": "rae"}
    assert refused(lambda: cup.do(patron("rae"), kind, **fields))[0] == "wrong_role"
    stranger = Actor(person="stranger", role=Role.SUPERVISOR)
    assert refused(lambda: cup.do(stranger, kind, **fields)) == ("not_nominated", "act-2015 15.2")


# Published times


@clause(ACT, "ruling 40")
def test_ruling_40_a_final_without_a_published_time_is_not_drawn_and_nobody_forfeits() -> None:
    cup = registered(["ann", "bob"], conditions(heat(rounds=1), final(rounds=1)))
    cup.ballot()
    cup.all_sit()
    cup.start()
    cup.deal(BANKER, ann="banker 10")
    cup.director("end_session")
    assert refused(lambda: cup.director("draw_ballot", sizes=(2,), seed=SEED)) == ("no_start", RULING)
    past = partial(cup.director, "draw_ballot", sizes=(2,), seed=SEED, starts_at=(START - 1,))
    assert refused(past) == ("too_early", "act-2015 15.4(a)")
    assert refused(lambda: cup.director("start_session", at=START + 10 * HOUR))[0] == "nothing_to_start"
    cup.director("draw_ballot", sizes=(2,), seed=SEED, starts_at=(START + HOUR,))
    assert refused(lambda: cup.director("start_session", at=START + HOUR - 1))[0] == "too_early"
    assert all(one.finish is None for one in cup.now.entrants.values())
    cup.all_sit()
    cup.start()


@clause(ACT, "ruling 40")
def test_ruling_40_a_later_session_is_not_published_for_before_the_last_start() -> None:
    cup = registered(["ann", "bob"], conditions(heat(rounds=1), final(rounds=1)))
    cup.ballot()
    cup.all_sit()
    cup.director("start_session", at=START + 2 * HOUR)
    cup.deal(BANKER, ann="banker 10")
    cup.director("end_session")
    early = partial(cup.director, "draw_ballot", sizes=(2,), seed=SEED, starts_at=(START + HOUR,))
    assert refused(early) == ("too_early", RULING)


@clause(ACT, "ruling 40", "15.22")
def test_ruling_40_a_play_off_needs_no_published_time() -> None:
    cup = registered(["ann", "bob"], conditions(final(rounds=1)))
    cup.ballot()
    cup.all_sit()
    cup.start()
    cup.deal(BANKER, ann="banker 10", bob="banker 10")
    cup.director("end_session")
    assert [one.kind for one in legal(cup.now, DIRECTOR) if one.kind == "start_play_off"] == ["start_play_off"]
    cup.director("start_play_off")
    assert cup.now.session is not None
    assert cup.now.session.started
