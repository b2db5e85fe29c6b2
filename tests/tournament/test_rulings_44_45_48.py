"""Rulings 44, 45 and 48: limits of the conditions, the commission, and heats at different times."""

from functools import partial
from typing import Any

import pytest

from puntobanco.errors import Refused
from puntobanco.streams.ledger import CAGE
from puntobanco.table import commands as at_table
from puntobanco.tournament import ledger
from puntobanco.tournament.conditions import AdvanceBy, Commission, CommissionOf
from puntobanco.tournament.conditions_file import parse_conditions
from puntobanco.tournament.events import FeesDivided, SessionCalled, SessionEnded, StageClosed
from puntobanco.tournament.model import Ending
from puntobanco.tournament.queries.progress import Next, progress
from puntobanco.tournament.views.leaderboard import leaderboard, prize_pool
from tests.marks import clause
from tests.tournament.helpers import HOUR, SEED, START, conditions, final, heat, law, refused
from tests.tournament.rigged import ACT, AS_OPERATOR, BANKER, PLAYER, Rigged, dealer_of, patron, registered, seated
from tests.tournament.test_conditions import DOCUMENT

EACH, ALL = CommissionOf.EACH_FEE, CommissionOf.ALL_FEES


# Ruling 44


def grant(cup: Rigged, cents: int) -> None:
    cup.plainly("1", at_table.GrantMaximum(actor=AS_OPERATOR, patron="ann", amount=cents))


@clause(ACT, "ruling 44", "15.4")
def test_ruling_44_no_marker_raises_one_player_s_maximum() -> None:
    cup = seated(
        ["ann", "bob"], conditions(final(), table=(("maximum", "500"), ("minimum", "10"), ("offered", "none")))
    )
    assert refused(partial(grant, cup, 90_000)) == ("no_personal_maximum", "act-2015 ruling 44")
    marker = partial(cup.plainly, "1", at_table.PlaceMarker(actor=dealer_of("1"), patron="ann"))
    with pytest.raises(Refused):
        marker()


@clause(ACT, "ruling 44", "15.5")
def test_ruling_44_unless_the_conditions_say_so() -> None:
    table = (("maximum", "500"), ("minimum", "10"), ("offered", "none"), ("personal_maximum", "yes"))
    cup = seated(["ann", "bob"], conditions(final(), table=table))
    grant(cup, 90_000)
    assert cup.table().patrons["ann"].personal_maximum == 90_000


@clause(ACT, "ruling 44", "15.4")
def test_ruling_44_a_stage_has_limits_of_its_own() -> None:
    rules = conditions(
        heat(rounds=1, advance=2),
        final(rounds=1, limits=(("maximum", "800"), ("minimum", "100"))),
        table=(("maximum", "500"), ("minimum", "10"), ("offered", "none")),
    )
    cup = seated(["ann", "bob"], rules)
    assert (cup.table().rules.minimum.value, cup.table().rules.maximum.value) == (1_000, 50_000)
    cup.deal(BANKER, ann="banker 10", bob="player 20")
    cup.director("end_session")
    cup.ballot()
    cup.all_sit()
    cup.start()
    table = cup.table().rules
    assert (table.minimum.value, table.maximum.value, table.least_risk.value) == (10_000, 80_000, 10_000)
    assert table.minimum.clause == "15.5"
    cup.deal(PLAYER, ann="player 800", bob="banker 100")
    assert (cup.dollars("ann"), cup.dollars("bob")) == (1809.5, 880)


@clause(ACT, "ruling 44")
def test_ruling_44_chips_that_are_issued_reach_the_minimum_of_the_stage() -> None:
    rules = conditions(heat(), final(chips=5_000, limits=(("minimum", "100"),)))
    assert refused(lambda: Rigged(rules)) == ("conditions_unsound", "act-2015 15.4(d)")


