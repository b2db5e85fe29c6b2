"""What a table does where neither the document nor its house says more: our rulings, seen from a seat."""

from typing import Any

import pytest

from puntobanco.app.practice_table import PracticeTable
from puntobanco.app.randomness import repeatable
from puntobanco.rulebooks import HouseRules
from puntobanco.rulebooks.printing import sign
from puntobanco.streams.actors import Actor
from puntobanco.table import legal_actions
from puntobanco.table.model import DrawTo, Preparation, VoidReason
from tests.marks import clause
from tests.table.helpers import BANKER, BANKER_WINS, DEALER, OPERATOR, PLAYER, PLAYER_WINS, SUPERVISOR, Table, refused


def by_book(**numbers: str) -> pytest.MarkDecorator:
    """A case of book and clause for each book, marked with that clause: `by_book(nz_1998="5.3")`."""
    books = {book.replace("_", "-"): number for book, number in numbers.items()}
    cases = [pytest.param(book, number, marks=clause(book, number), id=book) for book, number in books.items()]
    return pytest.mark.parametrize(("book", "number"), cases)


def in_books(**numbers: str) -> pytest.MarkDecorator:
    """The same where the test has no use for the clause itself."""
    books = {book.replace("_", "-"): number for book, number in numbers.items()}
    cases = [pytest.param(book, marks=clause(book, number), id=book) for book, number in books.items()]
    return pytest.mark.parametrize("book", cases)


def kinds(at: Table, actor: Actor) -> set[str]:
    return {one.kind for one in legal_actions(at.now, actor)}


# Money


# A win of $1.11 on banker is $1.0545 after 5%, and of $1.01 $0.9595: a fraction of a cent goes to the patron.
@in_books(act_2015="ruling 1", washington="ruling 1", house_midi="ruling 1")
@pytest.mark.parametrize(("stake", "has"), [("1.11", "1001.06"), ("1.01", "1000.96")])
def test_ruling_1_a_fraction_of_a_cent_goes_to_the_patron(book: str, stake: str, has: str) -> None:
    at = Table.ready(book, chips="0.01, 1, 5", minimum="0.01", multiple="0.01")
    at.bets("ann", "banker", stake)
    at.plays(BANKER_WINS)
    assert str(at.chips("ann") - at.owes("ann")) == has


@in_books(act_2015="ruling 1", washington="ruling 1", house_midi="ruling 1")
def test_ruling_1_a_spoken_banker_wager_stands_whole_although_no_chip_pays_its_win(book: str) -> None:
    at = Table.ready(book, spoken_wagers="yes")
    at.dealer("place", patron="ann", area="1", wager="banker", amount=700)
    assert at.lying() == {"ann 1 banker": 7}
    at.plays(BANKER_WINS)
    assert str(at.chips("ann") - at.owes("ann")) == "1006.65"


@by_book(act_2015="4.2", nz_1998="5.3", washington="ruling 18", house_midi="ruling 18")
def test_a_dollar_is_the_smallest_chip(book: str, number: str) -> None:
    at = Table.ready(book)
    at.bets("ann", "player", 6)
    assert (at.lying(), at.clauses("wager_placed")) == ({"ann 1 player": 6}, [number])


@by_book(washington="ruling 18", house_midi="ruling 18")
def test_ruling_18_wagers_are_from_5_to_1000_dollars_in_any_cents(book: str, number: str) -> None:
    at = Table.ready(book, {"ann": 5000}, chips="0.01, 1, 5, 100")
    limits = f"{book} {number}"
    assert refused(lambda: at.bets("ann", "player", "4.99")) == ("under_minimum", limits)
    assert refused(lambda: at.bets("ann", "player", "1000.01")) == ("over_maximum", limits)
    at.bets("ann", "player", "5.01")
    at.withdraws("ann", "player")
    at.bets("ann", "player", 1000)


@by_book(washington="ruling 18", house_midi="ruling 18")
def test_ruling_18_nobody_has_a_maximum_of_his_own(book: str, number: str) -> None:
    at = Table.ready(book)
    grant = {"patron": "ann", "amount": 200_000}
    assert refused(lambda: at.operator("grant_maximum", **grant)) == ("no_personal_maximum", f"{book} {number}")


@by_book(washington="ruling 3", house_midi="ruling 3")
def test_ruling_3_the_maximum_binds_each_wager_and_no_named_patrons(book: str, number: str) -> None:
    at = Table.ready(book)
    naming = ("maximum_not_named", f"{book} {number}")
    assert refused(lambda: at.operator("name_patrons", patrons=("ann",))) == naming
    assert [line.text for line in sign(at.now.rules) if line.clause == number] == [], "nothing of it on the sign"


