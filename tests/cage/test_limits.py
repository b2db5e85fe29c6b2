"""Own limits: lower ones bind at once, higher ones a day later; what counts as a day."""

import pytest

from tests.cage.helpers import ANN, CASHIER, HOUR, MIDNIGHT, NOON, SUPERVISOR, TABLE, Account

DAY = 24 * HOUR


def limited(deposits: int | None = None, play: int | None = None, cents: int = 0) -> Account:
    account = Account.of_ann(cents)
    account.do(ANN, "set_limits", deposits=deposits, play=play)
    return account


def test_a_day_s_deposits_end_at_the_limit() -> None:
    account = limited(deposits=100_00)
    account.do(CASHIER, "deposit", amount=60_00)
    told = account.refused("over_limit", CASHIER, "deposit", amount=40_01)
    assert told == "by the own limit of ann, $40 more can be deposited today"
    account.do(CASHIER, "deposit", amount=40_00)
    account.refused("over_limit", CASHIER, "deposit", amount=1)
    account.do(ANN, "take_to", stream=TABLE, amount=100_00)


def test_what_is_played_with_in_a_day_ends_at_the_limit_whoever_asks() -> None:
    account = limited(play=100_00, cents=500_00)
    account.do(ANN, "take_to", stream=TABLE, amount=60_00)
    for actor, how in ((ANN, "take_to"), (SUPERVISOR, "pay_at_desk")):
        told = account.refused("over_limit", actor, how, stream="tournament/cup", amount=40_01)
        assert told == "by the own limit of ann, $40 more can be played with today"
    account.do(SUPERVISOR, "pay_at_desk", stream="tournament/cup", amount=40_00)
    account.do(ANN, "bring_back", stream=TABLE, amount=60_00)
    account.refused("over_limit", ANN, "take_to", stream=TABLE, amount=1)
    account.do(CASHIER, "deposit", amount=500_00)
    account.do(CASHIER, "pay_withdrawal", amount=900_00)


def test_a_limit_of_nothing_is_a_limit() -> None:
    account = limited(deposits=0, play=0, cents=5_00)
    account.refused("over_limit", CASHIER, "deposit", amount=1)
    account.refused("over_limit", ANN, "take_to", stream=TABLE, amount=1)
    assert "deposits" in account.refused("bad_limit", ANN, "set_limits", deposits=-1, play=0)
    assert "play" in account.refused("bad_limit", ANN, "set_limits", deposits=0, play=-1)


def test_the_first_limit_binds_at_once_and_counts_what_the_day_has_seen() -> None:
    account = limited(deposits=60_00, cents=50_00)
    account.refused("over_limit", CASHIER, "deposit", amount=10_01)
    account.do(CASHIER, "deposit", amount=10_00)


def test_a_lower_limit_binds_at_once() -> None:
    account = limited(deposits=100_00)
    account.do(ANN, "set_limits", deposits=50_00, play=None)
    account.refused("over_limit", CASHIER, "deposit", amount=50_01)
    account.do(CASHIER, "deposit", amount=50_00)


@pytest.mark.parametrize("more", [200_00, None])
def test_a_higher_limit_or_none_binds_after_a_day(more: int | None) -> None:
    account = limited(deposits=100_00, play=100_00, cents=1_000_00)
    account.do(ANN, "set_limits", deposits=more, play=more)
    account.at = NOON + DAY - 1
    account.refused("over_limit", CASHIER, "deposit", amount=100_01)
    account.refused("over_limit", ANN, "take_to", stream=TABLE, amount=100_01)
    account.at = NOON + DAY
    account.do(CASHIER, "deposit", amount=200_00)
    account.do(ANN, "take_to", stream=TABLE, amount=200_00)
    if more is not None:
        account.refused("over_limit", CASHIER, "deposit", amount=1)


def test_asking_again_for_the_same_keeps_its_time_and_for_another_begins_anew() -> None:
    account = limited(deposits=100_00)
    account.do(ANN, "set_limits", deposits=200_00, play=None)
    account.at = NOON + HOUR
    account.do(ANN, "set_limits", deposits=200_00, play=50_00)
    account.at = NOON + DAY
    account.do(CASHIER, "deposit", amount=200_00)
    again = limited(deposits=100_00)
    again.do(ANN, "set_limits", deposits=200_00, play=None)
    again.at = NOON + HOUR
    again.do(ANN, "set_limits", deposits=300_00, play=None)
    again.at = NOON + DAY
    again.refused("over_limit", CASHIER, "deposit", amount=100_01)
    again.at = NOON + DAY + HOUR
    again.do(CASHIER, "deposit", amount=300_00)


def test_a_lower_limit_takes_the_higher_one_back_that_was_asked_for() -> None:
    account = limited(deposits=100_00)
    account.do(ANN, "set_limits", deposits=None, play=None)
    account.do(ANN, "set_limits", deposits=100_00, play=None)
    account.at = NOON + 2 * DAY
    account.refused("over_limit", CASHIER, "deposit", amount=100_01)


def test_a_higher_limit_that_binds_by_now_is_what_the_next_is_held_against() -> None:
    account = limited(deposits=100_00)
    account.do(ANN, "set_limits", deposits=500_00, play=None)
    account.at = NOON + 2 * DAY
    account.do(ANN, "set_limits", deposits=400_00, play=None)
    account.do(CASHIER, "deposit", amount=400_00)
    account.refused("over_limit", CASHIER, "deposit", amount=1)


# What a day is


def test_a_day_begins_at_midnight_utc() -> None:
    account = limited(deposits=100_00)
    account.at = MIDNIGHT + DAY - 1
    account.do(CASHIER, "deposit", amount=100_00)
    account.refused("over_limit", CASHIER, "deposit", amount=1)
    account.at = MIDNIGHT + DAY
    account.do(CASHIER, "deposit", amount=100_00)
    account.refused("over_limit", CASHIER, "deposit", amount=1)


def test_deposits_and_play_are_counted_apart_in_one_day() -> None:
    account = limited(deposits=100_00, play=100_00)
    account.do(CASHIER, "deposit", amount=80_00)
    account.do(ANN, "take_to", stream=TABLE, amount=70_00)
    account.refused("over_limit", CASHIER, "deposit", amount=20_01)
    account.do(ANN, "bring_back", stream=TABLE, amount=70_00)
    account.refused("over_limit", ANN, "take_to", stream=TABLE, amount=30_01)
    account.do(ANN, "take_to", stream=TABLE, amount=30_00)


def test_a_clock_behind_another_around_midnight_opens_no_new_day() -> None:
    account = limited(deposits=100_00)
    account.at = MIDNIGHT + DAY + 1
    account.do(CASHIER, "deposit", amount=100_00)
    account.at = MIDNIGHT + DAY - 1
    account.refused("over_limit", CASHIER, "deposit", amount=1)
    account.at = MIDNIGHT + DAY + 2
    account.refused("over_limit", CASHIER, "deposit", amount=1)


def test_a_clock_that_was_far_ahead_and_is_put_right_lets_days_begin_again() -> None:
    account = limited(deposits=100_00)
    account.at = NOON + 400 * DAY
    account.do(CASHIER, "deposit", amount=100_00)
    account.at = NOON
    account.do(CASHIER, "deposit", amount=100_00)
    account.refused("over_limit", CASHIER, "deposit", amount=1)
