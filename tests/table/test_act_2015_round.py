"""Casino Canberra at the table: cards, shoe, deal, pairs (sections 2, 5, 6, 8 and 9)."""

from functools import partial

import pytest

from puntobanco.coup.shoe import Ending
from puntobanco.rulebooks.facts import Hand
from puntobanco.table import legal_actions
from puntobanco.table.events import StageSettled
from puntobanco.table.model import DrawTo, Preparation, VoidReason
from puntobanco.table.queries.exposure import exposers
from puntobanco.values.cards import Card
from tests.marks import clause
from tests.table.helpers import BANKER, BANKER_WINS, PLAYER, PLAYER_WINS, SUPERVISOR, TIE, Table, refused

BOOK = "act-2015"


def table(*patrons: str, **choices: object) -> Table:
    return Table.ready(BOOK, dict.fromkeys(patrons or ("ann",), 1000), **choices)


@clause(BOOK, "2.2")
def test_2_2_the_style_does_not_change_during_a_round() -> None:
    at = table()
    at.bets("ann", "player", 5)
    at.calls()
    at.notice(dealing="down")
    at.deals("9c")
    assert at.names() == ["card_dealt"], "face up is still right"
    at.draws(None, face_up=False)
    assert at.clauses("irregularity_found") == ["2.2"]
    at.turns_one(BANKER, cards="2d")
    at.deals("Kh 3s").settles()
    at.bets("ann", "player", 5)
    at.calls()
    at.draws("4c")
    assert (at.names(), at.clauses("irregularity_found")) == (["irregularity_found", "card_dealt"], ["2.2"])
    at.draws(None, face_up=False)


@clause(BOOK, "2.3")
def test_2_3_single_cards_are_changed_between_rounds_after_both_have_checked_them() -> None:
    at = table()
    at.bets("ann", "player", 5)
    at.calls()
    faces = (Card.parse("4c"),)
    assert refused(lambda: at.operator("replace_cards", faces=faces)) == ("not_between_rounds", "act-2015 2.3")
    at.deals(PLAYER_WINS).settles()
    at.operator("replace_cards", faces=faces)
    assert at.preparing() == ["dealer_inspection", "supervisor_inspection"]
    assert refused(lambda: at.bets("ann", "player", 5)) == ("wagers_closed", "act-2015 2.3")
    at.supervisor("inspect_cards")
    assert at.preparing() == ["dealer_inspection"]
    at.dealer("inspect_cards")
    assert (at.preparing(), at.now.shoe.number, at.now.shoe.cards) == ([], 1, 416)
    at.round(PLAYER_WINS, player=5)


@clause(BOOK, "2.3", "5.1")
def test_2_3_all_cards_are_changed_then_checked_and_shuffled() -> None:
    at = table()
    at.operator("replace_cards")
    assert at.preparing() == ["dealer_inspection", "supervisor_inspection", "shuffle", "cut", "load", "burn"]
    at.prepares()
    assert (at.now.shoe.number, at.now.shoe.cards) == (2, 416)


@clause(BOOK, "2.5")
def test_2_5_the_check_names_what_is_wrong_and_gaming_waits_for_a_good_one() -> None:
    at = Table(BOOK)
    at.dealer("check_cards", missing=("4c",), surplus=("Kd", "Kd"))
    found = at.events[-1]
    # it is there, as the test has it
    assert (str(found.found), found.passed, found.clause) == ("missing: 1 x 4C; duplicated: 2 x KD", False, "2.5")  # type: ignore[attr-defined]
    assert refused(lambda: at.dealer("shuffle")) == ("out_of_order", "act-2015 2.5")
    at.dealer("check_cards")
    at.dealer("shuffle")


@clause(BOOK, "2.5", "13.2")
def test_2_5_the_cards_are_checked_again_when_gaming_has_ended() -> None:
    at = table()
    at.operator("announce_closing")
    at.round(PLAYER_WINS, player=5)
    at.dealer("check_cards", missing=("Ah",))
    assert at.names() == ["cards_checked"]
    assert at.clauses("cards_checked") == ["2.5"]