@clause("house-midi", "ruling 3", "ruling 18")
def test_house_midi_ruling_3_two_patrons_of_an_area_may_bet_the_maximum_each() -> None:
    at = Table.ready("house-midi", {"ann": 1000, "bob": 1000}, patrons_per_area=2)
    at.bets("ann", "player", 1000)
    at.bets("bob", "player", 1000, area=1)
    assert at.lying() == {"ann 1 player": 1000, "bob 1 player": 1000}


@in_books(washington="ruling 18", house_midi="ruling 18")
def test_ruling_18_there_is_no_differential(book: str) -> None:
    at = Table.ready(book)
    at.bets("ann", "player", 1000)
    at.plays(PLAYER_WINS)
    assert at.chips("ann") == 2000


@by_book(washington="ruling 18", house_midi="ruling 18")
def test_ruling_18_above_a_differential_the_newest_wagers_go_back(book: str, number: str) -> None:
    at = Table.ready(book, {"ann": 1000, "bob": 1000}, differential=100)
    at.bets("ann", "player", 80)
    at.bets("bob", "player", 60)
    if book == "washington":
        at.deals("9c")
    else:
        at.calls()
    assert at.lying() == {"ann 1 player": 80, "bob 2 player": 20}
    assert at.clauses("wager_returned") == [number]


# Seats and areas


@by_book(act_2015="ruling 26", house_midi="ruling 18")
def test_there_are_seven_seats(book: str, number: str) -> None:
    at = Table.ready(book)
    at.sits("bob", 7)
    at.stands("cyd")
    assert refused(lambda: at.patron("cyd", "take_seat", seat=8))[0] == "seat_not_free"
    assert refused(lambda: at.bets("ann", "player", 5, area=8)) == ("area_not_open", f"{book} {number}")


@clause("house-midi", "ruling 18")
def test_house_midi_ruling_18_one_patron_to_an_area() -> None:
    at = Table.ready("house-midi", {"ann": 1000, "bob": 1000})
    at.bets("ann", "player", 100)
    assert refused(lambda: at.bets("bob", "player", 100, area=1)) == ("area_full", "house-midi ruling 18")
    at.bets("ann", "player", 50)
    assert at.lying() == {"ann 1 player": 150}, "who has the area may raise there"


@clause("house-midi", "ruling 18")
def test_house_midi_ruling_18_each_spot_is_an_area_of_its_own() -> None:
    at = Table.ready("house-midi", {"ann": 1000, "bob": 1000})
    at.bets("ann", "player", 100, area=3)
    at.bets("bob", "banker", 100, area=3)
    assert at.lying() == {"ann 3 player": 100, "bob 3 banker": 100}


@in_books(act_2015="ruling 26", house_midi="ruling 26")
def test_ruling_26_a_patron_may_bet_in_many_areas(book: str) -> None:
    at = Table.ready(book)
    at.bets("ann", "player", 100)
    at.bets("ann", "tie", 100, area=2)
    assert at.lying() == {"ann 1 player": 100, "ann 2 tie": 100}


@in_books(act_2015="4.3", nz_1998="ruling 26", house_midi="ruling 26")
def test_who_stands_bets_in_a_seated_patrons_area_where_there_is_no_gallery(book: str) -> None:
    at = Table.ready(book, patrons_per_area=2)
    at.stands("bob")
    at.bets("bob", "player", 100, area=1)
    assert at.lying() == {"bob 1 player": 100}


@pytest.mark.parametrize(
    ("book", "seats"),
    [
        pytest.param("act-2015", "ruling 26", marks=clause("act-2015", "4.3")),
        pytest.param("nz-1998", "3.1", marks=clause("nz-1998", "ruling 26")),
        pytest.param("house-midi", "ruling 18", marks=clause("house-midi", "ruling 26")),
    ],
)
def test_where_there_is_no_gallery_a_line_is_no_area_of_the_layout(book: str, seats: str) -> None:
    at = Table.ready(book)
    assert refused(lambda: at.bets("ann", "player", 100, area="L1")) == ("area_not_open", f"{book} {seats}")


@by_book(nz_1998="ruling 26", washington="ruling 26", house_midi="ruling 26")
def test_ruling_26_who_sits_out_keeps_the_seat(book: str, number: str) -> None:
    at = Table.ready(book, {"ann": 1000, "bob": 1000}, seats=2)
    at.round(PLAYER_WINS, player=100)
    at.round(PLAYER_WINS, player=100)
    assert refused(lambda: at.supervisor("require_seat", patron="bob")) == ("seat_is_safe", f"{book} {number}")


