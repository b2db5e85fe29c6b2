"""Washington at the table: areas, the gallery, dealing, ghost hands, internal controls."""

from decimal import Decimal

import pytest

from puntobanco.coup.irregularity import Irregularity
from puntobanco.errors import Refused
from puntobanco.table.commands.slips import SlipStake
from puntobanco.table.model import DrawTo, VoidReason
from tests.marks import clause
from tests.table.helpers import BANKER, BANKER_WINS, PLAYER, PLAYER_WINS, TIE, Table, refused

BOOK = "washington"


def table(*patrons: str, **choices: object) -> Table:
    return Table.ready(BOOK, dict.fromkeys(patrons or ("ann",), 1000), **choices)


@clause(BOOK, "1")
def test_1_two_to_eight_decks_and_never_a_fourth_card() -> None:
    at = table(decks=2)
    assert at.now.shoe.cards == 104
    assert refused(lambda: Table(BOOK, decks=9)) == ("decks_not_allowed", "washington 1")
    at.bets("ann", "player", 100)
    at.deals("Kc 2d Kh 3s 2c")
    at.draws("8c", DrawTo.PLAYER)
    assert at.hands() == ("KC KH 2C", "2D 3S")


@clause(BOOK, "2", "3", "ruling 26")
def test_3_one_patron_per_area_on_one_position_or_with_tie() -> None:
    at = table("ann", "bob", seats=3)
    at.bets("ann", "banker", 100, area=1)
    at.bets("ann", "tie", 10, area=1)
    full = ("area_full", "washington 3")
    assert refused(lambda: at.bets("bob", "player", 10, area=1)) == full, "an area is the whole set"
    assert refused(lambda: at.bets("bob", "tie", 10, area=1)) == full
    assert refused(lambda: at.bets("ann", "player", 10, area=1)) == ("never_together", "washington 3")
    at.bets("bob", "player", 10, area=2)
    assert refused(lambda: at.bets("bob", "player", 10, area=4)) == ("area_not_open", "washington 2")


@clause(BOOK, "ruling 17")
def test_ruling_17_banker_excludes_player_over_all_areas_of_a_patron() -> None:
    at = table(seats=3)
    at.bets("ann", "banker", 100, area=1)
    assert refused(lambda: at.bets("ann", "player", 10, area=2)) == ("never_together", "washington 3")
    at.bets("ann", "banker", 100, area=2)
    assert at.lying() == {"ann 1 banker": 100, "ann 2 banker": 100}


@clause(BOOK, "3", "ruling 2")
def test_3_nothing_changes_from_the_first_card_on_and_there_is_no_call_to_close() -> None:
    at = table()
    at.bets("ann", "player", 100)
    assert refused(at.calls) == ("no_call", "washington 3")
    at.bets("ann", "player", 100)
    at.deals("9c")
    assert at.names() == ["round_started", "card_dealt"]
    closed = ("wagers_closed", "washington 3")
    assert refused(lambda: at.bets("ann", "player", 10)) == closed
    assert refused(lambda: at.bets("ann", "tie", 10)) == closed
    assert refused(lambda: at.withdraws("ann", "player")) == closed
    move = {"area": "1", "wager": "player", "to_area": "2", "to_wager": "player"}
    assert refused(lambda: at.patron("ann", "move", **move)) == closed
    at.deals("2d Kh 3s").settles()
    assert at.chips("ann") == 1200


def gallery(seats: int = 3, **choices: object) -> Table:
    """Every area has a bet, and gil and gus stand behind."""
    names = ("ann", "bob", "cyd", "dee", "eve", "fay", "guy", "hal", "ida")[:seats]
    at = table(*names, seats=seats, **choices)
    at.stands("gil")
    at.stands("gus")
    for name in names:
        at.bets(name, "player", 10)
    return at


@clause(BOOK, "4a", "2")
def test_4a_the_gallery_bets_on_lines_only_and_seated_patrons_never_do() -> None:
    at = gallery()
    at.withdraws("cyd", "player")
    assert refused(lambda: at.bets("gil", "player", 10, area=3)) == ("area_not_open", "washington 4a")
    at.bets("cyd", "player", 10)
    assert refused(lambda: at.bets("ann", "player", 10, area="L1")) == ("area_not_open", "washington 4")
    at.bets("gil", "banker", 10, area="L1")
    at.plays(BANKER_WINS)
    assert at.chips("gil") == Decimal("1009.50")


