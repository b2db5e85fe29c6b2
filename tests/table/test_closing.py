"""A table closes: whose money goes where, and how its last round is corrected afterwards (ruling 37)."""

from decimal import Decimal

import pytest

from puntobanco.rulebooks.rule_values import Remedy
from puntobanco.streams.ledger import CAGE
from puntobanco.table import legal_actions
from puntobanco.table.events import IrregularityFound
from puntobanco.table.model import DrawTo, Phase, VoidReason
from puntobanco.values.cards import Card, parse_cards
from tests.marks import ALL_BOOKS, clause
from tests.table.helpers import DEALER, OPERATOR, PLAYER_WINS, SUPERVISOR, Table, refused

ACT, NZ = "act-2015", "nz-1998"
PLAYER_BY_ONE = "9c 8d Kh Ks"
"""Player has 9 and banker 8; with 7C as the first card banker wins, and nobody draws a third one."""
in_every_book = pytest.mark.parametrize(
    "book", [pytest.param(book, marks=clause(book, "ruling 37")) for book in ALL_BOOKS]
)


def closed_after(book: str, cards: str, *, bets: dict[str, int], dollars: int = 1000) -> Table:
    """The table closes with its first round, as was announced; ann bets these dollars."""
    at = Table.ready(book, {"ann": dollars})
    at.operator("announce_closing")
    at.round(cards, **bets)
    assert is_closed(at)
    return at


def is_closed(at: Table) -> bool:
    return at.now.phase is Phase.CLOSED


def won(at: Table) -> int:
    """What was paid at the cage beyond what was brought, in cents."""
    return at.now.balance(CAGE)


@in_every_book
def test_ruling_37_a_card_keyed_in_wrongly_is_corrected_after_the_closing(book: str) -> None:
    at = closed_after(book, PLAYER_BY_ONE, bets={"banker": 100})
    assert won(at) == -10_000, "the wager lost"
    at.supervisor("correct_card", card=Card.parse("7c"), place=first_place(at))
    assert at.now.rounds[-1].result is not None
    assert at.now.rounds[-1].result.value == "banker"
    assert won(at) == 9500, "the wager won $95, which is paid at the cage with its stake"
    assert (at.now.phase, at.lying(), at.debt("ann")) == (Phase.CLOSED, {}, 0)
    assert at.names()[-1] == "departed_paid"


def first_place(at: Table) -> int:
    ended = at.now.ended
    assert ended is not None
    return ended.round.player[0].place


@pytest.mark.parametrize(
    ("book", "number"),
    [
        pytest.param(ACT, "12.4", marks=clause(ACT, "12.4", "12.5", "ruling 31", "ruling 37")),
        pytest.param(NZ, "11.6", marks=clause(NZ, "11.6", "ruling 31", "ruling 37")),
    ],
)
def test_ruling_37_a_placement_error_in_a_closed_tables_last_round_is_reconstructed(book: str, number: str) -> None:
    at = closed_after(book, PLAYER_BY_ONE, bets={"banker": 100})
    at.supervisor("report_placement_error", round=1, cards=parse_cards(["8d 9c Kh Ks"]))
    assert at.clauses("irregularity_found") == [number]
    assert "round_voided" not in at.names()
    assert "error_recorded" not in at.names()
    assert won(at) == 9500
    assert is_closed(at)


@clause(ACT, "12.4", "ruling 37")
def test_ruling_37_what_a_patron_was_paid_wrongly_is_owed_at_the_cage() -> None:
    at = closed_after(ACT, PLAYER_BY_ONE, bets={"player": 10})
    assert won(at) == 1000
    at.supervisor("correct_card", card=Card.parse("7c"), place=first_place(at))
    assert at.debt("ann") == 20, "the wager of $10 lost, and she was paid $20 for it"
    assert is_closed(at)


@clause(ACT, "12.4", "7.2", "ruling 37")
def test_ruling_37_a_missing_card_comes_from_the_shoe_while_its_cards_lie_in_it() -> None:
    at = closed_after(ACT, PLAYER_BY_ONE, bets={"player": 10})
    at.supervisor("correct_card", card=Card.parse("9s"), place=first_place(at) + 2)
    assert is_closed(at), "player still has 8, and a natural draws nothing"
    at.supervisor("correct_card", card=Card.parse("6s"), place=first_place(at) + 2)
    assert is_closed(at), "player has 5 and banker 8"
    at.supervisor("correct_card", card=Card.parse("2h"), place=first_place(at) + 1)
    assert at.now.phase.value == "dealing", "player has 5 and banker 2"
    assert refused(lambda: at.patron("bob", "buy_in", amount=10_000)) == ("closed", "act-2015 13.2")
    assert refused(lambda: at.operator("announce_closing")) == ("closed", "act-2015 13.2")
    assert refused(lambda: at.notice(minimum=10)) == ("closed", "act-2015 13.2")
    kinds = {one.kind for who in (DEALER, SUPERVISOR, OPERATOR) for one in legal_actions(at.now, who)}
    assert not kinds & {"buy_in", "take_seat", "announce_change", "announce_closing", "close_table", "fill_float"}
    at.draws("4c")
    at.draws("Kc")
    at.settles()
    assert (is_closed(at), at.debt("ann")) == (True, 0)
    assert at.now.rounds[-1].result is not None
    assert at.now.rounds[-1].result.value == "player"
    assert won(at) == 1000
    assert at.preparing() == ["check"], "the cards are still to be checked"


