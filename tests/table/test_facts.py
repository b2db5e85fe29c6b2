"""What has happened is recorded, never refused: cards out of place or sequence, in excess, wrongly faced or keyed."""

import pytest

from puntobanco.coup.irregularity import Irregularity
from puntobanco.rulebooks.rule_values import Remedy
from puntobanco.table import ledger
from puntobanco.table.events import Announced, CardDealt, IrregularityFound
from puntobanco.table.model import DrawTo, Phase, Preparation, VoidReason
from puntobanco.values.cards import Card, parse_cards
from tests.marks import ALL_BOOKS, clause
from tests.table.helpers import BANKER, PLAYER, PLAYER_WINS, TIE, Table, refused
from tests.table.test_irregularities import all_seen

TO_PLAYER, TO_BANKER, EXCESS = DrawTo.PLAYER, DrawTo.BANKER, DrawTo.EXCESS
by_book = pytest.mark.parametrize("book", [pytest.param(book, marks=clause(book, "ruling 28")) for book in ALL_BOOKS])


def in_play(book: str, wager: str = "player", **choices: object) -> Table:
    """ann's $100 lies on a wager and the wagers are closed."""
    at = Table.ready(book, {"ann": 1000, "bob": 1000}, **choices)
    at.bets("ann", wager, 100)
    if book != "washington":
        at.calls()
    return at


def found(at: Table) -> list[Irregularity]:
    return [event.irregularity for event in at.events if isinstance(event, IrregularityFound)]


def remedies(at: Table) -> list[Remedy]:
    return [event.remedy for event in at.events if isinstance(event, IrregularityFound)]


# The routine and the fact


@by_book
def test_a_draw_without_a_place_is_refused_when_nothing_is_due_and_costs_nobody_a_round(book: str) -> None:
    at = in_play(book)
    at.deals(PLAYER_WINS).turns()
    before = at.now
    assert refused(lambda: at.draws("5h"))[0] == "no_card_due"
    assert at.now == before
    at.settles()
    assert refused(lambda: at.draws("5h"))[0] == "no_card_due"
    assert at.chips("ann") == 1100


@by_book
@pytest.mark.parametrize("face_up", [True, False])
@pytest.mark.parametrize("to", list(DrawTo))
def test_a_draw_with_a_place_is_never_refused(book: str, to: DrawTo, face_up: bool) -> None:
    """At every stage from the loaded shoe to the shuffle, many times over."""
    at = Table(book)
    at.sits("ann", 1)
    at.prepares(burn=False)
    for stage in range(9):
        if stage == 1:
            at = Table.ready(book)
        if stage == 2:
            if at.now.no_bet_owed:
                at.dealer("start_no_bet")
            else:
                at.bets("ann", "player", 5)
        if stage == 4:
            at = in_play(book, dealing="down") if book != "house-midi" else in_play(book)
        at.draws("5h" if face_up else None, to, face_up=face_up)
        assert at.events


@clause("act-2015", "12.4", "ruling 15")
def test_act_2015_12_4_a_whole_deal_out_of_sequence_is_told_as_it_was_and_put_right() -> None:
    at = in_play("act-2015", "banker")
    for card, to in (("2c", TO_BANKER), ("9d", TO_PLAYER), ("Kh", TO_BANKER), ("Ks", TO_PLAYER)):
        at.draws(card, to)
    assert at.hands() == ("9D KS", "2C KH")
    assert refused(lambda: at.draws("4c")) == ("out_of_sequence", "act-2015 12.4")
    at.supervisor("reconstruct")
    assert at.hands() == ("2C KH", "9D KS")
    at.settles()
    assert at.chips("ann") == 1095


@clause("act-2015", "12.4")
@clause("nz-1998", "11.6")
@pytest.mark.parametrize("book", ["act-2015", "nz-1998"])
def test_both_third_cards_swapped_are_told_and_put_right(book: str) -> None:
    at = in_play(book, "banker")
    at.deals("2c 2d 3h 3s")
    at.draws("4c", TO_BANKER)
    at.draws("Kc", TO_PLAYER)
    assert at.hands() == ("2C 3H KC", "2D 3S 4C")
    at.supervisor("reconstruct")
    assert at.hands() == ("2C 3H 4C", "2D 3S KC")
    at.settles()
    assert at.chips("ann") == 900