@clause(BOOK, "2", "4a")
def test_2_without_gallery_betting_no_line_is_open() -> None:
    at = gallery(gallery="no")
    assert refused(lambda: at.bets("gil", "player", 10, area="L1")) == ("area_not_open", "washington 2")


@clause(BOOK, "4b")
def test_4b_lines_are_open_only_while_every_area_has_a_bet() -> None:
    at = gallery()
    at.withdraws("bob", "player")
    assert refused(lambda: at.bets("gil", "player", 10, area="L1")) == ("area_not_open", "washington 4b")
    at.bets("bob", "tie", 10)
    at.bets("gil", "player", 10, area="L1")


@clause(BOOK, "4b", "ruling 17")
def test_ruling_17_line_bets_go_back_at_closing_if_a_seats_bet_is_gone() -> None:
    at = gallery()
    at.bets("gil", "player", 10, area="L1")
    at.withdraws("bob", "player")
    assert at.lying()["gil L1 player"] == 10
    at.deals("9c")
    assert at.names() == ["wager_returned", "round_started", "card_dealt"]
    assert at.clauses("wager_returned") == ["4b"]
    assert (at.chips("gil"), at.lying()) == (1000, {"ann 1 player": 10, "cyd 3 player": 10})


@clause(BOOK, "4b", "ruling 17", "ruling 18")
def test_4b_line_bets_that_go_back_for_an_area_weigh_in_the_differential_again() -> None:
    at = table("ann", "bob", seats=2, differential=60, minimum=50)
    at.stands("gus")
    at.bets("ann", "player", 100)
    at.bets("bob", "player", 60)
    at.bets("gus", "banker", 60, area="L1")
    at.deals("2s")
    assert at.clauses("wager_returned") == ["ruling 18", "4b", "ruling 18"]
    assert (at.lying(), at.chips("bob"), at.chips("gus")) == ({"ann 1 player": 60}, 1000, 1000)


@clause(BOOK, "4c")
def test_4c_one_patron_per_line_and_each_line_is_an_area_of_its_own() -> None:
    at = gallery()
    at.bets("gil", "player", 10, area="L1")
    at.bets("gil", "tie", 10, area="L1")
    assert refused(lambda: at.bets("gus", "tie", 10, area="L1")) == ("area_full", "washington 4c")
    at.bets("gus", "tie", 10, area="L2")
    assert refused(lambda: at.bets("gil", "player", 10, area="L2")) == ("area_full", "washington 4c")


@clause(BOOK, "4d")
def test_4d_eight_lines_at_most_and_never_the_outer_ones() -> None:
    nine = gallery(9)
    for line in range(1, 9):
        nine.bets("gil", "player", 10, area=f"L{line}")
    for outer in ("L0", "L9"):
        assert refused(lambda: nine.bets("gus", "player", 10, area=outer)) == ("area_not_open", "washington 4d")  # noqa: B023
    three = gallery(3)
    assert refused(lambda: three.bets("gil", "player", 10, area="L3")) == ("area_not_open", "washington 4d")
    assert refused(lambda: gallery(3, gallery_lines=9)) == ("gallery_lines_not_allowed", "washington 4d")


@clause(BOOK, "4e")
def test_4e_nobody_bets_on_more_than_nine_areas_lines_included() -> None:
    at = table("ann", "bob", seats=9)
    at.patron("bob", "give_place_away")
    for area in range(1, 10):
        at.bets("ann", "player", 10, area=area)
    at.patron("ann", "leave_seat")
    assert refused(lambda: at.bets("ann", "player", 10, area="L1")) == ("too_many_areas", "washington 4e")


@clause(BOOK, "5", "ruling 17")
def test_5_any_mix_of_face_up_and_face_down_and_player_is_turned_first() -> None:
    at = table(dealing="uddu")
    at.bets("ann", "player", 100)
    at.deals("9c")
    at.deals("2d Kh 3s")
    assert at.said() == []
    assert refused(lambda: at.turns_one(BANKER)) == ("not_to_expose_now", "washington ruling 17")
    at.turns_one(PLAYER)
    at.turns_one(BANKER)
    assert at.said() == ["Player 9, Banker 5"]