@clause(BOOK, "5.2")
def test_5_2_patrons_are_offered_the_cut_and_the_supervisor_cuts_if_nobody_wants_to() -> None:
    at = Table(BOOK)
    at.sits("ann", 1)
    at.sits("bob", 2)
    at.prepares(until=Preparation.CUT)
    assert refused(lambda: at.supervisor("cut", at=100)) == ("cut_not_yours", "act-2015 5.2")
    assert refused(lambda: at.patron("bob", "cut", at=100)) == ("cut_not_yours", "act-2015 5.2")
    at.dealer("offer_cut", patron="bob")
    assert refused(lambda: at.dealer("offer_cut", patron="ann")) == ("cut_out_of_turn", "act-2015 5.2")
    assert refused(lambda: at.patron("ann", "decline_cut")) == ("cut_not_offered", "act-2015 5.2")
    at.patron("bob", "decline_cut")
    assert refused(lambda: at.dealer("offer_cut", patron="bob")) == ("cut_out_of_turn", "act-2015 5.2")
    at.dealer("offer_cut", patron="ann")
    at.patron("ann", "decline_cut")
    assert refused(lambda: at.dealer("cut", at=100)) == ("cut_not_yours", "act-2015 5.2")
    at.supervisor("cut", at=100)


@clause(BOOK, "5.2", "5.3", "ruling 13")
def test_5_3_the_cut_lies_52_cards_or_more_from_either_end() -> None:
    at = Table(BOOK)
    at.sits("ann", 1)
    at.prepares(until=Preparation.CUT)
    at.dealer("offer_cut", patron="ann")
    for depth in (51, 365, 0):
        assert refused(lambda: at.patron("ann", "cut", at=depth)) == ("cut_not_allowed", "act-2015 5.3")  # noqa: B023
    at.patron("ann", "cut", at=364)
    at.dealer("load_shoe")
    assert at.clauses("shoe_loaded") == ["5.3"]


@clause(BOOK, "5.4")
def test_5_4_a_hidden_burn_is_one_card_nobody_sees() -> None:
    at = Table(BOOK, burn="hidden").prepares(until=Preparation.BURN)
    at.draws(None, face_up=False)
    assert (at.preparing(), at.now.shoe.burned, at.names()) == ([], 1, ["card_burned"])
    turned = Table(BOOK, burn="hidden").prepares(until=Preparation.BURN)
    turned.draws("4c")
    assert (turned.names(), turned.clauses("irregularity_found")) == (["irregularity_found", "card_burned"], ["5.4"])
    assert (turned.preparing(), turned.now.shoe.burned) == ([], 1), "a card turned by mistake asks for no more"


@clause(BOOK, "5.4", "5.5", "5.6")
@pytest.mark.parametrize(("first", "more"), [("4c", 4), ("Ah", 1), ("Ts", 10), ("Qd", 10)])
def test_5_5_an_exposed_burn_card_says_how_many_follow_face_down(first: str, more: int) -> None:
    at = Table(BOOK, burn="exposed").prepares(until=Preparation.BURN)
    at.draws(first)
    for _ in range(more - 1):
        assert at.preparing() == ["burn"]
        at.draws(None, face_up=False)
        assert at.names() == ["card_burned"]
    at.draws("2c")
    assert (at.names(), at.clauses("irregularity_found")) == (["irregularity_found", "card_burned"], ["5.4"])
    assert (at.preparing(), at.now.shoe.burned) == ([], 1 + more)


@clause(BOOK, "5.7")
def test_5_7_the_round_in_which_the_cutting_card_comes_is_the_last() -> None:
    for first in (True, False):
        at = table()
        at.bets("ann", "player", 5)
        at.calls()
        at.deals("" if first else "9c")
        at.dealer("draw_cutting_card")
        at.deals(PLAYER_WINS if first else PLAYER_WINS[3:]).settles()
        assert at.names()[-1] == "new_shoe_due"
        assert at.clauses("new_shoe_due") == ["5.7"]
        assert at.preparing() == ["shuffle", "cut", "load", "burn"]


