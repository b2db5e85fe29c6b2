"""What people with authority may do: exclusion, closing, disputes, consent; and what is the dealer's alone."""

from typing import Any

import pytest

from puntobanco.log.redact import redact
from puntobanco.rulebooks.facts import Hand
from puntobanco.streams.ledger import CAGE
from puntobanco.table import Actor, Role, legal
from tests.marks import ALL_BOOKS, cited, clause
from tests.table.helpers import BANKER_WINS, OPERATOR, PLAYER_WINS, SUPERVISOR, TIE, Table, refused

# A clause of each book that a patron can break, and the clause of the power that follows.
BREACH = {
    "act-2015": ("4.6", "14.2"),
    "nz-1998": ("5.10", "ruling 16"),
    "washington": ("3", "ruling 16"),
    "house-midi": ("betting time", "ruling 16"),
}


def with_power(book: str) -> Table:
    """A table at which the operator may exclude; in New Zealand the house has to choose that."""
    return Table.ready(book, {"ann": 1000, "bob": 1000}, **({"void_for_breach": "yes"} if book == "nz-1998" else {}))


def kinds(at: Table, actor: Actor) -> set[str]:
    return {option.kind for option in legal(at.now, actor)}


@pytest.mark.parametrize("book", [pytest.param(book, marks=clause(book, "ruling 30")) for book in ALL_BOOKS])
def test_ruling_30_leaving_and_buying_in_again_does_not_end_an_exclusion(book: str) -> None:
    broke, power = BREACH[book]
    at = with_power(book)
    at.operator("exclude", patron="ann", broke=broke)
    excluded = ("excluded", f"{book} {power}")
    at.patron("ann", "cash_out", amount=100_000)
    at.patron("ann", "leave_table")
    assert refused(lambda: at.stands("ann")) == excluded
    assert "buy_in" not in kinds(at, Actor(person="ann", role=Role.PATRON))
    at.operator("lift_exclusion", patron="ann")
    assert at.clauses("exclusion_lifted") == ["ruling 30"]
    at.sits("ann", 1)
    at.round(PLAYER_WINS, player=100)
    assert at.chips("ann") == 1100


@clause("act-2015", "14.2", "ruling 30")
def test_act_2015_14_2_an_exclusion_is_lifted_for_a_patron_who_stayed_and_only_where_there_is_one() -> None:
    at = with_power("act-2015")
    nothing = ("not_excluded", "act-2015 ruling 30")
    assert refused(lambda: at.operator("lift_exclusion", patron="ann")) == nothing
    at.operator("exclude", patron="ann", broke="4.6")
    assert refused(lambda: at.bets("ann", "player", 10, area=1)) == ("excluded", "act-2015 14.2")
    assert "lift_exclusion" in kinds(at, OPERATOR)
    at.operator("lift_exclusion", patron="ann")
    assert "lift_exclusion" not in kinds(at, OPERATOR)
    assert refused(lambda: at.operator("lift_exclusion", patron="ann")) == nothing
    at.bets("ann", "player", 10, area=1)


CLOSING = {"act-2015": "13.2", "nz-1998": "ruling 6", "washington": "ruling 6", "house-midi": "ruling 6"}
by_closing = pytest.mark.parametrize(("book", "number"), cited(CLOSING))


@by_closing
def test_13_2_after_notice_the_operator_closes_between_rounds_and_all_money_goes_back(book: str, number: str) -> None:
    at = Table.ready(book, {"ann": 1000, "bob": 1000})
    at.round(BANKER_WINS, banker=100)
    at.bets("bob", "player", 50)
    not_closing = ("not_closing", f"{book} {number}")
    assert refused(lambda: at.operator("close_table")) == not_closing, "without notice"
    assert "close_table" not in kinds(at, OPERATOR)
    at.operator("announce_closing")
    assert "close_table" in kinds(at, OPERATOR)
    at.operator("close_table")
    assert at.clauses("table_closed") == [number]
    assert at.now.phase.value == "closed"
    assert (at.lying(), at.chips("ann"), at.chips("bob"), at.owes("ann"), at.commission()) == ({}, 0, 0, 0, 5)
    assert at.now.balance(CAGE) == 9_500, "the cage paid out $95 more than it took in"
    assert at.now.patrons == {}


@by_closing
def test_13_2_a_round_in_progress_is_played_to_its_end_first(book: str, number: str) -> None:
    at = Table.ready(book)
    at.bets("ann", "player", 100)
    at.operator("announce_closing")
    if book != "washington":
        at.calls()
    at.deals("9c")
    assert refused(lambda: at.operator("close_table")) == ("not_closing", f"{book} {number}")


