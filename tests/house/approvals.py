"""What two people do in a house, step by step: each step has the answer that it must get written beside it."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from puntobanco.app.house.write_unit import CommandRequest
from puntobanco.app.table_driver import Driver
from puntobanco.cage import commands as cage
from puntobanco.errors import Refused
from puntobanco.house import OPERATOR as THE_HOUSE
from puntobanco.house.commands import (
    Approve,
    Decline,
    GrantRole,
    Propose,
    RevokeRole,
    SetWithdrawalLimit,
    TakeOver,
    WithdrawProposal,
)
from puntobanco.table import Actor, Role, commands
from puntobanco.table.model import VoidReason
from puntobanco.values.cards import Card
from tests.app.house.helpers import OPERATOR, Place, Ticks, patron
from tests.house.load import keyed

TABLE = "table/1"
OZ, OLGA = (Actor(person=name, role=Role.OPERATOR) for name in ("oz", "olga"))
SUE, SID = (Actor(person=name, role=Role.SUPERVISOR) for name in ("sue", "sid"))
DAN, DORA = (Actor(person=name, role=Role.DEALER) for name in ("dan", "dora"))
TEN_MINUTES = 600_000_000
FILL = commands.FillFloat(actor=SUE, amount=100_000)


def play_a_round(at: Place, stream: str, patrons: tuple[str, ...]) -> None:
    """One more is bet on, dealt and settled."""
    before, random = at.state(stream).round_number, Random(3)
    driver = Driver(random.randrange, patrons=patrons)
    at.do(stream, commands.Place(actor=patron(patrons[0]), area="1", wager="player", amount=10_000))
    while at.state(stream).round_number == before:
        command = driver.next(at.state(stream)) or commands.CallNoMoreBets(actor=DAN)
        at.do(stream, keyed(at.state(stream), command, random))


class Floor(Place):
    """A house in which people have only the roles that they were given."""

    def __init__(self, folder: Path) -> None:
        self.ticks = Ticks()
        super().__init__(folder, self.ticks)
        self.betting(TABLE)
        self.do("vault", cage.OpenVault(actor=OPERATOR))
        self.do("vault", cage.Deposit(actor=OPERATOR, amount=10**9))
        self.round()
        for person, role, place in (
            ("oz", Role.OPERATOR, "house"),
            ("olga", Role.OPERATOR, "house"),
            ("sue", Role.SUPERVISOR, TABLE),
            ("sid", Role.SUPERVISOR, "table/2"),
            ("dan", Role.DEALER, "table/"),
            ("dora", Role.DEALER, TABLE),
            ("ann", Role.PATRON, "table/"),
        ):
            self.do("house", GrantRole(actor=THE_HOUSE, whom=person, duty=role, place=place))
        self.do("house", TakeOver(actor=DAN, table="1"), on_duty=True)

    def round(self) -> None:
        play_a_round(self, TABLE, ("ann", "bob"))

    def answer(self, stream: str, command: Any, **more: Any) -> str:
        """The code of a refusal, or that it was accepted."""
        try:
            self.do(stream, command, on_duty=True, **more)
        except Refused as refusal:
            return refusal.code
        return "accepted"

    def proposes(self, command: Any, stream: str = TABLE) -> str:
        return self.answer("house", Propose(actor=command.actor, stream=stream, command=command))

    @property
    def newest(self) -> int:
        found: int = self.house.look("house").state.proposed
        return found

    def approves(self, actor: Actor, number: int | None = None) -> str:
        return self.answer("house", Approve(actor=actor, number=self.newest if number is None else number))


Step = tuple[str, str, str]
"""What is done, what must come of it, and what came of it."""


def by_two(at: Floor) -> Iterator[Step]:
    yield "a fill by one", "needs_approval", at.answer(TABLE, FILL)
    yield "one names who approved", "bad_approval", at.answer(TABLE, FILL, approved_by=OZ)
    yield "a fill is proposed", "accepted", at.proposes(FILL)
    yield "the own proposal is approved", "own_proposal", at.approves(SUE)
    yield "a supervisor of another table approves", "no_role", at.approves(SID)
    yield "a dealer approves", "wrong_role", at.approves(DAN)
    yield "a stranger approves", "no_role", at.approves(Actor(person="stranger", role=Role.OPERATOR))
    at.do(TABLE, commands.Place(actor=patron("bob"), area="2", wager="player", amount=1_000))
    yield "the stream has gone on in the same round", "accepted", at.approves(OZ)
    yield "it is approved once more", "no_such_proposal", at.approves(OLGA)
    yield "a withdrawn one", "accepted", at.proposes(FILL)
    yield "of another", "not_yours", at.answer("house", WithdrawProposal(actor=OZ, number=at.newest))
    yield "of one's own", "accepted", at.answer("house", WithdrawProposal(actor=SUE, number=at.newest))
    yield "approved after that", "no_such_proposal", at.approves(OZ)
    yield "a declined one", "accepted", at.proposes(FILL)
    yield "by oneself", "own_proposal", at.answer("house", Decline(actor=SUE, number=at.newest))
    yield "by another", "accepted", at.answer("house", Decline(actor=OZ, number=at.newest))
    pay = cage.PayWithdrawal(actor=OZ, amount=2_000_000)
    yield "what belongs to another stream", "wrong_stream", at.proposes(pay, TABLE)
    yield "what would be refused", "not_in_chips", at.proposes(commands.FillFloat(actor=SUE, amount=-1))


def lapsing(at: Floor) -> Iterator[Step]:
    for late, expected in ((-1, "accepted"), (0, "accepted"), (1, "lapsed")):
        at.proposes(FILL)
        made = at.house.look("house").state.proposals[-1].at
        at.ticks.now = made + TEN_MINUTES + late - 1_000_000
        yield f"approved {late} microseconds after ten minutes", expected, at.approves(OZ)
    yield "a fill before the next round", "accepted", at.proposes(FILL)
    at.round()
    yield "approved after that round", "lapsed", at.approves(OZ)
    void = commands.VoidRound(actor=OZ, round=1, reason=VoidReason.FRAUD)
    yield "a void", "accepted", at.proposes(void)
    yield "the same by another", "accepted", at.proposes(commands.VoidRound(actor=OLGA, **_but_actor(void)))
    yield "one is approved", "accepted", at.approves(SUE, at.newest - 1)
    yield "the other, when the round is void", "lapsed", at.approves(SUE)


def _but_actor(command: commands.VoidRound) -> dict[str, Any]:
    return {"round": command.round, "reason": command.reason}


def what_takes_two(at: Floor) -> Iterator[Step]:
    """The round that is over is settled; what lies on the layout is not."""
    settle, slip = commands.Settle(actor=DAN), commands.CorrectCard(actor=DAN, card=Card.parse("4h"))
    yield "a settlement is proposed", "needs_no_approval", at.proposes(settle)
    by_sue = commands.Settle(actor=SUE)
    yield "a supervisor proposes one", "needs_no_approval", at.proposes(by_sue)
    yield "a dealer's slip is proposed", "needs_no_approval", at.proposes(slip)
    yield "a settlement is asked for", "not_due", at.answer(TABLE, settle)
    yield "a dealer's slip is put right", "not_correctable", at.answer(TABLE, slip)
    yield "a supervisor reopens what was paid", "needs_approval", at.answer(TABLE, _corrected(at))
    void = commands.VoidRound(actor=OZ, round=1, reason=VoidReason.FRAUD)
    yield "a settled round is void", "needs_approval", at.answer(TABLE, void)
    paid = commands.RecordPayment(actor=SUE, round=1, patron="ann", area="1", wager="player", amount=500)
    yield "a payment is corrected", "needs_approval", at.answer(TABLE, paid)
    yield "a placement error", "needs_approval", at.answer(TABLE, commands.ReportPlacementError(actor=SUE, round=1))
    change = commands.AnnounceChange(actor=OZ, choices=(("minimum", "10"),))
    yield "rules change", "needs_approval", at.answer(TABLE, change)
    yield "a credit", "needs_approval", at.answer(TABLE, commands.CreditFloat(actor=SUE, amount=100))
    at.do(TABLE, commands.RaiseDispute(actor=patron("ann"), text="I bet on banker"))
    words = commands.DecideDispute(actor=OZ, number=1, decision="no")
    yield "money by a decision", "needs_approval", at.answer(TABLE, _with_money(words))
    yield "words by a decision", "accepted", at.answer(TABLE, words)
    at.do("house", SetWithdrawalLimit(actor=THE_HOUSE, amount=500_00))
    for amount, expected in ((499_99, "accepted"), (500_00, "accepted"), (500_01, "needs_approval")):
        yield f"{amount} are paid", expected, at.answer("cage/ann", cage.PayWithdrawal(actor=OZ, amount=amount))
    yield "more is proposed", "accepted", at.proposes(cage.PayWithdrawal(actor=OZ, amount=500_01), "cage/ann")
    yield "a supervisor of a table approves", "no_role", at.approves(SUE)
    yield "another operator approves", "accepted", at.approves(OLGA)
    at.do(TABLE, commands.Place(actor=patron("ann"), area="1", wager="player", amount=10_000))
    at.do(TABLE, commands.CallNoMoreBets(actor=DAN), on_duty=True)
    at.do(TABLE, commands.Draw(actor=DAN, card=Card.parse("4h")), on_duty=True)
    void = commands.VoidRound(actor=OZ, round=2, reason=VoidReason.FRAUD)
    yield "a round that is not settled is void", "accepted", at.answer(TABLE, void)


def _with_money(words: commands.DecideDispute) -> commands.DecideDispute:
    return commands.DecideDispute(actor=OZ, number=words.number, decision="yes", patron="ann", amount=500)


def _corrected(at: Floor) -> commands.CorrectCard:
    ended = at.state(TABLE).ended
    assert ended is not None
    card = ended.round.in_order()[0]
    other = "2c" if str(card.card) != "2c" else "3c"
    return commands.CorrectCard(actor=SUE, card=Card.parse(other), place=card.place)


def revoked(at: Floor) -> Iterator[Step]:
    call = commands.CallNoMoreBets(actor=DAN)
    yield "another dealer, who does not deal", "not_dealing", at.answer(TABLE, commands.CallNoMoreBets(actor=DORA))
    yield "a table that there is not", "no_such_table", at.answer("house", TakeOver(actor=DAN, table="9"))
    yield "a table is taken over", "accepted", at.answer("house", TakeOver(actor=DORA, table="1"))
    yield "who dealt before", "not_dealing", at.answer(TABLE, call)
    yield "and back", "accepted", at.answer("house", TakeOver(actor=DAN, table="1"))
    revoke = RevokeRole(actor=OZ, whom="dan", place="table/")
    at.do(TABLE, commands.Place(actor=patron("ann"), area="1", wager="player", amount=10_000))
    group = [
        CommandRequest(stream=TABLE, command=call, id="before", on_duty=True),
        CommandRequest(stream="house", command=revoke, id="revoked", on_duty=True),
        CommandRequest(stream=TABLE, command=commands.Draw(actor=DAN, card=Card.parse("4h")), id="after", on_duty=True),
    ]
    for name, expected, answer in zip(
        ("before", "revoked", "after"),
        ("accepted", "accepted", "no_role"),
        [at.house.submit(asked) for asked in group],
        strict=True,
    ):
        error = answer.exception()
        yield f"in one group, {name}", expected, error.code if isinstance(error, Refused) else "accepted"
    yield "nobody deals then", "not_dealing", at.answer(TABLE, commands.CallNoMoreBets(actor=DORA))
    at.proposes(FILL)
    at.do("house", RevokeRole(actor=OZ, whom="sue", place=TABLE), on_duty=True)
    yield "who proposed it has no role any more", "no_role", at.approves(OZ)
    give = GrantRole(actor=OZ, whom="oz", duty=Role.PATRON, place=TABLE)
    yield "a role for oneself", "own_role", at.answer("house", give)


SCENES = {"by two": by_two, "lapsing": lapsing, "what takes two": what_takes_two, "revoked": revoked}


def wrong(at: Floor, scene: str) -> Iterator[str]:
    """The steps that got another answer than they must."""
    for what, expected, came in SCENES[scene](at):
        if expected != came:
            yield f"{what}: {came}, not {expected}"
