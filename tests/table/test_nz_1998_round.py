"""New Zealand at the table: opening, shoe, deal, settlement, irregularities (sections 6 to 11)."""

import pytest

from puntobanco.coup.irregularity import Irregularity
from puntobanco.rulebooks.facts import Result
from puntobanco.table.events import StageSettled
from puntobanco.table.model import DrawTo, Preparation, VoidReason
from puntobanco.values.cards import Card
from puntobanco.values.replace import changed
from tests.marks import clause
from tests.table.helpers import BANKER, BANKER_WINS, PLAYER, PLAYER_WINS, TIE, Table, refused

BOOK = "nz-1998"


def table(*patrons: str, **choices: object) -> Table:
    return Table.ready(BOOK, dict.fromkeys(patrons or ("ann",), 1000), **choices)


def in_play(**choices: object) -> Table:
    at = table(**choices)
    at.bets("ann", "player", 100)
    at.calls()
    return at


OPENING = ["dealer_inspection", "supervisor_inspection", "spread", "wash", "shuffle", "cut", "load", "burn"]


@clause(BOOK, "6.1", "6.2", "6.3", "7.1")
def test_6_1_both_inspect_then_the_cards_are_spread_for_the_first_patron_and_washed() -> None:
    at = Table(BOOK)
    assert at.preparing() == OPENING
    at.supervisor("inspect_cards")
    assert refused(lambda: at.supervisor("inspect_cards")) == ("out_of_order", "nz-1998 6.1")
    assert refused(lambda: at.dealer("spread_cards")) == ("out_of_order", "nz-1998 6.2")
    at.dealer("inspect_cards")
    assert refused(lambda: at.dealer("wash_cards")) == ("out_of_order", "nz-1998 6.3")
    at.dealer("spread_cards")
    assert at.clauses("preparation_done") == ["6.2"]
    assert refused(lambda: at.dealer("wash_cards")) == ("nobody_inspected", "nz-1998 6.3"), "no patron has come yet"
    at.stands("ann")
    assert refused(lambda: at.dealer("shuffle")) == ("out_of_order", "nz-1998 6.3")
    at.dealer("wash_cards")
    assert at.clauses("preparation_done") == ["6.3"]
    at.dealer("shuffle")


@clause(BOOK, "7.1")
def test_7_1_d_the_cards_are_shuffled_when_play_resumes_at_a_table_that_was_empty() -> None:
    at = table()
    at.patron("ann", "cash_out", amount=100_000)
    at.patron("ann", "leave_table")
    at.stands("bob")
    assert at.clauses("new_shoe_due") == ["7.1"]
    assert at.preparing() == ["shuffle", "cut", "load", "burn"]
    at.prepares()
    at.stands("cyd")
    assert at.preparing() == [], "once"


@clause(BOOK, "7.1")
def test_7_1_d_holds_when_the_last_patron_left_after_the_shuffle_or_during_a_void_hand() -> None:
    at = Table(BOOK)
    at.stands("ann")
    at.prepares(until=Preparation.BURN)
    at.patron("ann", "cash_out", amount=100_000)
    at.patron("ann", "leave_table")
    at.stands("bob")
    assert at.preparing() == ["shuffle", "cut", "load", "burn"]
    at.prepares()
    at.draws("5c", DrawTo.EXCESS)
    at.dealer("start_no_bet")
    at.patron("bob", "cash_out", amount=100_000)
    at.patron("bob", "leave_table")
    at.stands("cyd")
    at.deals("2d 4h 3s").settles()
    assert at.preparing() == ["shuffle", "cut", "load", "burn"]


@clause(BOOK, "7.2")
def test_7_2_the_cut_is_offered_clockwise_until_somebody_takes_it() -> None:
    at = Table(BOOK)
    at.sits("bob", 5)
    at.sits("ann", 2)
    at.stands("cyd")
    at.prepares(until=Preparation.CUT)
    assert refused(lambda: at.dealer("offer_cut", patron="bob")) == ("cut_out_of_turn", "nz-1998 7.2")
    assert refused(lambda: at.dealer("offer_cut", patron="cyd")) == ("cut_out_of_turn", "nz-1998 7.2")
    at.dealer("offer_cut", patron="ann")
    at.patron("ann", "decline_cut")
    assert refused(lambda: at.dealer("cut", at=200)) == ("cut_not_yours", "nz-1998 7.2")
    at.dealer("offer_cut", patron="bob")
    at.patron("bob", "cut", at=52)


