"""Mistakes in a copy of the package's drawing, settlement and books: the verifier finds each of them."""

import pytest

from tests.verifier.bundles import bundle, findings, sentences
from tests.verifier.plants import PLANTS, TAKEN_FIRST, Plant, planted

SCOPE = {"of": "table", "table": "1"}


def test_there_are_enough_of_them() -> None:
    assert len({plant.breaks for plant in PLANTS}) == len(PLANTS) >= 50


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.breaks)
def test_a_planted_mistake_is_found(plant: Plant) -> None:
    assert sentences(bundle(plant.evening(), SCOPE)) == []
    with planted(plant):
        records = plant.evening()
    assert plant.found_as in {found[3] for found in findings(bundle(records, SCOPE))}
    assert sentences(bundle(plant.evening(), SCOPE)) == [], "it is put right again"


def test_decisions_of_version_1_took_back_wager_by_wager_and_their_records_are_right_for_ever() -> None:
    """What was won came first in the settlement, so that it was debt before the lost stake was back."""
    with planted(TAKEN_FIRST):
        records = TAKEN_FIRST.evening()
    assert sentences(bundle([{**one, "decided_by": 1} for one in records], SCOPE)) == []
    assert findings(bundle([{**one, "decided_by": 2} for one in records], SCOPE)) != []