@clause(BOOK, "5.7")
@pytest.mark.parametrize("second", [PLAYER_WINS, TIE])
def test_5_7_a_tie_adds_exactly_one_round_whatever_that_brings(second: str) -> None:
    at = table()
    at.dealer("draw_cutting_card")
    at.round(TIE, player=5)
    assert at.preparing() == []
    at.round(second, player=5)
    assert at.preparing() == ["shuffle", "cut", "load", "burn"]
    assert refused(lambda: at.bets("ann", "player", 5)) == ("wagers_closed", "act-2015 5.7")
    assert refused(lambda: at.draws("4c")) == ("shoe_not_in_use", "act-2015 5.1")


@clause(BOOK, "5.7", "ruling 12")
def test_ruling_12_a_void_round_is_not_a_tie() -> None:
    at = table()
    at.bets("ann", "player", 5)
    at.calls()
    at.dealer("draw_cutting_card")
    at.deals("9c 9d")
    at.operator("void_round", round=1, reason=VoidReason.IMPRACTICAL)
    assert at.preparing() == ["shuffle", "cut", "load", "burn"]


@clause(BOOK, "ruling 12")
def test_ruling_12_a_cutting_card_after_a_waiting_excess_card_came_during_the_round() -> None:
    at = table()
    at.draws(None, DrawTo.EXCESS, face_up=False)
    at.dealer("draw_cutting_card")
    drawn = at.events[-1]
    assert drawn.first_of_round is False  # type: ignore[attr-defined]  # it is there, as the test has it
    assert at.now.shoe.ending is Ending.CUT_THIS_ROUND


@clause(BOOK, "6.1", "6.2", "dictionary: round of play")
def test_6_2_no_more_bets_then_player_banker_player_banker_from_the_shoe() -> None:
    at = table()
    assert refused(at.calls) == ("nothing_to_deal_for", "act-2015 ruling 32")
    at.bets("ann", "player", 5)
    at.calls()
    assert at.said() == ["No more bets"]
    before = at.now.shoe.remaining
    at.deals("4c 2d Kh 5s")
    assert at.hands() == ("4C KH", "2D 5S")
    assert (before - at.now.shoe.remaining, at.now.shoe.dealt) == (4, 4)
    assert refused(at.settles) == ("not_due", "act-2015 6.2")


@clause(BOOK, "6.2")
def test_6_2_no_card_is_due_before_the_call() -> None:
    at = table()
    before_the_call = ("no_card_due", "act-2015 6.2")
    assert refused(lambda: at.draws("9c")) == before_the_call
    at.bets("ann", "player", 5)
    assert refused(lambda: at.draws("9c")) == before_the_call
    at.plays(PLAYER_WINS)
    assert refused(lambda: at.draws("9c")) == before_the_call
    at.draws("9c", DrawTo.EXCESS)
    assert refused(lambda: at.draws("9c")) == ("no_card_due", "act-2015 12.2"), "the round of that card has no call"


@clause(BOOK, "2.3", "4.7", "5.7")
def test_4_7_no_round_without_wagers_begins_before_the_shoe_is_ready() -> None:
    at = table()
    at.draws("9c", DrawTo.EXCESS)
    at.operator("replace_cards", faces=(Card.parse("9c"),))
    inspected_first = ("no_bet_not_possible", "act-2015 2.3")
    assert refused(lambda: at.dealer("start_no_bet")) == inspected_first
    assert refused(lambda: at.patron("ann", "ask_no_bet")) == inspected_first
    at.prepares()
    at.dealer("start_no_bet")
    assert refused(lambda: at.dealer("start_no_bet")) == ("no_bet_not_possible", "act-2015 4.7")
    at.dealer("draw_cutting_card")
    at.deals("2d Kh 3s").settles()
    shuffled_first = ("no_bet_not_possible", "act-2015 5.7")
    assert refused(lambda: at.dealer("start_no_bet")) == shuffled_first
    assert refused(lambda: at.patron("ann", "ask_no_bet")) == shuffled_first


