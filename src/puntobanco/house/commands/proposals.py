"""What takes two people is proposed by one, and approved or declined by another."""

from typing import NoReturn

from puntobanco.errors import Refused
from puntobanco.house.events.proposals import ProposalApproved, ProposalDeclined, ProposalMade, ProposalWithdrawn
from puntobanco.house.proposals import LASTS, TAKES_TWO, Proposal, Proposed
from puntobanco.house.state import HouseDraft, HouseState
from puntobanco.streams.actors import OPERATOR, SUPERVISOR
from puntobanco.streams.command import Command, given_by, name_of
from puntobanco.values.money import Count

CLAUSE = "approval"


def refuse(code: str, sentence: str) -> NoReturn:
    raise Refused(code, CLAUSE, sentence)


@given_by(SUPERVISOR, OPERATOR)
class Propose(Command[HouseState], tag="propose.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Propose what takes two people: it waits ten minutes for a second one, as long as its round is played."""

    stream: str
    command: Proposed
    """What is to be done, in which the same person acts."""
    made_at: Count = 0
    """The number of the stream's last record, which the house fills in."""
    ground: str = ""
    """What it stands on, which the house fills in."""
    for_operator: bool = False
    """Whether only an operator approves it, which the house fills in."""
    at: Count = 0
    """The time, in microseconds since 1970, which the house fills in."""

    def decide(self, draft: HouseDraft) -> None:
        state = draft.state
        if type(self.command) not in TAKES_TWO:
            refuse("needs_no_approval", f"{name_of(self.command)} takes one person: ask for it without a proposal")
        if self.command.actor != self.actor:
            refuse("another_actor", "who proposes something is who would do it")
        made = Proposal(
            number=state.proposed + 1,
            stream=self.stream,
            made_at=self.made_at,
            ground=self.ground,
            for_operator=self.for_operator,
            command=self.command,
            at=self.at,
        )
        draft.add(ProposalMade(proposal=made, clause=CLAUSE))


@given_by(SUPERVISOR, OPERATOR)
class Approve(Command[HouseState], tag="approve.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Approve what another person proposed, which carries it out."""

    number: Count
    """Of the proposal."""
    ground: str = ""
    """What it would stand on now, which the house fills in."""
    at: Count = 0
    """The time, in microseconds since 1970, which the house fills in."""

    def decide(self, draft: HouseDraft) -> None:
        state = draft.state
        found = _of_another(state, self)
        if found.for_operator and self.actor.role is not OPERATOR:
            refuse("wrong_role", f"an operator approves proposal {self.number}: the rules give it to the operator")
        if self.at - found.at > LASTS:
            refuse("lapsed", f"proposal {self.number} was made more than ten minutes ago: propose it again")
        if self.ground != found.ground:
            refuse("lapsed", f"the round of proposal {self.number} has changed: look at it, and propose it again")
        draft.add(ProposalApproved(number=found.number, stream=found.stream, command=found.command, clause=CLAUSE))


@given_by(SUPERVISOR, OPERATOR)
class Decline(Command[HouseState], tag="decline.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Say no to what another person proposed."""

    number: Count

    def decide(self, draft: HouseDraft) -> None:
        state = draft.state
        draft.add(ProposalDeclined(number=_of_another(state, self).number, clause=CLAUSE))


@given_by(SUPERVISOR, OPERATOR)
class WithdrawProposal(
    Command[HouseState], tag="withdraw_proposal.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Take an own proposal back."""

    number: Count

    def decide(self, draft: HouseDraft) -> None:
        state = draft.state
        found = _found(state, self.number)
        if found.by.person != self.actor.person:
            refuse("not_yours", f"{found.by.person} made proposal {self.number}: decline it instead")
        draft.add(ProposalWithdrawn(number=self.number, clause=CLAUSE))


def _of_another(state: HouseState, command: Approve | Decline) -> Proposal:
    """The proposal, which somebody else made."""
    found = _found(state, command.number)
    if found.by.person == command.actor.person:
        refuse("own_proposal", "nobody approves or declines an own proposal: another person does")
    return found


def _found(state: HouseState, number: int) -> Proposal:
    found = state.proposal(number)
    if found is None:
        refuse("no_such_proposal", f"there is no proposal {number} that waits: it was answered, or never made")
    return found