@clause("nz-1998", "11.7")
def test_nz_1998_11_7_a_deal_noticed_after_four_cards_may_be_beyond_repair() -> None:
    at = in_play("nz-1998")
    for card, to in (("2c", TO_BANKER), ("9d", TO_PLAYER), ("Kh", TO_BANKER), ("Ks", TO_PLAYER)):
        at.draws(card, to)
    at.supervisor("declare_beyond_repair")
    assert (at.clauses("irregularity_found"), at.chips("ann"), at.now.rounds[-1].void) == (["11.7"], 1000, True)


@by_book
def test_a_card_dealt_while_hands_lie_face_down_is_recorded_and_put_right_when_they_are_turned(book: str) -> None:
    at = in_play(book, "banker") if book == "house-midi" else in_play(book, "banker", dealing="down")
    at.deals("2c 2d 3h 3s")
    at.draws("4c", TO_BANKER)
    assert found(at) == [Irregularity.OUT_OF_SEQUENCE]
    assert refused(lambda: at.supervisor("reconstruct"))[0] == "nothing_to_reconstruct"
    at.turns()
    at.supervisor("reconstruct")
    assert at.hands() == ("2C 3H 4C", "2D 3S")
    at.deals("Kc").settles()
    assert at.chips("ann") == 900


@by_book
def test_an_early_card_called_excess_while_hands_lie_face_down_is_the_third_card_that_is_due(book: str) -> None:
    at = in_play(book) if book == "house-midi" else in_play(book, dealing="down")
    at.deals("2c 2d 3h 4s")
    at.draws("4c", EXCESS)
    assert len(at.now.excess) == 1
    at.turns()
    assert at.hands() == ("2C 3H 4C", "2D 4S")
    assert not at.now.excess


@clause("nz-1998", "8.4", "8.6", "ruling 28")
def test_nz_1998_8_6_a_card_exposed_by_mistake_in_a_face_down_deal_is_recorded() -> None:
    at = in_play("nz-1998", dealing="down")
    at.draws("9c")
    assert (found(at), at.clauses("irregularity_found")) == ([Irregularity.FACED_WRONGLY], ["8.4"])
    at.deals("2d Kh 3s").turns().settles()
    assert at.chips("ann") == 1100


@clause("nz-1998", "8.5", "ruling 28")
def test_nz_1998_8_5_a_card_dealt_face_down_in_a_face_up_shoe_is_recorded_and_turned() -> None:
    at = in_play("nz-1998")
    at.draws(None, face_up=False)
    assert found(at) == [Irregularity.FACED_WRONGLY]
    at.deals("2d Kh 3s")
    assert at.said() == [], "no counts before all four are in sight"
    at.turns_one(PLAYER, cards="9c")
    assert at.said() == ["Player 9, Banker 5"]


@clause("act-2015", "9.9", "9.10", "ruling 28")
def test_act_2015_9_9_a_third_card_before_the_pairs_are_settled_is_recorded() -> None:
    at = in_play("act-2015", "player_pair")
    at.deals("2c 4d 2h 3s")
    assert refused(lambda: at.draws("5h")) == ("settle_first", "act-2015 9.9")
    at.draws("5h", TO_PLAYER)
    assert (found(at), at.clauses("irregularity_found")) == ([Irregularity.THIRD_CARD_BEFORE_PAIRS], ["9.9"])
    assert at.hands() == ("2C 2H 5H", "4D 3S")
    at.settles()
    assert at.chips("ann") == 1500, "a mixed pair all the same"
    at.settles()
    assert at.now.rounds[-1].result is not None


# While a card is due


