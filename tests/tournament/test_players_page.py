"""What the page of a player says of entries and prizes, and how an eliminated player is refused: 15.14, 15.24."""

from puntobanco.table.commands import AskRules, Place
from puntobanco.tournament.conditions import Breakdown
from puntobanco.tournament.queries.staff import holding_places
from puntobanco.tournament.views.leaderboard import leaderboard, prize_pool
from tests.marks import clause
from tests.tournament.helpers import Cup, bets, conditions, final, heat, refused
from tests.tournament.rigged import ACT, NAMES, PLAYER, dealer_of, patron, registered, seated

FULL = (Breakdown(least=2, most=3, shares=(7_000, 3_000)),)


def with_reserve() -> Cup:
    """Three places, all of them drawn; the seat of an absent player went to a reserve."""
    cup = registered(NAMES[:3], conditions(most_players=3, prizes=FULL))
    cup.director("list_reserve", player="rae")
    cup.ballot()
    cup.seat_goes_to("rae", absent=NAMES[2])
    return cup


@clause(ACT, "15.24")
def test_act_2015_15_24_a_replaced_absentee_holds_no_place_and_the_prizes_stay() -> None:
    cup = with_reserve()
    assert holding_places(cup.now) == 3
    found = prize_pool(cup.now)
    assert (found.pool, found.fees, found.players) == (36_000, 4, 3)
    assert found.prizes == (25_200, 10_800)


@clause(ACT, "15.24")
def test_act_2015_15_24_the_pool_counts_every_fee_and_the_breakdown_whoever_sat() -> None:
    cup = with_reserve()
    cup.all_sit(but=[NAMES[1]])
    cup.start()
    found = prize_pool(cup.now)
    assert (found.fees, found.players) == (4, 2)
    assert found.prizes == (25_200, 10_800)


def test_a_final_that_nobody_came_to_has_no_line_of_prizes() -> None:
    cup = Cup.seated(NAMES[:4], conditions(heat(rounds=1), final()), seed=3)
    while cup.now.stage == 0:
        cup.step(bets("player", 10_000))
    cup.ballot()
    cup.start()
    (field,) = leaderboard(cup.now)
    assert (field.above, field.line, field.leaders) == (None, None, ())


@clause(ACT, "15.14")
def test_act_2015_15_14_the_wager_of_an_eliminated_player_is_refused_by_it() -> None:
    cup = seated(NAMES[:3], conditions(final(rounds=3)))
    cup.deal(PLAYER, ann="banker 1000", bob="player 20", cy="player 30")
    wager = Place(actor=patron("ann"), area="1", wager="player", amount=1_000)
    assert refused(lambda: cup.plainly("1", wager)) == ("eliminated", "act-2015 15.14")


@clause(ACT, "15.14")
def test_act_2015_15_14_so_is_the_wager_that_a_dealer_keys_in_for_an_eliminated_player() -> None:
    cup = seated(NAMES[:3], conditions(final(rounds=3)))
    cup.deal(PLAYER, ann="banker 1000", bob="player 20", cy="player 30")
    wager = Place(actor=dealer_of("1"), area="1", wager="player", amount=1_000, patron="ann", laid_by_patron=True)
    assert refused(lambda: cup.plainly("1", wager)) == ("eliminated", "act-2015 15.14")


@clause(ACT, "14.9", "15.14")
def test_act_2015_15_14_an_eliminated_player_is_still_given_the_rules() -> None:
    cup = seated(NAMES[:3], conditions(final(rounds=3)))
    cup.deal(PLAYER, ann="banker 1000", bob="player 20", cy="player 30")
    cup.plainly("1", AskRules(actor=patron("ann")))
