"""What a late void takes back while the chips lie on the layout: 15.13, rulings 23 and 43."""

from functools import partial

import pytest

from puntobanco.streams.ledger import written
from puntobanco.table import commands as at_table
from puntobanco.tournament.events.play import ChipsDue, ChipsSettled
from puntobanco.values.cards import parse_cards
from tests.marks import clause
from tests.tournament.helpers import DIRECTOR, conditions, final
from tests.tournament.rigged import ACT, AS_OPERATOR, BANKER, NAMES, PLAYER, TIE, Rigged, patron, seated

LONG = conditions(final(rounds=9))
ANN_IS_ASKED_FIRST = 4
"""A seed whose ballot seats ann so that round 3 begins with her."""


def with_chips_on_the_layout() -> Rigged:
    """Ann won $500 in round 1 and lost $990 in round 2; of her $510 she bets $500, and round 1 is void."""
    cup = seated(NAMES[:3], LONG, seed=ANN_IS_ASKED_FIRST)
    cup.deal(PLAYER, ann="player 500")
    cup.deal(PLAYER, ann="banker 990")
    while cup.ask() != "ann":
        pass
    cup.bet("ann", "player", 500)
    cup.void(1)
    return cup


def due(cup: Rigged) -> tuple[tuple[str, int], ...]:
    assert cup.now.session is not None
    return cup.now.session.due


def debts(cup: Rigged) -> list[str]:
    return [name for name in map(written, cup.table().balances) if name.startswith("debt")]


def settled(cup: Rigged) -> list[tuple[int, int]]:
    """In dollars: what came or went, and what was written off."""
    return [(one.change // 100, one.written_off // 100) for one in cup.log if isinstance(one, ChipsSettled)]


@clause(ACT, "15.13", "ruling 43")
@pytest.mark.parametrize(
    ("cards", "has", "moved", "out"),
    [
        (PLAYER, 510, (-490, 0), []),
        (TIE, 10, (-490, 0), []),
        (BANKER, None, (0, 490), ["ann"]),
    ],
)
def test_ruling_43_what_comes_back_of_chips_on_the_layout_is_taken_first(
    cards: str, has: float | None, moved: tuple[int, int], out: list[str]
) -> None:
    """Only $10 of the $500 are hers: $10 in front are taken at once, $490 from what comes back."""
    cup = with_chips_on_the_layout()
    assert (cup.dollars("ann"), due(cup)) == (500, (("ann", -49_000),))
    cup.deal(cards, bob="player 10", cy="player 10")
    assert (settled(cup), due(cup), debts(cup), cup.out()) == ([moved], (), [], out)
    assert [one.clause for one in cup.log if isinstance(one, ChipsDue | ChipsSettled)] == ["ruling 43", "ruling 43"]
    if has is not None:
        assert cup.dollars("ann") == has


@clause(ACT, "15.13", "ruling 43")
def test_ruling_43_a_wager_that_is_taken_back_pays_before_it_can_be_bet_again() -> None:
    cup = with_chips_on_the_layout()
    area = str(cup.table().patrons["ann"].seat)
    take = partial(at_table.Withdraw, actor=patron("ann"), area=area, wager="player")
    cup.plainly("1", take(amount=20_000))
    assert (cup.dollars("ann"), due(cup)) == (300, (("ann", -29_000),))
    cup.plainly("1", take(amount=30_000))
    assert (cup.dollars("ann"), due(cup), cup.out()) == (10, (), [])


@clause(ACT, "15.14", "ruling 43")
def test_ruling_43_who_takes_back_what_is_not_theirs_and_has_too_little_is_out() -> None:
    """Without what round 1 brought nothing is left of the $500 that ann takes back."""
    cup = seated(NAMES[:3], LONG)
    cup.deal(PLAYER, ann="player 500")
    cup.deal(PLAYER, ann="banker 1000")
    while cup.ask() != "ann":
        pass
    cup.bet("ann", "player", 500)
    cup.void(1)
    assert cup.out() == []
    area = str(cup.table().patrons["ann"].seat)
    cup.plainly("1", at_table.Withdraw(actor=patron("ann"), area=area, wager="player", amount=50_000))
    assert (cup.out(), debts(cup)) == (["ann"], [])


@clause(ACT, "15.13", "ruling 43")
def test_ruling_43_a_void_wager_is_taken_back_so_too() -> None:
    cup = seated(NAMES[:3], LONG, seed=ANN_IS_ASKED_FIRST)
    cup.deal(PLAYER, ann="player 500")
    cup.deal(PLAYER, ann="banker 990")
    while cup.ask() != "ann":
        pass
    cup.bet("ann", "player", 510)
    area = str(cup.table().patrons["ann"].seat)
    void = at_table.VoidWager(actor=AS_OPERATOR, round=1, patron="ann", area=area, wager="player", broke="14.7")
    cup.plainly("1", void)
    assert due(cup) == (("ann", -50_000),)
    cup.deal(PLAYER, bob="player 10", cy="player 10")
    assert (cup.dollars("ann"), settled(cup), due(cup)) == (520, [(-500, 0)], ())


@clause(ACT, "15.13", "ruling 31", "ruling 43")
@pytest.mark.parametrize(
    ("cards", "has", "moved"),
    [("Kh Ad 8c 9s", 50, (-150, 0)), ("8c Kh Ad 9s", None, (-100, 50)), ("Ad 8c 9s Kh", None, (0, 150))],
    ids=["wins", "stands off", "loses"],
)
def test_ruling_43_a_round_that_is_decided_again_pays_what_the_first_decision_brought(
    cards: str, has: float | None, moved: tuple[int, int]
) -> None:
    """Ann won $100, and a dispute left her $50: of the $200 that she gives back $150 come of the $100 in her box."""
    cup = seated(NAMES[:3], LONG)
    cup.deal("8c Ad Kh 9s", ann="player 100")
    cup.plainly("1", at_table.RaiseDispute(actor=patron("bob"), text="the last stage"))
    decision = at_table.DecideDispute(actor=AS_OPERATOR, number=1, decision="pays", patron="ann", amount=-105_000)
    cup.plainly("1", decision)
    assert cup.dollars("ann") == 50
    report = at_table.ReportPlacementError(actor=DIRECTOR, round=1, cards=tuple(parse_cards([cards])))
    cup.plainly("1", report)
    assert (settled(cup), due(cup), debts(cup)) == ([moved], (), [])
    assert cup.out() == ([] if has else ["ann"])
    if has is not None:
        assert cup.dollars("ann") == has