@clause("act-2015", "6.2", "ruling 28")
@clause("nz-1998", "9.1", "11.6")
@clause("washington", "5", "tables")
@clause("house-midi", "play", "drawing")
@pytest.mark.parametrize("book", ALL_BOOKS)
def test_1_while_a_card_is_due_one_called_excess_is_that_card(book: str) -> None:
    """A dealer cannot steer a coup by calling a card excess."""
    at = in_play(book)
    at.deals("2c 4d")
    at.draws("3h" if at.now.rules.dealing.value.face_up[0] else None, EXCESS, face_up=book != "house-midi")
    assert found(at)[0] is Irregularity.DUE_BUT_CALLED_EXCESS
    if book == "house-midi":
        at.draws(None, face_up=False)
        at.turns_one(PLAYER, cards="2c 3h")
        at.turns_one(BANKER, cards="4d 3s")
    else:
        at.deals("3s")
    at.draws("4c", EXCESS)
    assert found(at) == [Irregularity.DUE_BUT_CALLED_EXCESS]
    assert (at.hands(), at.now.excess) == (("2C 3H 4C", "4D 3S"), ())


# The queue of waiting cards


@by_book
def test_excess_cards_queue_without_bound_and_a_round_takes_them_first(book: str) -> None:
    at = Table.ready(book, standoff="stays") if book != "nz-1998" else Table.ready(book)
    for card in parse_cards(["2c 4d 3h Ks 4c 6c 7c"]):
        at.draws(str(card), EXCESS)
    assert (len(at.now.excess), at.now.no_bet_owed) == (7, True)
    at.dealer("start_no_bet")
    assert at.hands() == ("2C 3H 4C", "4D KS 6C"), "third cards come from the queue, too"
    at.settles()
    assert [str(one.card.card) for one in at.now.excess] == ["7C"]
    assert at.now.no_bet_owed


@clause("act-2015", "12.2", "12.3")
def test_act_2015_12_3_a_disclosed_card_far_down_the_queue_leaves_the_next_round_its_wagers() -> None:
    at = Table.ready("act-2015")
    for _ in range(6):
        at.draws(None, EXCESS, face_up=False)
    at.draws("9h", EXCESS)
    assert not at.now.no_bet_owed, "the next round holds six cards at most"
    at.bets("ann", "player", 100)


@clause("nz-1998", "11.1", "11.2", "8.5")
def test_nz_1998_8_5_an_unseen_waiting_card_is_turned_as_it_is_dealt_in_a_face_up_shoe() -> None:
    at = in_play("nz-1998")
    at.deals(PLAYER_WINS)
    at.draws(None, EXCESS, face_up=False)
    at.settles()
    at.bets("ann", "player", 100)
    at.calls()
    at.turns_one(PLAYER, cards="9s")
    assert at.hands() == ("9S", "")


@clause("nz-1998", "8.6", "11.2")
def test_nz_1998_8_6_an_unseen_waiting_card_is_turned_with_its_hand_in_a_face_down_shoe() -> None:
    at = in_play("nz-1998", dealing="down")
    at.deals(PLAYER_WINS).turns()
    at.draws(None, EXCESS, face_up=False)
    at.settles()
    at.bets("ann", "player", 100)
    at.calls()
    nine = (Card.parse("9s"),)
    assert refused(lambda: at.dealer("expose", hand=PLAYER, cards=nine)) == ("not_to_expose_now", "nz-1998 8.6")
    for _ in range(3):
        at.draws(None, face_up=False)
    at.turns_one(PLAYER, cards="9s Kh")


@clause("nz-1998", "11.2")
@clause("act-2015", "12.2")
@pytest.mark.parametrize(("book", "number"), [("nz-1998", "11.2"), ("act-2015", "12.2")])
def test_a_waiting_card_that_is_disclosed_later_makes_its_round_one_without_wagers(book: str, number: str) -> None:
    at = Table.ready(book)
    at.draws(None, EXCESS, face_up=False)
    at.bets("ann", "player", 100)
    at.dealer("disclose_card", card=Card.parse("9c"))
    assert at.names() == ["irregularity_found", "card_disclosed", "wager_returned"]
    assert (at.clauses("card_disclosed"), at.chips("ann"), at.now.no_bet_owed) == ([number], 1000, True)
    at.dealer("start_no_bet")
    assert (at.hands(), at.clauses("round_started")) == (("9C", ""), [number])
    assert refused(lambda: at.dealer("disclose_card", card=Card.parse("9c")))[0] == "nothing_to_disclose"


