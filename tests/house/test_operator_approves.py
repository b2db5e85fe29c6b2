"""A served house asks for an operator's approval of what a director does by 14.1 to 14.3: ruling 39."""

from pathlib import Path
from typing import Any

import pytest

from puntobanco.errors import Refused
from puntobanco.house import OPERATOR as THE_HOUSE
from puntobanco.house.commands import Approve, GrantRole, Propose
from puntobanco.house.proposals import takes_operator
from puntobanco.table import Actor, Role
from puntobanco.table import commands as at_table
from puntobanco.table.model import VoidReason
from puntobanco.tournament import commands
from puntobanco.tournament.conditions import Commission
from puntobanco.tournament.model import Office
from puntobanco.values.replace import changed
from tests.app.house.helpers import Place
from tests.marks import clause
from tests.tournament.helpers import START, conditions, final

ACT, CUP = "act-2015", "tournament/cup"
OZ, OLGA = (Actor(person=name, role=Role.OPERATOR) for name in ("oz", "olga"))
DORA, ASA = (Actor(person=name, role=Role.OPERATOR) for name in ("dora", "asa"))
DIRECTOR, ASSISTANT = (Actor(person=name, role=Role.SUPERVISOR) for name in ("dora", "asa"))


class Hall(Place):
    """A final at one table, with a director, an assistant who is one in the house's roles, and two operators."""

    def __init__(self, folder: Path, delegated: tuple[str, ...] = ()) -> None:
        super().__init__(folder)
        said = changed(conditions(final(rounds=9)), delegated=delegated, entry_fee=0, commission=Commission(amount=0))
        for command in (
            commands.PlanTournament(actor=OZ, book=ACT, conditions=said),
            commands.RecordApproval(actor=OZ, reference="GRC 8", date="2026-11-02", conditions=said.digest),
            commands.ConfirmApproval(actor=OLGA),
            commands.Nominate(actor=OZ, nominee="dora", office=Office.DIRECTOR),
            commands.Nominate(actor=OZ, nominee="asa", office=Office.ASSISTANT),
            *(commands.Register(actor=DIRECTOR, player=name) for name in ("ann", "bob")),
            commands.DrawBallot(actor=DIRECTOR, sizes=(2,)),
            *(commands.TakePlace(actor=DIRECTOR, player=name) for name in ("ann", "bob")),
            commands.StartSession(actor=DIRECTOR, at=START),
        ):
            self.do(CUP, command)
        for person, role, where in (
            ("oz", Role.OPERATOR, "house"),
            ("olga", Role.OPERATOR, "house"),
            ("dora", Role.DIRECTOR, CUP),
            ("asa", Role.DIRECTOR, CUP),
        ):
            self.do("house", GrantRole(actor=THE_HOUSE, whom=person, duty=role, place=where))

    def answer(self, stream: str, command: Any) -> str:
        try:
            self.do(stream, command, on_duty=True)
        except Refused as refusal:
            return refusal.code
        return "accepted"

    def proposes(self, command: Any) -> str:
        return self.answer("house", Propose(actor=command.actor, stream=CUP, command=command))

    def approves(self, actor: Actor) -> str:
        return self.answer("house", Approve(actor=actor, number=self.house.look("house").state.proposed))

    @property
    def excluded(self) -> frozenset[str]:
        found: frozenset[str] = self.house.look(CUP).state.tables["1"].state.excluded
        return found


def there(command: Any) -> Any:
    return commands.AtTable(actor=command.actor, table="1", command=command)


def exclude(actor: Actor) -> Any:
    return there(at_table.Exclude(actor=actor, patron="ann", broke="14.7"))


@clause(ACT, "14.2", "ruling 39")
def test_ruling_39_an_operator_approves_what_a_director_does_and_another_director_does_not(tmp_path: Path) -> None:
    at = Hall(tmp_path)
    assert at.answer(CUP, exclude(DORA)) == "needs_approval"
    assert at.proposes(exclude(DORA)) == "accepted"
    assert at.approves(ASSISTANT) == "wrong_role"
    assert (at.excluded, at.approves(OLGA)) == (frozenset(), "accepted")
    assert at.excluded == {"ann"}
    at.house.close()


@clause(ACT, "14.2", "ruling 39")
def test_ruling_39_the_operators_own_act_takes_nobody_else(tmp_path: Path) -> None:
    at = Hall(tmp_path)
    assert at.answer(CUP, exclude(OZ)) == "accepted"
    assert at.excluded == {"ann"}
    at.house.close()


@clause(ACT, "15.5", "14.2", "ruling 39")
def test_ruling_39_unless_the_approved_conditions_delegate_it(tmp_path: Path) -> None:
    at = Hall(tmp_path, delegated=("14.2",))
    assert at.answer(CUP, exclude(DORA)) == "accepted"
    assert at.excluded == {"ann"}
    at.house.close()


@clause(ACT, "14.2", "ruling 30", "ruling 39")
def test_ruling_39_a_director_does_not_lift_an_operators_exclusion_alone(tmp_path: Path) -> None:
    at = Hall(tmp_path)
    at.do(CUP, exclude(OZ), on_duty=True)
    lift = there(at_table.LiftExclusion(actor=DORA, patron="ann"))
    assert at.answer(CUP, lift) == "needs_approval"
    assert at.answer(CUP, there(at_table.LiftExclusion(actor=OZ, patron="ann"))) == "accepted"
    at.house.close()


@clause(ACT, "15.15", "14.4", "ruling 39")
@pytest.mark.parametrize(
    "command",
    [
        at_table.VoidWager(actor=DORA, round=1, patron="ann", area="1", wager="player", broke="15.15"),
        at_table.DecideDispute(actor=DORA, number=1, decision="no"),
    ],
)
def test_ruling_39_voids_out_of_turn_and_disputes_stay_the_directors(tmp_path: Path, command: Any) -> None:
    """No operator is asked for; the void of a settled wager takes another director, or an operator, as ever."""
    at = Hall(tmp_path)
    state = at.house.look(CUP).state
    assert not takes_operator(there(command), state, Role.DIRECTOR)
    at.house.close()


@clause(ACT, "14.1", "14.3", "ruling 39")
def test_ruling_39_a_void_round_is_the_power_of_its_reason(tmp_path: Path) -> None:
    at = Hall(tmp_path, delegated=("14.1",))
    state = at.house.look(CUP).state
    asked = {
        reason: takes_operator(there(at_table.VoidRound(actor=DORA, round=1, reason=reason)), state, Role.DIRECTOR)
        for reason in VoidReason
    }
    assert asked == {VoidReason.DISTURBANCE: False, VoidReason.IMPRACTICAL: True, VoidReason.FRAUD: True}
    at.house.close()
