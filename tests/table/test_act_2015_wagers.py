"""Casino Canberra at the table: limits, wagers, coups without them (sections 3 and 4)."""

from decimal import Decimal
from functools import partial

from puntobanco.streams.legal_action import LegalAction
from puntobanco.table import legal_actions
from puntobanco.table.model import DrawTo
from puntobanco.table.views.visible_state import view
from tests.marks import clause
from tests.table.helpers import BANKER_WINS, DEALER, PLAYER_WINS, TIE, Table, refused

BOOK = "act-2015"


def table(*patrons: str, **choices: object) -> Table:
    return Table.ready(BOOK, dict.fromkeys(patrons or ("ann",), 5000), **choices)


@clause(BOOK, "3.2")
def test_3_2_a_higher_maximum_counts_once_its_marker_lies_beside_the_patron() -> None:
    at = table()
    assert refused(lambda: at.operator("grant_maximum", patron="ann", amount=100_000)) == (
        "maximum_too_low",
        "act-2015 3.2",
    )
    at.operator("grant_maximum", patron="ann", amount=200_000)
    at.round(PLAYER_WINS, player=1500)
    assert at.chips("ann") == 6000, "without the marker the table's $1,000 counts"
    at.dealer("place_marker", patron="ann")
    at.round(PLAYER_WINS, player=1500)
    assert at.chips("ann") == 7500
    at.round(PLAYER_WINS, player=2500)
    assert at.chips("ann") == 9500, "the marker shows $2,000"
    assert refused(lambda: at.dealer("place_marker", patron="ann")) == ("no_marker_due", "act-2015 3.2")


@clause(BOOK, "3.2")
def test_3_2_a_maximum_holds_as_its_marker_shows_it_until_the_marker_of_another_grant_is_placed() -> None:
    at = table(maximum=500)
    at.operator("grant_maximum", patron="ann", amount=80_000)
    at.dealer("place_marker", patron="ann")
    at.bets("ann", "player", 700)
    at.operator("grant_maximum", patron="ann", amount=90_000)
    assert view(at.now, DEALER).markers == {"ann": 80_000}
    at.calls()
    assert at.lying() == {"ann 1 player": 700}
    at.deals(PLAYER_WINS).settles()
    at.bets("ann", "player", 850)
    at.calls()
    assert at.lying() == {"ann 1 player": 800}, "$900 is granted, and the marker shows $800"
    at.deals(PLAYER_WINS).settles()
    at.dealer("place_marker", patron="ann")
    assert view(at.now, DEALER).markers == {"ann": 90_000}
    at.bets("ann", "player", 850)
    at.operator("grant_maximum", patron="ann", amount=60_000)
    at.calls()
    assert at.lying() == {"ann 1 player": 850}, "a lower one waits for its marker, too"
    at.dealer("place_marker", patron="ann")
    assert view(at.now, DEALER).markers == {"ann": 60_000}


@clause(BOOK, "3.2")
def test_3_2_a_marker_that_shows_what_is_granted_stays_as_it_is() -> None:
    at = table(maximum=500)
    no_marker = ("no_marker_due", "act-2015 3.2")
    assert refused(lambda: at.dealer("place_marker", patron="ann")) == no_marker
    at.operator("grant_maximum", patron="ann", amount=80_000)
    assert LegalAction("place_marker", (("patron", "ann"),)) in legal_actions(at.now, DEALER)
    at.dealer("place_marker", patron="ann")
    at.operator("grant_maximum", patron="ann", amount=90_000)
    assert LegalAction("place_marker", (("patron", "ann"),)) in legal_actions(at.now, DEALER)
    at.operator("grant_maximum", patron="ann", amount=80_000)
    assert LegalAction("place_marker", (("patron", "ann"),)) not in legal_actions(at.now, DEALER)
    assert refused(lambda: at.dealer("place_marker", patron="ann")) == no_marker


