"""What a house knows of itself."""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from puntobanco.house.gaming_switches import Off
from puntobanco.house.grants import Grants, role_at
from puntobanco.house.proposals import MOST_ALONE, Proposal
from puntobanco.house.table_operation import Attendance, Position, Running
from puntobanco.streams.actors import Role
from puntobanco.streams.draft import Draft
from puntobanco.streams.event import Event
from puntobanco.streams.names import TABLE, named
from puntobanco.values.money import Cents
from puntobanco.values.replace import changed


class HouseState(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: str = ""
    """Of the house: the secrets of its shoes are bound to it."""
    starts: int = 0
    tables: Mapping[str, Running] = {}
    restored_at: Position = 0
    """The position of the backup that the house was restored from last."""
    checkpoint: Position = 0
    """The size of the largest checkpoint that a record names, since then."""
    off: Mapping[str, Off] = {}
    """What gaming is switched off for, by scope."""
    switches: int = 0
    """How many were ever turned off."""
    grants: Grants = {}
    """The roles that were given, by person and place."""
    dealing: Mapping[str, str] = {}
    """Who of them deals, by table."""
    withdrawal_limit: Cents = MOST_ALONE
    """What one person alone pays out of an account."""
    proposed: int = 0
    """How many proposals there were."""
    proposals: tuple[Proposal, ...] = ()
    """Those that wait for a second person."""

    def role_of(self, person: str, stream: str) -> Role | None:
        """The one role of a person in a stream; none unless one was given."""
        held = self.grants.get(person)
        return None if held is None else role_at(held, person, stream)

    def places_of(self, person: str) -> Mapping[str, Role]:
        """The streams of tables and tournaments that a person may look at, with the role there."""
        held = self.grants.get(person, {})
        streams = dict.fromkeys((*(TABLE + name for name in self.tables), *held))
        found = {stream: role_at(held, person, stream) for stream in streams if named(stream)}
        return {stream: role for stream, role in found.items() if role is not None}

    def proposal(self, number: int) -> Proposal | None:
        """One that waits."""
        return next((one for one in self.proposals if one.number == number), None)

    def is_virtual(self, stream: str) -> bool:
        """Whether the cards of this table come from a virtual shoe."""
        running = self.tables.get(named(stream)) if self.tables else None
        return running is not None and running.virtual

    def attendance(self, stream: str) -> Attendance:
        """Who deals at a table."""
        running = self.tables.get(named(stream))
        if running is not None and running.automatic:
            return Attendance.HOUSE
        return Attendance.DEALER if named(stream) in self.dealing else Attendance.AWAITED


class HouseEventBase(Event[HouseState], gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that happened to the house."""

    def initial(self) -> HouseState:
        return self.apply(HouseState())


HouseDraft: TypeAlias = Draft[HouseState]


def still_dealing(state: HouseState) -> HouseState:
    """Who is no longer a dealer at a table deals there no more."""
    kept = {table: who for table, who in state.dealing.items() if state.role_of(who, TABLE + table) is Role.DEALER}
    return state if len(kept) == len(state.dealing) else changed(state, dealing=kept)