@clause("nz-1998", "11.1")
def test_nz_1998_11_1_b_an_error_card_disclosed_later_is_a_case_of_11_1() -> None:
    at = in_play("nz-1998")
    at.deals("6c 7d Kh Ks")
    at.draws(None, TO_PLAYER, face_up=False)
    assert at.clauses("excess_card_kept") == ["11.1"]
    at.settles()
    at.dealer("disclose_card", card=Card.parse("9c"))
    assert at.clauses("card_disclosed") == ["11.1"]
    at.dealer("start_no_bet")
    assert (at.said(), at.clauses("announced")) == (["No bets this hand"], ["11.1"])


@clause("nz-1998", "11.3")
def test_nz_1998_11_3_a_card_found_face_up_before_the_call_starts_a_void_hand() -> None:
    at = Table.ready("nz-1998")
    at.bets("ann", "player", 100)
    at.draws("9c", found_face_up=True)
    assert (at.clauses("irregularity_found"), at.chips("ann")) == (["11.3"], 1000)
    assert refused(at.calls) == ("no_bets_this_hand", "nz-1998 11.3")
    at.dealer("start_no_bet")
    assert (at.said(), at.clauses("announced"), at.hands()) == (["No bets this hand"], ["11.3"], ("9C", ""))


@clause("washington", "3", "irregularities")
def test_washington_3_a_card_that_waits_is_players_first_and_the_next_draw_closes_the_wagers() -> None:
    at = Table.ready("washington")
    at.draws(None, EXCESS, face_up=False)
    at.bets("ann", "player", 100)
    assert refused(at.calls) == ("no_call", "washington 3")
    at.draws("2d")
    assert at.names() == ["round_started", "card_dealt", "card_dealt"]
    assert [event.hand for event in at.events if isinstance(event, CardDealt)] == [PLAYER, BANKER]
    assert refused(lambda: at.bets("ann", "tie", 5)) == ("wagers_closed", "washington 3")


# A card that the decks cannot hold


@pytest.mark.parametrize("book", [pytest.param(book, marks=clause(book, "ruling 27")) for book in ALL_BOOKS])
def test_ruling_27_complete_hands_stand_and_the_shoe_ends(book: str) -> None:
    at = in_play(book)
    at.deals(PLAYER_WINS).turns()
    all_seen(at, "5h")
    at.draws("5h", EXCESS)
    assert at.now.phase is Phase.DEALING
    at.settles()
    assert at.chips("ann") == 1100
    checks = ["dealer_inspection", "supervisor_inspection"] if book == "nz-1998" else ["check"]
    assert at.preparing() == [*checks, "shuffle", "cut", "load", "burn"]


@pytest.mark.parametrize("book", [pytest.param(book, marks=clause(book, "ruling 27")) for book in ALL_BOOKS])
def test_ruling_27_a_hand_still_being_dealt_is_void_and_the_shoe_ends(book: str) -> None:
    at = in_play(book)
    at.deals("9c 2d")
    all_seen(at, "5h")
    at.draws("5h", TO_PLAYER)
    assert (at.chips("ann"), at.now.rounds[-1].void) == (1000, True)
    assert at.preparing()[-4:] == ["shuffle", "cut", "load", "burn"]
    assert len(at.preparing()) > 4, "the cards are checked first"


# Errors of placement


@clause("act-2015", "12.4", "ruling 31")
@clause("nz-1998", "11.6", "ruling 31")
@pytest.mark.parametrize(("book", "number"), [("act-2015", "12.4"), ("nz-1998", "11.6")])
def test_an_error_found_before_the_next_round_commences_is_put_right_and_settled_anew(book: str, number: str) -> None:
    at = in_play(book)
    at.deals("2c 9d Kh Ks").settles()
    assert at.chips("ann") == 900
    at.bets("bob", "tie", 50)
    four = parse_cards(["9d 2c Kh Ks"])
    at.supervisor("report_placement_error", round=1, cards=four)
    assert at.clauses("irregularity_found") == [number]
    assert (at.chips("ann"), at.lying()) == (1100, {"bob 2 tie": 50}), "the next round's wagers lie as they lay"
    assert at.now.rounds[-1].result is not None
    assert at.now.rounds[-1].result.value == "player"