@clause(BOOK, "5", "announcements")
def test_5_totals_are_called_or_not_by_the_internal_controls() -> None:
    silent = table(call_counts="none", call_result="none")
    silent.round(PLAYER_WINS, player=100)
    assert silent.said_ever() == []
    assert refused(lambda: silent.dealer("announce", key="call_counts")) == ("not_documented", "washington 5")
    assert refused(lambda: silent.dealer("announce", key="call_result")) == (
        "not_documented",
        "washington announcements",
    )


@clause(BOOK, "announcements")
def test_announcements_before_during_and_after_are_the_documented_ones() -> None:
    at = table(call_no_more_bets="Hands off", call_result="{winner}!", call_tie="Egalite", call_last_round="One more")
    at.dealer("announce", key="call_no_more_bets")
    assert at.said() == ["Hands off"]
    at.bets("ann", "player", 100)
    at.deals("9c")
    at.dealer("draw_cutting_card")
    at.deals("2d Kh 3s").settles()
    assert at.said() == ["Player!", "One more"]
    at.round(TIE, tie=10)
    assert at.said() == ["Egalite"]
    assert refused(lambda: at.dealer("announce", key="call_me"))[0] == "no_such_announcement"
    assert refused(lambda: at.dealer("announce", key="call_counts")) == ("wrong_moment", "washington 5")


@clause(BOOK, "8", "ruling 24")
def test_8_commission_and_tie_odds_are_the_houses() -> None:
    at = table(commission="4%", tie_odds="9:1")
    at.round(BANKER_WINS, banker=100)
    assert (at.chips("ann"), at.commission(), at.owes("ann")) == (1096, 4, 0)
    at.round(TIE, banker=100, tie=10)
    assert (at.chips("ann"), at.lying()) == (1186, {})


@clause(BOOK, "ghost hands", "ruling 10")
def test_ghost_hands_one_request_to_the_dealer_is_enough_and_all_cards_are_face_up() -> None:
    at = table("ann", "bob", dealing="down")
    at.bets("bob", "tie", 100)
    assert refused(lambda: at.dealer("start_no_bet")) == ("no_bet_not_possible", "washington ghost hands")
    at.patron("ann", "ask_no_bet")
    assert refused(lambda: at.supervisor("start_no_bet")) == ("no_bet_not_possible", "washington ghost hands")
    at.dealer("start_no_bet")
    assert (at.said(), at.lying(), at.chips("bob")) == (["Ghost hand, no bets"], {}, 1000)
    assert refused(lambda: at.bets("bob", "tie", 10)) == ("wagers_closed", "washington ghost hands")
    at.draws(None, face_up=False)
    assert at.clauses("irregularity_found") == ["ghost hands"], "a card dealt face down"
    at.turns_one(PLAYER, cards="9c")
    at.deals("9d Kh Ks").settles()
    assert (at.now.rounds[-1].kind.value, at.chips("bob")) == ("no_bet", 1000)


def ghost(at: Table) -> None:
    at.patron("ann", "ask_no_bet")
    at.dealer("start_no_bet")
    at.deals(PLAYER_WINS).settles()


@clause(BOOK, "ghost hands", "irregularities")
@pytest.mark.parametrize(("remedy", "goes_on"), [("play_on", True), ("round_void_and_reshuffle", False)])
def test_ghost_hands_a_burn_is_forgotten_as_before_any_other_round(remedy: str, goes_on: bool) -> None:
    at = Table(BOOK, on_burn_forgotten=remedy)
    at.sits("ann", 1)
    at.prepares(burn=False)
    at.patron("ann", "ask_no_bet")
    at.dealer("start_no_bet")
    assert at.clauses("irregularity_found") == ["irregularities"]
    assert at.names()[-1] == ("round_started" if goes_on else "new_shoe_due")
    assert at.preparing() == ([] if goes_on else ["shuffle", "cut", "load", "burn"])


@clause(BOOK, "ghost hands", "ruling 17")
def test_ghost_hands_up_to_the_houses_maximum_in_a_row_or_per_shoe() -> None:
    over = ("no_bet_not_possible", "washington ghost hands")
    row = table(ghost_limit=2, ghost_counting="in_a_row")
    ghost(row)
    ghost(row)
    assert refused(lambda: row.patron("ann", "ask_no_bet")) == over
    row.round(PLAYER_WINS, player=10)
    ghost(row)
    shoe = table(ghost_limit=2, ghost_counting="per_shoe")
    ghost(shoe)
    shoe.round(PLAYER_WINS, player=10)
    ghost(shoe)
    shoe.round(PLAYER_WINS, player=10)
    assert refused(lambda: shoe.patron("ann", "ask_no_bet")) == over
    shoe.operator("replace_cards")
    shoe.prepares()
    ghost(shoe)
    none = table(ghost_hands="no")
    assert refused(lambda: none.patron("ann", "ask_no_bet")) == over


