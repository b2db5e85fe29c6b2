"""Random tournaments: package and verifier agree on places, prizes, chips and every balance."""

import os
from random import Random
from typing import Any

import pytest

from puntobanco.table.commands import ReportPlacementError
from puntobanco.tournament.conditions import AdvanceBy
from puntobanco.tournament.events.play import ChipsDue
from puntobanco.values.cards import parse_cards
from tests.fairness.other_verifier import other
from tests.tournament.helpers import DIRECTOR, conditions, final, heat
from tests.tournament.rigged import NAMES, PLAYER, Rigged
from tests.verifier.bundles import SIGNER, bundle, text, verified
from tests.verifier.cups import RecordedWalk, RecordedWild, Recording, balances

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
    sentences, read = checked(cup)
    assert sentences == []
    assert {name: sums for name, sums in other.balances_of(read).items() if sums} == balances(cup)


class RecordedRigged(Recording, Rigged):
    """Its cards are chosen, its draws are not."""

    rehearses = False


def test_chips_that_are_due_and_taken_in_one_record_are_not_due() -> None:
    """A substitute's round is decided again and comes to the same: what it brought is taken and given at once."""
    rules = conditions(heat(rounds=1, advance=1, advance_by=AdvanceBy.SESSION, sessions=2), final(rounds=1))
    cup = RecordedRigged.opened(rules)
    for name in NAMES[:4]:
        cup.director("register", player=name)
    cup.ballot(2, 2)
    cup.all_sit()
    cup.start()
    ((first, second),) = cup.tables_of("1")
    cup.deal(PLAYER, **{first: "player 100", second: "player 50"})
    cup.director("end_session")
    cup.director("substitute", player=first, substitute="sam")
    again = tuple(parse_cards([PLAYER]))
    cup.plainly("1", ReportPlacementError(actor=DIRECTOR, round=1, cards=again))
    due = [(event.player, event.change) for event in cup.events if isinstance(event, ChipsDue)]
    assert due == [("sam", -20_000), ("sam", 20_000)]
    cup.director("end_session")
    assert checked(cup)[0] == []


def checked(cup: Recording) -> tuple[list[str], Any]:
    """What the verifier finds, and what it has read."""
    lines = bundle(cup.records, {"of": "tournament", "tournament": "cup"})
    report, read = verified(text(lines), vkey=SIGNER.vkey)
    return [other.sentence_of(one) for one in report.findings], read
