"""A notice of one side bet: the verifier takes the layout that follows from it, and no other."""

import json
from typing import Any

import pytest

from tests.table.helpers import PLAYER_WINS
from tests.verifier.bundles import SIGNER, bundle, text, verified
from tests.verifier.evenings import bet, table

SAID = '"changes": [["offered", "banker_pair"]]'


def played() -> list[dict[str, Any]]:
    found = table("act-2015", multiple=1)
    found.operator("announce_change", choices=(("offered", "-player_pair"),))
    for bets in ("player 100 player_pair 10", "player 100 banker_pair 10"):
        bet(found, bets)
        found.coup(PLAYER_WINS)
    return found.records


def findings(records: list[dict[str, Any]]) -> set[str]:
    return {
        one.sort for one in verified(text(bundle(records, {"of": "table", "table": "1"})), vkey=SIGNER.vkey)[0].findings
    }


def test_the_verifier_agrees() -> None:
    assert findings(played()) == set()


@pytest.mark.parametrize("instead", ['"changes": [["pairs_box", "separate"]]', '"changes": []'])
def test_a_side_bet_that_goes_without_notice_is_found(instead: str) -> None:
    records = [json.loads(json.dumps(one).replace(SAID, instead)) for one in played()]
    assert records != played()
    assert "rules" in findings(records)