@clause(ACT, "ruling 44")
@pytest.mark.parametrize(
    ("key", "value"), [("decks", "6"), ("offered", "none"), ("minimum", "x"), ("minimum", "99999")]
)
def test_ruling_44_limits_alone_and_those_that_make_a_table(key: str, value: str) -> None:
    found = refused(lambda: Rigged(conditions(heat(), final(limits=((key, value),)))))
    assert found[1].startswith("act-2015 ")


# Ruling 45


@clause(ACT, "ruling 45", "15.24")
@pytest.mark.parametrize(
    ("commission", "fee", "players", "kept"),
    [
        (Commission(of=EACH, amount=1_000), 10_000, 3, 3_000),
        (Commission(of=EACH, share=1_250), 10_000, 3, 3_750),
        (Commission(of=EACH, share=3_333), 101, 3, 99),  # 33.66 cents of each fee
        (Commission(of=ALL, share=3_333), 101, 3, 100),  # 100.98 cents of three fees
        (Commission(of=ALL, amount=12_345), 10_000, 3, 12_345),
        (Commission(of=ALL, amount=0), 10_000, 2, 0),
        (Commission(of=ALL, share=10_000), 10_000, 2, 20_000),
    ],
)
def test_ruling_45_a_share_or_an_amount_of_each_fee_or_of_all(
    commission: Commission, fee: int, players: int, kept: int
) -> None:
    cup = registered(["ann", "bob", "cy"][:players], conditions(final(rounds=1), entry_fee=fee, commission=commission))
    assert prize_pool(cup.now).pool == players * fee - kept
    cup.ballot()
    cup.all_sit()
    cup.start()
    (divided,) = [event for event in cup.events if isinstance(event, FeesDivided)]
    assert (divided.commission, divided.pool) == (kept, players * fee - kept)
    assert cup.now.fees.get(ledger.COMMISSION, 0) == kept


@clause(ACT, "ruling 45")
@pytest.mark.parametrize(
    ("written", "read"),
    [
        ('commission = "12.5%"', Commission(share=1_250)),
        ("commission = 12.50", Commission(amount=1_250)),
        ('commission = "10%"\ncommission_of = "all_fees"', Commission(of=ALL, share=1_000)),
        ('commission = 500\ncommission_of = "all_fees"', Commission(of=ALL, amount=50_000)),
        ('commission = "10%"\ncommission_of = "each_fee"', Commission(share=1_000)),
    ],
)
def test_ruling_45_as_it_is_written(written: str, read: Commission) -> None:
    assert parse_conditions(DOCUMENT.replace('commission = "12.5%"', written), law()).commission == read


@clause(ACT, "ruling 45")
def test_ruling_45_the_conditions_say_it_in_words() -> None:
    assert Commission(share=1_250).in_words() == "12.50% of each fee"
    assert Commission(of=ALL, amount=50_000).in_words() == "$500 of all fees together"


# Ruling 48


def two_heats(by: AdvanceBy = AdvanceBy.SESSION, **stage: Any) -> Rigged:
    """Four entrants, drawn in two heats at START and three hours later."""
    rules = conditions(heat(rounds=1, advance=1, advance_by=by, sessions=2, **stage), final(rounds=1))
    cup = registered(["ann", "bob", "cy", "dee"], rules)
    cup.director("draw_ballot", sizes=(2, 2), seed=SEED, starts_at=(START, START + 3 * HOUR))
    return cup


def heats(cup: Rigged) -> tuple[list[str], list[str]]:
    session = cup.now.session
    assert session is not None
    (later,) = cup.now.later
    return [one.player for one in session.seats], [one.player for one in later.seats]


@clause(ACT, "ruling 48", "15.4")
def test_ruling_48_every_heat_has_its_own_published_time_and_tables() -> None:
    cup = two_heats()
    first, second = heats(cup)
    assert sorted(first + second) == ["ann", "bob", "cy", "dee"]
    assert (len(first), len(second)) == (2, 2)
    session = cup.now.session
    assert session is not None
    assert [(one.starts_at, {seat.table for seat in one.seats}) for one in (session, *cup.now.later)] == [
        (START, {"1"}),
        (START + 3 * HOUR, {"2"}),
    ]