@clause("act-2015", "13.2", "ruling 16")
def test_13_2_a_debt_is_paid_before_the_cage_pays_chips() -> None:
    at = Table.ready("act-2015")
    at.round(PLAYER_WINS, player=900)
    at.round(BANKER_WINS, player=1000)
    at.round(BANKER_WINS, player=800)
    at.patron("ann", "raise_dispute", text="the first round was not mine to win")
    at.operator("decide_dispute", number=1, decision="it was not", patron="ann", amount=-90_000)
    told = "Dispute 1: ann is to pay $900 by its decision: ann's chips -$100, ann's debt +$800"
    assert at.events[-1].describe("oz") == told
    at.patron("ann", "buy_in", amount=100_000)
    assert (at.chips("ann"), at.debt("ann")) == (1000, 800)
    at.operator("announce_closing")
    at.operator("close_table")
    assert at.names() == ["debt_settled", "cashed_out", "patron_left", "table_closed"]
    assert (at.chips("ann"), at.debt("ann")) == (0, 0)


# Disputes


def disputed(book: str = "act-2015") -> Table:
    """Ann lost $100 on player and says that it was on tie."""
    at = Table.ready(book, {"ann": 1000, "bob": 1000})
    at.round(BANKER_WINS, player=100)
    at.patron("ann", "raise_dispute", text="my wager was on banker")
    return at


DISPUTES = {"act-2015": "14.4", "nz-1998": "ruling 16", "washington": "ruling 16", "house-midi": "ruling 16"}


@pytest.mark.parametrize(("book", "number"), cited(DISPUTES))
def test_14_4_a_decision_can_carry_money_to_the_patron_with_its_reason(book: str, number: str) -> None:
    at = disputed(book)
    at.operator("decide_dispute", number=1, decision="it lay on banker", patron="ann", amount=19_500)
    assert at.names() == ["dispute_decided", "dispute_settled"]
    assert at.clauses("dispute_settled") == [number]
    (_, moved) = at.events
    # it is there, as the test has it
    assert (moved.reason, moved.amount) == ("it lay on banker", 19_500)  # type: ignore[union-attr]
    assert at.chips("ann") == 1095
    assert redact(moved, Actor(person="bob", role=Role.PATRON)) is None
    assert redact(moved, Actor(person="ann", role=Role.PATRON)) is not None


@clause("act-2015", "14.4", "ruling 16")
def test_14_4_what_chips_do_not_cover_of_a_decision_becomes_debt() -> None:
    at = disputed()
    at.operator("decide_dispute", number=1, decision="bob was paid twice", patron="bob", amount=-120_000)
    assert (at.chips("bob"), at.debt("bob")) == (0, 200)


@clause("act-2015", "14.4")
def test_14_4_who_has_left_is_paid_at_the_cage() -> None:
    at = disputed()
    at.patron("ann", "cash_out", amount=90_000)
    at.patron("ann", "leave_table")
    at.operator("decide_dispute", number=1, decision="the wager goes back", patron="ann", amount=10_000)
    assert (at.chips("ann"), at.now.balance(CAGE)) == (0, -100_000), "only bob's chips are out"


@clause("act-2015", "14.4")
@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"patron": "ann"}, "amount_incomplete"),
        ({"amount": 100}, "amount_incomplete"),
        ({"patron": "ann", "amount": 0}, "amount_incomplete"),
        ({"patron": "zoe", "amount": 100}, "unknown_patron"),
    ],
)
def test_14_4_a_decision_about_money_names_patron_and_amount(fields: dict[str, Any], code: str) -> None:
    at = disputed()
    refusal = refused(lambda: at.operator("decide_dispute", number=1, decision="pay", **fields))
    assert refusal == (code, "act-2015 14.4")
    assert at.now.disputes[0].decision is None, "nothing is half decided"


@clause("act-2015", "14.4")
def test_14_4_a_review_can_be_asked_for_after_the_decision_once() -> None:
    at = disputed()
    no_review = ("no_review", "act-2015 14.4")
    assert refused(lambda: at.patron("ann", "ask_review", number=1)) == no_review, "not decided yet"
    at.operator("decide_dispute", number=1, decision="it lay on player")
    assert refused(lambda: at.patron("bob", "ask_review", number=1)) == no_review, "not bob's"
    assert "ask_review" in kinds(at, Actor(person="ann", role=Role.PATRON)) & kinds(at, SUPERVISOR)
    at.patron("ann", "ask_review", number=1)
    assert at.clauses("review_asked") == ["14.4"]
    assert at.now.disputes[0].referred
    assert refused(lambda: at.supervisor("ask_review", number=1)) == no_review
    assert "ask_review" not in kinds(at, SUPERVISOR)


