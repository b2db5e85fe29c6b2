"""Proposals: what was proposed, and what a second person said to it."""

from puntobanco.house.proposals import LASTS, Proposal, Proposed
from puntobanco.house.state import HouseEventBase, HouseState
from puntobanco.streams.command import name_of
from puntobanco.values.money import Count
from puntobanco.values.replace import changed


class ProposalMade(HouseEventBase, tag="proposal_made.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody proposed what takes two people."""

    proposal: Proposal

    def apply(self, state: HouseState) -> HouseState:
        """Those that nobody can approve any more are forgotten."""
        made = self.proposal
        kept = tuple(one for one in state.proposals if made.at - one.at <= LASTS)
        return changed(state, proposed=made.number, proposals=(*kept, made))

    def describe(self, by: str, /) -> str:
        made = self.proposal
        return f"{by} proposes {name_of(made.command)} in {made.stream} (proposal {made.number})"


class ProposalApproved(
    HouseEventBase, tag="proposal_approved.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """A second person approved it: it is carried out in the record beside this one."""

    number: Count
    stream: str
    command: Proposed

    def apply(self, state: HouseState) -> HouseState:
        return without(state, self.number)

    def describe(self, by: str, /) -> str:
        return f"{by} approves proposal {self.number} of {self.command.actor.person}: {name_of(self.command)}"


class ProposalDeclined(
    HouseEventBase, tag="proposal_declined.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """A second person said no."""

    number: Count

    def apply(self, state: HouseState) -> HouseState:
        return without(state, self.number)

    def describe(self, by: str, /) -> str:
        return f"{by} declines proposal {self.number}"


class ProposalWithdrawn(
    HouseEventBase, tag="proposal_withdrawn.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Who proposed it no longer does."""

    number: Count

    def apply(self, state: HouseState) -> HouseState:
        return without(state, self.number)

    def describe(self, by: str, /) -> str:
        return f"{by} withdraws proposal {self.number}"


def without(state: HouseState, number: int) -> HouseState:
    return changed(state, proposals=tuple(one for one in state.proposals if one.number != number))
