"""Ruling 31: a round commences with its first card, so what came before the shuffle is still put right after it."""

import pytest

from puntobanco.table.model import Phase, Preparation
from puntobanco.values.cards import Card, parse_cards
from tests.marks import clause
from tests.table.helpers import Table, refused

STEPS = [Preparation.CUT, Preparation.LOAD, Preparation.BURN, None]


def after_the_last_round(book: str, cards: str, until: Preparation | None, wager: str = "player") -> Table:
    """ann had $100 on the last round of a shoe, and the next shoe is prepared so far."""
    at = Table.ready(book, {"ann": 1000, "bob": 1000})
    at.bets("ann", wager, 100)
    at.calls()
    at.dealer("draw_cutting_card")
    at.deals(cards).turns().settles()
    if at.now.phase is Phase.BETTING:
        at.bets("ann", wager, 100)
        at.plays("2c Kd Kh 9s")
    return at.prepares(until=until)


def totals(at: Table) -> tuple[int, int] | None:
    """Of the last round."""
    found = at.now.rounds[-1].facts
    return None if found is None else (found.player.total, found.banker.total)


@pytest.mark.parametrize("until", STEPS)
@clause("act-2015", "12.4", "ruling 31")
def test_act_2015_12_4_an_error_told_after_the_shuffle_is_reconstructed(until: Preparation | None) -> None:
    at = after_the_last_round("act-2015", "9c 8d Kh Ks", until)
    assert at.chips("ann") == 1100
    before = (at.now.phase, at.now.pending, at.now.shoe, at.now.round_number)
    at.supervisor("report_placement_error", round=1, cards=parse_cards(["8d 9c Kh Ks"]))
    assert at.clauses("irregularity_found") == ["12.4"]
    assert (at.chips("ann"), totals(at)) == (900, (8, 9))
    assert (at.now.phase, at.now.pending, at.now.shoe, at.now.round_number) == before
    at.supervisor("report_placement_error", round=1, cards=parse_cards(["9c 8d Kh Ks"]))
    assert at.chips("ann") == 1100, "and again, as long as no card of the next round is dealt"


@clause("nz-1998", "11.6", "ruling 31")
def test_nz_1998_11_6_an_error_told_after_the_shuffle_is_reconstructed() -> None:
    at = after_the_last_round("nz-1998", "9c 8d Kh Ks", Preparation.CUT)
    last = at.now.rounds[-1].number
    paid = at.chips("ann")
    drawn = at.now.ended.round.in_order() if at.now.ended is not None else ()
    told = tuple(card.card for card in drawn if card.card is not None)
    at.supervisor("report_placement_error", round=last, cards=(told[1], told[0], *told[2:]))
    assert at.clauses("irregularity_found") == ["11.6"]
    assert at.chips("ann") != paid
    assert at.preparing()[0] == "cut"


@clause("act-2015", "12.4", "12.5", "ruling 31")
def test_act_2015_12_5_begins_with_the_next_shoes_first_card() -> None:
    at = after_the_last_round("act-2015", "9c 8d Kh Ks", None)
    at.bets("bob", "player", 100)
    at.calls()
    at.deals("2c")
    at.supervisor("report_placement_error", round=1)
    assert (at.clauses("irregularity_found"), at.chips("ann")) == (["12.5"], 1000)


@clause("act-2015", "12.4", "ruling 31")
def test_wagers_on_the_new_shoe_go_back_where_they_lay() -> None:
    at = after_the_last_round("act-2015", "9c 8d Kh Ks", None)
    at.bets("bob", "banker", 50)
    at.calls()
    at.supervisor("report_placement_error", round=1, cards=parse_cards(["8d 9c Kh Ks"]))
    assert (at.lying(), at.chips("ann"), at.now.phase) == ({"bob 2 banker": 50}, 900, Phase.BETTING)


@clause("act-2015", "12.4", "12.1", "ruling 31")
def test_a_round_that_would_need_another_card_of_the_old_shoe_is_void() -> None:
    at = after_the_last_round("act-2015", "9c 2d Kh 3s", Preparation.BURN)
    shoe = at.now.shoe
    at.supervisor("correct_card", card=Card.parse("2c"), place=2)
    assert (at.chips("ann"), at.now.rounds[-1].void, at.now.shoe) == (1000, True, shoe)
    assert "round_ended" in at.names()
    assert "new_shoe_due" not in at.names()


@clause("act-2015", "5.7", "ruling 31")
def test_a_tie_found_after_the_shuffle_makes_no_further_round_of_the_old_shoe() -> None:
    at = after_the_last_round("act-2015", "9c 8d Kh Ks", Preparation.LOAD, wager="tie")
    at.supervisor("correct_card", card=Card.parse("9d"), place=3)
    assert (at.chips("ann"), at.preparing()[0]) == (1800, "load")
    assert "Last hand" not in " ".join(at.said())


@clause("act-2015", "ruling 28")
def test_a_card_of_the_old_shoe_is_held_against_the_old_shoe() -> None:
    at = after_the_last_round("act-2015", "9c 8d Kh Ks", None)
    at.supervisor("correct_card", card=Card.parse("8c"), place=2)
    assert totals(at) == (8, 8)
    assert at.now.shoe.known == bytes(52), "nothing of the new shoe has been seen"
    assert refused(lambda: at.dealer("correct_card", card=Card.parse("7c")))[0] == "not_correctable"


@clause("act-2015", "ruling 28", "ruling 31")
def test_a_card_of_the_old_shoe_is_held_against_the_old_shoe_after_a_shoe_that_nobody_dealt_from() -> None:
    at = after_the_last_round("act-2015", "9c 8d Kh Ks", None)
    at.operator("replace_cards")
    at.prepares()
    at.supervisor("correct_card", card=Card.parse("8c"), place=2)
    assert (totals(at), at.chips("ann")) == ((8, 8), 1000)
    assert at.now.shoe.known == bytes(52), "nothing of the new shoe has been seen"


@clause("act-2015", "14.1", "ruling 12")
def test_a_tie_that_becomes_void_after_the_shuffle_leaves_the_new_shoe_alone() -> None:
    at = after_the_last_round("act-2015", "9c 9d Kh Ks", None)
    at.bets("bob", "player", 100)
    last = at.now.rounds[-1].number
    at.supervisor("report_placement_error", round=last)
    assert at.lying() == {"bob 2 player": 100}