@clause(BOOK, "7.2", "7.3")
def test_7_2_any_staff_cut_when_nobody_wants_to() -> None:
    at = Table(BOOK)
    at.sits("ann", 2)
    at.prepares(until=Preparation.CUT)
    at.dealer("offer_cut", patron="ann")
    at.patron("ann", "decline_cut")
    assert refused(lambda: at.dealer("cut", at=51)) == ("cut_not_allowed", "nz-1998 7.3")
    assert refused(lambda: at.supervisor("cut", at=365)) == ("cut_not_allowed", "nz-1998 7.3")
    at.dealer("cut", at=364)


@clause(BOOK, "7.4", "7.5")
@pytest.mark.parametrize(("first", "more"), [("Ac", 1), ("7d", 7), ("Th", 10), ("Ks", 10)])
def test_7_4_the_first_card_is_shown_and_as_many_follow_face_down(first: str, more: int) -> None:
    at = Table(BOOK)
    at.stands("ann")
    at.prepares(until=Preparation.BURN)
    at.draws(first)
    for _ in range(more):
        assert at.preparing() == ["burn"]
        at.draws(None, face_up=False)
    assert (at.preparing(), at.now.shoe.burned, at.clauses("card_burned")) == ([], 1 + more, ["7.4"])


@clause(BOOK, "7.6")
def test_7_6_the_cards_are_replaced_as_a_set_between_rounds_and_the_opening_begins_again() -> None:
    at = in_play()
    assert refused(lambda: at.operator("replace_cards")) == ("not_between_rounds", "nz-1998 7.6")
    at.deals(PLAYER_WINS).settles()
    assert refused(lambda: at.operator("replace_cards", faces=(Card.parse("4c"),))) == (
        "whole_set_only",
        "nz-1998 7.6",
    )
    at.operator("replace_cards")
    assert at.preparing() == OPENING


@clause(BOOK, "8.1", "8.2", "8.3", "8.5")
def test_8_5_face_up_the_counts_are_announced_player_first() -> None:
    at = in_play()
    assert at.said() == ["No more bets"]
    at.deals("4c 2d Kh")
    assert at.said() == []
    at.deals("3s")
    assert (at.hands(), at.said()) == (("4C KH", "2D 3S"), ["Player 4, Banker 5"])


@clause(BOOK, "8.4", "8.6")
def test_8_6_face_down_all_four_are_and_player_is_turned_first() -> None:
    at = in_play(dealing="down")
    for _ in range(4):
        at.draws(None, face_up=False)
        assert at.names() == ["card_dealt"]
    four, five = (Card.parse("4c"), Card.parse("Kh")), (Card.parse("2d"), Card.parse("3s"))
    assert refused(lambda: at.dealer("expose", hand=BANKER, cards=five)) == ("not_to_expose_now", "nz-1998 8.6")
    assert refused(lambda: at.draws("4c")) == ("expose_first", "nz-1998 8.6")
    at.dealer("expose", hand=PLAYER, cards=four)
    assert at.said() == []
    at.dealer("expose", hand=BANKER, cards=five)
    assert at.said() == ["Player 4, Banker 5"]


@clause(BOOK, "9.6")
def test_9_6_third_cards_are_dealt_face_up_at_a_face_down_table_too() -> None:
    at = in_play(dealing="down")
    at.deals("4c 2d Kh 3s").turns()
    at.draws(None, face_up=False)
    assert (at.names(), at.clauses("irregularity_found")) == (["irregularity_found", "card_dealt"], ["9.6"])
    at.turns_one(PLAYER, cards="2h")
    assert at.hands() == ("4C KH 2H", "2D 3S")


