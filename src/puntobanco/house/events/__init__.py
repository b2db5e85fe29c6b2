"""Every event of the house's own stream, under the name and version that it is written with, for ever."""

from typing import TypeAlias, get_args

from puntobanco.house.events.gaming_switches import GamingDisabled, GamingEnabled
from puntobanco.house.events.proposals import ProposalApproved, ProposalDeclined, ProposalMade, ProposalWithdrawn
from puntobanco.house.events.roles import (
    AccessChanged,
    DealerChanged,
    LoggedIn,
    LoggedOut,
    RoleGranted,
    RoleRevoked,
    SecondFactorFailed,
    WithdrawalLimitSet,
)
from puntobanco.house.state import HouseEventBase, HouseState
from puntobanco.house.table_operation import Digest, Position, Running, TableName
from puntobanco.streams.event import events_by_tag
from puntobanco.values.replace import changed


class HouseStarted(HouseEventBase, tag="house_started.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The program came up for the house of this name: which version, and the digest of its installed files."""

    name: str
    version: str
    digest: str

    def apply(self, state: HouseState) -> HouseState:
        return changed(state, name=self.name, starts=state.starts + 1)

    def describe(self, by: str, /) -> str:
        return f"{by} starts version {self.version} ({self.digest[:12]})"


class TableAdded(HouseEventBase, tag="table_added.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The house has one more table, or runs one in another way."""

    table: TableName
    running: Running

    def apply(self, state: HouseState) -> HouseState:
        return changed(state, tables={**state.tables, self.table: self.running})

    def describe(self, by: str, /) -> str:
        dealt = "by itself" if self.running.automatic else "by a dealer"
        return f"{by} sets up table {self.table}, dealt {dealt}"


class HouseRestored(HouseEventBase, tag="house_restored.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The house goes on from a backup that ended at this position: what came after it is lost."""

    position: Position
    acknowledged: Position
    """The last record that a mark in the folder of the house named; the marks begin anew. 0 if there was none."""
    set_aside: tuple[Position, ...]
    """The sizes of checkpoints in the folder that were signed for other records."""

    def apply(self, state: HouseState) -> HouseState:
        return changed(state, restored_at=self.position, checkpoint=0)

    def describe(self, by: str, /) -> str:
        return f"{by} restores the house from a backup of {self.position} records"


class LossAccepted(HouseEventBase, tag="loss_accepted.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The house continues although acknowledged records are lost: the marks outside its database begin anew."""

    position: Position
    """The last record that was there."""
    acknowledged: Position
    """The last record that a mark named."""
    set_aside: tuple[Position, ...]
    """The sizes of checkpoints that were signed for other records."""
    reason: str

    def apply(self, state: HouseState) -> HouseState:
        return state

    def describe(self, by: str, /) -> str:
        there = f"record {self.acknowledged} was acknowledged, record {self.position} was the last one there"
        return f"{by} accepts that records are lost ({there}): {self.reason}"


class CheckpointSigned(
    HouseEventBase, tag="checkpoint_signed.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """A checkpoint of the log was signed: its file can no longer vanish unnoticed."""

    size: Position
    """So many records it is about."""
    root: Digest
    """Of the tree over them."""
    key: str
    """The verifier key of the signature, as a line of `house.vkey`."""

    def apply(self, state: HouseState) -> HouseState:
        return changed(state, checkpoint=max(state.checkpoint, self.size))

    def describe(self, by: str, /) -> str:
        return f"{by} signs the checkpoint of {self.size} records"


HouseEvent: TypeAlias = (
    HouseStarted
    | TableAdded
    | HouseRestored
    | LossAccepted
    | CheckpointSigned
    | RoleGranted
    | RoleRevoked
    | DealerChanged
    | LoggedIn
    | LoggedOut
    | SecondFactorFailed
    | AccessChanged
    | WithdrawalLimitSet
    | ProposalMade
    | ProposalApproved
    | ProposalDeclined
    | ProposalWithdrawn
    | GamingDisabled
    | GamingEnabled
)


EVENTS: dict[str, type[HouseEvent]] = events_by_tag(get_args(HouseEvent))
"""Event types by name and version."""
