"""Evenings that combine what the clauses of act-2015 and nz-1998 say one by one."""

import json

import pytest

from puntobanco.log.redact import redact
from puntobanco.log.script import print_event
from puntobanco.streams.ledger import CAGE
from puntobanco.table import Actor, Role
from puntobanco.table.model import DrawTo, Phase, VoidReason
from puntobanco.table.views.describe import tell
from puntobanco.values.cards import Card
from tests.marks import clause
from tests.table.helpers import PLAYER, PLAYER_WINS, TIE, Table, refused
from tests.table.test_irregularities import all_seen


@clause("act-2015", "14.2", "ruling 30")
def test_act_2015_14_2_the_stand_off_of_an_excluded_patron_does_not_stay_in_play() -> None:
    at = Table.ready("act-2015", {"ann": 1000, "bob": 1000}, standoff="stays")
    at.bets("ann", "player", 100)
    at.bets("bob", "player", 100)
    at.calls()
    at.operator("exclude", patron="ann", broke="4.6")
    at.deals(TIE).settles()
    assert at.lying() == {"bob 2 player": 100}
    assert at.chips("ann") == 1000


@clause("act-2015", "ruling 27")
@clause("nz-1998", "ruling 27")
@pytest.mark.parametrize("book", ["act-2015", "nz-1998"])
def test_ruling_27_a_waiting_card_that_turns_out_impossible_leaves_complete_hands_standing(book: str) -> None:
    at = Table.ready(book)
    all_seen(at, "5h")
    at.bets("ann", "player", 100)
    at.calls()
    at.deals(PLAYER_WINS)
    at.draws(None, DrawTo.EXCESS, face_up=False)
    at.dealer("disclose_card", card=Card.parse("5h"))
    assert at.names() == ["card_put_aside", "irregularity_found", "shoe_ends"]
    at.settles()
    assert at.chips("ann") == 1100
    assert "shuffle" in at.preparing()


@clause("nz-1998", "ruling 28", "11.2")
def test_nz_1998_ruling_28_the_dealer_corrects_an_excess_card_that_sent_wagers_back() -> None:
    at = Table.ready("nz-1998")
    at.bets("ann", "player", 100)
    at.draws("9s", DrawTo.EXCESS)
    assert at.lying() == {}
    at.dealer("correct_card", card=Card.parse("9h"))
    at.dealer("start_no_bet")
    assert at.hands() == ("9H", "")


@clause("act-2015", "ruling 28")
def test_act_2015_ruling_28_a_dealer_who_has_just_come_corrects_the_last_card() -> None:
    at = Table.ready("act-2015")
    at.bets("ann", "player", 100)
    at.calls()
    at.draws("9c")
    at.do(Actor(person="dora", role=Role.DEALER), "correct_card", card=Card.parse("8c"))
    assert at.hands() == ("8C", "")


@clause("act-2015", "3.4", "ruling 5")
def test_act_2015_3_4_a_round_that_is_bet_on_again_is_still_the_first_with_short_wagers() -> None:
    at = Table.ready("act-2015", minimum=5)
    at.round(PLAYER_WINS, player=100)
    at.bets("ann", "player", 2)
    at.calls()
    assert at.names() == ["announced", "patron_warned", "round_started"]
    at.supervisor("correct_card", card=Card.parse("8c"), place=2)
    assert at.lying() == {"ann 1 player": 2}
    at.calls()
    assert at.names() == ["announced", "round_started"]
    at.deals(PLAYER_WINS).settles()
    at.bets("ann", "player", 2)
    at.calls()
    assert at.clauses("wager_returned") == ["3.4"]


@clause("act-2015", "2.2", "ruling 31")
def test_act_2015_2_2_a_style_decided_for_the_next_round_outlives_a_correction_of_the_last_one() -> None:
    at = Table.ready("act-2015")
    at.round(PLAYER_WINS, player=100)
    at.notice(dealing="down")
    at.supervisor("correct_card", card=Card.parse("8c"), place=2)
    assert at.chips("ann") == 1100
    at.bets("ann", "player", 100)
    at.calls()
    at.draws("9c", face_up=False)
    assert "irregularity_found" not in at.names()