def void_hand(at: Table) -> None:
    """A seen excess card, and the hand without wagers that it begins: 9 from 9c."""
    at.bets("ann", "player", 10)
    at.deals(PLAYER_WINS).draws("9c", DrawTo.EXCESS)
    at.settles()
    at.dealer("start_no_bet")
    at.deals("2d Kh 3s").turns().settles()


@clause(BOOK, "ghost hands", "irregularities")
def test_ghost_hands_a_void_hand_is_none_of_those_that_patrons_ask_for() -> None:
    over = ("no_bet_not_possible", "washington ghost hands")
    shoe = table(ghost_limit=1, ghost_counting="per_shoe")
    void_hand(shoe)
    ghost(shoe)
    assert refused(lambda: shoe.patron("ann", "ask_no_bet")) == over
    row = table(ghost_limit=2, ghost_counting="in_a_row")
    ghost(row)
    row.draws("9c", DrawTo.EXCESS)
    row.dealer("start_no_bet")
    row.deals("2d Kh 3s").settles()
    ghost(row)
    assert refused(lambda: row.patron("ann", "ask_no_bet")) == over, "the void hand between them ends no row"


@clause(BOOK, "ghost hands", "5")
def test_ghost_hands_lie_face_up_third_cards_included_and_void_hands_as_the_table_deals() -> None:
    at = table(dealing="down", third_cards_up="no")
    at.patron("ann", "ask_no_bet")
    at.dealer("start_no_bet")
    for card in ("2s", "3h", "Ks", "Kd", "4c"):
        at.draws(card)
        assert "irregularity_found" not in at.names()
    at.draws(None, face_up=False)
    assert at.clauses("irregularity_found") == ["ghost hands"]
    void = table(dealing="down")
    void.draws("9c", DrawTo.EXCESS)
    void.dealer("start_no_bet")
    void.draws(None, face_up=False)
    assert "irregularity_found" not in void.names()
    void.draws("Kh")
    assert void.clauses("irregularity_found") == ["5"]


@clause(BOOK, "ghost hands")
def test_ghost_hands_that_were_asked_for_are_started_by_the_dealer_and_a_supervisor_is_told_so() -> None:
    at = table()
    at.patron("ann", "ask_no_bet")
    with pytest.raises(Refused, match="is started by the dealer"):
        at.supervisor("start_no_bet")


BINDS = {
    Irregularity.PLACEMENT_ERROR_FOUND_LATE: "ruling 25",
}


@clause(BOOK, "irregularities")
@pytest.mark.parametrize(
    "irregularity",
    [one for one in Irregularity if one.has_remedy and one is not Irregularity.IMPOSSIBLE_CARD],
)
def test_irregularities_the_table_does_not_open_while_a_procedure_is_missing(irregularity: Irregularity) -> None:
    number = BINDS.get(irregularity, "irregularities")
    missing = {irregularity.parameter: "none"}
    assert refused(lambda: Table(BOOK, **missing)) == ("controls_incomplete", f"washington {number}")


@clause(BOOK, "irregularities")
def test_irregularities_the_house_chooses_from_all_answers() -> None:
    at = table(on_excess_card_seen="round_void")
    at.bets("ann", "player", 100)
    at.deals(PLAYER_WINS)
    at.draws("5c", DrawTo.EXCESS)
    assert at.names() == ["irregularity_found", "card_put_aside", "wager_returned", "round_ended"]
    assert at.clauses("irregularity_found") == ["irregularities"]
    assert (at.chips("ann"), at.now.rounds[-1].void) == (1000, True)


