"""Mistakes in a copy of the package's drawing, settlement and books: the verifier finds each of them."""

import pytest

from tests.verifier.bundles import bundle, findings, sentences
from tests.verifier.plants import PLANTS, Plant, planted

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