@by_book(nz_1998="ruling 26", washington="ruling 26", house_midi="ruling 26")
def test_ruling_26_a_copy_of_the_rules_on_request(book: str, number: str) -> None:
    at = Table.ready(book)
    at.patron("ann", "ask_rules")
    assert at.clauses("rules_given") == [number]


@by_book(act_2015="4.2", washington="ruling 26", house_midi="ruling 26")
def test_ruling_26_the_dealer_places_no_spoken_wagers(book: str, number: str) -> None:
    at = Table.ready(book)
    spoken = {"patron": "ann", "area": "1", "wager": "player", "amount": 10_000}
    assert refused(lambda: at.dealer("place", **spoken)) == ("not_spoken", f"{book} {number}")


# Cards


@in_books(act_2015="ruling 26", washington="ruling 26", house_midi="ruling 26")
def test_ruling_26_third_cards_lie_face_up(book: str) -> None:
    at = Table.ready(book)
    at.bets("ann", "player", 100)
    if book != "washington":
        at.calls()
    at.deals("4c 2d Kh 5s").turns()
    at.draws("2h")
    assert at.names() == ["card_dealt"]


@in_books(act_2015="ruling 26", washington="ruling 18", house_midi="ruling 18")
def test_the_cards_are_neither_spread_nor_washed(book: str) -> None:
    assert Table(book).preparing() == ["check", "shuffle", "cut", "load", "burn"]


@in_books(act_2015="ruling 26", washington="ruling 18", house_midi="ruling 18")
def test_an_empty_table_goes_on_without_a_shuffle(book: str) -> None:
    at = Table.ready(book)
    at.round(PLAYER_WINS, player=100)
    at.patron("ann", "leave_table")
    at.stands("bob")
    assert (at.names(), at.preparing()) == (["bought_in"], [])


@by_book(washington="ruling 18", house_midi="ruling 18")
def test_ruling_18_there_is_one_cutting_card(book: str, number: str) -> None:
    at = Table.ready(book)
    at.dealer("draw_cutting_card")
    assert "cutting_card_drawn" in at.names()
    second = ("no_cutting_card", f"{book} {number}")
    assert refused(lambda: at.dealer("draw_cutting_card")) == second


@in_books(washington="ruling 18", house_midi="ruling 18")
def test_ruling_18_the_cutting_card_lies_14_cards_from_the_back(book: str) -> None:
    table = PracticeTable(book, HouseRules({}), repeatable(1), 100_000)
    table.prepare_shoe(None)
    assert table.state.shoe.depth == 14


@pytest.mark.parametrize(
    ("book", "dealer_cuts"),
    [
        pytest.param("washington", False, marks=clause("washington", "ruling 18")),
        pytest.param("house-midi", True, marks=clause("house-midi", "ruling 18")),
    ],
)
def test_ruling_18_any_seated_patron_is_offered_the_cut_first(book: str, *, dealer_cuts: bool) -> None:
    at = Table(book)
    at.sits("ann", 1)
    at.sits("bob", 2)
    at.prepares(until=Preparation.CUT)
    for name in ("bob", "ann"):
        at.dealer("offer_cut", patron=name)
        at.patron(name, "decline_cut")
    assert ("cut" in kinds(at, DEALER)) is dealer_cuts
    assert "cut" in kinds(at, SUPERVISOR)


@by_book(washington="ruling 18", house_midi="ruling 18")
def test_ruling_18_cards_are_replaced_as_a_set(book: str, number: str) -> None:
    at = Table.ready(book)
    whole_set = ("whole_set_only", f"{book} {number}")
    assert refused(lambda: at.operator("replace_cards", faces=("5h",))) == whole_set


@clause("washington", "ruling 18")
def test_washington_ruling_18_the_dealing_style_changes_from_the_next_round() -> None:
    at = Table.ready("washington")
    at.notice(dealing="down")
    assert at.names() == ["change_announced", "change_took_effect"]


@clause("washington", "ruling 17")
def test_washington_ruling_17_the_dealer_turns_face_down_hands() -> None:
    at = Table.ready("washington", dealing="down")
    at.bets("ann", "player", 100)
    at.deals(PLAYER_WINS)
    fixed = ("exposer_is_fixed", "washington ruling 17")
    assert refused(lambda: at.supervisor("assign_exposer", hand=PLAYER, patron="ann")) == fixed
    at.turns_one(PLAYER)
    at.turns_one(BANKER)