@clause(BOOK, "9.7", "9.1", "11.2")
def test_9_7_no_hand_gets_a_fourth_card() -> None:
    at = in_play()
    at.deals("Kc 2d Kh 3s 2c")
    at.draws("8c", DrawTo.PLAYER)
    assert (at.hands(), at.clauses("excess_card_kept")) == (("KC KH 2C", "2D 3S"), ["11.2"])
    at.settles()


@clause(BOOK, "9.8", "7.1")
def test_9_8_a_cutting_card_inside_a_round_leaves_one_more() -> None:
    at = in_play()
    at.deals("9c")
    at.dealer("draw_cutting_card")
    assert at.said() == []
    at.deals("2d Kh 3s").settles()
    assert at.said() == ["Player 9, Banker 5, Player wins", "Last hand"]
    at.round(TIE, player=5)
    assert at.preparing() == ["shuffle", "cut", "load", "burn"], "a tie adds nothing here"
    assert refused(lambda: at.draws("4c")) == ("shoe_not_in_use", "nz-1998 7.1")


@clause(BOOK, "9.9", "7.1")
def test_9_9_a_cutting_card_as_first_card_makes_this_round_the_last() -> None:
    at = in_play()
    at.dealer("draw_cutting_card")
    assert at.said() == ["Last hand"]
    at.deals(PLAYER_WINS).settles()
    assert at.said() == ["Player 9, Banker 5, Player wins"]
    assert at.preparing() == ["shuffle", "cut", "load", "burn"]


@clause(BOOK, "9.8", "3.4")
def test_9_8_only_the_first_of_two_cutting_cards_counts() -> None:
    at = in_play()
    at.deals("9c")
    at.dealer("draw_cutting_card")
    at.deals("2d Kh 3s").settles()
    at.bets("ann", "player", 5)
    at.dealer("draw_cutting_card")
    assert refused(lambda: at.dealer("draw_cutting_card")) == ("no_cutting_card", "nz-1998 3.4")
    at.plays(PLAYER_WINS)
    assert at.preparing() == ["shuffle", "cut", "load", "burn"]


@clause(BOOK, "10.1")
@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("4c 2d Kh 3s 2h", "Player 6, Banker 5, Player wins"),
        (BANKER_WINS, "Player 2, Banker 9, Banker wins"),
        (TIE, "Tie Hand"),
    ],
)
def test_10_1_final_counts_and_the_winning_hand_are_announced(cards: str, words: str) -> None:
    at = table()
    at.bets("ann", "player", 100)
    at.plays(cards)
    assert at.said() == [words]


@clause(BOOK, "10.2")
def test_10_2_the_result_is_announced_then_losers_are_collected_and_winners_paid() -> None:
    at = table("ann", "bob")
    at.bets("ann", "player", 100)
    at.bets("bob", "banker", 100)
    at.plays(PLAYER_WINS)
    assert at.names() == ["announced", "stage_settled", "round_ended"]
    (settled,) = (event for event in at.events if isinstance(event, StageSettled))
    assert [(line.patron, line.outcome.value) for line in settled.wagers] == [("bob", "lost"), ("ann", "won")]


@clause(BOOK, "11.1")
def test_11_1_a_third_card_to_player_without_right_is_bankers_if_banker_must_draw() -> None:
    at = in_play()
    at.deals("6c 5d Kh Ks")
    at.draws("4c", DrawTo.PLAYER)
    assert (at.hands(), at.clauses("irregularity_found")) == (("6C KH", "5D KS 4C"), ["11.1"])
    drew = in_play()
    drew.deals("4c 5d Kh Ks 4h")
    drew.draws("2c", DrawTo.PLAYER)
    assert drew.hands() == ("4C KH 4H", "5D KS 2C")


