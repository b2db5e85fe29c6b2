"""A tournament of a served house, dealt card by card."""

from dataclasses import dataclass
from typing import Any

from puntobanco.table import Actor, Role, TableState
from puntobanco.table import commands as at_table
from puntobanco.table.model import DrawTo
from puntobanco.tournament import commands
from puntobanco.tournament.conditions import Stage
from puntobanco.tournament.model import Office
from puntobanco.tournament.state import TournamentState
from puntobanco.values.cards import Card
from tests.app.house.helpers import patron
from tests.tournament.helpers import START, conditions
from tests.web.served import Serving

OZ, IDA = Actor(person="oz", role=Role.OPERATOR), Actor(person="ida", role=Role.SUPERVISOR)
DOT, DEE = Actor(person="dot", role=Role.SUPERVISOR), Actor(person="dee", role=Role.DEALER)
ANN = patron("ann")
SHOE = (
    at_table.CheckCards(actor=DEE),
    at_table.Shuffle(actor=DEE),
    at_table.OfferCut(actor=DEE, patron="ann"),
    at_table.Cut(actor=ANN, at=100),
    at_table.LoadShoe(actor=DEE, depth=14),
    at_table.Draw(actor=DEE, face_up=False),
)


@dataclass
class Cup:
    """A final of two rounds at one table, where ann and bob sit and dee deals real cards; or other stages."""

    served: Serving
    name: str
    stages: tuple[Stage, ...] = ()
    planned: tuple[Stage, ...] = ()
    """What was planned before the conditions changed, if they did."""

    def begin(self) -> "Cup":
        said = conditions(*self.stages)
        for person, role in (("dot", Role.DIRECTOR), ("sid", Role.SUPERVISOR), ("dee", Role.DEALER)):
            self.served.grant(f"{person} of {self.name}", role, f"tournament/{self.name}")
        for command in (
            commands.PlanTournament(actor=OZ, book="act-2015", conditions=conditions(*(self.planned or self.stages))),
            *((commands.ChangeConditions(actor=OZ, conditions=said),) if self.planned else ()),
            commands.RecordApproval(actor=OZ, reference="GRC 8", date="2026-11-02", conditions=said.digest),
            commands.ConfirmApproval(actor=IDA),
            commands.Nominate(actor=OZ, nominee="dot", office=Office.DIRECTOR),
            *(commands.Register(actor=DOT, player=one) for one in ("ann", "bob")),
        ):
            self.do(command)
        self.sit_down()
        return self

    def sit_down(self) -> None:
        """For the next session, at a new shoe."""
        self.do(commands.DrawBallot(actor=DOT, sizes=(2,), starts_at=(START,)))
        for one in ("ann", "bob"):
            self.do(commands.TakePlace(actor=DOT, player=one))
        self.do(commands.StartSession(actor=DOT, at=START))
        for command in SHOE:
            self.at_table(command)

    def do(self, command: Any) -> None:
        self.served.do(f"tournament/{self.name}", command)

    def at_table(self, command: Any) -> None:
        self.do(commands.AtTable(actor=command.actor, table="1", command=command))

    @property
    def state(self) -> TournamentState:
        found: TournamentState = self.served.house.look(f"tournament/{self.name}").state
        return found

    @property
    def table(self) -> TableState:
        return self.state.tables["1"].state

    def bets(self) -> None:
        """Everybody in turn, on player."""
        for _ in range(2):
            self.at_table(at_table.AskForWager(actor=DEE))
            asked = self.table.turns.now or ""
            area = str(self.table.patrons[asked].seat)
            self.at_table(at_table.Place(actor=patron(asked), area=area, wager="player", amount=10_000))
        self.at_table(at_table.CallNoMoreBets(actor=DEE))

    def deals(self, cards: str, to: DrawTo | None = None) -> None:
        for card in cards.split():
            self.at_table(at_table.Draw(actor=DEE, card=Card.parse(card), to=to))

    def round(self, cards: str = "9c 2d Kh 3s") -> None:
        self.bets()
        self.deals(cards)
        self.at_table(at_table.Settle(actor=DEE))

    def coup_without_wagers(self, cards: str) -> None:
        """Begun with whatever card waits."""
        self.at_table(at_table.StartNoBet(actor=DEE))
        self.deals(cards)
        self.at_table(at_table.Settle(actor=DEE))

    def end(self) -> None:
        """The session, once it is played."""
        self.do(commands.EndSession(actor=DOT))

    def disputes(self) -> None:
        self.at_table(at_table.RaiseDispute(actor=ANN, text="I bet on banker"))

    def floor(self, person: str = "oz") -> Any:
        """Its alarms as somebody finds them."""
        answer = self.served.client(person).get("/floor")
        assert answer.status_code == 200, answer.text
        return [one for one in answer.json()["alarms"] if one["tournament"] == self.name]
