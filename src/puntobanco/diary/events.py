"""Every event of the house's own stream, under the name and version that it is written with, for ever."""

from typing import TypeAlias, get_args

from puntobanco.changed import changed
from puntobanco.diary.parts import Position, Running, TableName
from puntobanco.diary.people_events import (
    AccessChanged,
    DealerChanged,
    LoggedIn,
    LoggedOut,
    RoleGranted,
    RoleRevoked,
    SecondFactorFailed,
    WithdrawalLimitSet,
)
from puntobanco.diary.proposal_events import ProposalApproved, ProposalDeclined, ProposalMade, ProposalWithdrawn
from puntobanco.diary.state import HouseState, Noted
from puntobanco.diary.switch_events import GamingDisabled, GamingEnabled


class HouseStarted(Noted, tag="house_started.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The program came up for the house of this name: which version, and the digest of its installed files."""

    name: str
    version: str
    digest: str

    def after(self, state: HouseState) -> HouseState:
        return changed(state, name=self.name, starts=state.starts + 1)

    def told(self, by: str, /) -> str:
        return f"{by} starts version {self.version} ({self.digest[:12]})"


class TableAdded(Noted, tag="table_added.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The house has one more table, or runs one in another way."""

    table: TableName
    running: Running

    def after(self, state: HouseState) -> HouseState:
        return changed(state, tables={**state.tables, self.table: self.running})

    def told(self, by: str, /) -> str:
        dealt = "by itself" if self.running.automatic else "by a dealer"
        return f"{by} sets up table {self.table}, dealt {dealt}"


class HouseRestored(Noted, tag="house_restored.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The house goes on from a backup that ended at this position: what came after it is lost."""

    position: Position

    def after(self, state: HouseState) -> HouseState:
        return changed(state, restored_at=self.position)

    def told(self, by: str, /) -> str:
        return f"{by} restores the house from a backup of {self.position} records"


Event: TypeAlias = (
    HouseStarted
    | TableAdded
    | HouseRestored
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


EVENTS: dict[str, type[Event]] = {kind.__struct_config__.tag: kind for kind in get_args(Event)}
"""Event types by name and version."""