@clause(BOOK, "6.1")
def test_6_1_no_card_comes_but_from_a_shoe_that_is_in_use() -> None:
    at = Table(BOOK)
    at.sits("ann", 1)
    for step, number in ((Preparation.SHUFFLE, "5.1"), (Preparation.CUT, "5.2"), (Preparation.LOAD, "5.3")):
        at.prepares(until=step)
        assert refused(lambda: at.draws("4c")) == ("shoe_not_in_use", f"act-2015 {number}")


@clause(BOOK, "6.3")
def test_6_3_the_supervisor_decides_who_turns_a_hand() -> None:
    at = table("ann", "bob", dealing="down")
    at.bets("ann", "player", 5)
    at.calls()
    at.deals("9c 2d Kh 3s")
    at.supervisor("assign_exposer", hand=PLAYER, patron="bob")
    assert refused(lambda: at.turns_one(PLAYER, "ann")) == ("not_yours_to_expose", "act-2015 6.3")
    assert refused(lambda: at.turns_one(PLAYER)) == ("not_yours_to_expose", "act-2015 6.3")
    assert refused(lambda: at.draws("4c")) == ("expose_first", "act-2015 6.3")
    at.turns_one(PLAYER, "bob")
    assert refused(lambda: at.supervisor("assign_exposer", hand=PLAYER, patron="ann")) == (
        "nothing_to_expose",
        "act-2015 6.3",
    )
    at.supervisor("assign_exposer", hand=BANKER, patron="ann")
    at.patron("ann", "decline_expose", hand=BANKER)
    at.turns_one(BANKER)
    at.settles()
    assert at.chips("ann") == 1005


@clause(BOOK, "6.3")
def test_6_3_the_dealer_turns_the_hand_of_a_patron_who_is_gone_or_excluded() -> None:
    at = table("ann", "bob", dealing="down")
    at.bets("ann", "player", 5)
    at.calls()
    at.deals("9c 2d Kh 3s")
    at.supervisor("assign_exposer", hand=PLAYER, patron="bob")
    at.operator("exclude", patron="bob", broke="14.7")
    at.turns_one(PLAYER)


def names_before(at: Table, hand: Hand = PLAYER, patron: str | None = "bob", **second: str) -> None:
    """The supervisor decides it, and everybody hears so."""
    at.supervisor("assign_exposer", hand=hand, patron=patron, **second)
    assert (at.names(), at.clauses("exposer_assigned")) == (["exposer_assigned"], ["6.3"])


@clause(BOOK, "6.3")
def test_6_3_the_supervisor_decides_it_before_the_cards_are_dealt() -> None:
    at = table("ann", "bob", dealing="down")
    names_before(at)
    names_before(at, BANKER, "ann", second="bob")
    at.bets("ann", "player", 5)
    at.calls()
    at.deals("9c 2d Kh 3s")
    assert (exposers(at.now, PLAYER), exposers(at.now, BANKER)) == (("bob",), ("ann", "bob"))
    assert refused(lambda: at.turns_one(PLAYER)) == ("not_yours_to_expose", "act-2015 6.3")
    assert refused(lambda: at.turns_one(PLAYER, "ann")) == ("not_yours_to_expose", "act-2015 6.3")
    at.turns_one(PLAYER, "bob")
    at.turns_one(BANKER, "ann")
    at.settles()
    assert at.chips("ann") == 1005


@clause(BOOK, "6.3")
def test_6_3_what_was_decided_before_holds_for_the_coming_round_and_no_longer() -> None:
    at = table("ann", "bob", dealing="down")
    names_before(at)
    for turned_by in (("bob",), ()):
        at.bets("ann", "player", 5)
        at.calls()
        at.deals("9c 2d Kh 3s")
        assert exposers(at.now, PLAYER) == turned_by
        at.turns_one(PLAYER, *turned_by)
        at.turns_one(BANKER)
        at.settles()