@clause(BOOK, "11.1", "9.2", "9.5")
@pytest.mark.parametrize(
    ("cards", "player_turned"), [("7c 6d Kh Ks", False), ("7c 6d Kh Ks", True), ("8c 2d Kh Ks", False)]
)
def test_11_1_b_an_unseen_card_before_player_stays_unseen_and_starts_a_normal_round(
    cards: str, player_turned: bool
) -> None:
    at = in_play(dealing="down")
    at.deals(cards)
    if player_turned:
        at.turns_one(PLAYER)
    at.draws(None, DrawTo.PLAYER, face_up=False)
    assert at.clauses("irregularity_found") == ["8.6"]
    at.turns()
    assert at.clauses("irregularity_found") == ["11.1"]
    assert (at.now.excess[0].card.face_up, at.now.no_bet_owed) == (False, False), "only the first four were turned"
    at.settles()
    at.bets("ann", "player", 100)
    at.calls()
    assert at.clauses("card_dealt") == ["11.1"]


@clause(BOOK, "11.1", "9.5", "9.6")
def test_11_1_a_an_unseen_card_before_player_becomes_bankers_once_the_hands_are_turned() -> None:
    at = in_play(dealing="down")
    at.deals("7c 5d Kh Ks")
    at.draws(None, DrawTo.PLAYER, face_up=False)
    at.turns()
    assert at.names() == ["hand_exposed", "announced", "irregularity_found", "card_dealt"]
    assert (at.clauses("irregularity_found"), at.clauses("card_dealt")) == (["11.1"], ["11.1"])
    at.turns_one(BANKER, cards="2c")
    assert (at.hands(), at.clauses("hand_exposed")) == (("7C KH", "5D KS 2C"), ["9.6"])
    at.settles()
    assert at.now.rounds[-1].result is Result.TIE


@clause(BOOK, "11.1", "8.6")
@pytest.mark.parametrize("player_turned", [False, True])
def test_11_1_a_a_seen_card_before_the_turn_is_bankers_without_a_supervisor_and_the_counts_are_announced(
    player_turned: bool,
) -> None:
    at = in_play(dealing="down")
    at.deals("6c 5d Kh Ks")
    if player_turned:
        at.turns_one(PLAYER)
    at.draws("3h", DrawTo.PLAYER)
    at.turns()
    assert (at.said(), at.clauses("announced")) == (["Player 6, Banker 5"], ["8.6"])
    assert at.hands() == ("6C KH", "5D KS 3H")
    at.settles()


@clause(BOOK, "11.1")
def test_11_1_b_a_seen_card_before_the_turn_that_nobody_draws_starts_a_void_hand() -> None:
    at = in_play(dealing="down")
    at.deals("7c 6d Kh Ks")
    at.draws("3h", DrawTo.PLAYER)
    at.turns().settles()
    assert refused(lambda: at.bets("ann", "player", 100)) == ("no_bets_this_hand", "nz-1998 11.1")


@clause(BOOK, "9.3", "9.6")
def test_9_3_a_card_before_its_time_is_players_where_player_has_to_draw() -> None:
    at = in_play(dealing="down")
    at.deals("5c 7d Kh Ks")
    at.draws("2h", DrawTo.PLAYER)
    assert [one.irregularity for one in at.now.irregularities] == [Irregularity.THIRD_CARD_BEFORE_TURN]
    at.turns()
    assert (at.hands(), at.clauses("card_dealt")) == (("5C KH 2H", "7D KS"), ["9.3"])
    at.settles()
    assert [one.irregularity for one in at.now.irregularities] == [Irregularity.THIRD_CARD_BEFORE_TURN], "none in error"


@clause(BOOK, "11.1", "9.3", "9.4")
def test_11_1_of_two_cards_before_their_time_the_second_one_is_in_error_as_soon_as_the_hands_are_turned() -> None:
    at = in_play(dealing="down")
    at.deals("2s Kh Ks 3h")
    for _ in range(2):
        at.draws(None, DrawTo.PLAYER, face_up=False)
    at.turns_one(PLAYER)
    at.turns_one(BANKER)
    assert at.names() == ["hand_exposed", "announced", "irregularity_found", "card_dealt"]
    assert (at.clauses("irregularity_found"), at.clauses("card_dealt")) == (["11.1"], ["9.3"])
    at.turns_one(PLAYER, cards="4c")
    assert (at.names(), at.clauses("card_dealt")) == (["hand_exposed", "card_dealt"], ["11.1"])
    at.turns_one(BANKER, cards="5c")
    assert at.hands() == ("2S KS 4C", "KH 3H 5C")