@clause("act-2015", "12.4", "ruling 31", "8.8")
def test_act_2015_12_4_a_third_card_that_is_due_after_all_is_dealt_before_the_round_is_settled_anew() -> None:
    at = in_play("act-2015")
    at.deals("9c 2d Kh 3s").settles()
    assert at.chips("ann") == 1100
    at.bets("ann", "tie", 10)
    at.supervisor("report_placement_error", round=1, cards=parse_cards(["Kh 2d 3s 9c"]))
    assert (at.hands(), at.now.phase) == (("KH 3S", "2D 9C"), Phase.DEALING)
    assert (at.chips("ann"), at.lying()) == (900, {"ann 1 player": 100}), "wagers for the next round went back"
    at.deals("6c 5d").settles()
    assert at.chips("ann") == 1100


@clause("act-2015", "12.5", "dictionary: round of play", "ruling 31")
def test_act_2015_12_5_a_round_commences_with_its_first_card_and_a_waiting_card_commences_nothing() -> None:
    at = in_play("act-2015")
    at.deals(PLAYER_WINS)
    at.draws(None, EXCESS, face_up=False)
    at.settles()
    at.supervisor("report_placement_error", round=1)
    assert (at.clauses("irregularity_found"), at.chips("ann")) == (["12.4"], 1100), (
        "a card that waits commences nothing"
    )
    at.bets("ann", "player", 100)
    at.calls()
    at.supervisor("report_placement_error", round=1)
    assert (at.clauses("irregularity_found"), at.chips("ann")) == (["12.5"], 900), "it was dealt with the call"


@clause("act-2015", "12.5", "14.1", "14.2", "14.3", "ruling 31")
@pytest.mark.parametrize(("shoes", "open_to"), [(1, 1), (2, 2), (10, 10)])
def test_act_2015_14_3_rounds_of_the_last_shoes_stay_open_to_rulings(shoes: int, open_to: int) -> None:
    at = Table.ready("act-2015", open_shoes=shoes)
    at.round(PLAYER_WINS, player=100)
    for _ in range(open_to):
        at.operator("replace_cards")
        at.prepares()
    at.operator("void_round", round=1, reason=VoidReason.FRAUD)
    assert at.chips("ann") == 1000
    at.round(PLAYER_WINS, player=100)
    for _ in range(open_to + 1):
        at.operator("replace_cards")
        at.prepares()
    void = {"round": 2, "reason": VoidReason.FRAUD}
    assert refused(lambda: at.operator("void_round", **void)) == ("no_such_round", "act-2015 14.3")


# The tie in the round of the cutting card


def tied_last_round() -> Table:
    at = Table.ready("act-2015", {"ann": 1000, "bob": 1000})
    at.bets("ann", "tie", 100)
    at.calls()
    at.dealer("draw_cutting_card")
    at.deals(TIE).settles()
    assert (at.chips("ann"), at.now.phase) == (1800, Phase.BETTING)
    return at


@clause("act-2015", "5.7", "ruling 12")
@pytest.mark.parametrize("called", [False, True])
def test_act_2015_5_7_a_void_round_is_no_tie_so_no_extra_round_is_dealt(called: bool) -> None:
    at = tied_last_round()
    at.bets("bob", "player", 100)
    if called:
        at.calls()
    at.operator("void_round", round=1, reason=VoidReason.FRAUD)
    assert at.preparing() == ["shuffle", "cut", "load", "burn"]
    assert (at.chips("ann"), at.chips("bob"), at.lying()) == (1000, 1000, {})


@clause("act-2015", "5.7", "ruling 16")
@pytest.mark.parametrize("called", [False, True])
def test_act_2015_5_7_wagers_on_a_round_that_is_not_dealt_are_back_before_the_tie_is_taken(called: bool) -> None:
    at = tied_last_round()
    at.bets("ann", "player", 900)
    at.patron("ann", "cash_out", amount=90_000)
    if called:
        at.calls()
    at.operator("void_round", round=1, reason=VoidReason.FRAUD)
    assert (at.chips("ann"), at.debt("ann"), at.lying()) == (100, 0, {})


@clause("act-2015", "5.7", "ruling 12")
def test_act_2015_5_7_an_extra_round_that_has_commenced_stands() -> None:
    at = tied_last_round()
    at.bets("bob", "player", 100)
    at.calls()
    at.deals("9c")
    at.operator("void_round", round=1, reason=VoidReason.FRAUD)
    at.deals("2d Kh 3s").settles()
    assert (at.chips("ann"), at.chips("bob")) == (1000, 1100)
    assert at.preparing() == ["shuffle", "cut", "load", "burn"]


