"""Seeds: promised, then opened, and only as they were promised."""

import pytest

from puntobanco.errors import Refused
from puntobanco.fair_shoes.commitment import promise
from puntobanco.fair_shoes.seed_window import SeedWindow, flagged

COMMITTED = bytes(32)


def window(*seeds: bytes) -> SeedWindow:
    found = SeedWindow(committed=COMMITTED)
    for seed in seeds:
        found = found.promised(promise(seed, COMMITTED))
    return found


def refused(code: str) -> "pytest.RaisesExc[Refused]":
    return pytest.raises(Refused, check=lambda refusal: refusal.code == code)


def test_seeds_go_in_the_order_of_their_promises_whenever_they_are_opened() -> None:
    done = window(b"a", b"b", b"c").opens().with_seed(3, b"c").with_seed(1, b"a")
    assert done.seeds == (b"a", b"c")
    assert done.withheld == (2,)


def test_no_promise_after_the_opening_began() -> None:
    with refused("promises_closed"):
        window(b"a").opens().promised(bytes(32))


def test_no_opening_while_others_may_still_promise() -> None:
    with refused("not_opening_yet"):
        window(b"a").with_seed(1, b"a")


def test_no_other_seed_than_the_promised_one() -> None:
    for seed in (b"b", b"", b"a" * 257):
        with refused("not_as_promised"):
            window(b"a").opens().with_seed(1, seed)


def test_nobody_promises_what_somebody_else_has_promised() -> None:
    with refused("promised_twice"):
        window(b"a", b"a")


@pytest.mark.parametrize("length", [0, 31, 33])
def test_no_promise_makes_an_act_that_nobody_can_read(length: int) -> None:
    with refused("no_promise"):
        window().promised(bytes(length))


def test_a_seed_is_opened_once() -> None:
    with refused("opened_already"):
        window(b"a").opens().with_seed(1, b"a").with_seed(1, b"a")


def test_three_withholdings_are_flagged() -> None:
    twice = [("ann", True), ("bob", True), ("ann", False), ("ann", True), ("bob", True), ("cy", False)] * 1
    assert flagged(twice) == ()
    assert flagged([*twice, ("bob", False), ("bob", True)]) == ("bob",)
    assert flagged([("cy", False)] * 9) == ()
