"""Ruling 40 in a house: money leaves an account only by an act of its patron, or a fee is paid at the desk."""

from pathlib import Path
from typing import Any

import pytest

from puntobanco.cage import commands as cage
from puntobanco.cage.ledger import CASH, HELD, at
from puntobanco.errors import Refused
from puntobanco.house.commands import GrantRole
from puntobanco.table import Actor, Role
from puntobanco.tournament import commands
from puntobanco.tournament.model import Office
from puntobanco.values.money import Cents
from tests.app.house.helpers import OPERATOR, Place, Ticks, patron
from tests.marks import clause
from tests.tournament.helpers import HOUR, START, conditions

ACT, CUP = "act-2015", "tournament/cup"
DORA, IDA = Actor(person="dora", role=Role.SUPERVISOR), Actor(person="ida", role=Role.OPERATOR)
MACHINE = Actor(person="house", role=Role.OPERATOR)


class Clock(Ticks):
    """Three hours before the published time."""

    def __init__(self) -> None:
        self.now = START - 3 * HOUR


@pytest.fixture
def house(tmp_path: Path) -> Place:
    """An open tournament with an entry of $100; everybody has $1,000 at the cage."""
    found = Place(tmp_path, Clock())
    said = conditions()
    for command in (
        commands.PlanTournament(actor=OPERATOR, book=ACT, conditions=said),
        commands.RecordApproval(actor=OPERATOR, reference="GRC 8", date="2026-11-02", conditions=said.digest),
        commands.ConfirmApproval(actor=IDA),
        commands.Nominate(actor=OPERATOR, nominee="dora", office=Office.DIRECTOR),
    ):
        found.do(CUP, command)
    for name in ("ann", "bob", "cy", "rae"):
        found.account(name, 100_000)
        grant(found, name, Role.PATRON)
    grant(found, "dora", Role.DIRECTOR)
    return found


def grant(house: Place, name: str, role: Role) -> None:
    house.do("house", GrantRole(actor=MACHINE, whom=name, duty=role, place=CUP))


def held(house: Place, name: str) -> Cents:
    found: Cents = house.house.look(f"cage/{name}").state.held
    return found


def on_duty(house: Place, command: Any) -> Any:
    return house.do(CUP, command, on_duty=True)


def code(house: Place, command: Any, stream: str = CUP) -> str:
    with pytest.raises(Refused) as found:
        house.do(stream, command, on_duty=True)
    return found.value.code


def enter(house: Place) -> None:
    for name in ("ann", "bob", "cy"):
        on_duty(house, commands.Register(actor=DORA, player=name))


@clause(ACT, "ruling 40")
def test_ruling_40_a_director_s_registration_takes_nothing_from_an_account(house: Place) -> None:
    on_duty(house, commands.Register(actor=DORA, player="ann"))
    account = house.house.look("cage/ann").state
    assert account.accounts == {CASH: -110_000, HELD: 100_000, at(CUP): 10_000}
    on_duty(house, commands.Register(actor=patron("bob"), player="bob"))
    assert held(house, "bob") == 90_000, "by an act of his own"


@clause(ACT, "ruling 40")
def test_ruling_40_nobody_else_takes_a_fee_from_an_account(house: Place) -> None:
    for actor in (DORA, OPERATOR, patron("bob")):
        with pytest.raises(Refused) as refusal:
            house.house.handle("cage/ann", cage.TakeTo(actor=actor, stream=CUP, amount=100_00), f"x {actor.person}")
        assert refusal.value.code == "only_beside"
    assert held(house, "ann") == 100_000


@clause(ACT, "ruling 40", "15.10")
def test_ruling_40_a_reserve_is_charged_by_their_own_act_and_the_house_s_clock_counts(house: Place) -> None:
    enter(house)
    on_duty(house, commands.ListReserve(actor=patron("rae"), player="rae"))
    house.do(CUP, commands.DrawBallot(actor=DORA, sizes=(3,)))
    offer = commands.OfferSeat(actor=DORA, absent="cy", player="rae", at=START)
    assert code(house, offer) == "too_early", "the director's clock says so, the house's does not"
    house.clock.now = START  # type: ignore[attr-defined]  # of the clock above
    on_duty(house, offer)
    assert held(house, "rae") == 100_000
    assert code(house, commands.AcceptSeat(actor=patron("ann"), player="rae")) == "another_person"
    on_duty(house, commands.AcceptSeat(actor=patron("rae"), player="rae"))
    assert held(house, "rae") == 90_000


@clause(ACT, "ruling 40")
def test_ruling_40_a_session_starts_by_the_house_s_clock(house: Place) -> None:
    enter(house)
    house.do(CUP, commands.DrawBallot(actor=DORA, sizes=(3,)))
    start = commands.StartSession(actor=DORA, at=START)
    for name in ("ann", "bob", "cy"):
        on_duty(house, commands.TakePlace(actor=patron(name), player=name))
    assert code(house, start) == "too_early"
    house.clock.now = START  # type: ignore[attr-defined]  # of the clock above
    on_duty(house, start)
    assert house.house.look(CUP).state.session.started


@clause(ACT, "ruling 40")
def test_ruling_40_at_the_desk_own_limits_and_exclusions_hold(house: Place) -> None:
    house.do("cage/ann", cage.ExcludeSelf(actor=patron("ann"), until=None))
    assert code(house, commands.Register(actor=DORA, player="ann")) == "self_excluded"
    house.do("cage/bob", cage.SetLimits(actor=patron("bob"), deposits=None, play=9_999))
    assert code(house, commands.Register(actor=DORA, player="bob")) == "over_limit"
    assert code(house, commands.Register(actor=patron("bob"), player="bob")) == "over_limit"


@clause(ACT, "ruling 40", "15.25")
def test_ruling_40_a_cancellation_pays_desk_fees_back_to_the_account(house: Place) -> None:
    on_duty(house, commands.Register(actor=DORA, player="ann"))
    on_duty(house, commands.Register(actor=patron("bob"), player="bob"))
    house.do(CUP, commands.CancelTournament(actor=OPERATOR, reason="fire"))
    assert (held(house, "ann"), held(house, "bob")) == (110_000, 100_000)
    for name in ("ann", "bob"):
        assert house.house.look(f"cage/{name}").state.lies_at(CUP) == 0