@clause("act-2015", "5.7", "12.4")
def test_act_2015_5_7_a_round_reconstructed_into_a_tie_makes_the_extra_round_due() -> None:
    at = Table.ready("act-2015", {"ann": 1000})
    at.bets("ann", "tie", 100)
    at.calls()
    at.dealer("draw_cutting_card")
    at.deals("9c 9d Kh 8s").settles()
    assert (at.chips("ann"), at.preparing()) == (900, ["shuffle", "cut", "load", "burn"])
    at.supervisor("correct_card", card=Card.parse("Ks"), place=5)
    assert (at.chips("ann"), at.preparing(), at.now.phase) == (1800, [], Phase.BETTING)


# Remedies leave no stake locked


@clause("washington", "irregularities")
def test_washington_a_forgotten_burn_that_ends_the_shoe_gives_the_stakes_back() -> None:
    at = Table("washington", on_burn_forgotten="round_void_and_reshuffle")
    at.sits("ann", 1)
    at.prepares(burn=False)
    at.bets("ann", "player", 100)
    at.draws("9c", TO_PLAYER)
    assert (at.chips("ann"), at.lying()) == (1000, {})
    assert at.preparing() == ["shuffle", "cut", "load", "burn"]


# The face of a card that was keyed in wrongly


@by_book
def test_correct_card_by_the_dealer_until_the_next_thing_happens(book: str) -> None:
    at = in_play(book)
    if book == "house-midi":
        at.draws("2c")
    else:
        at.deals("2c")
    at.dealer("correct_card", card=Card.parse("9c"))
    assert (at.hands()[0], at.clauses("card_corrected")) == ("9C", ["ruling 28"])
    at.patron("bob", "ask_rules")
    assert refused(lambda: at.dealer("correct_card", card=Card.parse("8c")))[0] == "not_correctable"
    at.supervisor("correct_card", card=Card.parse("8c"))
    assert at.hands()[0] == "8C"
    assert at.now.shoe.known[Card.parse("8c").index] == 1
    assert at.now.shoe.known[Card.parse("2c").index] + at.now.shoe.known[Card.parse("9c").index] == 0


@by_book
def test_correct_card_decides_again_what_follows_with_later_cards_in_the_order_drawn(book: str) -> None:
    at = in_play(book)
    at.deals("2c 2d Kh 3s").turns()
    first = at.now.shoe.out - 3
    at.deals("4c 6d").turns()
    assert at.hands() == ("2C KH 4C", "2D 3S 6D")
    at.supervisor("correct_card", place=first, card=Card.parse("6c"))
    assert at.hands() == ("6C KH", "2D 3S 4C"), "player stands, so the first third card is banker's"
    assert [str(one.card.card) for one in at.now.excess] == ["6D"]


@by_book
def test_correct_card_after_settlement_reverses_and_settles_anew(book: str) -> None:
    at = in_play(book)
    at.deals(PLAYER_WINS).turns().settles()
    assert at.chips("ann") == 1100
    place = at.now.shoe.out
    assert refused(lambda: at.dealer("correct_card", card=Card.parse("7s")))[0] == "not_correctable"
    at.supervisor("correct_card", card=Card.parse("7s"), place=place)
    assert at.now.rounds[-1].result is not None
    assert (at.now.rounds[-1].result.value, len(at.now.rounds)) == ("tie", 1)
    assert at.chips("ann") + sum(at.lying().values()) == 1000
    at.bets("bob", "player", 100)
    if book != "washington":
        at.calls()
    at.deals("2c")
    assert refused(lambda: at.supervisor("correct_card", card=Card.parse("3s"), place=place))[0] == "not_correctable"


@clause("act-2015", "9.9", "ruling 28")
def test_correct_card_settles_pairs_anew() -> None:
    at = in_play("act-2015", "player_pair")
    at.deals("2c 4d 2h 3s")
    place = at.now.shoe.out - 1
    at.settles()
    assert at.chips("ann") == 1500
    at.supervisor("correct_card", place=place, card=Card.parse("2c"))
    assert at.chips("ann") == 3500, "a perfect pair"
    at.supervisor("correct_card", place=place, card=Card.parse("3c"))
    assert at.chips("ann") == 900