@clause(BOOK, "immaterial changes")
@pytest.mark.parametrize(
    ("key", "value", "number"),
    [
        ("patrons_per_area", "2", "3"),
        ("gallery_lines", "9", "4d"),
        ("areas_per_patron", "10", "4e"),
        ("commission", "6%", "8"),
        ("tie_odds", "7:1", "8"),
        ("ghost_face_up", "no", "ghost hands"),
        ("decks", "1", "1"),
    ],
)
def test_immaterial_changes_none_alters_what_a_clause_enforces(key: str, value: str, number: str) -> None:
    assert refused(lambda: Table(BOOK, **{key: value})) == (f"{key}_not_allowed", f"washington {number}")
    at = table()
    if key != "decks":
        assert refused(lambda: at.notice(**{key: value})) == (f"{key}_not_allowed", f"washington {number}")


@clause(BOOK, "immaterial changes")
def test_immaterial_changes_are_documented_in_the_rules_of_the_table() -> None:
    plain, own = table(), table(call_tie="Stand-off")
    assert plain.now.rules.digest != own.now.rules.digest
    at = table()
    at.notice(call_tie="Stand-off")
    at.round(PLAYER_WINS, player=10)
    assert at.now.rules.digest == own.now.rules.digest
    at.round(TIE, player=10)
    assert at.said() == ["Stand-off"]


@clause(BOOK, "ruling 16", "ruling 25")
def test_ruling_16_void_rounds_and_wagers_go_back_and_what_is_not_covered_is_debt() -> None:
    at = table()
    at.round(BANKER_WINS, banker=100)
    at.operator("void_round", round=1, reason=VoidReason.FRAUD)
    assert (at.chips("ann"), at.commission()) == (1000, 0)
    at.round(PLAYER_WINS, player=1000)
    at.round(BANKER_WINS, player=1000)
    at.round(BANKER_WINS, player=600)
    at.supervisor("report_placement_error", round=2)
    assert at.clauses("round_voided") == ["ruling 25"]
    assert (at.chips("ann"), at.debt("ann")) == (0, 600)
    at.operator("void_wager", round=4, patron="ann", area="1", wager="player", broke="3")
    assert at.clauses("wager_voided") == ["ruling 16"]
    assert (at.chips("ann"), at.debt("ann")) == (600, 600)


@clause(BOOK, "ruling 10")
def test_ruling_10_wagers_go_back_before_a_round_without_wagers() -> None:
    at = table(standoff="stays")
    at.bets("ann", "player", 100)
    at.deals("6c 6d Kh Ks").draws("5c", DrawTo.EXCESS)
    at.settles()
    assert at.lying() == {"ann 1 player": 100}
    at.dealer("start_no_bet")
    assert (at.lying(), at.chips("ann")) == ({}, 1000)


@clause(BOOK, "ruling 10", "ruling 24")
def test_ruling_10_what_stayed_may_be_taken_back_before_a_round_without_wagers() -> None:
    at = table(standoff="stays")
    at.bets("ann", "player", 100)
    at.deals("6c 6d Kh Ks").draws("5c", DrawTo.EXCESS)
    at.settles()
    assert refused(lambda: at.bets("ann", "player", 10)) == ("no_bets_this_hand", "washington irregularities")
    more = (SlipStake(area="1", wager="player", amount=15_000),)
    code = "no_bets_this_hand"
    assert refused(lambda: at.patron("ann", "bet_slip", round=2, stakes=more))[0] == code
    at.patron("ann", "bet_slip", round=2, stakes=())
    assert (at.lying(), at.chips("ann")) == ({}, 1000)
    at.dealer("start_no_bet")
    assert "wager_returned" not in at.names()


@clause(BOOK, "ruling 12")
def test_ruling_12_a_void_round_counts_to_the_cutting_card() -> None:
    at = table()
    at.bets("ann", "player", 100)
    at.deals("9c")
    at.dealer("draw_cutting_card")
    at.operator("void_round", round=1, reason=VoidReason.IMPRACTICAL)
    assert (at.said(), at.preparing()) == (["Last hand"], [])
    at.round(PLAYER_WINS, player=10)
    assert at.preparing() == ["shuffle", "cut", "load", "burn"]


@clause(BOOK, "irregularities")
def test_irregularities_banker_draws_the_next_card_where_the_house_keeps_players_in_error_for_the_next_round() -> None:
    at = table(on_player_card_in_error="first_of_next_round")
    at.bets("ann", "player", 100)
    at.deals("6c 2d Kh Ks")
    at.draws("4c", DrawTo.PLAYER)
    at.draws("5c")
    assert at.hands() == ("6C KH", "2D KS 5C")
    at.settles()
    assert [str(one.card.card) for one in at.now.excess] == ["4C"]
