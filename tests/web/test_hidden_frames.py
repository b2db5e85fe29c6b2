"""A face-down card tells nothing of its face: neither by what is sent, nor by its length, nor by when it comes."""

import re
from itertools import pairwise

import pytest

from puntobanco import house as diary
from puntobanco.table.model import Phase
from puntobanco.web.hub import next_tick
from tests.app.house.helpers import place
from tests.waiting import until
from tests.web.served import Serving

RUNNING = diary.Running(virtual=True, automatic=True, betting_ms=0, card_ms=20, offer_ms=20)
TABLES = ("down1", "down2", "down3")
MASKED = re.compile(rb'table/down\d=\d+|"table/down\d"|"number":\d+|"time":\d+|"place":\d+')
"""The place of a card is a number, too: how many have left the shoe, which everybody has seen."""


@pytest.fixture(scope="module")
def rounds(served: Serving) -> list[list[bytes]]:
    """What ann is sent of the first round at tables with other shoes, chunk by chunk, number and time masked."""
    return [_frames(served, name) for name in TABLES]


def _frames(served: Serving, name: str) -> list[bytes]:
    served.add_table(name, RUNNING, book="house-midi", midi="yes")
    served.seat(name, ("ann",))
    until(lambda: served.house.look(f"table/{name}").state.phase is Phase.BETTING)
    with served.client("ann").stream("GET", f"/live?tables={name}") as response:
        raw = response.iter_raw()
        first = next(raw)
        assert b"event: view" in first
        served.do(f"table/{name}", place("ann", 10_000))
        found: list[bytes] = []
        for chunk in raw:
            found += [MASKED.sub(b"*", one) for one in re.split(rb"(?<=\n\n)", chunk) if b'"face_up":false' in one]
            if len(found) >= 4:
                return found
    raise AssertionError("no card was dealt")


def test_frames_of_face_down_cards_are_equal_byte_for_byte(served: Serving, rounds: list[list[bytes]]) -> None:
    assert rounds[0] == rounds[1] == rounds[2]
    assert all(b'"card":null' in one for one in rounds[0])
    order = [served.house.look(f"table/{name}").state for name in TABLES]
    assert len({str(state.rounds or state.round) for state in order}) == 3  # their cards are not the same


def test_they_are_sent_on_a_fixed_schedule() -> None:
    """Whenever one is ready between two ticks, it goes with the next one."""
    assert [round(next_tick(ready), 6) for ready in (100.001, 100.0249, 100.0491)] == [100.05] * 3
    ticks = sorted({next_tick(one / 1000) for one in range(1000)})
    assert {round(after - before, 6) for before, after in pairwise(ticks)} == {0.05}