@clause(BOOK, "3.4", "ruling 5")
def test_3_4_a_short_wager_stands_with_a_warning_and_the_next_is_returned() -> None:
    at = table(minimum=10)
    at.bets("ann", "player", 5)
    at.bets("ann", "tie", 5)
    at.calls()
    assert at.clauses("patron_warned") == ["3.4"]
    assert at.lying() == {"ann 1 player": 5, "ann 1 tie": 5}, "all short wagers of the first such round stand"
    at.deals(PLAYER_WINS).settles()
    assert at.chips("ann") == 5000
    at.bets("ann", "player", 5)
    at.bets("ann", "tie", 10)
    at.calls()
    assert at.clauses("wager_returned") == ["3.4"]
    assert at.lying() == {"ann 1 tie": 10}


@clause(BOOK, "ruling 5")
def test_ruling_5_the_warning_goes_with_the_patron() -> None:
    at = table("ann", "bob", minimum=10)
    at.bets("ann", "player", 5)
    at.bets("bob", "banker", 10)
    at.plays(BANKER_WINS)
    at.patron("ann", "cash_out", amount=499_500)
    at.patron("ann", "leave_table")
    at.sits("ann", 1, 100)
    at.bets("ann", "player", 5)
    at.calls()
    assert at.clauses("patron_warned") == ["3.4"]


@clause(BOOK, "3.5")
def test_3_5_what_is_over_the_maximum_goes_back_at_the_call() -> None:
    at = table()
    at.bets("ann", "player", 1300)
    at.calls()
    assert at.lying() == {"ann 1 player": 1000}
    assert at.clauses("wager_returned") == ["3.5"]
    at.deals(BANKER_WINS).settles()
    assert at.chips("ann") == 4000


@clause(BOOK, "3.6", "dictionary: table differential", "ruling 8")
def test_ruling_8_the_newest_wagers_of_the_heavier_hand_go_back_first() -> None:
    at = table("ann", "bob", "cyd", differential=100)
    at.bets("ann", "banker", 150)
    at.bets("bob", "banker", 80)
    at.bets("cyd", "player", 50)
    at.bets("cyd", "tie", 500)
    at.bets("cyd", "banker_pair", 500)
    at.calls()
    assert at.lying() == {"ann 1 banker": 150, "cyd 3 player": 50, "cyd 3 tie": 500, "cyd 3 banker_pair": 500}
    assert at.clauses("wager_returned") == ["ruling 8"]


@clause(BOOK, "3.6", "ruling 8")
def test_ruling_8_a_part_of_a_wager_stays_if_it_may() -> None:
    at = table("ann", "bob", differential=100)
    at.bets("ann", "player", 60)
    at.bets("bob", "player", 60)
    at.calls()
    assert at.lying() == {"ann 1 player": 60, "bob 2 player": 40}


@clause(BOOK, "ruling 8")
def test_ruling_8_a_remainder_under_the_minimum_or_off_the_multiple_goes_back_whole() -> None:
    low = table("ann", "bob", differential=63, minimum=5)
    low.bets("ann", "player", 60)
    low.bets("bob", "player", 60)
    low.calls()
    assert low.lying() == {"ann 1 player": 60}, "$3 is under the minimum"
    odd = table("ann", "bob", differential=72, multiple=5)
    odd.bets("ann", "player", 60)
    odd.bets("bob", "player", 60)
    odd.calls()
    assert odd.lying() == {"ann 1 player": 60}, "$12 is no multiple of $5"


@clause(BOOK, "ruling 8")
def test_ruling_8_counts_live_amounts() -> None:
    at = table("ann", "bob", differential=500)
    at.bets("ann", "banker", 2000)
    at.bets("bob", "player", 500)
    at.calls()
    assert at.lying() == {"ann 1 banker": 1000, "bob 2 player": 500}, "over the maximum goes back before it is counted"


@clause(BOOK, "4.1", "4.6", "ruling 2", "dictionary: round of play")
def test_4_6_from_the_call_nobody_places_alters_or_takes_a_wager() -> None:
    at = table("ann", "bob")
    at.bets("ann", "player", 100)
    at.bets("bob", "banker", 50)
    at.bets("bob", "banker", 50)
    at.calls()
    move = {"area": "1", "wager": "player", "to_area": "2", "to_wager": "player"}
    for cards, number in (("", "6.2"), ("4c", "4.6"), ("2d Kh 3s", "4.6")):
        at.deals(cards) if cards else None
        closed = ("wagers_closed", f"act-2015 {number}")
        assert refused(lambda: at.bets("ann", "player", 5)) == closed
        assert refused(lambda: at.bets("ann", "tie", 5)) == closed
        assert refused(lambda: at.withdraws("ann", "player")) == closed
        assert refused(lambda: at.patron("ann", "move", **move)) == closed
    at.deals("5c Kd").settles()
    assert (at.chips("ann"), at.chips("bob")) == (5100, 4900)
    at.bets("ann", "player", 5)


