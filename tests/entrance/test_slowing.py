"""How long a guesser waits, and that nothing of it grows without end."""

import pytest

from puntobanco.app.auth.throttle import Slowed, Slowing, place_of


class Seconds:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def waits(slowing: Slowing, name: str = "ann", address: str = "192.0.2.1") -> int:
    try:
        slowing.begin(name, address)
    except Slowed as slowed:
        return slowed.seconds
    return 0


def test_the_wait_doubles_up_to_a_quarter_of_an_hour() -> None:
    seconds = Seconds()
    slowing, waited = Slowing(seconds), list[int]()
    assert [waits(slowing) for _ in range(5)] == [0] * 5
    for _ in range(13):
        waited.append(waits(slowing))
        seconds.now += waited[-1]
        assert waits(slowing) == 0
    assert waited == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]


def test_nobody_is_kept_out_for_long_by_others() -> None:
    seconds = Seconds()
    slowing = Slowing(seconds)
    for address in range(1000):
        seconds.now += 30
        assert waits(slowing, "ann", f"10.0.{address // 250}.{address % 250}") == 0
    assert waits(slowing, "ann", "192.0.2.1") == 30


def test_an_address_is_slowed_whatever_the_names() -> None:
    slowing = Slowing(Seconds())
    assert [waits(slowing, f"name {n}") for n in range(51)] == [0] * 50 + [1]
    assert waits(slowing, "name 99", "192.0.2.2") == 0


def test_success_forgets_and_counts_for_nothing() -> None:
    slowing = Slowing(Seconds())
    for _ in range(200):
        assert waits(slowing) == 0
        slowing.succeeded("ann", "192.0.2.1")


def test_the_success_of_one_forgives_no_other() -> None:
    slowing = Slowing(Seconds())
    for n in range(49):
        assert waits(slowing, f"guessed {n}") == 0
        assert waits(slowing, "my own") == 0
        slowing.succeeded("my own", "192.0.2.1")
    assert waits(slowing, "guessed 50") == 0
    assert waits(slowing, "my own") == 1


def test_an_attempt_that_was_none_forgives_itself_alone() -> None:
    slowing = Slowing(Seconds())
    for _ in range(4):
        assert waits(slowing) == 0
        slowing.begin("ann", "192.0.2.1")
        slowing.no_failure("ann", "192.0.2.1")
    assert waits(slowing) == 0
    assert waits(slowing) == 1


def test_it_is_forgotten_after_an_hour() -> None:
    seconds = Seconds()
    slowing = Slowing(seconds)
    for _ in range(5):
        waits(slowing)
    seconds.now += 3601
    assert [waits(slowing) for _ in range(5)] == [0] * 5


def test_it_keeps_so_many_and_no_more() -> None:
    slowing = Slowing(Seconds(), most=30)
    for n in range(1000):
        waits(slowing, f"name {n}", f"10.1.{n // 250}.{n % 250}")
    assert len(slowing) == 30


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unix:", ""),
        ("\0", ""),
    ],
)
def test_one_network_is_one_address(address: str, place: str) -> None:
    assert place_of(address) == place
