"""The United States house at the table: commission accounts, midi, bonus wagers."""

from decimal import Decimal

from puntobanco.table.model import DrawTo, VoidReason
from tests.marks import clause
from tests.table.helpers import BANKER, BANKER_WINS, PLAYER, PLAYER_WINS, TIE, Table, refused

BOOK = "house-midi"


def table(*patrons: str, **choices: object) -> Table:
    return Table.ready(BOOK, dict.fromkeys(patrons or ("ann",), 1000), **choices)


@clause(BOOK, "betting time", "ruling 2")
def test_betting_time_ends_with_the_call() -> None:
    at = table()
    at.bets("ann", "player", 100)
    at.calls()
    assert at.said() == ["No more bets"]
    closed = ("wagers_closed", "house-midi betting time")
    assert refused(lambda: at.bets("ann", "player", 5)) == closed
    assert refused(lambda: at.withdraws("ann", "player")) == closed
    at.deals(PLAYER_WINS).turns().settles()
    at.bets("ann", "player", 5)


@clause(BOOK, "commission", "bonus wagers")
def test_commission_is_owed_on_banker_wins_and_on_nothing_else() -> None:
    at = table()
    at.round(BANKER_WINS, banker=100, banker_dragon=10)
    assert (at.chips("ann"), at.owes("ann"), at.commission()) == (1110, 5, 0), "a natural 9 pays the bonus 1 to 1"
    at.round(PLAYER_WINS, player=100)
    at.round(TIE, banker=100, tie=10)
    assert (at.chips("ann"), at.owes("ann")) == (1290, 5)


@clause(BOOK, "commission")
def test_commission_is_collected_at_its_interval_on_the_dealers_command() -> None:
    at = table("ann", "bob", commission_every=2)
    at.bets("bob", "banker", 20)
    at.round(BANKER_WINS, banker=100)
    not_due = ("commission_not_due", "house-midi commission")
    assert refused(lambda: at.dealer("collect_commission")) == not_due
    at.round(BANKER_WINS, banker=100)
    at.dealer("collect_commission")
    assert at.clauses("commission_collected") == ["commission", "commission"]
    assert (at.chips("ann"), at.owes("ann"), at.chips("bob"), at.commission()) == (1190, 0, 1019, 11)
    at.round(BANKER_WINS, banker=100)
    assert refused(lambda: at.dealer("collect_commission")) == not_due
    at.round(PLAYER_WINS, banker=100)
    at.dealer("collect_commission")
    assert (at.owes("ann"), at.commission()) == (0, 16)


@clause(BOOK, "commission")
def test_commission_is_collected_at_the_end_of_every_shoe() -> None:
    at = table()
    at.dealer("draw_cutting_card")
    at.round(BANKER_WINS, banker=100)
    assert at.names() == ["stage_settled", "round_ended", "commission_collected", "new_shoe_due"]
    assert (at.chips("ann"), at.owes("ann"), at.commission()) == (1095, 0, 5)
    at.prepares()
    at.round(BANKER_WINS, banker=100)
    at.operator("replace_cards")
    assert at.names() == ["commission_collected", "cards_replaced"], "new cards end the shoe, too"
    assert (at.chips("ann"), at.owes("ann")) == (1190, 0)


@clause(BOOK, "commission", "ruling 19")
def test_ruling_19_commission_is_collected_when_a_patron_cashes_out_or_leaves() -> None:
    at = table()
    at.round(BANKER_WINS, banker=100)
    assert refused(lambda: at.patron("ann", "cash_out", amount=110_000)) == ("not_enough_chips", "house-midi ruling 19")
    at.patron("ann", "cash_out", amount=109_500)
    assert at.names() == ["commission_collected", "cashed_out"]
    assert (at.chips("ann"), at.owes("ann"), at.commission()) == (0, 0, 5)
    at.patron("ann", "leave_table")


@clause(BOOK, "commission", "ruling 19", "ruling 16")
def test_ruling_19_who_cannot_cover_the_commission_leaves_with_a_debt() -> None:
    at = Table.ready(BOOK, {"ann": 100})
    at.round(BANKER_WINS, banker=100)
    at.round(PLAYER_WINS, banker=198)
    assert (at.chips("ann"), at.owes("ann")) == (2, 5)
    assert refused(lambda: at.patron("ann", "cash_out", amount=200))[0] == "not_enough_chips"
    at.patron("ann", "leave_table")
    assert at.names() == ["seat_left", "commission_collected", "patron_left"]
    assert (at.chips("ann"), at.owes("ann"), at.debt("ann"), at.commission()) == (0, 0, 0, 2)
    assert at.commission_debt("ann") == 3


