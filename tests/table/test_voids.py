"""Voiding rounds of a finished shoe in any order leaves every patron as if those rounds had not been dealt."""

from random import Random

import pytest

from puntobanco.app.randomness import repeatable
from puntobanco.app.table_runner import TableRun
from puntobanco.table import Actor, Role, commands, ledger
from puntobanco.table.model import Phase, Preparation, VoidReason
from puntobanco.table.queries.exposure import exposers, hand_to_expose
from puntobanco.table.queries.money import commission_is_due
from puntobanco.table.queries.round import due, facing, stage_due
from tests.marks import clause
from tests.table.helpers import INTERNAL_CONTROLS

OPERATOR, DEALER, SUPERVISOR = (
    Actor(person="oz", role=Role.OPERATOR),
    Actor(person="dan", role=Role.DEALER),
    Actor(person="sue", role=Role.SUPERVISOR),
)
PATRONS = [Actor(person=name, role=Role.PATRON) for name in ("ann", "bob", "cy")]
WAGERS = {
    "act-2015": ["player", "banker", "tie", "player_pair", "banker_pair"],
    "washington": ["player", "tie"],
    "house-midi": ["player", "banker", "tie", "player_dragon", "big_tiger"],
}
VOIDING = {
    "act-2015": ("12.5", "14.1", "14.3", "ruling 16", "ruling 25", "dictionary: void"),
    "washington": ("ruling 16", "ruling 25"),
    "house-midi": ("ruling 16", "ruling 25"),
}


def do(table: TableRun, *given: commands.TableCommand) -> None:
    for command in given:
        for answer in table.do(command):
            if answer.refused is not None:
                raise answer.refused


def prepared(book: str, seed: int) -> TableRun:
    table = TableRun(repeatable(seed))
    choices = {"cut_depth": "300", **INTERNAL_CONTROLS.get(book, {})}
    if book == "house-midi":
        choices["commission_every"] = "3"
    do(table, commands.OpenTable(actor=OPERATOR, book=book, choices=tuple(choices.items())))
    for seat, patron in enumerate(PATRONS, start=1):
        do(table, commands.BuyIn(actor=patron, amount=20_000), commands.TakeSeat(actor=patron, seat=seat))
    do(table, commands.CheckCards(actor=DEALER), commands.Shuffle(actor=DEALER))
    for patron in PATRONS:
        do(table, commands.OfferCut(actor=DEALER, patron=patron.person), commands.DeclineCut(actor=patron))
    do(table, commands.Cut(actor=SUPERVISOR, at=200), commands.LoadShoe(actor=DEALER))
    while table.table().phase is Phase.PREPARING:
        exposed = table.table().shoe.to_burn is None and table.table().rules.burn.value == "exposed"
        do(table, commands.Draw(actor=DEALER, face_up=exposed))
    return table


def bet(table: TableRun, book: str, rng: Random) -> dict[str, int]:
    """Random wagers of what patrons still have; gives what each has in chips, debt and commission before the round."""
    before = worth(table)
    for seat, patron in enumerate(PATRONS, start=1):
        for wager in WAGERS[book]:
            amount = 100 * rng.randrange(5, 40)
            if rng.random() < 0.7 and amount <= table.table().balance(ledger.chips(patron.person)):
                answers = table.do(commands.Place(actor=patron, area=str(seat), wager=wager, amount=amount))
                assert answers[0].refused is None or answers[0].refused.code == "bonus_needs_main"
    if not table.table().stakes:
        do(table, commands.BuyIn(actor=PATRONS[0], amount=5000))
        before = worth(table)
        do(table, commands.Place(actor=PATRONS[0], area="1", wager="player", amount=500))
    return before


def deal(table: TableRun) -> None:
    if table.table().rules.closing.value == "at_call":
        do(table, commands.CallNoMoreBets(actor=DEALER))
    else:
        do(table, commands.Draw(actor=DEALER, face_up=facing(table.table())))
    while (state := table.table()).phase is Phase.DEALING:
        hand = hand_to_expose(state)
        if hand is not None:
            assert exposers(state, hand) == ()
            do(table, commands.Expose(actor=DEALER, hand=hand, cards=()))
        elif stage_due(state) is not None or due(state) is None:
            do(table, commands.Settle(actor=DEALER))
        else:
            do(table, commands.Draw(actor=DEALER, face_up=facing(state)))
    if commission_is_due(table.table()):
        do(table, commands.CollectCommission(actor=DEALER))


def worth(table: TableRun) -> dict[str, int]:
    """Chips minus all that is owed."""
    state = table.table()
    return {
        patron.person: state.balance(ledger.chips(patron.person))
        - state.balance(ledger.debt(patron.person))
        - state.balance(ledger.commission_owed(patron.person))
        - state.balance(ledger.commission_debt(patron.person))
        for patron in PATRONS
    }


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("book", [pytest.param(book, marks=clause(book, *VOIDING[book])) for book in WAGERS])
def test_voiding_any_rounds_in_any_order_is_as_if_they_had_not_been(book: str, seed: int) -> None:
    rng = Random(seed)
    table = prepared(book, seed)
    changes: dict[int, dict[str, int]] = {}
    while table.table().phase is Phase.BETTING:
        number = table.table().round_number
        before = bet(table, book, rng)
        deal(table)
        after = worth(table)
        changes[number] = {name: after[name] - before[name] for name in before}
    assert len(changes) > 10
    assert Preparation.SHUFFLE in table.table().pending
    voided = rng.sample(sorted(changes), k=len(changes) // 2)
    expected = worth(table)
    for number in voided:
        for name, change in changes[number].items():
            expected[name] -= change
        reason = rng.choice(list(VoidReason))
        if number == max(changes) or rng.random() < 0.5:
            do(table, commands.VoidRound(actor=OPERATOR, round=number, reason=reason))
        else:
            do(table, commands.ReportPlacementError(actor=SUPERVISOR, round=number))
        assert worth(table) == expected
        assert sum(table.table().balances.values()) == 0
        assert list(ledger.overdrawn(table.table().balances)) == []
    again = table.do(commands.VoidRound(actor=OPERATOR, round=voided[0], reason=VoidReason.FRAUD))
    assert again[0].refused is not None
    assert again[0].refused.code == "no_such_round"


@clause("nz-1998", "ruling 25")
def test_nz_1998_no_round_is_voided_late() -> None:
    table = TableRun()
    do(table, commands.OpenTable(actor=OPERATOR, book="nz-1998"))
    for reason in VoidReason:
        (answer,) = table.do(commands.VoidRound(actor=OPERATOR, round=1, reason=reason))
        assert answer.refused is not None
        assert (answer.refused.code, answer.refused.clause) == ("no_power_to_void", "nz-1998 ruling 25")