@clause("nz-1998", "7.6", "9.9")
def test_nz_1998_7_6_cards_are_replaced_after_the_last_round_too() -> None:
    at = Table.ready("nz-1998")
    at.dealer("draw_cutting_card")
    at.round(PLAYER_WINS, player=100)
    at.operator("replace_cards")
    assert at.preparing()[:4] == ["dealer_inspection", "supervisor_inspection", "spread", "wash"]
    at.prepares()
    assert at.now.phase is Phase.BETTING


@clause("act-2015", "2.3")
def test_act_2015_2_3_single_cards_are_changed_after_the_last_round_before_the_shuffle() -> None:
    at = Table.ready("act-2015")
    at.dealer("draw_cutting_card")
    at.round(PLAYER_WINS, player=100)
    at.operator("replace_cards", faces=(Card.parse("9s"),))
    assert at.preparing() == ["dealer_inspection", "supervisor_inspection", "shuffle", "cut", "load", "burn"]
    at.prepares()
    assert at.now.phase is Phase.BETTING
    assert at.now.shoe.number == 2


@clause("act-2015", "2.3")
def test_act_2015_2_3_cards_are_not_changed_once_the_shuffle_has_begun() -> None:
    at = Table("act-2015")
    at.sits("ann", 1)
    assert refused(lambda: at.operator("replace_cards")) == ("not_between_rounds", "act-2015 2.3")
    at.dealer("check_cards")
    at.dealer("shuffle")
    assert refused(lambda: at.operator("replace_cards")) == ("not_between_rounds", "act-2015 2.3")


@clause("act-2015", "2.3", "ruling 31")
def test_act_2015_2_3_new_cards_are_still_checked_after_the_last_round_was_decided_again() -> None:
    at = Table.ready("act-2015")
    at.round(PLAYER_WINS, player=100)
    at.operator("replace_cards", faces=(Card.parse("9s"),))
    at.supervisor("correct_card", card=Card.parse("8c"), place=2)
    assert at.preparing() == ["dealer_inspection", "supervisor_inspection"]
    at.prepares()
    at.round(PLAYER_WINS, player=100)
    assert at.chips("ann") == 1200


@clause("act-2015", "ruling 27")
def test_act_2015_ruling_27_the_shoe_stays_ended_when_the_last_round_is_decided_again() -> None:
    at = Table.ready("act-2015")
    all_seen(at, "5h")
    at.round(PLAYER_WINS, player=100)
    at.draws("5h", DrawTo.EXCESS)
    assert at.preparing() == ["check", "shuffle", "cut", "load", "burn"]
    at.supervisor("correct_card", card=Card.parse("8c"), place=2)
    assert at.preparing() == ["check", "shuffle", "cut", "load", "burn"]


@clause("nz-1998", "11.2", "11.3")
@pytest.mark.parametrize(("found_face_up", "number"), [(False, "11.2"), (True, "11.3")])
def test_nz_1998_11_no_bets_this_hand_is_announced_by_its_cause(found_face_up: bool, number: str) -> None:
    at = Table.ready("nz-1998")
    at.draws("9s", DrawTo.EXCESS, found_face_up=found_face_up)
    at.dealer("announce", key="call_no_bets")
    assert (at.said(), at.clauses("announced")) == (["No bets this hand"], [number])


@clause("nz-1998", "8.5", "8.6")
@pytest.mark.parametrize(("dealing", "number"), [("up", "8.5"), ("down", "8.6")])
def test_nz_1998_8_6_counts_are_announced_by_the_clause_of_the_dealing_style(dealing: str, number: str) -> None:
    at = Table.ready("nz-1998", dealing=dealing)
    at.bets("ann", "player", 100)
    at.calls()
    at.deals(PLAYER_WINS).turns()
    at.dealer("announce", key="call_counts")
    assert (at.said(), at.clauses("announced")) == (["Player 9, Banker 5"], [number])


# What others see


def seen_by(name: str, at: Table) -> str:
    """All that a patron reads of the log, as data and in words."""
    audience = Actor(person=name, role=Role.PATRON)
    seen = [found for event in at.log if (found := redact(event, audience)) is not None]
    words = [tell(one.event, "dan") for one in seen]
    return json.dumps([print_event(one.event, audience, one.hidden) for one in seen]) + "\n".join(words)


