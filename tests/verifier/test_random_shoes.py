"""Random shoes with irregularities, voids and corrections: package and verifier agree on every cent."""

import os
from pathlib import Path
from typing import Any

import pytest

from tests.fairness.other_verifier import other
from tests.marks import ALL_BOOKS
from tests.verifier.bundles import SIGNER, bundle, text, verified
from tests.verifier.exported import balances, random_fair_house, records
from tests.verifier.walks import OTHERS_ASIDE, Walk, kept_log, void_rounds

SHOES = 200 if os.environ.get("PUNTO_SOAK") else 8
"""Of each book, and as many where patrons bet in turn with issued chips."""
HOUSES, STEPS_PER_HOUSE = (10, 800) if os.environ.get("PUNTO_SOAK") else (1, 150)
"""With virtual shoes."""
STEPS_PER_SHOE = 150
STEPS_PER_TABLE = 1000


@pytest.mark.parametrize(("book", "by_conditions"), [*((book, False) for book in ALL_BOOKS), ("act-2015", True)])
def test_random_shoes(book: str, by_conditions: bool) -> None:
    shoes = seed = 0
    while shoes < SHOES:
        walk = Walk(book, seed, by_conditions=by_conditions)
        while len(walk.records) < STEPS_PER_TABLE and shoes + walk.table.shoe.number < SHOES:
            walk.shoe(STEPS_PER_SHOE)
        report, read = verified(text(bundle(walk.records, {"of": "table", "table": "1"})), vkey=SIGNER.vkey)
        assert [other.sentence_of(one) for one in report.findings] == [], f"seed {seed}"
        assert other.balances_of(read).get("table/1", {}) == walk.balances
        shoes += walk.table.shoe.number
        seed += 1


def sentences(given: list[dict[str, Any]]) -> list[str]:
    report, _ = verified(text(bundle(given, {"of": "table", "table": "1"})), vkey=SIGNER.vkey)
    return [other.sentence_of(one) for one in report.findings]


def test_a_card_that_waited_is_put_aside() -> None:
    assert sentences(void_rounds()) == []


@pytest.mark.parametrize(("member", "value"), OTHERS_ASIDE)
def test_another_card_than_the_one_that_waited_is_found(member: str, value: object) -> None:
    assert sentences(void_rounds(**{member: value}))


def test_a_card_that_the_house_keeps_for_the_next_round_is_passed_over() -> None:
    given = kept_log("washington-kept-cards")
    again = [event for record in given for event in record["events"] if event["event"] == "hands_reconstructed.1"]
    assert [[one["card"] for one in event["left_over"]] for event in again] == [["2D"], ["KC"]]
    assert sentences(given) == []


def test_banker_does_not_pass_over_a_card_that_the_house_does_not_keep() -> None:
    given = kept_log("washington-kept-cards")
    for record in given:
        for event in record["events"]:
            if event.get("irregularity") == "player_card_in_error":
                event["irregularity"] = "excess_card_unseen"
    assert any("the hands are not those that the law makes of the cards" in one for one in sentences(given))


@pytest.mark.parametrize("seed", range(HOUSES))
def test_random_virtual_shoes(seed: int, tmp_path: Path) -> None:
    house = random_fair_house(tmp_path / "house", seed, steps=STEPS_PER_HOUSE)
    report, read = verified(text(bundle(records(house), {"of": "house"})), vkey=SIGNER.vkey)
    assert [other.sentence_of(one) for one in report.findings] == []
    assert other.balances_of(read) == balances(house)
    assert report.checked["fair shoes"] >= 4