@clause("washington", "ruling 17")
def test_washington_ruling_17_ghost_hands_are_counted_in_a_row() -> None:
    at = Table.ready("washington", ghost_limit=1)
    for _ in range(2):
        at.patron("ann", "ask_no_bet")
        at.dealer("start_no_bet")
        at.deals(PLAYER_WINS).settles()
        at.round(PLAYER_WINS, player=100)
    assert [record.kind.value for record in at.now.rounds] == ["no_bet", "wagers", "no_bet", "wagers"]


# How far back


@in_books(washington="ruling 31", house_midi="ruling 31")
def test_ruling_31_rounds_of_the_last_ten_shoes_stay_open_to_voids(book: str) -> None:
    at = Table.ready(book)
    at.round(PLAYER_WINS, player=100)
    new_shoes(at, 10)
    at.operator("void_round", round=1, reason=VoidReason.FRAUD)
    assert at.chips("ann") == 1000
    at.round(PLAYER_WINS, player=100)
    new_shoes(at, 11)
    void = {"round": 2, "reason": VoidReason.FRAUD}
    assert refused(lambda: at.operator("void_round", **void)) == ("no_such_round", f"{book} ruling 25")


@in_books(act_2015="ruling 31", nz_1998="ruling 31")
def test_ruling_31_a_wrong_placement_is_heard_of_rounds_of_the_last_ten_shoes(book: str) -> None:
    late = {"act-2015": "12.5", "nz-1998": "ruling 25"}[book]
    at = Table.ready(book)
    at.round(PLAYER_WINS, player=100)
    at.round(PLAYER_WINS, player=100)
    new_shoes(at, 10)
    at.supervisor("report_placement_error", round=1)
    assert at.clauses("irregularity_found") == [late]
    new_shoes(at, 1)
    too_late = ("no_such_round", f"{book} {late}")
    assert refused(lambda: at.supervisor("report_placement_error", round=2)) == too_late


def new_shoes(at: Table, shoes: int) -> None:
    for _ in range(shoes):
        at.operator("replace_cards")
        at.prepares()


# Closing


@clause("act-2015", "2.5", "13.2")
def test_act_2015_2_5_the_cards_are_to_be_checked_at_the_end_of_gaming() -> None:
    at = closed("act-2015")
    assert (at.now.phase.value, at.preparing()) == ("closed", ["check"])
    assert refused(lambda: at.draws("5h", DrawTo.EXCESS)) == ("shoe_not_in_use", "act-2015 13.2")
    assert refused(lambda: at.dealer("draw_cutting_card")) == ("shoe_not_in_use", "act-2015 13.2")
    at.dealer("check_cards", missing=("5h",))
    assert (at.now.phase.value, at.preparing(), at.clauses("cards_checked")) == ("closed", [], ["2.5"])


@by_book(nz_1998="ruling 26", washington="ruling 18", house_midi="ruling 18")
def test_elsewhere_no_check_is_due_at_the_end_unless_the_house_says_so(book: str, number: str) -> None:
    assert closed(book).preparing() == []
    at = closed(book, closing_check="yes")
    assert at.preparing() == ["check"]
    at.dealer("check_cards")
    assert (at.preparing(), at.clauses("cards_checked")) == ([], [number])


def closed(book: str, **choices: Any) -> Table:
    at = Table.ready(book, **choices)
    at.round(PLAYER_WINS, player=100)
    at.operator("announce_closing")
    at.operator("close_table")
    return at


@by_book(nz_1998="ruling 6", washington="ruling 6", house_midi="ruling 6")
def test_ruling_6_a_house_that_closes_no_table_announces_no_closing(book: str, number: str) -> None:
    at = Table.ready(book, closes_after_notice="no")
    assert refused(lambda: at.operator("announce_closing")) == ("never_closes", f"{book} {number}")
    assert "announce_closing" not in kinds(at, OPERATOR)
    at.notice(closes_after_notice="yes")
    at.round(PLAYER_WINS, player=100)
    assert "announce_closing" in kinds(at, OPERATOR)
    at.operator("announce_closing")


# What only its clause is read of


@by_book(act_2015="ruling 26", nz_1998="8.6", washington="5", house_midi="play")
def test_counts_of_face_down_hands_are_announced_by_their_clause(book: str, number: str) -> None:
    at = Table.ready(book, call_counts="Player {player}, Banker {banker}", dealing="down")
    at.bets("ann", "player", 100)
    if book != "washington":
        at.calls()
    at.deals(PLAYER_WINS).turns()
    assert (at.said(), at.clauses("announced")) == (["Player 9, Banker 5"], [number])
