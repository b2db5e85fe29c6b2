"""Processes that write to one house side by side, and a subscriber that reads by position meanwhile."""

import os
import subprocess
import sys
from collections import Counter
from contextlib import closing

from puntobanco.store import Line, open_store, verify_store
from tests.store.houses import PostgresHouse
from tests.store.postgres import SERVING

ROWS = 100_000 if os.environ.get("PUNTO_SOAK") else 10_000
WRITERS = 2
TRIES = 100
"""On a busy machine one writer may have ended before the other begins; then nothing can be missed. The first
that is ends it."""


def followed(house: PostgresHouse, rows: int, in_a_group: int, planted: str = "sound") -> list[Line]:
    """What a subscriber got while all writers wrote, and until after they ended."""
    arguments = [str(rows // WRITERS), str(in_a_group), planted]
    writers = [
        subprocess.Popen([sys.executable, "-m", "tests.store.writer", str(house.place), f"writer {n}", *arguments])
        for n in range(WRITERS)
    ]
    seen: list[Line] = []
    with closing(open_store(house.place)) as store:
        ended = False
        while not ended:
            ended = all(one.poll() is not None for one in writers)
            while found := store.read_all(seen[-1].position if seen else 0):
                seen += found
    assert [one.returncode for one in writers] == [0] * WRITERS
    return seen


def missed(house: PostgresHouse, seen: list[Line]) -> list[str]:
    """What is wrong with what the subscriber got."""
    with closing(open_store(house.place)) as store:
        stored = store.read_all(limit=10**7)
    positions = {one.position for one in seen}
    return [f"position {one.position} was never seen" for one in stored if one.position not in positions]


def test_two_processes_write_without_a_gap_and_a_subscriber_misses_nothing(postgres_house: PostgresHouse) -> None:
    seen = followed(postgres_house, ROWS, in_a_group=20)
    assert missed(postgres_house, seen) == []
    assert [one.position for one in seen] == list(range(1, len(seen) + 1))
    assert len(seen) >= ROWS
    numbers = Counter(one.stream for one in seen)
    assert min(numbers[f"shared/{n}"] for n in (1, 2, 3)) > 1
    with closing(open_store(postgres_house.place)) as store:
        assert store.heads() == numbers
        assert verify_store(store) == ()


def test_a_sequence_as_position_is_found(postgres_house: PostgresHouse) -> None:
    postgres_house.as_owner("CREATE SEQUENCE planted")
    postgres_house.as_owner(f"GRANT USAGE ON SEQUENCE planted TO {SERVING}")
    tries = (missed(postgres_house, followed(postgres_house, 1000, 5, planted="planted")) for _ in range(TRIES))
    assert any("was never seen" in one for found in tries for one in found)