@clause(BOOK, "play")
def test_play_all_four_face_down_player_turned_and_counted_first_by_the_dealer() -> None:
    at = table()
    at.bets("ann", "player", 100)
    at.calls()
    at.deals("9c 2d Kh 3s")
    assert refused(lambda: at.turns_one(PLAYER, "ann")) == ("not_yours_to_expose", "house-midi play")
    assert refused(lambda: at.turns_one(BANKER)) == ("not_to_expose_now", "house-midi play")
    at.turns_one(PLAYER)
    assert at.said() == []
    at.turns_one(BANKER)
    assert at.said() == ["Player 9, Banker 5"]


def midi() -> Table:
    at = table("ann", "bob", "cyd", midi="yes")
    at.bets("ann", "player", 100)
    at.bets("bob", "player", 200)
    at.bets("cyd", "player", 200)
    return at


@clause(BOOK, "midi", "ruling 19")
def test_midi_the_highest_wager_on_a_side_turns_its_cards_of_equal_ones_the_first_placed() -> None:
    at = midi()
    at.calls()
    at.deals("9c 2d Kh 3s")
    for name in ("ann", "cyd", None):
        assert refused(lambda: at.turns_one(PLAYER, name)) == ("not_yours_to_expose", "house-midi midi")  # noqa: B023
    assert refused(lambda: at.patron("ann", "decline_expose", hand=PLAYER))[0] == "not_yours_to_expose"
    at.turns_one(PLAYER, "bob")
    at.turns_one(BANKER)
    at.settles()


@clause(BOOK, "midi", "ruling 19")
def test_midi_the_dealer_turns_what_the_patron_declines() -> None:
    at = midi()
    at.bets("ann", "banker", 50)
    at.calls()
    at.deals("9c 2d Kh 3s")
    at.patron("bob", "decline_expose", hand=PLAYER)
    assert refused(lambda: at.turns_one(PLAYER, "bob")) == ("not_yours_to_expose", "house-midi midi")
    assert refused(lambda: at.turns_one(PLAYER, "cyd")) == ("not_yours_to_expose", "house-midi midi")
    at.turns_one(PLAYER)
    at.turns_one(BANKER, "ann")


@clause(BOOK, "midi", "play")
def test_midi_is_chosen_per_table() -> None:
    at = table(midi="no")
    at.bets("ann", "player", 100)
    at.calls()
    at.deals("9c 2d Kh 3s")
    at.turns_one(PLAYER)


@clause(BOOK, "ruling 19", "bonus wagers")
def test_ruling_19_a_bonus_needs_a_main_wager_that_is_still_there_at_the_call() -> None:
    at = table()
    assert refused(lambda: at.bets("ann", "big_tiger", 5)) == ("bonus_needs_main", "house-midi ruling 19")
    at.bets("ann", "tie", 5)
    at.bets("ann", "big_tiger", 5)
    at.sits("bob", 2)
    at.bets("bob", "player", 5)
    at.withdraws("ann", "tie")
    at.calls()
    assert (at.lying(), at.clauses("wager_returned")) == ({"bob 2 player": 5}, ["ruling 19"])
    free = table(bonus_needs_main="no")
    free.round("2c 6d Kh Ks 2h", small_tiger=5)
    assert free.chips("ann") == 1110


@clause(BOOK, "payout", "ruling 24")
def test_payout_hands_stand_off_on_a_tie() -> None:
    at = table()
    at.round(TIE, banker=100, player=100, tie=10)
    assert (at.chips("ann"), at.owes("ann")) == (1080, 0)


@clause(BOOK, "ruling 3")
def test_ruling_3_one_patron_bets_the_same_hand_in_several_areas() -> None:
    at = table()
    at.bets("ann", "player", 20, area=1)
    at.bets("ann", "player", 30, area=2)
    at.plays(PLAYER_WINS)
    assert at.chips("ann") == 1050


