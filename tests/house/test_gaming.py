"""Switches that work: in the order of the log no wager passes after one was turned off, however it was sent."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from puntobanco.app.house import doing
from puntobanco.app.house.gaming import NOBODY, who_plays
from puntobanco.record import playing
from puntobanco.table import events as at_table
from tests.house import gaming
from tests.house.gaming import CUP, Campaign

TURNS = 5000 if os.environ.get("PUNTO_SOAK") else 250
WAYS = ("place", "slip", "move", "buy in", "seat", "spoken", "tournament", "take back", "cash out", "dealt", "switch")


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Callable[[], Campaign]]:
    opened: list[Campaign] = []

    def play() -> Campaign:
        opened.append(Campaign(tmp_path / "house", seed=1))
        opened[-1].run(TURNS)
        return opened[-1]

    yield play
    for one in opened:
        one.house.close()


def test_no_wager_passes_after_the_switch_and_nobody_is_stuck(played: Callable[[], Campaign]) -> None:
    campaign = played()
    assert campaign.findings() == []
    assert [way for way in WAYS if not campaign.accepted[way]] == []


def _without(*kinds: type) -> Callable[[pytest.MonkeyPatch], None]:
    def plant(patch: pytest.MonkeyPatch) -> None:
        for kind in kinds:
            patch.delitem(playing.PLAYS, kind)
            patch.delitem(playing.WAGERS, kind, raising=False)

    return plant


def _unless(is_spared: Callable[[str, Any], bool]) -> Callable[[pytest.MonkeyPatch], None]:
    def plant(patch: pytest.MonkeyPatch) -> None:
        def spares(of: Any, stream: str, before: Any, events: Any) -> Any:
            return NOBODY if is_spared(stream, events[0]) else who_plays(of, stream, before, events)

        patch.setattr(doing, "who_plays", spares)

    return plant


PLANTED = {
    "slips are not asked": (_without(at_table.SlipLaid), "slip_laid"),
    "moves are not asked": (_without(at_table.WagerMoved), "wager_moved"),
    "chips are not asked": (_without(at_table.BoughtIn), "bought_in"),
    "seats are not asked": (_without(at_table.SeatTaken), "seat_taken"),
    "what a dealer places is not asked": (_unless(lambda _, event: getattr(event, "spoken", False)), "wager_placed"),
    "tournaments are not asked": (_unless(lambda stream, _: stream == CUP), f"at {CUP}"),
}


@pytest.mark.parametrize("name", PLANTED)
def test_the_campaign_finds_what_is_not_asked(
    name: str, played: Callable[[], Campaign], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant, says = PLANTED[name]
    plant(monkeypatch)
    found = played().findings()
    assert any(says in one for one in found), found


def test_the_harness_reads_the_log_by_itself() -> None:
    """It shares nothing with what it watches but the names in the log."""
    source = Path(gaming.__file__).read_text()
    assert "who_plays" not in source
    assert "record.playing" not in source
