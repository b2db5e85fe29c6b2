"""Random tournaments: package and verifier agree on places, prizes, chips and every balance."""

import os
from random import Random

import pytest

from tests.fairness.other_verifier import other
from tests.verifier.bundles import SIGNER, bundle, text, verified
from tests.verifier.cups import RecordedWalk, RecordedWild, balances

SEEDS = 100 if os.environ.get("PUNTO_SOAK") else 4


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("kind", [RecordedWalk, RecordedWild])
def test_a_random_tournament(kind: type[RecordedWalk | RecordedWild], seed: int) -> None:
    rng = Random(seed)
    cup = kind(seed, rng.randint(2, 10), rng.randint(1, 3))
    if isinstance(cup, RecordedWild):
        cup.run_wild(parts=2)
    else:
        cup.run()
    lines = bundle(cup.records, {"of": "tournament", "tournament": "cup"})
    report, read = verified(text(lines), vkey=SIGNER.vkey)
    assert [other.sentence_of(one) for one in report.findings] == []
    assert {name: sums for name, sums in other.balances_of(read).items() if sums} == balances(cup)
