"""Every command of the house's own stream. Each says itself what it decides."""

from typing import TypeAlias, get_args

from puntobanco.errors import Refused
from puntobanco.house.commands.gaming_switches import DisableGaming, EnableGaming
from puntobanco.house.commands.proposals import Approve, Decline, Propose, WithdrawProposal
from puntobanco.house.commands.roles import (
    GrantRole,
    NoteAccess,
    NoteFailedFactor,
    NoteLogIn,
    NoteLogOut,
    RevokeRole,
    SetWithdrawalLimit,
    TakeOver,
)
from puntobanco.house.events import CheckpointSigned, HouseRestored, HouseStarted, LossAccepted, TableAdded
from puntobanco.house.state import HouseDraft, HouseState
from puntobanco.house.table_operation import Digest, Position, Running, TableName
from puntobanco.streams.actors import OPERATOR
from puntobanco.streams.command import Command, commands_by_name, given_by
from puntobanco.streams.names import HOUSE
from puntobanco.values.text import LONGEST_TEXT, clean


@given_by(OPERATOR)
class StartHouse(Command[HouseState], tag="start_house.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The program comes up."""

    at_the_machine = True

    name: str
    version: str
    digest: str

    def decide(self, draft: HouseDraft) -> None:
        state = draft.state
        if state.name not in ("", self.name):
            sentence = f"this is the house {state.name}, not {self.name}: no shoe would open under another name"
            raise Refused("other_name", HOUSE, sentence)
        draft.add(HouseStarted(name=self.name, version=self.version, digest=self.digest, clause=HOUSE))


@given_by(OPERATOR)
class AddTable(Command[HouseState], tag="add_table.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Set up a table, or run an existing one in another way."""

    table: TableName
    running: Running

    def decide(self, draft: HouseDraft) -> None:
        state = draft.state
        running = self.running
        if running.automatic and not running.virtual:
            raise Refused("no_cards", HOUSE, "nobody keys in cards at an automatic table: give it a virtual shoe")
        before = state.tables.get(self.table)
        if before is not None and before.virtual != running.virtual:
            raise Refused("other_cards", HOUSE, "a table keeps its sort of shoe: set up another table")
        if clean(self.table) != self.table or "/" in self.table:
            raise Refused("bad_name", HOUSE, "a table's name is plain text without a stroke")
        draft.add(TableAdded(table=self.table, running=running, clause=HOUSE))


@given_by(OPERATOR)
class RestoreHouse(Command[HouseState], tag="restore_house.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Go on from a backup."""

    at_the_machine = True

    position: Position
    acknowledged: Position
    set_aside: tuple[Position, ...]

    def decide(self, draft: HouseDraft) -> None:
        draft.add(
            HouseRestored(
                position=self.position, acknowledged=self.acknowledged, set_aside=self.set_aside, clause=HOUSE
            )
        )


@given_by(OPERATOR)
class AcceptLoss(Command[HouseState], tag="accept_loss.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Continue although acknowledged records are lost."""

    at_the_machine = True

    position: Position
    acknowledged: Position
    set_aside: tuple[Position, ...]
    reason: str

    def decide(self, draft: HouseDraft) -> None:
        if not self.reason.strip() or clean(self.reason, LONGEST_TEXT) != self.reason:
            raise Refused("no_reason", HOUSE, "reason: say in words why the lost records cannot be brought back")
        draft.add(
            LossAccepted(
                position=self.position,
                acknowledged=self.acknowledged,
                set_aside=self.set_aside,
                reason=self.reason,
                clause=HOUSE,
            )
        )


@given_by(OPERATOR)
class RecordCheckpoint(
    Command[HouseState], tag="record_checkpoint.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Record a checkpoint that was signed."""

    at_the_machine = True

    size: Position
    root: Digest
    key: str

    def decide(self, draft: HouseDraft) -> None:
        draft.add(CheckpointSigned(size=self.size, root=self.root, key=self.key, clause=HOUSE))


HouseCommand: TypeAlias = (
    StartHouse
    | AddTable
    | RestoreHouse
    | AcceptLoss
    | RecordCheckpoint
    | GrantRole
    | RevokeRole
    | TakeOver
    | NoteLogIn
    | NoteLogOut
    | NoteFailedFactor
    | NoteAccess
    | SetWithdrawalLimit
    | Propose
    | Approve
    | Decline
    | WithdrawProposal
    | DisableGaming
    | EnableGaming
)


COMMANDS: dict[str, type[HouseCommand]] = commands_by_name(get_args(HouseCommand))
"""Command types by the name that a script uses."""