@clause("nz-1998", "7.4", "ruling 28")
def test_correct_card_of_the_burn_says_how_many_more_are_burned() -> None:
    at = Table("nz-1998")
    at.stands("ann")
    at.prepares(burn=False)
    at.draws("2c")
    at.dealer("correct_card", card=Card.parse("3c"))
    for _ in range(3):
        assert at.preparing() == ["burn"]
        at.draws(None, face_up=False)
    assert at.preparing() == []


@by_book
def test_correct_card_refuses_a_face_that_the_decks_do_not_hold(book: str) -> None:
    at = in_play(book)
    at.draws("2c", face_up=True)
    all_seen(at, "9c")
    assert refused(lambda: at.dealer("correct_card", card=Card.parse("9c")))[0] == "card_not_in_shoe"
    assert refused(lambda: at.dealer("correct_card", card=Card.parse("2c")))[0] == "nothing_to_correct"


# Cutting cards and an empty shoe


@clause("nz-1998", "7.3", "9.8")
def test_nz_1998_7_3_a_cutting_card_at_an_unexpected_place_is_recorded() -> None:
    at = Table("nz-1998", cut_depth=20)
    at.sits("ann", 1)
    at.prepares(until=Preparation.LOAD)
    at.dealer("load_shoe", depth=20)
    at.burns()
    at.bets("ann", "player", 100)
    at.calls()
    at.dealer("draw_cutting_card")
    assert (found(at), at.names()[:2]) == (
        [Irregularity.CUTTING_CARD_OUT_OF_PLACE],
        ["irregularity_found", "cutting_card_drawn"],
    )
    assert at.clauses("cutting_card_drawn") == ["9.9"]


@clause("act-2015", "2.1", "12.6")
def test_act_2015_2_1_each_of_two_cutting_cards_comes_once_and_the_second_lies_at_the_back() -> None:
    at = in_play("act-2015")
    at.dealer("draw_cutting_card")
    at.dealer("draw_cutting_card")
    assert found(at) == [Irregularity.CUTTING_CARD_OUT_OF_PLACE], "cards are left behind it"
    assert refused(lambda: at.dealer("draw_cutting_card")) == ("no_cutting_card", "act-2015 2.1")


@pytest.mark.parametrize(
    "book",
    [
        pytest.param("act-2015", marks=clause("act-2015", "12.6", "ruling 38")),
        pytest.param("nz-1998", marks=clause("nz-1998", "11.5", "ruling 38")),
        pytest.param("washington", marks=clause("washington", "irregularities", "ruling 38")),
        pytest.param("house-midi", marks=clause("house-midi", "ruling 18", "ruling 38")),
    ],
)
def test_report_empty_against_the_count_voids_only_when_a_supervisor_confirms(book: str) -> None:
    at = in_play(book)
    at.deals("9c 2d")
    at.dealer("report_empty")
    assert (at.names(), found(at)) == (["irregularity_found", "empty_reported"], [Irregularity.COUNT_DISAGREES])
    assert remedies(at) == [Remedy.RECORDED_ONLY]
    assert at.now.phase is Phase.DEALING
    at.supervisor("report_empty")
    assert remedies(at) == [Remedy.ROUND_VOID_AND_RESHUFFLE], "what is done, not recorded only"
    assert (at.chips("ann"), at.now.rounds[-1].void) == (1000, True)
    assert len(at.preparing()) > 4, "the cards are checked"


# The last round without wagers


@pytest.mark.parametrize("book", [pytest.param(book, marks=clause(book, "ruling 32")) for book in ALL_BOOKS])
def test_ruling_32_nobody_bets_on_the_last_round_and_the_table_goes_on_to_the_shuffle(book: str) -> None:
    at = in_play(book)
    at.deals("9c")
    at.dealer("draw_cutting_card")
    cards = "9d Kh Ks" if book == "act-2015" else "2d Kh 3s"
    at.deals(cards).turns()
    at.settles()
    if at.lying():
        at.withdraws("ann", "player")
    assert at.now.phase is Phase.BETTING
    at.dealer("shuffle")
    assert at.names()[-2:] == ["new_shoe_due", "preparation_done"]
    assert at.clauses("new_shoe_due") == ["ruling 32"]
    assert at.preparing() == ["cut", "load", "burn"]