@clause(BOOK, "11.1", "ruling 28")
def test_11_1_a_card_that_was_players_by_a_wrong_face_is_in_error_when_that_is_put_right() -> None:
    """Player's 6 was keyed in as 5; banker's 5 draws."""
    at = in_play(dealing="down")
    first = at.now.shoe.out + 1
    at.deals("5c 5d Kh Ks")
    at.draws("2h", DrawTo.PLAYER)
    at.turns()
    assert at.hands() == ("5C KH 2H", "5D KS")
    at.supervisor("correct_card", card=Card.parse("6c"), place=first)
    assert at.hands() == ("6C KH", "5D KS 2H")
    assert at.clauses("irregularity_found") == ["11.1"]
    assert [one.irregularity for one in at.now.irregularities][1:] == [Irregularity.PLAYER_CARD_IN_ERROR]


@clause(BOOK, "11.6", "11.2", "8.6")
def test_11_6_an_unseen_card_before_banker_is_put_right_without_being_turned() -> None:
    at = in_play(dealing="down")
    at.deals("7c 6d Kh Ks")
    at.draws(None, DrawTo.BANKER, face_up=False)
    assert at.clauses("irregularity_found")[0] == "11.6"
    at.turns()
    assert at.said() == ["Player 7, Banker 6"]
    at.supervisor("reconstruct")
    assert (at.said(), at.hands()) == ([], ("7C KH", "6D KS")), "the counts are announced once"
    assert [one.card.face_up for one in at.now.excess] == [False]
    at.settles()
    at.bets("ann", "player", 100)


@clause(BOOK, "11.6", "8.6")
def test_11_6_cards_out_of_sequence_are_not_turned_before_they_are_put_right() -> None:
    at = Table.ready(BOOK, dealing="down")
    at.bets("ann", "player", 100)
    at.calls()
    at.draws(None, DrawTo.BANKER, face_up=False)
    assert refused(lambda: at.turns_one(BANKER, cards="9s")) == ("not_to_expose_now", "nz-1998 11.6")


@clause(BOOK, "8.6", "4.3")
def test_8_6_a_hand_that_lies_face_up_is_not_turned_again() -> None:
    at = Table.ready(BOOK, dealing="down")
    at.bets("ann", "player", 100)
    at.calls()
    at.deals("9s 2s Ks 3s")
    assert refused(lambda: at.turns_one(BANKER, cards="2s 3s")) == ("not_to_expose_now", "nz-1998 8.6")
    at.turns_one(PLAYER)
    assert refused(lambda: at.turns_one(PLAYER, cards="9s Ks")) == ("not_to_expose_now", "nz-1998 4.3")


@clause(BOOK, "8.6", "11.6", "ruling 28")
def test_8_6_counts_that_a_correction_changes_are_announced_anew_also_beside_a_card_out_of_sequence() -> None:
    at = in_play(dealing="down")
    at.deals("7c 6d Kh Ks")
    at.draws("2h", DrawTo.BANKER)
    at.turns()
    assert at.said() == ["Player 7, Banker 6"]
    at.supervisor("correct_card", card=Card.parse("3h"), place=at.now.shoe.out)
    assert at.said() == [], "the fifth card counts for nobody yet"
    at.supervisor("correct_card", card=Card.parse("5c"), place=at.now.shoe.out - 4)
    assert at.said() == ["Player 5, Banker 6"]
    at.supervisor("reconstruct")
    assert (at.said(), at.hands()) == ([], ("5C KH 3H", "6D KS"))


