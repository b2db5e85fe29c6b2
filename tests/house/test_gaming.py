"""Switches that work: in the order of the log no wager passes after one was turned off, however it was sent."""

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from puntobanco.app.house import dispatch
from puntobanco.app.house.gaming_checks import NOBODY, who_plays
from puntobanco.log import participation
from puntobanco.table import events as at_table
from tests.house import folding
from tests.house.gaming import CUP, Campaign

TURNS = 5000 if os.environ.get("PUNTO_SOAK") else 250
WAYS = ("place", "slip", "move", "buy in", "seat", "spoken", "tournament", "take back", "cash out", "dealt", "switch")


CAMPAIGNS = 20
"""Who comes first is the machine's to say: the first campaign that shows what is looked for is the last."""


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Iterator[Campaign]]:
    opened: list[Campaign] = []

    def campaigns() -> Iterator[Campaign]:
        for seed in range(1, CAMPAIGNS + 1):
            opened.append(Campaign(tmp_path / f"house {seed}", seed))
            opened[-1].run(TURNS)
            yield opened[-1]

    yield campaigns()
    for one in opened:
        one.house.close()


def test_no_wager_passes_after_the_switch_and_nobody_is_stuck(played: Iterator[Campaign]) -> None:
    tried: Counter[str] = Counter()
    for campaign in played:
        assert campaign.findings() == []
        tried += campaign.accepted
        if set(WAYS) <= set(tried):
            return
    raise AssertionError(f"nobody did {set(WAYS) - set(tried)}")


def _without(*kinds: type) -> Callable[[pytest.MonkeyPatch], None]:
    def plant(patch: pytest.MonkeyPatch) -> None:
        for kind in kinds:
            patch.delitem(participation.PLAYS, kind)
            patch.delitem(participation.WAGERS, kind, raising=False)

    return plant


def _unless(is_spared: Callable[[str, Any], bool]) -> Callable[[pytest.MonkeyPatch], None]:
    def plant(patch: pytest.MonkeyPatch) -> None:
        def spares(of: Any, stream: str, before: Any, events: Any) -> Any:
            return NOBODY if is_spared(stream, events[0]) else who_plays(of, stream, before, events)

        patch.setattr(dispatch, "who_plays", spares)

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
    name: str, played: Iterator[Campaign], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant, says = PLANTED[name]
    plant(monkeypatch)
    assert any(says in one for campaign in played for one in campaign.findings())


def test_the_harness_reads_the_log_by_itself() -> None:
    """It shares nothing with what it watches but the names in the log."""
    source = Path(folding.__file__).read_text()
    assert "who_plays" not in source
    assert re.findall("from puntobanco.*", source) == ["from puntobanco.store import Line"]