@clause(BOOK, "6.3")
def test_6_3_what_was_decided_before_is_decided_otherwise_until_the_hand_is_turned() -> None:
    at = table("ann", "bob", dealing="down")
    names_before(at)
    names_before(at, PLAYER, "ann")
    at.bets("ann", "player", 5)
    at.calls()
    names_before(at, BANKER, "ann")
    at.deals("9c 2d Kh")
    names_before(at, BANKER, None)
    at.draws("3s")
    assert (exposers(at.now, PLAYER), exposers(at.now, BANKER)) == (("ann",), ())
    names_before(at, PLAYER, None)
    at.turns_one(PLAYER)
    at.turns_one(BANKER)


@clause(BOOK, "6.3")
def test_6_3_it_is_decided_from_when_wagers_may_be_placed() -> None:
    at, nothing = Table(BOOK, dealing="down", burn="exposed"), ("nothing_to_expose", "act-2015 6.3")
    at.sits("ann", 1)
    asks = partial(at.supervisor, "assign_exposer", hand=PLAYER, patron="ann")
    for step in (Preparation.CHECK, Preparation.SHUFFLE, Preparation.CUT, Preparation.LOAD):
        at.prepares(until=step)
        assert refused(asks) == nothing
        assert not offered(at)
    at.prepares(until=Preparation.BURN)
    assert offered(at) == {(PLAYER, None), (PLAYER, "ann"), (BANKER, None), (BANKER, "ann")}
    asks()
    at.prepares()
    asks()
    at.bets("ann", "player", 5)
    at.calls()
    at.deals("9c 2d Kh 3s")
    at.turns_one(PLAYER, "ann")
    assert refused(asks) == nothing
    assert offered(at) == {(BANKER, None), (BANKER, "ann")}


def offered(at: Table) -> set[tuple[Hand, str | None]]:
    """The hands with who may be named for them."""
    found = [dict(one.where) for one in legal_actions(at.now, SUPERVISOR) if one.kind == "assign_exposer"]
    return {(Hand(one["hand"]), None if one["patron"] is None else str(one["patron"])) for one in found}


@clause(BOOK, "2.2", "6.3")
def test_6_3_where_cards_are_dealt_face_up_there_is_nothing_to_decide() -> None:
    at = table("ann", "bob")
    nothing = ("nothing_to_expose", "act-2015 6.3")
    assert refused(lambda: at.supervisor("assign_exposer", hand=PLAYER, patron="ann")) == nothing
    assert not offered(at)
    at.bets("ann", "player", 5)
    at.calls()
    assert refused(lambda: at.supervisor("assign_exposer", hand=PLAYER, patron="ann")) == nothing


@clause(BOOK, "6.3")
def test_6_3_before_the_deal_only_who_may_play_is_named_and_who_is_gone_turns_nothing() -> None:
    at = table("ann", "bob", dealing="down")
    assert refused(lambda: at.supervisor("assign_exposer", hand=PLAYER, patron="zoe"))[0] == "unknown_patron"
    at.operator("exclude", patron="bob", broke="14.7")
    assert refused(lambda: at.supervisor("assign_exposer", hand=PLAYER, patron="bob")) == ("excluded", "act-2015 14.2")
    at.operator("lift_exclusion", patron="bob")
    names_before(at)
    at.patron("bob", "leave_table")
    at.bets("ann", "player", 5)
    at.calls()
    at.deals("9c 2d Kh 3s")
    at.turns_one(PLAYER)


@clause(BOOK, "4.8", "6.3")
def test_6_3_it_holds_for_a_coming_round_without_wagers_too() -> None:
    at = table("ann", dealing="down")
    names_before(at, PLAYER, "ann")
    at.patron("ann", "ask_no_bet")
    at.supervisor("start_no_bet")
    at.deals("9c 2d Kh 3s")
    assert exposers(at.now, PLAYER) == ("ann",)


