"""A tournament as a kind of stream."""

from puntobanco.errors import Refused
from puntobanco.streams.command import Command
from puntobanco.streams.record import Record
from puntobanco.streams.stream_type import StreamType
from puntobanco.tournament.commands import TournamentCommand
from puntobanco.tournament.commands.draws import Committing, commit
from puntobanco.tournament.commands.lifecycle import PlanTournament
from puntobanco.tournament.events import TournamentEvent
from puntobanco.tournament.events.lifecycle import TournamentPlanned
from puntobanco.tournament.state import TournamentDraft, TournamentState


class TournamentRecord(
    Record[TournamentCommand, TournamentEvent],
    gc=False,
    tag="tournament_record.1",
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
):
    """One accepted command of a tournament."""


class _TournamentType(StreamType[TournamentState, TournamentEvent, TournamentRecord]):
    def opened_by(self, command: Command[TournamentState]) -> TournamentPlanned:
        if not isinstance(command, PlanTournament):
            raise Refused("not_planned", "plan_tournament", "there is no tournament yet: plan it first")
        return command.planned()

    def run(self, draft: TournamentDraft, command: Command[TournamentState]) -> None:
        command.decide(draft)
        if isinstance(command, Committing):
            commit(draft, command.commitments)


TOURNAMENTS = _TournamentType(record=TournamentRecord, state=TournamentState)
decide, handle, fold = TOURNAMENTS.decide, TOURNAMENTS.handle, TOURNAMENTS.fold
