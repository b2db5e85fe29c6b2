"""A dealer's own errors of paying and collecting, as a supervisor records them."""

from decimal import Decimal

from puntobanco.table import ledger
from puntobanco.table.model import VoidReason
from puntobanco.table.views.describe import tell
from tests.marks import ALL_BOOKS, clause
from tests.table.helpers import BANKER_WINS, PLAYER_WINS, Dollars, Table, refused

BOOK = "act-2015"


def played(cards: str = PLAYER_WINS, **wagers: int) -> Table:
    return Table.ready(BOOK, {"ann": 1000}).round(cards, **(wagers or {"player": 100}))


def records(at: Table, dollars: int, wager: str = "player", *, number: int = 1, debt: bool = False) -> None:
    where = {"round": number, "patron": "ann", "area": "1", "wager": wager}
    at.supervisor("record_payment", amount=dollars * 100, debt=debt, **where)


def errors(at: Table) -> Dollars:
    return Decimal(at.now.balance(ledger.PAYMENT_ERRORS)) / 100


@clause(BOOK, "8.8")
def test_a_win_that_was_paid_too_high_is_booked_apart_and_the_right_amount_stays_in_sight() -> None:
    at = played()
    records(at, 300)
    assert at.clauses("payment_recorded") == ["8.8"]
    assert (at.chips("ann"), errors(at), at.debt("ann")) == (1200, -100, 0)
    (line,) = at.now.rounds[0].settled
    assert (line.returned, line.really_returned) == (20_000, 30_000)
    assert tell(at.events[0], "dan") == "ann really got $300 back for player in area 1 in round 1, not $200"


@clause(BOOK, "8.8")
def test_a_win_that_was_paid_too_low() -> None:
    at = played()
    records(at, 150)
    assert (at.chips("ann"), errors(at)) == (1050, 50)


@clause(BOOK, "8.5")
def test_a_losing_wager_that_was_not_collected_and_a_winning_one_that_was() -> None:
    lost = played(BANKER_WINS)
    records(lost, 100)
    assert (lost.chips("ann"), errors(lost)) == (1000, -100)
    won = played()
    records(won, 0)
    assert (won.chips("ann"), errors(won)) == (900, 200)


@clause(BOOK, "8.8", "ruling 16")
def test_the_difference_is_debt_only_if_the_supervisor_says_so() -> None:
    at = played()
    records(at, 300, debt=True)
    assert (at.chips("ann"), at.debt("ann"), errors(at)) == (1200, 100, -100)
    assert refused(lambda: records(at, 300, debt=True))[0] == "no_such_wager", "it is a debt already"
    assert refused(lambda: at.patron("ann", "cash_out", amount=120_000))[0] == "not_enough_chips"
    at.patron("ann", "cash_out", amount=110_000)
    assert (at.chips("ann"), at.debt("ann")) == (0, 0)
    low = played()
    assert refused(lambda: records(low, 150, debt=True)) == ("nothing_owed", "act-2015 8.8")


@clause(BOOK, "8.8")
def test_a_record_can_be_corrected_and_must_say_something_new() -> None:
    at = played()
    assert refused(lambda: records(at, 200)) == ("nothing_to_record", "act-2015 8.8")
    records(at, 300)
    assert refused(lambda: records(at, 300)) == ("nothing_to_record", "act-2015 8.8")
    records(at, 200)
    assert (at.chips("ann"), errors(at)) == (1100, 0)


@clause(BOOK, "14.4")
def test_only_a_settled_wager_of_a_known_round_and_chips_that_are_there() -> None:
    at = played()
    assert refused(lambda: records(at, 300, "tie")) == ("no_such_wager", "act-2015 14.4")
    assert refused(lambda: records(at, 300, number=2)) == ("no_such_wager", "act-2015 14.4")
    assert refused(lambda: records(at, -1)) == ("not_enough_chips", "act-2015 8.8")
    at.bets("ann", "player", 1000)
    assert refused(lambda: records(at, 50)) == ("not_enough_chips", "act-2015 8.8")
    records(at, 100)
    assert (at.chips("ann"), errors(at)) == (0, 100)


@clause(BOOK, "9.9")
def test_pairs_that_were_paid_wrongly_are_recorded_while_the_coup_goes_on() -> None:
    at = Table.ready(BOOK)
    at.bets("ann", "player_pair", 10)
    at.calls()
    at.deals("4c 2d 4h 3s").settles()
    records(at, 120, "player_pair")
    assert (at.chips("ann"), errors(at)) == (1110, -60), "5 to 1 was due, 11 to 1 was paid"
    at.operator("void_round", round=1, reason=VoidReason.IMPRACTICAL)
    assert (at.chips("ann"), errors(at)) == (1000, 0)


@clause(BOOK, "14.3", "dictionary: void")
def test_a_void_round_takes_back_what_was_really_paid() -> None:
    at = played()
    records(at, 300)
    at.operator("void_round", round=1, reason=VoidReason.FRAUD)
    assert (at.chips("ann"), errors(at)) == (1000, 0)
    owed = played()
    records(owed, 300, debt=True)
    owed.operator("void_round", round=1, reason=VoidReason.FRAUD)
    assert (owed.chips("ann"), owed.debt("ann")) == (1100, 100), "the debt stands for the rest"
    low = played(BANKER_WINS)
    records(low, 40)
    low.operator("void_round", round=1, reason=VoidReason.FRAUD)
    assert (low.chips("ann"), errors(low)) == (1000, 0)


@clause(BOOK, "8.8")
def test_who_has_left_with_too_much_or_comes_to_get_more() -> None:
    at = played()
    at.patron("ann", "cash_out", amount=110_000)
    at.patron("ann", "leave_table")
    records(at, 250)
    assert at.names() == ["payment_recorded", "departed_paid"]
    assert (at.chips("ann"), errors(at)) == (0, -50)


def test_a_supervisor_of_every_book_can_record_a_payment() -> None:
    for book in ALL_BOOKS:
        at = Table.ready(book).round(PLAYER_WINS, player=100)
        records(at, 100)
        assert (at.chips("ann"), errors(at)) == (1000, 100)
