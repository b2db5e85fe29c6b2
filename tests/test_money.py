from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.errors import Unreadable
from puntobanco.values.money import ChipSet, Odds, Rounding, divide, format_dollars, parse_dollars


@pytest.mark.parametrize(
    ("text", "cents", "printed"),
    [
        ("5", 500, "$5"),
        ("12.50", 1250, "$12.50"),
        ("12.5", 1250, "$12.50"),
        ("$1,000", 100_000, "$1,000"),
        ("0.01", 1, "$0.01"),
        ("1,234,567.89", 123_456_789, "$1,234,567.89"),
        ("0", 0, "$0"),
    ],
)
def test_money_is_typed_and_printed_in_dollars(text: str, cents: int, printed: str) -> None:
    assert parse_dollars(text) == cents
    assert format_dollars(cents) == printed


def test_negative_money_prints_its_sign_first() -> None:
    assert format_dollars(-475) == "-$4.75"


@pytest.mark.parametrize("text", ["", "-5", "0.001", "1.234", "five", "1,00", "1,0000", "$", "5.", ".5", "1e3", "٥"])
def test_what_is_no_amount_is_not_rounded_but_refused(text: str) -> None:
    with pytest.raises(Unreadable, match="is not an amount: write dollars"):
        parse_dollars(text)


@given(st.integers(0, 10**12))
def test_money_round_trips(cents: int) -> None:
    assert parse_dollars(format_dollars(cents)) == cents


@given(st.integers(-(10**9), 10**9), st.integers(1, 10**6))
def test_roundings_are_within_a_cent_and_on_their_side(numerator: int, denominator: int) -> None:
    exact = Fraction(numerator, denominator)
    assert 0 <= divide(numerator, denominator, Rounding.TO_PATRON) - exact < 1
    assert 0 <= exact - divide(numerator, denominator, Rounding.TO_HOUSE) < 1
    assert -Fraction(1, 2) < divide(numerator, denominator, Rounding.TO_NEAREST) - exact <= Fraction(1, 2)


@pytest.mark.parametrize(
    ("text", "printed"), [("8:1", "8 to 1"), ("8 to 1", "8 to 1"), ("8", "8 to 1"), ("17/2", "17 to 2")]
)
def test_odds(text: str, printed: str) -> None:
    assert str(Odds.parse(text)) == printed


@pytest.mark.parametrize("text", ["8:0", "8:00", "x", "8:", "-1:1", "8:1:1"])
def test_what_are_no_odds(text: str) -> None:
    with pytest.raises(Unreadable, match="are no odds"):
        Odds.parse(text)


def test_odds_compare_by_what_they_pay() -> None:
    assert Odds.of(15, 2) < Odds.of(8, 1) < Odds.of(17, 2)
    with pytest.raises(ValueError, match="are no odds"):
        Odds.of(1, 0)


@given(st.sets(st.integers(1, 60), min_size=1, max_size=4))
def test_chips_make_exactly_the_sums_of_chips(denominations: set[int]) -> None:
    chips = ChipSet.of(denominations)
    reachable = {0}
    for amount in range(1, 300):
        if any(amount - chip in reachable for chip in denominations):
            reachable.add(amount)
    assert {amount for amount in range(300) if chips.can_make(amount)} == reachable


@pytest.mark.parametrize("denominations", [(), (0, 5), (5, 1), (5, 5)])
def test_what_is_no_set_of_chips(denominations: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="denomination"):
        ChipSet(denominations=denominations)