@clause(ACT, "ruling 48", "ruling 40")
def test_ruling_48_nobody_forfeits_by_another_heat_s_start() -> None:
    cup = two_heats()
    first, second = heats(cup)
    cup.director("take_place", player=first[0])
    cup.director("start_session", at=START)
    finishes = {name: one.finish and one.finish.how for name, one in cup.now.entrants.items()}
    assert finishes == {first[0]: None, first[1]: Ending.NEVER_SAT, **dict.fromkeys(second)}


@clause(ACT, "ruling 48", "ruling 40", "15.10")
def test_ruling_48_a_seat_is_offered_at_the_published_time_of_the_entrant_s_own_heat() -> None:
    cup = two_heats()
    first, second = heats(cup)
    for one in ("rae", "ray"):
        cup.director("list_reserve", player=one)
    absent, late = second[0], partial(cup.director, "offer_seat", absent=second[0], player="rae")
    assert refused(lambda: late(at=START)) == ("too_early", "act-2015 ruling 40")
    cup.director("offer_seat", absent=first[0], player="rae", at=START)
    cup.do(patron("rae"), "accept_seat", player="rae")
    for one in ("rae", first[1]):
        cup.director("take_place", player=one)
    cup.director("start_session", at=START)
    later = partial(cup.director, "offer_seat", absent=absent, player="ray")
    assert refused(lambda: later(at=START + 3 * HOUR - 1)) == ("too_early", "act-2015 ruling 40")
    later(at=START + 3 * HOUR)
    cup.do(patron("ray"), "accept_seat", player="ray")
    (session,) = cup.now.later
    assert [one.player for one in session.seats] == ["ray", second[1]]
    cup.do(patron("ron"), "list_reserve", player="ron")


@clause(ACT, "ruling 48", "ruling 23")
def test_ruling_48_heats_are_played_one_after_the_other_and_the_fees_divided_with_the_last() -> None:
    cup = two_heats()
    first, second = heats(cup)
    cup.all_sit()
    cup.director("start_session", at=START)
    assert cup.now.fees == {CAGE: -40_000, ledger.FEES: 40_000}
    cup.deal(BANKER, "1", **{first[0]: "banker 20", first[1]: "player 20"})
    cup.director("end_session")
    assert cup.names()[-1] == "session_called"
    assert isinstance(cup.events[-1], SessionCalled)
    assert progress(cup.now).next is Next.START
    assert refused(lambda: cup.director("start_session", at=START + 3 * HOUR - 1))[0] == "too_early"
    assert refused(lambda: cup.director("draw_ballot", sizes=(2,), seed=SEED))[0] == "drawn_already"
    cup.all_sit()
    cup.start()
    assert cup.now.seated == 4
    assert cup.now.fees == {CAGE: -40_000, ledger.POOL: 36_000, ledger.COMMISSION: 4_000}
    cup.deal(PLAYER, "2", **{second[0]: "banker 30", second[1]: "player 30"})
    cup.director("end_session")
    (closed,) = [event for event in cup.events if isinstance(event, StageClosed)]
    assert closed.go_on == (first[0], second[1]), "the best of each heat"
    assert closed.order == ((first[1],), (second[0],)), "$980 before $970"