@clause(BOOK, "11.1", "11.2", "ruling 10")
def test_11_2_a_seen_excess_card_starts_a_void_hand_after_which_play_is_normal() -> None:
    at = in_play()
    at.deals("6c 6d Kh Ks")
    at.draws("4c", DrawTo.PLAYER)
    at.settles()
    assert at.lying() == {"ann 1 player": 100}, "the wager stays after the tie"
    assert refused(at.calls) == ("no_bets_this_hand", "nz-1998 11.1")
    at.dealer("start_no_bet")
    assert (at.said(), at.lying(), at.chips("ann")) == (["No bets this hand"], {}, 1000)
    assert at.clauses("announced") == ["11.1"]
    at.deals("2d Kh 7s").settles()
    at.round(PLAYER_WINS, player=100)
    assert at.chips("ann") == 1100


@clause(BOOK, "9.8", "11.2", "ruling 32")
def test_9_8_the_last_round_is_dealt_before_the_shuffle_also_if_a_seen_card_starts_it() -> None:
    at = in_play()
    at.deals("9c")
    at.dealer("draw_cutting_card")
    at.deals("2d Kh 3s")
    at.draws("5c", DrawTo.EXCESS)
    at.settles()
    assert refused(lambda: at.dealer("shuffle")) == ("round_is_owed", "nz-1998 11.2")
    at.dealer("start_no_bet")
    at.deals("2d 4h 3s").settles()
    assert at.preparing()[0] == "shuffle"


@clause(BOOK, "11.2", "ruling 9")
def test_11_2_an_unseen_excess_card_starts_the_next_round_unless_the_cards_are_shuffled() -> None:
    at = in_play()
    at.deals(PLAYER_WINS)
    at.draws(None, DrawTo.EXCESS, face_up=False)
    at.settles()
    assert len(at.now.excess) == 1
    shuffled = in_play()
    shuffled.dealer("draw_cutting_card")
    shuffled.deals(PLAYER_WINS)
    shuffled.draws("5c", DrawTo.EXCESS)
    shuffled.settles()
    shuffled.prepares()
    assert (shuffled.now.excess, shuffled.now.no_bet_owed) == ((), False)
    at.bets("ann", "player", 5)
    at.calls()
    assert at.names() == ["announced", "round_started", "card_dealt"]


@clause(BOOK, "11.3", "ruling 10")
def test_11_3_a_first_card_found_face_up_makes_the_round_a_void_hand() -> None:
    at = in_play(dealing="down")
    at.draws("9c", found_face_up=True)
    assert at.names() == ["irregularity_found", "wager_returned", "announced", "round_became_void_hand", "card_dealt"]
    assert (at.said(), at.clauses("irregularity_found"), at.chips("ann")) == (["No bets this hand"], ["11.3"], 1000)
    at.deals("2d Kh 3s").turns().settles()
    assert at.chips("ann") == 1000


@clause(BOOK, "11.4")
def test_11_4_a_later_card_found_face_up_is_used_in_its_round() -> None:
    at = in_play(dealing="down")
    at.deals("9c 2d")
    at.draws("Kh", found_face_up=True)
    assert at.clauses("irregularity_found") == ["11.4"]
    at.deals("3s").turns().settles()
    assert at.chips("ann") == 1100


@clause(BOOK, "11.5", "ruling 16")
def test_11_5_too_few_cards_void_the_round_and_everything_is_reshuffled() -> None:
    at = in_play()
    at.deals("9c 2d Kh")
    at.runs_out()
    at.dealer("report_empty")
    assert at.clauses("irregularity_found") == ["11.5"]
    assert (at.chips("ann"), at.lying()) == (1000, {})
    assert at.preparing() == ["shuffle", "cut", "load", "burn"]


@clause(BOOK, "11.6", "ruling 15", "8.5")
def test_11_6_cards_out_of_sequence_are_reconstructed_and_then_counted() -> None:
    at = in_play()
    at.deals("4c 2d Kh")
    at.draws("3s", DrawTo.PLAYER)
    assert (at.hands(), at.said()) == (("4C KH 3S", "2D"), [])
    at.supervisor("reconstruct")
    assert at.hands() == ("4C KH", "2D 3S")
    assert at.said() == ["Player 4, Banker 5"]