@clause("act-2015", "14.4")
def test_14_4_whose_money_a_decision_moved_may_have_it_reviewed_too() -> None:
    at = disputed()
    at.operator("decide_dispute", number=1, decision="bob was paid ann's win", patron="bob", amount=-9_500)
    at.patron("bob", "ask_review", number=1)
    assert at.now.disputes[0].referred


# Consent


@clause("act-2015", "4.7")
def test_act_2015_4_7_consent_to_a_coup_without_wagers_can_be_withdrawn() -> None:
    at = Table.ready("act-2015", {"ann": 1000, "bob": 1000})
    nothing = ("nothing_to_withdraw", "act-2015 4.7")
    assert refused(lambda: at.patron("bob", "withdraw_no_bet")) == nothing
    at.patron("ann", "ask_no_bet")
    at.patron("bob", "agree_no_bet")
    at.patron("bob", "withdraw_no_bet")
    assert at.clauses("no_bet_withdrawn") == ["4.7"]
    assert refused(lambda: at.supervisor("start_no_bet")) == ("no_bet_not_possible", "act-2015 4.7")
    at.patron("bob", "agree_no_bet")
    at.patron("ann", "withdraw_no_bet")
    assert refused(lambda: at.patron("bob", "agree_no_bet")) == ("nothing_to_agree_to", "act-2015 4.7")
    assert refused(lambda: at.supervisor("start_no_bet")) == ("no_bet_not_possible", "act-2015 4.7")


@clause("washington", "ghost hands")
def test_washington_who_asked_for_a_ghost_hand_can_take_it_back() -> None:
    at = Table.ready("washington")
    at.patron("ann", "ask_no_bet")
    assert "withdraw_no_bet" in kinds(at, Actor(person="ann", role=Role.PATRON))
    at.patron("ann", "withdraw_no_bet")
    assert refused(lambda: at.dealer("start_no_bet")) == ("no_bet_not_possible", "washington ghost hands")
    at.patron("ann", "ask_no_bet")
    at.dealer("start_no_bet")
    assert refused(lambda: at.patron("ann", "withdraw_no_bet"))[0] == "nothing_to_withdraw", "it has started"


# What is the dealer's alone

CONTROL = {"act-2015": "6.2", "nz-1998": "4.3", "washington": "ruling 17", "house-midi": "play"}


@pytest.mark.parametrize(("book", "number"), cited(CONTROL))
@pytest.mark.parametrize("role", [Role.PATRON, Role.SUPERVISOR, Role.OPERATOR])
def test_nz_1998_4_3_nobody_else_does_what_is_the_dealers(book: str, number: str, role: Role) -> None:
    at = Table.ready(book)
    at.bets("ann", "player", 100)
    somebody = Actor(person="ann", role=role)
    for kind in ("draw", "shuffle", "call_no_more_bets", "settle"):
        assert refused(lambda: at.do(somebody, kind)) == ("wrong_role", f"{book} {number}")  # noqa: B023
    if role is not Role.PATRON:
        turn = {"hand": Hand.PLAYER, "cards": ()}
        assert refused(lambda: at.do(somebody, "expose", **turn)) == ("wrong_role", f"{book} {number}")


@clause("nz-1998", "4.3")
def test_nz_1998_4_3_a_patron_inspects_no_cards() -> None:
    at = Table("nz-1998")
    ann = Actor(person="ann", role=Role.PATRON)
    assert refused(lambda: at.do(ann, "inspect_cards")) == ("wrong_role", "nz-1998 4.3")
    assert refused(lambda: at.do(ann, "close_table")) == ("wrong_role", "roles"), "that is the operator's"


@clause("act-2015", "14.4", "8.6")
def test_14_4_a_tie_that_was_not_paid_is_paid_by_the_decision() -> None:
    at = Table.ready("act-2015")
    at.round(TIE, player=100)
    at.patron("ann", "raise_dispute", text="ten dollars lay on tie")
    at.operator("decide_dispute", number=1, decision="they did", patron="ann", amount=8_000)
    assert at.chips("ann") == 1080


@pytest.mark.parametrize("book", [pytest.param(book, marks=clause(book, "ruling 30")) for book in ALL_BOOKS])
def test_ruling_30_a_patron_who_has_left_can_be_excluded(book: str) -> None:
    broke, power = BREACH[book]
    at = with_power(book)
    at.patron("ann", "leave_table")
    assert "exclude" in kinds(at, OPERATOR)
    at.operator("exclude", patron="ann", broke=broke)
    assert refused(lambda: at.stands("ann")) == ("excluded", f"{book} {power}")
    assert refused(lambda: at.operator("exclude", patron="ann", broke=broke))[0] == "excluded"
    at.operator("lift_exclusion", patron="ann")
    at.stands("ann", 100)
    assert at.chips("ann") == 100