@clause(ACT, "ruling 48")
def test_ruling_48_overall_the_best_of_all_heats_go_on() -> None:
    cup = two_heats(AdvanceBy.OVERALL)
    first, second = heats(cup)
    cup.all_sit()
    cup.start()
    cup.deal(BANKER, "1", **{first[0]: "banker 20", first[1]: "player 20"})
    cup.director("end_session")
    cup.all_sit()
    cup.start()
    leaders = leaderboard(cup.now)[0]
    assert next((one.player, one.place) for one in leaders.leaders) == (first[0], 1), "$1,019 of the first heat"
    assert leaders.above == 1
    cup.deal(PLAYER, "2", **{second[0]: "banker 30", second[1]: "player 30"})
    cup.director("end_session")
    (closed,) = [event for event in cup.events if isinstance(event, StageClosed)]
    assert closed.go_on == (second[1],), "$1,030"
    assert closed.over


@clause(ACT, "ruling 48", "15.22")
def test_ruling_48_a_tie_in_a_heat_is_played_off_before_the_next_one() -> None:
    cup = two_heats()
    first, _ = heats(cup)
    cup.all_sit()
    cup.start()
    cup.deal(BANKER, "1", **{first[0]: "banker 20", first[1]: "banker 20"})
    cup.director("end_session")
    assert progress(cup.now).next is Next.PLAY_OFF
    assert not any(isinstance(event, SessionCalled) for event in cup.events)
    cup.director("start_play_off")
    cup.deal(BANKER, "1", **{first[0]: "banker 20", first[1]: "player 20"})
    cup.director("end_session")
    assert isinstance(cup.events[-1], SessionCalled)


@clause(ACT, "ruling 48", "15.22")
def test_ruling_48_a_tie_across_heats_is_played_off_when_all_are_over() -> None:
    cup = two_heats(AdvanceBy.OVERALL)
    first, second = heats(cup)
    for table, names in (("1", first), ("2", second)):
        cup.all_sit()
        cup.start()
        cup.deal(BANKER, table, **{names[0]: "banker 20", names[1]: "player 20"})
        cup.director("end_session")
    assert progress(cup.now).next is Next.PLAY_OFF
    assert {*progress(cup.now).players} == {first[0], second[0]}


@clause(ACT, "ruling 48")
@pytest.mark.parametrize(
    ("times", "code", "number"),
    [
        ((), "no_start", "ruling 40"),
        ((START,), "no_start", "ruling 40"),
        ((START, START), "not_in_order", "ruling 48"),
        ((START + HOUR, START), "not_in_order", "ruling 48"),
        ((START - 1, START), "too_early", "15.4(a)"),
        ((START, START + 1, START + 2), "no_start", "ruling 40"),
    ],
)
def test_ruling_48_as_many_times_as_sessions_in_order(times: tuple[int, ...], code: str, number: str) -> None:
    cup = registered(["ann", "bob", "cy", "dee"], conditions(heat(sessions=2), final()))
    draw = partial(cup.director, "draw_ballot", sizes=(2, 2), seed=SEED, starts_at=times)
    assert refused(draw) == (code, f"{ACT} {number}")
    assert refused(partial(cup.director, "draw_ballot", sizes=(4,), seed=SEED, starts_at=(START, START + 1)))[0] == (
        "wrong_sizes"
    )


@clause(ACT, "ruling 48")
def test_ruling_48_the_least_number_of_players_counts_over_all_heats() -> None:
    rules = conditions(heat(rounds=1, sessions=2, advance=1), final(), least_players=3, prizes=conditions().prizes[1:])
    cup = registered(["ann", "bob", "cy", "dee"], rules)
    cup.director("draw_ballot", sizes=(2, 2), seed=SEED, starts_at=(START, START + HOUR))
    first, second = heats(cup)
    cup.director("take_place", player=first[0])
    cup.director("start_session", at=START)
    cup.director("end_session")
    (ended,) = [event for event in cup.events if isinstance(event, SessionEnded)]
    assert [one.player for one in ended.finishers] == [first[0]]
    cup.director("take_place", player=second[0])
    assert refused(lambda: cup.director("start_session", at=START + HOUR))[0] == "too_few"
    cup.director("take_place", player=second[1])
    cup.director("start_session", at=START + HOUR)
    assert cup.now.seated == 3