@clause(BOOK, "11.7")
def test_11_7_an_initial_deal_beyond_repair_is_void() -> None:
    at = in_play()
    assert refused(lambda: at.supervisor("declare_beyond_repair")) == ("nothing_to_reconstruct", "nz-1998 11.7")
    at.deals("4c")
    at.draws("3s", DrawTo.PLAYER)
    at.supervisor("declare_beyond_repair")
    assert (at.clauses("irregularity_found"), at.chips("ann"), at.now.rounds[-1].void) == (["11.7"], 1000, True)
    later = in_play()
    later.deals("4c 2d Kh 3s")
    later.draws("3s", DrawTo.BANKER)
    assert refused(lambda: later.supervisor("declare_beyond_repair")) == ("nothing_to_reconstruct", "nz-1998 11.7")


@clause(BOOK, "11.8")
def test_11_8_a_forgotten_burn_changes_nothing() -> None:
    at = Table(BOOK)
    at.sits("ann", 1)
    at.prepares(burn=False)
    at.bets("ann", "player", 100)
    at.calls()
    assert at.clauses("irregularity_found") == ["11.8"]
    at.deals(PLAYER_WINS).settles()
    assert at.chips("ann") == 1100


@clause(BOOK, "ruling 12")
def test_ruling_12_a_void_round_is_a_round_to_the_cutting_card() -> None:
    at = in_play()
    at.deals("4c")
    at.dealer("draw_cutting_card")
    at.draws("3s", DrawTo.PLAYER)
    at.supervisor("declare_beyond_repair")
    assert at.said() == ["Last hand"]
    at.round(PLAYER_WINS, player=5)
    assert at.preparing() == ["shuffle", "cut", "load", "burn"]


@clause(BOOK, "ruling 16", "ruling 25")
def test_ruling_25_no_finished_round_is_voided_later() -> None:
    at = table()
    at.round(PLAYER_WINS, player=100)
    at.bets("ann", "player", 100)
    at.calls()
    at.deals("2c")
    at.supervisor("report_placement_error", round=1)
    assert at.names() == ["irregularity_found", "error_recorded"]
    for reason in VoidReason:
        assert refused(lambda: at.operator("void_round", round=1, reason=reason)) == (  # noqa: B023
            "no_power_to_void",
            "nz-1998 ruling 25",
        )
    at.patron("ann", "raise_dispute", text="the cards were wrong")
    at.operator("decide_dispute", number=1, decision="noted")
    assert at.chips("ann") == 1000
    void = {"round": 1, "patron": "ann", "area": "1", "wager": "player", "broke": "5.10"}
    assert refused(lambda: at.operator("void_wager", **void)) == ("no_power_over_breach", "nz-1998 ruling 16")


@clause(BOOK, "ruling 26")
def test_ruling_26_no_coups_without_wagers_on_request() -> None:
    at = table()
    assert refused(lambda: at.patron("ann", "ask_no_bet")) == ("no_bet_not_possible", "nz-1998 ruling 26")


@clause(BOOK, "9.9", "11.5", "ruling 27")
def test_the_shuffle_cites_what_ended_the_shoe() -> None:
    first = in_play()
    first.dealer("draw_cutting_card")
    first.deals(PLAYER_WINS).settles()
    assert first.clauses("new_shoe_due") == ["9.9"]
    empty = in_play()
    empty.dealer("draw_cutting_card")
    empty.deals("9c 2d Kh")
    empty.runs_out()
    empty.dealer("report_empty")
    assert empty.clauses("new_shoe_due") == ["11.5"], "the last hand could not be completed"
    nine_aces = in_play()
    nine_aces.deals("2d")
    place, known = Card.parse("As").index, nine_aces.now.shoe.known
    seen = known[:place] + bytes((8,)) + known[place + 1 :]
    nine_aces.state = changed(nine_aces.now, shoe=changed(nine_aces.now.shoe, known=seen))
    nine_aces.draws("As")
    assert nine_aces.clauses("new_shoe_due") == ["ruling 27"]