@clause(BOOK, "4.1")
def test_4_1_every_patron_can_bet_until_the_call_even_while_cards_are_burned() -> None:
    at = Table(BOOK)
    at.sits("ann", 1)
    assert refused(lambda: at.bets("ann", "player", 5)) == ("wagers_closed", "act-2015 2.5")
    at.prepares(burn=False)
    at.bets("ann", "player", 5)
    at.burns()
    at.sits("bob", 2)
    at.bets("bob", "banker", 5)
    at.withdraws("ann", "player")
    at.patron("bob", "move", area="2", wager="banker", to_area="1", to_wager="tie")
    assert at.lying() == {"bob 1 tie": 5}


@clause(BOOK, "4.2")
def test_4_2_a_wager_is_chips_that_the_patron_has() -> None:
    at = Table.ready(BOOK, {"ann": 20})
    assert refused(lambda: at.bets("ann", "player", 21)) == ("not_enough_chips", "act-2015 4.2")
    at.bets("ann", "player", 15)
    assert refused(lambda: at.bets("ann", "tie", 6)) == ("not_enough_chips", "act-2015 4.2")
    assert refused(lambda: at.patron("zoe", "place", area="1", wager="tie", amount=500)) == (
        "unknown_patron",
        "act-2015 4.2",
    )


@clause(BOOK, "4.2", "ruling 26")
def test_4_2_a_wager_is_laid_and_not_spoken() -> None:
    at, named = table(), {"patron": "ann", "area": "1", "wager": "player", "amount": 500}
    nameless = {key: value for key, value in named.items() if key != "patron"}
    for spoken in (named, nameless):
        assert refused(partial(at.dealer, "place", **spoken)) == ("not_spoken", "act-2015 4.2")
    at.dealer("place", **named, laid_by_patron=True)
    assert at.clauses("wager_placed") == ["4.2"]


@clause(BOOK, "ruling 26")
def test_ruling_26_a_house_that_takes_spoken_wagers_takes_them_by_its_own_choice() -> None:
    at, named = table(spoken_wagers="yes"), {"patron": "ann", "area": "1", "wager": "player", "amount": 500}
    at.dealer("place", **named)
    assert at.clauses("wager_placed") == ["ruling 26"]
    nameless = {key: value for key, value in named.items() if key != "patron"}
    assert refused(lambda: at.dealer("place", **nameless)) == ("not_spoken", "act-2015 ruling 26")


@clause(BOOK, "4.4")
def test_4_4_two_patrons_share_an_option_of_a_box() -> None:
    at = table("ann", "bob", "cyd")
    for wager in ("player", "banker", "tie", "player_pair", "banker_pair"):
        at.bets("ann", wager, 10, area=1)
        at.bets("bob", wager, 10, area=1)
        assert refused(lambda: at.bets("cyd", wager, 10, area=1)) == ("area_full", "act-2015 4.4"), wager  # noqa: B023
        at.bets("cyd", wager, 10, area=2)


@clause(BOOK, "4.5", "ruling 3")
def test_4_5_one_wager_per_option_over_all_boxes() -> None:
    at = table()
    at.bets("ann", "banker", 10, area=1)
    at.bets("ann", "player", 10, area=2)
    assert refused(lambda: at.bets("ann", "banker", 10, area=2)) == ("one_per_option", "act-2015 4.5")
    at.bets("ann", "banker", 10, area=1)
    assert at.lying() == {"ann 1 banker": 20, "ann 2 player": 10}
    at.bets("ann", "player_pair", 10)
    at.bets("ann", "banker_pair", 10)


@clause(BOOK, "4.5", "ruling 4")
def test_4_5_a_common_pairs_box_is_one_box_on_both_sides() -> None:
    at = table(pairs_box="common")
    at.bets("ann", "player_pair", 10, area=1)
    assert refused(lambda: at.bets("ann", "banker_pair", 10, area=2)) == ("one_pairs_wager", "act-2015 4.5")