@clause(BOOK, "6.3", "ruling 31")
def test_6_3_it_waits_for_the_coming_round_while_the_last_one_is_decided_again() -> None:
    at = table("ann", "bob", dealing="down")
    at.round(PLAYER_WINS, player=5)
    names_before(at)
    at.bets("ann", "player", 5)
    at.calls()
    at.supervisor("report_placement_error", round=1)
    assert "round_cancelled" in at.names()
    assert at.now.round is None
    at.calls()
    at.deals("9c 2d Kh 3s")
    assert exposers(at.now, PLAYER) == ("bob",)


@clause(BOOK, "6.4", "7.1", "7.2", "7.3")
def test_7_3_a_card_that_is_not_due_is_not_dealt_as_a_third_card() -> None:
    at = table()
    at.bets("ann", "player", 5)
    at.calls()
    at.deals("8c 2d Kh 3s")
    at.draws("5c", DrawTo.BANKER)
    assert at.names() == ["irregularity_found", "excess_card_kept"]
    assert at.hands() == ("8C KH", "2D 3S")


@clause(BOOK, "9.9", "9.10", "9.4", "9.7", "10.6")
def test_9_9_pairs_are_settled_after_four_cards_and_before_a_third() -> None:
    at = table("ann", "bob")
    at.bets("ann", "player_pair", 10)
    at.bets("bob", "banker_pair", 10)
    at.calls()
    at.deals("2c 4d 2c 3s")
    assert refused(lambda: at.draws("5c")) == ("settle_first", "act-2015 9.9")
    (settled,) = at.settles()
    assert isinstance(settled, StageSettled)
    assert [(line.patron, line.outcome.value) for line in settled.wagers] == [("bob", "lost"), ("ann", "won")]
    assert (at.chips("ann"), at.chips("bob"), at.lying()) == (1250, 990, {})
    assert refused(at.settles) == ("not_due", "act-2015 6.2"), "the coup is dealt to its end although nobody bet on it"
    at.deals("Kc")
    at.settles()
    assert at.now.rounds[-1].result is not None
    assert at.now.rounds[-1].result.value == "banker"


@clause(BOOK, "9.9", "8.7", "9.8")
def test_9_9_pairs_come_first_on_naturals_too() -> None:
    at = table()
    at.bets("ann", "banker_pair", 10)
    at.bets("ann", "banker", 100)
    at.calls()
    at.deals("2c 4d 3c 4s")
    at.settles()
    assert (at.chips("ann"), at.lying()) == (950, {"ann 1 banker": 100}), "a mixed pair pays 5 to 1"
    at.settles()
    assert at.chips("ann") == 1145


@clause(BOOK, "9.3", "3.5")
def test_9_3_pairs_are_cut_to_their_own_maximum() -> None:
    at = table(pairs_minimum=2, pairs_maximum=50)
    at.bets("ann", "player_pair", 60)
    at.bets("ann", "player", 60)
    at.calls()
    assert at.lying() == {"ann 1 player_pair": 50, "ann 1 player": 60}


@clause(BOOK, "11.2", "8.2")
def test_11_2_canberra_pairs_at_the_table() -> None:
    at = table(pairs="canberra")
    at.bets("ann", "player_pair", 10)
    at.plays("4c Kd 4c 9s")
    assert at.chips("ann") == 1110


@clause(BOOK, "8.4", "8.5", "8.6")
def test_8_4_to_8_6_at_the_table() -> None:
    at = table("ann", "bob", "cyd")
    for cards, ann, bob, cyd in (
        (BANKER_WINS, 1095, 900, 900),
        (PLAYER_WINS, 995, 1000, 800),
        (TIE, 995, 1000, 1600),
    ):
        for name, wager in (("ann", "banker"), ("bob", "player"), ("cyd", "tie")):
            at.bets(name, wager, 100)
        at.plays(cards)
        assert (at.chips("ann"), at.chips("bob"), at.chips("cyd")) == (ann, bob, cyd)