@clause(BOOK, "ruling 10")
def test_ruling_10_wagers_go_back_before_a_round_without_wagers() -> None:
    at = table(standoff="stays")
    at.bets("ann", "player", 100)
    at.calls()
    at.deals("6c 6d Kh Ks").turns().draws("5c", DrawTo.EXCESS)
    at.settles()
    assert at.lying() == {"ann 1 player": 100}
    at.dealer("start_no_bet")
    assert (at.lying(), at.chips("ann")) == ({}, 1000)


@clause(BOOK, "ruling 16", "ruling 25", "commission")
def test_ruling_16_a_void_round_gives_back_commission_owed_or_collected() -> None:
    at = table(commission_every=1)
    at.round(BANKER_WINS, banker=100)
    at.dealer("collect_commission")
    at.round(BANKER_WINS, banker=200)
    assert (at.chips("ann"), at.owes("ann"), at.commission()) == (1295, 10, 5)
    at.operator("void_round", round=2, reason=VoidReason.DISTURBANCE)
    assert (at.chips("ann"), at.owes("ann")) == (1095, 0)
    at.operator("void_round", round=1, reason=VoidReason.FRAUD)
    assert (at.chips("ann"), at.commission()) == (1000, 0)


@clause(BOOK, "ruling 16", "ruling 25")
def test_ruling_16_a_late_error_leaves_a_debt_and_a_void_wager_goes_back() -> None:
    at = table()
    at.round(PLAYER_WINS, player=1000)
    at.round(BANKER_WINS, player=1000)
    at.round(BANKER_WINS, player=700)
    at.supervisor("report_placement_error", round=1)
    assert at.clauses("round_voided") == ["ruling 25"]
    assert (at.chips("ann"), at.debt("ann")) == (0, 700)
    at.operator("void_wager", round=3, patron="ann", area="1", wager="player", broke="play")
    assert (at.chips("ann"), at.debt("ann")) == (700, 700)


@clause(BOOK, "ruling 12")
def test_ruling_12_a_void_round_counts_to_the_cutting_card() -> None:
    at = table()
    at.bets("ann", "player", 100)
    at.calls()
    at.deals("9c")
    at.dealer("draw_cutting_card")
    at.operator("void_round", round=1, reason=VoidReason.IMPRACTICAL)
    assert at.preparing() == []
    at.round(PLAYER_WINS, player=10)
    assert at.preparing() == ["shuffle", "cut", "load", "burn"]


@clause(BOOK, "ruling 26")
def test_ruling_26_no_coups_without_wagers_on_request() -> None:
    at = table()
    assert refused(lambda: at.patron("ann", "ask_no_bet")) == ("no_bet_not_possible", "house-midi ruling 26")


@clause(BOOK, "ruling 1", "commission")
def test_ruling_1_commission_is_reckoned_to_the_cent() -> None:
    at = table()
    at.round(BANKER_WINS, banker=7)
    assert (at.chips("ann"), at.owes("ann")) == (1007, Decimal("0.35"))


@clause(BOOK, "play", "midi", "ruling 18")
def test_a_card_before_player_and_before_the_turn_is_bankers_if_banker_must_draw_and_counts_are_announced() -> None:
    at = table("ann", "bob", midi="yes")
    at.bets("ann", "player", 20)
    at.bets("bob", "banker", 20)
    at.calls()
    at.deals("7c 5h Kc Kd")
    at.turns_one(PLAYER, "ann")
    at.draws("5c", DrawTo.PLAYER)
    at.turns_one(BANKER, "bob")
    assert (at.said(), at.hands()) == (["Player 7, Banker 5"], ("7C KC", "5H KD 5C"))
    at.settles()


@clause(BOOK, "midi", "ruling 18")
def test_a_patron_turns_two_cards_also_where_a_third_one_lies_before_player_unseen() -> None:
    at = table(midi="yes")
    at.bets("ann", "player", 20)
    at.calls()
    at.deals("7c 6h Kc Kd")
    at.draws(None, DrawTo.PLAYER, face_up=False)
    at.turns_one(PLAYER, "ann")
    at.turns_one(BANKER)
    at.settles()
    at.bets("ann", "player", 20)
    assert [one.card.face_up for one in at.now.excess] == [False]