@clause("nz-1998", "8.6", "ruling 28")
def test_nz_1998_8_6_a_corrected_card_that_lies_face_down_is_shown_to_nobody() -> None:
    at = Table.ready("nz-1998", dealing="down")
    at.bets("ann", "player", 100)
    at.calls()
    at.draws("9d", face_up=False)
    at.dealer("correct_card", card=Card.parse("8h"))
    read = seen_by("ann", at)
    assert not [face for face in ("9D", "8H", "9♦", "8♥") if face in read]
    assert "keyed in wrongly" in read


@clause("act-2015", "ruling 28")
def test_act_2015_ruling_28_what_another_patron_owes_stays_private_when_a_round_is_decided_again() -> None:
    at = Table.ready("act-2015", {"ann": 1000, "bob": 1000})
    at.bets("ann", "player", 100)
    at.plays(PLAYER_WINS)
    where = {"round": 1, "patron": "ann", "area": "1", "wager": "player"}
    at.supervisor("record_payment", **where, amount=37700, debt=True)
    at.supervisor("correct_card", card=Card.parse("8c"), place=2)
    read = seen_by("bob", at)
    assert not [secret for secret in ("37700", "17700", "$377", "$177", "ann's chips", "ann's debt") if secret in read]
    assert "37700" in seen_by("ann", at)


# Money and the burn


@clause("act-2015", "14.4", "ruling 16")
def test_act_2015_14_4_who_has_left_pays_a_debt_before_the_cage_pays_what_was_decided() -> None:
    at = Table.ready("act-2015", {"ann": 100, "bob": 100})
    at.round(PLAYER_WINS, player=100)
    at.patron("ann", "raise_dispute", text="The second hundred is mine.")
    at.patron("ann", "leave_table")
    at.operator("void_round", round=1, reason=VoidReason.FRAUD)
    assert at.debt("ann") == 100
    at.operator("decide_dispute", number=1, decision="Half of it is.", patron="ann", amount=5000)
    assert at.names() == ["dispute_decided", "dispute_settled", "debt_settled"]
    assert at.debt("ann") == 50
    at.patron("ann", "raise_dispute", text="And the rest.")
    at.operator("decide_dispute", number=2, decision="Granted.", patron="ann", amount=7000)
    assert at.debt("ann") == 0
    assert at.now.balance(CAGE) == 20_00, "ann took $220 away and brought $100, as bob did"


@clause("nz-1998", "7.4", "ruling 28")
def test_nz_1998_7_4_a_supervisor_corrects_the_burn_card_until_the_first_card_of_the_round() -> None:
    at = Table.ready("nz-1998")
    at.bets("ann", "player", 100)
    at.supervisor("correct_card", card=Card.parse("3c"))
    assert at.preparing() == ["burn"]
    at.draws(None, face_up=False)
    at.draws(None, face_up=False)
    assert at.preparing() == []
    at.calls()
    at.supervisor("correct_card", card=Card.parse("4c"))
    at.deals(PLAYER_WINS)
    assert refused(lambda: at.supervisor("correct_card", card=Card.parse("5c"), place=1))[0] == "not_correctable"
    at.settles()
    assert at.chips("ann") == 1100


@clause("act-2015", "5.4", "ruling 28")
def test_act_2015_5_4_the_dealer_corrects_a_burn_card_that_was_turned_by_mistake() -> None:
    at = Table("act-2015", burn="hidden")
    at.sits("ann", 1)
    at.prepares(burn=False)
    at.draws("9c")
    at.dealer("correct_card", card=Card.parse("8c"))
    assert at.now.shoe.known[Card.parse("9c").index] == 0
    assert at.now.phase is Phase.BETTING


@clause("nz-1998", "8.5", "8.6", "11.2")
@pytest.mark.parametrize(("dealing", "number"), [("up", "8.5"), ("down", "8.6")])
def test_nz_1998_8_5_a_waiting_card_is_turned_by_the_clause_of_the_dealing_style(dealing: str, number: str) -> None:
    at = Table.ready("nz-1998", dealing=dealing)
    at.draws(None, DrawTo.EXCESS, face_up=False)
    at.bets("ann", "player", 100)
    at.calls()
    for card in ("2d", "Kh", "3s"):
        at.draws(card if dealing == "up" else None, face_up=dealing == "up")
    at.turns_one(PLAYER, cards="9c" if dealing == "up" else "9c Kh")
    assert at.clauses("hand_exposed") == [number]
