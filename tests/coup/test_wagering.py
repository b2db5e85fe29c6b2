"""What one patron may have on one coup."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.coup.accept_wager import accept, payable_part
from puntobanco.errors import Refused, Unreadable
from puntobanco.rulebooks import HouseRules, book, resolve, table_rules
from puntobanco.values.money import ChipSet
from tests.marks import ALL_BOOKS, clause


def dollars(book_id: str, _choices: dict[str, object] | None = None, **stakes: float) -> list[tuple[str, int, int]]:
    """Place these stakes; gives wager, stake and live amount in cents."""
    rules = table_rules(book_id, **(_choices or {}))
    bets = accept(rules, {wager: round(amount * 100) for wager, amount in stakes.items()})
    return [(bet.wager.id, bet.stake, bet.live) for bet in bets]


def refusal(book_id: str, _choices: dict[str, object] | None = None, **stakes: float) -> Refused:
    with pytest.raises(Refused) as refused:
        dollars(book_id, _choices, **stakes)
    return refused.value


@clause("act-2015", "4.3", "4.5")
def test_act_2015_4_5_options_combine_freely() -> None:
    placed = dollars("act-2015", player=5, banker=5, tie=5, player_pair=5, banker_pair=5)
    assert [wager for wager, _, _ in placed] == ["player", "banker", "tie", "player_pair", "banker_pair"]


@clause("act-2015", "4.5", "ruling 4")
def test_act_2015_4_5_a_common_pairs_box_takes_one_pairs_wager() -> None:
    common: dict[str, object] = {"pairs_box": "common"}
    assert dollars("act-2015", common, player_pair=5) == [("player_pair", 500, 500)]
    assert refusal("act-2015", common, player_pair=5, banker_pair=5).clause == "act-2015 4.5"
    assert len(dollars("act-2015", {"pairs_box": "separate"}, player_pair=5, banker_pair=5)) == 2


@clause("act-2015", "3.4")
def test_act_2015_3_4_under_the_minimum_stands_with_a_warning() -> None:
    (bet,) = accept(table_rules("act-2015"), {"player": 400})
    assert (bet.live, bet.notes) == (
        400,
        ("the minimum for player is $5: this wager stands, further ones under it are returned (3.4)",),
    )
    (at_minimum,) = accept(table_rules("act-2015"), {"player": 500})
    assert at_minimum.notes == ()


@clause("act-2015", "3.5", "3.1")
def test_act_2015_3_5_over_the_maximum_counts_up_to_it() -> None:
    assert dollars("act-2015", player=1000) == [("player", 100_000, 100_000)]
    assert dollars("act-2015", player=1001) == [("player", 100_100, 100_000)]
    (bet,) = accept(table_rules("act-2015"), {"player": 250_000})
    assert (bet.goes_back, bet.notes) == (150_000, ("the maximum for player is $1,000: the rest goes back (3.5)",))


@clause("act-2015", "3.3")
def test_act_2015_3_3_only_the_displayed_multiples() -> None:
    fives: dict[str, object] = {"multiple": 5}
    assert refusal("act-2015", fives, player=7).clause == "act-2015 3.3"
    assert refusal("act-2015", fives, player=9).clause == "act-2015 3.3"
    assert dollars("act-2015", fives, player=10) == [("player", 1000, 1000)]


@clause("act-2015", "9.3", "9.1")
def test_act_2015_9_3_pairs_have_limits_of_their_own() -> None:
    own: dict[str, object] = {"pairs_minimum": 2, "pairs_maximum": 50}
    rules = table_rules("act-2015", **own)
    for stake, notes, live in ((100, 1, 100), (200, 0, 200), (5000, 0, 5000), (5100, 1, 5000)):
        (bet,) = accept(rules, {"banker_pair": stake})
        assert (len(bet.notes), bet.live) == (notes, live), stake


@clause("act-2015", "9.4", "9.7")
def test_act_2015_9_4_pairs_may_be_bet_alone() -> None:
    assert dollars("act-2015", player_pair=5) == [("player_pair", 500, 500)]


@clause("act-2015", "4.2")
@clause("nz-1998", "5.3")
@pytest.mark.parametrize(("book_id", "number"), [("act-2015", "4.2"), ("nz-1998", "5.3")])
def test_a_wager_is_put_down_in_chips(book_id: str, number: str) -> None:
    rules = table_rules(book_id)
    for stake in (50, 550, 0, -500):
        with pytest.raises(Refused) as refused:
            accept(rules, {"player": stake})
        assert refused.value.clause == f"{book_id} {number}"


@clause("act-2015", "ruling 3")
@clause("nz-1998", "ruling 3")
@clause("washington", "ruling 3")
@clause("house-midi", "ruling 3")
@pytest.mark.parametrize("book_id", ALL_BOOKS)
def test_limits_hold_for_each_single_wager(book_id: str) -> None:
    assert dollars(book_id, banker=1000, tie=1000) == [("banker", 100_000, 100_000), ("tie", 100_000, 100_000)]


@clause("nz-1998", "5.2")
def test_nz_1998_5_2_banker_with_player_is_refused() -> None:
    refused = refusal("nz-1998", banker=100, player=100)
    assert (refused.code, refused.clause) == ("never_together", "nz-1998 5.2")
    for stakes in ({"banker": 100}, {"banker": 100, "tie": 5}, {"player": 5}, {"player": 5, "tie": 5}, {"tie": 5}):
        assert len(dollars("nz-1998", None, **stakes)) == len(stakes)


@clause("washington", "3")
def test_washington_3_banker_with_player_is_refused() -> None:
    assert refusal("washington", banker=100, player=100, tie=5).clause == "washington 3"
    for stakes in ({"banker": 100, "tie": 5}, {"player": 5, "tie": 5}, {"tie": 5}):
        assert len(dollars("washington", None, **stakes)) == len(stakes)


@clause("house-midi", "betting options")
def test_house_midi_takes_banker_player_and_tie_together() -> None:
    assert len(dollars("house-midi", banker=5, player=5, tie=5)) == 3


@clause("house-midi", "ruling 19")
def test_house_midi_a_bonus_needs_a_main_wager_unless_the_house_says_no() -> None:
    assert refusal("house-midi", big_tiger=5).clause == "house-midi ruling 19"
    assert refusal("house-midi", player_dragon=5, small_tiger=5).code == "bonus_needs_main"
    assert len(dollars("house-midi", tie=5, player_dragon=5)) == 2
    assert len(dollars("house-midi", {"bonus_needs_main": "no"}, player_dragon=5)) == 1


@pytest.mark.parametrize(
    ("book_id", "under", "over"),
    [
        pytest.param("nz-1998", "ruling 7", "ruling 7", marks=clause("nz-1998", "ruling 7", "5.13")),
        pytest.param("washington", "ruling 18", "ruling 18", marks=clause("washington", "ruling 18")),
        pytest.param("house-midi", "ruling 18", "ruling 18", marks=clause("house-midi", "ruling 18")),
    ],
)
def test_over_or_under_the_limits_is_refused(book_id: str, under: str, over: str) -> None:
    assert refusal(book_id, player=4).clause == f"{book_id} {under}"
    assert refusal(book_id, player=1001).clause == f"{book_id} {over}"
    assert dollars(book_id, player=5) == [("player", 500, 500)]
    assert dollars(book_id, player=1000) == [("player", 100_000, 100_000)]


@clause("nz-1998", "5.8")
def test_nz_1998_5_8_a_banker_wager_that_cannot_be_paid_exactly_is_refused() -> None:
    refused = refusal("nz-1998", banker=50)
    assert refused.clause == "nz-1998 5.8"
    assert "the most below it that can be is $40" in refused.sentence
    assert dollars("nz-1998", banker=40) == [("banker", 4000, 4000)]
    assert dollars("nz-1998", player=50, tie=50) == [("player", 5000, 5000), ("tie", 5000, 5000)]
    quarters: dict[str, object] = {"chips": "0.25, 1, 5"}
    assert dollars("nz-1998", quarters, banker=5) == [("banker", 500, 500)]
    assert refusal("nz-1998", quarters, banker=6).clause == "nz-1998 5.8"
    assert refusal("nz-1998", banker=19).sentence.endswith("bet a larger round amount")


@clause("act-2015", "ruling 1")
@clause("washington", "ruling 1")
@clause("house-midi", "ruling 1")
@pytest.mark.parametrize("book_id", ["act-2015", "washington", "house-midi"])
def test_elsewhere_a_win_is_paid_to_the_cent(book_id: str) -> None:
    assert dollars(book_id, banker=7) == [("banker", 700, 700)]


@clause("nz-1998", "5.9", "5.8")
@given(st.sets(st.integers(1, 800), min_size=1, max_size=3), st.integers(0, 20_000))
def test_nz_1998_5_9_the_largest_exactly_payable_part_stands_for_any_chips(denominations: set[int], stake: int) -> None:
    chips = ChipSet.of(denominations)
    rules = resolve(book("nz-1998"), HouseRules({"chips": chips}))
    payable = [part for part in range(stake + 1) if _paid_exactly(part, chips)]
    assert payable_part(rules, rules.wager("banker"), stake) == payable[-1]
    assert payable_part(rules, rules.wager("tie"), stake) == stake


def _paid_exactly(part: int, chips: ChipSet) -> bool:
    win = part * Fraction(19, 20)
    return win.denominator == 1 and chips.can_make(win.numerator)


def test_a_wager_that_the_table_does_not_offer_names_those_it_does() -> None:
    with pytest.raises(Unreadable, match="'red' is not a wager at this nz-1998 table: choose from player, banker, tie"):
        accept(table_rules("nz-1998"), {"red": 500})