@clause(BOOK, "11.1", "11.2", "11.3")
@pytest.mark.parametrize(("number", "to"), [("11.1", DrawTo.PLAYER), ("11.2", DrawTo.EXCESS)])
def test_11_2_a_wager_during_a_void_hand_is_refused_by_what_made_it_one(number: str, to: DrawTo) -> None:
    at = in_play()
    at.deals("7c 6d Kh Ks")
    at.draws("4c", to)
    at.settles()
    at.dealer("start_no_bet")
    assert refused(lambda: at.bets("ann", "player", 100)) == ("wagers_closed", f"nz-1998 {number}")
    found = in_play()
    found.draws("9c", found_face_up=True)
    assert refused(lambda: found.bets("ann", "player", 100)) == ("wagers_closed", "nz-1998 11.3")


@clause(BOOK, "11.1", "11.2")
def test_11_1_b_a_wager_during_a_void_hand_is_refused_by_what_made_it_one_not_by_what_went_wrong_since() -> None:
    at = in_play(dealing="down")
    at.deals("7c 6d Kh Ks")
    at.draws("4c", DrawTo.PLAYER)
    at.turns().settles()
    at.dealer("start_no_bet")
    closed = ("wagers_closed", "nz-1998 11.1")
    assert refused(lambda: at.bets("ann", "player", 100)) == closed
    for card in ("6d", "3h", "Ks"):
        at.draws(card)
    at.draws("5h", DrawTo.EXCESS)
    assert at.clauses("excess_card_kept") == ["11.2"]
    assert refused(lambda: at.bets("ann", "player", 100)) == closed


@clause(BOOK, "11.2", "11.6")
def test_11_2_b_a_card_left_over_by_reconstruction_makes_a_void_hand_by_the_rule_for_excess_cards() -> None:
    at = in_play(dealing="down")
    at.deals("7c 6d Kh Ks")
    at.draws("4c", DrawTo.BANKER)
    at.turns()
    at.supervisor("reconstruct")
    at.settles()
    assert refused(lambda: at.bets("ann", "player", 100)) == ("no_bets_this_hand", "nz-1998 11.2")
    at.dealer("start_no_bet")
    assert (at.clauses("announced"), at.clauses("round_started")) == (["11.2"], ["11.2"])


@clause(BOOK, "11.2", "ruling 28")
def test_11_2_b_a_card_left_over_by_a_correction_makes_a_void_hand_by_the_rule_for_excess_cards() -> None:
    at = in_play()
    at.deals("7c 5d Kh Ks 4c")
    at.supervisor("correct_card", card=Card.parse("6d"), place=at.now.shoe.out - 3)
    at.settles()
    assert refused(lambda: at.bets("ann", "player", 100)) == ("no_bets_this_hand", "nz-1998 11.2")
    at.dealer("start_no_bet")
    assert (at.clauses("announced"), at.clauses("round_started")) == (["11.2"], ["11.2"])


@clause(BOOK, "8.2")
def test_8_2_no_card_is_due_before_the_call() -> None:
    at = table()
    assert refused(lambda: at.draws("9c")) == ("no_card_due", "nz-1998 8.2")


@clause(BOOK, "11.6")
def test_11_6_nothing_is_settled_while_cards_lie_out_of_sequence() -> None:
    at = in_play()
    at.deals("8h")
    at.draws("8d", DrawTo.PLAYER)
    assert refused(at.settles) == ("out_of_sequence", "nz-1998 11.6")


@clause(BOOK, "9.2", "9.5")
@pytest.mark.parametrize(
    ("cards", "number"), [("9c 2d Kh 3s", "9.2"), ("7c 6d Kh Ks", "9.5"), ("2c 7d Kh Ks 4c", "9.4")]
)
def test_9_5_a_card_where_both_hands_stand_is_refused_by_the_clause_that_has_them_stand(
    cards: str, number: str
) -> None:
    at = in_play()
    at.deals(cards)
    assert refused(lambda: at.draws("5h")) == ("no_card_due", f"nz-1998 {number}")