@clause(ACT, "2.5", "12.4", "ruling 37")
def test_ruling_37_a_missing_card_makes_the_round_void_once_the_cards_were_taken_out_to_be_checked() -> None:
    at = closed_after(ACT, PLAYER_BY_ONE, bets={"banker": 10})
    at.dealer("check_cards")
    at.supervisor("correct_card", card=Card.parse("6c"), place=first_place(at))
    assert at.now.rounds[-1].result is not None
    assert at.now.rounds[-1].result.value == "banker", "no card is missing"
    at.supervisor("correct_card", card=Card.parse("2h"), place=first_place(at) + 1)
    assert (at.now.phase, at.now.rounds[-1].void) == (Phase.CLOSED, True)
    assert (won(at), at.debt("ann")) == (950, Decimal("9.5")), "as if the round had not been: what was paid is owed"


@clause(ACT, "12.3", "ruling 9", "ruling 37")
def test_ruling_37_a_card_in_excess_at_a_closed_table_waits_for_no_round() -> None:
    at = closed_after(ACT, PLAYER_BY_ONE, bets={"player": 10})
    at.supervisor("correct_card", card=Card.parse("6c"), place=first_place(at))
    at.supervisor("correct_card", card=Card.parse("2h"), place=first_place(at) + 1)
    at.draws("Kc")
    at.draws("5c", DrawTo.EXCESS)
    (found,) = [event for event in at.events if isinstance(event, IrregularityFound)]
    assert found.remedy is Remedy.RECORDED_ONLY
    at.settles()
    assert (at.now.phase, at.now.excess) == (Phase.CLOSED, ())
    shoe = at.now.shoe
    assert (shoe.burned, shoe.dealt, shoe.aside, shoe.out) == (1, 5, 1, 7), "it is put aside"


@clause(ACT, "14.3", "ruling 37")
def test_ruling_37_a_closed_tables_round_that_is_void_is_not_decided_again() -> None:
    at = closed_after(ACT, PLAYER_BY_ONE, bets={"banker": 10})
    at.operator("void_round", round=1, reason=VoidReason.FRAUD)
    assert won(at) == 0
    refusal = refused(lambda: at.supervisor("report_placement_error", round=1))
    assert refusal == ("no_such_round", "act-2015 12.5")
    assert refused(lambda: at.supervisor("correct_card", card=Card.parse("7c"), place=2))[0] == "not_correctable"


@clause(ACT, "14.4", "ruling 37")
def test_ruling_37_a_dispute_of_a_closed_table_pays_at_the_cage() -> None:
    at = closed_after(ACT, PLAYER_BY_ONE, bets={"player": 10})
    at.supervisor("raise_dispute", text="ann was underpaid")
    at.operator("decide_dispute", number=1, decision="she was", patron="ann", amount=500)
    assert at.names() == ["dispute_decided", "dispute_settled", "departed_paid"]
    assert won(at) == 1500


# Both ways of closing


CLOSING = {ACT: "13.2", NZ: "ruling 6", "washington": "ruling 6", "house-midi": "ruling 6"}


@pytest.mark.parametrize(
    ("book", "number"), [pytest.param(book, number, marks=clause(book, number)) for book, number in CLOSING.items()]
)
def test_13_2_and_ruling_6_both_ways_of_closing_pay_all_chips_at_the_cage(book: str, number: str) -> None:
    by_notice, by_operator = (Table.ready(book, {"ann": 1000, "bob": 500}) for _ in range(2))
    for at in (by_notice, by_operator):
        at.round("2c 9d Kh Ks", banker=100)
        at.operator("announce_closing")
    by_operator.operator("close_table")
    by_notice.round(PLAYER_WINS, player=10)
    closing = ["patron_left", "patron_left", "table_closed"]
    for at in (by_notice, by_operator):
        moves = [name for name in at.names() if name in (*closing, "cashed_out")]
        assert moves == ["cashed_out", "patron_left", "cashed_out", "patron_left", "table_closed"]
        assert at.clauses("patron_left") == [number, number]
        assert (at.now.patrons, at.chips("ann"), at.chips("bob"), at.owes("ann")) == ({}, 0, 0, 0)
        for kind, fields in (("cash_out", {"amount": 100}), ("leave_table", {})):
            refusal = refused(lambda: at.patron("ann", kind, **fields))  # noqa: B023
            assert refusal == ("closed", f"{book} {number}"), "she has been paid, and has left"
    assert by_operator.now.balance(CAGE) == 9500, "$95 more than was brought"
    assert by_notice.now.balance(CAGE) == 10_500
