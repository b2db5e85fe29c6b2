"""Whole tournaments with random conditions: all adds up, what is legal is accepted, and they come to an end."""

import os
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puntobanco.log.redact import redact_tournament
from puntobanco.streams.format import hash_after
from puntobanco.streams.record import NO_RECORD
from puntobanco.tournament.stream_type import TOURNAMENTS, TournamentRecord
from puntobanco.tournament.views.legal_actions import legal
from tests.tournament.helpers import DIRECTOR, OPERATOR, Cup
from tests.tournament.walk import AUDIENCES, Walk
from tests.tournament.wild import Wild

SOAK = bool(os.environ.get("PUNTO_SOAK"))
PARTS = 4
"""So that several processors share them."""
EXAMPLES = (10_000 if SOAK else 200) // PARTS
FEW = st.integers(2, 24)
PLAYERS = st.one_of(*[FEW] * 9, st.integers(2, 200)) if SOAK else FEW


@pytest.mark.parametrize("part", range(PARTS))
def test_a_tournament_comes_to_an_end_and_all_adds_up(part: int) -> None:
    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
    @given(seed=st.integers(0, 2**32), players=PLAYERS, stages=st.integers(1, 4))
    def walk(seed: int, players: int, stages: int) -> None:
        Walk(PARTS * seed + part, players, stages).run()

    walk()


@pytest.mark.parametrize("seed", range(400 if SOAK else 40))
def test_from_whatever_is_legal_a_tournament_comes_to_its_end(seed: int) -> None:
    rng = random.Random(seed)
    Wild(seed, rng.randint(2, 10), rng.randint(1, 3)).run_wild()


def test_a_tournament_is_written_read_and_told_to_everybody() -> None:
    rng = random.Random(0)
    for seed in range(10):
        walk = Recorded(seed, rng.randint(2, 12), rng.randint(1, 3))
        walk.run()
        assert len(walk.lines) > 0


class Recorded(Walk):
    """A tournament whose records are kept."""

    lines: list[bytes]
    last: TournamentRecord

    def give(self, command: Any) -> Any:
        if self.state is None:
            self.lines = []
        found = super().give(command)
        record = TOURNAMENTS.record(
            stream="cup",
            number=len(self.lines) + 1,
            time=0,
            id="x",
            approved_by=None,
            sibling=None,
            previous=hash_after(self.last.previous, TOURNAMENTS.format.write(self.last)) if self.lines else NO_RECORD,
            depends_on=(),
            decided_by=self.given.decided_by,
            command=self.given,
            events=self.events,
        )
        body = TOURNAMENTS.format.write(record)
        assert TOURNAMENTS.format.read(body, at="record") == record
        self.lines.append(body)
        self.last = record
        for event in self.events:
            assert event.describe("dora")
            for audience in AUDIENCES:
                redact_tournament(event, audience)
        return found


def test_before_it_is_planned_only_the_operator_can_plan_it() -> None:
    assert [one.kind for one in legal(None, OPERATOR)] == ["plan_tournament"]
    assert legal(None, DIRECTOR) == ()
    assert [one.kind for one in legal(Cup().now, DIRECTOR)] == []
