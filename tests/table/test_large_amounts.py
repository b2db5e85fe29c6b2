"""No amount of a table comes near what a record can hold: it is refused where it would enter."""

import pytest

from puntobanco.streams.ledger import CAGE
from puntobanco.table import ledger
from puntobanco.values.money import LARGEST
from tests.table.helpers import PLAYER_WINS, Table, refused


def test_a_number_beyond_what_a_browser_reads_is_refused() -> None:
    at = Table("act-2015")
    assert refused(lambda: at.patron("ann", "buy_in", amount=LARGEST + 1)) == ("too_large", "numbers")
    assert refused(lambda: at.patron("ann", "take_seat", seat=-LARGEST - 1)) == ("too_large", "numbers")


def test_patrons_cannot_bring_more_than_the_books_hold() -> None:
    at = Table("act-2015")
    most = ledger.MOST_BOOKED - ledger.MOST_BOOKED % 500
    at.patron("ann", "buy_in", amount=most)
    assert refused(lambda: at.patron("bob", "buy_in", amount=500)) == ("too_large", "act-2015 4.2")
    assert at.chips("ann") * 100 == most


@pytest.mark.parametrize("choices", [{"maximum": "200000000"}, {"maximum": "500000", "tie_odds": "9000:1"}])
def test_a_table_whose_wagers_could_pay_more_than_a_record_holds_does_not_open(choices: dict[str, str]) -> None:
    book = "washington" if "tie_odds" in choices else "act-2015"
    found = refused(lambda: Table(book, **choices))
    assert found[0] in ("pays_too_much", "tie_odds_not_allowed")


def test_nor_can_a_notice_or_a_personal_maximum_make_it_so() -> None:
    at = Table.ready("act-2015")
    assert refused(lambda: at.notice(maximum="200000000"))[0] == "pays_too_much"
    assert refused(lambda: at.operator("grant_maximum", patron="ann", amount=20_000_000_000))[0] == "pays_too_much"
    at.operator("grant_maximum", patron="ann", amount=5_000_000_000)


@pytest.mark.parametrize("amount", [LARGEST, -LARGEST, ledger.MOST_BOOKED])
def test_no_dispute_is_decided_with_more_than_the_books_hold(amount: int) -> None:
    at = Table.ready("act-2015", {"ann": 1000})
    at.patron("ann", "raise_dispute", text="the payout was wrong")
    decision = {"number": 1, "decision": "ann is right", "patron": "ann"}
    assert refused(lambda: at.operator("decide_dispute", amount=amount, **decision)) == ("too_large", "act-2015 14.4")
    at.operator("decide_dispute", amount=ledger.MOST_BOOKED - 100_000, **decision)
    at.patron("ann", "leave_table")
    assert at.now.balance(CAGE) == ledger.MOST_BOOKED - 100_000


@pytest.mark.parametrize("debt", [False, True])
def test_no_payment_in_error_is_more_than_the_books_hold(*, debt: bool) -> None:
    at = Table.ready("nz-1998", {"ann": 1000}).round(PLAYER_WINS, player=100)
    paid = {"round": 1, "patron": "ann", "area": "1", "wager": "player", "debt": debt}
    assert refused(lambda: at.supervisor("record_payment", amount=LARGEST, **paid))[0] == "too_large"
    most = ledger.MOST_BOOKED - 100_000
    at.supervisor("record_payment", amount=most, **paid)
    assert at.now.balance(ledger.PAYMENT_ERRORS) == 20_000 - most
    assert refused(lambda: at.patron("ann", "buy_in", amount=200_000)) == ("too_large", "nz-1998 5.3")