@pytest.mark.parametrize("book", [pytest.param(book, marks=clause(book, "ruling 32")) for book in ALL_BOOKS])
def test_ruling_32_no_shuffle_while_the_shoe_goes_on_or_wagers_lie(book: str) -> None:
    at = Table.ready(book)
    assert refused(lambda: at.dealer("shuffle"))[0] == "out_of_order"
    at.dealer("draw_cutting_card")
    at.bets("ann", "player", 100)
    assert refused(lambda: at.dealer("shuffle"))[0] == "out_of_order"


# Who turns a hand


@clause("act-2015", "6.3")
def test_act_2015_6_3_two_patrons_may_be_named_and_either_hand_may_be_turned_first() -> None:
    at = in_play("act-2015", dealing="down")
    at.deals(PLAYER_WINS)
    at.supervisor("assign_exposer", hand=BANKER, patron="ann", second="bob")
    at.turns_one(BANKER, "bob")
    at.turns_one(PLAYER)
    assert at.hands() == ("9C KH", "2D 3S")
    other = in_play("act-2015", dealing="down")
    other.deals(PLAYER_WINS)
    other.supervisor("assign_exposer", hand=BANKER, patron="ann", second="bob")
    other.patron("ann", "decline_expose", hand=BANKER)
    other.turns_one(BANKER, "bob")
    twice = {"hand": PLAYER, "patron": "ann", "second": "ann"}
    assert refused(lambda: other.supervisor("assign_exposer", **twice)) == ("second_without_first", "act-2015 6.3")


# The half on six is no commission


@clause("act-2015", "8.9")
def test_act_2015_8_9_the_half_withheld_on_six_is_no_commission() -> None:
    at = in_play("act-2015", "banker", settlement="B")
    at.deals("Kc 6d 2h Ks 3c").settles()
    assert (at.chips("ann"), at.commission()) == (1050, 0)
    assert at.now.balance(ledger.FLOAT) == -5000


@clause("act-2015", "12.1", "12.2")
def test_remedies_are_named_with_what_is_done() -> None:
    at = in_play("act-2015")
    at.deals(PLAYER_WINS)
    at.draws("5h", TO_PLAYER)
    (one,) = (event for event in at.events if isinstance(event, IrregularityFound))
    assert (one.irregularity, one.remedy) == (Irregularity.PLAYER_CARD_IN_ERROR, Remedy.FIRST_OF_NO_BET_ROUND)


# Wagers that stay from one shoe to the next


@clause("nz-1998", "5.12")
def test_nz_1998_5_12_after_a_tie_on_the_last_hand_wagers_can_be_altered_during_the_shuffle() -> None:
    at = in_play("nz-1998")
    at.dealer("draw_cutting_card")
    at.deals(TIE).settles()
    assert (at.preparing(), at.lying()) == (["shuffle", "cut", "load", "burn"], {"ann 1 player": 100})
    at.bets("ann", "player", 50)
    assert at.lying() == {"ann 1 player": 150}
    at.dealer("shuffle")
    at.patron("ann", "withdraw", area="1", wager="player", amount=3000)
    at.patron("ann", "move", area="1", wager="player", to_area="1", to_wager="banker")
    assert at.lying() == {"ann 1 banker": 120}
    assert refused(lambda: at.bets("bob", "player", 10)) == ("wagers_closed", "nz-1998 7.2")
    at.withdraws("ann", "banker")
    assert (at.lying(), at.chips("ann")) == ({}, 1000)


@clause("nz-1998", "8.5", "8.6")
@pytest.mark.parametrize(("dealing", "number"), [("up", "8.5"), ("down", "8.6")])
def test_nz_1998_8_6_counts_cite_how_the_cards_were_dealt(dealing: str, number: str) -> None:
    at = in_play("nz-1998", dealing=dealing)
    at.deals(PLAYER_WINS).turns()
    (counted,) = (event for event in at.log if isinstance(event, Announced) and event.words == "Player 9, Banker 5")
    assert counted.clause == number