@clause(BOOK, "4.7", "4.8", "dictionary: no-bet coup", "ruling 10")
def test_4_7_a_no_bet_coup_needs_a_request_everybody_and_the_supervisor() -> None:
    at = table("ann", "bob")
    at.bets("bob", "tie", 100)
    assert refused(lambda: at.supervisor("start_no_bet")) == ("no_bet_not_possible", "act-2015 4.7")
    at.patron("ann", "ask_no_bet")
    assert refused(lambda: at.supervisor("start_no_bet")) == ("no_bet_not_possible", "act-2015 4.7")
    assert refused(lambda: at.patron("ann", "agree_no_bet")) == ("nothing_to_agree_to", "act-2015 4.7")
    at.patron("bob", "agree_no_bet")
    assert refused(lambda: at.dealer("start_no_bet")) == ("no_bet_not_possible", "act-2015 4.7")
    at.supervisor("start_no_bet")
    assert (at.lying(), at.chips("bob")) == ({}, 5000)
    assert refused(lambda: at.bets("bob", "tie", 5)) == ("wagers_closed", "act-2015 4.7")
    at.deals("4c 4d Kh Ks 2c 2d").settles()
    assert at.now.rounds[-1].result is not None
    assert at.now.rounds[-1].result.value == "tie"
    assert at.chips("bob") == 5000


@clause(BOOK, "4.8")
def test_4_8_a_no_bet_coup_is_dealt_in_the_tables_own_style() -> None:
    at = table(dealing="down")
    at.patron("ann", "ask_no_bet")
    at.supervisor("start_no_bet")
    at.draws("9c")
    assert (at.names(), at.clauses("irregularity_found")) == (["irregularity_found", "card_dealt"], ["2.2"])
    at.deals("2d Kh 3s").turns().settles()


def no_bet(at: Table) -> None:
    at.patron("ann", "ask_no_bet")
    at.supervisor("start_no_bet")
    at.deals(PLAYER_WINS).settles()


@clause(BOOK, "4.9")
def test_4_9_no_more_than_three_no_bet_coups_in_a_row() -> None:
    at = table()
    for _ in range(3):
        no_bet(at)
    assert refused(lambda: at.patron("ann", "ask_no_bet")) == ("no_bet_not_possible", "act-2015 4.9")
    at.round(PLAYER_WINS, player=5)
    no_bet(at)


@clause(BOOK, "ruling 11", "12.2")
def test_ruling_11_a_round_owed_by_12_2_counts_to_the_three_and_is_never_blocked() -> None:
    at = table()
    for _ in range(3):
        no_bet(at)
    at.draws("5c", DrawTo.EXCESS)
    at.dealer("start_no_bet")
    at.deals("2d 4h 3s").settles()
    assert at.now.rounds[-1].kind.value == "void_hand"
    at = table()
    for _ in range(2):
        no_bet(at)
    at.draws("5c", DrawTo.EXCESS)
    at.dealer("start_no_bet")
    at.deals("2d 4h 3s").settles()
    assert refused(lambda: at.patron("ann", "ask_no_bet")) == ("no_bet_not_possible", "act-2015 4.9")


@clause(BOOK, "ruling 24")
def test_ruling_24_stand_off_chips_go_back_unless_the_house_leaves_them() -> None:
    at = table()
    at.round(TIE, player=100, tie=10)
    assert (at.chips("ann"), at.lying()) == (5080, {})
    stays = table(standoff="stays")
    stays.round(TIE, player=100, tie=10)
    assert (stays.chips("ann"), stays.lying()) == (4980, {"ann 1 player": 100})


@clause(BOOK, "8.8", "8.9", "ruling 1")
def test_8_8_and_8_9_at_the_table() -> None:
    by_a, by_b = table(), table(settlement="B")
    for at in (by_a, by_b):
        at.round(BANKER_WINS, banker=7)
        at.round("Kc 6d 2h Ks 3c", banker=7)
    assert by_a.chips("ann") == 5000 + 2 * Decimal("6.65")
    assert by_a.commission() == 2 * Decimal("0.35")
    assert by_b.chips("ann") == 5000 + 7 + Decimal("3.50")
